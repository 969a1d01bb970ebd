import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BridgeWire, ServerState } from '../../src/shared/bridge.ts'
import { desktopRuntime } from '../support/desktop.ts'
import { ask, done, expect, skipHere, test } from './fixtures.ts'

const onStandIn = desktopRuntime() === 'stand-in'

test('the page is served from the app’s own origin under a strict policy', async ({ desktop, server }) => {
  const { page } = desktop
  const reply = await page.reload()
  const policy = (await reply?.allHeaders())?.['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain(`connect-src 'self' ${server.url};`)
  expect(await page.evaluate(() => window.isSecureContext)).toBe(true)
  const ran = await page.evaluate(() => {
    const script = document.createElement('script')
    script.append('window.injected = true')
    document.head.append(script)
    return 'injected' in window
  })
  expect(ran).toBe(false)
})

test('screens get the page, missing files nothing, and no path leads out of the folder', async ({ desktop }) => {
  const { page } = desktop
  const get = (path: string) =>
    page.evaluate(async (wanted) => {
      const reply = await fetch(wanted)
      return { status: reply.status, type: reply.headers.get('content-type'), text: await reply.text() }
    }, path)
  expect(await get('/supplier/my-orders')).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' })
  expect(await get('/assets/none.js')).toMatchObject({ status: 404, text: '' })
  const outside = [
    '/..%2fmain/index.js',
    '/%2e%2e/main/index.js',
    '/..%5c..%5cpackage.json',
    '/a/..%2f..%2fpreload/index.cjs',
    '/%00.js',
    '/%E0%A4%A.js',
  ]
  for (const path of outside) expect.soft((await get(path)).status, path).toBe(404)
})

test('a page that leaves, frames another one or opens a window is refused and the way out is asked about', async ({
  desktop,
  other,
}) => {
  const { page } = desktop
  await page.evaluate((url) => window.location.assign(url), `${other.url}/elsewhere`)
  await page.waitForTimeout(300)
  expect(page.url()).not.toContain(other.url)
  await page.evaluate(() => window.open('https://unknown.example/a'))
  await expect.poll(() => desktop.questions.length).toBe(1)
  expect(desktop.questions[0]?.detail).toContain('unknown.example')
  await page.evaluate((url) => {
    const frame = document.createElement('iframe')
    frame.src = url
    document.body.append(frame)
  }, other.url)
  await page.waitForTimeout(300)
  expect(other.seen).toEqual([])
  expect(desktop.openedOutside).toEqual([])
  expect(page.url()).not.toContain(other.url)
})

test('a link is opened outside only when it is https and the user agrees', async ({ desktop }) => {
  const { page } = desktop
  for (const bad of [
    'http://a.example',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'ms-settings:',
    'https://a:b@c.example',
    'x',
  ]) {
    expect.soft(await ask(page, 'app.openLink', bad), bad).toMatchObject({ error: { code: 'refused' } })
  }
  await done(page, 'app.openLink', 'https://docs.example/a')
  expect(desktop.openedOutside).toEqual([])
  desktop.answerQuestion(0)
  // The look-alike is shown as it resolves: the first letter is Cyrillic.
  await done(page, 'app.openLink', 'https://\u0430pple.example/')
  expect(desktop.questions.at(-1)?.detail).toContain('xn--pple-43d.example')
  expect(desktop.openedOutside).toEqual(['https://xn--pple-43d.example/'])
})

test('permissions are refused', async ({ desktop }) => {
  const states = await desktop.page.evaluate(async () => {
    const names = ['geolocation', 'notifications', 'microphone'] as PermissionName[]
    return Promise.all(names.map(async (name) => (await navigator.permissions.query({ name })).state))
  })
  expect(states).not.toContain('granted')
})

test('a second start goes away and brings the first one forward', async ({ desktop }) => {
  const before = await desktop.focused()
  expect(await desktop.startAgain()).toBe(0)
  await expect.poll(() => desktop.focused()).toBeGreaterThan(onStandIn ? before : 0)
  expect(await done(desktop.page, 'app.info')).toMatchObject({ edition: 'desktop' })
})

test('the window’s place is kept', async ({ start }) => {
  const first = await start()
  await first.stop()
  const saved = JSON.parse(await readFile(join(first.userData, 'window.json'), 'utf8'))
  expect(saved.value).toMatchObject({ width: expect.any(Number), maximized: false })
})

test('a maximised or full window comes back so, and keeps the size that it returns to', async ({ start }) => {
  for (const state of [{ maximized: true }, { fullScreen: true }]) {
    const folder = await folderWithWindow({ x: 100, y: 80, width: 1200, height: 700, maximized: false, ...state })
    const desktop = await start({ folder })
    await expect.poll(() => desktop.windowState()).toMatchObject({ width: 1200, height: 700, ...state })
    await desktop.stop()
    const saved = JSON.parse(await readFile(join(desktop.userData, 'window.json'), 'utf8'))
    // Would catch: keeping the whole screen as the size, so that the window could never be made small again.
    expect(saved.value).toMatchObject({ width: 1200, height: 700, ...state })
  }
})

test('a window whose screen is gone opens on one that is there, no larger than it', async ({ start }) => {
  skipHere(!onStandIn, 'screens cannot be unplugged from a test')
  const folder = await folderWithWindow({ x: 2600, y: 200, width: 2400, height: 1300, maximized: false })
  const laptop = { x: 0, y: 0, width: 1366, height: 728 }
  const alone = await start({ folder, displays: [laptop] })
  expect(await alone.windowState()).toMatchObject({ x: 0, y: 0, width: 1366, height: 728 })
  await alone.stop()
  await keepWindow(folder, { x: 2600, y: 200, width: 2400, height: 1300, maximized: false })
  const second = { x: 1366, y: 0, width: 3840, height: 2120 }
  const docked = await start({ folder, displays: [laptop, second] })
  expect(await docked.windowState()).toMatchObject({ x: 2600, y: 200, width: 2400, height: 1300 })
})

async function folderWithWindow(place: object): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-desktop-'))
  await keepWindow(folder, place)
  return folder
}

