import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import {
  type AllocatedStyle,
  atPrintedPrices,
  type GridCell,
  type InwardRow,
  inwardRow,
  type OutwardRow,
  outwardRow,
  storedWhy,
  styleRow,
} from '../../../shared/areas/allocation/shapes.ts'
import { afterHoldback } from '../../../shared/areas/allocation/split.ts'
import { allocationWords, choices } from '../../../shared/areas/allocation/words.ts'
import { gatePassRights } from '../../../shared/areas/gate-passes/rights.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { isAmong } from '../../../shared/kernel/rights.ts'
import { loadGroup } from '../../audit/setting-group.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import { todayIn } from '../../database/today.ts'
import { type Caller, type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { notFound } from '../../http/errors.ts'
import { atOwnSites } from '../../http/own-sites.ts'
import { inOrder, type ListQuery, listQuery } from '../../lists/list-query.ts'
import { type BoxRow, boxWire, readBoxes } from '../gate-passes/box-rows.ts'
import { passesFrom, passesOf } from '../gate-passes/pass-rows.ts'
import { containing } from '../orders/order-rows.ts'
import { faceOfColour } from '../pictures/faces.ts'
import { isSendable } from '../stock/places.ts'
import { settingsGroup } from './create.ts'
import { lookBack } from './outcomes.ts'
import { packedCells, unpackCells } from './packed-cells.ts'
import { brokenNow } from './taken-apart.ts'
import { goesOut, sitesOfTask, taskIdOf, tasksOf, valueOfLines } from './tasks.ts'

type Calls = Contract['allocation']
type Routes = Handlers<Calls>

const byChoice = (of: RawBuilder<unknown>) => ({
  ...Object.fromEntries(choices.map((choice) => [choice, sql<SqlBool>`${of} = ${sql.lit(choice)}`])),
  all: sql<SqlBool>`true`,
})

/** Lines `o` of a style `y`. */
const linesOfStyle = sql`sku k JOIN allocation_outward o ON o.task_id = y.task_id AND o.sku_id = k.id
  WHERE k.style_id = y.style_id AND k.color = y.color`

/** What became of a style: what became of its lines, once it has some. */
const choiceOfStyle = sql`coalesce((SELECT CASE WHEN bool_or(o.choice = 'shortlisted') THEN 'shortlisted' WHEN bool_or(o.choice = 'offered') THEN 'offered'
  WHEN count(*) > 0 THEN 'removed' END FROM ${linesOfStyle}), y.choice)`

/** Stores that lack a core size. */
const brokenStores = sql`(SELECT count(*)::int FROM jsonb_each(${brokenNow}) e WHERE e.value <> '[]')`

/** Styles of an allocation, what gives most pieces first. */
export const styleQuery = listQuery<Taken<Calls['allocationStyles']>, AllocatedStyle>({
  from: sql`allocation_style y JOIN allocation_task t ON t.id = y.task_id JOIN style s ON s.id = y.style_id`,
  id: sql<string>`y.id`,
  scope: ({ caller }) => tasksOf(caller),
  check: async ({ task_id }, { db, caller }) => {
    if (task_id !== undefined) await taskIdOf(db, caller, task_id)
  },
  rules: {
    task_id: (number) => sql`t.number = ${number}`,
    search: (
      text,
    ) => sql`(s.code ILIKE ${containing(text)} OR s.name ILIKE ${containing(text)} OR s.name_zh ILIKE ${containing(text)}
      OR y.color ILIKE ${containing(text)})`,
    is_broken: (isBroken) => sql`(${brokenStores} > 0) = ${isBroken}`,
    is_over: (isOver) => sql`(y.over_stores > 0) = ${isOver}`,
  },
  tabs: byChoice(choiceOfStyle),
  order: () => ({
    by: [
      [sql`y.given`, 'int'],
      [sql`y.id`, 'uuid'],
    ],
    isDescending: true,
  }),
  rows: (ids, { db }) => styleRows(db, ids),
})

/** Pieces of a style `y` that its warehouses may give by now; once gate passes are made, when it was planned. What is reserved for it is its own. */
const mayBeGiven = sql`CASE WHEN t.state = 'GATEPASSES_CREATED' THEN y.available ELSE (
  SELECT coalesce(sum(greatest(0, floor(g.free * (100 - (t.settings ->> 'holdback_percent')::int) / 100.0))), 0)::int FROM (
    SELECT sum(e.on_hand - e.reserved) + coalesce(sum(r.quantity), 0) AS free FROM sku k JOIN stock e ON e.sku_id = k.id AND e.condition = 'good'
    JOIN place p ON p.id = e.place_id AND ${isSendable}
    JOIN allocation_site a ON a.task_id = y.task_id AND a.site_id = p.site_id AND a.role = 'source'
    LEFT JOIN reservation r ON r.document_type = 'allocation' AND r.document_id = t.number AND r.place_id = e.place_id AND r.sku_id = e.sku_id AND r.condition = e.condition
    WHERE k.style_id = y.style_id AND k.color = y.color AND k.retired_at IS NULL GROUP BY k.id, p.site_id) g) END`

const styleIdRow = styleRow.extend({ id: col.text })

async function styleRows(db: Db | Tx, ids: readonly string[]): Promise<AllocatedStyle[]> {
  const { rows } = await rowsOf(styleIdRow)`
    SELECT y.id::text AS id, s.code AS style_id, s.name AS style_name, s.name_zh AS style_name_zh, y.color,
      coalesce((SELECT k.color_zh FROM sku k WHERE k.style_id = s.id AND k.color = y.color LIMIT 1), y.color) AS color_zh,
      ${faceOfColour('y.style_id', 'y.color')} AS picture, s.category, ${choiceOfStyle} AS choice, ${mayBeGiven} AS available, y.need, y.given - l.left_out AS given,
      y.extra, y.cut, y.unset, y.short, l.left_out, l.stores, ${brokenStores} AS broken_stores, y.over_stores
    FROM allocation_style y JOIN allocation_task t ON t.id = y.task_id JOIN style s ON s.id = y.style_id
    CROSS JOIN LATERAL (SELECT coalesce(sum(o.quantity) FILTER (WHERE NOT ${goesOut}), 0)::int AS left_out,
      (count(DISTINCT o.store_id) FILTER (WHERE ${goesOut}))::int AS stores FROM ${linesOfStyle}) l WHERE y.id = ANY(${[...ids]}::uuid[])`.execute(
    db,
  )
  return inOrder(ids, rows, ({ id }) => id).map(({ id: _, ...row }) => row)
}

const outwardFrom = sql`allocation_outward o JOIN allocation_task t ON t.id = o.task_id JOIN site f ON f.id = o.source_id
  JOIN site x ON x.id = o.store_id JOIN sku k ON k.id = o.sku_id JOIN style s ON s.id = k.style_id`

/** Lines of an allocation by store and SKU. */
export const outwardQuery = listQuery<Taken<Calls['allocationOutwards']>, OutwardRow>({
  from: outwardFrom,
  id: sql<string>`o.id`,
  scope: ({ caller }) => tasksOf(caller),
  check: async ({ task_id }, { db, caller }) => {
    if (task_id !== undefined) await taskIdOf(db, caller, task_id)
  },
  rules: {
    task_id: (number) => sql`t.number = ${number}`,
    search: (
      text,
    ) => sql`(k.nm_sku ILIKE ${containing(text)} OR s.code ILIKE ${containing(text)} OR x.code ILIKE ${containing(text)}
      OR x.name ILIKE ${containing(text)})`,
    store: (site) => sql`x.code = ${site}`,
    source: (site) => sql`f.code = ${site}`,
    style_id: (code) => sql`s.code = ${code}`,
    line_ids: (ids) => sql`o.id = ANY(${ids}::uuid[])`,
  },
  tabs: byChoice(sql`o.choice`),
  order: () => ({
    by: [
      [sql`x.code`, 'text'],
      [sql`k.nm_sku`, 'text'],
      [sql`o.id`, 'uuid'],
    ],
  }),
  rows: async (ids, { db }) => {
    const { rows } = await rowsOf(outwardRow)`
      SELECT o.id::text AS line_id, o.choice, f.code AS source, x.code AS store, x.name AS store_name, x.name_zh AS store_name_zh,
        s.code AS style_id, k.nm_sku, k.color, k.color_zh, k.size, o.quantity, o.gate_pass, o.need,
        CASE WHEN o.choice = 'removed' THEN (SELECT 'torn' FROM allocation_style y WHERE y.task_id = o.task_id AND y.style_id = k.style_id
            AND y.color = k.color AND y.taken_apart -> x.code ? k.size) WHEN c.locked IS NOT NULL THEN 'locked' WHEN o.limited_by = 'met' AND o.need < (SELECT sum(q.quantity)
          FROM allocation_outward q WHERE q.task_id = o.task_id AND q.sku_id = o.sku_id AND q.store_id = o.store_id) THEN 'made_up' ELSE o.limited_by END AS "limit"
      FROM ${outwardFrom} LEFT JOIN allocation_cell c ON c.task_id = o.task_id AND c.sku_id = o.sku_id AND c.store_id = o.store_id
      WHERE o.id = ANY(${ids}::uuid[])`.execute(db)
    return inOrder(ids, rows, ({ line_id }) => line_id)
  },
})

const byStoreRow = z.object({
  source: z.string(),
  store: z.string(),
  store_name: z.string(),
  store_name_zh: z.string(),
  skus: z.int(),
  pieces: z.int(),
  ...atPrintedPrices,
  gate_pass: z.string().nullable(),
})

export const outwardsSummary: Routes['outwardsSummary'] = async ({ task_id }, { db, caller }) => {
  const id = await taskIdOf(db, caller, task_id)
  const { rows: by_store } = await rowsOf(byStoreRow)`
    SELECT f.code AS source, x.code AS store, x.name AS store_name, x.name_zh AS store_name_zh, count(*)::int AS skus,
      sum(o.quantity)::int AS pieces, max(o.gate_pass) AS gate_pass,
      ${valueOfLines}
    FROM ${outwardFrom} WHERE o.task_id = ${id}::uuid AND ${goesOut} GROUP BY f.code, x.code, x.name, x.name_zh ORDER BY 1, 2`.execute(
    db,
  )
  const { rows: skus } = await rowsOf({ skus: col.number })`
    SELECT count(DISTINCT o.sku_id)::int AS skus FROM allocation_outward o JOIN allocation_task t ON t.id = o.task_id
    WHERE o.task_id = ${id}::uuid AND ${goesOut}`.execute(db)
  return reply({
    pieces: by_store.reduce((sum, row) => sum + row.pieces, 0),
    skus: skus[0]?.skus ?? 0,
    retail_value_minor: sumOfSome(by_store.map((row) => row.retail_value_minor)),
    pieces_without_mrp: by_store.reduce((sum, row) => sum + row.pieces_without_mrp, 0),
    by_store,
    looking_back: await lookBack(db, id),
  })
}

const sumOfSome = (values: readonly (number | null)[]) =>
  values.reduce((sum, one) => (one === null ? sum : (sum ?? 0) + one), null)

const sizeColumns = { sku_id: col.text, size: col.text, nm_sku: col.text, is_core: col.flag, given: col.number }
const brokenSizes = z.record(z.string(), z.array(z.string()))
const freeColumns = { sku_id: col.text, free: col.number }
const storeColumns = { site: col.text, grade: col.text, is_carried: col.flag }
const lockColumns = {
  store: col.text,
  sku_id: col.text,
  locked: col.number,
}

/** What a cell is without a plan: one that was locked since, or of a style that is taken out. */
const nothing = storedWhy.parse({
  ...{
    rate: 0,
    on_hand: 0,
    in_transit: 0,
    target: 0,
    need: 0,
    extra: 0,
    cut: 0,
    unset: 0,
    short: 0,
    core: 0,
    shown: 0,
    share: 0,
    fill: 0,
  },
  ...{ limit: 'locked', sold_30: 0, days_30: null },
})

export const allocationGrid: Routes['allocationGrid'] = async ({ task_id, style_id, color }, { db, caller }) => {
  const id = await taskIdOf(db, caller, task_id)
  const { rows: found } = await rowsOf({
    ...{
      id: col.text,
      style: col.text,
      holdback: col.number,
      is_gone: col.flag,
      broken: brokenSizes,
      cells: packedCells,
    },
  })`
    SELECT y.id::text AS id, y.style_id::text AS style, ${brokenNow} AS broken, y.cells, t.state = 'GATEPASSES_CREATED' AS is_gone, (t.settings ->> 'holdback_percent')::int AS holdback
    FROM allocation_style y JOIN style s ON s.id = y.style_id JOIN allocation_task t ON t.id = y.task_id
    WHERE y.task_id = ${id}::uuid AND s.code = ${style_id} AND y.color = ${color}`.execute(db)
  const [at] = found
  if (at === undefined) throw notFound(allocationWords.noStyle, { style_id, color })
  const [style] = await styleRows(db, [at.id])
  if (style === undefined) throw notFound(allocationWords.noStyle, { style_id, color })
  const { rows: sizes } = await rowsOf(sizeColumns)`
    SELECT k.id::text AS sku_id, k.size, k.nm_sku, coalesce(z.is_core, false) AS is_core,
      coalesce((SELECT sum(o.quantity) FROM allocation_outward o JOIN allocation_task t ON t.id = o.task_id
        WHERE o.task_id = ${id}::uuid AND o.sku_id = k.id AND ${goesOut}), 0)::int AS given
    FROM sku k JOIN style s ON s.id = k.style_id LEFT JOIN size_set z ON z.code = s.size_set AND z.size = k.size AND z.retired_at IS NULL
    WHERE k.style_id = ${at.style}::uuid AND k.color = ${color} AND k.retired_at IS NULL ORDER BY k.size_rank, k.nm_sku`.execute(
    db,
  )
  // What is reserved for this allocation is its own to give.
  const { rows: free } = await rowsOf(freeColumns)`
    SELECT t.sku_id::text AS sku_id, (sum(t.on_hand - t.reserved) + coalesce(sum(r.quantity), 0))::int AS free
    FROM stock t JOIN place p ON p.id = t.place_id AND ${isSendable}
    LEFT JOIN reservation r ON r.document_type = 'allocation' AND r.document_id = ${task_id} AND r.place_id = t.place_id
      AND r.sku_id = t.sku_id AND r.condition = t.condition
    WHERE t.condition = 'good' AND t.sku_id = ANY(${sizes.map(({ sku_id }) => sku_id)}::uuid[])
      AND p.site_id IN (SELECT site_id FROM allocation_site WHERE task_id = ${id}::uuid AND role = 'source')
    GROUP BY t.sku_id, p.site_id`.execute(db)
  const { rows: profiles } = await rowsOf(storeColumns)`
    SELECT x.code AS site, f.grade, f.is_carried FROM shop_profile f JOIN site x ON x.id = f.shop_id
    WHERE f.category = ${style.category} AND f.retired_at IS NULL`.execute(db)
  const profileOf = new Map(profiles.map((row) => [row.site, row]))
  const { rows: locks } = await rowsOf(lockColumns)`
    SELECT x.code AS store, c.sku_id::text AS sku_id, c.locked FROM allocation_cell c JOIN site x ON x.id = c.store_id
    WHERE c.task_id = ${id}::uuid AND c.locked IS NOT NULL AND c.sku_id = ANY(${sizes.map(({ sku_id }) => sku_id)}::uuid[])`.execute(
    db,
  )
  return reply({
    style,
    sizes: sizes.map(({ sku_id, given, ...size }) => {
      const available = free
        .filter((row) => row.sku_id === sku_id)
        .reduce((sum, row) => sum + afterHoldback(row.free, at.holdback), 0)
      return { ...size, given, available, left: at.is_gone ? available : available - given }
    }),
    stores: (await sitesOfTask(db, id, 'store')).map(({ site, name, name_zh, is_closed }) => ({
      ...{ site, name, name_zh, is_closed, broken: at.broken[site] ?? [] },
      grade: profileOf.get(site)?.grade ?? '',
      is_carried: profileOf.get(site)?.is_carried ?? false,
    })),
    cells: cellsOf(at.cells, locks, sizes),
  })
}

/** What the plan said of cells, with what is locked now; by store, sizes from small to large. */
function cellsOf(
  packed: z.output<typeof packedCells>,
  locks: readonly Row<typeof lockColumns>[],
  sizes: readonly Row<typeof sizeColumns>[],
): GridCell[] {
  const keyOf = ({ store, sku_id }: { store: string; sku_id: string }) => `${store} ${sku_id}`
  const locked = new Map(locks.map((one) => [keyOf(one), one.locked]))
  const planned = unpackCells(packed)
  const known = new Set(planned.map(keyOf))
  const since = locks.filter((one) => !known.has(keyOf(one))).map((one) => ({ ...one, said: { ...nothing, given: 0 } }))
  const placeOf = new Map(sizes.map(({ sku_id }, at) => [sku_id, at]))
  return [...planned, ...since]
    .flatMap((cell) => {
      const at = placeOf.get(cell.sku_id)
      const size = sizes[at ?? -1]
      return at === undefined || size === undefined ? [] : [{ ...cell, at, size }]
    })
    .sort((a, b) => (a.store < b.store ? -1 : a.store > b.store ? 1 : a.at - b.at))
    .map(({ store, sku_id, said, size: { nm_sku, size } }) => ({
      ...{ store, nm_sku, size, locked: locked.get(keyOf({ store, sku_id })) ?? null },
      ...said,
    }))
}

const coming = sql`greatest(0, CASE WHEN p.state IN ('CONFIRMED', 'PACKING') THEN greatest(i.planned, i.packed)
  ELSE i.sent - i.received - i.closed_short END)`
const isComing = sql<SqlBool>`p.state IN ('CONFIRMED', 'PACKING', 'SUBMITTED', 'PARTLY_RECEIVED') AND ts.kind = 'shop'
  AND EXISTS (SELECT FROM gate_pass_item i WHERE i.pass_id = p.id AND ${coming} > 0)`

/** What is not sent yet comes last. */
const sentAt = sql`coalesce(p.submitted_at, timestamptz '9999-01-01 00:00:00+00')`

const inwardColumns = inwardRow.omit({ boxes: true }).extend({ id: col.text })

function boxOf(box: BoxRow, caller: Caller): InwardRow['boxes'][number] {
  const { box_code, state, pieces, received } = boxWire(box, caller)
  return { box_code, state, pieces, received }
}

/** What comes to stores by gate pass: what is on the road first, the oldest before others. A store that counts blind is told no pieces. */
export const inwardQuery: ListQuery<Taken<Calls['pendingStoreInwards']>, InwardRow> = listQuery<
  Taken<Calls['pendingStoreInwards']>,
  InwardRow
>({
  from: passesFrom,
  id: sql<string>`p.id`,
  scope: ({ caller }) => sql<SqlBool>`${isComing} AND ${passesOf(caller)} AND ${atOwnSites(caller, 'ts.id', 'shop')}`,
  rules: {
    store: (site) => sql`ts.code = ${site}`,
    search: (
      text,
    ) => sql`(p.number ILIKE ${containing(text)} OR p.task_id ILIKE ${containing(text)} OR ts.code ILIKE ${containing(text)}
      OR ts.name ILIKE ${containing(text)})`,
  },
  order: () => ({
    by: [
      [sentAt, 'timestamptz'],
      [sql`p.id`, 'uuid'],
    ],
  }),
  rows: async (ids, { db, caller }) => {
    const isTold = isAmong(caller, gatePassRights.gatePassLead.roles)
    const { settings } = await loadGroup(db, settingsGroup)
    const sentOn = sql`(p.submitted_at AT TIME ZONE fs.time_zone)::date`
    const dueOn = sql`(${sentOn} + ${settings.lead_days}::int)`
    const { rows } = await rowsOf(inwardColumns)`
      SELECT p.id::text AS id, p.number AS gate_pass, p.task_id, p.state, fs.code AS from_site, ts.code AS store, ts.name AS store_name,
        ts.name_zh AS store_name_zh, n.skus, h.pieces, h.received, p.submitted_at, ${todayIn(sql`fs.time_zone`)} - ${sentOn} AS days_on_way,
        ${dueOn}::text AS due_on, coalesce(greatest(0, ${todayIn(sql`fs.time_zone`)} - ${dueOn}), 0) AS days_late
      FROM ${passesFrom} CROSS JOIN LATERAL (SELECT (count(*) FILTER (WHERE ${coming} > 0))::int AS skus, coalesce(sum(${coming}), 0)::int AS pieces,
          coalesce(sum(i.received), 0)::int AS received FROM gate_pass_item i WHERE i.pass_id = p.id) n
        LEFT JOIN LATERAL (SELECT n.pieces, n.received WHERE ${isTold} OR NOT p.is_blind) h ON true
      WHERE p.id = ANY(${ids}::uuid[]) ORDER BY ${sentAt}, p.id`.execute(db)
    const boxes = Map.groupBy(
      await readBoxes(db, sql<SqlBool>`b.pass_id = ANY(${ids}::uuid[])`),
      ({ pass_id }) => pass_id,
    )
    return rows.map(({ id, ...row }) => ({ ...row, boxes: (boxes.get(id) ?? []).map((box) => boxOf(box, caller)) }))
  },
  counts: async (filter, context) => {
    const { rows } = await rowsOf({ all: col.number, on_the_road: col.number })`
      SELECT count(*)::int AS "all", (count(*) FILTER (WHERE p.submitted_at IS NOT NULL))::int AS on_the_road
      FROM ${passesFrom} WHERE ${await inwardQuery.where(filter, context)}`.execute(context.db)
    return { ...rows[0] }
  },
})
