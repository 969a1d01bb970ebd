import { isSscc, readCode } from '../../kernel/codes.ts'
import { sheetMessages } from '../../kernel/sheet.ts'
import type { WordValues } from '../../kernel/words.ts'
import { type BoxSize, isSameSize, sizeFaults, writeBoxSize } from './box-size.ts'

/** Whether a waybill may be on several boxes of a shipment, as the company's settings say. */
export type Waybills = 'own' | 'shared'

/** The rules of a packing list, the same for a sheet, the grid and a scan (rules, section 2). */

/** What a shipment holds: the pieces that the boxes must add up to, per order and SKU. */
export interface ReadyLine {
  order_id: string
  nm_sku: string
  ready_quantity: number
}

/** One row of a packing list: pieces of one order line in one box. `row` is the caller's own name for the place. */
export interface PackingEntry<Row> {
  row: Row
  box_no: string
  order_id: string
  nm_sku: string
  quantity: number
  tracking_id: string | null
  /** Of its box; undefined or null: this row does not tell it. */
  size?: BoxSize | null
}

export type PackingField = 'box_no' | 'order_id' | 'nm_sku' | 'quantity' | 'tracking_id' | 'length_cm'

export interface PackingFault<Row> {
  /** null: the fault belongs to no row, for example pieces that no box holds. */
  row: Row | null
  field: PackingField
  value: string
  message: string
  expected?: string
  /** What fills the blanks of `expected`. */
  values?: WordValues
  /** The row that says the same. */
  twiceOf?: Row
}

/** What is wrong with a tracking id as it was typed, in a sheet or a field; null for a sound one. English, and the key of its translation. */
export function trackingProblem(text: string): string | null {
  if (readCode('trackingId', text) !== null) return null
  return isSscc(text) ? sheetMessages.ssccAsTracking : sheetMessages.invalidTrackingId
}

/** An order line by the ids that people know. */
export interface LineRef {
  order_id: string
  nm_sku: string
}

/** One key for an order line in maps. Ids hold no line break. */
export function lineKey(line: LineRef): string {
  return `${line.order_id}\n${line.nm_sku}`
}

/** The order in a line's key. */
export function orderOfLine(key: string): string {
  return key.slice(0, key.indexOf('\n'))
}

/** Finds every fault of the rows at once, in their order. Sums are left to `sumFaults`. */
export function rowFaults<Row>(
  entries: readonly PackingEntry<Row>[],
  ready: readonly ReadyLine[],
  waybills: Waybills = 'own',
): PackingFault<Row>[] {
  const unknown = unknownLines(ready)
  const seen = new Map<string, Row>()
  const trackingFault = trackingFaults(entries, waybills)
  const sizes = new Map<string, BoxSize>()
  const faults: PackingFault<Row>[] = []
  for (const entry of entries) {
    const fault = (field: PackingField, message: string, more: Partial<PackingFault<Row>> = {}) =>
      faults.push({ row: entry.row, field, value: shownValue(entry, field), message, ...more })
    if (entry.quantity < 0) fault('quantity', sheetMessages.negativeInBox, { expected: '≥ 1' })
    else if (entry.quantity === 0) fault('quantity', sheetMessages.zeroInBox, { expected: '≥ 1' })
    for (const { field, ...hint } of unknown(entry))
      fault(field, sheetMessages.notOnPlatform, { expected: sheetMessages.changeLines, ...hint })
    const place = `${entry.box_no}\n${lineKey(entry)}`
    const twiceOf = seen.get(place)
    if (twiceOf !== undefined) fault('nm_sku', sheetMessages.multipleEntries, { twiceOf })
    else seen.set(place, entry.row)
    const size = sizes.get(entry.box_no)
    if (entry.size && size && !isSameSize(entry.size, size))
      fault('length_cm', sizeFaults.differs, { expected: writeBoxSize(size) })
    if (entry.size && !size) sizes.set(entry.box_no, entry.size)
    const clash = trackingFault(entry)
    if (clash !== null) fault('tracking_id', sheetMessages.invalidBoxTracking, clash)
  }
  return faults
}

function shownValue(entry: PackingEntry<unknown>, field: PackingField): string {
  return field === 'length_cm' ? writeBoxSize(entry.size ?? null) : String(entry[field] ?? '')
}

/** What would be right: `expected` as it stands in a fault, and what fills its blanks. */
type FaultHint = Pick<PackingFault<unknown>, 'expected' | 'values'>

/** More orders than this are no proposal. */
const mostProposed = 3

/**
 * Says of an order and a SKU that do not belong together which of the two is wrong: the SKU where the order is known and the
 * SKU is not, otherwise the order, with the orders that the SKU is known in.
 */
