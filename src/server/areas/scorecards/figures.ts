import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { stages } from '../../../shared/areas/orders/status.ts'
import { noVendorFigures, type VendorFigures } from '../../../shared/areas/scorecards/figures.ts'
import { dayIn, type ReportDays, vendorZone } from '../../../shared/kernel/days.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Db } from '../../http/call.ts'
import { allOfChina } from '../qc-boxes/sites.ts'
import { qualityFacts, sumFacts } from '../qc-reports/quality.ts'

/** Over which days of the vendors' zone, and the condition on vendors `v`. */
export interface FiguresAsked {
  days: ReportDays
  vendor: RawBuilder<SqlBool>
}

/** What the figures are summed by. */
export type SummedBy = 'vendor' | 'month'

/** An instant's day in the vendors' zone. */
export const vendorDay = (instant: RawBuilder<unknown>) => sql<string>`(${instant} AT TIME ZONE ${vendorZone})::date`

/** Whether an instant lies in these days of the vendors' zone: so written that an index can answer it. */
export function inDays({ from, to }: ReportDays, instant: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${instant} >= ${from}::timestamp AT TIME ZONE ${vendorZone}
    AND ${instant} < (${to}::date + 1)::timestamp AT TIME ZONE ${vendorZone})`
}

/** Approved orders `o` whose deadline lies within the days and has passed: not before the day after it can one say how they went. */
export function dueIn({ from, to }: ReportDays): RawBuilder<SqlBool> {
  const today = dayIn(vendorZone, new Date())
  return sql<SqlBool>`(o.decision = 'APPROVED' AND o.ship_by BETWEEN ${from}::date AND ${to}::date AND o.ship_by < ${today}::date)`
}

/** When the last box of order `o` left; read for those alone of which something left and nothing is open. */
export const lastLeft = sql<Date | null>`CASE WHEN o.stage <= ${stages.fullyShipped} AND o.shipped > 0 THEN
  (SELECT max(s.shipped_at) FROM order_line l JOIN shipment_line sl ON sl.order_line_id = l.id
    JOIN shipment s ON s.id = sl.shipment_id WHERE l.order_id = o.id AND s.state = 'PACKED_AND_SHIPPED') END`

export const isOnTime = (left: RawBuilder<unknown>) => sql<SqlBool>`coalesce(${vendorDay(left)} <= o.ship_by, false)`

const deliveryColumns = {
  key: col.text,
  ...{ due: col.number, on_time: col.number, closed_pieces: col.number, short_pieces: col.number },
  ...{ came: col.number, answered: col.number, answer_hours: col.numberOrNull },
  ...{ boxes: col.number, discrepancies: col.number },
  ...{ disputes: col.number, disputes_decided: col.number, disputes_upheld: col.number },
}

/**
 * The figures of every vendor (by vendor.id) or of every month (`yyyy-mm`), in two statements whatever there is: one for orders, boxes and
 * discrepancies, one for lots and defects. What has nothing to say has no entry.
 */
export async function figuresBy(db: Db, by: SummedBy, asked: FiguresAsked): Promise<Map<string, VendorFigures>> {
  const figures = new Map<string, VendorFigures>()
  const add = (key: string, more: Partial<VendorFigures>) =>
    figures.set(key, { ...(figures.get(key) ?? noVendorFigures), ...more })
  for (const { key, ...row } of await deliveries(db, by, asked)) add(key, row)
  const facts = await qualityFacts(db, { at: allOfChina, ...asked })
  const sums = sumFacts(facts, ({ vendor_id, month }) => (by === 'vendor' ? vendor_id : month))
  for (const [key, sum] of sums) add(key, sum)
  return figures
}

async function deliveries(db: Db, by: SummedBy, { days, vendor }: FiguresAsked) {
  const bucket = (vendorId: string, day: RawBuilder<unknown>) =>
    by === 'vendor' ? sql`${sql.ref(vendorId)}::text` : sql`to_char(${day}, 'YYYY-MM')`
  const isClosed = sql`o.stage <= ${stages.fullyShipped}`
  const { rows } = await rowsOf(deliveryColumns)`
    WITH due AS (
      SELECT ${bucket('o.vendor_id', sql`o.ship_by`)} AS key, ${isOnTime(lastLeft)} AS is_on_time,
        CASE WHEN ${isClosed} THEN o.ordered ELSE 0 END AS closed, CASE WHEN ${isClosed} THEN o.ordered - o.shipped ELSE 0 END AS short
      FROM vendor_order o JOIN vendor v ON v.id = o.vendor_id WHERE ${dueIn(days)} AND ${vendor}),
    came AS (
      SELECT ${bucket('o.vendor_id', vendorDay(sql`o.approved_at`))} AS key, ${answerHours} AS hours
      FROM vendor_order o JOIN vendor v ON v.id = o.vendor_id
      WHERE o.decision = 'APPROVED' AND ${inDays(days, sql`o.approved_at`)} AND ${vendor}),
    arrived AS (
      SELECT ${bucket('q.vendor_id', vendorDay(sql`q.inwarded_at`))} AS key FROM qc_box q JOIN vendor v ON v.id = q.vendor_id
      WHERE q.site_kind = 'china_qc' AND ${inDays(days, sql`q.inwarded_at`)} AND ${vendor}),
    opened AS (
      SELECT ${bucket('q.vendor_id', vendorDay(sql`c.opened_at`))} AS key ${discrepanciesIn(days, vendor)}),
    disputed AS (
      SELECT ${bucket('p.vendor_id', vendorDay(sql`p.opened_at`))} AS key, p.state ${disputesIn(days, vendor)}),
    facts AS (
      SELECT key, count(*) AS due, count(*) FILTER (WHERE is_on_time) AS on_time, sum(closed) AS closed, sum(short) AS short,
        0 AS came, 0 AS answered, NULL::float8 AS hours, 0 AS boxes, 0 AS discrepancies,
        0 AS disputes, 0 AS decided, 0 AS upheld FROM due GROUP BY key
      UNION ALL
      SELECT key, 0, 0, 0, 0, count(*), count(hours), percentile_cont(0.5) WITHIN GROUP (ORDER BY hours), 0, 0, 0, 0, 0 FROM came GROUP BY key
      UNION ALL SELECT key, 0, 0, 0, 0, 0, 0, NULL, count(*), 0, 0, 0, 0 FROM arrived GROUP BY key
      UNION ALL SELECT key, 0, 0, 0, 0, 0, 0, NULL, 0, count(*), 0, 0, 0 FROM opened GROUP BY key
      UNION ALL
      SELECT key, 0, 0, 0, 0, 0, 0, NULL, 0, 0, count(*), count(*) FILTER (WHERE state IN ('upheld', 'partly_upheld', 'turned_down')),
        count(*) FILTER (WHERE state IN ('upheld', 'partly_upheld')) FROM disputed GROUP BY key)
    SELECT key, sum(due)::int AS due, sum(on_time)::int AS on_time, sum(closed)::int AS closed_pieces, sum(short)::int AS short_pieces,
      sum(came)::int AS came, sum(answered)::int AS answered, max(hours) AS answer_hours, sum(boxes)::int AS boxes,
      sum(discrepancies)::int AS discrepancies, sum(disputes)::int AS disputes, sum(decided)::int AS disputes_decided,
      sum(upheld)::int AS disputes_upheld
    FROM facts GROUP BY key`.execute(db)
  return rows
}

/** From an order's approval to its whole answer; null while it is not answered. */
export const answerHours = sql<number | null>`CASE WHEN o.answered_at IS NOT NULL
  THEN greatest(0, extract(epoch FROM o.answered_at - o.approved_at) / 3600)::float8 END`

/** Discrepancies `c` of boxes `q` at QC in China that were opened within the days and not withdrawn. */
export const discrepanciesIn = (days: ReportDays, vendor: RawBuilder<SqlBool>) => sql`FROM qc_case c
  JOIN qc_box q ON q.box_id = c.box_id AND q.site_id = c.site_id JOIN vendor v ON v.id = q.vendor_id
  WHERE q.site_kind = 'china_qc' AND c.withdrawn_at IS NULL AND ${inDays(days, sql`c.opened_at`)} AND ${vendor}`

/** Disputes `p` about QC results that vendors opened within the days and did not withdraw. */
export const disputesIn = (days: ReportDays, vendor: RawBuilder<SqlBool>) => sql`FROM qc_dispute p
  JOIN vendor v ON v.id = p.vendor_id
  WHERE p.state NOT IN ('accepted', 'withdrawn') AND ${inDays(days, sql`p.opened_at`)} AND ${vendor}`
