import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '../src/server/database/types.gen.ts'
import { timed } from './measure.ts'

/** A table that a command writes, and which of its rows `t` are the command's. */
export type WrittenRows = Readonly<Partial<Record<keyof Tables & string, RawBuilder<SqlBool>>>>

/** Tables with the same columns, checks and indexes for `insertBare`; without what refers to others. */
export async function makeBareTables(db: Kysely<Tables>, tables: readonly (keyof Tables & string)[]): Promise<void> {
  for (const table of tables)
    await sql`CREATE TABLE ${sql.table(`bare_${table}`)} (LIKE ${sql.table(table)} INCLUDING ALL)`.execute(db)
}

/** Writes once more what a command wrote, a statement a table in one transaction. Gives its milliseconds. */
export async function insertBare(db: Kysely<Tables>, written: WrittenRows): Promise<number> {
  const rows: { table: string; json: string; columns: string[] }[] = []
  for (const [table, isOf] of Object.entries(written))
    rows.push({ table, json: await rowsFor(db, table, isOf), columns: await columnsOf(db, table) })
  return timed(() =>
    db.transaction().execute(async (tx) => {
      for (const { table, json, columns } of rows) {
        const named = sql.join(columns.map((column) => sql.ref(column)))
        // Named with its schema: `box` alone is a type of PostgreSQL.
        await sql`INSERT INTO ${sql.table(`bare_${table}`)} (${named})
          SELECT ${named} FROM json_populate_recordset(NULL::${sql.table(`public.${table}`)}, ${json}::json)`.execute(
          tx,
        )
      }
    }),
  )
}

/** All but those that the database computes. */
async function columnsOf(db: Kysely<Tables>, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name = ${table} AND is_generated = 'NEVER' ORDER BY ordinal_position`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

async function rowsFor(db: Kysely<Tables>, table: string, isOf: RawBuilder<SqlBool>): Promise<string> {
  const { rows } = await sql<{ json: string | null }>`
    SELECT json_agg(t)::text AS json FROM ${sql.table(table)} t WHERE ${isOf}`.execute(db)
  const json = rows[0]?.json
  if (!json) throw new Error(`the command wrote no row of ${table}`)
  return json
}
