import { z } from 'zod'
import type { Call, Gives } from '../../src/shared/kernel/call.ts'
import { type CallName, nameOf } from '../chaos/calls.ts'
import { type Hand, Refused, type Sends } from '../chaos/hand.ts'
import type { Client } from './client.ts'

/** Fields in which people write in their own words. A new one is found by its name, so name it so. */
const FREE = new Set([
  'buyer_remarks',
  'text',
  'remark',
  'reason',
  'override_reason',
  'looser_reason',
  'proof',
  'purpose',
])

/** `qcBoxes.skipQcInspection remark`. */
export type Field = `${CallName} ${string}`

export interface Planted {
  /** The word that stands in each field, as often as it was taken. */
  words: Map<string, Field>
  /** Fields that a call took with the word in them. */
  taken: Set<Field>
}

export const nothingPlanted = (): Planted => ({ words: new Map(), taken: new Set() })

type Schema = { [key: string]: unknown }

const schemas = new Map<Call, Schema>()

function schemaOf(call: Call): Schema {
  const known = schemas.get(call)
  if (known) return known
  const made = z.toJSONSchema(call.takes, { io: 'input', reused: 'inline', unrepresentable: 'any' }) as Schema
  schemas.set(call, made)
  return made
}

/** Of a call the fields in which its caller writes in own words: no codes, no lists of reasons. */
export function freeFields(call: Call): string[] {
  const found = new Set<string>()
  const walk = (schema: Schema, name: string): void => {
    if (schema.type === 'string' && !schema.enum && !schema.format && FREE.has(name)) found.add(name)
    for (const [key, each] of Object.entries((schema.properties ?? {}) as Record<string, Schema>)) walk(each, key)
    for (const each of [...((schema.anyOf ?? []) as Schema[]), ...((schema.oneOf ?? []) as Schema[])]) walk(each, name)
    if (schema.items) walk(schema.items as Schema, name)
  }
  walk(schemaOf(call), '')
  return [...found]
}

/** The input with a word in each of those fields, also where the caller left it out; `null` where it has none of them. */
function planted(call: Call, input: unknown, wordFor: (field: string) => string, only: ReadonlySet<string>): unknown {
  const fill = (schema: Schema, value: unknown): unknown => {
    const kinds = [schema, ...((schema.anyOf ?? []) as Schema[]), ...((schema.oneOf ?? []) as Schema[])]
    const items = kinds.find((each) => each.items)?.items as Schema | undefined
    if (Array.isArray(value)) return items ? value.map((each) => fill(items, each)) : value
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value
    const properties = Object.assign({}, ...kinds.map((each) => each.properties ?? {})) as Record<string, Schema>
    const filled: Record<string, unknown> = { ...value }
    for (const [key, each] of Object.entries(properties)) {
      if (only.has(key) && takesText(each)) filled[key] = wordFor(key)
      else if (key in filled) filled[key] = fill(each, filled[key])
    }
    return filled
  }
  return fill(schemaOf(call), input)
}

const takesText = (schema: Schema): boolean =>
  (schema.type === 'string' && !schema.enum && !schema.format) ||
  [...((schema.anyOf ?? []) as Schema[]), ...((schema.oneOf ?? []) as Schema[])].some(takesText)

/**
 * A hand that calls without a port. With `into`, everything that is written in own words has a word of its call and field beside it;
 * what a call takes only in words of its own (a reason of a list) is left as it was.
 */
export function plantingHand(client: Client, userId: string, into: Planted | null): Hand {
  async function send<C extends Call>(call: C, input: unknown): Promise<Gives<C>> {
    const { status, body } = await client.call(call, input as never)
    if (status >= 400) throw new Refused(status, body.code, body.message)
    return body.data as Gives<C>
  }
  async function plant<C extends Call>(call: C, input: unknown, into: Planted): Promise<Gives<C>> {
    const fields = freeFields(call)
    const name = nameOf(call)
    // All of them, then each alone, then none.
    const tries = [fields, ...(fields.length > 1 ? fields.map((each) => [each]) : []), []]
    for (const these of tries) {
      const wordFor = (field: string) => `zq${name.replace('.', '')}${field.replaceAll('_', '')}qz`.toLowerCase()
      try {
        const given = await send(call, planted(call, input, wordFor, new Set(these)))
        for (const field of these) {
          into.words.set(wordFor(field), `${name} ${field}`)
          into.taken.add(`${name} ${field}`)
        }
        return given
      } catch (error) {
        if (!(error instanceof Refused) || error.status !== 400 || these.length === 0) throw error
      }
    }
    throw new TypeError('no try')
  }
  return {
    userId,
    look: send,
    act: <C extends Call>(call: C, input: Sends<C>) => (into === null ? send(call, input) : plant(call, input, into)),
  }
}
