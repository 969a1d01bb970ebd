import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ScorecardRow } from '../../../shared/areas/scorecards/calls.ts'
import {
  cardFigures,
  cardMonths,
  noVendorFigures,
  scorecardWords,
  usualPeriod,
} from '../../../shared/areas/scorecards/figures.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import {
  addDays,
  dayIn,
  longestReport,
  type ReportDays,
  reportDayProblems,
  reportDays,
  utcDay,
  vendorZone,
} from '../../../shared/kernel/days.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { FileRows } from '../../http/area.ts'
import { type CallContext, type Db, type Handlers, reply } from '../../http/call.ts'
import { invalidInput, notFound } from '../../http/errors.ts'
import { ownRows } from '../../http/own-rows.ts'
import { pageOf, readCursor } from '../../lists/keyset.ts'
import { byWords } from '../../lists/search.ts'
import { overdueAction, toAnswer } from '../corrective-actions/action-rows.ts'
import { containing } from '../orders/order-rows.ts'
import { figuresBy } from './figures.ts'

type Routes = Handlers<Contract['scorecards']>
type Asked = Partial<Taken<Contract['scorecards']['getScorecards']>>

/** The days asked for; left out: the ninety up to today. Throws invalid_input for days in the wrong order, and for more than a year. */
export function cardDays(asked: { from?: string | undefined; to?: string | undefined }): ReportDays {
  const today = dayIn(vendorZone, new Date())
  const from = asked.from ?? addDays(asked.to ?? today, 1 - usualPeriod)
  const days = reportDays({ ...asked, from }, today)
  if ('problem' in days) throw invalidInput(reportDayProblems[days.problem], { values: { days: longestReport } })
  return days
}

const columns = {
  id: col.text,
  ...{ supplier_id: col.text, supplier_name: col.text, supplier_name_zh: col.text },
  ...{ open_actions: col.number, overdue_actions: col.number },
}

/** Cards of the vendors `v` of this condition, by their codes: three statements, however many vendors there are. */
async function cards(db: Db, vendor: RawBuilder<SqlBool>, days: ReportDays): Promise<ScorecardRow[]> {
  const { rows } = await rowsOf(columns)`
    SELECT v.id, v.code AS supplier_id, v.name AS supplier_name, v.name_zh AS supplier_name_zh,
      coalesce(a.open, 0)::int AS open_actions, coalesce(a.overdue, 0)::int AS overdue_actions
    FROM vendor v LEFT JOIN (SELECT a.vendor_id, count(*) AS open, count(*) FILTER (WHERE ${overdueAction}) AS overdue
      FROM corrective_action a WHERE ${toAnswer} GROUP BY a.vendor_id) a ON a.vendor_id = v.id
    WHERE ${vendor} ORDER BY v.code`.execute(db)
  const figures = await figuresBy(db, 'vendor', { days, vendor })
  return rows.map(({ id, ...row }) => ({ ...row, ...(figures.get(id) ?? noVendorFigures) }))
}

const hasSomething = (row: ScorecardRow) =>
  row.due + row.came + row.boxes + row.discrepancies + row.looked_at + row.open_actions > 0

/** By name, or by a figure; vendors without it come last whichever way, and equal ones by their codes. */
function inOrder(rows: readonly ScorecardRow[], { sort = 'supplier', descending = false }: Asked): ScorecardRow[] {
  const way = descending ? -1 : 1
  if (sort === 'supplier')
    return rows.toSorted((a, b) => way * a.supplier_name.localeCompare(b.supplier_name, 'en') || byCode(a, b))
  const { of } = cardFigures[sort]
  return rows.toSorted((a, b) => {
    const [one, other] = [of(a), of(b)]
    if (one === null || other === null) return Number(one === null) - Number(other === null) || byCode(a, b)
    return way * (one - other) || byCode(a, b)
  })
}

const byCode = (a: ScorecardRow, b: ScorecardRow) => (a.supplier_id < b.supplier_id ? -1 : 1)

/**
 * The whole list: vendors are hundreds, never millions, and the order goes by figures that every one of them must be known of, so that a
 * page is cut from it. What it costs is bounded by the days that may be asked for.
 */
