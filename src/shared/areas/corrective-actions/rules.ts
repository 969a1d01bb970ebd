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

/** What the company says of one. */
export const judgements = ['accept', 'return', 'close', 'cancel'] as const
export type Judgement = (typeof judgements)[number]

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
  noPhoto: key('This photograph is not there.'),
} as const
