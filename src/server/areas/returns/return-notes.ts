import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ReturnNoteRow } from '../../../shared/areas/inspection/shapes.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { readTraced, unmarked } from '../../../shared/kernel/traced-code.ts'
import { recordDownload } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, FileReply, Handlers } from '../../http/call.ts'
import { ownRows } from '../../http/own-rows.ts'
import { inOrder, type ListQuery, listQuery } from '../../lists/list-query.ts'
import { assertVendorName } from '../data/vendors.ts'
import { containing } from '../orders/order-rows.ts'
import { type AtQc, inChina, ofSites, type QcSites } from '../qc-boxes/sites.ts'
import { returnNoteDocument } from './document.ts'
import { findReturnNote, returnNoteFacts, returnNotesSelected, returnNoteWire } from './return-note-rows.ts'

type ListInput = Taken<Contract['returns']['returnNotes']>

/** Return notes of a country's sites, newest first. */
export const noteQueryAt = (sites: QcSites): ListQuery<ListInput, ReturnNoteRow> => {
  const query: ListQuery<ListInput, ReturnNoteRow> = listQuery<ListInput, ReturnNoteRow>({
    from: sql`return_note n JOIN vendor v ON v.id = n.vendor_id`,
    id: sql<string>`n.id`,
    scope: ({ caller }) => sql`${ofSites({ sites, caller }, 'n')} AND ${ownRows(caller, 'n.vendor_id')}`,
    check: (filter, context) => assertVendorName(context, filter.supplier_id),
    rules: {
      supplier_id: (code) => sql`v.code = ${code}`,
      return_notes: (numbers) => sql`n.number = ANY(${numbers}::text[])`,
      search: holding,
      state: (state) => sql`n.state = ${state}`,
    },
    order: () => ({
      by: [
        [sql`n.created_at`, 'timestamptz'],
        [sql`n.id`, 'uuid'],
      ],
      isDescending: true,
    }),
    rows: async (ids, { db, caller }) => {
      const { rows } = await rowsOf(returnNoteFacts)`${returnNotesSelected}
      WHERE n.id = ANY(${ids}::uuid[]) AND ${ofSites({ sites, caller }, 'n')} AND ${ownRows(caller, 'n.vendor_id')}`.execute(
        db,
      )
      return inOrder(ids, rows, (row) => row.id).map(returnNoteWire)
    },
    counts: async (filter, context) => {
      const { rows } = await rowsOf({ SENT: col.number, CANCELLED: col.number, all: col.number })`
      SELECT count(*) FILTER (WHERE n.state = 'SENT')::int AS "SENT",
        count(*) FILTER (WHERE n.state = 'CANCELLED')::int AS "CANCELLED", count(*)::int AS "all"
      FROM return_note n JOIN vendor v ON v.id = n.vendor_id WHERE ${await query.where(filter, context, ['state'])}`.execute(
        context.db,
      )
      return { ...rows[0] }
    },
  })
  return query
}

export const noteQuery = noteQueryAt('china_qc')

/** A note by a part of its number or tracking id, or by a shipment, box or SKU on it. */
function holding(search: string): RawBuilder<SqlBool> {
  const like = containing(unmarked(search))
  const { sscc } = readTraced(search)
  return sql<SqlBool>`(n.number ILIKE ${like} OR n.tracking_id ILIKE ${like} OR EXISTS (
    SELECT 1 FROM return_note_line l JOIN box b ON b.id = l.box_id JOIN shipment h ON h.id = b.shipment_id
      JOIN sku k ON k.id = l.sku_id
    WHERE l.note_id = n.id AND (h.shipment_id ILIKE ${like} OR k.nm_sku ILIKE ${like} OR b.sscc = ${sscc ?? ''})))`
}

/** The note as pages to print, with its photographs; taking it is written down. */
export const returnNoteFile: Handlers<Contract['returns']>['returnNoteFile'] = ({ return_note }, context) =>
  noteFileAt(inChina(context.caller), return_note, context)

export async function noteFileAt(at: AtQc, number: string, context: CallContext): Promise<FileReply> {
  const note = await findReturnNote(context.db, at, number)
  const document = await returnNoteDocument(note, context)
  await recordDownload(context, `return_note_${note.return_note}.pdf`, { return_note: note.return_note })
  // Loaded when needed: the libraries for pages would hold up every start.
  const { returnNotePdf } = await import('./document-layout.ts')
  return { body: returnNotePdf(document, { resourcesDir: context.resources }) }
}
