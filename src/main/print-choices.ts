import { z } from 'zod'
import type { PrintChoice, PrintChoices, Printer } from '../shared/bridge.ts'
import type { LabelSize } from '../shared/domain/labels.ts'
import { type Kept, kept } from './kept.ts'
import { Problem } from './problem.ts'
import { copies, labelSize, printerName, printKind } from './shapes.ts'
import type { Say } from './words.ts'

export const printChoice = z.object({
  printer: printerName.exactOptional(),
  paper: labelSize.exactOptional(),
  copies,
  withoutAsking: z.boolean(),
})

const shape = z.partialRecord(printKind, printChoice)

/** What this workstation prints each kind of label, and papers, on. */
export function openPrintChoices(): Kept<PrintChoices> {
  return kept<PrintChoices>('print-choices', shape as z.ZodType<PrintChoices>, {})
}

/**
 * This time's printer, then the kind's, then the default. A named printer that is gone is an error and no reason to take
 * another: labels on the office printer's paper help nobody. `printers` is null while the system cannot say which there are.
 */
export function choosePrinter(
  wanted: { asked: string | undefined; remembered: PrintChoice | undefined },
  printers: readonly Printer[] | null,
  say: Say,
): string {
  const named = wanted.asked ?? wanted.remembered?.printer
  if (printers === null) {
    if (named !== undefined) return named
    throw new Problem('printer', say('The printing system of this computer does not answer.'))
  }
  if (printers.length === 0) throw new Problem('printer', say('There is no printer on this computer.'))
  if (named !== undefined) {
    if (printers.some((printer) => printer.name === named)) return named
    throw new Problem('printer', say('There is no printer named {{printer}} on this computer.', { printer: named }))
  }
  const byDefault = printers.find((printer) => printer.isDefault)
  if (byDefault) return byDefault.name
  throw new Problem('printer', say('No printer was chosen and there is no default printer.'))
}

/** The remembered paper lies in the remembered printer: of another one nothing is known. */
export function choosePaper(printer: string, remembered: PrintChoice | undefined): LabelSize | undefined {
  const isItsPrinter = remembered?.printer === undefined || remembered.printer === printer
  return isItsPrinter ? remembered?.paper : undefined
}
