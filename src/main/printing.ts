import { randomUUID } from 'node:crypto'
import type { Bridge, PrintJob, PrintRequest } from '../shared/bridge.ts'
import { LABEL_SIZES } from '../shared/domain/labels.ts'
import { choosePrinter, openPrintChoices } from './print-choices.ts'
import { clearPrintFiles, withPdf } from './print-files.ts'
import { type LedgerJob, openPrintLedger, type PrintLedger } from './print-ledger.ts'
import type { PrintPort } from './print-port.ts'
import { printWatch } from './print-watch.ts'
import { asBridgeProblem, Problem } from './problem.ts'
import { openRawPrinters } from './raw-printers.ts'
import type { ServerCalls } from './server-calls.ts'
import type { Say } from './words.ts'

interface Parts {
  port: PrintPort
  calls: ServerCalls
  say: Say
  onJob(job: PrintJob): void
}

export interface Printing {
  commands: Omit<Bridge['print'], 'onJob'>
  /** Begins no other job; resolves when none is just being handed to the system. */
  stop(): Promise<void>
}

/** Label printing: a ledger first, paper afterwards, one job at a time, and never twice unless the user says so. */
export async function openPrinting(parts: Parts): Promise<Printing> {
  const { port, say } = parts
  const ledger = openPrintLedger(parts.onJob)
  const choices = openPrintChoices()
  const watch = printWatch({ port, ledger, say })
  await clearPrintFiles()
  settleInterrupted(ledger, say)
  for (const job of ledger.inState('sent')) if (job.reference) watch.follow(job.id, job.reference)

  let stopping = false
  let line: Promise<void> = Promise.resolve()
  const queue = (id: string) => {
    line = line.then(async () => {
      if (stopping) return
      const reference = await handOver(id, ledger, parts)
      if (reference !== null) watch.follow(id, reference)
    })
  }

  const raw = openRawPrinters()
  const unbuilt = () => Promise.reject(new Problem('refused', say('The request of the screen was not understood.')))
  const commands: Printing['commands'] = {
    printers: () => port.printers(),
    papers: async () => [],
    printTestPage: unbuilt,
    reprint: unbuilt,
    cancel: unbuilt,
    rawPrinters: async () => raw.get(),
    keepRawPrinters: async (printers) => raw.set(printers),
    jobs: async () => ledger.list(),
    choices: async () => choices.get(),
    async remember({ kind, choice }) {
      choices.set({ ...choices.get(), [kind]: choice })
    },
    async print(request) {
      const known = { printers: await port.printers(), choices: choices.get() }
      const printer = choosePrinter({ asked: request.printer, kind: request.kind }, known, say)
      const job = ledger.add(newJob(request, printer))
      queue(job.id)
      return job
    },
    async retry(id) {
      const job = ledger.find(id)
      if (job === undefined) throw new Problem('bad-argument', say('There is no such print job.'))
      if (job.state === 'queued') throw new Problem('refused', say('This job is being printed already.'))
      const again = ledger.move(id, { state: 'queued', reference: null })
      queue(id)
      return again
    },
  }
  const stop = () => {
    stopping = true
    watch.stop()
    return line
  }
  return { commands, stop }
}

function newJob({ kind, call, title, copies, paper = LABEL_SIZES[kind] }: PrintRequest, printer: string): LedgerJob {
  const createdAt = new Date().toISOString()
  return { id: randomUUID(), kind, title, printer, paper, copies, state: 'queued', createdAt, call, reference: null }
}

/** Whether a job reached the printer before the app was ended by force cannot be known, so the user decides. */
function settleInterrupted(ledger: PrintLedger, say: Say): void {
  const problem = say('The app closed before this job was handed over. Look at the printer, then print it again.')
  for (const job of ledger.inState('queued')) ledger.move(job.id, { state: 'failed', problem })
}

/** Never throws: what goes wrong is written on the job. Answers the system's name for it, to be followed. */
async function handOver(id: string, ledger: PrintLedger, { port, calls, say }: Parts): Promise<string | null> {
  const job = ledger.find(id)
  if (job?.state !== 'queued') return null
  const { call, printer, copies, title, paper } = job
  try {
    const reference = await withPdf(call, { calls, say }, (path) =>
      port.hand({ path, printer, copies, title, size: paper }),
    )
    ledger.move(id, { state: 'sent', reference })
    return reference
  } catch (error) {
    ledger.move(id, { state: 'failed', problem: asBridgeProblem(error).message })
    return null
  }
}
