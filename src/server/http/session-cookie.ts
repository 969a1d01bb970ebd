import type { FastifyReply, FastifyRequest } from 'fastify'

const NAME = 'selvedge_session'

/** The session token that a browser carries, or null. */
export function tokenOfCookie(request: FastifyRequest): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [name, value] = pair.trim().split('=', 2)
    if (name === NAME && value) return value
  }
  return null
}

/** Scripts cannot read it and other sites cannot send it. `Secure` where the browser came by https. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string, expires: Date): void {
  const seconds = Math.floor((expires.getTime() - Date.now()) / 1000)
  reply.header('set-cookie', `${NAME}=${token}; Path=/; Max-Age=${seconds}; ${flags(request)}`)
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('set-cookie', `${NAME}=; Path=/; Max-Age=0; ${flags(request)}`)
}

function flags(request: FastifyRequest): string {
  return `HttpOnly; SameSite=Strict${request.protocol === 'https' ? '; Secure' : ''}`
}
