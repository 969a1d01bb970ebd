import { sizeFaults, sizeOfSides } from '../../../shared/areas/shipments/box-size.ts'
import {
  lineKey,
  missingPieces,
  type PackingEntry,
  type PackingFault,
} from '../../../shared/areas/shipments/packing.ts'
import { packingList } from '../../../shared/areas/shipments/sheets.ts'
import type { Contract } from '../../../shared/areas.ts'
import { sheetMessages } from '../../../shared/kernel/sheet.ts'
import { recordDownload } from '../../audit/audit.ts'
import type { CallContext, FileReply, Handlers } from '../../http/call.ts'
import { invalidInput } from '../../http/errors.ts'
import { placeOf, type ReadRows, type SheetRow } from '../../sheets/read-rows.ts'
import { type SheetValues, takeSheet } from '../../sheets/take-sheet.ts'
import { loadPlainBoxes } from './box-rows.ts'
import { lockFor } from './commands.ts'
import { packingFaults, packingSumFaults, savePacking } from './packing.ts'
import { findShipment, packedLines, shipmentLines, shipmentWire } from './shipments.ts'

/**
 * A vendor's packing list. `good_rows` leaves faulty rows out, and what is then in no box goes back to the platform.
 */
export const uploadPackingList: Handlers<Contract['shipments']>['uploadPackingList'] = takeSheet(packingList, {
  words: { taken: 'Packing list taken.', unchanged: 'The packing list is unchanged.' },
  accept: ['xlsx'],
  async lock({ tx, context, input }) {
    const shipment = await lockFor(tx, context, 'pack', input.shipment_id, undefined)
    return { shipment, lines: await packedLines(tx, shipment.id) }
  },
  async check({ tx, input, held: { shipment, lines }, rows, read, faults, refuse, refuseTwice }) {
    if (lines.length === 0) {
      refuse(null, '', 'Shipped quantity is zero for the schedule.')
      return { good: [] }
    }
    const whole = rows.filter((row) => sizeOf(row) !== undefined)
    for (const row of rows) if (!whole.includes(row)) refuse(row, sideMissing(row), sizeFaults.incomplete)
    const entries = whole.map(entryOf)
    const found = await packingFaults(tx, shipment, lines, entries)
    const bad = new Set(found.map((fault) => fault.row))
    const wrongBoxes = mistrackedBoxes(read, found, faults.untold())
    for (const row of rows) if (sizeOf(row) === undefined) wrongBoxes.add(row.values.box_no)
    const sound = entries.filter((entry) => !bad.has(entry.row))
    const good = sound.filter((entry) => !wrongBoxes.has(entry.box_no))
    // Missing pieces are only worth saying when no row was lost: otherwise the lost rows are the reason.
    const complete = input.mode === 'all' && whole.length === read.rows.length && found.length === 0
    const ofGood = packingSumFaults(lines, good, !complete)
    // Rows that go with their box are summed by themselves: what is too much among them is told, and takes no good row along.
    const leftOut = sound.filter((entry) => wrongBoxes.has(entry.box_no))
    const sums = [...ofGood, ...packingSumFaults(lines, leftOut, true)]
    for (const { row, field, message, expected, values, twiceOf } of found)
      if (row && twiceOf) refuseTwice(row, field, twiceOf)
      else refuse(row, field, message, expected, values && { values })
    for (const { row, field, message, expected, value } of sums) refuse(row, field, message, expected, { value })
    const over = new Set(ofGood.flatMap(({ row, surplus }) => (row && surplus > 0 ? [lineKey(entryOf(row))] : [])))
    for (const { row, box_no } of leftOut) refuse(row, 'box_no', sheetMessages.leftWithBox, '', { values: { box_no } })
    const taken = good.filter((entry) => !over.has(lineKey(entry)))
    return { good: taken, rest: restOf(lines, taken) }
  },
  async save({ tx, context, held: { shipment, lines } }, { good }) {
    const boxes = await savePacking(tx, context, { shipment, lines, entries: good })
    const after = boxes ? await findShipment(tx, context.caller, shipment.shipment_id) : shipment
    return {
      changed: boxes ? good.length : 0,
      to_platform: boxes ? restOf(lines, good) : 0,
      boxes: boxes ?? (await loadPlainBoxes(tx, shipment.id)),
      shipment: shipmentWire(after),
    }
  },
})

type Row = SheetRow<SheetValues<typeof packingList>>

/** Pieces that are in no box, which go back to the platform. */
function restOf(lines: Parameters<typeof missingPieces>[1], entries: readonly PackingEntry<Row>[]): number {
  return missingPieces(entries, lines)
    .values()
    .reduce((sum, pieces) => sum + Math.max(0, pieces), 0)
}

/** A tracking id, like a size, belongs to a whole box: where it is wrong, or may be, no row of the box can be taken. */
function mistrackedBoxes(
  read: ReadRows,
  found: readonly PackingFault<Row>[],
  untold: ReadonlySet<string>,
): Set<string> {
  const named = read.faults.filter((fault) => fault.message === sheetMessages.invalidTrackingId).map(placeOf)
  const misread = new Set([...named, ...untold])
  return new Set([
    ...found.flatMap(({ field, row }) =>
      (field === 'tracking_id' || field === 'length_cm') && row ? [row.values.box_no] : [],
    ),
    ...read.rows.filter((row) => misread.has(placeOf(row))).map((row) => String(row.values.box_no ?? '')),
  ])
}

function entryOf(row: Row): PackingEntry<Row> {
  const { length_cm: _l, width_cm: _w, height_cm: _h, ...values } = row.values
  return { row, ...values, size: sizeOf(row) ?? null }
}

const sides = ['length_cm', 'width_cm', 'height_cm'] as const

/** undefined where a side is missing. */
const sizeOf = ({ values }: Row) => sizeOfSides(sides.map((side) => values[side]))

const sideMissing = ({ values }: Row) => sides.find((side) => values[side] === null) ?? 'length_cm'

/** Empty rows under the filled ones: one line often goes into several boxes. */
const SPARE_ROWS = 200

/** A packing list filled with the shipment's open lines, with lists to choose orders and SKUs from. */
export async function samplePackingFile(input: { shipment_id: string }, context: CallContext): Promise<FileReply> {
  const shipment = await findShipment(context.db, context.caller, input.shipment_id)
  const lines = await shipmentLines(context.db, shipment.id)
  if (lines.length === 0) throw invalidInput('Shipped quantity is zero for the schedule.')
  await recordDownload(context, 'packing_list.xlsx', { shipment_id: shipment.shipment_id })
  const rows = lines.map((line) => ({
    box_no: null,
    order_id: line.order_id,
    nm_sku: line.nm_sku,
    quantity: line.ready_quantity,
    ...{ tracking_id: null, length_cm: null, width_cm: null, height_cm: null },
  }))
  const validation = {
    order_id: [...new Set(lines.map((line) => line.order_id))],
    nm_sku: [...new Set(lines.map((line) => line.nm_sku))],
  }
  // Loaded when needed: the library for workbooks would hold up every start.
  const { writeWorkbook } = await import('../../sheets/write-workbook.ts')
  return { body: writeWorkbook(packingList, rows, { validation, spareRows: SPARE_ROWS }) }
}
