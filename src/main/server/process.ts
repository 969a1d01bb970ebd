import { app, type UtilityProcess, utilityProcess } from 'electron'
import { z } from 'zod'
import type { ServerState } from '../../shared/bridge.ts'
import { ownOrigin } from '../app-scheme.ts'
import { log } from '../log.ts'
import type { Ask } from '../native.ts'
import { Problem } from '../problem.ts'
import { folders, timeout } from '../settings.ts'
import type { Say } from '../words.ts'
import type { ServerPlace } from './address.ts'

const said = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), url: z.url() }),
  z.object({
    type: z.literal('failed'),
    message: z.string(),
    /** The newest, where the database itself does not open. */
    backup: z.object({ path: z.string(), madeAt: z.iso.datetime() }).optional(),
  }),
  z.object({ type: z.literal('restored') }),
  z.object({ type: z.literal('pong'), isDegraded: z.boolean().optional() }),
])

type Backup = NonNullable<Extract<z.infer<typeof said>, { type: 'failed' }>['backup']>

interface Parts {
  /** The built entry that runs in the utility process. */
  entry: string
  start: { dataDir: string; demo: boolean; allowedOrigins: string[]; resources: string }
  /** The launch secret of the server that is about to start. */
  newSecret(): string
  onState(state: ServerState, url: string | null): void
  /** The database does not open and there is a backup: whether the user wants it in its place. Asked once. */
  wantsBackup(problem: string, backup: Backup): Promise<boolean>
  /** Why it is down, in words for the user; it may have hung before it was ended. */
  problem(hung: boolean): string
  /** It turns, but its database does not answer: what is said of it. */
  degraded(): string
  /** A backup is being put in the place of the database, which takes a while. */
  restoring(): string
  /** Why the server is down, and why the backup did not help. */
  notRestored(problem: string, reason: string): string
}

/** The API server beside the app, started again whenever it dies or hangs, ever more slowly while it keeps doing so. */
export interface ServerProcess {
  start(): void
  /** Asks it to stop, waits at most `wait` milliseconds, then ends it. */
  stop(wait?: number): Promise<void>
}

const shortestPause = 500
const longestPause = 30_000
/** Having run this long, the next death counts as the first. */
const steadyAfter = 60_000

export function serverProcess(parts: Parts): ServerProcess {
  let child: UtilityProcess | null = null
  let pause = shortestPause
  let again: NodeJS.Timeout | null = null
  let stopping = false
  let isAsked = false
  /** Why the backup that the user wanted could not be put back; said until the server starts. */
  let notRestored: string | null = null
  /** Kept over restarts: the page's content policy names this address, so another one would cost the page. */
  let port: number | undefined

  const start = () => {
    again = null
    const startedAt = Date.now()
    let problem: string | null = null
    let backup: Backup | undefined
    let hung = false
    let pulse: Pulse | null = null
    let url: string | null = null
    let wasDegraded = false
    const tellDegraded = (isDegraded: boolean) => {
      if (isDegraded === wasDegraded || url === null) return
      wasDegraded = isDegraded
      log.warn(isDegraded ? "the server's database does not answer" : "the server's database is back")
      parts.onState({ state: 'ready', ...(isDegraded && { problem: parts.degraded() }) }, url)
    }
    parts.onState({ state: 'starting' }, null)
    const told = { type: 'start', ...parts.start, launchSecret: parts.newSecret(), ...(port && { port }) }
    const started = fork(parts.entry, told, (message) => {
      if (message.type === 'pong') {
        pulse?.answered()
        return tellDegraded(message.isDegraded === true)
      }
      if (message.type === 'failed') {
        problem = message.message
        backup = message.backup
        return
      }
      if (message.type === 'restored') return
      // From now on: opening the database takes the time that it takes.
      pulse = serverPulse({
        ask: () => started.postMessage({ type: 'ping' }),
        onSilent() {
          log.error('the server hangs')
          hung = true
          endSoon(started)
        },
      })
      port = Number(new URL(message.url).port)
      url = message.url.replace(/\/+$/, '')
      notRestored = null
      parts.onState({ state: 'ready' }, url)
    })
    child = started
    started.once('exit', (code) => {
      child = null
      pulse?.stop()
      if (stopping) return
      log.error('the server ended', { code, problem, hung })
      if (Date.now() - startedAt > steadyAfter) pause = shortestPause
      tellDown(problem ?? parts.problem(hung))
      if (backup && !isAsked) {
        isAsked = true
        void offer(problem ?? '', backup)
        return
      }
      tryAgain()
    })
  }

  function tryAgain() {
    again = setTimeout(start, pause)
    pause = Math.min(pause * 2, longestPause)
  }

  /** Nothing is tried meanwhile: the user may want to look at the folder first. */
  async function offer(problem: string, backup: Backup) {
    const isWanted = await parts.wantsBackup(problem, backup)
    if (stopping) return
    if (!isWanted) return tryAgain()
    parts.onState({ state: 'starting', doing: parts.restoring() }, null)
    let why: string | null = null
    let isRestored = false
    const told = { type: 'restore', dataDir: parts.start.dataDir, from: backup.path }
    const restoring = fork(parts.entry, told, (message) => {
      if (message.type === 'failed') why = message.message
      if (message.type !== 'restored') return
      isRestored = true
      endSoon(restoring)
    })
    child = restoring
    restoring.once('exit', (code) => {
      child = null
      const outcome = isRestored ? 'was put' : 'could not be put'
      log.warn(`a backup ${outcome} in the place of the database`, { from: backup.path, problem: why, code })
      if (stopping) return
      if (isRestored) return start()
      notRestored = why ?? parts.problem(false)
      tellDown(problem)
      tryAgain()
    })
  }

  function tellDown(problem: string) {
    parts.onState(
      { state: 'down', problem: notRestored === null ? problem : parts.notRestored(problem, notRestored) },
      null,
    )
  }

  return {
    start,
    async stop(wait = 8_000) {
      stopping = true
      if (again) clearTimeout(again)
      const running = child
      if (running === null) return
      const ended = new Promise<void>((resolve) => {
        running.once('exit', () => resolve())
      })
      running.postMessage({ type: 'stop' })
      const timer = setTimeout(() => endSoon(running), wait)
      await ended
      clearTimeout(timer)
    },
  }
}

