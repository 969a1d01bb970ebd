import { type RawBuilder, sql } from 'kysely'
import { type DisagreementRow, disagreement } from '../../../shared/areas/india-inspection/shapes.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import type { ReportDays } from '../../../shared/kernel/days.ts'
import { recordDownload } from '../../audit/audit.ts'
import { rowsOf } from '../../database/rows.ts'
import { type CallContext, type FileReply, type Handlers, reply } from '../../http/call.ts'
import { type CsvColumn, writeCsv } from '../../sheets/write-table.ts'
import { assertVendorName } from '../data/vendors.ts'
import { noFace } from '../pictures/faces.ts'
import { allOfChina, atSites, inIndia } from '../qc-boxes/sites.ts'
import { daysAsked, isWithin, sitesWith } from '../qc-reports/reports.ts'

type Asked = Taken<Contract['indiaInspection']['getDisagreement']>

/** Where India does not find what China found: pieces that failed there of those that passed here. */
export const getDisagreement: Handlers<Contract['indiaInspection']>['getDisagreement'] = async (input, context) => {
  await assertVendorName(context, input.supplier_id)
  const days = daysAsked(input)
  return reply({ ...days, rows: await disagreements(context, days, input) })
}

export async function downloadDisagreement(input: Asked, context: CallContext): Promise<FileReply> {
  await assertVendorName(context, input.supplier_id)
  const days = daysAsked(input)
  await recordDownload(context, 'qc_disagreement.csv', { ...days, by: input.by })
  const rows = await disagreements(context, days, input)
  return { body: writeCsv(columns(input.by), rows) }
}

const heads = { vendor: 'Supplier', style: 'Style', inspector: 'Inspector in China' } as const

const columns = (by: Asked['by']): CsvColumn<DisagreementRow>[] => [
  ...(by === 'inspector' ? [] : [{ header: `${heads[by]} ID`, value: (row: DisagreementRow) => row.code }]),
  { header: heads[by], value: (row) => row.name },
  { header: 'Boxes', value: (row) => row.boxes },
  { header: 'Judged in India', value: (row) => row.judged },
  { header: 'Failed in India, passed in China', value: (row) => row.failed },
  { header: 'Of these not inspected in China', value: (row) => row.skipped },
  { header: 'Rate (%)', value: (row) => (row.rate_bp / 100).toFixed(2) },
]

/** By what pieces are put together: who or what it is, and its names. */
const groups: Record<Asked['by'], RawBuilder<unknown>> = {
  vendor: sql`v.code, v.name, v.name_zh, ${noFace} AS picture`,
  style: sql`s.code, s.name, s.name_zh, s.picture_id AS picture`,
  inspector: sql`u.id::text AS code, u.name, u.name AS name_zh, ${noFace} AS picture`,
}

const withoutRate = disagreement.omit({ rate_bp: true })

/**
 * A piece counts as it stands at the end of these days: what was judged in them and taken back in them is not told. Who inspected is who
 * passed the SKU last in China. Pieces of a box that China never had, or beyond those that it passed, are nobody's disagreement.
 */
async function disagreements(
  { db, caller }: Pick<CallContext, 'db' | 'caller'>,
  days: ReportDays,
  { by, supplier_id, style_id }: Asked,
): Promise<DisagreementRow[]> {
  const standing = (ways: readonly string[], back: string) =>
    sql`greatest(0, sum(CASE WHEN m.kind = ANY(${[...ways]}::text[]) THEN m.quantity WHEN m.kind = ${back} THEN -m.quantity ELSE 0 END))`
  const { rows } = await rowsOf(withoutRate)`
    WITH ${sitesWith(days, inIndia(caller))},
      judged AS (
        SELECT m.box_id, m.sku_id, q.vendor_id, ${standing(['pass', 'skip'], 'revert_passed')} AS passed,
          ${standing(['fail'], 'revert_failed')} AS failed
        FROM qc_move m JOIN sites d ON d.id = m.site_id JOIN qc_box q ON q.box_id = m.box_id AND q.site_id = m.site_id
        WHERE m.kind IN ('pass', 'skip', 'fail', 'revert_passed', 'revert_failed') AND ${isWithin(days, sql`m.at`)}
        GROUP BY 1, 2, 3),
      beside AS (
        SELECT j.box_id, j.sku_id, j.vendor_id, least(j.passed + j.failed, c.passed) AS judged, least(j.failed, c.passed) AS failed,
          i.by, i.kind
        FROM judged j
        JOIN LATERAL (SELECT q.site_id, l.passed + l.shelved + l.ready + l.invoiced + l.shipped + l.purchased AS passed
          FROM qc_line l JOIN qc_box q ON q.box_id = l.box_id AND q.site_id = l.site_id
          WHERE l.box_id = j.box_id AND l.sku_id = j.sku_id AND ${atSites(allOfChina)}) c ON c.passed > 0
        LEFT JOIN LATERAL (SELECT n.by, n.kind FROM qc_inspection n JOIN qc_inspection_line x ON x.inspection_id = n.id
          WHERE n.box_id = j.box_id AND n.site_id = c.site_id AND x.sku_id = j.sku_id AND x.passed > 0
          ORDER BY n.number DESC LIMIT 1) i ON true)
    SELECT ${groups[by]}, count(DISTINCT b.box_id)::int AS boxes, sum(b.judged)::int AS judged, sum(b.failed)::int AS failed,
      coalesce(sum(b.failed) FILTER (WHERE b.kind = 'skip'), 0)::int AS skipped
    FROM beside b JOIN vendor v ON v.id = b.vendor_id JOIN sku k ON k.id = b.sku_id JOIN style s ON s.id = k.style_id
    ${by === 'inspector' ? sql`JOIN app_user u ON u.id = b.by` : sql``}
    WHERE b.judged > 0 AND ${supplier_id ? sql`v.code = ${supplier_id}` : sql`true`}
      AND ${style_id ? sql`s.code = ${style_id}` : sql`true`}
    GROUP BY 1, 2, 3, 4 ORDER BY sum(b.failed) DESC, sum(b.judged) DESC, 1`.execute(db)
  return rows.map((row) => ({ ...row, rate_bp: Math.round((row.failed * 10_000) / row.judged) }))
}
