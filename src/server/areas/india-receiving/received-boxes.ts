import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { IndiaQcBox } from '../../../shared/areas/india-qc/shapes.ts'
import { indiaQcStatuses } from '../../../shared/areas/india-qc/status.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { counts, rowsOf } from '../../database/rows.ts'
import type { CallContext } from '../../http/call.ts'
import { type ListQuery, listQuery, type SortKey } from '../../lists/list-query.ts'
import { assertVendorName } from '../data/vendors.ts'
import { indiaStageInSql, indiaTabCondition } from '../india-qc/india-status.ts'
import { isDaysAgo, isOneOf, piecesToSortBy, startOfDay } from '../qc-boxes/box-rows.ts'
import { boxRowsById } from '../qc-boxes/box-wires.ts'
import { boxSearch, hasOpenCase, ofInspector } from '../qc-boxes/boxes.ts'
import { atSites, inIndia } from '../qc-boxes/sites.ts'
import { sentToIndia } from '../receiving/ways.ts'

type Filter = Taken<Contract['indiaReceiving']['getReceivedBoxes']>

const sortKeys = {
  inwarded_at: [sql`q.inwarded_at`, 'timestamptz'],
  age: [sql`q.inwarded_at`, 'timestamptz'],
  updated_at: [sql`q.updated_at`, 'timestamptz'],
} as const satisfies Record<Exclude<Filter['sort'], 'pieces'>, SortKey>

const from = sql`qc_box q JOIN box b ON b.id = q.box_id JOIN shipment h ON h.id = q.shipment_id
  JOIN site d ON d.id = q.site_id`

/** Boxes at QC in India by tab. */
export const indiaBoxQuery: ListQuery<Filter, IndiaQcBox> = listQuery<Filter, IndiaQcBox>({
  from,
  id: sql<string>`q.box_id`,
  scope: ({ caller }) => atSites(inIndia(caller)),
  check: (filter, context) => assertVendorName(context, filter.supplier_id),
  rules: {
    status: ofStatus,
    supplier_id: (code) => sql`q.vendor_id = (SELECT id FROM vendor WHERE code = ${code})`,
    style_id: (code) => sql`EXISTS (SELECT 1 FROM qc_line l WHERE l.box_id = q.box_id AND l.site_id = q.site_id
      AND l.sku_id = ANY(ARRAY(SELECT k.id FROM sku k JOIN style s ON s.id = k.style_id WHERE s.code = ${code})))`,
    site: (code) => sql`d.code = ${code}`,
    shipment_id: (id) => sql`h.shipment_id = ${id}`,
    consignment: (number) => sql`q.box_id IN (SELECT w.box_id FROM ${sentToIndia()} w WHERE w.number = ${number})`,
    open_case: (isOpen) => (isOpen ? hasOpenCase : sql`NOT ${hasOpenCase}`),
    on_hold: (isHeld) => sql`(q.on_hold > 0) = ${isHeld}`,
    min_age_days: (days) => isDaysAgo(sql`q.inwarded_at`, days),
    inwarded_from: (day) => sql`q.inwarded_at >= ${startOfDay(sql`${day}::date`)}`,
    inwarded_to: (day) => sql`q.inwarded_at < ${startOfDay(sql`(${day}::date + 1)`)}`,
    box_ids: isOneOf,
    inspector: ofInspector,
    search: (text, context) => boxSearch(text, context, undefined, inIndia(context.caller)),
  },
  tabs: indiaTabCondition,
  order: ({ sort = 'inwarded_at', descending = true }, { caller }) => ({
    by: [sort === 'pieces' ? [piecesToSortBy(caller, 'india_qc'), 'int'] : sortKeys[sort], [sql`q.box_id`, 'uuid']],
    // The youngest came last.
    isDescending: sort === 'age' ? !descending : descending,
  }),
  rows: (ids, { db, caller }) => boxRowsById(db, inIndia(caller), ids),
  counts: countReceived,
})

function ofStatus(status: NonNullable<Filter['status']>): RawBuilder<SqlBool> {
  if (status.length === 0) return sql<SqlBool>`true`
  return sql<SqlBool>`${indiaStageInSql} = ANY(${status.map((each) => indiaQcStatuses.indexOf(each))}::int[])`
}

/** Boxes by tab, as its list shows them, and by status under `status:`, of one walk: of these the chosen statuses are left out, since they are what is chosen among. */
async function countReceived(filter: Partial<Filter>, context: CallContext): Promise<Record<string, number>> {
  const { status = [] } = filter
  const count = (condition: RawBuilder<unknown>) => sql`count(*) FILTER (WHERE ${condition})::int`
  const stages = indiaQcStatuses.map(
    (each, stage) => sql`${count(sql`${indiaStageInSql} = ${sql.lit(stage)}`)} AS ${sql.ref(`status:${each}`)}`,
  )
  const { rows } = await rowsOf(counts)`
    SELECT ${indiaBoxQuery.tabCounts(status.length === 0 ? undefined : ofStatus(status))}, ${sql.join(stages)}
    FROM ${from} WHERE ${await indiaBoxQuery.where(filter, context, ['tab', 'status'])}`.execute(context.db)
  return rows[0] ?? {}
}
