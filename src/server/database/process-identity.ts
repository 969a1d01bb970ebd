import { execFile } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync } from 'node:fs'
import { hostname, platform } from 'node:os'
import { promisify } from 'node:util'

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
