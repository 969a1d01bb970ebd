import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { feedProblem } from '../../src/main/updates/feed.ts'
import { isSigned, signDescription } from '../../src/main/updates/signature.ts'
import type { BridgeWire, UpdateState } from '../../src/shared/bridge.ts'
import { desktopRuntime } from '../support/desktop.ts'
import { ordersFile } from './fake-server.ts'
import { ask, done, expect, signIn, skipHere, test } from './fixtures.ts'

/** The real electron-updater against a real feed on this computer, as the AppImage does it; the stand-in lends it its network. */

interface Feed {
  url: string
  asked: string[]
  /** Puts a release into a channel; its file is a script that leaves a mark when it is started. */
  release(
    channel: 'latest' | 'beta',
    version: string,
    options?: { forged?: boolean; signed?: 'by us' | 'by another' | 'not' | 'another version' },
  ): Promise<void>
  close(): void
}

const newKey = () =>
  generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
const ours = newKey()
const another = newKey()

async function startFeed(mark: string): Promise<Feed> {
  const files = new Map<string, string>()
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    asked.push(path)
    const text = files.get(path)
    if (text === undefined) response.writeHead(404).end()
    else response.end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    asked,
    async release(channel, version, { forged = false, signed = 'by us' } = {}) {
      const name = `Selvedge-${version}.AppImage`
      const script = `#!/bin/sh\nprintf '%s' "${version} $APPIMAGE_EXIT_AFTER_INSTALL" > '${mark}'\n`
      const sha512 = createHash('sha512').update(script).digest('base64')
      files.set(`/${name}`, forged ? script.replace('printf', 'prinTf') : script)
      const feed = {
        version,
        files: [{ url: name, sha512, size: script.length }],
        path: name,
        sha512,
        releaseNotes: `News of ${version}`,
      }
      const key = signed === 'by another' ? another : ours
      const told = signed === 'another version' ? { ...feed, version: '0.0.1' } : feed
      const signature = signed === 'not' ? {} : { signature: signDescription(told, key.privateKey) }
      files.set(`/${channel}-linux.yml`, JSON.stringify({ ...feed, ...signature }))
    },
    close: () => server.close(),
  }
}

interface Copy {
  folder: string
  feed: Feed
  environment: Record<string, string>
  image: string
  mark: string
}

async function copy(): Promise<Copy> {
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-desktop-'))
  const mark = join(folder, 'started')
  const feed = await startFeed(mark)
  const image = join(folder, 'Selvedge.AppImage')
  await writeFile(image, 'the old version')
  await mkdir(join(folder, 'cache'))
  const config = join(folder, 'app-update.yml')
  await writeFile(config, JSON.stringify({ provider: 'generic', url: feed.url, updaterCacheDirName: 'selvedge' }))
  const key = join(folder, 'update-key.pem')
  await writeFile(key, ours.publicKey)
  const environment = {
    ...{ SELVEDGE_UPDATE_CONFIG: config, SELVEDGE_UPDATE_KEY: key },
    ...{ APPIMAGE: image, XDG_CACHE_HOME: join(folder, 'cache') },
  }
  return { folder, feed, environment, image, mark }
}

