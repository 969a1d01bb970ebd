import { spawn } from 'node:child_process'
import { closeSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Cluster, connectionOf, POSTGRES_HOST } from './cluster.ts'
import { runToEnd } from './create-cluster.ts'
import { DatabaseError, errorCode } from './database-errors.ts'
import { endStrayBackends, type Postmaster } from './orphaned-postgres.ts'
import { commandAs, type PostgresAccount } from './postgres-account.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { explainFailure, type PostgresLogs, trimStartLog } from './postgres-logs.ts'
import { pidRuns } from './process-identity.ts'

/** All that is needed to start and stop the server of one data folder. `durable: false` (tests) gives up crash safety. */
export type Site = { dataDir: string; cluster: Cluster; account: PostgresAccount; logs: PostgresLogs; durable: boolean }

const READY_POLL_MS = 10
/** Recovery takes longer: every question then costs a backend and a line in the log. */
const PATIENT_POLL_MS = 100
const PATIENT_AFTER_MS = 500
/** Recovery after a crash replays the log; a big one on a slow disk takes its time. */
const READY_LIMIT_MS = 120_000
const START_ATTEMPTS = 6

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
  await endStrayBackends(site.cluster.folder)
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
    listen_addresses: POSTGRES_HOST,
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
  const began = Date.now()
  while (Date.now() - began < READY_LIMIT_MS) {
    if (await answersNow(cluster, port)) return 'ready'
    await sleep(Date.now() - began < PATIENT_AFTER_MS ? READY_POLL_MS : PATIENT_POLL_MS)
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
    server.listen(0, POSTGRES_HOST, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
