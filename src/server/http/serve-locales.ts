import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { errorCode } from '../database/database-errors.ts'
import { noSuchAddress, sendRefusal } from './answer-errors.ts'

const WORD = /^[a-zA-Z]{2,12}(-[a-zA-Z0-9]{1,12})*$/

/** Translation files, as the specification's address gives them. */
export function serveLocales(app: FastifyInstance, resources: string): void {
  app.get<{ Params: { lng: string; file: string } }>('/locales/:lng/:file', async (request, reply) => {
    const { lng, file } = request.params
    const [ns = '', end] = file.split('.')
    const text = WORD.test(lng) && WORD.test(ns) && end === 'json' ? await readIfThere(resources, lng, ns) : null
    if (text === null) return sendRefusal(reply, noSuchAddress())
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(text)
  })
}

async function readIfThere(resources: string, lng: string, ns: string): Promise<string | null> {
  try {
    return await readFile(join(resources, 'locales', lng, `${ns}.json`), 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}
