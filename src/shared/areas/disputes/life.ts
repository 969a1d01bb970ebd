import { type Living, lifecycle } from '../../kernel/lifecycle.ts'
import { key } from '../../kernel/words.ts'
import { disputeRights } from './rights.ts'
import { type DisputeState, disputeStateWords, disputeWords, liveStates } from './rules.ts'

interface LivingDispute extends Living<DisputeState> {
  /** What was decided is still to be done. */
  is_to_do: boolean
}

const { raiseDispute, handleDisputes, settleDisputes } = disputeRights
const ofVendor = { by: raiseDispute.roles, side: 'vendor' } as const
const ofHouse = { by: handleDisputes.roles, side: 'house' } as const

/** A dispute's way: the company asks and is answered, and decides, also without the answer; or the vendor takes it back. */
export const disputeLife = lifecycle<
  DisputeState,
  'answer' | 'withdraw' | 'ask' | 'settle' | 'hand_over',
  LivingDispute
>({
  states: disputeStateWords,
  closed: disputeWords.noMove,
  moves: {
    answer: {
      ...ofVendor,
      ...{ from: ['asked'], to: 'answered' },
      closed: {
        open: key('QC has asked you nothing about this dispute yet.'),
        answered: key('Your answer is with QC already.'),
      },
    },
    withdraw: { ...ofVendor, from: liveStates, to: 'withdrawn' },
    ask: {
      ...ofHouse,
      ...{ from: ['open', 'answered'], to: 'asked' },
      closed: { asked: key('The vendor is asked already, and has not answered yet.') },
    },
    settle: { by: settleDisputes.roles, side: 'house', from: liveStates },
    hand_over: { ...ofHouse, from: liveStates, alsoFor: ({ is_to_do }) => is_to_do },
  },
})
