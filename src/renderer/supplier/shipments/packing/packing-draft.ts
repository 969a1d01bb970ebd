import { lineKey } from '../../../../shared/areas/shipments/packing.ts'
import { plainText } from '../../../../shared/kernel/codes.ts'
import type { CallData, CallInput } from '../../../actions/calls.ts'
import { readKilograms, writeKilograms } from '../../../kit/weight.ts'

export type Packing = CallData<'shipments.getPackingItems'>
export type PackingLine = Packing['lines'][number]
type WireBox = CallInput<'shipments.updatePackingItems'>['boxes'][number]

/** A box while it is being typed: everything as text or pieces, nothing checked yet. */
export interface DraftBox {
  /** Local identity: a box number can be changed while typing. */
  readonly id: number
  readonly box_no: string
  readonly tracking_id: string
  /** Kilograms as typed. */
  readonly weight: string
  /** Pieces by `lineKey`; 0 is left out. */
  readonly pieces: Readonly<Record<string, number>>
}

export type Boxes = readonly DraftBox[]

export function draftOf(boxes: Packing['boxes']): Boxes {
  return boxes.map((box, id) => ({
    id,
    box_no: box.box_no,
    tracking_id: box.tracking_id ?? '',
    weight: writeKilograms(box.weight_grams),
    pieces: Object.fromEntries(box.items.map((item) => [lineKey(item), item.quantity])),
  }))
}

/** The list as the call takes it; `packingFaults` must have found nothing. Items stand in the order of the lines. */
export function wireBoxes(boxes: Boxes, lines: readonly PackingLine[]): WireBox[] {
  return boxes.map((box) => ({
    box_no: plainText(box.box_no),
    tracking_id: plainText(box.tracking_id) || null,
    weight_grams: readKilograms(box.weight) ?? null,
    items: lines.flatMap((line) => {
      const quantity = box.pieces[lineKey(line)] ?? 0
      return quantity > 0 ? [{ order_id: line.order_id, nm_sku: line.nm_sku, quantity }] : []
    }),
  }))
}

/** The number after the last box, with its letters and leading zeros: "A09" is followed by "A10". Never one that is taken. */
export function nextBoxNo(boxes: Boxes): string {
  const last = boxes.at(-1)?.box_no ?? '0'
  const [, prefix = last, digits = ''] = /^(.*?)(\d*)$/.exec(last) ?? []
  const taken = new Set(boxes.map((box) => box.box_no))
  for (let number = Number(digits) + 1; ; number++) {
    const name = `${prefix}${String(number).padStart(digits.length, '0')}`
    if (!taken.has(name)) return name
  }
}

export function addBox(boxes: Boxes, content: Partial<Omit<DraftBox, 'id'>> = {}): Boxes {
  const id = boxes.reduce((most, box) => Math.max(most, box.id), -1) + 1
  return [...boxes, { box_no: nextBoxNo(boxes), tracking_id: '', weight: '', pieces: {}, ...content, id }]
}

export function removeBox(boxes: Boxes, id: number): Boxes {
  return boxes.filter((box) => box.id !== id)
}

/** The same contents and weight under the next number; a tracking id belongs to one box and is not copied. */
export function duplicateBox(boxes: Boxes, id: number): Boxes {
  const box = boxes.find((each) => each.id === id)
  return box === undefined ? boxes : addBox(boxes, { weight: box.weight, pieces: box.pieces })
}

/** Columns of the grid from the left: three of text, then one per line. */
export const textColumns = ['box_no', 'tracking_id', 'weight'] as const

export type TextColumn = (typeof textColumns)[number]

export function typeText(boxes: Boxes, row: number, column: TextColumn, text: string): Boxes {
  return boxes.map((box, at) => (at === row ? { ...box, [column]: text } : box))
}

export function typePieces(boxes: Boxes, row: number, key: string, quantity: number | null): Boxes {
  return boxes.map((box, at) => (at === row ? { ...box, pieces: withPieces(box.pieces, key, quantity ?? 0) } : box))
}

export function withPieces(pieces: DraftBox['pieces'], key: string, quantity: number): DraftBox['pieces'] {
  const { [key]: _, ...others } = pieces
  return quantity > 0 ? { ...others, [key]: quantity } : others
}

/** Repeats one cell in every box below it. Box numbers and tracking ids are one of a kind and stay. */
export function fillDown(boxes: Boxes, lines: readonly PackingLine[], row: number, column: number): Boxes {
  const from = boxes[row]
  if (from === undefined || column < textColumns.indexOf('weight')) return boxes
  const line = lines[column - textColumns.length]
  return boxes.map((box, at) => {
    if (at <= row) return box
    if (line === undefined) return { ...box, weight: from.weight }
    return { ...box, pieces: withPieces(box.pieces, lineKey(line), from.pieces[lineKey(line)] ?? 0) }
  })
}

export function boxTotal(box: DraftBox): number {
  return Object.values(box.pieces).reduce((sum, quantity) => sum + quantity, 0)
}
