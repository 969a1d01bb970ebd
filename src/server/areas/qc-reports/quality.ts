import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { QcMoveKind } from '../../../shared/areas/qc-boxes/quantities.ts'
import { addFigures, noFigures, type QualityFigures } from '../../../shared/areas/qc-reports/quality.ts'
import type { ReportDays } from '../../../shared/kernel/days.ts'
import { severities } from '../../../shared/kernel/reasons.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { Db } from '../../http/call.ts'
import type { OwnQc } from '../qc-boxes/sites.ts'
import { dayAt, isWithin, sitesWith } from './reports.ts'

/**
 * DHU and lot acceptance of a country's QC. A look is what one inspection said of one SKU of a box. It counts on its day, with all that
 * it found, unless its verdict was taken back within the days asked for: pieces that a revert lets wait again are those judged last. Pieces
 * that failed or were on hold and are judged again are looked at again, and both looks count. A lot counts once, on the day and for the
 * inspector of the last look at it that counts, as its sample stood then: accepted or rejected, whoever overruled it; not while its sample is
 * open, and pieces that failed and are judged again are no lot of their own here.
 */
export interface QualityAsked {
  at: OwnQc
  days: ReportDays
  /** The condition on vendors `v`. */
  vendor: RawBuilder<SqlBool>
}

const factColumns = {
  week: col.text,
  month: col.text,
  vendor_id: col.text,
  category: col.text,
  by: col.text,
  looked_at: col.number,
  critical: col.number,
  major: col.number,
  minor: col.number,
  lots_accepted: col.number,
  lots_rejected: col.number,
}

/** Figures of a week (its Monday, at the site), a month (`yyyy-mm`), a vendor (vendor.id), a style category and an inspector (app_user.id). Everything else is sums of these. */
export type QualityFact = Row<typeof factColumns>

/** A lot of a whole box may hold several categories: its own is none of them. */
const ofSeveral = ''

export async function qualityFacts(db: Db, asked: QualityAsked): Promise<QualityFact[]> {
  const found = severities.map((severity) => sql`sum(${sql.ref(severity)})::int AS ${sql.ref(severity)}`)
  const { rows } = await rowsOf(factColumns)`
    WITH ${sitesWith(asked.days, asked.at)}, ${looksOf(asked)}, ${decidedLots},
      facts AS (
        SELECT k.day, k.vendor_id, k.category, k.by, k.sampled AS looked_at, ${sql.join(
          severities.map((severity) => sql`coalesce(f.${sql.ref(severity)}, 0) AS ${sql.ref(severity)}`),
        )}, 0 AS accepted, 0 AS rejected
        FROM standing k LEFT JOIN LATERAL (SELECT ${sql.join(
          severities.map((severity) => sql`sum(units) FILTER (WHERE severity = ${severity}) AS ${sql.ref(severity)}`),
        )} FROM qc_defect WHERE inspection_id = k.inspection_id AND sku_id = k.sku_id) f ON true
        UNION ALL
        SELECT day, vendor_id, category, by, 0, 0, 0, 0, (NOT is_rejected)::int, is_rejected::int FROM decided)
    SELECT to_char(date_trunc('week', day::timestamp), 'YYYY-MM-DD') AS week, to_char(day, 'YYYY-MM') AS month, vendor_id, category, by, sum(looked_at)::int AS looked_at,
      ${sql.join(found)}, sum(accepted)::int AS lots_accepted, sum(rejected)::int AS lots_rejected
    FROM facts GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5`.execute(db)
  return rows
}

const rejectedColumns = { lot_id: col.text, day: col.text, total: col.number }

/** The lots that were rejected, the last first, at most `most` of them with how many there are. */
export async function rejectedLots(db: Db, asked: QualityAsked, most: number): Promise<Row<typeof rejectedColumns>[]> {
  const { rows } = await rowsOf(rejectedColumns)`
    WITH ${sitesWith(asked.days, asked.at)}, ${looksOf(asked)}, ${decidedLots}
    SELECT lot_id, day::text AS day, count(*) OVER ()::int AS total FROM decided WHERE is_rejected
    ORDER BY day DESC, lot_id LIMIT ${sql.lit(most)}`.execute(db)
  return rows
}

/** Facts added up by what `of` says. */
export function sumFacts<K>(facts: readonly QualityFact[], of: (fact: QualityFact) => K): Map<K, QualityFigures> {
  const sums = new Map<K, QualityFigures>()
  for (const fact of facts) sums.set(of(fact), addFigures(sums.get(of(fact)) ?? noFigures, fact))
  return sums
}

const judging: readonly QcMoveKind[] = ['pass', 'skip', 'fail', 'hold']
const waiting: readonly QcMoveKind[] = ['revert_passed', 'revert_failed', 'release']

const kindsIn = (kinds: readonly QcMoveKind[]) => sql`m.kind IN (${sql.join(kinds.map((kind) => sql.lit(kind)))})`

