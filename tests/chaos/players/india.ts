import { v4 } from 'uuid'
import type { IndiaQcTab } from '../../../src/shared/areas/india-qc/status.ts'
import { outcomesOf } from '../../../src/shared/areas/india-receiving/rules.ts'
import { arrivedBoxes } from '../../../src/shared/areas/receiving/sheets.ts'
import { dimensionSheet } from '../../../src/shared/areas/sku-dimensions/sheets.ts'
import { contract } from '../../../src/shared/areas.ts'
import { counted, judged, photo, settled } from './china.ts'
import { csvOf, newCode, type Plays, some, type World, why } from './play.ts'

const { indiaInspection, indiaLabels, indiaReceiving, purchaseOrders, rejectedSkus, skuDimensions } = contract

async function onItsWay({ by, random }: World): Promise<string> {
  const { rows } = await by['india-inward'].look(indiaReceiving.getAwaitingInwardBoxes, { page_size: 40 })
  return random.pick(rows).sscc
}

async function boxIn(world: World, tab: IndiaQcTab) {
  const { rows } = await world.by['india-inward'].look(indiaReceiving.getReceivedBoxes, { tab, page_size: 40 })
  const { box_id } = world.random.pick(rows)
  return world.by['india-qc'].look(indiaInspection.getQcInspection, { box_id })
}

const ids = ({ box }: { box: { box_id: string; version: number } }) => ({ box_id: box.box_id, version: box.version })

async function discrepancy({ by, random }: World, tab: 'open' | 'settled') {
  const { rows } = await by['india-qc'].look(indiaReceiving.boxDiscrepancies, { tab, page_size: 40 })
  return random.pick(rows)
}

