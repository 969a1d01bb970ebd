import type { FastifyRequest } from 'fastify'
import type { Call } from '../../shared/contract/grammar.ts'
import type { Upload } from './call.ts'
import { invalidInput } from './errors.ts'
import type { Limits } from './limits.ts'
import { readForm } from './read-form.ts'
import { validate } from './validate.ts'

export interface ReadInput {
  /** What the contract's `takes` made of path words, query, body and fields. */
  taken: Record<string, unknown>
  file: Upload | null
}

/** Reads and validates everything a call takes. Path words win over a body that says otherwise. */
export async function readInput(call: Call, request: FastifyRequest, limits: Limits): Promise<ReadInput> {
  const words = isObject(request.params) ? request.params : {}
  if (call.takesFile) {
    const { fields, file } = await readForm(request, call.takesFile, limits)
    return { taken: validate(call.takes, { ...fields, ...words }), file }
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
