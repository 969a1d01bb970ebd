import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { type AwaitingBoxRow, arrivalRow, awaitingBox } from '../../../shared/areas/inspection/shapes.ts'
import type { Contract } from '../../../shared/areas.ts'
import { hasRight } from '../../../shared/areas.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { dayIn, daysBetween } from '../../../shared/kernel/days.ts'
import { isBoundToVendor } from '../../../shared/kernel/roles.ts'
import { readTraced } from '../../../shared/kernel/traced-code.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Caller, type Db, type Reply, reply } from '../../http/call.ts'
import { ownRows } from '../../http/own-rows.ts'
import { atOwnSites } from '../../http/own-sites.ts'
import { type ListQuery, listQuery } from '../../lists/list-query.ts'
import { assertVendorName } from '../data/vendors.ts'
import { readQcSettings } from '../inspection/settings.ts'
import { containing } from '../orders/order-rows.ts'
import { findBoxIds, isDaysAgo } from '../qc-boxes/box-rows.ts'
import { type AtQc, inChina, inIndia, leadAt } from '../qc-boxes/sites.ts'
import { type WayIn, waysIn } from './ways.ts'

type Call = Contract['receiving']['getAwaitingInwardBoxes']
export type AwaitingFilter = Taken<Contract['receiving']['downloadAwaitingInwardBoxesFile']>

type Listed = Taken<Call> & { box_ids?: string[] | undefined; consignment?: string | undefined }

const { from, sentTo, isOnWay } = waysIn.china_qc

/** All that are on their way to China QC: boxes `b` with their shipments `h`, for a query of one's own. */
export const boxesOnWay = (caller: Caller) => {
  const own = atOwnSites(caller, 'd.id', 'china_qc')
  return { from, rule: sql<SqlBool>`${sentTo(undefined)} AND ${isOnWay} AND ${own}` }
}

/** Boxes on their way to the doors of a country, those shipped first at the top; the boxes of a shipment in the order of its packing list. */
export function awaitingAt({ sites }: Pick<AtQc, 'sites'>): ListQuery<Listed, AwaitingBoxRow> {
  const way = waysIn[sites]
  const day = shippedDayOf(way)
  const query: ListQuery<Listed, AwaitingBoxRow> = listQuery<Listed, AwaitingBoxRow>({
    from: way.from,
    id: sql<string>`b.id`,
    // Arrivals tell of those that are in as well. An empty carrier asks for shipments without one.
    scope: (
      { caller },
      { site, carrier, part },
    ) => sql`${way.sentTo(site)} AND ${atOwnSites(caller, 'd.id', sites)} AND ${part === 'arrivals' ? sql`true` : way.isOnWay}
      AND ${carrier === '' ? sql`${way.carrier} IS NULL` : sql`true`}`,
    check: (filter, context) => assertVendorName(context, filter.supplier_id),
    rules: {
      supplier_id: (code) => sql`v.code = ${code}`,
      shipment_id: (id) => sql`h.shipment_id = ${id}`,
      consignment: (number) => sql`${way.consignment} = ${number}`,
      carrier: (carrier) => sql`${way.carrier} = ${carrier}`,
      style_id: (code) => sql`EXISTS (SELECT 1 FROM box_line bl JOIN order_line l ON l.id = bl.order_line_id
        WHERE bl.box_id = b.id AND l.sku_id = ANY(ARRAY(
          SELECT k.id FROM sku k JOIN style s ON s.id = k.style_id WHERE s.code = ${code})))`,
      min_days_on_way: (days) => (days === 0 ? sql`true` : isDaysAgo(way.shippedAt, days)),
      shipped_from: (from) => sql`${day} >= ${from}::date`,
      shipped_to: (to) => sql`${day} <= ${to}::date`,
      search: (search) => boxSearch(way, search),
      box_ids: async (refs, { db, caller }) => {
        const ids = await findBoxIds(db, caller, refs)
        return sql`b.id = ANY(${ids.filter((id) => id !== null)}::uuid[])`
      },
    },
    order: () => ({
      by: [
        [way.shipped, 'timestamptz'],
        [sql`h.shipment_id`, 'text'],
        [sql`b.position`, 'int'],
        [sql`b.id`, 'uuid'],
      ],
    }),
    rows: async (ids, { db, caller }) => {
      const boxes = await awaitingById(db, { caller, sites }, ids)
      return ids.flatMap((id) => boxes.get(id) ?? [])
    },
    counts: async (filter, context) => {
      const counted = await countAwaiting(way, query, filter, context)
      return (await countsBlind(context.db, { caller: context.caller, sites })) ? { ...counted, pieces: 0 } : counted
    },
  })
  return query
}

