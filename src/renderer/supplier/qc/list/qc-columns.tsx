import type { QcBoxRow } from '../../../../shared/areas/inspection/shapes.ts'
import { failedOf, passedOf } from '../../../../shared/areas/qc-boxes/quantities.ts'
import { qcStatuses } from '../../../../shared/areas/qc-boxes/status.ts'
import {
  type Column,
  codeColumn,
  hidden,
  partColumn,
  piecesColumn,
  statusColumn,
  textColumn,
} from '../../../table/columns.tsx'
import type { Words } from '../../../table/words.ts'
import { boxCell } from './box-cell.tsx'

const pieces = (id: string, header: string, width: number, of: (row: QcBoxRow) => number) =>
  piecesColumn<QcBoxRow>({ id, header, width, of })

/** A box that nobody has finished grows old at the door; one that left does not. */
function ageCell({ age_days, quantities }: QcBoxRow, words: Words) {
  const waits = quantities.uncounted + quantities.to_inspect + quantities.on_hold + quantities.failed > 0
  const tone = !waits || age_days < 3 ? undefined : age_days < 7 ? 'warn' : 'bad'
  return <span data-tone={tone}>{words.number(age_days)}</span>
}

function stylesText({ styles, style_count }: Pick<QcBoxRow, 'styles' | 'style_count'>): string {
  const more = style_count - styles.length
  return styles.join(', ') + (more > 0 ? ` +${more}` : '')
}

/** Boxes at QC. What is shown at first fits a screen of 1280 pixels beside the menu, and of 1024 beside the closed one. Ids are those of the export. */
export const qcColumns: readonly Column<QcBoxRow>[] = [
  partColumn<QcBoxRow>({ id: 'box', header: 'Box', width: 72, pinned: true, of: boxCell }),
  codeColumn<QcBoxRow>({ id: 'sscc', header: 'SSCC', width: 150, shownFrom: 1400, of: (row) => row.sscc }),
  codeColumn<QcBoxRow>({ id: 'shipment', header: 'Shipment', width: 84, of: (row) => row.shipment_id }),
  textColumn<QcBoxRow>({
    id: 'supplier',
    header: 'Supplier',
    width: 120,
    grows: true,
    of: (row, words) => words.name(row.supplier_name, row.supplier_name_zh),
  }),
  statusColumn<QcBoxRow>({ id: 'status', header: 'Status', width: 172, words: qcStatuses, of: (row) => row.status }),
  partColumn<QcBoxRow>({ id: 'age', header: 'Days', width: 46, align: 'end', of: ageCell }),
  { ...pieces('declared', 'Declared', 86, (row) => row.quantities.declared), sort: 'pieces' },
  piecesColumn<QcBoxRow>({
    id: 'missing',
    header: 'Missing pcs',
    width: 82,
    tone: 'bad',
    of: (row) => row.quantities.missing,
  }),
  piecesColumn<QcBoxRow>({ id: 'excess', header: 'Excess', width: 54, tone: 'warn', of: (r) => r.quantities.excess }),
  pieces('to_inspect', 'To inspect', 74, (row) => row.quantities.to_inspect),
  piecesColumn<QcBoxRow>({
    id: 'on_hold',
    header: 'Hold',
    width: 46,
    shownFrom: 1100,
    tone: 'warn',
    of: (row) => row.quantities.on_hold,
  }),
  piecesColumn<QcBoxRow>({
    id: 'passed',
    header: 'Passed',
    width: 58,
    tone: 'good',
    of: ({ quantities }) => passedOf(quantities),
  }),
  piecesColumn<QcBoxRow>({
    id: 'failed',
    header: 'Failed QC',
    width: 72,
    tone: 'bad',
    of: ({ quantities }) => failedOf(quantities),
  }),
  ...[
    textColumn<QcBoxRow>({ id: 'styles', header: 'Style IDs', width: 140, of: stylesText }),
    textColumn<QcBoxRow>({
      id: 'inwarded_at',
      header: 'Inwarded on',
      width: 148,
      sort: 'inwarded_at',
      of: (row, words) => words.instant(row.inwarded_at),
    }),
    pieces('ready', 'Ready for invoice', 92, (row) => row.quantities.ready),
    pieces('invoiced', 'Invoiced', 76, (row) => row.quantities.invoiced),
    pieces('shipped', 'Shipped', 72, (row) => row.quantities.shipped),
    pieces('returned', 'Returned', 76, (row) => row.quantities.returned),
    codeColumn<QcBoxRow>({ id: 'tracking', header: 'Tracking ID', width: 140, of: (row) => row.tracking_id ?? '–' }),
    textColumn<QcBoxRow>({ id: 'shelf', header: 'Shelf', width: 80, of: (row) => row.shelf ?? '–' }),
    textColumn<QcBoxRow>({ id: 'invoice', header: 'Invoice', width: 118, of: (row) => row.invoice_number ?? '–' }),
    textColumn<QcBoxRow>({
      id: 'return_note',
      header: 'Return note',
      width: 118,
      of: (row) => row.return_notes.join(' ') || '–',
    }),
  ].map(hidden),
]
