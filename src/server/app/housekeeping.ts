import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { v7 } from 'uuid'
import { draftDays } from '../../shared/kernel/pictures.ts'
import { movePhotos, photoOwner, removeUnusedPhotos } from '../areas/photos/photo-files.ts'
import type { Files } from '../files/files.ts'
import { ORPHAN_DAYS, orphanSweep } from '../files/sweep-orphans.ts'
import type { Db } from '../http/call.ts'
import { removeOldJobs } from '../jobs/keeping.ts'
import { refusedOwner, removeOldRefused } from '../sheets/refused-files.ts'

const EVERY_MS = 60 * 60_000
const DAY_MS = 24 * EVERY_MS
/** Not at start-up: that must be quick. */
const FIRST_MS = 60_000

/** How long a stopping server waits for a pass that is under way: storage that hangs must not hold it up. */
const LAST_MS = 3_000

/** Photographs moved from the database in one pass: some minutes' work, one after another. */
const MOST_MOVED = 2_000

/** Deletes, once an hour, what was promised to be kept for a time only. Any number of servers may do it at once. */
export function startHousekeeping(db: Db, files: Files, log: Logger): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  const stopping = new AbortController()
  const attempt = async (work: Promise<void>, failed: string) => {
    await work.catch((error: unknown) => {
      if (!stopping.signal.aborted) log.warn({ err: error }, failed)
    })
  }
  const tidy = fileHousekeeping(db, files, stopping.signal)
  const clean = () => {
    running = running
      .then(() => attempt(removeOld(db), 'old rows were not removed'))
      // Apart from the rows: where files cannot be reached, those are cleaned all the same.
      .then(() => attempt(tidy(), 'photographs and files were not tidied up'))
  }
  const first = setTimeout(clean, FIRST_MS).unref()
  const hourly = setInterval(clean, EVERY_MS).unref()
  return {
    async stop() {
      clearTimeout(first)
      clearInterval(hourly)
      stopping.abort()
      await Promise.race([running, sleep(LAST_MS, undefined, { ref: false })])
    },
  }
}

/**
 * What is done for files in each pass: refused uploads live a day, photographs that no inspection took as long as the drafts that
 * name them; photographs still in the database are moved; files that no row names are swept.
 */
export function fileHousekeeping(db: Db, files: Files, signal: AbortSignal): (now?: Date) => Promise<void> {
  const sweep = orphanSweep(files, [photoOwner, refusedOwner])
  return async (now = new Date()) => {
    await removeOldRefused(db, files)
    await removeUnusedPhotos(db, files, before(draftDays))
    await movePhotos(db, files, MOST_MOVED, signal)
    await files.removeUnfinished(new Date(now.getTime() - DAY_MS))
    if (!signal.aborted) await sweep(db, new Date(now.getTime() - ORPHAN_DAYS * DAY_MS))
  }
}

const before = (days: number) => sql<Date>`now() - ${days} * interval '1 day'`

/**
 * Label files and deleted views live a day, idempotency keys a week, sessions a month past their end, notices a month past their
 * reading, what clients did a month, jobs and their files as keeping.ts says.
 */
export async function removeOld(db: Db): Promise<void> {
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
