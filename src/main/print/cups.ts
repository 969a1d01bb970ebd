import { execFile } from 'node:child_process'
import { userInfo } from 'node:os'
import { promisify } from 'node:util'
import type { Printer } from '../../shared/bridge.ts'
import { Problem, systemCode } from '../problem.ts'
import type { Say } from '../words.ts'
import { isOffline, troubleOf } from './hand-over.ts'
import { type IppClient, type IppJob, type IppPrinter, ippClient } from './ipp.ts'
import { mediaFor, noSuchPaper, papersOf } from './job.ts'
import { carries, jobName, type Tickets } from './ledger.ts'
import { type Handed, type HoldingPort, NotYet, type PrintSheet, type QueueJob, type SystemPort } from './port.ts'

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

const run = promisify(execFile)

interface HeldFile {
  path: string
  printer: string
  copies: number
  title: string
  options: readonly string[]
}

/** CUPS's own programs, by argument lists and never a shell. */
export interface CupsPrograms {
  printers(): Promise<string[]>
  defaultPrinter(): Promise<string | null>
  /** Where CUPS answers: a socket's path or host:port. */
  server(): Promise<string>
  hold(file: HeldFile): Promise<string>
  release(reference: string): Promise<void>
  /** A job that is over is left as it is. */
  cancel(reference: string): Promise<void>
}

export function cupsPrograms(say: Say): CupsPrograms {
  const call = async (program: string, args: readonly string[], timeout = 15_000): Promise<string> => {
    try {
      return (await run(program, args, { env: plainEnglish(), timeout: timeout })).stdout
    } catch (error) {
      throw notPossible(error, say)
    }
  }
  const ask = async (args: string[]): Promise<string> => {
    try {
      return (await run('lpstat', args, { env: plainEnglish(), timeout: 15_000 })).stdout
    } catch (error) {
      // lpstat fails for having nothing to list.
      if (/no destinations|invalid destination|unknown destination/i.test(stderrOf(error))) return ''
      throw notPossible(error, say)
    }
  }
  let server: Promise<string> | null = null
  return {
    printers: async () => lines(await ask(['-e'])),
    defaultPrinter: async () => /^system default destination: (\S+)$/m.exec(await ask(['-d']))?.[1] ?? null,
    server() {
      // It follows from the environment and from files that name no other place while the app runs.
      server ??= ask(['-H']).then(
        (text) => text.trim(),
        (error: unknown) => {
          server = null
          throw error
        },
      )
      return server
    },
    async hold({ path, printer, copies, title, options }) {
      // Everything that the user or the server can name stands behind its own flag, and the path behind `--`.
      const given = options.flatMap((option) => ['-o', option])
      const args = ['-d', printer, '-H', 'hold', '-n', String(copies), '-t', title, ...given, '--', path]
      const reference = /request id is (\S+)/.exec(await call('lp', args, 60_000))?.[1]
      if (reference !== undefined) return reference
      throw new NotYet('printer', say('Printing is not possible: {{reason}}', { reason: 'lp' }))
    },
    release: async (reference) => void (await call('lp', ['-i', reference, '-H', 'resume'])),
    async cancel(reference) {
      try {
        await run('cancel', [reference], { env: plainEnglish(), timeout: 15_000 })
      } catch (error) {
        if (!/already (completed|canceled|aborted)|does not exist/i.test(stderrOf(error))) throw notPossible(error, say)
      }
    },
  }
}

/** The programs' words are read, so they must not be translated. */
function plainEnglish(): NodeJS.ProcessEnv {
  return { ...process.env, LC_ALL: 'C' }
}

function stderrOf(error: unknown): string {
  return error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
}

/** A queue that takes no jobs just now, or a spooler that was gone for a moment, is waited for; a held job prints nothing. */
function notPossible(error: unknown, say: Say): Problem {
  const isMissing = systemCode(error) === 'ENOENT'
  const reason = isMissing ? 'CUPS' : stderrOf(error).replace(/^(lp|lpstat|cancel): (Error - )?/, '') || 'lp'
  const words = say('Printing is not possible: {{reason}}', { reason })
  return isMissing ? new Problem('printer', words) : new NotYet('printer', words)
}

function lines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
