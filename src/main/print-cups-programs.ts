import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { NotYet } from './print-port.ts'
import { Problem, systemCode } from './problem.ts'
import type { Say } from './words.ts'

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
  const call = async (program: string, args: readonly string[], patience = 15_000): Promise<string> => {
    try {
      return (await run(program, args, { env: plainEnglish(), timeout: patience })).stdout
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
