import { sql } from 'kysely'
import { loadOf, type WeekLoad, type Work } from '../../../shared/areas/production/load.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { Db, Tx } from '../../http/call.ts'
import { bySize } from './orders.ts'

/** Orders `o` whose facilities count as load: assigned, and neither rejected nor taken back to allocation. */
export const isLoad = sql`(o.state IN ('CAD', 'READY_FOR_PRODUCTION', 'SENT_FOR_PRODUCTION', 'PRODUCTION_ON_HOLD')
  OR o.held_from IN ('CAD', 'READY_FOR_PRODUCTION'))`

const facilityColumns = {
  id: col.text,
  facility: col.text,
  name: col.text,
  name_zh: col.text,
  is_own: col.flag,
  capacity: col.numberOrNull,
  is_retired: col.flag,
  /** As its record lists them. */
  stages: col.textOrNull,
}
export type Facility = Row<typeof facilityColumns>

/** Facilities by their codes; all in use without them. `hold` locks them: nobody else fills them meanwhile. */
export async function facilitiesOf(db: Db | Tx, codes: readonly string[] | null, hold = false): Promise<Facility[]> {
  const { rows } = await rowsOf(facilityColumns)`
    SELECT f.id::text AS id, f.code AS facility, f.name, f.name_zh, f.is_own, f.capacity, f.retired_at IS NOT NULL AS is_retired, f.stages
    FROM production_facility f WHERE ${codes === null ? sql`f.retired_at IS NULL` : sql`f.code = ANY(${codes}::text[])`}
    ORDER BY f.id ${hold ? sql`FOR NO KEY UPDATE` : sql``}`.execute(db)
  return rows.toSorted((a, b) => (a.facility < b.facility ? -1 : 1))
}

const workColumns = { facility_id: col.text, pieces: col.number, starts_on: col.text, due_on: col.text }

/** What facilities (by id) make of other orders than these, from the week of a day on. */
export async function loadsOf(
  db: Db | Tx,
  facilities: readonly string[],
  { without, from }: { without: readonly string[]; from: string },
): Promise<(facility: string) => Work[]> {
  const { rows } = await rowsOf(workColumns)`
    SELECT a.facility_id::text AS facility_id, a.pieces, a.starts_on::text AS starts_on, a.due_on::text AS due_on
    FROM production_vendor_allocation a JOIN production_order o ON o.id = a.order_id
    WHERE a.facility_id = ANY(${facilities}::uuid[]) AND o.id <> ALL(${without}::uuid[]) AND a.due_on >= ${from}::date - 6 AND ${isLoad}`.execute(
    db,
  )
  const byFacility = Map.groupBy(rows, ({ facility_id }) => facility_id)
  return (facility) => byFacility.get(facility) ?? []
}

/** The weeks of works that are not over before a day. */
export const weeksFrom = (works: readonly Work[], monday: string): WeekLoad[] =>
  loadOf(works).filter((week) => week.monday >= monday)

const rateColumns = { facility_id: col.text, rate_minor: col.number, rate_currency: col.text }

/** What each facility was paid last for a piece of a category, else of any. */
export async function lastRates(
  db: Db | Tx,
  facilities: readonly string[],
  category: string,
): Promise<Map<string, { minor: number; currency: string }>> {
  const { rows } = await rowsOf(rateColumns)`
    SELECT DISTINCT ON (a.facility_id) a.facility_id::text AS facility_id, a.rate_minor, a.rate_currency
    FROM production_vendor_allocation a JOIN production_order o ON o.id = a.order_id
    LEFT JOIN catalogue_style c ON c.id = o.catalogue_id LEFT JOIN style s ON s.id = coalesce(o.style_id, c.style_id)
    WHERE a.facility_id = ANY(${facilities}::uuid[]) AND a.rate_minor IS NOT NULL
    ORDER BY a.facility_id, (coalesce(s.category, c.category) = ${category}) DESC, a.assigned_at DESC`.execute(db)
  return new Map(rows.map((row) => [row.facility_id, { minor: row.rate_minor, currency: row.rate_currency }]))
}

const assignedColumns = {
  facility: col.text,
  name: col.text,
  name_zh: col.text,
  starts_on: col.text,
  due_on: col.text,
  rate_minor: col.numberOrNull,
  rate_currency: col.textOrNull,
  purchase_order: col.textOrNull,
}
const shareColumns = {
  facility: col.text,
  color: col.text,
  size: col.text,
  pieces: col.number,
  size_rank: col.numberOrNull,
}

/** Who makes orders (by id) as they stand, and what of them each. */
export async function allocationsOf(db: Db | Tx, orders: readonly string[]) {
  const { rows } = await rowsOf({ ...assignedColumns, order_id: col.text })`
    SELECT a.order_id::text AS order_id, f.code AS facility, f.name, f.name_zh, a.starts_on::text AS starts_on, a.due_on::text AS due_on,
      a.rate_minor, a.rate_currency, p.number AS purchase_order
    FROM production_vendor_allocation a JOIN production_facility f ON f.id = a.facility_id
    LEFT JOIN production_po p ON p.order_id = a.order_id AND p.facility_id = a.facility_id AND p.state = 'open'
    WHERE a.order_id = ANY(${orders}::uuid[]) ORDER BY f.code`.execute(db)
  const { rows: parts } = await rowsOf({ ...shareColumns, order_id: col.text })`
    SELECT a.order_id::text AS order_id, f.code AS facility, a.color, a.size, a.pieces, k.size_rank FROM production_allocation_line a
    JOIN production_facility f ON f.id = a.facility_id
    LEFT JOIN production_order_line l ON l.order_id = a.order_id AND l.color = a.color AND l.size = a.size LEFT JOIN sku k ON k.id = l.sku_id
    WHERE a.order_id = ANY(${orders}::uuid[]) ORDER BY f.code, a.color, a.size`.execute(db)
  const rowsByOrder = Map.groupBy(rows, ({ order_id }) => order_id)
  const partsByOrder = Map.groupBy(parts, ({ order_id }) => order_id)
  return new Map(
    orders.map((id) => {
      const facilities = (rowsByOrder.get(id) ?? []).map(({ order_id: _, rate_minor, rate_currency, ...row }) => ({
        ...row,
        rate: rate_minor === null || rate_currency === null ? null : { minor: rate_minor, currency: rate_currency },
      }))
      const byFacility = [...Map.groupBy(partsByOrder.get(id) ?? [], ({ facility }) => facility).values()]
      const shares = byFacility.flatMap((own) =>
        bySize(own).map(({ size_rank: _, order_id: _order, ...share }) => share),
      )
      return [id, { facilities, shares }] as const
    }),
  )
}

/** The same of one order. */
export async function allocationOf(db: Db | Tx, order: string) {
  return (await allocationsOf(db, [order])).get(order) ?? { facilities: [], shares: [] }
}
