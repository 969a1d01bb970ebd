import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { BridgeWire, SavedFile } from '../../src/shared/bridge.ts'
import { desktopRuntime } from '../support/desktop.ts'
import { ordersFile, refuse, sendFile } from './fake-server.ts'
import { ask, done, expect, signIn, skipHere, test } from './fixtures.ts'

const request = (id: string) => ({
  id,
  call: { method: 'POST', path: ordersFile, body: { a: 1 } },
  defaultName: 'orders_file.csv',
})

test('a file is saved whole, under the server’s name, and can be shown in its folder', async ({ desktop, server }) => {
  const { page } = desktop
  await signIn(page)
  const body = 'order_id,status\n'.repeat(200_000)
  server.on(ordersFile, (_request, response) =>
    sendFile(response, body, 'attachment; filename="packing_list_INV-7.csv"'),
  )
  const outcome = await done<{ outcome: string; file: SavedFile }>(page, 'files.download', request('a'))
  expect(outcome).toMatchObject({ outcome: 'saved', file: { name: 'packing_list_INV-7.csv', bytes: body.length } })
  expect(await readFile(outcome.file.path, 'utf8')).toBe(body)
  expect(server.seen.find(({ path }) => path === ordersFile)).toMatchObject({
    authorization: `Bearer ${server.token}`,
    body: '{"a":1}',
  })
  expect((await done<SavedFile[]>(page, 'files.recentDownloads'))[0]).toEqual(outcome.file)
  await done(page, 'files.showInFolder', outcome.file.path)
  expect(desktop.shownInFolder).toEqual([outcome.file.path])
})

test('cancel in the dialog leaves nothing', async ({ desktop, server }) => {
  await signIn(desktop.page)
  server.on(ordersFile, (_request, response) => sendFile(response, 'a,b', 'attachment'))
  desktop.answerSaveDialog(null)
  expect(await done(desktop.page, 'files.download', request('a'))).toEqual({ outcome: 'cancelled' })
  expect(basename(desktop.suggestedPaths[0] ?? '')).toBe('orders_file.csv')
  expect(await readdir(desktop.savedFiles)).toEqual([])
})

test('cancel in the middle stops the transfer and leaves no partial file', async ({ desktop, server }) => {
  const { page } = desktop
  await signIn(page)
  const gone = Promise.withResolvers<void>()
  server.on(ordersFile, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/csv', 'content-length': 50_000_000 })
    response.write('x'.repeat(100_000))
    response.on('close', gone.resolve)
  })
  const progress = page.evaluate(() => {
    const { selvedge } = window as unknown as { selvedge: BridgeWire }
    return new Promise((resolve) => selvedge.files.onProgress((now) => resolve(now)))
  })
  const running = done(page, 'files.download', request('a'))
  expect(await progress).toMatchObject({ id: 'a', totalBytes: 50_000_000 })
  // The first progress may be told while its file is being opened.
  await expect.poll(async () => (await readdir(desktop.savedFiles)).some((name) => name.endsWith('.part'))).toBe(true)
  await done(page, 'files.cancelDownload', 'a')
  expect(await running).toEqual({ outcome: 'cancelled' })
  await gone.promise
  expect(await readdir(desktop.savedFiles)).toEqual([])
})

test('a connection that breaks off leaves the older file as it was, and no partial one', async ({
  desktop,
  server,
}) => {
  await signIn(desktop.page)
  const path = join(desktop.savedFiles, 'orders_file.csv')
  await writeFile(path, 'the older one')
  const before = await done(desktop.page, 'files.recentDownloads')
  server.on(ordersFile, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/csv', 'content-length': 1_000_000 })
    response.write('x'.repeat(100_000), () => setTimeout(() => response.destroy(), 200))
  })
  expect(await ask(desktop.page, 'files.download', request('a'))).toMatchObject({ error: { code: 'unreachable' } })
  expect(await readFile(path, 'utf8')).toBe('the older one')
  expect(await readdir(desktop.savedFiles)).toEqual(['orders_file.csv'])
  expect(await done(desktop.page, 'files.recentDownloads')).toEqual(before)
})

