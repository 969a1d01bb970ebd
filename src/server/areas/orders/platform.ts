import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { shippingItem } from '../../../shared/areas/orders/shapes.ts'
import { isLate, isUrgent, type Stage } from '../../../shared/areas/orders/status.ts'
import { lineKey } from '../../../shared/areas/shipments/packing.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { dayIn, vendorZone } from '../../../shared/kernel/days.ts'
import { col, counts, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Db, type Handlers, reply } from '../../http/call.ts'
import { ownRows } from '../../http/own-rows.ts'
import { pageOf } from '../../lists/keyset.ts'
import { inOrder, type ListQuery, listQuery } from '../../lists/list-query.ts'
import { assertVendorName } from '../data/vendors.ts'
import { faceOfColour, noFace } from '../pictures/faces.ts'
import type { LineRef } from './lines.ts'
import { lateOn } from './order-exceptions.ts'
import { containing, narrowed, orderSearch } from './order-rows.ts'
import { approvedFor } from './orders.ts'

export type ShippingItem = z.output<typeof shippingItem>
export type PlatformFilter = Taken<Contract['orders']['downloadShipmentPlatformItems']>
type Input = Taken<Contract['orders']['getShippingItems']>
type Listed = Input & { order_ids?: string[] | undefined; lines?: LineRef[] | undefined }

/** The shipping platform: answered lines with pieces still to send, soonest deadline first. */
export const platformQuery: ListQuery<Listed, ShippingItem> = listQuery<Listed, ShippingItem>({
  from: sql`order_line l JOIN vendor_order o ON o.id = l.order_id JOIN sku k ON k.id = l.sku_id
    JOIN style s ON s.id = o.style_id`,
  id: sql<string>`l.id`,
  // Said of line and order alike, in the words of the indexes.
  scope: ({ caller }) => sql`${approvedFor(caller)} AND l.awaiting + l.platform > 0 AND o.awaiting + o.platform > 0
    AND l.vendor_decision <> 'NEW'`,
  check: (filter, context) => assertVendorName(context, filter.supplier_id),
  rules: {
    supplier_id: (code) => sql`o.vendor_id = (SELECT id FROM vendor WHERE code = ${code})`,
    style_id: (code) => sql`o.style_id = (SELECT id FROM style WHERE code = ${code})`,
    destination_id: (code) => sql`o.destination_id = (SELECT id FROM site WHERE code = ${code})`,
    late: (isAsked) => (isAsked ? lateOn(dayIn(vendorZone, new Date())) : sql`true`),
    order_ids: (ids) => sql`o.order_id = ANY(${ids}::text[])`,
    lines: (lines) => sql`(o.order_id, k.nm_sku) IN (SELECT * FROM unnest(
      ${lines.map((line) => line.order_id)}::text[], ${lines.map((line) => line.nm_sku)}::text[]))`,
    search: async (text, { db, caller }) => {
      const like = containing(text)
      const open = sql<SqlBool>`${approvedFor(caller)} AND o.awaiting + o.platform > 0`
      return sql`(${await narrowed(db, orderSearch(text), open)} AND (o.order_id ILIKE ${like} OR k.nm_sku ILIKE ${like}
        OR s.code ILIKE ${like} OR s.name ILIKE ${like} OR s.name_zh ILIKE ${like}))`
    },
  },
  // What a tab means for the whole order, by its sums: orders without such lines are passed over.
  tabs: {
    awaiting: sql`(l.awaiting > 0 AND o.awaiting > 0)`,
    on_platform: sql`(l.platform > 0 AND o.platform > 0)`,
    all: sql`true`,
  },
  // As in a grid: an order's lines stay together, colour by colour, in the order of their sizes.
  order: () => ({
    by: [
      [sql`o.ship_by`, 'date'],
      [sql`o.order_id`, 'text'],
      [sql`k.color`, 'text'],
      [sql`k.size_rank`, 'int'],
      [sql`k.nm_sku`, 'text'],
    ],
  }),
  rows: async (ids, { db, caller }) => {
    // For files.
    const own = selectItems(db, noFace).where(ownRows(caller, 'o.vendor_id'))
    const rows = await own.where(sql<SqlBool>`l.id = ANY(${ids}::uuid[])`).execute()
    return inOrder(ids, rows, (row) => row.line_id).map(itemWire)
  },
  atOnce: async ({ where, orderBy, size }, { db }) => {
    const found = await selectItems(db)
      .where(where)
      .orderBy(orderBy)
      .limit(sql.lit(size + 1))
      .execute()
    const { rows, next_cursor } = pageOf(found, size, (row) => {
      return [row.shipping_deadline, row.order_id, row.color, String(row.size_rank), row.nm_sku]
    })
    return { rows: rows.map(itemWire), next_cursor }
  },
  // Names are joined only where a search asks for them: without, an index answers alone.
  counts: async (filter, context) => {
    const names = filter.search ? sql`JOIN sku k ON k.id = l.sku_id JOIN style s ON s.id = o.style_id` : sql``
    const { rows } = await rowsOf(counts)`
      SELECT ${platformQuery.tabCounts()} FROM order_line l JOIN vendor_order o ON o.id = l.order_id ${names}
      WHERE ${await platformQuery.where(filter, context, ['tab'])}`.execute(context.db)
    return rows[0] ?? {}
  },
})

