/** What becomes of a box at China QC in the demo data, step by step. */
export type QcStep =
  | 'count'
  | 'count_short'
  | 'count_over'
  | 'claim'
  | 'pass'
  | 'pass_half'
  | 'fail_some'
  | 'fail_all'
  | 'hold_some'
  | 'skip'
  | 'shelve'
  | 'ready'
  | 'invoice'
  | 'ship'
  | 'return'

export interface Fate {
  steps: readonly QcStep[]
  /** Boxes of one paper share its name: an invoice, a return note. */
  paper?: string
}

const inspected = ['count', 'pass'] as const
const failed = ['count', 'fail_some'] as const

const waiting: Fate = { steps: [] }
const validated: Fate = { steps: ['count'] }
const shipped: Fate = { steps: [...inspected, 'ready', 'invoice', 'ship'], paper: 'shipped' }
const toShip: Fate = { steps: [...inspected, 'ready', 'invoice'], paper: 'to_ship' }
const invoiced: Fate = { steps: [...inspected, 'ready', 'invoice'], paper: 'open' }
const ready: Fate = { steps: [...inspected, 'ready'] }
const passed: Fate = { steps: inspected }
const shelved: Fate = { steps: [...inspected, 'shelve'] }
const rejected: Fate = { steps: ['count', 'fail_all'] }

/** The inwarded shipments in their order, each with the fates of its boxes in theirs; the last fate holds for the rest. */
export const fates: readonly (readonly Fate[])[] = [
  [shipped, shipped, { steps: ['count', 'fail_some', 'return', 'ready', 'invoice', 'ship'], paper: 'shipped' }, toShip],
  [invoiced, invoiced, { steps: ['count', 'skip', 'ready', 'invoice'], paper: 'open' }, ready],
  [
    { steps: failed },
    { steps: ['count', 'fail_all', 'return'], paper: 'first' },
    { steps: ['count', 'fail_all', 'return'], paper: 'first' },
    passed,
    rejected,
  ],
  [
    passed,
    shelved,
    shelved,
    validated,
    { steps: ['count', 'pass_half'] },
    { steps: ['count_short'] },
    { steps: ['count', 'hold_some'] },
    { steps: ['count_short', 'claim', 'pass'] },
    passed,
  ],
  [validated, { steps: ['count_over'] }, waiting],
  [waiting],
]
