import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { inTransaction } from '../../database/database-errors.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Db, Tx } from '../../http/call.ts'

/** What the vendor of SKU `k` of style `s` still owes of it (`promised`), and has ever shipped of it (`shipped`): to be joined, SKU by SKU. */
export const orderedOfSku = sql`(
  SELECT coalesce(sum(l.awaiting + l.platform + l.reserved + l.packed) FILTER (WHERE l.vendor_decision = 'CONFIRMED'), 0)::int AS promised,
    coalesce(sum(l.shipped), 0)::int AS shipped
  FROM order_line l JOIN vendor_order lo ON lo.id = l.order_id AND lo.vendor_id = s.vendor_id WHERE l.sku_id = k.id)`

/** `vendor_inventory` i beside `orderedOfSku` p: what the vendor said it has, less what it shipped since. */
export const availableNow = sql<number>`coalesce(i.available + i.shipped_before - p.shipped, 0)`

/** Every SKU on sale by its vendor, with what the rules of `rules.ts` look at. What is promised is asked SKU by SKU: for few of them, or for all. */
export const skuStates = sql`
  SELECT k.id AS sku_id, k.style_id, s.vendor_id, coalesce(z.is_core, false) AS is_core, coalesce(i.is_listed, true) AS is_listed,
    i.said_at, ${availableNow} AS available, coalesce(i.in_production, 0) AS in_production,
    ${availableNow} - p.promised AS real_stock, p.promised, coalesce(r.rate, 0) AS rate,
    coalesce(r.sold_30, 0) AS sold_30
  FROM sku k JOIN style s ON s.id = k.style_id
  LEFT JOIN vendor_inventory i ON i.sku_id = k.id
  LEFT JOIN sku_rate r ON r.sku_id = k.id
  LEFT JOIN size_set z ON z.code = s.size_set AND z.size = k.size AND z.retired_at IS NULL
  CROSS JOIN LATERAL ${orderedOfSku} p
  WHERE k.retired_at IS NULL AND s.retired_at IS NULL`

/** Styles reckoned in one transaction: with five years of orders a hundred take some seconds. */
const STYLES_A_TURN = 100
const PATIENCE_MS = 10_000
/** One at a time in a server; another server's turn is waited for by the lock. */
const underWay = new WeakMap<Db, Promise<void>>()

/**
 * Reckons anew what the list of inventory goes by (`style_stock`), of the styles in which something changed since; what is read afterwards
 * is as it was when this was called, or newer. Triggers leave the marks, in the transaction that changes something, and wait for nobody.
 * After an import of a whole catalogue it takes longer than a reader waits: then the styles reckoned by then are shown.
 */
export async function freshStyles(db: Db, patienceMs = PATIENCE_MS): Promise<void> {
  const marks = rowsOf({ last: col.textOrNull })`SELECT max(id)::text AS last FROM style_stock_mark`
  const last = (await marks.execute(db)).rows[0]?.last ?? null
  if (last === null) return
  const before = underWay.get(db) ?? Promise.resolve()
  const running = before.catch(() => undefined).then(() => reckonUpTo(db, last))
  underWay.set(db, running)
  // Whoever still waits hears of a failure, and its marks stay for the next.
  running.catch(() => undefined)
  const patience = new AbortController()
  try {
    await Promise.race([running, sleep(patienceMs, undefined, { signal: patience.signal }).catch(() => undefined)])
  } finally {
    patience.abort()
  }
}

async function reckonUpTo(db: Db, last: string): Promise<void> {
  while (await inTransaction(db, (tx) => reckonStyles(tx, last)));
}

/**
 * Reckons some of the styles that have a mark up to `last`, and says whether there were any. A mark is taken away before its style is
 * reckoned: whatever it stands for is seen then, and what comes later has a mark of its own.
 */
async function reckonStyles(tx: Tx, last: string): Promise<boolean> {
  await sql`SET LOCAL lock_timeout = '30s'`.execute(tx)
  await sql`SELECT 1 FROM style_stock_turn FOR UPDATE`.execute(tx)
  const { rows } = await rowsOf({ style_id: col.text })`
    WITH batch AS (SELECT DISTINCT style_id FROM style_stock_mark WHERE id <= ${last}::bigint LIMIT ${STYLES_A_TURN})
    DELETE FROM style_stock_mark m USING batch WHERE m.style_id = batch.style_id RETURNING m.style_id`.execute(tx)
  if (rows.length === 0) return false
  const ids = [...new Set(rows.map(({ style_id }) => style_id))]
  await sql`DELETE FROM style_stock WHERE style_id = ANY(${ids}::uuid[])`.execute(tx)
  // What is delisted counts for nothing but where all of it is. Nothing said is older than anything.
  await sql`
    INSERT INTO style_stock (style_id, is_listed, in_stock, is_broken, said_at, real_stock, rate, sold_30)
    SELECT q.style_id, bool_or(q.is_listed), bool_or(q.is_listed AND q.real_stock > 0),
      bool_or(q.is_listed AND q.is_core AND q.real_stock <= 0),
      coalesce(min(coalesce(q.said_at, '2000-01-01')) FILTER (WHERE q.is_listed), max(coalesce(q.said_at, '2000-01-01'))),
      coalesce(sum(q.real_stock) FILTER (WHERE q.is_listed), 0)::int, coalesce(sum(q.rate) FILTER (WHERE q.is_listed), 0),
      sum(q.sold_30)::int
    FROM (${skuStates} AND k.style_id = ANY(${ids}::uuid[])) q GROUP BY q.style_id`.execute(tx)
  return true
}
