import type { Contract } from '../../../shared/areas.ts'
import { column, sheet } from '../../../shared/kernel/sheet.ts'
import { recordDownload } from '../../audit/audit.ts'
import { type Handlers, reply } from '../../http/call.ts'
import { weeksOf } from './arrival-weeks.ts'
import { feedOf } from './feed.ts'

type Routes = Handlers<Contract['pipeline']>

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
