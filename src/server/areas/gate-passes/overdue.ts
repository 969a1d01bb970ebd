import { sql } from 'kysely'
import { recordEvents } from '../../audit/audit.ts'
import { inTransaction } from '../../database/database-errors.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { todayIn } from '../../database/today.ts'
import type { Db } from '../../http/call.ts'
import { notify } from '../../notices/notify.ts'
import { isOverdueSql } from './pass-list.ts'
import { passesFrom, toReturn } from './pass-rows.ts'

const columns = {
  number: col.text,
  created_by: col.text,
  pieces: col.number,
  due: col.text,
  from_site_id: col.text,
  to_site_id: col.textOrNull,
  from: col.text,
  from_zh: col.text,
  to: col.text,
  to_zh: col.text,
}

/** Told at once; the rest an hour later. */
const MOST_TOLD = 200

/**
 * Tells both sides of returnable goods that did not come back in time, once a day as long as they are out. Any number of servers may do
 * it at once: each pass is marked by the one that tells it.
 */
export async function tellOverdue(db: Db): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rows } = await rowsOf(columns)`
      WITH late AS (SELECT p.id, ${toReturn} AS pieces FROM ${passesFrom} WHERE ${isOverdueSql}
          AND p.told_overdue_on IS DISTINCT FROM ${todayIn(sql`fs.time_zone`)} ORDER BY p.id LIMIT ${sql.lit(MOST_TOLD)}
          FOR NO KEY UPDATE OF p SKIP LOCKED)
      UPDATE gate_pass g SET told_overdue_on = ${todayIn(sql`f.time_zone`)}
      FROM late l, site f WHERE g.id = l.id AND f.id = g.from_site_id
      RETURNING g.number, g.created_by::text AS created_by, g.from_site_id::text AS from_site_id, g.to_site_id::text AS to_site_id,
        l.pieces, g.expected_return_on::text AS due, f.name AS "from", f.name_zh AS from_zh,
        coalesce((SELECT name FROM site WHERE id = g.to_site_id), g.party, '') AS "to",
        coalesce((SELECT name_zh FROM site WHERE id = g.to_site_id), g.party, '') AS to_zh`.execute(tx)
    for (const { number, created_by, from_site_id, to_site_id, ...values } of rows) {
      const by = { caller: { userId: created_by }, requestId: 'housekeeping', source: 'bulk' } as const
      await recordEvents(tx, by, [
        {
          entity: 'gate_pass',
          entityId: number,
          event: 'gate_pass.overdue',
          details: { pieces: values.pieces, due: values.due },
        },
      ])
      // Whoever made the pass is the first who should know.
      await notify(tx, 'nobody', {
        kind: 'gate_pass_overdue',
        things: [number],
        siteIds: [from_site_id, to_site_id],
        values: { gate_pass: number, ...values },
      })
    }
    return rows.length
  })
}
