import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type FakeServer, sendJson } from './fake-server.ts'
import { ask, done, expect, signIn, skipHere, test } from './fixtures.ts'

/** Asks the server from a script of the page, as the renderer's client does. */
function callFromPage(page: Page, url: string): Promise<{ status: number; headers: string }> {
  return page.evaluate(async (address) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
    const reply = await fetch(address, init)
    return { status: reply.status, headers: JSON.stringify([...reply.headers]) }
  }, url)
}

test('the token travels with the page’s calls and is nowhere to be found in the page', async ({ desktop, server }) => {
  const { page } = desktop
  const sent: string[] = []
  page.on('request', (request) => sent.push(JSON.stringify(request.headers())))
  const signedIn = await signIn(page)
  expect(signedIn).toEqual({ user: { email: 'vendor@example.com', role: 'vendor' } })

  const reply = await callFromPage(page, `${server.url}/probe`)
  expect(reply.status).toBe(200)
  expect(lastTo(server, '/probe')?.authorization).toBe(`Bearer ${server.token}`)

  expect(sent.join()).not.toContain(server.token)
  expect(reply.headers).not.toContain(server.token)
  expect(await everythingThePageHolds(page)).not.toContain(server.token)
})

test('a one-time code signs in as a password does', async ({ desktop, server }) => {
  const signedIn = await done(desktop.page, 'session.signIn', {
    email: 'vendor@example.com',
    otp: '123456',
    code_request: 'asked',
  })
  expect(signedIn).toEqual({ user: { email: 'vendor@example.com', role: 'vendor' } })
  const reply = await callFromPage(desktop.page, `${server.url}/probe`)
  expect([reply.status, lastTo(server, '/probe')?.authorization]).toEqual([200, `Bearer ${server.token}`])
})

test('no other origin gets the token, not even another port of this computer', async ({ desktop, server, other }) => {
  await signIn(desktop.page)
  // The content policy refuses the connection; should it ever be loosened, the header must still not travel.
  await callFromPage(desktop.page, `${other.url}/probe`).catch(() => null)
  expect(JSON.stringify(other.seen)).not.toContain(server.token)
  expect(other.seen).toEqual([])
})

test('a wrong password says so, and ends no session that is there', async ({ desktop }) => {
  await signIn(desktop.page)
  const wrong = await ask(desktop.page, 'session.signIn', { email: 'vendor@example.com', password: 'wrong' })
  expect(wrong).toMatchObject({
    error: {
      code: 'unauthorised',
      message: 'Wrong email or password',
      details: { status: 401, code: 'unauthenticated' },
    },
  })
  expect(await done(desktop.page, 'session.state')).toMatchObject({ signedIn: true })
})

test('a 401 to the page’s call erases the token, here and on the disk', async ({ desktop, server }) => {
  await signIn(desktop.page)
  server.on('/probe', (_request, response) =>
    sendJson(response, 401, { message: 'x', code: 'unauthenticated', details: {} }),
  )
  await callFromPage(desktop.page, `${server.url}/probe`)
  await expect.poll(() => done(desktop.page, 'session.state')).toMatchObject({ signedIn: false })
  expect(JSON.parse(await readFile(join(desktop.userData, 'session.json'), 'utf8'))).toEqual({ value: null })
})

test('a 401 that answers an older token leaves the newer session alone', async ({ desktop, server }) => {
  await signIn(desktop.page)
  const late = Promise.withResolvers<void>()
  server.on('/probe', async (_request, response) => {
    await late.promise
    sendJson(response, 401, { message: 'x', code: 'unauthenticated', details: {} })
  })
  const slow = callFromPage(desktop.page, `${server.url}/probe`)
  await expect.poll(() => lastTo(server, '/probe')).toBeDefined()
  server.on('/retool/erp/login', (_request, response) =>
    sendJson(response, 200, { message: 'Success', data: { token: 'a-newer-token', user: {} } }),
  )
  await signIn(desktop.page)
  late.resolve()
  await slow
  await desktop.page.waitForTimeout(300)
  expect(await done(desktop.page, 'session.state')).toMatchObject({ signedIn: true })
})

test('signing out tells the server, and holds even when the server fails', async ({ desktop, server }) => {
  await signIn(desktop.page)
  server.on('/selvedge/session/end', (request) => request.socket.destroy())
  await done(desktop.page, 'session.signOut')
  expect(lastTo(server, '/selvedge/session/end')).toMatchObject({ authorization: `Bearer ${server.token}` })
  expect(await done(desktop.page, 'session.state')).toMatchObject({ signedIn: false })
  expect((await callFromPage(desktop.page, `${server.url}/probe`)).status).toBe(401)
  expect(lastTo(server, '/probe')?.authorization).toBeUndefined()
})

