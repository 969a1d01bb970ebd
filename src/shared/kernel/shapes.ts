import { z } from 'zod'
import { printForms } from '../areas/labels/rules.ts'
import { orderStatuses } from '../areas/orders/status.ts'
import { shipmentStatuses } from '../areas/shipments/status.ts'
import { plainText } from './codes.ts'
import { refusalReasons } from './reasons.ts'
import { roles, teams } from './roles.ts'
import { sheetMessages } from './sheet.ts'

/** Shapes that several calls share. Wire names are snake_case, quantities whole pieces, money minor units. */

export const pieces = z.int().min(0).max(1_000_000)
export const day = z.iso.date()
export const instant = z.iso.datetime()
export const version = z.int().min(1)
/** Pieces as a person types them: the command says in the specification's words what is wrong with zero or less. */
export const piecesIn = z.int().max(1_000_000, { error: sheetMessages.wrongOrderQuantity })

/** Ids are read as sheets are: full-width letters, lower case and blanks around mean nothing. */
const upperCode = (text: string) => plainText(text).toUpperCase()
export const orderId = z.string().overwrite(upperCode).min(1).max(40)
export const nmSku = z.string().overwrite(upperCode).min(1).max(40)
export const boxNo = z.string().overwrite(plainText).min(1).max(30)

export function shipmentIdOr(words: string) {
  return z.string({ error: words }).overwrite(upperCode).min(1, { error: words }).max(40)
}
export const shipmentId = shipmentIdOr('Please provide shipment id.')

/** A filter by vendor; a list of several is refused in the specification's words. */
export const supplierId = z
  .string({ error: ({ input }) => (Array.isArray(input) ? 'Please select only one vendor.' : undefined) })
  .trim()
  .max(40)
export const money = z.object({ minor: z.int(), currency: z.string().length(3) })
/** Money that says what a piece costs: the server writes null for roles without the right `seePrices`, whatever a handler gives. */
export const price = money.nullable().meta({ price: true })
export const reason = z.enum(refusalReasons)
export const remark = z.string().trim().max(500)

export const quantities = z.object({
  ordered: pieces,
  rejected: pieces,
  oos: pieces,
  awaiting: pieces,
  on_platform: pieces,
  packed: pieces,
  shipped: pieces,
})

/** Keyset paging: the reply's `next_cursor` is given back as `cursor`; null at the end. */
export const page = { cursor: z.string().max(400).nullish(), page_size: z.int().min(1).max(500).default(50) }

export const skuDetail = z.object({
  nm_sku: z.string(),
  color: z.string(),
  color_zh: z.string(),
  size: z.string(),
  size_rank: z.int(),
  quantities,
  /** Free on the platform, not yet promised to a shipment. */
  ready_quantity: pieces,
  vendor_decision: z.enum(['NEW', 'CONFIRMED', 'REJECTED', 'OUT_OF_STOCK']),
  reason: reason.nullable(),
  remark: z.string().nullable(),
})

export const timelineEvent = z.object({
  at: instant,
  actor: z.string(),
  /** A stable word such as `order.approved`; screens translate it. */
  event: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  source: z.enum(['screen', 'file', 'bulk', 'api']),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})

export const orderRow = z.object({
  order_id: z.string(),
  supplier_id: z.string(),
  supplier_name: z.string(),
  supplier_name_zh: z.string(),
  style_id: z.string(),
  style_name: z.string(),
  style_name_zh: z.string(),
  order_date: day,
  shipping_deadline: day,
  status: z.enum(orderStatuses),
  decision: z.enum(['NEW', 'APPROVED', 'NOT_APPROVED']),
  /** NEW while a line waits for the vendor's answer. */
  vendor_decision: z.enum(['NEW', 'ANSWERED']),
  is_late: z.boolean(),
  is_urgent: z.boolean(),
  days_passed: z.int(),
  days_remaining: z.int(),
  unit_price: price,
  /** Price of the style's previous order; null for a first one. */
  previous_unit_price: price,
  exceptions: z.array(z.enum(['price_jump', 'late', 'new_vendor'])),
  total_order_quantity: pieces,
  quantities,
  destination: z.string(),
  destination_zh: z.string(),
  remark: z.string().nullable(),
  version,
  sku_details: z.array(skuDetail).optional(),
  history: z.array(timelineEvent).optional(),
})

export type OrderRow = z.output<typeof orderRow>

export const orderFilter = {
  tab: z.enum(['new', 'confirmed', 'shipped', 'rejected_oos', 'all']).default('all'),
  status: z.array(z.enum(orderStatuses)).max(8).optional(),
  search: z.string().trim().max(80).optional(),
  supplier_id: supplierId.optional(),
  order_ids: z.array(orderId).max(500).optional(),
  urgent: z.boolean().optional(),
  order_date_from: day.optional(),
  order_date_to: day.optional(),
}

export const orderSort = {
  sort: z.enum(['shipping_deadline', 'order_date', 'order_id', 'total_order_quantity']).default('shipping_deadline'),
  descending: z.boolean().default(false),
}

/** Counts come by a call of their own kind, so that they never block rows. */
export const part = z.enum(['rows', 'counts']).default('rows')
export const counts = z.record(z.string(), z.int())

export const orderList = z.object({
  rows: z.array(orderRow),
  next_cursor: z.string().nullable(),
  counts: counts.optional(),
})

export const lineAnswer = z.object({
  nm_sku: nmSku,
  ready_quantity: piecesIn,
  oos_quantity: piecesIn.default(0),
  rejected_quantity: piecesIn.default(0),
  reason: reason.nullish(),
  remark: remark.nullish(),
})

