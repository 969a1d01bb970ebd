import { type Lifecycle, type Living, lifecycle } from '../../kernel/lifecycle.ts'
import { key } from '../../kernel/words.ts'
import { type LackingThing, lackingBefore, lackingWords } from './lacking.ts'
import { type OrderPath, type OrderState, orderStateWords } from './order-states.ts'
import { productionRights } from './rights.ts'

/** What the moves of an order hang on, beside its state. */
export interface OrderFacts extends Living<OrderState> {
  path: OrderPath
  /** What it was when it was put on hold. */
  held_from: OrderState | null
  needs_marker: boolean
  /** A marker stands for the order as it is now: no size or quantity changed since. */
  has_marker: boolean
  /** Cloth was cut for it. */
  is_cut: boolean
  pieces: number
  lacking: readonly LackingThing[]
}

const { runProduction, makeMarkers } = productionRights
const run = { by: runProduction.roles, side: 'house' } as const
const beforeSent = ['ACTION_REQUIRED', 'READY_FOR_ALLOCATION', 'CAD', 'READY_FOR_PRODUCTION'] as const
const isSent = key('It is sent for production: take it back first.')
const isHeld = key('It is on hold: release it first.')
const isStopped = key('Its production is on hold: release it first.')
const isRejected = key('It is rejected: recover it first.')
const notReady = key('It is not ready for allocation yet.')
const noFacility = key('No facility is assigned yet.')
const noMarkerYet = key('CAD has not made its marker yet.')
const isCut = key('Cloth is cut for it already.')
const holdFirst = key('Put it on hold first.')
const over = { REJECTED: isRejected, ON_HOLD: isHeld, PRODUCTION_ON_HOLD: isStopped } as const
const beforeSentOnly = { ...over, SENT_FOR_PRODUCTION: isSent } as const

/** Says what is lacking first, of what must be there before a step. */
const shutByLacking = (step: 'READY_FOR_ALLOCATION' | 'SENT_FOR_PRODUCTION') => (order: OrderFacts) => {
  const [first] = lackingBefore(step, order.lacking ?? [])
  return first === undefined ? null : lackingWords[first]
}

const moves = {
  // Grid, due date, marker or not: while nobody has planned by them.
  edit: {
    ...run,
    from: ['ACTION_REQUIRED', 'READY_FOR_ALLOCATION', 'ON_HOLD'],
    shutBy: ({ state, held_from }: OrderFacts) =>
      state === 'ON_HOLD' && (held_from === 'CAD' || held_from === 'READY_FOR_PRODUCTION')
        ? key('Facilities are assigned by its quantities: take it back to allocation first.')
        : null,
    closed: {
      ...over,
      SENT_FOR_PRODUCTION: isSent,
      CAD: key('Facilities are assigned by its quantities: take it back to allocation first.'),
      READY_FOR_PRODUCTION: key('Facilities are assigned by its quantities: take it back to allocation first.'),
    },
  },
  make_ready: {
    ...run,
    from: ['ACTION_REQUIRED'],
    to: 'READY_FOR_ALLOCATION',
    shutBy: shutByLacking('READY_FOR_ALLOCATION'),
    closed: { ...over, READY_FOR_ALLOCATION: key('It is ready for allocation already.') },
  },
  hold: {
    ...run,
    from: beforeSent,
    to: 'ON_HOLD',
    needsWords: true,
    closed: { ON_HOLD: key('It is on hold already.'), REJECTED: isRejected, PRODUCTION_ON_HOLD: isStopped },
  },
  // Back to where it was held: `releasedTo`.
  release: {
    ...run,
    from: ['ON_HOLD', 'PRODUCTION_ON_HOLD'],
    closed: { REJECTED: isRejected },
  },
  reject: {
    ...run,
    from: ['ACTION_REQUIRED', 'ON_HOLD', 'PRODUCTION_ON_HOLD'],
    to: 'REJECTED',
    needsWords: true,
    shutBy: (order: OrderFacts) => (order.is_cut ? isCut : null),
    closed: {
      READY_FOR_ALLOCATION: holdFirst,
      CAD: holdFirst,
      READY_FOR_PRODUCTION: holdFirst,
      SENT_FOR_PRODUCTION: holdFirst,
      REJECTED: key('It is rejected already.'),
    },
  },
  recover: { ...run, from: ['REJECTED'], to: 'ACTION_REQUIRED' },
  // To CAD where a marker is needed and none stands: `assignedTo`.
  assign: {
    ...run,
    from: ['READY_FOR_ALLOCATION'],
    closed: {
      ...over,
      ACTION_REQUIRED: notReady,
      CAD: key('It is assigned already: change its facilities instead.'),
      READY_FOR_PRODUCTION: key('It is assigned already: change its facilities instead.'),
      SENT_FOR_PRODUCTION: isSent,
    },
  },
  reassign: {
    ...run,
    from: ['CAD', 'READY_FOR_PRODUCTION'],
    closed: { ...beforeSentOnly, ACTION_REQUIRED: notReady, READY_FOR_ALLOCATION: noFacility },
  },
  complete_cad: {
    by: makeMarkers.roles,
    side: 'house',
    from: ['CAD', 'READY_FOR_PRODUCTION'],
    to: 'READY_FOR_PRODUCTION',
    closed: { ...beforeSentOnly, ACTION_REQUIRED: notReady, READY_FOR_ALLOCATION: noFacility },
  },
  send: {
    ...run,
    from: ['READY_FOR_PRODUCTION'],
    to: 'SENT_FOR_PRODUCTION',
    shutBy: shutByLacking('SENT_FOR_PRODUCTION'),
    closed: {
      ...over,
      ACTION_REQUIRED: notReady,
      READY_FOR_ALLOCATION: noFacility,
      CAD: noMarkerYet,
      SENT_FOR_PRODUCTION: key('It is sent already.'),
    },
  },
  stop: {
    ...run,
    from: ['SENT_FOR_PRODUCTION'],
    to: 'PRODUCTION_ON_HOLD',
    needsWords: true,
    closed: { PRODUCTION_ON_HOLD: key('It is on hold already.') },
  },
  // By a vendor clearance; rejected where nothing of it stays: `leadsTo`.
  clear: { ...run, from: ['SENT_FOR_PRODUCTION'] },
  // Facilities of the other path are chosen anew: `movedTo`.
  to_in_house: pathMove('IN_HOUSE', key('It is produced in-house already.')),
  to_outsourced: pathMove('OUTSOURCED', key('It is outsourced already.')),
  // One step back: `revertedTo`.
  revert: {
    ...run,
    from: ['READY_FOR_ALLOCATION', 'CAD', 'READY_FOR_PRODUCTION', 'SENT_FOR_PRODUCTION'],
    shutBy: (order: OrderFacts) => (order.is_cut ? isCut : null),
    closed: { ...over, ACTION_REQUIRED: key('This is its first step.') },
  },
} as const

