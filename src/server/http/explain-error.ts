import { errorCode, explainDatabaseError } from '../database/database-errors.ts'
import { FilesUnavailable } from '../files/files.ts'
import { conflict, invalidInput, Refusal } from './errors.ts'

const TRY_AGAIN = 'The server cannot do this right now. Please try again in a moment.'
const NO_FILES = 'Photos and files cannot be reached right now. Please try again in a moment.'
const UNEXPECTED = 'Something went wrong. Nothing was changed. Please try again.'

/** SQLSTATEs that a handler did not foresee, and what the caller hears. */
const statements: Record<string, () => Refusal> = {
  '23503': () => conflict('This refers to something that is not there any more. Please look again.'),
  '23505': () => conflict('This exists already. Please look again.'),
  '23514': () => conflict('This does not fit with what is stored. Please look again.'),
  '40001': () => new Refusal('unavailable', TRY_AGAIN),
  '40P01': () => new Refusal('unavailable', TRY_AGAIN),
  '55P03': () => new Refusal('unavailable', TRY_AGAIN),
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

/** What the caller hears about an error: a refusal as it is, everything unforeseen without its particulars. */
export function explainError(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof FilesUnavailable) return new Refusal('unavailable', NO_FILES)
  const whole = explainDatabaseError(error)
  if (whole?.fault === 'disk_full') return new Refusal('disk_full', whole.message)
  if (whole?.fault === 'database_unavailable') return new Refusal('unavailable', whole.message)
  const code = errorCode(error)
  const known = statements[code] ?? framework[code]
  if (known) return known()
  return isClientFault(error) ? invalidInput('The request could not be read.') : new Refusal('internal', UNEXPECTED)
}

function isClientFault(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return false
  return typeof error.statusCode === 'number' && error.statusCode >= 400 && error.statusCode < 500
}
