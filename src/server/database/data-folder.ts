import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimes,
  writeSync,
} from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { hostname, platform } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { DatabaseError, diskFull, errorCode } from './database-errors.ts'

type Holder = ProcessIdentity & { token: string; lockedAt: string; address: string }

/** A data folder that no other server can open until `release`. `announce` tells those who try where this one is. */
export type DataFolderLock = { announce(address: string): void; release(): void }

const HEARTBEAT_MS = 1_000
/** Longer than several heartbeats: a holder in another container is dead when its file stays still this long. */
const SILENCE_MS = 5_000
/** Longer than any pause between another server's last look at a stale lock and its rename over it. */
const TAKEOVER_PAUSE_MS = 100

/**
 * Makes the folder when it is missing, and locks it for this process.
 * Throws `DatabaseError`: `data_folder_in_use` with pid, time and address of the holder, `disk_full`, `data_folder_unusable`.
 */
export async function lockDataFolder(dataDir: string): Promise<DataFolderLock> {
  const path = join(dataDir, 'server.lock')
  const mine: Holder = {
    ...identifyThisProcess(),
    token: randomUUID(),
    lockedAt: new Date().toISOString(),
    address: '',
  }
  try {
    // As root, PostgreSQL runs as another user and must be able to pass through.
    const isRoot = process.getuid?.() === 0
    const made = await mkdir(dataDir, { recursive: true, mode: isRoot ? 0o711 : 0o700 })
    // Earlier versions let everybody pass.
    if (made === undefined && !isRoot && existsSync(join(dataDir, 'postgres.password'))) await chmod(dataDir, 0o700)
    await take(path, mine, dataDir)
  } catch (error) {
    throw explain(error, dataDir)
  }
  return held(path, mine)
}

async function take(path: string, mine: Holder, dataDir: string): Promise<void> {
  if (created(path, mine)) return
  const holder = await readHolder(path)
  if (holder === undefined) return take(path, mine, dataDir) // released just now
  if (await lives(path, holder)) throw inUse(dataDir, holder)
  // Several servers may find the same dead holder. Each puts its own name over it in one step, only while it is still
  // the dead one's; after a pause all look whose name stayed.
  if ((await readHolder(path))?.token !== holder.token) return take(path, mine, dataDir)
  replace(path, mine)
  await sleep(TAKEOVER_PAUSE_MS)
  const winner = await readHolder(path)
  if (winner?.token !== mine.token) return take(path, mine, dataDir)
}

