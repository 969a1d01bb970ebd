import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { MapStyle, StoreStyleRow } from '../../../shared/areas/allocation/store-shapes.ts'
import { mapStyle } from '../../../shared/areas/allocation/store-shapes.ts'
import { styleAtStore } from '../../../shared/areas/allocation/store-stock.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { readGroup } from '../../audit/setting-group.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { atOwnSites } from '../../http/own-sites.ts'
import { listQuery } from '../../lists/list-query.ts'
import { byWords } from '../../lists/search.ts'
import { containing } from '../orders/order-rows.ts'
import { faceOfColour } from '../pictures/faces.ts'
import { isSendable } from '../stock/places.ts'
import { freshRates } from '../vendor-inventory/rates.ts'
import { loadAtStores } from './at-stores.ts'
import { settingsGroup } from './create.ts'
import { onTheirWay } from './on-their-way.ts'

type Calls = Contract['allocation']
type Asked = Taken<Calls['storeStock']>

/** What a store has, gets or sold within thirty days, by style and colour. */
const atStores = sql`site x CROSS JOIN LATERAL (SELECT DISTINCT k.style_id, k.color FROM (
    SELECT t.sku_id FROM place p JOIN stock t ON t.place_id = p.id WHERE p.site_id = x.id AND ${isSendable} AND t.condition = 'good' AND t.on_hand > 0
    UNION SELECT w.sku_id FROM (${onTheirWay({ taskId: null })}) w WHERE w.site_id = x.id AND w.pieces > 0
    UNION SELECT d.sku_id FROM sale_day d, sku_rate_state l WHERE d.shop_id = x.id AND d.sold > 0 AND d.day > l.as_of - 30 AND d.day <= l.as_of
  ) g JOIN sku k ON k.id = g.sku_id AND k.retired_at IS NULL) c JOIN style s ON s.id = c.style_id AND s.retired_at IS NULL`

/** A style `s` in a colour of `c` by a word. */
const isNamed = (text: string) =>
  sql<SqlBool>`(s.code ILIKE ${containing(text)} OR s.name ILIKE ${containing(text)} OR s.name_zh ILIKE ${containing(text)}
    OR c.color ILIKE ${containing(text)})`

const SEPARATOR = '~'

/** Styles at stores, by store; a row's id names its store, style and colour. */
export const storeStockQuery = listQuery<Asked, StoreStyleRow>({
  from: atStores,
  id: sql<string>`concat_ws(${SEPARATOR}, x.id, s.id, c.color)`,
  scope: ({ caller }) =>
    sql<SqlBool>`x.kind = 'shop' AND x.retired_at IS NULL AND ${atOwnSites(caller, 'x.id', 'shop')}`,
  rules: {
    category: (name) => sql`s.category = ${name}`,
    season: (name) => sql`s.season = ${name}`,
    region: (name) => sql`x.region = ${name}`,
    store: (code) => sql`x.code = ${code}`,
    stores: (codes) => sql`x.code = ANY(${codes}::text[])`,
    search: isNamed,
  },
  tabs: { all: sql<SqlBool>`true` },
  order: () => ({
    by: [
      [sql`x.code`, 'text'],
      [sql`s.code`, 'text'],
      [sql`c.color`, 'text'],
    ],
  }),
  rows: (ids, { db }, { store }) => storeRows(db, ids, store !== undefined),
})

const headColumns = {
  id: col.text,
  shop_id: col.text,
  style: col.text,
  store: col.text,
  store_name: col.text,
  store_name_zh: col.text,
  region: col.textOrNull,
  style_id: col.text,
  style_name: col.text,
  style_name_zh: col.text,
  color: col.text,
  color_zh: col.text,
  picture: col.textOrNull,
  category: col.text,
  is_carried: col.flag,
}
const skuColumns = {
  sku_id: col.text,
  style: col.text,
  color: col.text,
  nm_sku: col.text,
  size: col.text,
  is_core: col.flag,
  mrp_minor: z.number().nullable(),
}

