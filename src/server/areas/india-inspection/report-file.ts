import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { recordDownload } from '../../audit/audit.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { CallContext, FileReply } from '../../http/call.ts'
import { type CsvColumn, writeCsv } from '../../sheets/write-table.ts'
import { assertVendorName } from '../data/vendors.ts'
import { findBoxIds } from '../qc-boxes/box-rows.ts'
import { atSites, inIndia } from '../qc-boxes/sites.ts'
import { daysAsked, isIn } from '../qc-reports/reports.ts'

type Input = Taken<Contract['indiaInspection']['downloadQcReport']>

const reportColumns = {
  received_at: col.text,
  inspected_at: col.textOrNull,
  inspector: col.textOrNull,
  inspections: col.number,
  shipment_id: col.text,
  box_no: col.text,
  sscc: col.text,
  supplier_id: col.text,
  supplier_name: col.text,
  style_id: col.text,
  style_name: col.text,
  nm_sku: col.text,
  color: col.text,
  size: col.text,
  china_passed: col.numberOrNull,
  china_failed: col.numberOrNull,
  china_inspector: col.textOrNull,
  china_at: col.textOrNull,
  china_kind: col.textOrNull,
  declared: col.number,
  missing: col.number,
  excess: col.number,
  to_inspect: col.number,
  on_hold: col.number,
  passed: col.number,
  failed: col.number,
  sampled: col.number,
  defects: col.text,
}

type Line = Row<typeof reportColumns>

const disagreed = ({ china_passed, failed }: Line) => Math.min(failed, china_passed ?? 0)

const columns: CsvColumn<Line>[] = Object.entries({
  'Received at': (r: Line) => r.received_at,
  'Last inspected at': (r: Line) => r.inspected_at,
  Inspector: (r: Line) => r.inspector,
  Inspections: (r: Line) => r.inspections,
  'Shipment ID': (r: Line) => r.shipment_id,
  'Box No': (r: Line) => r.box_no,
  SSCC: (r: Line) => r.sscc,
  'Supplier ID': (r: Line) => r.supplier_id,
  'Supplier name': (r: Line) => r.supplier_name,
  'Style ID': (r: Line) => r.style_id,
  'Style name': (r: Line) => r.style_name,
  'NM SKU': (r: Line) => r.nm_sku,
  Colour: (r: Line) => r.color,
  Size: (r: Line) => r.size,
  'China: passed': (r: Line) => r.china_passed,
  'China: failed': (r: Line) => r.china_failed,
  'China: inspector': (r: Line) => r.china_inspector,
  'China: inspected at': (r: Line) => r.china_at,
  'China: not inspected': (r: Line) => (r.china_kind === 'skip' ? 'yes' : ''),
  Declared: (r: Line) => r.declared,
  'Short quantity': (r: Line) => r.missing,
  'Excess quantity': (r: Line) => r.excess,
  'To inspect': (r: Line) => r.to_inspect,
  'On hold quantity': (r: Line) => r.on_hold,
  'Accepted quantity': (r: Line) => r.passed,
  'Rejected quantity': (r: Line) => r.failed,
  'Sampled quantity': (r: Line) => r.sampled,
  Defects: (r: Line) => r.defects,
  'Rejected of those that China passed': disagreed,
  Disagreement: (r: Line) => (disagreed(r) > 0 ? 'yes' : ''),
}).map(([header, value]) => ({ header, value }))

/** india_qc_report.csv: a row per SKU of a box that was inspected in these days, or that is named, with China's figures beside India's. */
export async function downloadQcReport(input: Input, context: CallContext): Promise<FileReply> {
  await assertVendorName(context, input.supplier_id)
  const rules = await rulesOf(input, context)
  await recordDownload(context, 'india_qc_report.csv', { from: input.from ?? null, to: input.to ?? null })
  return { body: writeCsv(columns, everyLine(rules, context)) }
}

async function rulesOf(input: Input, context: CallContext): Promise<RawBuilder<SqlBool>> {
  const rules: RawBuilder<SqlBool>[] = [atSites(inIndia(context.caller))]
  const hasDays = input.from !== undefined || input.to !== undefined
  if (hasDays || !input.box_ids)
    rules.push(sql<SqlBool>`EXISTS (SELECT 1 FROM qc_inspection i WHERE i.box_id = q.box_id AND i.site_id = q.site_id
      AND ${isIn(daysAsked(input), sql`i.at`)})`)
  if (input.supplier_id) rules.push(sql<SqlBool>`v.code = ${input.supplier_id}`)
  if (input.box_ids) {
    const ids = await findBoxIds(context.db, context.caller, input.box_ids)
    rules.push(sql<SqlBool>`q.box_id = ANY(${ids.filter((id) => id !== null)}::uuid[])`)
  }
  return sql<SqlBool>`${sql.join(rules, sql` AND `)}`
}

