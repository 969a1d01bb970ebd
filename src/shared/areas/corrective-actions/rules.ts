import { key } from '../../kernel/words.ts'

/** A corrective action's way: opened by the company, answered by the vendor, accepted or sent back, closed once it was seen to work. */
export const actionStates = ['opened', 'answered', 'returned', 'accepted', 'closed', 'cancelled'] as const
export type ActionState = (typeof actionStates)[number]

export const actionStateWords = {
  opened: key('To answer'),
  answered: key('Answered, to check'),
  returned: key('Sent back'),
  accepted: key('Answer accepted'),
  closed: key('Closed'),
  cancelled: key('Cancelled'),
} as const satisfies Record<ActionState, string>

/** What the company does with one; the vendor answers. */
export const judgements = ['accept', 'return', 'close', 'cancel'] as const
export type Judgement = (typeof judgements)[number]

export const judgementTo = {
  accept: 'accepted',
  return: 'returned',
  close: 'closed',
  cancel: 'cancelled',
} as const satisfies Record<Judgement, ActionState>

/** States in which a judgement may be made. An answer may be judged alone; what was accepted is closed, or sent back when it did not hold. */
const judgedFrom: Readonly<Record<Judgement, readonly ActionState[]>> = {
  accept: ['answered'],
  return: ['answered', 'accepted'],
  close: ['accepted'],
  cancel: ['opened', 'answered', 'returned'],
}

export const mayJudge = (state: ActionState): readonly Judgement[] =>
  judgements.filter((one) => judgedFrom[one].includes(state))

/** The vendor answers what is open or was sent back, and may better its answer until it is judged. */
export const mayAnswer = (state: ActionState): boolean =>
  state === 'opened' || state === 'returned' || state === 'answered'

/** Waits for the vendor: then it has a due date that can pass. */
export const waitsForVendor = (state: ActionState): boolean => state === 'opened' || state === 'returned'

export const isOverdue = ({ state, due_on }: { state: ActionState; due_on: string }, today: string): boolean =>
  waitsForVendor(state) && due_on < today

/** Over; nothing is said of it any more. */
export const isOver = (state: ActionState): boolean => state === 'closed' || state === 'cancelled'

/** Words are needed to send back and to cancel: whoever reads them must know why. */
export const needsWords = (judgement: Judgement): boolean => judgement === 'return' || judgement === 'cancel'

/** A vendor is reminded so many days before the due date. */
export const remindDaysBefore = 3

export const actionTabs = ['to_answer', 'overdue', 'to_check', 'accepted', 'over', 'all'] as const
export type ActionTab = (typeof actionTabs)[number]

/** What one may be about. */
export const aboutKinds = ['order', 'shipment', 'box', 'lot', 'discrepancy', 'reason'] as const
export type AboutKind = (typeof aboutKinds)[number]

export const aboutWords = {
  order: key('Order'),
  shipment: key('Shipment'),
  box: key('Box'),
  lot: key('Lot'),
  discrepancy: key('Difference'),
  reason: key('Defect reason'),
} as const satisfies Record<AboutKind, string>

export const MOST_ACTION_PHOTOS = 20

export const actionWords = {
  opened: key('The corrective action is on its way to the vendor.'),
  answered: key('Your answer is on its way to the company.'),
  accept: key('The answer is accepted.'),
  return: key('Sent back to the vendor.'),
  close: key('The corrective action is closed.'),
  cancel: key('The corrective action is cancelled.'),
  saved: key('Corrective action saved.'),
  notFound: key('There is no corrective action {{number}}.'),
  noVendor: key('There is no such vendor.'),
  noOwner: key('This person cannot answer for the vendor.'),
  past: key('The due date has passed already.'),
  noAbout: key('This vendor has no such {{kind_key}}.'),
  noMove: key('Corrective action {{number}} is {{state_key}}: this cannot be done now.'),
  needsWords: key('Please say why.'),
  noPhoto: key('This photograph is not there.'),
} as const
