import { sql } from 'kysely'
import {
  fewestDaysInStock,
  type RateWeights,
  type RateWindow,
  rateWindows,
} from '../../../shared/areas/vendor-inventory/rates.ts'
import { inTransaction } from '../../database/database-errors.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { readSetting } from '../../database/settings.ts'
import { indiaToday } from '../../database/today.ts'
import type { Db, Tx } from '../../http/call.ts'

const inWindow = (window: RateWindow) => sql`d.day > l.as_of - ${sql.lit(window)}`
const isOut = sql`(NOT d.was_in_stock AND d.sold = 0)`

const windowSums = sql.join(
  rateWindows.map(
    (window) => sql`
      coalesce(sum(d.sold) FILTER (WHERE ${inWindow(window)}), 0)::int AS ${sql.ref(`sold_${window}`)},
      count(*) FILTER (WHERE ${isOut} AND ${inWindow(window)})::int AS ${sql.ref(`out_${window}`)}`,
  ),
)

const daysInStock = sql.join(
  rateWindows.map(
    (window) =>
      sql`least(${sql.lit(window)}, r.as_of - f.first + 1) - ${sql.ref(`r.out_${window}`)} AS ${sql.ref(`days_${window}`)}`,
  ),
)

const column = (name: 'sold' | 'days', window: RateWindow) => sql.ref(`w.${name}_${window}`)

/**
 * `ratesOfSale` of the shared rules in SQL, as of the day that was reckoned last: the parts `last`, `by_shop` (shop, sku, pieces sold, days out of stock, rate)
 * for a query of one's own, of all categories or of some, of all shops or of some (site.id).
 */
export function shopRates(
  weights: RateWeights,
  categories: readonly string[] | null = null,
  shopIds: readonly string[] | null = null,
) {
  const weigh = (of: (window: RateWindow) => ReturnType<typeof sql>) =>
    sql.join(
      rateWindows.map((window) => {
        const weight = sql`${weights[`days_${window}`]}::float8`
        return sql`CASE WHEN ${column('days', window)} > 0 THEN ${weight} * ${of(window)} ELSE 0 END`
      }),
      sql` + `,
    )
  const sum = weigh((window) => sql`${column('sold', window)}::float8 / nullif(${column('days', window)}, 0)`)
  const weight = weigh(() => sql`1`)
  const isOfCategory = categories === null ? sql`true` : sql`s.category = ANY(${[...categories]}::text[])`
  const isOfShops = shopIds === null ? sql`true` : sql`d.shop_id = ANY(${[...shopIds]}::uuid[])`
  return sql`
    last AS (SELECT as_of FROM sku_rate_state),
    recent AS (SELECT d.shop_id, d.sku_id, s.category, l.as_of, ${windowSums} FROM sale_day d CROSS JOIN last l
      JOIN sku k ON k.id = d.sku_id JOIN style s ON s.id = k.style_id
      WHERE d.day > l.as_of - 30 AND d.day <= l.as_of AND ${isOfCategory} AND ${isOfShops} GROUP BY d.shop_id, d.sku_id, s.category, l.as_of),
    w AS (SELECT r.*, f.first, ${daysInStock} FROM recent r CROSS JOIN LATERAL
      (SELECT min(d.day) AS first FROM sale_day d WHERE d.shop_id = r.shop_id AND d.sku_id = r.sku_id) f),
    own AS (SELECT w.*, CASE WHEN w.days_30 >= ${sql.lit(fewestDaysInStock)}
        THEN coalesce((${sum}) / nullif(${weight}, 0), 0) END AS rate FROM w),
    by_shop AS (SELECT own.shop_id, own.sku_id, own.sold_7, own.sold_15, own.sold_30, own.out_30,
        coalesce(own.rate, avg(own.rate) OVER (PARTITION BY own.shop_id, own.category), 0) AS rate FROM own)`
}

/** Rates want to be reckoned anew: sales were brought in, or the weights changed. Waits for nobody. */
export async function markRates(tx: Tx): Promise<void> {
  await sql`INSERT INTO sku_rate_mark DEFAULT VALUES`.execute(tx)
}

/**
 * Reckons how fast every SKU sells and keeps it, a category a transaction: what a server left undone, the next one to be asked goes on
 * with. Nothing where somebody else is at it.
 */
