import { isSscc, readCode } from '../../kernel/codes.ts'
import { sheetMessages } from '../../kernel/sheet.ts'

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
}

export type PackingField = 'box_no' | 'order_id' | 'nm_sku' | 'quantity' | 'tracking_id'

export interface PackingFault<Row> {
  /** null: the fault belongs to no row, for example pieces that no box holds. */
  row: Row | null
  field: PackingField
  value: string
  message: string
  expected?: string
}

/** What is wrong with a tracking id as it was typed, in a sheet or a field; null for a sound one. English, and the key of its translation. */
export function trackingProblem(text: string): string | null {
  if (readCode('trackingId', text) !== null) return null
  return isSscc(text) ? sheetMessages.ssccAsTracking : sheetMessages.invalidTrackingId
}

/** One key for an order line in maps. Ids hold no line break. */
export function lineKey(line: { order_id: string; nm_sku: string }): string {
  return `${line.order_id}\n${line.nm_sku}`
}

/** Finds every fault of the rows at once, in their order. Sums are left to `sumFaults`. */
export function rowFaults<Row>(
  entries: readonly PackingEntry<Row>[],
  ready: readonly ReadyLine[],
): PackingFault<Row>[] {
  const known = new Map(ready.map((line) => [lineKey(line), line]))
  const seen = new Set<string>()
  const tracking = trackingByBox(entries)
  const faults: PackingFault<Row>[] = []
  for (const entry of entries) {
    const fault = (field: PackingField, message: string, expected?: string) =>
      faults.push({
        row: entry.row,
        field,
        value: String(entry[field] ?? ''),
        message,
        ...(expected ? { expected } : {}),
      })
    if (entry.quantity < 0) fault('quantity', sheetMessages.negativeInBox, '≥ 1')
    else if (entry.quantity === 0) fault('quantity', sheetMessages.zeroInBox, '≥ 1')
    if (!known.has(lineKey(entry))) fault('nm_sku', sheetMessages.notOnPlatform)
    const place = `${entry.box_no}\n${lineKey(entry)}`
    if (seen.has(place)) fault('nm_sku', sheetMessages.multipleEntries)
    seen.add(place)
    const clash = trackingClash(entry, tracking)
    if (clash !== null) fault('tracking_id', sheetMessages.invalidBoxTracking, clash)
  }
  return faults
}

/** A box has one tracking id, and a tracking id one box. */
function trackingByBox<Row>(entries: readonly PackingEntry<Row>[]): {
  ofBox: Map<string, string>
  ofId: Map<string, string>
} {
  const ofBox = new Map<string, string>()
  const ofId = new Map<string, string>()
  for (const { box_no, tracking_id } of entries) {
    if (tracking_id === null) continue
    if (!ofBox.has(box_no)) ofBox.set(box_no, tracking_id)
    if (!ofId.has(tracking_id)) ofId.set(tracking_id, box_no)
  }
  return { ofBox, ofId }
}

function trackingClash<Row>(entry: PackingEntry<Row>, first: ReturnType<typeof trackingByBox>): string | null {
  if (entry.tracking_id === null) return null
  const ofBox = first.ofBox.get(entry.box_no)
  if (ofBox !== entry.tracking_id) return ofBox ?? null
  const box = first.ofId.get(entry.tracking_id)
  return box === entry.box_no || box === undefined ? null : box
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
