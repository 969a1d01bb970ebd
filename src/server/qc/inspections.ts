import type { z } from 'zod'
import { inspection } from '../../shared/contract/qc-shapes.ts'
import { col, rowsOf } from '../database/rows.ts'
import type { Db } from '../http/call.ts'
import type { QcPlace } from './qc-sites.ts'

export type InspectionWire = z.output<typeof inspection>

const inspectionColumns = { ...inspection.shape, at: col.instant }

/** Every inspection of a box with what it found, oldest first. */
export async function inspectionsOf(db: Db, place: QcPlace): Promise<InspectionWire[]> {
  const { rows } = await rowsOf(inspectionColumns)`
    SELECT i.number, i.kind, p.number AS previous, i.computed, i.verdict, i.override_reason, i.looser_reason,
      i.looser_plan, i.reason, i.remark, i.at,
      u.name AS by,
      coalesce((SELECT json_agg(json_build_object('nm_sku', k.nm_sku, 'passed', l.passed, 'failed', l.failed,
          'on_hold', l.on_hold, 'sampled', l.sampled) ORDER BY k.nm_sku)
        FROM qc_inspection_line l JOIN sku k ON k.id = l.sku_id WHERE l.inspection_id = i.id), '[]') AS lines,
      coalesce((SELECT json_agg(json_build_object('nm_sku', k.nm_sku, 'reason', d.reason, 'severity', d.severity,
          'units', d.units, 'is_further', d.is_further, 'remark', d.remark,
          'image_ids', ARRAY(SELECT f.image_id FROM qc_photo f
            WHERE f.inspection_id = i.id AND f.defect_id = d.id ORDER BY f.position)) ORDER BY d.id)
        FROM qc_defect d JOIN sku k ON k.id = d.sku_id WHERE d.inspection_id = i.id), '[]') AS defects,
      coalesce((SELECT json_agg(json_build_object('nm_sku', k.nm_sku, 'piece', m.piece, 'point', m.point,
          'spec_mm', m.spec_mm, 'tolerance_mm', m.tolerance_mm, 'actual_mm', m.actual_mm) ORDER BY m.id)
        FROM qc_measurement m JOIN sku k ON k.id = m.sku_id WHERE m.inspection_id = i.id), '[]') AS measurements,
      ARRAY(SELECT f.image_id FROM qc_photo f WHERE f.inspection_id = i.id AND f.defect_id IS NULL
        ORDER BY f.position) AS image_ids
    FROM qc_inspection i JOIN app_user u ON u.id = i.by LEFT JOIN qc_inspection p ON p.id = i.previous_id
    WHERE i.box_id = ${place.box_id} AND i.site_id = ${place.site_id} ORDER BY i.number`.execute(db)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
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
