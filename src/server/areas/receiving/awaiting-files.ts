import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type AwaitingBoxRow, qcQuantities } from '../../../shared/areas/inspection/shapes.ts'
import { failedOf, passedOf, qcColumns } from '../../../shared/areas/qc-boxes/quantities.ts'
import { packingFileName } from '../../../shared/areas/receiving/calls.ts'
import { arrivedBoxes } from '../../../shared/areas/receiving/sheets.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { dayIn, vendorZone } from '../../../shared/kernel/days.ts'
import { recordDownload } from '../../audit/audit.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { CallContext, Caller, Db, FileReply } from '../../http/call.ts'
import { invalidInput, notFound } from '../../http/errors.ts'
import { ownRows } from '../../http/own-rows.ts'
import { atOwnSites } from '../../http/own-sites.ts'
import { type CsvColumn, writeCsv } from '../../sheets/write-table.ts'
import { writeWorkbook } from '../../sheets/write-workbook.ts'
import { assertVendorName } from '../data/vendors.ts'
import { findBoxIds } from '../qc-boxes/box-rows.ts'
import { atSites, inChina, ofSites } from '../qc-boxes/sites.ts'
import { findShipment } from '../shipments/shipments.ts'
import { type AwaitingFilter, awaitingQuery, countsBlind } from './awaiting-boxes.ts'

type Query = typeof awaitingQuery

/** Boxes on their way as a sheet: those that stay in it can be uploaded to take them in. */
export const sheetOfAwaiting =
  (query: Query, name: string) =>
  async (input: AwaitingFilter, context: CallContext): Promise<FileReply> => {
    await assertVendorName(context, input.supplier_id)
    await recordDownload(context, name)
    return { body: writeWorkbook(arrivedBoxes, sheetRows(query, input, context)) }
  }

export const downloadAwaitingInwardBoxes = sheetOfAwaiting(awaitingQuery, 'awaiting_inward_boxes.xlsx')

async function* sheetRows(query: Query, filter: AwaitingFilter, context: CallContext) {
  for await (const box of everyBox(query, filter, context))
    yield {
      sscc: box.sscc,
      tracking_id: box.tracking_id,
      box_no: box.box_no,
      shipment_id: box.shipment_id,
      supplier: `${box.supplier_name} ${box.supplier_name_zh}`,
      carrier: box.carrier,
      shipped_on: box.shipped_on,
      pieces: box.counts_hidden ? null : box.pieces,
      site: box.site_name_zh,
    }
}

interface SheetBox extends AwaitingBoxRow {
  /** The day at its site. */
  shipped_on: string | null
}

async function* everyBox(query: Query, filter: AwaitingFilter, context: CallContext): AsyncGenerator<SheetBox> {
  const sites = await context.db.selectFrom('site').select(['code', 'time_zone']).execute()
  const zones = new Map(sites.map(({ code, time_zone }) => [code, time_zone]))
  for await (const box of query.every(filter, context)) {
    const { site, shipped_at } = box
    yield { ...box, shipped_on: shipped_at && dayIn(zones.get(site) ?? vendorZone, new Date(shipped_at)) }
  }
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
  Pieces: (b: SheetBox) => (b.counts_hidden ? null : b.pieces),
  SKUs: (b: SheetBox) => b.sku_count,
  Styles: (b: SheetBox) => b.styles.join(' '),
  'Weight (g)': (b: SheetBox) => b.weight_grams,
  Site: (b: SheetBox) => b.site_name,
}).map(([header, value]) => ({ header, value }))

/** The same as CSV, with all that the list knows of a box. */
export async function downloadAwaitingInwardBoxesFile(input: AwaitingFilter, context: CallContext): Promise<FileReply> {
  await assertVendorName(context, input.supplier_id)
  await recordDownload(context, 'awaiting_inward_boxes.csv')
  return { body: writeCsv(columns, everyBox(awaitingQuery, input, context)) }
}

type Input = Taken<Contract['receiving']['downloadPlFileBoxWise']>

/** One SKU of a box: as it was packed, and what QC found. */
const packedSkuColumns = {
  ...qcQuantities.shape,
  shipment_id: col.text,
  box_no: col.text,
  sscc: col.text,
  tracking_id: col.textOrNull,
  weight_grams: col.numberOrNull,
  invoice_number: col.textOrNull,
  /** Orders whose pieces of the SKU lie in the box, one behind the other. */
  order_ids: col.textOrNull,
  style_id: col.text,
  nm_sku: col.text,
  color: col.text,
  size: col.text,
  /** Null where the caller counts blind and the box is not counted. */
  packed: col.numberOrNull,
  is_at_qc: col.flag,
}

type PackedSku = Row<typeof packedSkuColumns>

const atQc = (of: (line: PackedSku) => number) => (line: PackedSku) => (line.is_at_qc ? of(line) : null)

const packingListColumns: CsvColumn<PackedSku>[] = Object.entries({
  'Shipment ID': (l: PackedSku) => l.shipment_id,
  'Box No': (l: PackedSku) => l.box_no,
  SSCC: (l: PackedSku) => l.sscc,
  'Tracking ID': (l: PackedSku) => l.tracking_id,
  'Weight (g)': (l: PackedSku) => l.weight_grams,
  'Invoice number': (l: PackedSku) => l.invoice_number,
  'Order ID': (l: PackedSku) => l.order_ids,
  'Style ID': (l: PackedSku) => l.style_id,
  'NM SKU': (l: PackedSku) => l.nm_sku,
  Colour: (l: PackedSku) => l.color,
  Size: (l: PackedSku) => l.size,
  'Quantity in box': (l: PackedSku) => l.packed,
  'Counted quantity': (l: PackedSku) => (l.is_at_qc && l.uncounted === 0 ? l.declared + l.excess - l.missing : null),
  'Missing quantity': atQc((l) => l.missing),
  'Excess quantity': atQc((l) => l.excess),
  'Passed quantity': atQc(passedOf),
  'Failed quantity': atQc(failedOf),
  'On hold quantity': atQc((l) => l.on_hold),
}).map(([header, value]) => ({ header, value }))

