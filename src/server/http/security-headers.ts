import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** What pages served from here may load: our own files only; pdf.js runs its worker from a blob and fonts from data. */
export const contentSecurityPolicy = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  scriptSrcAttr: ["'none'"],
  styleSrc: ["'self'"],
  // React and Blueprint set styles through the CSSOM, which needs no exception; attributes in markup would.
  styleSrcAttr: ["'none'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'", 'data:', 'blob:'],
  connectSrc: ["'self'"],
  workerSrc: ["'self'", 'blob:'],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameSrc: ["'self'", 'blob:'],
  frameAncestors: ["'none'"],
}

export function addSecurityHeaders(app: FastifyInstance): void {
  app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy },
    // Set by whoever ends TLS before this server; on plain http it means nothing.
    strictTransportSecurity: false,
  })
}
