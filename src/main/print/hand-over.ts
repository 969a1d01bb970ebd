import type { PrintJob } from '../../shared/bridge.ts'
import { asBridgeProblem, Problem, systemCode } from '../problem.ts'
import type { Say } from '../words.ts'
import type { LabelFiles } from './files.ts'
import { type Handing, type LedgerJob, refuseZpl } from './job.ts'
import type { Attempt, PrintLedger } from './ledger.ts'
import { type Handed, type HoldingPort, NotYet, type PrintPorts, type PrintSheet, type Ticket } from './port.ts'

interface Parts {
  ledger: PrintLedger
  ports: Pick<PrintPorts, 'wayTo' | 'checkPaper' | 'queue'>
  files: Pick<LabelFiles, 'fetch'>
  newTicket(): Ticket
  say: Say
  /** There is something in the system's queue to look after. */
  onQueue(): void
}

/** Words for jobs of which nobody can say whether they came out: the user looks, and prints again by command. */
export const unclear = {
  handing: 'The app closed while this job was handed over. Look at the printer, then print it again.',
  releasing: 'The printer’s queue did not say whether it printed this job. Look at the printer, then print it again.',
  forgotten: 'The printer’s queue no longer knows this job. Look at the printer, then print it again.',
  hidden:
    'The printer’s queue does not show this app its jobs, or keeps losing them. Look at the queue, then print it again.',
  damaged: 'The list of print jobs was damaged. Look at the printer, then print it again.',
}

/**
 * Brings one job to its printer. Every step is on the ledger before it is taken, so that a job goes out once wherever the app
 * or the spooler is killed: what was only held is taken up again or handed over anew under a new ticket; the word that lets it
 * out is said once and never repeated.
 */
export function handOver(parts: Parts): Attempt {
  const { ledger, ports, onQueue } = parts
  const losses = new Map<string, number>()
  const { queue } = ports
  return async (id, signal) => {
    const job = ledger.find(id)
    if (job?.state !== 'queued') return 'done'
    try {
      if (isOnPaperPerhaps(job)) throw new Problem('printer', parts.say(unclear.handing))
      const handed = heldOf(job) ?? (await bring(job, signal, parts))
      if (handed && queue) await letOut(id, handed, { ...parts, queue, losses })
      return 'done'
    } catch (error) {
      return giveWay({ id, error, signal }, parts)
    } finally {
      onQueue()
    }
  }
}

/** Handed over in one go, and what became of it was not written down: the app was killed, or the disk was full. */
function isOnPaperPerhaps({ handing }: LedgerJob): boolean {
  return handing?.way === 'one-shot' && handing.at === 'handing'
}

function heldOf({ handing }: LedgerJob): Handed | null {
  if (handing === null || handing.reference === null || handing.at === 'handing') return null
  return { reference: handing.reference, ticket: handing.ticket }
}

/** To the printer itself, or held into its queue: then there is a second word to say. */
async function bring(job: LedgerJob, signal: AbortSignal, parts: Parts): Promise<Handed | null> {
  const { ledger, ports, files, newTicket } = parts
  const { id, kind, call, printer, paper, copies, title } = job
  // First, since it also finds a spooler that is away: the server counts every fetching of labels as a print.
  await ports.checkPaper(printer, paper)
  const { speaks, port } = ports.wayTo(printer)
  // Once more: since it was queued the printer may have become one that is spoken to in ZPL.
  refuseZpl({ kind, printer, speaks }, parts.say)
  const form = speaks === 'pages' ? 'pdf' : speaks
  const path = await files.fetch({ id, call, form, signal })
  if (ledger.find(id)?.state !== 'queued') return null
  const ticket = newTicket()
  const begun: Handing = { way: port.way, at: 'handing', ticket, reference: null }
  await ledger.move(id, { handing: begun })
  if (!isCurrent(ledger, id, ticket)) return null
  const sheet: PrintSheet = { path, form: form === 'pdf' ? 'pdf' : 'raw', printer, paper, copies, title }
  if (port.way === 'one-shot') {
    await port.hand(sheet)
    await ledger.move(id, { state: 'sent', handing: { ...begun, at: 'out' } }).catch(() => {
      throw new Problem('disk', parts.say(unclear.handing))
    })
    return null
  }
  const reference = await port.hold(sheet, ticket)
  // Taken back meanwhile: its ticket is nobody's now, and the watch cancels it.
  if (!isCurrent(ledger, id, ticket)) return null
  await ledger.move(id, { handing: { ...begun, at: 'held', reference } })
  return { reference, ticket }
}

/** A queue may lose a job when it dies; one that never knows its own would be filled with held jobs. */
const mostLosses = 5

interface LetOut extends Parts {
  queue: HoldingPort
  /** How often the queue did not know a held job, by job. */
  losses: Map<string, number>
}

