import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Session } from 'electron'
import type { SessionSecrets } from '../../src/main/session/session-secrets.ts'
import { addServerHeaders } from '../../src/main/walls/server-headers.ts'
import { weakeningSwitch, weakeningSwitches } from '../../src/main/walls/weakening-switches.ts'
import { peopleCalls } from '../../src/shared/areas/people/calls.ts'
import type { BridgeWire } from '../../src/shared/bridge.ts'
import { deviceHeader, launchHeader } from '../../src/shared/kernel/headers.ts'
import { askThrough } from '../support/ask-through-page.ts'
import { desktopRuntime } from '../support/desktop.ts'
import { ask, done, expect, skipHere, test } from './fixtures.ts'

const onStandIn = desktopRuntime() === 'stand-in'
const own = { requestingUrl: 'app://selvedge/supplier/my-orders', isMainFrame: true }

/** What Electron is told and what the app answers it; that Electron then acts on it cannot be seen here. */
test.describe('the walls that Electron keeps for the app', () => {
  if (!onStandIn) console.log('Not tested here: what the app tells Electron, which only the stand-in writes down.')
  test.skip(!onStandIn, 'Electron does not tell what it was told')

  // Would catch: a window with Node, without isolation or sandbox, with webviews, or with any of the features that loosen it.
  test('every window runs under the safe preferences, and under nothing that loosens them', async ({ desktop }) => {
    const windows = await desktop.walls<Record<string, unknown>[]>('windows')
    expect(windows).toHaveLength(1)
    expect(windows[0]).toEqual({
      preload: expect.stringMatching(/preload[\\/]index\.cjs$/),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      plugins: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
      spellcheck: false,
      // From source; the delivered app says no.
      devTools: true,
    })
  })

  test('every page is sandboxed, nothing is spell-checked, and nobody looks away from a wrong certificate', async ({
    desktop,
  }) => {
    expect(await desktop.walls('app')).toEqual({
      isSandboxed: true,
      isSpellCheckerEnabled: false,
      looksAtCertificates: false,
    })
  })

  // Would catch: an app that Chromium keeps from its own server, and a permission that nobody decided about.
  test('no permission is granted but copying and reaching the server, and those to the app’s own page alone', async ({
    desktop,
  }) => {
    const asked = (permission: string, asker: object) => desktop.walls('permission', permission, asker)
    const none = { requested: false, checked: false }
    const wanted = ['clipboard-sanitized-write', 'loopback-network', 'local-network', 'local-network-access']
    const all = await everyPermission()
    expect(all).toEqual(expect.arrayContaining(wanted))
    for (const permission of [...all, 'made-up'].filter((name) => !wanted.includes(name))) {
      expect.soft(await asked(permission, own), permission).toEqual(none)
    }
    for (const permission of wanted) {
      expect.soft(await asked(permission, own), permission).toEqual({ requested: true, checked: true })
      expect.soft(await asked(permission, { ...own, isMainFrame: false }), permission).toEqual(none)
      for (const url of ['https://evil.example/', 'app://selvedge.evil/', 'app://other/', 'http://app.localhost/']) {
        expect.soft(await asked(permission, { ...own, requestingUrl: url }), url).toEqual(none)
      }
    }
  })

  // Would catch: a page that listens, since it may look; a frame that takes pictures.
  test('of camera and microphone the app’s own page gets the camera, and only when it asks for nothing else', async ({
    desktop,
  }) => {
    const asked = (asker: object) => desktop.walls('permission', 'media', { ...own, ...asker })
    const none = { requested: false, checked: false }
    expect(await asked({ mediaTypes: ['video'] })).toEqual({ requested: true, checked: true })
    expect(await asked({ mediaType: 'video' })).toEqual({ requested: true, checked: true })
    for (const other of [
      { mediaTypes: ['audio'] },
      { mediaTypes: ['video', 'audio'] },
      { mediaTypes: [] },
      { mediaType: 'audio' },
      { mediaType: 'unknown' },
      { mediaTypes: ['video'], isMainFrame: false },
      { mediaTypes: ['video'], requestingUrl: 'https://evil.example/' },
    ]) {
      expect.soft(await asked(other), JSON.stringify(other)).toEqual(none)
    }
  })

  test('no device is had or chosen', async ({ desktop }) => {
    for (const type of ['hid', 'serial', 'usb']) expect.soft(await desktop.walls('device', type), type).toBe(false)
    const picks = { 'select-hid-device': [null], 'select-usb-device': [], 'select-serial-port': [''] }
    for (const [name, chosen] of Object.entries(picks)) {
      expect.soft(await desktop.walls('pick', name), name).toEqual({ prevented: true, chosen: [chosen] })
    }
    const bluetooth = await desktop.walls('contents', 1, 'select-bluetooth-device', [{ deviceId: 'one' }])
    expect(bluetooth).toEqual({ prevented: true, chosen: [['']] })
  })

  // Would catch: a file on the disk that no door of ours has named, cleaned or asked about.
  test('a download that the page starts by itself is refused', async ({ desktop }) => {
    for (const url of ['blob:app://selvedge/1', 'https://evil.example/setup.exe', 'data:application/x-msdownload,x']) {
      expect.soft(await desktop.walls('download', url), url).toBe(true)
    }
  })

  test('no webview comes up, whatever it asks for', async ({ desktop }) => {
    for (const [preferences, params] of [
      [{}, { src: 'https://evil.example' }],
      [
        { preload: '/tmp/evil.js', nodeIntegration: true },
        { src: 'app://selvedge/', allowpopups: 'true' },
      ],
    ]) {
      expect(await desktop.walls('contents', 1, 'will-attach-webview', preferences, params)).toMatchObject({
        prevented: true,
      })
    }
  })

  // Would catch: debugging of the delivered app from outside, its traffic led elsewhere, or Chromium's walls taken down by its command line.
  test('as delivered it does not run with switches that open or weaken it', async ({ start }) => {
    const named = ['remote-debugging-port', 'inspect', 'disable-web-security', 'ignore-certificate-errors']
    for (const name of [...named, 'no-sandbox', 'js-flags', 'proxy-server']) {
      expect.soft(weakeningSwitches, name).toContain(name)
      await expect.soft(start({ packagedWith: ['lang', name] }), name).rejects.toThrow('main ended: 1')
    }
  })

  // Would catch: a switch of the list that is not asked about, or one that stops developers too.
  test('each of those switches is found, by its name alone, and in the delivered app only', () => {
    expect(new Set(weakeningSwitches).size).toBe(weakeningSwitches.length)
    for (const name of weakeningSwitches) {
      const commandLine = { hasSwitch: (asked: string) => asked === name } as Electron.CommandLine
      expect.soft(weakeningSwitch({ isPackaged: true, commandLine }), name).toBe(name)
      expect.soft(weakeningSwitch({ isPackaged: false, commandLine }), name).toBe(null)
    }
    const commandLine = { hasSwitch: (asked: string) => ['lang', 'force-device-scale-factor'].includes(asked) }
    expect(weakeningSwitch({ isPackaged: true, commandLine: commandLine as Electron.CommandLine })).toBe(null)
  })
})

