import { sql } from 'kysely'
import { labelLine } from '../../../shared/areas/company/facts.ts'
import type { ShippingLabel, SkuLabel } from '../../../shared/areas/labels/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import { labelForm, type Taken } from '../../../shared/kernel/call.ts'
import { dayIn, vendorZone } from '../../../shared/kernel/days.ts'
import { sheetMessages } from '../../../shared/kernel/sheet.ts'
import { type AuditEvent, recordEvent } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type FileReply, type Reply, reply } from '../../http/call.ts'
import { invalidInput, notFound } from '../../http/errors.ts'
import { ownRows } from '../../http/own-rows.ts'
import { readCompany } from '../company/facts.ts'
import { findLabelledSkus, printable } from '../labels/barcode-labels.ts'
import { loadBoxes } from './box-rows.ts'
import { notNow } from './commands.ts'
import { findShipment, type HeldLine, shipmentLines } from './shipments.ts'

/** One label per box, in the order of the packing list. */
export async function getShippingLabel(
  input: Taken<Contract['shipments']['getShippingLabel']>,
  context: CallContext,
): Promise<FileReply> {
  const labels = await shippingLabels(input, context)
  if (!input.preview) await recordPrint(context, input, 'labels.shipping', labels.length)
  // Loaded when needed: the libraries for labels would hold up every start.
  const { shippingLabelsFile } = await import('../../documents/labels.ts')
  return { body: shippingLabelsFile(labels, { resourcesDir: context.resources, form: labelForm(input) }) }
}

async function shippingLabels(
  input: Taken<Contract['shipments']['getShippingLabel']>,
  context: CallContext,
): Promise<ShippingLabel[]> {
  const shipment = await findShipment(context.db, context.caller, input.shipment_id)
  const [boxes, lines, place, company] = await Promise.all([
    loadBoxes(context.db, shipment.id),
    shipmentLines(context.db, shipment.id),
    addressesOf(context, shipment.id),
    readCompany(context.db),
  ])
  if (boxes.length === 0) throw notNow(shipment, 'ship', sheetMessages.noPackingDetails)
  const wanted = input.box_nos === undefined ? null : new Set(input.box_nos)
  const unknown = input.box_nos?.find((boxNo) => !boxes.some((box) => box.box_no === boxNo))
  if (unknown !== undefined)
    throw notFound('Box {{box_no}} is not in shipment {{shipment_id}}.', {
      box_no: unknown,
      shipment_id: input.shipment_id,
    })
  const skus = new Map(lines.map((line) => [line.nm_sku, line]))
  const names = { code: shipment.supplier_id, name: shipment.supplier_name, nameZh: shipment.supplier_name_zh }
  const vendor = { ...names, address: place.vendor, addressZh: place.vendorZh }
  const { name, nameZh, address, addressZh } = place
  const to = { company: labelLine(company), destination: { name, nameZh, address, addressZh } }
  const common = { vendor, ...to, shipmentId: shipment.shipment_id, boxCount: boxes.length }
  const date = dayIn(vendorZone, shipment.shipped_at ?? new Date())
  return boxes.flatMap((box, at) => {
    if (wanted !== null && !wanted.has(box.box_no)) return []
    const contents = box.items.map((item) => contentLine(skus.get(item.nm_sku), item))
    const { sscc, tracking_id: trackingId, weight_grams: weightG, size } = box
    return [{ ...common, boxNo: box.box_no, position: at + 1, sscc, trackingId, weightG, size, contents, date }]
  })
}

function contentLine(line: HeldLine | undefined, item: { nm_sku: string; quantity: number }) {
  return {
    nmSku: item.nm_sku,
    styleCode: line?.style_id ?? '',
    color: line?.color ?? '',
    colorZh: line?.color_zh ?? '',
    size: line?.size ?? '',
    quantity: item.quantity,
  }
}

/** Where a shipment goes, and where it comes from. */
async function addressesOf(context: CallContext, shipmentUuid: string) {
  return context.db
    .selectFrom('shipment as h')
    .innerJoin('site as d', 'd.id', 'h.destination_id')
    .innerJoin('vendor as v', 'v.id', 'h.vendor_id')
    .where('h.id', '=', shipmentUuid)
    .select(['d.name', 'd.name_zh as nameZh', 'd.address', sql<string>`coalesce(d.address_zh, '')`.as('addressZh')])
    .select([sql<string>`coalesce(v.address, '')`.as('vendor'), sql<string>`coalesce(v.address_zh, '')`.as('vendorZh')])
    .executeTakeFirstOrThrow()
}