test.describe('updates', () => {
  test.beforeEach(() => {
    skipHere(process.platform !== 'linux' || desktopRuntime() !== 'stand-in', 'the AppImage’s updater is Linux’s')
  })

  test('come by themselves, say so in events only, and are installed on quitting', async ({ start }) => {
    const { folder, feed, environment, image, mark } = await copy()
    await feed.release('latest', '0.1.1')
    const desktop = await start({ folder, environment })
    const { page } = desktop
    const states = page.evaluate(() => {
      const { selvedge } = window as unknown as { selvedge: BridgeWire }
      const heard: UpdateState['state'][] = []
      return new Promise<UpdateState['state'][]>((resolve) =>
        selvedge.app.onUpdate(({ state }) => {
          if (heard.at(-1) !== state) heard.push(state)
          if (state === 'ready' || state === 'failed') resolve(heard)
        }),
      )
    })
    await ask(page, 'app.checkForUpdates')
    expect(await states).toEqual(['checking', 'downloading', 'ready'])
    expect(await done(page, 'app.updates')).toEqual({ state: 'ready', version: '0.1.1', notes: 'News of 0.1.1' })
    // Would catch: a dialog in the middle of somebody's work, or an installation before anybody quits.
    expect(desktop.questions).toEqual([])
    expect(await readFile(image, 'utf8')).toBe('the old version')
    await desktop.stop()
    expect(await readFile(image, 'utf8')).toContain('0.1.1')
    expect(await readFile(mark, 'utf8')).toBe('0.1.1 true')
    feed.close()
  })

  test('are installed at once by command, after everything was stopped, and the new version starts', async ({
    start,
  }) => {
    const { folder, feed, environment, image, mark } = await copy()
    await feed.release('latest', '0.1.1')
    const desktop = await start({ folder, environment })
    expect(await ask(desktop.page, 'app.installUpdate')).toMatchObject({ error: { code: 'refused' } })
    await ask(desktop.page, 'app.checkForUpdates')
    await expect.poll(() => done<UpdateState>(desktop.page, 'app.updates')).toMatchObject({ state: 'ready' })
    ask(desktop.page, 'app.installUpdate').catch(() => undefined)
    expect(await desktop.ended()).toBe(0)
    expect(await readFile(image, 'utf8')).toContain('0.1.1')
    await expect.poll(() => readFile(mark, 'utf8').catch(() => '')).toBe('0.1.1 ')
    feed.close()
  })

  test('that are not what was published are thrown away', async ({ start }) => {
    const { folder, feed, environment, image } = await copy()
    await feed.release('latest', '0.1.1', { forged: true })
    const { page, stop } = await start({ folder, environment })
    await ask(page, 'app.checkForUpdates')
    await expect
      .poll(() => done(page, 'app.updates'))
      .toEqual({
        state: 'failed',
        problem: 'The update that came is not the one that was published. It was thrown away.',
      })
    expect(await ask(page, 'app.installUpdate')).toMatchObject({ error: { code: 'refused' } })
    await stop()
    expect(await readFile(image, 'utf8')).toBe('the old version')
    const saved = await readdir(join(folder, 'cache/selvedge/pending')).catch(() => [])
    expect(saved.filter((name) => name.endsWith('.AppImage'))).toEqual([])
    feed.close()
  })

  /**
   * Would catch: whoever gets hold of the feed's server alone having his program run by everybody: hashes come from that server
   * as well, and electron-updater looks at no signature of an AppImage.
   */
  test('that are signed by nobody, by somebody else, or for another version are not even fetched', async ({
    start,
  }) => {
    const { folder, feed, environment, image } = await copy()
    const { page, stop } = await start({ folder, environment })
    for (const signed of ['not', 'by another', 'another version'] as const) {
      await feed.release('latest', '0.1.1', { signed })
      expect.soft(await done(page, 'app.checkForUpdates'), signed).toEqual({
        state: 'failed',
        problem: 'The update that came is not signed by who made this app. It was not fetched.',
      })
    }
    expect(feed.asked.filter((path) => path.endsWith('.AppImage'))).toEqual([])
    await stop()
    expect(await readFile(image, 'utf8')).toBe('the old version')
    feed.close()
  })

  test('never go back to an older version, also not by the way of another channel', async ({ start }) => {
    const { folder, feed, environment } = await copy()
    await feed.release('latest', '0.0.9')
    await feed.release('beta', '0.0.9-beta.3')
    const { page } = await start({ folder, environment })
    expect(await done(page, 'app.checkForUpdates')).toMatchObject({ state: 'idle', checkedAt: expect.any(String) })
    await done(page, 'settings.set', { updateChannel: 'beta' })
    expect(await done(page, 'app.checkForUpdates')).toMatchObject({ state: 'idle' })
    expect(feed.asked).toEqual(['/latest-linux.yml', '/beta-linux.yml'])
    feed.close()
  })

  test('of the beta channel come to those who chose it', async ({ start }) => {
    const { folder, feed, environment } = await copy()
    await feed.release('latest', '0.1.0')
    await feed.release('beta', '0.2.0-beta.1')
    const { page } = await start({ folder, environment })
    expect(await done(page, 'app.checkForUpdates')).toMatchObject({ state: 'idle' })
    await done(page, 'settings.set', { updateChannel: 'beta' })
    await ask(page, 'app.checkForUpdates')
    await expect.poll(() => done(page, 'app.updates')).toMatchObject({ state: 'ready', version: '0.2.0-beta.1' })
    feed.close()
  })

  test('wait for a file that is being saved', async ({ start, server }) => {
    const { folder, feed, environment, image } = await copy()
    await feed.release('latest', '0.1.1')
    const desktop = await start({ folder, environment })
    const { page } = desktop
    await signIn(page)
    await ask(page, 'app.checkForUpdates')
    await expect.poll(() => done(page, 'app.updates')).toMatchObject({ state: 'ready' })
    server.on(ordersFile, (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/csv', 'content-length': 1_000_000 })
      response.write('x'.repeat(1_000))
    })
    const call = { method: 'POST', path: ordersFile, body: {} }
    const running = ask(page, 'files.download', { id: 'a', call, defaultName: 'a.csv' })
    await expect.poll(() => desktop.suggestedPaths.length).toBe(1)
    expect(await ask(page, 'app.installUpdate')).toMatchObject({
      error: { code: 'refused', message: 'A file is still being saved. Try again when it is done.' },
    })
    expect(await readFile(image, 'utf8')).toBe('the old version')
    await done(page, 'files.cancelDownload', 'a')
    await running
    feed.close()
  })

  test('that cannot be looked for are said, and looked for again on command', async ({ start }) => {
    const { folder, feed, environment } = await copy()
    const { page } = await start({ folder, environment })
    expect(await done(page, 'app.checkForUpdates')).toMatchObject({ state: 'failed' })
    await feed.release('latest', '0.1.0')
    expect(await done(page, 'app.checkForUpdates')).toMatchObject({ state: 'idle' })
    feed.close()
  })
})

