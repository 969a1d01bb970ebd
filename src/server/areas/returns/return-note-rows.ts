import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { returnNoteRow } from '../../../shared/areas/inspection/shapes.ts'
import { returnNoteLine } from '../../../shared/areas/returns/calls.ts'
import type { Contract } from '../../../shared/areas.ts'
import { type RefusalReason, refusalReasons, severities } from '../../../shared/kernel/reasons.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Db, type Handlers, reply } from '../../http/call.ts'
import { notFound } from '../../http/errors.ts'
import { ownRows } from '../../http/own-rows.ts'
import { isOfLot, type LotOutcome, lotOutcomes } from '../inspection/lot-outcomes.ts'
import { faceOfColour } from '../pictures/faces.ts'
import { type AtQc, inChina, ofSites } from '../qc-boxes/sites.ts'

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

const foundPhoto = z.object({
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
})

export type FoundPhoto = z.output<typeof foundPhoto>

const noteEvidenceLines = (
  noteId: string,
) => sql`(SELECT l.box_id, l.site_id, l.sku_id, n.created_at FROM return_note_line l
  JOIN return_note n ON n.id = l.note_id WHERE l.note_id = ${noteId}) r`

/** Why the pieces of a return note went back, as it stood then. */
export async function defectsOfNote(db: Db, noteId: string): Promise<FoundDefect[]> {
  const { rows } = await rowsOf(foundDefectColumns)`
    SELECT r.box_id, r.sku_id, d.reason, d.severity, sum(d.units)::int AS units,
      string_agg(DISTINCT d.remark, '; ' ORDER BY d.remark) AS remark
    FROM ${noteEvidenceLines(noteId)} CROSS JOIN ${foundAbout(sql`r.created_at`)}
    JOIN qc_defect d ON d.inspection_id = i.id AND d.sku_id = r.sku_id
    GROUP BY 1, 2, 3, 4 ORDER BY array_position(ARRAY['critical', 'major', 'minor'], d.severity), units DESC, d.reason`.execute(
    db,
  )
  return rows
}

const judgedColumns = {
  box_id: col.text,
  sku_id: col.text,
  inspection_id: col.text,
  style_id: col.text,
  color: col.text,
  judged: col.number,
  sampled: col.number,
  /** Pieces of the SKU that were ever in the box. */
  pieces: col.number,
}

/** How the pieces of a SKU in a box on a note were judged. */
export interface NoteEvidence {
  box_id: string
  sku_id: string
  /** So many were judged with them, and so many of these looked at. */
  judged: number
  looked_at: number
  /** The lots by whose sample they were judged, as it stood when they failed. */
  lots: LotOutcome[]
}

/** Whether pieces of a note failed by their own defects or by the sample of their lot, by box and SKU. */
export async function evidenceOfNote(db: Db, noteId: string): Promise<NoteEvidence[]> {
  const { rows } = await rowsOf(judgedColumns)`
    SELECT r.box_id, r.sku_id, i.id AS inspection_id, s.code AS style_id, k.color,
      il.passed + il.failed + il.on_hold AS judged, il.sampled, q.declared + q.excess - q.missing AS pieces
    FROM ${noteEvidenceLines(noteId)} CROSS JOIN ${foundAbout(sql`r.created_at`)}
    JOIN sku k ON k.id = r.sku_id JOIN style s ON s.id = k.style_id
    JOIN qc_line q ON q.box_id = r.box_id AND q.site_id = r.site_id AND q.sku_id = r.sku_id
    ORDER BY r.box_id, r.sku_id, i.id`.execute(db)
  const lots = await lotOutcomes(db, [...new Set(rows.map((row) => row.inspection_id))])
  return [...Map.groupBy(rows, ({ box_id, sku_id }) => `${box_id} ${sku_id}`).values()].flatMap((looks) => {
    const [first] = looks
    if (first === undefined) return []
    const own = looks.flatMap((look) => (lots.get(look.inspection_id) ?? []).filter((lot) => isOfLot(lot, look)))
    const sum = (key: 'judged' | 'sampled') => looks.reduce((all, look) => all + look[key], 0)
    const { box_id, sku_id } = first
    // The last that is known of each: a lot may have been judged in several inspections.
    const last = [...new Map(own.map((lot) => [lot.lot_id, lot])).values()]
    // Pieces that were judged again, or held first, were judged twice; none is counted so.
    const judged = Math.min(sum('judged'), first.pieces)
    return [{ box_id, sku_id, judged, looked_at: Math.min(sum('sampled'), judged), lots: last }]
  })
}

