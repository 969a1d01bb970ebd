import { sql } from 'kysely'
import { feedDays } from '../../shared/areas/feed/calls.ts'
import { feedKinds } from '../../shared/areas.ts'
import { inTransaction } from '../database/database-errors.ts'
import { col, rowsOf } from '../database/rows.ts'
import { daysAgo } from '../database/today.ts'
import type { Db, Tx } from '../http/call.ts'

/** Events in one row. */
const MOST_EVENTS = 1_000

/**
 * Puts what was just written to the audit into the change feed as well, in the same transaction: events that follow each other
 * and are of one kind make one batch. It has no number yet, since nobody knows when its transaction will be through.
 */
export async function addToFeed(tx: Tx, written: readonly { id: string; entity: string }[]): Promise<void> {
  const batches: { entity: string; event_ids: string[] }[] = []
  for (const { id, entity } of written) {
    const last = batches.at(-1)
    if (!Object.hasOwn(feedKinds, entity)) continue
    if (last?.entity === entity && last.event_ids.length < MOST_EVENTS) last.event_ids.push(id)
    else batches.push({ entity, event_ids: [id] })
  }
  if (batches.length > 0) await tx.insertInto('feed_batch').values(batches).execute()
}

/** Batches numbered in one transaction. */
const AT_ONCE = 1_000

/**
 * Gives every batch that is there for all to see its number, and says how many those were. One at a time over all servers, so
 * that a number is seen only after all smaller ones; what commits later gets a greater one, however early it began. Of what is
 * found together the earlier written comes first: whoever waited for another's locks wrote after it.
 */
export async function numberBatches(db: Db): Promise<number> {
  for (let numbered = 0; ; ) {
    if (!(await isWaiting(db))) return numbered
    numbered += await inTransaction(db, numberSome)
  }
}

async function isWaiting(db: Db): Promise<boolean> {
  const { rows } = await rowsOf({ waits: col.flag })`
    SELECT EXISTS (SELECT 1 FROM feed_batch WHERE number IS NULL) AS waits`.execute(db)
  return rows[0]?.waits ?? false
}

async function numberSome(tx: Tx): Promise<number> {
  // By a statement of its own: the next one then sees all that was numbered by whoever was waited for.
  const { number: last } = await tx.selectFrom('feed_last').select('number').forUpdate().executeTakeFirstOrThrow()
  const { rows } = await rowsOf({ number: col.number })`
    WITH next AS (
      SELECT seq, row_number() OVER (ORDER BY seq) AS step
      FROM (SELECT seq FROM feed_batch WHERE number IS NULL ORDER BY seq LIMIT ${sql.lit(AT_ONCE)}) w),
    numbered AS (
      UPDATE feed_batch b SET number = ${last}::bigint + n.step FROM next n WHERE b.seq = n.seq RETURNING b.seq)
    UPDATE feed_last SET number = number + (SELECT count(*) FROM numbered) RETURNING number`.execute(tx)
  return (rows[0]?.number ?? last) - last
}

/**
 * Forgets what is older than is promised, always from the beginning on: what is left has no gap. The newest batch stays whatever
 * its age, so that the cursor of a quiet house's follower is still good.
 */
export async function removeOldBatches(db: Db): Promise<void> {
  await sql`
    DELETE FROM feed_batch WHERE number < (
      SELECT coalesce(
        (SELECT min(number) FROM feed_batch WHERE number IS NOT NULL AND at >= ${daysAgo(feedDays)}),
        (SELECT max(number) FROM feed_batch)))`.execute(db)
}
