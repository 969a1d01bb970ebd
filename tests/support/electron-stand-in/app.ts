import { EventEmitter } from 'node:events'
import { circumstances, path } from './circumstances.ts'
import { holdsLock, whenSecondStarts } from './single-instance.ts'
import { answersToTest } from './test-side.ts'

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
    this.emit('quit')
    process.exit(0)
  }

  exit = (code = 0): never => process.exit(code)
}

export const app = new StandInApp()

whenSecondStarts(() => app.emit('second-instance', {}, [], '', {}))
answersToTest['app.quit'] = () => app.quit()
