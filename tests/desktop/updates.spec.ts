import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { feedProblem } from '../../src/main/updates/feed.ts'
import type { BridgeWire, UpdateState } from '../../src/shared/bridge.ts'
import { desktopRuntime } from '../support/desktop.ts'
import { ordersFile } from './fake-server.ts'
import { ask, done, expect, signIn, skipHere, test } from './fixtures.ts'

/** The real electron-updater against a real feed on this computer, as the AppImage does it; the stand-in lends it its network. */

interface Feed {
  url: string
  asked: string[]
  /** Puts a release into a channel; its file is a script that leaves a mark when it is started. */
  release(channel: 'latest' | 'beta', version: string, options?: { forged?: boolean; older?: string }): Promise<void>
  close(): void
}

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
    async release(channel, version, { forged = false } = {}) {
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
      files.set(`/${channel}-linux.yml`, JSON.stringify(feed))
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
  const environment = { SELVEDGE_UPDATE_CONFIG: config, APPIMAGE: image, XDG_CACHE_HOME: join(folder, 'cache') }
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

test('a packaged copy takes its updates by https from the place it was made with, or not at all', () => {
  expect(feedProblem('provider: generic\nurl: https://updates.example/selvedge\n')).toBe(null)
  expect(feedProblem('provider: generic\nurl: "https://updates.example/selvedge"\n')).toBe(null)
  expect(feedProblem(null)).not.toBe(null)
  // Would catch: a release set up with a feed that anybody on the way can rewrite, checksums included.
  for (const bad of ['url: http://updates.example', "url: 'http://updates.example'", 'url:   ftp://updates.example'])
    expect.soft(feedProblem(`provider: generic\n${bad}\n`), bad).toMatch(/not safe/)
})
