import { type RawBuilder, sql } from 'kysely'
import { v7 } from 'uuid'
import type { z } from 'zod'
import { inspection } from '../../../shared/areas/inspection/shapes.ts'
import { newIds } from '../../database/new-ids.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, Db, Tx } from '../../http/call.ts'
import { invalidInput } from '../../http/errors.ts'
import { notify } from '../../notices/notify.ts'
import type { QcBoxFacts } from '../qc-boxes/box-rows.ts'
import type { QcPlace } from '../qc-boxes/sites.ts'
import type { JudgedLot } from './judged-lots.ts'
import type { DefectIn, JudgedSku, Judgement } from './judgement.ts'
import type { LooserPlan } from './looser-plans.ts'
import { lotOutcomes } from './lot-outcomes.ts'

export interface InspectionHead {
  kind: 'inspection' | 'reinspection' | 'skip'
  previousId?: string | null
  computed: 'accept' | 'reject' | 'open' | 'none'
  verdict: Judgement['verdict']
  overrideReason?: string | null
  looser?: { plan: LooserPlan; reason: string } | null
  reason?: string | null
  remark?: string | null | undefined
  cartonsOpened?: number | null | undefined
}

/** Writes that a box was inspected, or passed uninspected. Gives the inspection's id and its number among those of the box at its site. */
export async function insertInspection(
  tx: Tx,
  context: Pick<CallContext, 'caller'>,
  box: QcBoxFacts,
  head: InspectionHead,
): Promise<{ id: string; number: number }> {
  const id = v7()
  const { rows } = await rowsOf({ number: col.number })`
    INSERT INTO qc_inspection (id, box_id, site_id, number, round, kind, previous_id, computed, verdict, override_reason,
      looser_reason, looser_plan, reason, remark, cartons_opened, by)
    VALUES (${id}, ${box.box_id}, ${box.site_id}, (SELECT count(*)::int + 1 FROM qc_inspection
        WHERE box_id = ${box.box_id} AND site_id = ${box.site_id}), ${box.round},
      ${head.kind}, ${head.previousId ?? null}, ${head.computed}, ${head.verdict}, ${head.overrideReason ?? null},
      ${head.looser?.reason ?? null}, ${head.looser ? JSON.stringify(head.looser.plan) : null}::jsonb,
      ${head.reason ?? null}, ${head.remark || null}, ${head.cartonsOpened ?? null}, ${context.caller.userId})
    RETURNING number`.execute(tx)
  await sql`UPDATE qc_box SET inspections = inspections + 1
    WHERE box_id = ${box.box_id} AND site_id = ${box.site_id}`.execute(tx)
  return { id, number: rows[0]?.number ?? 0 }
}

export interface LineOutcome {
  sku_id: string
  passed: number
  failed: number
  on_hold: number
  sampled: number
  /** Of its style. */
  round: number
}

export async function insertLines(tx: Tx, inspectionId: string, lines: readonly LineOutcome[]): Promise<void> {
  await sql`
    INSERT INTO qc_inspection_line (inspection_id, sku_id, passed, failed, on_hold, sampled, round)
    SELECT ${inspectionId}::uuid, * FROM unnest(${lines.map((l) => l.sku_id)}::uuid[], ${lines.map((l) => l.passed)}::int[],
      ${lines.map((l) => l.failed)}::int[], ${lines.map((l) => l.on_hold)}::int[],
      ${lines.map((l) => l.sampled)}::int[], ${lines.map((l) => l.round)}::int[])`.execute(tx)
}

/** What an inspection found in each lot, as the next of the lot's inspections. The lots are held. */
export async function insertLots(tx: Tx, inspectionId: string, lots: readonly JudgedLot[]): Promise<void> {
  if (lots.length === 0) return
  const tallies = lots.map(({ added }) => added)
  await sql`
    INSERT INTO qc_inspection_lot (inspection_id, lot_id, sampled, critical, major, minor, number)
    SELECT ${inspectionId}::uuid, t.*, (SELECT count(*) + 1 FROM qc_inspection_lot x WHERE x.lot_id = t.lot_id) FROM unnest(${lots.map(({ lot }) => lot.id)}::uuid[],
      ${tallies.map((t) => t.sampled)}::int[], ${tallies.map((t) => t.critical)}::int[],
      ${tallies.map((t) => t.major)}::int[], ${tallies.map((t) => t.minor)}::int[])
      AS t (lot_id, sampled, critical, major, minor)`.execute(tx)
}

/** Defects with their photographs, and those of the whole inspection. */
export async function insertDefects(
  tx: Tx,
  context: Pick<CallContext, 'caller'>,
  box: QcBoxFacts,
  found: { inspectionId: string; skus: readonly JudgedSku[]; imageIds: readonly string[] },
): Promise<void> {
  const defects = found.skus.flatMap(({ line, defects: own }) =>
    own.map((defect) => ({ ...defect, sku_id: line.sku_id })),
  )
  const ids = newIds(defects.length)
  const photos = [
    ...defects.flatMap((defect, at) => defect.image_ids.map((image) => ({ image, defect: ids[at] ?? null }))),
    ...found.imageIds.map((image) => ({ image, defect: null })),
  ]
  await assertImages(
    tx,
    context,
    box,
    photos.map(({ image }) => image),
  )
  if (defects.length > 0) await insertDefectRows(tx, found.inspectionId, ids, defects)
  if (photos.length > 0)
    await sql`
      INSERT INTO qc_photo (image_id, inspection_id, defect_id, position)
      SELECT p.image_id, ${found.inspectionId}::uuid, p.defect_id, p.position
      FROM unnest(${photos.map((p) => p.image)}::uuid[], ${photos.map((p) => p.defect)}::uuid[])
        WITH ORDINALITY AS p (image_id, defect_id, position)`.execute(tx)
}

