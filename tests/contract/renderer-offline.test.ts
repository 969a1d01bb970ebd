import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { expect, it } from 'vitest'

const origin = 'https://selvedge.test'
const script = readFileSync(new URL('../../src/renderer/public/offline.js', import.meta.url), 'utf8')
const pageNamed = (file: string) => `<div id="root"></div><script src="./assets/${file}"></script>`

interface Storage {
  broken?: 'open' | 'put'
  kept: Map<string, Response>
}

const addressOf = (of: string | { url: string }) => (typeof of === 'string' ? of : of.url).replace(origin, '')

/** The service worker over a storage and a network of the test. */
function worker(storage: Storage, network: (path: string) => Response) {
  const heard = new Map<string, (event: unknown) => void>()
  const check = (work: 'open' | 'put') => {
    if (storage.broken === work) throw new DOMException('full', 'QuotaExceededError')
  }
  const cache = {
    match: async (of: string | { url: string }) => storage.kept.get(addressOf(of))?.clone(),
    keys: async () => [...storage.kept.keys()],
    delete: async (key: string) => storage.kept.delete(key),
    put: async (of: string | { url: string }, reply: Response) => {
      check('put')
      storage.kept.set(addressOf(of), reply)
    },
  }
  runInContext(
    script,
    createContext({
      ...{ URL, Promise, setTimeout },
      self: {
        location: new URL(origin),
        addEventListener: (kind: string, hear: (event: unknown) => void) => heard.set(kind, hear),
      },
      caches: {
        open: async () => {
          check('open')
          return cache
        },
      },
      fetch: async (of: string | { url: string }) => network(addressOf(of)),
    }),
  )
  /** The answer's text, once all that lies behind it is done. */
  return async (path: string) => {
    const behind: Promise<unknown>[] = []
    let answer: Promise<Response> = Promise.reject(new Error('not answered'))
    answer.catch(() => undefined)
    heard.get('fetch')?.({
      request: { url: `${origin}${path}`, method: 'GET', mode: path.startsWith('/assets/') ? 'cors' : 'navigate' },
      respondWith: (given: Promise<Response>) => {
        answer = given
      },
      waitUntil: (work: Promise<unknown>) => behind.push(work),
    })
    const text = await (await answer).text()
    await Promise.all(behind)
    return text
  }
}

const html = (text: string) => new Response(text, { headers: { 'content-type': 'text/html' } })
const offline = () => {
  throw new TypeError('no connection')
}

// Would catch: a full disk, or storage that is switched off, that leaves the user without a page, or with an old one for ever.
it.each(['open', 'put'] as const)('a storage that fails at %s stands in the way of nothing', async (broken) => {
  const storage = { broken, kept: new Map([['/', html(pageNamed('old.js'))]]) }
  const ask = worker(storage, (path) => (path === '/' ? html(pageNamed('new.js')) : new Response('code')))
  expect(await ask('/supplier/orders')).toContain('new.js')
  expect(await ask('/assets/new.js')).toBe('code')
})

// Would catch: the sign-in page of a hotel's network that is kept as the app, and given from then on without a connection.
it('keeps the app and no page that a network puts in its place', async () => {
  const storage = { kept: new Map<string, Response>() }
  const online = worker(storage, (path) => (path === '/' ? html(pageNamed('a.js')) : new Response('code')))
  await online('/')
  await online('/assets/a.js')
  const portal = worker(storage, () => html('<h1>Room number?</h1>'))
  expect(await portal('/')).toContain('Room number?')
  await portal('/assets/b.js')
  expect([...storage.kept.keys()]).toEqual(['/', '/assets/a.js'])
  const away = worker(storage, offline)
  expect(await away('/ops/pending')).toContain('a.js')
  expect(await away('/assets/a.js')).toBe('code')
})

// Would catch: a page that is in English without a connection, words of last week that stand in for new ones.
it('gives the words of a further language as they are now, and without a connection as they were', async () => {
  const storage = { kept: new Map<string, Response>() }
  const path = '/locales/hi/translation.json'
  const first = worker(storage, () => new Response('{"Cutting":"कटाई"}'))
  expect(await first(path)).toContain('कटाई')
  const later = worker(storage, () => new Response('{"Cutting":"काटना"}'))
  expect(await later(path)).toContain('काटना')
  const away = worker(storage, offline)
  expect(await away(path)).toContain('काटना')
})

// Would catch: files of an old version that stay for ever, or of the new one that go with them.
it('a new version takes the files of the old one with it', async () => {
  const storage = { kept: new Map<string, Response>() }
  const before = worker(storage, (path) => (path === '/' ? html(pageNamed('a.js')) : new Response('code')))
  await before('/')
  await before('/assets/a.js')
  const after = worker(storage, (path) => (path === '/' ? html(pageNamed('b.js')) : new Response('code')))
  await Promise.all([after('/'), after('/assets/b.js')])
  expect([...storage.kept.keys()]).toEqual(['/', '/assets/b.js'])
})
