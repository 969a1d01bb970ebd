import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from './errors.ts'

/** What one server takes. Zero calls or sign-ins a minute means no limit. */
export interface Limits {
  /** Bytes of a JSON body, and of all fields of a form together. */
  jsonBytes: number
  /** Bytes of an uploaded file. */
  fileBytes: number
  /** Calls a minute of one session; a person with a scanner makes 1,200. */
  callsPerMinute: number
  /** Calls a minute of one API key. */
  keyCallsPerMinute: number
  /** Sign-in attempts a minute for one e-mail from one address. */
  signInsPerMinute: number
  /** A refused sign-in is answered no sooner than this, so that its time tells nothing. */
  refusedSignInMs: number
  /** How long a stopping server waits for calls that are under way. */
  stopMs: number
  /** Event streams that one session, and all sessions together, may hold open at this copy. */
  streamsPerSession: number
  streams: number
  /** How often an open stream shows that it lives, and is looked at whether its session does. */
  heartbeatMs: number
}

export const defaultLimits: Limits = {
  jsonBytes: 4 * 1024 * 1024,
  fileBytes: 10 * 1024 * 1024,
  callsPerMinute: 6_000,
  keyCallsPerMinute: 600,
  signInsPerMinute: 20,
  refusedSignInMs: 400,
  stopMs: 10_000,
  streamsPerSession: 4,
  streams: 2_000,
  heartbeatMs: 15_000,
}

export interface RateLimits {
  /** Throws `too_many_requests`, with the seconds to wait, when the session or the API key calls too often. */
  countCall(request: FastifyRequest): Promise<void>
  /** The same for sign-ins with one e-mail from one address, and with all e-mails together. The body must have been read. */
  countSignIn(request: FastifyRequest): Promise<void>
}

/** Whoever tries one password on many accounts, or lets many be hashed: so many times what one account may. */
const ACCOUNTS_OF_ONE_ADDRESS = 30

/** Counted in this copy's memory: N copies let N times as much through. */
export function rateLimits(app: FastifyInstance, limits: Limits): RateLimits {
  const sessionKey = (request: FastifyRequest) => request.caller?.sessionId ?? request.ip
  const signInKey = (request: FastifyRequest) => `${request.ip} ${emailOf(request.body)}`
  const countOfEmail = counter(app, limits.signInsPerMinute, signInKey)
  const countOfAddress = counter(app, limits.signInsPerMinute * ACCOUNTS_OF_ONE_ADDRESS, (request) => request.ip)
  const countOfSession = counter(app, limits.callsPerMinute, sessionKey)
  const countOfKey = counter(app, limits.keyCallsPerMinute, sessionKey)
  return {
    countCall: (request) => (request.caller?.isMachine ? countOfKey : countOfSession)(request),
    async countSignIn(request) {
      await countOfAddress(request)
      await countOfEmail(request)
    },
  }
}

function counter(app: FastifyInstance, max: number, keyGenerator: (request: FastifyRequest) => string) {
  if (max === 0) return async () => undefined
  const count = app.createRateLimit({ max, timeWindow: 60_000, keyGenerator })
  return async (request: FastifyRequest) => {
    const outcome = await count(request)
    if (outcome.isAllowed || !outcome.isExceeded) return
    throw new Refusal('too_many_requests', 'Too many requests. Please wait a moment.', {
      retry_after_seconds: Math.max(1, outcome.ttlInSeconds),
    })
  }
}

function emailOf(body: unknown): string {
  const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : ''
  return typeof email === 'string' ? email.trim().toLowerCase().slice(0, 254) : ''
}

/**
 * Lets a stopping server end at once when nothing is under way. Node closes connections that are idle after a request, but
 * waits a minute for those that browsers open in advance and never use.
 */
export function closeUnusedConnections(app: FastifyInstance): void {
  const callsOn = new Map<Socket, number>()
  let closing = false
  const server = app.server as Server
  server.on('connection', (socket) => {
    if (closing) return void socket.destroy()
    callsOn.set(socket, 0)
    socket.once('close', () => callsOn.delete(socket))
  })
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    callsOn.set(socket, (callsOn.get(socket) ?? 0) + 1)
    response.once('close', () => {
      const left = (callsOn.get(socket) ?? 1) - 1
      callsOn.set(socket, left)
      if (closing && left === 0) socket.end()
    })
  })
  app.addHook('preClose', async () => {
    closing = true
    for (const [socket, calls] of callsOn) if (calls === 0) socket.destroy()
  })
}
