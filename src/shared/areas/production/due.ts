import type { OrderState } from './order-states.ts'
import { productionWords } from './words.ts'

/** Says what is wrong with a day that work is to be due on; null where nothing is, or the day stays as it was. */
export function dueFault(day: string | null | undefined, before: string | null, today: string) {
  if (day === null || day === undefined || day === before || day >= today) return null
  return { message: productionWords.past, values: { due_day: day } }
}

/** Says whether a job card is valid: one of an order that was taken back is not, nor one that a later card replaced. */
export const isCardValid = (state: OrderState, isLast: boolean) =>
  isLast && (state === 'SENT_FOR_PRODUCTION' || state === 'PRODUCTION_ON_HOLD')

/** "Other" alone tells nobody why. */
export const isEmptyReason = (reason: string) => /^other[\s:.\u00b7\u2013-]*$/i.test(reason.trim())

/** Says what is wrong with a day that a facility is to begin on; null where nothing is, or the day stays as it was. */
export function startFault(day: string, before: string | null, today: string) {
  return day === before || day >= today ? null : { message: productionWords.pastStart, values: { start_day: day } }
}

/** A rate of zero would be work for nothing: a rate that is not agreed is left empty. */
export const isZeroRate = (rate: { minor: number } | null | undefined) => rate?.minor === 0
