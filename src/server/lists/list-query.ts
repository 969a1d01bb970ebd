import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { col, counts, rowsOf } from '../database/rows.ts'
import type { CallContext, Reply } from '../http/call.ts'
import { reply } from '../http/call.ts'
import { pageOf, readCursor } from './keyset.ts'

/** What every call of a list takes beside its own filter. */
interface Paged {
  part: 'rows' | 'counts' | (string & {})
  cursor?: string | null | undefined
  page_size: number
}

type Condition = RawBuilder<SqlBool>

/** What the rows are in order of; rows that are alike in it stand by their id. */
export interface ListOrder {
  by: RawBuilder<unknown>
  /** As a cursor is read again. */
  type: 'text' | 'timestamptz' | 'date' | 'int'
  isDescending: boolean
}

interface ListSource<I extends Paged, R> {
  /** Tables and joins that the filter needs; rows bring more of their own. */
  from: RawBuilder<unknown>
  /** Of a row (uuid), unique. */
  id: RawBuilder<string>
  /** Which rows this caller may see at all. */
  scope?: (context: CallContext) => Condition
  /** Throws for a filter that nobody can mean, before anything is read. */
  check?: (filter: Partial<I>, context: CallContext) => Promise<void>
  /** What each part of the filter asks; one that is left out asks nothing. Of an empty choice the rule says what it means. */
  rules: { readonly [K in keyof I]?: (value: NonNullable<I[K]>, context: CallContext) => Condition }
  /** Of the list's tabs; `tab` of the input names one. Their counts are over the rest of the filter. */
  tabs?: Readonly<Record<string, Condition>>
  order: (input: Partial<I>) => ListOrder
  /** Rows by their ids, in the order given. */
  rows: (ids: readonly string[], context: CallContext) => Promise<R[]>
  /** Where counts are not those of the tabs. */
  counts?: (filter: Partial<I>, context: CallContext) => Promise<Record<string, number>>
}

export interface ListReply<R> {
  rows: R[]
  next_cursor: string | null
  counts?: Record<string, number>
}

export interface ListQuery<I extends Paged, R> {
  /** The list's call: a page of rows by keyset, or the counts, which never block rows. */
  page(input: I, context: CallContext): Promise<Reply<ListReply<R>>>
  /** Ids of the whole list in its order, `most` of them at most. */
  idsInOrder(filter: Partial<I>, context: CallContext, most: number): Promise<string[]>
  byId(ids: readonly string[], context: CallContext): Promise<R[]>
  /** The filter as a condition, for questions of one's own. */
  where(filter: Partial<I>, context: CallContext, without?: keyof I): Condition
}

/**
 * Page, counts, ids and rows of a list from one description. Ids are found first and rows read for them alone, so that a list costs
 * what its filter costs; a page begins right behind the last row seen, whatever came or went before it.
 */
export function listQuery<I extends Paged, R>(source: ListSource<I, R>): ListQuery<I, R> {
  const { from, id, tabs = {}, rules } = source
  const where = (filter: Partial<I>, context: CallContext, without?: keyof I): Condition => {
    const asked = (Object.keys(rules) as (keyof I)[]).flatMap((name) => {
      const value = filter[name]
      if (name === without || value === undefined || value === null || value === '') return []
      return rules[name]?.(value as NonNullable<I[keyof I]>, context) ?? []
    })
    const tab = 'tab' in filter && without !== ('tab' as keyof I) ? tabs[String(filter.tab)] : undefined
    const all = [...(source.scope ? [source.scope(context)] : []), ...(tab ? [tab] : []), ...asked]
    return all.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(all, sql` AND `)})`
  }
  const ids = async (filter: Partial<I>, context: CallContext, most: number, cursor?: string | null) => {
    const { by, type, isDescending } = source.order(filter)
    const after = readCursor(cursor)
    const way = sql.raw(isDescending ? 'DESC' : 'ASC')
    const past = sql.raw(isDescending ? '<' : '>')
    const behind = after && sql`AND (${by}, ${id}) ${past} (${after.value}::text::${sql.raw(type)}, ${after.id}::uuid)`
    const { rows } = await rowsOf({ id: col.text, sorted_by: col.text })`
      SELECT ${id} AS id, (${by})::text AS sorted_by FROM ${from} WHERE ${where(filter, context)} ${behind ?? sql``}
      ORDER BY ${by} ${way}, ${id} ${way} LIMIT ${sql.lit(most)}`.execute(context.db)
    return rows
  }
  const countTabs = async (filter: Partial<I>, context: CallContext) => {
    const sums = Object.entries(tabs).map(
      ([tab, condition]) => sql`count(*) FILTER (WHERE ${condition})::int AS ${sql.ref(tab)}`,
    )
    const { rows } = await rowsOf(counts)`
      SELECT ${sql.join(sums)} FROM ${from} WHERE ${where(filter, context, 'tab' as keyof I)}`.execute(context.db)
    return rows[0] ?? {}
  }
  return {
    where,
    byId: source.rows,
    async page(input, context) {
      await source.check?.(input, context)
      if (input.part === 'counts') {
        const counted = await (source.counts ?? countTabs)(input, context)
        return reply({ rows: [], next_cursor: null, counts: counted })
      }
      const found = await ids(input, context, input.page_size + 1, input.cursor)
      const { rows: shown, next_cursor } = pageOf(found, input.page_size, (row) => ({
        value: row.sorted_by,
        id: row.id,
      }))
      const rows = await source.rows(
        shown.map((row) => row.id),
        context,
      )
      return reply({ rows, next_cursor })
    },
    async idsInOrder(filter, context, most) {
      await source.check?.(filter, context)
      return (await ids(filter, context, most)).map((row) => row.id)
    },
  }
}

/** Rows in the order of their ids; ids that nobody knows any more are left out. */
export function inOrder<R>(ids: readonly string[], rows: readonly R[], idOf: (row: R) => string): R[] {
  const found = new Map(rows.map((row) => [idOf(row), row]))
  return ids.flatMap((one) => found.get(one) ?? [])
}
