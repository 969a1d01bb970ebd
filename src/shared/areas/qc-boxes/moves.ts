import { readyProblem, unreadyProblem } from '../invoices/rules.ts'
import type { PieceMove } from './qc-standing.ts'
import { type QcMoveKind, type QcQuantities, qcColumns } from './quantities.ts'
import { isAsInwarded, type StandingBox } from './status.ts'

/** What can be done with several whole boxes at once. */
export const boxMoves = ['count', 'make_ready', 'unready', 'shelve', 'unshelve', 'revert', 'undo_inward'] as const
export type BoxMove = (typeof boxMoves)[number]

/** Most boxes that one bulk move is about; the rest of a longer list waits for the next. */
export const mostMoved = 10_000

/** Boxes that one command of a bulk move takes: each is a transaction that holds its boxes for a moment only. */
export const movedAtOnce = 200

const problems: Record<BoxMove, (box: StandingBox) => string | null> = {
  count: ({ uncounted }) => (uncounted > 0 ? null : moveProblems.counted),
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
    case 'count':
    case 'undo_inward':
      return q.uncounted
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

/** Every column that a box's standing is of. */
export const standingColumns = [...qcColumns, 'open_missing', 'open_excess', 'inspections'] as const

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

/** Why judged pieces cannot go back to QC or to their vendor, or passed ones on a shelf or off it; or missing ones be found. English, and the key of its translation. */
export const moveProblems = {
  /** What stands before a reason that is said of boxes as such. */
  ofBox: 'Box {{named}}: {{problem}}',
  ofBoxes: 'Boxes {{named}}: {{problem}}',
  shipped: 'This box was shipped to India.',
  invoiced: 'This box is on an invoice: void the invoice first.',
  counted: 'This box is counted',
  blind: 'Blind count: type what lies in the box.',
  noLot: 'Nothing of this lot waits in this box.',
  underWay: 'This box is being counted or inspected: it can no longer be taken back.',
  notJudged: 'Nothing of this box is judged yet.',
  styleNotJudged: 'Nothing of style {{style_id}} is judged yet.',
  notInBox: 'Style {{style_id}} is not in this box.',
  nonePassed: 'Nothing of this box has passed.',
  onNoShelf: 'This box is on no shelf.',
  otherVendor: 'This box is of another vendor.',
  wentBack: 'What failed in this box went back already.',
  otherSite: 'This person does not work at the site of this box.',
  takesThere: 'Whoever takes the boxes of {{site}} has to inspect there.',
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
