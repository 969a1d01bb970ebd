import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandLineOf, pidRuns } from '../src/server/database/data-folder.ts'

/** A script ends what it started: on every signal, and when the npm that started it is gone. */

const WATCH_MS = 500

/**
 * Ends this process, as SIGTERM would, once the npm that started it has gone. npm forwards SIGTERM to its shell only, and SIGHUP to
 * nobody. Watches npm and the shell between, as they are now; where there is no npm (systemd, `node scripts/serve.ts`), nothing: whoever
 * starts it in the background may leave. A SIGINT that npm alone gets cannot be seen from here: the shell waits for us to end by ourselves,
 * as on Ctrl+C, which reaches all of them.
 */
export async function followNpm(): Promise<void> {
  if (process.env.npm_lifecycle_event === undefined) return
  const watched = await wayToNpm()
  const timer = setInterval(() => {
    if (watched.every(pidRuns)) return
    clearInterval(timer)
    if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(128 + constants.signals.SIGTERM)
  }, WATCH_MS)
  timer.unref()
}

/** npm's pid, and before it that of its shell where that stays; empty when npm is not there. */
async function wayToNpm(): Promise<number[]> {
  const isNpm = async (pid: number) => /^npm\b|npm-cli\.js/.test(await commandLineOf(pid))
  if (await isNpm(process.ppid)) return [process.ppid]
  const above = runningProcesses().find(({ pid }) => pid === process.ppid)?.parent ?? 0
  return above > 0 && (await isNpm(above)) ? [process.ppid, above] : []
}

type Stop = () => Promise<unknown>

const stops = new Set<Stop>()
let ending = false

/** Whether a signal came: then nothing new should be started. */
export const isEnding = (): boolean => ending

/**
 * From now on SIGINT, SIGTERM and SIGHUP end everything that this process started, then `stop` what it holds itself, and then this
 * process, with the signal's exit code. The function given back takes that back. A PostgreSQL of this very process is left to `stop`,
 * or to the end of the process, which takes it along.
 */
export function endWithChildren(stop: Stop = async () => undefined): () => void {
  if (stops.size === 0) for (const signal of signals) process.on(signal, onSignal)
  stops.add(stop)
  return () => {
    stops.delete(stop)
    if (stops.size === 0 && !ending) for (const signal of signals) process.off(signal, onSignal)
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

function onSignal(signal: NodeJS.Signals): void {
  if (!ending) void endAll(128 + constants.signals[signal])
}

const PATIENCE_MS = 10_000

/** Ends everything as on a signal, with this exit code. */
export async function endAll(exitCode: number): Promise<never> {
  ending = true
  await endDescendants()
  for (const stop of [...stops].reverse()) {
    await Promise.race([stop(), sleep(PATIENCE_MS)]).catch((error: unknown) => console.error(error))
  }
  process.exit(exitCode)
}

/** Asks them to end, and kills who does not. A PostgreSQL is never asked: its server stops it, in order. */
async function endDescendants(): Promise<void> {
  const known = new Map<number, Running>()
  const left = () => {
    for (const each of descendants([process.pid, ...known.keys()])) known.set(each.pid, each)
    return [...known.values()].filter(({ pid }) => pidRuns(pid))
  }
  for (const { pid, name } of left()) if (name !== 'postgres') send(pid, 'SIGTERM')
  for (let waited = 0; waited < PATIENCE_MS && left().length > 0; waited += 50) await sleep(50)
  // SIGQUIT is a PostgreSQL's end without delay; the next start recovers.
  for (const { pid, name } of left()) send(pid, name === 'postgres' ? 'SIGQUIT' : 'SIGKILL')
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended by itself.
  }
}

interface Running {
  pid: number
  parent: number
  /** Of its program, without the folder. */
  name: string
}

/** All below these, but for the PostgreSQL of this process. */
function descendants(of: readonly number[]): Running[] {
  const found = new Set(of)
  const all = runningProcesses().filter(({ parent, name }) => parent !== process.pid || name !== 'postgres')
  for (let before = 0; before < found.size; ) {
    before = found.size
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid)
  }
  return all.filter(({ pid }) => found.has(pid) && pid !== process.pid)
}

/** On Linux from /proc, since `ps` is not everywhere; none on Windows, where no signal reaches a script in the first place. */
function runningProcesses(): Running[] {
  if (process.platform === 'win32') return []
  if (process.platform !== 'linux') {
    const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,comm='], { encoding: 'utf8' }).split('\n')
    return lines.map((line) => {
      const [pid, parent, ...words] = line.trim().split(/\s+/)
      return { pid: Number(pid), parent: Number(parent), name: words.join(' ').split('/').at(-1) ?? '' }
    })
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => statOf(Number(pid)))
}

function statOf(pid: number): Running[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const end = text.lastIndexOf(')')
    const parent = Number(text.slice(end + 2).split(' ')[1])
    return [{ pid, parent, name: text.slice(text.indexOf('(') + 1, end) }]
  } catch {
    return [] // it ended meanwhile
  }
}
