import pg from 'pg'
import { errorCode } from '../database/database-errors.ts'
import type { DatabaseLog } from '../database/database-log.ts'
import { migrate, migrationsFolder, namesIn } from '../database/migrate.ts'
import { makePool, ofMigrations } from '../database/pool.ts'
import { BackupError, type Head, type Manifest, type Watcher } from './format.ts'
import { type BackupPart, partsOf } from './read-backup.ts'
import { copyIn, copyOut, openCopying, sequencesOf, setSequences, tablesOf, unguard } from './tables.ts'

/**
 * Throws `BackupError` where this version cannot take the backup: a newer one made it, or its tables were made by migrations that
 * are no longer what they were.
 */
export async function insistOnMigrations({ migrations }: Head, folder = migrationsFolder()): Promise<void> {
  const known = await namesIn(folder)
  for (const { name, checksum } of migrations) {
    if (!known.has(name))
      throw new BackupError(
        `This backup was made by a newer version of Selvedge (it has "${name}"). Install that version, then restore it. Nothing was changed.`,
      )
    if (known.get(name) !== checksum)
      throw new BackupError(
        `This backup was made with another form of "${name}" than this version has. Nothing was changed.`,
      )
  }
}

/**
 * Puts the tables and sequences of a backup into an empty database, in one transaction: the tables are made by the migrations of
 * then, all rows are copied in, the foreign keys checked, and every table is read out again and held against the backup. What came
 * since is migrated when the database is opened. Gives the files' parts to `takeFile`. Throws `BackupError`; the database has no rows then.
 */
export async function putBack(
  from: string,
  {
    url,
    log,
    takeFile,
    ...watcher
  }: Watcher & {
    url: string
    log: DatabaseLog
    takeFile: (installation: string, key: string, bytes: Buffer) => Promise<void>
  },
): Promise<{ head: Head; manifest: Manifest }> {
  const parts = partsOf(from, watcher, 'restore')
  try {
    const first = await parts.next()
    if (first.done || first.value.kind !== 'head') throw new BackupError('This file is no backup of Selvedge.')
    const { head } = first.value
    await makeTables(url, head, log)
    const manifest = await inOneTransaction(url, (client) => copyAll(client, head, parts, takeFile, watcher))
    return { head, manifest }
  } finally {
    await parts.return(undefined) // closes the file, wherever it was left
  }
}

async function inOneTransaction<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await openCopying(url, 'write')
  try {
    const done = await work(client)
    await client.query('COMMIT')
    return done
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error instanceof pg.DatabaseError
      ? new BackupError(`The backup does not fit into the database: ${error.message}`, error)
      : error
  } finally {
    await client.end()
  }
}

async function makeTables(url: string, { migrations }: Head, log: DatabaseLog): Promise<void> {
  const pool = makePool(url, { log, poolSize: 1, timeOuts: ofMigrations })
  try {
    await insistOnEmpty(pool)
    await migrate(pool, migrationsFolder(), { only: new Set(migrations.map(({ name }) => name)) })
  } finally {
    await pool.end()
  }
}

/** Tables alone are no harm: a restore that was stopped leaves them. */
async function insistOnEmpty(pool: pg.Pool): Promise<void> {
  try {
    const { rows } = await pool.query('SELECT 1 FROM app_user LIMIT 1')
    if (rows.length === 0) return
  } catch (error) {
    if (errorCode(error) === '42P01') return
    throw error
  }
  throw new BackupError(
    'There is a database with accounts here already. A backup is put into an empty one only. Nothing was changed.',
  )
}

async function copyAll(
  client: pg.Client,
  head: Head,
  parts: AsyncGenerator<BackupPart>,
  takeFile: (installation: string, key: string, bytes: Buffer) => Promise<void>,
  { onProgress, signal }: Watcher,
): Promise<Manifest> {
  if (JSON.stringify(await tablesOf(client)) !== JSON.stringify(head.tables))
    throw new BackupError('The tables of the backup are not those that its migrations make. Nothing was changed.')
  const guard = await unguard(client, head.tables)
  const coming = parts[Symbol.asyncIterator]()
  let next = await coming.next()
  for (const table of head.tables) {
    const pieces = (async function* () {
      while (!next.done && next.value.kind === 'table' && next.value.table === table.name) {
        yield next.value.bytes
        next = await coming.next()
      }
    })()
    await copyIn(client, table, pieces)
  }
  for (; !next.done && next.value.kind === 'file'; next = await coming.next())
    await takeFile(head.installation, next.value.key, next.value.bytes)
  if (next.done || next.value.kind !== 'manifest')
    throw new BackupError('The backup is not in order. Nothing was changed.')
  const { manifest } = next.value
  await coming.next()
  await setSequences(client, manifest.sequences)
  await guard()
  await compare(client, head, manifest, { onProgress, signal })
  return manifest
}

/** The proof: what stands in the tables now is what the backup says of them, byte by byte. */
async function compare(
  client: pg.Client,
  head: Head,
  manifest: Manifest,
  { onProgress, signal }: Watcher,
): Promise<void> {
  let bytes = 0
  const total = Object.values(manifest.tables).reduce((sum, table) => sum + table.bytes, 0)
  for (const table of head.tables) {
    if (signal?.aborted) throw new BackupError('It was stopped. Nothing of it was kept.')
    const [found, said] = [await copyOut(client, table), manifest.tables[table.name]]
    if (JSON.stringify(found) !== JSON.stringify(said && { rows: said.rows, bytes: said.bytes, sha256: said.sha256 }))
      throw new BackupError(`The table ${table.name} came back differently. Nothing was changed.`)
    bytes += found.bytes
    onProgress?.({ step: 'compare', bytes, total })
  }
  if (JSON.stringify(await sequencesOf(client)) !== JSON.stringify(manifest.sequences))
    throw new BackupError('The numbers of the database came back differently. Nothing was changed.')
}