async function insertDefectRows(
  tx: Tx,
  inspectionId: string,
  ids: readonly string[],
  defects: readonly (DefectIn & { sku_id: string })[],
): Promise<void> {
  await sql`
    INSERT INTO qc_defect (id, inspection_id, sku_id, reason, severity, units, is_further, remark, defect_code)
    SELECT d.id, ${inspectionId}::uuid, d.sku_id, d.reason, d.severity, d.units, d.is_further, d.remark, d.defect_code
    FROM unnest(${ids}::uuid[], ${defects.map((d) => d.sku_id)}::uuid[], ${defects.map((d) => d.reason)}::text[],
      ${defects.map((d) => d.severity)}::text[], ${defects.map((d) => d.units)}::int[],
      ${defects.map((d) => d.is_further)}::boolean[], ${defects.map((d) => d.remark)}::text[],
      ${defects.map((d) => d.defect_code ?? null)}::text[])
      AS d (id, sku_id, reason, severity, units, is_further, remark, defect_code)`.execute(tx)
}

/** Photographs must be the caller's own, and neither another person's evidence nor shown to another vendor. */
export async function assertImages(
  tx: Tx,
  { caller }: Pick<CallContext, 'caller'>,
  box: Pick<QcBoxFacts, 'vendor_id'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  if (new Set(ids).size < ids.length) throw invalidInput('A photo can show one defect only.')
  const { rows } = await rowsOf({ id: col.text })`SELECT id FROM qc_image WHERE id = ANY(${ids}::uuid[])
    AND user_id = ${caller.userId} ORDER BY id FOR NO KEY UPDATE`.execute(tx)
  const { rows: taken } = await rowsOf({ id: col.text })`
    SELECT DISTINCT p.image_id AS id FROM qc_photo p JOIN qc_inspection i ON i.id = p.inspection_id JOIN qc_box q ON q.box_id = i.box_id AND q.site_id = i.site_id
    WHERE p.image_id = ANY(${ids}::uuid[]) AND (i.by <> ${caller.userId} OR q.vendor_id <> ${box.vendor_id})`.execute(
    tx,
  )
  const sound = new Set(rows.map(({ id }) => id)).difference(new Set(taken.map(({ id }) => id)))
  const gone = ids.filter((id) => !sound.has(id))
  if (gone.length === 0) return
  const message = 'A photo is not there any more or belongs to another inspection. Please add it again.'
  // Each by its id: the screen marks them.
  throw invalidInput(message, {
    fields: gone.map((image_id) => ({ field: 'image_ids', message, values: { image_id } })),
  })
}

/** What was measured. Where the company knows what a style should measure, that is what counts. */
export async function insertMeasurements(tx: Tx, inspectionId: string, skus: readonly JudgedSku[]): Promise<void> {
  const measured = skus.flatMap(({ line, measurements }) =>
    measurements.map((each) => ({ ...each, sku_id: line.sku_id })),
  )
  if (measured.length === 0) return
  await sql`
    INSERT INTO qc_measurement (id, inspection_id, sku_id, piece, point, spec_mm, tolerance_mm, actual_mm)
    SELECT m.id, ${inspectionId}::uuid, m.sku_id, m.piece, m.point, coalesce(s.spec_mm, m.spec_mm),
      coalesce(s.tolerance_mm, m.tolerance_mm), m.actual_mm
    FROM unnest(${newIds(measured.length)}::uuid[], ${measured.map((m) => m.sku_id)}::uuid[],
      ${measured.map((m) => m.piece)}::int[], ${measured.map((m) => m.point)}::text[],
      ${measured.map((m) => m.spec_mm)}::int[], ${measured.map((m) => m.tolerance_mm)}::int[],
      ${measured.map((m) => m.actual_mm)}::int[]) AS m (id, sku_id, piece, point, spec_mm, tolerance_mm, actual_mm)
    JOIN sku k ON k.id = m.sku_id
    LEFT JOIN style_measure s ON s.style_id = k.style_id AND s.size = k.size AND s.point = m.point`.execute(tx)
}

export type InspectionWire = z.output<typeof inspection>

const writtenRow = inspection.omit({ lots: true }).extend({ id: col.text, box_id: col.text })

/** Every inspection of a box with what it found, oldest first. */
export async function inspectionsOf(db: Db, place: QcPlace): Promise<InspectionWire[]> {
  const found = await inspectionsWhere(db, sql`i.box_id = ${place.box_id} AND i.site_id = ${place.site_id}`)
  return found.map(({ id: _, box_id: _b, ...inspection }) => inspection)
}