async function keepWindow(folder: string, place: object): Promise<void> {
  await mkdir(join(folder, 'user-data'), { recursive: true })
  await writeFile(join(folder, 'user-data', 'window.json'), JSON.stringify({ value: place }))
}

test('a server address that would carry the token in clear is not taken', async ({ start }) => {
  await expect(start({ environment: { SELVEDGE_SERVER_URL: 'http://shop.example' } })).rejects.toThrow()
})

test.describe('the server beside the app', () => {
  if (!onStandIn)
    console.log('The server’s death on command is tested on the stand-in only: Electron runs the built server.')
  test.skip(!onStandIn, 'needs a server that dies on command')
  const serverEntry = join(import.meta.dirname, 'mortal-server.ts')
  const embedded = { serverEntry, environment: { SELVEDGE_SERVER_URL: '' } }

  test('is started, told where its data is, and stopped in peace', async ({ start }) => {
    const desktop = await start(embedded)
    await expect(desktop.page).not.toHaveURL(/starting/)
    const { serverUrl } = await done<{ serverUrl: string }>(desktop.page, 'app.info')
    const told = await (await fetch(`${serverUrl}/told`)).json()
    expect(told).toMatchObject({
      dataDir: join(desktop.userData, 'data'),
      allowedOrigins: [expect.stringContaining('app')],
    })
    await desktop.stop()
    expect(await readFile(join(desktop.userData, 'data', 'stopped'), 'utf8')).toBe('in peace')
  })

  test('is started again when it dies, at its address, and the page that hears of it stays', async ({ start }) => {
    const { page } = await start(embedded)
    await expect(page).not.toHaveURL(/starting/)
    await page.waitForLoadState()
    const heard = page.evaluate(() => {
      const { selvedge } = window as unknown as { selvedge: BridgeWire }
      const states: ServerState[] = []
      return new Promise<ServerState[]>((resolve) =>
        selvedge.app.onServer((state) => {
          states.push(state)
          if (state.state === 'ready') resolve(states)
        }),
      )
    })
    const { serverUrl } = await done<{ serverUrl: string }>(page, 'app.info')
    await fetch(`${serverUrl}/die`).catch(() => null)
    // The page that was told of the death is the one that hears of the recovery: what was typed in it is still there.
    expect(await heard).toEqual([
      { state: 'down', problem: 'The server stopped. It is being started again.' },
      { state: 'starting' },
      { state: 'ready' },
    ])
    expect(await done(page, 'app.info')).toMatchObject({ serverUrl })
    expect(await (await fetch(`${serverUrl}/told`)).json()).toMatchObject({ port: Number(new URL(serverUrl).port) })
  })

  test('that hangs is ended, also when it does not listen, and started again', async ({ start }) => {
    const timeout = { serverPulse: 300, serverEnd: 300 }
    const environment = { ...embedded.environment, SELVEDGE_PATIENCE: JSON.stringify(timeout) }
    const { page } = await start({ ...embedded, environment })
    await expect(page).not.toHaveURL(/starting/)
    await page.waitForLoadState()
    const { serverUrl } = await done<{ serverUrl: string }>(page, 'app.info')
    const before = await (await fetch(`${serverUrl}/told`)).json()
    const down = page.evaluate(() => {
      const { selvedge } = window as unknown as { selvedge: BridgeWire }
      return new Promise<ServerState>((resolve) =>
        selvedge.app.onServer((state) => {
          if (state.state === 'down') resolve(state)
        }),
      )
    })
    await fetch(`${serverUrl}/hang`).catch(() => null)
    expect(await down).toEqual({
      state: 'down',
      problem: 'The server did not answer any more. It is being started again.',
    })
    await expect.poll(() => told(serverUrl).then((now) => now?.pid !== undefined && now.pid !== before.pid)).toBe(true)
  })

  test('that answers its pulse is left alone, however long it is up', async ({ start }) => {
    const environment = { ...embedded.environment, SELVEDGE_PATIENCE: JSON.stringify({ serverPulse: 200 }) }
    const { page } = await start({ ...embedded, environment })
    await expect(page).not.toHaveURL(/starting/)
    const { serverUrl } = await done<{ serverUrl: string }>(page, 'app.info')
    const { pid } = await (await fetch(`${serverUrl}/told`)).json()
    // Twice as many questions as would end a silent one.
    await expect.poll(() => told(serverUrl).then((now) => now?.pings ?? 0)).toBeGreaterThan(8)
    expect(await told(serverUrl)).toMatchObject({ pid })
  })

  // Catches a pulse that hears "I am here" of a server whose database is away, and shows all as well.
  test('whose database is away says so, and is left alone', async ({ start }) => {
    const environment = { ...embedded.environment, SELVEDGE_PATIENCE: JSON.stringify({ serverPulse: 200 }) }
    const { page } = await start({ ...embedded, environment })
    await expect(page).not.toHaveURL(/starting/)
    const { serverUrl } = await done<{ serverUrl: string }>(page, 'app.info')
    const { pid } = await (await fetch(`${serverUrl}/told`)).json()
    const heard = await page.evaluateHandle(() => {
      const { selvedge } = window as unknown as { selvedge: BridgeWire }
      const states: ServerState[] = []
      selvedge.app.onServer((state) => states.push(state))
      return states
    })
    await fetch(`${serverUrl}/degrade`)
    const away = { state: 'ready', problem: 'The database does not answer. It is being started again.' }
    await expect.poll(() => heard.jsonValue()).toEqual([away])
    await fetch(`${serverUrl}/degrade`)
    await expect.poll(() => heard.jsonValue()).toEqual([away, { state: 'ready' }])
    expect(await told(serverUrl)).toMatchObject({ pid })
  })

  test('that cannot start says why in the window, and is tried again', async ({ start }) => {
    const folder = await mkdtemp(join(tmpdir(), 'selvedge-desktop-'))
    const mark = join(folder, 'fails-while-this-is-here')
    await writeFile(mark, '')
    const { page } = await start({
      serverEntry,
      folder,
      environment: { SELVEDGE_SERVER_URL: '', MORTAL_SERVER_FAILS: mark },
    })
    await expect(page.getByRole('heading', { name: 'The server did not start' })).toBeVisible()
    await expect(page.getByText('Another copy uses <this> folder.')).toBeVisible()
    await rm(mark)
    await expect(page).not.toHaveURL(/starting/)
    expect(await done(page, 'app.info')).toMatchObject({ edition: 'desktop' })
  })
})

async function told(serverUrl: string): Promise<{ pid?: number; pings?: number } | null> {
  return fetch(`${serverUrl}/told`).then(
    (reply) => reply.json(),
    () => null,
  )
}
