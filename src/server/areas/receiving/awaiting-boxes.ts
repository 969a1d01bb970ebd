import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { validate } from 'uuid'
import { type AwaitingBoxRow, awaitingBox } from '../../../shared/areas/inspection/shapes.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { dayIn, daysBetween } from '../../../shared/kernel/days.ts'
import { readTraced } from '../../../shared/kernel/traced-code.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Caller, type Db, type Reply, reply } from '../../http/call.ts'
import { ownRows } from '../../http/own-rows.ts'
import { type Keyset, lostPlace, pageOf, readCursor } from '../../lists/keyset.ts'
import { assertVendorName } from '../data/vendors.ts'
import { containing } from '../orders/order-rows.ts'
import { findBoxIds, isDaysAgo } from '../qc-boxes/box-rows.ts'

type Call = Contract['receiving']['getAwaitingInwardBoxes']
export type AwaitingFilter = Taken<Contract['receiving']['downloadAwaitingInwardBoxesFile']>

/** Boxes on their way to the door, those shipped first at the top; their counts; or arrivals by day and carrier. */
export async function getAwaitingInwardBoxes(input: Taken<Call>, context: CallContext): Promise<Reply<Gives<Call>>> {
  await assertVendorName(context, input.supplier_id)
  const none = { rows: [], next_cursor: null }
  if (input.part === 'counts') return reply({ ...none, counts: await countAwaiting(input, context) })
  if (input.part === 'arrivals')
    return reply({ ...none, arrivals: await arrivals(input, context), sites: await qcSites(context) })
  return reply(await awaitingPage(input, context, input.cursor, input.page_size))
}

const placeColumns = {
  id: col.text,
  place: col.text,
}

type Place = Row<typeof placeColumns>

/** One page: first only where it lies in the list, then the facts of what it shows. */
export async function awaitingPage(
  filter: AwaitingFilter,
  context: Pick<CallContext, 'db' | 'caller'>,
  cursor: string | null | undefined,
  size: number,
): Promise<{ rows: AwaitingBoxRow[]; next_cursor: string | null }> {
  const after = readCursor(cursor)
  const rules = after === null ? [onWay(filter)] : [onWay(filter), behind(after)]
  const found = await rowsOf(placeColumns)`SELECT b.id, concat_ws(' ', ${shipped}, h.shipment_id, b.position) AS place
    ${from} WHERE ${allOf(rules)} ORDER BY ${inOrder} LIMIT ${sql.lit(size + 1)}`.execute(context.db)
  const { rows, next_cursor } = pageOf(found.rows, size, ({ place, id }) => ({ value: place, id }))
  return { rows: await inTheOrderOf(rows, context), next_cursor }
}

/** Ids (uuid) of all boxes of the list, or of those chosen among them, in its order; `most` of them at most. */
export async function awaitingIdsInOrder(
  filter: AwaitingFilter & { box_ids?: string[] | undefined },
  context: CallContext,
  most: number,
): Promise<string[]> {
  await assertVendorName(context, filter.supplier_id)
  const rules = [onWay(filter)]
  if (filter.box_ids) {
    const ids = await findBoxIds(context.db, context.caller, filter.box_ids)
    rules.push(sql<SqlBool>`b.id = ANY(${ids.filter((id) => id !== null)}::uuid[])`)
  }
  const { rows } = await rowsOf({ id: col.text })`
    SELECT b.id ${from} WHERE ${allOf(rules)} ORDER BY ${inOrder} LIMIT ${sql.lit(most)}`.execute(context.db)
  return rows.map(({ id }) => id)
}

/** Boxes by id in the order given, as the list shows them. */
export async function awaitingRows(
  ids: readonly string[],
  context: Pick<CallContext, 'db' | 'caller'>,
): Promise<AwaitingBoxRow[]> {
  const boxes = await awaitingById(context.db, context.caller, ids)
  return ids.flatMap((id) => boxes.get(id) ?? [])
}

function inTheOrderOf(
  places: readonly Place[],
  context: Pick<CallContext, 'db' | 'caller'>,
): Promise<AwaitingBoxRow[]> {
  return awaitingRows(
    places.map(({ id }) => id),
    context,
  )
}

const from = sql`FROM box b JOIN shipment h ON h.id = b.shipment_id JOIN site d ON d.id = h.destination_id
  JOIN vendor v ON v.id = h.vendor_id`

/** Those shipped first at the top; the boxes of a shipment in the order of its packing list. */
const shipped = sql`coalesce(h.shipped_at, h.created_at)`
const inOrder = sql`${shipped}, h.shipment_id, b.position, b.id`

