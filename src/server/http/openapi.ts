import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type Area, type Call, givesEvents, givesFile } from '../../shared/kernel/call.ts'
import { errorStatus } from '../../shared/kernel/errors.ts'
import { userHeader } from '../../shared/kernel/headers.ts'

type Json = Record<string, unknown>

const COOKIE = `By https __Host-selvedge_session. For browsers, whose tabs share it. With the user's id in ${userHeader} the session of anybody else is refused (other_user).`

const TOKEN = 'The token of a session, or an API key (slv_…). Calls with x-people-only take no API key.'

/** The OpenAPI 3.1 document of a contract, made from nothing but the contract. */
export function openApiDocument(contract: Record<string, Area>): Json {
  const paths: Record<string, Json> = {}
  const tags = new Set<string>()
  for (const [area, calls] of Object.entries(contract)) {
    for (const [key, call] of Object.entries(calls)) {
      const path = `/${call.path}`
      tags.add(tagOf(area, call))
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
    tags: [...tags].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: TOKEN },
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

/** Whether a call is our own: the specification does not list it. */
export function isOwn({ path }: Call): boolean {
  return /^(selvedge|locales)\//.test(path)
}

/** Our own calls stand apart. */
function tagOf(area: string, call: Call): string {
  return isOwn(call) ? `selvedge: ${area}` : area
}

function operation(area: string, key: string, call: Call): Json {
  return {
    operationId: `${area}.${key}`,
    tags: [tagOf(area, call)],
    summary: call.summary,
    'x-roles': call.callers,
    ...(call.forPeople && { 'x-people-only': true }),
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

const QUANTITY_MAP: Json = {
  type: 'object',
  additionalProperties: { type: 'integer' },
  description: 'How many rows each tab has; left out where only the rows, or only the counts, were asked for.',
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
  const pictures = { type: 'array', maxItems: call.takesFile.pictures, items: { type: 'string', format: 'binary' } }
  const files = call.takesFile.pictures ? { file, pictures } : { file }
  const form = { type: 'object', properties: { ...properties, ...files }, required: [...required, 'file'] }
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
  const beside = call.gives.hasQuantityMap ? { quantity_map: QUANTITY_MAP } : {}
  const properties = { message: { type: 'string' }, data, ...beside }
  const schema = { type: 'object', required: ['message', 'data'], properties }
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

/** A page for people: every call with who may make it, what it takes and gives. No script: it reads under the strictest policy. */
export function referencePage(contract: Record<string, Area>): string {
  const areas = Object.entries(contract)
  const links = areas.map(([name]) => `<a href="#${name}">${name}</a>`).join(' · ')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Selvedge API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}</style></head>
<body><h1>Selvedge API</h1>
<p>Replies are <code>{message, data}</code>, errors <code>{message, code, details}</code>. Send the token as
<code>Authorization: Bearer …</code>: a session's, or an API key. The machine's version of this page is <a href="/openapi.json">openapi.json</a>.</p>
<nav>${links}</nav>
${areas.map(([name, area]) => areaSection(name, area)).join('\n')}
</body></html>`
}

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem }
article { border-top: 1px solid #8886; padding: .6rem 0 }
h3 { font: 600 1rem ui-monospace, monospace; margin: .4rem 0; overflow-wrap: anywhere }
p { margin: .2rem 0 } pre { overflow: auto; background: #8882; padding: .6rem; border-radius: 4px; font-size: 13px }
dt { font-weight: 600 } dd { margin: 0 0 .3rem }`

/** The page's own policy: its one style, known by its hash, and nothing else. */
export const referencePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

function areaSection(name: string, area: Area): string {
  const calls = Object.entries(area).map(([key, call]) => callSection(`${name}.${key}`, call))
  return `<section id="${name}"><h2>${name}</h2>${calls.join('\n')}</section>`
}

function callSection(id: string, call: Call): string {
  const callers = typeof call.callers === 'string' ? call.callers : call.callers.join(', ')
  const marks = [
    call.changes ? '<dt>Takes an Idempotency-Key</dt><dd>and is audited</dd>' : '',
    call.forPeople ? '<dt>For people only</dt><dd>no API key may make it</dd>' : '',
  ].join('')
  return `<article id="${id}"><h3>${call.method} /${inHtml(call.path)}</h3>
<p>${inHtml(call.summary)}</p>
<dl><dt>Callers</dt><dd>${inHtml(callers)}</dd>${marks}<dt>Gives</dt><dd>${gives(call)}</dd></dl>
<details><summary>Takes${call.takesFile ? ` a form with a file (${call.takesFile.accept.join(', ')}) and` : ''}</summary>
<pre>${inHtml(fieldsOf(call))}</pre></details></article>`
}

function gives(call: Call): string {
  if (givesEvents(call)) return 'server-sent events'
  if (!givesFile(call)) return 'JSON'
  const types = call.gives.types.join(' or ')
  return inHtml(typeof call.gives.name === 'string' ? `${types}, ${call.gives.name}` : types)
}

function fieldsOf(call: Call): string {
  const names = Object.entries(call.takes.shape)
  if (names.length === 0) return 'nothing'
  return names.map(([name, field]) => `${name}${field.safeParse(undefined).success ? '?' : ''}`).join('\n')
}

function inHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
