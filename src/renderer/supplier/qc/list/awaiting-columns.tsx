import type { CallData } from '../../../actions/calls.ts'
import { type Column, codeColumn, partColumn, piecesColumn, textColumn } from '../../../table/columns.tsx'
import { boxCell } from './box-cell.tsx'

export type AwaitingRow = CallData<'chinaQc.getAwaitingInwardBoxes'>['rows'][number]

/** Boxes on their way. Ids are those of the export. */
export const awaitingColumns: readonly Column<AwaitingRow>[] = [
  partColumn({
    id: 'box',
    header: 'Box',
    width: 76,
    pinned: true,
    of: boxCell,
  }),
  codeColumn({ id: 'sscc', header: 'SSCC', width: 150, shownFrom: 1400, of: (row) => row.sscc }),
  codeColumn({ id: 'tracking', header: 'Tracking ID', width: 140, of: (row) => row.tracking_id ?? '–' }),
  codeColumn({ id: 'shipment', header: 'Shipment', width: 86, of: (row) => row.shipment_id }),
  textColumn({
    id: 'supplier',
    header: 'Supplier',
    width: 170,
    grows: true,
    of: (row, words) => words.name(row.supplier_name, row.supplier_name_zh),
  }),
  textColumn({ id: 'carrier', header: 'Carrier', width: 140, of: (row) => row.carrier ?? '–' }),
  textColumn({
    id: 'shipped_at',
    header: 'Shipped on',
    width: 148,
    of: (row, words) => (row.shipped_at ? words.instant(row.shipped_at) : '–'),
  }),
  piecesColumn({ id: 'days_on_way', header: 'Days on the way', width: 116, of: (row) => row.days_on_way }),
  piecesColumn({ id: 'pieces', header: 'Pieces', width: 64, of: (row) => row.pieces }),
]
