import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool, PoolClient } from 'pg'
import { DatabaseError, errorCode } from './database-errors.ts'

type Migration = { name: string; sql: string; checksum: string }

/**
 * The folder of the SQL files: beside this module in the source, `migrations` beside the bundle when built.
 * Throws when neither exists, which means that the build forgot to copy them.
 */
export function migrationsFolder(): string {
  const beside = join(import.meta.dirname, 'migrations')
  const above = join(import.meta.dirname, '..', 'migrations') // a bundle may put shared chunks one folder deeper
  const found = [beside, above].find((folder) => existsSync(folder))
  if (found === undefined) throw new Error(`No migrations folder beside ${import.meta.dirname}`)
  return found
}

/** The migrations of a folder by name, each with its checksum. */
export async function namesIn(folder: string): Promise<Map<string, string>> {
  return new Map((await readMigrations(folder)).map(({ name, checksum }) => [name, checksum]))
}

export interface MigrateOptions {
  /** These alone: what a backup was made with. */
  only?: ReadonlySet<string>
  /** Is waited for before an existing database is changed; what it throws ends it. */
  before?: (() => Promise<void>) | undefined
}

/**
 * Brings the database to the state of the SQL files `NNNN_name.sql` in `folder`, each in its own transaction, in order. Gives the names applied now. Any number of servers may call it at once: each file is applied once.
 * Throws `DatabaseError` `migration_refused` when an applied file was changed or is not in the folder (a newer program
 * made it), and when a file fails; nothing of the failing file stays.
 */
export async function migrate(pool: Pool, folder: string, { only, before }: MigrateOptions = {}): Promise<string[]> {
  const migrations = (await readMigrations(folder)).filter(({ name }) => only?.has(name) ?? true)
  if (!(await haveLedger(pool))) await makeLedger(pool)
  const applied = await readApplied(pool)
  checkApplied(migrations, applied)
  // What holds something already is copied before it is changed; a new one has nothing to lose.
  if (applied.size > 0 && migrations.some(({ name }) => !applied.has(name))) await before?.()
  const done: string[] = []
  for (const migration of migrations) {
    if (!applied.has(migration.name) && (await applyOnce(pool, migration, migrations))) done.push(migration.name)
  }
  return done
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const odd = names.find((name) => !/^\d{4}_[a-z0-9_-]+\.sql$/.test(name))
  if (odd) throw refused(`"${odd}" is not named NNNN_name.sql.`)
  const numbers = names.map((name) => name.slice(0, 4))
  const twice = numbers.find((number, at) => numbers.indexOf(number) !== at)
  if (twice) throw refused(`Two migrations have the number ${twice}.`)
  return Promise.all(
    names.map(async (name) => {
      // A checkout on Windows may have turned line ends; that is no change.
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function haveLedger(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ there: boolean }>(`
    SELECT to_regclass('schema_migration') IS NOT NULL AND to_regclass('schema_migration_turn') IS NOT NULL AS there`)
  return rows[0]?.there === true
}

/** Other servers may be making the ledger at the same moment; PostgreSQL lets one of them win with these states. */
const MADE_BY_ANOTHER = new Set(['23505', '42P07', '42710', 'XX000'])

async function makeLedger(pool: Pool, attempt = 1): Promise<void> {
  try {
    // `schema_migration_turn` holds one row that servers lock in turn: a row lock works where advisory locks and
    // LOCK TABLE do not.
    await pool.query(`
      CREATE TABLE IF NOT EXISTS schema_migration (
        name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now());
      CREATE TABLE IF NOT EXISTS schema_migration_turn (id integer PRIMARY KEY);
      INSERT INTO schema_migration_turn VALUES (1) ON CONFLICT DO NOTHING`)
  } catch (error) {
    if (!MADE_BY_ANOTHER.has(errorCode(error)) || attempt === 5) throw error
    await makeLedger(pool, attempt + 1)
  }
}

async function readApplied(source: Pool | PoolClient): Promise<Map<string, string>> {
  const { rows } = await source.query<{ name: string; checksum: string }>('SELECT name, checksum FROM schema_migration')
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

function checkApplied(migrations: Migration[], applied: Map<string, string>): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration.checksum]))
  for (const [name, checksum] of [...applied].sort()) {
    if (!known.has(name)) {
      throw refused(
        `This database was made by a newer version of Selvedge (it has "${name}"). Start that version; nothing was changed.`,
      )
    }
    if (known.get(name) !== checksum) {
      throw refused(
        `The migration "${name}" was changed after it was applied. Restore the file and add a new one instead.`,
      )
    }
  }
}

/** False when another server applied it while this one waited for its turn. */
async function applyOnce(pool: Pool, migration: Migration, migrations: Migration[]): Promise<boolean> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT id FROM schema_migration_turn WHERE id = 1 FOR UPDATE')
    const applied = await readApplied(client)
    checkApplied(migrations, applied)
    const pending = !applied.has(migration.name)
    if (pending) await run(client, migration)
    await client.query('COMMIT')
    client.release()
    return pending
  } catch (error) {
    client.release(true) // closing the connection rolls back, whatever state it is in
    throw error
  }
}

async function run(client: PoolClient, migration: Migration): Promise<void> {
  try {
    await client.query(migration.sql)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw refused(`The migration "${migration.name}" failed: ${reason}`, error)
  }
  await client.query('INSERT INTO schema_migration (name, checksum) VALUES ($1, $2)', [
    migration.name,
    migration.checksum,
  ])
}

const refused = (message: string, cause?: unknown): DatabaseError =>
  new DatabaseError('migration_refused', message, cause)
