import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { v4 } from 'uuid'
import { quantityValidation } from '../../../src/shared/areas/counting/sheets.ts'
import { inspectedPieces } from '../../../src/shared/areas/inspection/sheets.ts'
import type { QcTab } from '../../../src/shared/areas/qc-boxes/status.ts'
import { arrivedBoxes } from '../../../src/shared/areas/receiving/sheets.ts'
import { contract } from '../../../src/shared/areas.ts'
import type { Gives } from '../../../src/shared/kernel/call.ts'
import { csvOf, type Plays, some, type World, why } from './play.ts'

const { counting, inspection, photos, qcBoxes, receiving } = contract

export type Modal = Pick<Gives<typeof qcBoxes.getQcModal>, 'lines' | 'cases' | 'box'>

/** A photograph as it comes from a telephone. */
export const photo = () => ({
  name: 'defect.jpg',
  bytes: readFileSync(join(import.meta.dirname, '../../support/pictures/defect.jpg')),
})

async function boxIn(world: World, tab: QcTab): Promise<Modal> {
  const { rows } = await world.by['china-qc'].look(qcBoxes.getInwardedBoxes, { tab, page_size: 40 })
  const { box_id } = world.random.pick(rows)
  return world.by['china-qc'].look(qcBoxes.getQcModal, { box_id })
}

const ids = ({ box }: Modal) => ({ box_id: box.box_id, version: box.version })

/** As declared, but for a piece too many or too few now and then. */
export function counted({ random }: World, lines: readonly Pick<Modal['lines'][number], 'nm_sku' | 'quantities'>[]) {
  return some(lines).map(({ nm_sku, quantities }) => ({
    nm_sku,
    counted: Math.max(0, quantities.uncounted + (random.chance(0.1) ? random.int(-1, 1) : 0)),
  }))
}

/** Everything that waits, of which some fails or is held; with what a verdict wants beside it. */
export function judged(
  { random }: World,
  { lines }: { lines: readonly Pick<Modal['lines'][number], 'nm_sku' | 'quantities'>[] },
) {
  const from = lines.some(({ quantities }) => quantities.to_inspect > 0) ? 'to_inspect' : 'on_hold'
  const waiting = some(lines.filter(({ quantities }) => quantities[from] > 0))
  const all = waiting.map(({ nm_sku, quantities }) => {
    const failed = random.chance(0.4) ? Math.min(random.int(1, 2), quantities[from]) : 0
    const on_hold = from === 'to_inspect' && random.chance(0.1) ? Math.min(1, quantities[from] - failed) : 0
    const passed = quantities[from] - failed - on_hold
    return { nm_sku, from, passed, failed, on_hold, sampled: quantities[from] } as const
  })
  const sum = (key: 'passed' | 'failed' | 'on_hold') => all.reduce((pieces, line) => pieces + line[key], 0)
  const kinds = [sum('passed'), sum('failed'), sum('on_hold')].filter((pieces) => pieces > 0).length
  const verdict = kinds > 1 ? 'mixed' : sum('failed') > 0 ? 'failed' : sum('on_hold') > 0 ? 'hold' : 'passed'
  const defects = all
    .filter(({ failed }) => failed > 0)
    .map(({ nm_sku, failed }) => ({
      ...{ nm_sku, reason: 'Stain' as const, severity: 'minor' as const, units: failed, remark: 'ink' },
    }))
  return { lines: all, defects, verdict, override_reason: 'All were looked at', remark: 'by chance' } as const
}

/** Says of open differences what became of them. */
export function settled({ random }: World, { cases }: Pick<Modal, 'cases'>) {
  const outcomes = { missing: ['found', 'claim', 'write_off'], excess: ['accepted', 'send_back'] } as const
  const open = cases.filter(({ is_open }) => is_open)
  return some(open).map(({ case_id, kind, quantity, settled: done }) => ({
    ...{ case_id, quantity: quantity - done },
    outcome: random.pick<'found' | 'claim' | 'write_off' | 'accepted' | 'send_back'>(outcomes[kind]),
  }))
}

