import { type QueryResult, type RawBuilder, sql } from 'kysely'
import { z } from 'zod'

/** What a raw query gives: its columns by name, each with a schema. */
export type Columns = Readonly<Record<string, z.ZodType>>

/** A row of these columns, as the code may rely on it. */
export type Row<C extends Columns> = { [Name in keyof C]: z.output<C[Name]> }

/** One row of numbers, whose columns the code that asks makes up as it goes. */
export const counts = z.record(z.string(), z.number())

/** The usual kinds of columns, as `makePool` reads them. Others are schemas beside the query that needs them. */
export const col = {
  text: z.string(),
  textOrNull: z.string().nullable(),
  texts: z.array(z.string()),
  number: z.number(),
  numberOrNull: z.number().nullable(),
  flag: z.boolean(),
  instant: z.date(),
  instantOrNull: z.date().nullable(),
  bytes: z.instanceof(Buffer),
  json: z.record(z.string(), z.unknown()),
}

/** The tests' runs set it: PostgreSQL alone knows what a raw query gives. */
const isChecking = process.env.SELVEDGE_CHECK_ROWS === '1'

/**
 * Raw SQL that gives rows: ``rowsOf({ id: col.text, pieces: col.number })`SELECT …`.execute(db)``. The columns say what type a
 * row has; under test every row is held against them, and the query throws where they are wrong. In production a row is
 * what PostgreSQL gave. A place in the code must always name the same columns.
 */
export function rowsOf<C extends Columns | typeof counts>(columns: C): RowsTag<RowOf<C>> {
  return (parts, ...values) => {
    const query = sql<RowOf<C>>(parts, ...values)
    return isChecking ? checked(query, columns, parts) : query
  }
}

type RowOf<C> = C extends z.ZodType ? z.output<C> : C extends Columns ? Row<C> : never

type RowsTag<R> = (parts: TemplateStringsArray, ...values: unknown[]) => Pick<RawBuilder<R>, 'execute'>

/** By place: the shape of a query in a function is another object each time. */
const schemas = new WeakMap<TemplateStringsArray, z.ZodType>()

function checked<R>(
  query: RawBuilder<R>,
  columns: Columns | typeof counts,
  parts: TemplateStringsArray,
): Pick<RawBuilder<R>, 'execute'> {
  const schema = schemas.get(parts) ?? (columns instanceof z.ZodType ? columns : z.object(columns))
  schemas.set(parts, schema)
  return {
    async execute(db): Promise<QueryResult<R>> {
      const result = await query.execute(db)
      for (const row of result.rows) {
        const { error } = schema.safeParse(row)
        if (error) throw wrongRow(error, parts)
      }
      return result
    },
  }
}

/** Said aloud too: what a server answers with 500 does not reach the test. */
function wrongRow(fault: z.ZodError, parts: TemplateStringsArray): Error {
  const message = `A raw query gives other rows than its columns say.\n${z.prettifyError(fault)}\n${parts.join('…').trim()}`
  console.error(message)
  return new Error(message)
}
