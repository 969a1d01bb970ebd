import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { behindKinds, MOST_BEHIND, paperKinds, stage } from '../../../shared/areas/pipeline/calls.ts'
import type { Contract } from '../../../shared/areas.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Caller, type Handlers, reply } from '../../http/call.ts'
import { forVendor, ownRows } from '../../http/own-rows.ts'
import { invoiceDocument, relatedDocuments } from '../invoices/trace.ts'
import { purchaseDocument } from '../purchase-orders/trace.ts'
import { noteDocument } from '../returns/trace.ts'
import { relatedShipments } from '../shipments/trace-shipments.ts'
import { seenStages } from './figures.ts'

const columns = {
  stage,
  kind: z.enum(behindKinds),
  ...{ code: col.text, detail: col.text, pieces: col.number, in_china: col.flag },
}

interface Asked {
  kind: 'order' | 'style' | 'sku'
  code: string
}

const conditionOf = ({ kind, code }: Asked) =>
  ({
    order: sql<SqlBool>`o.order_id = ${code}`,
    style: sql<SqlBool>`y.code = ${code}`,
    sku: sql<SqlBool>`k.nm_sku = ${code}`,
  })[kind]

/** Lines of orders that are asked for, and those that a vendor may see. */
const linesOf = (caller: Caller, asked: Asked) => sql`lines AS MATERIALIZED (
  SELECT l.*, o.order_id AS code, o.decision, o.vendor_decision AS answer
  FROM vendor_order o JOIN style y ON y.id = o.style_id JOIN order_line l ON l.order_id = o.id JOIN sku k ON k.id = l.sku_id
  WHERE ${conditionOf(asked)} AND ${ownRows(caller, 'o.vendor_id')}
    AND ${forVendor(caller) === null ? sql`true` : sql`o.decision = 'APPROVED'`})`

/** Pieces of boxes at QC. Of an SKU of several orders in one box each order has its share by where its pieces lie in the packing list: shares are whole and add up. */
const inspected = ({ kind, ...asked }: Asked) => {
  const isWhole = kind !== 'order'
  return sql`
    SELECT s.stage, 'box' AS kind, b.sscc AS code, h.shipment_id || ' · ' || b.box_no AS detail,
      ${
        isWhole
          ? sql`s.pieces`
          : sql`floor(s.pieces::numeric * (a.before + a.own) / a.whole) - floor(s.pieces::numeric * a.before / a.whole)`
      } AS pieces, r.is_china AS in_china
    FROM qc_line l JOIN box b ON b.id = l.box_id JOIN shipment h ON h.id = b.shipment_id JOIN pipeline_receipt r ON r.box_id = l.box_id AND r.site_id = l.site_id
    ${
      isWhole
        ? sql`JOIN sku k ON k.id = l.sku_id JOIN style y ON y.id = k.style_id AND ${conditionOf({ kind, ...asked })}`
        : sql`JOIN shares a ON a.box_id = l.box_id AND a.sku_id = l.sku_id`
    }
    CROSS JOIN LATERAL pipeline_of_qc(r.is_china, r.receipt, l.declared, l.uncounted, l.to_inspect, l.on_hold, l.passed, l.shelved, l.ready,
      l.invoiced, l.shipped, l.failed, l.returned, l.missing, l.purchased, l.disposed) s`
}

/** What no vendor’s order has: own production, and stock. */
const ownPieces = (asked: Asked) => sql`
  SELECT s.stage, 'production', p.number, f.code, s.pieces, false
  FROM style y JOIN sku k ON k.style_id = y.id JOIN facility_line l ON l.sku_id = k.id JOIN facility_job j ON j.id = l.job_id
  JOIN production_order p ON p.id = j.order_id JOIN production_facility f ON f.id = j.facility_id
  CROSS JOIN LATERAL pipeline_of_facility(l.pending, l.cutting, l.stitching, l.finishing, l.checking, l.packed, l.shipment_pending, 0,
    l.rework, l.reject) s WHERE ${conditionOf(asked)}
  UNION ALL
  SELECT 'made_shipped', 'box', b.sscc, h.shipment_id || ' · ' || b.box_no, x.quantity, false
  FROM style y JOIN sku k ON k.style_id = y.id JOIN facility_line l ON l.sku_id = k.id JOIN facility_box_line x ON x.line_id = l.id
  JOIN box b ON b.id = x.box_id AND b.removed_at IS NULL JOIN shipment h ON h.id = b.shipment_id AND h.state = 'PACKED_AND_SHIPPED'
  WHERE ${conditionOf(asked)}
  UNION ALL
  SELECT pipeline_of_place(p.kind, x.kind), 'stock', k.nm_sku, x.code, s.on_hand, false
  FROM style y JOIN sku k ON k.style_id = y.id JOIN stock s ON s.sku_id = k.id JOIN place p ON p.id = s.place_id
  JOIN site x ON x.id = p.site_id WHERE ${conditionOf(asked)} AND s.on_hand <> 0`

