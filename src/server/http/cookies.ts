import type { FastifyReply, FastifyRequest } from 'fastify'

const SESSION = 'selvedge_session'
const DEVICE = 'selvedge_device'
/** Read by the page: whether there is a session to ask for at all. */
const SIGNED_IN = 'selvedge_signed_in'
const DEVICE_SECONDS = 400 * 24 * 3_600

/**
 * By https a cookie's name begins with `__Host-`: a browser takes it from this very host alone, so that no neighbour under the same domain, and
 * nobody who answers in clear, can plant one. In clear (this computer, a house's own network) a browser would not take that name.
 */
function nameOf(name: string, request: FastifyRequest): string {
  return request.protocol === 'https' ? `__Host-${name}` : name
}

function flags(request: FastifyRequest): string {
  return `SameSite=Strict${request.protocol === 'https' ? '; Secure' : ''}`
}

function cookieOf(request: FastifyRequest, cookie: string): string | null {
  const wanted = nameOf(cookie, request)
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [name, value] = pair.trim().split('=', 2)
    if (name === wanted && value) return value
  }
  return null
}

function set(request: FastifyRequest, reply: FastifyReply, name: string, value: string, seconds: number): void {
  const readable = name === SIGNED_IN ? '' : 'HttpOnly; '
  reply.header(
    'set-cookie',
    `${nameOf(name, request)}=${value}; Path=/; Max-Age=${seconds}; ${readable}${flags(request)}`,
  )
}

/** The session token that a browser carries, or null. */
export function tokenOfCookie(request: FastifyRequest): string | null {
  return cookieOf(request, SESSION)
}

/**
 * Scripts cannot read it and other sites cannot send it. `Secure` where the browser came by https. A mark beside it, which opens nothing, says
 * to the page that it is there: nobody is asked for who has none.
 */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string, expires: Date): void {
  const seconds = Math.floor((expires.getTime() - Date.now()) / 1000)
  set(request, reply, SESSION, token, seconds)
  set(request, reply, SIGNED_IN, '1', seconds)
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  set(request, reply, SESSION, '', 0)
  set(request, reply, SIGNED_IN, '', 0)
}

/** Reads the cookie that identifies a browser after somebody has signed in there; null where nobody has. It opens nothing. */
export function deviceOfCookie(request: FastifyRequest): string | null {
  return cookieOf(request, DEVICE)
}

/** Outlives the session, for as long as browsers keep a cookie. */
export function setDeviceCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  set(request, reply, DEVICE, token, DEVICE_SECONDS)
}