/** The door of India QC, and what is judged and counted behind it. */
export const indiaPlays: Plays = {
  'indiaReceiving.receiveBoxes': async (world) => {
    const hand = world.by['india-inward']
    const scan_id = v4()
    if (world.random.chance(0.05)) {
      const { box } = await boxIn(world, 'all')
      return hand.act(indiaReceiving.receiveBoxes, { action: 'undo', boxes: [{ code: box.sscc, scan_id }] })
    }
    const damaged = world.random.chance(0.1) ? { damaged: { remark: 'wet' } } : {}
    const boxes = [{ code: await onItsWay(world), scan_id, ...damaged }]
    return hand.act(indiaReceiving.receiveBoxes, { boxes, site: 'INQC' })
  },
  'indiaReceiving.receiveBoxesFile': async (world) => {
    const file = csvOf(arrivedBoxes, [{ sscc: await onItsWay(world) }])
    return world.by['india-inward'].act(indiaReceiving.receiveBoxesFile, { file, site: 'INQC' })
  },
  'indiaReceiving.closeArrival': async ({ by, random }) => {
    const hand = by['india-inward']
    const { consignments = [] } = await hand.look(indiaReceiving.getAwaitingInwardBoxes, { part: 'arrivals' })
    const closed = consignments.filter(({ closed_at }) => closed_at !== null)
    const open = consignments.filter(({ closed_at, scanned, expected }) => closed_at === null && scanned < expected)
    const reopens = random.chance(0.5) && closed.length > 0
    const { origin, number } = random.pick(reopens ? closed : open)
    return hand.act(indiaReceiving.closeArrival, { action: reopens ? 'reopen' : 'close', origin, number })
  },
  'indiaReceiving.noteBoxDiscrepancy': async (world) => {
    const hand = world.by['india-inward']
    const site = 'INQC'
    if (world.random.chance(0.5))
      return hand.act(indiaReceiving.noteBoxDiscrepancy, { kind: 'excess', code: newCode(world, 'XBOX'), site })
    const { box } = await boxIn(world, 'all')
    return hand.act(indiaReceiving.noteBoxDiscrepancy, { kind: 'damaged', code: box.sscc, site, remark: 'crushed' })
  },
  'indiaReceiving.settleBoxDiscrepancies': async (world) => {
    const hand = world.by['india-qc']
    const reopens = world.random.chance(0.2)
    const { discrepancy_id, version, kind } = await discrepancy(world, reopens ? 'settled' : 'open')
    const discrepancies = [{ discrepancy_id, version }]
    if (reopens) return hand.act(indiaReceiving.settleBoxDiscrepancies, { action: 'reopen', discrepancies })
    const outcome = outcomesOf[kind][0] ?? 'claim'
    return hand.act(indiaReceiving.settleBoxDiscrepancies, { discrepancies, outcome, remark: 'said by phone' })
  },
  'indiaInspection.verifyQuantity': async (world) => {
    const hand = world.by['india-inward']
    const modal = await boxIn(world, 'received')
    if (modal.cases.some(({ is_open }) => is_open))
      return hand.act(indiaInspection.verifyQuantity, {
        ...{ ...ids(modal), action: 'settle', outcomes: settled(world, modal) },
      })
    if (modal.box.quantities.uncounted === 0)
      return hand.act(indiaInspection.verifyQuantity, { ...ids(modal), action: 'recount' })
    return hand.act(indiaInspection.verifyQuantity, { ...ids(modal), lines: counted(world, modal.lines) })
  },
  'indiaInspection.verifyQcInspection': async (world) => {
    const modal = await boxIn(world, world.random.chance(0.7) ? 'received' : 'in_part')
    return world.by['india-qc'].act(indiaInspection.verifyQcInspection, { ...ids(modal), ...judged(world, modal) })
  },
  'indiaInspection.signInspection': async (world) => {
    const { box } = await boxIn(world, 'verified')
    const signed = { box_id: box.box_id, number: 1, part: 'inspector' as const, strokes: [] }
    return world.by['india-qc'].act(indiaInspection.signInspection, signed)
  },
  'indiaInspection.uploadReviewImage': ({ by }) =>
    by['india-qc'].act(indiaInspection.uploadReviewImage, { file: photo() }),
  'indiaInspection.skipQcInspection': async (world) => {
    const modal = await boxIn(world, world.random.chance(0.7) ? 'received' : 'in_part')
    return world.by.ops.act(indiaInspection.skipQcInspection, { ...ids(modal), ...why })
  },
  'indiaInspection.revertBoxToQc': async (world) => {
    const { box } = await boxIn(world, world.random.chance(0.5) ? 'verified' : 'rejected')
    return world.by['india-qc'].act(indiaInspection.revertBoxToQc, { box_ids: [box.box_id], ...why })
  },
  'indiaInspection.revertStylesToQualityInspection': async (world) => {
    const { box, lines } = await boxIn(world, 'verified')
    const styles = [{ box_id: box.box_id, style_id: world.random.pick(lines).style_id }]
    return world.by['india-qc'].act(indiaInspection.revertStylesToQualityInspection, { styles, ...why })
  },
  'indiaInspection.saveQcSettings': async ({ by, random }) => {
    const { settings, version } = await by.ops.look(indiaInspection.qcSettings, {})
    const changed = { ...settings, blind_count: random.chance(0.5) }
    return by.ops.act(indiaInspection.saveQcSettings, { settings: changed, version })
  },
  'indiaInspection.saveQcChecklist': async ({ by, random }) => {
    const { settings, version } = await by.ops.look(indiaInspection.qcChecklist, {})
    const changed = { ...settings, bench_all_yes: random.chance(0.5) }
    return by.ops.act(indiaInspection.saveQcChecklist, { settings: changed, version })
  },
  'indiaInspection.assignBoxes': async (world) => {
    const { inspectors } = await world.by.ops.look(indiaInspection.qcInspectors, {})
    const { box } = await boxIn(world, 'received')
    const inspector_id = world.random.chance(0.8) ? world.random.pick(inspectors).id : null
    return world.by.ops.act(indiaInspection.assignBoxes, { box_ids: [box.box_id], inspector_id })
  },
  'rejectedSkus.reconcileRejectedSkus': async (world) => {
    const { random } = world
    const hand = world.by['india-qc']
    const waits = random.chance(0.3)
    const tab = waits ? 'waiting' : 'to_reconcile'
    const { rows } = await hand.look(rejectedSkus.getRejectedSkus, { tab, page_size: 40 })
    const row = random.pick(rows)
    if (waits) {
      const { disposition_id, kind } = random.pick(row.dispositions.filter(({ state }) => state === 'OPEN'))
      const next = { rework: 'back_from_rework', replace: 'replaced', credit: 'credited' } as const
      const action = random.chance(0.2) ? 'undo' : next[kind as keyof typeof next]
      return hand.act(rejectedSkus.reconcileRejectedSkus, { action, disposition_ids: [disposition_id], remark: 'said' })
    }
    const kinds = ['return', 'rework', 'replace', 'credit', 'concession', 'b_grade', 'scrap'] as const
    const dispositions = [{ kind: random.pick(kinds), quantity: row.balance, reason: 'Buyer agreed' }]
    const lines = [{ box_id: row.box_id, nm_sku: row.nm_sku, dispositions }]
    return hand.act(rejectedSkus.reconcileRejectedSkus, { lines, return_reason: 'Stain', remark: 'faint' })
  },
  'purchaseOrders.createPurchaseOrder': async ({ by, random }) => {
    const hand = by['india-qc']
    if (random.chance(0.15)) {
      const { rows } = await hand.look(purchaseOrders.purchaseOrders, { tab: 'posted', page_size: 20 })
      const { purchase_order, version } = random.pick(rows)
      const back = { action: 'reverse', purchase_order, version, reason: 'Wrong box' } as const
      return by.ops.act(purchaseOrders.createPurchaseOrder, back)
    }
    const { rows } = await hand.look(purchaseOrders.boxesToPurchase, { page_size: 40 })
    return hand.act(purchaseOrders.createPurchaseOrder, { box_ids: [random.pick(rows).box_id] })
  },
  'skuDimensions.updateSkuDimensionDetails': async ({ by, random }) => {
    const { rows } = await by['india-qc'].look(skuDimensions.getSkuDimensionDetails, { page_size: 40 })
    const { nm_sku, version } = random.pick(rows)
    const items = [{ nm_sku, version, length_mm: random.int(200, 400), weight_grams: random.int(100, 900) }]
    return by['india-qc'].act(skuDimensions.updateSkuDimensionDetails, { items })
  },
  'skuDimensions.uploadSkuDimensions': async ({ by, random }) => {
    const { rows } = await by['india-qc'].look(skuDimensions.getSkuDimensionDetails, { page_size: 40 })
    const lines = some(random.some(rows, 3)).map(({ nm_sku }) => ({ nm_sku, width_mm: random.int(200, 400) }))
    return by['india-qc'].act(skuDimensions.uploadSkuDimensions, { file: csvOf(dimensionSheet, lines) })
  },
  'skuDimensions.saveDimensionSettings': async ({ by, random }) => {
    const { version } = await by.ops.look(skuDimensions.dimensionSettings, {})
    const settings = { volumetric_divisor: random.int(4_000, 6_000) }
    return by.ops.act(skuDimensions.saveDimensionSettings, { settings, version })
  },
  'indiaLabels.saveIndiaLabelSettings': async ({ by, random }) => {
    const { sites } = await by.ops.look(indiaLabels.indiaLabelSettings, {})
    const { site, settings, version } = random.pick(sites)
    const consumer_care = `1800-${random.int(100, 999)}`
    return by.ops.act(indiaLabels.saveIndiaLabelSettings, { site, version, settings: { ...settings, consumer_care } })
  },
}
