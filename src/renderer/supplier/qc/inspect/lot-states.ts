import {
  addTallies,
  type Computed,
  computedVerdict,
  isContrary,
  type Tally,
  tallyOf,
  verdictOf,
  worstComputed,
} from '../../../../shared/domain/sampling-verdict.ts'
import type { BoxDetails, QcLine } from '../box/use-box-data.ts'
import { type DefectDraft, type InspectionDraft, type Judged, judgedOf, judgedSum } from './inspection-draft.ts'

export type Plan = BoxDetails['plans'][number]

/** One lot while its sample is looked at. */
export interface LotState {
  plan: Plan
  lines: readonly QcLine[]
  /** Of this inspection alone, and with what was found before. */
  tally: Tally
  total: Tally
  computed: Computed
  judged: Judged
  /** What is done goes against the sample: a lead must say why. */
  isContrary: boolean
  /** SKUs of which more failed than have a defect, where nothing else says why. */
  uncovered: readonly string[]
}

/** Units with a defect, those with several once. */
export function describedUnits(defects: readonly DefectDraft[]): number {
  return defects.reduce((sum, { units, isFurther }) => sum + (isFurther ? 0 : (units ?? 0)), 0)
}

/** The plans of what is judged now: failed pieces have their own. */
export function plansFor(plans: readonly Plan[], { source }: Pick<InspectionDraft, 'source'>): readonly Plan[] {
  return plans.filter(({ kind }) => (kind === 'reinspection') === (source === 'failed'))
}

export function isInLot({ scope, style_id, color }: Plan, line: Pick<QcLine, 'style_id' | 'color'>): boolean {
  return scope === 'box' || (style_id === line.style_id && color === line.color)
}

/** Every lot of the draft as it stands, by the domain's rules. */
export function lotStates(
  plans: readonly Plan[],
  lines: readonly QcLine[],
  draft: InspectionDraft,
): readonly LotState[] {
  const defects = Map.groupBy(draft.defects, (defect) => defect.nm_sku)
  return plansFor(plans, draft).map((plan) => lotState(plan, lines, { draft, defects }))
}

function lotState(
  plan: Plan,
  all: readonly QcLine[],
  { draft, defects }: { draft: InspectionDraft; defects: ReadonlyMap<string, readonly DefectDraft[]> },
): LotState {
  const lines = all.filter((line) => isInLot(plan, line))
  const ofSku = (sku: string) => defects.get(sku) ?? []
  const tally = addTallies(
    lines.map(({ nm_sku }) =>
      tallyOf(
        draft.looked[nm_sku] ?? 0,
        ofSku(nm_sku).map(({ severity, units, isFurther }) => ({ severity, units: units ?? 0, is_further: isFurther })),
      ),
    ),
  )
  const total = addTallies([plan.tally, tally])
  const computed = computedVerdict(plan, total)
  const judged = { passed: 0, failed: 0, on_hold: 0 }
  for (const line of lines) {
    const own = judgedOf(draft, line)
    judged.passed += own.passed
    judged.failed += own.failed
    judged.on_hold += own.on_hold
  }
  const described = lines.reduce((sum, { nm_sku }) => sum + describedUnits(ofSku(nm_sku)), 0)
  const contrary = isContrary(computed, {
    passed: judged.passed,
    failed: judged.failed,
    tally,
    described,
    left: leftAfter(plan, lines, { draft, judged }),
  })
  const uncovered = lines
    .filter((line) => {
      const { failed } = judgedOf(draft, line)
      const units = describedUnits(ofSku(line.nm_sku))
      return failed > units && computed !== 'reject' && !(contrary && units > 0)
    })
    .map((line) => line.nm_sku)
  return { plan, lines, tally, total, computed, judged, isContrary: contrary, uncovered }
}

/** Pieces of the lot that still wait afterwards; of a lot over several boxes those of the others are taken to wait. */
function leftAfter(
  { scope, cartons }: Plan,
  lines: readonly QcLine[],
  { draft: { source }, judged }: { draft: InspectionDraft; judged: Judged },
): number {
  const again = source === 'failed'
  const offered = lines.reduce(
    (sum, { quantities }) => sum + (again ? quantities.failed : quantities.to_inspect + quantities.on_hold),
    0,
  )
  const elsewhere = scope === 'shipment' && cartons > 1 ? 1 : 0
  return offered + elsewhere - judged.passed - judged.failed - (again ? judged.on_hold : 0)
}

export interface Standing {
  lots: readonly LotState[]
  computed: Computed | 'none'
  judged: Judged
  verdict: ReturnType<typeof verdictOf>
  isContrary: boolean
}

/** The whole inspection: the worst of the lots that pieces are judged of. */
export function standingOf(lots: readonly LotState[]): Standing {
  const touched = lots.filter(({ judged, tally }) => judgedSum(judged) + tally.sampled + tally.critical > 0)
  const judged = { passed: 0, failed: 0, on_hold: 0 }
  for (const lot of lots) {
    judged.passed += lot.judged.passed
    judged.failed += lot.judged.failed
    judged.on_hold += lot.judged.on_hold
  }
  return {
    lots,
    computed: worstComputed(touched.map((lot) => lot.computed)),
    judged,
    verdict: verdictOf(judged),
    isContrary: touched.some((lot) => lot.isContrary),
  }
}
