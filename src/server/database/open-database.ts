import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import type pg from 'pg'
import { type DataFolderLock, lockDataFolder } from './data-folder.ts'
import {
  DatabaseError,
  databaseUnavailable,
  diskFull,
  errorCode,
  explainDatabaseError,
  isLost,
} from './database-errors.ts'
import type { DatabaseLog } from './database-log.ts'
import { grantRights } from './database-roles.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { fairly } from './fair-pool.ts'
import { migrate, migrationsFolder } from './migrate.ts'
import { endMoving } from './moved-in.ts'
import {
  endPool,
  hasTimeOuts,
  makePool,
  ofCalls,
  ofJobs,
  ofMigrations,
  type PoolOptions,
  refusesSettings,
  type TimeOuts,
} from './pool.ts'
import { preparing } from './prepared-statements.ts'
import { reportsFrom } from './standby.ts'
import type { Tables } from './types.gen.ts'

/** `databaseUrl`: any PostgreSQL from 14 on. Otherwise a PostgreSQL of our own in `dataDir`. */
export type DatabaseOptions = {
  dataDir?: string
  databaseUrl?: string
  /** DATABASE_OWNER_URL: the same database as another role, which owns it. It migrates, and gives the role of `databaseUrl` its rights. */
  ownerUrl?: string | undefined
  /** DATABASE_REPLICA_URL: a standby of it, from which lists, their files and reports are read. */
  replicaUrl?: string | undefined
  log: DatabaseLog
  migrationsDir?: string
  /** Is given the address before an existing database is migrated; what it throws ends the opening. */
  beforeMigrating?: ((url: string) => Promise<void>) | undefined
  poolSize?: number
}

/** An open, migrated database. `stop` may be called any number of times and resolves when all of it has ended. */
export type Database = {
  /** For calls: as the application's role, with short time-outs and a share for each of those who call. */
  db: Kysely<Tables>
  /** For what takes its time (jobs): the same role, long time-outs. */
  jobs: Kysely<Tables>
  /** Where what takes long to read is read: see `standby.ts`. */
  reports(): Promise<Kysely<Tables>>
  /** As who owns the tables, for what no call may do (demo data). No connection is made before it is used. */
  owner: Kysely<Tables>
  pool: pg.Pool
  /** With the password, of the application's role: never for logs. */
  url: string
  /** The same of who owns the database; without an owner of its own that is `url`. */
  ownerUrl: string
  /** The same of the embedded cluster's superuser. */
  adminUrl?: string
  embedded: boolean
  /** Tells whoever tries to open the same folder where this server answers. */
  announce(address: string): void
  /** Why the database does not answer, as far as is known without asking it; undefined while it does. */
  problem(): Error | undefined
  stop(): Promise<void>
}

const OLDEST_MAJOR = 14
const JOBS_POOL = 6
const OWNER_POOL = 2
const POOL_END_MS = 5_000

/**
 * Opens the database and brings its tables up to date.
 * Throws `DatabaseError`, whose message may be shown: the folder is in use, the disk is full, the database does not answer, is too old,
 * or was made by a newer version. Nothing stays started then.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir } = options
  if (databaseUrl) return connect(databaseUrl, options)
  if (!dataDir) throw new DatabaseError('database_refused', 'Neither a data folder nor DATABASE_URL is given.')
  const lock = await lockDataFolder(dataDir)
  let server: EmbeddedPostgres | undefined
  try {
    await endMoving(dataDir)
    server = await startEmbeddedPostgres({ dataDir, log: options.log })
    const { app, owner, admin } = server.addresses
    const database = await connect(app, { ...options, ownerUrl: owner })
    return { ...withServer(database, server, lock), adminUrl: admin }
  } catch (error) {
    await server?.stop()
    lock.release()
    const explained = explainDatabaseError(error)
    throw explained?.fault === 'disk_full' ? diskFull(dataDir, error) : (explained ?? error)
  }
}

function withServer(database: Database, server: EmbeddedPostgres, lock: DataFolderLock): Database {
  return {
    ...database,
    embedded: true,
    announce: lock.announce,
    problem: () => server.problem() ?? database.problem(),
    stop: once(async () => {
      await database.stop()
      await server.stop()
      lock.release()
    }),
  }
}

async function connect(url: string, options: DatabaseOptions): Promise<Database> {
  const ownerUrl = options.ownerUrl ?? url
  await bringUpToDate(ownerUrl, url, options)
  const saidTo = await whereTimeOutsAreSaid(url, options)
  const open = (address: string, timeOuts: TimeOuts, poolSize?: number) => {
    const pool = makePool(address, { log: options.log, timeOuts, saidTo, poolSize })
    return { pool, inTransactions: saidTo === 'transaction' ? timeOuts : null }
  }
  const prepared = ({ pool, inTransactions }: ReturnType<typeof open>) =>
    preparing(pool, { inTransactions, log: options.log })
  const kyselyOn = (pool: PostgresPool) => new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const [calls, jobs, owner] = [
    open(url, ofCalls, options.poolSize),
    open(url, ofJobs, JOBS_POOL),
    open(ownerUrl, ofJobs, OWNER_POOL),
  ]
  const standby = options.replicaUrl ? open(options.replicaUrl, ofCalls, options.poolSize) : null
  const watched = watchForLoss(prepared(calls), options.log)
  const dbs = { db: kyselyOn(fairly(watched.pool)), jobs: kyselyOn(prepared(jobs)), owner: kyselyOn(prepared(owner)) }
  const replica = standby && kyselyOn(fairly(prepared(standby)))
  const reports = reportsFrom(dbs.db, replica, options.log)
  const endAll = async () => {
    await Promise.all([
      standby && replica && endPool(replica, standby.pool),
      endPool(dbs.db, calls.pool),
      endPool(dbs.jobs, jobs.pool),
      endPool(dbs.owner, owner.pool),
    ])
  }
  const stop = once(() => withinLimit(endAll()))
  const nobody = () => undefined
  return {
    ...dbs,
    reports,
    pool: calls.pool,
    url,
    ownerUrl,
    embedded: false,
    announce: nobody,
    problem: watched.problem,
    stop,
  }
}

/** Migrations that are named one by one. */
const MOST_NAMED = 20

