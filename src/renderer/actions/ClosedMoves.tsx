import { Button, PopoverNext } from '@blueprintjs/core'
import { Help } from '@blueprintjs/icons'
import { type OfferedMove, openMoves } from '../../shared/kernel/lifecycle.ts'
import { useLocale } from '../table/words.ts'
import { useSay } from './say.ts'

interface ClosedMovesProps<M extends string> {
  moves: readonly OfferedMove<M>[]
  /** Says of a record's state only what it is: the state's tag does that. */
  usual: string
  /** On their buttons. English, the keys of their translations. */
  names: Readonly<Partial<Record<M, string>>>
}

/** Gives the closed moves of a record by why they are closed, in the words that the call would refuse them with. */
function useReasons<M extends string>({ moves, usual, names }: ClosedMovesProps<M>): [why: string, what: string][] {
  const { t } = useLocale()
  const say = useSay()
  const told = moves.flatMap(({ move, closed }) => {
    const name: string | undefined = names[move]
    return closed === null || closed.message === usual || name === undefined ? [] : [{ name, closed }]
  })
  return [...Map.groupBy(told, ({ closed }) => say.message(closed.message, closed.values))].map(([why, of]) => [
    why,
    of.map(({ name }) => t(name)).join(' · '),
  ])
}

/** Says under the buttons of a record which of its moves are closed and why. What is over says so by its state. */
export function ClosedMoves<M extends string>(props: ClosedMovesProps<M>) {
  const reasons = useReasons(props)
  if (reasons.length === 0 || openMoves(props.moves).length === 0) return null
  return (
    <ul className="closed-moves muted">
      {reasons.map(([why, what]) => (
        <li key={why}>
          {what}: {why}
        </li>
      ))}
    </ul>
  )
}

/** Says the same behind a button, where a record's head has no room: also of what is over, since it may be asked why. */
export function WhyClosed<M extends string>(props: ClosedMovesProps<M>) {
  const { t } = useLocale()
  const reasons = useReasons(props)
  if (reasons.length === 0) return null
  const label = t('What cannot be done now, and why')
  return (
    <PopoverNext
      placement="bottom-end"
      animation="minimal"
      arrow={false}
      content={
        <div className="why-closed">
          <h3>{t('Cannot be done now')}</h3>
          <dl>
            {reasons.map(([why, what]) => (
              <div key={why}>
                <dt>{what}</dt>
                <dd>{why}</dd>
              </div>
            ))}
          </dl>
        </div>
      }
    >
      <Button variant="minimal" icon={<Help className="muted" />} aria-label={label} title={label} />
    </PopoverNext>
  )
}
