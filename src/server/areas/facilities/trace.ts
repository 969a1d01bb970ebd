import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { facilityShipmentStates, facilityShipmentWords } from '../../../shared/areas/facilities/shipment-life.ts'
import { stageWords } from '../../../shared/areas/facilities/stage-ledger.ts'
import { factLabels, hasRight } from '../../../shared/areas.ts'
import { isBoundToVendor } from '../../../shared/kernel/roles.ts'
import { address } from '../../../shared/kernel/screens.ts'
import { col, rowsOf } from '../../database/rows.ts'
import {
  type Asking,
  codeIs,
  type Fact,
  type Finder,
  known,
  type Match,
  pathFor,
  RELATED,
  type Related,
  relatedOf,
  type Traced,
} from '../../trace/finder.ts'
import { ownFacilities } from './whose.ts'

const shipmentColumns = {
  id: col.text,
  number: col.text,
  state: z.enum(facilityShipmentStates),
  facility: col.text,
  facility_name: col.text,
  facility_name_zh: col.text,
  to_name: col.text,
  to_name_zh: col.text,
  boxes: col.number,
  pieces: col.number,
  document: col.textOrNull,
}

type Found<F> = { traced: Traced; facts: Fact[]; row: F }
type ShipmentRow = { id: string; number: string; pieces: number }

async function shipments(
  { db, caller }: Asking,
  condition: RawBuilder<SqlBool>,
  limit: number,
): Promise<Found<ShipmentRow>[]> {
  if (!hasRight(caller, 'workFacility')) return []
  const { rows } = await rowsOf(shipmentColumns)`
    SELECT h.id::text AS id, h.number, h.state, f.code AS facility, f.name AS facility_name, f.name_zh AS facility_name_zh, d.name AS to_name,
      d.name_zh AS to_name_zh, (SELECT count(*)::int FROM facility_box b WHERE b.shipment_id = h.id) AS boxes,
      (SELECT coalesce(sum(b.pieces), 0)::int FROM facility_box b WHERE b.shipment_id = h.id) AS pieces,
      (SELECT p.number FROM facility_document p WHERE p.shipment_id = h.id AND p.state = 'LIVE') AS document
    FROM facility_shipment h JOIN production_facility f ON f.id = h.facility_id JOIN site d ON d.id = h.destination_id
    WHERE ${condition} AND ${ownFacilities(caller)} ORDER BY h.made_at DESC, h.id DESC LIMIT ${sql.lit(limit)}`.execute(
    db,
  )
  return rows.map((row) => ({
    row,
    traced: {
      kind: 'facility_shipment',
      code: row.number,
      title: row.number,
      subtitle: `${row.facility} → ${row.to_name}`,
      subtitle_zh: `${row.facility} → ${row.to_name_zh}`,
      status: facilityShipmentWords[row.state],
      path: pathFor(caller, facilityShipmentPath(row.number)),
    },
    facts: known([
      { label: factLabels.facility, text: row.facility_name, text_zh: row.facility_name_zh },
      { label: factLabels.destination, text: row.to_name, text_zh: row.to_name_zh },
      { label: factLabels.boxes, count: row.boxes },
      { label: factLabels.pieces, count: row.pieces },
      row.document === null ? null : { label: factLabels.facility_document, text: row.document },
    ]),
  }))
}

export const facilityShipmentPath = (number: string): string =>
  address('/supply-management/shipments', { tab: 'shipments', shipment: number })

/** Shipments of facilities by their numbers. */
export const facilityShipmentFinder: Finder = {
  find: async (asking, match, limit) =>
    (await shipments(asking, codeIs(sql<string>`h.number`, match), limit)).map(({ traced }) => traced),
  async history(asking, code) {
    const [found] = await shipments(asking, sql<SqlBool>`h.number = ${code}`, 1)
    if (found === undefined) return null
    const on = sql<SqlBool>`b.shipment_id = ${found.row.id}::uuid`
    const inside = await boxes(asking, on, RELATED)
    return {
      ...found.traced,
      facts: found.facts,
      quantities: null,
      related: relatedOf(
        'facility_box',
        inside.map(({ traced, row }) => ({ ...traced, pieces: row.pieces })),
        found.facts.find(({ label }) => label === factLabels.boxes)?.count,
      ),
      next: [],
      scope: {
        things: [
          { kind: 'facility_shipment', codes: [code] },
          { kind: 'facility_box', codes: inside.map(({ traced }) => traced.code) },
        ],
        boxes: null,
        lines: [],
      },
    }
  },
}

/** The shipments that brought boxes (box.id), for the history of another thing. */
export async function relatedFacilityShipments(asking: Asking, numbers: readonly string[]): Promise<Related[]> {
  const found = await shipments(asking, sql<SqlBool>`h.number = ANY(${[...numbers]}::text[])`, RELATED)
  return relatedOf(
    'facility_shipment',
    found.map(({ traced, row }) => ({ ...traced, pieces: row.pieces })),
    found.length,
  )
}

