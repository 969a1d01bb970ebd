import { Button } from '@blueprintjs/core'
import { z } from 'zod'
import type { FacilityBoxRow } from '../../../shared/areas/facilities/calls.ts'
import { facilityWords } from '../../../shared/areas/facilities/words.ts'
import { readTraced } from '../../../shared/kernel/traced-code.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { useTyped } from '../../forms/useTyped.ts'
import { listed } from '../../i18n/formats.ts'
import { useDialog } from '../../kit/dialogs.tsx'
import { EmptyState, Instant } from '../../kit/states.tsx'
import { useConfirm } from '../../kit/useConfirm.tsx'
import { ScanField } from '../../scan/ScanField.tsx'
import { useLocale } from '../../table/words.ts'
import { useBoxLabels } from './label-print.tsx'
import { boxWords } from './PackBox.tsx'
import { Cards, useAllRows, useScans, useVerdict } from './parts.tsx'
import { ShipmentForm } from './ShipmentForm.tsx'

const codes = z.array(z.string())

interface BoxesProps {
  facility: string
  onShipment: (number: string) => void
}

/** Boxes on no shipment: scanned or ticked, they become one. */
export function Boxes({ facility, onShipment }: BoxesProps) {
  const { t, number, plural } = useLocale()
  const boxes = useAllRows('facilities.getFacilityBoxes', {
    ...{ tab: 'free', page_size: 200 },
    ...(facility !== '' && { facility }),
  })
  const typed = useTyped<string[]>('facility-boxes-chosen', codes, [], t('New shipment'))
  const verdict = useVerdict()
  const labels = useBoxLabels()
  const confirm = useConfirm()
  const unpack = useAction(
    ({ facility, box_id, version }: FacilityBoxRow, options) =>
      api.facilities.createBox({ facility, box_id, version, lines: [] }, options),
    { refresh: ['facilities'], looksAgain: true },
  )
  const askToUnpack = async (box: FacilityBoxRow) => {
    const { box_id: code } = box
    const isMeant = await confirm.ask({
      title: t('Unpack box {{code}}?', { code }),
      text: (
        <>
          {t('Its {{n}} pcs are packed again and in no box; its label is void.', { n: number(box.pieces) })}
          <ul>
            {box.lines.map(({ order_action_id, nm_sku, quantity }) => (
              <li key={`${order_action_id} ${nm_sku}`}>
                {order_action_id} · {nm_sku} · {number(quantity)}
              </li>
            ))}
          </ul>
        </>
      ),
      confirm: t('Unpack the box'),
      isDangerous: true,
    })
    if (isMeant && (await unpack.run(box))) typed.change((now) => now.filter((one) => one !== code))
  }
  const chosen = boxes.rows.filter(({ box_id }) => typed.value.includes(box_id))
  const of = chosen[0]?.facility ?? ''
  const make = useDialog(ShipmentForm, {
    // Others may have taken one of them by now: the next press is of those that are left.
    boxes: chosen.map(({ box_id }) => box_id),
    onMade: (shipment: string) => {
      typed.reset()
      onShipment(shipment)
    },
  })
  const pieces = chosen.reduce((sum, box) => sum + box.pieces, 0)
  const refusal = (box: FacilityBoxRow) =>
    of !== '' && box.facility !== of
      ? t(boxWords.otherBox, { facility: of, code: box.box_id, other: box.facility })
      : null
  const add = (box: FacilityBoxRow) => typed.change((now) => [...now.filter((one) => one !== box.box_id), box.box_id])
  const scan = useScans(boxes, verdict, (raw) => {
    const { sscc, text } = readTraced(raw)
    const code = sscc ?? text
    const box = boxes.rows.find(({ box_id }) => box_id === code)
    if (box === undefined) verdict.bad(t(boxWords.notFree, { code }))
    else if (typed.value.includes(code)) verdict.bad(t(facilityWords.boxTwice, { code }))
    else {
      const refused = refusal(box)
      if (refused === null) {
        add(box)
        verdict.good(code)
      } else verdict.bad(refused)
    }
  })
  const tick = (box: FacilityBoxRow, isOn: boolean) => {
    if (!isOn) typed.change((now) => now.filter((one) => one !== box.box_id))
    else {
      const refused = refusal(box)
      if (refused === null) add(box)
      else verdict.bad(refused)
    }
  }
  return (
    <>
      <ScanField label={t('Scan a box')} placeholder={t('SSCC on its label')} onScan={scan} />
      {verdict.shown}
      <Cards
        rows={boxes}
        keyOf={({ box_id }) => box_id}
        empty={<EmptyState title={t('No box waits for a shipment')} text={t('Pack one first.')} />}
      >
        {(box) => (
          <>
            <label className="facility-tick">
              <input
                type="checkbox"
                aria-label={box.box_id}
                checked={typed.value.includes(box.box_id)}
                onChange={({ target }) => tick(box, target.checked)}
              />
            </label>
            <BoxText box={box} />
            <Button
              text={t('Label')}
              aria-label={t('Label of {{code}}', { code: box.box_id })}
              onClick={() => void labels.print(box)}
            />
            <Button
              text={t('Unpack…')}
              aria-label={t('Unpack box {{code}}…', { code: box.box_id })}
              onClick={() => void askToUnpack(box)}
            />
          </>
        )}
      </Cards>
      <div className="facility-foot">
        <Button
          intent="primary"
          text={t('Make a shipment: {{boxes}}, {{pieces}} pcs…', {
            boxes: plural(chosen.length, '1 box', '{{n}} boxes'),
            pieces: number(pieces),
          })}
          disabled={chosen.length === 0}
          onClick={() => make.open({ facility: of })}
        />
      </div>
      {make.dialog}
      {confirm.dialog}
      {labels.dialog}
    </>
  )
}

/** What a box holds, in a card. */
export function BoxText({ box }: { box: FacilityBoxRow }) {
  const { t, number, kilograms } = useLocale()
  const orders = [...new Set(box.lines.map(({ order_action_id }) => order_action_id))]
  return (
    <span className="facility-card-text">
      <b className="code">{box.box_id}</b>
      <span>
        {[
          box.facility,
          t('{{n}} pcs', { n: number(box.pieces) }),
          box.weight_grams === null ? null : `${kilograms(box.weight_grams)} kg`,
          listed(orders),
          box.is_received ? t('Received in India') : null,
        ]
          .filter((part) => part !== null)
          .join(' · ')}
      </span>
      <span className="muted">
        {box.made_by} · <Instant at={box.made_at} />
      </span>
    </span>
  )
}
