import type { ColumnType } from 'kysely'

/** jsonb is written as text and read as a value, of which whoever reads it makes sure what it is. */
export type JsonColumn = ColumnType<unknown, string, string>

/** Values for the blanks of a text that clients translate. */
export type JsonValuesColumn = ColumnType<Record<string, string | number>, string | undefined, string>

export type JsonObjectColumn = ColumnType<Record<string, unknown>, string | undefined, string>
