import { rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { app } from 'electron'
import Store from 'electron-store'
import { z } from 'zod'
import type { HostSettings, UpdateChannel } from '../shared/bridge.ts'
import { log } from './log.ts'
import { Problem } from './problem.ts'
import type { Say } from './words.ts'

const shape = z.object({
  language: z.string().nullable().default(null),
  theme: z.string().nullable().default(null),
  updateChannel: z.enum(['stable', 'beta']).default('stable'),
  isSetUp: z.boolean().default(false),
})

export interface Settings {
  get(): HostSettings
  set(change: Partial<HostSettings>): HostSettings
  language(): string | null
  updateChannel(): UpdateChannel
}

/** What this computer's user last chose; until a language was chosen main speaks the system's. */
export function openSettings(systemLanguage: string): Settings {
  const file = saved<HostSettings>('settings', shape, shape.parse({}))
  return {
    get: () => file.get(),
    set(change) {
      file.set({ ...file.get(), ...change })
      return file.get()
    },
    language: () => file.get().language ?? systemLanguage,
    updateChannel: () => file.get().updateChannel,
  }
}

/** One value kept on this computer, in its own small file. */
export interface Saved<T> {
  get(): T
  /** Throws where the disk does not take it; until the app ends it holds all the same. */
  set(value: T): void
  /** As `set`, for what may be lost: a full disk is not to end the app. */
  note(value: T): void
  /** Back to the fallback, and what was there is off the disk, also a full one. Never throws. */
  forget(): void
}

/**
 * Opens `<userData>/<name>.json`. A file that is missing, damaged or from another version reads as `fallback`: what is kept
 * here are conveniences, and none of them may stop the app from starting.
 */
export function saved<T>(name: string, shape: z.ZodType<T>, fallback: T): Saved<T> {
  const store = new Store<{ value?: unknown }>({ name, clearInvalidConfig: true, configFileMode: 0o600 })
  let value = readOr(store, shape, fallback)
  const set = (next: T) => {
    value = next
    store.set('value', next)
  }
  return {
    get: () => value,
    set,
    note(next) {
      attempt(() => set(next), `${name} is not kept`)
    },
    forget() {
      const written = attempt(() => set(fallback), `${name} is not emptied but removed`)
      if (!written) attempt(() => rmSync(store.path, { force: true, recursive: true }), `${name} is not removed`)
    },
  }
}

function readOr<T>(store: Store<{ value?: unknown }>, shape: z.ZodType<T>, fallback: T): T {
  const read = shape.safeParse(store.get('value'))
  return read.success ? read.data : fallback
}

function attempt(work: () => void, failure: string): boolean {
  try {
    work()
    return true
  } catch (error) {
    log.error(failure, error)
    return false
  }
}

/** Where the built app finds its parts, packaged or not. */
export const folders = {
  renderer: join(import.meta.dirname, '../renderer'),
  preload: join(import.meta.dirname, '../preload/index.cjs'),
  serverEntry: join(import.meta.dirname, 'server-process.js'),
  licences: join(import.meta.dirname, 'licences.txt'),
  /** Fonts and templates lie outside the archive, where the server reads them as files. */
  resources: () =>
    app.isPackaged ? join(process.resourcesPath, 'resources') : join(import.meta.dirname, '../../resources'),
  data: () => join(app.getPath('userData'), 'data'),
}

/** The licences of everything inside, as the build wrote them down. */
export async function licences(say: Say): Promise<string> {
  try {
    return await readFile(folders.licences, 'utf8')
  } catch (error) {
    throw new Problem('disk', say('The file is no longer there.'), { reason: String(error) })
  }
}

/** How long main waits for what may never come, in milliseconds. */
const usual = {
  /** After the page was found to hang: short work ends by itself. */
  hungPage: 10_000,
  /** Between two questions to the server whether it is there. */
  serverPulse: 5_000,
  /** From asking a silent server to end until it is ended by force. */
  serverEnd: 5_000,
  /** For a file to begin; the server itself gives a request up after two minutes. */
  firstByte: 150_000,
  /** For the next bytes of a file. */
  stalledFile: 60_000,
  /** On quitting: for downloads that are broken off to take their partial files away. */
  downloadEnd: 3_000,
  /** For everything to stop, after main itself has crashed. */
  lastStop: 15_000,
  /** For a server that is tried out. */
  serverTest: 10_000,
  /** From the start to the first look for an update. */
  firstUpdateCheck: 60_000,
}

type Timeouts = typeof usual

const shortened = z.record(z.string(), z.number().positive())

/** Run from source, `SELVEDGE_PATIENCE` (JSON) may change them: specs need not wait a minute. */
export const timeout: Readonly<Timeouts> = { ...usual, ...changed() }

function changed(): Partial<Timeouts> {
  const wanted = process.env.SELVEDGE_PATIENCE
  if (app.isPackaged || !wanted) return {}
  return shortened.parse(JSON.parse(wanted))
}
