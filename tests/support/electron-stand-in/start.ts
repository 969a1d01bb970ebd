import { type ChildProcess, fork } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Reply } from '../../../src/shared/bridge.ts'
import { bridgeChannel } from '../../../src/shared/bridge.ts'
import type { AskingPlace, BridgeCall, Desktop, FilledOptions } from '../desktop.ts'
import { answerDialogs } from './dialogs.ts'
import { openShownWindow, type ShownWindow } from './shown-window.ts'
import { type Wire, wire } from './wire.ts'

const register = fileURLToPath(new URL('./register.ts', import.meta.url))
const here = import.meta.dirname
const ownOrigin = 'app://selvedge'

/** One copy of the app: a relaunch ends it and begins the next. */
interface Copy {
  main: ChildProcess
  app: Wire
  window: ShownWindow
  exited: Promise<number | null>
  /** The copy that it started in its place, when it did. */
  next: Promise<Copy | null>
}

/** Starts the unmodified built main on the stand-in and waits for its window. */
export async function startOnStandIn(options: FilledOptions): Promise<Desktop> {
  mkdirSync(join(options.folder, 'downloads'), { recursive: true })
  const dialogs = answerDialogs(join(options.folder, 'downloads'))
  if (options.answer !== undefined) dialogs.answerQuestion(options.answer)
  return desktopOf(options, dialogs, await startCopy(options, dialogs, options.args ?? []))
}

type Dialogs = ReturnType<typeof answerDialogs>

async function startCopy(options: FilledOptions, dialogs: Dialogs, args: readonly string[]): Promise<Copy> {
  const main = startMain(options, args)
  const opened = openShownWindow({ profile: join(options.folder, 'chromium'), ask: (...call) => app.call(...call) })
  let relaunchWith: string[] | null = null
  const handlers = {
    ...dialogs.handlers,
    ...opened.handlers,
    /** The first argument is the script, as Electron's is the app's folder. */
    'app.relaunch'(argv: string[]) {
      relaunchWith = argv.slice(1)
    },
  }
  const app: Wire = wire(
    {
      // One that was killed this moment hears nothing more, which is no error: who asked it is told by `app.close`.
      send: (message) => main.connected && main.send(message as object, () => undefined),
      onMessage: (hear) => main.on('message', hear),
    },
    handlers,
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
  const next = exited.then(async () => {
    if (relaunchWith === null) return null
    await window.close()
    return startCopy(options, dialogs, relaunchWith)
  })
  // Whoever waits for the next copy hears why it did not come.
  next.catch(() => undefined)
  return { main, app, window, exited, next }
}

function desktopOf(options: FilledOptions, dialogs: Dialogs, first: Copy): Desktop {
  let copy = first
  return {
    runtime: 'stand-in',
    get page() {
      return copy.window.page()
    },
    folder: options.folder,
    userData: join(options.folder, 'user-data'),
    logs: join(options.folder, 'logs'),
    savedFiles: dialogs.folder,
    answerSaveDialog: dialogs.answerSave,
    suggestedPaths: dialogs.suggested,
    answerQuestion: dialogs.answerQuestion,
    questions: dialogs.questions,
    withdrawn: dialogs.withdrawn,
    errorsShown: dialogs.errorsShown,
    openedOutside: dialogs.openedOutside,
    shownInFolder: dialogs.shownInFolder,
    openedFiles: dialogs.openedFiles,
    pid: copy.main.pid ?? 0,
    places: ['own-document', 'own-blob', 'foreign-frame', 'other-window', 'gone-frame'],
    askFrom: (place, calls) => askFrom(place, calls, copy),
    askRaw: (command, args) =>
      copy.app.call('ipc.invoke', 1, { url: `${ownOrigin}/`, origin: ownOrigin, isMain: true }, bridgeChannel, [
        command,
        args,
      ]),
    walls: (name, ...args) => copy.app.call(`walls.${name}`, ...args),
    startAgain: (args = []) => exitOf(startMain(options, args)),
    focused: async () => copy.window.focused(),
    tellApp: (event, ...args) => copy.app.call('app.emit', event, ...args),
    tellPage: (event) => copy.app.call('contents.emit', copy.window.id, event),
    throwInMain: (message) => copy.app.call('app.throw', message),
    crashPage: () => copy.window.crash(),
    windowState: () => copy.app.call('window.state', copy.window.id),
    closeWindow: () => copy.app.call('window.userCloses', copy.window.id),
    ended: () => copy.exited,
    async relaunched() {
      const next = await copy.next
      if (next === null) throw new Error('the app ended and did not start again')
      copy = next
    },
    async stop() {
      await copy.app.call('app.quit').catch(() => undefined)
      await copy.exited
      await copy.window.close()
    },
    async kill() {
      copy.main.kill('SIGKILL')
      await copy.exited
      await copy.window.close()
    },
  }
}

async function askFrom(
  place: AskingPlace,
  calls: readonly BridgeCall[],
  { app, window }: Pick<Copy, 'app' | 'window'>,
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

function startMain(
  { folder, built, environment, keyring, serverEntry, locale, displays, packagedWith }: FilledOptions,
  args: readonly string[],
): ChildProcess {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    STAND_IN_FOLDER: folder,
    STAND_IN_VERSION: '0.1.0',
    STAND_IN_KEYRING: keyring ?? 'gnome_libsecret',
    STAND_IN_LOCALE: locale ?? 'en',
    ...(packagedWith ? { STAND_IN_PACKAGED: '1', STAND_IN_SWITCHES: packagedWith.join(',') } : {}),
    ...(serverEntry ? { STAND_IN_SERVER_ENTRY: serverEntry } : {}),
    ...(displays ? { STAND_IN_DISPLAYS: JSON.stringify(displays) } : {}),
    ...environment,
  }
  // Playwright's own loader must not reach into the app.
  delete env.NODE_OPTIONS
  // Playwright sets it, and Node then complains of NO_COLOR in every process.
  delete env.FORCE_COLOR
  const main = fork(join(built, 'main/index.js'), args, {
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
