import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { key } from '../../shared/kernel/words.ts'
import { addressKey } from './client-address.ts'
import { invalidInput, Refusal, tooLarge } from './errors.ts'
import type { Limits } from './limits.ts'

/** The body of one request, while it is read and until it is answered. */
export interface HeldBody {
  /** So many bytes more are in memory. Throws `too_many_requests` or `unavailable` when that is too much; the body is then left unread. */
  add(bytes: number): void
  /** Nothing more comes. */
  whole(): void
  /** Rejects with `too_slow` when it came too slowly. */
  readonly failed: Promise<never>
}

export interface Bodies {
  /** Begins to count a body, in the name of the request's caller and address. */
  hold(request: FastifyRequest, reply: FastifyReply): HeldBody
  /** Bytes held now. */
  readonly bytes: number
}

type BodyLimits = Pick<
  Limits,
  'bodyBytesPerUser' | 'bodyBytesPerAddress' | 'bodyBytes' | 'slowBodyMs' | 'bodyBytesPerSecond'
>

/** Body of a request that brings none. */
export const noBody: HeldBody = { add: () => undefined, whole: () => undefined, failed: new Promise(() => undefined) }

interface Open {
  /** When the piece of time began in which it is looked at, and what came since. */
  from: number
  came: number
  fail(error: Refusal): void
}

const LOOK_MS = 500
const BUSY = key('The server is taking in too much at once. Please try again in a moment.')
const RETRY_SECONDS = 5

/**
 * Counts the bytes of all bodies that this copy holds, from when they come until their calls are answered: of one caller, of one address
 * and of all. What waits unread in the system's buffers is none of it: nobody reads faster than they are counted.
 */
export function openBodies(app: FastifyInstance, limits: BodyLimits): Bodies {
  const open = new Set<Open>()
  const held = new Map<string, number>()
  let all = 0
  const look = setInterval(() => refuseSlow(open, limits), LOOK_MS).unref()
  app.addHook('onClose', async () => clearInterval(look))

  const place = (name: string, bytes: number) => {
    const left = (held.get(name) ?? 0) + bytes
    if (left > 0) held.set(name, left)
    else held.delete(name)
  }
  return {
    get bytes() {
      return all
    },
    hold(request, reply) {
      const address = `address ${addressKey(request.ip)}`
      const user = request.caller ? `user ${request.caller.userId}` : null
      const { promise: failed, reject } = Promise.withResolvers<never>()
      // Who reads the body hears of it; otherwise nobody has to.
      failed.catch(() => undefined)
      // What still comes is not wanted: the connection ends with the answer.
      const unwanted = (why: Refusal) => {
        reply.header('connection', 'close')
        return why
      }
      const one: Open = { from: Date.now(), came: 0, fail: (why) => reject(unwanted(why)) }
      let own = 0
      open.add(one)
      const add = (bytes: number) => {
        all += bytes
        own += bytes
        place(address, bytes)
        if (user) place(user, bytes)
      }
      reply.raw.once('close', () => {
        open.delete(one)
        add(-own)
      })
      return {
        failed,
        whole: () => void open.delete(one),
        add(bytes) {
          const isOver =
            (user !== null && (held.get(user) ?? 0) + bytes > limits.bodyBytesPerUser) ||
            (held.get(address) ?? 0) + bytes > limits.bodyBytesPerAddress
          if (isOver) throw unwanted(new Refusal('too_many_requests', BUSY, { retry_after_seconds: RETRY_SECONDS }))
          if (all + bytes > limits.bodyBytes)
            throw unwanted(new Refusal('unavailable', BUSY, { retry_after_seconds: RETRY_SECONDS }))
          one.came += bytes
          add(bytes)
        },
      }
    },
  }
}

function refuseSlow(open: Set<Open>, { slowBodyMs, bodyBytesPerSecond }: BodyLimits): void {
  const now = Date.now()
  for (const one of open) {
    if (now - one.from < slowBodyMs) continue
    if (one.came * 1_000 >= bodyBytesPerSecond * (now - one.from)) {
      one.from = now
      one.came = 0
      continue
    }
    open.delete(one)
    one.fail(new Refusal('too_slow', 'The request did not arrive in time.'))
  }
}

/** Refuses a body by the length that it announces, before any of it is read. Throws `too_large`. */
export function refuseAnnounced(request: FastifyRequest, most: number): void {
  if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge()
}

/** Reads a body of `most` bytes at most, as text. Throws `too_large`, and what `held` throws; the stream is then no longer listened to. */
export function readText(payload: Readable, most: number, held: HeldBody): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    const pieces: Buffer[] = []
    let length = 0
    const leave = () => {
      payload.off('data', take).off('end', end).off('error', fail).off('close', cut)
      held.whole()
    }
    const fail = (error: unknown) => {
      leave()
      reject(error instanceof Error ? error : new TypeError('the body broke off'))
    }
    const cut = () => fail(invalidInput('The request did not arrive whole.'))
    const take = (piece: Buffer | string) => {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
      length += bytes.length
      try {
        if (length > most) throw tooLarge()
        held.add(bytes.length)
        pieces.push(bytes)
      } catch (error) {
        fail(error)
      }
    }
    const end = () => {
      leave()
      resolve(Buffer.concat(pieces, length).toString('utf8'))
    }
    held.failed.catch(fail)
    payload.on('data', take).on('end', end).on('error', fail).on('close', cut)
  })
}

type NameLimits = Pick<Limits, 'jsonNames' | 'jsonNamesOfOne' | 'jsonDepth'>

/**
 * Looks over a JSON text before it is parsed, which costs a small part of parsing: an object of 300,000 names keeps a server busy for most of
 * a second. Whether it is JSON is not looked at. Throws `invalid_input`.
 */
export function boundJson(text: string, limits: NameLimits): void {
  const names: number[] = []
  let all = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) at = endOfText(text, at)
    else if (sign === OPEN_OBJECT || sign === OPEN_LIST) {
      if (names.push(0) > limits.jsonDepth) throw tooMuch()
    } else if (sign === CLOSE_OBJECT || sign === CLOSE_LIST) names.pop()
    else if (sign === COLON) {
      const own = (names.pop() ?? 0) + 1
      names.push(own)
      all += 1
      if (own > limits.jsonNamesOfOne || all > limits.jsonNames) throw tooMuch()
    }
  }
}

const [QUOTE, BACKSLASH, COLON, OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [34, 92, 58, 123, 125, 91, 93]

function tooMuch(): Refusal {
  return invalidInput('The request holds too many names, or goes too deep.')
}

/** Where the text that begins here ends: at the quote that no backslash takes. */
function endOfText(text: string, from: number): number {
  for (let end = text.indexOf('"', from + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1
    if (backslashes % 2 === 0) return end
  }
  return text.length
}
