import { sql } from 'kysely'
import { updateStyleStatus } from '../areas/vendor-inventory/save-inventory.ts'
import { orderedOfSku } from '../areas/vendor-inventory/style-states.ts'
import { col, rowsOf } from '../database/rows.ts'
import type { Tx } from '../http/call.ts'
import { demoContext } from './by-commands.ts'

/** Numbers from 0 to 999 that a text always gives. */
const chance = (of: string) => sql`abs(hashtext(k.nm_sku || ${of})) % 1000`

/**
 * What vendors say they have: most of it lately, some a while ago, some never; here and there a core size is missing. Two styles are
 * delisted. The same demo gives the same rows.
 */
export async function tellInventory(tx: Tx, at: number): Promise<void> {
  const then = new Date(at)
  await sql`
    INSERT INTO vendor_inventory (sku_id, shipped_before, available, in_production, price_minor, price_currency, said_at)
    SELECT k.id, p.shipped, CASE WHEN ${chance('out')} < 22 THEN 0 WHEN abs(hashtext(s.code || 'low')) % 6 = 0 THEN ${chance('few')} % 24 + 1
      ELSE 40 + ${chance('have')} % 260 END,
      CASE WHEN ${chance('make')} < 350 THEN 30 + ${chance('made')} % 120 ELSE 0 END, s.price_minor, s.price_currency,
      ${then}::timestamptz - (abs(hashtext(s.code)) % 12) * interval '1 day' - interval '2 hours'
    FROM sku k JOIN style s ON s.id = k.style_id CROSS JOIN LATERAL ${orderedOfSku} p
    WHERE s.price_minor IS NOT NULL AND abs(hashtext(s.code || 'said')) % 10 > 0`.execute(tx)
  const { rows } = await rowsOf({ code: col.text })`SELECT code FROM style ORDER BY code DESC LIMIT 2`.execute(tx)
  await updateStyleStatus(
    {
      style_ids: rows.map(({ code }) => code),
      listing_status: 'Delisted',
      reason: 'season',
      remark: 'Back in spring with a new print',
    },
    demoContext(tx, 'ops'),
  )
}