async function awaiting(world: World): Promise<string> {
  const { rows } = await world.by['china-qc'].look(receiving.getAwaitingInwardBoxes, { page_size: 40 })
  return world.random.pick(rows).sscc
}

/** The door, the count and the inspection in China. */
export const chinaPlays: Plays = {
  'receiving.inwardBoxes': async (world) => {
    const hand = world.by['china-qc']
    const scan_id = v4()
    if (world.random.chance(0.05)) {
      const { box } = await boxIn(world, 'inwarded')
      return hand.act(receiving.inwardBoxes, { action: 'undo', boxes: [{ code: box.sscc, scan_id }] })
    }
    return hand.act(receiving.inwardBoxes, { boxes: [{ code: await awaiting(world), scan_id }] })
  },
  'receiving.uploadAwaitingInwardFile': async (world) => {
    const file = csvOf(arrivedBoxes, [{ sscc: await awaiting(world) }])
    return world.by['china-qc'].act(receiving.uploadAwaitingInwardFile, { file })
  },
  'counting.verifyQuantity': async (world) => {
    const hand = world.by['china-qc']
    if (world.random.chance(0.2)) {
      const modal = await boxIn(world, 'in_qc')
      if (!modal.cases.some(({ is_open }) => is_open))
        return hand.act(counting.verifyQuantity, { ...ids(modal), action: 'recount' })
      return hand.act(counting.verifyQuantity, { ...ids(modal), action: 'settle', outcomes: settled(world, modal) })
    }
    const modal = await boxIn(world, 'inwarded')
    return hand.act(counting.verifyQuantity, { ...ids(modal), lines: counted(world, modal.lines) })
  },
  'counting.countAsDeclared': async (world) => {
    const { box } = await boxIn(world, 'inwarded')
    return world.by['china-qc'].act(counting.countAsDeclared, { box_ids: [box.box_id] })
  },
  'inspection.judgeLots': async (world) => {
    const hand = world.by['ops-team']
    const { box } = await boxIn(world, 'in_qc')
    const { shipment_id } = box
    const { lots, boxes } = await hand.look(inspection.shipmentLots, { shipment_id })
    const lot = world.random.pick(lots.filter(({ cells }) => cells.some(({ waiting }) => waiting > 0)))
    const waiting = lot.cells.filter((cell) => cell.waiting > 0).toSorted((a, b) => b.to_see - a.to_see)
    const box_ids = boxes.filter(({ sscc }) => waiting.some((cell) => cell.sscc === sscc)).map(({ box_id }) => box_id)
    const verdict: 'accept' | 'reject' = lot.computed === 'reject' ? 'reject' : 'accept'
    const input = { shipment_id, lot_keys: [lot.lot_key], verdict, seen: true, box_ids: box_ids.slice(0, 20) }
    return hand.act(inspection.judgeLots, input)
  },
  'counting.uploadQuantityValidationFile': async (world) => {
    const modal = await boxIn(world, 'inwarded')
    const file = csvOf(quantityValidation, counted(world, modal.lines))
    return world.by['china-qc'].act(counting.uploadQuantityValidationFile, { box_id: modal.box.box_id, file })
  },
  'inspection.verifyQcInspection': async (world) => {
    const modal = await boxIn(world, 'in_qc')
    return world.by['ops-team'].act(inspection.verifyQcInspection, { ...ids(modal), ...judged(world, modal) })
  },
  // Mostly signed already, or inspected by somebody else: refused, and nothing changes.
  'inspection.signInspection': async (world) => {
    const { box } = await boxIn(world, 'passed')
    const part = world.random.chance(0.5) ? ('inspector' as const) : ('lead' as const)
    const signed = { box_id: box.box_id, number: 1, part, strokes: [[0, 0, 300, 200]] }
    return world.by['ops-team'].act(inspection.signInspection, signed)
  },
  'inspection.uploadQcInspectionQuantityFile': async (world) => {
    const modal = await boxIn(world, 'in_qc')
    const waiting = some(modal.lines.filter(({ quantities }) => quantities.to_inspect > 0))
    const rows = waiting.map(({ nm_sku, quantities: { to_inspect } }) => ({
      ...{ nm_sku, passed: to_inspect, failed: 0, sampled: to_inspect },
    }))
    const file = csvOf(inspectedPieces, rows)
    return world.by['ops-team'].act(inspection.uploadQcInspectionQuantityFile, { box_id: modal.box.box_id, file })
  },
  'inspection.saveQcSettings': async ({ by, random }) => {
    const { settings, version } = await by['ops-team'].look(inspection.qcSettings, {})
    const changed = { ...settings, blind_count: random.chance(0.5) }
    return by['ops-team'].act(inspection.saveQcSettings, { settings: changed, version })
  },
  'inspection.saveDefectLibrary': async ({ by, random }) => {
    const { settings, version } = await by['ops-team'].look(inspection.defectLibrary, {})
    const severity = random.chance(0.5) ? ('major' as const) : ('minor' as const)
    const defects = settings.defects.map((one, at) => (at === 0 ? { ...one, severity } : one))
    return by['ops-team'].act(inspection.saveDefectLibrary, { settings: { defects }, version })
  },
  'inspection.saveQcChecklist': async ({ by, random }) => {
    const { settings, version } = await by['ops-team'].look(inspection.qcChecklist, {})
    const changed = { ...settings, bench_all_yes: random.chance(0.5) }
    return by['ops-team'].act(inspection.saveQcChecklist, { settings: changed, version })
  },
  // Sometimes somebody of another site, whom the box refuses.
  'qcBoxes.assignBoxes': async (world) => {
    const lead = world.by['ops-team']
    const { inspectors } = await lead.look(qcBoxes.qcInspectors, {})
    const { box } = await boxIn(world, 'inwarded')
    const inspector_id = world.random.chance(0.8) ? world.random.pick(inspectors).id : null
    return lead.act(qcBoxes.assignBoxes, { box_ids: [box.box_id], inspector_id })
  },
  'photos.uploadReviewImage': ({ by }) => by['china-qc'].act(photos.uploadReviewImage, { file: photo() }),
  'qcBoxes.skipQcInspection': async (world) => {
    const modal = await boxIn(world, 'in_qc')
    return world.by['ops-team'].act(qcBoxes.skipQcInspection, { ...ids(modal), ...why })
  },
  'qcBoxes.inwardBoxToShelf': async (world) => {
    const { box } = await boxIn(world, 'passed')
    const takes = box.quantities.shelved > 0
    return world.by['china-qc'].act(qcBoxes.inwardBoxToShelf, {
      ...{ box_ids: [box.box_id], action: takes ? 'take' : 'put' },
      ...(!takes && { shelf: `A-0${world.random.int(1, 9)}` }),
    })
  },
  'qcBoxes.revertBoxToQc': async (world) => {
    const { box } = await boxIn(world, 'passed')
    return world.by['china-qc'].act(qcBoxes.revertBoxToQc, { box_ids: [box.box_id], ...why })
  },
  'qcBoxes.revertStylesToQualityInspection': async (world) => {
    const { box, lines } = await boxIn(world, 'passed')
    const styles = [{ box_id: box.box_id, style_id: world.random.pick(lines).style_id }]
    return world.by['china-qc'].act(qcBoxes.revertStylesToQualityInspection, { styles, ...why })
  },
  'qcBoxes.weighBox': async (world) => {
    const modal = await boxIn(world, world.random.chance(0.5) ? 'passed' : 'ready_to_ship')
    const weight_grams = world.random.int(1_000, 9_000)
    return world.by['china-qc'].act(qcBoxes.weighBox, { ...ids(modal), weight_grams })
  },
}
