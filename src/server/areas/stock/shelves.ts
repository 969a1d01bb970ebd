import { sql } from 'kysely'
import { type ShelfRow, shelfRow } from '../../../shared/areas/stock/shapes.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { rowsOf } from '../../database/rows.ts'
import { inOrder, listQuery } from '../../lists/list-query.ts'
import { containing } from '../orders/order-rows.ts'
import { sitesOf } from './sites.ts'

const holdsSomething = sql`EXISTS (SELECT 1 FROM stock s WHERE s.place_id = p.id AND s.on_hand > 0)`

/** Shelves in use, site by site, with what lies on them. */
export const shelvesQuery = listQuery<Taken<Contract['stock']['getWarehouseShelves']>, ShelfRow>({
  from: sql`place p JOIN site x ON x.id = p.site_id`,
  id: sql<string>`p.id`,
  scope: ({ caller }) => sql`(p.kind = 'shelf' AND p.retired_at IS NULL AND ${sitesOf(caller)})`,
  rules: {
    site: (code) => sql`x.code = ${code}`,
    search: (text) => sql`(p.code ILIKE ${containing(text)} OR p.name ILIKE ${containing(text)})`,
    is_empty: (isEmpty) => (isEmpty ? sql`NOT ${holdsSomething}` : sql`${holdsSomething}`),
  },
  tabs: { all: sql`true` },
  order: () => ({
    by: [
      [sql`x.code`, 'text'],
      [sql`p.code`, 'text'],
      [sql`p.id`, 'uuid'],
    ],
  }),
  async rows(ids, { db }) {
    const { rows } = await rowsOf(shelfRow)`
      SELECT p.id::text AS place_id, x.code AS site, x.name AS site_name, x.name_zh AS site_name_zh, p.code AS shelf, p.name AS shelf_name,
        coalesce(s.skus, 0)::int AS skus, coalesce(s.pieces, 0)::int AS pieces, coalesce(s.reserved, 0)::int AS reserved
      FROM place p JOIN site x ON x.id = p.site_id
      LEFT JOIN LATERAL (
        SELECT count(DISTINCT s.sku_id) AS skus, sum(s.on_hand) AS pieces, sum(s.reserved) AS reserved
        FROM stock s WHERE s.place_id = p.id AND s.on_hand > 0) s ON true
      WHERE p.id = ANY(${ids}::uuid[])`.execute(db)
    return inOrder(ids, rows, ({ place_id }) => place_id)
  },
})
