import { packingList } from '../../shared/domain/sheet-templates.ts'
import { recordDownload } from '../downloads.ts'
import type { FileReply, Work } from '../http/call.ts'
import { invalidInput } from '../http/errors.ts'
import { findShipment, shipmentLines } from './shipment-rows.ts'

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
  const { writeWorkbook } = await import('../sheets/write-workbook.ts')
  return { body: writeWorkbook(packingList, rows, { validation, spareRows: SPARE_ROWS }) }
}
