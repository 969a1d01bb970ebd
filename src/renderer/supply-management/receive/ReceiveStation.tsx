import { Button } from '@blueprintjs/core'
import { ArrowLeft } from '@blueprintjs/icons'
import { useState } from 'react'
import type { FacilityOrderRow } from '../../../shared/areas/facilities/calls.ts'
import { facilityWords } from '../../../shared/areas/facilities/words.ts'
import { readTraced } from '../../../shared/kernel/traced-code.ts'
import { useRefresh, useRows } from '../../actions/useRows.ts'
import { RemarkField } from '../../forms/fields.tsx'
import { useTyped } from '../../forms/useTyped.ts'
import { key, listed } from '../../i18n/formats.ts'
import { DecimalInput } from '../../kit/DecimalInput.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { QueueNote } from '../../scan/QueueNote.tsx'
import { ScanField } from '../../scan/ScanField.tsx'
import { useUserId } from '../../session/use-user-id.ts'
import { useLocale } from '../../table/words.ts'
import { Outbox, useQueue } from '../shipments/outbox.tsx'
import { Pieces, useVerdict } from '../shipments/parts.tsx'
import { type CameDraft, type CameResult, cameDraft, cameText, readCame, receiveQueue } from './receive-queue.ts'

type Came = CameDraft

const nothing: Came = { remark: '', rolls: [], returned: [] }
const rollAgain = key('Roll {{roll}} is scanned already.')
const numberFault = key('A number above 0 with at most two decimals, or empty: as it was sent.')
const isQuantity = (text: string) => text === '' || (/^\d{1,6}(\.\d{1,2})?$/.test(text) && Number(text) > 0)

interface ReceiveStationProps {
  order: FacilityOrderRow
  /** Null: back to the choice. */
  onOther: (order: FacilityOrderRow | null) => void
}

