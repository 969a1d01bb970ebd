import { app, BrowserWindow, nativeTheme } from 'electron'
import { isOwnAddress, ownOrigin } from './app-scheme.ts'
import { safePreferences } from './walls/window-preferences.ts'
import { openWindowPlace } from './window-place.ts'

/** The one window: made again when the Dock asks for it after it was closed. */
export interface AppWindow {
  get(): BrowserWindow | null
  open(path: string): Promise<void>
  /** Brings it forward; for a second start of the app. */
  focus(): void
  send(channel: string, payload: unknown): void
}

interface Hooks {
  /** Hears of every window as it is made. */
  onMade(window: BrowserWindow): void
  /** The user closes it; false keeps it open. */
  mayClose(): boolean
}

export function appWindow(preload: string, { onMade, mayClose }: Hooks): AppWindow {
  const place = openWindowPlace()
  let window: BrowserWindow | null = null
  let loading: Promise<void> = Promise.resolve()
  const make = () => {
    const made = new BrowserWindow({
      ...place.bounds(),
      minWidth: 960,
      minHeight: 600,
      title: 'Selvedge',
      show: false,
      backgroundColor: nativeTheme.shouldUseDarkColors ? '#1c2127' : '#f6f7f9',
      webPreferences: { ...safePreferences, devTools: !app.isPackaged, preload },
    })
    place.follow(made)
    onMade(made)
    made.on('close', (event) => {
      if (!mayClose()) event.preventDefault()
    })
    made.once('ready-to-show', () => {
      place.restore(made)
      made.show()
    })
    made.on('closed', () => {
      window = null
    })
    return made
  }
  return {
    get: () => window,
    open(path) {
      // One after the other: a page that is overtaken by the next one counts as failed.
      const opened = loading.then(async () => {
        window ??= make()
        await window.loadURL(`${ownOrigin}${path}`)
      })
      loading = opened.catch(() => undefined)
      return opened
    },
    focus() {
      if (window?.isMinimized()) window.restore()
      window?.focus()
    },
    send(channel, payload) {
      if (!window || window.isDestroyed()) return
      // Whatever the window came to show: only the app's own page hears of jobs, downloads and the server.
      if (isOwnAddress(window.webContents.mainFrame.url)) window.webContents.send(channel, payload)
    },
  }
}
