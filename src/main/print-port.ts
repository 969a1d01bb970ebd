import type { Printer } from '../shared/bridge.ts'
import type { LabelSize } from '../shared/domain/labels.ts'

/** One PDF on its way to a printer. */
export interface PrintSheet {
  path: string
  printer: string
  size: LabelSize
  copies: number
  title: string
}

export type PrintOutcome = { state: 'pending' | 'printed' | 'unknown' } | { state: 'failed'; reason: string }

/** What an operating system's printing must do for the app. Failures are Problems in words for the user. */
export interface PrintPort {
  printers(): Promise<Printer[]>
  /** Hands the PDF to the system's queue, at true size; answers the system's name for the job, null where it gives none. */
  hand(sheet: PrintSheet): Promise<string | null>
  /** What became of a job that was handed over. */
  outcome(reference: string): Promise<PrintOutcome>
}