/** Rolls and returned pieces of one order, by scan; kept as a draft until they are received, all or nothing. */
export function ReceiveStation({ order, onOther }: ReceiveStationProps) {
  const { t, name, number, decimal, day } = useLocale()
  const { order_action_id, facility, lines } = order
  const draft = `facility-receive.${order_action_id} ${facility}`
  const { value, change, reset, isTyped } = useTyped(draft, cameDraft, nothing, t('Receive'))
  const queue = receiveQueue(useUserId())
  const refresh = useRefresh()
  const sent = useQueue(queue, () => void refresh(['facilities']))
  const [isFull, setFull] = useState(false)
  const isHere = (place: string | null) => {
    const came = readCame(place)
    return came?.order_action_id === order_action_id && came.facility === facility
  }
  const verdict = useVerdict()
  const expected = useRows('facilities.getFacilityOrders', {
    ...{ tab: 'all', order_action_ids: [order_action_id], facility, with_awaited: true },
  })
  const awaited = expected.rows[0]?.awaited ?? null
  // What waits to be sent has come, too.
  const waiting = sent.listed.flatMap(({ record: { place, result } }) =>
    result === null && isHere(place) ? (readCame(place) ?? []) : [],
  )
  const returnable = (nm_sku: string) => {
    const shipped = lines.find((line) => line.nm_sku === nm_sku)?.shipped ?? 0
    const on_road = awaited?.on_road.find((one) => one.nm_sku === nm_sku)?.pieces ?? 0
    const back = waiting.flatMap(({ returned }) => returned).filter((one) => one.nm_sku === nm_sku)
    return { on_road, available: shipped - on_road - back.reduce((sum, { quantity }) => sum + quantity, 0) }
  }
  const pieceFault = (nm_sku: string, quantity: number): string | null => {
    const { available, on_road } = returnable(nm_sku)
    if (quantity <= available) return null
    return t(on_road > 0 ? facilityWords.stillOnRoad : facilityWords.notReturned, {
      nm_sku,
      quantity,
      available,
      on_road,
    })
  }
  /** Why the server would refuse a roll; null also while it is not known what was sent. */
  const rollFault = (roll: string, quantity: string): string | null => {
    if (!isQuantity(quantity)) return t(numberFault)
    if (waiting.some(({ rolls }) => rolls.some((one) => one.roll === roll))) return t(rollAgain, { roll })
    if (awaited === null) return null
    const known = awaited.rolls.find((one) => one.roll === roll)
    if (known === undefined) return t(facilityWords.rollNotSent, { roll, number: order_action_id })
    if (known.came_on !== null) return t(facilityWords.rollTwice, { roll, day: day(known.came_on) })
    if (Number(quantity) > known.sent)
      return t(facilityWords.rollMore, {
        roll,
        number: order_action_id,
        quantity: decimal(Number(quantity), 2),
        sent: decimal(known.sent, 2),
      })
    return null
  }
  const open = awaited?.rolls.filter(
    ({ roll, came_on }) =>
      came_on === null && ![value, ...waiting].some(({ rolls }) => rolls.some((one) => one.roll === roll)),
  )
  const setPieces = (nm_sku: string, quantity: number) =>
    change((now) => ({
      ...now,
      returned: now.returned.some((one) => one.nm_sku === nm_sku)
        ? now.returned
            .map((one) => (one.nm_sku === nm_sku ? { nm_sku, quantity } : one))
            .filter((one) => one.quantity > 0)
        : [...now.returned, { nm_sku, quantity }],
    }))
  const scan = (raw: string) => {
    const { text } = readTraced(raw)
    const line = lines.find(({ nm_sku }) => nm_sku.toUpperCase() === text)
    if (line) {
      const quantity = (value.returned.find(({ nm_sku }) => nm_sku === line.nm_sku)?.quantity ?? 0) + 1
      const fault = pieceFault(line.nm_sku, quantity)
      if (fault !== null) return verdict.bad(fault)
      setPieces(line.nm_sku, quantity)
      return verdict.good(`${line.nm_sku} · ${line.color} ${line.size}: ${number(quantity)}`)
    }
    if (value.rolls.some(({ roll }) => roll === text)) return verdict.bad(t(rollAgain, { roll: text }))
    const fault = rollFault(text, '')
    if (fault !== null) {
      // It may have been sent since.
      void expected.reload()
      return verdict.bad(fault)
    }
    change((now) => ({ ...now, rolls: [...now.rolls, { roll: text, quantity: '' }] }))
    if (awaited === null)
      verdict.unsure(
        t('{{roll}} is taken; whether it was sent for this order shows when it is received.', { roll: text }),
      )
    else verdict.good(text)
  }
  const send = () => {
    const about = listed([
      ...value.rolls.map(({ roll }) => roll),
      ...value.returned.map(({ nm_sku, quantity }) => `${nm_sku} ×${quantity}`),
    ])
    const kept = queue.scan(about, 'receive', cameText({ ...value, facility, order_action_id }))
    setFull(kept === null)
    if (kept === null) return
    verdict.clear()
    reset()
  }
  const isOff =
    value.rolls.length + value.returned.length === 0 ||
    value.rolls.some(({ roll, quantity }) => rollFault(roll, quantity) !== null) ||
    value.returned.some(({ nm_sku, quantity }) => pieceFault(nm_sku, quantity) !== null)
  return (
    <>
      <div className="facility-buttons">
        <Button icon={<ArrowLeft />} text={t('Another order')} onClick={() => onOther(null)} />
      </div>
      <h2>{`${order_action_id} · ${name(order.name, order.name_zh)} · ${facility}`}</h2>
      <ScanField
        size="large"
        label={t('Scan rolls and returned pieces')}
        placeholder={t('Roll number or SKU')}
        onScan={({ code }) => scan(code)}
      />
      {verdict.shown}
      {value.rolls.length + value.returned.length > 0 ? (
        <ul className="facility-cards" aria-label={t('What came')}>
          {value.rolls.map(({ roll, quantity }) => {
            const fault = rollFault(roll, quantity)
            return (
              <li key={roll} className="facility-card">
                <span className="facility-card-text">
                  <b className="code">{roll}</b>
                  <span className="muted">{t('Roll')}</span>
                </span>
                <span className="facility-pieces">
                  <DecimalInput
                    aria-label={t('Quantity of {{roll}}', { roll })}
                    placeholder={t('as sent')}
                    aria-invalid={fault !== null}
                    maxLength={9}
                    value={quantity}
                    onChange={(text) =>
                      change((now) => ({
                        ...now,
                        rolls: now.rolls.map((one) => (one.roll === roll ? { roll, quantity: text.trim() } : one)),
                      }))
                    }
                  />
                  <Button
                    text={t('Take off')}
                    aria-label={t('Take off {{code}}', { code: roll })}
                    onClick={() => change((now) => ({ ...now, rolls: now.rolls.filter((one) => one.roll !== roll) }))}
                  />
                </span>
                {fault === null ? null : <span className="facility-card-fault">{fault}</span>}
              </li>
            )
          })}
          {value.returned.map(({ nm_sku, quantity }) => {
            const fault = pieceFault(nm_sku, quantity)
            return (
              <li key={nm_sku} className="facility-card">
                <span className="facility-card-text">
                  <b className="code">{nm_sku}</b>
                  <span className="muted">{t('{{n}} pcs shipped', { n: number(returnable(nm_sku).available) })}</span>
                </span>
                <Pieces
                  label={nm_sku}
                  value={quantity}
                  most={returnable(nm_sku).available}
                  fault={fault}
                  onChange={(pieces) => setPieces(nm_sku, pieces)}
                />
                {fault === null ? null : <span className="facility-card-fault">{fault}</span>}
              </li>
            )
          })}
        </ul>
      ) : (
        <p className="muted">
          {t('A roll counts as it was sent unless another quantity is typed. Returned pieces go into rework.')}
        </p>
      )}
      <RemarkField
        label={t('Remark')}
        value={value.remark}
        onChange={(remark) => change((now) => ({ ...now, remark }))}
      />
      {open !== undefined && open.length > 0 ? (
        <p className="muted">
          {t('Still to come: {{rolls}}', {
            rolls: listed(open.map(({ roll, sent }) => `${roll} (${decimal(sent, 2)})`)),
          })}
        </p>
      ) : null}
      <div className="facility-foot">
        <Button
          intent="primary"
          text={t('Receive {{rolls}} rolls, {{pieces}} pcs', {
            rolls: number(value.rolls.length),
            pieces: number(value.returned.reduce((sum, { quantity }) => sum + quantity, 0)),
          })}
          disabled={isOff}
          onClick={send}
        />
      </div>
      {isFull ? <QueueNote state={sent} isFull of="entries" /> : null}
      <Outbox
        title={t('Received here')}
        state={sent}
        queue={queue}
        isHere={isHere}
        more={({ rolls }) =>
          rolls.length > 0 ? <FieldTable fields={doneFields} rows={rolls} rowKey={({ roll }) => roll} /> : null
        }
        onAgain={
          isTyped
            ? undefined
            : (place) => {
                const again = readCame(place)
                if (again) change(() => again)
                return again !== null
              }
        }
      />
    </>
  )
}

type DoneRoll = CameResult['rolls'][number]

const doneFields: readonly ShownField<DoneRoll>[] = [
  { id: 'roll', header: key('Roll'), kind: 'code', of: ({ roll }) => roll },
  { id: 'sent', header: key('Sent'), kind: 'number', digits: 2, of: ({ sent }) => sent },
  { id: 'came', header: key('Came'), kind: 'number', digits: 2, of: ({ quantity }) => quantity },
  {
    ...{ id: 'missing', header: key('Missing'), kind: 'number', digits: 2 },
    of: ({ missing }) => missing,
    mark: ({ missing }) => (missing > 0 ? 'warn' : undefined),
  },
]
