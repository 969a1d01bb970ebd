import type { FastifyInstance } from 'fastify'
import { contract } from '../../shared/contract/index.ts'

/** `/openapi.json` and `/reference`. Both are made at their first use: starting costs nothing. */
export function serveDocuments(app: FastifyInstance): void {
  let document: string | undefined
  let page: string | undefined
  app.get('/openapi.json', async (_request, reply) => {
    const { openApiDocument } = await import('./openapi.ts')
    document ??= JSON.stringify(openApiDocument(contract))
    return reply.header('content-type', 'application/json; charset=utf-8').send(document)
  })
  app.get('/reference', async (_request, reply) => {
    const { referencePage, referencePolicy } = await import('./reference-page.ts')
    page ??= referencePage(contract)
    reply.header('content-type', 'text/html; charset=utf-8').header('content-security-policy', referencePolicy)
    return reply.send(page)
  })
}
