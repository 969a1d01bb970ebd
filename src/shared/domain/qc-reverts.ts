import type { QcMoveKind, QcQuantities } from './qc-quantities.ts'
import type { PieceMove } from './qc-standing.ts'
import { isAsInwarded, type StandingBox } from './qc-status.ts'

/** Why judged pieces cannot go back to QC or to their vendor, or passed ones on a shelf or off it; or missing ones be found. English, and the key of its translation. */
export const moveProblems = {
  shipped: 'This box was shipped to India.',
  invoiced: 'This box is on an invoice: void the invoice first.',
  underWay: 'This box is being counted or inspected: it can no longer be taken back.',
  notJudged: 'Nothing of this box is judged yet.',
  styleNotJudged: 'Nothing of style {{style_id}} is judged yet.',
  notInBox: 'Style {{style_id}} is not in this box.',
  nonePassed: 'Nothing of this box has passed.',
  onNoShelf: 'This box is on no shelf.',
  otherVendor: 'This box is of another vendor.',
  wentBack: 'What failed in this box went back already.',
  noneFailed: 'Nothing of this box has failed.',
  foundInvoiced: 'Box {{box_no}} is on an invoice, which pieces found now would not be on: void the invoice first.',
  foundShipped:
    'Box {{box_no}} was shipped to India without these pieces: take the shipping back and void the invoice first, or claim or write them off.',
} as const

export type MoveProblem = (typeof moveProblems)[keyof typeof moveProblems]

/** Why a box cannot be reverted; null when it can. Says what `allowedQcActions` allows. */
export function revertProblem(box: StandingBox): MoveProblem | null {
  if (box.shipped > 0) return moveProblems.shipped
  if (box.invoiced > 0) return moveProblems.invoiced
  return isJudged(box) ? null : moveProblems.notJudged
}

/** Why a box cannot be put back in front of the door; null when it can. */
export function undoInwardProblem(box: StandingBox): MoveProblem | null {
  return isAsInwarded(box) ? null : moveProblems.underWay
}

/**
 * Why missing pieces of a box cannot be settled as found; null when they can. A box goes on one live invoice: what is found
 * beside it could go nowhere.
 */
export function foundProblem(box: QcQuantities): MoveProblem | null {
  if (box.shipped > 0) return moveProblems.foundShipped
  return box.invoiced > 0 ? moveProblems.foundInvoiced : null
}

/** Some of these pieces have a verdict that can be taken back. */
export function isJudged(line: QcQuantities): boolean {
  return line.passed + line.failed + line.shelved + line.ready > 0
}

/**
 * What brings every judged piece of a line back to those that wait for inspection, one move after the other; held ones too,
 * since their lot is judged anew. What was returned to its vendor stays away.
 */
export function revertMoves(line: QcQuantities): PieceMove[] {
  return [
    ...some('unshelve', line.shelved),
    ...some('unready', line.ready),
    ...some('revert_passed', line.passed + line.shelved + line.ready),
    ...some('revert_failed', line.failed),
    ...some('release', line.on_hold),
  ]
}

function some(kind: QcMoveKind, quantity: number): PieceMove[] {
  return quantity > 0 ? [{ kind, quantity }] : []
}

/** Passed pieces on a shelf already may be carried to another one. */
export function shelveProblem(box: StandingBox): MoveProblem | null {
  return box.passed + box.shelved > 0 ? null : moveProblems.nonePassed
}

export function unshelveProblem(box: StandingBox): MoveProblem | null {
  return box.shelved > 0 ? null : moveProblems.onNoShelf
}
