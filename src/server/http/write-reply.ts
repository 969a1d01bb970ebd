import { isDeepStrictEqual } from 'node:util'
import fastJson from 'fast-json-stringify'
import { z } from 'zod'
import type { GivesEvents, GivesJson } from '../../shared/contract/grammar.ts'
import type { Said } from './call.ts'

/** Writes one reply for a caller who may or may not see prices. */
export type WriteReply = (said: Said<unknown>, seesPrices: boolean) => string

/**
 * Gives the writer of one call's replies: `{message, data}` with the fields that the contract names and no others, and every
 * price as null for a caller who may not see one. It is compiled at its first use, so that starting costs nothing. In tests a
 * reply that differs from the contract fails.
 */
export function replyWriter(name: string, gives: GivesJson): WriteReply {
  const writers = new Map<boolean, (body: unknown) => string>()
  const strict = process.env.NODE_ENV === 'test'
  return ({ data, message }, seesPrices) => {
    if (strict) insistOnContract(name, gives.json, data)
    const write = writers.get(seesPrices) ?? compile(gives.json, seesPrices)
    writers.set(seesPrices, write)
    return write({ message, data })
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
  const properties = { message: { type: 'string' }, data: wireSchema(schema, seesPrices) }
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
