import type { FastifyRequest } from 'fastify'
import type { FileRule } from '../../shared/contract/grammar.ts'
import { pictureMessages } from '../../shared/domain/pictures.ts'
import { refusalMessages, sheetMessages } from '../../shared/domain/sheet-messages.ts'
import { errorCode } from '../database/database-errors.ts'
import type { Upload } from './call.ts'
import { invalidInput, Refusal } from './errors.ts'
import { tooLarge } from './explain-error.ts'
import { cleanFileName, extensionOf } from './file-names.ts'
import type { Limits } from './limits.ts'

/** Room for the fields and borders of a form beside its file. */
const FORM_OVERHEAD = 256 * 1024

export interface Form {
  fields: Record<string, string | string[]>
  file: Upload
}

/**
 * Reads a multipart form: text fields in any place, and the file in the field `file`, whole in memory.
 * Throws `invalid_input` without such a file or with another extension, `too_large` beyond the limits.
 */
export async function readForm(request: FastifyRequest, rule: FileRule, limits: Limits): Promise<Form> {
  if (!request.isMultipart()) throw wrongFile(rule)
  if (Number(request.headers['content-length'] ?? 0) > limits.fileBytes + FORM_OVERHEAD) throw tooLarge()
  const { fields, file } = await readParts(request, limits).catch(refuseBrokenForm)
  if (!file || !accepts(rule, file.name)) throw wrongFile(rule)
  return { fields, file }
}

async function readParts(request: FastifyRequest, limits: Limits): Promise<Partial<Form> & Pick<Form, 'fields'>> {
  const fields: Form['fields'] = {}
  let file: Upload | undefined
  const most = { fileSize: limits.fileBytes, files: 1, fields: 50, fieldSize: FORM_OVERHEAD }
  for await (const part of request.parts({ limits: most })) {
    if (part.type === 'field') addField(fields, part.fieldname, String(part.value))
    else if (part.fieldname === 'file') file = { name: cleanFileName(part.filename), bytes: await part.toBuffer() }
    else throw invalidInput('Please send the file in the field "file".')
  }
  return file ? { fields, file } : { fields }
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

function wrongKind({ accept }: FileRule): string {
  if (accept.includes('.jpg')) return pictureMessages.wrongKind
  return accept.includes('.csv') ? refusalMessages.notCsv : sheetMessages.notXlsx
}

function wrongFile(rule: FileRule): Refusal {
  const message = wrongKind(rule)
  return invalidInput(message, { fields: [{ field: 'file', message }] })
}
