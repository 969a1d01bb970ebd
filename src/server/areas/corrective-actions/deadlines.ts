import { type RawBuilder, sql } from 'kysely'
import { remindDaysBefore } from '../../../shared/areas/corrective-actions/rules.ts'
import { dayIn, vendorZone } from '../../../shared/kernel/days.ts'
import { inTransaction } from '../../database/database-errors.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Db, Tx } from '../../http/call.ts'
import { notify } from '../../notices/notify.ts'
import { toAnswer } from './action-rows.ts'

/** Told at once; the rest an hour later. */
const MOST_TOLD = 500

/**
 * Reminds vendors of what is to be answered within three days, and tells them and the company what was not answered in time: once each for
 * a due date, whoever moves it. Days are those of the vendors' zone. Any number of servers may do it at once. Gives how many were told.
 */
export async function tellDueActions(db: Db, now = new Date()): Promise<number> {
  const today = dayIn(vendorZone, now)
  return inTransaction(db, async (tx) => {
    const late = await mark(tx, 'overdue_told_for', sql`a.due_on < ${today}::date`)
    const soon = await mark(
      tx,
      'reminded_for',
      sql`a.due_on BETWEEN ${today}::date AND ${today}::date + ${sql.lit(remindDaysBefore)}`,
    )
    await tellVendors(tx, 'corrective_due', soon)
    await tellVendors(tx, 'corrective_overdue', late)
    const [first] = late
    if (first !== undefined) await notify(tx, 'nobody', { kind: 'corrective_late', ...told(late, first) })
    return late.length + soon.length
  })
}

interface Due {
  number: string
  vendor_id: string
  due: string
}

/** Those that wait for their vendor and were not told for this due date; now they are. */
async function mark(tx: Tx, column: 'reminded_for' | 'overdue_told_for', when: RawBuilder<unknown>): Promise<Due[]> {
  const told = sql.ref(column)
  const { rows } = await rowsOf({ number: col.text, vendor_id: col.text, due: col.text })`
    WITH due AS (SELECT a.id FROM corrective_action a WHERE ${toAnswer} AND ${when} AND a.${told} IS DISTINCT FROM a.due_on
      ORDER BY a.id LIMIT ${sql.lit(MOST_TOLD)} FOR NO KEY UPDATE SKIP LOCKED)
    UPDATE corrective_action c SET ${told} = c.due_on FROM due d WHERE c.id = d.id
    RETURNING c.number, c.vendor_id, c.due_on::text AS due`.execute(tx)
  return rows
}

/** One notice a vendor, whatever is due of it. */
async function tellVendors(tx: Tx, kind: 'corrective_due' | 'corrective_overdue', due: readonly Due[]): Promise<void> {
  for (const [vendorId, of] of Map.groupBy(due, ({ vendor_id }) => vendor_id)) {
    const [first] = of
    if (first !== undefined) await notify(tx, 'nobody', { kind, vendorId, ...told(of, first) })
  }
}

const told = (of: readonly Due[], { number, due }: Due) => ({
  things: of.map((one) => one.number),
  values: { number, due },
})
