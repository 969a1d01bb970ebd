import { qcStatuses } from '../../../shared/areas/qc-boxes/status.ts'
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

export const resultsParams = {
  /** `india_notes`: what India sent back; `debit_notes`: what is claimed for pieces that it rejected. */
  tab: oneOfParam(['boxes', 'notes', 'india_notes', 'debit_notes'], 'boxes'),
  q: filterBy('search', textParam()),
  supplier: filterBy('supplier_id', textParam()),
  status: filterBy('status', manyOfParam(qcStatuses)),
  /** Only boxes with a difference that nobody has settled. */
  open: filterBy('open_case', flagParam()),
  from: filterBy('inwarded_from', dayParam()),
  to: filterBy('inwarded_to', dayParam()),
  /** Only notes that were taken back, or only those that stand. */
  state: filterBy('state', oneOfParam(['', 'SENT', 'CANCELLED'], '')),
  /** Only debit notes that stand so. */
  claim: filterBy('state', oneOfParam(['', 'OPEN', 'DISPUTED', 'UPHELD', 'DONE', 'UNDONE'], '')),
  sort: oneOfParam(['inwarded_at', 'age', 'pieces'], 'inwarded_at'),
  up: flagParam(),
  /** The open box, by its SSCC. */
  box: placeParam(textParam()),
  /** What of the open box is in sight. */
  view: placeParam(oneOfParam(['', 'talk'], '')),
  /** The open return note. */
  note: placeParam(textParam()),
  /** The open debit note. */
  debit: placeParam(textParam()),
}

export type ResultsParams = typeof resultsParams
export type ResultsState = StateOf<typeof resultsParams>

/** What of the address asks for boxes, and what for notes. */
export const boxWords = ['q', 'supplier', 'status', 'open', 'from', 'to'] as const
export const noteWords = ['q', 'supplier', 'state'] as const
export const debitWords = ['q', 'supplier', 'claim'] as const