/** The packing list box by box: of boxes, of a shipment, or of an invoice. A row per SKU of a box. */
export async function downloadPlFileBoxWise(input: Input, context: CallContext): Promise<FileReply> {
  const ids = await boxesAsked(input, context)
  const name = packingFileName(input)
  const { shipment_id = null, invoice_number = null } = input
  await recordDownload(context, name, { shipment_id, invoice_number, boxes: ids.length })
  return { body: writeCsv(packingListColumns, everySku(ids, context)) }
}

/** Boxes (box.id) in the order of their lists. Throws not_found where the caller has none such. */
async function boxesAsked(input: Input, { db, caller }: Pick<CallContext, 'db' | 'caller'>): Promise<string[]> {
  if (!input.shipment_id && !input.invoice_number && !input.box_ids)
    throw invalidInput('Please provide packing details.')
  const rules: RawBuilder<SqlBool>[] = [
    sql<SqlBool>`${ownRows(caller, 'h.vendor_id')}`,
    sql<SqlBool>`b.removed_at IS NULL`,
    atOwnSites(caller, 'h.destination_id', 'china_qc'),
  ]
  if (input.shipment_id) {
    const { id } = await findShipment(db, caller, input.shipment_id)
    rules.push(sql<SqlBool>`h.id = ${id}`)
  }
  if (input.invoice_number)
    rules.push(sql<SqlBool>`b.id IN (SELECT ib.box_id FROM invoice_box ib JOIN invoice i ON i.id = ib.invoice_id
      WHERE i.number = ${input.invoice_number} AND ${ofSites(inChina(caller), 'i')})`)
  if (input.box_ids) {
    const ids = await findBoxIds(db, caller, input.box_ids)
    const unknown = ids.indexOf(null)
    if (unknown >= 0) throw notFound('Nobody knows a box {{code}}.', { code: input.box_ids[unknown] ?? '' })
    rules.push(sql<SqlBool>`b.id = ANY(${ids}::uuid[])`)
  }
  const { rows } = await rowsOf({ id: col.text })`SELECT b.id FROM box b JOIN shipment h ON h.id = b.shipment_id
    WHERE ${sql.join(rules, sql` AND `)} ORDER BY h.shipment_id, b.position`.execute(db)
  if (rows.length === 0 && input.invoice_number)
    throw notFound('No invoice {{invoice_number}} was found.', { invoice_number: input.invoice_number })
  return rows.map(({ id }) => id)
}

const BOXES_AT_ONCE = 200

async function* everySku(
  ids: readonly string[],
  { db, caller, signal }: Pick<CallContext, 'db' | 'caller' | 'signal'>,
): AsyncGenerator<PackedSku> {
  const isHidden = await countsBlind(db, inChina(caller))
  const isKnown = ({ is_at_qc, uncounted }: PackedSku) => !isHidden || (is_at_qc && uncounted === 0)
  for (let at = 0; at < ids.length && !signal.aborted; at += BOXES_AT_ONCE)
    for (const sku of await skusOf(db, caller, ids.slice(at, at + BOXES_AT_ONCE)))
      yield isKnown(sku) ? sku : { ...sku, packed: null, weight_grams: null }
}

/** What was packed beside what China QC found: a SKU that nobody packed has a row as well. */
async function skusOf(db: Db, caller: Caller, ids: readonly string[]): Promise<PackedSku[]> {
  const { rows } = await rowsOf(packedSkuColumns)`
    SELECT h.shipment_id, b.box_no, b.sscc, b.tracking_id, b.weight_grams, i.number AS invoice_number, c.order_ids,
      s.code AS style_id, k.nm_sku, k.color, k.size, coalesce(c.packed, 0) AS packed, q.box_id IS NOT NULL AS is_at_qc,
      ${sql.join(qcColumns.map((column) => sql`coalesce(${sql.ref(`c.${column}`)}, 0) AS ${sql.ref(column)}`))}
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS n (id, place)
    JOIN box b ON b.id = n.id JOIN shipment h ON h.id = b.shipment_id 
    LEFT JOIN qc_box q ON q.box_id = b.id AND ${atSites(inChina(caller))}
    LEFT JOIN invoice_box ib ON ib.box_id = b.id AND ib.site_id = q.site_id AND ib.is_live
    LEFT JOIN invoice i ON i.id = ib.invoice_id
    JOIN LATERAL (
      SELECT coalesce(p.sku_id, l.sku_id) AS the_sku, p.packed, p.order_ids, p.position AS place_in_box,
        ${sql.join(qcColumns.map((column) => sql.ref(`l.${column}`)))}
      FROM (SELECT ol.sku_id, sum(bl.quantity)::int AS packed, min(bl.position) AS position,
          string_agg(DISTINCT o.order_id, ' ' ORDER BY o.order_id) AS order_ids
        FROM box_line bl JOIN order_line ol ON ol.id = bl.order_line_id JOIN vendor_order o ON o.id = ol.order_id
        WHERE bl.box_id = b.id GROUP BY 1) p
      FULL JOIN (SELECT * FROM qc_line WHERE box_id = b.id AND site_id = q.site_id) l ON l.sku_id = p.sku_id) c ON true
    JOIN sku k ON k.id = c.the_sku JOIN style s ON s.id = k.style_id
    ORDER BY n.place, c.place_in_box NULLS LAST, k.nm_sku`.execute(db)
  return rows
}
