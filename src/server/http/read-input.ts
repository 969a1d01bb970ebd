import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type Call, type FileRule, pictureEndings } from '../../shared/kernel/call.ts'
import { pictureMessages } from '../../shared/kernel/pictures.ts'
import { isOtherSheet, refusalMessages, saveAsXlsx, sheetMessages } from '../../shared/kernel/sheet.ts'
import { key } from '../../shared/kernel/words.ts'
import { errorCode } from '../database/database-errors.ts'
import { boundJson, type HeldBody, noBody, readText } from './bodies.ts'
import type { Upload } from './call.ts'
import { invalidInput, Refusal, tooLarge } from './errors.ts'
import type { Limits } from './limits.ts'
import { cleanFileName, extensionOf } from './write-reply.ts'

export interface ReadInput {
  /** Input that the contract's `takes` made of path words, query, body and fields. */
  taken: Record<string, unknown>
  file: Upload | null
  /** Fields that came with the file. */
  pictures?: readonly Upload[]
}

/** Reads and validates everything a call takes. Path words win over a body that says otherwise. */
export async function readInput(call: Call, request: FastifyRequest, limits: Limits): Promise<ReadInput> {
  const words = isObject(request.params) ? request.params : {}
  if (call.takesFile) {
    const { fields, file, pictures } = await readForm(request, call.takesFile, limits)
    return { taken: validate(call.takes, { ...fields, ...words }), file, pictures }
  }
  const sent = call.method === 'GET' ? queryOf(request) : bodyOf(request)
  return { taken: validate(call.takes, { ...sent, ...words }), file: null }
}

function queryOf(request: FastifyRequest): Record<string, unknown> {
  return isObject(request.query) ? request.query : {}
}

function bodyOf(request: FastifyRequest): Record<string, unknown> {
  if (request.isMultipart()) throw invalidInput('The request must be sent as JSON.')
  const body = request.body ?? {}
  if (!isObject(body)) throw invalidInput('The request is not a JSON object.')
  return body
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Room for the fields and borders of a form beside its file. */
const FORM_OVERHEAD = 256 * 1024

export interface Form {
  fields: Record<string, string | string[]>
  file: Upload
  pictures: Upload[]
}

/**
 * Reads a multipart form: text fields in any place, and the file in the field `file`, whole in memory, with as many `pictures` as the
 * rule says. Throws `invalid_input` without such a file or with another extension, `too_large` beyond the limits.
 */
export async function readForm(request: FastifyRequest, rule: FileRule, limits: Limits): Promise<Form> {
  if (!request.isMultipart()) throw wrongFile(rule)
  const fileBytes = rule.most ?? limits.fileBytes
  if (lengthOf(request) > fileBytes + FORM_OVERHEAD) throw tooLarge()
  const held = request.heldBody ?? noBody
  const reading = readParts(request, { fileBytes, pictures: rule.pictures ?? 0 }, held)
  const { fields, file, pictures } = await Promise.race([reading, held.failed]).catch(refuseBrokenForm)
  held.whole()
  if (!file || !accepts(rule, file.name)) throw wrongFile(rule, file?.name)
  const other = pictures.find(({ name }) => !accepts({ accept: pictureEndings }, name))
  if (other) throw refused(pictureMessages.wrongKind)
  return { fields, file, pictures }
}

async function readParts(
  request: FastifyRequest,
  { fileBytes, pictures: mostPictures }: { fileBytes: number; pictures: number },
  held: HeldBody,
): Promise<Partial<Form> & Pick<Form, 'fields' | 'pictures'>> {
  const fields: Form['fields'] = {}
  const pictures: Upload[] = []
  let file: Upload | undefined
  let left = fileBytes
  const most = { fileSize: fileBytes, files: 1 + mostPictures, fields: 50, fieldSize: FORM_OVERHEAD }
  for await (const part of request.parts({ limits: most })) {
    if (part.type === 'field') {
      const value = String(part.value)
      held.add(value.length)
      addField(fields, part.fieldname, value)
    } else if (part.fieldname === 'file' && !file) {
      file = {
        name: cleanFileName(part.filename),
        bytes: await bytesOf(part, mostPictures > 0 ? 0 : lengthOf(request), held),
      }
      left -= file.bytes.length
    } else if (part.fieldname === 'pictures' && mostPictures > 0) {
      const bytes = await bytesOf(part, 0, held)
      left -= bytes.length
      // One after another may each be small enough.
      if (left < 0) throw tooLarge()
      pictures.push({ name: cleanFileName(part.filename), bytes })
    } else throw invalidInput('Please send the file in the field "file".')
  }
  return { fields, pictures, ...(file && { file }) }
}

/** Bytes from which a file is read into one place from the start: put together from its pieces it would be held twice. */
const LARGE = 8 * 1024 * 1024

/** `announced`: how long the whole form says that it is; 0 where it holds many files. */
async function bytesOf(part: MultipartFile, announced: number, held: HeldBody): Promise<Buffer> {
  const place = announced < LARGE ? null : Buffer.allocUnsafeSlow(announced)
  const pieces: Buffer[] = []
  let at = 0
  for await (const piece of part.file as AsyncIterable<Buffer>) {
    held.add(piece.length)
    if (place) at += piece.copy(place, at)
    else pieces.push(piece)
  }
  if (part.file.truncated) throw tooLarge()
  return place ? place.subarray(0, at) : Buffer.concat(pieces)
}

/** The form's parser throws errors without a code when the text is no form or ends too early. */
function refuseBrokenForm(error: unknown): never {
  if (error instanceof Refusal || errorCode(error)) throw error
  throw invalidInput('The form did not arrive whole.')
}

function addField(fields: Form['fields'], name: string, value: string): void {
  const before = Object.hasOwn(fields, name) ? fields[name] : undefined
  fields[name] = before === undefined ? value : [before, value].flat()
}

function accepts(rule: FileRule, name: string): boolean {
  const accepted: readonly string[] = rule.accept
  return accepted.includes(extensionOf(name))
}

/** In the specification's words; a reader who saved a sheet in another format is told how to save it. */
function wrongFile({ accept, refusal }: FileRule, name = ''): Refusal {
  if (refusal !== undefined) return refused(refusal)
  if (accept.includes('.pdf')) return refused(pictureMessages.noPaper)
  if (accept.includes('.jpg')) return refused(pictureMessages.wrongKind)
  const words = accept.includes('.csv') ? refusalMessages.notCsv : sheetMessages.notXlsx
  return refused(words, isOtherSheet(name) ? { message_key: saveAsXlsx[words] } : {})
}

function refused(message: string, more: { message_key?: string } = {}): Refusal {
  return invalidInput(message, { ...more, fields: [{ field: 'file', message, ...more }] })
}

/** Said about a field where the contract has no words of its own; constant, so that they can be translated. */
const plainWords = {
  missing: 'Please fill this in.',
  tooLong: 'This is too long.',
  tooShort: key('This is too short.'),
  tooMany: 'There are too many entries.',
  tooFew: key('There are too few entries.'),
  tooLarge: key('At most {{most}} is allowed here.'),
  tooSmall: key('At least {{least}} is needed here.'),
  invalid: key('This is not a valid value.'),
} as const

const general = 'Please check the values sent.'
const isPlain = new Set<string>(Object.values(plainWords))
const MOST_FIELDS = 200

/**
 * Gives what the schema makes of the input, with its defaults. Throws `invalid_input` naming every faulty field; its message
 * is the first one that the contract words itself.
 */
export function validate<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const outcome = schema.safeParse(input, { error: wordsFor })
  if (outcome.success) return outcome.data
  const fields = outcome.error.issues.slice(0, MOST_FIELDS).map((issue) => ({
    field: issue.path.map(String).join('.'),
    message: issue.message,
    ...boundOf(issue),
  }))
  const own = fields.find((field) => !isPlain.has(field.message))
  throw invalidInput(own?.message ?? general, { fields })
}

