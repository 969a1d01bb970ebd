import { area } from '../../kernel/area.ts'
import { indiaQcRights } from './rights.ts'
import { indiaQcTones } from './status.ts'

/** What all of India QC goes by; its calls are those of the areas of receiving, inspection, rejected pieces and purchase orders. */
export const indiaQcArea = area({
  calls: {},
  rights: indiaQcRights,
  statuses: indiaQcTones,
})
