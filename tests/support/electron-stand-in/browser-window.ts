import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { originOf } from './addresses.ts'
import { app } from './app.ts'
import { answersToTest, test } from './test-side.ts'

interface WindowOptions {
  width?: number
  height?: number
  x?: number
  y?: number
  webPreferences?: { preload?: string; [name: string]: unknown }
}

type OpenHandler = (details: { url: string }) => { action: 'allow' | 'deny' }

let lastId = 0
const windows = new Map<number, BrowserWindow>()

/** A page's top frame, as far as the app asks after it. */
class MainFrame {
  readonly parent = null
  readonly #contents: WebContents

  constructor(contents: WebContents) {
    this.#contents = contents
  }
  get url() {
    return this.#contents.url
  }
  get origin() {
    return originOf(this.url)
  }
}

export class WebContents extends EventEmitter {
  readonly id: number
  readonly mainFrame = new MainFrame(this)
  url = ''
  openHandler: OpenHandler = () => ({ action: 'allow' })

  constructor(id: number) {
    super()
    this.id = id
  }
  getURL = () => this.url
  isDestroyed = () => !windows.has(this.id)
  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler
  }
  /** Like Electron's it does not say when it is done; a page that goes down meanwhile has its own event. */
  reload(): void {
    test.call('window.reload', this.id).then(
      () => this.emit('did-finish-load'),
      () => undefined,
    )
  }
  forcefullyCrashRenderer(): void {
    test.call('window.crash', this.id).catch(() => undefined)
  }
  send(channel: string, ...args: unknown[]): void {
    // Like Electron's: what is sent to a window that goes away is lost.
    test.call('window.send', this.id, channel, args).catch(() => undefined)
  }
}

export class BrowserWindow extends EventEmitter {
  readonly id = ++lastId
  readonly webContents = new WebContents(this.id)
  readonly preferences: NonNullable<WindowOptions['webPreferences']>
  readonly #bounds: { x: number; y: number; width: number; height: number }
  readonly #made: Promise<void>
  #maximized = false
  #fullScreen = false

  constructor(options: WindowOptions = {}) {
    super()
    const { x = 0, y = 0, width = 800, height = 600 } = options
    this.#bounds = { x, y, width, height }
    windows.set(this.id, this)
    this.preferences = options.webPreferences ?? {}
    const preload = options.webPreferences?.preload
    const script = preload ? readFileSync(preload, 'utf8') : ''
    this.#made = test.call('window.make', this.id, { width, height }, script, options.webPreferences ?? {})
    app.emit('web-contents-created', {}, this.webContents)
  }

  static getAllWindows = () => [...windows.values()]

  async loadURL(url: string): Promise<void> {
    await this.#made
    this.webContents.url = url
    await test.call('window.load', this.id, url)
    this.emit('ready-to-show')
    this.webContents.emit('did-finish-load')
  }

  async close(): Promise<void> {
    let prevented = false
    this.emit('close', { preventDefault: () => (prevented = true) })
    if (prevented) return
    await test.call('window.close', this.id)
    this.gone()
  }

  gone(): void {
    if (!windows.delete(this.id)) return
    this.emit('closed')
    if (windows.size === 0) app.emit('window-all-closed')
  }

  focus(): void {
    test.call('window.focus', this.id).catch(() => undefined)
  }
  show = () => undefined
  maximize(): void {
    this.#maximized = true
  }
  setFullScreen(wanted: boolean): void {
    this.#fullScreen = wanted
  }
  restore = () => undefined
  isMinimized = () => false
  isMaximized = () => this.#maximized
  isFullScreen = () => this.#fullScreen
  isDestroyed = () => !windows.has(this.id)
  getNormalBounds = () => this.#bounds
}

app.closeWindows = async () => {
  for (const window of windows.values()) await window.close()
}

export function contentsOf(id: number): WebContents {
  const window = windows.get(id)
  if (!window) throw new Error(`no window ${id}`)
  return window.webContents
}

/** The user closes the window; the app may keep it open. */
answersToTest['window.userCloses'] = (id: number) => windows.get(id)?.close()
answersToTest['window.state'] = (id: number) => {
  const window = windows.get(id)
  if (!window) throw new Error(`no window ${id}`)
  return { ...window.getNormalBounds(), maximized: window.isMaximized(), fullScreen: window.isFullScreen() }
}
/** The renderer's process ended. */
answersToTest['window.gone'] = (id: number, reason: string) =>
  contentsOf(id).emit('render-process-gone', {}, { reason, exitCode: 5 })
/** What Chromium would notice by itself, such as a page that does not answer. */
answersToTest['contents.emit'] = (id: number, event: string) => contentsOf(id).emit(event)
answersToTest['window.closed'] = (id: number) => windows.get(id)?.gone()

/** A page wants to go elsewhere: the app's listeners may prevent it. */
answersToTest['window.navigate'] = (id: number, url: string, isMainFrame: boolean) => {
  let prevented = false
  const event = { url, isMainFrame, preventDefault: () => (prevented = true) }
  if (isMainFrame) contentsOf(id).emit('will-navigate', event)
  contentsOf(id).emit('will-frame-navigate', event)
  return prevented
}

answersToTest['window.opens'] = (id: number, url: string) => contentsOf(id).openHandler({ url }).action