/** The bound of a number, for the words that have a place for it. */
function boundOf(issue: z.core.$ZodIssue): { values?: Record<string, string> } {
  if (issue.code === 'too_small' && issue.message === plainWords.tooSmall)
    return { values: { least: String(issue.minimum) } }
  if (issue.code === 'too_big' && issue.message === plainWords.tooLarge)
    return { values: { most: String(issue.maximum) } }
  return {}
}

function wordsFor(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return plainWords.missing
  if (issue.code === 'too_big') return wordsOfSize(issue.origin, 'tooLong', 'tooMany', 'tooLarge')
  if (issue.code === 'too_small') return wordsOfSize(issue.origin, 'tooShort', 'tooFew', 'tooSmall')
  return plainWords.invalid
}

type Words = keyof typeof plainWords

function wordsOfSize(origin: string, text: Words, list: Words, number: Words): string {
  if (origin === 'string') return plainWords[text]
  return plainWords[origin === 'array' || origin === 'set' || origin === 'map' ? list : number]
}

/**
 * The server reads JSON and multipart forms and nothing else: forms that other sites can send without asking (plain text,
 * urlencoded) have no parser. A JSON body may be empty. It is held to the route's limit, counted while it comes, and looked over
 * before it is parsed.
 */
export function readBodies(app: FastifyInstance, limits: Limits): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addHook('preParsing', async (request, reply) => {
    if (bringsBody(request)) request.heldBody = app.bodies.hold(request, reply)
  })
  app.addContentTypeParser('application/json', (request: FastifyRequest, payload, done) => {
    const most = request.routeOptions.bodyLimit
    if (lengthOf(request) > most) return done(tooLarge())
    readText(payload, most, request.heldBody ?? noBody)
      .then((text) => {
        boundJson(text, limits)
        return text
      })
      .then((text) => (text === '' ? done(null, {}) : void parse(request, text, done)), done)
  })
  app.register(multipart, { throwFileSizeLimit: true })
}

function lengthOf({ headers }: FastifyRequest): number {
  return Number(headers['content-length'] ?? 0)
}

function bringsBody(request: FastifyRequest): boolean {
  return lengthOf(request) > 0 || request.headers['transfer-encoding'] !== undefined
}