test('a body that breaks off without a promised length is no shorter file', async ({ desktop, server }) => {
  await signIn(desktop.page)
  server.on(ordersFile, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' })
    response.write('x'.repeat(100_000), () => setTimeout(() => response.destroy(), 200))
  })
  // Would catch: taking the end of the connection for the end of the file.
  expect(await ask(desktop.page, 'files.download', request('a'))).toMatchObject({ error: { code: 'unreachable' } })
  expect(await readdir(desktop.savedFiles)).toEqual([])
})

test('a server that falls silent in the middle is given up, and a slow one is not', async ({ start, server }) => {
  const desktop = await start({ environment: { SELVEDGE_PATIENCE: JSON.stringify({ stalledFile: 1_500 }) } })
  await signIn(desktop.page)
  server.on(ordersFile, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/csv', 'content-length': 1_000_000 })
    response.write('x'.repeat(100_000))
  })
  expect(await ask(desktop.page, 'files.download', request('a'))).toMatchObject({
    error: { code: 'unreachable', message: 'The server sent nothing more of the file, so it was given up.' },
  })
  expect(await readdir(desktop.savedFiles)).toEqual([])
  server.on(ordersFile, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' })
    let sent = 0
    const more = setInterval(() => {
      sent += 1
      response.write('slow\n')
      if (sent === 6) {
        clearInterval(more)
        response.end()
      }
    }, 400)
  })
  // Longer in all than the patience, but never silent for so long.
  expect(await done(desktop.page, 'files.download', request('b'))).toMatchObject({ file: { bytes: 30 } })
})

test('a server that never begins to answer is given up', async ({ start, server }) => {
  const desktop = await start({ environment: { SELVEDGE_PATIENCE: JSON.stringify({ firstByte: 300 }) } })
  await signIn(desktop.page)
  server.on(ordersFile, () => undefined)
  expect(await ask(desktop.page, 'files.download', request('a'))).toMatchObject({
    error: { message: 'The server sent nothing more of the file, so it was given up.' },
  })
  expect(desktop.suggestedPaths).toEqual([])
})

test('the user’s own time in the dialog is no stall', async ({ start, server }) => {
  const desktop = await start({ environment: { SELVEDGE_PATIENCE: JSON.stringify({ stalledFile: 300 }) } })
  await signIn(desktop.page)
  // More than is read ahead, so that the transfer rests until the dialog is answered.
  const body = Buffer.alloc(60 * 1024 * 1024, 'a')
  server.on(ordersFile, (_request, response) => sendFile(response, body, 'attachment'))
  const path = join(desktop.savedFiles, 'late.csv')
  desktop.answerSaveDialog(new Promise((resolve) => setTimeout(() => resolve(path), 1_500)))
  expect(await done(desktop.page, 'files.download', request('a'))).toMatchObject({ file: { bytes: body.length } })
})

test('the server beside the app dying in the middle leaves no partial file, and the next try finds it back', async ({
  start,
}) => {
  skipHere(desktopRuntime() !== 'stand-in', 'Electron runs the built server, which does not die on command')
  const desktop = await start({
    serverEntry: join(import.meta.dirname, 'mortal-server.ts'),
    environment: { SELVEDGE_SERVER_URL: '' },
  })
  const { page } = desktop
  await expect(page).not.toHaveURL(/starting/)
  await signIn(page)
  const { serverUrl } = await done<{ serverUrl: string }>(page, 'app.info')
  const running = ask(page, 'files.download', request('a'))
  await expect.poll(async () => (await readdir(desktop.savedFiles)).some((name) => name.endsWith('.part'))).toBe(true)
  await fetch(`${serverUrl}/die`).catch(() => null)
  expect(await running).toMatchObject({ error: { code: 'unreachable' } })
  expect(await readdir(desktop.savedFiles)).toEqual([])
  await expect
    .poll(() =>
      fetch(`${serverUrl}/told`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true)
  // The session is still there: nobody has to sign in because a server died.
  expect(await done(page, 'session.state')).toMatchObject({ signedIn: true })
})

// Would catch: hidden pieces of files that gather in the user's folders.
test('what an app that was ended by force had half saved is gone after the next start', async ({ start, server }) => {
  server.on(ordersFile, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/csv', 'content-disposition': 'attachment' })
    response.write('a,b\n')
  })
  const first = await start()
  await signIn(first.page)
  ask(first.page, 'files.download', request('a')).catch(() => undefined)
  const files = () => readdir(first.savedFiles)
  await expect.poll(async () => (await files()).filter((name) => name.endsWith('.part')).length).toBe(1)
  await first.kill()
  expect(await files()).toHaveLength(1)
  await start({ folder: first.folder })
  expect(await files()).toEqual([])
})

