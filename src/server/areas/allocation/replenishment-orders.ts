import { type SqlBool, sql } from 'kysely'
import { v7 } from 'uuid'
import { z } from 'zod'
import { sumOf } from '../../../shared/areas/allocation/apportion.ts'
import { replenishmentLife } from '../../../shared/areas/allocation/life.ts'
import { barring, barValues } from '../../../shared/areas/allocation/order-faults.ts'
import { atPrintedPrices, poRow, type ReplenishmentRow } from '../../../shared/areas/allocation/shapes.ts'
import {
  allocationWords,
  orderCode,
  type ReplenishmentTest,
  replenishmentStates,
} from '../../../shared/areas/allocation/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { needsWordsText } from '../../../shared/kernel/lifecycle.ts'
import { recordEvent } from '../../audit/audit.ts'
import { recordsOf } from '../../audit/lifecycle.ts'
import { loadGroup } from '../../audit/setting-group.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Caller, type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { conflict, notFound, refusedField } from '../../http/errors.ts'
import { isPlaced } from '../../http/own-sites.ts'
import { inOrder, listQuery } from '../../lists/list-query.ts'
import { containing } from '../orders/order-rows.ts'
import { settingsGroup, sitesNamed } from './create.ts'
import { type Judged, judge } from './judge-styles.ts'
import { orderColumns } from './order-columns.ts'
import { makePasses } from './passes.ts'
import { holdPromises, refusePromised } from './promised-since.ts'
import { retailValueOf } from './tasks.ts'

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
      n.skus, n.pieces, n.retail_value_minor, n.pieces_without_mrp, o.gate_passes, o.reason, u.name AS created_by, o.created_at, o.version
    FROM replenishment_order o JOIN site f ON f.id = o.source_id JOIN app_user u ON u.id = o.created_by
    CROSS JOIN LATERAL (SELECT count(DISTINCT l.sku_id)::int AS skus, coalesce(sum(l.quantity), 0)::int AS pieces,
        ${retailValueOf(sql`l.quantity`)}
      FROM replenishment_line l JOIN sku k ON k.id = l.sku_id JOIN style s ON s.id = k.style_id WHERE l.order_id = o.id) n
    WHERE o.id = ANY(${[...ids]}::uuid[])`.execute(db)
  return inOrder(ids, rows, ({ id }) => id).map(({ id: _, ...row }) => row)
}

export async function replyOrder(tx: Tx, id: string, said: string) {
  const [order] = await orderRows(tx, [id])
  if (order === undefined) throw new Error('the order is not there')
  return reply({ order }, said)
}

const ofNumber = (number: string, caller: Caller) => sql`
  SELECT o.id::text AS id, o.number, o.name, o.state, o.mode, o.source_id::text AS source_id, f.code AS source, o.settings, o.version
  FROM replenishment_order o JOIN site f ON f.id = o.source_id WHERE o.number = ${number} AND ${ordersOf(caller)}`

/** An order that the caller sees. Throws not_found. */
export async function findOrder(db: Db | Tx, caller: Caller, number: string) {
  const { rows } = await rowsOf(orderColumns)`${ofNumber(number, caller)}`.execute(db)
  if (rows[0] === undefined) throw notFound(allocationWords.poNotFound, { number })
  return rows[0]
}

export const orders = recordsOf({
  life: replenishmentLife,
  codeOf: orderCode,
  ...{ table: 'replenishment_order', entity: 'replenishment', notFound: allocationWords.poNotFound },
  columns: orderColumns,
  select: (number, caller) => sql`${ofNumber(number, caller)} FOR NO KEY UPDATE OF o`,
})

/**
 * Holds an order for a move, after all open orders that share a store with it, so that two of them never order the same need: whoever comes
 * second sees what the first ordered as on its way.
 */
export async function holdOrder(tx: Tx, context: CallContext, { po_id, version }: Seen, move: 'change' | 'send') {
  await sql`SELECT FROM replenishment_order o WHERE o.state = 'DRAFT' AND EXISTS (SELECT FROM replenishment_store w
      JOIN replenishment_store m ON m.site_id = w.site_id JOIN replenishment_order n ON n.id = m.order_id
      WHERE w.order_id = o.id AND n.number = ${po_id}) ORDER BY o.id FOR NO KEY UPDATE OF o`.execute(tx)
  return orders.hold(tx, context, { number: po_id, version }, move)
}

interface Seen {
  po_id: string
  version: number
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
      ...{ entity: 'replenishment', entityId: rows[0]?.number ?? '' },
      ...{ event: 'replenishment.created', to: orderCode('DRAFT') },
      details: { name: input.name, stores: stores.length },
    })
    return replyOrder(tx, id, allocationWords.poCreated)
  })

const byStoreRow = z.object({
  store: z.string(),
  skus: z.int(),
  pieces: z.int(),
  ...atPrintedPrices,
})

export const replenishmentSummary: Routes['replenishmentSummary'] = async ({ po_id }, { db, caller }) => {
  const found = await findOrder(db, caller, po_id)
  const [order] = await orderRows(db, [found.id])
  if (order === undefined) throw notFound(allocationWords.poNotFound, { number: po_id })
  const { rows: by_store } = await rowsOf(byStoreRow)`
    SELECT x.code AS store, count(*)::int AS skus, sum(l.quantity)::int AS pieces,
      ${retailValueOf(sql`l.quantity`)}
    FROM replenishment_line l JOIN site x ON x.id = l.store_id JOIN sku k ON k.id = l.sku_id JOIN style s ON s.id = k.style_id
    WHERE l.order_id = ${found.id}::uuid GROUP BY x.code ORDER BY x.code`.execute(db)
  const moves = replenishmentLife.movesFor(caller, { number: order.po_id, state: order.state })
  return reply({ order, moves, by_store })
}

const goodsColumns = {
  source: col.text,
  store: col.text,
  store_id: col.text,
  sku_id: col.text,
  nm_sku: col.text,
  quantity: col.number,
  had: col.numberOrNull,
  is_closed: col.flag,
}

/**
 * Makes the gate passes of an order. Throws conflict for a store that was closed since, for what a test bars by now (what is on its way by
 * then is not sent twice) and where less is free by now than is ordered.
 */
export const sendReplenishment: Routes['sendReplenishment'] = (input, context) =>
  context.command(async (tx) => {
    const order = await holdOrder(tx, context, input, 'send')
    const { rows: goods } = await rowsOf(goodsColumns)`
      SELECT ${order.source} AS source, x.code AS store, x.id::text AS store_id, l.sku_id::text AS sku_id, k.nm_sku, l.quantity, l.had, x.retired_at IS NOT NULL AS is_closed
      FROM replenishment_line l JOIN site x ON x.id = l.store_id JOIN sku k ON k.id = l.sku_id
      WHERE l.order_id = ${order.id}::uuid ORDER BY x.code, k.nm_sku`.execute(tx)
    if (goods.length === 0) throw conflict(allocationWords.poEmpty, { values: { number: order.number } })
    assertOpen(goods)
    await holdPromises(tx)
    const judged = await judge(tx, order)
    assertStillWanted(goods, judged)
    await assertNotPromised(tx, goods, judged, order.id)
    const passes = await makePasses(tx, context, { ...order, isReserved: false }, goods)
    const gate_passes = passes.map(({ gate_pass }) => gate_pass)
    await orders.move(tx, context, order, 'send', {
      event: 'replenishment.sent',
      set: sql`gate_passes = ${gate_passes}::text[]`,
      details: { gate_passes: gate_passes.length },
    })
    const { data } = await replyOrder(tx, order.id, allocationWords.passesMade)
    return reply({ ...data, gate_passes }, allocationWords.passesMade)
  })

type Goods = Row<typeof goodsColumns>

function assertOpen(goods: readonly Goods[]): void {
  const [first] = goods.filter(({ is_closed }) => is_closed)
  if (first === undefined) return
  const { store } = first
  const pieces = sumOf(goods.filter((one) => one.store === store).map(({ quantity }) => quantity))
  throw conflict(allocationWords.poStoreClosed, { values: { store, pieces } })
}

/** A rate that fell below the threshold since, by a hair perhaps, holds nothing up; what is free is asked when it is reserved. */
const heldUpBy: readonly ReplenishmentTest[] = barring.filter((test) => test !== 'slow' && test !== 'no_stock')

function assertStillWanted(goods: readonly Goods[], { cells }: Judged): void {
  const barred = goods.flatMap((one) => {
    const { failed = [] } = cells.get(`${one.store} ${one.nm_sku}`) ?? {}
    const bar = failed.find(({ test }) => heldUpBy.includes(test))
    return bar ? [{ ...one, bar }] : []
  })
  const [first] = barred
  if (first)
    throw conflict(allocationWords.poBarred, { values: { ...barValues(first, first.bar), count: barred.length } })
}

/** Refuses styles at stores of which more goes than the store lacks by now, where it was promised some since that was ordered. */
async function assertNotPromised(tx: Tx, goods: readonly Goods[], { cells }: Judged, orderId: string): Promise<void> {
  const lines = goods.flatMap((one) => {
    const cell = cells.get(`${one.store} ${one.nm_sku}`)
    return cell ? [{ ...one, ...cell, quantity: one.quantity }] : []
  })
  const found = [...Map.groupBy(lines, ({ store, style }) => `${store} ${style}`).values()].flatMap((own) => {
    const beyond = sumOf(own.map(({ quantity }) => quantity)) - sumOf(own.map(({ need }) => need))
    return beyond > 0
      ? own.map(({ store, sku_id, style, has, had }) => ({ store, sku_id, style, pieces: has - (had ?? has) }))
      : []
  })
  const storeIds = [...new Set(goods.map(({ store_id }) => store_id))]
  await refusePromised(tx, found, { storeIds, skuIds: [], orderId }, allocationWords.poPromised)
}

/** Cancels an order that is not sent. */
export const cancelReplenishment: Routes['cancelReplenishment'] = (input, context) =>
  context.command(async (tx) => {
    const order = await orders.hold(tx, context, { number: input.po_id, version: input.version }, 'cancel')
    if (input.reason === '') throw refusedField('reason', needsWordsText)
    await orders.move(tx, context, order, 'cancel', {
      event: 'replenishment.cancelled',
      set: sql`reason = ${input.reason}`,
      details: { reason: input.reason },
    })
    return replyOrder(tx, order.id, allocationWords.poCancelledNow)
  })
