import { randomUUID } from 'node:crypto'
import { app, session } from 'electron'
import { type AppInfo, bridgeEvents } from '../shared/bridge.ts'
import { eventChannel } from '../shared/bridge-channels.ts'
import { serveScheme } from './app-scheme.ts'
import { openBridge } from './bridge.ts'
import { fileCommands } from './downloads.ts'
import { folders } from './folders.ts'
import { lifeCommands } from './life.ts'
import { linkDoor } from './links.ts'
import { log } from './log.ts'
import { openPrinting } from './printing.ts'
import type { ServerPlace } from './server-address.ts'
import { serverCalls } from './server-calls.ts'
import { serverChoice } from './server-choice.ts'
import { type ServerLink, serverLink } from './server-link.ts'
import { runServer } from './server-run.ts'
import { sessionCommands } from './session.ts'
import { openSessionSecrets } from './session-secrets.ts'
import { openSettings } from './settings.ts'
import { shownPage, startingPath } from './shown-page.ts'
import { startingPage, startingStyle, startingStylePath } from './starting-page.ts'
import { newLaunch } from './walls/launch-secret.ts'
import { raiseWalls } from './walls/raise-walls.ts'
import { addServerHeaders } from './walls/server-headers.ts'
import { appWindow } from './window.ts'
import { type Say, say as sayIn } from './words.ts'

/** The running app, as far as `index.ts` needs it. */
export interface Desktop {
  open(): Promise<void>
  focus(): void
  /** Ends the server; the app may quit afterwards. */
  stop(): Promise<void>
}

/** Puts the parts together. Runs once, when Electron is ready. */
export async function startDesktop(place: ServerPlace): Promise<Desktop> {
  const settings = openSettings(app.getLocale())
  const say: Say = (text, values) => sayIn(settings.language(), text, values)
  const window = appWindow(folders.preload)
  const send = (event: string, payload: unknown) => window.send(eventChannel(event), payload)
  const link = serverLink(say)
  const secrets = await openSessionSecrets(place.kind === 'remote' ? new URL(place.url).origin : 'embedded')
  const launch = newLaunch(place.kind === 'embedded')
  const calls = serverCalls({ serverUrl: link.url, secrets, launch: launch.headers, say })
  const printing = await openPrinting({ calls, say, onJob: (job) => send(bridgeEvents['print.onJob'], job) })
  const files = fileCommands({
    calls,
    say,
    window: window.get,
    onProgress: (progress) => send(bridgeEvents['files.onProgress'], progress),
  })
  const leadOut = linkDoor({
    say,
    window: window.get,
    server: () => (place.kind === 'remote' ? place.url : link.origin()),
    save: (call) => files.download({ id: randomUUID(), call, defaultName: 'labels.pdf' }),
  })

  raiseWalls(app, session.defaultSession, (url) => {
    leadOut(url).catch((error: unknown) => log.info('a link was refused', error))
  })
  addServerHeaders(session.defaultSession, { serverOrigin: link.origin, secrets, launch: launch.headers })
  serveApp(link, say)
  openBridge({
    contents: () => window.get()?.webContents ?? null,
    say,
    handlers: {
      session: sessionCommands({ calls, secrets, say, onSignedIn: printing.wake }),
      files,
      print: printing.commands,
      settings: {
        get: async () => settings.get(),
        set: async (change) => settings.set(change),
        ...serverChoice({ place, say }),
      },
      app: { info: () => appInfo(link, place), openLink: leadOut, ...lifeCommands({ say }) },
    },
  })

  const shown = shownPage({
    window,
    link,
    tell: (state) => send(bridgeEvents['app.onServer'], state),
    onError: (error) => log.error('the page did not load', error),
  })
  const server = runServer({ place, launchSecret: launch.secret }, say, (state, url) => {
    link.change(state, url)
    if (state.state === 'ready') printing.wake()
    shown.follow(state)
  })
  return {
    open: shown.open,
    focus: window.focus,
    async stop() {
      await printing.stop()
      await server.stop()
    },
  }
}

function serveApp(link: ServerLink, say: Say): void {
  serveScheme({
    folder: folders.renderer,
    developing: app.isPackaged ? null : (process.env.ELECTRON_RENDERER_URL ?? null),
    serverOrigin: link.origin,
    ownPages: { [startingPath]: () => startingPage(say, link.problem()), [startingStylePath]: startingStyle },
  })
}

async function appInfo(link: ServerLink, place: ServerPlace): Promise<AppInfo> {
  const serverUrl = await link.url()
  const { platform } = process
  const version = app.getVersion()
  return { edition: 'desktop', version, serverUrl, platform, canPrintDirectly: true, isServerFixed: place.isFixed }
}
