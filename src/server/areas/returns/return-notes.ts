import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { readTraced, unmarked } from '../../../shared/kernel/traced-code.ts'
import { recordDownload } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type Handlers, said, type Work } from '../../http/call.ts'
import { ownRows } from '../../http/own-rows.ts'
import { pageOf, readCursor } from '../../lists/keyset.ts'
import { assertVendorName } from '../data/vendors.ts'
import { containing } from '../orders/order-rows.ts'
import { chinaSites, ofSites } from '../qc-boxes/sites.ts'
import { returnNotePaper } from './paper.ts'
import { findReturnNote, returnNoteFactsColumns, returnNotesSelected, returnNoteWire } from './return-note-rows.ts'

type ListInput = Taken<Contract['returns']['returnNotes']>

/** A page of return notes, newest first, or their counts by state. */
export const returnNotes: Handlers<Contract['returns']>['returnNotes'] = async (input, work) => {
  await assertVendorName(work, input.supplier_id)
  if (input.part === 'counts') return said({ rows: [], next_cursor: null, counts: await countNotes(input, work) })
  const after = readCursor(input.cursor)
  const behind =
    after === null ? sql`true` : sql`(n.created_at, n.id) < (${after.value}::timestamptz, ${after.id}::uuid)`
  const { rows: found } = await rowsOf(returnNoteFactsColumns)`${returnNotesSelected}
    WHERE ${filterOf(input, work)} AND ${ofState(input.state)} AND ${behind}
    ORDER BY n.created_at DESC, n.id DESC LIMIT ${sql.lit(input.page_size + 1)}`.execute(work.db)
  const { rows, next_cursor } = pageOf(found, input.page_size, (row) => ({
    value: row.created_at.toISOString(),
    id: row.id,
  }))
  return said({ rows: rows.map(returnNoteWire), next_cursor })
}

async function countNotes(input: ListInput, work: Work): Promise<Record<string, number>> {
  const { rows } = await rowsOf({ SENT: col.number, CANCELLED: col.number, all: col.number })`
    SELECT count(*) FILTER (WHERE n.state = 'SENT')::int AS "SENT",
      count(*) FILTER (WHERE n.state = 'CANCELLED')::int AS "CANCELLED", count(*)::int AS "all"
    FROM return_note n JOIN vendor v ON v.id = n.vendor_id WHERE ${filterOf(input, work)}`.execute(work.db)
  return { ...rows[0] }
}

function ofState(state: ListInput['state']): RawBuilder<SqlBool> {
  return state === undefined ? sql<SqlBool>`true` : sql<SqlBool>`n.state = ${state}`
}

function filterOf({ supplier_id, return_notes, search }: ListInput, { caller }: Work): RawBuilder<SqlBool> {
  const rules: RawBuilder<SqlBool>[] = [ofSites(chinaSites, 'n'), sql<SqlBool>`${ownRows(caller, 'n.vendor_id')}`]
  if (supplier_id) rules.push(sql<SqlBool>`v.code = ${supplier_id}`)
  if (return_notes) rules.push(sql<SqlBool>`n.number = ANY(${return_notes}::text[])`)
  if (search) rules.push(holding(search))
  return sql<SqlBool>`${sql.join(rules, sql` AND `)}`
}

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
export const returnNoteFile: Handlers<Contract['returns']>['returnNoteFile'] = async ({ return_note }, work) => {
  const note = await findReturnNote(work.db, work.caller, return_note)
  const paper = await returnNotePaper(note, work)
  await recordDownload(work, `return_note_${note.return_note}.pdf`, { return_note: note.return_note })
  // Loaded when needed: the libraries for pages would hold up every start.
  const { returnNotePdf } = await import('./paper-layout.ts')
  return { body: returnNotePdf(paper, { resourcesDir: work.resources }) }
}
