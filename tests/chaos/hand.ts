import { setTimeout as sleep } from 'node:timers/promises'
import { addressOf, type Call, type Gives, type Takes } from '../../src/shared/kernel/call.ts'
import { nameOf } from './calls.ts'
import type { Deed, Journal } from './journal.ts'
import type { Random } from './random.ts'

export interface SentFile {
  name: string
  bytes: Uint8Array | string
}

export type Sends<C extends Call> = C['takesFile'] extends null ? Takes<C> : Takes<C> & { file: SentFile }

/** A user at a screen: looks, and does. Whatever is lost on the way is sent again as the client sends it, under the same key. */
export interface Hand {
  userId: string
  /** Throws `Refused` for a 4xx. */
  look<C extends Call>(call: C, input: Takes<C>): Promise<Gives<C>>
  /** The same, of a call that writes: sent under a key of its own until it is answered. */
  act<C extends Call>(call: C, input: Sends<C>): Promise<Gives<C>>
}

/** The server said no, in words. */
export class Refused extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** Nobody answers any more, or the run is over. */
export class GivenUp extends Error {}

export interface Surroundings {
  url: string
  journal: Journal
  random: Random
  /** How many of the deeds that were done are to be sent once more later. */
  keptShare(): number
  /** The run is over: nothing is waited for any longer. */
  isOver(): boolean
  /** Told of every answer below 400, with when its request was sent: by it the time to recover is told. */
  answered(sentAt: number): void
  /** Told of a 5xx that no client should see (500), and of 4xx that speak of a broken server. */
  unexpected(call: string, status: number, body: string): void
}

export interface Person {
  userId: string
  token: string
  /** The address from which it seems to call: every person sits at another computer. */
  address: string
}

/** An attempt that has not been answered by then is given up, as a client does whose user waits no longer; then it is sent again. */
const ATTEMPT_MS = 12_000
/** After this long the player believes that the server is gone for good. */
const PATIENCE_MS = 120_000
const LONGEST_WAIT_MS = 5_000

interface Answer {
  status: number
  body: string
  replayed: boolean
  retryAfter: number | null
}

export function handOf(person: Person, around: Surroundings): Hand {
  const { journal } = around

  async function attempt(call: Call, input: Record<string, unknown>, marker: string | null): Promise<Answer | null> {
    const { file, ...taken } = input as Record<string, unknown> & { file?: SentFile }
    const { path, rest } = addressOf(call, taken)
    const url = `${around.url}${call.method === 'GET' ? `${path}?${new URLSearchParams(rest as Record<string, string>)}` : path}`
    const headers: Record<string, string> = {
      authorization: `Bearer ${person.token}`,
      'x-forwarded-for': person.address,
      'x-selvedge-client': 'screen',
      ...(marker !== null && { 'idempotency-key': marker, 'x-request-id': marker }),
    }
    const init: RequestInit = { method: call.method, headers, signal: AbortSignal.timeout(ATTEMPT_MS) }
    if (file) init.body = formOf(rest, file)
    else if (call.method === 'POST') {
      headers['content-type'] = 'application/json'
      init.body = JSON.stringify(rest)
    }
    const sentAt = performance.now()
    try {
      const reply = await fetch(url, init)
      const isText = /json|csv|text/.test(reply.headers.get('content-type') ?? '')
      const body = isText ? await reply.text() : String((await reply.arrayBuffer()).byteLength)
      if (reply.ok) around.answered(sentAt)
      const wait = reply.headers.get('retry-after')
      return {
        status: reply.status,
        body,
        replayed: reply.headers.get('idempotent-replay') === 'true',
        retryAfter: wait === null ? null : Number(wait) * 1_000,
      }
    } catch {
      // Cut off, refused, or too late: the same again.
      return null
    }
  }

  async function untilAnswered(call: Call, input: Record<string, unknown>, deed: Deed | null): Promise<Answer> {
    const began = performance.now()
    let last = 'no answer'
    for (let send = 0; performance.now() - began < PATIENCE_MS && !around.isOver(); send += 1) {
      if (deed) deed.sends += 1
      const answer = await attempt(call, input, deed?.marker ?? null)
      if (answer !== null && answer.status < 500 && answer.status !== 429) return answer
      if (answer?.status === 500) around.unexpected(nameOf(call), answer.status, answer.body)
      if (answer !== null) last = `${answer.status} ${answer.body.slice(0, 200)}`
      const wait = answer?.retryAfter ?? Math.min(50 * 2 ** send, 1_000)
      await sleep(Math.min(wait, LONGEST_WAIT_MS) * (0.5 + around.random.next() / 2))
    }
    throw new GivenUp(`${nameOf(call)} was never answered: ${last}`)
  }

  async function act<C extends Call>(call: C, input: Sends<C>): Promise<Gives<C>> {
    const deed = journal.begin(nameOf(call), person.userId)
    const began = performance.now()
    const { totals } = journal
    totals.deeds += 1
    try {
      const answer = await untilAnswered(call, input as Record<string, unknown>, deed)
      deed.status = answer.status
      deed.outcome = answer.status < 400 ? 'done' : 'refused'
      if (deed.outcome === 'refused') {
        totals.refused += 1
        throw refusalIn(answer)
      }
      totals.done += 1
      totals.byCall.set(deed.call, (totals.byCall.get(deed.call) ?? 0) + 1)
      const data = dataOf(answer.body)
      if (around.random.chance(around.keptShare()))
        journal.keep({
          deed,
          data: canonical(data),
          again: async () => {
            const again = await untilAnswered(call, input as Record<string, unknown>, { ...deed })
            return { status: again.status, replayed: again.replayed, data: canonical(dataOf(again.body)) }
          },
        })
      return data as Gives<C>
    } catch (error) {
      if (deed.outcome === 'under way') {
        deed.outcome = 'given up'
        totals.givenUp += 1
      }
      throw error
    } finally {
      totals.retried += Math.max(0, deed.sends - 1)
      deed.took = performance.now() - began
    }
  }

  return {
    userId: person.userId,
    async look(call, input) {
      journal.totals.looks += 1
      const answer = await untilAnswered(call, input as Record<string, unknown>, null)
      if (answer.status >= 400) throw refusalIn(answer)
      return dataOf(answer.body) as Gives<typeof call>
    },
    act,
  }
}

function formOf(fields: Record<string, unknown>, file: SentFile): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, String(value))
  form.append('file', new Blob([Buffer.from(file.bytes)]), file.name)
  return form
}

/** The database keeps an answer without the order of its keys. */
function canonical(data: unknown): string {
  return JSON.stringify(data ?? null, (_, inner: unknown) =>
    typeof inner !== 'object' || inner === null || Array.isArray(inner)
      ? inner
      : Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))),
  )
}

function dataOf(body: string): unknown {
  try {
    return (JSON.parse(body) as { data?: unknown }).data
  } catch {
    return undefined // a file
  }
}

function refusalIn({ status, body }: Answer): Refused {
  try {
    const { code, message, details } = JSON.parse(body) as { code: string; message: string; details: unknown }
    return new Refused(status, code, `${message} ${JSON.stringify(details ?? {}).slice(0, 300)}`)
  } catch {
    return new Refused(status, 'unreadable', body.slice(0, 200))
  }
}
