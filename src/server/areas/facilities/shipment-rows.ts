import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { type FacilityShipmentRow, facilityShipmentRow } from '../../../shared/areas/facilities/calls.ts'
import { facilityShipmentLife } from '../../../shared/areas/facilities/shipment-life.ts'
import { facilityWords } from '../../../shared/areas/facilities/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Caller, Db, Tx } from '../../http/call.ts'
import { notFound } from '../../http/errors.ts'
import { inOrder, listQuery } from '../../lists/list-query.ts'
import { containing } from '../orders/order-rows.ts'
import { ownFacilities } from './whose.ts'

type Asked = Taken<Contract['facilities']['getFacilityShipments']>

/** Shipments of facilities, newest first. */
export const facilityShipmentQuery = listQuery<Asked, FacilityShipmentRow>({
  from: sql`facility_shipment h JOIN production_facility f ON f.id = h.facility_id`,
  id: sql<string>`h.id`,
  scope: ({ caller }) => ownFacilities(caller),
  tabs: {
    PACKING: sql`h.state = 'PACKING'`,
    DISPATCHED: sql`h.state = 'DISPATCHED'`,
    CANCELLED: sql`h.state = 'CANCELLED'`,
    all: sql`true`,
  },
  rules: {
    facility: (code) => sql`f.code = ${code}`,
    shipment_ids: (numbers) => sql`h.number = ANY(${numbers}::text[])`,
    search: (text) => {
      const like = containing(text)
      return sql<SqlBool>`(h.number ILIKE ${like} OR EXISTS (SELECT 1 FROM facility_box b WHERE b.shipment_id = h.id AND b.code LIKE ${like})
        OR EXISTS (SELECT 1 FROM facility_document d WHERE d.shipment_id = h.id AND d.number ILIKE ${like}))`
    },
  },
  order: () => ({
    by: [
      [sql`h.made_at`, 'timestamptz'],
      [sql`h.id`, 'uuid'],
    ],
    isDescending: true,
  }),
  rows: (ids, { db, caller }) => facilityShipmentRows(db, caller, ids),
})

const rowColumns = facilityShipmentRow.omit({ moves: true }).extend({ id: z.string(), is_closed: z.boolean() })

/** Rows by facility_shipment.id, in the order given. */
export async function facilityShipmentRows(
  db: Db | Tx,
  caller: Caller,
  ids: readonly string[],
): Promise<FacilityShipmentRow[]> {
  if (ids.length === 0) return []
  const { rows } = await rowsOf(rowColumns)`
    SELECT h.id, h.number AS shipment_id, f.code AS facility, f.name AS facility_name, f.name_zh AS facility_name_zh, d.code AS destination,
      d.name AS destination_name, d.name_zh AS destination_name_zh, h.state,
      (SELECT count(*)::int FROM facility_box b WHERE b.shipment_id = h.id) AS boxes,
      (SELECT count(*)::int FROM facility_box b JOIN qc_box q ON q.box_id = b.id WHERE b.shipment_id = h.id) AS received_boxes,
      (SELECT coalesce(sum(b.pieces), 0)::int FROM facility_box b WHERE b.shipment_id = h.id) AS pieces,
      h.carrier, h.vehicle_no, h.lr_no, h.eway_bill_no, h.distance_km, p.number AS document, p.kind AS document_kind, h.reason, h.made_at,
      u.name AS made_by, h.dispatched_at,
      EXISTS (SELECT 1 FROM arrival_closing a WHERE a.origin = 'production' AND a.number = h.number) AS is_closed, h.version
    FROM facility_shipment h JOIN production_facility f ON f.id = h.facility_id JOIN site d ON d.id = h.destination_id
    JOIN app_user u ON u.id = h.made_by LEFT JOIN facility_document p ON p.shipment_id = h.id AND p.state = 'LIVE'
    WHERE h.id = ANY(${[...ids]}::uuid[])`.execute(db)
  return inOrder(ids, rows, ({ id }) => id).map(({ id: _, is_closed, ...row }) => {
    const { shipment_id: number, state, boxes, received_boxes } = row
    const facts = { number, state, boxes, received_boxes, is_closed }
    return { ...row, moves: facilityShipmentLife.movesFor(caller, facts) }
  })
}

/** facility_shipment.id by its number. Throws not_found also for one of others. */
export async function facilityShipmentId(db: Db | Tx, caller: Caller, number: string): Promise<string> {
  const { rows } = await rowsOf({ id: col.text })`
    SELECT h.id FROM facility_shipment h JOIN production_facility f ON f.id = h.facility_id
    WHERE h.number = ${number} AND ${ownFacilities(caller)}`.execute(db)
  const id = rows[0]?.id
  if (id === undefined) throw notFound(facilityWords.noShipment, { number }, 'shipment_id')
  return id
}

/** Throws not_found for the first of these numbers that no shipment of the caller's facilities has. */
export async function assertOwnShipments(db: Db, caller: Caller, numbers: readonly string[]): Promise<void> {
  const { rows } = await rowsOf({ number: col.text })`
    SELECT n.number FROM unnest(${[...numbers]}::text[]) AS n (number) WHERE NOT EXISTS (SELECT 1 FROM facility_shipment h
      JOIN production_facility f ON f.id = h.facility_id WHERE h.number = n.number AND ${ownFacilities(caller)}) LIMIT 1`.execute(
    db,
  )
  const [missing] = rows
  if (missing !== undefined) throw notFound(facilityWords.noShipment, { number: missing.number }, 'shipment_ids')
}
