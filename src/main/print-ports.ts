import type { Paper, Printer, RawPrinter } from '../shared/bridge.ts'
import type { LabelSize } from '../shared/domain/labels.ts'
import type { HoldingPort, JobPort, RawPortOf, SystemPort } from './print-port.ts'

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
