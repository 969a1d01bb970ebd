import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeCompressedCopies } from '../../scripts/compressed-copies.ts'
import { freshDatabase } from '../support/database.ts'
import { type TestServer, testServer } from '../support/server.ts'

const script = `export const text = '${'selvedge '.repeat(400)}'`
const words = {
  Login: '登录',
  ...Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`Word ${at}`, `词 ${at}`])),
}

let server: TestServer
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'selvedge-pages-'))
  const files = {
    'renderer/index.html': '<!doctype html><title>Selvedge</title>',
    'renderer/assets/index-aB3_dE9x.js': script,
    'renderer/assets/code-worker-aB3_dE9x.js': script,
    'renderer/icon.svg': '<svg/>',
    'resources/locales/zh/translation.json': JSON.stringify(words),
    'resources/secret.json': '{}',
  }
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  writeCompressedCopies(join(folder, 'renderer'))
  server = await testServer({
    rendererDir: join(folder, 'renderer'),
    resources: join(folder, 'resources'),
    allowedOrigins: ['app://selvedge'],
  })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const page = (url: string, accept = 'text/html,*/*') => server.app.inject({ url, headers: { accept } })

describe('the browser edition', () => {
  it.each(['/', '/login', '/supplier/my-orders', '/supply-management/login?next=/x', '/anything/else'])(
    '%s gives the page, asked for anew each time',
    async (url) => {
      const reply = await page(url)
      expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-cache'])
      expect(reply.headers['content-type']).toMatch(/^text\/html/)
      expect(reply.headers['content-security-policy']).toContain("script-src 'self';")
      expect(reply.body).toContain('Selvedge')
    },
  )

  it('keeps hashed files for ever, and others not', async () => {
    const hashed = await page('/assets/index-aB3_dE9x.js', '*/*')
    expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await page('/icon.svg', '*/*')).headers['cache-control']).toBe('no-cache')
  })

  // Would catch: a packed copy that a browser keeps no longer than the page, or gets though it cannot unpack it.
  it('sends the copy that the build packed to whoever takes it, and keeps it as long', async () => {
    const ask = (encoding: string) =>
      server.app.inject({ url: '/assets/index-aB3_dE9x.js', headers: { 'accept-encoding': encoding } })
    const [brotli, gzip, none] = [await ask('gzip, deflate, br'), await ask('gzip, deflate'), await ask('identity')]
    expect([brotli, gzip, none].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined])
    for (const { headers } of [brotli, gzip, none]) {
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(headers['content-type']).toMatch(/javascript/)
    }
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(script)
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(script)
    expect(none.body).toBe(script)
  })

  // Would catch: 300 kB of words on a slow line, and words that stay packed as they were before an admin changed them.
  it('packs a language for whoever takes it', async () => {
    const ask = (encoding: string) =>
      server.app.inject({ url: '/locales/zh/translation.json', headers: { 'accept-encoding': encoding } })
    const packed = await ask('gzip')
    expect([packed.headers['content-encoding'], packed.headers.vary]).toEqual(['gzip', 'accept-encoding'])
    expect(JSON.parse(gunzipSync(packed.rawPayload).toString())).toEqual((await ask('identity')).json())
    expect((await ask('gzip;q=0')).headers['content-encoding']).toBeUndefined()
    await server.db.insertInto('translation').values({ language: 'zh', key: 'Login', text: '进入' }).execute()
    expect(JSON.parse(gunzipSync((await ask('gzip')).rawPayload).toString()).Login).toBe('进入')
    await server.db.deleteFrom('translation').execute()
  })

  it('gives no page in place of a call, a missing file or a file outside', async () => {
    for (const url of ['/v1/erp/nothing', '/retool/x', '/assets/gone-aB3_dE9x.js', '/offline-inventory/nothing']) {
      const reply = await page(url)
      expect([url, reply.statusCode, reply.json().code]).toEqual([url, 404, 'not_found'])
    }
    for (const url of ['/../resources/secret.json', '/..%2fresources%2fsecret.json', '/%2e%2e/resources/secret.json']) {
      expect((await page(url, '*/*')).statusCode).toBeGreaterThanOrEqual(400)
    }
    expect((await page('/supplier/my-orders', 'application/json')).statusCode).toBe(404)
  })
})

