import { Button } from '@blueprintjs/core'
import { useMemo, useState } from 'react'
import type { FacilityLine, FacilityOrderRow } from '../../../shared/areas/facilities/calls.ts'
import { facilityWords } from '../../../shared/areas/facilities/words.ts'
import { readTraced } from '../../../shared/kernel/traced-code.ts'
import { useRefresh } from '../../actions/useRows.ts'
import { DecimalField } from '../../forms/fields.tsx'
import { useTyped } from '../../forms/useTyped.ts'
import { key, listed } from '../../i18n/formats.ts'
import { EmptyState } from '../../kit/states.tsx'
import { readKilograms } from '../../kit/weight.ts'
import { QueueNote } from '../../scan/QueueNote.tsx'
import { ScanField } from '../../scan/ScanField.tsx'
import { useUserId } from '../../session/use-user-id.ts'
import { useLocale } from '../../table/words.ts'
import { boxQueue, boxText, type PackedBox, packedBox, readBox } from './box-queue.ts'
import { useLabelPrint } from './label-print.tsx'
import { Outbox, useQueue } from './outbox.tsx'
import { Cards, Pieces, useFacilityOrders, useScans, useVerdict } from './parts.tsx'

type Packed = PackedBox
type BoxLine = Packed['lines'][number]

const nothing: Packed = { facility: '', weight: '', lines: [] }

export const boxWords = {
  unknown: key('{{code}} is not among the pieces that are packed and in no box yet.'),
  otherFacility: key('This box is of facility {{facility}}; {{nm_sku}} is of {{other}}.'),
  otherBox: key('This shipment is of facility {{facility}}; box {{code}} is of {{other}}.'),
  notFree: key('{{code}} is no box that waits for a shipment.'),
  weight: key('A weight is a number of kilograms up to 1,000, as 12.5.'),
} as const

const isSame = (a: Pick<BoxLine, 'order_action_id' | 'nm_sku'>, b: Pick<BoxLine, 'order_action_id' | 'nm_sku'>) =>
  a.order_action_id === b.order_action_id && a.nm_sku === b.nm_sku

/** Packs by scan into one box, kept as a draft until it is closed; the server gives it its code and label once it hears of it. */
export function PackBox({ facility }: { facility: string }) {
  const { t, number } = useLocale()
  const orders = useFacilityOrders({ facility, stage: 'packed' })
  const { value: box, change, reset, isTyped } = useTyped('facility-box', packedBox, nothing, t('Pack a box'))
  const verdict = useVerdict()
  const labels = useLabelPrint()
  const queue = boxQueue(useUserId())
  const refresh = useRefresh()
  const closed = useQueue(queue, (results) => {
    void refresh(['facilities'])
    const [made, ...others] = results.filter(({ label_url }) => label_url !== null)
    // Several at once come after a pause: whoever is there prints them one by one.
    if (made?.label_url && made.box_id && others.length === 0) void labels.open(made.label_url, 'box', made.box_id)
  })
  const free = useMemo(
    () =>
      freeLines(
        orders.rows,
        closed.listed.flatMap(({ record }) => (record.result === null ? (readBox(record.place)?.lines ?? []) : [])),
      ),
    [orders.rows, closed.listed],
  )
  // A kept box is not faulted before it is known what is packed.
  const mostOf = (line: BoxLine) =>
    orders.isLoading || orders.isError ? line.quantity : (free.find((one) => isSame(one, line))?.packed ?? 0)
  const pieces = piecesOf(box.lines)
  const most = orders.rows[0]?.box_pieces ?? Number.POSITIVE_INFINITY
  const inBoxOf = (line: Free) => box.lines.find((one) => isSame(one, line))?.quantity ?? 0
  const put = (line: Free, quantity: number): boolean => {
    const inBox = inBoxOf(line)
    if (pieces > 0 && box.facility !== line.facility) {
      const { nm_sku, facility: other } = line
      verdict.bad(t(boxWords.otherFacility, { facility: box.facility, nm_sku, other }))
      return false
    }
    if (inBox + quantity > line.packed) {
      const { nm_sku, packed: available } = line
      verdict.bad(t(facilityWords.boxFew, { nm_sku, available, quantity: inBox + quantity }))
      return false
    }
    if (pieces + quantity > most) {
      verdict.bad(t(facilityWords.boxFull, { pieces: pieces + quantity, most }))
      return false
    }
    change((now) => withLine(now, line, inBox + quantity))
    return true
  }
  const scan = useScans(orders, verdict, (code) => {
    const { text } = readTraced(code)
    const fits = free.filter(({ nm_sku }) => nm_sku.toUpperCase() === text)
    const line = fits.find((one) => one.packed > inBoxOf(one)) ?? fits[0]
    if (line === undefined) verdict.bad(t(boxWords.unknown, { code: text }))
    else if (put(line, 1)) {
      verdict.good(`${line.nm_sku} · ${line.color} ${line.size}: ${number(inBoxOf(line) + 1)}`)
    }
  })
  const weight = readKilograms(box.weight)
  const hasFault =
    weight === undefined || pieces > most || box.lines.some((line) => line.quantity > mostOf(line)) || pieces === 0
  const [isFull, setFull] = useState(false)
  const close = () => {
    const lines = box.lines.filter(({ quantity }) => quantity > 0)
    const about = listed(lines.map(({ nm_sku, quantity }) => `${nm_sku} ×${quantity}`))
    const kept = queue.scan(about, 'pack', boxText({ ...box, lines, weight_grams: weight ?? null }))
    setFull(kept === null)
    if (kept === null) return
    verdict.clear()
    reset()
  }
  return (
    <>
      <ScanField size="large" label={t('Scan a piece')} placeholder={t('SKU on its label')} onScan={scan} />
      {verdict.shown}
      <h2>{t('In this box: {{n}} pcs', { n: number(pieces) })}</h2>
      {pieces > most ? (
        <span className="facility-card-fault" role="alert">
          {t(facilityWords.boxFull, { pieces, most })}
        </span>
      ) : null}
      {box.lines.length === 0 ? null : (
        <ul className="facility-cards" aria-label={t('In this box')}>
          {box.lines.map((line) => (
            <BoxLineCard
              key={`${line.order_action_id} ${line.nm_sku}`}
              line={line}
              most={mostOf(line)}
              onChange={(quantity) => change((now) => withLine(now, { ...line, facility: now.facility }, quantity))}
            />
          ))}
        </ul>
      )}
      <div className="facility-foot">
        <DecimalField
          label={t('Weight (kg)')}
          problem={weight === undefined ? t(boxWords.weight) : null}
          value={box.weight}
          maxLength={8}
          onChange={(text) => change((now) => ({ ...now, weight: text }))}
        />
        <Button text={t('Empty it')} disabled={!isTyped} onClick={reset} />
        <Button intent="primary" text={t('Close the box, print its label')} disabled={hasFault} onClick={close} />
      </div>
      {isFull ? <QueueNote state={closed} isFull of="entries" /> : null}
      <Outbox
        title={t('Closed here')}
        state={closed}
        queue={queue}
        more={({ label_url, box_id }) =>
          label_url === null || box_id === null ? null : (
            <Button text={t('Print its label')} onClick={() => void labels.open(label_url, 'box', box_id)} />
          )
        }
        onAgain={
          isTyped
            ? undefined
            : (place) => {
                const again = readBox(place)
                if (again) change(() => again)
                return again !== null
              }
        }
      />
      <h2>{t('Packed and in no box yet')}</h2>
      <Cards
        rows={{ ...orders, rows: free }}
        keyOf={({ order_action_id, facility: at, nm_sku }) => `${order_action_id} ${at} ${nm_sku}`}
        empty={
          <EmptyState
            title={t('Nothing is packed')}
            text={t('Pieces stand here once they are brought into “Packed”.')}
          />
        }
      >
        {(line) => {
          const left = Math.max(0, line.packed - inBoxOf(line))
          return (
            <>
              <span className="facility-card-text">
                <b className="code">{line.nm_sku}</b>
                <span>{`${line.color} · ${line.size} · ${line.order_action_id} · ${line.facility}`}</span>
              </span>
              <Button
                text={t('All {{n}} pcs', { n: number(left) })}
                aria-label={t('All {{n}} pcs of {{nm_sku}}', { n: number(left), nm_sku: line.nm_sku })}
                disabled={left === 0}
                onClick={() => put(line, left)}
              />
            </>
          )
        }}
      </Cards>
      {labels.dialog}
    </>
  )
}

