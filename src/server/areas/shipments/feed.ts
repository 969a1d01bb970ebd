import { sql } from 'kysely'
import type { FeedScope } from '../../feed/read-feed.ts'

export const shipmentsOfVendor: FeedScope = (vendorId) =>
  sql`EXISTS (SELECT 1 FROM shipment h WHERE h.shipment_id = e.entity_id AND h.vendor_id = ${vendorId}::uuid)`

/** A box that was taken out of its shipment again is its vendor's all the same. */
export const boxesOfVendor: FeedScope = (vendorId) =>
  sql`EXISTS (SELECT 1 FROM box b JOIN shipment h ON h.id = b.shipment_id
    WHERE b.sscc = e.entity_id::char(18) AND h.vendor_id = ${vendorId}::uuid)`