type Choices = Gives<Contract['orders']['platformChoices']>

/** What the platform can be narrowed to: its styles and destinations, those with most lines first. */
export const platformChoices: Handlers<Contract['orders']>['platformChoices'] = async (input, context) => {
  const where = await platformQuery.where({ ...input, tab: 'all' } as Listed, context)
  const found = async (thing: RawBuilder<unknown>) => {
    const { rows } = await rowsOf({ id: col.text, name: col.text, name_zh: col.text, lines: col.number })`
      SELECT t.code AS id, t.name, t.name_zh, count(*)::int AS lines
      FROM order_line l JOIN vendor_order o ON o.id = l.order_id JOIN ${thing}
      WHERE ${where} GROUP BY t.code, t.name, t.name_zh ORDER BY lines DESC, t.code LIMIT 300`.execute(context.db)
    return rows
  }
  const [styles, destinations] = await Promise.all([
    found(sql`style t ON t.id = o.style_id`),
    found(sql`site t ON t.id = o.destination_id`),
  ])
  return reply({ styles, destinations } satisfies Choices)
}

/** The items of some lines, whatever tab they are in now. */
export async function itemsOf(
  db: Db,
  caller: CallContext['caller'],
  refs: readonly LineRef[],
): Promise<ShippingItem[]> {
  if (refs.length === 0) return []
  const rows = await selectItems(db)
    .where(ownRows(caller, 'o.vendor_id'))
    .where('o.order_id', 'in', [...new Set(refs.map((ref) => ref.order_id))])
    .where('k.nm_sku', 'in', [...new Set(refs.map((ref) => ref.nm_sku))])
    .execute()
  const found = new Map(rows.map((row) => [lineKey(row), itemWire(row)]))
  return refs.flatMap((ref) => found.get(lineKey(ref)) ?? [])
}

const face = faceOfColour('s.id', 'k.color')

function selectItems(db: Db, picture: RawBuilder<string | null> = face) {
  return db
    .selectFrom('order_line as l')
    .innerJoin('vendor_order as o', 'o.id', 'l.order_id')
    .innerJoin('sku as k', 'k.id', 'l.sku_id')
    .innerJoin('style as s', 's.id', 'o.style_id')
    .innerJoin('vendor as v', 'v.id', 'o.vendor_id')
    .innerJoin('site as d', 'd.id', 'o.destination_id')
    .select(['l.id as line_id', 'o.order_id', 'k.nm_sku', 'k.color', 'k.color_zh', 'k.size', 'k.size_rank'])
    .select(['v.code as supplier_id', 'v.name as supplier_name', 'v.name_zh as supplier_name_zh'])
    .select([
      's.code as style_id',
      's.name as style_name',
      's.name_zh as style_name_zh',
      'o.ship_by as shipping_deadline',
      'o.stage',
      'o.is_flagged_urgent',
    ])
    .select(picture.as('picture'))
    .select([
      'd.name as destination',
      'd.name_zh as destination_zh',
      'l.ordered',
      'l.awaiting',
      'l.platform',
      'l.reserved',
      'l.oos',
    ])
}

type ItemFacts = Awaited<ReturnType<ReturnType<typeof selectItems>['executeTakeFirstOrThrow']>>

function itemWire(row: ItemFacts): ShippingItem {
  const today = dayIn(vendorZone, new Date())
  const stage = row.stage as Stage
  const {
    ordered,
    awaiting,
    platform,
    reserved,
    oos,
    line_id: _id,
    stage: _stage,
    is_flagged_urgent: flagged,
    ...rest
  } = row
  return {
    ...rest,
    is_late: isLate(stage, row.shipping_deadline, today),
    is_urgent: isUrgent({ flagged, stage, deadline: row.shipping_deadline }, today),
    requested_quantity: ordered,
    awaiting_shipment_quantity: awaiting,
    ready_quantity: platform,
    reserved_quantity: reserved,
    oos_quantity: oos,
  }
}
