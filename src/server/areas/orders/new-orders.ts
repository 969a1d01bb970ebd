import { mostPieces, orderCurrency, orderMessages } from '../../../shared/areas/orders/amendments.ts'
import { dayIn, vendorZone } from '../../../shared/kernel/days.ts'
import { sheetMessages } from '../../../shared/kernel/sheet.ts'
import type { WordValues } from '../../../shared/kernel/words.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { Db } from '../../http/call.ts'

/** An order as people and files name it: everything by its code. */
export interface NewOrder {
  /** Left out, the next of the series. */
  order_id?: string | null | undefined
  /** vendor.code; left out, the style's. */
  supplier_id?: string | null | undefined
  style_id: string
  /** site.code */
  destination_id: string
  /** Left out, today in the vendors' zone. */
  order_date?: string | null | undefined
  shipping_deadline: string
  unit_price: { minor: number; currency: string }
  is_urgent?: boolean | undefined
  remark?: string | null | undefined
  lines: readonly { nm_sku: string; quantity: number }[]
}

/** What is wrong with one of the orders, at its field (`lines.2.quantity`). `message` is English, and the key of its translation. */
export interface NewOrderFault {
  /** Its place among the orders given, from 0. */
  at: number
  field: string
  message: string
  values: WordValues
}

/** An order whose names were found: all by uuid. */
export interface ReadyOrder {
  at: number
  given: NewOrder
  orderDate: string
  style: string
  vendor: Known['vendors'][string]
  site: string
  lines: { sku: string; quantity: number }[]
}

/**
 * Looks up what new orders name and says everything that is wrong with them: an order is ready when nothing is. Any number of orders
 * in four statements; two orders of one batch with the same id are at fault as well.
 */
export async function checkNewOrders(
  db: Db,
  orders: readonly NewOrder[],
  today = dayIn(vendorZone, new Date()),
): Promise<{ ready: ReadyOrder[]; faults: NewOrderFault[] }> {
  const known = await knownTo(db, orders)
  const ready: ReadyOrder[] = []
  const faults: NewOrderFault[] = []
  const ids = new Set<string>()
  orders.forEach((given, at) => {
    const found = faultsOf(given, known, today)
    if (given.order_id && ids.has(given.order_id))
      found.push(['order_id', orderMessages.orderTaken, { order_id: given.order_id }])
    if (given.order_id) ids.add(given.order_id)
    faults.push(...found.map(([field, message, values = {}]) => ({ at, field, message, values })))
    const style = known.styles[given.style_id]
    const vendor = known.vendors[given.supplier_id ?? style?.vendor_code ?? '']
    const site = known.sites[given.destination_id]?.id
    if (found.length > 0 || !style || !vendor || !site) return
    const lines = given.lines.flatMap(({ nm_sku, quantity }) => {
      const sku = known.skus[nm_sku]
      return sku && quantity > 0 ? [{ sku: sku.id, quantity }] : []
    })
    ready.push({ at, given, orderDate: given.order_date ?? today, style: style.id, vendor, site, lines })
  })
  return { ready, faults }
}

const styleColumns = { code: col.text, id: col.text, vendor_code: col.text, is_retired: col.flag }
const vendorColumns = {
  code: col.text,
  id: col.text,
  name: col.text,
  is_selectable: col.flag,
  onboarded_on: col.text,
  is_retired: col.flag,
}
const siteColumns = { code: col.text, id: col.text, is_retired: col.flag }
const skuColumns = { code: col.text, id: col.text, style_id: col.text, is_retired: col.flag }

interface Known {
  styles: Readonly<Record<string, Row<typeof styleColumns>>>
  vendors: Readonly<Record<string, Row<typeof vendorColumns>>>
  sites: Readonly<Record<string, Row<typeof siteColumns>>>
  skus: Readonly<Record<string, Row<typeof skuColumns>>>
  taken: ReadonlySet<string>
}

