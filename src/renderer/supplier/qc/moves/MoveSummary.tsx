import '../qc.css'
import { useSay } from '../../../actions/say.ts'
import { useWords } from '../../../table/words.ts'
import type { MovePlan, StayingBoxes } from './what-moves.ts'

/** How many boxes and pieces will change, and which boxes will not, by their reason. */
export function MoveSummary({ plan }: { plan: MovePlan }) {
  const { t, number, plural } = useWords()
  return (
    <>
      <p>
        <strong>
          {t('Boxes that change: {{boxes}} · Pieces: {{pieces}}', {
            boxes: number(plan.boxIds.length),
            pieces: number(plan.pieces),
          })}
        </strong>
      </p>
      {plan.beyond > 0 ? (
        <p>
          {plural(
            plan.beyond,
            'That is as many as one time takes: 1 more box can change after them.',
            'That is as many as one time takes: {{n}} more boxes can change after them.',
          )}
        </p>
      ) : null}
      <StayingList staying={plan.staying} />
    </>
  )
}

/** Boxes that stay as they are, under the reason. */
export function StayingList({ staying }: { staying: readonly StayingBoxes[] }) {
  const { t, number } = useWords()
  const say = useSay()
  if (staying.length === 0) return null
  const boxes = staying.reduce((sum, each) => sum + each.boxes, 0)
  return (
    <div className="qc-left-out">
      <p>{t('Boxes left out: {{n}}', { n: number(boxes) })}</p>
      <ul>
        {staying.map(({ why, values, boxes: count, named }) => (
          <li key={why}>
            <span>
              {say.message(why, values)} <span className="tab-count">{number(count)}</span>
            </span>
            <span className="muted">
              {named.join(', ')}
              {count > named.length && named.length > 0 ? ` +${number(count - named.length)}` : ''}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
