import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { validate } from 'uuid'
import type { QcBoxRow } from '../../../shared/areas/inspection/shapes.ts'
import { qcStatuses, qcTabs } from '../../../shared/areas/qc-boxes/status.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { readTraced } from '../../../shared/kernel/traced-code.ts'
import { col, counts, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Reply, reply } from '../../http/call.ts'
import { ownRows } from '../../http/own-rows.ts'
import { type Keyset, lostPlace, pageOf, readCursor } from '../../lists/keyset.ts'
import { assertVendorName } from '../data/vendors.ts'
import { containing } from '../orders/order-rows.ts'
import { findBoxIds, isDaysAgo, qcBoxesById, qcBoxWire, qcTabCondition, startOfDay } from './box-rows.ts'
import { atSites, chinaSites, inChina, ofSites } from './sites.ts'

type Call = Contract['qcBoxes']['getInwardedBoxes']
export type QcFilter = Taken<Contract['invoices']['downloadBoxesForInvoiceCreation']>
type Sorted = Pick<Taken<Call>, 'sort' | 'descending'>
type Asking = Pick<CallContext, 'db' | 'caller'>

/** Boxes at China QC by tab, or the counts of all tabs. A vendor sees its own. */
export async function getInwardedBoxes(input: Taken<Call>, context: CallContext): Promise<Reply<Gives<Call>>> {
  await assertVendorName(context, input.supplier_id)
  if (input.part === 'counts') return reply({ rows: [], next_cursor: null, counts: await countTabs(input, context) })
  return reply(await qcBoxPage(input, context, input))
}

/** One page of boxes that fit the filter: first only where they lie in the list, then the facts of what is shown. */
export async function qcBoxPage(
  filter: QcFilter & Sorted,
  context: Asking,
  { cursor, page_size }: { cursor?: string | null | undefined; page_size: number },
): Promise<{ rows: QcBoxRow[]; next_cursor: string | null }> {
  const after = readCursor(cursor)
  const rules = await qcRules(filter, context)
  if (after !== null) rules.push(beyond(filter, after))
  const found = await rowsOf({ id: col.text, place: col.text })`
    SELECT q.box_id AS id, ${sortColumns[filter.sort]}::text AS place ${from} WHERE ${allOf(rules)}
    ORDER BY ${inOrder(filter)} LIMIT ${sql.lit(page_size + 1)}`.execute(context.db)
  const { rows, next_cursor } = pageOf(found.rows, page_size, ({ place, id }) => ({ value: place, id }))
  return {
    rows: await qcBoxRows(
      rows.map(({ id }) => id),
      context,
    ),
    next_cursor,
  }
}

/** Ids (uuid) of all boxes of the list in its order, `most` of them at most. */
export async function qcBoxIdsInOrder(
  filter: QcFilter & Sorted,
  context: CallContext,
  most: number,
): Promise<string[]> {
  await assertVendorName(context, filter.supplier_id)
  const { rows } = await rowsOf({ id: col.text })`
    SELECT q.box_id AS id ${from} WHERE ${allOf(await qcRules(filter, context))}
    ORDER BY ${inOrder(filter)} LIMIT ${sql.lit(most)}`.execute(context.db)
  return rows.map(({ id }) => id)
}

/** All boxes of a list, for a query of one's own on `qc_box q`. */
export interface BoxesInOrder {
  /** `FROM …` with no more than the rules ask of. */
  from: RawBuilder<unknown>
  /** The same with the box `b` and its shipment `h`. */
  named: RawBuilder<unknown>
  rules: RawBuilder<SqlBool>
  order: RawBuilder<unknown>
}

export async function qcBoxesInOrder(filter: QcFilter & Sorted, context: Asking): Promise<BoxesInOrder> {
  return { from: fromFor(filter), named: from, rules: allOf(await qcRules(filter, context)), order: inOrder(filter) }
}

/** Boxes by id in the order given, as the list shows them. */
export async function qcBoxRows(ids: readonly string[], { db, caller }: Asking): Promise<QcBoxRow[]> {
  const now = new Date()
  return (await qcBoxesById(db, inChina(caller), ids)).map((box) => qcBoxWire(box, caller, now))
}

const from = sql`FROM qc_box q JOIN box b ON b.id = q.box_id JOIN shipment h ON h.id = q.shipment_id
  JOIN site d ON d.id = q.site_id`

