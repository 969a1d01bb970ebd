import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { insistOnScram, wantsScram } from '../database/scram-only.ts'
import type { Head } from './format.ts'

/**
 * A connection of its own for one long transaction: no time limit that holds for calls holds for it, and values are written in
 * the one form that every PostgreSQL from 14 on writes and reads alike. The caller ends it.
 */
export async function openCopying(url: string, isolation: 'read' | 'write'): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'selvedge-backup', keepAlive: true })
  // Its loss is told by the statement that is under way.
  client.on('error', () => undefined)
  if (wantsScram(url)) insistOnScram(client)
  await client.connect()
  try {
    await client.query(isolation === 'read' ? 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY' : 'BEGIN')
    const settings = {
      ...{ statement_timeout: 0, lock_timeout: 0, idle_in_transaction_session_timeout: 0 },
      ...{ timezone: 'UTC', datestyle: 'ISO', intervalstyle: 'postgres', extra_float_digits: 1, bytea_output: 'hex' },
      // A second reader of a large table otherwise begins where the first one is: the order is part of what is compared.
      ...{ synchronize_seqscans: 'off', client_encoding: 'UTF8' },
    }
    for (const [name, value] of Object.entries(settings)) await client.query(`SET LOCAL ${name} = '${value}'`)
    return client
  } catch (error) {
    await client.end()
    throw error
  }
}

/** All tables of the schema by name, each with the columns that are stored. */
export async function tablesOf(client: pg.Client): Promise<Head['tables']> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    SELECT c.relname AS name, (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
    FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace ORDER BY c.relname`)
  return rows.map(({ name, columns }) => ({ name, columns: columns ?? [] }))
}

/** The last value that each sequence gave; null for one that gave none. */
export async function sequencesOf(client: pg.Client): Promise<Record<string, string | null>> {
  const { rows } = await client.query<{ name: string; at: string | null }>(`
    SELECT sequencename AS name, last_value::text AS at FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`)
  return Object.fromEntries(rows.map(({ name, at }) => [name, at]))
}

export async function appliedMigrations(client: pg.Client): Promise<Head['migrations']> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM schema_migration ORDER BY name',
  )
  return rows
}

/** What a table holds, as its COPY tells it. */
export type TableFacts = { rows: number; bytes: number; sha256: string }

type Table = Head['tables'][number]

const columnsOf = ({ name, columns }: Table) =>
  `${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`

/** Gives a table's rows to `take`, some at a time, and what they were. `take` is waited for. */
export async function copyOut(
  client: pg.Client,
  table: Table,
  take: (part: Buffer) => Promise<void> | void = () => undefined,
): Promise<TableFacts> {
  const source = client.query(copyTo(`COPY ${columnsOf(table)} TO STDOUT`))
  const hash = createHash('sha256')
  let bytes = 0
  for await (const part of source as AsyncIterable<Buffer>) {
    bytes += part.length
    hash.update(part)
    await take(part)
  }
  // How many rows those were PostgreSQL says behind the last of them.
  await client.query('SELECT 1')
  return { rows: source.rowCount, bytes, sha256: hash.digest('hex') }
}

/** Puts such rows into the table, in their order. */
export async function copyIn(client: pg.Client, table: Table, parts: AsyncIterable<Buffer>): Promise<number> {
  const sink = client.query(copyFrom(`COPY ${columnsOf(table)} FROM STDIN`))
  await pipeline(Readable.from(parts, { objectMode: false }), sink)
  return sink.rowCount
}

/**
 * Empties all tables and takes away what would look at rows one by one; gives what puts it back. Foreign keys are made anew
 * afterwards, which checks every row once more and needs no superuser.
 */
export async function unguard(client: pg.Client, tables: readonly Table[]): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(`
    SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY conrelid::regclass::text, conname`)
  const { rows: guarded } = await client.query<{ table: string }>(`
    SELECT DISTINCT tgrelid::regclass::text AS table FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT tgisinternal AND tgenabled <> 'D' AND c.relnamespace = 'public'::regnamespace`)
  for (const { table } of guarded) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
  for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  await client.query(`TRUNCATE ${tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')}`)
  return async () => {
    for (const { table, name, definition } of keys)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
    for (const { table } of guarded) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
  }
}

export async function setSequences(client: pg.Client, sequences: Record<string, string | null>): Promise<void> {
  for (const [name, at] of Object.entries(sequences))
    if (at !== null) await client.query('SELECT setval($1::regclass, $2::bigint)', [pg.escapeIdentifier(name), at])
}
