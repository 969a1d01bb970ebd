import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { col, counts, rowsOf } from '../database/rows.ts'
import type { CallContext, Reply } from '../http/call.ts'
import { reply } from '../http/call.ts'
import { type ColumnType, pageOf, readCursor } from './keyset.ts'
import { searched } from './search.ts'

/** What every call of a list takes beside its own filter. */
interface Paged {
  part?: 'rows' | 'counts' | (string & {})
  cursor?: string | null | undefined
  page_size?: number
}

/** What a page is asked with. */
interface PageAsked extends Paged {
  page_size: number
}

type Condition = Expression<SqlBool>
type Asking = Pick<CallContext, 'db' | 'caller'>

/** A column that rows stand in order of, and its type, as a cursor is read again. */
export type SortKey = readonly [column: RawBuilder<unknown>, type: ColumnType]

export interface ListOrder {
  /** The first column before the second, and so on; together they are another for each row. None of them is ever null. */
  by: readonly SortKey[]
  /** All of them. */
  isDescending?: boolean
}

/** Which rows are on a page and in what order. One more than `size` is read: it says whether there is a next page. */
interface PageQuery {
  where: RawBuilder<SqlBool>
  orderBy: RawBuilder<unknown>
  size: number
}

interface ListSource<I extends Paged, R> {
  /** Tables and joins that the filter needs; rows bring more of their own. */
  from: RawBuilder<unknown>
  /** Of a row (uuid), unique. */
  id: RawBuilder<string>
  /** Which rows this caller may see at all, and what the filter asks by leaving something out. */
  scope?: (context: Asking, filter: Partial<I>) => Condition
  /** Throws for a filter that nobody can mean, before anything is read. */
  check?: (filter: Partial<I>, context: CallContext) => Promise<void>
  /** What each part of the filter asks; one that is left out asks nothing. Of an empty choice the rule says what it means. */
  rules: { readonly [K in keyof I]?: (value: NonNullable<I[K]>, context: Asking) => Condition | Promise<Condition> }
  /** Of the list's tabs; `tab` of the input names one. Their counts are over the rest of the filter. */
  tabs?: Readonly<Record<string, Condition>>
  order: (input: Partial<I>, context: Asking) => ListOrder
  /** Rows by their ids, in the order given. */
  rows: (ids: readonly string[], context: Asking, input: Partial<I>) => Promise<R[]>
  /**
   * A page by the query that finds it, for a list that is asked so often that a second query would be felt. It makes the cursor of the
   * page (`pageOf`) by the columns of the last row that the list is in order of: an array of them beside each row would be felt too.
   */
  atOnce?: (asked: PageQuery, context: Asking, input: Partial<I>) => Promise<ListReply<R>>
  /** Where counts are not those of the tabs. */
  counts?: (filter: Partial<I>, context: CallContext) => Promise<Record<string, number>>
}

export interface ListReply<R> {
  rows: R[]
  next_cursor: string | null
  counts?: Record<string, number>
}

export interface ListQuery<I extends Paged, R> {
  /** The list's call: a page of rows by keyset, or the counts, which never block rows. Throws as its `check` does. */
  page(input: I & PageAsked, context: CallContext): Promise<Reply<ListReply<R>>>
  /** Ids of the whole list in its order, `most` of them at most. Throws as its `check` does. */
  idsInOrder(filter: Partial<I>, context: CallContext, most: number): Promise<string[]>
  byId(ids: readonly string[], context: Asking): Promise<R[]>
  /** Every row of the list in its order, some at a time, until nobody wants more of them. */
  every(filter: Partial<I>, context: CallContext): AsyncGenerator<R>
  /** The filter as a condition on `from`, for questions of one's own. */
  where(filter: Partial<I>, context: Asking, without?: readonly (keyof I)[]): Promise<RawBuilder<SqlBool>>
  /** How many rows each tab has, for a `SELECT` of one's own; with a rule, how many of those that it holds for. */
  tabCounts(rule?: Condition): RawBuilder<unknown>
  /** For `ORDER BY`. */
  orderBy(input: Partial<I>, context: Asking): RawBuilder<unknown>
}

const countsOf = (tabs: Readonly<Record<string, Condition>>, rule?: Condition) =>
  sql.join(
    Object.entries(tabs).map(([tab, condition]) => {
      const counted = rule === undefined ? condition : sql`(${condition}) AND ${rule}`
      return sql`count(*) FILTER (WHERE ${counted})::int AS ${sql.ref(tab)}`
    }),
  )

/** Rows that `every` reads at once. */
const AT_ONCE = 500

/**
 * Page, counts, ids and rows of a list from one description. Ids are found first and rows read for them alone (but for `atOnce`), so that
 * a list costs what its filter costs; a page begins right behind the last row seen, whatever came or went before it.
 */
