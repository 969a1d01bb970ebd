import { type SqlBool, sql } from 'kysely'
import { sendableStyle } from '../../../shared/areas/gate-passes/shapes.ts'
import { passWords } from '../../../shared/areas/gate-passes/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import { rowsOf } from '../../database/rows.ts'
import { type Handlers, reply } from '../../http/call.ts'
import { notFound } from '../../http/errors.ts'
import { ownSite } from '../../http/own-sites.ts'
import { pageOf, readCursor } from '../../lists/keyset.ts'
import { containing } from '../orders/order-rows.ts'
import { faceOfColour } from '../pictures/faces.ts'
import { isSendable } from '../stock/places.ts'
import { withPromised } from './source-stock.ts'

/** Stock of a site to choose from: a row a style, with its colours and sizes as a grid. */
export const stockToSend: Handlers<Contract['gatePasses']>['stockToSend'] = async (input, { db, caller }) => {
  const named = db.selectFrom('site as x').select('x.id').where('x.code', '=', input.site)
  const site = await named.where(ownSite(caller, 'x')).executeTakeFirst()
  if (site === undefined) throw notFound(passWords.unknownSite, { site: input.site })
  const place = readCursor(input.cursor, ['text'])
  const like = containing(input.search ?? '')
  const all = sql.join(
    [
      sql<SqlBool>`p.site_id = ${site.id} AND ${isSendable} AND x.condition = ${input.condition} AND x.on_hand > 0`,
      ...(input.search
        ? [
            sql`(s.code ILIKE ${like} OR s.name ILIKE ${like} OR s.name_zh ILIKE ${like} OR k.nm_sku ILIKE ${like} OR k.ean ILIKE ${like})`,
          ]
        : []),
      ...(input.category ? [sql`s.category = ${input.category}`] : []),
      ...(input.style_ids ? [sql`s.code = ANY(${input.style_ids}::text[])`] : []),
      ...(place ? [sql`s.code > ${place[0]}`] : []),
    ],
    sql` AND `,
  )
  const { rows } = await rowsOf(sendableStyle)`
    WITH chosen AS (SELECT DISTINCT s.code, s.id FROM stock x JOIN place p ON p.id = x.place_id JOIN sku k ON k.id = x.sku_id
        JOIN style s ON s.id = k.style_id WHERE ${all} ORDER BY s.code LIMIT ${sql.lit(input.page_size + 1)}),
      sizes AS (SELECT k.style_id, k.color, k.color_zh, k.nm_sku, k.size, k.size_rank, sum(x.on_hand - x.reserved)::int AS free, coalesce(sum(own.quantity), 0)::int AS reserved,
          sum(x.on_hand)::int AS on_hand,
          coalesce((SELECT i.planned FROM gate_pass_item i JOIN gate_pass g ON g.id = i.pass_id
            WHERE g.number = ${input.gate_pass ?? null} AND i.sku_id = k.id AND i.condition = ${input.condition}), 0) AS planned
        FROM stock x JOIN place p ON p.id = x.place_id JOIN sku k ON k.id = x.sku_id JOIN chosen c ON c.id = k.style_id
        ${withPromised(input.gate_pass ?? null)} WHERE p.site_id = ${site.id} AND ${isSendable} AND x.condition = ${input.condition} AND x.on_hand > 0 GROUP BY k.id),
      colors AS (SELECT z.style_id, z.color, min(z.color_zh) AS color_zh, sum(z.free)::int AS free, sum(z.reserved)::int AS reserved, ${faceOfColour('z.style_id', 'z.color')} AS picture,
          json_agg(json_build_object('nm_sku', z.nm_sku, 'size', z.size, 'size_rank', z.size_rank, 'free', z.free, 'reserved', z.reserved, 'on_hand', z.on_hand, 'planned', z.planned)
            ORDER BY z.size_rank, z.nm_sku) AS sizes FROM sizes z GROUP BY z.style_id, z.color)
    SELECT s.code AS style_id, s.name AS style_name, s.name_zh AS style_name_zh, s.category, s.picture_id AS picture, sum(c.free)::int AS free, sum(c.reserved)::int AS reserved,
      json_agg(json_build_object('color', c.color, 'color_zh', c.color_zh, 'picture', c.picture, 'sizes', c.sizes) ORDER BY c.color) AS colors
    FROM chosen h JOIN style s ON s.id = h.id JOIN colors c ON c.style_id = s.id GROUP BY s.id ORDER BY s.code`.execute(
    db,
  )
  return reply(pageOf(rows, input.page_size, ({ style_id }) => [style_id]))
}
