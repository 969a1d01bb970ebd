import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { inSizeOrder } from '../../../shared/areas/garment-specs/rules.ts'
import { type ProductionRow, productionRow } from '../../../shared/areas/production/calls.ts'
import { lackingOf, waitsFor } from '../../../shared/areas/production/lacking.ts'
import type { OrderFacts } from '../../../shared/areas/production/order-life.ts'
import { orderPaths, orderStates, orderTabs } from '../../../shared/areas/production/order-states.ts'
import { productionWords } from '../../../shared/areas/production/words.ts'
import { type Contract, hasRight } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { CallContext, Caller, Db, Tx } from '../../http/call.ts'
import { notFound } from '../../http/errors.ts'
import { inOrder, listQuery } from '../../lists/list-query.ts'
import { daysLate, facilityDue, toMake } from '../facilities/lateness.ts'
import { clothOf } from '../materials/cloth-needs.ts'
import { containing } from '../orders/order-rows.ts'

type Asked = Taken<Contract['production']['getOrders']>

/** A marker was made for the order `o` once, and for its lines as they are now. */
const hadMarker = sql<SqlBool>`EXISTS (SELECT 1 FROM production_marker m WHERE m.order_id = o.id)`
const hasMarker = sql<SqlBool>`EXISTS (SELECT 1 FROM production_marker m WHERE m.order_id = o.id AND m.grid_version = o.grid_version)`

/** Orders `o` that need a marker now, or had one. */
export const seenByCad = sql<SqlBool>`(o.state = 'CAD' OR ${hadMarker})`

/** Orders `o` that the caller may see. */
export function seenOrders(caller: Caller) {
  return hasRight(caller, 'runProduction') ? sql<SqlBool>`true` : seenByCad
}

const stateIs = (state: string) => sql<SqlBool>`o.state = ${state}`

/** Of the nine tabs: eight states, and the orders that a marker was made for. */
const tabs = Object.fromEntries(orderTabs.map((tab) => [tab, tab === 'CAD_HISTORY' ? hadMarker : stateIs(tab)]))

/** What waits longest first. */
export const orderQuery = listQuery<Asked, ProductionRow>({
  from: sql`production_order o`,
  id: sql<string>`o.id`,
  scope: ({ caller }) => seenOrders(caller),
  tabs,
  rules: {
    path: (path) => sql`o.path = ${path}`,
    category: (category) => sql`(EXISTS (SELECT 1 FROM style s WHERE s.id = o.style_id AND s.category = ${category})
      OR EXISTS (SELECT 1 FROM catalogue_style c WHERE c.id = o.catalogue_id AND c.category = ${category}))`,
    facility: (
      code,
    ) => sql`EXISTS (SELECT 1 FROM production_vendor_allocation a JOIN production_facility f ON f.id = a.facility_id
      WHERE a.order_id = o.id AND f.code = ${code})`,
    due_from: (day) => sql`o.due_on >= ${day}::date`,
    due_to: (day) => sql`o.due_on <= ${day}::date`,
    order_action_ids: (numbers) => sql`o.number = ANY(${numbers}::text[])`,
    search: (text) => {
      const like = containing(text)
      return sql`(o.number ILIKE ${like}
        OR o.style_id = ANY(ARRAY(SELECT id FROM style WHERE code ILIKE ${like} OR name ILIKE ${like} OR name_zh ILIKE ${like}))
        OR o.catalogue_id = ANY(ARRAY(SELECT id FROM catalogue_style WHERE code ILIKE ${like} OR name ILIKE ${like} OR name_zh ILIKE ${like})))`
    },
  },
  order: () => ({
    by: [
      [sql`o.waits_since`, 'timestamptz'],
      [sql`o.id`, 'uuid'],
    ],
  }),
  rows: (ids, { db }) => orderRows(db, ids),
})

const knownColumns = {
  id: col.text,
  number: col.text,
  path: z.enum(orderPaths),
  state: z.enum(orderStates),
  held_from: z.enum(orderStates).nullable(),
  reason: col.textOrNull,
  needs_marker: col.flag,
  has_marker: col.flag,
  grid_version: col.number,
  is_cut: col.flag,
  /** style.id and its code; null while the style is not live. */
  style: col.textOrNull,
  style_id: col.textOrNull,
  catalogue: col.textOrNull,
  category: col.text,
  due_on: col.textOrNull,
  pieces: col.number,
  assigned: col.number,
  lines_without_sku: col.number,
  skus_without_fabric: col.number,
  sizes_without_measures: col.number,
  facilities: col.number,
  facilities_with_order: col.number,
  version: col.number,
}

