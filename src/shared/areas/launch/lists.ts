import { fields, supplierName } from '../../kernel/field.ts'
import { list } from '../../kernel/list.ts'
import { key } from '../../kernel/words.ts'
import type { LaunchRow } from './calls.ts'

const f = fields<LaunchRow>()

/** What was launched: a workbook with its pictures a row. */
export const launchList = list({
  name: 'launches',
  rowId: (row) => row.launch_id,
  file: 'launches',
  fields: [
    f.code('launch', key('Launch'), (row) => row.launch_id, { width: 110, pinned: true }),
    f.instant('created_at', key('When'), (row) => row.created_at, { width: 140 }),
    f.text('created_by', key('Launched by'), (row) => row.created_by, { width: 140, shownFrom: 1440 }),
    f.text('supplier', key('Supplier'), supplierName, { width: 150 }),
    f.text('workbook', key('Workbook'), (row) => row.file_name, { width: 170 }),
    f.pieces('colours', key('New colours'), (row) => row.colours, { width: 100 }),
    f.pieces('pictures', key('Pictures'), (row) => row.pictures, { width: 84 }),
    f.pieces('warnings', key('To look at again'), (row) => row.warnings, { width: 120, tone: 'warn' }),
    f.text('styles', key('Styles'), (row) => row.styles.map(({ vendor_style }) => vendor_style).join(' '), {
      ...{ width: 260, grows: true },
    }),
  ],
})
