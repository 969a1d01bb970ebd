import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import type { Bridge, Reply } from '../../src/shared/bridge.ts'
import { copyDemoFolder } from '../support/demo-folder.ts'
import { type Desktop, type DesktopOptions, startDesktop } from '../support/desktop.ts'
import { type FakeServer, startFakeServer } from './fake-server.ts'

/** The server in the app's own utility process. Its demo changes nothing where people are already. */
export const ownServer = { SELVEDGE_SERVER_URL: '', SELVEDGE_DEMO: '1' }

interface Fixtures {
  /** A server that is not the app's. */
  other: FakeServer
  /** Starts an app of the spec's own against the fake server; stopped and swept up after the spec. */
  start(options?: DesktopOptions): Promise<Desktop>
  /** Starts one on its own real server, with the demo there already. */
  startOnDemo(options?: DesktopOptions): Promise<Desktop>
  /** The app that specs share, as if just started: signed out, its page fresh, nothing saved or asked yet. */
  desktop: Desktop
  /** Before every spec: what the one before it told the server is forgotten. */
  freshServer: undefined
}

interface SharedFixtures {
  server: FakeServer
  shared: Desktop
}

export const test = base.extend<Fixtures, SharedFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const server = await startFakeServer()
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  shared: [
    async ({ server }, use) => {
      await withApps(server, async (start) => use(await start()))
    },
    { scope: 'worker' },
  ],
  freshServer: [
    async ({ server }, use) => {
      server.reset()
      await use(undefined)
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  other: async ({}, use) => {
    const other = await startFakeServer()
    await use(other)
    await other.close()
  },
  start: async ({ server }, use) => {
    await withApps(server, use)
  },
  startOnDemo: async ({ start }, use) => {
    await use(async (options = {}) => {
      const folder = await mkdtemp(join(tmpdir(), 'selvedge-desktop-'))
      await copyDemoFolder(join(folder, 'user-data', 'data'))
      return start({ ...options, folder, environment: { ...ownServer, ...options.environment } })
    })
  },
  desktop: async ({ shared, server }, use) => {
    await asJustStarted(shared)
    server.reset()
    await use(shared)
  },
})

/** Lends a way to start apps, then stops them and removes what they kept. */
export async function withApps(server: FakeServer, use: (start: Fixtures['start']) => Promise<void>): Promise<void> {
  const started: Desktop[] = []
  const folders = new Set<string>()
  await use(async (options = {}) => {
    const environment = { SELVEDGE_SERVER_URL: server.url, ...options.environment }
    const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'selvedge-desktop-')))
    folders.add(folder)
    const desktop = await startDesktop({ ...options, folder, environment })
    started.push(desktop)
    return desktop
  })
  for (const desktop of started) await desktop.stop().catch(() => undefined)
  for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

async function asJustStarted(desktop: Desktop): Promise<void> {
  const { page, savedFiles } = desktop
  page.removeAllListeners('request')
  await done(page, 'session.signOut')
  await done(page, 'settings.set', { language: 'en' })
  await page.goto(new URL('/', page.url()).href)
  for (const seen of [
    desktop.suggestedPaths,
    desktop.questions,
    desktop.openedOutside,
    desktop.shownInFolder,
    desktop.openedFiles,
  ]) {
    seen.length = 0
  }
  for (const name of await readdir(savedFiles)) await rm(join(savedFiles, name), { recursive: true })
}

export { expect }

/** Skips a test here, and says why in the run's output. */
export function skipHere(when: boolean, why: string): void {
  if (when) console.log(`Not tested here: ${why}.`)
  test.skip(when, why)
}

/** Asks the bridge from the page, as the renderer does. */
export async function ask<T>(page: Page, command: string, ...args: unknown[]): Promise<Reply<T>> {
  const reply = await page.evaluate(
    ([name, given]) => {
      const [group = '', command = ''] = name.split('.')
      const groups = (window as unknown as { selvedge: unknown }).selvedge as Record<
        string,
        Record<string, (...args: unknown[]) => Promise<unknown>>
      >
      return groups[group]?.[command]?.(...given)
    },
    [command, args] as const,
  )
  return reply as Reply<T>
}

/** As `ask`, for a command that must succeed. */
export async function done<T>(page: Page, command: string, ...args: unknown[]): Promise<T> {
  const reply = await ask<T>(page, command, ...args)
  if ('error' in reply) throw new Error(`${command}: ${reply.error.code} ${reply.error.message}`)
  return reply.ok
}

export async function signIn(page: Page): Promise<Awaited<ReturnType<Bridge['session']['signIn']>>> {
  return done(page, 'session.signIn', { email: 'vendor@example.com', password: 'right' })
}
