import { recordEvents } from '../audit.ts'
import { col, rowsOf } from '../database/rows.ts'
import type { Db, Tx, Work } from '../http/call.ts'
import type { ShipmentFacts } from './shipment-rows.ts'

type Owner = Pick<ShipmentFacts, 'id' | 'vendor_id'>

/**
 * Tracking ids, upper case, that a box of another shipment carries; those of the vendor's own cancelled shipments are free.
 * Whose they are stays untold: it may be another vendor's.
 */
export async function takenTrackingIds(db: Db, shipment: Owner, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const found = await rowsOf({ tracking_id: col.text })`
    SELECT upper(b.tracking_id) AS tracking_id FROM box b JOIN shipment h ON h.id = b.shipment_id
    WHERE upper(b.tracking_id) = ANY(${[...new Set(ids)]}::text[]) AND b.removed_at IS NULL
      AND h.id <> ${shipment.id} AND NOT (h.state = 'CANCELLED' AND h.vendor_id = ${shipment.vendor_id})`.execute(db)
  return new Set(found.rows.map((row) => row.tracking_id))
}

/** Takes tracking ids off the vendor's cancelled shipments before another one gets them: a parcel is sent once. */
export async function freeTrackingIds(tx: Tx, work: Work, shipment: Owner, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await rowsOf({ shipment_id: col.text, boxes: col.number })`
    WITH freed AS (
      UPDATE box b SET tracking_id = NULL FROM shipment h
      WHERE h.id = b.shipment_id AND h.id <> ${shipment.id} AND h.vendor_id = ${shipment.vendor_id}
        AND h.state = 'CANCELLED' AND b.removed_at IS NULL AND upper(b.tracking_id) = ANY(${[...new Set(ids)]}::text[])
      RETURNING b.shipment_id)
    UPDATE shipment h SET packing_hash = NULL, version = h.version + 1
    FROM (SELECT shipment_id AS id, count(*)::int AS boxes FROM freed GROUP BY 1) f
    WHERE h.id = f.id RETURNING h.shipment_id, f.boxes`.execute(tx)
  await recordEvents(
    tx,
    work,
    rows.map(({ shipment_id, boxes }) => ({
      entity: 'shipment' as const,
      entityId: shipment_id,
      event: 'shipment.described',
      details: { boxes },
    })),
  )
}
