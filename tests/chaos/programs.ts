import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Programs that a run starts, kills, and starts again as whoever keeps a service does. */

const serve = join(import.meta.dirname, '../../out/main/serve.js')

export interface Keeper {
  name: string
  /** Of the program as it runs now; 0 while it is away. */
  pid(): number
  /** Ends it in order and starts it no more. */
  stop(): Promise<void>
  /** Starts it again after `stop`. */
  start(): void
  /** How often it ended by itself, without having been killed by this run. */
  deaths(): number
  kill(signal: NodeJS.Signals): void
}

/** Keeps a program running: whenever it ends, it is started again a moment later. */
export function keep(name: string, command: () => readonly string[], env: NodeJS.ProcessEnv, log: string): Keeper {
  let child: ChildProcess | null = null
  let wanted = true
  let killed = false
  let deaths = 0
  let ended: Promise<void> = Promise.resolve()

  function start(): void {
    const output = openSync(log, 'a')
    const [file = '', ...args] = command()
    const now = spawn(file, args, { stdio: ['ignore', output, output], env: { ...process.env, ...env } })
    closeSync(output)
    child = now
    ended = new Promise((resolve) => {
      now.once('exit', () => {
        child = null
        if (wanted && !killed) deaths += 1
        killed = false
        resolve()
        if (wanted) setTimeout(() => wanted && child === null && start(), 100)
      })
    })
  }

  start()
  return {
    name,
    pid: () => child?.pid ?? 0,
    deaths: () => deaths,
    kill(signal) {
      if (signal === 'SIGKILL') killed = child !== null
      child?.kill(signal)
    },
    start() {
      wanted = true
      if (child === null) start()
    },
    async stop() {
      wanted = false
      child?.kill('SIGCONT')
      child?.kill('SIGTERM')
      const patience = setTimeout(() => child?.kill('SIGKILL'), 30_000)
      await ended
      clearTimeout(patience)
    },
  }
}

export interface ServerPlace {
  data: string
  port: number
  log: string
  /** Its database, where that is not its own: as the role that calls, and as the one that owns it. */
  database?: { app: string; owner: string }
  /** Options of Node, and variables, for whoever measures it. */
  node?: readonly string[]
  env?: NodeJS.ProcessEnv
}

/** The built server on a port of its own. */
export function keepServer(name: string, place: ServerPlace): Keeper {
  const options = ['--data', place.data, '--port', String(place.port)]
  const args = [process.execPath, ...(place.node ?? []), serve, ...options]
  const env = {
    ...place.env,
    SELVEDGE_LOG_LEVEL: 'warn',
    SELVEDGE_TRUSTED_PROXIES: '127.0.0.1',
    SELVEDGE_CALLS_PER_MINUTE: '0',
    // The disk of a run is small: room is kept free on it all the same.
    SELVEDGE_RESERVE_MB: '40',
    DATABASE_URL: place.database?.app ?? '',
    DATABASE_OWNER_URL: place.database?.owner ?? '',
  }
  return keep(name, () => args, env, place.log)
}

/** Where Debian puts a program; null where it is not installed. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin']
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null
}

/** HAProxy before servers that are asked every half second whether they are ready; a call that was sent is never sent again by it. */
export function keepHaproxy(program: string, folder: string, port: number, servers: readonly number[]): Keeper {
  mkdirSync(folder, { recursive: true })
  const config = join(folder, 'haproxy.cfg')
  writeFileSync(
    config,
    `global
  maxconn 500
defaults
  mode http
  option forwardfor
  option redispatch
  retries 3
  timeout connect 1s
  timeout client 60s
  timeout server 30s
  timeout check 2s
listen selvedge
  bind 127.0.0.1:${port}
  balance roundrobin
  option httpchk GET /ready
  default-server check inter 500 fall 2 rise 1 on-marked-down shutdown-sessions
${servers.map((at, nth) => `  server s${nth + 1} 127.0.0.1:${at}`).join('\n')}
`,
  )
  return keep('haproxy', () => [program, '-db', '-f', config], {}, join(folder, 'haproxy.log'))
}

export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise<void>((resolve) => probe.close(() => resolve()))
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Waits until something listens there. */
export async function untilListening(port: number, patienceMs = 90_000, host = '127.0.0.1'): Promise<void> {
  for (let waited = 0; waited < patienceMs; waited += 100) {
    const is = await new Promise<boolean>((resolve) => {
      const socket = connect({ port, host })
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (is) return
    await sleep(100)
  }
  throw new Error(`nothing listens on port ${port}`)
}

/** The PostgreSQL of a cluster's folder: its postmaster, and what works for it. Linux tells it by /proc. */
export interface PostgresPids {
  postmaster: number
  /** Those that work for a client. */
  backends: number[]
}

/** Null while there is none. */
export function postgresOf(folder: string): PostgresPids | null {
  const postmaster = Number.parseInt(readIfThere(join(folder, 'postmaster.pid')).split('\n')[0] ?? '', 10)
  if (!(postmaster > 0) || !readIfThere(`/proc/${postmaster}/comm`).startsWith('postgres')) return null
  const backends = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === postmaster)
    // "postgres: selvedge selvedge 127.0.0.1(40312) idle": what is no client has a name of one or two words there.
    .filter((pid) => /^postgres: \S+ \S+ (\[local\]|\d|::)/.test(readIfThere(`/proc/${pid}/cmdline`)))
  return { postmaster, backends }
}

function parentOf(pid: number): number {
  const stat = readIfThere(`/proc/${pid}/stat`)
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0)
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** False where it is gone. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

/** Mounts a small disk of its own; says why where that cannot be done. */
export function mountSmallDisk(folder: string, megabytes: number): string | null {
  mkdirSync(folder, { recursive: true })
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux may mount a small disk'
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'none', folder], { stdio: 'pipe' })
    return null
  } catch (error) {
    return `a small disk cannot be mounted here: ${error instanceof Error ? error.message.split('\n')[0] : error}`
  }
}
