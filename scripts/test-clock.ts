import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vendorZone } from '../src/shared/kernel/days.ts'

/**
 * `npm run test:clock -- 23:30 server tests/server/x.test.ts`: a suite, or some of its files, as if it were that time of day in Shanghai.
 * Node and PostgreSQL are both told so by libfaketime; intervals, timers and time-outs stay what they are. What depends on the hour fails at
 * 00:30 (the last day of UTC), 12:00 or 23:30 (the next day of India is two and a half hours away).
 */

const [time = '', ...suite] = process.argv.slice(2)
if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time) || suite.length === 0) {
  console.error('usage: npm run test:clock -- 00:30|12:00|23:30 server [files]')
  process.exit(2)
}
const library = findLibrary() ?? (install('libfaketime') ? findLibrary() : undefined)
if (library === undefined) {
  console.error('A set clock needs libfaketime. On Debian: apt-get install libfaketime')
  process.exit(1)
}
const folder = mkdtempSync(join(tmpdir(), 'selvedge-clock-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const waits = compileWaits() || (install('gcc', 'libc6-dev') && compileWaits()) ? join(folder, 'waits.so') : undefined
if (waits === undefined) {
  console.error(
    'A set clock needs a C compiler, or PostgreSQL’s time-outs ring hours late. On Debian: apt-get install gcc libc6-dev',
  )
  process.exit(1)
}
const clock = { LD_PRELOAD: `${waits}:${library}`, FAKETIME: `+${secondsUntil(time)}s`, DONT_FAKE_MONOTONIC: '1' }
console.log(`The clock says ${time} in ${vendorZone}.`)
const child = spawn(process.execPath, [join(import.meta.dirname, 'test.ts'), ...suite], {
  stdio: 'inherit',
  env: { ...process.env, ...clock },
})
child.on('exit', (code) => {
  process.exitCode = code ?? 1
})

function findLibrary(): string | undefined {
  return globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0]
}

/** For PostgreSQL too, which may run as another user of the system. */
function compileWaits(): boolean {
  chmodSync(folder, 0o755)
  const source = join(import.meta.dirname, 'plain-waits.c')
  return spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', join(folder, 'waits.so'), source]).status === 0
}

function install(...packages: string[]): boolean {
  return spawnSync('apt-get', ['install', '-y', '-qq', ...packages], { stdio: 'inherit' }).status === 0
}

/** Forward, so that nothing made before it lies in its future. */
function secondsUntil(wanted: string): number {
  const now = new Date().toLocaleTimeString('en-GB', { timeZone: vendorZone })
  const seconds = (clock: string) => clock.split(':').reduce((sum, part, at) => sum + Number(part) * 60 ** (2 - at), 0)
  return (seconds(wanted) - seconds(now) + 86_400) % 86_400
}