/** A lot on a note, with the boxes and pieces of it that go back. */
export interface NoteLot extends LotOutcome {
  boxes: string[]
  pieces: number
}

/** The lots behind a note's lines, each once, in their order; the latest that is known of each. */
export function lotsOfNote(lines: readonly NoteLineFacts[], evidence: readonly NoteEvidence[]): NoteLot[] {
  const lots = new Map<string, NoteLot>()
  for (const { box_id, sku_id, box_no, shipment_id, quantity } of lines) {
    const own = evidence.find((each) => each.box_id === box_id && each.sku_id === sku_id)?.lots ?? []
    for (const lot of own) {
      const known = lots.get(lot.lot_id)
      const latest = known && known.tally.sampled > lot.tally.sampled ? known : lot
      const boxes = [...new Set([...(known?.boxes ?? []), `${shipment_id} / ${box_no}`])]
      lots.set(lot.lot_id, { ...latest, boxes, pieces: (known?.pieces ?? 0) + quantity })
    }
  }
  return [...lots.values()]
}

/** Photographs of a return note, each once, in the order of its boxes; `most` of them at most. */
export async function photosOfNote(db: Db, noteId: string, most: number): Promise<FoundPhoto[]> {
  const { rows } = await rowsOf(foundPhoto)`
    SELECT x.* FROM (
      SELECT DISTINCT ON (p.image_id) p.image_id, g.width, g.height, r.box_id, b.box_no, b.position, p.position AS place, i.number,
        CASE WHEN d.id IS NOT NULL THEN k.nm_sku END AS nm_sku, d.reason, d.severity, d.remark
      FROM ${noteEvidenceLines(noteId)} CROSS JOIN ${photosAbout(sql`r.created_at`)}
      JOIN qc_image g ON g.id = p.image_id JOIN box b ON b.id = r.box_id JOIN sku k ON k.id = r.sku_id
      WHERE ${isAboutThese} ORDER BY p.image_id, i.number) x
    ORDER BY x.position, x.number, x.place LIMIT ${sql.lit(most)}`.execute(db)
  return rows
}

export type ReturnNoteWire = z.output<typeof returnNoteRow>

/** A return note with the ids behind it, ready for `returnNoteWire`. */
export const returnNoteFacts = returnNoteRow.extend({ id: col.text, vendor_id: col.text })

export type ReturnNoteFacts = z.output<typeof returnNoteFacts>

/** Return notes `n`: complete it with `WHERE ${rules} …`. The vendor is `v`. */
export const returnNotesSelected = sql`
  SELECT n.id, n.vendor_id, n.number AS return_note, n.state, v.code AS supplier_id, v.name AS supplier_name,
    v.name_zh AS supplier_name_zh, n.reason, n.remark, n.carrier, n.tracking_id, l.boxes, l.pieces,
    (SELECT count(DISTINCT p.image_id)::int FROM return_note_line r CROSS JOIN ${photosAbout(sql`n.created_at`)}
      WHERE r.note_id = n.id AND ${isAboutThese}) AS photos,
    n.created_at, u.name AS created_by, n.cancel_reason, n.disputes, n.version
  FROM return_note n JOIN vendor v ON v.id = n.vendor_id JOIN app_user u ON u.id = n.created_by
  JOIN LATERAL (SELECT count(DISTINCT x.box_id)::int AS boxes, coalesce(sum(x.quantity), 0)::int AS pieces
    FROM return_note_line x WHERE x.note_id = n.id) l ON true`

