import { z } from 'zod'
import { recordEvents } from '../audit.ts'
import { col, rowsOf } from '../database/rows.ts'
import type { Tx, Work } from '../http/call.ts'
import { applyQcMoves } from './apply-qc-moves.ts'

export interface ArrivedBox {
  /** box.id; its row is locked, its shipment is held, and it may come in. */
  id: string
  /** The scan that read it, where one did. */
  scanId: string | null
  /** When it was read, where that was before it could be told. */
  scannedAt?: string | null
}

const placedColumns = {
  box_id: col.text,
  sscc: col.text,
  /** Pieces of each SKU, from however many orders. */
  contents: z.array(z.object({ sku_id: col.text, quantity: col.number })),
}

/** Takes boxes in: each gets its place at QC, its pieces wait to be counted, and the ledger says so. */
export async function takeIn(tx: Tx, work: Work, boxes: readonly ArrivedBox[]): Promise<void> {
  if (boxes.length === 0) return
  const ids = boxes.map((box) => box.id)
  const { rows: placed } = await rowsOf(placedColumns)`
    WITH came AS (UPDATE box SET inwarded_at = now() WHERE id = ANY(${ids}::uuid[]) RETURNING id, sscc, shipment_id),
    placed AS (
      INSERT INTO qc_box (box_id, shipment_id, vendor_id, site_id, inwarded_by, updated_by, declared, uncounted)
      SELECT b.id, h.id, h.vendor_id, h.destination_id, ${work.caller.userId}, ${work.caller.userId}, 0, 0
      FROM came b JOIN shipment h ON h.id = b.shipment_id RETURNING box_id)
    SELECT placed.box_id, came.sscc, coalesce(c.contents, '[]') AS contents FROM placed JOIN came ON came.id = placed.box_id
    LEFT JOIN LATERAL (
      SELECT json_agg(json_build_object('sku_id', x.sku_id, 'quantity', x.quantity) ORDER BY x.place) AS contents
      FROM (SELECT l.sku_id, sum(bl.quantity)::int AS quantity, min(bl.position) AS place
        FROM box_line bl JOIN order_line l ON l.id = bl.order_line_id WHERE bl.box_id = placed.box_id GROUP BY 1) x) c
      ON true`.execute(tx)
  const scans = new Map(boxes.map((box) => [box.id, scanOf(box)]))
  const auditIds = await recordEvents(
    tx,
    work,
    placed.map(({ box_id, sscc }) => ({
      entity: 'box' as const,
      entityId: sscc,
      event: 'box.inwarded',
      details: scans.get(box_id) ?? {},
    })),
  )
  await applyQcMoves(
    tx,
    work,
    placed.flatMap(({ box_id, contents }, at) =>
      contents.map(({ sku_id, quantity }) => ({
        boxId: box_id,
        skuId: sku_id,
        kind: 'inward' as const,
        quantity,
        auditId: auditIds[at] ?? '',
      })),
    ),
    { areNew: true },
  )
}

/** What the event keeps of a scan, by which the same scan is known again. */
export function scanOf({ scanId, scannedAt }: Pick<ArrivedBox, 'scanId' | 'scannedAt'>): Record<string, string> {
  return { ...(scanId && { scan_id: scanId }), ...(scannedAt && { scanned_at: scannedAt }) }
}
