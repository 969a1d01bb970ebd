import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  type DispositionRow,
  disposition,
  type RejectedSku,
  rejectedSku,
} from '../../../shared/areas/rejected-skus/calls.ts'
import { dispositionKinds, type RejectedTab } from '../../../shared/areas/rejected-skus/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { readTraced, unmarked } from '../../../shared/kernel/traced-code.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Caller, Db } from '../../http/call.ts'
import { ownRows } from '../../http/own-rows.ts'
import { inOrder, type ListQuery, listQuery } from '../../lists/list-query.ts'
import { assertVendorName } from '../data/vendors.ts'
import { disputedBy, disputesOf, upheldBy } from '../disputes/claims.ts'
import { containing } from '../orders/order-rows.ts'
import { faceOfColour } from '../pictures/faces.ts'
import { atSites, inIndia } from '../qc-boxes/sites.ts'
import { foundAbout, isAboutThese, photosAbout } from '../returns/return-note-rows.ts'

/** What every decision answers. */
export type Reconciled = Gives<Contract['rejectedSkus']['reconcileRejectedSkus']>

type ListInput = Taken<Contract['rejectedSkus']['getRejectedSkus']>

/** Lines `l` of boxes `q`, with `d`: how many pieces decisions that stand are about, and of how many the next step is waited for. */
const from = sql`qc_line l JOIN qc_box q ON q.box_id = l.box_id AND q.site_id = l.site_id JOIN vendor v ON v.id = q.vendor_id
  JOIN sku k ON k.id = l.sku_id JOIN style s ON s.id = k.style_id
  JOIN LATERAL (SELECT coalesce(sum(d.quantity), 0)::int AS pieces,
      coalesce(sum(d.quantity) FILTER (WHERE d.state = 'OPEN'), 0)::int AS waiting
    FROM disposition d WHERE d.box_id = l.box_id AND d.site_id = l.site_id AND d.sku_id = l.sku_id
      AND d.state <> 'UNDONE') d ON true`

const isRejected = sql<SqlBool>`(l.failed > 0 OR d.pieces > 0)`

/** `inRejectedTab` of the domain, in SQL; a test holds the two together. */
export const rejectedTabCondition: Record<RejectedTab, RawBuilder<SqlBool>> = {
  to_reconcile: sql<SqlBool>`l.failed > 0`,
  waiting: sql<SqlBool>`d.waiting > 0`,
  reconciled: sql<SqlBool>`(l.failed = 0 AND d.waiting = 0)`,
  all: sql<SqlBool>`true`,
}

const rowId = sql<string>`(l.box_id || ' ' || l.sku_id)`

/** Rejected pieces at India QC by box and SKU, what came last first. */
export const rejectedQuery: ListQuery<ListInput, RejectedSku> = listQuery<ListInput, RejectedSku>({
  from,
  id: rowId,
  scope: ({ caller }) => sql`${atSites(inIndia(caller))} AND ${isRejected} AND ${ownRows(caller, 'q.vendor_id')}`,
  check: (filter, context) => assertVendorName(context, filter.supplier_id),
  tabs: rejectedTabCondition,
  rules: {
    supplier_id: (code) => sql`v.code = ${code}`,
    site: (site) => sql`q.site_id = (SELECT id FROM site WHERE code = ${site})`,
    style_id: (style) => sql`s.code = ${style}`,
    reason: (reason) => sql`EXISTS (SELECT 1 FROM qc_inspection i JOIN qc_defect f ON f.inspection_id = i.id
      WHERE i.box_id = l.box_id AND i.site_id = l.site_id AND f.sku_id = l.sku_id AND f.reason = ${reason})`,
    kind: (kind) => sql`EXISTS (SELECT 1 FROM disposition x WHERE x.box_id = l.box_id AND x.site_id = l.site_id
      AND x.sku_id = l.sku_id AND x.state <> 'UNDONE' AND x.kind = ${kind})`,
    search: holding,
    rejected_ids: (ids) => sql`${inRows(ids)}`,
  },
  order: () => ({
    by: [
      [sql`q.inwarded_at`, 'timestamptz'],
      [sql`l.box_id`, 'uuid'],
      [sql`l.sku_id`, 'uuid'],
    ],
    isDescending: true,
  }),
  rows: (ids, { db, caller }) => rejectedById(db, caller, ids),
})

function inRows(ids: readonly string[]): RawBuilder<SqlBool> {
  const pairs = ids.map((id) => id.split(' '))
  return sql<SqlBool>`(l.box_id, l.sku_id) IN (SELECT * FROM unnest(${pairs.map(([box]) => box)}::uuid[],
    ${pairs.map(([, sku]) => sku)}::uuid[]))`
}

/** By a part of a SKU, style, shipment or note, or by the SSCC of its box. */
function holding(search: string): RawBuilder<SqlBool> {
  const like = containing(unmarked(search))
  const { sscc } = readTraced(search)
  return sql<SqlBool>`(k.nm_sku ILIKE ${like} OR s.code ILIKE ${like} OR EXISTS (
      SELECT 1 FROM box b JOIN shipment h ON h.id = b.shipment_id
      WHERE b.id = l.box_id AND (h.shipment_id ILIKE ${like} OR b.sscc = ${sscc ?? ''}))
    OR EXISTS (SELECT 1 FROM disposition x LEFT JOIN return_note n ON n.id = x.return_note_id
      LEFT JOIN debit_note m ON m.id = x.debit_note_id
      WHERE x.box_id = l.box_id AND x.site_id = l.site_id AND x.sku_id = l.sku_id
        AND (n.number ILIKE ${like} OR m.number ILIKE ${like})))`
}

