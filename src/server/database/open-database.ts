import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { type DataFolderLock, lockDataFolder } from './data-folder.ts'
import { DatabaseError, diskFull, errorCode, explainDatabaseError } from './database-errors.ts'
import type { DatabaseLog } from './database-log.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { migrate, migrationsFolder } from './migrate.ts'
import { endMoving } from './moved-in.ts'
import { preparing } from './prepared-statements.ts'
import type { Tables } from './types.gen.ts'

/** `databaseUrl`: any PostgreSQL from 14 on. Otherwise a PostgreSQL of our own in `dataDir`. */
export type DatabaseOptions = {
  dataDir?: string
  databaseUrl?: string
  log: DatabaseLog
  migrationsDir?: string
  /** Is given the address before an existing database is migrated; what it throws ends the opening. */
  beforeMigrating?: ((url: string) => Promise<void>) | undefined
  poolSize?: number
}

/** An open, migrated database. `stop` may be called any number of times and resolves when all of it has ended. */
export type Database = {
  db: Kysely<Tables>
  pool: pg.Pool
  /** With the password: for other pools (jobs), never for logs. */
  url: string
  embedded: boolean
  /** Tells whoever tries to open the same folder where this server answers. */
  announce(address: string): void
  /** Why the embedded PostgreSQL cannot be brought back, while that is so. */
  problem(): Error | undefined
  stop(): Promise<void>
}

const OLDEST_MAJOR = 14
const POOL_SIZE = 10
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
    return withServer(await connect(server.url, options), server, lock)
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
    problem: server.problem,
    stop: once(async () => {
      await database.stop()
      await server.stop()
      lock.release()
    }),
  }
}

async function connect(url: string, options: DatabaseOptions): Promise<Database> {
  const pool = makePool(url, options)
  try {
    await checkVersion(pool, url)
    const applied = await migrate(pool, options.migrationsDir ?? migrationsFolder(), {
      before: options.beforeMigrating && (() => options.beforeMigrating?.(url) ?? Promise.resolve()),
    })
    if (applied.length > 0) options.log.info({ migrations: applied }, 'migrated the database')
  } catch (error) {
    await pool.end()
    throw error
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparing(pool) }) })
  const stop = once(() => withinLimit(endPool(db, pool)))
  return { db, pool, url, embedded: false, announce: () => undefined, problem: () => undefined, stop }
}

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

/** A pool that outlives the loss of its connections; the caller ends it. */
export function makePool(url: string, options: Pick<DatabaseOptions, 'log' | 'poolSize'>): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize ?? POOL_SIZE,
    application_name: 'selvedge',
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
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

/** Kysely ends the pool only when it was used at least once. */
export async function endPool(db: Kysely<Tables>, pool: pg.Pool): Promise<void> {
  await db.destroy()
  if (!pool.ending) await pool.end()
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
