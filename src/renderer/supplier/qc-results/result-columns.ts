import type { QcBoxRow } from '../../../shared/contract/qc-shapes.ts'
import type { Column } from '../../table/columns.tsx'
import { qcColumns } from '../qc/list/qc-columns.tsx'

/** What a vendor asks first, in this order; the widths fit a laptop of 1366 pixels. */
const shown: readonly [id: string, width: number][] = [
  ['box', 84],
  ['sscc', 156],
  ['shipment', 96],
  ['supplier', 120],
  ['status', 172],
  ['styles', 130],
  ['inwarded_at', 148],
  ['declared', 76],
  ['missing', 74],
  ['excess', 66],
  ['passed', 70],
  ['failed', 66],
  ['returned', 78],
  ['return_note', 124],
]

/** The platform's columns as results: what became of the pieces, and the note they went back with. */
export function resultColumns(isStaff: boolean): readonly Column<QcBoxRow>[] {
  // A vendor needs no column that repeats its name, staff none for the styles.
  const left = isStaff ? 'styles' : 'supplier'
  const first = shown.flatMap(([id, width]) => {
    const column = id === left ? undefined : qcColumns.find((one) => one.id === id)
    return column ? [{ ...column, width, hidden: false, grows: id === 'styles' || id === 'supplier' }] : []
  })
  const rest = qcColumns.filter(({ id }) => id !== 'supplier' && first.every((one) => one.id !== id))
  return [...first, ...rest.map((column) => ({ ...column, hidden: true }))]
}