export function listQuery<I extends Paged, R>(source: ListSource<I, R>): ListQuery<I, R> {
  const { from, id, tabs = {}, rules } = source
  const where = async (filter: Partial<I>, context: Asking, without: readonly (keyof I)[] = []) => {
    const asked: Condition[] = []
    // One after the other: what a rule looks up is awaited before the next one can refuse the filter.
    for (const name of Object.keys(rules) as (keyof I)[]) {
      const value = filter[name]
      if (without.includes(name) || value === undefined || value === null || value === '') continue
      const rule = rules[name] as ((value: unknown, context: Asking) => Condition | Promise<Condition>) | undefined
      const isSearch = name === 'search' && typeof value === 'string' && rule !== undefined
      const condition = isSearch ? await searched(value, (word) => rule(word, context)) : await rule?.(value, context)
      if (condition !== undefined) asked.push(condition)
    }
    const tab = 'tab' in filter && !without.includes('tab' as keyof I) ? tabs[String(filter.tab)] : undefined
    const all = [source.scope?.(context, filter), tab, ...asked].filter((one) => one !== undefined)
    return all.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(all, sql` AND `)})`
  }
  const orderBy = (input: Partial<I>, context: Asking) => {
    const { by, isDescending = false } = source.order(input, context)
    return sql.join(by.map(([column]) => (isDescending ? sql`${column} DESC` : column)))
  }
  const behind = (input: Partial<I>, context: Asking, cursor: string | null | undefined) => {
    if (!cursor) return undefined
    const { by, isDescending = false } = source.order(input, context)
    const types = by.map(([, type]) => type)
    const place = readCursor(cursor, types)
    if (place === null) return undefined
    const values = types.map((type, at) => sql`${place[at]}::text::${sql.raw(type)}`)
    return sql`(${sql.join(by.map(([column]) => column))}) ${sql.raw(isDescending ? '<' : '>')} (${sql.join(values)})`
  }
  const asking = async (filter: Partial<I>, context: Asking, cursor?: string | null) => {
    const [matching, after] = [await where(filter, context), behind(filter, context, cursor)]
    return {
      where: after === undefined ? matching : sql<SqlBool>`${matching} AND ${after}`,
      orderBy: orderBy(filter, context),
    }
  }
  const find = async (filter: Partial<I>, context: Asking, most: number, cursor?: string | null) => {
    const asked = await asking(filter, context, cursor)
    const place = source.order(filter, context).by.map(([column]) => sql`(${column})::text`)
    const { rows } = await rowsOf({ id: col.text, place: col.texts })`
      SELECT ${id} AS id, ARRAY[${sql.join(place)}] AS place FROM ${from}
      WHERE ${asked.where} ORDER BY ${asked.orderBy} LIMIT ${sql.lit(most)}`.execute(context.db)
    return rows
  }
  const pageAt = async (filter: Partial<I>, context: Asking, size: number, cursor?: string | null) => {
    if (source.atOnce) return source.atOnce({ ...(await asking(filter, context, cursor)), size }, context, filter)
    const found = pageOf(await find(filter, context, size + 1, cursor), size, ({ place }) => place)
    const ids = found.rows.map((row) => row.id)
    return { rows: await source.rows(ids, context, filter), next_cursor: found.next_cursor }
  }
  const allTabCounts = countsOf(tabs)
  const tabCounts = (rule?: Condition) => (rule === undefined ? allTabCounts : countsOf(tabs, rule))
  const countTabs = async (filter: Partial<I>, context: CallContext) => {
    const { rows } = await rowsOf(counts)`
      SELECT ${allTabCounts} FROM ${from} WHERE ${await where(filter, context, ['tab' as keyof I])}`.execute(context.db)
    return rows[0] ?? {}
  }
  return {
    where,
    tabCounts,
    orderBy,
    byId: (ids, context) => source.rows(ids, context, {}),
    async page(input, context) {
      await source.check?.(input, context)
      if (input.part !== 'counts') return reply(await pageAt(input, context, input.page_size, input.cursor))
      return reply({ rows: [], next_cursor: null, counts: await (source.counts ?? countTabs)(input, context) })
    },
    async idsInOrder(filter, context, most) {
      await source.check?.(filter, context)
      return (await find(filter, context, most)).map((row) => row.id)
    },
    async *every(filter, context) {
      let cursor: string | null = null
      do {
        const page: ListReply<R> = await pageAt(filter, context, AT_ONCE, cursor)
        yield* page.rows
        cursor = page.next_cursor
      } while (cursor !== null && !context.signal.aborted)
    },
  }
}

/** Rows in the order of their ids; ids that nobody knows any more are left out. */
export function inOrder<R>(ids: readonly string[], rows: readonly R[], idOf: (row: R) => string): R[] {
  const found = new Map(rows.map((row) => [idOf(row), row]))
  return ids.flatMap((one) => found.get(one) ?? [])
}
