import type { RefusedCheck } from '../../../../shared/areas/inspection/checklist.ts'
import { isLooserPlan } from '../../../../shared/areas/inspection/looser-plans.ts'
import {
  addedTo,
  addTallies,
  type Computed,
  computedVerdict,
  countLook,
  isContrary,
  type Look,
  lackingIn,
  noHeldLook,
  type Tally,
  toLookAt,
  unseenAfter,
  verdictOf,
  worstComputed,
} from '../../../../shared/areas/inspection/verdict.ts'
import type { BoxDetails, QcLine } from '../box/box-data.ts'
import {
  type DefectDraft,
  describedUnits,
  type InspectionDraft,
  type Judged,
  judgedOf,
  judgedSum,
  lookedOf,
} from './draft.ts'

export type Plan = BoxDetails['plans'][number]

/** One lot while its sample is looked at. */
export interface LotState {
  plan: Plan
  lines: readonly QcLine[]
  /** Of this inspection alone. */
  tally: Tally
  /** With what was found before; pieces that were on hold count once. */
  total: Tally
  /** Looked at now, and counted when they were put on hold. */
  again: number
  computed: Computed
  judged: Judged
  /** What is done goes against the sample: a lead must say why. */
  isContrary: boolean
  /** Its plan is looser than the settings: a lead must say why. */
  isLooser: boolean
  /** So many more must be looked at, or stay, for the sample to be completed; 0 where nothing speaks against it. */
  toLookAt: number
  /** Boxes of the lot of which pieces were looked at; this one is open. */
  cartonsOpened: number
  /** SKUs of which more failed than have a defect, where nothing else says why. */
  uncovered: readonly string[]
}

/** The plans of what is judged now: failed pieces have their own. */
export function plansFor(plans: readonly Plan[], { source }: Pick<InspectionDraft, 'source'>): readonly Plan[] {
  return plans.filter(({ kind }) => (kind === 'reinspection') === (source === 'failed'))
}

/** Whether a plan that nobody has begun asks less than the settings do of the same pieces. */
export function isLooser({ procedure, aqls, by_settings }: Pick<Plan, 'procedure' | 'aqls' | 'by_settings'>): boolean {
  return by_settings !== null && isLooserPlan({ procedure, aqls, sample_size: by_settings.asked_size }, by_settings)
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
  const held = new Map(plan.held.map((look) => [look.nm_sku, look]))
  const looks = lines.map((line) => {
    const before = held.get(line.nm_sku) ?? noHeldLook
    const look = lookOf(draft, line, ofSku(line.nm_sku))
    return { before, look, ...countLook(before, look) }
  })
  const tally = addTallies(looks.map(({ own }) => own))
  const added = addedTo(plan, plan.tally, looks)
  const total = addTallies([plan.tally, added])
  const computed = computedVerdict(plan, total)
  const judged = { passed: 0, failed: 0, on_hold: 0 }
  for (const line of lines) {
    const own = judgedOf(draft, line)
    judged.passed += own.passed
    judged.failed += own.failed
    judged.on_hold += own.on_hold
  }
  const described = lines.reduce((sum, { nm_sku }) => sum + describedUnits(ofSku(nm_sku)), 0)
  const reach = { lacking: lackingIn(plan, total), ...unseenAfter(plan, looks) }
  const { passed, failed } = judged
  const contrary = isContrary(computed, { passed, failed, tally, described, ...reach })
  const uncovered = lines
    .filter((line) => {
      const { failed } = judgedOf(draft, line)
      const units = describedUnits(ofSku(line.nm_sku))
      return failed > units && computed !== 'reject' && !(contrary && units > 0)
    })
    .map((line) => line.nm_sku)
  const again = tally.sampled - added.sampled
  return {
    ...{ plan, lines, tally, total, again, computed, judged, uncovered },
    isContrary: contrary,
    isLooser: isLooser(plan),
    toLookAt: computed === 'open' ? toLookAt(reach) : 0,
    cartonsOpened: Math.max(plan.opened_elsewhere + 1, draft.cartons ?? 0),
  }
}

/** What the draft says of a SKU: all its pieces are of one source. */
function lookOf(draft: InspectionDraft, line: QcLine, defects: readonly DefectDraft[]): Look {
  const judged = { ...judgedOf(draft, line), sampled: lookedOf(draft, line.nm_sku) }
  const none = { passed: 0, failed: 0, on_hold: 0, sampled: 0 }
  const isHeld = draft.source === 'on_hold'
  const back = isHeld ? judged.passed + judged.failed : 0
  return {
    fresh: isHeld ? none : judged,
    held: isHeld ? judged : none,
    staying: line.quantities.on_hold - back,
    defects: defects.map(({ severity, units, isFurther }) => ({ severity, units: units ?? 0, is_further: isFurther })),
  }
}

