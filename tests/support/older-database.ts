import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type pg from 'pg'
import { migrate, migrationsFolder } from '../../src/server/database/migrate.ts'
import { emptyDatabase, type TestDatabase } from './database.ts'
import { TEST_FOLDER } from './leftovers.ts'

/**
 * What an installation of the version before held: the rows of each table, and where its sequences stood. `before-0012` was written
 * by that version itself: its demo data, then people's work at random with boxes of two sites, and one box that was counted short,
 * counted anew and put back. Pictures are a few bytes, and what no test reads is left out.
 */
interface Saved {
  tables: Record<string, { columns: string[]; rows: unknown[][] }>
  sequences: Record<string, string>
}

/** A database as the migrations up to `last` (`0011`) make it, with the rows of `kept`. Nothing newer is applied to it. */
export async function olderDatabase(last: string, saved: string): Promise<TestDatabase> {
  const database = await emptyDatabase()
  const folder = await mkdtemp(join(tmpdir(), TEST_FOLDER))
  try {
    for (const name of await readdir(migrationsFolder()))
      if (name.slice(0, 4) <= last) await copyFile(join(migrationsFolder(), name), join(folder, name))
    await migrate(database.pool, folder)
  } finally {
    await rm(folder, { recursive: true })
  }
  const packed = await readFile(join(import.meta.dirname, 'older', `${saved}.json.br`))
  await load(database.pool, JSON.parse(brotliDecompressSync(packed).toString('utf8')) as Saved)
  return database
}

async function load(pool: pg.Pool, { tables, sequences }: Saved): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    // In whatever order: the rows were whole where they come from.
    await client.query("SET LOCAL session_replication_role = 'replica'")
    for (const [table, { columns, rows }] of Object.entries(tables)) {
      const named = columns.map((column) => `"${column}"`).join(', ')
      const objects = rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])))
      await client.query(`DELETE FROM "${table}"`)
      await client.query(
        `INSERT INTO "${table}" (${named}) SELECT ${named} FROM json_populate_recordset(NULL::public."${table}", $1)`,
        [JSON.stringify(objects)],
      )
    }
    for (const [name, at] of Object.entries(sequences))
      await client.query('SELECT setval($1::regclass, $2::bigint)', [name, at])
    await client.query('COMMIT')
  } finally {
    client.release()
  }
}
