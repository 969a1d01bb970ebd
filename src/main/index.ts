import { app, dialog } from 'electron'
import { declareScheme } from './app-scheme.ts'
import { type Desktop, startDesktop } from './desktop.ts'
import { log } from './log.ts'
import { setMenu } from './menu.ts'
import { serverPlace } from './server-address.ts'
import { weakeningSwitch } from './walls/weakening-switches.ts'

let desktop: Desktop | null = null
let stopped = false

/** Two copies would share one data folder and one ledger: the second hands over to the first and goes. */
const weakening = weakeningSwitch(app)

if (weakening !== null) {
  log.error(`the app does not run with --${weakening}`)
  app.exit(1)
} else if (app.requestSingleInstanceLock()) {
  declareScheme()
  // Before anything is shown: no page ever runs outside Chromium's sandbox.
  app.enableSandbox()
  app.on('second-instance', () => desktop?.focus())
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  app.on('activate', () => void desktop?.open().catch(report))
  app.on('before-quit', stopFirst)
  app.whenReady().then(start).catch(giveUp)
} else {
  app.quit()
}

async function start(): Promise<void> {
  setMenu()
  desktop = await startDesktop(serverPlace(process.env))
  await desktop.open()
}

/** Quitting waits for the server: PostgreSQL is to write its last page in peace. */
function stopFirst(event: { preventDefault(): void }): void {
  if (stopped || desktop === null) return
  event.preventDefault()
  desktop
    .stop()
    .catch(report)
    .finally(() => {
      stopped = true
      app.quit()
    })
}

function report(error: unknown): void {
  log.error(error)
}

function giveUp(error: unknown): void {
  report(error)
  dialog.showErrorBox('Selvedge', error instanceof Error ? error.message : String(error))
  app.exit(1)
}