/** What moves hang on, and what the handlers of moves need beside it. */
export type KnownOrder = Omit<Row<typeof knownColumns>, 'facilities'> & OrderFacts

/** By id (production_order.id), in the order given. Whoever moves them has locked them. */
export async function knownOrders(db: Db | Tx, ids: readonly string[]): Promise<KnownOrder[]> {
  if (ids.length === 0) return []
  const { rows } = await rowsOf(knownColumns)`
    SELECT o.id::text AS id, o.number, o.path, o.state, o.held_from, o.reason, o.needs_marker, ${hasMarker} AS has_marker, o.grid_version,
      o.cut > 0 OR coalesce((SELECT sum(CASE v.kind WHEN 'cut' THEN v.quantity WHEN 'uncut' THEN -v.quantity ELSE 0 END)
        FROM roll_move v WHERE v.document_id = o.id), 0) > 0 AS is_cut,
      s.id::text AS style, s.code AS style_id, o.catalogue_id::text AS catalogue, coalesce(s.category, c.category, '') AS category,
      o.due_on::text AS due_on, o.pieces,
      (SELECT coalesce(sum(a.pieces), 0)::int FROM production_allocation_line a JOIN production_order_line l
        ON l.order_id = a.order_id AND l.color = a.color AND l.size = a.size WHERE a.order_id = o.id) AS assigned,
      (SELECT count(*)::int FROM production_order_line l WHERE l.order_id = o.id AND l.sku_id IS NULL) AS lines_without_sku,
      (SELECT count(*)::int FROM production_order_line l
        WHERE l.order_id = o.id AND l.sku_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM sku_material x JOIN material m ON m.id = x.material_id AND m.kind = 'product_fabric'
          WHERE x.sku_id = l.sku_id)) AS skus_without_fabric,
      (SELECT count(DISTINCT l.size)::int FROM production_order_line l WHERE l.order_id = o.id
        AND NOT EXISTS (SELECT 1 FROM style_measure m WHERE m.style_id = s.id AND m.size = l.size AND m.retired_at IS NULL)
        AND NOT EXISTS (SELECT 1 FROM garment_point g WHERE g.catalogue_id = o.catalogue_id AND g.size = l.size)) AS sizes_without_measures,
      (SELECT count(*)::int FROM production_vendor_allocation a WHERE a.order_id = o.id) AS facilities,
      (SELECT count(*)::int FROM production_vendor_allocation a JOIN production_po p ON p.order_id = a.order_id AND p.facility_id = a.facility_id
        AND p.state = 'open' WHERE a.order_id = o.id) AS facilities_with_order,
      o.version
    FROM production_order o LEFT JOIN catalogue_style c ON c.id = o.catalogue_id LEFT JOIN style s ON s.id = coalesce(o.style_id, c.style_id)
    WHERE o.id = ANY(${ids}::uuid[])`.execute(db)
  const cloth = await clothOf(db, ids)
  return inOrder(ids, rows, ({ id }) => id).map((row) => ({
    ...row,
    lacking: lackingOf({ ...row, fabric_open: cloth.get(row.id)?.reduce((sum, { open }) => sum + open, 0) ?? 0 }),
  }))
}

const shownColumns = {
  id: col.text,
  catalogue_id: col.textOrNull,
  name: col.text,
  name_zh: col.text,
  picture: col.textOrNull,
  since: col.instant,
  cut: col.number,
  facilities: col.texts,
  marker: col.numberOrNull,
  drafts: col.number,
  facility_due_on: col.textOrNull,
  facility_days_late: col.number,
  source: productionRow.shape.source,
}

