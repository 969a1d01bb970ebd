import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { returnNoteStatuses } from '../../../shared/areas/returns/calls.ts'
import { factLabels, hasRight } from '../../../shared/areas.ts'
import { reasonUsually, refusalReasons } from '../../../shared/kernel/reasons.ts'
import { address } from '../../../shared/kernel/screens.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { Caller } from '../../http/call.ts'
import { ownRows } from '../../http/own-rows.ts'
import { type Asking, type Fact, known, pathFor, type Related, type Traced } from '../../trace/finder.ts'
import { type DocumentKind, documentFinder, relatedDocuments } from '../invoices/trace.ts'
import { inChina, ofSites } from '../qc-boxes/sites.ts'
import { onNote } from '../shipments/trace-boxes.ts'

const noteFactsColumns = {
  /** return_note.id */
  id: col.text,
  number: col.text,
  state: z.enum(['SENT', 'CANCELLED']),
  reason: z.enum(refusalReasons),
  carrier: col.textOrNull,
  tracking_id: col.textOrNull,
  created_at: col.instant,
  supplier_name: col.text,
  supplier_name_zh: col.text,
  boxes: col.number,
  pieces: col.number,
}

type NoteFacts = Row<typeof noteFactsColumns>

/** For people of China QC, and for the vendor to whom the pieces go back. */
export const noteDocument: DocumentKind<NoteFacts> = {
  kind: 'return_note',
  number: sql.ref('n.number'),
  otherCode: sql.ref('n.tracking_id'),
  where: notesWhere,
  traced: noteTraced,
  facts: noteFacts,
  boxes: onNote,
  pieces: (note) => note.pieces,
}

export const returnNoteFinder = documentFinder(noteDocument)

/** The notes with which pieces of a box (box.id) went back, the newest first. */
export async function relatedNotes(asking: Asking, boxId: string): Promise<Related[]> {
  const ofBox = sql<SqlBool>`n.id IN (SELECT note_id FROM return_note_line WHERE box_id = ${boxId}::uuid)`
  return relatedDocuments(noteDocument, asking, ofBox)
}

async function notesWhere({ db, caller }: Asking, condition: RawBuilder<SqlBool>, limit: number): Promise<NoteFacts[]> {
  if (!hasRight(caller, 'chinaQcOutcome')) return []
  const { rows } = await rowsOf(noteFactsColumns)`
    SELECT n.id, n.number, n.state, n.reason, n.carrier, n.tracking_id, n.created_at, v.name AS supplier_name,
      v.name_zh AS supplier_name_zh, l.boxes, l.pieces
    FROM return_note n JOIN vendor v ON v.id = n.vendor_id
    CROSS JOIN LATERAL (SELECT count(DISTINCT box_id)::int AS boxes, coalesce(sum(quantity), 0)::int AS pieces
      FROM return_note_line WHERE note_id = n.id) l
    WHERE ${ownRows(caller, 'n.vendor_id')} AND ${ofSites(inChina(caller), 'n')} AND ${condition}
    ORDER BY n.created_at DESC, n.id DESC LIMIT ${sql.lit(limit)}`.execute(db)
  return rows
}

function noteTraced(note: NoteFacts, caller: Caller): Traced {
  const { number, supplier_name, supplier_name_zh, reason } = note
  return {
    kind: 'return_note',
    code: number,
    title: number,
    subtitle: `${supplier_name} · ${reason}`,
    subtitle_zh: `${supplier_name_zh} · ${reasonUsually[reason].zh}`,
    status: note.state === 'SENT' ? returnNoteStatuses.sent : returnNoteStatuses.cancelled,
    path: pathFor(caller, address('/supplier/qc-results', { note: number })),
  }
}

/** Without the remark: free words are only for those who may see a price. The note itself has them. */
function noteFacts(note: NoteFacts): Fact[] {
  return known([
    { label: factLabels.supplier, text: note.supplier_name, text_zh: note.supplier_name_zh },
    { label: factLabels.reason, text: note.reason, text_zh: reasonUsually[note.reason].zh },
    { label: factLabels.boxes, count: note.boxes },
    { label: factLabels.pieces, count: note.pieces },
    note.carrier === null ? null : { label: factLabels.carrier, text: note.carrier },
    note.tracking_id === null ? null : { label: factLabels.tracking_id, text: note.tracking_id },
    { label: factLabels.created, at: note.created_at.toISOString() },
  ])
}
