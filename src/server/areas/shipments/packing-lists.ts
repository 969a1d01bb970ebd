import { lineKey, type PackingEntry, type PackingFault } from '../../../shared/areas/shipments/packing.ts'
import { packingList } from '../../../shared/areas/shipments/sheets.ts'
import { bilingual, type Fault, sheetMessages } from '../../../shared/kernel/sheet.ts'
import { recordDownload } from '../../audit/audit.ts'
import { type FileReply, type Said, said, type Tx, type Upload, type Work } from '../../http/call.ts'
import { invalidInput } from '../../http/errors.ts'
import {
  faultAt,
  inSheetOrder,
  placeOf,
  type ReadRows,
  readRows,
  type SheetRow,
  splitMisread,
  textAt,
} from '../../sheets/read-rows.ts'
import { FaultsFound, refuseFaults, takingFile } from '../../sheets/refused-files.ts'
import { loadPlainBoxes, type PlainBox } from './box-rows.ts'
import { lockFor } from './commands.ts'
import { packingFaults, packingSumFaults, savePacking } from './packing.ts'
import {
  findShipment,
  type PackedLine,
  packedLines,
  type ShipmentRow,
  shipmentLines,
  shipmentWire,
} from './shipments.ts'

export interface UploadOutcome {
  rows_taken: number
  rows_refused: number
  rows_unchanged: number
  boxes?: PlainBox[]
  shipment?: ShipmentRow
}

interface Input {
  shipment_id: string
  mode: 'all' | 'good_rows'
  file: Upload
}

type Entry = PackingEntry<SheetRow>

/**
 * A vendor's packing list: read and checked whole, then written in one command or not at all. `good_rows` leaves faulty
 * rows out, and what is then in no box goes back to the platform. Throws file_refused with every fault.
 */
export async function uploadPackingList(input: Input, work: Work): Promise<Said<UploadOutcome>> {
  return takingFile(work, input.file, async () => {
    const sheet = await readRows(input.file, packingList, { signal: work.signal })
    return work.command(async (tx) => {
      const shipment = await lockFor(tx, work, 'pack', input.shipment_id, undefined)
      const lines = await packedLines(tx, shipment.id)
      const { entries, faults } = await checkSheet(tx, { shipment, lines, sheet, mode: input.mode })
      const good = entries.length
      refuseFaults(input.mode, faults, good, sheet)
      const saved = await savePacking(tx, work, { shipment, lines, entries })
      const changed = saved !== null
      return said(
        {
          rows_taken: changed ? good : 0,
          rows_refused: sheet.rows.length - good,
          rows_unchanged: changed ? 0 : good,
          boxes: saved ?? (await loadPlainBoxes(tx, shipment.id)),
          shipment: shipmentWire(changed ? await findShipment(tx, work.caller, shipment.shipment_id) : shipment),
        },
        changed ? 'Packing list taken.' : 'The packing list is unchanged.',
      )
    })
  })
}

interface Checking {
  shipment: Parameters<typeof packingFaults>[1]
  lines: PackedLine[]
  sheet: ReadRows
  mode: Input['mode']
}

async function checkSheet(
  tx: Tx,
  { shipment, lines, sheet, mode }: Checking,
): Promise<{ entries: Entry[]; faults: Fault[] }> {
  if (lines.length === 0) throw new FaultsFound([emptyShipment(sheet)], 0, sheet.headers)
  const { readable } = splitMisread(sheet)
  const entries = readable.map(entryOf)
  const found = await packingFaults(tx, shipment, lines, entries)
  const bad = new Set(found.map((fault) => fault.row))
  const wrongBoxes = mistrackedBoxes(sheet, found)
  const good = entries.filter((entry) => !bad.has(entry.row) && !wrongBoxes.has(entry.box_no))
  // Missing pieces are only worth saying when no row was lost: otherwise the lost rows are the reason.
  const complete = mode === 'all' && sheet.faults.length === 0 && found.length === 0
  const sums = packingSumFaults(lines, good, !complete)
  const over = new Set(
    sums.filter((fault) => fault.surplus > 0).flatMap((fault) => (fault.row ? [lineKey(entryOf(fault.row))] : [])),
  )
  return {
    entries: good.filter((entry) => !over.has(lineKey(entry))),
    faults: [
      ...sheet.faults,
      ...found.map((fault) => faultOf(sheet, fault)),
      ...sums.map((fault) => faultOf(sheet, fault)),
    ].sort(inSheetOrder),
  }
}

/** A tracking id belongs to a whole box: where it is wrong, no row of the box can be taken. */
function mistrackedBoxes(sheet: ReadRows, found: readonly PackingFault<SheetRow>[]): Set<string> {
  const misread = new Set(
    sheet.faults.filter((fault) => fault.message === sheetMessages.invalidTrackingId).map(placeOf),
  )
  const rows = [
    ...found.flatMap((fault) => (fault.field === 'tracking_id' && fault.row ? [fault.row] : [])),
    ...sheet.rows.filter((row) => misread.has(placeOf(row))),
  ]
  return new Set(rows.map((row) => entryOf(row).box_no))
}

function entryOf(row: SheetRow): Entry {
  const text = (key: string) => textAt(row, key)
  return {
    row,
    box_no: text('box_no'),
    order_id: text('order_id'),
    nm_sku: text('nm_sku'),
    quantity: Number(row.values.quantity ?? 0),
    tracking_id: row.values.tracking_id === null || row.values.tracking_id === undefined ? null : text('tracking_id'),
  }
}

function faultOf(sheet: ReadRows, fault: PackingFault<SheetRow>): Fault {
  if (fault.row !== null) {
    const placed = faultAt(packingList, fault.row, fault.field, fault.message, fault.expected)
    return fault.message === sheetMessages.wrongOrderQuantity ? { ...placed, value: fault.value } : placed
  }
  const column = packingList.columns.find((each) => each.key === fault.field)
  const place = {
    sheet: sheet.sheet,
    row: sheet.headerRow,
    cell: '',
    column: column ? bilingual(column.header) : fault.field,
  }
  return {
    ...place,
    value: fault.value,
    message: fault.message,
    ...(fault.expected ? { expected: fault.expected } : {}),
  }
}

function emptyShipment(sheet: ReadRows): Fault {
  const message = 'Shipped quantity is zero for the schedule.'
  return { sheet: sheet.sheet, row: sheet.headerRow, column: '', cell: '', value: '', message }
}

/** Empty rows under the filled ones: one line often goes into several boxes. */
const SPARE_ROWS = 200

/** A packing list filled with the shipment's open lines, with lists to choose orders and SKUs from. */
export async function samplePackingFile(input: { shipment_id: string }, work: Work): Promise<FileReply> {
  const shipment = await findShipment(work.db, work.caller, input.shipment_id)
  const lines = await shipmentLines(work.db, shipment.id)
  if (lines.length === 0) throw invalidInput('Shipped quantity is zero for the schedule.')
  await recordDownload(work, 'packing_list.xlsx', { shipment_id: shipment.shipment_id })
  const rows = lines.map((line) => ({
    box_no: null,
    order_id: line.order_id,
    nm_sku: line.nm_sku,
    quantity: line.ready_quantity,
    tracking_id: null,
  }))
  const validation = {
    order_id: [...new Set(lines.map((line) => line.order_id))],
    nm_sku: [...new Set(lines.map((line) => line.nm_sku))],
  }
  // Loaded when needed: the library for workbooks would hold up every start.
  const { writeWorkbook } = await import('../../sheets/write-workbook.ts')
  return { body: writeWorkbook(packingList, rows, { validation, spareRows: SPARE_ROWS }) }
}
