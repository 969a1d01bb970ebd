import { setTimeout as sleep } from 'node:timers/promises'
import { pidRuns } from './data-folder.ts'
import type { DatabaseLog } from './database-log.ts'
import { trimLogs } from './postgres-logs.ts'
import { type Postmaster, type Site, startAgain, stopPostmaster } from './running-postgres.ts'

/** A PostgreSQL that is started again whenever it ends. `problem` is why it is not there, while it is not. */
export interface Supervised {
  pid(): number
  problem(): Error | undefined
  stop(): Promise<void>
}

const FIRST_PAUSE_MS = 100
/** With the time that a start takes it is back within five seconds of the end of what was in its way. */
const LONGEST_PAUSE_MS = 1_000
/** After this long without trouble the count of attempts begins anew. */
const CALM_MS = 60_000
const WATCH_MS = 250
/** Logs a lasting outage with the same cause again this often. */
const REMIND_MS = 10 * 60_000
const TRIM_MS = 60_000

/**
 * Watches over PostgreSQL for as long as the server runs, and never gives it up: what is in its way (a full disk, a port that another
 * program holds) may be gone in an hour. Attempts follow each other ever more slowly, at most a second and a start apart.
 */
export function supervise(site: Site, first: Postmaster, log: DatabaseLog): Supervised {
  const { port } = first
  let say = oncePerCause(log)
  const stopping = new AbortController()
  let current = first
  let problem: Error | undefined
  let attempts = 0
  let upSince = Date.now()
  let restarting: Promise<void> | undefined

  async function restart(): Promise<void> {
    problem = new Error('PostgreSQL ended by itself and is being started again.')
    if (Date.now() - upSince > CALM_MS) {
      attempts = 0
      say = oncePerCause(log)
    }
    say('it ended by itself', { pid: current.pid, attempts }, 'PostgreSQL ended by itself; starting it again')
    while (!stopping.signal.aborted) {
      await pause(attempts === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS))
      if (stopping.signal.aborted) return
      attempts += 1
      try {
        current = await startAgain(site, port)
        problem = undefined
        upSince = Date.now()
        say('back', { pid: current.pid, attempts }, 'PostgreSQL is back')
        return
      } catch (error) {
        problem = error instanceof Error ? error : new Error(String(error))
        say(problem.message, { err: problem, attempts }, 'PostgreSQL did not start again; it is tried again and again')
      }
    }
  }

  const pause = (ms: number) => sleep(ms, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined)

  function died(): void {
    if (stopping.signal.aborted || restarting !== undefined) return
    restarting = restart().finally(() => {
      restarting = undefined
      if (!stopping.signal.aborted) watch()
    })
  }

  function watch(): void {
    const watched = current
    if (watched.child && watched.child.exitCode === null && watched.child.signalCode === null) {
      watched.child.once('exit', died)
      return
    }
    // An adopted one is nobody's child; one that ended in this very moment is looked at in the next.
    const timer = setInterval(() => {
      if (pidRuns(watched.pid)) return
      clearInterval(timer)
      died()
    }, WATCH_MS)
    timer.unref()
  }

  // A process that ends without stop() still takes PostgreSQL along. Windows has no signal that would end it in order.
  const lastResort = () => {
    if (process.platform !== 'win32' && pidRuns(current.pid)) process.kill(current.pid, 'SIGINT')
  }
  process.on('exit', lastResort)
  const trim = () => {
    try {
      trimLogs(site.logs)
    } catch (error) {
      say('logs', { err: error }, 'the logs of PostgreSQL could not be trimmed') // in a minute again
    }
  }
  const trimming = setInterval(trim, TRIM_MS).unref()
  watch()

  let stopped: Promise<void> | undefined
  const stop = async () => {
    stopping.abort()
    clearInterval(trimming)
    await restarting
    await stopPostmaster(site, current)
    process.off('exit', lastResort)
  }
  return {
    pid: () => current.pid,
    problem: () => problem,
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

/** Warns once of a cause that comes again and again, and of another one at once; every ten minutes it says how often that was. */
function oncePerCause(log: DatabaseLog): (cause: string, details: object, message: string) => void {
  const said = new Map<string, { at: number; unsaid: number }>()
  return (cause, details, message) => {
    // Process numbers and times make no other cause.
    const key = cause.replace(/\d+/g, '#')
    const last = said.get(key)
    if (last && Date.now() - last.at < REMIND_MS) {
      last.unsaid += 1
      return
    }
    if (said.size > 20) said.clear()
    said.set(key, { at: Date.now(), unsaid: 0 })
    log.warn({ ...details, ...(last && { as_often_since: last.unsaid }) }, message)
  }
}