export interface Standing {
  lots: readonly LotState[]
  computed: Computed | 'none'
  judged: Judged
  verdict: ReturnType<typeof verdictOf>
  isContrary: boolean
  /** A lot that this inspection begins is planned looser than the settings. */
  isLooser: boolean
}

/** Units of a lot that are still to be looked at in a box, by NM SKU: of pieces that wait where the draft judges them. */
export function toLookAtHere(
  { plan, lines }: Pick<LotState, 'plan' | 'lines'>,
  { sscc, source }: { sscc: string } & Pick<InspectionDraft, 'source'>,
): ReadonlyMap<string, number> {
  const here = new Map(plan.to_look_at.flatMap((row) => (row.sscc === sscc ? [[row.nm_sku, row.units] as const] : [])))
  return new Map(
    lines.map(({ nm_sku, quantities }) => [nm_sku, Math.min(here.get(nm_sku) ?? 0, quantities[source])] as const),
  )
}

/** What was chosen for the pieces of a lot so far; null while none of them is judged. */
export function chosenFor({ judged }: Pick<LotState, 'judged'>): ReturnType<typeof verdictOf> {
  return verdictOf(judged)
}

/** Refused checks of the lots of which pieces pass; null where none do. */
export function passingOf(lots: readonly Pick<LotState, 'plan' | 'judged'>[]): readonly RefusedCheck[] | null {
  const passing = lots.filter(({ judged }) => judged.passed > 0)
  return passing.length === 0 ? null : passing.flatMap(({ plan }) => plan.refused)
}

/** The next lot of which pieces wait and nothing is judged, after the one given and then from the first. */
export function nextToJudge(lots: readonly LotState[], after: string): LotState | undefined {
  const at = lots.findIndex(({ plan }) => plan.lot_key === after)
  const inTurn = [...lots.slice(at + 1), ...lots.slice(0, Math.max(0, at))]
  return inTurn.find((lot) => lot.lines.length > 0 && chosenFor(lot) === null)
}

/** The lot for which the inspection cannot be saved; undefined where it can, or where no lot is why. */
export function blockingLot(
  lots: readonly LotState[],
  faults: readonly { nm_sku: string | null; part: string }[],
): LotState | undefined {
  const [first] = faults
  if (first === undefined) return undefined
  if (first.nm_sku !== null) return lots.find(({ lines }) => lines.some(({ nm_sku }) => nm_sku === first.nm_sku))
  if (first.part === 'sample') return lots.find((lot) => lot.isLooser)
  return first.part === 'verdict' ? lots.find((lot) => lot.isContrary) : undefined
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
    isLooser: touched.some((lot) => lot.isLooser),
  }
}

/** Pieces of rejected lots that pass against their sample, with the others that wait beside them: looked at one by one, the good ones may pass. */
export function toSortIn(
  lots: readonly Pick<LotState, 'computed' | 'isContrary' | 'lines'>[],
  { source }: Pick<InspectionDraft, 'source'>,
): number {
  const rejected = lots.filter(({ computed, isContrary }) => computed === 'reject' && isContrary)
  return rejected.reduce((sum, { lines }) => lines.reduce((all, { quantities }) => all + quantities[source], sum), 0)
}

/** The inspections that put pieces on hold which still are, newest first: their remarks say why. */
export function holdsOf({ inspections, lines }: Pick<BoxDetails, 'inspections' | 'lines'>): BoxDetails['inspections'] {
  const newestFirst = inspections.toSorted((a, b) => b.number - a.number)
  const held = lines.filter(({ quantities }) => quantities.on_hold > 0)
  const last = held.map(({ nm_sku }) =>
    newestFirst.find(({ lines: judged }) => judged.some((one) => one.nm_sku === nm_sku && one.on_hold > 0)),
  )
  return newestFirst.filter((inspection) => last.includes(inspection))
}

/** A lot that is accepted though fewer cartons are open than must be. */
export function lotOfFewCartons(lots: readonly LotState[]): LotState | undefined {
  return lots.find(
    ({ plan, computed, judged, cartonsOpened }) =>
      computed === 'accept' && judged.passed > 0 && cartonsOpened < plan.cartons_to_open,
  )
}
