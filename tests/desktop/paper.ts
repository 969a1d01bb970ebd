import { startCups } from './cups.ts'
import type { PrintedJob } from './cups-folder.ts'

/** Printers that the app under test sees, and what came out of them. */
export interface Paper {
  /** What the app must be started with to see them. */
  environment: Record<string, string>
  printed(): Promise<PrintedJob[]>
  stop(): Promise<void>
}

/** A real CUPS with these printers, the first the default. Where none can run (`whyNoCups`) there is no printing to test. */
export async function startPaper(printers: readonly string[]): Promise<Paper> {
  const cups = await startCups()
  for (const [at, name] of printers.entries()) await cups.addPrinter(name, { isDefault: at === 0 })
  return { environment: { CUPS_SERVER: cups.address }, printed: cups.printed, stop: cups.stop }
}