async function letOut(id: string, handed: Handed, { ledger, say, queue, losses }: LetOut): Promise<void> {
  const found = await queue.find(handed)
  const handing = ledger.find(id)?.handing
  if (!handing || !isCurrent(ledger, id, handed.ticket)) return
  const wasSaid = handing.at === 'releasing'
  if (found === null) {
    if (wasSaid) throw new Problem('printer', say(unclear.forgotten))
    const lost = (losses.get(id) ?? 0) + 1
    losses.set(id, lost)
    if (lost >= mostLosses) throw new Problem('printer', say(unclear.hidden))
    // Held until now, so nothing of it was printed: it is handed over anew.
    await ledger.move(id, { handing: null })
    throw new NotYet('printer', say('The printer’s queue lost this job before printing it. It is sent again.'))
  }
  if (found.state !== 'held') {
    // Somebody at the print server let it out or ended it, or the word was heard before the app was killed.
    await ledger.move(id, { state: 'sent', handing: { ...handing, at: 'out' } })
    return
  }
  if (wasSaid) {
    // Said and not kept, or never heard: saying it again could print the job twice.
    await queue.cancel(handed)
    throw new Problem('printer', say(unclear.releasing))
  }
  await ledger.move(id, { handing: { ...handing, at: 'releasing' } })
  if (!isCurrent(ledger, id, handed.ticket)) return
  await queue.release(handed)
  if (isCurrent(ledger, id, handed.ticket)) {
    await ledger.move(id, { state: 'sent', handing: { ...handing, at: 'out' } })
  }
}

/** Still to be printed, and by this handing over: not taken back, nor begun anew. */
function isCurrent(ledger: PrintLedger, id: string, ticket: Ticket): boolean {
  const job = ledger.find(id)
  return job?.state === 'queued' && job.handing?.ticket === ticket
}

interface Failed {
  id: string
  error: unknown
  signal: AbortSignal
}

async function giveWay({ id, error, signal }: Failed, { ledger, say }: Parts): Promise<'done' | 'again'> {
  const job = ledger.find(id)
  if (job?.state !== 'queued') return 'done'
  // The app closes: the job was not begun, and waits as it is.
  if (signal.aborted && job.handing === null) return 'again'
  const isFull = systemCode(error) === 'ENOSPC'
  const problem = isFull ? say('There is no room left on the disk.') : asBridgeProblem(error).message
  // What was being handed over has no number yet: it is begun anew, and what may still arrive under the old ticket is cancelled.
  const handing = job.handing?.at === 'handing' ? null : job.handing
  try {
    if (isFull || error instanceof NotYet) {
      if (job.problem !== problem || job.handing !== handing) await ledger.move(id, { problem, handing })
      return 'again'
    }
    await ledger.move(id, { state: 'failed', problem, handing: null })
    return 'done'
  } catch {
    // Nothing can be written just now; what the ledger says still stands.
    return 'again'
  }
}

interface TakeBackParts {
  ledger: PrintLedger
  ports: Pick<PrintPorts, 'queue'>
  say: Say
}

/** Takes back a job that is not printed yet: from the ledger, and from the system's queue where it got that far. */
export async function takeBack(job: LedgerJob, parts: TakeBackParts): Promise<PrintJob> {
  const { ledger, say } = parts
  if (job.state === 'printed') throw new Problem('refused', say('This job is printed already.'))
  if (job.state === 'failed') throw new Problem('refused', say('This job is not on its way to a printer.'))
  if (isOut(job)) await takeFromQueue(job, parts)
  return ledger.move(job.id, { state: 'failed', problem: say('Cancelled.'), handing: null, isTakenBack: true })
}

/** A job that is only held needs no more than to be forgotten: nobody will let it out. */
function isOut({ state, handing }: LedgerJob): boolean {
  return state === 'sent' || handing?.at === 'releasing' || handing?.way === 'one-shot'
}

async function takeFromQueue({ id, handing }: LedgerJob, { ledger, ports, say }: TakeBackParts): Promise<void> {
  if (ports.queue === null || handing?.way !== 'held' || handing.reference === null) {
    throw new Problem('refused', say('The printer has this job already. It cannot be taken back.'))
  }
  const handed = { reference: handing.reference, ticket: handing.ticket }
  // By its number alone another job could be hit: the queue gives numbers again after it lost its memory.
  if ((await ports.queue.find(handed)) === null) return
  await ports.queue.cancel(handed)
  const after = await ports.queue.find(handed)
  if (after?.state === 'printed') {
    await ledger.move(id, { state: 'printed' })
    throw new Problem('refused', say('This job is printed already.'))
  }
}

/** State reasons of printers and jobs (RFC 8011, PWG 5100.9) in words; the first that fits is told. */
const words: readonly [RegExp, string][] = [
  [/^(media-empty|media-needed|media-low-error)/, 'The printer is out of paper.'],
  [/^media-jam/, 'Paper is jammed in the printer.'],
  [/^(door|cover|interlock)-open/, 'The printer is open.'],
  [/^(toner|marker-supply|developer)-empty/, 'The printer is out of ink or ribbon.'],
  [
    /^(offline|connecting-to-device|timed-out|shutdown|cups-waiting-for-job-completed-offline)/,
    'The printer is offline.',
  ],
  [/^(paused|moving-to-paused|stopped|printer-stopped)/, 'The printer is paused.'],
]

const offlineWords = ['The printer is offline.', 'The printer is paused.']

/** What keeps a printer from printing, as an English key; null where nothing does. */
export function troubleOf(reasons: readonly string[]): string | null {
  for (const [pattern, text] of words) {
    // A warning keeps nothing; only `offline-report` means what it says.
    if (reasons.some((reason) => pattern.test(reason) && !/-warning$/.test(reason))) return text
  }
  return null
}

export function isOffline(reasons: readonly string[]): boolean {
  return offlineWords.includes(troubleOf(reasons) ?? '')
}
