import type { WordValues } from './words.ts'

/**
 * Every error the API answers has this body; `message` is the specification's wording. The key of its translation is
 * `details.message_key` where the message names values, otherwise the message itself.
 */
export interface ErrorBody {
  message: string
  code: ErrorCode
  details: ErrorDetails
}

export const errorStatus = {
  invalid_input: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  too_slow: 408,
  conflict: 409,
  stale: 409,
  move_not_allowed: 409,
  idempotency_mismatch: 409,
  other_user: 409,
  gone: 410,
  too_large: 413,
  wrong_host: 421,
  file_refused: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
  disk_full: 507,
} as const

export type ErrorCode = keyof typeof errorStatus

export interface ErrorDetails {
  /** The message with its `{{order_id}}` still in it; `values` fill it, in any language: WordValues of the domain. */
  message_key?: string
  values?: WordValues
  /** For `invalid_input`: which field of the request and why. */
  fields?: FieldProblem[]
  /** For `file_refused`: every fault found (the first 1,000) and how many there are. */
  faults?: FaultBody[]
  fault_count?: number
  /** For `file_refused`: ask for the corrected workbook by this id; rows that could be taken by `good_rows`. */
  upload_id?: string
  good_rows?: number
  /** Pieces that go elsewhere (back to the shipping platform) where only those rows are taken. */
  good_rows_leave?: number
  /** For `move_not_allowed`: what may be done now. */
  allowed?: string[]
  /** For `stale`: who changed it and when. */
  changed_by?: string
  changed_at?: string
  /** For `unauthenticated`: the session was ended by somebody, for this reason. */
  ended?: string
  /** For `unauthenticated` after repeated failures and for `too_many_requests`. */
  retry_after_seconds?: number
}

/** Said like an error's own message; without values of its own, the error's fill it. */
export interface FieldProblem {
  field: string
  message: string
  message_key?: string
  values?: WordValues
}

export interface FaultBody {
  sheet: string
  row: number
  column: string
  cell: string
  value: string
  message: string
  expected?: string | undefined
  /** Values for the blanks of `expected`. */
  values?: WordValues | undefined
}
