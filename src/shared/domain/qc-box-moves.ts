import { readyProblem, unreadyProblem } from './invoices.ts'
import { type QcQuantities, qcColumns } from './qc-quantities.ts'
import { revertProblem, shelveProblem, undoInwardProblem, unshelveProblem } from './qc-reverts.ts'
import type { StandingBox } from './qc-status.ts'

/** What can be done with several whole boxes at once. */
export const boxMoves = ['make_ready', 'unready', 'shelve', 'unshelve', 'revert', 'undo_inward'] as const
export type BoxMove = (typeof boxMoves)[number]

/** Most boxes that one bulk move is about; the rest of a longer list waits for the next. */
export const mostMoved = 10_000

/** Boxes that one command of a bulk move takes: each is a transaction that holds its boxes for a moment only. */
export const movedAtOnce = 200

const problems: Record<BoxMove, (box: StandingBox) => string | null> = {
  make_ready: readyProblem,
  unready: unreadyProblem,
  shelve: shelveProblem,
  unshelve: unshelveProblem,
  revert: revertProblem,
  undo_inward: undoInwardProblem,
}

/** Why a box stays as it is; null when it can go. English, and the key of its translation. */
export function boxMoveProblem(box: StandingBox, move: BoxMove): string | null {
  return problems[move](box)
}

/** Pieces that the move would take of a box that can go, or of the sums of several. */
export function piecesMoved(q: QcQuantities, move: BoxMove): number {
  switch (move) {
    case 'make_ready':
      return q.passed + q.shelved
    case 'unready':
      return q.ready
    case 'shelve':
      // What lies on a shelf already is carried to this one.
      return q.passed + q.shelved
    case 'unshelve':
      return q.shelved
    case 'revert':
      return q.passed + q.shelved + q.ready + q.failed
    case 'undo_inward':
      return q.uncounted
  }
}

/** Every column that a box's standing is of. */
export const standingColumns = [...qcColumns, 'open_missing', 'inspections'] as const

/**
 * Of which columns a box has anything, as bits in the order of `standingColumns`. Whether a box can go hangs on nothing else,
 * so that a list of any length is judged by its few kinds of boxes; a test holds every move to that.
 */
export function kindOfBox(box: StandingBox): number {
  return standingColumns.reduce((kind, column, at) => kind + (box[column] > 0 ? 2 ** at : 0), 0)
}

/** A box of that kind, with one piece of whatever it has. */
export function boxOfKind(kind: number): StandingBox {
  const entries = standingColumns.map((column, at) => [column, Math.floor(kind / 2 ** at) % 2] as const)
  return Object.fromEntries(entries) as unknown as StandingBox
}
