import { type QueryResult, type RawBuilder, sql } from 'kysely'
import { z } from 'zod'

/** Shape of a raw query's rows: columns by name, each with a schema. */
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
 * Runs raw SQL that gives rows: ``rowsOf({ id: col.text, pieces: col.number })`SELECT …`.execute(db)``. The columns say what type a
 * row has; under test every row is held against them, and the query throws where they are wrong. In production a row is
 * what PostgreSQL gave. A place in the code that reads several kinds of rows takes a schema (`z.object`) for each.
 *
 * The contract's own row (`rowsOf(actionRow)`) is read as the wire has it: instants as ISO text, an object from a column of its name
 * or from columns with its name before theirs (`price_minor`, `price_currency`), null where it may be null and lacks a part. Money
 * without a currency column of its own takes the row's `currency`.
 */
export function rowsOf<C extends Columns | z.ZodObject | typeof counts>(columns: C): RowsTag<RowOf<C>> {
  return (parts, ...values) => {
    const query = sql<RowOf<C>>(parts, ...values)
    const read = columns instanceof z.ZodObject ? readerOf(columns) : null
    return isChecking || read !== null ? reading(query, { columns, read, parts }) : query
  }
}

type RowOf<C> = C extends z.ZodType ? z.output<C> : C extends Columns ? Row<C> : never

type RowsTag<R> = (parts: TemplateStringsArray, ...values: unknown[]) => Pick<RawBuilder<R>, 'execute'>

/** By place: the shape of a query in a function is another object each time, and a schema takes long to make. */
const schemas = new WeakMap<TemplateStringsArray, z.ZodObject>()

interface Read {
  columns: Columns | z.ZodObject | typeof counts
  read: RowReader | null
  parts: TemplateStringsArray
}

function reading<R>(query: RawBuilder<R>, { columns, read, parts }: Read): Pick<RawBuilder<R>, 'execute'> {
  return {
    async execute(db): Promise<QueryResult<R>> {
      const result = await query.execute(db)
      const rows = read === null ? result.rows : result.rows.map((row) => read(row as Given) as R)
      if (isChecking) assertRows(rows, columns, parts)
      return read === null ? result : { ...result, rows }
    },
  }
}

function assertRows(rows: readonly unknown[], columns: Read['columns'], parts: TemplateStringsArray): void {
  const schema = schemaOf(columns, parts)
  for (const row of rows) {
    const { error } = schema.safeParse(row)
    if (error) throw wrongRow(error, parts)
  }
}

function schemaOf(columns: Read['columns'], parts: TemplateStringsArray): z.ZodType {
  if (columns instanceof z.ZodType) return columns
  const schema = schemas.get(parts) ?? z.object(columns)
  schemas.set(parts, schema)
  return schema
}

/** Said aloud too: what a server answers with 500 does not reach the test. */
function wrongRow(fault: z.ZodError, parts: TemplateStringsArray): Error {
  const message = `A raw query gives other rows than its columns say.\n${z.prettifyError(fault)}\n${parts.join('…').trim()}`
  console.error(message)
  return new Error(message)
}

type Given = Readonly<Record<string, unknown>>
type RowReader = (row: Given) => Record<string, unknown>

const readers = new WeakMap<z.ZodObject, RowReader>()

/** Gives what makes a row of the wire out of a row of PostgreSQL. */
function readerOf(schema: z.ZodObject): RowReader {
  const known = readers.get(schema)
  if (known !== undefined) return known
  const parts = Object.entries(schema.shape).map(([name, part]) => [name, partReader(name, part)] as const)
  const read: RowReader = (row) => {
    const read: Record<string, unknown> = {}
    for (const [name, part] of parts) read[name] = part(row)
    return read
  }
  readers.set(schema, read)
  return read
}

function partReader(name: string, schema: z.core.$ZodType): (row: Given) => unknown {
  const { inner, isNullable } = bare(schema)
  const read = valueReader(schema)
  if (!(inner instanceof z.ZodObject)) return (row) => read(row[name])
  const prefix = `${name}_`
  const columns = Object.entries(inner.shape).map(
    ([part, of]) => [part, part === 'currency' ? currencyReader(prefix) : partReader(prefix + part, of)] as const,
  )
  const needed = Object.entries(inner.shape).flatMap(([part, of]) => (bare(of).isNullable ? [] : [part]))
  return (row) => {
    if (name in row) return read(row[name])
    const whole = Object.fromEntries(columns.map(([part, of]) => [part, of(row)]))
    return isNullable && needed.some((part) => whole[part] === null) ? null : whole
  }
}

const currencyReader = (prefix: string) => (row: Given) =>
  `${prefix}currency` in row ? row[`${prefix}currency`] : row.currency

/** Reads a value within one column: an instant, and what JSON holds of them. JSON without instants stays as it is. */
function valueReader(schema: z.core.$ZodType): (value: unknown) => unknown {
  const { inner } = bare(schema)
  if (isInstant(inner)) return (value) => (value instanceof Date || typeof value === 'string' ? isoOf(value) : value)
  if (inner instanceof z.ZodObject) {
    const shape = Object.entries(inner.shape).map(([name, part]) => [name, valueReader(part)] as const)
    if (shape.every(([, read]) => read === asIs)) return asIs
    return (value) => {
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(shape.map(([name, read]) => [name, read((value as Given)[name])]))
    }
  }
  if (inner instanceof z.ZodArray) {
    const read = valueReader(inner.element)
    return read === asIs ? asIs : (value) => (Array.isArray(value) ? value.map(read) : value)
  }
  return asIs
}

const asIs = (value: unknown) => value

/** JSON writes an instant with its offset, and microseconds. */
const isoOf = (value: Date | string) => new Date(value).toISOString()

const isInstant = (schema: z.core.$ZodType) =>
  schema instanceof z.ZodISODateTime || (schema instanceof z.ZodString && schema.format === 'datetime')

function bare(schema: z.core.$ZodType): { inner: z.core.$ZodType; isNullable: boolean } {
  if (schema instanceof z.ZodNullable) return { inner: bare(schema.unwrap()).inner, isNullable: true }
  if (schema instanceof z.ZodOptional) return bare(schema.unwrap())
  return { inner: schema, isNullable: false }
}
