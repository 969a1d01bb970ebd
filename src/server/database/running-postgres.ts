import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { CLUSTER_USER, type Cluster, runToEnd } from './create-cluster.ts'
import { DatabaseError, errorCode } from './database-errors.ts'
import { commandAs, type PostgresAccount } from './postgres-account.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { explainFailure, type PostgresLogs, trimStartLog } from './postgres-logs.ts'
import { commandLineOf, pidRuns } from './process-identity.ts'

/** A postmaster that runs; `child` is missing when an earlier server started it. */
export type Postmaster = { pid: number; port: number; child?: ChildProcess }

/** All that is needed to start and stop the server of one data folder. `durable: false` (tests) gives up crash safety. */
export type Site = { dataDir: string; cluster: Cluster; account: PostgresAccount; logs: PostgresLogs; durable: boolean }

const HOST = '127.0.0.1'
const READY_POLL_MS = 10
/** Recovery after a crash replays the log; a big one on a slow disk takes its time. */
const READY_LIMIT_MS = 120_000
const START_ATTEMPTS = 6

export const connectionOf = (cluster: Cluster, port: number, database: string): pg.ClientConfig => ({
  host: HOST,
  port,
  user: CLUSTER_USER,
  password: cluster.password,
  database,
  connectionTimeoutMillis: 5_000,
})

/** The postmaster that `postmaster.pid` names, if it runs on this folder; a file left by a crash is taken away. */
export async function findPostmaster(cluster: Cluster): Promise<Postmaster | undefined> {
  const path = join(cluster.folder, 'postmaster.pid')
  if (!existsSync(path)) return undefined
  const lines = readFileSync(path, 'utf8').split('\n')
  const pid = Number(lines[0])
  const port = Number(lines[3])
  if (!pidRuns(pid)) return undefined // PostgreSQL itself clears up, after a look at what else is left of it
  const command = await commandLineOf(pid)
  if (command.includes('postgres') && command.includes(cluster.folder)) return { pid, port }
  // The pid was given to another program. PostgreSQL could take that for a server and refuse to start; it still finds
  // real remains by its shared memory.
  if (command !== '' && !command.includes('postgres')) rmSync(path, { force: true })
  return undefined
}

/** Starts PostgreSQL and waits until it answers. Throws `DatabaseError` with what it said when it does not. */
export async function startPostmaster(site: Site, fixedPort?: number): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    const started = await tryStart(site, fixedPort ?? (await freePort()))
    if (!('said' in started)) return started
    // Another program took the port; or backends of a killed server are still ending.
    const passing = /could not bind|Address already in use|pre-existing shared memory|lock file .* already exists/
    if (!passing.test(started.said) || attempt === START_ATTEMPTS) {
      throw await explainFailure('PostgreSQL did not start', started.said, site.dataDir)
    }
    await sleep(100 * 2 ** attempt)
  }
}

async function tryStart(site: Site, port: number): Promise<Postmaster | { said: string }> {
  trimStartLog(site.logs)
  const mark = site.logs.mark()
  const command = commandAs(site.account, site.cluster.folder, postgresBinaries().postgres, serverArguments(site, port))
  const output = site.logs.openStartLog()
  // Its own process group: Ctrl+C in a terminal must reach our server only, which then stops PostgreSQL in order.
  const child = spawn(command.file, command.args, {
    ...command.options,
    detached: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  const ended = new Promise<'ended'>((resolve) => {
    child.once('exit', () => resolve('ended'))
    child.once('error', () => resolve('ended'))
  })
  child.unref()
  const outcome = await Promise.race([answers(site.cluster, port), ended])
  if (outcome === 'ready' && child.pid !== undefined) return { pid: child.pid, port, child }
  if (outcome === 'ended') return { said: site.logs.since(mark) }
  child.kill('SIGKILL')
  return { said: `FATAL:  it did not answer within ${READY_LIMIT_MS / 1000} seconds\n${site.logs.since(mark)}` }
}

function serverArguments(site: Site, port: number): string[] {
  const settings = {
    listen_addresses: HOST,
    unix_socket_directories: '',
    max_connections: 50,
    shared_buffers: '128MB',
    fsync: site.durable ? 'on' : 'off',
    full_page_writes: site.durable ? 'on' : 'off',
    synchronous_commit: site.durable ? 'on' : 'off',
    logging_collector: 'on',
    log_directory: site.logs.folder,
    log_filename: 'postgresql-%u.log',
    log_truncate_on_rotation: 'on',
    log_rotation_age: '1d',
    log_rotation_size: 0,
    log_timezone: 'UTC',
    timezone: 'UTC',
    log_checkpoints: 'off',
    log_file_mode: '0600',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', site.cluster.folder, '-p', String(port), ...flags]
}

/** Waits until the server on this port takes our password and answers. */
async function answers(cluster: Cluster, port: number): Promise<'ready' | 'late'> {
  for (const end = Date.now() + READY_LIMIT_MS; Date.now() < end; ) {
    if (await answersNow(cluster, port)) return 'ready'
    await sleep(READY_POLL_MS)
  }
  return 'late'
}

/** True when the server of exactly this folder answers on the port. */
export async function answersNow(cluster: Cluster, port: number): Promise<boolean> {
  const client = new pg.Client(connectionOf(cluster, port, 'postgres'))
  client.on('error', () => undefined) // the answer below says it
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory')
    return rows[0]?.data_directory === cluster.folder.replaceAll('\\', '/')
  } catch {
    return false // refused, starting up, or not ours: either way not ready
  } finally {
    await client.end().catch(() => undefined) // it was never connected
  }
}

/** Ends the sessions of a server that was killed, so that its open transactions hold no locks any longer. */
export async function endOldSessions(cluster: Cluster, port: number): Promise<void> {
  const client = new pg.Client(connectionOf(cluster, port, 'postgres'))
  await client.connect()
  try {
    await client.query(`
      SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`)
  } finally {
    await client.end()
  }
}

/** Makes the application's database at first start. */
export async function ensureDatabase(cluster: Cluster, port: number, name: string): Promise<void> {
  const client = new pg.Client(connectionOf(cluster, port, 'postgres'))
  await client.connect()
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)} TEMPLATE template0`)
  } catch (error) {
    if (errorCode(error) !== '42P04') throw error
  } finally {
    await client.end()
  }
}

/** Stops PostgreSQL and waits until it has ended: in order first, at once when that takes longer than a minute. */
export async function stopPostmaster(site: Site, postmaster: Postmaster): Promise<void> {
  for (const mode of ['fast', 'immediate']) {
    if (!pidRuns(postmaster.pid)) return
    const args = ['stop', '-D', site.cluster.folder, '-m', mode, '-w', '-t', '60', '-s']
    const command = commandAs(site.account, site.cluster.folder, postgresBinaries().pgCtl, args)
    const { code, said } = await runToEnd(command.file, command.args, command.options)
    for (let waited = 0; code === 0 && waited < 5_000 && pidRuns(postmaster.pid); waited += 10) await sleep(10)
    if (pidRuns(postmaster.pid) && mode === 'immediate') {
      throw new DatabaseError('database_refused', `PostgreSQL (process ${postmaster.pid}) did not stop: ${said}`)
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, HOST, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
