import { aqlsOf, qcSettingDefaults } from '../../shared/areas/inspection/settings.ts'
import {
  addTallies,
  type Computed,
  computedVerdict,
  type Tally,
  worstComputed,
} from '../../shared/areas/inspection/verdict.ts'
import { type FrozenPlan, groupKey, groupsOf, newPlan } from '../areas/inspection/lots.ts'
import { fixedId, isoTime } from './book.ts'
import { skuRows, styleRows } from './catalogue.ts'
import { type QcBook, type QcBoxTold, qcSiteId } from './qc-book.ts'

/** A lot that is judged now, with its SKUs (sku.id). */
export interface ToldLot {
  key: string
  group: string
  plan: FrozenPlan
  skuIds: ReadonlySet<string>
}

/** Each style and colour of a box by itself: lots of the demo lie in one box. */
const scope = 'style_colour'
const rules = { level: qcSettingDefaults.level, aqls: aqlsOf(qcSettingDefaults), whose: [] }
const wish = { procedure: 'normal', scope, rulesOf: () => rules } as const

const codes = new Map(styleRows.map(({ id, code }) => [id, code]))
const skus = new Map(
  skuRows.map(({ id, nm_sku, style_id, color, color_zh }) => [
    id,
    { sku_id: id, nm_sku, style_uuid: style_id, style_id: codes.get(style_id) ?? '', color, color_zh },
  ]),
)

/** The lots of a box's pieces that wait for inspection, planned by the rule that the app plans by. */
export function lotsToJudge({ arrival, lines }: QcBoxTold): ToldLot[] {
  const { boxId: box_id, boxNo: box_no, sscc, shipment } = arrival
  const cells = [...lines].flatMap(([id, { to_inspect: offered }]) => {
    const line = skus.get(id)
    return line && offered > 0 ? [{ line, sscc, box_no, offered }] : []
  })
  return [...groupsOf(scope, cells)].flatMap(([together, own]) => {
    const plan = newPlan('inspection', wish, own)
    const group = groupKey(scope, { box_id, shipment_uuid: shipment.id }, 'r1', together)
    return plan ? [{ key: `${group}|1`, group, plan, skuIds: new Set(own.map(({ line }) => line.sku_id)) }] : []
  })
}

/** How many pieces of a SKU (sku.id) the samples of these lots take. */
export function sampleOf(lots: readonly ToldLot[], skuId: string): number {
  const of = skus.get(skuId)?.nm_sku
  return lots.flatMap(({ plan }) => plan.sample).reduce((sum, one) => sum + (one.nm_sku === of ? one.units : 0), 0)
}

/** Writes down the lots of which an inspection judged pieces, found per SKU as said; gives what their samples come to. */
export function tellLots(
  qc: QcBook,
  box: QcBoxTold,
  inspectionId: string,
  lots: readonly ToldLot[],
  found: ReadonlyMap<string, Tally>,
): Computed | 'none' {
  const computed = lots.flatMap(({ key, group, plan, skuIds }) => {
    const judged = [...found].flatMap(([skuId, tally]) => (skuIds.has(skuId) ? [tally] : []))
    if (judged.length === 0) return []
    const id = fixedId('qc_lot', key)
    const tally = addTallies(judged)
    const { lot_size } = plan
    qc.lots.push({
      ...{ id, site_id: qcSiteId, lot_group: group, lot_key: key, scope, lot_size },
      plan: plan as unknown as string,
      frozen_at: isoTime(box.at),
    })
    qc.lotTallies.push({ inspection_id: inspectionId, lot_id: id, number: 1, ...tally })
    return [computedVerdict(plan, tally)]
  })
  return worstComputed(computed)
}
