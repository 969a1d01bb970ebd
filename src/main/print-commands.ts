import { randomUUID } from 'node:crypto'
import type {
  Bridge,
  PrintChoices,
  Printer,
  PrintJob,
  PrintRequest,
  RawPrinter,
  ReprintRequest,
} from '../shared/bridge.ts'
import { house } from '../shared/contract/house.ts'
import { needsRemark, PRINT_SIZES, reprintNeedsReason } from '../shared/domain/printing.ts'
import type { Kept } from './kept.ts'
import { choosePaper, choosePrinter } from './print-choices.ts'
import type { LedgerJob } from './print-job.ts'
import type { PrintLedger } from './print-ledger.ts'
import { refuseTooSmall, refuseZpl } from './print-paper.ts'
import { NotYet } from './print-port.ts'
import type { PrintPorts } from './print-ports.ts'
import { takeBack } from './print-take-back.ts'
import { Problem, systemCode } from './problem.ts'
import type { ServerCalls } from './server-calls.ts'
import type { Say } from './words.ts'

interface Parts {
  ledger: PrintLedger
  ports: PrintPorts
  choices: Kept<PrintChoices>
  raw: Kept<RawPrinter[]>
  calls: ServerCalls
  say: Say
  /** The job is on the ledger, to be printed. */
  onQueued(job: LedgerJob): void
  /** The job is not to be printed any more. */
  onTakenBack(id: string): void
}

/**
 * A printing system that hangs must not hold up the work that prints: after so many milliseconds a printer that was named is
 * believed. Printer and paper are checked again before anything is handed over.
 */
const checkingPatience = 5_000

type NewJob = Pick<LedgerJob, 'kind' | 'title' | 'printer' | 'paper' | 'copies' | 'call' | 'reprint'>

/** What the screens may ask of printing. Each resolves when it is on the ledger; paper comes later. */
export function printCommands(parts: Parts): Omit<Bridge['print'], 'onJob'> {
  const { ledger, ports, choices, raw, say } = parts
  const known = (id: string): LedgerJob => {
    const job = ledger.find(id)
    if (job) return job
    throw new Problem('bad-argument', say('There is no such print job.'))
  }
  const add = async (job: NewJob): Promise<PrintJob> => {
    const createdAt = new Date().toISOString()
    const added: LedgerJob = { ...job, id: randomUUID(), state: 'queued', createdAt, handing: null }
    const shown = await onDisk(ledger.add(added), say)
    parts.onQueued(added)
    return shown
  }
  const inOrder = oneByOne()
  return {
    printers: ports.printers,
    papers: ports.papers,
    rawPrinters: async () => raw.get(),
    keepRawPrinters: async (printers) => raw.set(printers),
    jobs: async () => ledger.list(),
    choices: async () => choices.get(),
    async remember({ kind, choice }) {
      choices.set({ ...choices.get(), [kind]: choice })
    },
    print: (request) => inOrder(chosen(request, parts), add),
    async printTestPage({ printer, paper }) {
      await checkPaper({ printer, paper }, ports)
      const body = { width_mm: paper.widthMm, height_mm: paper.heightMm, printer }
      const call = { method: house.testPage.method, path: `/${house.testPage.path}`, body }
      return add({ kind: 'test', title: say('Test page'), printer, paper, copies: 1, call })
    },
    async retry(id) {
      const job = known(id)
      if (job.state !== 'failed') throw new Problem('refused', say('Only failed jobs are tried again.'))
      const { isTakenBack: _, ...again } = job
      const shown = await onDisk(ledger.replace({ ...again, state: 'queued', handing: null }), say)
      parts.onQueued(job)
      return shown
    },
    async reprint(request) {
      const job = known(request.id)
      if (job.state !== 'printed' && job.state !== 'sent') {
        throw new Problem('refused', say('Only what was printed can be printed once more.'))
      }
      const { kind, title, printer, paper, copies, call } = job
      const again = { kind, title, printer, paper, copies, call }
      return add(reprintNeedsReason(kind) ? { ...again, reprint: await recordReprint(job, request, parts) } : again)
    },
    async cancel(id) {
      const shown = await takeBack(known(id), parts)
      parts.onTakenBack(id)
      return shown
    },
  }
}

/** Checks run side by side, and one may overtake another; jobs are begun in the order in which they were asked for. */
function oneByOne(): <C, T>(checked: Promise<C>, begin: (checked: C) => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return async (checked, begin) => {
    const before = last
    // It may fail before its turn comes, when nobody listens to it yet.
    checked.catch(() => undefined)
    // Wrapped, so that the next one waits for the beginning and not for the disk.
    const begun = before.then(() => checked).then((value) => ({ done: begin(value) }))
    last = begun.catch(() => undefined)
    return (await begun).done
  }
}

async function chosen(request: PrintRequest, { ports, choices, say }: Parts): Promise<NewJob> {
  const { kind, title, copies, call } = request
  const remembered = choices.get()[kind]
  const isNamed = (request.printer ?? remembered?.printer) !== undefined
  const printers = await (isNamed ? inTime(listed(ports), null) : listed(ports))
  const printer = choosePrinter({ asked: request.printer, remembered }, printers, say)
  refuseZpl({ kind, printer, speaks: ports.wayTo(printer).speaks }, say)
  const paper = request.paper ?? choosePaper(printer, remembered) ?? PRINT_SIZES[kind]
  refuseTooSmall({ kind, paper }, say)
  if (printers !== null) await checkPaper({ printer, paper }, ports)
  return { kind, title, printer, paper, copies, call }
}

/** Null while the printing system does not answer: a named printer is then believed, and the job waits for it. */
async function listed(ports: PrintPorts): Promise<Printer[] | null> {
  return ports.printers().catch((error: unknown) => {
    if (error instanceof NotYet) return null
    throw error
  })
}

async function checkPaper({ printer, paper }: Pick<LedgerJob, 'printer' | 'paper'>, ports: PrintPorts): Promise<void> {
  const checked = ports.checkPaper(printer, paper).catch((error: unknown) => {
    if (!(error instanceof NotYet)) throw error
  })
  await inTime(checked, undefined)
}

async function inTime<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  let late: NodeJS.Timeout | undefined
  const given = new Promise<T>((resolve) => {
    late = setTimeout(() => resolve(otherwise), checkingPatience)
  })
  return Promise.race([answer, given]).finally(() => clearTimeout(late))
}

/** Told to the server first: labels that nobody wrote down are not printed once more. */
async function recordReprint(
  job: LedgerJob,
  { reason, remark: typed }: ReprintRequest,
  { calls, say }: Parts,
): Promise<NonNullable<LedgerJob['reprint']>> {
  const remark = typed.trim()
  if (reason === undefined || (needsRemark(reason) && remark === '')) {
    throw new Problem('bad-argument', say('Please say why the labels are printed once more.'))
  }
  const { kind, title, printer, copies } = job
  const body = { job_id: job.id, kind, title, printer, copies, reason, remark }
  await calls.send({ method: house.recordReprint.method, path: `/${house.recordReprint.path}`, body })
  return { of: job.id, reason, remark }
}

async function onDisk<T>(written: Promise<T>, say: Say): Promise<T> {
  try {
    return await written
  } catch (error) {
    if (systemCode(error) === 'ENOSPC') throw new Problem('disk', say('There is no room left on the disk.'))
    throw error
  }
}