/**
 * `standing`: the looks that count. Only where something was taken back is the ledger walked, in steps: an inspection judges pieces (`judged`)
 * of which some were judged before (failed, on hold), a revert lets pieces wait again. `level` is how many pieces have a verdict of these
 * days after a step; never fewer than the step itself judged, since what was judged before these days is none of theirs. A look's own pieces
 * are those on top, so it is taken back as soon as a later level does not reach above what was below them.
 */
function looksOf({ at: _, days, vendor }: QualityAsked): RawBuilder<unknown> {
  const line = sql`PARTITION BY site_id, box_id, sku_id`
  const pieces = (kinds: readonly QcMoveKind[]) => sql`coalesce(sum(m.quantity) FILTER (WHERE ${kindsIn(kinds)}), 0)`
  return sql`looks AS MATERIALIZED (
      SELECT i.id AS inspection_id, i.box_id, i.site_id, i.by, ${dayAt(sql`i.at`)} AS day, q.vendor_id, l.sku_id, l.sampled,
        s.code AS style, k.color, s.category
      FROM qc_inspection i JOIN sites d ON d.id = i.site_id JOIN qc_box q ON q.box_id = i.box_id AND q.site_id = i.site_id
      JOIN vendor v ON v.id = q.vendor_id JOIN qc_inspection_line l ON l.inspection_id = i.id
      JOIN sku k ON k.id = l.sku_id JOIN style s ON s.id = k.style_id
      WHERE i.kind <> 'skip' AND ${isWithin(days, sql`i.at`)} AND ${vendor}),
    reverted AS MATERIALIZED (
      SELECT DISTINCT m.site_id, m.box_id, m.sku_id FROM qc_move m JOIN sites d ON d.id = m.site_id
      WHERE ${kindsIn(waiting)} AND m.inspection_id IS NULL AND ${isWithin(days, sql`m.at`)}),
    steps AS (
      SELECT m.site_id, m.box_id, m.sku_id, m.inspection_id, max(m.seq) AS place, ${pieces(judging)} AS judged,
        ${pieces(judging)} - ${pieces(waiting)} AS change
      FROM reverted r JOIN qc_move m ON m.box_id = r.box_id AND m.site_id = r.site_id AND m.sku_id = r.sku_id
      JOIN sites d ON d.id = m.site_id
      WHERE ${kindsIn([...judging, ...waiting])} AND ${isWithin(days, sql`m.at`)}
      GROUP BY m.site_id, m.box_id, m.sku_id, m.inspection_id, CASE WHEN m.inspection_id IS NULL THEN m.audit_id END),
    summed AS (SELECT *, sum(change) OVER (${line} ORDER BY place) AS total FROM steps),
    levels AS (
      SELECT *, total + greatest(0, max(judged - total) OVER (${line} ORDER BY place)) AS level FROM summed),
    floors AS (SELECT *, min(level) OVER (${line} ORDER BY place DESC) AS floor FROM levels),
    standing AS MATERIALIZED (
      SELECT k.* FROM looks k LEFT JOIN floors f ON f.inspection_id = k.inspection_id AND f.site_id = k.site_id
        AND f.box_id = k.box_id AND f.sku_id = k.sku_id
      WHERE f.inspection_id IS NULL OR f.floor > f.level - f.judged)`
}

const rejects = sql.join(
  severities.map((severity) => sql`t.${sql.ref(severity)} >= (l.limits -> ${sql.lit(severity)} ->> 'reject')::int`),
  sql` OR `,
)
const isComplete = sql.join(
  severities.map((severity) => sql`t.sampled >= (l.limits -> ${sql.lit(severity)} ->> 'sample_size')::int`),
  sql` AND `,
)

/** `decided`: lots by what their sample says after the last look that counts (`computedVerdict`, said once more in SQL); open ones are left out. */
const decidedLots = sql`lasts AS (
      SELECT x.lot_id, max(x.number) AS number, (array_agg(k.inspection_id ORDER BY x.number DESC))[1] AS inspection_id,
        CASE WHEN count(DISTINCT k.category) = 1 THEN min(k.category) ELSE ${sql.lit(ofSeveral)} END AS category, t.plan -> 'limits' AS limits
      FROM standing k JOIN qc_inspection_lot x ON x.inspection_id = k.inspection_id JOIN qc_lot t ON t.id = x.lot_id
      WHERE t.plan ->> 'kind' = 'inspection'
        AND (t.plan ->> 'style_id' IS NULL OR (t.plan ->> 'style_id' = k.style AND t.plan ->> 'color' = k.color))
      GROUP BY x.lot_id, t.id),
    decided AS (
      SELECT l.lot_id, i.day, i.vendor_id, i.by, l.category, ${rejects} AS is_rejected
      FROM lasts l JOIN LATERAL (SELECT day, vendor_id, by FROM standing WHERE inspection_id = l.inspection_id LIMIT 1) i ON true
      JOIN LATERAL (SELECT sum(sampled) AS sampled, sum(critical) AS critical, sum(major) AS major, sum(minor) AS minor
        FROM qc_inspection_lot WHERE lot_id = l.lot_id AND number <= l.number) t ON true
      WHERE ${rejects} OR (${isComplete}))`
