import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'

/**
 * The server reads JSON and multipart forms and nothing else: forms that other sites can send without asking (plain text,
 * urlencoded) have no parser. A JSON body may be empty.
 */
export function readBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {})
    else void parse(request, body, done)
  })
  app.register(multipart, { throwFileSizeLimit: true })
}
