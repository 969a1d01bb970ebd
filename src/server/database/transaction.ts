import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { errorCode, explainDatabaseError } from './database-errors.ts'

const ATTEMPTS = 8
const FIRST_PAUSE_MS = 10
/**
 * Serialization failure, deadlock: the database undid the work and asks for another try. The last: a table got other columns
 * under a prepared statement, which is none any more (prepared-statements.ts).
 */
const RETRIED = new Set(['40001', '40P01', '0A000'])

/**
 * Runs `work` in one READ COMMITTED transaction, and the whole of it again (at most 8 times, with growing random pauses)
 * when PostgreSQL reports one of `RETRIED`. `work` must therefore touch nothing but the database.
 * Throws what `work` throws; a full disk or a lost database as `DatabaseError`.
 */
export async function inTransaction<DB, T>(db: Kysely<DB>, work: (tx: Transaction<DB>) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().setIsolationLevel('read committed').execute(work)
    } catch (error) {
      if (!RETRIED.has(errorCode(error)) || attempt === ATTEMPTS) throw explainDatabaseError(error) ?? error
      await sleep(FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random()))
    }
  }
}