export const shippingItem = z.object({
  order_id: z.string(),
  nm_sku: z.string(),
  supplier_id: z.string(),
  supplier_name: z.string(),
  supplier_name_zh: z.string(),
  style_id: z.string(),
  style_name: z.string(),
  style_name_zh: z.string(),
  color: z.string(),
  color_zh: z.string(),
  size: z.string(),
  size_rank: z.int(),
  shipping_deadline: day,
  is_late: z.boolean(),
  is_urgent: z.boolean(),
  requested_quantity: pieces,
  awaiting_shipment_quantity: pieces,
  ready_quantity: pieces,
  reserved_quantity: pieces,
  oos_quantity: pieces,
  destination: z.string(),
  destination_zh: z.string(),
})

export const shipmentRow = z.object({
  shipment_id: z.string(),
  supplier_id: z.string(),
  supplier_name: z.string(),
  supplier_name_zh: z.string(),
  status: z.enum(shipmentStatuses),
  created_date: instant,
  shipped_at: instant.nullable(),
  total_quantity: pieces,
  number_of_boxes: z.int(),
  /** Of them, those that China QC took in. */
  inwarded_boxes: z.int(),
  tracking_ids: z.array(z.string()),
  destination: z.string(),
  destination_zh: z.string(),
  invoice_number: z.string().nullable(),
  carrier: z.string().nullable(),
  has_packing_list: z.boolean(),
  allowed_moves: z.array(z.enum(['confirm', 'pack', 'describe', 'change', 'ship', 'cancel', 'recover'])),
  version,
})

export const shipmentList = z.object({
  rows: z.array(shipmentRow),
  next_cursor: z.string().nullable(),
  counts: counts.optional(),
})

export const shipmentLineIn = z.object({ order_id: orderId, nm_sku: nmSku, quantity: piecesIn })

export const shipmentLine = z.object({
  order_id: z.string(),
  nm_sku: z.string(),
  style_id: z.string(),
  style_name: z.string(),
  style_name_zh: z.string(),
  color: z.string(),
  color_zh: z.string(),
  size: z.string(),
  size_rank: z.int(),
  /** Pieces of the order line. */
  requested_quantity: pieces,
  /** Pieces promised to this shipment. */
  ready_quantity: pieces,
  quantity_in_box: pieces,
})

export const box = z.object({
  box_id: z.string(),
  box_no: z.string(),
  sscc: z.string().length(18),
  tracking_id: z.string().nullable(),
  weight_grams: z.int().nullable(),
  /** China QC took it in: its tracking id and weight stand. */
  is_inwarded: z.boolean(),
  items: z.array(z.object({ order_id: z.string(), nm_sku: z.string(), quantity: pieces })),
})

export const trackingId = z.string().trim().max(60)
export const weightGrams = z.int().min(1).max(1_000_000)

/** A box of the grid. A tracking id or weight left out stays as it was; null clears it. */
export const boxIn = z.object({
  box_no: boxNo,
  tracking_id: trackingId.nullish(),
  weight_grams: weightGrams.nullish(),
  items: z.array(z.object({ order_id: orderId, nm_sku: nmSku, quantity: piecesIn })).max(20_000),
})

/** A PDF for pages, or ZPL for a label printer's head of that resolution. */
export const printAs = z.enum(printForms).default('pdf')

/** What a packing list or a platform sheet came to. */
export const uploadOutcome = z.object({
  rows_taken: z.int(),
  rows_refused: z.int(),
  rows_unchanged: z.int(),
  /** Without their contents, which the caller has just sent. */
  boxes: z.array(box.omit({ items: true })).optional(),
  shipment: shipmentRow.optional(),
})

/** One fault of a file: where it is, what stood there and what would be right. */
export const fault = z.object({
  sheet: z.string(),
  row: z.int(),
  column: z.string(),
  cell: z.string(),
  value: z.string(),
  message: z.string(),
  expected: z.string().optional(),
})

export const vendorEntry = z.object({
  id: z.string(),
  name: z.string(),
  name_zh: z.string(),
  is_selectable: z.boolean(),
})

export const email = z.string().trim().max(254)
/** A one-time code as a person types it: blanks in it mean nothing. */
export const otp = z
  .string()
  .max(20)
  .overwrite((text) => plainText(text).replaceAll(' ', ''))
/** Names stand within lines of other words: no line breaks, and no marks that turn the words behind them around. */
export const oneLine = /^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u
export const personName = z.string().trim().min(1, { error: 'Please enter a name.' }).max(120).regex(oneLine)
/** What a password must be is `passwordProblem` of the domain; this only bounds it. */
export const newPassword = z.string().max(200)

export const userDetails = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  /** While a super admin sees as another role, that role; `true_role` is then their own. */
  role: z.enum(roles),
  team: z.enum(teams).nullable(),
  vendor: vendorEntry.nullable(),
  landing_path: z.string(),
  true_role: z.enum(roles).nullable(),
  must_change_password: z.boolean(),
})

/** An account as those see it who manage users. */
export const userRow = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  role: z.enum(roles),
  team: z.enum(teams).nullable(),
  vendor: vendorEntry.nullable(),
  is_active: z.boolean(),
  /** After too many wrong passwords, until then. */
  locked_until: instant.nullable(),
  must_change_password: z.boolean(),
  created_at: instant,
  last_sign_in_at: instant.nullable(),
  version,
})

/** `all`: one fault refuses the file. `good_rows`: faulty rows are left out and what is not packed goes back to the platform. */
export const takeMode = z.enum(['all', 'good_rows']).default('all')
