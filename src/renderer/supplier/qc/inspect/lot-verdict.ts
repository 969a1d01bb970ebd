import type { GridValues } from '../../../kit/quantity-grid/grid-model.ts'
import type { QcLine } from '../box/box-data.ts'
import { describedUnits, type InspectionDraft, type Judged, judgedOf } from './draft.ts'

export type LotVerdict = 'accept' | 'reject'

/** Pieces whose verdict was another one before, and those that stay on hold. */
export interface VerdictChange {
  verdict: LotVerdict
  /** Now failed and passed before, or the other way round. */
  turned: number
  /** On hold before. */
  released: number
  /** Put on hold one by one: no verdict on their lot is one on them. */
  stillHeld: number
}

/**
 * The verdict on a lot: accepted, its units with a defect fail and the others pass; rejected, all fail. The last one given holds,
 * whatever was said before, but for pieces put on hold beside others; a lot that is on hold as a whole is judged.
 */
export function judgeLot(draft: InspectionDraft, lines: readonly QcLine[], verdict: LotVerdict): InspectionDraft {
  const stays = staysHeld(draft, lines)
  const judged: Record<string, GridValues> = { ...draft.judged }
  for (const line of lines) {
    const on_hold = stays ? judgedOf(draft, line).on_hold : 0
    const pieces = Math.max(0, line.quantities[draft.source] - on_hold)
    const units = describedUnits(draft.defects.filter(({ nm_sku }) => nm_sku === line.nm_sku))
    const failed = verdict === 'reject' ? pieces : Math.min(pieces, units)
    const cell = { passed: pieces - failed, failed, on_hold }
    judged[line.style_id] = { ...judged[line.style_id], [line.nm_sku]: cell }
  }
  return { ...draft, judged }
}

function staysHeld(draft: InspectionDraft, lines: readonly QcLine[]): boolean {
  const sum = (of: (line: QcLine) => number) => lines.reduce((all, line) => all + of(line), 0)
  return sum((line) => judgedOf(draft, line).on_hold) < sum((line) => line.quantities[draft.source])
}

/** What a verdict changed of what was said before; null where it only filled what nobody had judged. */
export function verdictChange(
  before: InspectionDraft,
  after: InspectionDraft,
  { lines, verdict }: { lines: readonly QcLine[]; verdict: LotVerdict },
): VerdictChange | null {
  const other = verdict === 'reject' ? 'passed' : 'failed'
  const less = (layer: keyof Judged) =>
    lines.reduce((sum, line) => sum + Math.max(0, judgedOf(before, line)[layer] - judgedOf(after, line)[layer]), 0)
  const stillHeld = lines.reduce((sum, line) => sum + judgedOf(after, line).on_hold, 0)
  const change = { verdict, turned: less(other), released: less('on_hold'), stillHeld }
  return change.turned + change.released + stillHeld > 0 ? change : null
}
