import type { LabelSize } from '../../shared/areas/labels/rules.ts'
import type { Paper, Printer, RawPrinter } from '../../shared/bridge.ts'
import { Problem } from '../problem.ts'

/** One file on its way to a printer. */
export interface PrintSheet {
  path: string
  /** A PDF whose pages lie on `paper`, or bytes in the printer's own language that nobody may touch. */
  form: 'pdf' | 'raw'
  printer: string
  paper: LabelSize
  copies: number
  title: string
}

/** Names one handing over, before the system has given it a number: short words that no other handing over carries. */
export type Ticket = string

/** A job in the system's queue. Numbers are given again after a spooler lost its memory, so a ticket goes with each. */
export interface Handed {
  reference: string
  ticket: Ticket
}

export interface QueueJob extends Handed {
  state: 'held' | 'on-its-way' | 'printed' | 'cancelled' | 'aborted'
  /** What keeps it, in words for the user. */
  trouble: string | null
}

/**
 * A queue that takes a job first and prints it on a second word. Between the two nothing comes out, so a job is never printed
 * twice by itself, wherever app or spooler are killed.
 */
export interface HoldingPort {
  way: 'held'
  /** Puts the job into the queue, held; answers the queue's number for it. */
  hold(sheet: PrintSheet, ticket: Ticket): Promise<string>
  /** Where it fails, the word may have been heard or not. */
  release(job: Handed): Promise<void>
  /** A job that is over or unknown is left as it is. */
  cancel(job: Handed): Promise<void>
  /** Null where the queue knows no such job, or the number belongs to another one by now. */
  find(job: Handed): Promise<QueueJob | null>
  /** This workstation's jobs that are not over. */
  open(): Promise<QueueJob[]>
}

/** Takes a job in one go and tells nothing afterwards: a job that was being handed over at a crash may be on paper or not. */
export interface OneShotPort {
  way: 'one-shot'
  hand(sheet: PrintSheet): Promise<void>
}

/** Where a job is handed over. Failures are Problems in words for the user; NotYet where nothing can have been printed. */
export type JobPort = HoldingPort | OneShotPort

/** An operating system's printing. */
export interface SystemPort {
  printers(): Promise<Printer[]>
  /** Papers that the driver names; empty where it takes any size. */
  papers(printer: string): Promise<Paper[]>
  /** Refuses, in words, a paper that this printer cannot take. */
  checkPaper(printer: string, paper: LabelSize): Promise<void>
  jobs: JobPort
}

/** The way to a printer that is spoken to in its own language; made by `rawPort(parts)` of print-raw.ts. */
export type RawPortOf = (printer: RawPrinter) => JobPort

/** Nothing went out and nothing will of this try: the job waits and is tried again by itself. */
export class NotYet extends Problem {}

/** How one printer is reached, and what it is sent. */
export interface PrinterWay {
  speaks: Printer['speaks']
  port: JobPort
}

/** Every printer of this workstation: the system's, and the ones spoken to in their own language. */
export interface PrintPorts {
  printers(): Promise<Printer[]>
  papers(printer: string): Promise<Paper[]>
  /** Refuses, in words, a paper that this printer cannot take. */
  checkPaper(printer: string, paper: LabelSize): Promise<void>
  wayTo(printer: string): PrinterWay
  /** The system's queue, where it holds jobs: it is asked what became of them. */
  queue: HoldingPort | null
}

/**
 * The one place where it is decided who prints for whom. A raw printer of way `queue` is the system's queue of that name, as
 * one that speaks ZPL; of way `socket`, a printer of its own, whose name wins over a queue of the same name.
 */
export function printPorts(parts: {
  system: SystemPort
  raw(): readonly RawPrinter[]
  rawPort: RawPortOf
}): PrintPorts {
  const { system, raw, rawPort } = parts
  const systemPrinters = sharedAnswer(system.printers)
  const rawNamed = (name: string) => raw().find((one) => one.name === name)
  return {
    async printers() {
      const sockets = raw().filter(({ way }) => way.kind === 'socket')
      const queues = await systemPrinters().catch((error: unknown) => {
        // A label printer on the network needs no printing of the system.
        if (sockets.length > 0) return []
        throw error
      })
      const others = queues.filter(({ name }) => !sockets.some((socket) => socket.name === name))
      return [...others.map((queue) => asSpoken(queue, rawNamed(queue.name))), ...sockets.map(socketPrinter)]
    },
    papers: async (printer) => (rawNamed(printer) ? [] : system.papers(printer)),
    async checkPaper(printer, paper) {
      if (!rawNamed(printer)) await system.checkPaper(printer, paper)
    },
    wayTo(printer) {
      const spoken = rawNamed(printer)
      return spoken ? { speaks: spoken.dialect, port: rawPort(spoken) } : { speaks: 'pages', port: system.jobs }
    },
    queue: system.jobs.way === 'held' ? system.jobs : null,
  }
}

function asSpoken(queue: Printer, raw: RawPrinter | undefined): Printer {
  return raw ? { ...queue, speaks: raw.dialect } : queue
}

function socketPrinter({ name, dialect }: RawPrinter): Printer {
  // Whether it listens is known when a label is sent.
  return { name, title: name, isDefault: false, state: 'unknown', speaks: dialect }
}

/** Five hundred labels at once ask who prints them five hundred times: while one answer is on its way, all wait for it. */
function sharedAnswer<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | null = null
  return () => {
    asked ??= ask().finally(() => {
      asked = null
    })
    return asked
  }
}
