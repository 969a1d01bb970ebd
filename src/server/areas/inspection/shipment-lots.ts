import { mostShipmentBoxes } from '../../../shared/areas/inspection/calls.ts'
import type { DrawnUnits, LotScope } from '../../../shared/areas/inspection/sampling.ts'
import { moveProblems } from '../../../shared/areas/qc-boxes/moves.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { notFound } from '../../http/errors.ts'
import { type QcBoxFacts, type QcLineFacts, qcBoxesById, qcBoxWire, qcLineFacts } from '../qc-boxes/box-rows.ts'
import { type AtQc, atSites, inChina } from '../qc-boxes/sites.ts'
import { boxesRefused, type LeftOut, leftOutBox, sortBoxes } from '../qc-boxes/whole-box-moves.ts'
import { checklistFor } from './checklist.ts'
import { judgeBox } from './judge-box.ts'
import { type Lot, lotsOf, planWire, planWish, toSeeIn } from './lots.ts'
import { readQcSettings, seenSettings } from './settings.ts'

type Routes = Handlers<Contract['inspection']>

const placeColumns = { box_id: col.text }

/** The boxes of a shipment at QC, as many as its page shows, in their order. */
async function boxesOf(db: Db, at: AtQc<'china_qc'>, shipmentId: string) {
  const { rows } = await rowsOf(placeColumns)`
    SELECT q.box_id FROM qc_box q JOIN box b ON b.id = q.box_id JOIN shipment h ON h.id = q.shipment_id
    WHERE h.shipment_id = ${shipmentId.toUpperCase()} AND ${atSites(at)} ORDER BY b.position`.execute(db)
  const ids = rows.map(({ box_id }) => box_id)
  const shown = ids.slice(0, mostShipmentBoxes)
  const known = new Map((await qcBoxesById(db, at, shown)).map((box) => [box.box_id, box]))
  return { boxes: shown.flatMap((id) => known.get(id) ?? []), beyond: ids.length - shown.length }
}

export const shipmentLots: Routes['shipmentLots'] = async ({ shipment_id, scope }, { db, caller }) => {
  const at = inChina(caller)
  const { boxes, beyond } = await boxesOf(db, at, shipment_id)
  const [first] = boxes
  if (first === undefined) throw notFound('No box of this shipment is at QC.')
  const { blind_count } = await readQcSettings(db, at.sites)
  const { supplier_id, supplier_name, supplier_name_zh, boxes_in_shipment } = qcBoxWire(first, caller)
  const lots = await lotsOfBoxes(db, boxes, scope)
  const styles = (await qcLineFacts(db, boxes)).map(({ style_uuid }) => style_uuid)
  return reply({
    ...{ shipment_id: first.shipment_id, supplier_id, supplier_name, supplier_name_zh, boxes_in_shipment },
    ...{ boxes: boxes.map((box) => qcBoxWire(box, caller)), beyond, blind_count },
    checklist: await checklistFor(db, at.sites, styles),
    settings: await seenSettings(db, at.sites),
    lots: lots.map((lot) => {
      const {
        held: _held,
        by_settings: _settings,
        refused: _refused,
        sample: _sample,
        to_look_at,
        ...plan
      } = planWire(lot, [])
      const cells = [...Map.groupBy(lot.cells, ({ sscc }) => sscc)].map(([sscc, own]) => ({
        sscc,
        waiting: own.reduce((sum, { line }) => sum + line.to_inspect, 0),
        on_hold: own.reduce((sum, { line }) => sum + line.on_hold, 0),
        to_see: own.reduce((sum, { line }) => sum + waitingToSee(to_look_at, sscc, line), 0),
      }))
      return { ...plan, cells }
    }),
  })
}

/** Units of a SKU in a box that are to be looked at and wait: what is on hold is not judged here. */
function waitingToSee(rows: readonly DrawnUnits[], box: string, { nm_sku, to_inspect }: QcLineFacts): number {
  const row = rows.find((each) => each.sscc === box && each.nm_sku === nm_sku)
  return Math.min(row?.units ?? 0, to_inspect)
}

