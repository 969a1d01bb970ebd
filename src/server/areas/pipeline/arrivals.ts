import type { ArrivalWeek } from '../../../shared/areas/pipeline/calls.ts'
import type { Contract } from '../../../shared/areas.ts'
import { addDays } from '../../../shared/kernel/days.ts'
import { column, sheet } from '../../../shared/kernel/sheet.ts'
import { recordDownload } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type Db, type Handlers, reply } from '../../http/call.ts'
import { feedOf } from './feed.ts'
import { foreseen } from './goods.ts'
import { goodsAsked } from './late.ts'

type Routes = Handlers<Contract['pipeline']>

const siteColumns = { id: col.text, code: col.text, name: col.text, name_zh: col.text }

/** The Monday of a day. */
const mondayOf = (day: string) => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

/** What is expected at the doors in India, by site and week in their order. */
export async function weeksOf(db: Db, supplier_id: string | undefined): Promise<ArrivalWeek[]> {
  const [{ goods }, { rows: sites }] = await Promise.all([
    foreseen(db, goodsAsked({ supplier_id })),
    rowsOf(
      siteColumns,
    )`SELECT id::text AS id, code, name, name_zh FROM site WHERE kind = 'india_qc' ORDER BY retired_at IS NOT NULL, code`.execute(
      db,
    ),
  ])
  // Where there is one site in India, everything comes there.
  const only = sites.length === 1 ? sites[0] : undefined
  const weeks = new Map<string, ArrivalWeek>()
  for (const each of goods) {
    if (each.arrives === null) continue
    const site = sites.find(({ id }) => id === each.site_id) ?? only ?? null
    const week = mondayOf(each.arrives)
    const name = `${site?.code ?? ''} ${week}`
    const now = weeks.get(name) ?? { site: site && named(site), week, ...nothing }
    const isPacked = each.leg !== 'vendor'
    weeks.set(name, {
      ...now,
      boxes: now.boxes + each.boxes,
      unmeasured: now.unmeasured + each.unmeasured,
      cbm: now.cbm + each.cbm,
      pieces: now.pieces + (isPacked ? each.pieces : 0),
      unpacked: now.unpacked + (isPacked ? 0 : each.pieces),
    })
  }
  return [...weeks.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, week]) => ({ ...week, boxes: Math.round(week.boxes), unmeasured: Math.round(week.unmeasured) }))
}

export const getArrivals: Routes['getArrivals'] = async ({ supplier_id }, { db, caller }) =>
  reply({ weeks: await weeksOf(db, supplier_id), feed: await feedOf(db, caller.userId) })

const arrivals = sheet({
  name: 'Arrivals',
  noRows: '',
  columns: {
    site: column.shown('Site', '质检仓'),
    week: column.date('Week of', '当周（周一）', {}),
    boxes: column.quantity('Boxes', '箱数', {}),
    cbm: column.decimal('CBM', '体积 (m³)', { decimals: 2 }),
    unmeasured: column.quantity('Boxes not measured', '未测量的箱子', {}),
    pieces: column.quantity('Pieces in boxes', '箱内件数', {}),
    unpacked: column.quantity('Pieces not shipped yet', '尚未发货的件数', {}),
  },
})

export const arrivalsFile: Routes['arrivalsFile'] = async ({ supplier_id }, context) => {
  const weeks = await weeksOf(context.db, supplier_id)
  await recordDownload(context, 'arrivals.xlsx', supplier_id ? { supplier_id } : {})
  // Loaded when needed: the library for workbooks would hold up every start.
  const { writeSheets } = await import('../../sheets/write-workbook.ts')
  const rows = weeks.map(({ site, cbm, ...week }) => ({
    ...week,
    site: site?.code ?? '',
    cbm: Math.round(cbm * 100) / 100,
  }))
  return { body: writeSheets([{ template: arrivals, rows }]) }
}

const nothing = { boxes: 0, unmeasured: 0, cbm: 0, pieces: 0, unpacked: 0 }
const named = ({ code, name, name_zh }: { code: string; name: string; name_zh: string }) => ({ code, name, name_zh })
