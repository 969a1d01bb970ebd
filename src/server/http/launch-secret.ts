import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { launchHeader } from '../../shared/launch-header.ts'
import { sendRefusal } from './answer-errors.ts'
import { forbidden } from './errors.ts'

/**
 * The server in the desktop app answers that app alone: whoever else on this computer finds its port hears a 403 to everything.
 * Without a secret (a company's server) everybody may ask.
 */
export interface LaunchWall {
  /** Whether this request carries the secret, or is a preflight, which a browser sends without any header of ours. */
  lets(request: Pick<IncomingMessage, 'headers' | 'method'>): boolean
}

export function launchWall(secret: string | undefined, origins: readonly string[]): LaunchWall {
  if (secret === undefined) return { lets: () => true }
  const wanted = digest(secret)
  return {
    lets({ headers, method }) {
      const given = headers[launchHeader]
      if (typeof given === 'string' && timingSafeEqual(digest(given), wanted)) return true
      return method === 'OPTIONS' && isPreflight(headers, origins)
    },
  }
}

export const notThisLaunch = () => forbidden('Only the app that started this server may ask it.')

/** To be added before every other hook, so that nothing else looks at a stranger's request. */
export function guardLaunch(app: FastifyInstance, wall: LaunchWall): void {
  app.addHook('onRequest', (request, reply, next) => {
    if (wall.lets(request.raw)) next()
    else void sendRefusal(reply, notThisLaunch())
  })
}

/** Of one length whatever was given, so that comparing takes the same time. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function isPreflight(headers: IncomingMessage['headers'], origins: readonly string[]): boolean {
  return origins.includes(headers.origin ?? '') && headers['access-control-request-method'] !== undefined
}
