import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { looserPlan } from '../../../shared/areas/inspection/shapes.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { severities } from '../../../shared/kernel/reasons.ts'
import { recordDownload } from '../../audit/audit.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { CallContext, FileReply } from '../../http/call.ts'
import { type CsvColumn, writeCsv } from '../../sheets/write-table.ts'
import { assertVendorName } from '../data/vendors.ts'
import { findBoxIds } from '../qc-boxes/box-rows.ts'
import { inChina, ofSites } from '../qc-boxes/sites.ts'
import { daysAsked, isIn } from '../qc-reports/reports.ts'
import { looserText } from './looser-plans.ts'
import { isOfLot, type LotOutcome, lotOutcomes } from './lot-outcomes.ts'

type Input = Taken<Contract['inspection']['downloadQcReport']>

interface Defect {
  reason: string
  severity: 'critical' | 'major' | 'minor'
  units: number
  remark: string
}

/** What one inspection said of one SKU. */
const inspectedSkuColumns = {
  inspection_id: col.text,
  at: col.text,
  inspector: col.text,
  number: col.number,
  kind: z.enum(['inspection', 'reinspection', 'skip']),
  computed: col.text,
  verdict: col.text,
  override_reason: col.textOrNull,
  looser_reason: col.textOrNull,
  looser_plan: looserPlan.nullable(),
  reason: col.textOrNull,
  remark: col.textOrNull,
  box_no: col.text,
  sscc: col.text,
  tracking_id: col.textOrNull,
  shipment_id: col.text,
  supplier_id: col.text,
  supplier_name: col.text,
  supplier_name_zh: col.text,
  style_id: col.text,
  style_name: col.text,
  nm_sku: col.text,
  color: col.text,
  size: col.text,
  passed: col.number,
  failed: col.number,
  on_hold: col.number,
  sampled: col.number,
  defects: z.array(z.object({ reason: col.text, severity: z.enum(severities), units: col.number, remark: col.text })),
}

/** With the lot that it was judged in; none where QC was skipped. */
type InspectedSku = Row<typeof inspectedSkuColumns> & { lot: LotOutcome | null }

const kinds = { inspection: 'Inspection', reinspection: 'Inspected again', skip: 'Passed, not inspected' }

const unitsOf = (severity: Defect['severity']) => (row: InspectedSku) =>
  row.defects.reduce((sum, defect) => sum + (defect.severity === severity ? defect.units : 0), 0)

const ofLot = (value: (lot: LotOutcome) => string | number) => (row: InspectedSku) => row.lot && value(row.lot)

/** How its lot was sampled and judged: what makes a verdict plain to who was not there. */
const lotColumns = {
  'Lot pieces': ofLot((lot) => lot.lot_size),
  'Inspection procedure': ofLot((lot) => lot.procedure),
  'Inspection level': ofLot((lot) => lot.level),
  'AQL critical': ofLot((lot) => lot.aqls.critical),
  'AQL major': ofLot((lot) => lot.aqls.major),
  'AQL minor': ofLot((lot) => lot.aqls.minor),
  'Code letter': ofLot((lot) => lot.code),
  'Sample size': ofLot((lot) => lot.sample_size),
  'Looked at in the lot': ofLot((lot) => lot.tally.sampled),
  ...Object.fromEntries(
    severities.flatMap((severity) => [
      [`Found in the lot, ${severity}`, ofLot((lot) => lot.tally[severity])],
      [`Ac, ${severity}`, ofLot((lot) => lot.limits[severity].accept)],
      [`Re, ${severity}`, ofLot((lot) => lot.limits[severity].reject)],
    ]),
  ),
  'Verdict of the sample': ofLot((lot) => lot.computed),
}

const columns: CsvColumn<InspectedSku>[] = Object.entries({
  'Inspected at': (r: InspectedSku) => r.at,
  Inspector: (r: InspectedSku) => r.inspector,
  Inspection: (r: InspectedSku) => r.number,
  Kind: (r: InspectedSku) => kinds[r.kind],
  'Shipment ID': (r: InspectedSku) => r.shipment_id,
  'Box No': (r: InspectedSku) => r.box_no,
  SSCC: (r: InspectedSku) => r.sscc,
  'Tracking ID': (r: InspectedSku) => r.tracking_id,
  'Supplier ID': (r: InspectedSku) => r.supplier_id,
  'Supplier name': (r: InspectedSku) => r.supplier_name,
  'Supplier name (zh)': (r: InspectedSku) => r.supplier_name_zh,
  'Style ID': (r: InspectedSku) => r.style_id,
  'Style name': (r: InspectedSku) => r.style_name,
  'NM SKU': (r: InspectedSku) => r.nm_sku,
  Colour: (r: InspectedSku) => r.color,
  Size: (r: InspectedSku) => r.size,
  'Passed quantity': (r: InspectedSku) => r.passed,
  'Failed quantity': (r: InspectedSku) => r.failed,
  'On hold quantity': (r: InspectedSku) => r.on_hold,
  'Sampled quantity': (r: InspectedSku) => r.sampled,
  'Critical defects': unitsOf('critical'),
  'Major defects': unitsOf('major'),
  'Minor defects': unitsOf('minor'),
  Defects: (r: InspectedSku) =>
    r.defects.map(({ reason, severity, units, remark }) => `${reason} (${severity}) ${units}: ${remark}`).join(' | '),
  ...lotColumns,
  'Computed verdict': (r: InspectedSku) => r.computed,
  Verdict: (r: InspectedSku) => r.verdict,
  'Reason for overruling': (r: InspectedSku) => r.override_reason,
  'Looser plan': (r: InspectedSku) => (r.looser_plan ? looserText(r.looser_plan) : null),
  'Reason for the looser plan': (r: InspectedSku) => r.looser_reason,
  Reason: (r: InspectedSku) => r.reason,
  Remark: (r: InspectedSku) => r.remark,
}).map(([header, value]) => ({ header, value }))

