import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '../../shared/contract/grammar.ts'
import type { Role } from '../../shared/domain/roles.ts'
import { userHeader } from '../../shared/user-header.ts'
import type { Caller } from './call.ts'
import { forbidden, otherUser, unauthenticated } from './errors.ts'
import { clearSessionCookie, tokenOfCookie } from './session-cookie.ts'
import type { Sessions } from './sessions.ts'

const BEARER = /^Bearer ([\w-]+)$/i

/**
 * Says who is calling, before anything of the body is read. Throws `unauthenticated` without a live session, `other_user` for
 * the cookie of another person than the page works for, `forbidden` for a role that the call does not name, for a cookie
 * without our own client's header, while a new password is due, and for a change by somebody who is looking as another role.
 */
export async function authenticate(
  request: FastifyRequest,
  reply: FastifyReply,
  { callers, changes }: Pick<Call, 'callers' | 'changes'>,
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
  if (cookie !== null) {
    refuseForgery(request)
    refuseMistaken(request, caller)
  }
  if (typeof callers !== 'string') refuseOthers(caller, callers)
  if (changes && caller.trueRole !== null) {
    throw forbidden('You are looking as another role: nothing can be changed.')
  }
  return caller
}

function refuseOthers(caller: Caller, named: readonly Role[]): void {
  if (!named.includes(caller.role)) throw forbidden()
  if (caller.mustChangePassword) throw forbidden('Please choose a new password first.')
}

/** Another site can make a browser send the cookie with a form, but never a header of its own. */
function refuseForgery(request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  if (!request.headers['x-selvedge-client']) throw forbidden('This request did not come from Selvedge.')
}

/**
 * The cookie is the whole browser's: when somebody else signs in in another tab, a page that still shows the one before would act
 * in the new one's name. Whoever does not say for whom it works is taken by its cookie, as a page that has yet to ask is.
 */
function refuseMistaken(request: FastifyRequest, { userId }: Caller): void {
  const meant = request.headers[userHeader] ?? (request.query as Record<string, unknown>)[userHeader]
  if (meant !== undefined && meant !== userId) throw otherUser()
}