const allOf = (rules: readonly RawBuilder<SqlBool>[]) => sql<SqlBool>`${sql.join(rules, sql` AND `)}`

const sortColumns = {
  inwarded_at: sql`q.inwarded_at`,
  updated_at: sql`q.updated_at`,
  pieces: sql`q.declared`,
} as const

const placeTypes = { inwarded_at: sql`timestamptz`, updated_at: sql`timestamptz`, pieces: sql`int` } as const
const placeForms = {
  inwarded_at: /^\d{4}-\d\d-\d\d [\d:.+-]{8,30}$/,
  updated_at: /^\d{4}-\d\d-\d\d [\d:.+-]{8,30}$/,
  pieces: /^\d{1,9}$/,
} as const

/** By the column and the box, which makes every place in the list one of its own. */
function inOrder({ sort, descending }: Sorted) {
  const way = descending ? sql`DESC` : sql`ASC`
  return sql`${sortColumns[sort]} ${way}, q.box_id ${way}`
}

function beyond({ sort, descending }: Sorted, { value, id }: Keyset): RawBuilder<SqlBool> {
  if (!placeForms[sort].test(String(value)) || !validate(id)) throw lostPlace()
  return sql<SqlBool>`(${sortColumns[sort]}, q.box_id) ${descending ? sql`<` : sql`>`}
    (${String(value)}::text::${placeTypes[sort]}, ${id}::uuid)`
}

/** The conditions of a filter on `from`, with what the caller may see at all. */
async function qcRules(filter: QcFilter, context: Asking): Promise<RawBuilder<SqlBool>[]> {
  return [...(await rulesOfAllTabs(filter, context)), sql<SqlBool>`${qcTabCondition[filter.tab]}`]
}

async function rulesOfAllTabs(filter: QcFilter, { db, caller }: Asking): Promise<RawBuilder<SqlBool>[]> {
  const rules = [
    atSites(chinaSites),
    sql<SqlBool>`${ownRows(caller, 'q.vendor_id')}`,
    ...plainRules(filter),
    ...ageRules(filter),
  ]
  if (filter.box_ids) {
    const ids = await findBoxIds(db, caller, filter.box_ids)
    rules.push(sql<SqlBool>`q.box_id = ANY(${ids.filter((id) => id !== null)}::uuid[])`)
  }
  if (filter.search) rules.push(await boxSearch(filter.search, { db, caller }))
  return rules
}

function plainRules({ status, supplier_id, style_id, site, shipment_id, open_case }: QcFilter): RawBuilder<SqlBool>[] {
  const rules: RawBuilder<SqlBool>[] = []
  if (status?.length) rules.push(ofStatus(status))
  if (supplier_id) rules.push(sql<SqlBool>`q.vendor_id = (SELECT id FROM vendor WHERE code = ${supplier_id})`)
  if (style_id)
    rules.push(sql<SqlBool>`EXISTS (SELECT 1 FROM qc_line l WHERE l.box_id = q.box_id AND l.site_id = q.site_id AND l.sku_id = ANY(ARRAY(
      SELECT k.id FROM sku k JOIN style s ON s.id = k.style_id WHERE s.code = ${style_id})))`)
  if (site) rules.push(sql<SqlBool>`d.code = ${site}`)
  if (shipment_id) rules.push(sql<SqlBool>`h.shipment_id = ${shipment_id}`)
  if (open_case !== undefined) {
    const open = sql<SqlBool>`EXISTS (SELECT 1 FROM qc_case c WHERE c.box_id = q.box_id AND c.site_id = q.site_id
      AND c.withdrawn_at IS NULL AND c.settled < c.quantity)`
    rules.push(open_case ? open : sql<SqlBool>`NOT ${open}`)
  }
  return rules
}

function ofStatus(status: QcFilter['status']): RawBuilder<SqlBool> {
  if (!status?.length) return sql<SqlBool>`true`
  return sql<SqlBool>`q.stage = ANY(${status.map((each) => qcStatuses.indexOf(each))}::smallint[])`
}