/** Where pieces stand, by the ledgers, record by record. */
async function standing({ caller, db }: Pick<CallContext, 'caller' | 'db'>, asked: Asked) {
  const isOwn = asked.kind === 'order' || forVendor(caller) !== null
  const { rows } = await rowsOf(columns)`
    WITH ${linesOf(caller, asked)},
    shares AS MATERIALIZED (
      SELECT a.* FROM (
        SELECT bl.box_id, l.sku_id, bl.order_line_id, bl.quantity AS own,
          sum(bl.quantity) OVER w - bl.quantity AS before, sum(bl.quantity) OVER (PARTITION BY bl.box_id, l.sku_id) AS whole
        FROM box_line bl JOIN order_line l ON l.id = bl.order_line_id
        WHERE bl.box_id IN (SELECT box_id FROM box_line WHERE order_line_id IN (SELECT id FROM lines))
        WINDOW w AS (PARTITION BY bl.box_id, l.sku_id ORDER BY bl.position, bl.order_line_id)) a
      WHERE a.order_line_id IN (SELECT id FROM lines)),
    each (stage, kind, code, detail, pieces, in_china) AS (
      SELECT s.stage, 'order', l.code, '', s.pieces, false FROM lines l
      CROSS JOIN LATERAL pipeline_of_order(l.decision, l.answer, l.awaiting, l.platform, l.reserved, l.packed, 0, l.rejected, l.oos) s
      UNION ALL
      SELECT 'shipped', 'box', b.sscc, h.shipment_id || ' · ' || b.box_no, a.own, false FROM shares a JOIN box b ON b.id = a.box_id AND b.removed_at IS NULL
      JOIN shipment h ON h.id = b.shipment_id AND h.state = 'PACKED_AND_SHIPPED'
      UNION ALL ${inspected(asked)}
      ${isOwn ? sql`` : sql`UNION ALL ${ownPieces(asked)}`})
    SELECT stage, kind, code, detail, sum(pieces)::int AS pieces, bool_or(in_china) AS in_china FROM each WHERE stage = ANY(${[...seenStages(caller)]}::text[])
    GROUP BY 1, 2, 3, 4 HAVING sum(pieces) <> 0 ORDER BY 5 DESC, 3, 4`.execute(db)
  return rows
}

/** Papers on which pieces of the lines stand, by kind; those that the caller may see, the newest. */
export const getWay: Handlers<Contract['pipeline']>['getWay'] = async (asked, { caller, db }) => {
  const asking = { caller, db }
  const [rows, shipped] = await Promise.all([
    standing(asking, asked),
    rowsOf({ shipment_id: col.text, box_ids: z.array(z.string()) })`
      WITH ${linesOf(caller, asked)}
      SELECT h.shipment_id, array_remove(array_agg(DISTINCT b.id), NULL)::text[] AS box_ids
      FROM shipment h JOIN shipment_line s ON s.shipment_id = h.id JOIN lines l ON l.id = s.order_line_id
      LEFT JOIN box_line x ON x.order_line_id = l.id
      LEFT JOIN box b ON b.id = x.box_id AND b.shipment_id = h.id AND b.removed_at IS NULL
      WHERE h.state <> 'CANCELLED' GROUP BY 1 ORDER BY 1 DESC`.execute(db),
  ])
  const boxes = sql`ANY(${shipped.rows.flatMap(({ box_ids }) => box_ids)}::uuid[])`
  const related = await Promise.all([
    relatedShipments(
      asking,
      shipped.rows.map(({ shipment_id }) => shipment_id),
    ),
    relatedDocuments(
      invoiceDocument,
      asking,
      sql<SqlBool>`i.id IN (SELECT invoice_id FROM invoice_box WHERE box_id = ${boxes})`,
    ),
    relatedDocuments(
      purchaseDocument,
      asking,
      sql<SqlBool>`o.id IN (SELECT purchase_order_id FROM purchase_order_box WHERE box_id = ${boxes})`,
    ),
    relatedDocuments(
      noteDocument,
      asking,
      sql<SqlBool>`n.id IN (SELECT note_id FROM return_note_line WHERE box_id = ${boxes})`,
    ),
  ])
  return reply({
    stages: seenStages(caller).flatMap((name) => {
      const records = rows.filter((row) => row.stage === name)
      const pieces = records.reduce((sum, row) => sum + row.pieces, 0)
      if (pieces === 0) return []
      const shown = records.slice(0, MOST_BEHIND).map(({ stage: _, ...record }) => record)
      return [{ stage: name, pieces, total: records.length, records: shown }]
    }),
    papers: related.flat().flatMap(({ kind: found, items }) => {
      const kind = paperKinds.find((one) => one === found)
      return kind === undefined ? [] : items.map(({ code, status, path }) => ({ kind, code, status, path }))
    }),
  })
}
