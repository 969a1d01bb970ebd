import { sql } from 'kysely'
import { recordWords, vendorOrders } from '../../../shared/areas/data/kinds.ts'
import type { RecordValues } from '../../../shared/areas/data/record-kind.ts'
import type { CellValue, Money } from '../../../shared/kernel/sheet.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, Tx } from '../../http/call.ts'
import { Refusal } from '../../http/errors.ts'
import { amendHeld } from '../orders/amend-order.ts'
import { flagUrgent } from '../orders/cancel-order.ts'
import { makeOrders } from '../orders/make-orders.ts'
import { checkNewOrders, type NewOrder } from '../orders/new-orders.ts'
import { lockAnyOrder } from '../orders/orders.ts'
import type { CheckedRecord, FoundRecord, KeyedRecord, RecordFault, RecordStore } from './record-store.ts'

const from = sql`order_line AS r JOIN vendor_order o ON o.id = r.order_id JOIN sku k ON k.id = r.sku_id
  JOIN vendor v ON v.id = o.vendor_id JOIN site d ON d.id = o.destination_id`

const ofOrder = sql`'vendor', v.code, 'price', jsonb_build_object('minor', o.unit_price_minor, 'currency', o.currency),
  'order_date', o.order_date, 'deadline', o.ship_by, 'destination', d.code, 'is_urgent', o.is_flagged_urgent, 'reason', NULL`

const values = sql`jsonb_build_object('order_id', o.order_id, 'sku', k.nm_sku, 'quantity', r.ordered, ${ofOrder})`

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

/** Orders with their rows, without those in which two rows say different things. */
function ordersIn(records: readonly CheckedRecord[], faults: Faults): Row[][] {
  const rows = records.map((record, at) => ({ at, record }))
  return [...Map.groupBy(rows, ({ record }) => String(record.values.order_id)).values()].filter((of) => {
    const [first] = of
    for (const { at, record } of of) {
      const other = shared.find((column) => !same(record.values[column], first?.record.values[column]))
      if (other) faults.set(at, { column: other, message: recordWords.contradicts })
    }
    return of.every(({ at }) => !faults.has(at))
  })
}

/** As orders are made by hand: everything by its code, the style that of the first SKU. */
function newOrder(rows: readonly Row[], styles: ReadonlyMap<string, string>): NewOrder {
  const of = rows[0]?.record.values ?? {}
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
  ...{ shipping_deadline: 'deadline', unit_price: 'price', lines: 'quantity' },
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
async function check(tx: Tx, records: readonly CheckedRecord[], context: CallContext): Promise<Faults> {
  const faults: Faults = new Map()
  const orders = ordersIn(records, faults)
  const fresh = orders.filter((rows) => rows.every(({ record }) => record.isNew))
  const styles = await stylesOf(tx, records)
  const checked = await checkNewOrders(
    tx,
    fresh.map((rows) => newOrder(rows, styles)),
  )
  for (const { at, field, message, values: blanks } of checked.faults) {
    const rows = fresh[at] ?? []
    const [place, fault] = faultAt(rows, field, message, blanks)
    if (!faults.has(place) && rows.length > 0) faults.set(place, fault)
  }
  for (const rows of orders.filter((of) => !fresh.includes(of))) await amendOne(tx, context, rows, faults)
  return faults
}

async function amendOne(tx: Tx, context: CallContext, rows: readonly Row[], faults: Faults): Promise<void> {
  const [first] = rows
  if (!first) return
  const { before, values: now } = first.record
  const kept = (['vendor', 'order_date', 'destination'] as const).find((column) => !same(before[column], now[column]))
  if (kept) {
    faults.set(first.at, { column: kept, message: recordWords.orderKeeps })
    return
  }
  const lines = rows
    .filter(({ record }) => record.values.quantity !== record.before.quantity)
    .map(({ record }) => ({ nm_sku: String(record.values.sku), quantity: Number(record.values.quantity) }))
  const amendment = {
    lines,
    reason:
      rows
        .map(({ record }) => record.values.reason)
        .find((reason) => reason !== null)
        ?.toString() ?? recordWords.byFile,
    ...(!same(before.deadline, now.deadline) && { shipping_deadline: String(now.deadline) }),
    ...(!same(before.price, now.price) && { unit_price: now.price as Money }),
  }
  if (lines.length === 0 && Object.keys(amendment).length === 2) return
  await sql`SAVEPOINT one_order`.execute(tx)
  try {
    const order = await lockAnyOrder(tx, context.caller, String(now.order_id))
    await amendHeld(tx, context, order, amendment)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await sql`ROLLBACK TO SAVEPOINT one_order`.execute(tx)
    const { fields, values: blanks } = error.details
    const lineRows = rows.filter(({ record }) => record.values.quantity !== record.before.quantity)
    const [place, fault] = faultAt(
      lineRows.length > 0 ? lineRows : rows,
      fields?.[0]?.field ?? 'order_id',
      error.message,
      blanks ?? {},
    )
    faults.set(place, fault)
  }
}

/** Orders that are not there yet; what changes of others is done by then, but for their urgency. */
async function write(tx: Tx, records: readonly CheckedRecord[], context: CallContext): Promise<void> {
  const orders = ordersIn(records, new Map())
  const styles = await stylesOf(tx, records)
  const fresh = orders.filter((rows) => rows.every(({ record }) => record.isNew))
  await makeOrders(
    tx,
    context,
    fresh.map((rows) => newOrder(rows, styles)),
  )
  for (const isUrgent of [true, false]) {
    const ids = orders.flatMap(([first]) => {
      const { isNew, before, values: now } = first?.record ?? { isNew: true, before: {}, values: {} }
      return !isNew && before.is_urgent !== now.is_urgent && now.is_urgent === isUrgent ? [String(now.order_id)] : []
    })
    if (ids.length > 0) await flagUrgent(tx, context, ids, isUrgent)
  }
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
  retiredAt: null,
  hasId: false,
  together: 'order_id',
  version: sql<number>`o.version`,
  find,
  check,
  write,
}