async function allCards(asked: Asked, { db }: Pick<CallContext, 'db'>): Promise<ScorecardRow[]> {
  const search = asked.search
    ? byWords(asked.search, (word) => {
        const like = containing(word)
        return sql<SqlBool>`(v.code ILIKE ${like} OR v.name ILIKE ${like} OR v.name_zh ILIKE ${like})`
      })
    : sql<SqlBool>`true`
  const chosen = asked.supplier_ids ? sql<SqlBool>`v.code = ANY(${asked.supplier_ids}::text[])` : sql<SqlBool>`true`
  const rows = await cards(db, sql<SqlBool>`(${search} AND ${chosen})`, cardDays(asked))
  return inOrder(rows.filter(hasSomething), asked)
}

export const getScorecards: Routes['getScorecards'] = async (asked, context) => {
  const place = readCursor(asked.cursor, ['text'])
  const all = await allCards(asked, context)
  if (asked.part === 'counts') return reply({ rows: [], next_cursor: null, counts: { all: all.length } })
  const start = place === null ? 0 : all.findIndex(({ supplier_id }) => supplier_id === place[0]) + 1
  if (place !== null && start === 0) throw invalidInput('This page can no longer be found. Please load the list again.')
  return reply(pageOf(all.slice(start), asked.page_size, (row) => [row.supplier_id]))
}

/** As a file: a row's id says of which days it is, since rows are asked for by their ids alone. */
export const scorecardFile: FileRows<Asked, ScorecardRow> = {
  async idsInOrder(asked, context, most) {
    const { from, to } = cardDays(asked)
    const all = await allCards(asked, context)
    return all.slice(0, most).map(({ supplier_id }) => [from, to, supplier_id].join(' '))
  },
  async byId(ids, { db }) {
    const [from, to] = ids[0]?.split(' ') ?? []
    if (from === undefined || to === undefined) return []
    const codes = ids.map((id) => id.slice(from.length + to.length + 2))
    const rows = await cards(db, sql<SqlBool>`v.code = ANY(${codes}::text[])`, { from, to })
    const known = new Map(rows.map((row) => [row.supplier_id, row]))
    return codes.flatMap((code) => known.get(code) ?? [])
  },
}

/** The one vendor that a card is of: a vendor's own, whatever it asks for. Throws not_found for another's. */
export async function cardVendor(
  { db, caller }: Pick<CallContext, 'db' | 'caller'>,
  supplierId: string | undefined,
): Promise<RawBuilder<SqlBool>> {
  const named = supplierId ? sql<SqlBool>`v.code = ${supplierId}` : sql<SqlBool>`v.id = ${caller.vendorId}::uuid`
  const { rows } = await rowsOf({ id: col.text })`
    SELECT v.id FROM vendor v WHERE ${named} AND ${ownRows(caller, 'v.id')}`.execute(db)
  if (rows[0] === undefined) throw notFound(scorecardWords.notFound)
  return sql<SqlBool>`v.id = ${rows[0].id}::uuid`
}

export const getScorecard: Routes['getScorecard'] = async ({ supplier_id, ...asked }, context) => {
  const days = cardDays(asked)
  const vendor = await cardVendor(context, supplier_id)
  const [card] = await cards(context.db, vendor, days)
  if (card === undefined) throw notFound(scorecardWords.notFound)
  const months = monthsUpTo(days.to)
  const from = months[0]?.from ?? days.from
  const figures = await figuresBy(context.db, 'month', { days: { from, to: days.to }, vendor })
  return reply({
    ...days,
    card,
    months: months.map((one) => ({ ...one, figures: figures.get(one.month) ?? noVendorFigures })),
  })
}

/** The last months up to a day, oldest first, each with its days. */
export function monthsUpTo(to: string): { month: string; from: string; to: string }[] {
  const [year = 0, month = 1] = to.split('-').map(Number)
  return Array.from({ length: cardMonths }, (_, at) => {
    const dayOf = (months: number, day: number) => utcDay(new Date(Date.UTC(year, month - cardMonths + months, day)))
    const from = dayOf(at, 1)
    return { month: from.slice(0, 7), from, to: at === cardMonths - 1 ? to : dayOf(at + 1, 0) }
  })
}
