import { sql } from 'kysely'
import type { z } from 'zod'
import { type reportAsked, reportMessages } from '../../../shared/areas/inspection/report.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext } from '../../http/call.ts'
import { invalidInput, notFound } from '../../http/errors.ts'
import { ownRows } from '../../http/own-rows.ts'
import { findQcBox, type QcBoxFacts, type QcLineFacts, qcBoxesById, qcLineFacts } from '../qc-boxes/box-rows.ts'
import { type AtQc, atSites, ofSites } from '../qc-boxes/sites.ts'
import { isOfLot, type LotOutcome } from './lot-outcomes.ts'
import { frozenPlan, planOf } from './lots.ts'
import { type InspectionWire, inspectionForVendors, inspectionsWhere } from './save-inspection.ts'

type Asked = z.output<typeof reportAsked>

export type ReportedInspection = InspectionWire & { id: string; box: QcBoxFacts }

/** What a report is of: boxes of one shipment at one site, what of them, and every inspection of it, oldest first. */
export interface ReportSubject {
  kind: 'inspection' | 'box' | 'lot' | 'shipment'
  box: QcBoxFacts
  boxes: readonly QcBoxFacts[]
  /** By SKU and box. */
  lines: readonly QcLineFacts[]
  inspections: readonly ReportedInspection[]
  /** As they stood after the last of these inspections. */
  lots: readonly LotOutcome[]
}

/** Throws not_found for what is not there, another vendor's, and a box of which nothing was inspected. A vendor is told what vendors are told of an inspection. */
export async function reportSubject(at: AtQc, asked: Asked, context: Pick<CallContext, 'db'>): Promise<ReportSubject> {
  const found = await subjectOf(at, asked, context)
  if (at.caller.role !== 'vendor') return found
  return { ...found, inspections: found.inspections.map((each) => ({ ...each, ...inspectionForVendors(each) })) }
}

async function subjectOf(at: AtQc, asked: Asked, context: Pick<CallContext, 'db'>): Promise<ReportSubject> {
  const { box_id, lot_id, shipment_id } = asked
  const named = [box_id, lot_id, shipment_id].filter((one) => one !== undefined)
  if (named.length !== 1) throw invalidInput(reportMessages.which)
  if (lot_id !== undefined) return ofLot(at, lot_id, context)
  if (shipment_id !== undefined) return ofShipment(at, shipment_id, context)
  return ofBox(at, box_id ?? '', asked, context)
}

async function ofBox(
  at: AtQc,
  ref: string,
  { number }: Asked,
  { db }: Pick<CallContext, 'db'>,
): Promise<ReportSubject> {
  const box = await findQcBox(db, at, ref)
  const isAsked = number === undefined ? sql`true` : sql`i.number = ${number}`
  const rule = sql`i.box_id = ${box.box_id} AND i.site_id = ${box.site_id} AND ${isAsked}`
  const inspections = (await inspectionsWhere(db, rule)).map((each) => ({ ...each, box }))
  if (inspections.length === 0)
    throw number === undefined ? notFound(reportMessages.nothing) : notFound(reportMessages.noInspection, { number })
  const lines = await qcLineFacts(db, [box])
  const kind = number === undefined ? 'box' : 'inspection'
  return { kind, box, boxes: [box], lines, inspections, lots: lastOutcomes(inspections) }
}

async function ofLot(at: AtQc, lotId: string, { db }: Pick<CallContext, 'db'>): Promise<ReportSubject> {
  const { rows } = await rowsOf({ plan: frozenPlan, boxes: col.texts })`
    SELECT ${planOf('t')} AS plan, ARRAY(SELECT b.id FROM box b WHERE b.sscc IN (SELECT jsonb_array_elements_text(t.plan -> 'boxes')) ORDER BY b.position) AS boxes
    FROM qc_lot t WHERE t.id = ${lotId} AND ${ofSites(at, 't')}`.execute(db)
  const boxes = rows[0] ? await qcBoxesById(db, at, rows[0].boxes) : []
  const [box] = boxes
  if (box === undefined) throw notFound(reportMessages.noLot)
  const byId = new Map(boxes.map((each) => [each.box_id, each]))
  const rule = sql`i.id IN (SELECT inspection_id FROM qc_inspection_lot WHERE lot_id = ${lotId})`
  const found = (await inspectionsWhere(db, rule)).flatMap((each) => {
    const own = byId.get(each.box_id)
    return own ? [{ ...each, box: own }] : []
  })
  const lots = lastOutcomes(found).filter((lot) => lot.lot_id === lotId)
  const [lot] = lots
  if (lot === undefined) throw notFound(reportMessages.noLot)
  const lines = (await qcLineFacts(db, boxes)).filter((line) => isOfLot(lot, line))
  const skus = new Set(lines.map(({ nm_sku }) => nm_sku))
  const isOwn = ({ nm_sku }: { nm_sku: string }) => skus.has(nm_sku)
  const inspections = found
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    .map((each) => ({
      ...each,
      lines: each.lines.filter(isOwn),
      defects: each.defects.filter(isOwn),
      measurements: each.measurements.filter(isOwn),
    }))
  return { kind: 'lot', box, boxes, lines, inspections, lots }
}

/** Boxes of a shipment that a report tells of; a lot goes by its own. */
const MOST_BOXES = 500

/** All that was inspected of a shipment at the site of its first box. */
async function ofShipment(at: AtQc, shipmentId: string, { db }: Pick<CallContext, 'db'>): Promise<ReportSubject> {
  const { rows } = await rowsOf({ id: col.text })`
    SELECT q.box_id AS id FROM shipment h JOIN qc_box q ON q.shipment_id = h.id JOIN box b ON b.id = q.box_id
    WHERE h.shipment_id = ${shipmentId} AND ${atSites(at)} AND ${ownRows(at.caller, 'q.vendor_id')}
    ORDER BY b.position LIMIT ${sql.lit(MOST_BOXES)}`.execute(db)
  const all = await qcBoxesById(
    db,
    at,
    rows.map(({ id }) => id),
  )
  const [box] = all
  if (box === undefined) throw notFound(reportMessages.nothing)
  const boxes = all.filter(({ site_id }) => site_id === box.site_id)
  const byId = new Map(boxes.map((each) => [each.box_id, each]))
  const rule = sql`i.box_id = ANY(${[...byId.keys()]}::uuid[]) AND i.site_id = ${box.site_id}`
  const inspections = (await inspectionsWhere(db, rule)).flatMap((each) => {
    const own = byId.get(each.box_id)
    return own ? [{ ...each, box: own }] : []
  })
  if (inspections.length === 0) throw notFound(reportMessages.nothing)
  const inTime = inspections.toSorted((a, b) => (a.at < b.at ? -1 : 1))
  const lines = await qcLineFacts(db, boxes)
  return { kind: 'shipment', box, boxes, lines, inspections: inTime, lots: lastOutcomes(inTime) }
}

/** Each lot as its last inspection here left it: the one that had looked at most. */
function lastOutcomes(inspections: readonly InspectionWire[]): LotOutcome[] {
  const last = new Map<string, LotOutcome>()
  for (const { lots } of inspections)
    for (const lot of lots)
      if ((last.get(lot.lot_id)?.tally.sampled ?? -1) <= lot.tally.sampled) last.set(lot.lot_id, lot)
  return [...last.values()]
}
