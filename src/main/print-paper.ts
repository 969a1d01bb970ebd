import type { LabelSize } from '../shared/domain/labels.ts'
import { fitsOn, mayBeZpl, PRINT_SIZES, type PrintKind } from '../shared/domain/printing.ts'
import type { LedgerJob } from './print-job.ts'
import type { PrinterWay } from './print-ports.ts'
import { Problem } from './problem.ts'
import type { Say } from './words.ts'

export function noSuchPaper({ printer, paper }: { printer: string; paper: LabelSize }, say: Say): Problem {
  const values = { printer, size: measures(paper) }
  return new Problem(
    'printer',
    say('The printer {{printer}} knows no paper of {{size}} mm. Add it in the printer’s settings.', values),
  )
}

/** Nothing is scaled, so a label that is larger than its paper would lose its edge, and with it a code. */
export function refuseTooSmall({ kind, paper }: { kind: PrintKind; paper: LabelSize }, say: Say): void {
  const size = PRINT_SIZES[kind]
  if (fitsOn(size, paper)) return
  if (kind === 'paper') {
    const values = { page: measures(size), paper: measures(paper) }
    throw new Problem('printer', say('Pages of {{page}} mm do not fit on paper of {{paper}} mm.', values))
  }
  const values = { label: measures(size), paper: measures(paper) }
  throw new Problem('printer', say('The label of {{label}} mm does not fit on paper of {{paper}} mm.', values))
}

/** Pages of A4 are written for nothing but pages: what a label printer got would come out as text without an end. */
export function refuseZpl(
  { kind, printer, speaks }: Pick<LedgerJob, 'kind' | 'printer'> & Pick<PrinterWay, 'speaks'>,
  say: Say,
): void {
  if (speaks === 'pages' || mayBeZpl(kind)) return
  throw new Problem('printer', say('{{printer}} prints labels only. Choose a printer with A4 paper.', { printer }))
}

function measures({ widthMm, heightMm }: LabelSize): string {
  return `${widthMm} × ${heightMm}`
}