/** What orders name, held as it is until they are made: nothing of it is taken out of use meanwhile. */
async function knownTo(db: Db, orders: readonly NewOrder[]): Promise<Known> {
  const each = (of: (order: NewOrder) => string | null | undefined) => [
    ...new Set(orders.flatMap((order) => of(order) ?? [])),
  ]
  const styles = await rowsOf(styleColumns)`
    SELECT s.code, s.id, v.code AS vendor_code, s.retired_at IS NOT NULL AS is_retired FROM style s JOIN vendor v ON v.id = s.vendor_id
    WHERE s.code = ANY(${each((order) => order.style_id)}::text[]) ORDER BY s.id FOR SHARE OF s`.execute(db)
  const vendors = await rowsOf(vendorColumns)`
    SELECT v.code, v.id, v.name, v.is_selectable, v.onboarded_on, v.retired_at IS NOT NULL AS is_retired FROM vendor v WHERE v.code = ANY(${[
      ...each((order) => order.supplier_id),
      ...styles.rows.map(({ vendor_code }) => vendor_code),
    ]}::text[]) ORDER BY v.id FOR SHARE`.execute(db)
  const sites = await rowsOf(siteColumns)`
    SELECT code, id, retired_at IS NOT NULL AS is_retired FROM site WHERE code = ANY(${each((order) => order.destination_id)}::text[]) ORDER BY id FOR SHARE`.execute(
    db,
  )
  const named = new Set(orders.flatMap(({ lines }) => lines.map(({ nm_sku }) => nm_sku)))
  const skus = await rowsOf(skuColumns)`
    SELECT nm_sku AS code, id, style_id, retired_at IS NOT NULL AS is_retired FROM sku WHERE nm_sku = ANY(${[...named]}::text[]) ORDER BY id FOR SHARE`.execute(
    db,
  )
  const taken = await rowsOf({ order_id: col.text })`
    SELECT order_id FROM vendor_order WHERE order_id = ANY(${each((order) => order.order_id)}::text[])`.execute(db)
  return {
    styles: byCode(styles.rows),
    vendors: byCode(vendors.rows),
    sites: byCode(sites.rows),
    skus: byCode(skus.rows),
    taken: new Set(taken.rows.map(({ order_id }) => order_id)),
  }
}

const byCode = <R extends { code: string }>(rows: readonly R[]): Record<string, R> =>
  Object.assign(Object.create(null), Object.fromEntries(rows.map((row) => [row.code, row])))

type Fault = [field: string, message: string, values?: WordValues]

/** What is wrong with an order's days and price, whatever else is known of it; of what is not given nothing. */
export function termFaults(
  {
    order_date,
    shipping_deadline,
    unit_price,
  }: { [K in 'order_date' | 'shipping_deadline' | 'unit_price']: NewOrder[K] | null },
  today = dayIn(vendorZone, new Date()),
): Fault[] {
  const faults: Fault[] = []
  if (order_date && order_date > today) faults.push(['order_date', orderMessages.dateAhead])
  if (order_date && shipping_deadline && shipping_deadline < order_date)
    faults.push(['shipping_deadline', orderMessages.deadlineBefore])
  if (unit_price && unit_price.currency !== orderCurrency)
    faults.push(['unit_price', orderMessages.otherCurrency, { currency: orderCurrency }])
  else if (unit_price && unit_price.minor < 1) faults.push(['unit_price', orderMessages.noPrice])
  return faults
}

function faultsOf(order: NewOrder, known: Known, today: string): Fault[] {
  const { order_id, style_id, destination_id, shipping_deadline, unit_price } = order
  const faults: Fault[] = []
  const style = known.styles[style_id]
  const supplier_id = order.supplier_id ?? style?.vendor_code
  const orderDate = order.order_date ?? today
  if (order_id && known.taken.has(order_id)) faults.push(['order_id', orderMessages.orderTaken, { order_id }])
  if (!style) faults.push(['style_id', orderMessages.noStyle, { style_id }])
  else if (style.is_retired) faults.push(['style_id', orderMessages.outOfUse, { code: style_id }])
  if (supplier_id) {
    const vendor = known.vendors[supplier_id]
    if (!vendor) faults.push(['supplier_id', orderMessages.noVendor, { supplier_id }])
    else if (vendor.is_retired) faults.push(['supplier_id', orderMessages.outOfUse, { code: supplier_id }])
    else if (!vendor.is_selectable) faults.push(['supplier_id', orderMessages.vendorOff, { supplier_id }])
  }
  const site = known.sites[destination_id]
  if (!site) faults.push(['destination_id', orderMessages.noSite, { destination_id }])
  else if (site.is_retired) faults.push(['destination_id', orderMessages.outOfUse, { code: destination_id }])
  faults.push(...termFaults({ order_date: orderDate, shipping_deadline, unit_price }, today))
  if (!order.lines.some(({ quantity }) => quantity > 0)) faults.push(['lines', orderMessages.noPieces])
  if (order.lines.reduce((sum, { quantity }) => sum + quantity, 0) > mostPieces)
    faults.push(['lines', orderMessages.tooMany, { most: mostPieces }])
  return style ? [...faults, ...lineFaults(order, style.id, known)] : faults
}

function lineFaults({ style_id, lines }: NewOrder, style: string, known: Known): Fault[] {
  const seen = new Set<string>()
  return lines.flatMap(({ nm_sku, quantity }, at): Fault[] => {
    const isTwice = seen.has(nm_sku)
    seen.add(nm_sku)
    if (known.skus[nm_sku]?.style_id !== style)
      return [[`lines.${at}.nm_sku`, orderMessages.otherStyle, { nm_sku, style_id }]]
    if (known.skus[nm_sku]?.is_retired && quantity > 0)
      return [[`lines.${at}.nm_sku`, orderMessages.outOfUse, { code: nm_sku }]]
    if (isTwice) return [[`lines.${at}.nm_sku`, orderMessages.skuTwice, { nm_sku }]]
    return quantity < 0 ? [[`lines.${at}.quantity`, sheetMessages.wrongOrderQuantity, { nm_sku }]] : []
  })
}
