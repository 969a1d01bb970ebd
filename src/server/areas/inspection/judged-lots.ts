import { passProblem, problemValues } from '../../../shared/areas/inspection/checklist.ts'
import {
  addedTo,
  addTallies,
  type Computed,
  computedVerdict,
  countLook,
  type HeldLook,
  heldAfterFailing,
  isContrary,
  type Look,
  lackingIn,
  noHeldLook,
  type Tally,
  unseenAfter,
  worstComputed,
} from '../../../shared/areas/inspection/verdict.ts'
import { hasRight } from '../../../shared/areas.ts'
import { severities } from '../../../shared/kernel/reasons.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { CallContext, Tx } from '../../http/call.ts'
import { forbidden, invalidInput } from '../../http/errors.ts'
import type { QcBoxFacts, QcLineFacts } from '../qc-boxes/box-rows.ts'
import { leadAt } from '../qc-boxes/sites.ts'
import { keepHeldLooks, type SavedHeldLook } from './held-looks.ts'
import { type DefectIn, describedUnits, type JudgedSku } from './judgement.ts'
import { holdLots, type Lot } from './lots.ts'

export interface JudgedLot {
  lot: Lot & { id: string }
  skus: JudgedSku[]
  /** Of this inspection alone. */
  tally: Tally
  /** What of it the lot had not counted before. */
  added: Tally
  /** What it then counts of pieces on hold. */
  held: SavedHeldLook[]
  computed: Computed
  /** What it then lacks, and can be completed with. */
  reach: { lacking: number; unseen: number; slipped: number }
}

/** Freezes the lots that pieces are judged of and counts what was found to their tallies. */
export async function judgeLots(
  tx: Tx,
  boxId: string,
  lots: readonly Lot[],
  judged: readonly JudgedSku[],
): Promise<JudgedLot[]> {
  const bySku = new Map(judged.map((sku) => [sku.line.sku_id, sku]))
  const ownSkus = (lot: Lot) =>
    lot.cells.flatMap(({ line }) => (line.box_id === boxId ? (bySku.get(line.sku_id) ?? []) : []))
  const held = await holdLots(
    tx,
    lots.filter((lot) => ownSkus(lot).length > 0),
  )
  return held.map((lot) => {
    const skus = ownSkus(lot)
    const looks = skus.map((sku) => {
      const before = lot.held.get(sku.line.nm_sku) ?? noHeldLook
      const look = lookOf(sku)
      return { sku_id: sku.line.sku_id, before, look, ...countLook(before, look) }
    })
    const added = addedTo(lot.plan, lot.tally, looks)
    const total = addTallies([lot.tally, added])
    return {
      lot,
      skus,
      tally: addTallies(looks.map((look) => look.own)),
      added,
      // What a second inspection of failed pieces puts on hold goes back to the lot that they failed with.
      held: looks
        .filter(({ before, held: now }) => lot.plan.kind === 'inspection' && (isAnything(before) || isAnything(now)))
        .map(({ sku_id, held: look }) => ({ lot_id: lot.id, sku_id, look })),
      computed: computedVerdict(lot.plan, total),
      reach: { lacking: lackingIn(lot.plan, total), ...unseenAfter({ ...lot.plan, ...lot }, looks) },
    }
  })
}

const isAnything = (look: HeldLook) => Object.values(look).some((pieces) => pieces > 0)

function lookOf({ line, parts, defects }: JudgedSku): Look {
  const sum = (isHeld: boolean, key: 'passed' | 'failed' | 'on_hold' | 'sampled') =>
    parts.reduce((all, part) => all + ((part.from === 'on_hold') === isHeld ? part[key] : 0), 0)
  const of = (isHeld: boolean) => ({
    passed: sum(isHeld, 'passed'),
    failed: sum(isHeld, 'failed'),
    on_hold: sum(isHeld, 'on_hold'),
    sampled: sum(isHeld, 'sampled'),
  })
  const held = of(true)
  return { fresh: of(false), held, staying: line.on_hold - held.passed - held.failed, defects }
}

/** Writes what the lots then count of pieces on hold. */
export async function keepHeld(tx: Tx, boxId: string, lots: readonly JudgedLot[]): Promise<void> {
  await keepHeldLooks(
    tx,
    boxId,
    lots.flatMap(({ held }) => held),
  )
}

/**
 * Failed pieces that are inspected again are a lot of their own; those that this puts on hold go back to the lot that they failed
 * with, one of these `lots`, which has counted them.
 */
