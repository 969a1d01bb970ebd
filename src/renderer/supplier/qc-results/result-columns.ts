import type { QcBoxRow } from '../../../shared/contract/qc-shapes.ts'
import type { Column } from '../../table/columns.tsx'
import { qcColumns } from '../qc/list/qc-columns.tsx'

/** What a vendor asks first, in this order; what of it one reader has fits beside the menu on a screen of 1440 pixels. */
const shown: readonly [id: string, width: number][] = [
  ['box', 84],
  ['sscc', 156],
  ['shipment', 90],
  ['supplier', 100],
  ['status', 168],
  ['styles', 104],
  ['inwarded_at', 148],
  ['declared', 92],
  ['missing', 92],
  ['excess', 66],
  ['passed', 70],
  ['failed', 74],
  ['returned', 78],
  ['return_note', 100],
]

/** The platform's columns as results: what became of the pieces, and the note they went back with. */
export function resultColumns(isStaff: boolean): readonly Column<QcBoxRow>[] {
  // A vendor knows its boxes by shipment and number, and needs no column that repeats its name; staff read the rest elsewhere.
  const left = isStaff ? ['styles', 'inwarded_at'] : ['supplier', 'sscc']
  const first = shown.flatMap(([id, width]) => {
    const column = left.includes(id) ? undefined : qcColumns.find((one) => one.id === id)
    return column ? [{ ...column, width, hidden: false, grows: id === 'styles' || id === 'supplier' }] : []
  })
  const rest = qcColumns.filter(({ id }) => id !== 'supplier' && first.every((one) => one.id !== id))
  return [...first, ...rest.map((column) => ({ ...column, hidden: true }))]
}
