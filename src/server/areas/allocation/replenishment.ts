import { type SqlBool, sql } from 'kysely'
import { v7 } from 'uuid'
import { z } from 'zod'
import { barring, type Proposal, proposeReplenishment } from '../../../shared/areas/allocation/replenish.ts'
import {
  allocationSettings,
  type PoStyle,
  poRow,
  type ReplenishmentRow,
} from '../../../shared/areas/allocation/shapes.ts'
import { allocationWords, orderCode, replenishmentStates, testWords } from '../../../shared/areas/allocation/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { dayIn, indiaZone } from '../../../shared/kernel/days.ts'
import { recordEvent } from '../../audit/audit.ts'
import { assertFresh } from '../../audit/freshness.ts'
import { loadGroup } from '../../audit/setting-group.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { indiaToday } from '../../database/today.ts'
import { type CallContext, type Caller, type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { conflict, invalidInput, notFound, refusedField } from '../../http/errors.ts'
import { atOwnSites, isPlaced } from '../../http/own-sites.ts'
import { pageOf, readCursor } from '../../lists/keyset.ts'
import { inOrder, listQuery } from '../../lists/list-query.ts'
import { containing } from '../orders/order-rows.ts'
import { freshRates } from '../vendor-inventory/rates.ts'
import { settingsGroup, sitesNamed } from './create.ts'
import { type LoadedStyle, loadCategory } from './facts.ts'
import { makePasses } from './passes.ts'
import { atPrintedPrice } from './tasks.ts'

type Calls = Contract['allocation']
type Routes = Handlers<Calls>

/** Orders `o` that a caller sees: people of some shops those of their shops alone. */
const ordersOf = (caller: Caller) =>
  isPlaced(caller)
    ? sql<SqlBool>`NOT EXISTS (SELECT FROM replenishment_store os WHERE os.order_id = o.id AND os.site_id <> ALL(${caller.siteIds}::uuid[]))`
    : sql<SqlBool>`true`

export const orderQuery = listQuery<Taken<Calls['replenishmentOrders']>, ReplenishmentRow>({
  from: sql`replenishment_order o`,
  id: sql<string>`o.id`,
  scope: ({ caller }) => ordersOf(caller),
  rules: {
    po_ids: (numbers) => sql`o.number = ANY(${numbers}::text[])`,
    search: (text) => sql`(o.number ILIKE ${containing(text)} OR o.name ILIKE ${containing(text)})`,
    store: (site) =>
      sql`EXISTS (SELECT FROM replenishment_store fs JOIN site x ON x.id = fs.site_id WHERE fs.order_id = o.id AND x.code = ${site})`,
  },
  tabs: {
    ...Object.fromEntries(replenishmentStates.map((state) => [state, sql<SqlBool>`o.state = ${sql.lit(state)}`])),
    all: sql<SqlBool>`true`,
  },
  order: () => ({ by: [[sql`o.id`, 'uuid']], isDescending: true }),
  rows: (ids, { db }) => orderRows(db, ids),
})

const idRow = poRow.extend({ id: col.text })

async function orderRows(db: Db | Tx, ids: readonly string[]): Promise<ReplenishmentRow[]> {
  const { rows } = await rowsOf(idRow)`
    SELECT o.id::text AS id, o.number AS po_id, o.name, o.state, o.mode, f.code AS source,
      (SELECT array_agg(x.code ORDER BY x.code) FROM replenishment_store w JOIN site x ON x.id = w.site_id WHERE w.order_id = o.id) AS stores,
      n.skus, n.pieces, n.retail_value_minor, o.gate_passes, u.name AS created_by, o.created_at, o.version
    FROM replenishment_order o JOIN site f ON f.id = o.source_id JOIN app_user u ON u.id = o.created_by
    CROSS JOIN LATERAL (SELECT count(DISTINCT l.sku_id)::int AS skus, coalesce(sum(l.quantity), 0)::int AS pieces,
        CASE WHEN bool_and(${atPrintedPrice} IS NOT NULL) THEN sum(l.quantity * ${atPrintedPrice})::float8 END AS retail_value_minor
      FROM replenishment_line l JOIN sku k ON k.id = l.sku_id JOIN style s ON s.id = k.style_id WHERE l.order_id = o.id) n
    WHERE o.id = ANY(${[...ids]}::uuid[])`.execute(db)
  return inOrder(ids, rows, ({ id }) => id).map(({ id: _, ...row }) => row)
}

async function replyOrder(tx: Tx, id: string, said: string) {
  const [order] = await orderRows(tx, [id])
  if (order === undefined) throw new Error('the order is not there')
  return reply({ order }, said)
}

/** Makes an empty order of open stores at a warehouse, with the settings of now. */
export const createReplenishment: Routes['createReplenishment'] = (input, context) =>
  context.command(async (tx) => {
    const [source] = await sitesNamed(tx, context, [input.source], { kind: 'warehouse', field: () => 'source' })
    const stores = await sitesNamed(tx, context, input.stores, { kind: 'shop', field: (at) => `stores.${at}` })
    const { settings } = await loadGroup(tx, settingsGroup)
    const id = v7()
    const { rows } = await rowsOf({ number: col.text })`
      INSERT INTO replenishment_order (id, number, name, mode, source_id, settings, created_by)
      VALUES (${id}::uuid, 'RP-' || lpad(nextval('replenishment_number')::text, 6, '0'), ${input.name}, ${input.mode},
        ${source?.id ?? null}::uuid, ${JSON.stringify(settings)}::jsonb, ${context.caller.userId}::uuid) RETURNING number`.execute(
      tx,
    )
    await sql`INSERT INTO replenishment_store (order_id, site_id)
      SELECT ${id}::uuid, n FROM unnest(${stores.map((store) => store.id)}::uuid[]) AS n`.execute(tx)
    await recordEvent(tx, context, {
      ...{
        entity: 'replenishment',
        entityId: rows[0]?.number ?? '',
        event: 'replenishment.created',
        to: orderCode('DRAFT'),
      },
      details: { name: input.name, stores: stores.length },
    })
    return replyOrder(tx, id, allocationWords.poCreated)
  })

const orderColumns = {
  id: col.text,
  number: col.text,
  name: col.text,
  state: z.enum(replenishmentStates),
  mode: z.enum(['eaches', 'sets']),
  source_id: col.text,
  source: col.text,
  settings: allocationSettings,
  version: col.number,
}

async function findOrder(db: Db | Tx, caller: Caller, number: string, isHeld = false) {
  const { rows } = await rowsOf(orderColumns)`
    SELECT o.id::text AS id, o.number, o.name, o.state, o.mode, o.source_id::text AS source_id, f.code AS source, o.settings, o.version
    FROM replenishment_order o JOIN site f ON f.id = o.source_id WHERE o.number = ${number} AND ${ordersOf(caller)}
    ${isHeld ? sql`FOR NO KEY UPDATE OF o` : sql``}`.execute(db)
  if (rows[0] === undefined) throw notFound(allocationWords.poNotFound, { number })
  return rows[0]
}

/** Holds an order that is still put together. Throws not_found, conflict for one that is sent, stale. */
async function holdDraft(tx: Tx, caller: Caller, { po_id, version }: { po_id: string; version: number }) {
  const order = await findOrder(tx, caller, po_id, true)
  if (order.state !== 'DRAFT') throw conflict(allocationWords.poSent, { values: { number: po_id } })
  await assertFresh(tx, { entity: 'replenishment', entityId: po_id, version: order.version }, version)
  return order
}

type Order = Awaited<ReturnType<typeof findOrder>>

interface Judged {
  /** What is said of styles at stores that have, get or sell them, or that the source has, and what is ordered. */
  rows: PoStyle[]
  /** Tests that an SKU fails, by store and NM SKU, of the whole catalogue. */
  failed: Map<string, Proposal['failed']>
  /** Pieces that the source may give, by sku.id. */
  free: Map<string, number>
}

const styleColumns = {
  code: col.text,
  color: col.text,
  name: col.text,
  name_zh: col.text,
  color_zh: col.text,
  picture: col.textOrNull,
  is_listed: col.flag,
}
const snoozeColumns = { style: col.text, color: col.text, store: col.text, until: col.text }
const lineColumns = { store: col.text, sku_id: col.text, quantity: col.number }

/** Judges every style of the categories that the order's stores carry, at each of them. */
async function judge(db: Db | Tx, order: Order): Promise<Judged> {
  const { rows: stores } = await rowsOf({ id: col.text, site: col.text })`
    SELECT x.id::text AS id, x.code AS site FROM replenishment_store w JOIN site x ON x.id = w.site_id
    WHERE w.order_id = ${order.id}::uuid ORDER BY x.code`.execute(db)
  const { rows: lines } = await rowsOf(lineColumns)`
    SELECT x.code AS store, l.sku_id::text AS sku_id, l.quantity FROM replenishment_line l JOIN site x ON x.id = l.store_id
    WHERE l.order_id = ${order.id}::uuid`.execute(db)
  const ordered = new Map(lines.map(({ store, sku_id, quantity }) => [`${store} ${sku_id}`, quantity]))
  const { rows: categories } = await rowsOf({ category: col.text })`
    SELECT DISTINCT s.category FROM style s WHERE s.retired_at IS NULL AND (EXISTS (SELECT FROM shop_profile f
        WHERE f.category = s.category AND f.is_carried AND f.retired_at IS NULL AND f.shop_id = ANY(${stores.map(({ id }) => id)}::uuid[]))
      OR EXISTS (SELECT FROM replenishment_line l JOIN sku k ON k.id = l.sku_id WHERE l.order_id = ${order.id}::uuid AND k.style_id = s.id))
    ORDER BY 1`.execute(db)
  const { rows: snoozes } = await rowsOf(snoozeColumns)`
    SELECT s.code AS style, z.color, x.code AS store, z.until::text AS until FROM replenishment_snooze z JOIN style s ON s.id = z.style_id
    JOIN site x ON x.id = z.site_id WHERE z.until > ${indiaToday} AND z.site_id = ANY(${stores.map(({ id }) => id)}::uuid[])`.execute(
    db,
  )
  const untilOf = new Map(snoozes.map(({ style, color, store, until }) => [`${style} ${color} ${store}`, until]))
  const asked = {
    ...{ stores, sources: [{ id: order.source_id, site: order.source }], taskId: null, orderId: order.id },
    holdbackPercent: order.settings.holdback_percent,
  }
  const judged: Judged = { rows: [], failed: new Map(), free: new Map() }
  for (const { category } of categories) {
    const { styles, carried } = await loadCategory(db, asked, category, null)
    const named = await namesOf(db, category)
    const facts = styles.map((style) => ({
      style: style.facts,
      isListed: named.get(style.facts.style)?.is_listed ?? false,
      snoozed: new Set(stores.flatMap(({ site }) => (untilOf.has(`${style.facts.style} ${site}`) ? [site] : []))),
    }))
    for (const { facts: own } of styles) for (const { size, available } of own.sizes) judged.free.set(size, available)
    const byStyle = new Map(styles.map((style) => [style.facts.style, style]))
    const codes = stores.map(({ site }) => site)
    for (const proposal of proposeReplenishment(facts, carried, codes, order.settings, order.mode)) {
      const style = byStyle.get(proposal.style)
      const name = named.get(proposal.style)
      if (style === undefined || name === undefined) continue
      for (const { nm_sku } of style.skus) judged.failed.set(`${proposal.store} ${nm_sku}`, proposal.failed)
      const row = rowOf(style, proposal, ordered)
      if (!isWorthSaying(row)) continue
      judged.rows.push({
        ...{ store: proposal.store, style_id: name.code, style_name: name.name, style_name_zh: name.name_zh },
        ...{ color: name.color, color_zh: name.color_zh, picture: name.picture, category, failed: proposal.failed },
        snoozed_until: untilOf.get(`${proposal.style} ${proposal.store}`) ?? null,
        ...row,
      })
    }
  }
  return judged
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** What the store has, gets or sold, or the source has, is said; the rest of the catalogue is not. */
const isWorthSaying = ({ sizes, rate, ordered }: Pick<PoStyle, 'sizes' | 'rate' | 'ordered'>) =>
  ordered > 0 || (rate > 0 && sizes.some(({ on_hand, in_transit, free }) => on_hand + in_transit + free > 0))

function rowOf({ facts, skus }: LoadedStyle, proposal: Proposal, ordered: ReadonlyMap<string, number>) {
  const { store } = proposal
  const cells = new Map(facts.cells.filter((cell) => cell.store === store).map((cell) => [cell.size, cell]))
  const available = new Map(facts.sizes.map(({ size, available }) => [size, available]))
  const sizes = skus.map(({ id, nm_sku, size }) => ({
    ...{ nm_sku, size, on_hand: cells.get(id)?.on_hand ?? 0, in_transit: cells.get(id)?.in_transit ?? 0 },
    ...{ free: available.get(id) ?? 0, need: proposal.need[id] ?? 0, proposed: proposal.proposed[id] ?? 0 },
    ordered: ordered.get(`${store} ${id}`) ?? 0,
  }))
  const sum = (of: (size: (typeof sizes)[number]) => number) => sizes.reduce((all, size) => all + of(size), 0)
  const has = sum(({ on_hand, in_transit }) => on_hand + in_transit)
  const [proposed, pieces] = [sum((one) => one.proposed), sum((one) => one.ordered)]
  const days = (of: number) => (proposal.rate === 0 ? null : Math.round((of / proposal.rate) * 10) / 10)
  return {
    ...{ rate: Math.round(proposal.rate * 10_000) / 10_000, proposed, ordered: pieces, sizes },
    ...{ cover_before: days(has), cover_after: days(has + (pieces > 0 ? pieces : proposed)) },
  }
}

async function namesOf(db: Db | Tx, category: string) {
  const { rows } = await rowsOf(styleColumns)`
    SELECT s.code, k.color, s.name, s.name_zh, min(k.color_zh) AS color_zh, s.picture_id::text AS picture,
      NOT bool_and(coalesce(NOT v.is_listed, false)) AS is_listed
    FROM sku k JOIN style s ON s.id = k.style_id LEFT JOIN vendor_inventory v ON v.sku_id = k.id
    WHERE s.category = ${category} AND k.retired_at IS NULL AND s.retired_at IS NULL GROUP BY s.id, k.color`.execute(db)
  return new Map(rows.map((row) => [`${row.code} ${row.color}`, row]))
}

const tabs: Record<Taken<Calls['replenishmentStyles']>['tab'], (row: PoStyle) => boolean> = {
  eligible: ({ failed }) => failed.length === 0,
  not_eligible: ({ failed }) => failed.length > 0,
  ordered: ({ ordered }) => ordered > 0,
  all: () => true,
}

export const replenishmentStyles: Routes['replenishmentStyles'] = async (input, { db, caller }) => {
  const after = readCursor(input.cursor, ['text', 'text', 'text'])
  const order = await findOrder(db, caller, input.po_id)
  await freshRates(db)
  const { rows } = await judge(db, order)
  const words = (input.search ?? '').toLowerCase()
  const matching = rows.filter(
    (row) =>
      (input.store === undefined || row.store === input.store) &&
      `${row.style_id} ${row.style_name} ${row.style_name_zh} ${row.color}`.toLowerCase().includes(words),
  )
  if (input.part === 'counts') {
    const counts = Object.entries(tabs).map(([tab, fits]) => [tab, matching.filter(fits).length])
    return reply({ rows: [], next_cursor: null, counts: Object.fromEntries(counts) })
  }
  const placeOf = (row: PoStyle) => [row.store, row.style_id, row.color]
  const shown = matching
    .filter(tabs[input.tab])
    .toSorted((a, b) => compare(placeOf(a), placeOf(b)))
    .filter((row) => after === null || compare(placeOf(row), after.map(String)) > 0)
  return reply(pageOf(shown.slice(0, input.page_size + 1), input.page_size, placeOf))
}

const compare = (a: readonly string[], b: readonly string[]) =>
  a.map((one, at) => byText(one, b[at] ?? '')).find((order) => order !== 0) ?? 0

export const replenishmentOverall: Routes['replenishmentOverall'] = async ({ po_id }, { db, caller }) => {
  const order = await findOrder(db, caller, po_id)
  await freshRates(db)
  const { rows } = await judge(db, order)
  const groups = Map.groupBy(rows, ({ style_id, color }) => `${style_id} ${color}`)
  return reply({
    rows: [...groups.values()].flatMap((own) => {
      const [first] = own
      if (first === undefined) return []
      const { style_id, style_name, style_name_zh, color, color_zh } = first
      const sum = (of: (row: PoStyle) => number) => own.reduce((all, row) => all + of(row), 0)
      return {
        ...{ style_id, style_name, style_name_zh, color, color_zh, stores: own.length },
        eligible_stores: own.filter(({ failed }) => failed.length === 0).length,
        free: first.sizes.reduce((all, { free }) => all + free, 0),
        ...{ proposed: sum(({ proposed }) => proposed), ordered: sum(({ ordered }) => ordered) },
      }
    }),
  })
}

const byStoreRow = z.object({
  store: z.string(),
  skus: z.int(),
  pieces: z.int(),
  retail_value_minor: z.int().nullable(),
})

export const replenishmentSummary: Routes['replenishmentSummary'] = async ({ po_id }, { db, caller }) => {
  const found = await findOrder(db, caller, po_id)
  const [order] = await orderRows(db, [found.id])
  if (order === undefined) throw notFound(allocationWords.poNotFound, { number: po_id })
  const { rows: by_store } = await rowsOf(byStoreRow)`
    SELECT x.code AS store, count(*)::int AS skus, sum(l.quantity)::int AS pieces,
      CASE WHEN bool_and(${atPrintedPrice} IS NOT NULL) THEN sum(l.quantity * ${atPrintedPrice})::float8 END AS retail_value_minor
    FROM replenishment_line l JOIN site x ON x.id = l.store_id JOIN sku k ON k.id = l.sku_id JOIN style s ON s.id = k.style_id
    WHERE l.order_id = ${found.id}::uuid GROUP BY x.code ORDER BY x.code`.execute(db)
  return reply({ order, by_store })
}

const skuColumns = { id: col.text, nm_sku: col.text, pieces_in_set: col.number }

/**
 * Says how many pieces of SKUs stores get. Throws invalid_input at the line: for what a test bars, for pieces beyond those free at the source
 * (of all lines together), and of an order in sets for anything but whole ones.
 */
export const addReplenishmentStyles: Routes['addReplenishmentStyles'] = (input, context) =>
  context.command(async (tx) => {
    const order = await holdDraft(tx, context.caller, input)
    const { rows: stores } = await rowsOf({ id: col.text, site: col.text })`
      SELECT x.id::text AS id, x.code AS site FROM replenishment_store w JOIN site x ON x.id = w.site_id
      WHERE w.order_id = ${order.id}::uuid`.execute(tx)
    const storeIds = new Map(stores.map(({ id, site }) => [site, id]))
    const { rows: skus } = await rowsOf(skuColumns)`
      SELECT k.id::text AS id, k.nm_sku, coalesce(z.pieces_in_set, 1)::int AS pieces_in_set FROM sku k JOIN style s ON s.id = k.style_id
      LEFT JOIN size_set z ON z.code = s.size_set AND z.size = k.size AND z.retired_at IS NULL
      WHERE k.nm_sku = ANY(${input.lines.map(({ nm_sku }) => nm_sku)}::text[]) AND k.retired_at IS NULL`.execute(tx)
    const bySku = new Map(skus.map((sku) => [sku.nm_sku, sku]))
    const lines = input.lines.map((line, at) => {
      const [storeId, sku] = [storeIds.get(line.store), bySku.get(line.nm_sku)]
      if (storeId === undefined)
        throw refusedField(`lines.${at}.store`, allocationWords.notInTask, { store: line.store })
      if (sku === undefined)
        throw refusedField(`lines.${at}.nm_sku`, allocationWords.skuNotInTask, { nm_sku: line.nm_sku })
      return { ...line, storeId, sku }
    })
    const { failed: failing, free } = await judge(tx, order)
    for (const [at, { store, nm_sku, quantity, sku }] of lines.entries()) {
      if (quantity === 0) continue
      const failed = failing.get(`${store} ${nm_sku}`) ?? ['not_carried']
      const bar = failed.find((test) => barring.includes(test))
      if (bar)
        throw refusedField(`lines.${at}.quantity`, allocationWords.poTest, { nm_sku, store, test_key: testWords[bar] })
      if (order.mode === 'sets' && (sku.pieces_in_set === 0 || quantity % sku.pieces_in_set !== 0))
        throw refusedField(`lines.${at}.quantity`, allocationWords.poSets, { nm_sku, store, pieces: sku.pieces_in_set })
    }
    await sql`
      WITH n AS (SELECT * FROM unnest(${lines.map((line) => line.storeId)}::uuid[], ${lines.map((line) => line.sku.id)}::uuid[],
          ${lines.map((line) => line.quantity)}::int[]) AS n (store_id, sku_id, quantity)),
        gone AS (DELETE FROM replenishment_line l USING n WHERE l.order_id = ${order.id}::uuid AND l.store_id = n.store_id
          AND l.sku_id = n.sku_id AND n.quantity = 0)
      INSERT INTO replenishment_line (order_id, store_id, sku_id, quantity)
      SELECT ${order.id}::uuid, store_id, sku_id, quantity FROM n WHERE quantity > 0
      ON CONFLICT (order_id, store_id, sku_id) DO UPDATE SET quantity = excluded.quantity`.execute(tx)
    await assertFree(tx, order.id, lines, free)
    if (order.mode === 'sets') await assertWholeSets(tx, order.id, lines)
    await sql`UPDATE replenishment_order SET version = version + 1 WHERE id = ${order.id}::uuid`.execute(tx)
    await recordEvent(tx, context, {
      ...{ entity: 'replenishment', entityId: order.number, event: 'replenishment.changed' },
      details: { lines: lines.length },
    })
    return replyOrder(tx, order.id, allocationWords.poSaved)
  })

interface Line {
  store: string
  nm_sku: string
  quantity: number
  sku: { id: string; pieces_in_set: number }
}

async function assertFree(
  tx: Tx,
  id: string,
  lines: readonly Line[],
  free: ReadonlyMap<string, number>,
): Promise<void> {
  const { rows } = await rowsOf({ sku_id: col.text, quantity: col.number })`
    SELECT sku_id::text AS sku_id, sum(quantity)::int AS quantity FROM replenishment_line WHERE order_id = ${id}::uuid GROUP BY sku_id`.execute(
    tx,
  )
  const wanted = new Map(rows.map(({ sku_id, quantity }) => [sku_id, quantity]))
  for (const [at, { nm_sku, quantity, sku }] of lines.entries()) {
    const values = { nm_sku, free: free.get(sku.id) ?? 0, wanted: wanted.get(sku.id) ?? 0 }
    if (quantity > 0 && values.wanted > values.free)
      throw refusedField(`lines.${at}.quantity`, allocationWords.poFree, values)
  }
}

const brokenColumns = { store: col.text, nm_sku: col.text, pieces: col.number }

/** Of a style at a store, every size of the set is ordered as many times. */
async function assertWholeSets(tx: Tx, id: string, lines: readonly Line[]): Promise<void> {
  const { rows } = await rowsOf(brokenColumns)`
    WITH runs AS (SELECT DISTINCT l.store_id, k.style_id, k.color FROM replenishment_line l JOIN sku k ON k.id = l.sku_id WHERE l.order_id = ${id}::uuid),
      sizes AS (SELECT r.store_id, r.style_id, r.color, k.nm_sku, coalesce(z.pieces_in_set, 1)::int AS pieces, coalesce(l.quantity, 0) AS quantity
        FROM runs r JOIN sku k ON k.style_id = r.style_id AND k.color = r.color AND k.retired_at IS NULL JOIN style s ON s.id = k.style_id
        LEFT JOIN size_set z ON z.code = s.size_set AND z.size = k.size AND z.retired_at IS NULL
        LEFT JOIN replenishment_line l ON l.order_id = ${id}::uuid AND l.store_id = r.store_id AND l.sku_id = k.id
        WHERE coalesce(z.pieces_in_set, 1) > 0),
      most AS (SELECT *, max(quantity / pieces) OVER (PARTITION BY store_id, style_id, color) AS sets FROM sizes)
    SELECT x.code AS store, m.nm_sku, m.pieces FROM most m JOIN site x ON x.id = m.store_id WHERE m.quantity <> m.sets * m.pieces
    ORDER BY 1, 2 LIMIT 1`.execute(tx)
  const [broken] = rows
  if (broken === undefined) return
  const at = lines.findIndex(({ store }) => store === broken.store)
  throw refusedField(`lines.${Math.max(0, at)}.quantity`, allocationWords.poSets, broken)
}

const goodsColumns = { source: col.text, store: col.text, sku_id: col.text, nm_sku: col.text, quantity: col.number }

/** Makes the gate passes of an order. Throws conflict where less is free by now than is ordered. */
export const sendReplenishment: Routes['sendReplenishment'] = (input, context) =>
  context.command(async (tx) => {
    const order = await holdDraft(tx, context.caller, input)
    const { rows: goods } = await rowsOf(goodsColumns)`
      SELECT ${order.source} AS source, x.code AS store, l.sku_id::text AS sku_id, k.nm_sku, l.quantity
      FROM replenishment_line l JOIN site x ON x.id = l.store_id JOIN sku k ON k.id = l.sku_id
      WHERE l.order_id = ${order.id}::uuid ORDER BY x.code, k.nm_sku`.execute(tx)
    if (goods.length === 0) throw conflict(allocationWords.poEmpty, { values: { number: order.number } })
    const passes = await makePasses(tx, context, { ...order, isReserved: false }, goods)
    const gate_passes = passes.map(({ gate_pass }) => gate_pass)
    await sql`UPDATE replenishment_order SET state = 'SENT', gate_passes = ${gate_passes}::text[], version = version + 1
      WHERE id = ${order.id}::uuid`.execute(tx)
    await recordEvent(tx, context, {
      ...{ entity: 'replenishment', entityId: order.number, event: 'replenishment.sent' },
      ...{ from: orderCode('DRAFT'), to: orderCode('SENT') },
      details: { gate_passes: gate_passes.length },
    })
    const { data } = await replyOrder(tx, order.id, allocationWords.passesMade)
    return reply({ ...data, gate_passes }, allocationWords.passesMade)
  })

/** Puts a style at stores off until a day, or ends that. */
export const snoozeStyles: Routes['snoozeStyles'] = (input, context: CallContext) =>
  context.command(async (tx) => {
    const { style_id, color, until, reason } = input
    if (until !== null && until <= dayIn(indiaZone, new Date())) throw refusedField('until', allocationWords.snoozePast)
    const stores = await sitesNamed(tx, context, input.stores, { kind: 'shop', field: (at) => `stores.${at}` })
    const { rows } = await rowsOf({ id: col.text })`
      SELECT s.id::text AS id FROM style s WHERE s.code = ${style_id} AND EXISTS (SELECT FROM sku k WHERE k.style_id = s.id AND k.color = ${color})`.execute(
      tx,
    )
    const style = rows[0]?.id
    if (style === undefined) throw invalidInput(allocationWords.noSuchStyle, { values: { style_id, color } })
    const ids = stores.map(({ id }) => id)
    if (until === null)
      await sql`DELETE FROM replenishment_snooze WHERE style_id = ${style}::uuid AND color = ${color} AND site_id = ANY(${ids}::uuid[])
        AND ${atOwnSites(context.caller, 'site_id', 'shop')}`.execute(tx)
    else
      await sql`INSERT INTO replenishment_snooze (site_id, style_id, color, until, reason, snoozed_by)
        SELECT n, ${style}::uuid, ${color}, ${until}::date, ${reason}, ${context.caller.userId}::uuid FROM unnest(${ids}::uuid[]) AS n
        ON CONFLICT (site_id, style_id, color) DO UPDATE SET until = excluded.until, reason = excluded.reason,
          snoozed_by = excluded.snoozed_by`.execute(tx)
    await recordEvent(tx, context, {
      ...{ entity: 'replenishment', entityId: `${style_id} ${color}`, event: 'replenishment.snoozed' },
      details: { stores: stores.map(({ site }) => site).join(', '), until, reason: reason || null },
    })
    return reply({ at: new Date().toISOString() }, until === null ? allocationWords.woken : allocationWords.snoozed)
  })