export async function keepHeldAfterFailing(
  tx: Tx,
  boxId: string,
  lots: readonly Lot[],
  judged: readonly JudgedSku[],
): Promise<void> {
  const held = judged.flatMap(({ line, on_hold }) => {
    const lot = lots.find(({ id, cells }) => id !== null && cells.some((cell) => isOf(cell.line, line)))
    if (!lot?.id || on_hold === 0) return []
    const look = heldAfterFailing(lot.held.get(line.nm_sku) ?? noHeldLook, on_hold)
    return [{ lot_id: lot.id, sku_id: line.sku_id, look }]
  })
  await keepHeldLooks(tx, boxId, held)
}

const isOf = (one: QcLineFacts, other: QcLineFacts) => one.box_id === other.box_id && one.sku_id === other.sku_id

export function computedOf(lots: readonly JudgedLot[]): Computed | 'none' {
  return worstComputed(lots.map(({ computed }) => computed))
}

/** Whether a lead must answer for it that pieces of some lot are judged against its sample. */
function goesAgainst({ skus, tally, computed, reach }: JudgedLot): boolean {
  const sum = (key: 'passed' | 'failed') => skus.reduce((all, sku) => all + sku[key], 0)
  return isContrary(computed, {
    passed: sum('passed'),
    failed: sum('failed'),
    tally,
    described: describedUnits(skus.flatMap((sku) => sku.defects)),
    ...reach,
  })
}

/**
 * The reason to keep where a verdict overrules a sample, or passes pieces though checks are refused; null where it does neither. Throws
 * when the caller may not, or says no reason.
 */
export function overruling(
  context: Pick<CallContext, 'caller'>,
  { site_kind }: Pick<QcBoxFacts, 'site_kind'>,
  lots: readonly JudgedLot[],
  { reason, refused }: { reason: string | undefined; refused: Parameters<typeof passProblem>[0] },
): string | null {
  const isLead = hasRight(context.caller, leadAt[site_kind])
  const problem = passProblem(refused, { isLead, reason })
  if (problem) {
    const values = problemValues(problem)
    throw isLead ? invalidInput(problem.message, { values }) : forbidden(problem.message, values)
  }
  if (refused.length > 0) return reason ?? null
  if (!lots.some(goesAgainst)) return null
  if (!isLead) throw forbidden('This goes against the sample. Only a lead may overrule it, with a reason.')
  if (!reason) throw invalidInput('This goes against the sample. Please say why it is overruled.')
  return reason
}

/**
 * Failed pieces must be covered: by defects of their own, by what made the sample of their lot reject it, or, where the
 * sample is overruled, by one defect at least.
 */
export function assertCovered(lots: readonly JudgedLot[], isOverruled: boolean): void {
  for (const { skus, computed } of lots)
    for (const { line, failed, defects } of skus) {
      const units = describedUnits(defects)
      if (failed <= units || computed === 'reject' || (isOverruled && units > 0)) continue
      throw invalidInput(
        '{{nm_sku}}: {{failed}} pcs failed, but only {{units}} have a defect with reason and remark.',
        {
          values: { nm_sku: line.nm_sku, failed, units },
        },
      )
    }
}

/** Why pieces of each SKU failed: its worst defect, otherwise the worst that was found in its lot. */
export async function failureReasons(tx: Tx, lots: readonly JudgedLot[]): Promise<Map<string, Why>> {
  const reasons = new Map<string, Why>()
  for (const { lot, skus } of lots) {
    const failed = skus.filter((sku) => sku.failed > 0)
    if (failed.length === 0) continue
    const ofLot = worst(skus.flatMap((sku) => sku.defects)) ?? (await worstBefore(tx, lot.id))
    for (const { line, defects } of failed) {
      const why = worst(defects) ?? ofLot
      if (why) reasons.set(line.sku_id, { reason: why.reason, remark: why.remark })
    }
  }
  return reasons
}

const whyColumns = {
  reason: col.text,
  remark: col.text,
}

type Why = Row<typeof whyColumns>

function worst(defects: readonly DefectIn[]): Why | undefined {
  return defects.toSorted(
    (a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity) || b.units - a.units,
  )[0]
}

async function worstBefore(tx: Tx, lotId: string): Promise<Why | undefined> {
  const { rows } = await rowsOf(whyColumns)`
    SELECT d.reason, d.remark FROM qc_defect d JOIN qc_inspection_lot l ON l.inspection_id = d.inspection_id
    WHERE l.lot_id = ${lotId} ORDER BY array_position(${[...severities]}::text[], d.severity), d.id LIMIT 1`.execute(tx)
  return rows[0]
}
