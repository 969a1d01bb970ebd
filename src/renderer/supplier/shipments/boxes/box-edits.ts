import { useTranslation } from 'react-i18next'
import { readBoxSize, sizeFaults, writeBoxSize } from '../../../../shared/areas/shipments/box-size.ts'
import { trackingProblem, type Waybills } from '../../../../shared/areas/shipments/packing.ts'
import { describeProblem } from '../../../../shared/areas/shipments/status.ts'
import { plainText, readCode } from '../../../../shared/kernel/codes.ts'
import { sheetMessages } from '../../../../shared/kernel/sheet.ts'
import type { CallInput } from '../../../actions/calls.ts'
import { useSay } from '../../../actions/say.ts'
import { useAction } from '../../../actions/useAction.ts'
import { api } from '../../../api/client.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { showToast } from '../../../kit/Toasts.tsx'
import { readKilograms, writeKilograms } from '../../../kit/weight.ts'
import type { Packing } from '../packing/packing-draft.ts'
import type { ShipmentDetails } from '../ShipmentActions.tsx'

export type Box = ShipmentDetails['boxes'][number]
export type BoxField = 'tracking_id' | 'weight' | 'size'
export type BoxChange = NonNullable<CallInput<'shipments.updateShipmentDetails'>['boxes']>[number]

/** What was typed for boxes, by box number; text as it stands in the fields. */
export type BoxEdits = Readonly<Record<string, Partial<Record<BoxField, string>>>>

export function savedText(box: Box, field: BoxField): string {
  if (field === 'size') return writeBoxSize(box.size)
  return field === 'weight' ? writeKilograms(box.weight_grams) : (box.tracking_id ?? '')
}

export function shownText(box: Box, edits: BoxEdits, field: BoxField): string {
  return edits[box.box_no]?.[field] ?? savedText(box, field)
}

/** The edits without those of boxes that came in since they were typed: they cannot be saved. */
export function openEdits(edits: BoxEdits, boxes: readonly Box[]): BoxEdits {
  const standing = new Set(boxes.filter((box) => describeProblem(box) !== null).map(({ box_no }) => box_no))
  const all = Object.entries(edits)
  const open = all.filter(([box_no]) => !standing.has(box_no))
  return open.length === all.length ? edits : Object.fromEntries(open)
}

/** The edits with one field more; text that says what is saved is no edit, and a box that came in takes none. */
export function typeBox(edits: BoxEdits, box: Box, field: BoxField, text: string): BoxEdits {
  const { [box.box_no]: before = {}, ...others } = edits
  const { [field]: _, ...rest } = before
  const isNone = text === savedText(box, field) || describeProblem(box) !== null
  const kept = isNone ? rest : { ...rest, [field]: text }
  return Object.keys(kept).length === 0 ? others : { ...others, [box.box_no]: kept }
}

/** What is wrong with what was typed, by box number and field. */
export function boxFaults(
  edits: BoxEdits,
  boxes: readonly Box[],
  waybills: Waybills = 'own',
): ReadonlyMap<string, string> {
  const faults = new Map<string, string>()
  const holders = Map.groupBy(boxes, (box) => normal(shownText(box, edits, 'tracking_id')))
  for (const box of boxes) {
    const { tracking_id, weight, size } = edits[box.box_no] ?? {}
    if (weight !== undefined && readKilograms(weight) === undefined)
      faults.set(`${box.box_no} weight`, 'Invalid weight')
    if (size !== undefined && readBoxSize(size) === undefined) faults.set(`${box.box_no} size`, sizeFaults.unreadable)
    if (tracking_id === undefined || plainText(tracking_id) === '') continue
    const place = `${box.box_no} tracking_id`
    const problem = trackingProblem(tracking_id)
    if (problem !== null) faults.set(place, problem)
    else if (waybills === 'own' && (holders.get(normal(tracking_id))?.length ?? 0) > 1)
      faults.set(place, sheetMessages.invalidBoxTracking)
  }
  return faults
}

function normal(text: string): string {
  return readCode('trackingId', text) ?? ''
}

/** What the call takes: only fields that were typed; null takes a value away. */
export function boxChanges(edits: BoxEdits): BoxChange[] {
  return Object.entries(edits).map(([box_no, { tracking_id, weight, size }]) => ({
    box_no,
    ...(tracking_id !== undefined && { tracking_id: plainText(tracking_id) || null }),
    ...(weight !== undefined && { weight_grams: readKilograms(weight) ?? null }),
    ...(size !== undefined && { size: readBoxSize(size) ?? null }),
  }))
}

/** The changes that bring the boxes back to what they were. */
export function changesBack(changes: readonly BoxChange[], before: readonly Box[]): BoxChange[] {
  const boxes = new Map(before.map((box) => [box.box_no, box]))
  return changes.map(({ box_no, tracking_id, weight_grams, size }) => ({
    box_no,
    ...(tracking_id !== undefined && { tracking_id: boxes.get(box_no)?.tracking_id ?? null }),
    ...(weight_grams !== undefined && { weight_grams: boxes.get(box_no)?.weight_grams ?? null }),
    ...(size !== undefined && { size: boxes.get(box_no)?.size ?? null }),
  }))
}

/** One size typed for several boxes; those that came in keep theirs. */
export function typeSizes(edits: BoxEdits, boxes: readonly Box[], text: string): BoxEdits {
  return boxes.reduce((now, box) => typeBox(now, box, 'size', text), edits)
}

/** Saves tracking ids, weights and sizes of boxes by one call; a refusal names the box, and a save can be undone. */
export function useSaveBoxes(details: ShipmentDetails, onSaved: (packing: Packing, before: number) => void) {
  const { t } = useTranslation()
  const say = useSay()
  const formats = useFormats()
  const { shipment_id, version } = details.shipment
  return useAction(
    async (boxes: BoxChange[], options) => {
      const reply = await api.shipments.updateShipmentDetails({ shipment_id, version, boxes }, options)
      onSaved(reply.data, version)
      return { ...reply, back: changesBack(boxes, details.boxes) }
    },
    {
      what: t('Boxes of {{shipment_id}}', { shipment_id }),
      done: (_, boxes) => t('Boxes changed: {{n}}', { n: formats.number(boxes.length) }),
      undo: ({ back, data }, _, options) =>
        api.shipments.updateShipmentDetails({ shipment_id, version: data.shipment.version, boxes: back }, options),
      failed: ({ code, message, details: { values } }) => {
        if (code !== 'invalid_input' || values?.box_no === undefined) return false
        const place = `${t('Box no')} ${values.box_no} · ${values.tracking_id ?? ''}`
        showToast({ tone: 'error', text: say.message(message, values), more: place })
        return true
      },
    },
  )
}
