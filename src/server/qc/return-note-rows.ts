import { sql } from 'kysely'
import type { z } from 'zod'
import { returnNoteRow } from '../../shared/contract/qc-shapes.ts'
import { col, type Row, rowsOf } from '../database/rows.ts'
import type { Caller, Db } from '../http/call.ts'
import { notFound } from '../http/errors.ts'
import { ownRows } from '../people/for-vendor.ts'
import { chinaSites, ofSites } from './qc-sites.ts'
import { isAboutThese, photosAbout } from './return-evidence.ts'

export type ReturnNoteWire = z.output<typeof returnNoteRow>

/** A return note with the ids behind it, ready for `returnNoteWire`. */
export const returnNoteFactsColumns = {
  ...returnNoteRow.shape,
  id: col.text,
  vendor_id: col.text,
  created_at: col.instant,
}

export type ReturnNoteFacts = Row<typeof returnNoteFactsColumns>

/** Return notes `n`: complete it with `WHERE ${rules} …`. The vendor is `v`. */
export const returnNotesSelected = sql`
  SELECT n.id, n.vendor_id, n.number AS return_note, n.state, v.code AS supplier_id, v.name AS supplier_name,
    v.name_zh AS supplier_name_zh, n.reason, n.remark, n.carrier, n.tracking_id, l.boxes, l.pieces,
    (SELECT count(DISTINCT p.image_id)::int FROM return_note_line r CROSS JOIN ${photosAbout(sql`n.created_at`)}
      WHERE r.note_id = n.id AND ${isAboutThese}) AS photos,
    n.created_at, u.name AS created_by, n.cancel_reason, n.version
  FROM return_note n JOIN vendor v ON v.id = n.vendor_id JOIN app_user u ON u.id = n.created_by
  JOIN LATERAL (SELECT count(DISTINCT x.box_id)::int AS boxes, coalesce(sum(x.quantity), 0)::int AS pieces
    FROM return_note_line x WHERE x.note_id = n.id) l ON true`

export function returnNoteWire({ id: _i, vendor_id: _v, created_at, ...note }: ReturnNoteFacts): ReturnNoteWire {
  return { ...note, created_at: created_at.toISOString() }
}

/** One return note by its number. Throws not_found for what is not there, and for another vendor's. */
export async function findReturnNote(db: Db, caller: Caller, number: string): Promise<ReturnNoteFacts> {
  const { rows } = await rowsOf(returnNoteFactsColumns)`${returnNotesSelected}
    WHERE n.number = ${number} AND ${ofSites(chinaSites, 'n')} AND ${ownRows(caller, 'n.vendor_id')}`.execute(db)
  if (rows[0] === undefined) throw unknownNote(number)
  return rows[0]
}

export function unknownNote(number: string) {
  return notFound('Return note {{return_note}} is not there.', { return_note: number })
}
