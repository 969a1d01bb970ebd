import { type RawBuilder, sql } from 'kysely'
import { fewestForMedian, type Measure, type Medians, measures } from '../../../shared/areas/sku-dimensions/rules.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Db } from '../../http/call.ts'

/** A category's median of a measure, null of too few: `d` is its SKUs' dimensions. */
const median = (measure: Measure) => sql`
  CASE WHEN count(${sql.ref(`d.${measure}`)}) >= ${sql.lit(fewestForMedian)}
    THEN percentile_cont(0.5) WITHIN GROUP (ORDER BY ${sql.ref(`d.${measure}`)}) END AS ${sql.ref(measure)}`

/** Medians of the measured SKUs by `category`, as the rules of `rules.ts` want them. */
const byCategory = sql`
  SELECT s.category, ${sql.join(measures.map(median))}
  FROM sku_dimension d JOIN sku k ON k.id = d.sku_id JOIN style s ON s.id = k.style_id
  WHERE k.retired_at IS NULL GROUP BY s.category`

/** `isOutlier` of the rules in SQL; a test holds the two together. */
const isOutlier = (measure: Measure) => {
  const [value, middle] = [sql.ref(`d.${measure}`), sql.ref(`m.${measure}`)]
  return sql`(${value} * 2 < ${middle} OR ${value} > ${middle} * 2)`
}

/** Ids of the SKUs of which a measure is unusual for their category. */
export const outlierIds: RawBuilder<unknown> = sql`
  SELECT k.id FROM sku_dimension d JOIN sku k ON k.id = d.sku_id JOIN style s ON s.id = k.style_id
  JOIN (${byCategory}) m ON m.category = s.category
  WHERE ${sql.join(measures.map(isOutlier), sql` OR `)}`

/** Every category of styles in use, by name, with its medians. */
export async function categoryMedians(db: Db): Promise<{ category: string; medians: Medians }[]> {
  const number = col.numberOrNull
  const { rows } = await rowsOf({
    ...{ category: col.text, length_mm: number, width_mm: number, height_mm: number, weight_grams: number },
  })`
    SELECT c.category, m.length_mm, m.width_mm, m.height_mm, m.weight_grams
    FROM (SELECT DISTINCT category FROM style WHERE retired_at IS NULL) c LEFT JOIN (${byCategory}) m USING (category)
    ORDER BY c.category`.execute(db)
  return rows.map(({ category, ...medians }) => ({ category, medians }))
}
