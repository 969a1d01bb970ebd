import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort } from '../support/other-programs.ts'
import { skipHere } from './fixtures.ts'

const root = join(import.meta.dirname, '../..')
const [unit, conf, data] = [
  '/usr/lib/systemd/system/selvedge.service',
  '/etc/selvedge/selvedge.conf',
  '/var/lib/selvedge',
] as const
const boss = 'boss@example.com'
const found = (program: string) => spawnSync('which', [program]).status === 0

skipHere(process.platform !== 'linux' || !found('apt-get'), 'the server to install: it is a Debian package')
skipHere(process.getuid?.() !== 0, 'the server to install: apt wants root')
skipHere(existsSync(data) || existsSync('/usr/lib/selvedge'), 'the server to install: this machine has one')

let folder = ''
let serving: ChildProcess | undefined
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-deb-'))
})
test.afterAll(async () => {
  await stop()
  apt('purge', 'selvedge-server')
  spawnSync('userdel', ['selvedge'])
  for (const path of [data, '/etc/selvedge', folder]) rmSync(path, { recursive: true, force: true })
})

const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
const codeOf = (program: string, ...args: string[]) => spawnSync(program, args, { stdio: 'ignore' }).status

function apt(...args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stderr } = spawnSync('apt-get', ['-y', '-qq', ...args], { env, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
}

/** Paths of a package of each version. */
function packed(...versions: string[]): string[] {
  const asked = versions.flatMap((version) => ['--version', version])
  const made = run(process.execPath, join(root, 'scripts/package-server.ts'), '--quick', ...asked, '--to', folder)
  return made.trim().split('\n').slice(-versions.length)
}

async function serve(): Promise<void> {
  const server = spawn('selvedge', ['serve'], { stdio: ['ignore', 'pipe', 'inherit'] })
  serving = server
  await new Promise<void>((resolve, reject) => {
    let said = ''
    server.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (said.includes('Selvedge is serving')) resolve()
    })
    server.once('close', () => reject(new Error(`the server ended: ${said}`)))
  })
}

async function stop(): Promise<void> {
  const server = serving
  serving = undefined
  if (server === undefined || server.exitCode !== null) return
  const ended = new Promise((resolve) => server.once('close', resolve))
  server.kill('SIGTERM')
  await ended
}

const signIn = async (port: number, password: string) => {
  const { status } = await fetch(`http://127.0.0.1:${port}/retool/erp/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: boss, password }),
  })
  return status
}

// Would catch: a package that lacks a file, runs as root, asks at an upgrade, loses data or leaves its program behind.
test('apt installs the server, upgrades it with its data kept, and removes it but for the data', async () => {
  test.setTimeout(900_000)
  const [first = '', second = ''] = packed('9.0.1', '9.0.2')
  apt('install', first)
  expect(run('selvedge', 'version').trim()).toBe('9.0.1')
  expect(codeOf('selvedge', 'nonsense')).toBe(64)
  expect(statSync(conf).mode & 0o777).toBe(0o640)
  const port = await freePort()
  writeFileSync(conf, readFileSync(conf, 'utf8').replace('SELVEDGE_PORT=4680', `SELVEDGE_PORT=${port}`))

  // Without systemd the unit cannot be run; it can be read where its tools are.
  if (found('systemd-analyze')) expect(codeOf('systemd-analyze', 'verify', unit)).toBe(0)

  await serve()
  const owner = Number(run('id', '-u', 'selvedge'))
  expect([statSync(data).uid, statSync(data).mode & 0o777]).toEqual([owner, 0o700])
  const password = /temporary password: (\S+)/.exec(run('selvedge', 'admin', boss))?.[1] ?? ''
  expect(codeOf('selvedge', 'admin', 'other@example.com')).toBe(1)
  expect(await signIn(port, password)).toBe(200)
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
  expect(codeOf('selvedge', 'check-ledger')).toBe(0)
  expect(run('selvedge', 'backup', '--to', join(data, 'by-hand.backup'))).toContain('Backup written and read back')
  await stop()

  apt('install', second)
  expect(run('selvedge', 'version').trim()).toBe('9.0.2')
  await serve()
  expect(await signIn(port, password)).toBe(200)
  await stop()
  expect(run('selvedge', 'restore', '--from', join(data, 'by-hand.backup'), '--move-aside')).toContain('Restored')

  apt('remove', 'selvedge-server')
  expect([existsSync('/usr/lib/selvedge/bin/node'), existsSync(join(data, 'postgres'))]).toEqual([false, true])
})

// Would catch: walls of the service that somebody took down.
test('the unit stands within walls', () => {
  skipHere(!found('systemd-analyze'), 'the walls of the unit: systemd, which measures them, is not installed')
  const template = join(root, 'scripts/server-package/selvedge.service')
  const said = run('systemd-analyze', 'security', '--offline=true', '--no-pager', template)
  expect(Number(/exposure level for selvedge.service: ([\d.]+)/.exec(said)?.[1])).toBeLessThanOrEqual(2)
})
