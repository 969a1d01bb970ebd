import type { GridValues } from '../../../kit/quantity-grid/grid-model.ts'
import type { QcLine } from '../box/box-data.ts'
import { describedUnits, type InspectionDraft, type Judged, judgedOf } from './draft.ts'

/** `hold`: until a lead has decided. */
export type LotVerdict = 'accept' | 'reject' | 'hold'

/** Pieces whose verdict was another one before, and those that stay on hold. */
export interface VerdictChange {
  verdict: LotVerdict
  /** Now failed or on hold and passed before, or passed now and failed before. */
  turned: number
  /** On hold before. */
  released: number
  /** Put on hold one by one: no verdict on their lot is one on them. */
  stillHeld: number
}

/**
 * The verdict on a lot: accepted, its units with a defect fail and the others pass; rejected, all fail; put on hold, all but those
 * units wait. The last one given holds, whatever was said before, but for pieces put on hold beside others; a lot that is on hold as
 * a whole is judged.
 */
export function judgeLot(draft: InspectionDraft, lines: readonly QcLine[], verdict: LotVerdict): InspectionDraft {
  const stays = verdict !== 'hold' && staysHeld(draft, lines)
  const judged: Record<string, GridValues> = { ...draft.judged }
  for (const line of lines) {
    const held = stays ? judgedOf(draft, line).on_hold : 0
    const pieces = Math.max(0, line.quantities[draft.source] - held)
    const failed = verdict === 'reject' ? pieces : Math.min(pieces, unitsOf(draft, line))
    const others = pieces - failed
    const cell = verdict === 'hold' ? { passed: 0, failed, on_hold: others } : { passed: others, failed, on_hold: held }
    judged[line.style_id] = { ...judged[line.style_id], [line.nm_sku]: cell }
  }
  return { ...draft, judged }
}

const unitsOf = ({ defects }: InspectionDraft, line: QcLine): number =>
  describedUnits(defects.filter(({ nm_sku }) => nm_sku === line.nm_sku))

/** Whether pieces are on hold beside others, and not the whole lot but for its units with a defect. */
function staysHeld(draft: InspectionDraft, lines: readonly QcLine[]): boolean {
  return lines.some((line) => {
    const pieces = line.quantities[draft.source]
    return judgedOf(draft, line).on_hold < pieces - Math.min(pieces, unitsOf(draft, line))
  })
}

/** What a verdict changed of what was said before; null where it only filled what nobody had judged. */
export function verdictChange(
  before: InspectionDraft,
  after: InspectionDraft,
  { lines, verdict }: { lines: readonly QcLine[]; verdict: LotVerdict },
): VerdictChange | null {
  const other = verdict === 'accept' ? 'failed' : 'passed'
  const less = (layer: keyof Judged) =>
    lines.reduce((sum, line) => sum + Math.max(0, judgedOf(before, line)[layer] - judgedOf(after, line)[layer]), 0)
  const isHold = verdict === 'hold'
  const stillHeld = isHold ? 0 : lines.reduce((sum, line) => sum + judgedOf(after, line).on_hold, 0)
  const change = { verdict, turned: less(other), released: less('on_hold'), stillHeld }
  return change.turned + change.released + stillHeld > 0 ? change : null
}