test('a restart keeps the session, sealed on the disk', async ({ start, server }) => {
  const first = await start()
  await signIn(first.page)
  await first.stop()
  expect(await everyFile(first.userData)).not.toContain(server.token)
  const second = await start({ folder: first.folder })
  expect(await done(second.page, 'session.state')).toEqual({ signedIn: true, savedSafely: true })
  await callFromPage(second.page, `${server.url}/probe`)
  expect(lastTo(server, '/probe')?.authorization).toBe(`Bearer ${server.token}`)
})

test('without a keyring nothing is written, and the session ends with the app', async ({ start, server }) => {
  const first = await start({ keyring: 'basic_text' })
  skipHere(first.runtime === 'electron', 'Electron’s keyring cannot be chosen by a test')
  await signIn(first.page)
  expect(await done(first.page, 'session.state')).toEqual({ signedIn: true, savedSafely: false })
  await first.stop()
  const written = await everyFile(first.userData)
  expect(written).not.toContain(server.token)
  expect(written).not.toContain(Buffer.from(server.token).toString('base64'))
  expect(JSON.parse(await readFile(join(first.userData, 'session.json'), 'utf8'))).toEqual({ value: null })
  const second = await start({ folder: first.folder, keyring: 'basic_text' })
  expect(await done(second.page, 'session.state')).toEqual({ signedIn: false, savedSafely: false })
})

test('a keyring that was emptied means signing in again, not a failure to start', async ({ start }) => {
  const first = await start()
  skipHere(first.runtime === 'electron', 'Electron’s keyring cannot be emptied by a test')
  await signIn(first.page)
  await first.stop()
  await rm(join(first.folder, 'keyring'))
  const second = await start({ folder: first.folder })
  expect(await done(second.page, 'session.state')).toMatchObject({ signedIn: false })
})

test('a token kept for another server is never sent to this one', async ({ start, other }) => {
  const first = await start()
  await signIn(first.page)
  await first.stop()
  const second = await start({ folder: first.folder, environment: { SELVEDGE_SERVER_URL: other.url } })
  expect(await done(second.page, 'session.state')).toMatchObject({ signedIn: false })
  await callFromPage(second.page, `${other.url}/probe`)
  expect(lastTo(other, '/probe')?.authorization).toBeUndefined()
})

test('damaged files of the app do not keep it from starting', async ({ start }) => {
  const first = await start()
  await first.stop()
  for (const name of ['session', 'settings', 'window', 'print-ledger', 'print-choices', 'saved-files']) {
    await writeFile(join(first.userData, `${name}.json`), '{"value":[{"half')
  }
  const second = await start({ folder: first.folder })
  expect(await done(second.page, 'print.jobs')).toEqual([])
})

/** The app's own page may be asking the server as well, so only the spec's calls are looked at. */
function lastTo(server: FakeServer, path: string) {
  return server.seen.filter((call) => call.path === path).at(-1)
}

function everythingThePageHolds(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const seen = new Set<unknown>()
    const words: string[] = [document.cookie, document.documentElement.outerHTML]
    const walk = (value: unknown, depth: number) => {
      if (typeof value === 'string') words.push(value)
      if (typeof value === 'function') words.push(Function.prototype.toString.call(value))
      if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return
      if (seen.has(value) || depth > 5) return
      seen.add(value)
      for (const key of Reflect.ownKeys(value)) {
        try {
          walk(Reflect.get(value, key), depth + 1)
        } catch {
          // Some getters of the platform refuse to be read; they hold nothing of ours.
        }
      }
    }
    walk(window, 0)
    words.push(JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }))
    words.push(JSON.stringify(await indexedDB.databases()), JSON.stringify(await caches.keys()))
    return words.join('\n')
  })
}

async function everyFile(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return (await Promise.all(files.map((file) => readFile(file, 'latin1')))).join('\n')
}

test('an upload goes through with its file whole and the token added', async ({ desktop, server }) => {
  await signIn(desktop.page)
  const status = await desktop.page.evaluate(async (url) => {
    const form = new FormData()
    form.append('mode', 'all')
    form.append('file', new File(['x'.repeat(300_000)], '装箱单.xlsx'))
    return (await fetch(url, { method: 'POST', body: form })).status
  }, `${server.url}/probe`)
  expect(status).toBe(200)
  expect(lastTo(server, '/probe')?.authorization).toBe(`Bearer ${server.token}`)
  expect(lastTo(server, '/probe')?.body).toContain('x'.repeat(300_000))
})
