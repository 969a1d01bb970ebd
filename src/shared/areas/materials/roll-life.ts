import { lifecycle } from '../../kernel/lifecycle.ts'
import { key } from '../../kernel/words.ts'
import { materialRights } from './rights.ts'

export const rollStates = ['to_inspect', 'on_hold', 'accepted', 'rejected'] as const
export type RollState = (typeof rollStates)[number]

export const rollStateWords = {
  to_inspect: key('To inspect'),
  on_hold: key('On hold'),
  accepted: key('Accepted'),
  rejected: key('Rejected'),
} as const satisfies Record<RollState, string>

export const rollWords = {
  noMove: key('Roll {{number}} is {{state_key}}: this cannot be done now.'),
  notAccepted: key('Roll {{number}} is not accepted: only accepted cloth is reserved.'),
  isReserved: key('Cloth of roll {{number}} is reserved for orders or cut. Release it first.'),
} as const

/** A roll with the length that orders hold of it or have cut from it. */
interface HeldRoll {
  number: string
  state: RollState
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
      from: ['on_hold', 'accepted', 'rejected'],
      to: 'to_inspect',
      needsWords: true,
      closed: { to_inspect: key('It waits for its inspection already.') },
    },
  },
})
