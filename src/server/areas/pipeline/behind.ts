import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { behindKinds, MOST_BEHIND } from '../../../shared/areas/pipeline/calls.ts'
import { type PipelineStage, stageOf } from '../../../shared/areas/pipeline/stages.ts'
import type { Contract } from '../../../shared/areas.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type Handlers, reply } from '../../http/call.ts'
import { forbidden } from '../../http/errors.ts'
import { conditions, seenStages } from './figures.ts'

/** Rows (kind, code, detail, party_id, style_id, destination_id, pieces) of a stage. */
type Behind = (stage: PipelineStage) => RawBuilder<unknown>

const ofOrders: Behind = (stage) => sql`
  SELECT 'order' AS kind, o.order_id AS code, '' AS detail, o.vendor_id AS party_id, o.style_id, o.destination_id, s.pieces
  FROM vendor_order o CROSS JOIN LATERAL pipeline_of_order(o.decision, o.vendor_decision, o.awaiting, o.platform, o.reserved, o.packed,
    o.shipped, o.rejected, o.oos) s WHERE s.stage = ${stage}`

const ofBoxes: Behind = (stage) => sql`
  SELECT 'box' AS kind, b.sscc AS code, b.box_no AS detail, r.party_id, k.style_id,
    coalesce(g.destination_id, r.destination_id) AS destination_id, s.pieces
  FROM qc_line l JOIN pipeline_receipt r ON r.box_id = l.box_id AND r.site_id = l.site_id JOIN box b ON b.id = l.box_id
  JOIN sku k ON k.id = l.sku_id LEFT JOIN pipeline_goods g ON g.box_id = l.box_id AND g.sku_id = l.sku_id
  CROSS JOIN LATERAL pipeline_of_qc(r.is_china, r.receipt, l.declared, l.uncounted, l.to_inspect, l.on_hold, l.passed, l.shelved, l.ready,
    l.invoiced, l.shipped, l.failed, l.returned, l.missing, l.purchased, l.disposed) s
  WHERE s.stage = ${stage} AND s.pieces > 0 AND NOT (${stage} = 'on_the_way'
    AND EXISTS (SELECT FROM qc_box q WHERE q.box_id = l.box_id AND q.site_kind = 'india_qc'))`

/** Boxes that left and came nowhere yet. */
const onTheRoad = (lines: RawBuilder<unknown>, isProduction: boolean) => sql`
  SELECT 'box' AS kind, b.sscc AS code, h.shipment_id || ' · ' || b.box_no AS detail, x.party_id, x.style_id, x.destination_id, x.pieces
  FROM (${lines}) x JOIN box b ON b.id = x.box_id AND b.removed_at IS NULL JOIN shipment h ON h.id = b.shipment_id
  WHERE h.state = 'PACKED_AND_SHIPPED' AND h.is_production = ${isProduction}
    AND NOT EXISTS (SELECT FROM qc_box q WHERE q.box_id = b.id)`

const shippedByVendors = onTheRoad(
  sql`SELECT bl.box_id, o.vendor_id AS party_id, o.style_id, o.destination_id, bl.quantity AS pieces
    FROM box_line bl JOIN order_line l ON l.id = bl.order_line_id JOIN vendor_order o ON o.id = l.order_id`,
  false,
)

const shippedByFacilities = onTheRoad(
  sql`SELECT x.box_id, j.facility_id AS party_id, k.style_id, pipeline_none() AS destination_id, x.quantity AS pieces
    FROM facility_box_line x JOIN facility_line l ON l.id = x.line_id JOIN facility_job j ON j.id = l.job_id JOIN sku k ON k.id = l.sku_id`,
  true,
)

const ofFacilities: Behind = (stage) => sql`
  SELECT 'production' AS kind, o.number AS code, f.code AS detail, j.facility_id AS party_id, k.style_id,
    pipeline_none() AS destination_id, s.pieces
  FROM facility_line l JOIN facility_job j ON j.id = l.job_id JOIN production_order o ON o.id = j.order_id
  JOIN production_facility f ON f.id = j.facility_id JOIN sku k ON k.id = l.sku_id
  CROSS JOIN LATERAL pipeline_of_facility(l.pending, l.cutting, l.stitching, l.finishing, l.checking, l.packed, l.shipment_pending,
    l.shipped, l.rework, l.reject) s WHERE s.stage = ${stage}`

const ofProduction: Behind = (stage) => sql`
  SELECT 'production' AS kind, o.number AS code, '' AS detail, pipeline_none() AS party_id,
    coalesce(o.style_id, pipeline_none()) AS style_id, pipeline_none() AS destination_id, o.pieces
  FROM production_order o WHERE pipeline_of_production(o.state) = ${stage}`

const ofStock: Behind = (stage) => sql`
  SELECT 'stock' AS kind, k.nm_sku AS code, x.code AS detail, pipeline_none() AS party_id, k.style_id, p.site_id AS destination_id,
    s.on_hand AS pieces
  FROM stock s JOIN place p ON p.id = s.place_id JOIN site x ON x.id = p.site_id JOIN sku k ON k.id = s.sku_id
  WHERE s.on_hand > 0 AND pipeline_of_place(p.kind, x.kind) = ${stage}`

/** The ledger whose records stand behind a stage: of pieces between two ledgers, the boxes that left one and are not in the next. */
function behindOf(stage: PipelineStage): RawBuilder<unknown> {
  if (stage === 'shipped') return shippedByVendors
  if (stage === 'made_shipped') return shippedByFacilities
  const [part] = stageOf(stage).parts
  switch (part?.of) {
    case 'order':
      return ofOrders(stage)
    case 'facility':
      return ofFacilities(stage)
    case 'production':
      return ofProduction(stage)
    case 'stock':
      return ofStock(stage)
    default:
      return ofBoxes(stage)
  }
}

const columns = {
  kind: z.enum(behindKinds),
  ...{ code: col.text, detail: col.text, style: col.textOrNull, supplier_name: col.text, supplier_name_zh: col.text },
  ...{ pieces: col.number, total: col.number, all_pieces: col.number },
}

export const getPipelineRows: Handlers<Contract['pipeline']>['getPipelineRows'] = async (
  { stage, ...asked },
  { caller, db },
) => {
  if (!seenStages(caller).includes(stage)) throw forbidden()
  const { rows } = await rowsOf(columns)`
    SELECT f.kind, f.code, f.detail, CASE WHEN count(DISTINCT y.code) = 1 THEN min(y.code) END AS style,
      coalesce(min(v.name), min(w.name), '') AS supplier_name, coalesce(min(v.name_zh), min(w.name_zh), '') AS supplier_name_zh,
      sum(f.pieces)::int AS pieces, (count(*) OVER ())::int AS total, (sum(sum(f.pieces)) OVER ())::int AS all_pieces
    FROM (SELECT ${stage}::text AS stage, b.* FROM (${behindOf(stage)}) b) f LEFT JOIN style y ON y.id = f.style_id
    LEFT JOIN vendor v ON v.id = coalesce(nullif(f.party_id, pipeline_none()), y.vendor_id)
    LEFT JOIN production_facility w ON w.id = f.party_id
    WHERE ${conditions(caller, asked)} GROUP BY f.kind, f.code, f.detail ORDER BY 7 DESC, 2, 3 LIMIT ${MOST_BEHIND}`.execute(
    db,
  )
  return reply({
    rows: rows.map(({ total: _, all_pieces: __, ...row }) => row),
    total: rows[0]?.total ?? 0,
    pieces: rows[0]?.all_pieces ?? 0,
  })
}
