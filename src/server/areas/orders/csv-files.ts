import { daysLeft, shortPieces } from '../../../shared/areas/orders/status.ts'
import { reasonText } from '../../../shared/areas/orders/vendor-reasons.ts'
import { writeBoxSize, writeCbm } from '../../../shared/areas/shipments/box-size.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { recordDownload } from '../../audit/audit.ts'
import type { CallContext, FileReply } from '../../http/call.ts'
import { invalidInput } from '../../http/errors.ts'
import { type FileInstant, fileInstants } from '../../lists/file-instants.ts'
import { type CsvColumn, writeCsv } from '../../sheets/write-table.ts'
import { assertVendorName } from '../data/vendors.ts'
import { type Box, loadBoxes } from '../shipments/box-rows.ts'
import {
  findShipment,
  type ShipmentFacts,
  type ShipmentLine,
  type ShipmentRow,
  selectShipments,
  shipmentLines,
  shipmentQuery,
  shipmentWire,
} from '../shipments/shipments.ts'
import type { SkuDetail } from './order-details.ts'
import type { orderWire } from './order-rows.ts'
import { type OrderFilter, orderQuery } from './orders.ts'

const PAGE = 500

/** Columns of a file, as header and value; headers are the specification's field names in words. */
function columns<Row>(made: Record<string, (row: Row) => string | number | null>): CsvColumn<Row>[] {
  return Object.entries(made).map(([header, value]) => ({ header, value }))
}

type OrderLine = { order: ReturnType<typeof orderWire>; line: SkuDetail }

const orderColumns = columns<OrderLine>({
  'Order ID': ({ order }) => order.order_id,
  'Supplier ID': ({ order }) => order.supplier_id,
  'Supplier name': ({ order }) => order.supplier_name,
  'Style ID': ({ order }) => order.style_id,
  'Style name': ({ order }) => order.style_name,
  'NM SKU': ({ line }) => line.nm_sku,
  Colour: ({ line }) => line.color,
  Size: ({ line }) => line.size,
  'Order date': ({ order }) => order.order_date,
  'Shipping deadline': ({ order }) => order.shipping_deadline,
  'Days remaining': ({ order }) => daysLeft(order),
  Urgent: ({ order }) => (order.is_urgent ? 'yes' : 'no'),
  Status: ({ order }) => order.status,
  'Unit price (CNY)': ({ order }) => order.unit_price && (order.unit_price.minor / 100).toFixed(2),
  'Ordered quantity': ({ line }) => line.quantities.ordered,
  'Awaiting shipment quantity': ({ line }) => line.quantities.awaiting,
  'Quantity on shipping platform': ({ line }) => line.quantities.on_platform,
  'Packed quantity': ({ line }) => line.quantities.packed,
  'Shipped quantity': ({ line }) => line.quantities.shipped,
  'Out-of-stock quantity': ({ line }) => line.quantities.oos,
  'Rejected quantity': ({ line }) => line.quantities.rejected,
  'Short quantity': ({ order, line }) => shortPieces({ status: order.status, quantities: line.quantities }),
  Reason: ({ line }) => reasonText(line),
  Remark: ({ line }) => line.remark,
})

/** orders_file.csv: a row per order line of what the filter leaves. */
export async function getOrdersFile(input: OrderFilter, context: CallContext): Promise<FileReply> {
  await assertVendorName(context, input.supplier_id)
  await recordDownload(context, 'orders_file.csv')
  return { body: writeCsv(orderColumns, everyOrderLine(input, context)) }
}

async function* everyOrderLine(filter: OrderFilter, context: CallContext): AsyncGenerator<OrderLine> {
  const asked = { ...filter, sort: 'order_id', descending: false, include_lines: true, only_lines: true } as const
  for await (const order of orderQuery.every(asked, context))
    for (const line of order.sku_details ?? []) yield { order, line }
}

type ShippedLine = { shipment: ShipmentRow; line: ShipmentLine; instant: FileInstant }

const shippingColumns = columns<ShippedLine>({
  'Shipment ID': ({ shipment }) => shipment.shipment_id,
  'Supplier name': ({ shipment }) => shipment.supplier_name,
  Status: ({ shipment }) => shipment.status,
  'Created date': ({ shipment, instant }) => instant(shipment.created_date, shipment),
  'Shipped date': ({ shipment, instant }) => instant(shipment.shipped_at, shipment),
  Destination: ({ shipment }) => shipment.destination,
  'Invoice number': ({ shipment }) => shipment.invoice_number,
  Carrier: ({ shipment }) => shipment.carrier,
  'Number of boxes': ({ shipment }) => shipment.number_of_boxes,
  'Tracking IDs': ({ shipment }) => shipment.tracking_ids.join(' '),
  'Order ID': ({ line }) => line.order_id,
  'NM SKU': ({ line }) => line.nm_sku,
  'Style ID': ({ line }) => line.style_id,
  Colour: ({ line }) => line.color,
  Size: ({ line }) => line.size,
  'Quantity ready': ({ line }) => line.ready_quantity,
  'Quantity in boxes': ({ line }) => line.quantity_in_box,
  CBM: ({ shipment }) => shipment.cbm,
  'Boxes without size': ({ shipment }) => shipment.boxes_without_size,
})

