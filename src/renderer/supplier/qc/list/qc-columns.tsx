import type { QcBoxRow } from '../../../../shared/areas/inspection/shapes.ts'
import { qcBoxes } from '../../../../shared/areas/qc-boxes/lists.ts'
import { type Column, tableColumns } from '../../../table/columns.tsx'
import type { Locale } from '../../../table/words.ts'
import { ShipmentLink } from '../shipment/ShipmentLink.tsx'
import { boxStatus, boxWeight, boxWithDrafts } from './box-cell.tsx'

/** A box that nobody has finished grows old at the door; one that left does not. */
export function ageCell({ age_days, quantities }: Pick<QcBoxRow, 'age_days' | 'quantities'>, words: Locale) {
  const waits = quantities.uncounted + quantities.to_inspect + quantities.on_hold + quantities.failed > 0
  const tone = !waits || age_days < 3 ? undefined : age_days < 7 ? 'warn' : 'bad'
  return <span data-tone={tone}>{words.number(age_days)}</span>
}

const weightCell = (row: QcBoxRow, words: Locale) => boxWeight(row, words, words.number)

/** Boxes at QC. */
export const qcColumns: readonly Column<QcBoxRow>[] = tableColumns<QcBoxRow>(qcBoxes.fields, {
  cells: {
    box: boxWithDrafts('qc'),
    shipment: ({ shipment_id }) => <ShipmentLink id={shipment_id} />,
    status: boxStatus,
    age: ageCell,
    weight: weightCell,
  },
})
