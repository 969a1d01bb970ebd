import type { Contract } from '../../shared/contract/index.ts'
import type { RefusalReason } from '../../shared/domain/reasons.ts'
import { col, type Row, rowsOf } from '../database/rows.ts'
import { type Db, type Handlers, said } from '../http/call.ts'
import { defectsOfNote, photosOfNote } from './return-evidence.ts'
import { findReturnNote } from './return-note-rows.ts'

/** More than anybody looks through in a drawer; the rest can be seen at their boxes. */
const MOST_PHOTOS = 200

const noteLineFactsColumns = {
  box_id: col.text,
  sku_id: col.text,
  box_no: col.text,
  sscc: col.text,
  shipment_id: col.text,
  nm_sku: col.text,
  style_id: col.text,
  style_name: col.text,
  style_name_zh: col.text,
  color: col.text,
  color_zh: col.text,
  size: col.text,
  quantity: col.number,
}

export type NoteLineFacts = Row<typeof noteLineFactsColumns>

/** What stands on a note, box by box and in the order of sizes. */
export async function linesOfNote(db: Db, noteId: string): Promise<NoteLineFacts[]> {
  const { rows } = await rowsOf(noteLineFactsColumns)`
    SELECT l.box_id, l.sku_id, b.box_no, b.sscc, h.shipment_id, k.nm_sku, s.code AS style_id, s.name AS style_name,
      s.name_zh AS style_name_zh, k.color, k.color_zh, k.size, l.quantity
    FROM return_note_line l JOIN box b ON b.id = l.box_id JOIN shipment h ON h.id = b.shipment_id
    JOIN sku k ON k.id = l.sku_id JOIN style s ON s.id = k.style_id
    WHERE l.note_id = ${noteId} ORDER BY h.shipment_id, b.position, s.code, k.color, k.size_rank, k.size, k.nm_sku`.execute(
    db,
  )
  return rows
}

/** The same to look at, with why each went back and what was photographed of it. */
export const returnNoteLines: Handlers<Contract['house']>['returnNoteLines'] = async ({ return_note }, work) => {
  const { id } = await findReturnNote(work.db, work.caller, return_note)
  const [lines, defects, photos] = await Promise.all([
    linesOfNote(work.db, id),
    defectsOfNote(work.db, id),
    photosOfNote(work.db, id, MOST_PHOTOS),
  ])
  const whyOf = ({ box_id, sku_id }: NoteLineFacts): RefusalReason[] => {
    const found = defects.filter((defect) => defect.box_id === box_id && defect.sku_id === sku_id)
    return [...new Set(found.map(({ reason }) => reason))]
  }
  return said({
    lines: lines.map((line) => {
      const { box_id, sku_id: _s, ...facts } = line
      const shown = photos.filter((photo) => photo.box_id === box_id && photo.nm_sku === line.nm_sku)
      return { ...facts, reasons: whyOf(line), image_ids: shown.map(({ image_id }) => image_id) }
    }),
    image_ids: photos.flatMap(({ nm_sku, image_id }) => (nm_sku === null ? [image_id] : [])),
  })
}
