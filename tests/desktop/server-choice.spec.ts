import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { createServer as httpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PrintJob, ServerChoice, ServerTest } from '../../src/shared/bridge.ts'
import { desktopRuntime } from '../support/desktop.ts'
import { selfSigned } from '../support/self-signed.ts'
import { type FakeServer, ordersFile, sendJson, shippingLabel } from './fake-server.ts'
import { ask, done, expect, signIn, skipHere, test } from './fixtures.ts'

const serverEntry = join(import.meta.dirname, 'mortal-server.ts')
/** The small server in the app's own place: nothing of the environment decides. */
const embedded = { serverEntry, environment: { SELVEDGE_SERVER_URL: '' } }

test.beforeEach(() => {
  skipHere(desktopRuntime() !== 'stand-in', 'Electron runs the built server, and does not follow a relaunch')
})

const isSelvedge = (server: FakeServer, version = '0.1.9', path = '/health') =>
  server.on(path, (_request, response) => sendJson(response, 200, { status: 'ok', name: 'selvedge', version }))

test('a company server is tested, kept, and used after a restart in which the old session ends', async ({
  start,
  other,
}) => {
  const desktop = await start(embedded)
  await expect(desktop.page).not.toHaveURL(/starting/)
  expect(await done(desktop.page, 'settings.server')).toEqual({ kind: 'embedded' })
  await signIn(desktop.page)
  isSelvedge(other)
  const url = other.url
  expect(await done<ServerTest>(desktop.page, 'settings.testServer', `  ${url}/?a=1#b `)).toEqual({
    answers: true,
    url,
    version: '0.1.9',
  })
  // Would catch: the token of one server shown to another while it is only tried out.
  expect(other.seen.map(({ authorization }) => authorization)).toEqual([undefined])
  expect(await done(desktop.page, 'settings.server')).toEqual({ kind: 'embedded' })
  desktop.answerQuestion(0)
  expect(await done(desktop.page, 'settings.useServer', { kind: 'company', url })).toBe(true)
  await desktop.relaunched()
  expect(await done(desktop.page, 'settings.server')).toEqual({ kind: 'company', url })
  expect(await done(desktop.page, 'app.info')).toMatchObject({ serverUrl: url, isServerFixed: false })
  expect(await done(desktop.page, 'session.state')).toMatchObject({ signedIn: false })
  // Would catch: the old server's token brought to the new one with the page's first call.
  const call = '/v1/erp/vendor/get-orders'
  await desktop.page.evaluate((to) => fetch(to, { method: 'POST', body: '{}' }).then(() => null), `${url}${call}`)
  const seen = other.seen.filter(({ path }) => path === call)
  expect(seen.length).toBeGreaterThan(0)
  for (const { authorization } of other.seen) expect.soft(authorization).toBe(undefined)
  desktop.answerQuestion(0)
  await done(desktop.page, 'settings.useServer', { kind: 'embedded' })
  await desktop.relaunched()
  await expect(desktop.page).not.toHaveURL(/starting/)
  expect(await done(desktop.page, 'settings.server')).toEqual({ kind: 'embedded' })
})

/** Would catch: a page that was taken over leading everybody's next sign-in to a server of its own, without anybody being asked. */
test('another server is asked about by the app itself, by its whole address, and once at a time', async ({
  start,
  other,
}) => {
  const desktop = await start(embedded)
  await expect(desktop.page).not.toHaveURL(/starting/)
  await signIn(desktop.page)
  isSelvedge(other)
  const choice: ServerChoice = { kind: 'company', url: other.url }
  const answer = Promise.withResolvers<number>()
  desktop.answerQuestion(answer.promise)
  const asked = ask(desktop.page, 'settings.useServer', choice)
  await expect.poll(() => desktop.questions.length).toBe(1)
  expect(desktop.questions[0]?.message).toBe('Change the server and restart Selvedge?')
  expect(desktop.questions[0]?.detail).toContain(`works with ${other.url}.`)
  expect(await ask(desktop.page, 'settings.useServer', choice)).toMatchObject({ error: { code: 'refused' } })
  // The last button: what closing the question means.
  answer.resolve(1)
  expect(await asked).toEqual({ ok: false })
  expect(await done(desktop.page, 'settings.server')).toEqual({ kind: 'embedded' })
  expect(await done(desktop.page, 'session.state')).toMatchObject({ signedIn: true })
  await desktop.stop()
  const again = await start({ ...embedded, folder: desktop.folder })
  await expect(again.page).not.toHaveURL(/starting/)
  expect(await done(again.page, 'settings.server')).toEqual({ kind: 'embedded' })
})