async function storeRows(db: Db | Tx, ids: readonly string[], hasSizes: boolean): Promise<StoreStyleRow[]> {
  if (ids.length === 0) return []
  const asked = ids.map((id) => {
    const [shop = '', style = '', ...color] = id.split(SEPARATOR)
    return { shop, style, color: color.join(SEPARATOR) }
  })
  const { rows: heads } = await rowsOf(headColumns)`
    SELECT n.id, x.id::text AS shop_id, s.id::text AS style, x.code AS store, x.name AS store_name, x.name_zh AS store_name_zh, x.region,
      s.code AS style_id, s.name AS style_name, s.name_zh AS style_name_zh, n.color,
      coalesce((SELECT k.color_zh FROM sku k WHERE k.style_id = s.id AND k.color = n.color LIMIT 1), n.color) AS color_zh,
      ${faceOfColour('n.style', 'n.color')} AS picture, s.category,
      EXISTS (SELECT FROM shop_profile f WHERE f.shop_id = x.id AND f.category = s.category AND f.is_carried AND f.retired_at IS NULL) AS is_carried
    FROM unnest(${[...ids]}::text[], ${asked.map(({ shop }) => shop)}::uuid[], ${asked.map(({ style }) => style)}::uuid[],
      ${asked.map(({ color }) => color)}::text[]) WITH ORDINALITY AS n (id, shop, style, color, at)
    JOIN site x ON x.id = n.shop JOIN style s ON s.id = n.style ORDER BY n.at`.execute(db)
  const styleIds = [...new Set(heads.map(({ style }) => style))]
  const shopIds = [...new Set(heads.map(({ shop_id }) => shop_id))]
  const { rows: skus } = await rowsOf(skuColumns)`
    SELECT k.id::text AS sku_id, k.style_id::text AS style, k.color, k.nm_sku, k.size, coalesce(z.is_core, false) AS is_core,
      coalesce(k.mrp_minor, s.mrp_minor)::float8 AS mrp_minor
    FROM sku k JOIN style s ON s.id = k.style_id LEFT JOIN size_set z ON z.code = s.size_set AND z.size = k.size AND z.retired_at IS NULL
    WHERE k.style_id = ANY(${styleIds}::uuid[]) AND k.retired_at IS NULL ORDER BY k.size_rank, k.nm_sku`.execute(db)
  // A size that the store lacks sells by its category's curve, as in plans: a style's rate is the same everywhere.
  const categories = [...new Set(heads.map(({ category }) => category))]
  const { cellOf } = await loadAtStores(db, { storeIds: shopIds, categories, taskId: null })
  const bySku = Map.groupBy(skus, ({ style, color }) => `${style} ${color}`)
  const { settings } = await readGroup(db as Db, settingsGroup)
  return heads.map(({ id: _, shop_id, style, ...head }) => {
    const sizes = (bySku.get(`${style} ${head.color}`) ?? []).map(({ sku_id, nm_sku, size, is_core, mrp_minor }) => {
      const { on_hand, in_transit, rate, sold_30, days_out, age_days } = cellOf(shopIds.indexOf(shop_id), sku_id)
      return { nm_sku, size, is_core, mrp_minor, on_hand, in_transit, rate, sold_30, days_out, age_days }
    })
    const there = sizes.filter(({ on_hand }) => on_hand > 0)
    const isPriced = there.every(({ mrp_minor }) => mrp_minor !== null)
    return {
      ...head,
      ...styleAtStore(sizes, settings.pieces_per_core_size, head.is_carried),
      retail_value_minor: isPriced
        ? there.reduce((sum, { on_hand, mrp_minor }) => sum + on_hand * (mrp_minor ?? 0), 0)
        : null,
      sizes: hasSizes
        ? sizes.map(({ mrp_minor: _price, ...size }) => ({ ...size, rate: Math.round(size.rate * 10_000) / 10_000 }))
        : [],
    }
  })
}

export const storeStock: Handlers<Calls>['storeStock'] = async (input, context) => {
  await freshRates(context.db)
  if (input.with_styles) return reply({ rows: [], next_cursor: null, styles: await stylesOf(input, context) })
  return storeStockQuery.page(input, context)
}

/** Of so many shops each is looked at for what it has and sold; of more, a style that any shop sold of late is taken for one of theirs. */
const FEW_SHOPS = 60

/** Styles that rows of the list are of, by category and code. */
async function stylesOf(input: Asked, context: CallContext): Promise<MapStyle[]> {
  const { caller, db } = context
  const { category = null, season = null, region = null, store = null } = input
  const isShop = sql<SqlBool>`x.kind = 'shop' AND x.retired_at IS NULL AND ${atOwnSites(caller, 'x.id', 'shop')}
    AND (${region}::text IS NULL OR x.region = ${region}) AND (${store}::text IS NULL OR x.code = ${store})`
  const { rows: shops } = await rowsOf({ shops: col.number })`
    SELECT count(*)::int AS shops FROM site x WHERE ${isShop}`.execute(db)
  const isFew = (shops[0]?.shops ?? 0) <= FEW_SHOPS
  const from = isFew
    ? sql`${atStores} WHERE ${await storeStockQuery.where({ ...input, stores: undefined }, context)}`
    : sql`(SELECT DISTINCT k.style_id, k.color FROM sku k WHERE k.retired_at IS NULL
        AND (EXISTS (SELECT FROM sku_rate r WHERE r.sku_id = k.id AND r.sold_30 > 0)
          OR EXISTS (SELECT FROM stock t JOIN place p ON p.id = t.place_id AND ${isSendable} JOIN site x ON x.id = p.site_id AND ${isShop}
            WHERE t.sku_id = k.id AND t.on_hand > 0))) c
      JOIN style s ON s.id = c.style_id AND s.retired_at IS NULL
      WHERE (${category}::text IS NULL OR s.category = ${category}) AND (${season}::text IS NULL OR s.season = ${season}) AND ${byWords(input.search ?? '', isNamed)}`
  const { rows } = await rowsOf(mapStyle)`
    SELECT s.code AS style_id, s.name AS style_name, s.name_zh AS style_name_zh, c.color,
      coalesce((SELECT k.color_zh FROM sku k WHERE k.style_id = s.id AND k.color = c.color LIMIT 1), c.color) AS color_zh, s.category
    FROM ${from} GROUP BY s.id, c.color ORDER BY s.category, s.code, c.color`.execute(db)
  return rows
}