function created(path: string, mine: Holder): boolean {
  try {
    writeExclusively(path, mine)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

function writeExclusively(path: string, holder: Holder): void {
  const file = openSync(path, 'wx', 0o644)
  try {
    writeSync(file, JSON.stringify(holder))
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

function replace(path: string, mine: Holder): void {
  const candidate = `${path}.${mine.token}`
  writeExclusively(candidate, mine)
  renameSync(candidate, path)
}

const UNREADABLE: Holder = {
  pid: 0,
  host: '',
  startedAt: '',
  ticks: '',
  boot: 'unreadable',
  space: '',
  token: 'unreadable',
  lockedAt: '',
  address: '',
}

/** The holder named in the file; undefined when there is no file. A file cut short by a crash gives an unknown holder. */
async function readHolder(path: string): Promise<Holder | undefined> {
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      return JSON.parse(readFileSync(path, 'utf8')) as Holder
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined
      if (!(error instanceof SyntaxError)) throw error
      await sleep(10) // its maker may be between creating and writing it
    }
  }
  return UNREADABLE
}

async function lives(path: string, holder: Holder): Promise<boolean> {
  const verdict = await isRunning(holder)
  if (verdict !== 'unknown') return verdict === 'yes'
  const touched = () => statSync(path, { throwIfNoEntry: false })?.mtimeMs
  const before = touched()
  for (let waited = 0; waited < SILENCE_MS; waited += 250) {
    await sleep(250)
    if (touched() !== before) return touched() !== undefined
  }
  return false
}

function held(path: string, mine: Holder): DataFolderLock {
  const isMine = () => existsSync(path) && readFileSync(path, 'utf8').includes(mine.token)
  const beat = setInterval(() => {
    const now = new Date()
    utimes(path, now, now, () => undefined) // a missed beat does no harm, the next one comes in a second
  }, HEARTBEAT_MS)
  beat.unref()
  return {
    announce(address) {
      mine.address = address
      if (isMine()) replace(path, mine)
    },
    release() {
      clearInterval(beat)
      if (isMine()) rmSync(path)
    },
  }
}

function inUse(dataDir: string, holder: Holder): DatabaseError {
  const place = holder.host === identifyThisProcess().host ? '' : ` on ${holder.host}`
  const address = holder.address ? `, at ${holder.address}` : ''
  return new DatabaseError(
    'data_folder_in_use',
    `Another Selvedge server is using the data folder ${dataDir}: process ${holder.pid}${place}, since ${holder.lockedAt}` +
      `${address}. Stop it, use it, or start this one on another folder. Nothing was changed.`,
  )
}

function explain(error: unknown, dataDir: string): unknown {
  const code = errorCode(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(dataDir, error)
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(code)) {
    const why = 'cannot be used: it must be a folder that this user may write to'
    return new DatabaseError('data_folder_unusable', `The data folder ${dataDir} ${why} (${code}).`, error)
  }
  return error
}

const run = promisify(execFile)

/**
 * Who a process is, precisely enough to survive the reuse of its pid.
 * `ticks`, `boot` and `space` (start time in clock ticks, boot id, pid namespace) are '' where the system has no /proc.
 */
export type ProcessIdentity = {
  pid: number
  host: string
  startedAt: string
  ticks: string
  boot: string
  space: string
}

type LinuxStat = { state: string; ticks: string }

function linuxStat(pid: number): LinuxStat | undefined {
  const path = `/proc/${pid}/stat`
  if (!existsSync(path)) return undefined
  try {
    const text = readFileSync(path, 'utf8')
    // The program's name may hold spaces and brackets, so fields are counted after the last bracket.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', ticks: fields[19] ?? '' }
  } catch {
    return undefined // it ended between the two calls
  }
}

const linuxBoot = (): string =>
  platform() === 'linux' ? readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim() : ''

const linuxSpace = (): string => (platform() === 'linux' ? readlinkSync('/proc/self/ns/pid') : '')

export const identifyThisProcess = (): ProcessIdentity => ({
  pid: process.pid,
  host: hostname(),
  startedAt: new Date(Date.now() - process.uptime() * 1000).toISOString(),
  ticks: linuxStat(process.pid)?.ticks ?? '',
  boot: linuxBoot(),
  space: linuxSpace(),
})

/** True while a process with this pid exists and is not a zombie. */
export function pidRuns(pid: number): boolean {
  if (platform() === 'linux') {
    const stat = linuxStat(pid)
    return stat !== undefined && stat.state !== 'Z' && stat.state !== 'X'
  }
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Seconds that `ps` may be off, since it counts whole seconds and our own figure is an estimate. */
const START_TOLERANCE_MS = 3_000

/**
 * Whether exactly this process still runs: 'yes', 'no', or 'unknown' when it ran on another machine or in another
 * container, where its pid says nothing here.
 */
export async function isRunning(identity: ProcessIdentity): Promise<'yes' | 'no' | 'unknown'> {
  const boot = linuxBoot()
  if (identity.boot !== boot) return identity.host === hostname() ? 'no' : 'unknown'
  if (boot === '' && identity.host !== hostname()) return 'unknown'
  if (identity.space !== linuxSpace()) return 'unknown'
  if (!pidRuns(identity.pid)) return 'no'
  if (identity.ticks !== '') return linuxStat(identity.pid)?.ticks === identity.ticks ? 'yes' : 'no'
  const startedAt = await startOf(identity.pid)
  if (startedAt === undefined) return 'yes' // it exists and cannot be asked: better to refuse than to harm
  return Math.abs(startedAt - Date.parse(identity.startedAt)) <= START_TOLERANCE_MS ? 'yes' : 'no'
}

/** Start time in ms since 1970 by the system's own tools; undefined when they do not tell. */
async function startOf(pid: number): Promise<number | undefined> {
  try {
    if (platform() === 'win32') {
      const { stdout } = await powershell(`(Get-Process -Id ${pid}).StartTime.ToUniversalTime().ToString('o')`)
      return Date.parse(stdout.trim()) || undefined
    }
    const { stdout } = await run('ps', ['-o', 'etime=', '-p', String(pid)])
    return Date.now() - elapsedMs(stdout.trim())
  } catch {
    return undefined // no ps, or the process ended meanwhile: the caller treats it as alive
  }
}

/** ps's [[dd-]hh:]mm:ss in milliseconds. */
export function elapsedMs(text: string): number {
  const [clock = '', days = '0'] = text.split('-').reverse()
  const seconds = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  return (Number(days) * 86_400 + seconds) * 1000
}

/** The command line of a process, words joined by blanks; '' when it cannot be read. */
export async function commandLineOf(pid: number): Promise<string> {
  try {
    if (platform() === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    if (platform() === 'win32') {
      return (await powershell(`(Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}').CommandLine`)).stdout
    }
    return (await run('ps', ['-o', 'command=', '-p', String(pid)])).stdout
  } catch {
    return '' // it ended, or belongs to someone whose processes are hidden
  }
}

const powershell = (command: string) =>
  run('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', command], { windowsHide: true })
