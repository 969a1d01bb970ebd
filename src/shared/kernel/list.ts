import { z } from 'zod'
import { type Call, type Callers, type GivesFile, post, table } from './call.ts'
import { type Field, fileFields } from './field.ts'
import { key } from './words.ts'

/** How much of each a person may keep. */
export const listLimits = {
  viewsPerList: 50,
  viewName: 60,
  preferences: 200,
  /** Bytes of one preference as JSON. */
  preferenceBytes: 16 * 1024,
  preferenceDepth: 10,
  exportedRows: 100_000,
  exportedColumns: 60,
  /** Rows chosen by hand. */
  chosenRows: 5_000,
} as const

/** Header of the column that is added to files whose amounts would stand without a currency. */
export const listWords = { currency: key('Currency') } as const

/** A list that people look at and take away as a file: its rows are described once, by their fields. */
export interface List<R, N extends string = string> {
  /** Names saved views and the kept layout: one of its area's `lists`. */
  readonly name: N
  readonly rowId: (row: R) => string
  readonly fields: readonly Field<R>[]
  /** Name of its file, without ending. */
  readonly file: string
  /** Groups of its tabs: a row may stand in several tabs of a group. A tab of all rows is in none. */
  readonly shared?: readonly (readonly string[])[]
}

/** Tabs in which a row of `tab` may stand as well. */
export function sharedWith({ shared = [] }: Pick<List<unknown>, 'shared'>, tab: string): string[] {
  const groups = shared.filter((group) => group.includes(tab))
  return [...new Set(groups.flat())].filter((other) => other !== tab)
}

/** Fields are told apart by their ids. */
export function list<R, const N extends string = string>(described: List<R, N>): List<R, N> {
  const ids = described.fields.map(({ id }) => id)
  const twice = ids.find((id, at) => ids.indexOf(id) !== at)
  if (twice !== undefined) throw new TypeError(`${described.name} has two fields ${twice}`)
  return described
}

/** One line of plain text: what stands in a header must not start another line or row. */
const line = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u)

const isTimeZone = (name: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** In whose language a file is written. */
export const fileLanguage = z
  .string()
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/)
  .default('en')

/** File formats of a table. */
export const tableFormat = z.enum(['csv', 'xlsx']).default('csv')

/** Layout of a list's file, as its export takes it: which columns in which order, under which headers, in whose language. */
export function fileLooks<R>({ fields }: Pick<List<R>, 'fields'>) {
  const column = z.object({ id: z.enum(fileFields(fields).map(({ id }) => id)), header: line(80) })
  return {
    format: tableFormat,
    columns: z
      .array(column)
      .min(1, { error: 'Please show at least one column.' })
      .max(listLimits.exportedColumns)
      .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, { error: 'Multiple entries found.' }),
    /** Enumerated values in the reader's language, by their English word. */
    words: z
      .record(line(80), line(120))
      .refine((words) => Object.keys(words).length <= 200)
      .default({}),
    /** The reader's language: names are given in Chinese or English. */
    language: fileLanguage,
    time_zone: z.string().max(60).refine(isTimeZone).default('UTC'),
  }
}

export type FileLooks = z.output<z.ZodObject<ReturnType<typeof fileLooks>>>

type Looks = ReturnType<typeof fileLooks>

/** The call that gives a list as a file. */
export interface ListFile<R = never, T extends z.ZodRawShape = z.ZodRawShape, K extends Callers = Callers>
  extends Call<string, z.ZodObject<T & Looks>, GivesFile<{ format: 'csv' | 'xlsx' }>, null, K> {
  list: List<R>
}

/**
 * A list as a file: one of its area's `exports`. `takes` is the filter and sort of the list's own call, and `chosen` under the name
 * by which that call gives its rows.
 */
export function listFile<R, const T extends z.ZodRawShape, const K extends Callers>(
  path: string,
  of: List<R>,
  { summary, callers, takes, forPeople = false }: { summary: string; callers: K; takes: T; forPeople?: boolean },
): ListFile<R, T, K> {
  const call = post(`selvedge/export/${path}` as string, {
    summary,
    callers,
    forPeople,
    takes: z.object({ ...takes, ...fileLooks(of) }),
    gives: table(of.file),
  })
  return { ...call, list: of }
}

/** The filter and sort of a list's own call. */
export function notPaged<T extends z.ZodRawShape>(call: {
  takes: z.ZodObject<T>
}): Omit<T, 'cursor' | 'page_size' | 'part'> {
  const { cursor: _cursor, page_size: _size, part: _part, ...rest } = call.takes.shape as T & Record<string, z.ZodType>
  return rest
}

/** Rows chosen by hand, by the name that the list's call gives them. */
export function chosen<S extends z.ZodType>(id: S) {
  return z.array(id).min(1).max(listLimits.chosenRows).optional()
}
