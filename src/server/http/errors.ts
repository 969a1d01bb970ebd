import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import {
  type ErrorBody,
  type ErrorCode,
  type ErrorDetails,
  errorStatus,
  type FieldProblem,
} from '../../shared/kernel/errors.ts'
import { key, valuesIn, type WordValues } from '../../shared/kernel/words.ts'
import { errorCode, explainDatabaseError } from '../database/database-errors.ts'
import { FilesUnavailable } from '../files/files.ts'

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

/** Refuses one field of the input, named by its path as a form has it: `lines.0.sku`. */
export function refusedField(field: string, message: string, values: WordValues = {}): Refusal {
  return invalidInput(message, { values, fields: [{ field, message }] })
}

export function unauthenticated(message: string = key('Please sign in.'), details?: ErrorDetails): Refusal {
  return new Refusal('unauthenticated', message, details)
}

export function forbidden(
  message: string = key('You are not allowed to do this.'),
  values?: Record<string, string | number>,
): Refusal {
  return new Refusal('forbidden', message, values ? { values } : {})
}

/** The session that came with the call is another person's than the one whom the page shows. */
export function otherUser(): Refusal {
  return new Refusal('other_user', 'Another person signed in in this browser.')
}

/** Refuses what was there once, and is kept no longer. */
export function gone(message: string): Refusal {
  return new Refusal('gone', message)
}

/** Also for rows of another vendor: whether they exist is nobody's business. `field` of the input named what is not there. */
export function notFound(message: string, values?: Record<string, string | number>, field?: string): Refusal {
  return new Refusal('not_found', message, {
    ...(values && { values }),
    ...(field !== undefined && { fields: [{ field, message }] }),
  })
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

const TRY_AGAIN = 'The server cannot do this right now. Please try again in a moment.'
const LOCKED = key('Somebody else is changing this right now. Please try again in a moment.')
const NO_FILES = key('Photos and files cannot be reached right now. Please try again in a moment.')
const CLOSED_ORDER_WORDS = key(
  'Order {{order_id}} ended more than {{months}} months ago and is closed: its history stays as it is.',
)
const UNEXPECTED = key('Something went wrong. Nothing was changed. Please try again.')

/** SQLSTATE of the trigger that keeps orders of long ago as they are (migration 0194). */
const CLOSED_ORDER = 'SV001'
const closedDetail = z.object({ order_id: z.string(), months: z.number() })

/** Null for any other error. */
export function closedOrder(error: unknown): Refusal | null {
  if (errorCode(error) !== CLOSED_ORDER) return null
  const detail = error instanceof Error && 'detail' in error ? String(error.detail) : '{}'
  return moveNotAllowed(CLOSED_ORDER_WORDS, [], { values: closedDetail.parse(JSON.parse(detail)) })
}

/** SQLSTATEs that a handler did not foresee, and what the caller hears. */
const statements: Record<string, () => Refusal> = {
  '23503': () => conflict('This refers to something that is not there any more. Please look again.'),
  '23505': () => conflict('This exists already. Please look again.'),
  '23514': () => conflict('This does not fit with what is stored. Please look again.'),
  '40001': () => new Refusal('unavailable', TRY_AGAIN),
  '40P01': () => new Refusal('unavailable', TRY_AGAIN),
  // Waited for a lock, and not for long: whoever has it may keep it.
  '55P03': () => new Refusal('unavailable', LOCKED),
  // The database ended a transaction in which nothing was asked any more.
  '25P03': () => new Refusal('unavailable', TRY_AGAIN),
  '57014': () => new Refusal('unavailable', 'This took too long and was stopped. Nothing was changed.'),
  // A value of the wrong form for its type: a cursor that nobody was given, for example.
  '22007': () => invalidInput('Please check the values sent.'),
  '22008': () => invalidInput('Please check the values sent.'),
  '22P02': () => invalidInput('Please check the values sent.'),
  // A NUL sign in a text or in JSON, which PostgreSQL cannot store.
  '22021': () => invalidInput('Please check the values sent.'),
  '22P05': () => invalidInput('Please check the values sent.'),
}

/** Errors of the web framework, by code. */
const framework: Record<string, () => Refusal> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => tooLarge(),
  FST_REQ_FILE_TOO_LARGE: () => tooLarge(),
  FST_PARTS_LIMIT: () => tooLarge(),
  FST_FIELDS_LIMIT: () => tooLarge(),
  FST_FILES_LIMIT: () => invalidInput('Please upload one file at a time.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => invalidInput('The request must be sent as JSON.'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => invalidInput('The request is not valid JSON.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => invalidInput('The request did not arrive whole.'),
  FST_MP_PREMATURE_CLOSE: () => invalidInput('The request did not arrive whole.'),
  FST_INVALID_MULTIPART_CONTENT_TYPE: () => invalidInput('The form is not well-formed.'),
  FST_PROTO_VIOLATION: () => invalidInput('The form is not well-formed.'),
  FST_ERR_BAD_URL: () => new Refusal('not_found', 'There is no such address.'),
}

export function tooLarge(): Refusal {
  return new Refusal('too_large', 'The file is too large.')
}

/** Makes the answer to an error: a refusal as it is, everything unforeseen without its particulars. */
export function explainError(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof FilesUnavailable) return new Refusal('unavailable', NO_FILES)
  const whole = explainDatabaseError(error)
  if (whole?.fault === 'disk_full') return new Refusal('disk_full', whole.message)
  if (whole?.fault === 'database_unavailable' || whole?.fault === 'busy')
    return new Refusal('unavailable', whole.message)
  const closed = closedOrder(error)
  if (closed) return closed
  const code = errorCode(error)
  const known = statements[code] ?? framework[code]
  if (known) return known()
  return isClientFault(error) ? invalidInput('The request could not be read.') : new Refusal('internal', UNEXPECTED)
}

function isClientFault(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return false
  return typeof error.statusCode === 'number' && error.statusCode >= 400 && error.statusCode < 500
}

/** Every error leaves the server as `{message, code, details}`; what nobody foresaw is logged with its stack. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = explainError(error)
    // What a part of ours refused is foreseen: an attack must not fill the log with it.
    if (refusal.status >= 500 && !(error instanceof Refusal))
      request.log.error({ err: error, request_id: request.id }, 'a call failed')
    return sendRefusal(reply, refusal)
  })
}

/** When what cannot be done now is worth another try. */
const SOON_SECONDS = 3

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const body: ErrorBody = inWords(refusal)
  const wait = refusal.details.retry_after_seconds ?? (refusal.status === 503 ? SOON_SECONDS : undefined)
  if (wait !== undefined) reply.header('retry-after', String(wait))
  return reply.code(refusal.status).header('cache-control', 'no-store').send(body)
}

function inWords({ message, code, details }: Refusal): ErrorBody {
  const { values, fields } = details
  const { message: words, ...form } = inEnglish(message, values)
  const said = { ...details, ...form }
  return {
    message: words,
    code,
    details: fields ? { ...said, fields: fields.map((each) => inField(each, values)) } : said,
  }
}

function inField(problem: FieldProblem, values: WordValues | undefined): FieldProblem {
  return { ...problem, ...inEnglish(problem.message, problem.values ?? values) }
}

/** A message that names values is sent in words; its form, for translations, goes beside it. */
function inEnglish(message: string, values: WordValues = {}) {
  const said = valuesIn(values)
  const words = message.replace(/\{\{(\w+)\}\}/g, (form, name: string) => String(said[name] ?? form))
  return words === message ? { message } : { message: words, message_key: message }
}

export function noSuchAddress(): Refusal {
  return new Refusal('not_found', 'There is no such address.')
}
