import type { CallData } from '../../actions/calls.ts'
import { type Column, codeColumn, hidden, partColumn, piecesColumn, textColumn } from '../../table/columns.tsx'

export type AwaitingRow = CallData<'receiving.getAwaitingInwardBoxes'>['rows'][number]

/** Boxes on their way, the day of shipping first to be seen. Ids are those of the export. */
export const awaitingColumns: readonly Column<AwaitingRow>[] = [
  partColumn<AwaitingRow>({
    id: 'box',
    header: 'Box',
    width: 76,
    pinned: true,
    of: ({ box_no, position, boxes_in_shipment }) => (
      <span className="inward-box">
        <span className="dt-code">{box_no}</span>
        <span className="dt-quiet">{`${position}/${boxes_in_shipment}`}</span>
      </span>
    ),
  }),
  codeColumn<AwaitingRow>({ id: 'sscc', header: 'SSCC', width: 150, shownFrom: 1400, of: (row) => row.sscc }),
  codeColumn<AwaitingRow>({ id: 'tracking', header: 'Tracking ID', width: 136, of: (row) => row.tracking_id ?? '–' }),
  codeColumn<AwaitingRow>({ id: 'shipment', header: 'Shipment', width: 86, of: (row) => row.shipment_id }),
  textColumn<AwaitingRow>({
    id: 'supplier',
    header: 'Supplier',
    width: 170,
    grows: true,
    of: (row, words) => words.name(row.supplier_name, row.supplier_name_zh),
  }),
  textColumn<AwaitingRow>({ id: 'carrier', header: 'Carrier', width: 140, of: (row) => row.carrier ?? '–' }),
  textColumn<AwaitingRow>({
    id: 'shipped_at',
    header: 'Shipped on',
    width: 148,
    of: (row, words) => (row.shipped_at ? words.instant(row.shipped_at) : '–'),
  }),
  partColumn<AwaitingRow>({
    id: 'days_on_way',
    header: 'Days on the way',
    width: 116,
    align: 'end',
    of: ({ days_on_way }, words) => (
      <span data-tone={days_on_way < 7 ? undefined : days_on_way < 14 ? 'warn' : 'bad'}>
        {words.number(days_on_way)}
      </span>
    ),
  }),
  piecesColumn<AwaitingRow>({ id: 'pieces', header: 'Pieces', width: 64, of: (row) => row.pieces }),
  hidden(
    textColumn<AwaitingRow>({
      id: 'styles',
      header: 'Styles',
      width: 150,
      of: ({ styles, style_count }) =>
        styles.join(', ') + (style_count > styles.length ? ` +${style_count - styles.length}` : ''),
    }),
  ),
  hidden(
    piecesColumn<AwaitingRow>({ id: 'weight', header: 'Weight (g)', width: 92, of: (row) => row.weight_grams ?? 0 }),
  ),
  hidden(
    textColumn<AwaitingRow>({
      id: 'site',
      header: 'Site',
      width: 150,
      of: (row, words) => words.name(row.site_name, row.site_name_zh),
    }),
  ),
]
