import { sql } from 'kysely'
import { readSetting } from '../../database/settings.ts'
import type { Tx } from '../../http/call.ts'

/** `isPriceJump` in SQL. */
const isJump = (minor: string, before: string, percent: number) => sql`
  (${sql.ref(before)} IS NOT NULL AND ${sql.ref(minor)} <> ${sql.ref(before)}
    AND abs(${sql.ref(minor)} - ${sql.ref(before)}) * 100 >= ${sql.ref(before)} * ${percent}::int)`

/**
 * Judges anew what waits for ops of these styles (`style.id`), after an order of them was decided on, cancelled or priced otherwise: each price
 * beside that of the order approved last, in its currency. Orders that are decided on keep what they were judged by.
 */
export async function judgePrices(tx: Tx, styles: readonly string[]): Promise<void> {
  if (styles.length === 0) return
  const percent = await readSetting(tx, 'price_jump_percent')
  await sql`
    WITH judged AS (
      SELECT w.id, w.before, ${isJump('w.minor', 'w.before', percent)} AS jump
      FROM (SELECT o.id, o.unit_price_minor AS minor, (SELECT p.unit_price_minor FROM vendor_order p
          WHERE p.style_id = o.style_id AND p.currency = o.currency AND p.decision = 'APPROVED'
          ORDER BY p.approved_at DESC NULLS LAST, p.order_date DESC, p.id DESC LIMIT 1) AS before
        FROM vendor_order o WHERE o.style_id = ANY(${[...new Set(styles)]}::uuid[]) AND o.decision = 'NEW' ORDER BY o.id FOR NO KEY UPDATE OF o) w)
    UPDATE vendor_order n SET previous_unit_price_minor = j.before, is_price_jump = j.jump FROM judged j
    WHERE n.id = j.id AND (n.previous_unit_price_minor, n.is_price_jump) IS DISTINCT FROM (j.before, j.jump)`.execute(
    tx,
  )
}