type SkuInput = Taken<Contract['shipments']['getSkusLabel']>

/** SKU labels: one per piece of a shipment or an order, or as many as asked for. */
export async function getSkuLabels(input: SkuInput, context: CallContext): Promise<FileReply> {
  const labels = await skuLabels(input, context)
  const total = printable(labels)
  if (!input.preview) await recordPrint(context, input, 'labels.sku', total)
  // Loaded when needed: the libraries for labels would hold up every start.
  const { skuLabelsFile } = await import('../../documents/labels.ts')
  return { body: skuLabelsFile(labels, { resourcesDir: context.resources, form: labelForm(input) }) }
}

export async function viewSkuLabels(input: SkuInput, context: CallContext) {
  const labels = await skuLabels(input, context)
  const rows = labels.map((label) => ({
    nm_sku: label.nmSku,
    style_id: label.styleCode,
    style_name: label.styleName,
    style_name_zh: label.styleNameZh,
    color: label.color,
    color_zh: label.colorZh,
    picture: label.picture ?? null,
    size: label.size,
    copies: label.copies,
  }))
  return reply({ labels: rows, total: rows.reduce((sum, row) => sum + row.copies, 0) }) satisfies Reply<unknown>
}

async function skuLabels(input: SkuInput, context: CallContext): Promise<SkuLabel[]> {
  const places = [input.shipment_id, input.order_id, input.items].filter((each) => each !== undefined)
  if (places.length === 0) throw invalidInput('Please provide shipment id.')
  // Looked for in any case: nobody prints under the id of another vendor.
  const pieces = await piecesPerSku(input, context)
  const copies = input.items ? chosenCopies(input.items) : pieces
  if (copies.size === 0) throw invalidInput('Shipped quantity is zero for the schedule.')
  const skus = await findLabelledSkus(context.db, context.caller, [...copies.keys()])
  return [...copies].map(([nmSku, count]) => {
    const sku = skus.get(nmSku)
    if (sku === undefined) throw notFound('SKU {{nm_sku}} was not found.', { nm_sku: nmSku })
    return { ...sku, copies: count }
  })
}

function chosenCopies(items: NonNullable<SkuInput['items']>): Map<string, number> {
  const copies = new Map<string, number>()
  for (const item of items) copies.set(item.nm_sku, (copies.get(item.nm_sku) ?? 0) + item.copies)
  return copies
}

async function piecesPerSku(input: SkuInput, context: CallContext): Promise<Map<string, number>> {
  const copies = new Map<string, number>()
  const add = (nmSku: string, count: number) => count > 0 && copies.set(nmSku, (copies.get(nmSku) ?? 0) + count)
  if (input.shipment_id !== undefined) {
    const shipment = await findShipment(context.db, context.caller, input.shipment_id)
    for (const line of await shipmentLines(context.db, shipment.id)) add(line.nm_sku, line.ready_quantity)
    return copies
  }
  if (input.order_id === undefined) return copies
  const lines = await rowsOf({ nm_sku: col.text, pieces: col.number })`
    SELECT k.nm_sku, (l.ordered - l.rejected - l.oos)::int AS pieces
    FROM vendor_order o JOIN order_line l ON l.order_id = o.id JOIN sku k ON k.id = l.sku_id
    WHERE o.order_id = ${input.order_id} AND o.decision = 'APPROVED' AND ${ownRows(context.caller, 'o.vendor_id')}
    ORDER BY k.color, k.size_rank`.execute(context.db)
  if (lines.rows.length === 0) throw notFound('Order {{order_id}} was not found.', { order_id: input.order_id })
  for (const line of lines.rows) add(line.nm_sku, line.pieces)
  return copies
}

/** What labels are printed of; neither: SKUs by name. */
type PrintedOf = Pick<SkuInput, 'shipment_id' | 'order_id'>

/** Prints are events as well: who, what and how many. */
async function recordPrint(context: CallContext, of: PrintedOf, event: string, count: number): Promise<void> {
  const { shipment_id, order_id } = of
  const printed: Pick<AuditEvent, 'entity' | 'entityId'> =
    shipment_id !== undefined
      ? { entity: 'shipment', entityId: shipment_id }
      : { entity: order_id === undefined ? 'labels' : 'order', entityId: order_id ?? 'skus' }
  await context.command((tx) => recordEvent(tx, context, { ...printed, event, details: { count } }))
}
