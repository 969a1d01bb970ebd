import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { QcBoxRow } from '../../../shared/areas/inspection/shapes.ts'
import { toldBySite } from '../../../shared/areas/people/own-sites.ts'
import { qcStatuses } from '../../../shared/areas/qc-boxes/status.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { isBoundToVendor } from '../../../shared/kernel/roles.ts'
import { readTraced } from '../../../shared/kernel/traced-code.ts'
import { col, counts, rowsOf } from '../../database/rows.ts'
import type { CallContext } from '../../http/call.ts'
import { ownRows } from '../../http/own-rows.ts'
import { type ListQuery, listQuery, type SortKey } from '../../lists/list-query.ts'
import { assertVendorName } from '../data/vendors.ts'
import { containing } from '../orders/order-rows.ts'
import { isDaysAgo, isOneOf, piecesToSortBy, qcBoxesById, qcBoxWire, qcTabCondition, startOfDay } from './box-rows.ts'
import { type AtQc, atSites, inChina, ofSites } from './sites.ts'

export type QcFilter = Taken<Contract['invoices']['downloadBoxesForInvoiceCreation']>
type ListInput = Taken<Contract['qcBoxes']['getInwardedBoxes']>
type Asking = Pick<CallContext, 'db' | 'caller'>

const from = sql`qc_box q JOIN box b ON b.id = q.box_id JOIN shipment h ON h.id = q.shipment_id
  JOIN site d ON d.id = q.site_id`

/** A box `q` with pieces missing or too many of which nobody has said what becomes of them. */
export const hasOpenCase = sql<SqlBool>`EXISTS (SELECT 1 FROM qc_case c WHERE c.box_id = q.box_id AND c.site_id = q.site_id
  AND c.withdrawn_at IS NULL AND c.settled < c.quantity)`

/** Boxes at China QC by tab. A vendor sees its own. */
export const qcBoxQuery: ListQuery<ListInput, QcBoxRow> = listQuery<ListInput, QcBoxRow>({
  from,
  id: sql<string>`q.box_id`,
  scope: ({ caller }) => sql`${atSites(inChina(caller))} AND ${ownRows(caller, 'q.vendor_id')}`,
  check: (filter, context) => assertVendorName(context, filter.supplier_id),
  rules: {
    status: ofStatus,
    supplier_id: (code) => sql`q.vendor_id = (SELECT id FROM vendor WHERE code = ${code})`,
    style_id: (code) => sql`EXISTS (SELECT 1 FROM qc_line l WHERE l.box_id = q.box_id AND l.site_id = q.site_id
      AND l.sku_id = ANY(ARRAY(SELECT k.id FROM sku k JOIN style s ON s.id = k.style_id WHERE s.code = ${code})))`,
    site: (code) => sql`d.code = ${code}`,
    shipment_id: (id) => sql`h.shipment_id = ${id}`,
    open_case: (isOpen) => (isOpen ? hasOpenCase : sql`NOT ${hasOpenCase}`),
    on_hold: (isHeld) => sql`(q.on_hold > 0) = ${isHeld}`,
    min_age_days: (days) => isDaysAgo(sql`q.inwarded_at`, days),
    inwarded_from: (day) => sql`q.inwarded_at >= ${startOfDay(sql`${day}::date`)}`,
    inwarded_to: (day) => sql`q.inwarded_at < ${startOfDay(sql`(${day}::date + 1)`)}`,
    box_ids: isOneOf,
    inspector: ofInspector,
    search: (text, context) => boxSearch(text, context),
  },
  tabs: qcTabCondition,
  order: ({ sort = 'inwarded_at', descending = true }, { caller }) => ({
    by: [sort === 'pieces' ? [piecesToSortBy(caller, 'china_qc'), 'int'] : sortKeys[sort], [sql`q.box_id`, 'uuid']],
    // The youngest came last.
    isDescending: sort === 'age' ? !descending : descending,
  }),
  rows: async (ids, { db, caller }) => {
    const now = new Date()
    return (await qcBoxesById(db, inChina(caller), ids)).map((box) => qcBoxWire(box, caller, now))
  },
  counts: countBoxes,
})

const sortKeys = {
  inwarded_at: [sql`q.inwarded_at`, 'timestamptz'],
  age: [sql`q.inwarded_at`, 'timestamptz'],
  updated_at: [sql`q.updated_at`, 'timestamptz'],
} as const satisfies Record<Exclude<ListInput['sort'], 'pieces'>, SortKey>

/** All boxes of a list, for a query of one's own on `qc_box q`. */
export interface BoxesInOrder {
  /** Tables with no more than the rules ask of. */
  from: RawBuilder<unknown>
  /** The same with the box `b` and its shipment `h`. */
  named: RawBuilder<unknown>
  rules: RawBuilder<SqlBool>
  order: RawBuilder<unknown>
}

export async function qcBoxesInOrder(filter: Partial<ListInput>, context: Asking): Promise<BoxesInOrder> {
  const [rules, order] = [await qcBoxQuery.where(filter, context), qcBoxQuery.orderBy(filter, context)]
  return { from: fromFor(filter), named: from, rules, order }
}

