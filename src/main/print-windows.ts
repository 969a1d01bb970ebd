import { createRequire } from 'node:module'
import { measuredPapers, paperNamed } from './paper-names.ts'
import { unclear } from './print-hand-over.ts'
import { noSuchPaper } from './print-paper.ts'
import { NotYet, type PrintSheet, type SystemPort } from './print-port.ts'
import { type WindowsPrinter, windowsPrinters } from './print-windows-printers.ts'
import { Problem } from './problem.ts'
import type { Say } from './words.ts'

/** SumatraPDF hands over and leaves; one that waits for somebody to answer its driver would keep the printer's line for ever. */
const handingPatience = 5 * 60_000

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
    late = setTimeout(() => reject(new Problem('printer', say(unclear.releasing))), handingPatience)
  })
  await Promise.race([printed, never]).finally(() => clearTimeout(late))
}
