import '../qc.css'
import { useState } from 'react'
import type { QcBoxRow } from '../../../../shared/areas/inspection/shapes.ts'
import { type BoxMove, boxMoveProblem, piecesMoved } from '../../../../shared/areas/qc-boxes/moves.ts'
import { problemOf, showFailure, useSay } from '../../../actions/say.ts'
import { listed } from '../../../i18n/formats.ts'
import { useLocale } from '../../../table/words.ts'

export type { BoxMove } from '../../../../shared/areas/qc-boxes/moves.ts'

/** What a move wants to know of a box. */
export type MovableBox = Pick<
  QcBoxRow,
  'box_id' | 'box_no' | 'shipment_id' | 'quantities' | 'open_missing' | 'open_excess' | 'inspections'
>

export interface Split<B extends MovableBox> {
  going: B[]
  /** Those that stay as they are, with why: English, and the key of its translation. */
  staying: { box: B; why: string }[]
}

/** Which boxes a move would take, as they stand on the screen; the server has the last word. */
export function splitBoxes<B extends MovableBox>(boxes: readonly B[], move: BoxMove): Split<B> {
  const split: Split<B> = { going: [], staying: [] }
  for (const box of boxes) {
    const { quantities, open_missing, open_excess, inspections } = box
    const why = boxMoveProblem({ ...quantities, open_missing, open_excess, inspections }, move)
    if (why === null) split.going.push(box)
    else split.staying.push({ box, why })
  }
  return split
}

/** Boxes that stay as they are under one reason. */
export interface StayingBoxes {
  /** English, and the key of its translation. */
  why: string
  values?: Record<string, string | number>
  boxes: number
  /** The first few of them, as people call them. */
  named: readonly string[]
}

/** What a move would do: it is shown, agreed to, and then done with exactly these boxes. */
export interface MovePlan {
  /** box.id, in the order of the list. */
  boxIds: readonly string[]
  pieces: number
  /** Boxes that could change as well, and are too many for one time. */
  beyond: number
  staying: readonly StayingBoxes[]
}

/** Of boxes that are on the screen. */
export function planOf(boxes: readonly MovableBox[], move: BoxMove): MovePlan {
  const { going, staying } = splitBoxes(boxes, move)
  return {
    boxIds: going.map((box) => box.box_id),
    pieces: going.reduce((sum, { quantities }) => sum + piecesMoved(quantities, move), 0),
    beyond: 0,
    staying: byReason(staying.map(({ box, why }) => ({ why, box: nameOf(box) }))),
  }
}

export const nameOf = ({ shipment_id, box_no }: { shipment_id: string | null; box_no: string | null }) =>
  [shipment_id, box_no].filter(Boolean).join(' · ')

const mostNamed = 6

interface OneStaying extends Pick<StayingBoxes, 'why' | 'values'> {
  box: string
}

/** Boxes gathered under their reasons, and reasons told before with what came after. */
export function byReason(one: readonly OneStaying[], before: readonly StayingBoxes[] = []): StayingBoxes[] {
  const reasons = new Map(before.map((each) => [each.why, each]))
  for (const { box, ...reason } of one) {
    const known = reasons.get(reason.why) ?? { ...reason, boxes: 0, named: [] }
    const named = box !== '' && known.named.length < mostNamed ? [...known.named, box] : known.named
    reasons.set(reason.why, { ...known, boxes: known.boxes + 1, named })
  }
  return [...reasons.values()]
}

/** How many boxes and pieces will change, and which boxes will not, by their reason. */
export function MoveSummary({ plan }: { plan: MovePlan }) {
  const { t, number, plural } = useLocale()
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
  const { t, number } = useLocale()
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
              {listed(named)}
              {count > named.length && named.length > 0 ? ` +${number(count - named.length)}` : ''}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Something asked of the server before a dialog can open: undefined when it failed, and the user has been told. */
export function useLoading(): { run: <R>(work: () => Promise<R>) => Promise<R | undefined>; isRunning: boolean } {
  const { t } = useLocale()
  const say = useSay()
  const [isRunning, setRunning] = useState(false)
  const run = async <R,>(work: () => Promise<R>): Promise<R | undefined> => {
    setRunning(true)
    try {
      return await work()
    } catch (failure) {
      showFailure(problemOf(failure), { say, t })
      return undefined
    } finally {
      setRunning(false)
    }
  }
  return { run, isRunning }
}
