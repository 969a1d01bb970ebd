import { type SqlBool, sql } from 'kysely'
import { type DimensionRow, dimensionRow } from '../../../shared/areas/sku-dimensions/calls.ts'
import { outliersOf, volumetricGrams } from '../../../shared/areas/sku-dimensions/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { timelineEventOf } from '../../audit/timeline.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { readSetting } from '../../database/settings.ts'
import type { Db, Handlers, Tx } from '../../http/call.ts'
import { reply } from '../../http/call.ts'
import { inOrder, listQuery, type SortKey } from '../../lists/list-query.ts'
import { assertVendorName } from '../data/vendors.ts'
import { containing } from '../orders/order-rows.ts'
import { faceOfColour } from '../pictures/faces.ts'
import { categoryMedians, outlierIds } from './medians.ts'

type Routes = Handlers<Contract['skuDimensions']>
type Asked = Taken<Contract['skuDimensions']['getSkuDimensionDetails']>

/** `isMissing` of the rules in SQL: `d` is left joined. */
const isMissing = sql<SqlBool>`(d.length_mm IS NULL OR d.width_mm IS NULL OR d.height_mm IS NULL OR d.weight_grams IS NULL)`

const byStyle: readonly SortKey[] = [
  [sql`s.code`, 'text'],
  [sql`k.color`, 'text'],
  [sql`k.size_rank`, 'int'],
  [sql`k.nm_sku`, 'text'],
]

/** SKUs with their sizes and weights: those that lack some first, then by style, colour and size. */
export const dimensionQuery = listQuery<Asked, DimensionRow>({
  from: sql`sku k JOIN style s ON s.id = k.style_id LEFT JOIN sku_dimension d ON d.sku_id = k.id`,
  id: sql<string>`k.id`,
  scope: () => sql`(k.retired_at IS NULL AND s.retired_at IS NULL)`,
  check: (filter, context) => assertVendorName(context, filter.supplier_id),
  rules: {
    search: (text) => {
      const like = containing(text)
      return sql`(k.nm_sku ILIKE ${like} OR s.code ILIKE ${like} OR s.name ILIKE ${like} OR s.name_zh ILIKE ${like}
        OR k.color ILIKE ${like} OR k.color_zh ILIKE ${like})`
    },
    supplier_id: (code) => sql`s.vendor_id = (SELECT id FROM vendor WHERE code = ${code})`,
    category: (category) => sql`s.category = ${category}`,
    style_id: (code) => sql`s.code = ${code}`,
    nm_skus: (codes) => sql`k.nm_sku = ANY(${codes}::text[])`,
  },
  tabs: {
    missing: isMissing,
    // Found once for the whole list, and not row by row.
    outlier: sql`k.id = ANY(ARRAY(${outlierIds}))`,
    measured: sql`NOT ${isMissing}`,
    all: sql`true`,
  },
  // A style's own grid stands by colour and size, whatever is filled in.
  order: ({ style_id }) => ({
    by: style_id ? byStyle : [[sql`(CASE WHEN ${isMissing} THEN 0 ELSE 1 END)`, 'int'], ...byStyle],
  }),
  rows: (ids, { db }) => dimensionRows(db, ids),
})

const plainRow = dimensionRow.omit({ volumetric_grams: true, outliers: true }).extend({ id: col.text })

/** By id (sku.id), in the order given. */
export async function dimensionRows(db: Db | Tx, ids: readonly string[]): Promise<DimensionRow[]> {
  if (ids.length === 0) return []
  const [{ rows }, medians, divisor] = [
    await rowsOf(plainRow)`
    SELECT k.id, k.nm_sku, s.code AS style_id, s.name AS style_name, s.name_zh AS style_name_zh, s.category,
      v.code AS supplier_id, v.name AS supplier_name, v.name_zh AS supplier_name_zh, k.color, k.color_zh, k.size,
      ${faceOfColour('k.style_id', 'k.color')} AS picture, d.length_mm, d.width_mm, d.height_mm, d.weight_grams,
      d.measured_at, u.name AS measured_by, coalesce(d.version, 0) AS version
    FROM sku k JOIN style s ON s.id = k.style_id JOIN vendor v ON v.id = s.vendor_id
    LEFT JOIN sku_dimension d ON d.sku_id = k.id LEFT JOIN app_user u ON u.id = d.measured_by
    WHERE k.id = ANY(${ids}::uuid[])`.execute(db),
    new Map((await categoryMedians(db)).map((each) => [each.category, each.medians])),
    await readSetting(db, 'volumetric_divisor'),
  ]
  return inOrder(ids, rows, ({ id }) => id).map(({ id: _id, ...row }) => ({
    ...row,
    volumetric_grams: volumetricGrams(row, divisor),
    outliers: outliersOf(row, medians.get(row.category)),
  }))
}

export const dimensionChoices: Routes['dimensionChoices'] = async (_, { db }) =>
  reply({
    categories: await categoryMedians(db),
    volumetric_divisor: await readSetting(db, 'volumetric_divisor'),
  })

/** Of a style that nobody knows there is none. */
export const dimensionHistory: Routes['dimensionHistory'] = async ({ style_id }, { db }) => {
  const rows = await db
    .selectFrom('audit_event as e')
    .leftJoin('app_user as u', 'u.id', 'e.user_id')
    .where('e.entity', '=', 'sku_dimension')
    .where('e.entity_id', 'in', (eb) =>
      eb
        .selectFrom('sku as k')
        .innerJoin('style as s', 's.id', 'k.style_id')
        .where('s.code', '=', style_id)
        .select('k.nm_sku'),
    )
    .orderBy('e.seq', 'desc')
    .limit(100)
    .select(['e.id', 'e.entity_id as nm_sku', 'e.at', 'u.name as actor', 'u.is_machine as by_key', 'e.event'])
    .select(['e.from_state', 'e.to_state', 'e.source', 'e.details'])
    .execute()
  return reply({
    events: rows.map(({ id, nm_sku, ...row }) => ({
      ...timelineEventOf({ ...row, details: row.details as Record<string, unknown> } as never),
      id,
      nm_sku,
    })),
  })
}
