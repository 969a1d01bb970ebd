import type { CallData } from '../../actions/calls.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { deliveryFilter, type InwardState, noCarrier } from './inward-params.ts'

type Data = CallData<'chinaQc.getAwaitingInwardBoxes'>
export type Arrival = NonNullable<Data['arrivals']>[number]

const none: Arrival[] = []
const noSites: NonNullable<Data['sites']> = []

/**
 * What was expected by day and carrier, and how much of it came; with the sites where a scanner may stand. Whoever asks alike shares
 * the answer, which is loaded anew again and again while scans come in.
 */
export function useArrivals(filter: { site?: string; shipment_id?: string } = {}, options: { enabled?: boolean } = {}) {
  const found = useAnswer('chinaQc.getAwaitingInwardBoxes', { part: 'arrivals', ...filter }, options)
  return { ...found, arrivals: found.data?.arrivals ?? none, sites: found.data?.sites ?? noSites }
}

export interface Expected {
  expected: number
  scanned: number
}

export function sumOf(arrivals: readonly Arrival[]): Expected {
  return arrivals.reduce<Expected>(
    (sum, { expected, scanned }) => ({ expected: sum.expected + expected, scanned: sum.scanned + scanned }),
    { expected: 0, scanned: 0 },
  )
}

/** A delivery was chosen in the address. */
export function isDelivery(state: InwardState): boolean {
  return Object.keys(deliveryFilter(state)).length > 0
}

/** Those of the days and the carrier that the address names. */
export function ofDelivery(arrivals: readonly Arrival[], { from, to, carrier }: InwardState): readonly Arrival[] {
  return arrivals.filter(
    (one) =>
      (from === '' || one.day >= from) &&
      (to === '' || one.day <= to) &&
      (carrier === '' || (one.carrier ?? noCarrier) === carrier),
  )
}
