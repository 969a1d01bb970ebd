import { randomUUID } from 'node:crypto'
import { app, session } from 'electron'
import { type AppInfo, bridgeEvents, eventChannel, type ServerChoice } from '../shared/bridge.ts'
import { serveScheme } from './app-scheme.ts'
import { openBridge } from './bridge.ts'
import type { DeepLinks } from './deep-links.ts'
import { type Downloads, openDownloads, openPartialFiles, openSavedFiles, saveDialog } from './files/downloads.ts'
import { type Lifecycle, openLifecycle, restartApp } from './lifecycle.ts'
import { linkDoor } from './links.ts'
import { log } from './log.ts'
import { asker } from './native.ts'
import { openPrinting } from './print/printing.ts'
import { hideSecret } from './redaction.ts'
import type { ServerPlace } from './server/address.ts'
import { serverCalls } from './server/calls.ts'
import { serverChoice } from './server/choice.ts'
import { runServer, type ServerLink, serverLink } from './server/process.ts'
import { sessionCommands } from './session/session.ts'
import { openDeviceSecrets, openSessionSecrets } from './session/session-secrets.ts'
import type { Saved } from './settings.ts'
import { folders, openSettings } from './settings.ts'
import { raiseWalls } from './walls/raise-walls.ts'
import { addServerHeaders, newLaunch } from './walls/server-headers.ts'
import {
  type AppWindow,
  appWindow,
  shownPage,
  startingPage,
  startingPath,
  startingStyle,
  startingStylePath,
} from './window.ts'
import { type Say, say as sayIn } from './words.ts'

/** The running app, as far as `index.ts` needs it. */
export interface Desktop {
  open(): Promise<void>
  /** Brings the window forward, or opens it. */
  focus(): Promise<void>
  /** Asks the user where quitting now would cost something. */
  mayLeave(): Promise<boolean>
  /** Ends what runs, the server last; the app may quit afterwards. */
  stop(): Promise<void>
  isStopped(): boolean
}

interface Given {
  place: ServerPlace
  choice: Saved<ServerChoice>
  links: DeepLinks
}

/** Puts the parts together. Runs once, when Electron is ready. */
export async function startDesktop({ place, choice, links }: Given): Promise<Desktop> {
  const settings = openSettings(app.getLocale())
  const say: Say = (text, values) => sayIn(settings.language(), text, values)
  const window: AppWindow = appWindow(folders.preload, {
    onMade: (made) => lifecycle.mishaps.watch(made),
    mayClose: () => mayClose(downloads, lifecycle),
  })
  const send = (event: string, payload: unknown) => window.send(eventChannel(event), payload)
  const link = serverLink(say)
  const goodAt = place.kind === 'remote' ? new URL(place.url).origin : 'embedded'
  const secrets = await openSessionSecrets(goodAt)
  const device = await openDeviceSecrets(goodAt)
  const launch = newLaunch()
  hideSecret(secrets.token)
  hideSecret(device.token)
  hideSecret(launch.secret)
  const calls = serverCalls({
    serverUrl: link.url,
    secrets,
    device,
    launch: launch.headers,
    say,
    tell: (call) => send(bridgeEvents['app.onCall'], call),
  })
  const printing = await openPrinting({ calls, say, onJob: (job) => send(bridgeEvents['print.onJob'], job) })
  const saved = openSavedFiles()
  const partials = openPartialFiles()
  await partials.sweep()
  const askWhere = saveDialog(window.get, say)
  const downloads = openDownloads({
    calls,
    say,
    saved,
    partials,
    askWhere,
    onProgress: (progress) => send(bridgeEvents['files.onProgress'], progress),
  })
  const lifecycle = openLifecycle({
    say,
    ask: asker(window.get),
    askWhere,
    send,
    settings,
    links,
    saved,
    downloads,
    printing,
    server: { stop: () => server.stop() },
    facts: {
      server: () => ({ ...link.state(), kind: place.kind, isFixed: place.isFixed, keyring: secrets.savedSafely() }),
    },
  })
  const leadOut = linkDoor({
    say,
    window: window.get,
    server: () => (place.kind === 'remote' ? place.url : link.origin()),
    save: (call) => downloads.commands.download({ id: randomUUID(), call, defaultName: 'labels.pdf' }),
  })

  raiseWalls(app, session.defaultSession, (url) => {
    leadOut(url).catch((error: unknown) => log.info('a link was refused', error))
  })
  addServerHeaders(session.defaultSession, {
    serverOrigin: link.origin,
    isUp: () => link.state().state === 'ready',
    secrets,
    device,
    launch: launch.headers,
  })
  serveApp(link, say)
  openBridge({
    contents: () => window.get()?.webContents ?? null,
    say,
    handlers: {
      session: sessionCommands({ calls, secrets, device, say, onSignedIn: printing.wake }),
      files: downloads.commands,
      print: printing.commands,
      settings: {
        get: async () => settings.get(),
        set: async (change) => settings.set(change),
        ...serverChoice({
          place,
          choice,
          say,
          ask: asker(window.get),
          busy: lifecycle.busy,
          endSession: secrets.erase,
          restart: restartApp,
        }),
      },
      app: { info: () => appInfo(link, place), openLink: leadOut, ...lifecycle.commands },
    },
  })

  const shown = shownPage({
    window,
    link,
    tell: (state) => send(bridgeEvents['app.onServer'], state),
    onError: (error) => log.error('the page did not load', error),
  })
  const server = runServer({ place, newSecret: launch.renew, ask: asker(window.get) }, say, (state, url) => {
    link.change(state, url)
    if (state.state === 'ready') printing.wake()
    shown.follow(state)
  })
  lifecycle.updates.start()
  return {
    open: shown.open,
    focus: async () => (window.get() === null ? shown.open() : window.focus()),
    mayLeave: lifecycle.leaving.may,
    isStopped: lifecycle.leaving.isOver,
    async stop() {
      lifecycle.updates.stop()
      await lifecycle.leaving.stop()
    },
  }
}

/** Closing the only window ends the app there, so what quitting asks is asked while the window still stands. */
function mayClose(downloads: Downloads, { leaving }: Lifecycle): boolean {
  if (process.platform === 'darwin' || leaving.isOver() || downloads.running() === 0) return true
  app.quit()
  return false
}

function serveApp(link: ServerLink, say: Say): void {
  serveScheme({
    folder: folders.renderer,
    developing: app.isPackaged ? null : (process.env.ELECTRON_RENDERER_URL ?? null),
    serverOrigin: link.origin,
    ownPages: { [startingPath]: () => startingPage(say, link), [startingStylePath]: startingStyle },
  })
}

async function appInfo(link: ServerLink, place: ServerPlace): Promise<AppInfo> {
  const serverUrl = await link.url()
  const { platform } = process
  const version = app.getVersion()
  return { edition: 'desktop', version, serverUrl, platform, canPrintDirectly: true, isServerFixed: place.isFixed }
}
