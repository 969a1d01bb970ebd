import type { QcBoxRow } from '../../../../shared/contract/qc-shapes.ts'
import { readyProblem, unreadyProblem } from '../../../../shared/domain/invoices.ts'
import { revertProblem, shelveProblem, unshelveProblem } from '../../../../shared/domain/qc-reverts.ts'
import type { QcAction, StandingBox } from '../../../../shared/domain/qc-status.ts'

/** What can be done with several boxes at once. */
export type BoxMove = Extract<QcAction, 'make_ready' | 'unready' | 'shelve' | 'unshelve' | 'revert'>

/** The domain's own word on why a box stays as it is; null when it can go. */
const problems: Record<BoxMove, (box: StandingBox) => string | null> = {
  make_ready: readyProblem,
  unready: unreadyProblem,
  shelve: shelveProblem,
  unshelve: unshelveProblem,
  revert: revertProblem,
}

type Standing = Pick<QcBoxRow, 'quantities' | 'open_missing' | 'inspections'>

export function problemOfMove({ quantities, open_missing, inspections }: Standing, move: BoxMove): string | null {
  return problems[move]({ ...quantities, open_missing, inspections })
}

export interface Split {
  going: QcBoxRow[]
  /** Those that stay as they are, with why: English, and the key of its translation. */
  staying: { box: QcBoxRow; why: string }[]
}

/** Which boxes a move would take, as they stand on the screen; the server has the last word. */
export function splitBoxes(boxes: readonly QcBoxRow[], move: BoxMove): Split {
  const split: Split = { going: [], staying: [] }
  for (const box of boxes) {
    const why = problemOfMove(box, move)
    if (why === null) split.going.push(box)
    else split.staying.push({ box, why })
  }
  return split
}

/** Pieces of a box that the move would take. */
export function piecesMoved({ quantities: q }: Pick<QcBoxRow, 'quantities'>, move: BoxMove): number {
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
  }
}
