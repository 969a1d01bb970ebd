import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Db } from './call.ts'
import { Refusal } from './errors.ts'

const MINUTE_MS = 60_000
/** More names than that are not counted apart: the one heard of longest ago is forgotten. */
const MOST_NAMES = 50_000
/** From this share of a limit on, a count is shared: with fewer servers than this, none can reach it unseen. */
const SHARES = 10
const MOST_SHARED = 1_000

/** How often something happened, in this minute and the one before: here, and at other servers as far as they have told. */
interface Count {
  minute: number
  most: number
  here: number
  elsewhere: number
  before: number
  /** Part of `here` that is written to the database. */
  told: number
}

export interface Counts {
  /**
   * Counts one, where the last minute holds fewer than `most` of that name; zero means no limit. Throws `too_many_requests` with the
   * seconds to wait otherwise. Asks nobody: what other servers counted is known a moment later.
   */
  count(name: string, most: number): void
  /** Throws as `count` does, and counts nothing. */
  check(name: string, most: number): void
  /** Tells the database what has been counted since, and hears what others did. Never throws. */
  share(): Promise<void>
  start(): void
  stop(): Promise<void>
}

/** Counts by the minute, shared by all servers on one database (decision 0023). Names go there as hashes only. */
export function openCounts(db: Db, log: FastifyBaseLogger, everyMs: number): Counts {
  const counts = new Map<string, Count>()
  let timer: NodeJS.Timeout | undefined
  let sharing: Promise<void> = Promise.resolve()
  let isCutOff = false

  const rolled = (name: string, most: number): Count => {
    const minute = Math.floor(Date.now() / MINUTE_MS)
    const found = counts.get(name)
    if (found && found.minute === minute) return found
    const before = found && found.minute === minute - 1 ? found.here + found.elsewhere : 0
    const count: Count = { minute, most, here: 0, elsewhere: 0, before, told: 0 }
    if (found) counts.delete(name)
    else if (counts.size >= MOST_NAMES) counts.delete(counts.keys().next().value ?? '')
    counts.set(name, count)
    return count
  }

  const check = (name: string, most: number): Count => {
    const count = rolled(name, most)
    const wait = secondsToWait(count, most)
    if (wait > 0) throw tooMany(wait)
    return count
  }

  const share = async () => {
    const due = [...counts].filter(
      ([, { here, told, elsewhere, most }]) => here > told && (here + elsewhere) * SHARES >= most,
    )
    if (due.length === 0) return
    const told = due.slice(0, MOST_SHARED).map(([name, count]) => ({ name: nameOf(name), count, upTo: count.here }))
    try {
      const totals = await tell(db, told)
      for (const { name, count, upTo } of told) {
        count.told = upTo
        count.elsewhere = Math.max(0, (totals.get(`${name} ${count.minute}`) ?? upTo) - upTo)
      }
      isCutOff = false
    } catch (error) {
      // Each server then counts for itself; a quiet house asks nothing, so this is said once.
      if (!isCutOff) log.warn({ err: error }, 'calls are counted here alone')
      isCutOff = true
    }
  }

  return {
    count(name, most) {
      if (most > 0) check(name, most).here += 1
    },
    check(name, most) {
      if (most > 0) check(name, most)
    },
    share,
    start() {
      timer = setInterval(() => {
        sharing = sharing.then(share)
      }, everyMs).unref()
    },
    async stop() {
      clearInterval(timer)
      await sharing
    },
  }
}

/** Zero when one more may be; of the minute before, as much counts as the last sixty seconds still hold. */
function secondsToWait({ here, elsewhere, before }: Count, most: number): number {
  const gone = Date.now() % MINUTE_MS
  const now = here + elsewhere
  if (Math.ceil(before * (1 - gone / MINUTE_MS)) + now < most) return 0
  if (now >= most) return Math.max(1, Math.ceil((MINUTE_MS - gone) / 1_000))
  const share = (most - 1 - now) / before
  return Math.max(1, Math.ceil(((1 - share) * MINUTE_MS - gone) / 1_000))
}

function tooMany(seconds: number): Refusal {
  return new Refusal('too_many_requests', 'Too many requests. Please wait a moment.', { retry_after_seconds: seconds })
}

interface Told {
  name: string
  count: Count
  /** Count here when it was last written. */
  upTo: number
}

/** Adds what was counted here since the last time; gives the whole counts by name and minute. */
async function tell(db: Db, told: readonly Told[]): Promise<Map<string, number>> {
  const rows = told.map(({ name, count, upTo }) => ({ name, minute: count.minute, calls: upTo - count.told }))
  // In one order at every server, so that no two wait for each other.
  const ordered = rows.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const found = await db
    .insertInto('rate_count')
    .values(ordered)
    .onConflict((on) =>
      on.columns(['name', 'minute']).doUpdateSet({ calls: sql<number>`rate_count.calls + excluded.calls` }),
    )
    .returning(['name', 'minute', 'calls'])
    .execute()
  return new Map(found.map(({ name, minute, calls }) => [`${name} ${minute}`, calls]))
}

/** Addresses and e-mails are nobody's business in a table of counts. */
function nameOf(name: string): string {
  return createHash('sha256').update(name).digest('base64url').slice(0, 27)
}

/** For housekeeping: minutes that no limit asks for any more. */
export async function removeOldCounts(db: Db): Promise<void> {
  const minute = Math.floor(Date.now() / MINUTE_MS) - 5
  await db.deleteFrom('rate_count').where('minute', '<', minute).execute()
}