/** As who owns the tables, without time-outs; the application's role then has its rights on what is new. */
async function bringUpToDate(ownerUrl: string, url: string, options: DatabaseOptions): Promise<void> {
  const { pool } = await openPool(ownerUrl, { log: options.log, timeOuts: ofMigrations, poolSize: OWNER_POOL })
  try {
    await checkVersion(pool, ownerUrl)
    const applied = await migrate(pool, options.migrationsDir ?? migrationsFolder(), {
      before: options.beforeMigrating && (() => options.beforeMigrating?.(ownerUrl) ?? Promise.resolve()),
    })
    // All of them where it was empty: eighty names say nothing.
    if (applied.length > MOST_NAMED) options.log.info({ steps: applied.length }, 'made the database')
    else if (applied.length > 0) options.log.info({ migrations: applied }, 'migrated the database')
    if (ownerUrl !== url) await grantRights(pool, decodeURIComponent(new URL(url).username))
  } finally {
    await pool.end()
  }
}

/** A pool whose first connection was made: with time-outs, or, where a pooler takes none, without. Its errors are told by the next question. */
async function openPool(url: string, options: PoolOptions): Promise<{ pool: pg.Pool; isRefused: boolean }> {
  const pool = makePool(url, options)
  try {
    await pool.query('SELECT 1')
  } catch (error) {
    if (!refusesSettings(error)) return { pool, isRefused: false }
    await pool.end()
    return { pool: makePool(url, { ...options, saidTo: 'transaction' }), isRefused: true }
  }
  return { pool, isRefused: false }
}

/** PgBouncer refuses to tell its servers' connections anything, or is told to say nothing of it. */
async function whereTimeOutsAreSaid(url: string, { log }: DatabaseOptions): Promise<'connection' | 'transaction'> {
  const { pool, isRefused } = await openPool(url, { log, timeOuts: ofCalls, poolSize: 1 })
  try {
    if (!isRefused && (await hasTimeOuts(pool, ofCalls))) return 'connection'
    log.info({}, 'a pooler stands before the database: time-outs are said in each transaction')
    return 'transaction'
  } catch (error) {
    throw explainDatabaseError(error) ?? error
  } finally {
    await pool.end()
  }
}

/** Whether the last attempt to get a connection failed for want of a database. There is one every second or so: somebody always asks. */
function watchForLoss(pool: PostgresPool, log: DatabaseLog): { pool: PostgresPool; problem(): Error | undefined } {
  let problem: Error | undefined
  return {
    problem: () => problem,
    pool: {
      options: pool.options,
      end: () => pool.end(),
      async connect() {
        try {
          const client = await pool.connect()
          if (problem) log.info({}, 'the database answers again')
          problem = undefined
          return client
        } catch (error) {
          if (isLost(error) && problem === undefined) {
            problem = databaseUnavailable(error)
            log.warn({ code: errorCode(error), reason: String(error) }, 'the database does not answer')
          }
          throw error
        }
      },
    },
  }
}

async function checkVersion(pool: pg.Pool, url: string): Promise<void> {
  const { host } = new URL(url)
  try {
    const { rows } = await pool.query<{ server_version: string }>('SHOW server_version')
    const version = rows[0]?.server_version ?? ''
    if (Number.parseInt(version, 10) < OLDEST_MAJOR) {
      throw new DatabaseError(
        'database_refused',
        `PostgreSQL ${version} at ${host} is too old: ${OLDEST_MAJOR} or newer.`,
      )
    }
  } catch (error) {
    if (error instanceof DatabaseError || errorCode(error) === '53100') throw error
    const why = error instanceof Error && error.message ? error.message : errorCode(error)
    throw new DatabaseError('database_unavailable', `The database at ${host} does not answer: ${why}`, error)
  }
}

/** Connections that a stuck request still holds are left to PostgreSQL after five seconds. */
async function withinLimit(task: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, POOL_END_MS)
  })
  await Promise.race([task, limit])
  clearTimeout(timer)
}

function once(task: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= task()
    return done
  }
}