const plainRow = rejectedSku.omit({ dispositions: true, decided: true }).extend({ sku_id: col.text })

/** Rows by their ids, in the order given, without those of which nothing is or was rejected. */
export async function rejectedById(db: Db, caller: Caller, ids: readonly string[]): Promise<RejectedSku[]> {
  if (ids.length === 0) return []
  const ofLine = sql`(SELECT l.box_id, l.site_id, l.sku_id) r`
  const ever = sql`'infinity'`
  const { rows } = await rowsOf(plainRow)`
    SELECT ${rowId} AS rejected_id, l.box_id, l.sku_id, b.sscc, b.box_no, h.shipment_id, w.code AS site,
      w.name AS site_name, w.name_zh AS site_name_zh, v.code AS supplier_id, v.name AS supplier_name,
      v.name_zh AS supplier_name_zh, k.nm_sku, s.code AS style_id, s.name AS style_name, s.name_zh AS style_name_zh,
      k.color, k.color_zh, k.size, ${faceOfColour('k.style_id', 'k.color')} AS picture, l.failed AS balance, l.failed + d.pieces AS rejected, d.waiting,
      ARRAY(SELECT DISTINCT f.reason FROM ${ofLine} CROSS JOIN ${foundAbout(ever)}
        JOIN qc_defect f ON f.inspection_id = i.id AND f.sku_id = r.sku_id ORDER BY f.reason) AS reasons,
      ARRAY(SELECT DISTINCT p.image_id FROM ${ofLine} CROSS JOIN ${photosAbout(ever)} WHERE ${isAboutThese}) AS image_ids,
      c.passed + c.shelved + c.ready + c.invoiced + c.shipped AS china_passed, c.failed + c.returned AS china_failed,
      coalesce((SELECT bool_and(i.kind = 'skip') FROM qc_inspection i WHERE i.box_id = l.box_id AND i.site_id = c.site_id), false)
        AS china_is_skipped,
      (SELECT max(m.at) FROM qc_move m WHERE m.box_id = l.box_id AND m.site_id = l.site_id AND m.sku_id = l.sku_id
        AND m.kind IN ('fail', 'decline')) AS rejected_at
    FROM ${from} JOIN box b ON b.id = l.box_id JOIN shipment h ON h.id = b.shipment_id JOIN site w ON w.id = l.site_id
    LEFT JOIN (qc_line c JOIN qc_box cq ON cq.box_id = c.box_id AND cq.site_id = c.site_id AND cq.site_kind = 'china_qc')
      ON c.box_id = l.box_id AND c.sku_id = l.sku_id
    WHERE ${inRows(ids)} AND ${atSites(inIndia(caller))} AND ${isRejected}`.execute(db)
  const decisions = await dispositionsOf(db, rows)
  const wire = rows.map(({ sku_id: _, ...row }): RejectedSku => {
    const dispositions = decisions.get(row.rejected_id) ?? []
    const decided: RejectedSku['decided'] = {}
    for (const kind of dispositionKinds) {
      const sum = dispositions.reduce(
        (all, one) => all + (one.kind === kind && one.state !== 'UNDONE' ? one.quantity : 0),
        0,
      )
      if (sum > 0) decided[kind] = sum
    }
    return { ...row, decided, dispositions }
  })
  return inOrder(ids, wire, (row) => row.rejected_id)
}

const dispositionOfRow = disposition.extend({ rejected_id: col.text })

async function dispositionsOf(
  db: Db,
  lines: readonly { box_id: string; sku_id: string }[],
): Promise<Map<string, DispositionRow[]>> {
  const { rows } = await rowsOf(dispositionOfRow)`
    SELECT x.box_id || ' ' || x.sku_id AS rejected_id, x.id AS disposition_id, x.kind, x.quantity, x.state, x.reason, x.remark,
      n.number AS return_note, m.number AS debit_note, x.value_minor, m.currency AS value_currency, ${disputesOf('x')} AS disputes, ${upheldBy('x')} AS upheld_by,
      ${disputedBy('x')} AS disputed_by, x.at, u.name AS by, x.closed_at,
      c.name AS closed_by, x.close_remark
    FROM disposition x JOIN site w ON w.id = x.site_id AND w.kind = 'india_qc' JOIN app_user u ON u.id = x.by
    LEFT JOIN app_user c ON c.id = x.closed_by
    LEFT JOIN return_note n ON n.id = x.return_note_id LEFT JOIN debit_note m ON m.id = x.debit_note_id
    WHERE (x.box_id, x.sku_id) IN (SELECT * FROM unnest(${lines.map((line) => line.box_id)}::uuid[],
      ${lines.map((line) => line.sku_id)}::uuid[])) ORDER BY x.id`.execute(db)
  const byLine = Map.groupBy(rows, ({ rejected_id }) => rejected_id)
  return new Map([...byLine].map(([id, own]) => [id, own.map(({ rejected_id: _, ...one }) => one)]))
}
