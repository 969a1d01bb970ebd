import { app, dialog } from 'electron'
import { declareScheme } from './app-scheme.ts'
import { deepLinks, linkArguments, linkScheme } from './deep-links.ts'
import { type Desktop, startDesktop } from './desktop.ts'
import { followOwnCrash } from './lifecycle.ts'
import { log } from './log.ts'
import { setMenu } from './native.ts'
import { serverPlace } from './server/address.ts'
import { openServerChoice } from './server/choice.ts'
import { timeout } from './settings.ts'
import { weakeningSwitch } from './walls/weakening-switches.ts'
import { say } from './words.ts'

let desktop: Desktop | null = null
let leaving = false
/** The user has not changed their mind: the app ends. */
let isGoing = false
const links = deepLinks(() => log.info('a link from outside was not understood'))

const weakening = weakeningSwitch(app)
const notUnder = 'Selvedge does not run with {{name}}: it would take a protection away. Start it without.'

/** Two copies would share one data folder and one ledger: the second hands over to the first and goes. */
if (weakening !== null) {
  log.error(`the app does not run with --${weakening}`)
  dialog.showErrorBox(
    'Selvedge',
    say(app.getLocale() || process.env.LANG || null, notUnder, { name: `--${weakening}` }),
  )
  app.exit(1)
} else if (app.requestSingleInstanceLock()) {
  declareScheme()
  // Before anything is shown: no page ever runs outside Chromium's sandbox.
  app.enableSandbox()
  followOwnCrash((error) => void giveUp(error))
  followLinks()
  app.on('second-instance', (_event, argv) => {
    // Too late to come forward: this start is made up for when the app has ended.
    if (isGoing) return app.relaunch({ args: argv.slice(1) })
    for (const text of linkArguments(argv)) links.follow(text)
    bringForward()
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  app.on('activate', bringForward)
  app.on('before-quit', stopFirst)
  app.on('child-process-gone', (_event, { type, reason, exitCode, serviceName }) => {
    if (reason !== 'clean-exit') log.error('a helper process went down', { type, reason, exitCode, serviceName })
  })
  app.whenReady().then(start).catch(giveUp)
} else {
  app.quit()
}

async function start(): Promise<void> {
  setMenu()
  const choice = openServerChoice()
  desktop = await startDesktop({ place: serverPlace(process.env, choice.get), choice, links })
  await desktop.open()
}

/** macOS tells of a link by an event, which may come before anything else. */
function followLinks(): void {
  // From source there is no program of ours that the system could start.
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme)
  for (const text of linkArguments(process.argv)) links.follow(text)
  app.on('open-url', (event, text) => {
    event.preventDefault()
    if (links.follow(text)) bringForward()
  })
}

function bringForward(): void {
  desktop?.focus().catch(report)
}

/** Quitting waits for the server, PostgreSQL is to write its last page in peace, and asks while a file is being saved. */
function stopFirst(event: { preventDefault(): void }): void {
  if (desktop === null || desktop.isStopped()) return
  event.preventDefault()
  if (leaving) return
  leaving = true
  leave(desktop)
    .catch(report)
    .finally(() => {
      leaving = false
    })
}

async function leave(running: Desktop): Promise<void> {
  if (!(await running.mayLeave())) return
  isGoing = true
  await running.stop().catch(report)
  app.quit()
}

function report(error: unknown): void {
  log.error(error)
}

/** The user is told, and what still answers is stopped, but not waited for longer than quitting does. */
async function giveUp(error: unknown): Promise<void> {
  report(error)
  dialog.showErrorBox('Selvedge', error instanceof Error ? error.message : String(error))
  const late = new Promise((resolve) => setTimeout(resolve, timeout.lastStop))
  await Promise.race([desktop?.stop().catch(report), late])
  app.exit(1)
}
