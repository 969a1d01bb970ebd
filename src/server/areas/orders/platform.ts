import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { shippingItem } from '../../../shared/areas/orders/shapes.ts'
import { isLate, isUrgent, type Stage } from '../../../shared/areas/orders/status.ts'
import { lineKey } from '../../../shared/areas/shipments/packing.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { dayIn, vendorZone } from '../../../shared/kernel/days.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Db, type Reply, reply } from '../../http/call.ts'
import { ownRows } from '../../http/own-rows.ts'
import { type Keyset, pageOf, readCursor } from '../../lists/keyset.ts'
import { assertVendorName } from '../data/vendors.ts'
import type { LineRef } from './lines.ts'
import { containing, narrowed, orderSearch } from './order-rows.ts'

export type ShippingItem = z.output<typeof shippingItem>
export type PlatformFilter = Omit<Taken<Contract['orders']['downloadShipmentPlatformItems']>, never>
type Input = Taken<Contract['orders']['getShippingItems']>

/** The shipping platform: answered lines with pieces still to send, soonest deadline first. */
export async function listShippingItems(
  input: Input,
  context: CallContext,
): Promise<Reply<{ rows: ShippingItem[]; next_cursor: string | null; counts?: Record<string, number> }>> {
  await assertVendorName(context, input.supplier_id)
  if (input.part === 'counts') return reply({ rows: [], next_cursor: null, counts: await countItems(input, context) })
  const { rows, next_cursor } = await platformPage(context, input, input.cursor, input.page_size)
  return reply({ rows, next_cursor })
}

/** One page of the platform, as rows of the wire. */
export async function platformPage(
  context: Pick<CallContext, 'db' | 'caller'>,
  filter: PlatformFilter,
  cursor: string | null | undefined,
  size: number,
): Promise<{ rows: ShippingItem[]; next_cursor: string | null }> {
  const after = readCursor(cursor)
  let query = selectItems(context.db)
    .where(await onPlatformFor(context, filter))
    .where(tabs[filter.tab])
    .where(orderTabs[filter.tab])
  if (after !== null) query = query.where(behind(after))
  const found = await query
    .orderBy(inOrder)
    .limit(sql.lit(size + 1))
    .execute()
  const { rows, next_cursor } = pageOf(found, size, (row) => ({ value: placeOf(row), id: row.nm_sku }))
  return { rows: rows.map(itemWire), next_cursor }
}

/** As in a grid: an order's lines stay together, colour by colour, in the order of their sizes. */
const inOrder = sql`o.ship_by, o.order_id, k.color, k.size_rank, k.nm_sku`

/** Ids (uuid) of all lines of a list, or of those chosen among them, in its order; `most` of them at most. */
export async function itemIdsInOrder(
  filter: PlatformFilter & { lines?: LineRef[] | undefined },
  context: CallContext,
  most: number,
): Promise<string[]> {
  await assertVendorName(context, filter.supplier_id)
  let query = selectItems(context.db)
    .clearSelect()
    .select('l.id')
    .where(await onPlatformFor(context, filter))
    .where(tabs[filter.tab])
    .where(orderTabs[filter.tab])
  if (filter.lines) {
    const orders = filter.lines.map((line) => line.order_id)
    const skus = filter.lines.map((line) => line.nm_sku)
    query = query.where(sql<SqlBool>`(o.order_id, k.nm_sku) IN
      (SELECT * FROM unnest(${orders}::text[], ${skus}::text[]))`)
  }
  const found = await query.orderBy(inOrder).limit(sql.lit(most)).execute()
  return found.map(({ id }) => id)
}

/** The items of some lines by their ids (uuid), in the order given. */
export async function itemsById(
  ids: readonly string[],
  context: Pick<CallContext, 'db' | 'caller'>,
): Promise<ShippingItem[]> {
  const rows = await selectItems(context.db)
    .where(ownRows(context.caller, 'o.vendor_id'))
    .where(sql<SqlBool>`l.id = ANY(${ids}::uuid[])`)
    .execute()
  const found = new Map(rows.map((row) => [row.line_id, row]))
  return ids.flatMap((id) => found.get(id) ?? []).map(itemWire)
}

function placeOf(row: { shipping_deadline: string; order_id: string; color: string; size_rank: number }): string {
  return JSON.stringify([row.shipping_deadline, row.order_id, row.color, row.size_rank])
}

function behind({ value, id }: Keyset) {
  const [day, order, color, rank] = readPlace(String(value))
  return sql<SqlBool>`(o.ship_by, o.order_id, k.color, k.size_rank, k.nm_sku)
    > (${day}::date, ${order}, ${color}, ${rank}::smallint, ${id})`
}

function readPlace(place: string): unknown[] {
  const parts: unknown = place.startsWith('[') ? JSON.parse(place) : []
  return Array.isArray(parts) ? parts : []
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

function selectItems(db: Db) {
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

const tabs = {
  awaiting: sql<SqlBool>`l.awaiting > 0`,
  on_platform: sql<SqlBool>`l.platform > 0`,
  all: sql<SqlBool>`l.awaiting + l.platform > 0`,
} as const

/** What the tabs mean for the whole order: by its sums, orders without such lines are passed over. */
const orderTabs = {
  awaiting: sql<SqlBool>`o.awaiting > 0`,
  on_platform: sql<SqlBool>`o.platform > 0`,
  all: sql<SqlBool>`true`,
} as const

/** Said of line and order alike, in the words of the indexes. */
const toSend = sql<SqlBool>`l.awaiting + l.platform > 0 AND o.awaiting + o.platform > 0`

async function onPlatformFor(context: Pick<CallContext, 'db' | 'caller'>, filter: PlatformFilter) {
  const scope = sql<SqlBool>`o.decision = 'APPROVED' AND ${ownRows(context.caller, 'o.vendor_id')}`
  const rules = [scope, toSend, sql<SqlBool>`l.vendor_decision <> 'NEW'`]
  if (filter.supplier_id)
    rules.push(sql<SqlBool>`o.vendor_id = (SELECT id FROM vendor WHERE code = ${filter.supplier_id})`)
  if (filter.order_ids) rules.push(sql<SqlBool>`o.order_id = ANY(${filter.order_ids}::text[])`)
  if (filter.search) {
    const like = containing(filter.search)
    const open = sql<SqlBool>`${scope} AND o.awaiting + o.platform > 0`
    rules.push(await narrowed(context.db, orderSearch(filter.search), open))
    rules.push(sql<SqlBool>`(o.order_id ILIKE ${like} OR k.nm_sku ILIKE ${like} OR s.code ILIKE ${like}
      OR s.name ILIKE ${like} OR s.name_zh ILIKE ${like})`)
  }
  return sql<SqlBool>`${sql.join(rules, sql` AND `)}`
}

/** Lines by tab. Names are joined only where a search asks for them: without, an index answers alone. */
async function countItems(input: Input, context: CallContext): Promise<Record<string, number>> {
  const count = (rule: unknown) => sql<number>`count(*) FILTER (WHERE ${rule})::int`
  const names = input.search ? sql`JOIN sku k ON k.id = l.sku_id JOIN style s ON s.id = o.style_id` : sql``
  const { rows } = await rowsOf({ awaiting: col.number, on_platform: col.number, all: col.number })`
    SELECT ${count(tabs.awaiting)} AS awaiting, ${count(tabs.on_platform)} AS on_platform, ${count(tabs.all)} AS "all"
    FROM order_line l JOIN vendor_order o ON o.id = l.order_id ${names}
    WHERE ${await onPlatformFor(context, input)}`.execute(context.db)
  return rows[0] ?? {}
}
