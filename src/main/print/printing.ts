import { hostname } from 'node:os'
import { join } from 'node:path'
import { app } from 'electron'
import type { Bridge, PrintJob } from '../../shared/bridge.ts'
import { log } from '../log.ts'
import type { ServerCalls } from '../server/calls.ts'
import type { Say } from '../words.ts'
import { openPrintChoices, printCommands } from './commands.ts'
import { cupsPort } from './cups.ts'
import { clearPrintFiles, labelFiles } from './files.ts'
import { handOver, unclear } from './hand-over.ts'
import { openPrintLedger, type PrintLedger, printLines, printTickets } from './ledger.ts'
import { printPorts } from './port.ts'
import { earlierJobs, putAside } from './print-earlier.ts'
import { rawPort } from './raw.ts'
import { openRawPrinters } from './raw-printers.ts'
import { printWatch } from './watch.ts'
import { windowsPort } from './windows.ts'

interface Parts {
  calls: ServerCalls
  say: Say
  onJob(job: PrintJob): void
}

export interface Printing {
  commands: Omit<Bridge['print'], 'onJob'>
  /** Jobs are on their way to a printer. */
  isBusy(): boolean
  /** What jobs wait for may be there now: the server, a session. */
  wake(): void
  /** Begins no other job; resolves when none is just being handed to the system. */
  stop(): Promise<void>
}

/** A job that is just being handed over when the app quits is waited for this long; then it is as if the app were killed. */
const quittingTimeout = 10_000

/** Label printing: a ledger first, paper afterwards, one line per printer, and never twice unless the user says so. */
export async function openPrinting({ calls, say, onJob }: Parts): Promise<Printing> {
  const userData = app.getPath('userData')
  const tickets = printTickets(`${hostname()} ${userData}`)
  const system = process.platform === 'win32' ? windowsPort(say) : cupsPort({ say, tickets })
  const raw = openRawPrinters()
  const ports = printPorts({ system, raw: raw.get, rawPort: rawPort({ queue: system.jobs, say }) })
  const ledger = await openLedger(userData, say, onJob)
  await clearPrintFiles()

  const { queue } = ports
  const watch = queue && printWatch({ queue, ledger, say, warn: (text, error) => log.warn(text, error) })
  const files = labelFiles({ calls, say })
  const onQueue = () => watch?.nudge()
  const attempt = handOver({ ledger, ports, files, newTicket: tickets.next, say, onQueue })
  const lines = printLines(attempt, files.forget)
  // What the last run left goes on.
  for (const { printer, id } of ledger.where(({ state }) => state === 'queued')) lines.add(printer, id)

  const commands = printCommands({
    ledger,
    ports,
    choices: openPrintChoices(),
    raw,
    calls,
    say,
    onQueued: ({ printer, id }) => lines.add(printer, id),
    onTakenBack(id) {
      lines.drop(id)
      watch?.nudge()
    },
  })
  return {
    commands,
    isBusy: () => ledger.where(({ state }) => state === 'queued').length > 0,
    wake: lines.wake,
    async stop() {
      watch?.stop()
      await Promise.race([lines.stop(), pause(quittingTimeout)])
      await ledger.close()
    },
  }
}

async function openLedger(folder: string, say: Say, onChange: (job: PrintJob) => void): Promise<PrintLedger> {
  const earlier = join(folder, 'print-ledger.json')
  const ledger = await openPrintLedger({
    path: join(folder, 'print-jobs.journal'),
    onChange,
    earlier: () => earlierJobs(earlier, say),
    afterDamage: (job) => ({ ...job, state: 'failed', problem: say(unclear.damaged), handing: null }),
  })
  await putAside(earlier)
  return ledger
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
