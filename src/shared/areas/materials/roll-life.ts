import { lifecycle } from '../../kernel/lifecycle.ts'
import { key } from '../../kernel/words.ts'
import { materialRights } from './rights.ts'

export const rollStates = ['to_inspect', 'on_hold', 'accepted', 'rejected'] as const
export type RollState = (typeof rollStates)[number]

export const rollStateWords = {
  to_inspect: key('To inspect'),
  on_hold: key('On hold'),
  accepted: key('Accepted'),
  // With a space: “Rejected” alone is said of orders.
  rejected: key('Rejected '),
} as const satisfies Record<RollState, string>

/** How events name a state: other records have states of the same names. */
export const rollStateCode = (state: string) => `roll_${state}`

export const rollWords = {
  noMove: key('Roll {{number}} is {{state_key}}: this cannot be done now.'),
  isEmpty: key('Nothing is left of roll {{number}}.'),
  isReserved: key('Orders hold cloth of roll {{number}}. Release it first.'),
} as const

interface HeldRoll {
  number: string
  state: RollState
  /** What orders hold of it, and what is left of it altogether. */
  reserved: number
  left: number
}

const byHouse = { by: materialRights.changeMaterials.roles, side: 'house' } as const

/** A roll's inspection: accepted, rejected or put on hold, and inspected again while none of it is reserved. */
export const rollLife = lifecycle<RollState, 'accept' | 'reject' | 'hold' | 'reinspect', HeldRoll>({
  states: rollStateWords,
  closed: rollWords.noMove,
  moves: {
    accept: {
      ...byHouse,
      from: ['to_inspect', 'on_hold'],
      to: 'accepted',
      closed: { rejected: key('It is rejected: inspect it again first.') },
    },
    reject: {
      ...byHouse,
      from: ['to_inspect', 'on_hold'],
      to: 'rejected',
      needsWords: true,
      closed: { accepted: key('It is accepted: inspect it again first.') },
    },
    hold: {
      ...byHouse,
      from: ['to_inspect'],
      to: 'on_hold',
      needsWords: true,
      closed: {
        accepted: key('It is accepted: inspect it again first.'),
        rejected: key('It is rejected: inspect it again first.'),
      },
    },
    reinspect: {
      ...byHouse,
      from: ['accepted', 'rejected'],
      to: 'to_inspect',
      needsWords: true,
      shutBy: ({ reserved, left }) => (reserved > 0 ? rollWords.isReserved : left <= 0 ? rollWords.isEmpty : null),
      closed: {
        to_inspect: key('It waits for its inspection already.'),
        on_hold: key('It waits for its verdict: inspect it.'),
      },
    },
  },
})
