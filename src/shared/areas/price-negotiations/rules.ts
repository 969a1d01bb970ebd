import { key } from '../../kernel/words.ts'

export const negotiationStates = ['OPEN', 'AGREED', 'ABANDONED'] as const
export const sides = ['vendor', 'house'] as const
export const moveNames = ['counter', 'agree', 'abandon', 'reopen', 'take_back'] as const

export type NegotiationState = (typeof negotiationStates)[number]
export type Side = (typeof sides)[number]
export type Move = (typeof moveNames)[number]

interface Standing {
  state: NegotiationState
  /** Who spoke last. */
  last_side: Side
  /** Until when who agreed may take that back; null where nobody agreed by a move. */
  take_back_until: string | null
}

/** For so long an agreement can be taken back, minutes. */
export const takeBackMinutes = 15

/**
 * What a side may do now. Only what the other side said last can be agreed to; either may say another price at any time, and walk away.
 * Who agreed may take that back for a while. Reopening is for the company's people with the right to it, whom `mayReopen` tells.
 */
export function allowedMoves(
  { state, last_side, take_back_until }: Standing,
  side: Side,
  mayReopen: boolean,
): readonly Move[] {
  const isFresh = take_back_until !== null && Date.parse(take_back_until) > Date.now()
  const mayTakeBack = state === 'AGREED' && last_side !== side && isFresh
  if (state !== 'OPEN')
    return [...(mayTakeBack ? (['take_back'] as const) : []), ...(mayReopen ? (['reopen'] as const) : [])]
  return last_side === side ? ['counter', 'abandon'] : ['agree', 'counter', 'abandon']
}

/** Why an agreement gave an order its price: kept in English, with its number. */
export const agreedReason = (number: string) => `Price agreed in ${number}`

/** The same of one that was taken back. */
export const takenBackReason = (number: string) => `Price taken back in ${number}`

const reasonWords = {
  'Price agreed in': key('Price agreed in {{number}}'),
  'Price taken back in': key('Price taken back in {{number}}'),
} as const

/** The negotiation that such a reason names, with its words; null for any other reason. */
export function pricedIn(reason: string): { words: string; number: string } | null {
  const [, start = '', number = ''] = /^(Price (?:agreed|taken back) in) (PN-\d+)$/.exec(reason) ?? []
  const words: string | undefined = reasonWords[start as keyof typeof reasonWords]
  return words === undefined ? null : { words, number }
}

export const negotiationTabs = ['ours', 'vendors', 'agreed', 'abandoned', 'all'] as const

export const negotiationStatuses = [
  'Waits for us',
  'Waits for the company',
  'Waits for vendor',
  'Waits for you',
  'Agreed',
  'Abandoned',
] as const

/** As it is said to that side: what waits for a vendor waits for "you" to it, what waits for the company for "us" to its people. */
export function statusOf(
  { state, last_side }: Pick<Standing, 'state' | 'last_side'>,
  reader: Side,
): (typeof negotiationStatuses)[number] {
  if (state === 'AGREED') return 'Agreed'
  if (state === 'ABANDONED') return 'Abandoned'
  if (last_side === 'vendor') return reader === 'vendor' ? 'Waits for the company' : 'Waits for us'
  return reader === 'vendor' ? 'Waits for you' : 'Waits for vendor'
}

/** From one price to another, in hundredths of a percent; null where there is nothing to compare with. */
export const changeOf = (from: number | null, to: number): number | null =>
  from === null || from === 0 ? null : Math.round(((to - from) * 10_000) / from)

export const mostPrice = 10_000_000

export const negotiationWords = {
  asked: key('The price is on its way to the other side.'),
  countered: key('Your price is on its way to the other side.'),
  agreed: key('Agreed. Orders that are not invoiced yet take this price.'),
  abandoned: key('The negotiation is abandoned.'),
  takenBack: key('The agreement is taken back: orders and inventory have their earlier prices.'),
  usedByNow: key(
    'Order {{order_id}} was invoiced or priced anew since: the agreement stays. Please open the negotiation again.',
  ),
  reopened: key('The negotiation is open again.'),
  many: key('Negotiations saved.'),
  poc: key('The buyer in charge is changed.'),
  entered: key('The agreement is entered.'),
  guides: key('Target and floor saved.'),
  noMove: key('Negotiation {{number}} does not allow this now.'),
  isOpen: key('Style {{style_id}} is being negotiated already: {{number}}.'),
  needsPrice: key('Please enter a price.'),
  needsVersion: key('Please give the version of the negotiation that was seen.'),
  openByNow: key('Style {{style_id}} is being negotiated by now: {{number}}. Please look again.'),
  noLongerOpen: key('Negotiation {{number}} is not open any more. Please look again.'),
  samePrice: key('This is the price that stands. Please agree to it, or enter another.'),
  noProof: key('Please say where this was agreed.'),
  noBuyer: key('This person cannot be in charge of a price.'),
  proofKept: key('The proof is attached.'),
  proofGone: key('This proof is not there.'),
  settingsSaved: key('Negotiation settings saved.'),
} as const

export const moveWords = {
  ask: key('Asked'),
  counter: key('Countered'),
  agree: key('Agreed'),
  abandon: key('Abandoned'),
  reopen: key('Opened again'),
  enter: key('Entered by hand'),
  take_back: key('Agreement taken back'),
} as const
