import { type Field, fields, type Reader, supplierName } from '../../kernel/field.ts'
import { list } from '../../kernel/list.ts'
import { key } from '../../kernel/words.ts'
import { exceptionWords } from './answers.ts'
import type { OrderRow, ShippingItem } from './shapes.ts'
import { daysLeft, orderStatuses, shortPieces } from './status.ts'

const hurryWords = [key('Late'), key('Urgent')] as const

function hurryOf(row: { is_late: boolean; is_urgent: boolean }): string[] {
  return [...(row.is_late ? [hurryWords[0]] : []), ...(row.is_urgent ? [hurryWords[1]] : [])]
}

const styleName = (row: { style_name: string; style_name_zh: string }, { name }: Reader) =>
  name(row.style_name, row.style_name_zh)
const destinationName = (row: { destination: string; destination_zh: string }, { name }: Reader) =>
  name(row.destination, row.destination_zh)

const o = fields<OrderRow>()
const withCurrency = ['currency'] as const

/** Of an order. Each list shows those it needs. */
export const orderFields: readonly Field<OrderRow>[] = [
  o.code('order_id', key('Order'), (row) => row.order_id, { pinned: true, sort: 'order_id' }),
  o.words('flags', key('Flags'), hurryOf, { width: 118, words: hurryWords }),
  o.words('exceptions', key('Exceptions'), (row) => row.exceptions.map((kind) => exceptionWords[kind]), {
    width: 236,
    words: Object.values(exceptionWords),
    with: ['previous_unit_price', 'unit_price', ...withCurrency],
  }),
  o.text('style', key('Style'), styleName, { width: 240, grows: true, with: ['style_id'] }),
  o.code('style_id', key('Style ID'), (row) => row.style_id, { isPart: true }),
  o.text('supplier', key('Supplier'), supplierName, { width: 190 }),
  o.code('supplier_id', key('Supplier ID'), (row) => row.supplier_id, { isPart: true }),
  o.day('order_date', key('Order date'), (row) => row.order_date, { sort: 'order_date' }),
  o.day('shipping_deadline', key('Ship by'), (row) => row.shipping_deadline, {
    width: 166,
    sort: 'shipping_deadline',
    with: ['days_remaining'],
  }),
  o.count('days_remaining', key('Days left'), daysLeft, { isPart: true }),
  o.word('status', key('Status'), (row) => row.status, { width: 184, words: orderStatuses, with: ['short'] }),
  o.pieces('short', key('Short pieces'), shortPieces, { isPart: true, tone: 'warn' }),
  o.word(
    'vendor_decision',
    key("Vendor's answer"),
    (row) => (row.vendor_decision === 'NEW' ? key('Not answered') : key('Answered')),
    { width: 126, words: ['Not answered', 'Answered'] },
  ),
  o.pieces('ordered', key('Ordered'), (row) => row.total_order_quantity, { sort: 'total_order_quantity' }),
  o.pieces('awaiting', key('Awaiting'), (row) => row.quantities.awaiting),
  o.pieces('on_platform', key('On platform'), (row) => row.quantities.on_platform, { width: 104 }),
  o.pieces('packed', key('Packed'), (row) => row.quantities.packed),
  o.pieces('shipped', key('Shipped'), (row) => row.quantities.shipped),
  o.pieces('oos', key('Out of stock'), (row) => row.quantities.oos, { width: 104, tone: 'warn' }),
  o.pieces('rejected', key('Rejected'), (row) => row.quantities.rejected, { tone: 'bad' }),
  o.money('unit_price', key('Unit price'), (row) => row.unit_price, { with: withCurrency }),
  o.money('previous_unit_price', key('Price before'), (row) => row.previous_unit_price, { isPart: true }),
  o.money(
    'value',
    key('Order value'),
    ({ unit_price: each, total_order_quantity: count }) => each && { ...each, minor: each.minor * count },
    { width: 124, with: withCurrency },
  ),
  // Beside any sum of money in a sheet.
  o.currency('currency', key('Currency'), (row) => row.unit_price?.currency ?? null, { isPart: true }),
  o.text('destination', key('Destination'), destinationName, { width: 170 }),
  o.text('remark', key('Remark'), (row) => row.remark, { width: 180, hidden: true }),
]

const idOf = (row: OrderRow) => row.order_id
export const myOrders = list({
  name: 'my-orders',
  rowId: idOf,
  fields: orderFields,
  file: 'orders',
  shared: [
    ['new', 'shipped', 'rejected_oos'],
    ['confirmed', 'shipped', 'rejected_oos'],
  ],
})
export const pendingOrders = list({ name: 'pending-orders', rowId: idOf, fields: orderFields, file: 'pending_orders' })
export const confirmedOrders = list({
  name: 'confirmed-orders',
  rowId: idOf,
  fields: orderFields,
  file: 'confirmed_orders',
})

const l = fields<ShippingItem>()

/** Lines on the shipping platform, as saved. */
export const platformLines = list({
  name: 'shipping-platform',
  rowId: (row) => `${row.order_id} ${row.nm_sku}`,
  file: 'shipping_platform_list',
  shared: [['awaiting', 'on_platform']],
  fields: [
    l.code('order', key('Order'), (row) => row.order_id, { width: 92, pinned: true }),
    l.code('sku', key('NM SKU'), (row) => row.nm_sku, { width: 128 }),
    l.text('supplier', key('Supplier'), supplierName, { width: 118 }),
    // The SKU beside it begins with the style's code.
    l.text('style', key('Style'), styleName, { width: 126, grows: true, with: ['style_id'] }),
    l.code('style_id', key('Style ID'), (row) => row.style_id, { isPart: true }),
    l.text('colour', key('Colour'), (row, { name }) => name(row.color, row.color_zh), { width: 100 }),
    l.text('size', key('Size'), (row) => row.size, { width: 54 }),
    l.day('deadline', key('Ship by'), (row) => row.shipping_deadline, { width: 104 }),
    l.words('flags', key('Flags'), hurryOf, { width: 102, words: hurryWords }),
    l.pieces('awaiting', key('Awaiting'), (row) => row.awaiting_shipment_quantity, { width: 76 }),
    l.pieces('ready', key('Ready today'), (row) => row.ready_quantity, { width: 120 }),
    l.pieces('oos', key('Out of stock'), (row) => row.oos_quantity, { width: 92 }),
    l.pieces('requested', key('Requested'), (row) => row.requested_quantity, { width: 82, hidden: true }),
    l.pieces('reserved', key('In shipments'), (row) => row.reserved_quantity, { width: 96 }),
    l.text('destination', key('Destination'), destinationName, { width: 160, hidden: true }),
  ],
})
