import { request as ask } from 'node:http'
import { PassThrough } from 'node:stream'
import { expect, it, onTestFinished } from 'vitest'
import { startServer } from '../../src/server/app/start-server.ts'
import { makeLog } from '../../src/server/http/request-log.ts'
import { launchHeader } from '../../src/shared/kernel/headers.ts'
import { freshDatabase } from '../support/database.ts'
import { resources, testServer } from '../support/server.ts'

const launchSecret = 'of-this-launch-and-no-other-0123456789'
const own = 'app://selvedge'
const rendererDir = import.meta.dirname

/** The server as the desktop app starts it, really listening: what answers outside of Fastify's hooks is seen too. */
async function guarded() {
  const { url } = await freshDatabase()
  const written: string[] = []
  const destination = new PassThrough().on('data', (text: Buffer) => void written.push(text.toString()))
  const log = makeLog({ level: 'trace', destination })
  const dataDir = `${rendererDir}/never-made`
  const options = { databaseUrl: url, dataDir, port: 0, demo: false, resources, rendererDir, log }
  const server = await startServer({ ...options, allowedOrigins: [own], launchSecret })
  onTestFinished(() => server.stop())
  return { server, written: () => written.join('') }
}

interface Answer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  body: string
}

/** By Node's own client, which sends any header and any path as they are. */
function send(
  url: string,
  path: string,
  method = 'GET',
  headers: NodeJS.Dict<string | string[]> = {},
): Promise<Answer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const sent = ask({ hostname, port, path, method, headers: headers as NodeJS.Dict<string> }, (reply) => {
      let body = ''
      reply.setEncoding('utf8').on('data', (text: string) => {
        body += text
      })
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body }))
    })
    sent.on('error', reject).end()
  })
}

/** Would catch: an address that some other part answers (probe, document, file, page, unknown, unreadable) before the wall. */
it('answers a stranger on this computer nothing but a 403, at whatever address', async () => {
  const { server } = await guarded()
  const { app } = await testServer()
  const routes = app.printRoutes({ commonPrefix: false }).match(/(?<=── )\/\S*/g) ?? []
  expect(routes.length).toBeGreaterThan(5)
  const odd = [
    '/health',
    '/ready',
    '/openapi.json',
    '/reference',
    '/index.html',
    '/login',
    '/%E0%A4%A',
    '//x',
    '/a'.repeat(500),
  ]
  for (const path of [...routes.map((route) => route.replaceAll('*', '')), ...odd]) {
    for (const method of ['GET', 'POST', 'HEAD', 'DELETE', 'PATCH']) {
      const reply = await send(server.url, path, method, { accept: 'text/html', origin: own })
      expect.soft(reply.status, `${method} ${path}`).toBe(403)
      expect.soft(reply.headers['access-control-allow-origin']).toBeUndefined()
      if (method === 'GET') {
        const message = 'Only the app that started this server may ask it.'
        expect.soft(JSON.parse(reply.body)).toEqual({ message, code: 'forbidden', details: {} })
      }
    }
  }
})

it('takes no other secret: a wrong one, a part, twice, too long, in another place', async () => {
  const { server } = await guarded()
  const near = `${launchSecret.slice(0, -1)}X`
  for (const given of ['', near, launchSecret.slice(1), `${launchSecret} x`, `${launchSecret},x`, 'x'.repeat(8_000)]) {
    expect.soft((await send(server.url, '/health', 'GET', { [launchHeader]: given })).status, given).toBe(403)
  }
  const twice = await send(server.url, '/health', 'GET', { [launchHeader]: [launchSecret, launchSecret] })
  expect(twice.status).toBe(403)
  expect((await send(server.url, `/health?${launchHeader}=${launchSecret}`)).status).toBe(403)
  expect((await send(server.url, '/health', 'GET', { cookie: `${launchHeader}=${launchSecret}` })).status).toBe(403)
  expect((await send(server.url, '/health', 'GET', { [launchHeader]: launchSecret })).status).toBe(200)
})

/** Would catch: a page that may no longer call, since its preflight cannot carry the header; or a wall that any OPTIONS opens. */
it('answers the preflight of the app’s own page, and no other OPTIONS', async () => {
  const { server } = await guarded()
  const asks = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' }
  const preflight = await send(server.url, '/retool/erp/login', 'OPTIONS', { origin: own, ...asks })
  expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([204, own])
  expect(preflight.headers['access-control-allow-headers']).not.toContain(launchHeader)
  for (const headers of [{}, asks, { origin: own }, { origin: 'https://evil.example', ...asks }]) {
    const reply = await send(server.url, '/retool/erp/login', 'OPTIONS', headers)
    expect.soft([reply.status, reply.headers['access-control-allow-origin']]).toEqual([403, undefined])
  }
})

it('never writes the secret to the log, even where somebody logs a whole request', async () => {
  const { server, written } = await guarded()
  await send(server.url, '/health', 'GET', { [launchHeader]: launchSecret })
  await send(server.url, '/health', 'GET', { [launchHeader]: `${launchSecret}-not` })
  expect(written()).toContain('"call"')
  expect(written()).not.toContain(launchSecret)
  const lines: string[] = []
  const log = makeLog({ destination: { write: (line: string) => void lines.push(line) } })
  log.info({ req: { headers: { [launchHeader]: launchSecret } }, start: { launchSecret } }, 'all of it')
  expect(lines.join()).toContain('[redacted]')
  expect(lines.join()).not.toContain(launchSecret)
})

it('asks for no secret where it has none: a company’s server', async () => {
  const { app } = await testServer()
  expect((await app.inject({ url: '/health' })).statusCode).toBe(200)
})