test('what does not answer as a Selvedge server that fits is refused in words, and never kept', async ({
  desktop,
  other,
}) => {
  const { page } = desktop
  const problem = async (address: string) => {
    const found = await done<ServerTest>(page, 'settings.testServer', address)
    return found.answers ? 'it answers' : found.problem
  }
  const host = new URL(other.url).host
  expect(await problem('http://shop.example')).toMatch(/must begin with https/)
  expect(await problem('ftp://shop.example')).toMatch(/must begin with https/)
  expect(await problem('https://me:secret@shop.example')).toMatch(/must begin with https/)
  expect(await problem('http://127.0.0.1:9')).toBe(
    'Nothing answers at 127.0.0.1:9. Check the address and the connection.',
  )
  expect(await problem(other.url)).toBe(`Something answers at ${host}, but it is not Selvedge.`)
  for (const answer of [
    '<html>',
    '[]',
    '{"status":"ok"}',
    '{"name":"selvedge","version":"<b>"}',
    'x'.repeat(200_000),
  ]) {
    other.on('/health', (_request, response) => response.end(answer))
    expect
      .soft(await problem(other.url), answer.slice(0, 40))
      .toBe(`Something answers at ${host}, but it is not Selvedge.`)
  }
  other.on('/health', (_request, response) => response.writeHead(302, { location: 'https://elsewhere.example/' }).end())
  expect(await problem(other.url)).toBe(`${host} leads on to another address. Enter that one.`)
  isSelvedge(other, '7.0.0')
  expect(await problem(other.url)).toMatch(/7\.0\.0, which is too new for this app/)
  isSelvedge(other)
  // A page of the server was pasted.
  expect(await done(page, 'settings.testServer', `${other.url}/supplier/orders?tab=new`)).toMatchObject({
    url: other.url,
  })
  // Behind a proxy that gives it a folder of its own.
  isSelvedge(other, '0.2.0', '/erp/health')
  expect(await done(page, 'settings.testServer', `${other.url}/erp/`)).toMatchObject({ url: `${other.url}/erp` })
})

test('a server that never answers is given up', async ({ start, other }) => {
  const { page } = await start({ environment: { SELVEDGE_PATIENCE: JSON.stringify({ serverTest: 300 }) } })
  other.on('/health', () => undefined)
  expect(await done(page, 'settings.testServer', other.url)).toMatchObject({ answers: false })
})

test('a certificate that nobody vouches for is said so', async ({ desktop }) => {
  const server = httpsServer(selfSigned, (_request, response) => response.end('{}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  expect(await done(desktop.page, 'settings.testServer', `https://127.0.0.1:${port}`)).toEqual({
    answers: false,
    problem: `This computer does not trust the certificate of 127.0.0.1:${port}. Ask whoever runs the server.`,
  })
  server.close()
})

test('the server is not left while a file or a label is under way', async ({ start, other }) => {
  const desktop = await start(embedded)
  const { page } = desktop
  await expect(page).not.toHaveURL(/starting/)
  isSelvedge(other)
  const choice: ServerChoice = { kind: 'company', url: other.url }
  await signIn(page)
  const download = { method: 'POST', path: ordersFile, body: {} }
  const running = ask(page, 'files.download', { id: 'a', call: download, defaultName: 'a.csv' })
  await expect.poll(() => desktop.suggestedPaths.length).toBe(1)
  expect(await ask(page, 'settings.useServer', choice)).toMatchObject({
    error: { code: 'refused', message: 'A file is still being saved. Try again when it is done.' },
  })
  await done(page, 'files.cancelDownload', 'a')
  await running
  // Nothing listens there: what matters is that the job waits.
  const way = { kind: 'socket', host: '127.0.0.1', port: 9109 }
  await done(page, 'print.keepRawPrinters', [{ name: 'Zebra', dialect: 'zpl-203', way }])
  const call = { method: 'POST', path: shippingLabel, body: {} }
  const { id } = await done<PrintJob>(page, 'print.print', {
    kind: 'shipping',
    call,
    title: 'SH-1',
    printer: 'Zebra',
    copies: 1,
  })
  // Would catch: labels of the old server asked for at the new one, which knows nothing of them.
  expect(await ask(page, 'settings.useServer', choice)).toMatchObject({
    error: {
      code: 'refused',
      message: 'Labels are still waiting to be printed. Try again when they are out, or cancel them.',
    },
  })
  await done(page, 'print.cancel', id)
  expect(await done(page, 'session.state')).toMatchObject({ signedIn: true })
  desktop.answerQuestion(0)
  await done(page, 'settings.useServer', choice)
  await desktop.relaunched()
  expect(await done(desktop.page, 'settings.server')).toEqual(choice)
})

test('an address of the environment cannot be changed, and wins over a kept one', async ({ start, server, other }) => {
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-desktop-'))
  await mkdir(join(folder, 'user-data'), { recursive: true })
  await writeFile(
    join(folder, 'user-data', 'server.json'),
    JSON.stringify({ value: { kind: 'company', url: 'https://kept.example' } }),
  )
  const { page } = await start({ folder })
  expect(await done(page, 'app.info')).toMatchObject({ serverUrl: server.url, isServerFixed: true })
  isSelvedge(other)
  expect(await ask(page, 'settings.useServer', { kind: 'company', url: other.url })).toMatchObject({
    error: { code: 'refused', message: 'The server of this app is set by its administrator.' },
  })
})

test('a kept address that would carry the token in clear is not used', async ({ start }) => {
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-desktop-'))
  await mkdir(join(folder, 'user-data'), { recursive: true })
  await writeFile(
    join(folder, 'user-data', 'server.json'),
    JSON.stringify({ value: { kind: 'company', url: 'http://kept.example' } }),
  )
  const { page } = await start({ ...embedded, folder })
  await expect(page).not.toHaveURL(/starting/)
  expect(await done(page, 'settings.server')).toEqual({ kind: 'embedded' })
})
