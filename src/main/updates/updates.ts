import { app } from 'electron'
import type { AppUpdater, ProgressInfo, UpdateDownloadedEvent, UpdateInfo } from 'electron-updater'
import type { Bridge, UpdateChannel, UpdateState } from '../../shared/bridge.ts'
import { log } from '../log.ts'
import { Problem } from '../problem.ts'
import { timeout } from '../settings.ts'
import type { Say } from '../words.ts'
import { feedProblem, ownFeed, ownUpdateKey } from './feed.ts'
import { isSigned } from './signature.ts'

interface Parts {
  source: UpdateSource
  say: Say
  channel(): UpdateChannel
  /** Why the app may not close now, in words; null when it may. */
  busy(): string | null
  /** Stops everything in peace; afterwards quitting waits for nothing. */
  stopAll(): Promise<void>
  /** Starts this same version again, where the new one could not be installed. */
  restart(): void
  tell(state: UpdateState): void
}

export interface Updates {
  commands: Pick<Bridge['app'], 'updates' | 'checkForUpdates' | 'installUpdate'>
  /** Looks for updates from now on. */
  start(): void
  stop(): void
}

const sixHours = 6 * 60 * 60 * 1000
const longestNotes = 4_000

/** Updates come by themselves and say so in events only; they are installed on quitting or at the user's word. */
export function openUpdates(parts: Parts): Updates {
  const { source, say, tell } = parts
  const off: UpdateState | null = source.kind === 'off' ? { state: 'off', reason: say(source.reason) } : null
  let state: UpdateState = off ?? { state: 'idle', checkedAt: null }
  const change = (next: UpdateState) => {
    state = next
    tell(next)
  }
  const loaded = once(() => openUpdater(parts, change))

  const check = async (): Promise<UpdateState> => {
    if (['off', 'checking', 'downloading', 'ready'].includes(state.state)) return state
    change({ state: 'checking' })
    try {
      const updater = await loaded()
      followChannel(updater, parts.channel())
      await updater.checkForUpdates()
    } catch (error) {
      // The updater has told its listener already, unless it could not even be loaded.
      if (!isChecking(state)) return state
      log.error('there is no updater', error)
      change(failed(error, say))
    }
    return state
  }

  const timers: NodeJS.Timeout[] = []
  return {
    commands: {
      updates: async () => state,
      checkForUpdates: check,
      async installUpdate() {
        if (state.state !== 'ready') throw new Problem('refused', say('There is no update to install yet.'))
        const reason = parts.busy()
        if (reason !== null) throw new Problem('refused', reason)
        await install(await loaded(), parts)
      },
    },
    start() {
      if (off !== null) return
      timers.push(
        setTimeout(() => void check(), timeout.firstUpdateCheck),
        setInterval(() => void check(), sixHours),
      )
    },
    stop() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

/** Apart, since TypeScript believes that a state does not change during `await`. */
function isChecking({ state }: UpdateState): boolean {
  return state === 'checking'
}

async function openUpdater({ source, say }: Parts, change: (state: UpdateState) => void): Promise<AppUpdater> {
  if (source.kind === 'off') throw new Error('updates are off')
  const updater = await source.load()
  let version = ''
  let percent = 0
  updater.logger = log
  if (source.key !== null) takeSignedOnly(updater, source.key)
  updater.autoDownload = true
  updater.autoInstallOnAppQuit = true
  updater.on('update-not-available', () => change({ state: 'idle', checkedAt: new Date().toISOString() }))
  updater.on('update-available', (info: UpdateInfo) => {
    version = info.version
    percent = 0
    change({ state: 'downloading', version, percent })
  })
  updater.on('download-progress', (progress: ProgressInfo) => {
    const whole = Math.floor(progress.percent)
    if (whole === percent) return
    percent = whole
    change({ state: 'downloading', version, percent })
  })
  updater.on('update-downloaded', (done: UpdateDownloadedEvent) =>
    change({ state: 'ready', version: done.version, notes: notesOf(done) }),
  )
  updater.on('error', (error) => change(failed(error, say)))
  return updater
}

/** Before a byte of it is fetched; what is fetched then has the hashes that were signed, or electron-updater throws it away. */
function takeSignedOnly(updater: AppUpdater, key: string): void {
  const isSupported = updater.isUpdateSupported
  updater.isUpdateSupported = (info) => {
    if (!isSigned(info, key)) throw Object.assign(new Error('the update is not signed'), { code: notSigned })
    return isSupported(info)
  }
}

const notSigned = 'ERR_UPDATE_NOT_SIGNED'

/** Naming a channel allows older versions, says electron-updater; going back could leave data that is too new. */
function followChannel(updater: AppUpdater, channel: UpdateChannel): void {
  updater.channel = channel === 'beta' ? 'beta' : 'latest'
  updater.allowDowngrade = false
}

/** Everything is stopped first: the installer replaces files that the server is running from. */
async function install(updater: AppUpdater, { stopAll, restart }: Parts): Promise<void> {
  await stopAll()
  updater.once('error', restart)
  // The new version may be there before this copy has quite gone, and would take itself for a second one.
  app.releaseSingleInstanceLock()
  updater.quitAndInstall(true, true)
}

function failed(error: unknown, say: Say): UpdateState {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // The updater has logged the error itself.
  if (code === notSigned) {
    return {
      state: 'failed',
      problem: say('The update that came is not signed by who made this app. It was not fetched.'),
    }
  }
  if (code.includes('CHECKSUM') || code.includes('SIGNATURE')) {
    return {
      state: 'failed',
      problem: say('The update that came is not the one that was published. It was thrown away.'),
    }
  }
  return { state: 'failed', problem: say('No update could be fetched. It is tried again later.') }
}

function notesOf({ releaseNotes }: UpdateInfo): string {
  const text = Array.isArray(releaseNotes)
    ? releaseNotes.map(({ version, note }) => `${version}\n${note ?? ''}`).join('\n\n')
    : (releaseNotes ?? '')
  return text.slice(0, longestNotes)
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null
      throw error
    })
    return made
  }
}

