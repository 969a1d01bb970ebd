import { sql } from 'kysely'
import type { Logger } from 'pino'
import { v7 } from 'uuid'
import { draftDays } from '../shared/domain/draft-days.ts'
import type { Db } from './http/call.ts'
import { removeOldJobs } from './jobs/keeping.ts'
import { removeUnusedImages } from './qc/unused-images.ts'

const EVERY_MS = 60 * 60_000
const DAY_MS = 24 * EVERY_MS
/** Not at start-up: that must be quick. */
const FIRST_MS = 60_000

/** Deletes, once an hour, what was promised to be kept for a time only. Any number of servers may do it at once. */
export function startHousekeeping(db: Db, log: Logger): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  const clean = () => {
    running = removeOld(db).catch((error: unknown) => log.warn({ err: error }, 'old rows were not removed'))
  }
  const first = setTimeout(clean, FIRST_MS).unref()
  const hourly = setInterval(clean, EVERY_MS).unref()
  return {
    async stop() {
      clearTimeout(first)
      clearInterval(hourly)
      await running
    },
  }
}

/**
 * Refused workbooks, label files and deleted views live a day, idempotency keys a week, sessions a month past their end,
 * notices a month past their reading, what clients did a month, jobs and their files as keeping.ts says, photographs that no inspection took as long as the drafts that name them.
 */
export async function removeOld(db: Db): Promise<void> {
  const before = (days: number) => sql<Date>`now() - ${days} * interval '1 day'`
  await db.deleteFrom('refused_upload').where('created_at', '<', before(1)).execute()
  await db.deleteFrom('label_file').where('created_at', '<', before(1)).execute()
  await db.deleteFrom('saved_view').where('deleted_at', '<', before(1)).execute()
  await db.deleteFrom('one_time_code').where('created_at', '<', before(1)).execute()
  await db.deleteFrom('mail_outbox').where('created_at', '<', before(2)).execute()
  await db.deleteFrom('idempotency_key').where('created_at', '<', before(7)).execute()
  await db.deleteFrom('session').where('expires_at', '<', before(30)).execute()
  await db.deleteFrom('notice').where('read_at', '<', before(30)).execute()
  // By when it arrived, which its id tells: the time beside it is the client's.
  await db
    .deleteFrom('user_action')
    .where('id', '<', idOf(Date.now() - 30 * DAY_MS))
    .execute()
  await removeUnusedImages(db, before(draftDays))
  await removeOldJobs(db)
  await removeSurplusNotices(db)
}

/** The first id of that millisecond. */
function idOf(msecs: number): string {
  return v7({ msecs, seq: 0, random: new Uint8Array(16) })
}

const MOST_NOTICES = 1_000

/** Of each person's notices the newest thousand are kept, read or not. */
async function removeSurplusNotices(db: Db): Promise<void> {
  await sql`
    DELETE FROM notice WHERE id IN (
      SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY user_id ORDER BY updated_at DESC, id DESC) AS place FROM notice
        WHERE user_id IN (SELECT user_id FROM notice GROUP BY user_id HAVING count(*) > ${MOST_NOTICES})
      ) AS placed WHERE place > ${MOST_NOTICES}
    )`.execute(db)
}
