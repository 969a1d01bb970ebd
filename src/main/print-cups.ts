import { userInfo } from 'node:os'
import type { Printer } from '../shared/bridge.ts'
import { type IppClient, type IppJob, type IppPrinter, ippClient } from './ipp-client.ts'
import { type CupsPrograms, cupsPrograms } from './print-cups-programs.ts'
import { mediaFor, papersOf } from './print-media.ts'
import { noSuchPaper } from './print-paper.ts'
import { type Handed, type HoldingPort, NotYet, type PrintSheet, type QueueJob, type SystemPort } from './print-port.ts'
import { carries, jobName, type Tickets } from './print-tickets.ts'
import { isOffline, troubleOf } from './print-trouble.ts'
import { Problem } from './problem.ts'
import type { Say } from './words.ts'

interface Parts {
  say: Say
  tickets: Tickets
}

/** macOS and Linux: CUPS, by its own programs for what changes something and by IPP for what they do not tell. */
export function cupsPort({ say, tickets }: Parts): SystemPort {
  const programs = cupsPrograms(say)
  // Names of jobs are told to those who handed them over, by the name that `lp` gives.
  const ipp = ippClient(() => programs.server(), process.env.CUPS_USER ?? userInfo().username)
  const reading = readable(ipp, say)
  return {
    async printers() {
      const [names, byDefault] = await Promise.all([programs.printers(), programs.defaultPrinter()])
      const known = new Map((await reading((asked) => asked.printers())).map((printer) => [printer.name, printer]))
      return names.map((name) => printerOf(name, byDefault, known.get(name)))
    },
    papers: async (name) => papersOf((await reading((asked) => asked.printer(name)))?.media ?? []),
    async checkPaper(name, paper) {
      const printer = await reading((asked) => asked.printer(name))
      if (mediaFor(printer?.media ?? [], paper) === null) throw noSuchPaper({ printer: name, paper }, say)
    },
    jobs: queuePort({ programs, reading, say, tickets }),
  }
}

type Reading = <T>(ask: (ipp: IppClient) => Promise<T>) => Promise<T>

/** A spooler that does not answer is waited for. */
function readable(ipp: IppClient, say: Say): Reading {
  return async (ask) => {
    try {
      return await ask(ipp)
    } catch {
      throw new NotYet('printer', say('The printing system of this computer does not answer.'))
    }
  }
}

function queuePort(parts: { programs: CupsPrograms; reading: Reading; say: Say; tickets: Tickets }): HoldingPort {
  const { programs, reading, say, tickets } = parts
  const told = (job: IppJob, handed: Handed, trouble: string | null): QueueJob => ({
    ...handed,
    state: stateOf(job.state),
    trouble: trouble === null ? null : say(trouble),
  })
  return {
    way: 'held',
    async hold(sheet, ticket) {
      const printer = await reading((ipp) => ipp.printer(sheet.printer))
      const options = optionsOf(sheet, printer, say)
      try {
        return await programs.hold({ ...sheet, title: jobName(sheet.title, ticket), options })
      } catch (error) {
        // With the spooler gone `lp` says that there is no such printer; asked again, the two are told apart.
        const known = await reading((ipp) => ipp.printer(sheet.printer))
        if (known === null) {
          const values = { printer: sheet.printer }
          throw new Problem('printer', say('There is no printer named {{printer}} on this computer.', values))
        }
        throw error
      }
    },
    release: ({ reference }) => programs.release(reference),
    cancel: ({ reference }) => programs.cancel(reference),
    async find(handed) {
      const job = await reading((ipp) => ipp.job(numberOf(handed.reference)))
      if (job === null || !carries(job.name, handed.ticket)) return null
      return told(job, handed, null)
    },
    async open() {
      const [jobs, printers] = await Promise.all([reading((ipp) => ipp.openJobs()), reading((ipp) => ipp.printers())])
      const reasons = new Map(printers.map((printer) => [printer.name, printer.reasons]))
      return jobs.flatMap((job) => {
        const ticket = tickets.in(job.name)
        if (ticket === null) return []
        const handed = { reference: `${job.printer}-${job.number}`, ticket }
        return [told(job, handed, troubleOf([...(reasons.get(job.printer) ?? []), ...job.reasons]))]
      })
    },
  }
}

/**
 * The page is exactly the label and nothing is scaled: print settings that leave the size to the driver are how codes become
 * unreadable. Raw bytes know their own size.
 */
function optionsOf(sheet: PrintSheet, printer: IppPrinter | null, say: Say): string[] {
  if (sheet.form === 'raw') return ['raw']
  const media = mediaFor(printer?.media ?? [], sheet.paper)
  if (media === null) throw noSuchPaper(sheet, say)
  return [`media=${media}`, 'print-scaling=none', 'fit-to-page=false', 'sides=one-sided', 'number-up=1']
}

function printerOf(name: string, byDefault: string | null, known: IppPrinter | undefined): Printer {
  // A printer found on the network, without a queue yet, tells nothing of itself.
  const state = known === undefined ? 'unknown' : known.state === 5 || isOffline(known.reasons) ? 'offline' : 'ready'
  return { name, title: known?.info || name, isDefault: name === byDefault, state, speaks: 'pages' }
}

function numberOf(reference: string): number {
  return Number(/-(\d+)$/.exec(reference)?.[1])
}

/** RFC 8011's job-state: 3, 5 and 6 are on their way (a stopped one waits for paper or a person), 7 and 8 will not come. */
function stateOf(state: number): QueueJob['state'] {
  if (state === 4) return 'held'
  if (state === 7) return 'cancelled'
  if (state === 8) return 'aborted'
  return state === 9 ? 'printed' : 'on-its-way'
}
