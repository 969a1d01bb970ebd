import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Printer } from '../shared/bridge.ts'
import { ippJobState } from './ipp-job-state.ts'
import type { PrintOutcome, PrintPort } from './print-port.ts'
import { Problem, systemCode } from './problem.ts'
import type { Say } from './words.ts'

const run = promisify(execFile)

/** macOS and Linux: CUPS through its own programs, by argument lists and never a shell. */
export function cupsPort(say: Say): PrintPort {
  return {
    async printers() {
      const [listed, states, preferred] = await Promise.all([
        ask(['-e'], say),
        ask(['-l', '-p'], say),
        ask(['-d'], say),
      ])
      const byDefault = /^system default destination: (\S+)$/m.exec(preferred)?.[1]
      const known = describedPrinters(states)
      return lines(listed).map((name) => ({
        name,
        title: known.get(name)?.title || name,
        isDefault: name === byDefault,
        state: known.get(name)?.state ?? 'unknown',
        speaks: 'pages',
      }))
    },
    async hand(sheet) {
      try {
        const { stdout } = await run('lp', lpArguments(sheet), { env: plainEnglish(), timeout: 60_000 })
        return /request id is (\S+)/.exec(stdout)?.[1] ?? null
      } catch (error) {
        throw notPossible(error, say)
      }
    },
    async outcome(reference) {
      const number = Number(/-(\d+)$/.exec(reference)?.[1])
      const server = (await ask(['-H'], say)).trim()
      return outcomeOf(await ippJobState(server, number))
    },
  }
}

/**
 * The page is exactly the label and nothing is scaled: print settings that leave the size to the driver are how codes become
 * unreadable. Everything that the user or the server can name stands behind its own flag, and the path behind `--`.
 */
function lpArguments({ path, printer, size, copies, title }: Parameters<PrintPort['hand']>[0]): string[] {
  const media = `media=Custom.${size.widthMm}x${size.heightMm}mm`
  const options = [media, 'print-scaling=none', 'fit-to-page=false', 'sides=one-sided', 'number-up=1']
  return ['-d', printer, '-n', String(copies), '-t', title, ...options.flatMap((option) => ['-o', option]), '--', path]
}

async function ask(args: string[], say: Say): Promise<string> {
  try {
    return (await run('lpstat', args, { env: plainEnglish(), timeout: 15_000 })).stdout
  } catch (error) {
    // lpstat fails for having nothing to list.
    if (/no destinations|invalid destination|unknown destination/i.test(stderrOf(error))) return ''
    throw notPossible(error, say)
  }
}

/** The programs' words are read, so they must not be translated. */
function plainEnglish(): NodeJS.ProcessEnv {
  return { ...process.env, LC_ALL: 'C' }
}

function stderrOf(error: unknown): string {
  return error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
}

function notPossible(error: unknown, say: Say): Problem {
  const reason = systemCode(error) === 'ENOENT' ? 'CUPS' : stderrOf(error).replace(/^lp(stat)?: /, '')
  return new Problem('printer', say('Printing is not possible: {{reason}}', { reason: reason || 'lp' }))
}

function describedPrinters(text: string): Map<string, Pick<Printer, 'title' | 'state'>> {
  const found = new Map<string, Pick<Printer, 'title' | 'state'>>()
  for (const block of text.split(/^(?=printer )/m)) {
    const name = /^printer (\S+) /.exec(block)?.[1]
    if (!name) continue
    const title = /^\s+Description: (.+)$/m.exec(block)?.[1]?.trim() ?? name
    found.set(name, { title, state: /^printer \S+ disabled/.test(block) ? 'offline' : 'ready' })
  }
  return found
}

function lines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** RFC 8011's job-state: 3 to 6 are on their way (stopped ones wait for paper or a person), 7 and 8 will not come. */
function outcomeOf(state: number | null): PrintOutcome {
  if (state === null) return { state: 'unknown' }
  if (state === 7) return { state: 'failed', reason: 'cancelled' }
  if (state === 8) return { state: 'failed', reason: 'aborted' }
  return { state: state === 9 ? 'printed' : 'pending' }
}