/**
 * Boxes `q` of the caller, of nobody, or of a person (app_user.id). A box of somebody who left, or works at
 * another site now, is nobody's: it would wait for ever.
 * Vendors are not told whose a box is.
 */
export function ofInspector(who: NonNullable<QcFilter['inspector']>, { caller }: Asking): RawBuilder<SqlBool> {
  if (isBoundToVendor(caller)) return sql<SqlBool>`true`
  if (who === 'none')
    return sql<SqlBool>`NOT EXISTS (SELECT FROM app_user a WHERE a.id = q.inspector_id AND a.is_active
      AND (a.site_ids = '{}' OR q.site_id = ANY(a.site_ids) OR a.role <> ALL(${toldBySite}::text[])))`
  return sql<SqlBool>`q.inspector_id = ${who === 'mine' ? caller.userId : who}::uuid`
}

function ofStatus(status: NonNullable<QcFilter['status']>): RawBuilder<SqlBool> {
  if (status.length === 0) return sql<SqlBool>`true`
  return sql<SqlBool>`q.stage = ANY(${status.map((each) => qcStatuses.indexOf(each))}::smallint[])`
}

/** Boxes by tab, as its list shows them, and by status under `status:`, of one walk: of these the chosen statuses are left out, since they are what is chosen among. */
async function countBoxes(filter: Partial<ListInput>, context: CallContext): Promise<Record<string, number>> {
  const { status = [] } = filter
  const count = (condition: unknown) => sql`count(*) FILTER (WHERE ${condition})::int`
  const stages = qcStatuses.map(
    (each, stage) => sql`${count(sql`q.stage = ${sql.lit(stage)}`)} AS ${sql.ref(`status:${each}`)}`,
  )
  const { rows } = await rowsOf(counts)`
    SELECT ${qcBoxQuery.tabCounts(status.length === 0 ? undefined : ofStatus(status))}, ${sql.join(stages)}
    FROM ${fromFor(filter)} WHERE ${await qcBoxQuery.where(filter, context, ['tab', 'status'])}`.execute(context.db)
  return rows[0] ?? {}
}

/** Only what a filter asks of is joined: without one, the boxes at QC are counted alone. */
function fromFor({ search, site, shipment_id, min_age_days, inwarded_from, inwarded_to }: Partial<QcFilter>) {
  if (search || shipment_id) return from
  const ofSite = site || min_age_days !== undefined || inwarded_from || inwarded_to
  return ofSite ? sql`qc_box q JOIN site d ON d.id = q.site_id` : sql`qc_box q`
}

/** More matches than this, and a page of them is found soonest by walking the list in its order. */
const FEW = 2_000

/**
 * By what stands on a box `b`, in any form that a scanner gives it, by its shipment `h`, or by a SKU in `q`: the few boxes that
 * match by their ids, or the search itself where many do. The database cannot know beforehand which it will be, and asks every
 * box for its SKUs when it guesses wrong.
 */
export async function boxSearch(
  search: string,
  context: Asking,
  few = FEW,
  at: AtQc = inChina(context.caller),
): Promise<RawBuilder<SqlBool>> {
  const { text, sscc } = readTraced(search)
  if (sscc !== null) return sql<SqlBool>`b.sscc = ${sscc}`
  const like = containing(text)
  const ids = await matching(like, context, few, at)
  if (ids.length <= few) return sql<SqlBool>`q.box_id = ANY(${ids}::uuid[])`
  return sql<SqlBool>`(${onBox(like)} OR h.shipment_id ILIKE ${like} OR EXISTS (SELECT 1 FROM qc_line l
    WHERE l.box_id = q.box_id AND l.site_id = q.site_id AND l.sku_id = ANY(ARRAY(SELECT id FROM sku WHERE nm_sku ILIKE ${like}))))`
}

function onBox(like: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(b.sscc LIKE ${like} OR b.tracking_id ILIKE ${like} OR b.box_no ILIKE ${like})`
}

/** Boxes (box.id, some more than once) that match, one more than `few` of them at most: each of the three ways by its own index. */
async function matching(like: string, { db, caller }: Asking, few: number, at: AtQc): Promise<string[]> {
  const most = sql`LIMIT ${sql.lit(few + 1)}`
  const { rows } = await rowsOf({ id: col.text })`
    (SELECT l.box_id AS id FROM qc_line l WHERE l.sku_id = ANY(ARRAY(SELECT id FROM sku WHERE nm_sku ILIKE ${like}))
      AND ${ofSites(at, 'l')} ${most})
    UNION ALL (SELECT q.box_id FROM qc_box q WHERE q.shipment_id = ANY(ARRAY(
      SELECT h.id FROM shipment h WHERE h.shipment_id ILIKE ${like} AND ${ownRows(caller, 'h.vendor_id')}))
      AND ${atSites(at)} ${most})
    UNION ALL (SELECT b.id FROM box b WHERE b.inwarded_at IS NOT NULL AND ${onBox(like)} ${most})
    ${most}`.execute(db)
  return rows.map(({ id }) => id)
}
