import { type SqlBool, sql } from 'kysely'
import { vendorOrders } from '../../../shared/areas/data/kinds.ts'
import type { RecordValues } from '../../../shared/areas/data/record-kind.ts'
import { recordWords } from '../../../shared/areas/data/record-words.ts'
import { orderCurrency, orderMessages } from '../../../shared/areas/orders/amendments.ts'
import { type CellValue, type Money, sheetMessages } from '../../../shared/kernel/sheet.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, Tx } from '../../http/call.ts'
import { closedOrder, invalidInput, Refusal } from '../../http/errors.ts'
import { amendHeld } from '../orders/amend-order.ts'
import { flagUrgent } from '../orders/cancel-order.ts'
import { makeOrders } from '../orders/make-orders.ts'
import { checkNewOrders, type NewOrder, termFaults } from '../orders/new-orders.ts'
import { lockAnyOrder } from '../orders/orders.ts'
import type { CheckedRecord, FoundRecord, KeyedRecord, PlacedFaults, RecordFault, RecordStore } from './record-store.ts'

const from = sql`order_line AS r JOIN vendor_order o ON o.id = r.order_id JOIN sku k ON k.id = r.sku_id
  JOIN vendor v ON v.id = o.vendor_id JOIN site d ON d.id = o.destination_id`

const ofOrder = sql`'shipped', nullif(r.shipped, 0), 'vendor', v.code, 'price', jsonb_build_object('minor', o.unit_price_minor, 'currency', o.currency),
  'order_date', o.order_date, 'deadline', o.ship_by, 'destination', d.code, 'is_urgent', o.is_flagged_urgent, 'currency', o.currency,
  'reason', NULL`

const values = sql`jsonb_build_object('order_id', o.order_id, 'sku', k.nm_sku, 'quantity', r.ordered, ${ofOrder})`

/** Pieces of a line that are still to be shipped. */
const stillOpen = sql`(r.ordered - r.shipped - r.rejected - r.oos)`

/** Lines by order and SKU. Of a line that its order does not have yet, what the order says, with no piece. */
async function find(tx: Tx, wanted: readonly KeyedRecord[]): Promise<ReadonlyMap<number, FoundRecord>> {
  const { rows } = await rowsOf({ place: col.number, values: col.json, version: col.number })`
    SELECT i.place::int AS place, o.version,
      jsonb_build_object('order_id', o.order_id, 'sku', k.nm_sku, 'quantity', coalesce(r.ordered, 0), ${ofOrder}) AS values
    FROM unnest(${wanted.map((one) => one.values.order_id)}::text[], ${wanted.map(({ ids }) => ids.sku ?? null)}::uuid[])
      WITH ORDINALITY AS i (order_id, sku, place)
    JOIN vendor_order o ON o.order_id = i.order_id JOIN sku k ON k.id = i.sku
    JOIN vendor v ON v.id = o.vendor_id JOIN site d ON d.id = o.destination_id
    LEFT JOIN order_line r ON r.order_id = o.id AND r.sku_id = k.id`.execute(tx)
  return new Map(
    rows.map(({ place, version, values: found }) => [
      place - 1,
      { id: '', values: found as RecordValues, is_retired: false, version },
    ]),
  )
}

interface Row {
  at: number
  record: CheckedRecord
}

type Faults = Map<number, RecordFault>

/** Columns that say something of a whole order. */
const shared = ['vendor', 'price', 'order_date', 'deadline', 'destination', 'is_urgent'] as const

const same = (a: CellValue | undefined, b: CellValue | undefined) =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Orders with their rows, without those in which two rows say different things. A row that leaves a cell empty says nothing there. */
function ordersIn(records: readonly CheckedRecord[], faults: Faults): Row[][] {
  const rows = records.map((record, at) => ({ at, record }))
  return [...Map.groupBy(rows, ({ record }) => String(record.values.order_id)).values()].filter((of) => {
    for (const column of shared) {
      const [first, ...others] = of.filter(({ record }) => says(record, column))
      for (const { at, record } of others)
        if (!same(record.values[column], first?.record.values[column]) && !faults.has(at))
          faults.set(at, {
            column,
            message: recordWords.contradicts,
            expected: sheetMessages.otherRow,
            values: { row: String(first?.record.row) },
          })
    }
    return of.every(({ at }) => !faults.has(at))
  })
}

const says = ({ given }: CheckedRecord, column: string) => (given[column] ?? null) !== null

/** What an order's rows say of it; what none of them says, as it stood. */
function saidOf(rows: readonly Row[]): RecordValues {
  const values = rows[0]?.record.values ?? {}
  const said = shared.flatMap((column) => {
    const row = rows.find(({ record }) => says(record, column))
    return row ? [[column, row.record.values[column] ?? null] as const] : []
  })
  return { ...values, ...Object.fromEntries(said) }
}

