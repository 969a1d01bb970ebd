import type { FastifyInstance } from 'fastify'
import { contentPolicy } from '../../shared/content-policy.ts'

/** The same for every reply, so they are made once. HTTPS is the business of whoever ends TLS before this server. */
const headers = {
  'content-security-policy': contentPolicy(),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
}