test('a copy that runs from source says that it is not updated', async ({ desktop }) => {
  skipHere(desktopRuntime() !== 'stand-in', 'Electron may be a packaged app')
  const off = { state: 'off', reason: 'This copy runs from source and is not updated.' }
  expect(await done(desktop.page, 'app.updates')).toEqual(off)
  expect(await done(desktop.page, 'app.checkForUpdates')).toEqual(off)
})

const packed = { platform: 'linux', key: ours.publicKey } as const

test('a packaged copy takes its updates by https from the place it was made with, or not at all', () => {
  expect(feedProblem('provider: generic\nurl: https://updates.example/selvedge\n', packed)).toBe(null)
  expect(feedProblem('provider: generic\nurl: "https://updates.example/selvedge"\n', packed)).toBe(null)
  expect(feedProblem(null, packed)).not.toBe(null)
  // Would catch: a release set up with a feed that anybody on the way can rewrite, checksums included.
  for (const bad of ['url: http://updates.example', "url: 'http://updates.example'", 'url:   ftp://updates.example'])
    expect.soft(feedProblem(`provider: generic\n${bad}\n`, packed), bad).toMatch(/not safe/)
})

/** Would catch: a package made without keys that takes whatever its feed names, since there is nothing to hold it against. */
test('a packaged copy that could not tell whose an update is takes none', () => {
  const config = 'provider: generic\nurl: https://updates.example/selvedge\n'
  expect(feedProblem(config, { platform: 'linux', key: null })).toMatch(/without a key/)
  expect(feedProblem(config, { platform: 'win32', key: ours.publicKey })).toMatch(/without a publisher/)
  for (const named of ['publisherName: Selvedge\n', 'publisherName:\n  - Selvedge\n'])
    expect.soft(feedProblem(config + named, { platform: 'win32', key: null }), named).toBe(null)
  // Squirrel takes no app that was not signed by who signed this one.
  expect(feedProblem(config, { platform: 'darwin', key: null })).toBe(null)
})

/** Would catch: a signature that leaves a file, its hash or the version out, or a key of a weaker kind that is taken as well. */
test('a signature holds for its version and its files only', () => {
  const files = [{ url: 'a.AppImage', sha512: 'AAAA', size: 1 }]
  const told = { version: '1.2.3', files, releaseNotes: 'News' }
  const signature = signDescription(told, ours.privateKey)
  expect(isSigned({ ...told, signature }, ours.publicKey)).toBe(true)
  // Told to people, and nothing that is run.
  expect(isSigned({ ...told, releaseNotes: 'Others', signature }, ours.publicKey)).toBe(true)
  const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ type: 'spki', format: 'pem' })
  for (const changed of [
    { ...told, version: '1.2.4', signature },
    { ...told, files: [{ url: 'b.AppImage', sha512: 'AAAA' }], signature },
    { ...told, files: [{ url: 'a.AppImage', sha512: 'AAAB' }], signature },
    { ...told, files: [...files, { url: 'b.AppImage', sha512: 'BBBB' }], signature },
    { ...told, files: [], path: 'a.AppImage', sha512: 'AAAA', signature },
    { ...told, packages: { x64: { path: 'c.7z', sha512: 'CCCC' } }, signature },
    { ...told, signature: 'not base64' },
    { ...told, signature: '' },
    told,
    null,
    'signature',
  ]) {
    expect.soft(isSigned(changed, ours.publicKey), JSON.stringify(changed)).toBe(false)
  }
  expect(isSigned({ ...told, signature }, another.publicKey)).toBe(false)
  expect(isSigned({ ...told, signature }, String(rsa))).toBe(false)
  expect(isSigned({ ...told, signature }, 'no key')).toBe(false)
})
