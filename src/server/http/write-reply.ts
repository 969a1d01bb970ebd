import { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import fastJson from 'fast-json-stringify'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import {
  type Call,
  type FileType,
  type GivesEvents,
  type GivesFile,
  type GivesJson,
  givesFile,
} from '../../shared/kernel/call.ts'
import type { FileReply, Reply } from './call.ts'

/** Writes one reply for a caller who may or may not see prices. */
export type WriteReply = (said: Reply<unknown>, seesPrices: boolean) => string

/**
 * Gives the writer of one call's replies: `{message, data}` with the fields that the contract names and no others, and every
 * price as null for a caller who may not see one. It is compiled at its first use, so that starting costs nothing. In tests a
 * reply that differs from the contract fails.
 */
export function replyWriter(name: string, gives: GivesJson): WriteReply {
  const writers = new Map<boolean, (body: unknown) => string>()
  const strict = process.env.NODE_ENV === 'test'
  return ({ data, message, quantity_map }, seesPrices) => {
    if (strict) insistOnContract(name, gives.json, data)
    if (strict && quantity_map && !gives.hasQuantityMap) throw new Error(`${name} has no quantity map`)
    const write = writers.get(seesPrices) ?? compile(gives.json, seesPrices)
    writers.set(seesPrices, write)
    return write({ message, data, quantity_map })
  }
}

/** Writes one event of a call's stream, for a caller who may or may not see prices. */
export function eventWriter(name: string, { events }: GivesEvents, seesPrices: boolean): (event: unknown) => string {
  const write = fastJson(wireSchema(events, seesPrices))
  return (event) => {
    if (process.env.NODE_ENV === 'test') insistOnContract(name, events, event)
    return write(event)
  }
}

function compile(schema: z.ZodType, seesPrices: boolean): (body: unknown) => string {
  const properties = {
    message: { type: 'string' },
    data: wireSchema(schema, seesPrices),
    quantity_map: { type: 'object', additionalProperties: { type: 'integer' } },
  }
  return fastJson({ type: 'object', properties, required: ['message', 'data'] } as WriterSchema)
}

type WriterSchema = Parameters<typeof fastJson>[0]

function wireSchema(schema: z.ZodType, seesPrices: boolean): WriterSchema {
  const wire = z.toJSONSchema(schema, { io: 'output', reused: 'inline' })
  return plain(seesPrices ? wire : withoutPrices(wire)) as WriterSchema
}

/** The schema in which everything marked as a price is null. */
function withoutPrices(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutPrices)
  if (!isRecord(schema)) return schema
  if (schema.price === true) return { type: 'null' }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withoutPrices(value)]))
}

/** Keywords that only matter to a validator: the writer would spend time on some and refuse others. */
const forValidators = new Set([
  '$schema',
  'format',
  'pattern',
  'propertyNames',
  'default',
  'minimum',
  'maximum',
  'enum',
  'price',
])

/** The schema without them, and with `X or null` as the writer's own `nullable`, which needs no trial of alternatives. */
function plain(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plain)
  if (typeof schema !== 'object' || schema === null) return schema
  const { anyOf, properties, ...rest } = schema as Record<string, unknown>
  const kept = Object.entries(rest).filter(([key]) => !forValidators.has(key))
  const made: Record<string, unknown> = Object.fromEntries(kept.map(([key, value]) => [key, plain(value)]))
  if (isRecord(properties)) {
    made.properties = Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, plain(value)]))
  }
  if (!Array.isArray(anyOf)) return made
  const [only, ...others] = anyOf.filter((one) => !isRecord(one) || one.type !== 'null')
  if (others.length > 0 || anyOf.length === 1) return { ...made, anyOf: anyOf.map(plain) }
  return { ...made, ...(plain(only) as object), nullable: true }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function insistOnContract(name: string, schema: z.ZodType, data: unknown): void {
  const parsed = schema.safeParse(data)
  if (!parsed.success) throw new Error(`${name} answers what its contract does not allow: ${parsed.error.message}`)
  const wire = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
  if (isDeepStrictEqual(wire(parsed.data), wire(data))) return
  throw new Error(`${name} answers fields that its contract does not name: ${JSON.stringify(data)}`)
}

/**
 * Streams a file. Its first bytes are awaited before the reply starts, so an error until then is an ordinary error reply;
 * later the connection is cut, and no half file looks whole. A caller who goes away ends the making of the file.
 */
export async function sendFile(
  reply: FastifyReply,
  call: Call,
  input: unknown,
  file: FileReply,
): Promise<FastifyReply> {
  if (!givesFile(call)) throw new TypeError(`${call.path} gives no file`)
  const making = file.body[Symbol.asyncIterator]()
  const first = await making.next()
  const type = file.type ?? typeOf(call.gives, input)
  reply.header('content-type', type === 'text/csv' ? 'text/csv; charset=utf-8' : type)
  // A link to a PDF is opened in a window of its own (the specification's label_url); all other files are saved.
  const kind = call.method === 'GET' && type === 'application/pdf' && !file.isForeign ? 'inline' : 'attachment'
  if (file.isImmutable)
    reply.header('cache-control', 'private, max-age=86400, immutable').header('vary', 'authorization, cookie')
  reply.header('content-disposition', contentDisposition(file.name ?? nameOf(call.gives, input), kind))
  const sent = Readable.from(rest(first, making), { objectMode: false, highWaterMark: 64 * 1024 })
  // A caller who left before the first byte never starts `rest`, which would close what is open.
  sent.once('close', () => void making.return?.().catch(() => undefined))
  return reply.send(sent)
}

function typeOf(gives: GivesFile<never>, input: unknown): FileType {
  return typeof gives.type === 'string' ? gives.type : gives.type(input as never)
}

function nameOf(gives: GivesFile<never>, input: unknown): string {
  return typeof gives.name === 'string' ? gives.name : gives.name(input as never)
}

async function* rest(
  first: IteratorResult<Uint8Array | string>,
  making: AsyncIterator<Uint8Array | string>,
): AsyncGenerator<Uint8Array | string> {
  let finished = first.done ?? false
  try {
    if (!first.done && first.value.length > 0) yield first.value
    while (!finished) {
      const next = await making.next()
      finished = next.done ?? false
      if (!next.done && next.value.length > 0) yield next.value
    }
  } finally {
    if (!finished) await making.return?.()
  }
}

const LONGEST = 150

/** A file name without path, control characters or signs that Windows refuses; never empty. */
export function cleanFileName(name: string, otherwise = 'file'): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  const cleaned = last
    .normalize('NFC')
    // Bidirectional marks can make "exe.csv" look like "csv.exe".
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .trim()
    .replace(/^\.+|[. ]+$/g, '')
  return shorten(cleaned) || otherwise
}

/** The end of a file name from its last dot, in lower case; '' when there is none. */
export function extensionOf(name: string): string {
  return /\.[^.]+$/.exec(name)?.[0].toLowerCase() ?? ''
}

function shorten(name: string): string {
  const letters = Array.from(name)
  if (letters.length <= LONGEST) return name
  const end = extensionOf(name)
  return letters.slice(0, LONGEST - end.length).join('') + end
}

/** The header that names a file, by RFC 6266: a plain name for old programs, the true one by RFC 5987. */
export function contentDisposition(name: string, kind: 'attachment' | 'inline' = 'attachment'): string {
  const cleaned = cleanFileName(name)
  const plain = cleaned.replace(/[^\x20-\x7e]/g, '_').replace(/[%\\]/g, '_')
  const encoded = encodeURIComponent(cleaned).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
