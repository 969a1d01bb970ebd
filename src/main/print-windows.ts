import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { measuredPapers, paperNamed } from './paper-names.ts'
import { noSuchPaper } from './print-paper.ts'
import type { SystemPort } from './print-port.ts'
import { Problem } from './problem.ts'
import type { Say } from './words.ts'

const run = promisify(execFile)

/** Windows: SumatraPDF by way of pdf-to-printer, on a paper that the driver knows, never scaled. */
export function windowsPort(say: Say): SystemPort {
  // CommonJS whose names an import statement cannot see, and of no use on other systems.
  const library = createRequire(import.meta.url)('pdf-to-printer') as typeof import('pdf-to-printer')
  const { getDefaultPrinter, getPrinters, print } = library
  const papersOf = async (printer: string) =>
    (await getPrinters()).find((one) => one.name === printer)?.paperSizes ?? []
  return {
    async printers() {
      const [all, preferred, offline] = await Promise.all([getPrinters(), getDefaultPrinter(), offlinePrinters()])
      return all.map((printer) => ({
        name: printer.name,
        title: printer.name,
        isDefault: printer.deviceId === preferred?.deviceId,
        state: offline === null ? 'unknown' : offline.has(printer.name) ? 'offline' : 'ready',
        speaks: 'pages',
      }))
    },
    papers: async (printer) => measuredPapers(await papersOf(printer)),
    async checkPaper(printer, paper) {
      if (paperNamed(await papersOf(printer), paper) === null) throw noSuchPaper({ printer, paper }, say)
    },
    // SumatraPDF hands over to the spooler and leaves; what the paper does is not told.
    jobs: {
      way: 'one-shot',
      async hand({ path, form, printer, paper, copies }) {
        if (form === 'raw')
          throw new Problem('refused', say('Raw queues are not possible on Windows. Use the printer’s address.'))
        const paperSize = paperNamed(await papersOf(printer), paper)
        if (paperSize === null) throw noSuchPaper({ printer, paper }, say)
        try {
          await print(path, { printer, paperSize, scale: 'noscale', copies, silent: true })
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error)
          throw new Problem('printer', say('Printing is not possible: {{reason}}', { reason }))
        }
      },
    },
  }
}

/** Null when Windows does not say. */
async function offlinePrinters(): Promise<Set<string> | null> {
  const script = 'Get-CimInstance Win32_Printer -Filter "WorkOffline=TRUE" | ForEach-Object Name'
  try {
    const { stdout } = await run('powershell.exe', ['-NoProfile', '-Command', script], { timeout: 15_000 })
    return new Set(stdout.split(/\r?\n/).filter((name) => name !== ''))
  } catch {
    // Printing does not depend on it: the state is shown as unknown.
    return null
  }
}
