import { z } from 'zod'
import { type Auditor, recordEvents } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Tx } from '../../http/call.ts'
import { moveNotAllowed } from '../../http/errors.ts'
import { applyQcMoves } from '../qc-boxes/ledger.ts'
import { eventsAt, qcSites } from '../qc-boxes/sites.ts'

export interface ArrivedBox {
  /** box.id; its row is locked, its shipment is held, and it may come in. */
  id: string
  /** The scan that read it, where one did. */
  scanId: string | null
  /** When it was read, where that was before it could be told. */
  scannedAt?: string | null
  /** site.id: where it comes in. Left out: where its shipment was sent. */
  siteId?: string
  /** All that is declared of it counts as there, and waits to be inspected. */
  isCounted?: boolean
}

const placedColumns = {
  box_id: col.text,
  site_id: col.text,
  site_kind: qcSites,
  sscc: col.text,
  box_no: col.text,
  /** Pieces of each SKU, from however many orders. */
  contents: z.array(z.object({ sku_id: col.text, quantity: col.number })),
  /** Another site has it and has not shipped it on. */
  is_elsewhere: col.flag,
}

/**
 * Takes boxes in: each gets its place at QC, its pieces wait to be counted, or are counted as declared, and the ledger says so. What is declared is the vendor's
 * packing list, or what the site shipped that had the box before. Throws move_not_allowed for a box that another site still has.
 */
export async function takeIn(tx: Tx, context: Auditor, boxes: readonly ArrivedBox[]): Promise<void> {
  if (boxes.length === 0) return
  const ids = boxes.map((box) => box.id)
  const { rows: placed } = await rowsOf(placedColumns)`
    WITH came AS (
      UPDATE box b SET inwarded_at = coalesce(b.inwarded_at, now())
      FROM unnest(${ids}::uuid[], ${boxes.map((box) => box.siteId ?? null)}::uuid[],
        ${boxes.map((box) => box.isCounted ?? false)}::bool[]) AS n (id, site_id, is_counted)
      WHERE b.id = n.id RETURNING b.id, b.sscc, b.box_no, b.shipment_id, n.site_id, n.is_counted),
    -- Held, so that no other site takes its shipping back meanwhile.
    others AS (SELECT q.box_id, q.shipped FROM qc_box q WHERE q.box_id = ANY(${ids}::uuid[]) FOR SHARE),
    placed AS (
      INSERT INTO qc_box (box_id, shipment_id, vendor_id, site_id, site_kind, inwarded_by, updated_by, declared, uncounted,
        counted_at, counted_by)
      SELECT b.id, h.id, h.vendor_id, d.id, d.kind, ${context.caller.userId}, ${context.caller.userId}, 0, 0,
        CASE WHEN b.is_counted THEN now() END, CASE WHEN b.is_counted THEN ${context.caller.userId}::uuid END
      FROM came b JOIN shipment h ON h.id = b.shipment_id JOIN site d ON d.id = coalesce(b.site_id, h.destination_id)
      RETURNING box_id, site_id, site_kind),
    -- All boxes at once: read box by box, a file of thousands goes through the order lines thousands of times.
    contents AS (
      SELECT x.box_id, json_agg(json_build_object('sku_id', x.sku_id, 'quantity', x.quantity) ORDER BY x.place) AS contents
      FROM (
        SELECT o.box_id, o.sku_id, o.shipped AS quantity, o.position AS place FROM qc_line o
        WHERE o.box_id = ANY(${ids}::uuid[]) AND o.shipped > 0
        UNION ALL
        SELECT bl.box_id, l.sku_id, sum(bl.quantity)::int, min(bl.position)
        FROM box_line bl JOIN order_line l ON l.id = bl.order_line_id
        WHERE bl.box_id = ANY(${ids}::uuid[]) AND bl.box_id NOT IN (SELECT o.box_id FROM others o)
        GROUP BY 1, 2
        UNION ALL
        SELECT x.box_id, l.sku_id, sum(x.quantity)::int, row_number() OVER (PARTITION BY x.box_id ORDER BY min(l.color), min(l.size))
        FROM facility_box_line x JOIN facility_line l ON l.id = x.line_id
        WHERE x.box_id = ANY(${ids}::uuid[]) AND x.box_id NOT IN (SELECT o.box_id FROM others o)
        GROUP BY 1, 2) x
      GROUP BY 1)
    SELECT placed.*, came.sscc, came.box_no, coalesce(c.contents, '[]') AS contents,
      placed.box_id IN (SELECT o.box_id FROM others o WHERE o.shipped = 0) AS is_elsewhere
    FROM placed JOIN came ON came.id = placed.box_id LEFT JOIN contents c ON c.box_id = placed.box_id`.execute(tx)
  const staying = placed.find((box) => box.is_elsewhere)
  if (staying) {
    const { box_no, sscc } = staying
    throw moveNotAllowed('Box {{box_no}} is still at another site.', [], { values: { box_no, sscc } })
  }
  const scans = new Map(boxes.map((box) => [box.id, scanOf(box)]))
  const counted = new Set(boxes.flatMap(({ id, isCounted }) => (isCounted ? [id] : [])))
  const auditIds = await recordEvents(
    tx,
    context,
    placed.map(({ box_id, site_kind, sscc }) => ({
      entity: eventsAt(site_kind),
      entityId: sscc,
      event: 'box.inwarded',
      details: scans.get(box_id) ?? {},
    })),
  )
  await applyQcMoves(
    tx,
    context,
    placed.flatMap(({ box_id, site_id, contents }, at) =>
      contents.flatMap(({ sku_id, quantity }) => {
        const move = { boxId: box_id, siteId: site_id, skuId: sku_id, quantity, auditId: auditIds[at] ?? '' }
        const inward = { ...move, kind: 'inward' as const }
        return counted.has(box_id) ? [inward, { ...move, kind: 'count' as const }] : [inward]
      }),
    ),
    { areNew: true },
  )
}

/** What the event keeps of a scan, by which the same scan is known again. */
export function scanOf({ scanId, scannedAt }: Pick<ArrivedBox, 'scanId' | 'scannedAt'>): Record<string, string> {
  return { ...(scanId && { scan_id: scanId }), ...(scannedAt && { scanned_at: scannedAt }) }
}
