import { useAnswer } from '../../actions/useRows.ts'
import { deliveryFilter, type InwardState } from './inward-params.ts'

/** What was expected by day and carrier, and how much of it came; with the sites where a scanner may stand. */
export function useArrivals(filter: Partial<ReturnType<typeof deliveryFilter>> & { site?: string }) {
  const found = useAnswer('chinaQc.getAwaitingInwardBoxes', { part: 'arrivals', ...filter })
  return { ...found, arrivals: found.data?.arrivals ?? none, sites: found.data?.sites ?? noSites }
}

export type Arrival = ReturnType<typeof useArrivals>['arrivals'][number]

const none: NonNullable<ReturnType<typeof useAnswer<'chinaQc.getAwaitingInwardBoxes'>>['data']>['arrivals'] & object =
  []
const noSites: NonNullable<ReturnType<typeof useAnswer<'chinaQc.getAwaitingInwardBoxes'>>['data']>['sites'] & object =
  []

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
