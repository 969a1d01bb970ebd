import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { openCluster } from './cluster.ts'
import { pidRuns } from './data-folder.ts'
import type { DatabaseLog } from './database-log.ts'
import { postgresAccount } from './postgres-account.ts'
import { postgresLogs } from './postgres-logs.ts'
import {
  answersNow,
  endOldSessions,
  ensureDatabase,
  findPostmaster,
  type Postmaster,
  type Site,
  startPostmaster,
  stopPostmaster,
} from './running-postgres.ts'

const DATABASE = 'selvedge'

/** PostgreSQL of one data folder. `problem` is why it cannot be brought back, while that is so. */
export type EmbeddedPostgres = {
  url: string
  pid(): number
  problem(): Error | undefined
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL on `dataDir`/postgres (made at first use), or adopts the one that a killed server left behind, and starts it
 * again whenever it dies. The caller holds the lock of the folder. Throws `DatabaseError`.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  log: DatabaseLog
  durable?: boolean
}): Promise<EmbeddedPostgres> {
  const dataDir = await realpath(options.dataDir) // as the system tells the folders of processes
  const account = await postgresAccount(join(dataDir, 'postgres'))
  const cluster = await openCluster(dataDir, account)
  const site: Site = {
    dataDir,
    cluster,
    account,
    logs: postgresLogs(dataDir, account),
    durable: options.durable ?? true,
  }
  const first = (await adopt(site, options.log)) ?? (await startPostmaster(site))
  try {
    await ensureDatabase(cluster, first.port, DATABASE)
  } catch (error) {
    await stopPostmaster(site, first)
    throw error
  }
  return { url: urlOf(cluster, first.port), ...supervise(site, first, options.log) }
}

export const urlOf = (cluster: Cluster, port: number): string =>
  `postgres://selvedge:${encodeURIComponent(cluster.password)}@127.0.0.1:${port}/${DATABASE}`

/** The orphan of a killed server, ready for use; one that does not answer is stopped. */
async function adopt(site: Site, log: DatabaseLog): Promise<Postmaster | undefined> {
  const orphan = await findPostmaster(site.cluster)
  if (orphan === undefined) return undefined
  if (await answersNow(site.cluster, orphan.port)) {
    await endOldSessions(site.cluster, orphan.port)
    log.warn({ pid: orphan.pid, port: orphan.port }, 'adopted the PostgreSQL that a killed server left running')
    return orphan
  }
  log.warn({ pid: orphan.pid }, 'stopping a PostgreSQL that a killed server left running and that does not answer')
  await stopPostmaster(site, orphan)
  return undefined
}

const RESTARTS = 8
const LONGEST_PAUSE_MS = 10_000
/** After this long without trouble the count of restarts begins anew. */
const CALM_MS = 60_000
const WATCH_MS = 250

function supervise(site: Site, first: Postmaster, log: DatabaseLog): Omit<EmbeddedPostgres, 'url'> {
  const state = {
    current: first,
    problem: undefined as Error | undefined,
    stopping: false,
    failures: 0,
    since: Date.now(),
  }
  let restarting: Promise<void> | undefined

  async function restart(): Promise<void> {
    if (Date.now() - state.since > CALM_MS) state.failures = 0
    while (!state.stopping && state.failures < RESTARTS) {
      state.failures += 1
      log.warn({ pid: state.current.pid, attempt: state.failures }, 'PostgreSQL ended by itself; starting it again')
      try {
        state.current = await startPostmaster(site, first.port) // the same port: every pool has its address
        Object.assign(state, { problem: undefined, since: Date.now() })
        return watch()
      } catch (error) {
        state.problem = error instanceof Error ? error : new Error(String(error))
        log.error({ err: state.problem }, 'PostgreSQL did not start again')
        await pause(Math.min(100 * 2 ** state.failures, LONGEST_PAUSE_MS))
      }
    }
    if (!state.stopping) log.error({ err: state.problem }, 'PostgreSQL is given up; the server must be started again')
  }

  const pause = (ms: number) => sleep(ms, undefined, { ref: false })

  function died(): void {
    if (!state.stopping && restarting === undefined) {
      restarting = restart().finally(() => {
        restarting = undefined
        if (state.problem === undefined && !pidRuns(state.current.pid)) died()
      })
    }
  }

  function watch(): void {
    const watched = state.current
    if (watched.child) {
      watched.child.once('exit', died)
      if (!pidRuns(watched.pid)) died()
      return
    }
    const timer = setInterval(() => {
      if (pidRuns(watched.pid)) return
      clearInterval(timer)
      died()
    }, WATCH_MS)
    timer.unref()
  }

  // A process that ends without stop() still takes PostgreSQL along. Windows has no signal that would end it in order.
  const lastResort = () => {
    if (process.platform !== 'win32' && pidRuns(state.current.pid)) process.kill(state.current.pid, 'SIGINT')
  }
  process.on('exit', lastResort)
  watch()

  let stopped: Promise<void> | undefined
  const stop = async () => {
    state.stopping = true
    await restarting
    await stopPostmaster(site, state.current)
    process.off('exit', lastResort)
  }
  return {
    pid: () => state.current.pid,
    problem: () => state.problem,
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}
