import {
  lineKey,
  type PackingEntry,
  rowFaults,
  trackingProblem,
  type Waybills,
} from '../../../../shared/areas/shipments/packing.ts'
import { readCode } from '../../../../shared/kernel/codes.ts'
import { sheetMessages } from '../../../../shared/kernel/sheet.ts'
import { readKilograms } from '../../../kit/weight.ts'
import { type Boxes, boxTotal, type DraftBox, type PackingLine, type TextColumn } from './packing-draft.ts'

export interface LineSum {
  ready: number
  packed: number
  /** Negative where the boxes hold too many. */
  missing: number
}

export interface PackingSums {
  byLine: ReadonlyMap<string, LineSum>
  ready: number
  packed: number
  /** Pieces in no box; surplus of other lines does not hide them. */
  missing: number
  /** Pieces over what the shipment holds. */
  surplus: number
}

/** Ready, packed and missing per line and in all. Pieces of lines that the shipment no longer holds are not counted. */
export function packingSums(boxes: Boxes, lines: readonly PackingLine[]): PackingSums {
  const packed = new Map<string, number>()
  for (const { pieces } of boxes)
    for (const [key, quantity] of Object.entries(pieces)) packed.set(key, (packed.get(key) ?? 0) + quantity)
  const byLine = new Map(
    lines.map((line): [string, LineSum] => {
      const sum = packed.get(lineKey(line)) ?? 0
      return [lineKey(line), { ready: line.ready_quantity, packed: sum, missing: line.ready_quantity - sum }]
    }),
  )
  const add = (of: (sum: LineSum) => number) => [...byLine.values()].reduce((total, sum) => total + of(sum), 0)
  return {
    byLine,
    ready: add((sum) => sum.ready),
    packed: add((sum) => sum.packed),
    missing: add((sum) => Math.max(0, sum.missing)),
    surplus: add((sum) => Math.max(0, -sum.missing)),
  }
}

/** What is wrong in the boxes, by box id and column; the words are the specification's. */
export type PackingFaults = ReadonlyMap<string, string>

export function faultKey(id: number, column: TextColumn | 'contents'): string {
  return `${id} ${column}`
}

/** Every fault of the typed boxes but their sums: numbers of boxes, tracking ids by the server's rule, weights, empty boxes. */
export function packingFaults(boxes: Boxes, lines: readonly PackingLine[], waybills: Waybills = 'own'): PackingFaults {
  const faults = new Map<string, string>()
  const add = (box: DraftBox, column: TextColumn | 'contents', message: string) => {
    if (!faults.has(faultKey(box.id, column))) faults.set(faultKey(box.id, column), message)
  }
  const numbers = new Set<string>()
  for (const box of boxes) {
    const boxNo = readCode('boxNo', box.box_no)
    if (boxNo === null) add(box, 'box_no', sheetMessages.invalidBox)
    else if (numbers.has(boxNo)) add(box, 'box_no', sheetMessages.multipleEntries)
    if (boxNo !== null) numbers.add(boxNo)
    const problem = box.tracking_id === '' ? null : trackingProblem(box.tracking_id)
    if (problem !== null) add(box, 'tracking_id', problem)
    if (readKilograms(box.weight) === undefined) add(box, 'weight', 'Invalid weight')
    if (boxTotal(box) === 0) add(box, 'contents', sheetMessages.zeroInBox)
  }
  for (const fault of rowFaults(entriesOf(boxes), lines, waybills))
    if (fault.field === 'tracking_id' && fault.row !== null) add(fault.row, 'tracking_id', fault.message)
  return faults
}

/** A row per box is enough for the rule of tracking ids: sums are counted elsewhere. */
function entriesOf(boxes: Boxes): PackingEntry<DraftBox>[] {
  return boxes.map((box) => ({
    row: box,
    box_no: box.box_no,
    order_id: '',
    nm_sku: '',
    quantity: 1,
    tracking_id: readCode('trackingId', box.tracking_id),
  }))
}
