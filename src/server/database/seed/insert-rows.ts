import { type Insertable, sql } from 'kysely'
import type { Tx } from '../../http/call.ts'
import type { Tables } from '../types.gen.ts'

/**
 * Inserts many rows in one statement, as one JSON parameter: no limit of parameters and nothing compiled per row. All rows
 * have the keys of the first; columns left out get their default.
 */
export async function insertRows<T extends keyof Tables & string>(
  tx: Tx,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)))
  const name = sql.table(table)
  // The row's type through a subquery: written as a cast, the table `box` would mean the geometric type.
  await sql`
    INSERT INTO ${name} (${columns})
    SELECT ${columns}
    FROM jsonb_populate_recordset((SELECT r FROM ${name} r LIMIT 0), ${JSON.stringify(rows)}::jsonb)`.execute(tx)
}
