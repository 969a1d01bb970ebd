import { z } from 'zod'
import type { PrintChoice, PrintChoices, Printer } from '../shared/bridge.ts'
import type { LabelKind } from '../shared/domain/labels.ts'
import { type Kept, kept } from './kept.ts'
import { Problem } from './problem.ts'
import { copies, labelKind, labelSize, printerName } from './shapes.ts'
import type { Say } from './words.ts'

export const printChoice = z.object({
  printer: printerName.exactOptional(),
  paper: labelSize.exactOptional(),
  copies,
  withoutAsking: z.boolean(),
})

const shape = z.partialRecord(labelKind, printChoice)

/** What this workstation prints each kind of label on. */
export function openPrintChoices(): Kept<PrintChoices> {
  return kept<PrintChoices>('print-choices', shape as z.ZodType<PrintChoices>, {})
}

/**
 * This time's printer, then the kind's, then the default. A named printer that is gone is an error and no reason to take
 * another: labels on the office printer's paper help nobody.
 */
export function choosePrinter(
  wanted: { asked: string | undefined; kind: LabelKind },
  known: { printers: readonly Printer[]; choices: PrintChoices },
  say: Say,
): string {
  const { printers, choices } = known
  if (printers.length === 0) throw new Problem('printer', say('There is no printer on this computer.'))
  const remembered: PrintChoice | undefined = choices[wanted.kind]
  const named = wanted.asked ?? remembered?.printer
  if (named !== undefined) {
    if (printers.some((printer) => printer.name === named)) return named
    throw new Problem('printer', say('There is no printer named {{printer}} on this computer.', { printer: named }))
  }
  const byDefault = printers.find((printer) => printer.isDefault)
  if (byDefault) return byDefault.name
  throw new Problem('printer', say('No printer was chosen and there is no default printer.'))
}
