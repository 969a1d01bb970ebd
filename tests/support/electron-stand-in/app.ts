import { EventEmitter } from 'node:events'
import { circumstances, path } from './circumstances.ts'
import { holdsLock, releaseLock, whenSecondStarts } from './single-instance.ts'
import { answersToTest, test } from './test-side.ts'

const folders: Record<string, string> = {
  userData: 'user-data',
  downloads: 'downloads',
  logs: 'logs',
  temp: 'temp',
  home: 'home',
  appData: '.',
}

class StandInApp extends EventEmitter {
  readonly isPackaged = circumstances.isPackaged
  readonly commandLine = { hasSwitch: (name: string) => circumstances.switches.includes(name) }
  /** Whether every page is to run in the sandbox; must be said before the app is ready. */
  isSandboxed = false
  name = 'Selvedge'
  /** Closes every window; set by the windows' part. */
  closeWindows: () => Promise<void> = async () => undefined

  getPath(name: string): string {
    const folder = folders[name]
    if (!folder) throw new Error(`the stand-in has no folder ${name}`)
    return path(folder)
  }
  getName = () => this.name
  getVersion = () => circumstances.version
  getLocale = () => circumstances.locale
  getAppPath = () => process.cwd()
  isReady = () => true
  enableSandbox(): void {
    this.isSandboxed = true
  }
  requestSingleInstanceLock = () => holdsLock()
  releaseSingleInstanceLock = () => releaseLock()
  /** Only noted: no system opens links for a process of Node's. */
  setAsDefaultProtocolClient = () => true

  async whenReady(): Promise<void> {
    this.emit('ready')
  }

  /** As Electron does: `before-quit` may prevent it, windows close, then the process ends. */
  quit = (): void => {
    // The very first quit may come before anything was awaited; Electron's is not synchronous either.
    setImmediate(() => void this.#quit())
  }

  async #quit(): Promise<void> {
    let prevented = false
    this.emit('before-quit', { preventDefault: () => (prevented = true) })
    if (prevented) return
    await this.closeWindows()
    this.emit('will-quit', { preventDefault: () => undefined })
    await this.#relaunching
    this.emit('quit', {}, 0)
    process.exit(0)
  }

  #relaunching: Promise<void> | null = null
  /** The test starts the next copy when this one has gone. */
  relaunch = (options: { args?: string[] } = {}): void => {
    this.#relaunching = test.call<void>('app.relaunch', options.args ?? process.argv.slice(1))
  }

  exit = (code = 0): never => process.exit(code)
}

export const app = new StandInApp()

whenSecondStarts((argv) => app.emit('second-instance', {}, argv, '', {}))
answersToTest['app.quit'] = () => app.quit()
answersToTest['app.throw'] = (message: string) => {
  setImmediate(() => {
    throw new Error(message)
  })
}
answersToTest['app.emit'] = (event: string, ...args: unknown[]) => {
  app.emit(event, { preventDefault: () => undefined }, ...args)
}