export function unknownLines(
  known: readonly LineRef[],
): (line: LineRef) => (FaultHint & { field: 'order_id' | 'nm_sku' })[] {
  const lines = new Set(known.map(lineKey))
  const orders = new Set(known.map(({ order_id }) => order_id))
  const ofSku = Map.groupBy(known, ({ nm_sku }) => nm_sku)
  return (line) => {
    if (lines.has(lineKey(line))) return []
    const right = [...new Set(ofSku.get(line.nm_sku)?.map(({ order_id }) => order_id))]
    if (right.length === 0 && orders.has(line.order_id)) return [{ field: 'nm_sku' }]
    if (right.length === 0) return [{ field: 'order_id' }, { field: 'nm_sku' }]
    return [{ field: 'order_id', ...(right.length <= mostProposed && { expected: right.join(' · ') }) }]
  }
}

/** What would be right of a tracking id: translation keys as well. */
export const trackingExpectations = {
  oneForBox: 'One tracking ID for the whole box.',
  ownOfBox: 'A tracking ID of its own: box {{box_no}} has this one.',
} as const

interface Tracked {
  box_no: string
  tracking_id: string | null
}

/** How many rows give a box each tracking id. */
function countByBox(entries: readonly Tracked[]): Map<string, Map<string, number>> {
  const boxes = new Map<string, Map<string, number>>()
  for (const { box_no, tracking_id } of entries) {
    if (tracking_id === null) continue
    const counts = boxes.get(box_no) ?? new Map<string, number>()
    boxes.set(box_no, counts.set(tracking_id, (counts.get(tracking_id) ?? 0) + 1))
  }
  return boxes
}

/** The ids that most rows of the box give; of those that as many rows give, one that no other box has more rows of. */
function commonest(counts: ReadonlyMap<string, number>, elsewhere: (id: string) => number): string[] {
  const most = Math.max(...counts.values())
  const all = [...counts].filter(([, count]) => count === most).map(([id]) => id)
  const own = all.filter((id) => elsewhere(id) === 0)
  return own.length > 0 ? own : all
}

/**
 * A box has one tracking id, and a tracking id one box, unless waybills may be shared. Most rows decide, wherever they stand: the odd one out is the fault,
 * and is told the right value. Where as many rows say one thing as another, all of them are to be looked at.
 */
export function trackingFaults(
  entries: readonly Tracked[],
  waybills: Waybills = 'own',
): (entry: Tracked) => FaultHint | null {
  const boxes = countByBox(entries)
  const holders = new Map<string, { box_no: string; count: number }[]>()
  for (const [box_no, counts] of boxes)
    for (const [id, count] of counts) {
      const of = holders.get(id) ?? []
      of.push({ box_no, count })
      holders.set(id, of)
    }
  const right = new Map(
    [...boxes].map(([box_no, counts]) => {
      const elsewhere = (id: string) => (holders.get(id)?.length ?? 0) - 1
      return [box_no, commonest(counts, elsewhere)] as const
    }),
  )
  /** Of the boxes that an id is right for, the one with the most rows of it; of equals the first. */
  const owner = new Map(
    [...holders].map(([id, of]) => {
      const claims = of.filter(({ box_no }) => right.get(box_no)?.includes(id))
      return [id, claims.toSorted((a, b) => b.count - a.count)[0]?.box_no] as const
    }),
  )
  return ({ box_no, tracking_id: id }) => {
    if (id === null) return null
    const [first, ...others] = right.get(box_no) ?? []
    if (first !== undefined && others.length === 0 && first !== id) return { expected: first }
    if (others.length > 0) return { expected: trackingExpectations.oneForBox }
    if (waybills === 'shared') return null
    const holder = owner.get(id)
    if (holder === undefined || holder === box_no) return null
    return { expected: trackingExpectations.ownOfBox, values: { box_no: holder } }
  }
}

/** A line whose boxes do not add up; `surplus` is negative where pieces are missing. */
export interface SumFault<Row> extends PackingFault<Row> {
  surplus: number
}

/** Where the boxes do not add up, named at the last row of the line, or at none when it has no row. */
export function sumFaults<Row>(entries: readonly PackingEntry<Row>[], ready: readonly ReadyLine[]): SumFault<Row>[] {
  const packed = new Map<string, { sum: number; last: Row }>()
  for (const entry of entries) {
    const sum = (packed.get(lineKey(entry))?.sum ?? 0) + Math.max(0, entry.quantity)
    packed.set(lineKey(entry), { sum, last: entry.row })
  }
  return ready.flatMap((line) => {
    const got = packed.get(lineKey(line))
    const sum = got?.sum ?? 0
    if (sum === line.ready_quantity) return []
    return [
      {
        row: got?.last ?? null,
        field: 'quantity' as const,
        value: `${line.order_id} · ${line.nm_sku}: ${sum}`,
        message: sheetMessages.wrongOrderQuantity,
        expected: String(line.ready_quantity),
        surplus: sum - line.ready_quantity,
      },
    ]
  })
}

/** Pieces of each line that no box holds; negative where the boxes hold too many. */
export function missingPieces(
  entries: readonly Pick<PackingEntry<unknown>, 'order_id' | 'nm_sku' | 'quantity'>[],
  ready: readonly ReadyLine[],
): Map<string, number> {
  const rest = new Map(ready.map((line) => [lineKey(line), line.ready_quantity]))
  for (const entry of entries) rest.set(lineKey(entry), (rest.get(lineKey(entry)) ?? 0) - entry.quantity)
  return rest
}
