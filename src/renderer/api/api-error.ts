import type { AxiosError } from 'axios'
import type { ErrorBody, ErrorCode, ErrorDetails } from '../../shared/kernel/errors.ts'
import { key } from '../i18n/formats.ts'
import { redactPath } from './request-log.ts'

/** Beside the server's codes: no answer came, or the caller cancelled. */
export type ApiErrorCode = ErrorCode | 'unreachable' | 'cancelled'

/** The specification's words when there is no usable status. */
export const unknownProblem = key('Something went wrong!')
export const unreachableProblem = key(
  'Something went wrong! The server cannot be reached. Check the connection and try again.',
)

/** How the server's log names a call: when its answer came (ISO 8601), its path without codes, its id. */
export interface AskedCall {
  at: string
  path: string
  requestId: string
}

/** Every failure of a call. `status` is 0 when no answer came; `message` is English and the key of its translation. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ApiErrorCode
  readonly details: ErrorDetails
  /** Null where no answer came. */
  readonly asked: AskedCall | null

  constructor(
    status: number,
    code: ApiErrorCode,
    message: string,
    details: ErrorDetails = {},
    asked: AskedCall | null = null,
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.details = details
    this.asked = asked
  }
}

/** What an error body says. Older servers misspell `message` as `mesage`; anything unreadable is "Something went wrong!". */
export function readErrorBody(status: number, body: unknown, asked: AskedCall | null = null): ApiError {
  const said = asRecord(body)
  const message = [said.message, said.mesage].find((words) => typeof words === 'string' && words.trim() !== '')
  const code = typeof said.code === 'string' ? (said.code as ErrorBody['code']) : codeOfStatus(status)
  return new ApiError(
    status,
    code,
    typeof message === 'string' ? message : unknownProblem,
    asRecord(said.details),
    asked,
  )
}

/** The call as the server's log knows it, by the id of its answer's header. */
export function askedCall(path: string | undefined, requestId: unknown): AskedCall | null {
  if (typeof requestId !== 'string' || requestId === '') return null
  return { at: new Date().toISOString(), path: redactPath(path ?? ''), requestId }
}

/** Turns whatever axios threw into an ApiError. */
export function toApiError(failure: unknown): ApiError {
  if (failure instanceof ApiError) return failure
  const { code, response } = asRecord(failure) as Partial<AxiosError>
  if (code === 'ERR_CANCELED') return new ApiError(0, 'cancelled', 'Cancelled')
  if (response) {
    const asked = askedCall(response.config?.url, response.headers?.['x-request-id'])
    return readErrorBody(response.status, decodeBody(response.data), asked)
  }
  if (code === 'ERR_NETWORK' || code === 'ECONNABORTED' || code === 'ETIMEDOUT') {
    return new ApiError(0, 'unreachable', unreachableProblem)
  }
  return new ApiError(0, 'internal', unknownProblem)
}

/** The error of a file call comes as bytes. */
export function decodeBody(body: unknown): unknown {
  if (!(body instanceof ArrayBuffer)) return body
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    // Not JSON: the general words are said.
    return null
  }
}

function codeOfStatus(status: number): ErrorCode {
  if (status === 401) return 'unauthenticated'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'not_found'
  if (status === 429) return 'too_many_requests'
  if (status === 503) return 'unavailable'
  return status >= 400 && status < 500 ? 'invalid_input' : 'internal'
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
