import type { QcBoxRow } from '../../../shared/areas/inspection/shapes.ts'
import { qcBoxes } from '../../../shared/areas/qc-boxes/lists.ts'
import { shownQcStatus } from '../../../shared/areas/qc-boxes/status.ts'
import { type Column, statusCell, tableColumns } from '../../table/columns.tsx'
import { qcColumns } from '../qc/list/qc-columns.tsx'

/** What a vendor asks first, in this order; what of it one reader has fits beside the menu on a screen of 1280 pixels. */
const shown: readonly [id: string, width: number, shownFrom?: number][] = [
  ['box', 100],
  ['sscc', 150],
  ['shipment', 86],
  ['supplier', 138],
  ['status', 180],
  ['styles', 104],
  ['inwarded_at', 148, 1400],
  ['declared', 86],
  ['missing', 82],
  ['excess', 60],
  ['passed', 62],
  ['failed', 72],
  ['returned', 74],
  ['return_note', 104],
]

/** Whoever reads results weighs nothing. */
const cells: Readonly<Record<string, Pick<Column<QcBoxRow>, 'cell'>>> = {
  status: { cell: statusCell(shownQcStatus) },
  // The page of a shipment is QC's own: here its number leads nowhere, and a press on it opens the box.
  ...Object.fromEntries(
    tableColumns<QcBoxRow>(qcBoxes.fields, { only: ['shipment'] }).map(({ id, cell }) => [id, { cell }]),
  ),
}

/** The platform's columns as results: what became of the pieces, and the note they went back with. */
export function resultColumns(isStaff: boolean): readonly Column<QcBoxRow>[] {
  // A vendor knows its boxes by shipment and number, and needs no column that repeats its name; staff read the rest elsewhere.
  const left = isStaff ? ['styles', 'inwarded_at'] : ['supplier', 'sscc']
  const first = shown.flatMap(([id, width, from]) => {
    const column = left.includes(id) ? undefined : qcColumns.find((one) => one.id === id)
    if (!column) return []
    const shownFrom = from ?? column.shownFrom
    const grows = id === 'styles' || id === 'supplier'
    return [{ ...column, ...cells[id], width, hidden: false, grows, ...(shownFrom !== undefined && { shownFrom }) }]
  })
  const rest = qcColumns.filter(({ id }) => id !== 'supplier' && first.every((one) => one.id !== id))
  return [...first, ...rest.map((column) => ({ ...column, hidden: true }))]
}
