import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { hasRight } from '../../shared/areas.ts'
import { type Area, type Call, type GivesJson, givesEvents, givesFile } from '../../shared/kernel/call.ts'
import { inTransaction } from '../database/database-errors.ts'
import { askedBy, changing } from '../database/fair-pool.ts'
import { isStandbyLost } from '../database/standby.ts'
import { refuseAnnounced } from './bodies.ts'
import type {
  CallContext,
  Db,
  EventsReply,
  FileReply,
  Handlers,
  OpenCallContext,
  Reply,
  SentKey,
  Source,
  Tx,
} from './call.ts'
import type { ServerContext } from './context.ts'
import { clearSessionCookie, setDeviceCookie, setSessionCookie } from './cookies.ts'
import { deviceToken, findDevice } from './devices.ts'
import { Refusal } from './errors.ts'
import { isSaid, keyFrom, once, requestHash, storedReply } from './idempotency.ts'
import { type ReadInput, readInput } from './read-input.ts'
import { authenticate } from './sessions.ts'
import { sendEvents } from './streams.ts'
import { eventWriter, replyWriter, sendFile } from './write-reply.ts'

/** A handler after its types have done their work: `Handlers<A>` has checked it against its call. */
type AnyHandler = (input: unknown, context: unknown) => Promise<FileReply | EventsReply<unknown> | Reply<unknown>>

/**
 * Makes a route of every call of an area: session, role and limits before the body is read, then validation, the handler, and the
 * reply through the contract's schema.
 */
export function mount<A extends Area>(
  app: FastifyInstance,
  name: string,
  area: A,
  handlers: Handlers<A>,
  server: ServerContext,
): void {
  for (const [key, call] of Object.entries(area)) {
    app.route({
      method: call.method,
      url: routePath(call.path),
      config: { call: `${name}.${key}` },
      bodyLimit: call.callers === 'anyone' ? server.limits.openBytes : server.limits.jsonBytes,
      onRequest: guard(call, server),
      handler: byAsker(
        (givesEvents(call) ? answerEvents : answer)(
          `${name}.${key}`,
          call,
          handlers[key as keyof A] as unknown as AnyHandler,
          server,
        ),
      ),
    })
  }
}

/** Charges a call's database work to its caller. */
function byAsker(handler: RouteHandlerMethod): RouteHandlerMethod {
  return function (request, reply) {
    return askedBy(request.caller?.userId ?? request.ip, () => handler.call(this, request, reply))
  }
}

/** The contract's `{word}` in the router's form. */
function routePath(path: string): string {
  return `/${path.replace(/\{(\w+)\}/g, ':$1')}`
}

function guard(call: Call, server: ServerContext) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (call.callers === 'anyone') {
      // Its body is unread: a refusal ends the connection.
      reply.header('connection', 'close')
      server.rates.countOpenCall(request)
      refuseAnnounced(request, server.limits.openBytes)
      reply.removeHeader('connection')
      return
    }
    request.caller = await authenticate(request, reply, call, server)
    server.rates.countCall(request)
    if (!givesEvents(call)) server.rates.enter(request, reply)
  }
}

function answer(name: string, call: Call, handle: AnyHandler, server: ServerContext): RouteHandlerMethod {
  const write = givesFile(call) ? null : replyWriter(name, call.gives as GivesJson)
  const isRead = isAtStandby(call)
  return async (request, reply) => {
    if (call.callers === 'anyone' && 'email' in call.takes.shape) await countSignIn(request, server)
    const input = await readInput(call, request, server.limits)
    const { file, pictures } = input
    const taken = file ? { ...input.taken, file, ...(pictures?.length && { pictures }) } : input.taken
    const sent = sentKey(call, request, input)
    reply.header('cache-control', 'no-store')
    const seesPrices = request.caller !== null && hasRight(request.caller, 'seePrices')
    /** Answers as before and gives true, or gives false. Never the reply itself: awaited, that is nothing once it is sent. */
    const isReplayed = async () => {
      const stored = sent && (await storedReply(server.db, sent))
      if (!write || !isSaid(stored?.reply)) return false
      reply.header(REPLAY_HEADER, 'true')
      sendJson(reply, write(stored.reply, seesPrices))
      return true
    }
    // The same may have been sent twice at once, and be refused only because it is done by now: a lost answer is asked for at once.
    const refused = async (error: unknown) => {
      if (error instanceof Refusal && (await isReplayed())) return null
      throw error
    }
    if (await isReplayed()) return reply
    const context = makeCallContext(server, request, reply, { input, sent, taking: takingKey(call, request, input) })
    const given = await (isRead
      ? reading(server, (db) => handle(taken, { ...context, db }))
      : handle(taken, context)
    ).catch(refused)
    if (given === null) return reply
    if (call.changes) server.notices.kick()
    if (call.changes) server.jobs.kick()
    if ('events' in given) throw new TypeError(`${name} must not give events`)
    if ('body' in given) return sendFile(reply, call, taken, given)
    if (!write) throw new TypeError(`${name} must give a file`)
    return sendJson(reply, write(given, seesPrices))
  }
}

