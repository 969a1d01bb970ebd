import { sql } from 'kysely'
import { z } from 'zod'
import { loadOf, mondayOf, WORK_DAYS_A_WEEK } from '../../../shared/areas/production/load.ts'
import {
  orderPaths,
  orderPathWords,
  orderStates,
  orderStateWords,
} from '../../../shared/areas/production/order-states.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives } from '../../../shared/kernel/call.ts'
import { addDays, dayIn, indiaZone } from '../../../shared/kernel/days.ts'
import { column, sheet } from '../../../shared/kernel/sheet.ts'
import { recordDownload } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type Db, type Handlers, reply } from '../../http/call.ts'
import { facilitiesOf, loadsOf } from './facilities.ts'

type Routes = Handlers<Contract['production']>

/** Days in a tab up to which each group goes; the last has no end. */
const dayGroups = [2, 7, 14, 30] as const

const tabColumns = {
  state: z.enum(orderStates),
  path: z.enum(orderPaths),
  orders: col.number,
  pieces: col.number,
  days: z.array(z.number()),
}
const holdColumns = { reason: col.text, orders: col.number, pieces: col.number }
const cutColumns = { path: z.enum(orderPaths), ordered: col.number, cut: col.number }

export const getReport: Routes['getReport'] = async (asked, { db }) => reply(await reportOf(db, asked))

type Report = Gives<Contract['production']['getReport']>

async function reportOf(db: Db, { path, weeks }: Parameters<Routes['getReport']>[0]): Promise<Report> {
  const of = path === undefined ? sql`true` : sql`o.path = ${path}`
  const age = sql`extract(day FROM now() - o.state_since)`
  const groups = [...dayGroups, Number.MAX_SAFE_INTEGER].map(
    (upTo, at) => sql`count(*) FILTER (WHERE ${age} <= ${upTo} AND ${age} > ${dayGroups[at - 1] ?? -1})::int`,
  )
  const { rows: tabs } = await rowsOf(tabColumns)`
    SELECT o.state, o.path, count(*)::int AS orders, sum(o.pieces)::int AS pieces, ARRAY[${sql.join(groups)}] AS days
    FROM production_order o WHERE ${of} GROUP BY 1, 2 ORDER BY 1, 2`.execute(db)
  const { rows: holds } = await rowsOf(holdColumns)`
    SELECT coalesce(o.reason, '') AS reason, count(*)::int AS orders, sum(o.pieces)::int AS pieces FROM production_order o
    WHERE ${of} AND o.state IN ('ON_HOLD', 'PRODUCTION_ON_HOLD') GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 50`.execute(db)
  const { rows: cut } = await rowsOf(cutColumns)`
    SELECT o.path, sum(o.pieces)::int AS ordered, sum(o.cut)::int AS cut FROM production_order o
    WHERE ${of} AND o.state IN ('SENT_FOR_PRODUCTION', 'PRODUCTION_ON_HOLD') GROUP BY 1 ORDER BY 1`.execute(db)
  return { tabs, day_groups: [...dayGroups], loads: await loads(), holds, cut }

  async function loads() {
    const own = (await facilitiesOf(db, null)).filter(
      ({ is_own }) => path === undefined || is_own === (path === 'IN_HOUSE'),
    )
    const first = mondayOf(dayIn(indiaZone, new Date()))
    const mondays = Array.from({ length: weeks }, (_, at) => addDays(first, 7 * at))
    const works = await loadsOf(
      db,
      own.map(({ id }) => id),
      { without: [], from: first },
    )
    return own.map(({ id, facility, name, name_zh, is_own, capacity }) => {
      const load = new Map(loadOf(works(id)).map(({ monday, pieces }) => [monday, pieces]))
      return {
        facility,
        name,
        name_zh,
        path: is_own ? ('IN_HOUSE' as const) : ('OUTSOURCED' as const),
        capacity: capacity === null ? null : capacity * WORK_DAYS_A_WEEK,
        weeks: mondays.map((monday) => ({ monday, pieces: load.get(monday) ?? 0 })),
      }
    })
  }
}

const states = {
  path: column.shown('Produced', '生产方式'),
  state: column.shown('Status', '状态'),
  orders: column.quantity('Orders', '订单数', {}),
  pieces: column.quantity('Pieces', '件数', {}),
}
const ofDays = (upTo: number, after: number) =>
  column.quantity(`${after} to ${upTo} days`, `${after} 至 ${upTo} 天`, {})

const reportSheets = {
  tabs: sheet({
    name: 'Orders by tab and age',
    noRows: '',
    columns: {
      ...states,
      days0: ofDays(2, 0),
      days1: ofDays(7, 3),
      days2: ofDays(14, 8),
      days3: ofDays(30, 15),
      days4: column.quantity('Over 30 days', '30 天以上', {}),
    },
  }),
  loads: sheet({
    name: 'Load by facility',
    noRows: '',
    columns: {
      facility: column.shown('Facility', '工厂'),
      name: column.shown('Name', '名称'),
      path: column.shown('Produced', '生产方式'),
      monday: column.date('Week of', '周一', {}),
      pieces: column.quantity('Pieces', '件数', {}),
      capacity: column.quantity('Capacity a week', '每周产能', {}),
      load: column.decimal('Load (%)', '负荷（%）', { decimals: 1 }),
    },
  }),
  holds: sheet({
    name: 'Holds by reason',
    noRows: '',
    columns: {
      reason: column.shown('Reason', '原因'),
      orders: column.quantity('Orders', '订单数', {}),
      pieces: column.quantity('Pieces', '件数', {}),
    },
  }),
  cut: sheet({
    name: 'Cut against ordered',
    noRows: '',
    columns: {
      path: column.shown('Produced', '生产方式'),
      ordered: column.quantity('Ordered', '订单件数', {}),
      cut: column.quantity('Cut', '已裁', {}),
      share: column.decimal('Cut (%)', '已裁（%）', { decimals: 1 }),
    },
  }),
} as const

/** Writes the report as a workbook, a sheet a question. */
export const reportFile: Routes['reportFile'] = async (asked, context) => {
  const { tabs, loads, holds, cut } = await reportOf(context.db, asked)
  await recordDownload(context, 'supply_report.xlsx', asked.path === undefined ? {} : { path: asked.path })
  // Loaded when needed: the library for workbooks would hold up every start.
  const { writeSheets } = await import('../../sheets/write-workbook.ts')
  return {
    body: writeSheets([
      {
        template: reportSheets.tabs,
        rows: tabs.map(({ path, state, days, ...row }) => ({
          ...row,
          path: orderPathWords[path],
          state: orderStateWords[state],
          ...Object.fromEntries(days.map((orders, at) => [`days${at}`, orders])),
        })),
      },
      {
        template: reportSheets.loads,
        rows: loads.flatMap(({ weeks, path, facility, name, capacity }) =>
          weeks.map((week) => ({
            facility,
            name,
            capacity,
            ...week,
            path: orderPathWords[path],
            load: capacity === null || capacity === 0 ? null : percent(week.pieces, capacity),
          })),
        ),
      },
      { template: reportSheets.holds, rows: holds },
      {
        template: reportSheets.cut,
        rows: cut.map(({ path, ...row }) => ({
          ...row,
          path: orderPathWords[path],
          share: row.ordered === 0 ? null : percent(row.cut, row.ordered),
        })),
      },
    ]),
  }
}

const percent = (part: number, whole: number) => Math.round((part / whole) * 1_000) / 10
