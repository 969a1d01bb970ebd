import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { type Area, type Call, type GivesJson, givesEvents, givesFile } from '../../shared/contract/grammar.ts'
import { hasRight } from '../../shared/domain/rights.ts'
import { authenticate } from './authenticate.ts'
import type { EventsReply, FileReply, Handlers, Said } from './call.ts'
import type { Context } from './context.ts'
import { isSaid, storedReply } from './idempotency.ts'
import { makeWork, REPLAY_HEADER, sentKey } from './make-work.ts'
import { readInput } from './read-input.ts'
import { sendEvents } from './send-events.ts'
import { sendFile } from './send-file.ts'
import { eventWriter, replyWriter } from './write-reply.ts'

/** A handler after its types have done their work: `Handlers<A>` has checked it against its call. */
type AnyHandler = (input: unknown, work: unknown) => Promise<FileReply | EventsReply<unknown> | Said<unknown>>

/**
 * Makes a route of every call of an area: session and role before the body is read, then validation, the handler, and the
 * reply through the contract's schema.
 */
export function mount<A extends Area>(
  app: FastifyInstance,
  name: string,
  area: A,
  handlers: Handlers<A>,
  context: Context,
): void {
  for (const [key, call] of Object.entries(area)) {
    app.route({
      method: call.method,
      url: routePath(call.path),
      config: { call: `${name}.${key}` },
      ...(call.takesFile === null && { bodyLimit: context.limits.jsonBytes }),
      onRequest: guard(call, context),
      handler: (givesEvents(call) ? answerEvents : answer)(
        `${name}.${key}`,
        call,
        handlers[key as keyof A] as unknown as AnyHandler,
        context,
      ),
    })
  }
}

/** The contract's `{word}` in the router's form. */
function routePath(path: string): string {
  return `/${path.replace(/\{(\w+)\}/g, ':$1')}`
}

function guard(call: Call, context: Context) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (call.callers === 'anyone') return
    request.caller = await authenticate(request, reply, call, context.sessions)
    await context.rates.countCall(request)
  }
}

function answer(name: string, call: Call, handle: AnyHandler, context: Context): RouteHandlerMethod {
  const write = givesFile(call) ? null : replyWriter(name, call.gives as GivesJson)
  return async (request, reply) => {
    if (call.callers === 'anyone') await countOpenCall(call, request, context)
    const input = await readInput(call, request, context.limits)
    const taken = input.file ? { ...input.taken, file: input.file } : input.taken
    const sent = sentKey(call, request, input)
    reply.header('cache-control', 'no-store')
    const seesPrices = request.caller !== null && hasRight(request.caller, 'seePrices')
    const stored = sent && (await storedReply(context.db, sent))
    if (write && isSaid(stored?.reply)) {
      reply.header(REPLAY_HEADER, 'true')
      return sendJson(reply, write(stored.reply, seesPrices))
    }
    const given = await handle(taken, makeWork(context, request, reply, input, sent))
    if (call.changes) context.notices.kick()
    if (call.changes) context.jobs.kick()
    if ('events' in given) throw new TypeError(`${name} must not give events`)
    if ('body' in given) return sendFile(reply, call, taken, given)
    if (!write) throw new TypeError(`${name} must give a file`)
    return sendJson(reply, write(given, seesPrices))
  }
}

/** What takes an e-mail is tried with many; the rest is as harmless as any call. */
function countOpenCall(call: Call, request: FastifyRequest, { rates }: Context): Promise<void> {
  return 'email' in call.takes.shape ? rates.countSignIn(request) : rates.countCall(request)
}

/** A call that stays open. Its handler's signal is also aborted when the session ends or the server stops. */
function answerEvents(name: string, call: Call, handle: AnyHandler, context: Context): RouteHandlerMethod {
  return async (request, reply) => {
    const { caller } = request
    if (!givesEvents(call) || caller === null) throw new TypeError(`${name} has events for callers with a session only`)
    const input = await readInput(call, request, context.limits)
    const stream = context.streams.open(caller)
    reply.raw.once('close', stream.end)
    try {
      const work = { ...makeWork(context, request, reply, input, null), signal: stream.signal }
      const given = await handle(input.taken, work)
      if (!('events' in given)) throw new TypeError(`${name} must give events`)
      const write = eventWriter(name, call.gives, hasRight(caller, 'seePrices'))
      return sendEvents({ reply, caller, stream, streams: context.streams, write }, given)
    } catch (error) {
      stream.end()
      throw error
    }
  }
}

function sendJson(reply: FastifyReply, body: string): FastifyReply {
  return reply.header('content-type', 'application/json; charset=utf-8').send(body)
}
