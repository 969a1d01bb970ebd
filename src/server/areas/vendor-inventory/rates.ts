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

/** `ratesOfSale` of the shared rules in SQL: the parts `last`, `by_shop` (shop, sku, category, rate) for a query of one's own. */
export function shopRates(weights: RateWeights) {
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
  return sql`
    last AS (SELECT max(day) AS as_of FROM sale_day WHERE day <= current_date),
    recent AS (SELECT d.shop_id, d.sku_id, l.as_of, ${windowSums} FROM sale_day d CROSS JOIN last l
      WHERE d.day > l.as_of - 30 AND d.day <= l.as_of GROUP BY d.shop_id, d.sku_id, l.as_of),
    w AS (SELECT r.*, ${daysInStock} FROM recent r CROSS JOIN LATERAL
      (SELECT min(d.day) AS first FROM sale_day d WHERE d.shop_id = r.shop_id AND d.sku_id = r.sku_id) f),
    own AS (SELECT w.*, s.category, CASE WHEN w.days_30 >= ${sql.lit(fewestDaysInStock)}
        THEN coalesce((${sum}) / nullif(${weight}, 0), 0) END AS rate
      FROM w JOIN sku k ON k.id = w.sku_id JOIN style s ON s.id = k.style_id),
    by_shop AS (SELECT own.shop_id, own.sku_id, own.sold_7, own.sold_15, own.sold_30,
        coalesce(own.rate, avg(own.rate) OVER (PARTITION BY own.shop_id, own.category), 0) AS rate FROM own)`
}

/** Reckons how fast every SKU sells and keeps it; nothing where somebody else is at it, or sales are being brought in. */
export async function reckonRates(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    const turn = await sql`SELECT 1 FROM sku_rate_state WHERE is_stale FOR UPDATE SKIP LOCKED`.execute(tx)
    if (turn.rows.length === 0) return
    await writeRates(tx, await readSetting(tx, 'sale_rate_weights'))
  })
}

async function writeRates(tx: Tx, weights: RateWeights): Promise<void> {
  await tx.deleteFrom('sku_rate').execute()
  await sql`WITH ${shopRates(weights)}
    INSERT INTO sku_rate (sku_id, rate, sold_7, sold_15, sold_30)
    SELECT sku_id, sum(rate), sum(sold_7)::int, sum(sold_15)::int, sum(sold_30)::int FROM by_shop GROUP BY sku_id`.execute(
    tx,
  )
  await sql`UPDATE sku_rate_state SET is_stale = false, as_of = (SELECT max(day) FROM sale_day WHERE day <= current_date)`.execute(
    tx,
  )
}

/** How long a reader waits for rates that are being reckoned; then those of before are shown. */
const PATIENCE_MS = 2_000

const underWay = new WeakMap<Db, Promise<void>>()

/** Rates are reckoned when somebody looks, and sales came in since. Gives the last day of sales, null without any. */
export async function freshRates(db: Db): Promise<string | null> {
  const state = () =>
    rowsOf({ as_of: col.textOrNull, is_stale: col.flag })`
      SELECT as_of::text AS as_of, is_stale FROM sku_rate_state`.execute(db)
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