export async function reckonRates(db: Db): Promise<void> {
  while (await inTransaction(db, reckonNext)) {
    // One category after the other.
  }
}

/** False: nothing is left to do, or somebody else is at it. The row is held by those who reckon alone. */
async function reckonNext(tx: Tx): Promise<boolean> {
  const { rows } = await rowsOf({ category: col.textOrNull })`
    SELECT to_reckon[1] AS category FROM sku_rate_state FOR UPDATE SKIP LOCKED`.execute(tx)
  const [turn] = rows
  if (turn === undefined) return false
  if (turn.category === null) return beginRound(tx)
  await writeRates(tx, turn.category)
  await sql`UPDATE sku_rate_state SET to_reckon = to_reckon[2:]`.execute(tx)
  return true
}

/** Takes the marks away; a mark that is left from now on begins another round, since its sales may come too late for this one. */
async function beginRound(tx: Tx): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    WITH gone AS (DELETE FROM sku_rate_mark RETURNING id)
    UPDATE sku_rate_state SET as_of = (SELECT max(day) FROM sale_day WHERE day <= ${indiaToday}),
      to_reckon = coalesce((SELECT array_agg(DISTINCT category) FROM style), '{}')
    WHERE EXISTS (SELECT FROM gone)`.execute(tx)
  return numAffectedRows > 0n
}

/** Only styles whose rates are others than before are marked: a day's sales touch few of a catalogue's. */
async function writeRates(tx: Tx, category: string): Promise<void> {
  const weights = await readSetting(tx, 'sale_rate_weights')
  await sql`WITH ${shopRates(weights, [category])},
    fresh AS (SELECT sku_id, sum(rate) AS rate, sum(sold_7)::int AS sold_7, sum(sold_15)::int AS sold_15, sum(sold_30)::int AS sold_30
      FROM by_shop GROUP BY sku_id),
    gone AS (DELETE FROM sku_rate r USING sku k JOIN style s ON s.id = k.style_id
      WHERE k.id = r.sku_id AND s.category = ${category} AND NOT EXISTS (SELECT FROM fresh f WHERE f.sku_id = r.sku_id)
      RETURNING r.sku_id),
    saved AS (INSERT INTO sku_rate (sku_id, rate, sold_7, sold_15, sold_30) SELECT * FROM fresh
      ON CONFLICT (sku_id) DO UPDATE SET rate = EXCLUDED.rate, sold_7 = EXCLUDED.sold_7, sold_15 = EXCLUDED.sold_15,
        sold_30 = EXCLUDED.sold_30
      -- Added up in another order, the same rate differs in its last bits.
      WHERE abs(sku_rate.rate - EXCLUDED.rate) > 1e-9 OR (sku_rate.sold_7, sku_rate.sold_15, sku_rate.sold_30)
        IS DISTINCT FROM (EXCLUDED.sold_7, EXCLUDED.sold_15, EXCLUDED.sold_30)
      RETURNING sku_id)
    INSERT INTO style_stock_mark (style_id) SELECT DISTINCT k.style_id FROM sku k
    WHERE k.id IN (SELECT sku_id FROM gone UNION ALL SELECT sku_id FROM saved)`.execute(tx)
}

/** How long a reader waits for rates that are being reckoned; then those of before are shown. */
const PATIENCE_MS = 2_000

const underWay = new WeakMap<Db, Promise<void>>()

/** Rates are reckoned when somebody looks, and sales came in since. Gives the last day of sales, null without any. */
export async function freshRates(db: Db): Promise<string | null> {
  const state = () =>
    rowsOf({ as_of: col.textOrNull, is_stale: col.flag })`
      SELECT as_of::text AS as_of, cardinality(to_reckon) > 0 OR EXISTS (SELECT FROM sku_rate_mark) AS is_stale
      FROM sku_rate_state`.execute(db)
  const before = (await state()).rows[0]
  if (!before?.is_stale) return before?.as_of ?? null
  const running = underWay.get(db) ?? reckonRates(db).finally(() => underWay.delete(db))
  underWay.set(db, running)
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS)
  })
  // Whoever asks next tries again: a failure here must not hide the inventory.
  await Promise.race([running.catch(() => undefined), patience])
  clearTimeout(timer)
  return (await state()).rows[0]?.as_of ?? null
}
