import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'

/** Faults of the database as a whole, apart from those of a statement. */
export type DatabaseFault =
  | 'data_folder_in_use'
  | 'data_folder_unusable'
  | 'disk_full'
  | 'database_unavailable'
  | 'busy'
  | 'database_refused'
  | 'migration_refused'

/** An error whose message may be shown to a person as it is; `cause` keeps the original. */
export class DatabaseError extends Error {
  readonly fault: DatabaseFault

  constructor(fault: DatabaseFault, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'DatabaseError'
    this.fault = fault
  }
}

export const diskFull = (where: string, cause?: unknown): DatabaseError =>
  new DatabaseError('disk_full', `The disk is full${where ? ` (${where})` : ''}. Free some space and try again.`, cause)

export const databaseUnavailable = (cause?: unknown): DatabaseError =>
  new DatabaseError('database_unavailable', 'The database does not answer now. Please try again in a moment.', cause)

/** SQLSTATE of a PostgreSQL error, or errno name of a system error ('ECONNREFUSED', 'ENOSPC'); '' when there is none. */
export function errorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code === '' && error instanceof AggregateError) return errorCode(error.errors[0])
  return code
}

const LOST_CONNECTION = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', '57P01'])
// 57P02 crash shutdown, 57P03 starting up, 08xxx connection exceptions, 53300 too many connections.
const LOST_STATE = /^(57P0[23]|08...|53300)$/
// node-postgres gives these no code.
const LOST_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/

/**
 * Says whether an error means that the database as a whole failed, rather than one statement.
 * Gives a `DatabaseError` with fault `disk_full` or `database_unavailable`, or undefined for any other error.
 */
export function explainDatabaseError(error: unknown): DatabaseError | undefined {
  if (error instanceof DatabaseError) return error
  const code = errorCode(error)
  if (code === '53100' || code === 'ENOSPC' || code === 'EDQUOT') return diskFull('', error)
  if (isLost(error)) return databaseUnavailable(error)
  return error instanceof Error && LOST_MESSAGE.test(error.message) ? databaseUnavailable(error) : undefined
}

/** There is nobody at the database's address, or it just ended: what a busy database never says. */
export function isLost(error: unknown): boolean {
  const code = errorCode(error)
  // Where the socket of our own lies, there is none.
  if (code === 'ENOENT') return error instanceof Error && 'syscall' in error && error.syscall === 'connect'
  return LOST_CONNECTION.has(code) || LOST_STATE.test(code)
}

/** Said once by whoever watches over the database: rounds that begin anew each second need not say it too. */
export const isAway = (error: unknown): boolean => explainDatabaseError(error)?.fault === 'database_unavailable'

const ATTEMPTS = 8
const FIRST_PAUSE_MS = 10
/**
 * Serialization failure, deadlock: the database undid the work and asks for another try. The others: a prepared statement is none any
 * more, since a table got other columns, or is another connection's, behind a pooler (prepared-statements.ts).
 */
const RETRIED = new Set(['40001', '40P01', '0A000', '26000', '42P05'])

/**
 * Runs `work` in one READ COMMITTED transaction, and the whole of it again (at most 8 times, with growing random pauses)
 * when PostgreSQL reports one of `RETRIED`. `work` must therefore touch nothing but the database.
 * Throws what `work` throws; a full disk or a lost database as `DatabaseError`.
 */
export async function inTransaction<DB, T>(db: Kysely<DB>, context: (tx: Transaction<DB>) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().setIsolationLevel('read committed').execute(context)
    } catch (error) {
      if (!RETRIED.has(errorCode(error)) || attempt === ATTEMPTS) throw explainDatabaseError(error) ?? error
      await sleep(FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random()))
    }
  }
}