function pathMove(path: OrderPath, already: string) {
  return {
    ...run,
    from: [...beforeSent, 'ON_HOLD'],
    shutBy: (order: OrderFacts) => (order.path === path ? already : null),
    closed: { SENT_FOR_PRODUCTION: isSent, PRODUCTION_ON_HOLD: isSent, REJECTED: isRejected },
  } as const
}

export type OrderMove = keyof typeof moves

/** A production order's way as one table: the tabs, who moves it between them, and why not. */
export const orderLife: Lifecycle<OrderState, OrderMove, OrderFacts> = lifecycle<OrderState, OrderMove, OrderFacts>({
  states: orderStateWords,
  closed: key('Production order {{number}} is in “{{state_key}}”: this cannot be done now.'),
  moves,
})

/** Gives the state that a move leads to; of those whose table names none it hangs on the order. */
export function leadsTo(move: OrderMove, order: OrderFacts): OrderState {
  const { to } = orderLife.ruleOf(move)
  if (to !== undefined) return to
  if (move === 'release')
    return order.state === 'PRODUCTION_ON_HOLD' ? 'SENT_FOR_PRODUCTION' : (order.held_from ?? 'ACTION_REQUIRED')
  if (move === 'assign') return order.needs_marker && !order.has_marker ? 'CAD' : 'READY_FOR_PRODUCTION'
  if (move === 'to_in_house' || move === 'to_outsourced') return backToAllocation(order.state)
  if (move === 'revert') return stepBefore(order)
  if (move === 'clear' && order.pieces === 0 && !order.is_cut) return 'REJECTED'
  return order.state
}

/** A held order that changes its path is released to where facilities are chosen, too. */
export function heldFromAfter(move: OrderMove, order: OrderFacts): OrderState | null {
  if (move === 'hold') return order.state
  if (move !== 'to_in_house' && move !== 'to_outsourced') return null
  return order.held_from === null ? null : backToAllocation(order.held_from)
}

const backToAllocation = (state: OrderState): OrderState =>
  state === 'CAD' || state === 'READY_FOR_PRODUCTION' ? 'READY_FOR_ALLOCATION' : state

function stepBefore({ state, needs_marker }: OrderFacts): OrderState {
  if (state === 'SENT_FOR_PRODUCTION') return 'READY_FOR_PRODUCTION'
  if (state === 'READY_FOR_PRODUCTION') return needs_marker ? 'CAD' : 'READY_FOR_ALLOCATION'
  return state === 'CAD' ? 'READY_FOR_ALLOCATION' : 'ACTION_REQUIRED'
}
