import { type RawBuilder, sql } from 'kysely'
import {
  type OrderCase,
  type PipelineStage,
  type StagePart,
  type StockCase,
  stageNames,
  stageOf,
} from '../../../shared/areas/pipeline/stages.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Db } from '../../http/call.ts'
import type { Difference } from '../../ledger/differences.ts'

/** Party, style or destination of what has none. */
export const NONE = '00000000-0000-0000-0000-000000000000'

const cases: Readonly<Record<OrderCase, RawBuilder<unknown>>> = {
  undecided: sql`decision = 'NEW'`,
  approved: sql`decision = 'APPROVED' AND vendor_decision = 'NEW'`,
  answered: sql`decision = 'APPROVED' AND vendor_decision = 'ANSWERED'`,
  closed: sql`decision IN ('NOT_APPROVED', 'CANCELLED')`,
}

const onPass = sql`p.kind IN ('packing', 'in_transit')`
const places: Readonly<Record<StockCase, RawBuilder<unknown>>> = {
  shelf: sql`p.kind IN ('floor', 'shelf') AND x.kind <> 'shop'`,
  quarantine: sql`p.kind = 'quarantine' AND x.kind <> 'shop'`,
  pass: onPass,
  shop: sql`x.kind = 'shop' AND NOT ${onPass}`,
}

type PartOf<K extends StagePart['of']> = Extract<StagePart, { of: K }>

/** Rows (stage, pieces) for a ledger’s row, of each part of a kind by its stage. */
function rowsFor<K extends StagePart['of']>(kinds: readonly K[], pieces: (part: PartOf<K>) => RawBuilder<unknown>) {
  const rows = stageNames.flatMap((stage) =>
    stageOf(stage).parts.flatMap((part) =>
      kinds.some((kind) => kind === part.of)
        ? [sql`(${sql.lit(stage)}, (${pieces(part as unknown as PartOf<K>)})::int)`]
        : [],
    ),
  )
  return sql`(VALUES ${sql.join(rows)}) AS s (stage, pieces)`
}

const sum = (columns: readonly string[]) =>
  sql.join(
    columns.map((column) => sql.ref(column)),
    sql` + `,
  )
const where = (condition: RawBuilder<unknown>, pieces: RawBuilder<unknown>) =>
  sql`CASE WHEN ${condition} THEN ${pieces} ELSE 0 END`

const isChina = sql`x.kind = 'china_qc'`
const hadChina = sql`EXISTS (SELECT FROM qc_box c WHERE c.box_id = l.box_id AND c.site_kind = 'china_qc')`
const receipts = {
  vendor_receipt: sql`${isChina} OR NOT h.is_production AND NOT ${hadChina}`,
  china_receipt: sql`NOT ${isChina} AND ${hadChina}`,
  facility_receipt: sql`NOT ${isChina} AND h.is_production AND NOT ${hadChina}`,
}

/**
 * Every piece of every ledger by its stage, counted from the ledgers’ own columns by the table of stages: (stage, party_id, style_id,
 * destination_id, pieces). Nothing of what is kept beside the ledgers is looked at.
 */