export function returnNoteWire({ id: _i, vendor_id: _v, ...note }: ReturnNoteFacts): ReturnNoteWire {
  return note
}

/** One return note of these sites by its number. Throws not_found for what is not there, and for another vendor's. */
export async function findReturnNote(db: Db, at: AtQc, number: string): Promise<ReturnNoteFacts> {
  const { rows } = await rowsOf(returnNoteFacts)`${returnNotesSelected}
    WHERE n.number = ${number} AND ${ofSites(at, 'n')} AND ${ownRows(at.caller, 'n.vendor_id')}`.execute(db)
  if (rows[0] === undefined) throw unknownNote(number)
  return rows[0]
}

export function unknownNote(number: string) {
  return notFound('Return note {{return_note}} is not there.', { return_note: number })
}

/** More than anybody looks through in a drawer; the rest can be seen at their boxes. */
const MOST_PHOTOS = 200

const noteLineFacts = returnNoteLine
  .omit({ judged: true, looked_at: true, reasons: true, image_ids: true })
  .extend({ box_id: col.text, sku_id: col.text })

export type NoteLineFacts = z.output<typeof noteLineFacts>

/** What stands on a note, box by box and in the order of sizes. */
export async function linesOfNote(db: Db, noteId: string): Promise<NoteLineFacts[]> {
  const { rows } = await rowsOf(noteLineFacts)`
    SELECT l.box_id, l.sku_id, b.box_no, b.sscc, h.shipment_id, k.nm_sku, s.code AS style_id, s.name AS style_name,
      s.name_zh AS style_name_zh, k.color, k.color_zh, ${faceOfColour('s.id', 'k.color')} AS picture, k.size, l.quantity
    FROM return_note_line l JOIN box b ON b.id = l.box_id JOIN shipment h ON h.id = b.shipment_id
    JOIN sku k ON k.id = l.sku_id JOIN style s ON s.id = k.style_id
    WHERE l.note_id = ${noteId} ORDER BY h.shipment_id, b.position, s.code, k.color, k.size_rank, k.size, k.nm_sku`.execute(
    db,
  )
  return rows
}

/** The same to look at, with why each went back and what was photographed of it. */
export const returnNoteLines: Handlers<Contract['returns']>['returnNoteLines'] = ({ return_note }, context) =>
  noteLinesAt(inChina(context.caller), return_note, context)

/** Of a note of these sites. Throws as `findReturnNote` does. */
export async function noteLinesAt(at: AtQc, number: string, context: Pick<CallContext, 'db'>) {
  const { id } = await findReturnNote(context.db, at, number)
  const [lines, defects, photos, evidence] = await Promise.all([
    linesOfNote(context.db, id),
    defectsOfNote(context.db, id),
    photosOfNote(context.db, id, MOST_PHOTOS),
    evidenceOfNote(context.db, id),
  ])
  const whyOf = ({ box_id, sku_id }: NoteLineFacts): RefusalReason[] => {
    const found = defects.filter((defect) => defect.box_id === box_id && defect.sku_id === sku_id)
    return [...new Set(found.map(({ reason }) => reason))]
  }
  return reply({
    lines: lines.map((line) => {
      const { box_id, sku_id: _s, ...facts } = line
      const shown = photos.filter((photo) => photo.box_id === box_id && photo.nm_sku === line.nm_sku)
      const seen = evidence.find((each) => each.box_id === box_id && each.sku_id === line.sku_id)
      const looks = { judged: seen?.judged ?? 0, looked_at: seen?.looked_at ?? 0 }
      return { ...facts, ...looks, reasons: whyOf(line), image_ids: shown.map(({ image_id }) => image_id) }
    }),
    lots: lotsOfNote(lines, evidence),
    image_ids: photos.flatMap(({ nm_sku, image_id }) => (nm_sku === null ? [image_id] : [])),
  })
}
