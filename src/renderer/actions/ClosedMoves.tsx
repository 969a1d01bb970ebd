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

/** Says under the buttons of a record which of its moves are closed and why, in the words that the call would refuse them with. */
export function ClosedMoves<M extends string>({ moves, usual, names }: ClosedMovesProps<M>) {
  const { t } = useLocale()
  const say = useSay()
  // What is over says so by its state.
  if (openMoves(moves).length === 0) return null
  const told = moves.flatMap(({ move, closed }) => {
    const name: string | undefined = names[move]
    return closed === null || closed.message === usual || name === undefined ? [] : [{ name, closed }]
  })
  const reasons = [...Map.groupBy(told, ({ closed }) => say.message(closed.message, closed.values))]
  if (reasons.length === 0) return null
  return (
    <ul className="closed-moves muted">
      {reasons.map(([reason, of]) => (
        <li key={reason}>
          {of.map(({ name }) => t(name)).join(' · ')}: {reason}
        </li>
      ))}
    </ul>
  )
}
