import type { z } from 'zod'
import type { lotOutcome } from '../../../shared/areas/inspection/shapes.ts'
import { computedVerdict } from '../../../shared/areas/inspection/verdict.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Db } from '../../http/call.ts'
import { frozenPlan, planOf } from './lots.ts'

export type LotOutcome = z.output<typeof lotOutcome>

const outcomeColumns = {
  inspection_id: col.text,
  lot_id: col.text,
  plan: frozenPlan,
  sampled: col.number,
  critical: col.number,
  major: col.number,
  minor: col.number,
}

/**
 * The lots that inspections (qc_inspection.id) judged: by which plan, and what was found in each until then, in whichever box. Lots
 * by inspection; one that judged none, or skipped QC, is not among the keys.
 */
export async function lotOutcomes(db: Db, inspectionIds: readonly string[]): Promise<Map<string, LotOutcome[]>> {
  if (inspectionIds.length === 0) return new Map()
  const { rows } = await rowsOf(outcomeColumns)`
    SELECT x.inspection_id, x.lot_id, ${planOf('l')} AS plan, sum(t.sampled)::int AS sampled, sum(t.critical)::int AS critical,
      sum(t.major)::int AS major, sum(t.minor)::int AS minor
    FROM qc_inspection_lot x JOIN qc_lot l ON l.id = x.lot_id
    JOIN qc_inspection_lot t ON t.lot_id = x.lot_id AND t.number <= x.number
    WHERE x.inspection_id = ANY(${inspectionIds}::uuid[]) GROUP BY x.inspection_id, x.lot_id, l.plan, l.lot_key
    ORDER BY x.inspection_id, l.lot_key`.execute(db)
  const lots = new Map<string, LotOutcome[]>()
  for (const { inspection_id, lot_id, plan, ...tally } of rows)
    lots.set(inspection_id, [...(lots.get(inspection_id) ?? []), outcomeOf(lot_id, plan, tally)])
  return lots
}

function outcomeOf(lot_id: string, plan: z.output<typeof frozenPlan>, tally: LotOutcome['tally']): LotOutcome {
  const { kind, scope, style_id, color, color_zh, lot_size, cartons } = plan
  const { procedure, level, aqls, whose, code, sample_size, limits } = plan
  return {
    ...{ lot_id, kind, scope, style_id, color, color_zh, lot_size, cartons },
    ...{ procedure, level, aqls, whose, code, sample_size, limits, tally, computed: computedVerdict(plan, tally) },
  }
}

/** Whether pieces of a style and colour are of a lot: one of a whole box holds all of it. */
export function isOfLot({ style_id, color }: LotOutcome, piece: { style_id: string; color: string }): boolean {
  return style_id === null || (style_id === piece.style_id && color === piece.color)
}
