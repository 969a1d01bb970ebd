import { sql } from 'kysely'
import { z } from 'zod'
import { loadOf, mondayOf, WORK_DAYS_A_WEEK } from '../../../shared/areas/production/load.ts'
import { orderPaths, orderStates } from '../../../shared/areas/production/order-states.ts'
import type { Contract } from '../../../shared/areas.ts'
import { addDays, dayIn, indiaZone } from '../../../shared/kernel/days.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type Handlers, reply } from '../../http/call.ts'
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

export const getReport: Routes['getReport'] = async ({ path, weeks }, { db }) => {
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
  return reply({ tabs, day_groups: [...dayGroups], loads: await loads(), holds, cut })

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
