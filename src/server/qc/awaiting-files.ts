import type { AwaitingBoxRow } from '../../shared/contract/qc-shapes.ts'
import { arrivedBoxes } from '../../shared/domain/qc-door-sheets.ts'
import { recordDownload } from '../downloads.ts'
import type { FileReply, Work } from '../http/call.ts'
import { type CsvColumn, writeCsv } from '../sheets/write-csv.ts'
import { writeWorkbook } from '../sheets/write-workbook.ts'
import { assertVendorName } from '../vendor/vendors.ts'
import { type AwaitingFilter, awaitingPage } from './awaiting-boxes.ts'

const PAGE = 500

/** Boxes on their way as a sheet: those that stay in it can be uploaded to take them in. */
export async function downloadAwaitingInwardBoxes(input: AwaitingFilter, work: Work): Promise<FileReply> {
  await assertVendorName(work, input.supplier_id)
  await recordDownload(work, 'awaiting_inward_boxes.xlsx')
  return { body: writeWorkbook(arrivedBoxes, sheetRows(input, work)) }
}

async function* sheetRows(filter: AwaitingFilter, work: Work) {
  for await (const box of everyBox(filter, work))
    yield {
      sscc: box.sscc,
      tracking_id: box.tracking_id,
      box_no: box.box_no,
      shipment_id: box.shipment_id,
      supplier: `${box.supplier_name} ${box.supplier_name_zh}`,
      carrier: box.carrier,
      shipped_on: box.shipped_at?.slice(0, 10) ?? null,
      pieces: String(box.pieces),
      site: box.site_name_zh,
    }
}

async function* everyBox(filter: AwaitingFilter, work: Work): AsyncGenerator<AwaitingBoxRow> {
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof awaitingPage>> = await awaitingPage(filter, work, cursor, PAGE)
    yield* page.rows
    cursor = page.next_cursor
  } while (cursor !== null && !work.signal.aborted)
}

const columns: CsvColumn<AwaitingBoxRow>[] = Object.entries({
  'Shipment ID': (b: AwaitingBoxRow) => b.shipment_id,
  'Supplier ID': (b: AwaitingBoxRow) => b.supplier_id,
  'Supplier name': (b: AwaitingBoxRow) => b.supplier_name,
  'Box No': (b: AwaitingBoxRow) => b.box_no,
  'Box of shipment': (b: AwaitingBoxRow) => `${b.position} of ${b.boxes_in_shipment}`,
  SSCC: (b: AwaitingBoxRow) => b.sscc,
  'Tracking ID': (b: AwaitingBoxRow) => b.tracking_id,
  Carrier: (b: AwaitingBoxRow) => b.carrier,
  'Shipped date': (b: AwaitingBoxRow) => b.shipped_at,
  'Days on the way': (b: AwaitingBoxRow) => b.days_on_way,
  Pieces: (b: AwaitingBoxRow) => b.pieces,
  SKUs: (b: AwaitingBoxRow) => b.sku_count,
  Styles: (b: AwaitingBoxRow) => b.styles.join(' '),
  'Weight (g)': (b: AwaitingBoxRow) => b.weight_grams,
  Site: (b: AwaitingBoxRow) => b.site_name,
}).map(([header, value]) => ({ header, value }))

/** The same as CSV, with all that the list knows of a box. */
export async function downloadAwaitingInwardBoxesFile(input: AwaitingFilter, work: Work): Promise<FileReply> {
  await assertVendorName(work, input.supplier_id)
  await recordDownload(work, 'awaiting_inward_boxes.csv')
  return { body: writeCsv(columns, everyBox(input, work)) }
}
