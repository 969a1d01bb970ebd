import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contract } from '../../shared/areas.ts'
import { filePolicy } from '../../shared/content-policy.ts'
import { noSuchAddress, sendRefusal } from './errors.ts'

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
    const { referencePage, referencePolicy } = await import('./openapi.ts')
    page ??= referencePage(contract)
    reply.header('content-type', 'text/html; charset=utf-8').header('content-security-policy', referencePolicy)
    return reply.send(page)
  })
}

/**
 * Serves the built renderer: its files as they are, and its page for every address of a screen, since routes live in the
 * browser. Everything else that nobody answers is a JSON 404. Without a built renderer all of it is.
 */
export async function serveRenderer(app: FastifyInstance, folder: string | undefined): Promise<void> {
  const built = folder !== undefined && existsSync(join(folder, 'index.html'))
  if (built) {
    const { default: files } = await import('@fastify/static')
    await app.register(files, {
      ...{ root: folder, cacheControl: false, index: ['index.html'], setHeaders: fileHeaders },
      // The copies that the build packed, where the browser takes them (scripts/compressed-copies.ts).
      preCompressed: true,
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (!built || !isScreen(request)) return sendRefusal(reply, noSuchAddress())
    const page = await readFile(join(folder, 'index.html'), 'utf8')
    return reply.header('content-type', 'text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
  })
}

/** Files in `assets` carry a hash of their content in their name; the page that names them must be asked for anew. */
function fileHeaders(reply: FastifyReply, path: string): void {
  const hashed = /[\\/]assets[\\/][^\\/]+-[\w-]{8}\.\w+(\.(br|gz))?$/.test(path)
  reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
  reply.header('content-security-policy', filePolicy(path.replace(/\.(br|gz)$/, '')))
}

function isScreen(request: FastifyRequest): boolean {
  if (request.method !== 'GET' || isApiPath(request.url)) return false
  const path = request.url.split('?')[0] ?? ''
  return !/\.\w+$/.test(path) && (request.headers.accept ?? '').includes('text/html')
}

/** First words of addresses that are calls, never screens, also where no call of that name exists. */
const apiWords = new Set([
  ...Object.values(contract).flatMap((area) => Object.values(area).map((call) => call.path.split('/')[0] ?? '')),
  ...['offline-inventory', 'bulk-inventory-movement', 'locales', 'health', 'ready', 'openapi.json', 'reference'],
])

/** Whether an address (a path, perhaps with a query) belongs to the API rather than to the screens. */
export function isApiPath(url: string): boolean {
  const [first = ''] = url.replace(/^\/+/, '').split(/[/?#]/)
  return apiWords.has(first)
}
