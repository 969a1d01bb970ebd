import { z } from 'zod'
import type { Quantities } from '../../shared/domain/quantities.ts'
import { type Columns, col } from '../database/rows.ts'
import type { OrderFacts } from './order-rows.ts'

/** The pieces of an order or of a line, by where they are. */
export const quantityColumns = {
  ordered: col.number,
  awaiting: col.number,
  platform: col.number,
  reserved: col.number,
  packed: col.number,
  shipped: col.number,
  rejected: col.number,
  oos: col.number,
} satisfies Record<keyof Quantities, typeof col.number>

/** What `ordersSelected` reads, for the raw queries that go on from it. */
export const orderColumns = {
  ...quantityColumns,
  id: col.text,
  order_id: col.text,
  vendor_id: col.text,
  supplier_id: col.text,
  supplier_name: col.text,
  supplier_name_zh: col.text,
  time_zone: col.text,
  style_id: col.text,
  style_name: col.text,
  style_name_zh: col.text,
  destination: col.text,
  destination_zh: col.text,
  order_date: col.text,
  ship_by: col.text,
  unit_price_minor: col.number,
  currency: col.text,
  previous_unit_price_minor: col.numberOrNull,
  is_flagged_urgent: col.flag,
  is_price_jump: col.flag,
  is_new_vendor: col.flag,
  decision: z.enum(['NEW', 'APPROVED', 'NOT_APPROVED']),
  vendor_decision: z.enum(['NEW', 'ANSWERED']),
  remark: col.textOrNull,
  stage: col.number,
  version: col.number,
} satisfies Columns & Record<keyof OrderFacts, unknown>
