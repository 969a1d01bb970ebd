import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Reply } from '../../src/shared/bridge.ts'
import { startOnElectron } from './electron-real/start.ts'
import { startOnStandIn } from './electron-stand-in/start.ts'

/** The built app, running: on Electron where its binary is, otherwise on the stand-in. The same specs run on both. */
export interface Desktop {
  runtime: DesktopRuntime
  /** The window's page now: after a crash or a relaunch it is another one. */
  readonly page: Page
  /** Everything this app keeps; hand it to the next start for a restart. */
  folder: string
  userData: string
  logs: string
  /** Where files go when no answer was given; partial files would be seen here too. */
  savedFiles: string
  /** The next save dialog's answer: a path, or null for cancel. Without one, `savedFiles` and the suggested name. */
  answerSaveDialog(path: string | null | Promise<string | null>): void
  /** What the save dialogs suggested, in order. */
  suggestedPaths: string[]
  /** The next question's answer, by button; without one, the cancel button. */
  answerQuestion(button: number | Promise<number>): void
  questions: { message: string; detail?: string }[]
  /** One entry for each question that the app took back. */
  withdrawn: true[]
  /** What the app said before it ended by itself. */
  errorsShown: string[]
  openedOutside: string[]
  shownInFolder: string[]
  /** Files that the app showed in the system's viewer. */
  openedFiles: string[]
  /** The process of main. */
  pid: number
  /** Where, apart from the app's own page, the bridge can be asked from on this runtime. */
  places: readonly AskingPlace[]
  /** Asks the bridge from there, one call after the other. */
  askFrom(place: AskingPlace, calls: readonly BridgeCall[]): Promise<Reply<unknown>[]>
  /** Asks as the app's own page, past its preload: with whatever an IPC message can carry. */
  askRaw(command: unknown, args: unknown): Promise<Reply<unknown>>
  /** What the app set or answers where Electron would act on it (electron-stand-in/walls.ts); only the stand-in tells. */
  walls<T>(name: string, ...args: unknown[]): Promise<T>
  /** Starts the app a second time on the same data; answers that copy's exit code. */
  startAgain(args?: readonly string[]): Promise<number | null>
  /** How often the window was brought forward. */
  focused(): Promise<number>
  /** Plays the system: an event that it would send the app, such as `open-url`. */
  tellApp(event: string, ...args: unknown[]): Promise<void>
  /** Plays Chromium: what it would notice about the page, such as `unresponsive`. */
  tellPage(event: string): Promise<void>
  /** Lets main run into an error that nobody catches. */
  throwInMain(message: string): Promise<void>
  /** Ends the renderer's process. */
  crashPage(): Promise<void>
  windowState(): Promise<WindowState>
  /** As the user does it; the app may ask first. */
  closeWindow(): Promise<void>
  /** Resolves with the exit code when this copy has gone. */
  ended(): Promise<number | null>
  /** Resolves when the app has started itself anew and its window is there. */
  relaunched(): Promise<void>
  stop(): Promise<void>
  /** Ends the app's process as a power cut would. */
  kill(): Promise<void>
}

/** Frames in the app's page, of its own origin or not, another window of the same address, and a frame that is gone. */
export type AskingPlace = 'own-document' | 'own-blob' | 'foreign-frame' | 'other-window' | 'gone-frame'

/** A command of the bridge with its arguments. */
export type BridgeCall = readonly [command: string, args: unknown[]]

export interface WindowState {
  x: number
  y: number
  width: number
  height: number
  maximized: boolean
  fullScreen: boolean
}

export interface DesktopOptions {
  /** The built app: holds main, preload and renderer. By default the one of `SELVEDGE_BUILT`, else `out`. */
  built?: string
  /** Kept between starts when given; a new one otherwise. */
  folder?: string
  environment?: Record<string, string>
  /** Linux's keyring; only the stand-in can change it. */
  keyring?: 'gnome_libsecret' | 'basic_text'
  /** Another server entry, for tests of its death; only the stand-in can take it. */
  serverEntry?: string
  locale?: string
  /** Starts it as delivered, with these switches of Chromium's command line; only the stand-in can. */
  packagedWith?: string[]
  /** By default the first-start wizard counts as gone through; false shows it, as on a new computer. */
  isSetUp?: boolean
  /** The first question's answer, by button, where the app may ask before `start` gives it back. */
  answer?: number | Promise<number>
  /** What the app is started with, as a link from outside. */
  args?: readonly string[]
  /** The screens' work areas; only the stand-in can change them. */
  displays?: readonly { x: number; y: number; width: number; height: number }[]
}

export interface FilledOptions extends DesktopOptions {
  folder: string
  built: string
}

export type DesktopRuntime = 'electron' | 'stand-in'

export function builtFolder(): string {
  return process.env.SELVEDGE_BUILT ?? join(import.meta.dirname, '../../out')
}

/** By what is there, never by trying: requiring `electron` without its binary downloads and throws. */
export function desktopRuntime(): DesktopRuntime {
  if (process.env.ELECTRON_OVERRIDE_DIST_PATH) return 'electron'
  const electron = join(import.meta.dirname, '../../node_modules/electron')
  return existsSync(join(electron, 'path.txt')) && existsSync(join(electron, 'dist')) ? 'electron' : 'stand-in'
}

export async function startDesktop(options: DesktopOptions = {}): Promise<Desktop> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'selvedge-desktop-')))
  if (options.isSetUp !== false) markSetUp(join(folder, 'user-data'))
  const filled = { built: builtFolder(), ...options, folder }
  return desktopRuntime() === 'electron' ? startOnElectron(filled) : startOnStandIn(filled)
}

/** The settings as the wizard leaves them; what an app of this folder has kept stays. */
function markSetUp(userData: string): void {
  const file = join(userData, 'settings.json')
  if (existsSync(file)) return
  mkdirSync(userData, { recursive: true })
  writeFileSync(file, JSON.stringify({ value: { isSetUp: true } }))
}
