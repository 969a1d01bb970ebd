import { sql } from 'kysely'
import type { Taken } from '../../shared/contract/grammar.ts'
import type { Contract } from '../../shared/contract/index.ts'
import type { shipmentFilter } from '../../shared/contract/vendor-shipments.ts'
import { shipmentState, shipmentStates, shipmentStatus } from '../../shared/domain/shipment-status.ts'
import { type Db, type Said, said, type Work } from '../http/call.ts'
import { loadHistory, type TimelineEvent } from '../orders/order-details.ts'
import { containing } from '../orders/order-search.ts'
import { type Box, loadBoxes } from './boxes.ts'
import { pageOf, readCursor } from './keyset.ts'
import {
  findShipment,
  lineWire,
  type ShipmentLine,
  type ShipmentRow,
  selectShipments,
  shipmentLines,
  shipmentWire,
} from './shipment-rows.ts'
import { assertVendorName } from './vendors.ts'

type ListInput = Taken<Contract['vendor']['getShipments']>
export type ShipmentFilter = Pick<ListInput, keyof typeof shipmentFilter>

export interface ShipmentList {
  rows: ShipmentRow[]
  next_cursor: string | null
  counts?: Record<string, number>
}

/** A page of shipments, newest first, or their counts by status. */
export async function listShipments(input: ListInput, work: Work): Promise<Said<ShipmentList>> {
  await assertVendorName(work, input.supplier_id)
  if (input.part === 'counts') return said({ rows: [], next_cursor: null, counts: await countShipments(input, work) })
  const after = readCursor(input.cursor)
  let query = filteredShipments(work, input)
  if (after !== null) query = query.where('h.shipment_id', '<', after.id)
  const found = await query
    .orderBy('h.shipment_id', 'desc')
    .limit(sql.lit(input.page_size + 1))
    .execute()
  const { rows, next_cursor } = pageOf(found, input.page_size, (row) => ({ value: '', id: row.shipment_id }))
  return said({ rows: rows.map(shipmentWire), next_cursor })
}

/** Ids (uuid) of all shipments of a list, or of those chosen among them, newest first; `most` of them at most. */
export async function shipmentIdsInOrder(
  filter: ShipmentFilter & { shipment_ids?: string[] | undefined },
  work: Work,
  most: number,
): Promise<string[]> {
  await assertVendorName(work, filter.supplier_id)
  let query = filteredShipments(work, filter).clearSelect().select('h.id')
  if (filter.shipment_ids) query = query.where(sql<boolean>`h.shipment_id = ANY(${filter.shipment_ids}::text[])`)
  const found = await query.orderBy('h.shipment_id', 'desc').limit(sql.lit(most)).execute()
  return found.map(({ id }) => id)
}

/** Shipments by their ids (uuid), in the order given. */
export async function shipmentsById(ids: readonly string[], work: Pick<Work, 'db' | 'caller'>): Promise<ShipmentRow[]> {
  const rows = await selectShipments(work.db, work.caller).where(sql<boolean>`h.id = ANY(${ids}::uuid[])`).execute()
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => found.get(id) ?? []).map(shipmentWire)
}

export function filteredShipments(work: Pick<Work, 'db' | 'caller'>, filter: ShipmentFilter) {
  let query = selectShipments(work.db, work.caller)
  if (filter.supplier_id) query = query.where('v.code', '=', filter.supplier_id)
  if (filter.status?.length) query = query.where('h.state', 'in', filter.status.map(shipmentState))
  if (filter.search) {
    const like = containing(filter.search)
    query =
      query.where(sql<boolean>`(h.shipment_id ILIKE ${like} OR h.invoice_number ILIKE ${like} OR v.name ILIKE ${like}
      OR EXISTS (SELECT 1 FROM box b WHERE b.shipment_id = h.id AND b.removed_at IS NULL
        AND (b.tracking_id ILIKE ${like} OR b.sscc LIKE ${like})))`)
  }
  return query
}

async function countShipments(input: ListInput, work: Work): Promise<Record<string, number>> {
  const { status: _status, ...filter } = input
  const found = await filteredShipments(work, filter)
    .clearSelect()
    .groupBy('h.state')
    .select(['h.state', sql<number>`count(*)::int`.as('count')])
    .execute()
  const of = (state: string) => found.find((row) => row.state === state)?.count ?? 0
  const counts = Object.fromEntries(shipmentStates.map((state) => [shipmentStatus(state), of(state)]))
  return { ...counts, all: found.reduce((sum, row) => sum + row.count, 0) }
}

export interface Packing {
  shipment: ShipmentRow
  lines: ShipmentLine[]
  boxes: Box[]
}

/** What a shipment holds and its boxes. */
export async function getPackingItems(input: { shipment_id: string }, work: Work): Promise<Said<Packing>> {
  return said(await packingOf(work.db, work, input.shipment_id))
}

export async function getShipmentDetails(
  input: { shipment_id: string },
  work: Work,
): Promise<Said<Packing & { history: TimelineEvent[] }>> {
  const packing = await packingOf(work.db, work, input.shipment_id)
  const history = await loadHistory(work.db, 'shipment', [packing.shipment.shipment_id])
  return said({ ...packing, history: history.get(packing.shipment.shipment_id) ?? [] })
}

export async function packingOf(db: Db, work: Pick<Work, 'caller'>, shipmentId: string): Promise<Packing> {
  const facts = await findShipment(db, work.caller, shipmentId)
  const lines = await shipmentLines(db, facts.id)
  return { shipment: shipmentWire(facts), lines: lines.map(lineWire), boxes: await loadBoxes(db, facts.id) }
}
