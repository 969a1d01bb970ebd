import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { labelsCalls } from '../../shared/areas/labels/calls.ts'
import { type LabelSize, needsRemark, PRINT_SIZES, reprintNeedsReason } from '../../shared/areas/labels/rules.ts'
import type {
  Bridge,
  PrintChoice,
  PrintChoices,
  Printer,
  PrintJob,
  PrintRequest,
  RawPrinter,
  ReprintRequest,
} from '../../shared/bridge.ts'
import { copies, labelSize, printerName, printKind } from '../bridge-shapes.ts'
import { Problem, systemCode } from '../problem.ts'
import type { ServerCalls } from '../server/calls.ts'
import { type Saved, saved } from '../settings.ts'
import type { Say } from '../words.ts'
import { takeBack } from './hand-over.ts'
import { type LedgerJob, refuseTooSmall, refuseZpl } from './job.ts'
import type { PrintLedger } from './ledger.ts'
import { NotYet, type PrintPorts } from './port.ts'

interface Parts {
  ledger: PrintLedger
  ports: PrintPorts
  choices: Saved<PrintChoices>
  raw: Saved<RawPrinter[]>
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
const checkingTimeout = 5_000

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
      const call = { method: labelsCalls.testPage.method, path: `/${labelsCalls.testPage.path}`, body }
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
      const { kind, title, printer, paper, copies } = job
      const { key: _, ...call } = job.call
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
    late = setTimeout(() => resolve(otherwise), checkingTimeout)
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
  await calls.send({ method: labelsCalls.recordReprint.method, path: `/${labelsCalls.recordReprint.path}`, body })
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

export const printChoice = z.object({
  printer: printerName.exactOptional(),
  paper: labelSize.exactOptional(),
  copies,
  withoutAsking: z.boolean(),
})

const shape = z.partialRecord(printKind, printChoice)

/** What this workstation prints each kind of label, and papers, on. */
export function openPrintChoices(): Saved<PrintChoices> {
  return saved<PrintChoices>('print-choices', shape as z.ZodType<PrintChoices>, {})
}

/**
 * This time's printer, then the kind's, then the default. A named printer that is gone is an error and no reason to take
 * another: labels on the office printer's paper help nobody. `printers` is null while the system cannot say which there are.
 */
export function choosePrinter(
  wanted: { asked: string | undefined; remembered: PrintChoice | undefined },
  printers: readonly Printer[] | null,
  say: Say,
): string {
  const named = wanted.asked ?? wanted.remembered?.printer
  if (printers === null) {
    if (named !== undefined) return named
    throw new Problem('printer', say('The printing system of this computer does not answer.'))
  }
  if (printers.length === 0) throw new Problem('printer', say('There is no printer on this computer.'))
  if (named !== undefined) {
    if (printers.some((printer) => printer.name === named)) return named
    throw new Problem('printer', say('There is no printer named {{printer}} on this computer.', { printer: named }))
  }
  const byDefault = printers.find((printer) => printer.isDefault)
  if (byDefault) return byDefault.name
  throw new Problem('printer', say('No printer was chosen and there is no default printer.'))
}

/** The remembered paper lies in the remembered printer: of another one nothing is known. */
export function choosePaper(printer: string, remembered: PrintChoice | undefined): LabelSize | undefined {
  const isItsPrinter = remembered?.printer === undefined || remembered.printer === printer
  return isItsPrinter ? remembered?.paper : undefined
}
