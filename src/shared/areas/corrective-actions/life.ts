import { lifecycle } from '../../kernel/lifecycle.ts'
import { key } from '../../kernel/words.ts'
import { correctiveActionRights } from './rights.ts'
import { actionStateWords, actionWords } from './rules.ts'

const { correctiveActions, askCorrective } = correctiveActionRights
const ofVendor = { by: correctiveActions.roles, side: 'vendor' } as const
const ofHouse = { by: askCorrective.roles, side: 'house' } as const
const notAnswered = key('The vendor has not answered yet.')
const notAccepted = key('Its answer is not accepted yet.')

/** A corrective action's way: opened by the company, answered by the vendor, accepted or sent back, closed once it was seen to work. */
export const correctiveLife = lifecycle({
  states: actionStateWords,
  closed: actionWords.noMove,
  moves: {
    // An answer may be bettered until it is judged.
    answer: {
      ...ofVendor,
      ...{ from: ['opened', 'returned', 'answered'], to: 'answered' },
      closed: { accepted: key('Your answer is accepted already.') },
    },
    change: { ...ofHouse, from: ['opened', 'answered', 'returned', 'accepted'] },
    accept: {
      ...ofHouse,
      ...{ from: ['answered'], to: 'accepted' },
      closed: { opened: notAnswered, returned: notAnswered },
    },
    // What was accepted is sent back when it did not hold.
    return: {
      ...ofHouse,
      ...{ from: ['answered', 'accepted'], to: 'returned', needsWords: true },
      closed: { opened: notAnswered, returned: key('It is sent back already, and waits for the vendor.') },
    },
    close: {
      ...ofHouse,
      ...{ from: ['accepted'], to: 'closed' },
      closed: { opened: notAnswered, returned: notAnswered, answered: notAccepted },
    },
    cancel: {
      ...ofHouse,
      ...{ from: ['opened', 'answered', 'returned'], to: 'cancelled', needsWords: true },
      closed: { accepted: key('Its answer is accepted: close it, or send it back.') },
    },
  },
})