/** A process that hangs may not even hear that it is to end. */
function endSoon(child: UtilityProcess): void {
  const { pid } = child
  const byForce = setTimeout(() => {
    if (pid !== undefined) killNow(pid)
  }, timeout.serverEnd)
  child.once('exit', () => clearTimeout(byForce))
  child.kill()
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // It went in this very moment.
    log.info('the server was gone already', error)
  }
}

function fork(entry: string, told: object, hear: (message: z.infer<typeof said>) => void): UtilityProcess {
  const child = utilityProcess.fork(entry, [], { serviceName: 'Selvedge server', stdio: 'pipe' })
  child.stdout?.on('data', (text: Buffer) => log.info('[server]', text.toString().trimEnd()))
  child.stderr?.on('data', (text: Buffer) => log.warn('[server]', text.toString().trimEnd()))
  child.on('message', (message: unknown) => {
    const known = said.safeParse(message)
    if (!known.success) {
      log.warn('the server said something unknown')
      return
    }
    hear(known.data)
    // A server that could not start has nothing more to do; its end starts the next try.
    if (known.data.type === 'failed') child.kill()
  })
  child.once('spawn', () => child.postMessage(told))
  return child
}

/**
 * Starts the server beside the app, or just names the company's one. Demo data is for trying the app out: on where it runs
 * from source, off in the packaged app, and `SELVEDGE_DEMO` decides otherwise (1 or 0).
 */
export function runServer(
  { place, newSecret, ask }: { place: ServerPlace; newSecret(): string; ask: Ask },
  say: Say,
  onState: (state: ServerState, url: string | null) => void,
): { stop(): Promise<void> } {
  if (place.kind === 'remote') {
    onState({ state: 'ready' }, place.url)
    return { stop: async () => undefined }
  }
  const server = serverProcess({
    entry: folders.serverEntry,
    start: {
      dataDir: folders.data(),
      demo: process.env.SELVEDGE_DEMO ? process.env.SELVEDGE_DEMO === '1' : !app.isPackaged,
      allowedOrigins: [ownOrigin],
      resources: folders.resources(),
    },
    newSecret,
    onState,
    async wantsBackup(problem, { madeAt }) {
      const answer = await ask({
        message: say('The database does not open'),
        detail: `${problem}\n\n${say('Put back the backup of {{time}}? What is there now is kept in a folder beside it.', { time: new Date(madeAt).toLocaleString() })}`,
        buttons: [say('Put back the backup'), say('Try again')],
      })
      return answer === 0
    },
    problem: (hung) =>
      say(
        hung
          ? 'The server did not answer any more. It is being started again.'
          : 'The server stopped. It is being started again.',
      ),
    degraded: () => say('The database does not answer. It is being started again.'),
    restoring: () => say('The backup is being put back. This takes a minute or more.'),
    notRestored: (problem, reason) =>
      say('{{problem}} The backup could not be put back: {{reason}}', { problem, reason }),
  })
  server.start()
  return { stop: () => server.stop() }
}

/** So many questions without an answer, and the server counts as hung. */
const mostUnanswered = 4

export interface Pulse {
  answered(): void
  stop(): void
}

/**
 * Asks the server again and again whether it is there. Unanswered questions are counted, not minutes: a computer that slept
 * wakes up with an old clock and a sound server.
 */
export function serverPulse({ ask, onSilent }: { ask(): void; onSilent(): void }): Pulse {
  let unanswered = 0
  const timer = setInterval(() => {
    if (unanswered >= mostUnanswered) {
      clearInterval(timer)
      onSilent()
      return
    }
    unanswered += 1
    ask()
  }, timeout.serverPulse)
  return {
    answered() {
      unanswered = 0
    },
    stop: () => clearInterval(timer),
  }
}

/** Where the server answers now. Asking while it starts waits; asking while it is down throws. */
export interface ServerLink {
  url(): Promise<string>
  origin(): string | null
  state(): ServerState
  /** Why it is down, or why its last start failed; null once it answers. */
  problem(): string | null
  change(state: ServerState, url: string | null): void
}

export function serverLink(say: Say): ServerLink {
  let now: ServerState = { state: 'starting' }
  let address: string | null = null
  let problem: string | null = null
  let waiting: (() => void)[] = []
  const settled = async () => {
    while (now.state === 'starting') await new Promise<void>((resolve) => waiting.push(resolve))
  }
  return {
    state: () => now,
    problem: () => problem,
    origin: () => (address === null ? null : new URL(address).origin),
    async url() {
      await settled()
      if (address !== null && now.state === 'ready') return address
      throw new Problem(
        'unreachable',
        now.problem ?? say('Something went wrong! The server cannot be reached. Check the connection.'),
      )
    },
    change(state, url) {
      now = state
      // While it is tried again the reason still stands.
      if (state.state !== 'starting') problem = state.problem ?? null
      if (url !== null) address = url
      const woken = waiting
      waiting = []
      for (const wake of woken) wake()
    },
  }
}
