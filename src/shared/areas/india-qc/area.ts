import { area } from '../../kernel/area.ts'
import { indiaQcRights } from './rights.ts'
import { indiaQcTones } from './status.ts'

/** What all of India QC goes by; its calls are those of the areas of receiving, inspection, rejected pieces and purchase orders. */
export const indiaQcArea = area({
  calls: {},
  rights: indiaQcRights,
  /** Events of boxes in India, which their vendors are not told. */
  feed: { box_in_india: indiaQcRights.indiaReceive },
  facts: {
    india_received: 'Received in India',
    accepted: 'Accepted in India',
    rejected: 'Rejected in India',
    purchased: 'On purchase orders',
  },
  statuses: indiaQcTones,
})
