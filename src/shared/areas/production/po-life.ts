import { lifecycle } from '../../kernel/lifecycle.ts'
import { key } from '../../kernel/words.ts'
import { productionRights } from './rights.ts'

export const poStates = ['open', 'cancelled'] as const
export type PoState = (typeof poStates)[number]

export const poStateWords = {
  open: key('Open '),
  cancelled: key('Cancelled '),
} as const satisfies Record<PoState, string>

/** How the audit names a state: other records have states of these names. */
export const poStateCode = (state: PoState) => `production_po.${state}`

const run = { by: productionRights.productionOrdersOut.roles, side: 'house' } as const
const isOver = key('Production PO {{number}} is cancelled.')

export interface PoFacts {
  number: string
  state: PoState
  /** The order was sent by it. */
  is_sent: boolean
}

const shutOnceSent = ({ is_sent }: PoFacts) =>
  is_sent ? key('The order is sent for production by it: take the order back first.') : null

/** A purchase order to a facility that produces for the company. Cancelled, never deleted. */
export const productionPoLife = lifecycle<PoState, 'change' | 'cancel', PoFacts>({
  states: poStateWords,
  closed: isOver,
  moves: {
    change: { ...run, from: ['open'], shutBy: shutOnceSent, closed: { cancelled: isOver } },
    cancel: {
      ...run,
      from: ['open'],
      to: 'cancelled',
      needsWords: true,
      shutBy: shutOnceSent,
      closed: { cancelled: isOver },
    },
  },
})