/** qc_report.csv: a row per SKU of an inspection. Boxes named are told with all their inspections, unless days are named too. */
export async function downloadQcReport(input: Input, context: CallContext): Promise<FileReply> {
  await assertVendorName(context, input.supplier_id)
  const rules = await rulesOf(input, context)
  await recordDownload(context, 'qc_report.csv', { from: input.from ?? null, to: input.to ?? null })
  return { body: writeCsv(columns, everyInspectedSku(rules, context)) }
}

async function rulesOf(input: Input, context: CallContext): Promise<RawBuilder<SqlBool>[]> {
  const rules: RawBuilder<SqlBool>[] = [ofSites(inChina(context.caller), 'i')]
  const hasDays = input.from !== undefined || input.to !== undefined
  if (hasDays || !input.box_ids) rules.push(isIn(daysAsked(input), sql`i.at`))
  if (input.supplier_id) rules.push(sql<SqlBool>`v.code = ${input.supplier_id}`)
  if (input.box_ids) {
    const ids = await findBoxIds(context.db, context.caller, input.box_ids)
    rules.push(sql<SqlBool>`i.box_id = ANY(${ids.filter((id) => id !== null)}::uuid[])`)
  }
  return rules
}

const INSPECTIONS_AT_ONCE = 200

async function* everyInspectedSku(
  rules: readonly RawBuilder<SqlBool>[],
  context: CallContext,
): AsyncGenerator<InspectedSku> {
  const { rows: found } = await rowsOf({ id: col.text })`
    SELECT i.id FROM qc_inspection i JOIN box b ON b.id = i.box_id JOIN shipment h ON h.id = b.shipment_id
    JOIN site d ON d.id = i.site_id JOIN vendor v ON v.id = h.vendor_id
    WHERE ${sql.join(rules, sql` AND `)} ORDER BY i.at, i.id`.execute(context.db)
  const ids = found.map(({ id }) => id)
  for (let at = 0; at < ids.length && !context.signal.aborted; at += INSPECTIONS_AT_ONCE)
    yield* await inspectedSkus(ids.slice(at, at + INSPECTIONS_AT_ONCE), context)
}

async function inspectedSkus(ids: readonly string[], { db }: Pick<CallContext, 'db'>): Promise<InspectedSku[]> {
  const { rows } = await rowsOf(inspectedSkuColumns)`
    SELECT i.id AS inspection_id, to_char(i.at AT TIME ZONE d.time_zone, 'YYYY-MM-DD HH24:MI') AS at, u.name AS inspector, i.number, i.kind,
      i.computed, i.verdict, i.override_reason, i.looser_reason, i.looser_plan, i.reason, i.remark, b.box_no, b.sscc, b.tracking_id, h.shipment_id,
      v.code AS supplier_id, v.name AS supplier_name, v.name_zh AS supplier_name_zh, s.code AS style_id,
      s.name AS style_name, k.nm_sku, k.color, k.size, l.passed, l.failed, l.on_hold, l.sampled,
      (SELECT coalesce(json_agg(json_build_object('reason', f.reason, 'severity', f.severity, 'units', f.units,
          'remark', f.remark) ORDER BY f.id), '[]') FROM qc_defect f
        WHERE f.inspection_id = i.id AND f.sku_id = l.sku_id) AS defects
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS n (id, place) JOIN qc_inspection i ON i.id = n.id
    JOIN qc_inspection_line l ON l.inspection_id = i.id JOIN sku k ON k.id = l.sku_id JOIN style s ON s.id = k.style_id
    JOIN box b ON b.id = i.box_id JOIN shipment h ON h.id = b.shipment_id JOIN vendor v ON v.id = h.vendor_id
    JOIN site d ON d.id = i.site_id JOIN app_user u ON u.id = i.by
    ORDER BY n.place, s.code, k.color, k.size_rank, k.nm_sku`.execute(db)
  const lots = await lotOutcomes(db, ids)
  return rows.map((row) => ({
    ...row,
    lot: lots.get(row.inspection_id)?.find((lot) => isOfLot(lot, row)) ?? null,
  }))
}
