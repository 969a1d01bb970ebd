import type { AwaitingBoxRow, QcBoxRow } from '../../../../shared/areas/inspection/shapes.ts'
import { weighing } from '../../../../shared/areas/qc-boxes/lists.ts'
import { shownQcStatus } from '../../../../shared/areas/qc-boxes/status.ts'
import { DraftMark } from '../../../kit/DraftMark.tsx'
import { WithPicture } from '../../../pictures/StylePicture.tsx'
import { statusCell } from '../../../table/columns.tsx'
import type { Locale } from '../../../table/words.ts'

type Boxed = Pick<AwaitingBoxRow, 'box_no' | 'position' | 'boxes_in_shipment' | 'styles' | 'pictures'>

/** The number on a box and which of its shipment's boxes it is, after the picture of its first style. */
export function boxCell({ box_no, position, boxes_in_shipment, styles, pictures }: Boxed) {
  return (
    <WithPicture of={{ picture: pictures[0], style_id: styles[0] ?? '' }}>
      <span className="qc-box-no">
        <span className="code">{box_no}</span>
        <span className="muted">
          {position}/{boxes_in_shipment}
        </span>
      </span>
    </WithPicture>
  )
}

/** The same with a mark where a count or an inspection of it was begun on this computer; `desk` names their drafts. */
export const boxWithDrafts = (desk: string) => (row: Boxed & { sscc: string }) => (
  <>
    {boxCell(row)}
    <DraftMark names={[`${desk}.count.${row.sscc}`, `${desk}.inspect.${row.sscc}`]} />
  </>
)

/** The status of a box, and a mark where it is to be weighed again: its weight may stand in no column. */
export function boxStatus<S extends Weighed & { status: string; quantities: QcBoxRow['quantities'] }>(
  row: S,
  locale: Locale,
) {
  const word = weighing(row)
  return (
    <span className="qc-status">
      {statusCell(shownQcStatus)(row, locale)}
      {word === null ? null : (
        <span className="dt-tag" data-tone="warn" title={locale.t(word)}>
          <WeighMark />
          <span className="qc-weigh-word">{locale.t(word)}</span>
        </span>
      )}
    </span>
  )
}

/** A weight, as it stands on scales. */
function WeighMark() {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
      <path d="M3 4.5h6l1.5 6h-9zM6 4.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3z" fill="none" stroke="currentColor" />
    </svg>
  )
}

type Weighed = Pick<QcBoxRow, 'weigh_again'>

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
