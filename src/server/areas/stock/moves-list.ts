import { type SqlBool, sql } from 'kysely'
import { type StockMoveRow, stockMoveRow } from '../../../shared/areas/stock/shapes.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext } from '../../http/call.ts'
import { inOrder, listQuery } from '../../lists/list-query.ts'
import { sitesOf, toldMoves } from './sites.ts'

type Filter = Taken<Contract['stock']['stockMoves']>
type Asking = Pick<CallContext, 'db' | 'caller'>

/** Days of a list are those of our own sites: most of them are in India. */
const dayStart = (day: string, days: number) =>
  sql`((${day}::date + ${sql.lit(days)})::timestamp AT TIME ZONE 'Asia/Kolkata')`

/** What happened to stock at sites that the caller sees, newest first. */
export const stockMovesQuery = listQuery<Filter, StockMoveRow>({
  from: sql`stock_move m`,
  id: sql<string>`m.id`,
  scope: ({ caller }) => sql`${touches(sitesOf(caller))} AND ${toldMoves(caller)}`,
  rules: {
    nm_sku: (code) => sql`m.sku_id = (SELECT id FROM sku WHERE nm_sku = ${code})`,
    site: (code) => touches(sql<SqlBool>`x.code = ${code}`),
    kind: (kind) => sql`m.kind = ${kind}`,
    document_type: (type) => sql`m.document_type = ${type}`,
    document_id: (id) => sql`m.document_id = ${id}`,
    from_day: (day) => sql`m.at >= ${dayStart(day, 0)}`,
    to_day: (day) => sql`m.at < ${dayStart(day, 1)}`,
  },
  tabs: { all: sql`true` },
  order: () => ({ by: [[sql`m.seq`, 'bigint']], isDescending: true }),
  rows: rowsById,
})

/** One side of a move `m` lies at such a site `x`. */
function touches(isSuch: ReturnType<typeof sql<SqlBool>>) {
  const places = sql`ARRAY(SELECT p.id FROM place p JOIN site x ON x.id = p.site_id WHERE ${isSuch})`
  return sql<SqlBool>`(m.from_place = ANY(${places}) OR m.to_place = ANY(${places}))`
}

const plainMove = stockMoveRow.omit({ balance: true })

async function rowsById(
  ids: readonly string[],
  { db, caller }: Asking,
  { nm_sku, site }: Partial<Filter>,
): Promise<StockMoveRow[]> {
  const told = (
    name: 'from' | 'to',
  ) => sql`(SELECT jsonb_build_object('site', x.code, 'site_name', x.name, 'site_name_zh', x.name_zh,
    'place_kind', p.kind, 'place', p.code, 'condition', ${sql.ref(`m.${name}_condition`)})
    FROM place p JOIN site x ON x.id = p.site_id WHERE p.id = ${sql.ref(`m.${name}_place`)})`
  const { rows } = await rowsOf(plainMove)`
    SELECT m.id::text AS move_id, m.at, m.kind, k.nm_sku, m.quantity, ${told('from')} AS "from", ${told('to')} AS "to",
      m.document_type, m.document_id, m.reason, u.name AS actor
    FROM stock_move m JOIN sku k ON k.id = m.sku_id
    LEFT JOIN audit_event e ON e.id = m.event_id LEFT JOIN app_user u ON u.id = e.user_id
    WHERE m.id = ANY(${ids}::uuid[])`.execute(db)
  const balances = nm_sku === undefined ? null : await balancesAfter(ids, nm_sku, site ?? null, { db, caller })
  return inOrder(ids, rows, ({ move_id }) => move_id).map((row) => ({
    ...row,
    balance: balances?.get(row.move_id) ?? null,
  }))
}

/** Pieces of an SKU that lay at a site, or at all that the caller sees, after each move; those on their way are not among them. */
async function balancesAfter(
  ids: readonly string[],
  sku: string,
  site: string | null,
  { db, caller }: Asking,
): Promise<Map<string, number>> {
  const { rows } = await rowsOf({ id: col.text, balance: col.number })`
    WITH here AS (SELECT p.id FROM place p JOIN site x ON x.id = p.site_id
      WHERE p.kind <> 'in_transit' AND ${sitesOf(caller)} AND (${site}::text IS NULL OR x.code = ${site}))
    SELECT id, balance FROM (
      SELECT m.id::text AS id, (sum(CASE WHEN t.id IS NOT NULL THEN m.quantity ELSE 0 END
        - CASE WHEN f.id IS NOT NULL THEN m.quantity ELSE 0 END) OVER (ORDER BY m.seq))::int AS balance
      FROM stock_move m LEFT JOIN here f ON f.id = m.from_place LEFT JOIN here t ON t.id = m.to_place
      WHERE m.sku_id = (SELECT id FROM sku WHERE nm_sku = ${sku})) b
    WHERE id = ANY(${ids}::text[])`.execute(db)
  return new Map(rows.map(({ id, balance }) => [id, balance]))
}
