import { z } from 'zod'
import { type Holder, isAmong } from './rights.ts'
import { isBoundToVendor, type Role } from './roles.ts'
import { key, type WordValues } from './words.ts'

/** A record that goes from state to state. */
export interface Living<S extends string> {
  number: string
  state: S
}

/** One thing that may be done to a record: from which states, by whom, and where it leads. */
export interface MoveRule<S extends string, R extends Living<S> = Living<S>> {
  from: readonly S[]
  /** Left out where the state stays, or where what is decided says it. */
  to?: S
  /** The roles of a right; of them only the vendor's people, or only the company's, or both. */
  by: readonly Role[]
  side: 'vendor' | 'house' | 'both'
  /** Opens the move in further cases than by its states. */
  alsoFor?: (record: R) => boolean
  /** Closes the move in a state that it is open in, with why; null where nothing does. English, the key of its translation. */
  shutBy?: (record: R) => string | null
  /** Why it is closed in a state, where there is more to say than what the state is. English, the keys of their translations. */
  closed?: Partial<Record<S, string>>
  /** Asks for words: whoever reads of the move must know why. */
  needsWords?: true
}

/** Why a move is closed: what the call answers that tries it all the same. */
export const closedMove = z.object({
  code: z.literal('move_not_allowed'),
  message: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type ClosedMove = z.output<typeof closedMove>

/** The shape of a record's moves: each open, or closed with why. */
export function offeredMoves<const M extends string>(names: readonly [M, ...M[]]) {
  return z.array(z.object({ move: z.enum(names), closed: closedMove.nullable() }))
}

/** Why a move is closed, by a table that says only in which words; `null` where it is open. */
export function closedBy(message: string | null, values: ClosedMove['values']): ClosedMove | null {
  return message === null ? null : { code: 'move_not_allowed', message, values }
}

interface Described<S extends string, M extends string, R extends Living<S>> {
  /** English, the keys of their translations. */
  states: Readonly<Record<S, string>>
  /** Says of {{number}} that it is {{state_key}}. */
  closed: string
  moves: Readonly<Record<M, MoveRule<S, R>>>
}

export const needsWordsText = key('Please say why.')

/**
 * The states and moves of a kind of record as one table. The server refuses by it, the record's answer tells by it what is open and why
 * the rest is closed, and buttons show just that.
 */
export function lifecycle<S extends string, const M extends string, R extends Living<S> = Living<S>>({
  states,
  closed,
  moves,
}: Described<S, M, R>) {
  const names = Object.keys(moves) as [M, ...M[]]
  const ruleOf = (move: M): MoveRule<S, R> => moves[move]

  function mayMove(caller: Holder, move: M): boolean {
    const { by, side } = ruleOf(move)
    return (side === 'both' || (side === 'vendor') === isBoundToVendor(caller)) && isAmong(caller, by)
  }

  /** Says why a move is closed to everybody; null when it is open. */
  function closedFor(move: M, record: R): ClosedMove | null {
    const { from, alsoFor, shutBy, closed: words = {} } = ruleOf(move)
    const isOpen = from.includes(record.state) || alsoFor?.(record) === true
    const shut = isOpen ? (shutBy?.(record) ?? null) : null
    if (isOpen && shut === null) return null
    const values: WordValues = { number: record.number, state_key: states[record.state] }
    const message: string = shut ?? (words as Partial<Record<S, string>>)[record.state] ?? closed
    return { code: 'move_not_allowed', message, values }
  }

  return {
    states,
    /** Says of a state only what it is. */
    usual: closed,
    names,
    ruleOf,
    mayMove,
    closedFor,
    /** Messages of refused moves. */
    words: [closed, ...names.flatMap((name) => Object.values(ruleOf(name).closed ?? {}) as string[])],
    /** The shape of `movesFor`, for the record's answer. */
    shape: offeredMoves(names),
    /** Gives the moves that the caller may make at all, with why some are closed now. */
    movesFor: (caller: Holder, record: R) =>
      names.filter((move) => mayMove(caller, move)).map((move) => ({ move, closed: closedFor(move, record) })),
    /** Whether nobody can do anything with a record in this state any more. */
    isOver: (state: S) => names.every((move) => !ruleOf(move).from.includes(state)),
  }
}

export type Lifecycle<S extends string, M extends string, R extends Living<S> = Living<S>> = ReturnType<
  typeof lifecycle<S, M, R>
>

/** A lifecycle of whichever record, for what walks them all. */
export interface AnyLifecycle extends Pick<Lifecycle<string, string>, 'states' | 'names' | 'words'> {
  ruleOf(move: string): Omit<MoveRule<string>, 'alsoFor' | 'shutBy'>
  mayMove(caller: Holder, move: string): boolean
  closedFor(move: string, record: Living<string>): ClosedMove | null
}

/** A move as a record's answer offers it. */
export interface OfferedMove<M extends string> {
  move: M
  closed: ClosedMove | null
}

/** Gives the names of the moves that are open now. */
export function openMoves<M extends string>(moves: readonly OfferedMove<M>[]): M[] {
  return moves.flatMap(({ move, closed }) => (closed === null ? [move] : []))
}
