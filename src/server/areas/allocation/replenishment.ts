import { sql } from 'kysely'
import { type CellFault, orderFaults } from '../../../shared/areas/allocation/order-faults.ts'
import type { PoStyle } from '../../../shared/areas/allocation/shapes.ts'
import { allocationWords } from '../../../shared/areas/allocation/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { dayIn, indiaZone } from '../../../shared/kernel/days.ts'
import { recordEvent } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Handlers, reply, type Tx } from '../../http/call.ts'
import { invalidInput, refusedField } from '../../http/errors.ts'
import { atOwnSites } from '../../http/own-sites.ts'
import { pageOf, readCursor } from '../../lists/keyset.ts'
import { freshRates } from '../vendor-inventory/rates.ts'
import { sitesNamed } from './create.ts'
import { judge } from './judge-styles.ts'
import type { Order } from './order-columns.ts'
import { findOrder, holdOrder, orders, replyOrder } from './replenishment-orders.ts'

type Calls = Contract['allocation']
type Routes = Handlers<Calls>

const tabs: Record<Taken<Calls['replenishmentStyles']>['tab'], (row: PoStyle) => boolean> = {
  eligible: ({ failed }) => failed.length === 0,
  not_eligible: ({ failed }) => failed.length > 0,
  ordered: ({ ordered }) => ordered > 0,
  all: () => true,
}

export const replenishmentStyles: Routes['replenishmentStyles'] = async (input, { db, caller }) => {
  const after = readCursor(input.cursor, ['int', 'text'])
  const order = await findOrder(db, caller, input.po_id)
  await freshRates(db)
  const { rows } = await judge(db, order)
  const words = (input.search ?? '').toLowerCase()
  const matching = rows.filter(
    (row) =>
      (input.store === undefined || row.store === input.store) &&
      (input.test === undefined || row.failed.some(({ test }) => test === input.test)) &&
      `${row.style_id} ${row.style_name} ${row.style_name_zh} ${row.color}`.toLowerCase().includes(words),
  )
  if (input.part === 'counts') {
    const counts = Object.entries(tabs).map(([tab, fits]) => [tab, matching.filter(fits).length])
    return reply({ rows: [], next_cursor: null, counts: Object.fromEntries(counts) })
  }
  const shown = matching
    .filter(tabs[input.tab])
    .toSorted((a, b) => compare(placeOf(a), placeOf(b)))
    .filter((row) => after === null || compare(placeOf(row), after.map(String)) > 0)
  return reply(pageOf(shown.slice(0, input.page_size + 1), input.page_size, placeOf))
}

/** What runs out first stands before others; what does not sell stands last. */
const placeOf = ({ cover_before, store, style_id, color }: PoStyle) => [
  String(cover_before === null ? 999_999_999 : Math.min(999_999_998, Math.round(cover_before * 10))),
  `${store} ${style_id} ${color}`,
]

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const compare = ([cover, name = '']: readonly string[], [otherCover, otherName = '']: readonly string[]) =>
  Number(cover) - Number(otherCover) || byText(name, otherName)

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

const skuColumns = { id: col.text, nm_sku: col.text, category: col.text }