describe('the content policy', () => {
  // Would catch: a way back for styles from markup, or for markup from text.
  it('lets no page style itself or make markup of text', async () => {
    const policy = String((await page('/')).headers['content-security-policy'])
    expect(policy).not.toMatch(/unsafe-|\*|https?:/)
    expect(policy).toContain("style-src 'self';")
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types selvedge-worker")
  })

  // Would catch: the page, or any other script, that may compile WebAssembly since the worker that reads codes may; and eval with it.
  it('lets one worker alone compile WebAssembly, and nothing make code of text', async () => {
    const policyOf = async (name: string) => {
      const { headers } = await server.app.inject({ url: `/assets/${name}`, headers: { 'accept-encoding': 'gzip' } })
      return String(headers['content-security-policy'])
    }
    expect(await policyOf('index-aB3_dE9x.js')).toContain("script-src 'self';")
    const worker = await policyOf('code-worker-aB3_dE9x.js')
    expect(worker).toContain("script-src 'self' 'wasm-unsafe-eval';")
    expect(worker).not.toContain("'unsafe-")
  })

  // Would catch: a browser that refuses the camera to the app, or gives it the microphone.
  it('lets the page ask for the camera and for no microphone', async () => {
    const policy = (await page('/')).headers['permissions-policy']
    expect(policy).toBe('camera=(self), microphone=(), geolocation=()')
  })

  // Would catch: a reference page that lost its look, since its style is not the one that its policy names.
  it('of the reference page names its one style by its hash, and nothing else', async () => {
    const reply = await page('/reference')
    const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(reply.body) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
    expect(reply.headers['content-security-policy']).toBe(policy)
  })
})

describe('translations', () => {
  it('are served by language and namespace, and nothing beside them', async () => {
    expect((await page('/locales/zh/translation.json')).json()).toEqual(words)
    for (const url of [
      '/locales/fr/translation.json',
      '/locales/zh/..%2f..%2fsecret.json',
      '/locales/../secret.json',
      '/locales/zh/translation.js',
    ]) {
      expect((await page(url, '*/*')).statusCode).toBe(404)
    }
  })
})

describe('what the server says of itself', () => {
  it('is alive, is ready, and is not when the database is gone', async () => {
    // Would catch: a version that was raised in package.json alone; apps compare it before they take a server.
    const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../../package.json'), 'utf8'))
    expect((await page('/health')).json()).toEqual({ status: 'ok', name: 'selvedge', version })
    expect((await page('/ready')).json()).toEqual({ status: 'ready' })
    const database = await freshDatabase()
    const lost = await testServer({ db: database.db })
    await database.drop()
    expect((await lost.app.inject('/health')).statusCode).toBe(200)
    expect((await lost.app.inject('/ready')).statusCode).toBe(503)
  })

  it('gives its OpenAPI document, and a reference page that needs no script', async () => {
    const document = (await page('/openapi.json')).json()
    expect(Object.keys(document.paths)).toContain('/v1/erp/vendor/get-orders')
    const reference = await page('/reference')
    expect(reference.headers['content-type']).toMatch(/^text\/html/)
    expect(reference.body).toContain('/v1/erp/vendor/upload-packing-file-shipment-management/{shipment_id}')
    expect(reference.body).not.toContain('<script')
  })
})

describe('pages of other origins', () => {
  const ask = (origin: string) =>
    server.app.inject({
      method: 'OPTIONS',
      url: '/v1/erp/get-sidemenu',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,idempotency-key',
      },
    })

  it('may call when they are listed, and read the ids of the reply', async () => {
    const { headers } = await ask('app://selvedge')
    expect(headers['access-control-allow-origin']).toBe('app://selvedge')
    expect(headers['access-control-allow-headers']).toContain('x-selvedge-client')
    expect(headers['access-control-allow-credentials']).toBeUndefined()
    const reply = await server.app.inject({
      method: 'POST',
      url: '/v1/erp/get-sidemenu',
      headers: { origin: 'app://selvedge' },
    })
    expect(reply.headers['access-control-allow-origin']).toBe('app://selvedge')
    expect(reply.headers['access-control-expose-headers']).toContain('x-request-id')
  })

  it('may not otherwise', async () => {
    expect((await ask('https://elsewhere.test')).headers['access-control-allow-origin']).not.toBe(
      'https://elsewhere.test',
    )
  })
})
