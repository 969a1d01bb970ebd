import type { Kysely } from 'kysely'
import pg from 'pg'
import { errorCode } from './database-errors.ts'
import type { DatabaseLog } from './database-log.ts'
import { insistOnScram, wantsScram } from './scram-only.ts'
import type { Tables } from './types.gen.ts'

/** How long one connection may keep others waiting, in milliseconds; 0 means for ever. */
export interface TimeOuts {
  /** A statement, from its beginning to its end. */
  statement: number
  /** Its waiting for one lock. */
  lock: number
  /** A transaction in which nothing is asked: its server hangs, or is gone without a word. */
  idle: number
}

/** Limits of calls, which people wait for: who cannot be served soon is told so, and holds nobody else up. */
export const ofCalls: TimeOuts = { statement: 60_000, lock: 3_000, idle: 30_000 }
/** Imports, files, demo data: nobody looks at a clock. */
export const ofJobs: TimeOuts = { statement: 15 * 60_000, lock: 60_000, idle: 5 * 60_000 }
/** Migrations: half of one would be worse than a long one. */
export const ofMigrations: TimeOuts = { statement: 0, lock: 0, idle: 0 }

export interface PoolOptions {
  log: DatabaseLog
  poolSize?: number | undefined
  timeOuts?: TimeOuts
  /**
   * Where the time-outs are said: to the connection when it is made, or at the beginning of each transaction, for a pooler that hands
   * connections on (PgBouncer in transaction mode).
   */
  saidTo?: 'connection' | 'transaction'
}

const POOL_SIZE = 10
/** The client gives up later than the server, so that the server's word is heard where there is one. */
const GRACE_MS = 10_000

/** Days stay text (a Date would shift them with the zone); bigint and counts are numbers, since ours stay below 2^53. */
const DAY = pg.types.builtins.DATE
const BIG = pg.types.builtins.INT8
const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') => {
    if (id === DAY) return (text: string) => text
    if (id === BIG) return Number
    return pg.types.getTypeParser(id, format ?? 'text')
  },
}

/**
 * A pool that outlives the loss of its connections; the caller ends it. With `require_auth=scram-sha-256` in the address it gives a
 * password to no server that does not prove that it knows it.
 */
export function makePool(url: string, options: PoolOptions): pg.Pool {
  const { timeOuts = ofCalls, saidTo = 'connection' } = options
  const pool = new pg.Pool({
    ...(wantsScram(url) && { Client: ScramClient }),
    connectionString: url,
    max: options.poolSize ?? POOL_SIZE,
    application_name: 'selvedge',
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(timeOuts.statement > 0 && { query_timeout: timeOuts.statement + GRACE_MS }),
    ...(saidTo === 'connection' && {
      statement_timeout: timeOuts.statement,
      lock_timeout: timeOuts.lock,
      idle_in_transaction_session_timeout: timeOuts.idle,
    }),
    types,
  })
  pool.on('error', (error) => {
    // Only words: the error itself carries the whole client.
    const reason = { code: errorCode(error), reason: error.message }
    if (!pool.ending) options.log.warn(reason, 'a database connection was lost')
  })
  // A client in use has no other listener: without this one its loss would end the whole process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

class ScramClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    insistOnScram(this)
  }
}

/** Put after the BEGIN of a transaction, where the connection itself cannot be told. */
export function beginning({ statement, lock, idle }: TimeOuts): string {
  return (
    `SET LOCAL statement_timeout = ${statement}; SET LOCAL lock_timeout = ${lock}; ` +
    `SET LOCAL idle_in_transaction_session_timeout = ${idle}`
  )
}

/** Whether connections of this pool have the time-outs that they were told; a pooler may have dropped them without a word. */
export async function hasTimeOuts(pool: pg.Pool, { lock }: TimeOuts): Promise<boolean> {
  const { rows } = await pool.query<{ ms: number }>(
    "SELECT setting::int AS ms FROM pg_settings WHERE name = 'lock_timeout'",
  )
  return rows[0]?.ms === lock
}

/** PgBouncer's words to a client that wants to tell a connection something. */
export const refusesSettings = (error: unknown): boolean =>
  error instanceof Error && /unsupported startup parameter/.test(error.message)

/** Kysely ends the pool only when it was used at least once. */
export async function endPool(db: Kysely<Tables>, pool: pg.Pool): Promise<void> {
  await db.destroy()
  if (!pool.ending) await pool.end()
}
