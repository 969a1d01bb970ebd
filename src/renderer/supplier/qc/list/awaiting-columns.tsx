import type { CallData } from '../../../actions/calls.ts'
import { type Column, codeColumn, partColumn, piecesColumn, textColumn } from '../../../table/columns.tsx'
import { boxCell } from './box-cell.tsx'

export type AwaitingRow = CallData<'chinaQc.getAwaitingInwardBoxes'>['rows'][number]

/** Boxes on their way. Ids are those of the export. */
export const awaitingColumns: readonly Column<AwaitingRow>[] = [
  partColumn({
    id: 'box',
    header: 'Box',
    width: 84,
    pinned: true,
    of: boxCell,
  }),
  codeColumn({ id: 'sscc', header: 'SSCC', width: 156, of: (row) => row.sscc }),
  codeColumn({ id: 'tracking', header: 'Tracking ID', width: 140, of: (row) => row.tracking_id ?? '–' }),
  codeColumn({ id: 'shipment', header: 'Shipment', width: 92, of: (row) => row.shipment_id }),
  textColumn({
    id: 'supplier',
    header: 'Supplier',
    width: 130,
    grows: true,
    of: (row, words) => words.name(row.supplier_name, row.supplier_name_zh),
  }),
  textColumn({ id: 'carrier', header: 'Carrier', width: 144, of: (row) => row.carrier ?? '–' }),
  textColumn({
    id: 'shipped_at',
    header: 'Shipped on',
    width: 148,
    of: (row, words) => (row.shipped_at ? words.instant(row.shipped_at) : '–'),
  }),
  piecesColumn({ id: 'days_on_way', header: 'Days on the way', width: 124, of: (row) => row.days_on_way }),
  piecesColumn({ id: 'pieces', header: 'Pieces', width: 72, of: (row) => row.pieces }),
]