/** Says how many pieces of SKUs stores get. Throws invalid_input at each line that cannot be (`orderFaults`). */
export const addReplenishmentStyles: Routes['addReplenishmentStyles'] = (input, context) =>
  context.command(async (tx) => {
    const order = await holdOrder(tx, context, input, 'change')
    const lines = await linesOf(tx, order, input.lines)
    const { cells } = await judge(tx, order)
    const changed = new Map(cells)
    for (const { store, nm_sku, quantity, category } of lines) {
      const key = `${store} ${nm_sku}`
      const cell = changed.get(key) ?? notCarried({ store, nm_sku, category })
      changed.set(key, { ...cell, quantity })
    }
    const styles = new Set(lines.flatMap(({ store, nm_sku }) => changed.get(`${store} ${nm_sku}`)?.style ?? []))
    const faults = new Map(
      orderFaults(
        [...changed.values()].filter(({ style }) => styles.has(style)),
        order.mode,
      ).map((fault) => [...[`${fault.store} ${fault.nm_sku}`, fault]] as const),
    )
    refuse(lines, faults)
    await sql`
      WITH n AS (SELECT * FROM unnest(${lines.map((line) => line.storeId)}::uuid[], ${lines.map((line) => line.skuId)}::uuid[],
          ${lines.map((line) => line.quantity)}::int[], ${lines.map(({ store, nm_sku }) => cells.get(`${store} ${nm_sku}`)?.has ?? null)}::int[])
          AS n (store_id, sku_id, quantity, had)),
        gone AS (DELETE FROM replenishment_line l USING n WHERE l.order_id = ${order.id}::uuid AND l.store_id = n.store_id
          AND l.sku_id = n.sku_id AND n.quantity = 0)
      INSERT INTO replenishment_line (order_id, store_id, sku_id, quantity, had)
      SELECT ${order.id}::uuid, store_id, sku_id, quantity, had FROM n WHERE quantity > 0
      ON CONFLICT (order_id, store_id, sku_id) DO UPDATE SET quantity = excluded.quantity, had = excluded.had`.execute(
      tx,
    )
    await orders.move(tx, context, order, 'change', {
      event: 'replenishment.changed',
      details: { lines: lines.length },
    })
    return replyOrder(tx, order.id, allocationWords.poSaved)
  })

type Wanted = Taken<Calls['addReplenishmentStyles']>['lines']

/** The lines with their ids; of an SKU that is named twice at a store, the last. Throws invalid_input for what the order or the catalogue lacks. */
async function linesOf(tx: Tx, order: Order, wanted: Wanted) {
  const { rows: stores } = await rowsOf({ id: col.text, site: col.text })`
    SELECT x.id::text AS id, x.code AS site FROM replenishment_store w JOIN site x ON x.id = w.site_id
    WHERE w.order_id = ${order.id}::uuid`.execute(tx)
  const storeIds = new Map(stores.map(({ id, site }) => [site, id]))
  const { rows: skus } = await rowsOf(skuColumns)`
    SELECT k.id::text AS id, k.nm_sku, s.category FROM sku k JOIN style s ON s.id = k.style_id
    WHERE k.nm_sku = ANY(${wanted.map(({ nm_sku }) => nm_sku)}::text[]) AND k.retired_at IS NULL`.execute(tx)
  const bySku = new Map(skus.map((sku) => [sku.nm_sku, sku]))
  const lines = wanted.map((line, at) => {
    const [storeId, sku] = [storeIds.get(line.store), bySku.get(line.nm_sku)]
    if (storeId === undefined) throw refusedField(`lines.${at}.store`, allocationWords.notInTask, { store: line.store })
    if (sku === undefined)
      throw refusedField(`lines.${at}.nm_sku`, allocationWords.skuNotInTask, { nm_sku: line.nm_sku })
    return { ...line, at, storeId, skuId: sku.id, category: sku.category }
  })
  return [...new Map(lines.map((line) => [`${line.store} ${line.nm_sku}`, line])).values()]
}

const notCarried = ({ store, nm_sku, category }: { store: string; nm_sku: string; category: string }) => ({
  ...{ store, nm_sku, style: nm_sku, quantity: 0, ordered: 0, free: 0, pieces_in_set: 1, has: 0, need: 0 },
  failed: [{ test: 'not_carried' as const, values: { category } }],
})

/** Throws invalid_input that names each line at fault; a set that is broken elsewhere is said at a line of its store. */
function refuse(lines: Awaited<ReturnType<typeof linesOf>>, faults: ReadonlyMap<string, CellFault>): void {
  const fields = lines.flatMap(({ store, nm_sku, at }) => {
    const fault = faults.get(`${store} ${nm_sku}`)
    return fault ? [{ field: `lines.${at}.quantity`, message: fault.message, values: fault.values }] : []
  })
  for (const { store, message, values } of fields.length === 0 ? faults.values() : []) {
    const at = lines.find((line) => line.store === store)?.at
    if (at !== undefined) fields.push({ field: `lines.${at}.quantity`, message, values })
  }
  const [first] = fields
  if (first) throw invalidInput(first.message, { values: first.values, fields })
}

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
