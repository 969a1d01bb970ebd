import { sql } from 'kysely'
import { skuPlace, skuStock } from '../../../shared/areas/stock/shapes.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { rowsOf } from '../../database/rows.ts'
import { type CallContext, type Reply, reply } from '../../http/call.ts'
import { notFound } from '../../http/errors.ts'
import { faceOfColour } from '../pictures/faces.ts'
import { sitesOf, toldPlaces } from './sites.ts'

type Call = Contract['stock']['stockOfStyle']

/** Stock of a style: its SKUs by colour and size, and where each lies. Goods on their way are no good, B-grade or damaged ones yet. */
export async function stockOfStyle(
  { style_id, site }: Taken<Call>,
  { db, caller }: CallContext,
): Promise<Reply<Gives<Call>>> {
  const style = await db
    .selectFrom('style')
    .select(['id', 'code as style_id', 'name as style_name', 'name_zh as style_name_zh', 'picture_id as picture'])
    .where('code', '=', style_id)
    .executeTakeFirst()
  if (style === undefined) throw notFound('Nothing was found under {{code}}.', { code: style_id })
  const stock = sql`stock s JOIN place p ON p.id = s.place_id JOIN site x ON x.id = p.site_id AND ${sitesOf(caller)} AND ${toldPlaces(caller)}
    AND (${site ?? null}::text IS NULL OR x.code = ${site ?? null})`
  const sum = (of: string, when: ReturnType<typeof sql>) =>
    sql`coalesce(sum(${sql.ref(`o.${of}`)}) FILTER (WHERE ${when}), 0)::int`
  const lies = (condition: string) => sum('on_hand', sql`o.condition = ${condition} AND o.kind <> 'in_transit'`)
  const { rows: skus } = await rowsOf(skuStock)`
    SELECT k.nm_sku, k.color, k.color_zh, k.size, ${faceOfColour('k.style_id', 'k.color')} AS picture,
      ${lies('good')} AS good, ${lies('b_grade')} AS b_grade, ${lies('damaged')} AS damaged,
      ${sum('reserved', sql`true`)} AS reserved, ${sum('on_hand', sql`o.kind = 'in_transit'`)} AS in_transit
    FROM sku k LEFT JOIN LATERAL (SELECT s.condition, s.on_hand, s.reserved, p.kind FROM ${stock} WHERE s.sku_id = k.id AND s.on_hand > 0) o ON true
    WHERE k.style_id = ${style.id} GROUP BY k.id ORDER BY k.color, k.size_rank`.execute(db)
  const { rows: places } = await rowsOf(skuPlace)`
    SELECT k.nm_sku, x.code AS site, x.name AS site_name, x.name_zh AS site_name_zh, p.kind AS place_kind, p.code AS place,
      s.condition, s.on_hand, s.reserved
    FROM sku k JOIN (${stock}) ON s.sku_id = k.id AND s.on_hand > 0 WHERE k.style_id = ${style.id}
    ORDER BY k.color, k.size_rank, x.code, p.code, s.condition`.execute(db)
  const { id: _, ...facts } = style
  return reply({ ...facts, skus, places })
}
