import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { z } from 'zod'

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