/** Every name that this very Electron has for a permission: a new one is to be decided about. */
async function everyPermission(): Promise<string[]> {
  const types = await readFile(join(import.meta.dirname, '../../node_modules/electron/electron.d.ts'), 'utf8')
  const names = ['setPermissionCheckHandler', 'setPermissionRequestHandler'].flatMap((handler) => {
    const line = types.split('\n').find((text) => text.includes(`${handler}(handler:`)) ?? ''
    return [...(/permission: ('[^:,]+)/.exec(line)?.[1] ?? '').matchAll(/'([^']+)'/g)].map(([, name = '']) => name)
  })
  expect(names.length).toBeGreaterThan(40)
  return [...new Set(names)]
}

test.describe('the page’s own content policy', () => {
  // Would catch: a policy that lets injected markup style or run, or text become markup.
  test('takes no style and no script from markup, and no text as markup', async ({ desktop }) => {
    const seen = await desktop.page.evaluate(async () => {
      const refused: string[] = []
      document.addEventListener('securitypolicyviolation', (event) => refused.push(event.effectiveDirective))
      const style = document.createElement('style')
      style.textContent = 'body{outline:9px solid red}'
      const attribute = document.createElement('p')
      attribute.setAttribute('style', 'outline:9px solid red')
      document.body.append(style, attribute)
      const sinks: string[] = []
      const attempt = (name: string, sink: () => unknown) => {
        try {
          sink()
        } catch (error) {
          if (error instanceof TypeError || error instanceof EvalError) sinks.push(name)
        }
      }
      attempt('innerHTML', () => Object.assign(attribute, { innerHTML: '<img src=x onerror=alert(1)>' }))
      attempt('insertAdjacentHTML', () => attribute.insertAdjacentHTML('beforeend', '<b>x</b>'))
      attempt('worker', () => new Worker('/assets/x.js'))
      attempt('script', () => Object.assign(document.createElement('script'), { src: '/assets/x.js' }))
      attempt('policy', () =>
        (
          window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): void } }
        ).trustedTypes.createPolicy('evil', {}),
      )
      await new Promise((resolve) => setTimeout(resolve, 100))
      return {
        refused,
        sinks,
        outline: getComputedStyle(document.body).outlineWidth,
        mark: getComputedStyle(attribute).outlineStyle,
      }
    })
    expect(seen.refused).toEqual(expect.arrayContaining(['style-src-elem', 'style-src-attr']))
    expect(seen.outline).not.toBe('9px')
    expect(seen.mark).toBe('none')
    expect(seen.sinks).toEqual(['innerHTML', 'insertAdjacentHTML', 'worker', 'script', 'policy'])
  })

  test('is kept by the page that is shown while the server starts', async ({ start }) => {
    skipHere(!onStandIn, 'the starting page, which needs a server that fails on command')
    const mark = join(import.meta.dirname, 'fixtures.ts')
    const serverEntry = join(import.meta.dirname, 'mortal-server.ts')
    const { page } = await start({ serverEntry, environment: { SELVEDGE_SERVER_URL: '', MORTAL_SERVER_FAILS: mark } })
    const heading = page.getByRole('heading')
    await expect(heading).toBeVisible()
    await expect(heading).toHaveCSS('font-size', '18px')
    expect(await page.locator('[style], style').count()).toBe(0)
  })
})

