import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { noSuchAddress, sendRefusal } from './answer-errors.ts'
import { isApiPath } from './api-paths.ts'

/**
 * Serves the built renderer: its files as they are, and its page for every address of a screen, since routes live in the
 * browser. Everything else that nobody answers is a JSON 404. Without a built renderer all of it is.
 */
export async function serveRenderer(app: FastifyInstance, folder: string | undefined): Promise<void> {
  const built = folder !== undefined && existsSync(join(folder, 'index.html'))
  if (built) {
    const { default: files } = await import('@fastify/static')
    await app.register(files, { root: folder, cacheControl: false, index: ['index.html'], setHeaders: cacheHeaders })
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (!built || !isScreen(request)) return sendRefusal(reply, noSuchAddress())
    const page = await readFile(join(folder, 'index.html'), 'utf8')
    return reply.header('content-type', 'text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
  })
}

/** Files in `assets` carry a hash of their content in their name; the page that names them must be asked for anew. */
function cacheHeaders(reply: FastifyReply, path: string): void {
  const hashed = /[\\/]assets[\\/][^\\/]+-[\w-]{8}\.\w+$/.test(path)
  reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
}

function isScreen(request: FastifyRequest): boolean {
  if (request.method !== 'GET' || isApiPath(request.url)) return false
  const path = request.url.split('?')[0] ?? ''
  return !/\.\w+$/.test(path) && (request.headers.accept ?? '').includes('text/html')
}
