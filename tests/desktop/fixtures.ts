import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import type { Bridge, Reply } from '../../src/shared/bridge.ts'
import { type Desktop, type DesktopOptions, startDesktop } from '../support/desktop.ts'
import { type FakeServer, startFakeServer } from './fake-server.ts'

interface Fixtures {
  server: FakeServer
  /** A server that is not the app's. */
  other: FakeServer
  /** Starts the app against the fake server; stopped and swept up after the spec. */
  start(options?: DesktopOptions): Promise<Desktop>
  desktop: Desktop
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  server: async ({}, use) => {
    const server = await startFakeServer()
    await use(server)
    await server.close()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  other: async ({}, use) => {
    const other = await startFakeServer()
    await use(other)
    await other.close()
  },
  start: async ({ server }, use) => {
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
  },
  desktop: async ({ start }, use) => {
    await use(await start())
  },
})

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
