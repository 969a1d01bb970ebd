import { area } from '../../kernel/area.ts'
import { screen } from '../../kernel/screens.ts'
import { indiaQcCalls } from './calls.ts'
import { indiaQcFigures } from './figures.ts'
import { indiaQcRights } from './rights.ts'
import { indiaQcTones, receivedByIndia } from './status.ts'

/** What all of India QC goes by; most of its calls are those of the areas of receiving, inspection, rejected pieces and purchase orders. */
export const indiaQcArea = area({
  calls: indiaQcCalls,
  figures: indiaQcFigures,
  rights: indiaQcRights,
  screens: [screen('india-qc', '/supplier/qc-platform-india', 'QC Platform India', 'endorsed', indiaQcRights.indiaQc)],
  lists: { 'india-qc-boxes': indiaQcRights.indiaQc },
  /** Events of boxes in India, which their vendors are not told. */
  feed: { box_in_india: indiaQcRights.indiaReceive },
  facts: {
    india_received: 'Received in India',
    accepted: 'Accepted in India',
    rejected: 'Rejected in India',
    purchased: 'On purchase orders',
  },
  statuses: { ...indiaQcTones, [receivedByIndia]: 'good' },
})
