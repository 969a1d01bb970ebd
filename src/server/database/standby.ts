import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { errorCode, isAway } from './database-errors.ts'
import type { DatabaseLog } from './database-log.ts'
import { col, rowsOf } from './rows.ts'
import type { Tables } from './types.gen.ts'

type Db = Kysely<Tables>

/** How long a reader waits for a standby to have what was written before it was asked for. */
const PATIENCE_MS = 1_000
const ASK_AGAIN_MS = { first: 1, most: 25 }
/** A standby that was behind or away is asked again after so long. */
const REST_MS = 15_000
/** SQLSTATEs by which a standby ends a question in favour of what it replays: serialization_failure, deadlock_detected. */
const RECOVERY_CONFLICTS = new Set(['40001', '40P01'])

/**
 * Gives where lists and reports are read: `standby` once it has replayed all that `main` had written when they were asked for, `main` where that
 * takes too long or there is none. So nothing that is read is older than its question.
 */
export function reportsFrom(main: Db, standby: Db | null, log: DatabaseLog): () => Promise<Db> {
  if (standby === null) return async () => main
  let restsUntil = 0
  const rest = (details: object, words: string) => {
    restsUntil = performance.now() + REST_MS
    log.warn(details, words)
    return main
  }
  return async () => {
    if (performance.now() < restsUntil) return main
    try {
      const written = await writtenAt(main)
      const patience = performance.now() + PATIENCE_MS
      for (
        let pause = ASK_AGAIN_MS.first;
        performance.now() < patience;
        pause = Math.min(2 * pause, ASK_AGAIN_MS.most)
      ) {
        if (await hasReplayed(standby, written)) return standby
        await sleep(pause)
      }
      return rest({}, 'the standby is behind: lists and reports are read from the main database')
    } catch (error) {
      return rest({ code: errorCode(error), reason: String(error) }, 'the standby does not answer')
    }
  }
}

/** Whether a standby, and not the question, is at fault: it is away, or what it replays took rows from under the question. */
export const isStandbyLost = (error: unknown): boolean => isAway(error) || RECOVERY_CONFLICTS.has(errorCode(error))

/** A place in the write-ahead log. After a failover the same place means other rows on another timeline. */
interface Place {
  lsn: string
  timeline: number
}

const timeline = sql<number>`(SELECT timeline_id FROM pg_control_checkpoint())`

async function writtenAt(db: Db): Promise<Place> {
  const { rows } = await rowsOf({ lsn: col.text, timeline: col.number })`
    SELECT pg_current_wal_lsn()::text AS lsn, ${timeline} AS timeline`.execute(db)
  const [place] = rows
  if (place === undefined) throw new Error('one row was asked for')
  return place
}

async function hasReplayed(db: Db, { lsn, timeline: now }: Place): Promise<boolean> {
  const { rows } = await rowsOf({ there: col.flag })`
    SELECT pg_is_in_recovery() AND coalesce(pg_last_wal_replay_lsn() >= ${lsn}::text::pg_lsn, false)
      AND ${timeline} = ${now} AS there`.execute(db)
  return rows[0]?.there ?? false
}
