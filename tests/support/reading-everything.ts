import { contract } from '../../src/shared/areas.ts'
import { type Call, givesFile } from '../../src/shared/kernel/call.ts'
import { nameOf } from '../chaos/calls.ts'
import { inputOf } from './call-samples.ts'
import type { Client } from './client.ts'
import { textOfWorkbook } from './workbook-text.ts'

/** What one asking gave, as text; of a workbook its cells. */
export interface Read {
  call: string
  text: string
}

/** A thing to be asked about, as the audit names it. */
export interface Thing {
  entity: string
  id: string
}

const all = Object.values(contract).flatMap((area) => Object.values(area) as Call[])

/** Whether text can be looked for in what it gives: a PDF keeps its letters to itself, and labels have room for none. */
const isLegible = ({ gives }: Call) =>
  !('events' in gives) && (!('file' in gives) || gives.types.some((type) => /csv|spreadsheet|json|zip/.test(type)))

/** Every call that a role may make and that changes nothing. */
const readingCallsOf = (role: string): Call[] =>
  all.filter(
    (call) =>
      !call.changes &&
      call.takesFile === null &&
      isLegible(call) &&
      call.path !== 'selvedge/session/end' &&
      (call.callers === 'signed-in' || (call.callers as readonly string[]).includes(role)),
  )

/** So many of each kind of id that a list gave are asked about. */
const MOST = 2

class Ids {
  readonly #known = new Map<string, Set<string>>()

  add(name: string, value: string): void {
    this.#known.set(name, (this.#known.get(name) ?? new Set()).add(value))
  }

  /** Gathers ids by the name under which they came: what one list gives another call takes. */
  gather(value: unknown, name = ''): void {
    if (Array.isArray(value)) for (const each of value) this.gather(each, name)
    else if (typeof value === 'object' && value !== null)
      for (const [key, each] of Object.entries(value)) this.gather(each, key)
    else if (typeof value === 'string' && value !== '' && value.length < 100 && this.of(name).length < MOST)
      this.add(name, value)
  }

  of(name: string): string[] {
    return [...(this.#known.get(name) ?? [])]
  }
}

/** Under which names calls take an entity of the audit. */
const takenAs: Record<string, readonly string[]> = {
  order: ['order_id', 'order_ids'],
  shipment: ['shipment_id'],
  box: ['box_id', 'box_ids'],
  style: ['style_id', 'search'],
  return_note: ['return_note', 'return_notes'],
  invoice: ['invoice_number'],
  price_negotiation: ['negotiation'],
  pre_stock: ['listing_id'],
}

/** The same thing under other names. */
const aliases: Record<string, readonly string[]> = {
  nm_sku: ['sku'],
  sku: ['nm_sku'],
  negotiation: ['number'],
  box_ids: ['box_id'],
  order_ids: ['order_id'],
  return_note: ['code'],
}

/** Every asking of a call that is worth it: bare, with each flag, and about each thing. */
function askings(call: Call, ids: Ids, things: readonly Thing[]): Record<string, unknown>[] {
  const shape = call.takes.shape as Record<string, { safeParse(value: unknown): { success: boolean } }>
  const takes = (key: string, value: unknown) => shape[key]?.safeParse(value).success ?? false
  const flags = Object.keys(shape).filter((key) => takes(key, true) && !takes(key, 'x'))
  const raised = Object.fromEntries(flags.map((key) => [key, true]))
  const named = Object.keys(shape).flatMap((key) =>
    [key, ...(aliases[key] ?? [])]
      .flatMap((name) => ids.of(name))
      .map((value): Record<string, unknown> => ({ [key]: takes(key, value) ? value : [value] })),
  )
  const traced = 'code' in shape && 'kind' in shape ? things.map(({ entity, id }) => ({ kind: entity, code: id })) : []
  const choices: Record<string, unknown>[] = ['tab', 'part', 'of', 'status'].flatMap((key) =>
    ids.of(`a ${key}`).map((value) => ({ [key]: value })),
  )
  const plain: Record<string, unknown>[] = [
    ...[{}, raised, ...flags.map((key) => ({ [key]: true })), ...choices],
    ...[...named, ...traced].flatMap((each) => (flags.length > 0 ? [{ ...each, ...raised }] : [each])),
    inputOf(nameOf(call), call),
  ]
  return plain.filter((each) => Object.keys(each).every((key) => key in shape) && call.takes.safeParse(each).success)
}

/** All that somebody of a role can read: lists as they come, then everything about these things and about what the lists gave. */
export async function readEverything(client: Client, role: string, things: readonly Thing[]): Promise<Read[]> {
  const ids = new Ids()
  for (const { entity, id } of things) for (const name of takenAs[entity] ?? []) ids.add(name, id)
  for (const key of ['tab', 'part', 'of', 'status'])
    for (const value of ['new', 'all', 'pending', 'history', 'closed', 'rows', 'in_qc', 'returned', 'refused'])
      ids.add(`a ${key}`, value)
  const reads: Read[] = []
  const asked = new Set<string>()
  for (let round = 0; round < 2; round += 1)
    for (const call of readingCallsOf(role))
      for (const input of askings(call, ids, things)) {
        const key = `${call.method} ${call.path} ${JSON.stringify(input)}`
        if (asked.has(key)) continue
        asked.add(key)
        const { status, body, bytes, headers } = await client.call(call, input as never)
        if (status !== 200) continue
        const isBook = String(headers['content-type']).includes('spreadsheet')
        reads.push({ call: nameOf(call), text: isBook ? await textOfWorkbook(bytes) : bytes.toString('utf8') })
        if (!givesFile(call)) ids.gather(body.data)
      }
  return reads
}