function behind({ value, id }: Keyset): RawBuilder<SqlBool> {
  const [, at, shipmentId, position] =
    /^(\d{4}-\d\d-\d\d [\d:.+-]{8,30}) (\S{1,60}) (\d{1,9})$/.exec(String(value)) ?? []
  if (at === undefined || !validate(id)) throw lostPlace()
  return sql<SqlBool>`(${shipped}, h.shipment_id, b.position, b.id)
    > (${at}::text::timestamptz, ${shipmentId}, ${position}::int, ${id}::uuid)`
}

const allOf = (rules: readonly RawBuilder<SqlBool>[]) => sql<SqlBool>`${sql.join(rules, sql` AND `)}`

/** A box stays on its way until it is taken in, or called back by its vendor. */
function onWay(filter: AwaitingFilter): RawBuilder<SqlBool> {
  return allOf([sql<SqlBool>`b.inwarded_at IS NULL`, ...shippedBoxes(filter)])
}

/** All of them: boxes `b` with their shipments `h`, for a query of one's own. */
export const boxesOnWay = () => ({ from, rule: onWay({}) })

/** Boxes of shipments that were sent here, whether they are in or not. */
function shippedBoxes(filter: AwaitingFilter): RawBuilder<SqlBool>[] {
  const rules = [sql<SqlBool>`b.removed_at IS NULL AND h.state = 'PACKED_AND_SHIPPED'`]
  rules.push(filter.site ? sql<SqlBool>`d.code = ${filter.site}` : sql<SqlBool>`d.kind = 'china_qc'`)
  if (filter.supplier_id) rules.push(sql<SqlBool>`v.code = ${filter.supplier_id}`)
  if (filter.shipment_id) rules.push(sql<SqlBool>`h.shipment_id = ${filter.shipment_id}`)
  if (filter.carrier !== undefined)
    rules.push(filter.carrier === '' ? sql<SqlBool>`h.carrier IS NULL` : sql<SqlBool>`h.carrier = ${filter.carrier}`)
  if (filter.style_id) rules.push(hasStyle(filter.style_id))
  if (filter.min_days_on_way) rules.push(isDaysAgo(sql`h.shipped_at`, filter.min_days_on_way))
  if (filter.shipped_from) rules.push(sql<SqlBool>`${shippedDay} >= ${filter.shipped_from}::date`)
  if (filter.shipped_to) rules.push(sql<SqlBool>`${shippedDay} <= ${filter.shipped_to}::date`)
  if (filter.search) rules.push(boxSearch(filter.search))
  return rules
}

function hasStyle(code: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`EXISTS (SELECT 1 FROM box_line bl JOIN order_line l ON l.id = bl.order_line_id
    WHERE bl.box_id = b.id AND l.sku_id = ANY(ARRAY(
      SELECT k.id FROM sku k JOIN style s ON s.id = k.style_id WHERE s.code = ${code})))`
}

/** The day at the site. */
const shippedDay = sql<string>`(${shipped} AT TIME ZONE d.time_zone)::date`

/** By what stands on a box, in any form that a scanner gives it, by its shipment, or by a SKU in it. */
function boxSearch(search: string): RawBuilder<SqlBool> {
  const { text, sscc } = readTraced(search)
  if (sscc !== null) return sql<SqlBool>`b.sscc = ${sscc}`
  const like = containing(text)
  return sql<SqlBool>`(b.sscc LIKE ${like} OR b.tracking_id ILIKE ${like} OR b.box_no ILIKE ${like}
    OR h.shipment_id ILIKE ${like} OR EXISTS (SELECT 1 FROM box_line bl JOIN order_line l ON l.id = bl.order_line_id
      JOIN sku k ON k.id = l.sku_id WHERE bl.box_id = b.id AND k.nm_sku ILIKE ${like}))`
}

async function countAwaiting(filter: AwaitingFilter, context: CallContext): Promise<Record<string, number>> {
  const { rows } = await rowsOf({ all: col.number, shipments: col.number, pieces: col.number })`
    WITH open AS MATERIALIZED (SELECT b.id, b.shipment_id ${from} WHERE ${onWay(filter)})
    SELECT count(*)::int AS "all", count(DISTINCT shipment_id)::int AS shipments,
      (SELECT coalesce(sum(bl.quantity), 0)::int FROM open o JOIN box_line bl ON bl.box_id = o.id) AS pieces
    FROM open`.execute(context.db)
  const { all = 0, shipments = 0, pieces = 0 } = rows[0] ?? {}
  return { all, shipments, pieces }
}

/** The sites of China QC. */
async function qcSites(context: Pick<CallContext, 'db'>): Promise<NonNullable<Gives<Call>['sites']>> {
  return context.db
    .selectFrom('site')
    .where('kind', '=', 'china_qc')
    .select(['code as site', 'name as site_name', 'name_zh as site_name_zh'])
    .orderBy('code')
    .execute()
}

/** What is told of days without an open box; older ones are told while something of them is still on its way. */
const ARRIVAL_DAYS = 30
const ARRIVAL_ROWS = 500

