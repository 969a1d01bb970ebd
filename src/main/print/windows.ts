import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { z } from 'zod'
import { Problem } from '../problem.ts'
import type { Say } from '../words.ts'
import { unclear } from './hand-over.ts'
import { measuredPapers, noSuchPaper, paperNamed } from './job.ts'
import { NotYet, type PrintSheet, type SystemPort } from './port.ts'

/** SumatraPDF hands over and leaves; one that waits for somebody to answer its driver would keep the printer's line for ever. */
const handingTimeout = 5 * 60_000

/** Windows: SumatraPDF by way of pdf-to-printer, on a paper that the driver knows, never scaled. */
export function windowsPort(say: Say): SystemPort {
  // CommonJS whose names an import statement cannot see, and of no use on other systems.
  const { print } = createRequire(import.meta.url)('pdf-to-printer') as typeof import('pdf-to-printer')
  const known = async (): Promise<WindowsPrinter[]> => {
    try {
      return await windowsPrinters()
    } catch {
      throw new NotYet('printer', say('The printing system of this computer does not answer.'))
    }
  }
  const papersOf = async (printer: string) => (await known()).find(({ name }) => name === printer)?.papers ?? []
  const paperFor = async ({ printer, paper }: Pick<PrintSheet, 'printer' | 'paper'>): Promise<string> => {
    const paperSize = paperNamed(await papersOf(printer), paper)
    if (paperSize === null) throw noSuchPaper({ printer, paper }, say)
    return paperSize
  }
  return {
    async printers() {
      return (await known()).map(({ name, isDefault, isOffline }) => {
        return { name, title: name, isDefault, state: isOffline ? 'offline' : 'ready', speaks: 'pages' }
      })
    },
    papers: async (printer) => measuredPapers(await papersOf(printer)),
    checkPaper: async (printer, paper) => void (await paperFor({ printer, paper })),
    // SumatraPDF hands over to the spooler and leaves; what the paper does is not told.
    jobs: {
      way: 'one-shot',
      async hand({ path, form, printer, paper, copies }) {
        if (form === 'raw')
          throw new Problem('refused', say('Raw queues are not possible on Windows. Use the printer’s address.'))
        const paperSize = await paperFor({ printer, paper })
        try {
          await inTime(print(path, { printer, paperSize, scale: 'noscale', copies, silent: true }), say)
        } catch (error) {
          if (error instanceof Problem) throw error
          const reason = error instanceof Error ? error.message : String(error)
          throw new Problem('printer', say('Printing is not possible: {{reason}}', { reason }))
        }
      },
    },
  }
}

async function inTime(printed: Promise<void>, say: Say): Promise<void> {
  let late: NodeJS.Timeout | undefined
  const never = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new Problem('printer', say(unclear.releasing))), handingTimeout)
  })
  await Promise.race([printed, never]).finally(() => clearTimeout(late))
}

const run = promisify(execFile)

export interface WindowsPrinter {
  name: string
  isDefault: boolean
  isOffline: boolean
  /** The driver's names. */
  papers: string[]
}

/** As JSON: what PowerShell shows for reading ends every list after its fourth paper. Nothing of ours goes into the script. */
const script = [
  '[Console]::OutputEncoding = [System.Text.UTF8Encoding]::new($false)',
  '$all = @(Get-CimInstance Win32_Printer | Select-Object Name, Default, WorkOffline, PrinterPaperNames)',
  'ConvertTo-Json -Compress -Depth 3 -InputObject $all',
].join('; ')

/** CIM knows no value as null. */
const told = z.array(
  z.object({
    Name: z.string(),
    Default: z.boolean().nullish(),
    WorkOffline: z.boolean().nullish(),
    PrinterPaperNames: z.array(z.string()).nullish(),
  }),
)

/** Throws where Windows does not answer within 15 s. */
export async function windowsPrinters(): Promise<WindowsPrinter[]> {
  const options = { timeout: 15_000, windowsHide: true, maxBuffer: 16 * 1024 * 1024 }
  const { stdout } = await run('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', script], options)
  return printersIn(stdout)
}

export function printersIn(json: string): WindowsPrinter[] {
  return told.parse(JSON.parse(json)).map((printer) => ({
    name: printer.Name,
    isDefault: printer.Default === true,
    isOffline: printer.WorkOffline === true,
    papers: printer.PrinterPaperNames ?? [],
  }))
}