const BOXES_AT_ONCE = 200

async function* everyLine(rules: RawBuilder<SqlBool>, context: CallContext): AsyncGenerator<Line> {
  const { rows: found } = await rowsOf({ box_id: col.text, site_id: col.text })`
    SELECT q.box_id, q.site_id FROM qc_box q JOIN site d ON d.id = q.site_id JOIN vendor v ON v.id = q.vendor_id
    WHERE ${rules} ORDER BY q.inwarded_at, q.box_id`.execute(context.db)
  for (let at = 0; at < found.length && !context.signal.aborted; at += BOXES_AT_ONCE)
    yield* await linesOf(found.slice(at, at + BOXES_AT_ONCE), context)
}

const minute = (instant: RawBuilder<unknown>, site: string) =>
  sql`to_char(${instant} AT TIME ZONE ${sql.ref(`${site}.time_zone`)}, 'YYYY-MM-DD HH24:MI')`

/** The last inspection at a place that judged pieces of the SKU `l`. */
const lastAt = (box: string) => sql`(SELECT i.at, i.kind, u.name FROM qc_inspection i JOIN app_user u ON u.id = i.by
  JOIN qc_inspection_line n ON n.inspection_id = i.id AND n.sku_id = l.sku_id
  WHERE i.box_id = ${sql.ref(`${box}.box_id`)} AND i.site_id = ${sql.ref(`${box}.site_id`)} ORDER BY i.number DESC LIMIT 1)`

async function linesOf(
  places: readonly { box_id: string; site_id: string }[],
  { db }: Pick<CallContext, 'db'>,
): Promise<Line[]> {
  const { rows } = await rowsOf(reportColumns)`
    SELECT ${minute(sql`q.inwarded_at`, 'd')} AS received_at, ${minute(sql`li.at`, 'd')} AS inspected_at, li.name AS inspector,
      q.inspections, h.shipment_id, b.box_no, b.sscc, v.code AS supplier_id, v.name AS supplier_name, s.code AS style_id,
      s.name AS style_name, k.nm_sku, k.color, k.size,
      c.passed + c.shelved + c.ready + c.invoiced + c.shipped + c.purchased AS china_passed,
      c.failed + c.returned + c.disposed AS china_failed,
      ci.name AS china_inspector, ${minute(sql`ci.at`, 'cd')} AS china_at, ci.kind AS china_kind, l.declared, l.missing, l.excess,
      l.uncounted + l.to_inspect AS to_inspect, l.on_hold,
      l.passed + l.shelved + l.ready + l.invoiced + l.shipped + l.purchased AS passed, l.failed + l.returned + l.disposed AS failed,
      coalesce((SELECT sum(n.sampled) FROM qc_inspection i JOIN qc_inspection_line n ON n.inspection_id = i.id
        WHERE i.box_id = q.box_id AND i.site_id = q.site_id AND n.sku_id = l.sku_id), 0)::int AS sampled,
      coalesce((SELECT string_agg(f.reason || ' (' || f.severity || ') ' || f.units || ': ' || f.remark, ' | ' ORDER BY f.id)
        FROM qc_inspection i JOIN qc_defect f ON f.inspection_id = i.id
        WHERE i.box_id = q.box_id AND i.site_id = q.site_id AND f.sku_id = l.sku_id), '') AS defects
    FROM unnest(${places.map(({ box_id }) => box_id)}::uuid[], ${places.map(({ site_id }) => site_id)}::uuid[])
      WITH ORDINALITY AS p (box_id, site_id, place)
    JOIN qc_box q ON q.box_id = p.box_id AND q.site_id = p.site_id JOIN qc_line l ON l.box_id = q.box_id AND l.site_id = q.site_id
    JOIN box b ON b.id = q.box_id JOIN shipment h ON h.id = q.shipment_id JOIN vendor v ON v.id = q.vendor_id
    JOIN site d ON d.id = q.site_id JOIN sku k ON k.id = l.sku_id JOIN style s ON s.id = k.style_id
    LEFT JOIN qc_box cq ON cq.box_id = q.box_id AND cq.site_kind = 'china_qc'
    LEFT JOIN site cd ON cd.id = cq.site_id
    LEFT JOIN qc_line c ON c.box_id = cq.box_id AND c.site_id = cq.site_id AND c.sku_id = l.sku_id
    LEFT JOIN LATERAL ${lastAt('q')} li ON true LEFT JOIN LATERAL ${lastAt('cq')} ci ON true
    ORDER BY p.place, s.code, k.color, k.size_rank, k.nm_sku`.execute(db)
  return rows
}
