import { sql } from 'kysely'
import { type DebitNoteRow, debitLine, debitNote } from '../../../shared/areas/rejected-skus/calls.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { readTraced, unmarked } from '../../../shared/kernel/traced-code.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { ownRows } from '../../http/own-rows.ts'
import { atOwnSites } from '../../http/own-sites.ts'
import { inOrder, type ListQuery, listQuery } from '../../lists/list-query.ts'
import { assertVendorName } from '../data/vendors.ts'
import { disputedBy, upheldBy } from '../disputes/claims.ts'
import { containing } from '../orders/order-rows.ts'
import { faceOfColour } from '../pictures/faces.ts'

type Filter = Taken<Contract['rejectedSkus']['debitNotes']>

const noteRow = debitNote.omit({ pieces: true, value: true, lines: true }).extend({ id: col.text, currency: col.text })
const lineRow = debitLine.extend({ debit_note_id: col.text })

/** State of a debit note `n`: once all is taken back, or credited, that. */
const stateOf = sql<string>`(
  SELECT CASE WHEN bool_or(x.state = 'OPEN') THEN 'OPEN' WHEN bool_or(x.state = 'DONE') THEN 'DONE' ELSE 'UNDONE' END
  FROM disposition x WHERE x.debit_note_id = n.id)`

/** What disputes make of what still waits on a debit note `n`; null without one. */
const disputeOf = sql<string | null>`(
  SELECT CASE WHEN bool_or(${upheldBy('x')} IS NOT NULL) THEN 'UPHELD' WHEN bool_or(${disputedBy('x')} IS NOT NULL) THEN 'DISPUTED' END
  FROM disposition x WHERE x.debit_note_id = n.id AND x.state = 'OPEN')`

/** Debit notes, newest first, with what each claims; a vendor's own. */
export const debitQuery: ListQuery<Filter, DebitNoteRow> = listQuery<Filter, DebitNoteRow>({
  from: sql`debit_note n JOIN vendor v ON v.id = n.vendor_id`,
  id: sql<string>`n.id`,
  scope: ({ caller }) => sql`(${ownRows(caller, 'n.vendor_id')} AND ${atOwnSites(caller, 'n.site_id', 'india_qc')})`,
  check: (filter, context) => assertVendorName(context, filter.supplier_id),
  rules: {
    supplier_id: (code) => sql`v.code = ${code}`,
    debit_notes: (numbers) => sql`n.number = ANY(${numbers}::text[])`,
    state: (state) => sql`${state === 'DISPUTED' || state === 'UPHELD' ? disputeOf : stateOf} = ${state}`,
    search: (search) => {
      const like = containing(unmarked(search))
      const { sscc } = readTraced(search)
      return sql`(n.number ILIKE ${like} OR EXISTS (
        SELECT 1 FROM disposition x JOIN box b ON b.id = x.box_id JOIN shipment h ON h.id = b.shipment_id
          JOIN sku k ON k.id = x.sku_id
        WHERE x.debit_note_id = n.id AND (h.shipment_id ILIKE ${like} OR k.nm_sku ILIKE ${like} OR b.sscc = ${sscc ?? ''})))`
    },
  },
  order: () => ({
    by: [
      [sql`n.created_at`, 'timestamptz'],
      [sql`n.id`, 'uuid'],
    ],
    isDescending: true,
  }),
  rows: async (ids, { db, caller }) => {
    const { rows: notes } = await rowsOf(noteRow)`
      SELECT n.id, n.number AS debit_note, v.code AS supplier_id, v.name AS supplier_name, v.name_zh AS supplier_name_zh,
        w.name AS site_name, w.name_zh AS site_name_zh, ${stateOf} AS state, n.currency, n.created_at, u.name AS created_by
      FROM debit_note n JOIN vendor v ON v.id = n.vendor_id JOIN site w ON w.id = n.site_id
      JOIN app_user u ON u.id = n.created_by
      WHERE n.id = ANY(${ids}::uuid[]) AND ${ownRows(caller, 'n.vendor_id')}
        AND ${atOwnSites(caller, 'n.site_id', 'india_qc')}`.execute(db)
    const { rows: lines } = await rowsOf(lineRow)`
      SELECT x.debit_note_id, b.sscc, h.shipment_id, b.box_no, k.nm_sku, y.code AS style_id, y.name AS style_name,
        y.name_zh AS style_name_zh, k.color, k.color_zh, ${faceOfColour('y.id', 'k.color')} AS picture, k.size, x.state, x.quantity, x.value_minor,
        m.currency AS value_currency, ${upheldBy('x')} AS upheld_by, ${disputedBy('x')} AS disputed_by,
        ARRAY(SELECT DISTINCT f.reason FROM qc_inspection i JOIN qc_defect f ON f.inspection_id = i.id
          WHERE i.box_id = x.box_id AND i.site_id = x.site_id AND f.sku_id = x.sku_id ORDER BY f.reason) AS reasons
      FROM disposition x JOIN debit_note m ON m.id = x.debit_note_id JOIN box b ON b.id = x.box_id JOIN shipment h ON h.id = b.shipment_id
      JOIN sku k ON k.id = x.sku_id JOIN style y ON y.id = k.style_id
      WHERE x.debit_note_id = ANY(${notes.map(({ id }) => id)}::uuid[]) ORDER BY x.id`.execute(db)
    const byNote = Map.groupBy(lines, ({ debit_note_id }) => debit_note_id)
    return inOrder(ids, notes, ({ id }) => id).map(({ id, currency, ...note }) => {
      const own = byNote.get(id) ?? []
      const standing = own.filter(({ state }) => state !== 'UNDONE')
      return {
        ...note,
        pieces: standing.reduce((total, { quantity }) => total + quantity, 0),
        value: { minor: standing.reduce((total, { value }) => total + (value?.minor ?? 0), 0), currency },
        lines: own.map(({ debit_note_id: _, ...line }) => line),
      }
    })
  },
})
