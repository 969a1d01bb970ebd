import { z } from 'zod'
import { errorStatus } from '../../shared/contract/errors.ts'
import { type Area, type Call, givesEvents, givesFile } from '../../shared/contract/grammar.ts'
import { userHeader } from '../../shared/user-header.ts'

type Json = Record<string, unknown>

/** Areas of our own, told apart from the calls of the specification. */
const houseAreas = new Set(['house'])

const COOKIE = `For browsers, whose tabs share it. With the user's id in ${userHeader} the session of anybody else is refused (other_user).`

/** The OpenAPI 3.1 document of a contract, made from nothing but the contract. */
export function openApiDocument(contract: Record<string, Area>): Json {
  const paths: Record<string, Json> = {}
  for (const [area, calls] of Object.entries(contract)) {
    for (const [key, call] of Object.entries(calls)) {
      const path = `/${call.path}`
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(area, key, call) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Selvedge',
      version: '1',
      description: 'Replies are {message, data}, errors {message, code, details}.',
    },
    tags: Object.keys(contract).map((name) => ({ name: tagOf(name) })),
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'selvedge_session', description: COOKIE },
      },
      schemas: { Error: errorSchema },
    },
  }
}

const errorSchema: Json = {
  type: 'object',
  required: ['message', 'code', 'details'],
  properties: {
    message: { type: 'string' },
    code: { type: 'string', enum: Object.keys(errorStatus) },
    details: { type: 'object', additionalProperties: true },
  },
}

function tagOf(area: string): string {
  return houseAreas.has(area) ? `selvedge: ${area}` : area
}

function operation(area: string, key: string, call: Call): Json {
  return {
    operationId: `${area}.${key}`,
    tags: [tagOf(area)],
    summary: call.summary,
    'x-roles': call.callers,
    security: call.callers === 'anyone' ? [] : [{ token: [] }, { cookie: [] }],
    parameters: parameters(call),
    ...(call.method === 'POST' && { requestBody: requestBody(call) }),
    responses: { 200: reply(call), ...refusals(call) },
  }
}

const KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key again gives the same reply and does nothing; with another request it is a 409.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
}

function parameters(call: Call): Json[] {
  const words = new Set(pathWords(call))
  const named = Object.entries(propertiesOf(call)).flatMap(([name, schema]) => {
    if (words.has(name)) return [{ name, in: 'path', required: true, schema }]
    return call.method === 'GET' ? [{ name, in: 'query', required: false, schema }] : []
  })
  return call.changes ? [...named, KEY] : named
}

function requestBody(call: Call): Json {
  const words = new Set(pathWords(call))
  const schema = takesSchema(call)
  const properties = Object.fromEntries(Object.entries(propertiesOf(call)).filter(([name]) => !words.has(name)))
  const required = (Array.isArray(schema.required) ? schema.required : []).filter((name) => !words.has(String(name)))
  if (!call.takesFile) return { content: { 'application/json': { schema: { type: 'object', properties, required } } } }
  const file = { type: 'string', format: 'binary', description: call.takesFile.accept.join(' or ') }
  const form = { type: 'object', properties: { ...properties, file }, required: [...required, 'file'] }
  return { required: true, content: { 'multipart/form-data': { schema: form } } }
}

function reply(call: Call): Json {
  const description = call.summary
  if (givesFile(call)) {
    const schema = { type: 'string', format: 'binary' }
    return { description, content: Object.fromEntries(call.gives.types.map((type) => [type, { schema }])) }
  }
  if (givesEvents(call)) {
    const schema = withoutDialect(z.toJSONSchema(call.gives.events, { io: 'output' }))
    return { description, content: { 'text/event-stream': { schema } } }
  }
  if (!('json' in call.gives)) return { description }
  const data = withoutDialect(z.toJSONSchema(call.gives.json, { io: 'output' }))
  const schema = { type: 'object', required: ['message', 'data'], properties: { message: { type: 'string' }, data } }
  return { description, content: { 'application/json': { schema } } }
}

function refusals(call: Call): Json {
  const codes = new Set<number>([400, 401, 429, 500, 503])
  if (call.callers !== 'anyone') for (const code of [403, 409]) codes.add(code)
  if (call.changes || pathWords(call).length > 0) codes.add(404)
  if (call.changes) codes.add(507)
  if (call.takesFile) for (const code of [413, 422]) codes.add(code)
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  const words = (status: number) =>
    Object.entries(errorStatus)
      .flatMap(([code, of]) => (of === status ? [code] : []))
      .join(', ')
  return Object.fromEntries([...codes].map((status) => [status, { description: words(status), content }]))
}

export function pathWords(call: Call): string[] {
  return [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
}

function takesSchema(call: Call): Json {
  return withoutDialect(z.toJSONSchema(call.takes, { io: 'input' }))
}

function propertiesOf(call: Call): Json {
  const { properties } = takesSchema(call)
  return typeof properties === 'object' && properties !== null ? (properties as Json) : {}
}

function withoutDialect(schema: object): Json {
  const { $schema: _, ...rest } = schema as Json
  return rest
}
