import { createHash } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import type { CommandName } from '../../src/main/bridge.ts'
import { bridgeCommands, type Reply } from '../../src/shared/bridge.ts'
import type { BridgeCall, Desktop } from '../support/desktop.ts'
import { fitting, hostileCalls, hostileTextCalls } from './attack-material.ts'
import { done, expect, signIn, skipHere, test } from './fixtures.ts'

/** Everything that the app keeps and saves, by name and content. */
async function everythingOnDisk(desktop: Desktop): Promise<Record<string, string>> {
  const seen: Record<string, string> = {}
  for (const folder of [desktop.userData, desktop.savedFiles]) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      seen[path] = createHash('sha256')
        .update(await readFile(path))
        .digest('hex')
    }
  }
  return seen
}

/** Programs that main starts for printing and opening, in whose place a script notes that it was started and with what. */
async function traps(folder: string): Promise<{ environment: Record<string, string>; sprung(): Promise<string[]> }> {
  const bin = join(folder, 'traps')
  const notes = join(folder, 'sprung')
  await mkdir(bin, { recursive: true })
  await writeFile(notes, '')
  for (const name of ['lp', 'lpr', 'cancel', 'cupsenable', 'xdg-open', 'open', 'sh', 'touch', 'id', 'cat']) {
    await writeFile(join(bin, name), `#!/bin/bash\nprintf '%s\\n' "${name} $*" >> '${notes}'\nexit 1\n`)
    await chmod(join(bin, name), 0o755)
  }
  return {
    environment: { PATH: `${bin}${delimiter}${process.env.PATH}` },
    sprung: async () => (await readFile(notes, 'utf8')).split('\n').filter(Boolean),
  }
}

const refusedCodes = ['refused', 'bad-argument']

function isRefused(reply: Reply<unknown>): boolean {
  return 'error' in reply && refusedCodes.includes(reply.error.code)
}

// Would catch: a command that any frame, window or leftover of one may give.
test('every command is refused from wherever but the app’s own page', async ({ desktop, server }) => {
  await signIn(desktop.page)
  const calls = bridgeCommands.map((command): BridgeCall => [command, fitting(command)])
  const before = await everythingOnDisk(desktop)
  const heard = server.seen.length
  for (const place of desktop.places) {
    const replies = await desktop.askFrom(place, calls)
    expect(replies).toHaveLength(bridgeCommands.length)
    for (const [at, reply] of replies.entries()) {
      expect.soft(reply, `${bridgeCommands[at]} from ${place}`).toMatchObject({ error: { code: 'refused' } })
    }
  }
  await nothingHappened(desktop, before)
  // The page itself may have asked meanwhile, as for its user where a start is slow, never for what was attacked.
  const attacked = ({ path }: { path: string }) =>
    /erp|labels|session/.test(path) && !path.endsWith('/get-user-details')
  expect(server.seen.slice(heard).filter(attacked)).toEqual([])
  expect(await done(desktop.page, 'session.state')).toMatchObject({ signedIn: true })
})

// Would catch: a command whose shape lets through what no caller of ours sends: another type, a field too many, an endless text.
test('every command refuses what it does not take', async ({ start }) => {
  test.setTimeout(240_000)
  const desktop = await start()
  await signIn(desktop.page)
  const before = await everythingOnDisk(desktop)
  const failures: string[] = []
  for (const command of bridgeCommands) {
    for (const [what, args] of hostileCalls(command)) {
      const reply = await asked(desktop, command, args)
      if (reply !== 'cannot be sent' && !isRefused(reply)) failures.push(`${command}: ${what}: ${brief(reply)}`)
    }
  }
  expect(failures).toEqual([])
  await nothingHappened(desktop, before)
  expect(await done(desktop.page, 'session.state')).toMatchObject({ signedIn: true })
  expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false)
})

// Would catch: a text that a handler makes a path, a flag or a command of.
test('texts that become paths, flags or commands elsewhere are nothing but texts here', async ({ start }) => {
  test.setTimeout(240_000)
  const first = await start()
  await first.stop()
  const trap = await traps(first.folder)
  const desktop = await start({ folder: first.folder, environment: trap.environment })
  const before = await everythingOnDisk(desktop)
  const failures: string[] = []
  for (const [command, args] of hostileTextCalls()) {
    const reply = await asked(desktop, command as CommandName, args)
    const isUnforeseen = reply !== 'cannot be sent' && 'error' in reply && reply.error.code === 'unknown'
    if (isUnforeseen) failures.push(`${command}(${JSON.stringify(args)}): ${brief(reply)}`)
  }
  expect(failures).toEqual([])
  await nothingHappened(desktop, before)
  expect(await trap.sprung()).toEqual([])
})

test('names that are no commands are refused', async ({ desktop }) => {
  skipHere(desktop.runtime !== 'stand-in', 'names that are no commands: Electron’s page cannot even say them')
  const names: unknown[] = ['', 'session', 'session.', '.state', 'session.token', 'session.state.x', '__proto__.x']
  names.push('constructor.name', 'session.constructor', 'print.toString', 'SESSION.STATE', 'session.state\u0000', null)
  names.push({ toString: 'session.state' }, ['session.state'], 7, 'x'.repeat(1_000_000))
  for (const name of names) {
    expect
      .soft(await desktop.askRaw(name, []), JSON.stringify(name).slice(0, 40))
      .toMatchObject({ error: { code: 'bad-argument' } })
  }
})

/** By the app's own page, past its preload. What cannot be sent at all (Electron's own copying refuses it) reaches nobody. */
async function asked(
  desktop: Desktop,
  command: CommandName,
  args: unknown,
): Promise<Reply<unknown> | 'cannot be sent'> {
  try {
    structuredClone(args)
  } catch {
    return 'cannot be sent'
  }
  return desktop.askRaw(command, args)
}

async function nothingHappened(desktop: Desktop, before: Record<string, string>): Promise<void> {
  expect(await everythingOnDisk(desktop)).toEqual(before)
  expect(desktop.questions).toEqual([])
  expect(desktop.suggestedPaths).toEqual([])
  expect(desktop.openedOutside).toEqual([])
  expect(desktop.shownInFolder).toEqual([])
  // Main lives, and still answers its own page.
  expect(await done(desktop.page, 'app.info')).toMatchObject({ edition: 'desktop' })
}

function brief(reply: unknown): string {
  return JSON.stringify(reply)?.slice(0, 200) ?? 'undefined'
}
