import { type SqlBool, sql } from 'kysely'
import { orderCurrency } from '../../../shared/areas/orders/amendments.ts'
import { orderableStyle } from '../../../shared/areas/orders/manage-calls.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Reply, reply } from '../../http/call.ts'
import { containing } from './order-rows.ts'

type Styles = Gives<Contract['orders']['orderableStyles']>
type Sites = Gives<Contract['orders']['orderDestinations']>

const MOST = 20

const plainStyle = orderableStyle.omit({ skus: true }).extend({ id: col.text })

/** Styles to order: one by its code, or those that a search finds, the code that begins with it first. */
export async function orderableStyles(
  { search, style_id }: Taken<Contract['orders']['orderableStyles']>,
  { db }: Pick<CallContext, 'db'>,
): Promise<Reply<Styles>> {
  const like = containing(search ?? '')
  const wanted = style_id
    ? sql<SqlBool>`s.code = ${style_id}`
    : sql<SqlBool>`(s.code ILIKE ${like} OR s.name ILIKE ${like} OR s.name_zh ILIKE ${like})`
  const { rows: styles } = await rowsOf(plainStyle)`
    SELECT s.id, s.code AS style_id, s.name AS style_name, s.name_zh AS style_name_zh, s.category, v.code AS supplier_id,
      v.name AS supplier_name, v.name_zh AS supplier_name_zh, p.order_id AS last_order_order_id,
      p.order_date AS last_order_order_date, p.ordered AS last_order_pieces, p.unit_price_minor AS last_order_unit_price_minor,
      p.currency AS last_order_unit_price_currency
    FROM (SELECT s.*, NOT s.code ILIKE ${`${like.slice(1)}`} AS is_inside FROM style s JOIN vendor w ON w.id = s.vendor_id
        WHERE ${wanted} AND s.retired_at IS NULL AND w.retired_at IS NULL
      ORDER BY is_inside, s.code LIMIT ${sql.lit(MOST)}) s
    JOIN vendor v ON v.id = s.vendor_id
    LEFT JOIN LATERAL (SELECT o.order_id, o.order_date, o.ordered, o.unit_price_minor, o.currency FROM vendor_order o
      WHERE o.style_id = s.id AND o.decision IN ('NEW', 'APPROVED') ORDER BY o.order_date DESC, o.id DESC LIMIT 1) p ON true
    ORDER BY s.is_inside, s.code`.execute(db)
  const skus = await skusOf(
    db,
    styles.map(({ id }) => id),
  )
  return reply({
    rows: styles.map(({ id, ...style }) => ({ ...style, skus: skus.get(id) ?? [] })),
  })
}

async function skusOf(db: CallContext['db'], styles: readonly string[]) {
  const rows = await db
    .selectFrom('sku as k')
    .where(sql<SqlBool>`k.style_id = ANY(${styles}::uuid[])`)
    .where('k.retired_at', 'is', null)
    .select(['k.style_id', 'k.nm_sku', 'k.color', 'k.color_zh', 'k.size', 'k.size_rank'])
    .orderBy('k.color')
    .orderBy('k.size_rank')
    .execute()
  const byStyle = Map.groupBy(rows, (row) => row.style_id)
  return new Map([...byStyle].map(([id, own]) => [id, own.map(({ style_id: _, ...sku }) => sku)]))
}

/** All sites but those where goods are made, and what orders are priced in. */
export async function orderDestinations(_: unknown, { db }: Pick<CallContext, 'db'>): Promise<Reply<Sites>> {
  const sites = await db
    .selectFrom('site')
    .where('kind', '<>', 'production')
    .where('retired_at', 'is', null)
    .select(['code as id', 'name', 'name_zh'])
    .orderBy('name')
    .limit(1_000)
    .execute()
  return reply({ sites, currency: orderCurrency })
}