const boxColumns = {
  code: col.text,
  facility: col.text,
  facility_name: col.text,
  facility_name_zh: col.text,
  shipment: col.textOrNull,
  shipment_state: z.enum(facilityShipmentStates).nullable(),
  pieces: col.number,
  weight_grams: col.numberOrNull,
  is_received: col.flag,
  orders: col.texts,
}

type BoxRow = { pieces: number; shipment: string | null }

async function boxes({ db, caller }: Asking, condition: RawBuilder<SqlBool>, limit: number): Promise<Found<BoxRow>[]> {
  if (!hasRight(caller, 'workFacility')) return []
  const { rows } = await rowsOf(boxColumns)`
    SELECT b.code, f.code AS facility, f.name AS facility_name, f.name_zh AS facility_name_zh, h.number AS shipment, h.state AS shipment_state,
      b.pieces, b.weight_grams, EXISTS (SELECT 1 FROM qc_box q WHERE q.box_id = b.id) AS is_received,
      ARRAY(SELECT DISTINCT o.number FROM facility_box_line x JOIN facility_line l ON l.id = x.line_id JOIN facility_job j ON j.id = l.job_id
        JOIN production_order o ON o.id = j.order_id WHERE x.box_id = b.id ORDER BY 1) AS orders
    FROM facility_box b JOIN production_facility f ON f.id = b.facility_id LEFT JOIN facility_shipment h ON h.id = b.shipment_id
    WHERE ${condition} AND ${ownFacilities(caller)} ORDER BY b.made_at DESC, b.id DESC LIMIT ${sql.lit(limit)}`.execute(
    db,
  )
  return rows.map((row) => ({
    row,
    traced: {
      kind: 'facility_box',
      code: row.code,
      title: row.shipment === null ? row.code : `${row.shipment} / ${row.code}`,
      subtitle: `${row.facility} · ${row.orders.join(', ')}`,
      subtitle_zh: `${row.facility} · ${row.orders.join(', ')}`,
      status: statusOf(row),
      path: pathFor(
        caller,
        row.shipment === null
          ? address('/supply-management/shipments', { tab: 'boxes' })
          : facilityShipmentPath(row.shipment),
      ),
    },
    facts: known([
      { label: factLabels.facility, text: row.facility_name, text_zh: row.facility_name_zh },
      { label: factLabels.pieces, count: row.pieces },
      row.weight_grams === null ? null : { label: factLabels.weight, count: row.weight_grams },
      { label: factLabels.facility_orders, text: row.orders.join(', ') },
      row.shipment === null ? null : { label: factLabels.shipment, text: row.shipment },
    ]),
  }))
}

function statusOf({ is_received, shipment_state }: { is_received: boolean; shipment_state: string | null }): string {
  if (is_received) return 'Received in India'
  return shipment_state === 'DISPATCHED' ? facilityShipmentWords.DISPATCHED : stageWords.shipment_pending
}

/** Boxes that are traced here: for staff one that was sent is a box as any other, with what became of it in India. */
const tracedHere = ({ caller }: Asking) =>
  isBoundToVendor(caller)
    ? sql<SqlBool>`true`
    : sql<SqlBool>`NOT EXISTS (SELECT 1 FROM box s WHERE s.id = b.id AND s.removed_at IS NULL)`

/** Boxes of facilities by their SSCC. */
export const facilityBoxFinder: Finder = {
  async find(asking, match, limit) {
    const code = wordOf(match)
    if (code === null) return []
    const found = await boxes(asking, sql<SqlBool>`${code} AND ${tracedHere(asking)}`, limit)
    return found.map(({ traced }) => traced)
  },
  async history(asking, code) {
    const [found] = await boxes(asking, sql<SqlBool>`b.code = ${code}`, 1)
    if (found === undefined) return null
    const { shipment } = found.row
    return {
      ...found.traced,
      facts: found.facts,
      quantities: null,
      related: shipment === null ? [] : await relatedFacilityShipments(asking, [shipment]),
      next: [],
      scope: {
        things: [
          { kind: 'facility_box', codes: [code] },
          { kind: 'facility_shipment', codes: shipment === null ? [] : [shipment] },
        ],
        boxes: null,
        lines: [],
      },
    }
  },
}

/** Whole, as a label says it, or its beginning from four digits on. */
function wordOf({ text, sscc, isPrefix }: Match): RawBuilder<SqlBool> | null {
  if (!isPrefix) return sscc === null ? null : sql<SqlBool>`b.code = ${sscc}`
  const digits = text.replace(/[\s()-]/g, '').replace(/^00(?=\d{4})/, '')
  return /^\d{4,18}$/.test(digits) ? codeIs(sql<string>`b.code`, { text: digits, isPrefix }) : null
}
