import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { paperNamed } from './paper-names.ts'
import type { PrintPort } from './print-port.ts'
import { Problem } from './problem.ts'
import type { Say } from './words.ts'

const run = promisify(execFile)

/** Windows: SumatraPDF by way of pdf-to-printer, on a paper that the driver knows, never scaled. */
export function windowsPort(say: Say): PrintPort {
  // CommonJS whose names an import statement cannot see, and of no use on other systems.
  const library = createRequire(import.meta.url)('pdf-to-printer') as typeof import('pdf-to-printer')
  const { getDefaultPrinter, getPrinters, print } = library
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
    async hand({ path, printer, size, copies }) {
      const target = (await getPrinters()).find((one) => one.name === printer)
      const paperSize = paperNamed(target?.paperSizes ?? [], size)
      if (paperSize === null) {
        const values = { printer, size: `${size.widthMm} × ${size.heightMm}` }
        throw new Problem(
          'printer',
          say('The printer {{printer}} knows no paper of {{size}} mm. Add it in the printer’s settings.', values),
        )
      }
      try {
        await print(path, { printer, paperSize, scale: 'noscale', copies, silent: true })
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        throw new Problem('printer', say('Printing is not possible: {{reason}}', { reason }))
      }
      return null
    },
    // SumatraPDF hands over to the spooler and leaves; what the paper does is not told.
    outcome: async () => ({ state: 'unknown' }),
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
