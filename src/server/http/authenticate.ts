import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Callers } from '../../shared/contract/grammar.ts'
import type { Caller } from './call.ts'
import { forbidden, unauthenticated } from './errors.ts'
import { clearSessionCookie, tokenOfCookie } from './session-cookie.ts'
import type { Sessions } from './sessions.ts'

const BEARER = /^Bearer ([\w-]+)$/i

/**
 * Says who is calling, before anything of the body is read. Throws `unauthenticated` without a live session, `forbidden` for a
 * role that the call does not name and for a cookie without our own client's header.
 */
export async function authenticate(
  request: FastifyRequest,
  reply: FastifyReply,
  callers: Exclude<Callers, 'anyone'>,
  sessions: Sessions,
): Promise<Caller> {
  const { authorization } = request.headers
  const cookie = authorization === undefined ? tokenOfCookie(request) : null
  const token = authorization === undefined ? cookie : (BEARER.exec(authorization)?.[1] ?? null)
  const caller = token === null ? null : await sessions.find(token)
  if (!caller) {
    if (cookie !== null) clearSessionCookie(request, reply)
    throw unauthenticated()
  }
  if (cookie !== null) refuseForgery(request)
  if (callers !== 'signed-in' && !callers.includes(caller.role)) throw forbidden()
  return caller
}

/** Another site can make a browser send the cookie with a form, but never a header of its own. */
function refuseForgery(request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  if (!request.headers['x-selvedge-client']) throw forbidden('This request did not come from Selvedge.')
}
