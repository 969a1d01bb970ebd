import type { AwaitingBoxRow } from '../../shared/contract/qc-shapes.ts'
import { dayIn, vendorZone } from '../../shared/domain/order-status.ts'
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
      shipped_on: box.shipped_on,
      pieces: String(box.pieces),
      site: box.site_name_zh,
    }
}

interface SheetBox extends AwaitingBoxRow {
  /** The day at its site. */
  shipped_on: string | null
}

async function* everyBox(filter: AwaitingFilter, work: Work): AsyncGenerator<SheetBox> {
  const sites = await work.db.selectFrom('site').select(['code', 'time_zone']).execute()
  const zones = new Map(sites.map(({ code, time_zone }) => [code, time_zone]))
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof awaitingPage>> = await awaitingPage(filter, work, cursor, PAGE)
    for (const box of page.rows) {
      const { site, shipped_at } = box
      yield { ...box, shipped_on: shipped_at && dayIn(zones.get(site) ?? vendorZone, new Date(shipped_at)) }
    }
    cursor = page.next_cursor
  } while (cursor !== null && !work.signal.aborted)
}

const columns: CsvColumn<SheetBox>[] = Object.entries({
  'Shipment ID': (b: SheetBox) => b.shipment_id,
  'Supplier ID': (b: SheetBox) => b.supplier_id,
  'Supplier name': (b: SheetBox) => b.supplier_name,
  'Box No': (b: SheetBox) => b.box_no,
  'Box of shipment': (b: SheetBox) => `${b.position} of ${b.boxes_in_shipment}`,
  SSCC: (b: SheetBox) => b.sscc,
  'Tracking ID': (b: SheetBox) => b.tracking_id,
  Carrier: (b: SheetBox) => b.carrier,
  'Shipped date': (b: SheetBox) => b.shipped_on,
  'Days on the way': (b: SheetBox) => b.days_on_way,
  Pieces: (b: SheetBox) => b.pieces,
  SKUs: (b: SheetBox) => b.sku_count,
  Styles: (b: SheetBox) => b.styles.join(' '),
  'Weight (g)': (b: SheetBox) => b.weight_grams,
  Site: (b: SheetBox) => b.site_name,
}).map(([header, value]) => ({ header, value }))

/** The same as CSV, with all that the list knows of a box. */
export async function downloadAwaitingInwardBoxesFile(input: AwaitingFilter, work: Work): Promise<FileReply> {
  await assertVendorName(work, input.supplier_id)
  await recordDownload(work, 'awaiting_inward_boxes.csv')
  return { body: writeCsv(columns, everyBox(input, work)) }
}
