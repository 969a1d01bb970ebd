import { type ChildProcess, fork } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Reply } from '../../../src/shared/bridge.ts'
import { bridgeChannel } from '../../../src/shared/bridge-channels.ts'
import type { AskingPlace, BridgeCall, Desktop, FilledOptions } from '../desktop.ts'
import { answerDialogs } from './dialogs.ts'
import { openShownWindow, type ShownWindow } from './shown-window.ts'
import { type Wire, wire } from './wire.ts'

const register = fileURLToPath(new URL('./register.ts', import.meta.url))
const here = import.meta.dirname
const ownOrigin = 'app://selvedge'

/** Starts the unmodified built main on the stand-in and waits for its window. */
export async function startOnStandIn(options: FilledOptions): Promise<Desktop> {
  mkdirSync(join(options.folder, 'downloads'), { recursive: true })
  const dialogs = answerDialogs(join(options.folder, 'downloads'))
  const main = startMain(options)
  const opened = openShownWindow({ profile: join(options.folder, 'chromium'), ask: (...call) => app.call(...call) })
  const app: Wire = wire(
    {
      send: (message) => main.connected && main.send(message as object),
      onMessage: (hear) => main.on('message', hear),
    },
    { ...dialogs.handlers, ...opened.handlers },
  )
  const exited = exitOf(main)
  void exited.then(() => app.close())
  const window = await Promise.race([
    opened.ready,
    exited.then((code) => Promise.reject(new Error(`main ended: ${code}`))),
  ]).catch(async (error: unknown) => {
    await opened.close()
    throw error
  })
  return desktopOf({ options, dialogs, app, window, main, exited })
}

interface Running {
  options: FilledOptions
  dialogs: ReturnType<typeof answerDialogs>
  app: Wire
  window: ShownWindow
  main: ChildProcess
  exited: Promise<number | null>
}

function desktopOf({ options, dialogs, app, window, main, exited }: Running): Desktop {
  return {
    runtime: 'stand-in',
    page: window.page,
    folder: options.folder,
    userData: join(options.folder, 'user-data'),
    savedFiles: dialogs.folder,
    answerSaveDialog: dialogs.answerSave,
    suggestedPaths: dialogs.suggested,
    answerQuestion: dialogs.answerQuestion,
    questions: dialogs.questions,
    openedOutside: dialogs.openedOutside,
    shownInFolder: dialogs.shownInFolder,
    pid: main.pid ?? 0,
    places: ['own-document', 'own-blob', 'foreign-frame', 'other-window', 'gone-frame'],
    askFrom: (place, calls) => askFrom(place, calls, { app, window }),
    askRaw: (command, args) =>
      app.call('ipc.invoke', 1, { url: `${ownOrigin}/`, origin: ownOrigin, isMain: true }, bridgeChannel, [
        command,
        args,
      ]),
    walls: (name, ...args) => app.call(`walls.${name}`, ...args),
    startAgain: () => exitOf(startMain(options)),
    focused: async () => window.focused(),
    async stop() {
      await app.call('app.quit').catch(() => undefined)
      await exited
      await window.close()
    },
    async kill() {
      main.kill('SIGKILL')
      await exited
      await window.close()
    },
  }
}

async function askFrom(
  place: AskingPlace,
  calls: readonly BridgeCall[],
  { app, window }: Pick<Running, 'app' | 'window'>,
): Promise<Reply<unknown>[]> {
  if (place !== 'other-window' && place !== 'gone-frame') return window.askFrom(place, calls)
  const replies: Reply<unknown>[] = []
  for (const call of calls) {
    const asked =
      place === 'other-window'
        ? app.call<Reply<unknown>>('ipc.invokeFromOtherWindow', bridgeChannel, call)
        : app.call<Reply<unknown>>('ipc.invokeFromGoneFrame', 1, bridgeChannel, call)
    replies.push(await asked)
  }
  return replies
}

function startMain({
  folder,
  built,
  environment,
  keyring,
  serverEntry,
  locale,
  packagedWith,
}: FilledOptions): ChildProcess {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    STAND_IN_FOLDER: folder,
    STAND_IN_VERSION: '0.1.0',
    STAND_IN_KEYRING: keyring ?? 'gnome_libsecret',
    STAND_IN_LOCALE: locale ?? 'en',
    ...(packagedWith ? { STAND_IN_PACKAGED: '1', STAND_IN_SWITCHES: packagedWith.join(',') } : {}),
    ...(serverEntry ? { STAND_IN_SERVER_ENTRY: serverEntry } : {}),
    ...environment,
  }
  // Playwright's own loader must not reach into the app.
  delete env.NODE_OPTIONS
  // Playwright sets it, and Node then complains of NO_COLOR in every process.
  delete env.FORCE_COLOR
  const main = fork(join(built, 'main/index.js'), [], {
    execPath: nodeOfElectron(),
    execArgv: ['--disable-warning=ExperimentalWarning', '--import', register],
    serialization: 'advanced',
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  return main
}

/** Electron 45 embeds Node 24; an older one neither strips types nor has the hooks. */
function nodeOfElectron(): string {
  const ours = join(here, '../../../node_modules/.bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return Number(process.versions.node.split('.')[0]) < 24 && existsSync(ours) ? ours : process.execPath
}

function exitOf(main: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => main.once('exit', (code) => resolve(code)))
}