/** shipping_list.csv: a row per line of each shipment. */
export async function getShippingFile(
  input: Taken<Contract['shipments']['getShippingFile']>,
  context: CallContext,
): Promise<FileReply> {
  if (input.shipment_id) await findShipment(context.db, context.caller, input.shipment_id)
  await assertVendorName(context, input.supplier_id)
  await recordDownload(context, 'shipping_list.csv', { shipment_id: input.shipment_id ?? null })
  return { body: writeCsv(shippingColumns, everyShippedLine(input, context)) }
}

async function* everyShippedLine(
  filter: Taken<Contract['shipments']['getShippingFile']>,
  context: CallContext,
): AsyncGenerator<ShippedLine> {
  const instant = await fileInstants(context)
  for await (const facts of everyShipment(filter, context)) {
    const shipment = shipmentWire(facts)
    for (const { line_id: _id, ...line } of await shipmentLines(context.db, facts.id)) yield { shipment, line, instant }
  }
}

async function* everyShipment(
  filter: Taken<Contract['shipments']['getShippingFile']>,
  context: CallContext,
): AsyncGenerator<ShipmentFacts> {
  const { shipment_id, ...rest } = filter
  const matching = await shipmentQuery.where({ ...rest, ...(shipment_id && { shipment_ids: [shipment_id] }) }, context)
  let before: string | null = null
  while (!context.signal.aborted) {
    let query = selectShipments(context.db, context.caller).where(matching).orderBy('h.shipment_id', 'desc').limit(PAGE)
    if (before !== null) query = query.where('h.shipment_id', '<', before)
    const shipments = await query.execute()
    yield* shipments
    before = shipments.at(-1)?.shipment_id ?? null
    if (shipments.length < PAGE) return
  }
}

type PackedLine = { shipment: ShipmentRow; box: Box; item: Box['items'][number] }

const packingColumns = columns<PackedLine>({
  'Shipment ID': ({ shipment }) => shipment.shipment_id,
  'Invoice number': ({ shipment }) => shipment.invoice_number,
  'Box No': ({ box }) => box.box_no,
  SSCC: ({ box }) => box.sscc,
  'Tracking ID': ({ box }) => box.tracking_id,
  'Weight (g)': ({ box }) => box.weight_grams,
  'Order ID': ({ item }) => item.order_id,
  'NM SKU': ({ item }) => item.nm_sku,
  'Quantity in box': ({ item }) => item.quantity,
  'Size (cm)': ({ box }) => writeBoxSize(box.size) || null,
  CBM: ({ box }) => writeCbm(box.size) || null,
})

/** packing_list.csv of one shipment, or of every shipment on an invoice. Vendors number their invoices alike: one at a time. */
export async function downloadPackingFile(
  input: Taken<Contract['shipments']['downloadPackingFile']>,
  context: CallContext,
): Promise<FileReply> {
  if (!input.shipment_id && !input.invoice_number) throw invalidInput('Please provide shipment id.')
  await assertVendorName(context, input.supplier_id)
  const { supplier_id } = input
  const matching = await shipmentQuery.where(
    { supplier_id, ...(input.shipment_id && { shipment_ids: [input.shipment_id] }) },
    context,
  )
  let query = selectShipments(context.db, context.caller).where(matching).orderBy('h.shipment_id')
  if (input.invoice_number) query = query.where('h.invoice_number', '=', input.invoice_number)
  const shipments = await query.execute()
  if (input.shipment_id && shipments.length === 0) await findShipment(context.db, context.caller, input.shipment_id)
  if (shipments.length === 0)
    throw invalidInput('No shipment has invoice number {{invoice_number}}.', {
      values: { invoice_number: input.invoice_number ?? '' },
    })
  if (new Set(shipments.map((shipment) => shipment.vendor_id)).size > 1)
    throw invalidInput('Please select only one vendor.')
  const { shipment_id = null, invoice_number = null } = input
  await recordDownload(context, 'packing_list.csv', { shipment_id, invoice_number })
  return { body: writeCsv(packingColumns, everyPackedLine(shipments, context)) }
}

async function* everyPackedLine(shipments: ShipmentFacts[], context: CallContext): AsyncGenerator<PackedLine> {
  for (const facts of shipments) {
    const shipment = shipmentWire(facts)
    for (const box of await loadBoxes(context.db, facts.id)) for (const item of box.items) yield { shipment, box, item }
  }
}
