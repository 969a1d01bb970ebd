import { sql } from 'kysely'
import { hasRight } from '../../shared/domain/rights.ts'
import { severities } from '../../shared/domain/sampling.ts'
import {
  addTallies,
  type Computed,
  computedVerdict,
  isContrary,
  type Tally,
  tallyOf,
  worstComputed,
} from '../../shared/domain/sampling-verdict.ts'
import type { Tx, Work } from '../http/call.ts'
import { forbidden, invalidInput } from '../http/errors.ts'
import { type DefectIn, describedUnits, type JudgedSku } from './judgement.ts'
import { holdLots, type Lot } from './lots.ts'

export interface JudgedLot {
  lot: Lot & { id: string }
  skus: JudgedSku[]
  /** Of this inspection alone. */
  tally: Tally
  computed: Computed
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
    const tally = addTallies(skus.map(({ sampled, defects }) => tallyOf(sampled, defects)))
    return { lot, skus, tally, computed: computedVerdict(lot.plan, addTallies([lot.tally, tally])) }
  })
}

export function computedOf(lots: readonly JudgedLot[]): Computed | 'none' {
  return worstComputed(lots.map(({ computed }) => computed))
}

/** Whether a lead must answer for it that pieces of some lot are judged against its sample. */
function goesAgainst({ lot, skus, tally, computed }: JudgedLot): boolean {
  const sum = (key: 'passed' | 'failed' | 'on_hold') => skus.reduce((all, sku) => all + sku[key], 0)
  const again = lot.plan.kind === 'reinspection'
  const done = sum('passed') + sum('failed') + (again ? sum('on_hold') : 0)
  return isContrary(computed, {
    passed: sum('passed'),
    failed: sum('failed'),
    tally,
    described: describedUnits(skus.flatMap((sku) => sku.defects)),
    left: lot.cells.reduce((all, cell) => all + cell.offered, 0) - done,
  })
}

/** The reason to keep where a verdict overrules a sample; null where none does. Throws when the caller may not, or says no reason. */
export function overruling(
  work: Pick<Work, 'caller'>,
  lots: readonly JudgedLot[],
  reason: string | undefined,
): string | null {
  if (!lots.some(goesAgainst)) return null
  if (!hasRight(work.caller, 'chinaQcLead'))
    throw forbidden('This goes against the sample. Only a lead may overrule it, with a reason.')
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

interface Why {
  reason: string
  remark: string
}

function worst(defects: readonly DefectIn[]): Why | undefined {
  return defects.toSorted(
    (a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity) || b.units - a.units,
  )[0]
}

async function worstBefore(tx: Tx, lotId: string): Promise<Why | undefined> {
  const { rows } = await sql<Why>`
    SELECT d.reason, d.remark FROM qc_defect d JOIN qc_inspection_lot l ON l.inspection_id = d.inspection_id
    WHERE l.lot_id = ${lotId} ORDER BY array_position(${[...severities]}::text[], d.severity), d.id LIMIT 1`.execute(tx)
  return rows[0]
}
