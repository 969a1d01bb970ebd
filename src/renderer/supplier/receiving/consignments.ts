import type { CallData } from '../../actions/calls.ts'
import { useAnswer } from '../../actions/useRows.ts'

type Data = CallData<'indiaReceiving.getAwaitingInwardBoxes'>
export type Consignment = NonNullable<Data['consignments']>[number]

const none: Consignment[] = []
const noSites: NonNullable<Data['sites']> = []

/** What brings boxes to India, and the sites where a scanner may stand. Whoever asks alike shares the answer. */
export function useConsignments(
  filter: { site?: string; consignment?: string } = {},
  options: { enabled?: boolean } = {},
) {
  const found = useAnswer('indiaReceiving.getAwaitingInwardBoxes', { part: 'arrivals', ...filter }, options)
  return { ...found, consignments: found.data?.consignments ?? none, sites: found.data?.sites ?? noSites }
}
