import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageTag } from '../../shared/kernel/languages.ts'
import type { Db } from '../http/call.ts'
import { noSuchAddress, sendRefusal } from '../http/errors.ts'
import type { RateLimits } from '../http/rates.ts'
import { everyKey, fileWords, offeredLanguages, progress } from './languages.ts'

const NAMESPACE = /^[a-zA-Z]{2,12}(-[a-zA-Z0-9]{1,12})*$/

/**
 * Translations at the specification's address, open to everybody since the sign-in page needs them:
 * `/locales/{lng}/{ns}.json` answers the installation's own words with those of the admins over them, `?changed=1` the
 * admins' only; the fallback language `dev` is English. `/locales/languages.json` answers which languages there are beside
 * English and Chinese.
 */
export function serveLocales(app: FastifyInstance, resources: string, db: Db, rates: RateLimits): void {
  // Open to everybody, and each reads whole languages: counted as the contract's calls are.
  const onRequest = async (request: FastifyRequest) => rates.countCall(request)
  app.get('/locales/languages.json', { onRequest }, async (request, reply) => {
    return sendJson(request, reply, await furtherLanguages(db, resources))
  })
  app.get<{ Params: { lng: string; file: string }; Querystring: { changed?: string } }>(
    '/locales/:lng/:file',
    { onRequest },
    async (request, reply) => {
      const { lng, file } = request.params
      const [, namespace = ''] = /^([\w-]+)\.json$/.exec(file) ?? []
      // i18next falls back to `dev`, which is the texts themselves.
      const language = lng === 'dev' ? 'en' : languageTag(lng)
      const ownOnly = request.query.changed === '1'
      const words =
        language && NAMESPACE.test(namespace) ? await wordsOf({ db, resources, language, namespace, ownOnly }) : null
      return words === null ? sendRefusal(reply, noSuchAddress()) : sendJson(request, reply, Object.fromEntries(words))
    },
  )
}

interface Asked {
  db: Db
  resources: string
  language: string
  namespace: string
  ownOnly: boolean
}

/** The words of a language, those of its mother (`pt` of `pt-BR`) under them; null where neither is kept here. */
export async function wordsOf({
  db,
  resources,
  language,
  namespace,
  ownOnly,
}: Asked): Promise<Map<string, string> | null> {
  const offered = new Set(['en', ...(await offeredLanguages(db, resources)).map(({ code }) => code)])
  const codes = lineage(language).filter((code) => offered.has(code))
  const words = new Map<string, string>()
  for (const code of codes) {
    if (!ownOnly) for (const [key, text] of await fileWords(resources, code, namespace)) words.set(key, text)
    if (namespace === 'translation') for (const { key, text } of await ownWords(db, code)) words.set(key, text)
  }
  const isSaved = codes.length > 0 && (namespace === 'translation' || words.size > 0)
  return isSaved ? words : null
}

/** `zh-Hant-TW` comes from `zh` and `zh-Hant`. */
function lineage(language: string): string[] {
  const parts = language.split('-')
  return parts.map((_, at) => parts.slice(0, at + 1).join('-'))
}

async function ownWords(db: Db, language: string): Promise<{ key: string; text: string }[]> {
  return db
    .selectFrom('translation')
    .select(['key', 'text'])
    .where('language', '=', language)
    .where('text', 'is not', null)
    .orderBy('key')
    .$narrowType<{ text: string }>()
    .execute()
}

/** Languages for the menu, with the share of their texts that is translated. */
async function furtherLanguages(db: Db, resources: string): Promise<{ code: string; name: string; share: number }[]> {
  const keys = await everyKey(resources)
  const further = (await offeredLanguages(db, resources)).filter(({ code }) => code !== 'zh')
  return Promise.all(
    further.map(async ({ code, name }) => {
      const { translated } = await progress(db, resources, code, keys)
      return { code, name, share: keys.size === 0 ? 0 : Math.floor((translated / keys.size) * 100) / 100 }
    }),
  )
}

async function sendJson(request: FastifyRequest, reply: FastifyReply, value: unknown): Promise<FastifyReply> {
  const body = JSON.stringify(value)
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  reply.header('etag', tag).header('cache-control', 'no-cache').header('vary', 'accept-encoding')
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  reply.header('content-type', 'application/json; charset=utf-8')
  const takesGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(request.headers['accept-encoding'] ?? '')
  if (!takesGzip || body.length < SMALLEST_PACKED) return reply.send(body)
  return reply.header('content-encoding', 'gzip').send(await packed(tag, body))
}

/** A language has 300 kB, a fifth of that packed. */
const SMALLEST_PACKED = 1_400

const packs = new Map<string, Promise<Buffer>>()

/** Packed once for all who ask for the same words; a change of words is another tag. */
function packed(tag: string, body: string): Promise<Buffer> {
  const found = packs.get(tag) ?? promisify(gzip)(body)
  packs.delete(tag)
  packs.set(tag, found)
  const [oldest] = packs.keys()
  if (packs.size > 8 && oldest !== undefined) packs.delete(oldest)
  return found
}
