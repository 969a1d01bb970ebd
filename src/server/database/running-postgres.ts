import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { platform } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, runToEnd } from './cluster.ts'
import { commandLineOf, pidRuns } from './data-folder.ts'
import { DatabaseError } from './database-errors.ts'
import { commandAs, type PostgresAccount, postgresBinaries } from './postgres-account.ts'
import { adminClient, clearDoor, listening, POSTGRES_HOST, SOCKET_PORT } from './postgres-door.ts'
import { explainFailure, type PostgresLogs, trimLogs } from './postgres-logs.ts'

/** All that is needed to start and stop the server of one data folder. `durable: false` (tests) gives up crash safety. */
export type Site = { dataDir: string; cluster: Cluster; account: PostgresAccount; logs: PostgresLogs; durable: boolean }

const READY_POLL_MS = 10
/** Recovery takes longer: every question then costs a backend and a line in the log. */
const PATIENT_POLL_MS = 100
const PATIENT_AFTER_MS = 500
/** Recovery after a crash replays the log; a big one on a slow disk takes its time. */
const READY_LIMIT_MS = 120_000
const START_ATTEMPTS = 6

/**
 * Starts PostgreSQL and waits until it answers; where what is in the way is likely to pass, a few times. Throws `DatabaseError` with what
 * it said when it does not.
 */
export async function startPostmaster(site: Site): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    const port = site.cluster.door.kind === 'socket' ? SOCKET_PORT : await freePort()
    const started = await tryStart(site, port)
    if (!('said' in started)) return started
    // Another program took the port; or backends of a killed server are still ending.
    const passing = /could not bind|Address already in use|pre-existing shared memory|lock file .* already exists/
    if (!passing.test(started.said) || attempt === START_ATTEMPTS) {
      throw await explainFailure('PostgreSQL did not start', started.said, site.dataDir)
    }
    await sleep(100 * 2 ** attempt)
  }
}

/** Starts it once more at the same port, which every pool has in its address. Throws `DatabaseError` when it does not start. */
export async function startAgain(site: Site, port: number): Promise<Postmaster> {
  const started = await tryStart(site, port)
  if ('said' in started) throw await explainFailure('PostgreSQL did not start', started.said, site.dataDir)
  return started
}

async function tryStart(site: Site, port: number): Promise<Postmaster | { said: string }> {
  await endStrayBackends(site.cluster.folder)
  await clearDoor(site.cluster.door)
  trimLogs(site.logs)
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
    ...listening(site.cluster.door),
    max_connections: 100,
    // Whoever is gone without a word keeps no lock for long.
    tcp_keepalives_idle: 10,
    tcp_keepalives_interval: 5,
    // Windows knows neither.
    ...(platform() !== 'win32' && { tcp_keepalives_count: 3, client_connection_check_interval: '5s' }),
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
  const client = adminClient(cluster, port)
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

/** A postmaster that runs; `child` is missing when an earlier server started it. */
export type Postmaster = { pid: number; port: number; child?: ChildProcess }

/** The first and fourth line of `postmaster.pid`: pid and port. Undefined when there is no such file. */
function readPostmasterFile(folder: string): { pid: number; port: number } | undefined {
  const path = join(folder, 'postmaster.pid')
  if (!existsSync(path)) return undefined
  const lines = readFileSync(path, 'utf8').split('\n')
  return { pid: Number(lines[0]), port: Number(lines[3]) }
}

export const readPostmasterPid = (folder: string): number | undefined => readPostmasterFile(folder)?.pid

/** The postmaster that `postmaster.pid` names, if it runs on this folder; a file left by a crash is taken away. */
export async function findPostmaster(cluster: Pick<Cluster, 'folder'>): Promise<Postmaster | undefined> {
  const named = readPostmasterFile(cluster.folder)
  // PostgreSQL itself clears up after a dead one, with a look at what else is left of it.
  if (named === undefined || !pidRuns(named.pid)) return undefined
  const command = await commandLineOf(named.pid)
  const onFolder = command.includes(cluster.folder) || folderOf(named.pid) === cluster.folder
  if (command.includes('postgres') && onFolder) return named
  // The pid was given to another program. PostgreSQL could take that for a server and refuse to start; it still finds
  // real remains by its shared memory.
  if (command !== '' && !command.includes('postgres')) {
    await endStrayBackends(cluster.folder)
    rmSync(join(cluster.folder, 'postmaster.pid'), { force: true })
  }
  return undefined
}

/**
 * Ends the backends that outlived a killed postmaster: a long statement works on until it is done, holds the folder, and nobody
 * hears its answer. Only Linux tells the folder of a process; elsewhere the start waits until they have ended.
 */
export async function endStrayBackends(folder: string): Promise<void> {
  if (platform() !== 'linux' || !existsSync(join(folder, 'postmaster.pid'))) return
  const strays = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && folderOf(pid) === folder && nameOf(pid) === 'postgres')
  // Nothing of theirs is shared any more: recovery takes back what they did not commit.
  for (const pid of strays) if (pidRuns(pid)) process.kill(pid, 'SIGKILL')
  for (let waited = 0; waited < 5_000 && strays.some(pidRuns); waited += 10) await sleep(10)
}

function folderOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return '' // it ended, or is another user's and therefore not ours
  }
}

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return '' // it ended
  }
}

/** Ends the sessions of a server that was killed, so that its open transactions hold no locks any longer. */
export async function endOldSessions(cluster: Cluster, port: number): Promise<void> {
  const client = adminClient(cluster, port)
  await client.connect()
  try {
    await client.query(`
      SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`)
  } finally {
    await client.end()
  }
}
