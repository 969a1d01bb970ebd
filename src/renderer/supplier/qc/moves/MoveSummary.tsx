import type { QcBoxRow } from '../../../../shared/contract/qc-shapes.ts'
import { useWords } from '../../../table/words.ts'
import { type BoxMove, piecesMoved, splitBoxes } from './what-moves.ts'

/** How many boxes and pieces will change, and which boxes will not, by their reason. */
export function MoveSummary({ boxes, move }: { boxes: readonly QcBoxRow[]; move: BoxMove }) {
  const { t, number } = useWords()
  const { going, staying } = splitBoxes(boxes, move)
  const pieces = going.reduce((sum, box) => sum + piecesMoved(box, move), 0)
  return (
    <>
      <p>
        <strong>
          {t('Boxes that change: {{boxes}} · Pieces: {{pieces}}', {
            boxes: number(going.length),
            pieces: number(pieces),
          })}
        </strong>
      </p>
      {staying.length > 0 ? (
        <LeftOutList
          rows={staying.map(({ box, why }) => ({
            id: box.sscc,
            box: `${box.shipment_id} · ${box.box_no}`,
            why: t(why),
          }))}
        />
      ) : null}
    </>
  )
}

export interface LeftOutRow {
  id: string
  box: string
  why: string
}

/** Boxes that stay as they are, gathered under the reason. */
export function LeftOutList({ rows }: { rows: readonly LeftOutRow[] }) {
  const { t, number } = useWords()
  const reasons = [...Map.groupBy(rows, (row) => row.why)]
  return (
    <div className="qc-left-out">
      <p>{t('Boxes left out: {{n}}', { n: number(rows.length) })}</p>
      <ul>
        {reasons.map(([why, of]) => (
          <li key={why}>
            <span>{why}</span>
            <span className="muted">
              {of
                .slice(0, 6)
                .map(({ box }) => box)
                .join(', ')}
              {of.length > 6 ? ` +${number(of.length - 6)}` : ''}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