/** Rows of the list by id, in the order given. */
export async function orderRows(db: Db | Tx, ids: readonly string[]): Promise<ProductionRow[]> {
  if (ids.length === 0) return []
  const { rows } = await rowsOf(shownColumns)`
    SELECT o.id::text AS id, c.code AS catalogue_id, coalesce(s.name, c.name, '') AS name, coalesce(s.name_zh, c.name_zh, '') AS name_zh,
      coalesce(s.picture_id, c.picture_id)::text AS picture, o.waits_since AS since, o.cut,
      ARRAY(SELECT f.code FROM production_vendor_allocation a JOIN production_facility f ON f.id = a.facility_id
        WHERE a.order_id = o.id ORDER BY f.code) AS facilities,
      (SELECT max(m.number) FROM production_marker m WHERE m.order_id = o.id) AS marker,
      (SELECT count(*)::int FROM production_order_draft d WHERE d.order_id = o.id) AS drafts, o.source,
      (SELECT min(${facilityDue})::text FROM production_vendor_allocation a LEFT JOIN facility_job j ON j.order_id = a.order_id
        AND j.facility_id = a.facility_id WHERE a.order_id = o.id AND (j.id IS NULL OR ${toMake} > 0)) AS facility_due_on,
      coalesce((SELECT max(${daysLate}) FROM facility_job j LEFT JOIN production_vendor_allocation a ON a.order_id = j.order_id
        AND a.facility_id = j.facility_id WHERE j.order_id = o.id AND j.allotted > 0), 0)::int AS facility_days_late
    FROM production_order o LEFT JOIN catalogue_style c ON c.id = o.catalogue_id LEFT JOIN style s ON s.id = coalesce(o.style_id, c.style_id)
    WHERE o.id = ANY(${ids}::uuid[])`.execute(db)
  const shown = new Map(rows.map((row) => [row.id, row]))
  return (await knownOrders(db, ids)).flatMap(({ id, number, path, state, lacking, ...known }) => {
    const row = shown.get(id)
    if (row === undefined) return []
    const { id: _, since, ...more } = row
    const { style_id, category, pieces, due_on, reason, needs_marker, version } = known
    const waits_for = waitsFor(state, lacking)
    const own = { style_id, category, pieces, due_on, reason, needs_marker, version }
    return [
      {
        ...more,
        ...own,
        order_action_id: number,
        path,
        state,
        lacking: [...lacking],
        waits_for,
        since: since.toISOString(),
      },
    ]
  })
}

/** One by its number. Throws not_found, also for one that the caller may not see. */
export async function orderOf(db: Db | Tx, { caller }: Pick<CallContext, 'caller'>, number: string) {
  const { rows } = await rowsOf({ id: col.text })`
    SELECT o.id::text AS id FROM production_order o WHERE o.number = ${number} AND ${seenOrders(caller)}`.execute(db)
  const id = rows[0]?.id
  const [order] = id === undefined ? [] : await orderRows(db, [id])
  if (id === undefined || order === undefined) throw notFound(productionWords.notFound, { number })
  return { id, order }
}

/** Sorts rows of one order colour by colour, sizes from small to large: as their SKUs say, else as sizes usually go. */
export function bySize<T extends { color: string; size: string; size_rank: number | null }>(rows: readonly T[]): T[] {
  const hasRanks = rows.every(({ size_rank }) => size_rank !== null)
  const usual = inSizeOrder(rows.map(({ size }) => size).toSorted())
  const rank = ({ size, size_rank }: T) => (hasRanks ? (size_rank ?? 0) : usual.indexOf(size))
  return rows.toSorted((a, b) => (a.color === b.color ? rank(a) - rank(b) : a.color < b.color ? -1 : 1))
}

const lineColumns = {
  color: col.text,
  size: col.text,
  nm_sku: col.textOrNull,
  pieces: col.number,
  cut: col.number,
}

/** Lines of an order with their SKUs, colour by colour, sizes from small to large. */
export const linesOf = async (db: Db | Tx, id: string): Promise<Row<typeof lineColumns>[]> =>
  (await linesOfMany(db, [id])).get(id) ?? []

/** The same of many orders, by their ids. */
export async function linesOfMany(
  db: Db | Tx,
  ids: readonly string[],
): Promise<Map<string, Row<typeof lineColumns>[]>> {
  const { rows } = await rowsOf({ ...lineColumns, order_id: col.text, size_rank: col.numberOrNull })`
    SELECT l.order_id::text AS order_id, l.color, l.size, k.nm_sku, l.pieces, l.cut, k.size_rank FROM production_order_line l
    LEFT JOIN sku k ON k.id = l.sku_id WHERE l.order_id = ANY(${ids}::uuid[]) ORDER BY l.order_id, l.color, l.size`.execute(
    db,
  )
  const byOrder = Map.groupBy(rows, ({ order_id }) => order_id)
  return new Map(
    [...byOrder].map(([id, own]) => [id, bySize(own).map(({ order_id: _, size_rank: _rank, ...line }) => line)]),
  )
}
