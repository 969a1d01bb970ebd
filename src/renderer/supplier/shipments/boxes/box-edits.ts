import { plainText, readCode } from '../../../../shared/domain/codes.ts'
import { trackingProblem } from '../../../../shared/domain/packing.ts'
import { sheetMessages } from '../../../../shared/domain/sheet-messages.ts'
import { describeProblem } from '../../../../shared/domain/shipment-status.ts'
import type { CallInput } from '../../../actions/calls.ts'
import type { ShipmentDetails } from '../next-step.ts'
import { readKilograms, writeKilograms } from '../weight.ts'

export type Box = ShipmentDetails['boxes'][number]
export type BoxField = 'tracking_id' | 'weight'
export type BoxChange = NonNullable<CallInput<'vendor.updateShipmentDetails'>['boxes']>[number]

/** What was typed for boxes, by box number; text as it stands in the fields. */
export type BoxEdits = Readonly<Record<string, Partial<Record<BoxField, string>>>>

export function savedText(box: Box, field: BoxField): string {
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
export function boxFaults(edits: BoxEdits, boxes: readonly Box[]): ReadonlyMap<string, string> {
  const faults = new Map<string, string>()
  const holders = Map.groupBy(boxes, (box) => normal(shownText(box, edits, 'tracking_id')))
  for (const box of boxes) {
    const { tracking_id, weight } = edits[box.box_no] ?? {}
    if (weight !== undefined && readKilograms(weight) === undefined)
      faults.set(`${box.box_no} weight`, 'Invalid weight')
    if (tracking_id === undefined || plainText(tracking_id) === '') continue
    const place = `${box.box_no} tracking_id`
    const problem = trackingProblem(tracking_id)
    if (problem !== null) faults.set(place, problem)
    else if ((holders.get(normal(tracking_id))?.length ?? 0) > 1) faults.set(place, sheetMessages.invalidBoxTracking)
  }
  return faults
}

function normal(text: string): string {
  return readCode('trackingId', text) ?? ''
}

/** What the call takes: only fields that were typed; null takes a value away. */
export function boxChanges(edits: BoxEdits): BoxChange[] {
  return Object.entries(edits).map(([box_no, { tracking_id, weight }]) => ({
    box_no,
    ...(tracking_id !== undefined && { tracking_id: plainText(tracking_id) || null }),
    ...(weight !== undefined && { weight_grams: readKilograms(weight) ?? null }),
  }))
}

/** The changes that bring the boxes back to what they were. */
export function changesBack(changes: readonly BoxChange[], before: readonly Box[]): BoxChange[] {
  const boxes = new Map(before.map((box) => [box.box_no, box]))
  return changes.map(({ box_no, tracking_id, weight_grams }) => ({
    box_no,
    ...(tracking_id !== undefined && { tracking_id: boxes.get(box_no)?.tracking_id ?? null }),
    ...(weight_grams !== undefined && { weight_grams: boxes.get(box_no)?.weight_grams ?? null }),
  }))
}
