import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { daysAgo } from '../database/today.ts'
import type { Files } from '../files/files.ts'
import { ORPHAN_DAYS, orphanSweep } from '../files/sweep-orphans.ts'
import type { Db } from '../http/call.ts'
import { trimReplies } from '../http/keep-limits.ts'
import { upkeep } from './areas.ts'

const EVERY_MS = 60 * 60_000
const DAY_MS = 24 * EVERY_MS
/** Not at start-up: that must be quick. */
const FIRST_MS = 60_000

/** How long a stopping server waits for a pass that is under way: storage that hangs must not hold it up. */
const LAST_MS = 3_000

/** Deletes, once an hour, what was promised to be kept for a time only. Any number of servers may do it at once. */
export function startHousekeeping(db: Db, files: Files, log: Logger, resources?: string): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  const stopping = new AbortController()
  const attempt = async (task: Promise<void>, failed: string) => {
    await task.catch((error: unknown) => {
      if (!stopping.signal.aborted) log.warn({ err: error }, failed)
    })
  }
  const tidy = fileHousekeeping(db, files, stopping.signal)
  const clean = () => {
    running = running
      .then(() => attempt(removeOld(db, resources), 'old rows were not removed'))
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

/** What is done for files in each pass: each area's own, then files that no row names are swept. */
export function fileHousekeeping(db: Db, files: Files, signal: AbortSignal): (now?: Date) => Promise<void> {
  const sweep = orphanSweep(
    files,
    upkeep.flatMap(({ fileOwners }) => fileOwners ?? []),
  )
  return async (now = new Date()) => {
    for (const { tidyFiles } of upkeep) await tidyFiles?.(db, files, signal)
    await files.removeUnfinished(new Date(now.getTime() - DAY_MS))
    if (!signal.aborted) await sweep(db, new Date(now.getTime() - ORPHAN_DAYS * DAY_MS))
  }
}

/** Idempotency keys live a week (their replies within keep-limits.ts), mails two days, what areas keep as they say. */
export async function removeOld(db: Db, resources?: string): Promise<void> {
  await db.deleteFrom('idempotency_key').where('created_at', '<', daysAgo(7)).execute()
  await db.deleteFrom('mail_outbox').where('created_at', '<', daysAgo(2)).execute()
  await trimReplies(db)
  for (const area of upkeep) await area.removeOld?.(db, resources)
}