const recount = sql`
  SELECT s.stage, o.vendor_id AS party_id, o.style_id, o.destination_id, s.pieces FROM vendor_order o
  CROSS JOIN LATERAL ${rowsFor(['order'], ({ add, when }) => (when ? where(cases[when], sum(add)) : sum(add)))}
  UNION ALL
  SELECT s.stage, coalesce(f.facility_id, h.vendor_id), k.style_id,
    coalesce((SELECT o.destination_id FROM box_line bl JOIN order_line ol ON ol.id = bl.order_line_id JOIN vendor_order o ON o.id = ol.order_id
      WHERE bl.box_id = l.box_id AND ol.sku_id = l.sku_id ORDER BY bl.position LIMIT 1), h.destination_id), s.pieces
  FROM qc_line l JOIN site x ON x.id = l.site_id JOIN box b ON b.id = l.box_id JOIN shipment h ON h.id = b.shipment_id
  JOIN sku k ON k.id = l.sku_id LEFT JOIN facility_shipment f ON f.id = h.id
  CROSS JOIN LATERAL ${rowsFor(['china', 'india', 'vendor_receipt', 'china_receipt', 'facility_receipt'], (part) =>
    part.of === 'china' || part.of === 'india'
      ? where(
          part.of === 'china' ? isChina : sql`NOT ${isChina}`,
          sql.join(
            part.add.map((column) => sql.ref(`l.${column}`)),
            sql` + `,
          ),
        )
      : where(receipts[part.of], sql`-l.declared`),
  )}
  UNION ALL
  SELECT s.stage, j.facility_id, k.style_id, ${NONE}::uuid, s.pieces FROM facility_line l
  JOIN facility_job j ON j.id = l.job_id JOIN sku k ON k.id = l.sku_id
  CROSS JOIN LATERAL ${rowsFor(['facility'], ({ add }) =>
    sql.join(
      add.map((column) => sql.ref(`l.${column}`)),
      sql` + `,
    ),
  )}
  UNION ALL
  SELECT s.stage, ${NONE}::uuid, coalesce(o.style_id, ${NONE}::uuid), ${NONE}::uuid, s.pieces FROM production_order o
  CROSS JOIN LATERAL ${rowsFor(['production'], (part) => where(sql`o.state = ANY(${[...part.in]}::text[])`, sql`o.pieces`))}
  UNION ALL
  SELECT s.stage, ${NONE}::uuid, k.style_id, p.site_id, s.pieces FROM stock t
  JOIN place p ON p.id = t.place_id JOIN site x ON x.id = p.site_id JOIN sku k ON k.id = t.sku_id
  CROSS JOIN LATERAL ${rowsFor(['stock'], (part) => where(places[part.at], sql`t.on_hand`))}`

const columns = { name: col.text, quantity: col.text, stored: col.number, should: col.number, total: col.number }

/**
 * Figures of the pipeline beside a full recount, by stage, party, style and destination: the first `most` that differ, and how many do. One
 * statement: a server that moves pieces meanwhile makes no difference.
 */
export async function pipelineDifferences(db: Db, most: number): Promise<{ found: Difference[]; total: number }> {
  const { rows } = await rowsOf(columns)`
    WITH stored AS (SELECT stage, party_id, style_id, destination_id, sum(pieces)::int AS pieces FROM (
        SELECT stage, party_id, style_id, destination_id, pieces FROM pipeline_sum
        UNION ALL SELECT stage, party_id, style_id, destination_id, pieces FROM pipeline_delta) f GROUP BY 1, 2, 3, 4),
      should AS (SELECT stage, party_id, style_id, destination_id, sum(pieces)::int AS pieces FROM (${recount}) r GROUP BY 1, 2, 3, 4)
    SELECT concat_ws(' ', coalesce(v.code, f.code), y.code, x.code) AS name, d.stage AS quantity, d.stored, d.should,
      count(*) OVER ()::int AS total
    FROM (SELECT stage, party_id, style_id, destination_id, coalesce(a.pieces, 0) AS stored, coalesce(b.pieces, 0) AS should
      FROM stored a FULL JOIN should b USING (stage, party_id, style_id, destination_id)) d
    LEFT JOIN vendor v ON v.id = d.party_id LEFT JOIN production_facility f ON f.id = d.party_id
    LEFT JOIN style y ON y.id = d.style_id LEFT JOIN site x ON x.id = d.destination_id
    WHERE d.stored <> d.should ORDER BY 1, 2 LIMIT ${most}`.execute(db)
  return {
    found: rows.map(({ total: _, ...row }) => ({ table: 'pipeline_sum', ...row })),
    total: rows[0]?.total ?? 0,
  }
}

/** Pieces by stage of a full recount. */
export async function recountStages(db: Db): Promise<ReadonlyMap<PipelineStage, number>> {
  const { rows } = await rowsOf({ stage: col.text, pieces: col.number })`
    SELECT stage, sum(pieces)::int AS pieces FROM (${recount}) r GROUP BY 1`.execute(db)
  return new Map(rows.map(({ stage, pieces }) => [stage as PipelineStage, pieces]))
}

/** Counts all figures and days anew: for data whose moments were set afterwards. */
export async function rebuildPipeline(db: Db): Promise<void> {
  await sql`SELECT pipeline_rebuild()`.execute(db)
}
