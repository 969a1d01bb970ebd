import { indiaQcStatuses, indiaQcTabs } from '../../../shared/areas/india-qc/status.ts'
import { boxDiscrepancyKinds } from '../../../shared/areas/india-receiving/rules.ts'
import { discrepancyTabs } from '../../../shared/areas/india-receiving/shapes.ts'
import {
  dayParam,
  filterBy,
  flagParam,
  manyOfParam,
  oneOfParam,
  placeParam,
  type StateOf,
  textParam,
} from '../../table/list-state.ts'

export const indiaParams = {
  tab: oneOfParam(['on_way', 'scan', 'received', 'discrepancies'], 'on_way'),
  q: filterBy('search', textParam()),
  supplier: filterBy('supplier_id', textParam()),
  consignment: filterBy('consignment', textParam()),
  site: filterBy('site', textParam()),
  /** All boxes on their way, whatever brings them. */
  boxes: placeParam(flagParam()),
  /** Only arrivals of which some boxes came. */
  begun: placeParam(flagParam()),
  from: filterBy('inwarded_from', dayParam()),
  to: filterBy('inwarded_to', dayParam()),
  part: oneOfParam(indiaQcTabs, 'all'),
  status: filterBy('status', manyOfParam(indiaQcStatuses)),
  /** Of discrepancies. */
  which: oneOfParam(discrepancyTabs, 'open'),
  kind: filterBy('kind', manyOfParam(boxDiscrepancyKinds)),
  sort: oneOfParam(['inwarded_at', 'age', 'pieces'], 'inwarded_at'),
  up: flagParam(),
  /** The open discrepancy. */
  case: placeParam(textParam()),
}

export type IndiaParams = typeof indiaParams
export type IndiaState = StateOf<IndiaParams>

/** What of the address each list is asked by. */
export const awaitingWords = ['q', 'supplier', 'consignment', 'site'] as const
export const receivedWords = ['q', 'supplier', 'consignment', 'site', 'from', 'to', 'status'] as const
export const discrepancyWords = ['q', 'consignment', 'site', 'kind'] as const
