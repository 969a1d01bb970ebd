import type { Tone } from '../../kernel/area.ts'
import type { BoxOrigin } from '../qc-boxes/qc-sites.ts'

/** What may be wrong with a whole box: it did not come, nobody expected it, or it is damaged. Pieces within a box are counted. */
export const boxDiscrepancyKinds = ['short', 'excess', 'damaged'] as const
export type BoxDiscrepancyKind = (typeof boxDiscrepancyKinds)[number]

export const boxOutcomes = ['found', 'claim', 'write_off', 'accepted', 'sent_back', 'mistake'] as const
export type BoxOutcome = (typeof boxOutcomes)[number]

/** What may become of each kind, the usual first. A short box that is received is found by itself. */
export const outcomesOf: Readonly<Record<BoxDiscrepancyKind, readonly BoxOutcome[]>> = {
  short: ['claim', 'write_off', 'found'],
  excess: ['accepted', 'sent_back', 'mistake', 'found'],
  damaged: ['claim', 'accepted', 'sent_back', 'write_off', 'mistake'],
}

/** Outcomes that fit every one of these kinds, in the order of the first. */
export function outcomesForAll(kinds: readonly BoxDiscrepancyKind[]): readonly BoxOutcome[] {
  const [first, ...others] = [...new Set(kinds)]
  if (first === undefined) return []
  return outcomesOf[first].filter((outcome) => others.every((kind) => outcomesOf[kind].includes(outcome)))
}

/** English, and the keys of their translations. */
export const boxKindWords: Readonly<Record<BoxDiscrepancyKind, string>> = {
  short: 'Short box',
  excess: 'Excess box',
  damaged: 'Damaged box',
}

export const boxOutcomeWords: Readonly<Record<BoxOutcome, string>> = {
  found: 'Found after all',
  claim: 'Claimed',
  write_off: 'Written off',
  accepted: 'Kept as it is',
  sent_back: 'Sent back',
  mistake: 'Noted by mistake',
}

export const originWords: Readonly<Record<BoxOrigin, string>> = {
  export_order: 'Export order',
  shipment: 'Direct shipment',
  production: 'Production',
}

/** Where what is on its way to India stands. */
export const arrivalStates = ['On the way', 'Arriving', 'All here', 'Closed'] as const
export type ArrivalState = (typeof arrivalStates)[number]

export const arrivalTones: Readonly<Record<ArrivalState, Tone>> = {
  'On the way': 'neutral',
  Arriving: 'active',
  'All here': 'good',
  Closed: 'neutral',
}

/** `isClosed`: nobody expects a further box of it. */
export function arrivalState(arrival: { expected: number; scanned: number; isClosed: boolean }): ArrivalState {
  if (arrival.scanned >= arrival.expected) return 'All here'
  if (arrival.isClosed) return 'Closed'
  return arrival.scanned > 0 ? 'Arriving' : 'On the way'
}

/** Some of its boxes came, and others are still to come. */
export const isBegun = (arrival: { expected: number; scanned: number; closed_at: string | null }): boolean =>
  arrivalState({ ...arrival, isClosed: arrival.closed_at !== null }) === 'Arriving'

interface Arriving {
  number: string
  closed_at: string | null
}

/**
 * What a station counts: the arrival that was chosen, else that of the box scanned last, else all that are open. A closed one is counted
 * while it is asked for: a late box of it has come. One that nobody knows is as none.
 */
export function countedArrivals<A extends Arriving>(
  arrivals: readonly A[],
  asked: { chosen: string; last: string },
): { chosen: string; counted: readonly A[]; choices: readonly A[] } {
  const number = [asked.chosen, asked.last].find((one) => arrivals.some((arrival) => arrival.number === one)) ?? ''
  const choices = arrivals.filter((one) => one.closed_at === null || one.number === number)
  return { chosen: number, counted: number === '' ? choices : choices.filter((one) => one.number === number), choices }
}

/** The translation keys as well. */
export const indiaReceivingMessages = {
  undoneWithNote:
    'Box {{box_no}} of shipment {{shipment_id}} is on its way again. Its damage note is closed, as noted by mistake.',
  noArrival: 'Nothing with the number {{number}} is on its way here.',
  isClosed: 'The arrival of {{number}} was closed already, by {{by}}.',
  isOpen: 'The arrival of {{number}} is not closed.',
  allHere: 'All boxes of {{number}} are here: there is nothing to close.',
  changed: 'Something changed since: boxes still to come are {{to_come}}. Please look again.',
  discrepancyGone: 'This difference is no longer there. Please look again.',
  isSettled: 'The difference of box {{code}} was settled already, by {{by}}.',
  isNotSettled: 'The difference of box {{code}} is not settled.',
  wrongOutcome: 'This outcome does not fit the difference of box {{code}}.',
  notedAgain: 'Box {{code}} is received by now, or another difference of this kind is open for it.',
  expectedHere: 'Box {{code}} is expected here: please receive it.',
  notReceived: 'Box {{code}} is not received here: only a box that is here can be damaged.',
  noPhoto: 'This photo is not there.',
} as const
