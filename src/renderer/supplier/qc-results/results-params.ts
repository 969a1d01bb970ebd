import { qcStatuses } from '../../../shared/areas/qc-boxes/status.ts'
import {
  dayParam,
  flagParam,
  manyOfParam,
  oneOfParam,
  placeParam,
  type StateOf,
  textParam,
} from '../../table/list-state.ts'

export const resultsParams = {
  tab: oneOfParam(['boxes', 'notes'], 'boxes'),
  q: textParam(),
  supplier: textParam(),
  status: manyOfParam(qcStatuses),
  from: dayParam(),
  to: dayParam(),
  /** Only notes that were taken back, or only those that stand. */
  state: oneOfParam(['', 'SENT', 'CANCELLED'], ''),
  sort: oneOfParam(['inwarded_at', 'pieces'], 'inwarded_at'),
  up: flagParam(),
  /** The open box, by its SSCC. */
  box: placeParam(textParam()),
  /** The open return note. */
  note: placeParam(textParam()),
}

export type ResultsState = StateOf<typeof resultsParams>

export const boxFilterKeys = ['q', 'supplier', 'status', 'from', 'to'] as const
export const noteFilterKeys = ['q', 'supplier', 'state'] as const

export function boxFilter({ q, supplier, status, from, to }: ResultsState) {
  return {
    ...(q && { search: q }),
    ...(supplier && { supplier_id: supplier }),
    ...(status.length > 0 && { status: [...status] }),
    ...(from && { inwarded_from: from }),
    ...(to && { inwarded_to: to }),
  }
}

export function noteFilter({ q, supplier, state }: ResultsState) {
  return { ...(q && { search: q }), ...(supplier && { supplier_id: supplier }), ...(state && { state }) }
}
