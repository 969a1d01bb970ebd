import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { refusalReasons } from '../../shared/domain/reasons.ts'
import { severities } from '../../shared/domain/sampling.ts'
import { col, type Row, rowsOf } from '../database/rows.ts'
import type { Db } from '../http/call.ts'

/**
 * What was found about failed pieces `r` (box_id, site_id, sku_id) up to a moment: complete it with further joins. The inspection is
 * `i`. What was found before those pieces went back to QC counts no more; inspecting failed pieces again takes nothing back.
 */
export function foundAbout(until: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`qc_inspection i
    JOIN qc_inspection_line il ON il.inspection_id = i.id AND il.sku_id = r.sku_id AND il.failed > 0
      AND i.box_id = r.box_id AND i.site_id = r.site_id AND i.at <= ${until}
      AND i.at >= coalesce((SELECT max(m.at) FROM qc_move m WHERE m.box_id = r.box_id AND m.site_id = r.site_id AND m.sku_id = r.sku_id
        AND m.kind = 'revert_failed' AND m.inspection_id IS NULL AND m.at <= ${until}), '-infinity')`
}

/** The photographs among it: those of defects of these pieces, and those of the whole inspection. */
export function photosAbout(until: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${foundAbout(until)} JOIN qc_photo p ON p.inspection_id = i.id
    LEFT JOIN qc_defect d ON d.id = p.defect_id`
}

/** Stands in the WHERE of `photosAbout`. */
export const isAboutThese = sql`(p.defect_id IS NULL OR d.sku_id = r.sku_id)`

const foundDefectColumns = {
  box_id: col.text,
  sku_id: col.text,
  reason: z.enum(refusalReasons),
  severity: z.enum(severities),
  units: col.number,
  remark: col.text,
}

export type FoundDefect = Row<typeof foundDefectColumns>

const foundPhotoColumns = {
  image_id: col.text,
  width: col.number,
  height: col.number,
  box_id: col.text,
  box_no: col.text,
  /** Null for a photograph of the whole inspection. */
  nm_sku: col.textOrNull,
  reason: z.enum(refusalReasons).nullable(),
  severity: z.enum(severities).nullable(),
  remark: col.textOrNull,
}

export type FoundPhoto = Row<typeof foundPhotoColumns>

const linesOfNote = (noteId: string) => sql`(SELECT l.box_id, l.site_id, l.sku_id, n.created_at FROM return_note_line l
  JOIN return_note n ON n.id = l.note_id WHERE l.note_id = ${noteId}) r`

/** Why the pieces of a return note went back, as it stood then. */
export async function defectsOfNote(db: Db, noteId: string): Promise<FoundDefect[]> {
  const { rows } = await rowsOf(foundDefectColumns)`
    SELECT r.box_id, r.sku_id, d.reason, d.severity, sum(d.units)::int AS units,
      string_agg(DISTINCT d.remark, '; ' ORDER BY d.remark) AS remark
    FROM ${linesOfNote(noteId)} CROSS JOIN ${foundAbout(sql`r.created_at`)}
    JOIN qc_defect d ON d.inspection_id = i.id AND d.sku_id = r.sku_id
    GROUP BY 1, 2, 3, 4 ORDER BY array_position(ARRAY['critical', 'major', 'minor'], d.severity), units DESC, d.reason`.execute(
    db,
  )
  return rows
}

/** Photographs of a return note, each once, in the order of its boxes; `most` of them at most. */
export async function photosOfNote(db: Db, noteId: string, most: number): Promise<FoundPhoto[]> {
  const { rows } = await rowsOf(foundPhotoColumns)`
    SELECT x.* FROM (
      SELECT DISTINCT ON (p.image_id) p.image_id, g.width, g.height, r.box_id, b.box_no, b.position, p.position AS place, i.number,
        CASE WHEN d.id IS NOT NULL THEN k.nm_sku END AS nm_sku, d.reason, d.severity, d.remark
      FROM ${linesOfNote(noteId)} CROSS JOIN ${photosAbout(sql`r.created_at`)}
      JOIN qc_image g ON g.id = p.image_id JOIN box b ON b.id = r.box_id JOIN sku k ON k.id = r.sku_id
      WHERE ${isAboutThese} ORDER BY p.image_id, i.number) x
    ORDER BY x.position, x.number, x.place LIMIT ${sql.lit(most)}`.execute(db)
  return rows.map(({ image_id, width, height, box_id, box_no, nm_sku, reason, severity, remark }) => ({
    ...{ image_id, width, height, box_id, box_no },
    ...{ nm_sku, reason, severity, remark },
  }))
}