/** Where updates come from; loaded at the first look, since it costs a start some milliseconds. */
export type UpdateSource =
  | { kind: 'off'; reason: string }
  /** `key`: the public one that updates are signed by, where this copy has one. */
  | { kind: 'updater'; key: string | null; load(): Promise<AppUpdater> }

/**
 * What is checked before anything is installed is electron-updater's own and never turned off: sha512 of the https feed
 * everywhere, the publisher's name on Windows, the code signature on macOS. It knows no signature of an AppImage: there, and
 * wherever this copy has a key, the feed's description must be signed by it (`signature.ts`).
 */
export function updateSource(): UpdateSource {
  if (!app.isPackaged)
    return sourceForTests() ?? { kind: 'off', reason: 'This copy runs from source and is not updated.' }
  if (process.platform === 'linux' && !process.env.APPIMAGE) {
    return { kind: 'off', reason: 'This copy was installed by the package manager, which also updates it.' }
  }
  const key = ownUpdateKey()
  const problem = feedProblem(ownFeed(), { platform: process.platform, key })
  return problem === null ? { kind: 'updater', key, load: importUpdater } : { kind: 'off', reason: problem }
}

async function importUpdater(): Promise<AppUpdater> {
  const { default: library } = await import('electron-updater')
  return library.autoUpdater
}

/** From source only: a feed and a key that a spec serves. A packaged app takes its feed from its own signed resources. */
function sourceForTests(): UpdateSource | null {
  const config = process.env.SELVEDGE_UPDATE_CONFIG
  if (!config) return null
  return {
    kind: 'updater',
    key: ownUpdateKey(process.env.SELVEDGE_UPDATE_KEY),
    async load() {
      const updater = await importUpdater()
      updater.forceDevUpdateConfig = true
      updater.updateConfigPath = config
      return updater
    },
  }
}
