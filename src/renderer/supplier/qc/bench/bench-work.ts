import type { BoxDetails, QcLine } from '../box/box-data.ts'
import { type CountDraft, countedOf } from '../count/count-draft.ts'
import { fillRest, type InspectionDraft, judgedSum, lookedOf, setLooked } from '../inspect/draft.ts'
import { draftFaults } from '../inspect/draft-faults.ts'
import { chosenFor, type LotState, lotStates, type Plan, standingOf, toLookAtHere } from '../inspect/lot-states.ts'
import { judgeLot } from '../inspect/lot-verdict.ts'

/** The work of a bench on one box: what it sees and judges before anything is sent. */

/** The box as it stands once its count is saved: what was counted, or else declared, waits to be inspected. */
export function asCounted(details: BoxDetails, count: CountDraft): BoxDetails {
  const { box } = details
  if (!box.allowed_actions.includes('count')) return details
  const lines = details.lines.map((line) => {
    const { uncounted, to_inspect } = line.quantities
    const there = countedOf(count, line) ?? uncounted
    return { ...line, quantities: { ...line.quantities, uncounted: 0, to_inspect: to_inspect + there } }
  })
  const to_inspect = lines.reduce((sum, { quantities }) => sum + quantities.to_inspect, 0)
  return { ...details, lines, box: { ...box, quantities: { ...box.quantities, uncounted: 0, to_inspect } } }
}

/** Units of a lot that are still to be looked at in this box. */
export function toSeeIn(lot: LotState, sscc: string, { source }: Pick<InspectionDraft, 'source'>): number {
  return toLookAtHere(lot, { sscc, source })
    .values()
    .reduce((sum, units) => sum + units, 0)
}

const rowsIn = ({ sample }: Plan, sscc: string) => sample.filter((row) => row.sscc === sscc)

/** Units of a lot that were looked at in this box, as typed or by their defects. */
export function seenIn({ lines }: LotState, draft: InspectionDraft): number {
  return lines.reduce((sum, { nm_sku }) => sum + lookedOf(draft, nm_sku), 0)
}

/** So many units of a lot were looked at: those of its sample first, then others, as many as there are. */
export function setSeen(
  draft: InspectionDraft,
  lot: LotState,
  { sscc, units }: { sscc: string; units: number },
): InspectionDraft {
  const { lines } = lot
  const toSee = toLookAtHere(lot, { sscc, source: draft.source })
  let left = units
  const share = (most: number) => {
    const own = Math.min(left, most)
    left -= own
    return own
  }
  const inSample = lines.map((line) => share(toSee.get(line.nm_sku) ?? 0))
  const seen = lines.map((line, at) => (inSample[at] ?? 0) + share(line.quantities[draft.source] - (inSample[at] ?? 0)))
  return lines.reduce((now, line, at) => setLooked(now, line.nm_sku, seen[at] ?? 0), draft)
}

/** An inspection about to be saved, with what stands against it. */
export function prepared(details: BoxDetails, draft: InspectionDraft, isLead: boolean) {
  const waiting = details.lines.filter((line) => line.quantities[draft.source] > 0)
  const standing = standingOf(lotStates(details.plans, waiting, draft))
  // A box of a test may ask nothing.
  const items = details.checklist?.items ?? []
  return { waiting, standing, faults: draftFaults(draft, waiting, { standing, isLead, items }) }
}

const statesOf = (details: BoxDetails, draft: InspectionDraft) => prepared(details, draft, false).standing.lots

const isOpen = (lot: LotState) => lot.lines.length > 0 && chosenFor(lot) === null

/**
 * The samples were looked at, and every lot without a verdict passes but for its units with a defect. Where nobody typed how many were
 * looked at, it is the sample. `rejected`: the lots that their samples reject; then nothing passes.
 */
export function passAll(
  details: BoxDetails,
  draft: InspectionDraft,
): { draft: InspectionDraft; rejected: readonly LotState[] } {
  const { sscc } = details.box
  const open = statesOf(details, draft).filter(isOpen)
  const seen = open.reduce(
    (now, lot) =>
      lot.lines.some(({ nm_sku }) => (draft.looked[nm_sku] ?? 0) > 0)
        ? now
        : setSeen(now, lot, { sscc, units: Math.max(toSeeIn(lot, sscc, now), seenIn(lot, now)) }),
    draft,
  )
  const rejected = statesOf(details, seen).filter((lot) => isOpen(lot) && lot.computed === 'reject')
  if (rejected.length > 0) return { draft: seen, rejected }
  return { draft: open.reduce((now, { lines }) => judgeLot(now, lines, 'accept'), seen), rejected }
}

/** Every piece of the lots that their samples reject fails; the others wait. `lots`: how many these are. */
export function failRejected(details: BoxDetails, draft: InspectionDraft): { draft: InspectionDraft; lots: number } {
  const rejected = statesOf(details, draft).filter((lot) => lot.lines.length > 0 && lot.computed === 'reject')
  return { draft: rejected.reduce((now, { lines }) => judgeLot(now, lines, 'reject'), draft), lots: rejected.length }
}

/** Whatever is not judged yet goes on hold; who wears gloves writes no remark. */
export function holdAll({ lines }: Pick<BoxDetails, 'lines'>, draft: InspectionDraft): InspectionDraft {
  const held = fillRest(draft, lines, 'on_hold')
  return { ...held, remark: held.remark.trim() || heldRemark }
}

/** Kept with the inspection, for readers of both languages. */
const heldRemark = 'Put on hold at the bench 质检台暂扣'

/** Whether every piece that waits is judged. */
export function isAllJudged(lines: readonly QcLine[], lots: readonly LotState[], draft: InspectionDraft): boolean {
  const judged = lots.reduce((sum, lot) => sum + judgedSum(lot.judged), 0)
  return judged >= lines.reduce((sum, line) => sum + line.quantities[draft.source], 0)
}

/** Whether the samples of a box are still those that were looked at, now that its count is saved. */
export function isSameSample(before: BoxDetails, after: BoxDetails): boolean {
  const sample = ({ box: { sscc }, plans }: BoxDetails) =>
    plans
      .filter(({ kind }) => kind === 'inspection')
      .map((plan) => [plan.lot_key, plan.sample_size, ...rowsIn(plan, sscc).flatMap((r) => [r.nm_sku, r.units])].join())
      .sort()
      .join('|')
  return sample(before) === sample(after)
}