test('a place that cannot be written is said in words, and nothing stays behind', async ({ desktop, server }) => {
  skipHere(process.platform !== 'linux', '/proc is Linux’s')
  await signIn(desktop.page)
  server.on(ordersFile, (_request, response) => sendFile(response, 'a,b\n', 'attachment'))
  // A folder that cannot take a file: the partial one cannot even be made.
  desktop.answerSaveDialog('/proc/self/orders_file.csv')
  const refused = await ask(desktop.page, 'files.download', request('a'))
  expect(refused).toMatchObject({ error: { code: 'disk' } })
  expect(await readdir(desktop.savedFiles)).toEqual([])
})

test('a refusal of the server comes in its own words, though a file was asked for', async ({ desktop, server }) => {
  await signIn(desktop.page)
  server.on(ordersFile, (_request, response) => refuse(response, 409, 'No orders to download', 'conflict'))
  expect(await ask(desktop.page, 'files.download', request('a'))).toMatchObject({
    error: { code: 'server', message: 'No orders to download', details: { status: 409, code: 'conflict' } },
  })
  expect(desktop.suggestedPaths).toEqual([])
})

test('a call that redirects is not followed: the token would travel along', async ({ desktop, server, other }) => {
  await signIn(desktop.page)
  server.on(ordersFile, (_request, response) => response.writeHead(307, { location: `${other.url}/steal` }).end())
  expect(await ask(desktop.page, 'files.download', request('a'))).toMatchObject({ error: { code: 'unreachable' } })
  expect(other.seen).toEqual([])
})

const names: [string, string][] = [
  ['attachment; filename="../../.bashrc.csv"', 'bashrc.csv'],
  ['attachment; filename="C:\\\\Windows\\\\evil.csv"', 'evil.csv'],
  ["attachment; filename*=UTF-8''%2e%2e%2fa%00b.csv", 'ab.csv'],
  ['attachment; filename="a.csv"; filename*=UTF-8\'\'%E8%A3%85%E7%AE%B1%E5%8D%95.csv', '装箱单.csv'],
  ["attachment; filename*=UTF-8''list%E2%80%AEvsc.exe", 'listvsc.csv'],
  ['attachment; filename="CON.csv"', '_CON.csv'],
  ['attachment; filename="run.exe"', 'run.csv'],
  ['attachment; filename="a<b>:|?*.csv"', 'a_b_____.csv'],
  [`attachment; filename="${'n'.repeat(400)}.csv"`, `${'n'.repeat(116)}.csv`],
  ['attachment; filename*=UTF-8\'\'%E0%A4%A; filename="plain.csv"', 'plain.csv'],
  ['attachment; filename="..."', 'orders_file.csv'],
  ['inline', 'orders_file.csv'],
]

test('no name of a server leads out of the folder, hides its ending or cannot be written', async ({
  desktop,
  server,
}) => {
  await signIn(desktop.page)
  await mkdir(desktop.savedFiles, { recursive: true })
  for (const [disposition, expected] of names) {
    server.on(ordersFile, (_request, response) => sendFile(response, 'a', disposition))
    desktop.answerSaveDialog(null)
    await done(desktop.page, 'files.download', request('a'))
    expect.soft(basename(desktop.suggestedPaths.at(-1) ?? ''), disposition).toBe(expected)
  }
})
