import { z } from 'zod'
import { disputeStates } from '../../../shared/areas/disputes/rules.ts'
import { dayIn, vendorZone } from '../../../shared/kernel/days.ts'
import { inTransaction } from '../../database/database-errors.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Db } from '../../http/call.ts'
import { notify, type Told } from '../../notices/notify.ts'
import { isLive } from './dispute-rows.ts'

/** Told at once; the rest an hour later. */
const MOST_TOLD = 500

const columns = {
  ...{ number: col.text, vendor_id: col.text, vendor: col.text, site_id: col.text, owner_id: col.textOrNull },
  ...{ state: z.enum(disputeStates), due: col.text },
}

/**
 * Tells whoever's turn it is of disputes whose day has passed, once for each due date: the owner, or the vendor that was asked. Any number
 * of servers may do it at once. Gives how many were told.
 */
export async function tellLateDisputes(db: Db, now = new Date()): Promise<number> {
  const today = dayIn(vendorZone, now)
  return inTransaction(db, async (tx) => {
    const { rows } = await rowsOf(columns)`
      WITH late AS (SELECT p.id FROM qc_dispute p WHERE ${isLive} AND p.due_on < ${today}::date
          AND p.overdue_told_for IS DISTINCT FROM p.due_on ORDER BY p.id LIMIT ${MOST_TOLD} FOR NO KEY UPDATE SKIP LOCKED)
      UPDATE qc_dispute c SET overdue_told_for = c.due_on FROM late l, vendor v WHERE c.id = l.id AND v.id = c.vendor_id
      RETURNING c.number, c.vendor_id, v.name AS vendor, c.site_id, c.owner_id, c.state, c.due_on::text AS due`.execute(
      tx,
    )
    const told = rows.map(({ number, vendor_id, vendor, site_id, owner_id, state, due }): Told => {
      const about = { things: [number], values: { number, vendor, due } }
      if (state === 'asked') return { kind: 'dispute_asked', vendorId: vendor_id, ...about }
      if (owner_id !== null) return { kind: 'dispute_late', userId: owner_id, ...about }
      return { kind: 'dispute_opened', siteIds: [site_id], ...about }
    })
    await notify(tx, 'nobody', ...told)
    return rows.length
  })
}