const arrivalsColumns = {
  day: col.text,
  carrier: col.textOrNull,
  expected: col.number,
  scanned: col.number,
  pieces_expected: col.number,
  pieces_scanned: col.number,
}

/** By day of shipping and carrier: how much was expected, and how much of it came in. Newest first. */
async function arrivals(filter: AwaitingFilter, context: CallContext): Promise<NonNullable<Gives<Call>['arrivals']>> {
  const recent = filter.shipped_from
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${shipped} >= now() - ${sql.lit(ARRIVAL_DAYS)} * interval '1 day' OR EXISTS (SELECT 1 FROM box o
        WHERE o.shipment_id = h.id AND o.removed_at IS NULL AND o.inwarded_at IS NULL))`
  const { rows } = await rowsOf(arrivalsColumns)`
    SELECT ${shippedDay}::text AS day, h.carrier, count(*)::int AS expected, count(b.inwarded_at)::int AS scanned,
      sum(k.pieces)::int AS pieces_expected,
      coalesce(sum(k.pieces) FILTER (WHERE b.inwarded_at IS NOT NULL), 0)::int AS pieces_scanned
    ${from} CROSS JOIN LATERAL (SELECT coalesce(sum(quantity), 0) AS pieces FROM box_line WHERE box_id = b.id) k
    WHERE ${allOf([...shippedBoxes(filter), recent])}
    GROUP BY 1, 2 ORDER BY 1 DESC, 2 NULLS LAST LIMIT ${sql.lit(ARRIVAL_ROWS)}`.execute(context.db)
  return rows
}

/** A box with what stands on its packing list, ready for `awaitingWire`. */
export const awaitingFactsColumns = {
  ...awaitingBox.omit({ days_on_way: true }).shape,
  shipped_at: col.instantOrNull,
  time_zone: col.text,
}

export type AwaitingFacts = Row<typeof awaitingFactsColumns>

/** Of a box `b` with its shipment `h`, vendor `v`, site `d`, and what `boxContents` joins. */
export const awaitingColumns = sql`b.id AS box_id, b.sscc, b.box_no, b.position, b.tracking_id, b.weight_grams,
  coalesce(t.boxes_in_shipment, 0) AS boxes_in_shipment,
  h.shipment_id, h.carrier, h.shipped_at, v.code AS supplier_id, v.name AS supplier_name, v.name_zh AS supplier_name_zh,
  d.code AS site, d.name AS site_name, d.name_zh AS site_name_zh, d.time_zone, k.pieces, k.sku_count, k.style_count,
  coalesce(k.styles, '{}') AS styles`

/** What lies in each box `b` of these, as `k`, and as `t` the size of its shipment, which is counted once. */
export const boxContents = (ids: readonly string[]) => sql`
  LEFT JOIN (SELECT o.shipment_id, count(*)::int AS boxes_in_shipment FROM box o
    WHERE o.removed_at IS NULL AND o.shipment_id IN (SELECT shipment_id FROM box WHERE id = ANY(${ids}::uuid[]))
    GROUP BY 1) t ON t.shipment_id = b.shipment_id
  LEFT JOIN LATERAL (SELECT coalesce(sum(bl.quantity), 0)::int AS pieces,
    count(DISTINCT l.sku_id)::int AS sku_count, count(DISTINCT s.code)::int AS style_count,
    (array_agg(DISTINCT s.code ORDER BY s.code))[1:5] AS styles
  FROM box_line bl JOIN order_line l ON l.id = bl.order_line_id JOIN sku ON sku.id = l.sku_id
  JOIN style s ON s.id = sku.style_id WHERE bl.box_id = b.id) k ON true`

/** Boxes by id (uuid) as they were packed, wherever they are now. */
export async function awaitingById(
  db: Db,
  caller: Caller,
  ids: readonly string[],
): Promise<Map<string, AwaitingBoxRow>> {
  if (ids.length === 0) return new Map()
  const { rows } = await rowsOf(awaitingFactsColumns)`
    SELECT ${awaitingColumns} FROM box b JOIN shipment h ON h.id = b.shipment_id JOIN vendor v ON v.id = h.vendor_id
    JOIN site d ON d.id = h.destination_id ${boxContents(ids)}
    WHERE b.id = ANY(${ids}::uuid[]) AND ${ownRows(caller, 'h.vendor_id')}`.execute(db)
  const now = new Date()
  return new Map(rows.map((row) => [row.box_id, awaitingWire(row, now)]))
}

export function awaitingWire({ time_zone, shipped_at, ...box }: AwaitingFacts, now: Date): AwaitingBoxRow {
  const days = shipped_at === null ? 0 : daysBetween(dayIn(time_zone, shipped_at), dayIn(time_zone, now))
  return { ...box, shipped_at: shipped_at?.toISOString() ?? null, days_on_way: Math.max(0, days) }
}