test.describe('the launch secret', () => {
  test.setTimeout(120_000)

  // Would catch: another program on this computer that finds the port and is served; a secret that the page can read.
  test('lets the app’s own calls through and nobody else’s, and no page or file holds it', async ({ startOnDemo }) => {
    const desktop = await startOnDemo()
    const { page } = desktop
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible({ timeout: 60_000 })
    const { serverUrl } = await done<{ serverUrl: string }>(page, 'app.info')
    for (const path of ['/health', '/ready', '/openapi.json', '/reference', '/', '/retool/erp/login']) {
      const reply = await fetch(serverUrl + path, { headers: { origin: 'app://selvedge' } })
      expect.soft([path, reply.status]).toEqual([path, 403])
    }
    const guess = await fetch(`${serverUrl}/health`, { headers: { [launchHeader]: 'x'.repeat(43) } })
    expect(guess.status).toBe(403)
    expect(await rawReply(serverUrl, 'GET /health HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 403/)

    const sent: string[] = []
    page.on('request', (request) => sent.push(JSON.stringify(request.headers())))
    expect((await askThrough(page)(`${serverUrl}/health`)).status).toBe(200)
    // Main's own call: the password is wrong, but the server listened.
    const account = { email: 'vendor@demo.selvedge', password: 'selvedge-demo' }
    expect(await done(page, 'session.signIn', account)).toMatchObject({ user: { email: account.email } })
    expect(sent.join()).not.toContain(launchHeader)
    await desktop.stop()
    expect(await readFile(join(desktop.folder, 'logs/main.log'), 'utf8').catch(() => '')).not.toMatch(/launch/i)
  })

  test('is not told to a company’s server', async ({ desktop, server }) => {
    const seen: (string | string[] | undefined)[] = []
    server.on('/probe', (request, response) => {
      seen.push(request.headers[launchHeader])
      response.end('{}')
    })
    await askThrough(desktop.page)(`${server.url}/probe`)
    expect(seen).toEqual([undefined])
  })

  // Would catch: an impostor at the address of a server that is down, which hears the session, what was typed, or a secret
  // that the next server still takes.
  test('is another one at each start of the server, and while that is down nothing goes to its address', async ({
    start,
  }) => {
    skipHere(!onStandIn, 'the start message, which only a server of the test’s own can tell')
    const folder = await mkdtemp(join(tmpdir(), 'selvedge-desktop-'))
    const mark = join(folder, 'fails-while-this-is-here')
    const { page } = await start({
      folder,
      serverEntry: join(import.meta.dirname, 'mortal-server.ts'),
      environment: { SELVEDGE_SERVER_URL: '', MORTAL_SERVER_FAILS: mark },
    })
    await expect(page).not.toHaveURL(/starting/)
    await page.waitForLoadState()
    await done(page, 'session.signIn', { email: 'vendor@example.com', password: 'right' })
    const { serverUrl } = await done<{ serverUrl: string }>(page, 'app.info')
    const secret = async () =>
      ((await (await fetch(`${serverUrl}/told`)).json()) as { launchSecret: string }).launchSecret
    const first = await secret()
    expect(first).toMatch(/^[\w-]{43}$/)

    await writeFile(mark, '')
    const isDown = page.evaluate(() => {
      const { selvedge } = window as unknown as { selvedge: BridgeWire }
      return new Promise<true>((resolve) => selvedge.app.onServer(({ state }) => state === 'down' && resolve(true)))
    })
    await fetch(`${serverUrl}/die`).catch(() => null)
    expect(await isDown).toBe(true)
    const heard: (string | undefined)[] = []
    const impostor = createServer((request, response) => {
      heard.push(request.method)
      response.setHeader('access-control-allow-origin', '*').end('{}')
    })
    await new Promise<void>((resolve) => impostor.listen(Number(new URL(serverUrl).port), '127.0.0.1', resolve))
    await expect(askThrough(page)(`${serverUrl}/probe`, { method: 'POST', body: '{}' })).rejects.toThrow()
    await expect(askThrough(page)(`${serverUrl}/probe`)).rejects.toThrow()
    expect(await ask(page, 'session.signIn', { email: 'vendor@example.com', password: 'right' })).toMatchObject({
      error: { code: 'unreachable' },
    })
    expect(heard).toEqual([])
    await new Promise((resolve) => impostor.close(resolve))
    await rm(mark)
    await expect.poll(() => secret().catch(() => first)).not.toBe(first)
  })

  // Would catch: a redirect of the server, by which somebody else gets the session or the secret.
  test('is not carried on to where a redirect leads, and the session neither', () => {
    let before: ((details: object, answer: (answer: object) => void) => void) | undefined
    const webRequest = {
      onBeforeSendHeaders: (_filter: unknown, listener: typeof before) => {
        before = listener
      },
      onCompleted: () => undefined,
      onErrorOccurred: () => undefined,
    }
    addServerHeaders({ webRequest } as unknown as Session, {
      serverOrigin: () => 'https://selvedge.example',
      isUp: () => true,
      secrets: { token: () => 'mine' } as SessionSecrets,
      device: { token: () => 'known' } as SessionSecrets,
      launch: () => ({}),
    })
    const answered = (url: string, requestHeaders: Record<string, string>) => {
      let given: object | undefined
      before?.({ id: 1, method: 'GET', url, requestHeaders }, (answer) => {
        given = answer
      })
      return given
    }
    const led = { Accept: '*/*', Authorization: 'Bearer mine', [launchHeader]: 'secret', [deviceHeader]: 'known' }
    expect(answered('https://evil.example/', led)).toEqual({ requestHeaders: { Accept: '*/*' } })
    expect(answered('https://selvedge.example:8443/', led)).toEqual({ requestHeaders: { Accept: '*/*' } })
    expect(answered('https://evil.example/', { Accept: '*/*' })).toEqual({})
    expect(answered('https://selvedge.example/x', {})).toEqual({ requestHeaders: { Authorization: 'Bearer mine' } })
    const asked = answered(`https://selvedge.example/${peopleCalls.requestOtp.path}`, {})
    expect(asked).toEqual({ requestHeaders: { Authorization: 'Bearer mine', [deviceHeader]: 'known' } })
  })
})

function rawReply(serverUrl: string, text: string): Promise<string> {
  const { hostname, port } = new URL(serverUrl)
  return new Promise((resolve, reject) => {
    let reply = ''
    const socket = createConnection({ host: hostname, port: Number(port) }, () => socket.write(text))
    socket.on('data', (data) => {
      reply += data.toString()
    })
    socket.on('error', reject).on('close', () => resolve(reply))
  })
}

test.describe('what is kept of a session', () => {
  skipHere(!onStandIn, 'tampering with what is kept, which needs a keyring that a test can open')
  const account = { email: 'vendor@example.com', password: 'right' }
  const empty = { value: null }

  const tampered = [
    ['a changed ciphertext', (sealed: string) => ({ sealed: `${sealed.slice(0, -8)}AAAAAAA=` })],
    ['a ciphertext cut short', (sealed: string) => ({ sealed: sealed.slice(0, 16) })],
    ['no ciphertext', () => ({ sealed: '' })],
    ['a server beside it', (sealed: string) => ({ sealed, server: 'https://evil.example' })],
    ['a token in clear', () => ({ token: 'mine', server: 'http://127.0.0.1' })],
    ['something else', () => ['x']],
  ] as const

  // Would catch: a session that goes on from a file that somebody changed, or a remainder of one that stays on the disk.
  test('is erased after tampering, whatever was changed', async ({ start, server }) => {
    // An app is started for each.
    test.setTimeout(180_000)
    let app = await start()
    const file = join(app.userData, 'session.json')
    for (const [what, change] of tampered) {
      await test.step(what, async () => {
        await done(app.page, 'session.signIn', account)
        await app.stop()
        const saved = JSON.parse(await readFile(file, 'utf8')) as { value: { sealed: string } }
        await writeFile(file, JSON.stringify({ value: change(saved.value.sealed) }))
        server.reset()
        app = await start({ folder: app.folder })
        expect(await done(app.page, 'session.state')).toMatchObject({ signedIn: false })
        expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(empty)
        await askThrough(app.page)(`${server.url}/probe`, { method: 'POST' })
        expect(server.seen.find(({ path }) => path === '/probe')?.authorization).toBeUndefined()
      })
    }
  })

  test('is erased where the file is another user’s, or of another server', async ({ start, other }) => {
    // The app is started five times.
    test.slow()
    const theirs = await start()
    await done(theirs.page, 'session.signIn', account)
    await theirs.stop()
    const mine = await start()
    await done(mine.page, 'session.signIn', account)
    await mine.stop()
    const file = join(mine.userData, 'session.json')
    const before = await readFile(file)
    await writeFile(file, await readFile(join(theirs.userData, 'session.json')))
    const swapped = await start({ folder: mine.folder })
    expect(await done(swapped.page, 'session.state')).toMatchObject({ signedIn: false })
    await swapped.stop()
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(empty)
    await writeFile(file, before)
    const moved = await start({ folder: mine.folder, environment: { SELVEDGE_SERVER_URL: other.url } })
    expect(await done(moved.page, 'session.state')).toMatchObject({ signedIn: false })
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(empty)
    // As it was, it is good: what was seen above is the tampering.
    await moved.stop()
    await writeFile(file, before)
    const back = await start({ folder: mine.folder })
    expect(await done(back.page, 'session.state')).toMatchObject({ signedIn: true })
    await rm(file)
  })

  test('is erased by signing out, and read by its user alone', async ({ start }) => {
    const { page, userData } = await start()
    await done(page, 'session.signIn', account)
    const file = join(userData, 'session.json')
    const { mode } = await import('node:fs/promises').then(({ stat }) => stat(file))
    if (process.platform !== 'win32') expect(mode & 0o077).toBe(0)
    await done(page, 'session.signOut')
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(empty)
  })
})