/** Every lot of these boxes once. A lot of the whole shipment is read with its first box. */
async function lotsOfBoxes(db: Db, boxes: readonly QcBoxFacts[], scope: LotScope | undefined): Promise<Lot[]> {
  const counted = boxes.filter((box) => box.uncounted === 0 && box.to_inspect + box.on_hold > 0)
  const lines = Map.groupBy(await qcLineFacts(db, counted), ({ box_id }) => box_id)
  const lots = new Map<string, Lot>()
  const covered = new Set<string>()
  for (const box of counted) {
    const own = lines.get(box.box_id) ?? []
    const isOpen = ({ to_inspect, on_hold, sku_id }: QcLineFacts) =>
      to_inspect + on_hold > 0 && !covered.has(`${box.box_id} ${sku_id}`)
    if (!own.some(isOpen)) continue
    for (const lot of await lotsOf(db, box, own, {
      kind: 'inspection',
      wish: await planWish(db, box, own, { scope }),
      after: new Map(),
    })) {
      if (!lots.has(lot.key)) lots.set(lot.key, lot)
      for (const { line } of lot.cells) covered.add(`${line.box_id} ${line.sku_id}`)
    }
  }
  return [...lots.values()]
}

/** What waits of lots in these boxes is judged, box by box and by the rules of the single inspection; all of it or none. */
export const judgeLots: Routes['judgeLots'] = (input, context) =>
  context.command(async (tx) => {
    const at = inChina(context.caller)
    const { taken, left } = await sortBoxes(tx, at, input.box_ids, true, () => null)
    const asked = new Map(taken.flatMap((box) => [box.box_id, box.sscc].map((ref) => [ref, box])))
    const none: LeftOut[] = []
    // In the order asked for: cartons of the sample come first, so that it is complete before the others go by it.
    for (const ref of input.box_ids) {
      const box = asked.get(ref)
      if (box && !(await judgeLotsIn(tx, context, box, input))) none.push(leftOutBox(box, moveProblems.noLot))
    }
    const left_out = [...left, ...none]
    if (none.length === taken.length) throw boxesRefused(left_out, 'None of these boxes can be taken.')
    const ids = taken.map((box) => box.box_id)
    const boxes = (await qcBoxesById(tx, at, ids)).map((box) => qcBoxWire(box, context.caller))
    const gone = new Set(none.map(({ box_id }) => box_id))
    return reply({ boxes: boxes.filter(({ box_id }) => !gone.has(box_id)), left_out }, 'Inspection saved.')
  })

async function judgeLotsIn(
  tx: Tx,
  context: CallContext,
  box: QcBoxFacts,
  { lot_keys, scope, verdict, seen, shipment_id, ...said }: Taken<Contract['inspection']['judgeLots']>,
): Promise<boolean> {
  if (box.shipment_id !== shipment_id.toUpperCase()) return false
  const lines = await qcLineFacts(tx, [box])
  const wish = await planWish(tx, box, lines, { scope })
  const lots = await lotsOf(tx, box, lines, { kind: 'inspection', wish, after: new Map() })
  const own = lots.filter(({ key }) => lot_keys.includes(key))
  const toSee = own.flatMap(toSeeIn)
  const waiting = own.flatMap(({ cells }) =>
    cells.map(({ line }) => line).filter((line) => line.box_id === box.box_id && line.to_inspect > 0),
  )
  if (waiting.length === 0) return false
  const isAccepted = verdict === 'accept'
  const judged = waiting.map((line) => ({
    nm_sku: line.nm_sku,
    passed: isAccepted ? line.to_inspect : 0,
    failed: isAccepted ? 0 : line.to_inspect,
    on_hold: 0,
    sampled: seen ? waitingToSee(toSee, box.sscc, line) : 0,
    from: 'to_inspect' as const,
  }))
  const nothing = { defects: [], measurements: [], image_ids: [] }
  await judgeBox(tx, context, box, lines, {
    lines: judged,
    verdict: isAccepted ? 'passed' : 'failed',
    ...nothing,
    ...{ remark: said.remark, looser_reason: said.looser_reason, scope },
    ...{ checklist: said.checklist, checklist_version: said.checklist_version },
    settings_version: said.settings_version,
  })
  return true
}