type Free = FacilityLine & Pick<FacilityOrderRow, 'order_action_id' | 'facility'>

/** Lines with packed pieces that are in no box, nor in one that is still to be sent. */
const freeLines = (orders: readonly FacilityOrderRow[], waiting: readonly BoxLine[]): Free[] =>
  orders.flatMap(({ order_action_id, facility, lines }) =>
    lines
      .map((line) => ({ ...line, order_action_id, facility }))
      .map((line) => ({ ...line, packed: line.packed - piecesOf(waiting.filter((one) => isSame(one, line))) }))
      .filter(({ packed }) => packed > 0),
  )

const piecesOf = (lines: readonly BoxLine[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0)

function withLine(box: Packed, line: Omit<BoxLine, 'quantity'> & { facility: string }, quantity: number): Packed {
  const { order_action_id, nm_sku, color, size, facility } = line
  const isThere = box.lines.some((one) => isSame(one, line))
  const lines = isThere
    ? box.lines.map((one) => (isSame(one, line) ? { ...one, quantity } : one))
    : [...box.lines, { order_action_id, nm_sku, color, size, quantity }]
  return {
    ...box,
    facility: piecesOf(box.lines) === 0 ? facility : box.facility,
    // One that was emptied stays: another number is typed there.
    lines,
  }
}

interface BoxLineCardProps {
  line: BoxLine
  most: number
  onChange: (quantity: number) => void
}

function BoxLineCard({ line, most, onChange }: BoxLineCardProps) {
  const { t } = useLocale()
  const { nm_sku, quantity } = line
  const fault = quantity > most ? t(facilityWords.boxFew, { nm_sku, available: most, quantity }) : null
  return (
    <li className="facility-card">
      <span className="facility-card-text">
        <b className="code">{nm_sku}</b>
        <span>{`${line.color} · ${line.size} · ${line.order_action_id}`}</span>
      </span>
      <Pieces label={nm_sku} value={quantity} most={most} fault={fault} onChange={onChange} />
      {fault === null ? null : (
        <span className="facility-card-fault" role="alert">
          {fault}
        </span>
      )}
    </li>
  )
}
