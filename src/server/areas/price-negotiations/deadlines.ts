import { sql } from 'kysely'
import { dayIn, vendorZone } from '../../../shared/kernel/days.ts'
import { inTransaction } from '../../database/database-errors.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Db } from '../../http/call.ts'
import { notify } from '../../notices/notify.ts'

/** Told at once; the rest an hour later. */
const MOST_TOLD = 500

/**
 * Reminds whoever is to answer a price: on the day before its answer is due, on that day and on the day after it, once each. Days are those
 * of the vendors' zone. Any number of servers may do it at once: each negotiation is marked by the one that tells. Gives how many were told.
 */
export async function tellDeadlines(db: Db, now = new Date()): Promise<number> {
  const today = dayIn(vendorZone, now)
  return inTransaction(db, async (tx) => {
    const { rows } = await rowsOf({
      ...{ number: col.text, vendor_id: col.text, last_side: col.text, style_id: col.text, due: col.text },
    })`
      WITH due AS (SELECT n.id FROM price_negotiation n WHERE n.state = 'OPEN'
          AND n.answer_by BETWEEN ${today}::date - 1 AND ${today}::date + 1 AND n.reminded_on IS DISTINCT FROM ${today}::date
          ORDER BY n.id LIMIT ${sql.lit(MOST_TOLD)} FOR NO KEY UPDATE SKIP LOCKED)
      UPDATE price_negotiation g SET reminded_on = ${today}::date FROM due d, style s WHERE g.id = d.id AND s.id = g.style_id
      RETURNING g.number, g.vendor_id, g.last_side, s.code AS style_id, g.answer_by::text AS due`.execute(tx)
    // One notice a side and vendor, whatever is due of it.
    const groups = Map.groupBy(rows, ({ last_side, vendor_id }) => (last_side === 'house' ? vendor_id : ''))
    for (const [vendorId, group] of groups) {
      const [first] = group
      if (first === undefined) continue
      await notify(tx, 'nobody', {
        kind: vendorId === '' ? 'price_due_to_us' : 'price_due',
        ...(vendorId !== '' && { vendorId }),
        things: group.map(({ number }) => number),
        values: { style_id: first.style_id, number: first.number, due: first.due },
      })
    }
    return rows.length
  })
}