function ageRules({ min_age_days, inwarded_from, inwarded_to }: QcFilter): RawBuilder<SqlBool>[] {
  const rules: RawBuilder<SqlBool>[] = []
  if (min_age_days) rules.push(isDaysAgo(sql`q.inwarded_at`, min_age_days))
  if (inwarded_from) rules.push(sql<SqlBool>`q.inwarded_at >= ${startOfDay(sql`${inwarded_from}::date`)}`)
  if (inwarded_to) rules.push(sql<SqlBool>`q.inwarded_at < ${startOfDay(sql`(${inwarded_to}::date + 1)`)}`)
  return rules
}

/**
 * Boxes by tab, and by status under `status:`, of one walk. Statuses are left out of it: they are what is chosen among.
 * `matching` are those of the asked tab and statuses, as the list shows them.
 */
async function countTabs(input: Taken<Call>, context: CallContext): Promise<Record<string, number>> {
  const { status, ...filter } = input
  const count = (condition: unknown) => sql`count(*) FILTER (WHERE ${condition})::int`
  const tabs = qcTabs.map((tab) => sql`${count(qcTabCondition[tab])} AS ${sql.ref(tab)}`)
  const shown = sql`${qcTabCondition[input.tab]} AND ${ofStatus(status)}`
  const stages = qcStatuses.map(
    (status, stage) => sql`${count(sql`q.stage = ${sql.lit(stage)}`)} AS ${sql.ref(`status:${status}`)}`,
  )
  const { rows } = await rowsOf(counts)`
    SELECT ${sql.join([...tabs, ...stages])}, ${count(shown)} AS matching ${fromFor(filter)}
    WHERE ${allOf(await rulesOfAllTabs(filter, context))}`.execute(context.db)
  return rows[0] ?? {}
}

/** Only what a filter asks of is joined: without one, the boxes at QC are counted alone. */
function fromFor({ search, site, shipment_id, min_age_days, inwarded_from, inwarded_to }: QcFilter) {
  if (search || shipment_id) return from
  const ofSite = site || min_age_days || inwarded_from || inwarded_to
  return ofSite ? sql`FROM qc_box q JOIN site d ON d.id = q.site_id` : sql`FROM qc_box q`
}

/** More matches than this, and a page of them is found soonest by walking the list in its order. */
const FEW = 2_000

/**
 * By what stands on a box `b`, in any form that a scanner gives it, by its shipment `h`, or by a SKU in `q`: the few boxes that
 * match by their ids, or the search itself where many do. The database cannot know beforehand which it will be, and asks every
 * box for its SKUs when it guesses wrong.
 */
export async function boxSearch(search: string, context: Asking, few = FEW): Promise<RawBuilder<SqlBool>> {
  const { text, sscc } = readTraced(search)
  if (sscc !== null) return sql<SqlBool>`b.sscc = ${sscc}`
  const like = containing(text)
  const ids = await matching(like, context, few)
  if (ids.length <= few) return sql<SqlBool>`q.box_id = ANY(${ids}::uuid[])`
  return sql<SqlBool>`(${onBox(like)} OR h.shipment_id ILIKE ${like} OR EXISTS (SELECT 1 FROM qc_line l
    WHERE l.box_id = q.box_id AND l.site_id = q.site_id AND l.sku_id = ANY(ARRAY(SELECT id FROM sku WHERE nm_sku ILIKE ${like}))))`
}

function onBox(like: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(b.sscc LIKE ${like} OR b.tracking_id ILIKE ${like} OR b.box_no ILIKE ${like})`
}

/** Boxes (box.id, some more than once) that match, one more than `few` of them at most: each of the three ways by its own index. */
async function matching(like: string, { db, caller }: Asking, few: number): Promise<string[]> {
  const most = sql`LIMIT ${sql.lit(few + 1)}`
  const { rows } = await rowsOf({ id: col.text })`
    (SELECT l.box_id AS id FROM qc_line l WHERE l.sku_id = ANY(ARRAY(SELECT id FROM sku WHERE nm_sku ILIKE ${like}))
      AND ${ofSites(chinaSites, 'l')} ${most})
    UNION ALL (SELECT q.box_id FROM qc_box q WHERE q.shipment_id = ANY(ARRAY(
      SELECT h.id FROM shipment h WHERE h.shipment_id ILIKE ${like} AND ${ownRows(caller, 'h.vendor_id')}))
      AND ${atSites(chinaSites)} ${most})
    UNION ALL (SELECT b.id FROM box b WHERE b.inwarded_at IS NOT NULL AND ${onBox(like)} ${most})
    ${most}`.execute(db)
  return rows.map(({ id }) => id)
}