export const awaitingQuery = awaitingAt({ sites: 'china_qc' })

/** The list, its counts, or arrivals by day and carrier. */
export async function getAwaitingInwardBoxes(input: Taken<Call>, context: CallContext): Promise<Reply<Gives<Call>>> {
  if (input.part !== 'arrivals') return awaitingQuery.page(input, context)
  await assertVendorName(context, input.supplier_id)
  return reply({
    rows: [],
    next_cursor: null,
    arrivals: await arrivals(input, context),
    sites: await qcSitesOf(inChina(context.caller), context),
  })
}

/** The day at the site. */
export function shippedDayOf({ shipped }: WayIn): RawBuilder<string> {
  return sql<string>`(${shipped} AT TIME ZONE d.time_zone)::date`
}

/** By what stands on a box, in any form that a scanner gives it, by its shipment, or by a SKU in it. */
function boxSearch({ consignment }: WayIn, search: string): RawBuilder<SqlBool> {
  const { text, sscc } = readTraced(search)
  if (sscc !== null) return sql<SqlBool>`b.sscc = ${sscc}`
  const like = containing(text)
  return sql<SqlBool>`(b.sscc LIKE ${like} OR b.tracking_id ILIKE ${like} OR b.box_no ILIKE ${like}
    OR h.shipment_id ILIKE ${like} OR ${consignment} ILIKE ${like}
    OR EXISTS (SELECT 1 FROM box_line bl JOIN order_line l ON l.id = bl.order_line_id JOIN sku k ON k.id = l.sku_id WHERE bl.box_id = b.id AND k.nm_sku ILIKE ${like}))`
}

async function countAwaiting(
  way: WayIn,
  query: ListQuery<Listed, AwaitingBoxRow>,
  filter: Partial<Listed>,
  context: CallContext,
): Promise<Record<string, number>> {
  const { rows } = await rowsOf({ all: col.number, shipments: col.number, pieces: col.number })`
    WITH b AS MATERIALIZED (SELECT b.id, ${way.consignment} AS consignment FROM ${way.from}
      WHERE ${await query.where(filter, context)})
    SELECT count(*)::int AS "all", count(DISTINCT consignment)::int AS shipments,
      coalesce(sum((SELECT sum(c.quantity) FROM (${way.contents}) c)), 0)::int AS pieces
    FROM b`.execute(context.db)
  const { all = 0, shipments = 0, pieces = 0 } = rows[0] ?? {}
  return { all, shipments, pieces }
}

/** The sites of a country's QC. */
export async function qcSitesOf(
  { sites, caller }: AtQc,
  { db }: Pick<CallContext, 'db'>,
): Promise<NonNullable<Gives<Call>['sites']>> {
  return db
    .selectFrom('site')
    .where('kind', '=', sites)
    .where(atOwnSites(caller, 'id', sites))
    .where('retired_at', 'is', null)
    .select(['code as site', 'name as site_name', 'name_zh as site_name_zh'])
    .orderBy('code')
    .execute()
}

/** What is told of days without an open box; older ones are told while something of them is still on its way. */
const ARRIVAL_DAYS = 30
const ARRIVAL_ROWS = 500