/** Pages of lists, and reports. */
function isAtStandby({ changes, atStandby, takes }: Call): boolean {
  return atStandby ?? (!changes && 'cursor' in takes.shape && 'page_size' in takes.shape)
}

/** Reads at the standby where there is one, and once more at the main database where the standby is lost meanwhile. */
async function reading<T>({ db: main, reports }: ServerContext, read: (db: Db) => Promise<T>): Promise<T> {
  const db = await reports()
  return read(db).catch((error: unknown) => {
    if (db === main || !isStandbyLost(error)) throw error
    return read(main)
  })
}

/** Limits calls that take an e-mail, which attackers try with many. A device known to the account is counted by itself, whoever shares its address. */
async function countSignIn(request: FastifyRequest, { db, rates }: ServerContext): Promise<void> {
  const { body } = request
  const sent = typeof body === 'object' && body !== null && 'email' in body ? body.email : ''
  const email = typeof sent === 'string' ? sent.trim().toLowerCase().slice(0, 254) : ''
  const device = await findDevice(db, email, deviceToken(request))
  rates.countSignIn(request, email, device?.id ?? null)
}

/** A call that stays open. Its handler's signal is also aborted when the session ends or the server stops. */
function answerEvents(name: string, call: Call, handle: AnyHandler, server: ServerContext): RouteHandlerMethod {
  return async (request, reply) => {
    const { caller } = request
    if (!givesEvents(call) || caller === null) throw new TypeError(`${name} has events for callers with a session only`)
    const input = await readInput(call, request, server.limits)
    const stream = server.streams.open(caller)
    reply.raw.once('close', stream.end)
    try {
      const context = {
        ...makeCallContext(server, request, reply, { input, sent: null, taking: null }),
        signal: stream.signal,
      }
      const given = await handle(input.taken, context)
      if (!('events' in given)) throw new TypeError(`${name} must give events`)
      const write = eventWriter(name, call.gives, hasRight(caller, 'seePrices'))
      return sendEvents({ reply, caller, stream, streams: server.streams, write }, given)
    } catch (error) {
      stream.end()
      throw error
    }
  }
}

function sendJson(reply: FastifyReply, body: string): FastifyReply {
  return reply.header('content-type', 'application/json; charset=utf-8').send(body)
}

/** Tells the caller that a reply is one given before, and nothing was done now. */
export const REPLAY_HEADER = 'idempotent-replay'

/** The key sent with a call that writes; others ignore the header. Where the answer is a file, the command's own result is stored, and the file is made of that again. */
export function sentKey(call: Call, request: FastifyRequest, input: ReadInput): SentKey | null {
  if (!call.changes || !request.caller) return null
  const key = keyFrom(request.headers['idempotency-key'])
  return key === null ? null : { userId: request.caller.userId, key, requestHash: requestHash(call, input) }
}

/** The key of a file that is taken: fetched again under it, it is the same taking. */
function takingKey(call: Call, request: FastifyRequest, input: ReadInput): SentKey | null {
  if (!request.caller || !givesFile(call) || call.takesFile !== null) return null
  const key = keyFrom(request.headers['idempotency-key'])
  return key === null ? null : { userId: request.caller.userId, key, requestHash: requestHash(call, input) }
}

/** Everything a handler may use beside its input. `caller` is missing for calls that anyone may make. */
export function makeCallContext(
  server: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { input, sent, taking }: { input: ReadInput; sent: SentKey | null; taking: SentKey | null },
): Omit<CallContext, 'caller'> & OpenCallContext & Partial<Pick<CallContext, 'caller'>> {
  const { db, reports, files, resources, room } = server
  return {
    ...(request.caller && { caller: request.caller }),
    requestId: request.id,
    source: sourceOf(request, input),
    ...{ db, main: db },
    reports,
    files,
    ...(room && { room }),
    resources,
    signal: endOfCaller(reply),
    command: commandOf(db, reply, sent),
    taking,
    isDone: async () => sent !== null && (await storedReply(db, sent)) !== null,
    clearSessionCookie: () => clearSessionCookie(request, reply),
    address: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    wantsCookie: request.headers['x-selvedge-session'] === 'cookie',
    setSessionCookie: (token, expires) => setSessionCookie(request, reply, token, expires),
    deviceToken: deviceToken(request),
    setDeviceCookie: (token) => setDeviceCookie(request, reply, token),
  }
}

function sourceOf(request: FastifyRequest, input: ReadInput): Source {
  if (request.caller?.isMachine) return 'api'
  if (input.file) return 'file'
  return request.headers['x-selvedge-client'] ? 'screen' : 'api'
}

/** Aborted when the caller goes away before the reply is through. */
function endOfCaller(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}

function commandOf(db: Db, reply: FastifyReply, sent: SentKey | null): CallContext['command'] {
  let used = false
  return async <T>(change: (tx: Tx) => Promise<T>): Promise<T> => {
    if (!sent) return changing(db, () => inTransaction(db, change))
    if (used) throw new Error('a call runs one command: a second one would have no Idempotency-Key')
    used = true
    const outcome = await changing(db, () => inTransaction(db, (tx) => once(tx, sent, () => change(tx))))
    if (outcome.replayed) reply.header(REPLAY_HEADER, 'true')
    return outcome.reply
  }
}
