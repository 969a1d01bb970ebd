import type { QcBoxRow } from '../../../../shared/areas/inspection/shapes.ts'
import { weighing } from '../../../../shared/areas/qc-boxes/lists.ts'
import type { Locale } from '../../../table/words.ts'

/** The number on a box, and which of its shipment's boxes it is. */
export function boxCell(row: { box_no: string; position: number; boxes_in_shipment: number }) {
  return (
    <span className="qc-box-no">
      <span className="code">{row.box_no}</span>
      <span className="muted">
        {row.position}/{row.boxes_in_shipment}
      </span>
    </span>
  )
}

/** What a box weighs, or that it is to be weighed again. `told`: grams in words. */
export function boxWeight(
  row: Pick<QcBoxRow, 'weight_grams' | 'weigh_again'>,
  { t }: Pick<Locale, 't'>,
  told: (grams: number) => string,
) {
  const word = weighing(row)
  if (word !== null)
    return (
      <span className="status-tag" data-tone="warn">
        {t(word)}
      </span>
    )
  return row.weight_grams === null ? '–' : told(row.weight_grams)
}
