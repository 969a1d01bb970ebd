import { app, BrowserWindow, nativeTheme, type Rectangle, screen } from 'electron'
import { z } from 'zod'
import type { ServerState } from '../shared/bridge.ts'
import { isOwnAddress, ownOrigin } from './app-scheme.ts'
import type { ServerLink } from './server/process.ts'
import { saved } from './settings.ts'
import { safePreferences } from './walls/raise-walls.ts'
import type { Say } from './words.ts'

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

const side = z.number().int()
const shape = z
  .object({
    x: side,
    y: side,
    width: side.min(200),
    height: side.min(200),
    maximized: z.boolean(),
    fullScreen: z.boolean().default(false),
  })
  .nullable()

export interface WindowPlace {
  /** Where the window was, if a screen still shows it; otherwise only a size. */
  bounds(): Partial<Rectangle> & { width: number; height: number }
  /** Makes it as large as it was. */
  restore(window: BrowserWindow): void
  follow(window: BrowserWindow): void
}

export function openWindowPlace(): WindowPlace {
  const file = saved('window', shape, null)
  return {
    bounds() {
      const last = file.get()
      if (last === null) return { width: 1440, height: 900 }
      const { x, y } = last
      const size = fitting(last)
      return isSeen(last) ? { x, y, ...size } : size
    },
    restore(window) {
      const last = file.get()
      if (last?.fullScreen) window.setFullScreen(true)
      else if (last?.maximized) window.maximize()
    },
    follow(window) {
      // The bounds are those it returns to: a maximised window that is made small again must not fill the screen.
      window.on('close', () => {
        file.note({
          ...window.getNormalBounds(),
          maximized: window.isMaximized(),
          fullScreen: window.isFullScreen(),
        })
      })
    },
  }
}

/** A screen may have been unplugged since: at least a corner to drag must be on one that is there. */
function isSeen(bounds: Rectangle): boolean {
  return screen.getAllDisplays().some(({ workArea }) => {
    const across = Math.min(bounds.x + bounds.width, workArea.x + workArea.width) - Math.max(bounds.x, workArea.x)
    return across >= 100 && bounds.y >= workArea.y && bounds.y < workArea.y + workArea.height - 50
  })
}

/** No larger than the largest screen that is there: the window of a big one opens on a laptop's whole, not beyond it. */
function fitting({ width, height }: Rectangle): { width: number; height: number } {
  const areas = screen.getAllDisplays().map(({ workArea }) => workArea)
  return {
    width: Math.min(width, Math.max(...areas.map((area) => area.width))),
    height: Math.min(height, Math.max(...areas.map((area) => area.height))),
  }
}

export const startingPath = '/starting.html'

/** Which page the window shows: the starting page until the server first answers, then the app, whatever happens later. */
export interface ShownPage {
  open(): Promise<void>
  /** The server's state changed: loads the other page if that is called for, otherwise the renderer just hears of it. */
  follow(state: ServerState): void
}

export function shownPage(parts: {
  window: AppWindow
  link: ServerLink
  tell(state: ServerState): void
  onError(error: unknown): void
}): ShownPage {
  const { window, link, tell, onError } = parts
  /** The server that the app's page was loaded for; its content policy allows this one only. */
  let loadedFor: string | null = null
  let again: NodeJS.Timeout | undefined
  const open = async () => {
    clearTimeout(again)
    const origin = link.state().state === 'ready' ? link.origin() : null
    loadedFor = origin
    try {
      await window.open(origin === null ? startingPath : '/')
    } catch (error) {
      // The server's state may never change again: a page that did not load would stay away for good.
      if (loadedFor === origin && window.get() !== null) again = setTimeout(() => openOrTell(), loadAgainAfter)
      throw error
    }
  }
  const openOrTell = () => void open().catch(onError)
  return {
    open,
    follow(state) {
      if (window.get() === null) return
      const moved = state.state === 'ready' && link.origin() !== loadedFor
      const hasNews = loadedFor === null && (state.state === 'down' || state.doing !== undefined)
      if (moved || hasNews) openOrTell()
      else tell(state)
    },
  }
}

const loadAgainAfter = 2_000

export const startingStylePath = '/starting.css'

/** What the window shows until the server answers: main's own page, without any script or style of its own. */
export function startingPage(say: Say, link: Pick<ServerLink, 'state' | 'problem'>): string {
  const { doing } = link.state()
  const problem = doing === undefined ? link.problem() : null
  const title = say(problem === null ? 'Selvedge is starting …' : 'The server did not start')
  const more = problem === null ? [doing ?? ''] : [problem, say('It is tried again in a moment.')]
  const said = more.map((text) => (text ? `<p>${escaped(text)}</p>` : '')).join('')
  const head = `<meta charset="utf-8"><title>Selvedge</title><link rel="stylesheet" href="${startingStylePath}">`
  return `<!doctype html><html><head>${head}</head><body><main role="status"><h1>${escaped(title)}</h1>${said}</main></body></html>`
}

/** A file beside the page, since the content policy lets no page style itself. */
export function startingStyle(): string {
  const [paper, ink] = nativeTheme.shouldUseDarkColors ? ['#1c2127', '#f6f7f9'] : ['#f6f7f9', '#1c2127']
  return `body{margin:0;height:100vh;display:grid;place-content:center;text-align:center;background:${paper};color:${ink};font:15px system-ui,sans-serif}
h1{font-size:18px;font-weight:600}`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
