import type { ExportColumnId } from '../../../shared/areas/frame/list-exports.ts'
import { exceptionWords } from '../../../shared/areas/orders/answers.ts'
import type { OrderRow } from '../../../shared/areas/orders/shapes.ts'
import type { ShippingItem } from '../../areas/orders/platform.ts'
import type { UserRow } from '../../areas/people/user-list.ts'
import type { ShipmentRow } from '../../areas/shipments/shipments.ts'
import type { ExportColumn, Reader } from '../../lists/export-list.ts'

export type Columns<Row, Id extends string> = Readonly<Record<Id, ExportColumn<Row>>>

export const text = <Row>(of: ExportColumn<Row>['of']): ExportColumn<Row> => ({ kind: 'text', of })
export const day = <Row>(of: ExportColumn<Row>['of']): ExportColumn<Row> => ({ kind: 'day', of })
export const pieces = <Row>(of: (row: Row) => number): ExportColumn<Row> => ({ kind: 'pieces', of })
export const price = <Row>(of: (row: Row) => { minor: number; currency: string } | null): ExportColumn<Row> => ({
  kind: 'money',
  isPrice: true,
  of: (row) => amount(of(row)),
})

/** In whole units of the currency, as sheets sum it. */
function amount(money: { minor: number; currency: string } | null): number | null {
  if (money === null) return null
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: money.currency,
  }).resolvedOptions()
  return money.minor / 10 ** digits
}

function hurry(row: { is_late: boolean; is_urgent: boolean }, { word }: Reader): string {
  return [...(row.is_late ? [word('Late')] : []), ...(row.is_urgent ? [word('Urgent')] : [])].join(', ')
}

/** A row per order. */
export const orderColumns: Columns<OrderRow, ExportColumnId<'orders'>> = {
  order_id: text((o) => o.order_id),
  flags: text(hurry),
  style: text((o, { name }) => name(o.style_name, o.style_name_zh)),
  style_id: text((o) => o.style_id),
  supplier: text((o, { name }) => name(o.supplier_name, o.supplier_name_zh)),
  supplier_id: text((o) => o.supplier_id),
  order_date: day((o) => o.order_date),
  shipping_deadline: day((o) => o.shipping_deadline),
  days_remaining: pieces((o) => o.days_remaining),
  status: text((o, { word }) => word(o.status)),
  vendor_decision: text((o, { word }) => word(o.vendor_decision === 'NEW' ? 'Not answered' : 'Answered')),
  exceptions: text((o, { word }) => o.exceptions.map((kind) => word(exceptionWords[kind])).join(', ')),
  ordered: pieces((o) => o.total_order_quantity),
  awaiting: pieces((o) => o.quantities.awaiting),
  on_platform: pieces((o) => o.quantities.on_platform),
  packed: pieces((o) => o.quantities.packed),
  shipped: pieces((o) => o.quantities.shipped),
  oos: pieces((o) => o.quantities.oos),
  rejected: pieces((o) => o.quantities.rejected),
  unit_price: price((o) => o.unit_price),
  previous_unit_price: price((o) => o.previous_unit_price),
  value: price((o) => o.unit_price && { ...o.unit_price, minor: o.unit_price.minor * o.total_order_quantity }),
  currency: { kind: 'text', isPrice: true, of: (o) => o.unit_price?.currency ?? null },
  destination: text((o, { name }) => name(o.destination, o.destination_zh)),
  remark: text((o) => o.remark),
}

/** A row per line on the platform, as saved. */
export const platformColumns: Columns<ShippingItem, ExportColumnId<'platform'>> = {
  order: text((l) => l.order_id),
  sku: text((l) => l.nm_sku),
  supplier: text((l, { name }) => name(l.supplier_name, l.supplier_name_zh)),
  style: text((l, { name }) => name(l.style_name, l.style_name_zh)),
  style_id: text((l) => l.style_id),
  colour: text((l, { name }) => name(l.color, l.color_zh)),
  size: text((l) => l.size),
  deadline: day((l) => l.shipping_deadline),
  flags: text(hurry),
  awaiting: pieces((l) => l.awaiting_shipment_quantity),
  ready: pieces((l) => l.ready_quantity),
  oos: pieces((l) => l.oos_quantity),
  requested: pieces((l) => l.requested_quantity),
  reserved: pieces((l) => l.reserved_quantity),
  destination: text((l, { name }) => name(l.destination, l.destination_zh)),
}

/** A row per shipment. */
export const shipmentColumns: Columns<ShipmentRow, ExportColumnId<'shipments'>> = {
  shipment: text((s) => s.shipment_id),
  supplier: text((s, { name }) => name(s.supplier_name, s.supplier_name_zh)),
  status: text((s, { word }) => word(s.status)),
  created: text((s, { instant }) => instant(s.created_date)),
  shipped_at: text((s, { instant }) => instant(s.shipped_at)),
  boxes: pieces((s) => s.number_of_boxes),
  pieces: pieces((s) => s.total_quantity),
  tracking: text((s) => s.tracking_ids.join(' ')),
  destination: text((s, { name }) => name(s.destination, s.destination_zh)),
  invoice: text((s) => s.invoice_number),
  carrier: text((s) => s.carrier),
}

/** As the users list says it. */
function statusOf(user: UserRow): string {
  if (!user.is_active) return 'Inactive'
  if (user.locked_until) return 'Locked'
  return user.must_change_password ? 'First password' : 'Active'
}

/** A row per account. */
export const userColumns: Columns<UserRow, ExportColumnId<'users'>> = {
  name: text((u) => u.name),
  email: text((u) => u.email),
  role: text((u, { word }) => word(u.role)),
  team: text((u, { word }) => u.team && word(u.team)),
  vendor: text((u, { name }) => u.vendor && `${u.vendor.id} · ${name(u.vendor.name, u.vendor.name_zh)}`),
  status: text((u, { word }) => word(statusOf(u))),
  last_sign_in: text((u, { instant }) => instant(u.last_sign_in_at)),
  created: text((u, { instant }) => instant(u.created_at)),
}
