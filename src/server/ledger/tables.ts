import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '../database/types.gen.ts'

type Table = keyof Tables & string

/** Where a ledger is kept: lines with a column for each quantity, the sums of lines that belong together, and the moves. Keys are uuids. */
export interface LedgerTables<Id extends string = string> {
  line: {
    table: Table
    /** What a move calls its line, and the columns that the line is known by. */
    key: Readonly<Partial<Record<Id, string>>>
    /** Where pieces from outside may make a line: the column with its place among the lines of its sum. */
    position?: string
    /** Where moves change the counter of what a line was opened with: the column that keeps what that was. */
    opened?: string
    /** A line as people call it, for `check-ledger`, by its key. */
    named: (...key: RawBuilder<unknown>[]) => RawBuilder<string>
  }
  sums: {
    table: Table
    /** The columns of a line that say to which sum it belongs, and what they are called there. */
    key: Readonly<Record<string, string>>
    /** Each change counts the row's version up. */
    isVersioned?: true
    named: (...key: RawBuilder<unknown>[]) => RawBuilder<string>
  }
  moves: {
    table: Table
    /** All that a move names by id, and the columns where it stands: forgetting one does not compile. */
    ids: Readonly<Record<Id, string>>
  }
  /**
   * `here`: sums before lines and both by key, so that two commands never wait for each other. NO KEY, since rows that refer to a line
   * (a shipment's, a box's) hold its key: two commands that had written such rows would wait for each other. `before`: whoever
   * moves pieces has locked their sums.
   */
  lock: 'here' | 'before'
}

export const keyColumnsOf = ({ key }: LedgerTables['line']): string[] =>
  Object.values(key).filter((column) => column !== undefined)

/** Columns of a table by its alias, after each other. */
export function refs(alias: string | null, columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(alias === null ? column : `${alias}.${column}`)))
}

/** Rows whose key is one of these. By the first column an index finds them; it is the whole key, or nearly. */
export function isAmong(
  alias: string,
  columns: readonly string[],
  keys: readonly (readonly string[])[],
): RawBuilder<SqlBool> {
  const of = (at: number) => sql`${keys.map((key) => key[at])}::uuid[]`
  const [first = ''] = columns
  const isThere = sql<SqlBool>`${sql.ref(`${alias}.${first}`)} = ANY(${of(0)})`
  if (columns.length === 1) return isThere
  return sql<SqlBool>`(${isThere} AND (${refs(alias, columns)}) IN (
    SELECT * FROM unnest(${sql.join(columns.map((_, at) => of(at)))})))`
}

/** A column of rows that go to the database together. */
export type ArrayOf = readonly [column: string, type: 'uuid' | 'int' | 'text', values: readonly unknown[]]

/** Rows as a table, with `place` for their order. */
export function rowsFrom(alias: string, arrays: readonly ArrayOf[]): RawBuilder<unknown> {
  const values = arrays.map(([, type, each]) => sql`${each}::${sql.raw(type)}[]`)
  const columns = arrays.map(([column]) => sql.ref(column))
  return sql`unnest(${sql.join(values)}) WITH ORDINALITY AS ${sql.ref(alias)} (${sql.join(columns)}, place)`
}