/** By day of shipping and carrier: how much was expected, and how much of it came in. Newest first. */
async function arrivals(filter: Taken<Call>, context: CallContext): Promise<NonNullable<Gives<Call>['arrivals']>> {
  const { shipped } = waysIn.china_qc
  const recent = filter.shipped_from
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${shipped} >= now() - ${sql.lit(ARRIVAL_DAYS)} * interval '1 day' OR EXISTS (SELECT 1 FROM box o
        WHERE o.shipment_id = h.id AND o.removed_at IS NULL AND o.inwarded_at IS NULL))`
  const { rows } = await rowsOf(arrivalRow)`
    SELECT ${shippedDayOf(waysIn.china_qc)} AS day, h.carrier, count(*)::int AS expected, count(b.inwarded_at)::int AS scanned,
      sum(k.pieces)::int AS pieces_expected,
      coalesce(sum(k.pieces) FILTER (WHERE b.inwarded_at IS NOT NULL), 0)::int AS pieces_scanned
    FROM ${from} CROSS JOIN LATERAL (SELECT coalesce(sum(quantity), 0) AS pieces FROM box_line WHERE box_id = b.id) k
    WHERE ${await awaitingQuery.where(filter, context)} AND ${recent}
    GROUP BY 1, 2 ORDER BY 1 DESC, 2 NULLS LAST LIMIT ${sql.lit(ARRIVAL_ROWS)}`.execute(context.db)
  // A day with one box would tell what lies in it.
  if (await countsBlind(context.db, inChina(context.caller)))
    return rows.map((row) => ({ ...row, pieces_expected: 0, pieces_scanned: 0 }))
  return rows
}

/** A box with what stands on its packing list, ready for `awaitingWire`. */
export const awaitingFacts = awaitingBox
  .omit({ days_on_way: true, counts_hidden: true })
  .extend({ time_zone: col.text })

export type AwaitingFacts = z.output<typeof awaitingFacts>

/** Of a box `b` with its shipment `h`, vendor `v`, site `d`, and what `boxContents` joins. */
export const awaitingColumns = ({ more }: WayIn) => sql`b.id AS box_id, b.sscc, b.box_no, b.position, b.tracking_id,
  b.weight_grams, coalesce(t.boxes_in_shipment, 0) AS boxes_in_shipment,
  h.shipment_id, ${more}, v.code AS supplier_id, v.name AS supplier_name, v.name_zh AS supplier_name_zh,
  d.code AS site, d.name AS site_name, d.name_zh AS site_name_zh, d.time_zone, k.pieces, k.sku_count, k.style_count,
  coalesce(k.styles, '{}') AS styles,
  ARRAY(SELECT pictured.picture_id FROM unnest(k.styles) WITH ORDINALITY AS named (code, at)
    JOIN style pictured ON pictured.code = named.code ORDER BY named.at) AS pictures`

/** What lies in each box `b` of these, as `k`, and as `t` the size of its shipment, which is counted once. */
export const boxContents = ({ contents }: WayIn, ids: readonly string[]) => sql`
  LEFT JOIN (SELECT o.shipment_id, count(*)::int AS boxes_in_shipment FROM box o
    WHERE o.removed_at IS NULL AND o.shipment_id IN (SELECT shipment_id FROM box WHERE id = ANY(${ids}::uuid[]))
    GROUP BY 1) t ON t.shipment_id = b.shipment_id
  LEFT JOIN LATERAL (SELECT coalesce(sum(c.quantity), 0)::int AS pieces,
    count(DISTINCT c.sku_id)::int AS sku_count, count(DISTINCT s.code)::int AS style_count,
    (array_agg(DISTINCT s.code ORDER BY s.code))[1:5] AS styles
  FROM (${contents}) c JOIN sku ON sku.id = c.sku_id JOIN style s ON s.id = sku.style_id) k ON true`

/** Boxes by id (uuid) as they were sent to the doors of a country, wherever they are now. */
export async function awaitingById(
  db: Db,
  { caller, sites }: AtQc,
  ids: readonly string[],
): Promise<Map<string, AwaitingBoxRow>> {
  if (ids.length === 0) return new Map()
  const way = waysIn[sites]
  const { rows } = await rowsOf(awaitingFacts)`
    SELECT ${awaitingColumns(way)} FROM box b JOIN shipment h ON h.id = b.shipment_id JOIN vendor v ON v.id = h.vendor_id
    ${way.joinsOf(ids)} ${boxContents(way, ids)}
    WHERE b.id = ANY(${ids}::uuid[]) AND ${ownRows(caller, 'h.vendor_id')}`.execute(db)
  const now = new Date()
  const isHidden = await countsBlind(db, { caller, sites })
  return new Map(rows.map((row) => [row.box_id, awaitingWire(row, now, isHidden)]))
}

/** Whether the caller counts at these sites and so is not told what was declared. */
export async function countsBlind(db: Db, { caller, sites }: AtQc): Promise<boolean> {
  if (isBoundToVendor(caller) || hasRight(caller, leadAt[sites])) return false
  return (await readQcSettings(db, sites)).blind_count
}

/** The same in either country, for what is told of a thing wherever it is. */
export async function countsAnywhereBlind({ db, caller }: Pick<CallContext, 'db' | 'caller'>): Promise<boolean> {
  if (hasRight(caller, 'chinaQc') && (await countsBlind(db, inChina(caller)))) return true
  return hasRight(caller, 'indiaReceive') && countsBlind(db, inIndia(caller))
}

export function awaitingWire({ time_zone, ...box }: AwaitingFacts, now: Date, isHidden = false): AwaitingBoxRow {
  const { shipped_at } = box
  const days = shipped_at === null ? 0 : daysBetween(dayIn(time_zone, new Date(shipped_at)), dayIn(time_zone, now))
  const hidden = isHidden && { counts_hidden: true, pieces: Math.min(1, box.pieces), weight_grams: null }
  return { ...box, days_on_way: Math.max(0, days), ...hidden }
}
