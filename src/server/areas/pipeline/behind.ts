import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { behindKinds } from '../../../shared/areas/pipeline/calls.ts'
import { canAge, type PipelineStage, stageOf } from '../../../shared/areas/pipeline/stages.ts'
import type { Contract } from '../../../shared/areas.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { indiaToday } from '../../database/today.ts'
import { type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { forbidden } from '../../http/errors.ts'
import type { Bound } from '../../http/own-rows.ts'
import { type Asked, conditions, seenStages } from './figures.ts'
import { dayOf } from './goods.ts'

/** Rows (kind, code, detail, party_id, style_id, destination_id, pieces, since, in_china) of a stage: a record may have several, of different days. */
type Behind = (stage: PipelineStage) => RawBuilder<unknown>

/**
 * Parts `lot` (pieces, at) of the pieces that stand: those that came last, as if first in were first out. `came` are the moves (at, seq,
 * quantity) into the stage; `at` is null of what stood there before the first of them.
 */
const lots = (standing: RawBuilder<unknown>, came: RawBuilder<unknown>) => sql`CROSS JOIN LATERAL (
    WITH m AS (SELECT at, quantity, sum(quantity) OVER (ORDER BY at DESC, seq DESC) - quantity AS before FROM (${came}) q)
    SELECT least(m.quantity, ${standing} - m.before)::int AS pieces, m.at FROM m WHERE m.before < ${standing}
    UNION ALL
    SELECT (${standing} - coalesce(sum(m.quantity), 0))::int, NULL FROM m HAVING coalesce(sum(m.quantity), 0) < ${standing}) lot`

const into = (ledger: RawBuilder<unknown>, stage: PipelineStage) =>
  sql`(SELECT w.kind FROM pipeline_way w WHERE w.ledger = ${ledger} AND w.to_stage = ${stage})`

/** Moments at which awaiting pieces of an order came into their stage; of the others their moves tell. */
const cameAt: Readonly<Partial<Record<PipelineStage, RawBuilder<unknown>>>> = {
  to_approve: sql`o.created_at`,
  approved: sql`o.approved_at`,
  answered: sql`o.answered_at`,
}

const ofOrders: Behind = (stage) => {
  const moment = cameAt[stage]
  const came = sql`SELECT m.at, m.seq, m.quantity FROM order_line l JOIN line_move m ON m.order_line_id = l.id
    WHERE l.order_id = o.id AND m.kind IN ${into(sql`'order'`, stage)}`
  return sql`
  SELECT 'order' AS kind, o.order_id AS code, '' AS detail, o.vendor_id AS party_id, o.style_id, o.destination_id, lot.pieces, lot.at AS since,
    false AS in_china
  FROM vendor_order o CROSS JOIN LATERAL pipeline_of_order(o.decision, o.vendor_decision, o.awaiting, o.platform, o.reserved, o.packed,
    o.shipped, o.rejected, o.oos) s
  ${moment ? sql`CROSS JOIN LATERAL (SELECT s.pieces, ${moment} AS at) lot` : lots(sql`s.pieces`, came)}
  WHERE s.stage = ${stage}`
}

const ofBoxes: Behind = (stage) => sql`
  SELECT 'box' AS kind, b.sscc AS code, h.shipment_id || ' · ' || b.box_no AS detail, r.party_id, k.style_id,
    coalesce(g.destination_id, r.destination_id) AS destination_id, lot.pieces, lot.at AS since,
    r.is_china AS in_china
  FROM qc_line l JOIN pipeline_receipt r ON r.box_id = l.box_id AND r.site_id = l.site_id JOIN box b ON b.id = l.box_id
  JOIN shipment h ON h.id = b.shipment_id JOIN sku k ON k.id = l.sku_id LEFT JOIN pipeline_goods g ON g.box_id = l.box_id AND g.sku_id = l.sku_id
  CROSS JOIN LATERAL pipeline_of_qc(r.is_china, r.receipt, l.declared, l.uncounted, l.to_inspect, l.on_hold, l.passed, l.shelved, l.ready,
    l.invoiced, l.shipped, l.failed, l.returned, l.missing, l.purchased, l.disposed) s
  ${lots(
    sql`s.pieces`,
    sql`SELECT m.at, m.seq, m.quantity FROM qc_move m WHERE m.box_id = l.box_id AND m.site_id = l.site_id AND m.sku_id = l.sku_id
      AND m.kind IN ${into(sql`CASE WHEN r.is_china THEN 'china' ELSE 'india' END`, stage)}`,
  )}
  WHERE s.stage = ${stage} AND s.pieces > 0 AND NOT (${stage} = 'on_the_way'
    AND EXISTS (SELECT FROM qc_box q WHERE q.box_id = l.box_id AND q.site_kind = 'india_qc'))`

/** Boxes that left and came nowhere yet. */
const onTheRoad = (lines: RawBuilder<unknown>, isProduction: boolean) => sql`
  SELECT 'box' AS kind, b.sscc AS code, h.shipment_id || ' · ' || b.box_no AS detail, x.party_id, x.style_id, x.destination_id, x.pieces,
    coalesce(f.dispatched_at, h.shipped_at, h.created_at) AS since, false AS in_china
  FROM (${lines}) x JOIN box b ON b.id = x.box_id AND b.removed_at IS NULL JOIN shipment h ON h.id = b.shipment_id
  LEFT JOIN facility_shipment f ON f.id = h.id
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
    pipeline_none() AS destination_id, lot.pieces, lot.at AS since, false AS in_china
  FROM facility_line l JOIN facility_job j ON j.id = l.job_id JOIN production_order o ON o.id = j.order_id
  JOIN production_facility f ON f.id = j.facility_id JOIN sku k ON k.id = l.sku_id
  CROSS JOIN LATERAL pipeline_of_facility(l.pending, l.cutting, l.stitching, l.finishing, l.checking, l.packed, l.shipment_pending,
    l.shipped, l.rework, l.reject) s
  ${lots(
    sql`s.pieces`,
    sql`SELECT m.at, m.id AS seq, m.quantity FROM facility_move m WHERE m.line_id = l.id AND m.kind IN ${into(sql`'facility'`, stage)}`,
  )}
  WHERE s.stage = ${stage}`

const ofProduction: Behind = (stage) => sql`
  SELECT 'production' AS kind, o.number AS code, '' AS detail, pipeline_none() AS party_id,
    coalesce(o.style_id, pipeline_none()) AS style_id, pipeline_none() AS destination_id, o.pieces, o.state_since AS since,
    false AS in_china
  FROM production_order o WHERE pipeline_of_production(o.state) = ${stage}`

const ofStock: Behind = (stage) => sql`
  SELECT 'stock' AS kind, k.nm_sku AS code, x.code AS detail, pipeline_none() AS party_id, k.style_id, p.site_id AS destination_id,
    s.on_hand AS pieces, NULL::timestamptz AS since, false AS in_china
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
  ...{ pieces: col.number, since: col.textOrNull, in_china: col.flag, total: col.number, all_pieces: col.number },
}

/** Which records of a stage are asked for. */
export type BehindAsked = Asked & { stage: PipelineStage; over?: number | undefined }

/** The first `most` records behind a stage, those with most pieces first, or, of those that stand long, the oldest; with the sums of all. */
export async function recordsBehind(
  { caller, db }: { caller: Bound; db: Db | Tx },
  { stage, over, ...asked }: BehindAsked,
  most: number,
) {
  const day = dayOf(sql`f.since`)
  // What stood there before the books began has stood longer than anybody asks.
  const isOld =
    over === undefined ? sql`true` : sql`coalesce(${day} < ${indiaToday} - ${over}::int, ${canAge(stage)}::boolean)`
  const { rows } = await rowsOf(columns)`
    SELECT f.kind, f.code, f.detail, CASE WHEN count(DISTINCT y.code) = 1 THEN min(y.code) END AS style,
      coalesce(min(v.name), min(w.name), '') AS supplier_name, coalesce(min(v.name_zh), min(w.name_zh), '') AS supplier_name_zh,
      sum(f.pieces)::int AS pieces, min(${day})::text AS since, f.in_china, (count(*) OVER ())::int AS total,
      (sum(sum(f.pieces)) OVER ())::int AS all_pieces
    FROM (SELECT ${stage}::text AS stage, b.* FROM (${behindOf(stage)}) b) f LEFT JOIN style y ON y.id = f.style_id
    LEFT JOIN vendor v ON v.id = coalesce(nullif(f.party_id, pipeline_none()), y.vendor_id)
    LEFT JOIN production_facility w ON w.id = f.party_id
    WHERE ${conditions(caller, asked)} AND ${isOld} GROUP BY f.kind, f.code, f.detail, f.in_china
    ORDER BY ${over === undefined ? sql`7 DESC` : sql`8 NULLS FIRST, 7 DESC`}, 2, 3 LIMIT ${most}`.execute(db)
  return {
    rows: rows.map(({ total: _, all_pieces: __, ...row }) => row),
    total: rows[0]?.total ?? 0,
    pieces: rows[0]?.all_pieces ?? 0,
  }
}

export const getPipelineRows: Handlers<Contract['pipeline']>['getPipelineRows'] = async (
  { most, ...asked },
  context,
) => {
  if (!seenStages(context.caller).includes(asked.stage)) throw forbidden()
  return reply(await recordsBehind(context, asked, most))
}