/** Inspections `i` with what they found, of each box the oldest first, and the ids behind them. */
export async function inspectionsWhere(
  db: Db,
  rule: RawBuilder<unknown>,
): Promise<(InspectionWire & { id: string; box_id: string })[]> {
  const { rows } = await rowsOf(writtenRow)`
    SELECT i.id, i.box_id, i.number, i.kind, p.number AS previous, i.computed, i.verdict, i.override_reason, i.looser_reason,
      i.looser_plan, i.reason, i.remark, i.at,
      u.name AS by,
      coalesce((SELECT json_agg(json_build_object('nm_sku', k.nm_sku, 'passed', l.passed, 'failed', l.failed,
          'on_hold', l.on_hold, 'sampled', l.sampled) ORDER BY k.nm_sku)
        FROM qc_inspection_line l JOIN sku k ON k.id = l.sku_id WHERE l.inspection_id = i.id), '[]') AS lines,
      coalesce((SELECT json_agg(json_build_object('nm_sku', k.nm_sku, 'reason', d.reason, 'severity', d.severity,
          'units', d.units, 'is_further', d.is_further, 'remark', d.remark, 'defect_code', d.defect_code,
          'image_ids', ARRAY(SELECT f.image_id FROM qc_photo f
            WHERE f.inspection_id = i.id AND f.defect_id = d.id ORDER BY f.position)) ORDER BY d.id)
        FROM qc_defect d JOIN sku k ON k.id = d.sku_id WHERE d.inspection_id = i.id), '[]') AS defects,
      coalesce((SELECT json_agg(json_build_object('nm_sku', k.nm_sku, 'piece', m.piece, 'point', m.point,
          'spec_mm', m.spec_mm, 'tolerance_mm', m.tolerance_mm, 'actual_mm', m.actual_mm) ORDER BY m.id)
        FROM qc_measurement m JOIN sku k ON k.id = m.sku_id WHERE m.inspection_id = i.id), '[]') AS measurements,
      coalesce((SELECT json_agg(json_build_object('code', a.code, 'topic', a.topic, 'words', a.words,
          'words_zh', a.words_zh, 'is_required', a.is_required, 'answer', a.answer, 'remark', a.remark) ORDER BY a.position)
        FROM qc_checklist_answer a WHERE a.inspection_id = i.id), '[]') AS checklist,
      ARRAY(SELECT f.image_id FROM qc_photo f WHERE f.inspection_id = i.id AND f.defect_id IS NULL
        ORDER BY f.position) AS image_ids,
      coalesce((SELECT json_agg(json_build_object('part', g.part, 'by', w.name, 'at', g.at) ORDER BY g.part)
        FROM qc_signature g JOIN app_user w ON w.id = g.by WHERE g.inspection_id = i.id), '[]') AS signatures
    FROM qc_inspection i JOIN app_user u ON u.id = i.by LEFT JOIN qc_inspection p ON p.id = i.previous_id
    WHERE ${rule} ORDER BY i.box_id, i.number`.execute(db)
  const lots = await lotOutcomes(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, lots: lots.get(row.id) ?? [] }))
}

/** What vendors are told of an inspection: why a verdict was overruled or skipped, a plan loosened, and whose rule was the strictest, stays in the company. */
export function inspectionForVendors(each: InspectionWire): InspectionWire {
  return {
    ...each,
    override_reason: null,
    looser_reason: null,
    looser_plan: null,
    lots: each.lots.map((lot) => ({ ...lot, whose: [] })),
    ...(each.kind === 'skip' && { reason: null, remark: null }),
  }
}

/** The last inspection of a box that failed pieces of each SKU, by NM SKU: what an inspection of failed pieces looks at again. */
export async function lastFailings(db: Db, place: QcPlace): Promise<Map<string, { id: string; number: number }>> {
  const { rows } = await rowsOf({ nm_sku: col.text, id: col.text, number: col.number })`
    SELECT DISTINCT ON (l.sku_id) k.nm_sku, i.id, i.number
    FROM qc_inspection i JOIN qc_inspection_line l ON l.inspection_id = i.id JOIN sku k ON k.id = l.sku_id
    WHERE i.box_id = ${place.box_id} AND i.site_id = ${place.site_id} AND l.failed > 0 ORDER BY l.sku_id, i.number DESC`.execute(
    db,
  )
  return new Map(rows.map(({ nm_sku, ...inspection }) => [nm_sku, inspection]))
}

/** Tells a vendor that pieces of its box failed; boxes of one shipment become one notice. */
export async function tellFailed(tx: Tx, context: CallContext, box: QcBoxFacts, pieces: number): Promise<void> {
  // A vendor hears of China QC alone: what India finds stays in the company until something is decided of it.
  if (pieces === 0 || box.site_kind !== 'china_qc') return
  const { shipment_id, box_no, sscc } = box
  await notify(tx, context, {
    kind: 'pieces_failed',
    vendorId: box.vendor_id,
    group: shipment_id,
    things: [sscc],
    values: { shipment_id, box_no, sscc, pieces },
  })
}
