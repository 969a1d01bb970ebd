import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { gatePassRights } from '../../../shared/areas/gate-passes/rights.ts'
import { type InTransitRow, inTransitRow, passDestination } from '../../../shared/areas/gate-passes/shapes.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { isAmong } from '../../../shared/kernel/rights.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { todayIn } from '../../database/today.ts'
import { type CallContext, type Caller, type Handlers, reply } from '../../http/call.ts'
import { inOrder, type ListQuery, listQuery } from '../../lists/list-query.ts'
import { containing } from '../orders/order-rows.ts'
import { skuShown } from './item-rows.ts'
import { passesFrom, passesOf } from './pass-rows.ts'

type Input = Taken<Contract['gatePasses']['inTransit']>

const roads = sql`gate_pass_item i JOIN sku k ON k.id = i.sku_id JOIN style s ON s.id = k.style_id JOIN (${passesFrom}) ON p.id = i.pass_id`

const days = sql`greatest(0, ${todayIn(sql`fs.time_zone`)} - (p.submitted_at AT TIME ZONE fs.time_zone)::date)`

/** Whoever counts blind must not read here what is on its way. */
const isToldTo = (caller: Caller): RawBuilder<SqlBool> =>
  isAmong(caller, gatePassRights.gatePassLead.roles) ? sql<SqlBool>`true` : sql<SqlBool>`NOT p.is_blind`

const isOnRoad = sql<SqlBool>`p.state IN ('SUBMITTED', 'PARTLY_RECEIVED') AND i.sent > i.received + i.closed_short`

/** Pieces on the road by pass and SKU, the oldest first. */
export const transitQuery: ListQuery<Input, InTransitRow> = listQuery<Input, InTransitRow>({
  from: roads,
  id: sql<string>`i.id`,
  scope: ({ caller }) => sql<SqlBool>`${isOnRoad} AND ${passesOf(caller)} AND ${isToldTo(caller)}`,
  rules: {
    from_site: (site) => sql<SqlBool>`fs.code = ${site}`,
    to_site: (site) => sql<SqlBool>`ts.code = ${site}`,
    nm_sku: (code) => sql<SqlBool>`k.nm_sku = ${code}`,
    style_id: (code) => sql<SqlBool>`s.code = ${code}`,
    min_days: (least) => sql<SqlBool>`${days} >= ${least}`,
    line_ids: (ids) => sql<SqlBool>`i.id::text = ANY(${ids}::text[])`,
    search: (text) =>
      sql<SqlBool>`(k.nm_sku ILIKE ${containing(text)} OR s.code ILIKE ${containing(text)} OR p.number ILIKE ${containing(text)})`,
  },
  order: () => ({
    by: [
      [sql`p.submitted_at`, 'timestamptz'],
      [sql`i.id`, 'uuid'],
    ],
  }),
  rows: async (ids, { db }) => {
    const { rows } = await rowsOf(inTransitRow)`
      SELECT ${skuShown}, i.id::text AS line_id, p.number AS gate_pass, p.type, i.condition, fs.code AS from_site, fs.name AS from_site_name,
        fs.name_zh AS from_site_name_zh, ts.code AS to_site, coalesce(ts.name, v.name, p.party, '') AS to_name,
        coalesce(ts.name_zh, v.name_zh, p.party, '') AS to_name_zh, i.sent - i.received - i.closed_short AS quantity, p.submitted_at,
        ${days} AS days_on_way, p.expected_return_on, p.carrier
      FROM ${roads} WHERE i.id = ANY(${ids}::uuid[])`.execute(db)
    return inOrder(ids, rows, ({ line_id }) => line_id)
  },
  counts: async (filter, context) => {
    const { rows } = await rowsOf({ skus: col.number, pieces: col.number, gate_passes: col.number, all: col.number })`
      SELECT count(DISTINCT i.sku_id)::int AS skus, coalesce(sum(i.sent - i.received - i.closed_short), 0)::int AS pieces,
        count(DISTINCT p.id)::int AS gate_passes, count(*)::int AS "all"
      FROM ${roads} WHERE ${await transitQuery.where(filter, context)}`.execute(context.db)
    return { ...rows[0] }
  },
})

/** The page, its counts, or all of it by destination with its age. */
export const inTransit: Handlers<Contract['gatePasses']>['inTransit'] = async (input, context) => {
  if (input.part !== 'destinations') return transitQuery.page(input, context)
  return reply({ rows: [], next_cursor: null, destinations: await destinationsOf(input, context) })
}

async function destinationsOf(input: Input, context: CallContext) {
  const pieces = sql`i.sent - i.received - i.closed_short`
  const ofAge = (condition: RawBuilder<unknown>) => sql`coalesce(sum(${pieces}) FILTER (WHERE ${condition}), 0)::int`
  const { rows } = await rowsOf(passDestination)`
    SELECT ts.code AS to_site, coalesce(ts.name, v.name, p.party, '') AS to_name, coalesce(ts.name_zh, v.name_zh, p.party, '') AS to_name_zh,
      count(DISTINCT p.id)::int AS gate_passes, count(DISTINCT i.sku_id)::int AS skus, sum(${pieces})::int AS pieces,
      ${ofAge(sql`${days} <= 2`)} AS by_age_up_to_2, ${ofAge(sql`${days} BETWEEN 3 AND 7`)} AS by_age_up_to_7,
      ${ofAge(sql`${days} > 7`)} AS by_age_longer, max(${days})::int AS oldest_days
    FROM ${roads} WHERE ${await transitQuery.where(input, context)} GROUP BY 1, 2, 3 ORDER BY oldest_days DESC, pieces DESC, 2`.execute(
    context.db,
  )
  return rows
}
