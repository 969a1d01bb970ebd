import type { LabelSize } from '../shared/domain/labels.ts'
import { fitsOn } from '../shared/domain/printing.ts'
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
export function refuseTooSmall({ label, paper }: { label: LabelSize; paper: LabelSize }, say: Say): void {
  if (fitsOn(label, paper)) return
  const values = { label: measures(label), paper: measures(paper) }
  throw new Problem('printer', say('The label of {{label}} mm does not fit on paper of {{paper}} mm.', values))
}

function measures({ widthMm, heightMm }: LabelSize): string {
  return `${widthMm} × ${heightMm}`
}
