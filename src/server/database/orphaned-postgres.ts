import type { ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { platform } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Cluster, connectionOf } from './cluster.ts'
import { commandLineOf, pidRuns } from './process-identity.ts'

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
export async function findPostmaster(cluster: Cluster): Promise<Postmaster | undefined> {
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
