import { type ErrorCode, type ErrorDetails, errorStatus } from '../../shared/contract/errors.ts'

/** Something the caller must hear. The message is the specification's wording, English, and the key of its translation. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.details = details
  }

  get status(): number {
    return errorStatus[this.code]
  }
}

export function invalidInput(message: string, details?: ErrorDetails): Refusal {
  return new Refusal('invalid_input', message, details)
}

export function unauthenticated(message = 'Please sign in.', details?: ErrorDetails): Refusal {
  return new Refusal('unauthenticated', message, details)
}

export function forbidden(
  message = 'You are not allowed to do this.',
  values?: Record<string, string | number>,
): Refusal {
  return new Refusal('forbidden', message, values ? { values } : {})
}

/** The session that came with the call is another person's than the one whom the page shows. */
export function otherUser(): Refusal {
  return new Refusal('other_user', 'Another person signed in in this browser.')
}

/** Also for rows of another vendor: whether they exist is nobody's business. */
export function notFound(message: string, values?: Record<string, string | number>): Refusal {
  return new Refusal('not_found', message, values ? { values } : {})
}

export function conflict(message: string, details?: ErrorDetails): Refusal {
  return new Refusal('conflict', message, details)
}

/** Someone else changed the row in the meantime. */
export function stale(changedBy: string, changedAt: Date): Refusal {
  return new Refusal('stale', 'Changed by {{changed_by}} in the meantime. Please look again.', {
    values: { changed_by: changedBy },
    changed_by: changedBy,
    changed_at: changedAt.toISOString(),
  })
}

export function moveNotAllowed(message: string, allowed: readonly string[], details?: ErrorDetails): Refusal {
  return new Refusal('move_not_allowed', message, { ...details, allowed: [...allowed] })
}