/** As orders are made by hand: everything by its code, the style that of the first SKU. */
function newOrder(rows: readonly Row[], styles: ReadonlyMap<string, string>): NewOrder {
  const of = saidOf(rows)
  return {
    order_id: String(of.order_id),
    supplier_id: of.vendor as string | null,
    style_id: styles.get(rows[0]?.record.ids.sku ?? '') ?? '',
    destination_id: String(of.destination),
    order_date: of.order_date as string | null,
    shipping_deadline: String(of.deadline),
    unit_price: of.price as Money,
    is_urgent: of.is_urgent === true,
    lines: rows.map(({ record }) => ({ nm_sku: String(record.values.sku), quantity: Number(record.values.quantity) })),
  }
}

async function stylesOf(tx: Tx, records: readonly CheckedRecord[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await rowsOf({ id: col.text, code: col.text })`
    SELECT k.id::text AS id, s.code FROM sku k JOIN style s ON s.id = k.style_id
    WHERE k.id = ANY(${[...new Set(records.map(({ ids }) => ids.sku))]}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, code }) => [id, code]))
}

/** Where a fault of the area of orders stands in the sheet. */
const columnsOf: Readonly<Record<string, string>> = {
  ...{
    order_id: 'order_id',
    supplier_id: 'vendor',
    style_id: 'sku',
    destination_id: 'destination',
    order_date: 'order_date',
  },
  ...{ shipping_deadline: 'deadline', unit_price: 'price', lines: 'quantity', is_urgent: 'is_urgent' },
}

function faultAt(
  rows: readonly Row[],
  field: string,
  message: string,
  blanks: Readonly<Record<string, unknown>>,
): [number, RecordFault] {
  const [, line, of] = /^lines\.(\d+)\.(\w+)$/.exec(field) ?? []
  const row = rows[Number(line ?? 0)] ?? rows[0]
  const column = of === undefined ? (columnsOf[field] ?? 'order_id') : of === 'nm_sku' ? 'sku' : 'quantity'
  const values = Object.fromEntries(Object.entries(blanks).map(([name, value]) => [name, String(value)]))
  return [row?.at ?? 0, { column, message: recordWords.orderWrong, expected: message, values }]
}

/**
 * New orders are checked by the rules of orders made by hand. Orders that are there are amended here, each for itself: what the rules of
 * amendments refuse becomes a fault of its rows, and the command that this is part of is undone where faults forbid the file.
 */
async function check(tx: Tx, records: readonly CheckedRecord[], context: CallContext): Promise<PlacedFaults> {
  const faults: Faults = new Map()
  const orders = ordersIn(records, faults)
  const added = orders.filter((rows) => rows.every(({ record }) => record.isNew))
  for (const [at, { given }] of records.entries())
    if (says(records[at] as CheckedRecord, 'currency') && given.currency !== orderCurrency && !faults.has(at))
      faults.set(at, {
        column: 'currency',
        message: recordWords.orderWrong,
        expected: orderMessages.otherCurrency,
        values: { currency: orderCurrency },
      })
  for (const { at, record } of added.flat())
    if (Number(record.values.shipped ?? 0) > 0)
      faults.set(at, {
        column: 'shipped',
        message: recordWords.shippedElsewhere,
        expected: recordWords.orderWhatIsOpen,
      })
  const fresh = added.filter((rows) => rows.every(({ at }) => !faults.has(at)))
  const styles = await stylesOf(tx, records)
  const checked = await checkNewOrders(
    tx,
    fresh.map((rows) => newOrder(rows, styles)),
  )
  const ofFresh = checked.faults.map(({ at, field, message, values: blanks }) =>
    faultAt(fresh[at] ?? [], field, message, blanks),
  )
  const there = orders.filter((of) => !added.includes(of) && of.every(({ at }) => !faults.has(at)))
  // All of them at once and in the order of ids, as every command does: two that meet would wait for each other.
  await sql`SELECT FROM vendor_order WHERE order_id = ANY(${there.map((rows) => String(rows[0]?.record.values.order_id))}::text[])
    ORDER BY id FOR NO KEY UPDATE`.execute(tx)
  for (const rows of there) await amendOne(tx, context, rows, faults)
  return [...faults, ...ofFresh]
}

/** Its days and its price: all that can be said of an order of which other cells are wrong. */
async function checkFaulty(_tx: Tx, records: readonly CheckedRecord[]): Promise<PlacedFaults> {
  return records.flatMap((record, at) => {
    const { order_date, deadline, price } = record.values
    const terms = {
      order_date: (order_date as string | null) ?? null,
      shipping_deadline: (deadline as string | null) ?? null,
      unit_price: (price as Money | null) ?? null,
    }
    return termFaults(terms).map(([field, message, values = {}]) => faultAt([{ at, record }], field, message, values))
  })
}

async function amendOne(tx: Tx, context: CallContext, rows: readonly Row[], faults: Faults): Promise<void> {
  const [first] = rows
  if (!first) return
  const { before } = first.record
  const now = saidOf(rows)
  const kept = (['vendor', 'order_date', 'destination'] as const).find((column) => !same(before[column], now[column]))
  if (kept) {
    const row = rows.find(({ record }) => says(record, kept)) ?? first
    faults.set(row.at, { column: kept, message: recordWords.orderKeeps })
    return
  }
  const changed = rows.filter(({ record }) => record.values.quantity !== record.before.quantity)
  const lines = changed.map(({ record }) => ({
    nm_sku: String(record.values.sku),
    quantity: Number(record.values.quantity),
  }))
  const terms = {
    ...(!same(before.deadline, now.deadline) && { shipping_deadline: String(now.deadline) }),
    ...(!same(before.price, now.price) && { unit_price: now.price as Money }),
  }
  const reason = rows.map(({ record }) => record.values.reason ?? null).find((said) => said !== null)
  await sql`SAVEPOINT one_order`.execute(tx)
  try {
    if (lines.length > 0 || Object.keys(terms).length > 0) {
      const order = await lockAnyOrder(tx, context.caller, String(now.order_id))
      await amendHeld(tx, context, order, { lines, reason: reason?.toString() ?? recordWords.byFile, ...terms })
    }
    if (before.is_urgent !== now.is_urgent) await flag(tx, context, String(now.order_id), now.is_urgent === true)
  } catch (thrown) {
    const error = closedOrder(thrown) ?? thrown
    if (!(error instanceof Refusal)) throw error
    await sql`ROLLBACK TO SAVEPOINT one_order`.execute(tx)
    const { fields, values: blanks } = error.details
    const field = fields?.[0]?.field ?? 'order_id'
    const [place, fault] = faultAt(changed.length > 0 ? changed : rows, field, error.message, blanks ?? {})
    faults.set(place, fault)
  }
  // Each that stays open makes the next one dearer.
  await sql`RELEASE SAVEPOINT one_order`.execute(tx)
}

/** Throws invalid_input for an order that takes no flag: what a file says is not passed over. */
async function flag(tx: Tx, context: CallContext, orderId: string, isUrgent: boolean): Promise<void> {
  const { unchanged } = await flagUrgent(tx, context, [orderId], isUrgent)
  const [refused] = unchanged
  if (refused) throw invalidInput(refused.reason, { fields: [{ field: 'is_urgent', message: refused.reason }] })
}

/** Orders that are not there yet; what changes of others is done by then. */
async function write(tx: Tx, records: readonly CheckedRecord[], context: CallContext): Promise<void> {
  const orders = ordersIn(records, new Map())
  const styles = await stylesOf(tx, records)
  const fresh = orders.filter((rows) => rows.every(({ record }) => record.isNew))
  await makeOrders(
    tx,
    context,
    fresh.map((rows) => newOrder(rows, styles)),
  )
}

/** Orders of vendors, a row a line: new orders are made, others are amended, by the rules of orders themselves. */
export const orderStore: RecordStore = {
  kind: vendorOrders,
  from,
  scope: null,
  values,
  byColumn: {
    order_id: sql`o.order_id`,
    sku: sql`k.nm_sku`,
    vendor: sql`v.code`,
    destination: sql`d.code`,
  },
  search: (like) => sql`(o.order_id ILIKE ${like} OR k.nm_sku ILIKE ${like} OR v.code ILIKE ${like})`,
  order: [
    [sql`o.order_id`, 'text'],
    [sql`k.nm_sku`, 'text'],
  ],
  // What nobody waits for any more would be ordered anew by whoever takes the export in.
  retiredAt: sql`CASE WHEN o.decision IN ('NOT_APPROVED', 'CANCELLED') THEN o.created_at END`,
  hasId: false,
  // What is still to come of orders that somebody waits for.
  moving: {
    scope: sql<SqlBool>`o.decision IN ('NEW', 'APPROVED') AND ${stillOpen} > 0`,
    values: sql`${values} || jsonb_build_object('quantity', ${stillOpen}, 'shipped', NULL)`,
  },
  // How many were shipped is counted here; what a file says of it is for an installation that does not know the order.
  complete: (of, before) => (before ? { ...of, shipped: before.shipped ?? null } : of),
  together: 'order_id',
  record: sql`o.id`,
  version: sql<number>`o.version`,
  find,
  check,
  checkFaulty,
  write,
}
