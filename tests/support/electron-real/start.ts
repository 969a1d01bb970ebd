import { spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import type Electron from 'electron'
import type { Reply } from '../../../src/shared/bridge.ts'
import { bridgeChannel } from '../../../src/shared/bridge.ts'
import type { Desktop, FilledOptions, WindowState } from '../desktop.ts'
import { callsOutside } from './outside.ts'

/** Starts the built app on Electron itself. Its dialogs and links are answered by the test, everything else is real. */
export async function startOnElectron(options: FilledOptions): Promise<Desktop> {
  const savedFiles = join(options.folder, 'downloads')
  mkdirSync(savedFiles, { recursive: true })
  const app = await _electron.launch({
    executablePath: binary(),
    args: argumentsOf(options),
    env: environmentOf(options),
  })
  const outside = await callsOutside(app, savedFiles)
  if (options.answer !== undefined) outside.answerQuestion(options.answer)
  const page = await app.firstWindow()
  const process = app.process()
  const ended = new Promise<number | null>((resolve) => process.once('exit', resolve))
  return {
    runtime: 'electron',
    page,
    folder: options.folder,
    userData: join(options.folder, 'user-data'),
    savedFiles,
    ...outside,
    pid: process.pid ?? 0,
    // Frames have no bridge at all here: the preload runs in the top frame only.
    places: ['other-window'],
    async askFrom(_place, calls) {
      const replies: Reply<unknown>[] = []
      for (const [command, args] of calls) replies.push(await askFromForeignWindow(app, options, command, args))
      return replies
    },
    askRaw: (command, args) => askFromPage(page, String(command), args as unknown[]),
    walls: () => Promise.reject(new Error('only the stand-in tells what was set')),
    logs: await app.evaluate(({ app }) => app.getPath('logs')),
    startAgain: (args = []) => startSecond(options, args),
    focused: () => app.evaluate(({ BrowserWindow }) => (BrowserWindow.getAllWindows()[0]?.isFocused() ? 1 : 0)),
    tellApp: (event, ...args) =>
      app.evaluate(
        ({ app }, given) => {
          app.emit(given.event, { preventDefault: () => undefined }, ...given.args)
        },
        { event, args },
      ),
    tellPage: (event) =>
      app.evaluate(({ BrowserWindow }, name) => {
        BrowserWindow.getAllWindows()[0]?.webContents.emit(name)
      }, event),
    throwInMain: (message) =>
      app.evaluate((_electron, text) => {
        setImmediate(() => {
          throw new Error(text)
        })
      }, message),
    crashPage: () =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer()),
    windowState: () => app.evaluate(windowState),
    closeWindow: () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()),
    ended: () => ended,
    relaunched: () => Promise.reject(new Error('Playwright does not follow an Electron that starts itself anew')),
    stop: () => app.close(),
    async kill() {
      process.kill('SIGKILL')
      await ended
    },
  }
}

function windowState({ BrowserWindow }: typeof Electron): WindowState {
  const [window] = BrowserWindow.getAllWindows()
  if (!window) throw new Error('there is no window')
  return { ...window.getNormalBounds(), maximized: window.isMaximized(), fullScreen: window.isFullScreen() }
}

function binary(): string {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH
  const name = { win32: 'electron.exe', darwin: 'Electron.app/Contents/MacOS/Electron' }[process.platform as string]
  if (override && existsSync(join(override, name ?? 'electron'))) return join(override, name ?? 'electron')
  // Its binary was seen before this is called, so nothing is downloaded.
  return createRequire(import.meta.url)('electron') as string
}

function argumentsOf({ folder, built, locale, args = [] }: FilledOptions): string[] {
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return [
    ...asRoot,
    `--lang=${locale ?? 'en'}`,
    `--user-data-dir=${join(folder, 'user-data')}`,
    join(built, 'main/index.js'),
    ...args,
  ]
}

function environmentOf({ environment }: FilledOptions): Record<string, string> {
  const own = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return { ...Object.fromEntries(own), ...environment }
}

type Command = (...args: unknown[]) => Promise<Reply<unknown>>

function askFromPage(page: Page, command: string, args: unknown[]): Promise<Reply<unknown>> {
  const [group = '', name = ''] = command.split('.')
  return page.evaluate(
    ([of, called, given]) => {
      const groups = (window as unknown as { selvedge: Record<string, Record<string, Command>> }).selvedge
      const forward = groups[of]?.[called]
      if (!forward) throw new Error(`the page has no ${called}`)
      return forward(...given)
    },
    [group, name, args] as const,
  )
}

/** Another window with the very same preload, showing a page that is not the app's. */
async function askFromForeignWindow(
  app: ElectronApplication,
  { built }: FilledOptions,
  command: string,
  args: unknown[],
): Promise<Reply<unknown>> {
  const preload = join(built, 'preload/index.cjs')
  const reply = await app.evaluate(
    async ({ BrowserWindow }, given) => {
      const window = new BrowserWindow({ show: false, webPreferences: { preload: given.preload } })
      await window.loadURL('data:text/html,foreign')
      const [group = '', name = ''] = given.command.split('.')
      const call = `window.selvedge[${JSON.stringify(group)}][${JSON.stringify(name)}](...${JSON.stringify(given.args)})`
      const answer = await window.webContents.executeJavaScript(call)
      window.destroy()
      return answer
    },
    { preload, command, args, bridgeChannel },
  )
  return reply as Reply<unknown>
}

function startSecond(options: FilledOptions, args: readonly string[]): Promise<number | null> {
  const second = spawn(binary(), argumentsOf({ ...options, args }), { env: environmentOf(options), stdio: 'ignore' })
  return new Promise((resolve) => second.once('exit', resolve))
}
