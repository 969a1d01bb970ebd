import { type SqlBool, sql } from 'kysely'
import { productionOrderRecords } from '../../../shared/areas/data/kinds.ts'
import type { RecordValues } from '../../../shared/areas/data/record-kind.ts'
import { recordWords } from '../../../shared/areas/data/record-words.ts'
import { orderLife } from '../../../shared/areas/production/order-life.ts'
import type { OrderPath } from '../../../shared/areas/production/order-states.ts'
import { addDays, dayIn, indiaZone } from '../../../shared/kernel/days.ts'
import { type CellValue, sheetMessages } from '../../../shared/kernel/sheet.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, Tx } from '../../http/call.ts'
import type { CheckedRecord, FoundRecord, KeyedRecord, RecordFault, RecordStore } from '../data/record-store.ts'
import { cutBefore } from '../facilities/stage-lines.ts'
import { type Assignment, heldFacilities, USUAL_DAYS, writeSplits } from './assign.ts'
import { editOrder } from './drafts.ts'
import { keepCard } from './job-card.ts'
import { moveOrders } from './move-orders.ts'
import { type KnownOrder, knownOrders, linesOf } from './orders.ts'
import { makeProductions, type NewProduction } from './start.ts'

const from = sql`production_order_line AS r JOIN production_order o ON o.id = r.order_id JOIN sku k ON k.id = r.sku_id`

const ofOrder = sql`'path', o.path, 'due_on', o.due_on, 'needs_marker', o.needs_marker, 'remark', nullif(o.remark, '')`
/** Where a line of an order that is sent is made as a whole. */
const facility = sql`(SELECT CASE WHEN count(*) = 1 THEN min(f.code) END FROM production_allocation_line a
  JOIN production_facility f ON f.id = a.facility_id AND f.is_own
  WHERE o.state = 'SENT_FOR_PRODUCTION' AND a.order_id = o.id AND a.color = r.color AND a.size = r.size)`
const values = sql`jsonb_build_object('order', o.number, 'sku', k.nm_sku, 'quantity', r.pieces, 'cut', nullif(r.cut, 0), 'facility', ${facility}, ${ofOrder})`

/** Lines by order and SKU. Of a line that its order does not have yet, what the order says, with no piece. */
async function find(tx: Tx, wanted: readonly KeyedRecord[]): Promise<ReadonlyMap<number, FoundRecord>> {
  const { rows } = await rowsOf({ place: col.number, values: col.json, version: col.number })`
    SELECT i.place::int AS place, o.version,
      jsonb_build_object('order', o.number, 'sku', k.nm_sku, 'quantity', coalesce(r.pieces, 0), 'cut', nullif(r.cut, 0), 'facility', ${facility}, ${ofOrder}) AS values
    FROM unnest(${wanted.map((one) => one.values.order)}::text[], ${wanted.map(({ ids }) => ids.sku ?? null)}::uuid[])
      WITH ORDINALITY AS i (number, sku, place)
    JOIN production_order o ON o.number = i.number JOIN sku k ON k.id = i.sku
    LEFT JOIN production_order_line r ON r.order_id = o.id AND r.sku_id = k.id`.execute(tx)
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

/** Columns that say something of a whole order. */
const shared = ['path', 'due_on', 'needs_marker', 'remark'] as const

const says = ({ given }: CheckedRecord, column: string) => (given[column] ?? null) !== null
const same = (a: CellValue | undefined, b: CellValue | undefined) => (a ?? null) === (b ?? null)
const byOrder = (records: readonly CheckedRecord[]): Row[][] => [
  ...Map.groupBy(
    records.map((record, at) => ({ at, record })),
    ({ record }) => String(record.values.order),
  ).values(),
]

/** Merges an order's rows into one change; what none of them names keeps its stored value. */
function saidOf(rows: readonly Row[]): RecordValues {
  const said = shared.flatMap((column) => {
    const row = rows.find(({ record }) => says(record, column))
    return row ? [[column, row.record.values[column] ?? null] as const] : []
  })
  return { ...rows[0]?.record.values, ...Object.fromEntries(said) }
}

const skuColumns = {
  id: col.text,
  style: col.text,
  color: col.text,
  size: col.text,
  is_retired: col.flag,
}

async function skusOf(tx: Tx, records: readonly CheckedRecord[]) {
  const { rows } = await rowsOf(skuColumns)`
    SELECT k.id::text AS id, k.style_id::text AS style, k.color, k.size, k.retired_at IS NOT NULL OR s.retired_at IS NOT NULL AS is_retired
    FROM sku k JOIN style s ON s.id = k.style_id WHERE k.id = ANY(${[...new Set(records.map(({ ids }) => ids.sku))]}::uuid[])`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Orders that are there, held in the order of their ids, by their numbers. */
async function heldOf(tx: Tx, numbers: readonly string[]): Promise<Map<string, KnownOrder>> {
  const { rows } = await rowsOf({ id: col.text })`
    SELECT id::text AS id FROM production_order WHERE number = ANY(${numbers}::text[]) ORDER BY id FOR NO KEY UPDATE`.execute(
    tx,
  )
  const known = await knownOrders(
    tx,
    rows.map(({ id }) => id),
  )
  return new Map(known.map((order) => [order.number, order]))
}

/** New orders begin at their first question; others change as by their form, while nobody has planned by them. */
async function check(tx: Tx, records: readonly CheckedRecord[]): Promise<ReadonlyMap<number, RecordFault>> {
  const faults = new Map<number, RecordFault>()
  const orders = byOrder(records)
  const numbers = orders.map((rows) => String(rows[0]?.record.values.order))
  const held = await heldOf(tx, numbers)
  const skus = await skusOf(tx, records)
  const { rows: bought } = await rowsOf({ number: col.text })`
    SELECT order_id AS number FROM vendor_order WHERE order_id = ANY(${numbers}::text[])`.execute(tx)
  const taken = new Set(bought.map(({ number }) => number))
  const { rows: owned } = await rowsOf({ id: col.text })`
    SELECT id::text AS id FROM production_facility WHERE is_own AND retired_at IS NULL AND id = ANY(${records.flatMap(({ ids }) => ids.facility ?? [])}::uuid[])`.execute(
    tx,
  )
  const own = new Set(owned.map(({ id }) => id))
  for (const [nth, rows] of orders.entries()) {
    const blame = (at: number, fault: RecordFault) => void (faults.has(at) || faults.set(at, fault))
    for (const column of shared) {
      const [first, ...others] = rows.filter(({ record }) => says(record, column))
      for (const { at, record } of others)
        if (!same(record.values[column], first?.record.values[column]))
          blame(at, {
            ...{ column, message: recordWords.contradicts },
            ...{ expected: sheetMessages.otherRow, values: { row: String(first?.record.row) } },
          })
    }
    const order = held.get(numbers[nth] ?? '')
    const style = order?.style ?? skus.get(rows[0]?.record.ids.sku ?? '')?.style
    const cells = new Set<string>()
    for (const { at, record } of rows) {
      const sku = skus.get(record.ids.sku ?? '')
      const cell = `${sku?.color}\n${sku?.size}`
      if (sku?.style !== style) blame(at, { column: 'sku', message: recordWords.otherStyle })
      else if (cells.has(cell)) blame(at, { column: 'sku', message: recordWords.sameCell })
      else if (sku?.is_retired && Number(record.before.quantity ?? 0) === 0)
        blame(at, { column: 'sku', message: recordWords.isRetired })
      if (Number(record.values.quantity ?? 0) === 0) blame(at, { column: 'quantity', message: recordWords.noPieces })
      cells.add(cell)
      if (order === undefined) checkSent(record, rows, own, (fault) => blame(at, fault))
      if (order === undefined && taken.has(numbers[nth] ?? ''))
        blame(at, { column: 'order', message: recordWords.isVendorOrder })
    }
    if (order !== undefined) checkChange(rows, order, blame)
  }
  return faults
}

/** An order that was sent elsewhere arrives as sent, with what is cut of it, where every row names a facility of the company's own. */
function checkSent(
  record: CheckedRecord,
  rows: readonly Row[],
  own: ReadonlySet<string>,
  blame: (fault: RecordFault) => void,
): void {
  const cut = Number(record.given.cut ?? 0)
  if (!rows.some((row) => says(row.record, 'facility'))) {
    if (cut > 0) blame({ column: 'cut', message: recordWords.cutElsewhere, expected: recordWords.orderWhatIsUncut })
  } else if (!says(record, 'facility')) blame({ column: 'facility', message: recordWords.sentWhole })
  else if (record.values.path === 'OUTSOURCED' || !own.has(record.ids.facility ?? ''))
    blame({ column: 'facility', message: recordWords.sentInHouse, expected: recordWords.bringUnsent })
  else if (cut > Number(record.values.quantity ?? 0)) blame({ column: 'cut', message: recordWords.cutBeyond })
}

/** What of a change to an order that is there is closed. */
function checkChange(rows: readonly Row[], order: KnownOrder, blame: (at: number, fault: RecordFault) => void): void {
  const closed = orderLife.closedFor('edit', order)
  for (const { at, record } of rows) {
    if (!same(record.before.path, record.values.path))
      blame(at, { column: 'path', message: recordWords.orderWrong, expected: recordWords.movedByScreen })
    const column = (['quantity', 'due_on', 'needs_marker', 'remark'] as const).find(
      (one) => !same(record.before[one], record.values[one]),
    )
    if (closed !== null && column !== undefined)
      blame(at, { column, message: recordWords.orderWrong, expected: closed.message })
  }
}

async function write(tx: Tx, records: readonly CheckedRecord[], context: CallContext): Promise<void> {
  const skus = await skusOf(tx, records)
  const lineOf = ({ record }: Row) => {
    const { color = '', size = '' } = skus.get(record.ids.sku ?? '') ?? {}
    return { color, size, pieces: Number(record.values.quantity), sku: record.ids.sku }
  }
  const orders = byOrder(records)
  const fresh = orders.filter((rows) => rows.every(({ record }) => record.isNew))
  await makeProductions(
    tx,
    context,
    fresh.map((rows): NewProduction => {
      const of = saidOf(rows)
      return {
        number: String(of.order),
        style: skus.get(rows[0]?.record.ids.sku ?? '')?.style ?? '',
        source: 'records',
        path: (of.path ?? 'IN_HOUSE') as OrderPath,
        due_on: of.due_on as string | null,
        needs_marker: of.needs_marker !== false,
        remark: String(of.remark ?? ''),
        lines: rows.map(lineOf),
      }
    }),
  )
  await sendBrought(
    tx,
    context,
    fresh
      .filter((rows) => rows.some(({ record }) => says(record, 'facility')))
      .map((rows) => ({ rows, of: saidOf(rows), lines: rows.map(lineOf) })),
  )
  const there = orders.filter((rows) => !fresh.includes(rows))
  const held = await heldOf(
    tx,
    there.map((rows) => String(rows[0]?.record.values.order)),
  )
  for (const rows of there) {
    const of = saidOf(rows)
    const order = held.get(String(of.order))
    if (order === undefined) throw new Error('an order was lost')
    const changed = rows.filter(({ record }) => !same(record.before.quantity, record.values.quantity)).map(lineOf)
    const isOther = (line: { color: string; size: string }) =>
      !changed.some((one) => one.color === line.color && one.size === line.size)
    const kept = changed.length === 0 ? [] : (await linesOf(tx, order.id)).filter(isOther)
    await editOrder(tx, context, order, {
      due_on: of.due_on as string | null,
      needs_marker: of.needs_marker !== false,
      remark: String(of.remark ?? ''),
      ...(changed.length > 0 && {
        lines: [...kept, ...changed].map(({ color, size, pieces }) => ({ color, size, pieces })),
      }),
    })
  }
}

interface Brought {
  rows: readonly Row[]
  of: RecordValues
  lines: readonly { color: string; size: string; pieces: number }[]
}

/**
 * Gives orders that were sent before they came here to their facilities, each with a job card, and counts what was cut of them. Nothing of
 * what they lack is asked: their cloth was cut elsewhere, and rolls that are here are reserved for the rest by hand.
 */
async function sendBrought(tx: Tx, context: CallContext, brought: readonly Brought[]): Promise<void> {
  if (brought.length === 0) return
  const numberOf = ({ of }: Brought) => String(of.order)
  const held = await heldOf(tx, brought.map(numberOf))
  const orders = brought.flatMap((one) => held.get(numberOf(one)) ?? [])
  const today = dayIn(indiaZone, new Date())
  const assigned = brought.map(({ rows, of, lines }): Assignment => {
    const facilities = rows.map(({ record }) => String(record.values.facility))
    const due_on = typeof of.due_on === 'string' ? of.due_on : addDays(today, USUAL_DAYS)
    const [starts_on = today] = [due_on, today].toSorted()
    const time = { starts_on, due_on, rate: null }
    return {
      ...{ order_action_id: String(of.order), version: 1 },
      shares: lines.map(({ color, size, pieces }, at) => ({ facility: facilities[at] ?? '', color, size, pieces })),
      facilities: [...new Set(facilities)].map((facility) => ({ facility, ...time })),
    }
  })
  await writeSplits(tx, orders, assigned, await heldFacilities(tx, assigned))
  const cards = new Map<string, number>()
  for (const order of orders) cards.set(order.id, (await keepCard(tx, order, context.caller.userId)).number)
  await moveOrders(tx, context, orders, 'send', { details: ({ id }) => ({ card: cards.get(id) ?? null }) })
  await cutBefore(
    tx,
    context,
    brought.flatMap(({ rows }, at) =>
      rows.flatMap(({ record: { given, ids } }) => {
        const pieces = Number(given.cut ?? 0)
        return pieces === 0 ? [] : [{ order: orders[at]?.id ?? '', sku: ids.sku ?? '', pieces }]
      }),
    ),
  )
}

/** Pieces that are still to be cut. */
const uncut = sql`(r.pieces - r.cut)`

/** Production orders of live styles, a row a line, as a company brings its open ones. */
export const productionOrderStore: RecordStore = {
  kind: productionOrderRecords,
  from,
  scope: null,
  values,
  byColumn: { order: sql`o.number`, sku: sql`k.nm_sku` },
  search: (like) => sql`(o.number ILIKE ${like} OR k.nm_sku ILIKE ${like})`,
  order: [
    [sql`o.number`, 'text'],
    [sql`k.nm_sku`, 'text'],
  ],
  // Whoever takes the export in would begin them anew.
  retiredAt: sql`CASE WHEN o.state = 'REJECTED' THEN o.state_since END`,
  hasId: false,
  moving: {
    scope: sql<SqlBool>`o.state <> 'REJECTED' AND ${uncut} > 0`,
    values: sql`${values} || jsonb_build_object('quantity', ${uncut}, 'cut', NULL, 'facility', NULL)`,
  },
  // What was cut is counted here; what a file says of it is for an installation that does not know the order.
  complete: (of, before) => ({
    ...of,
    path: of.path ?? 'IN_HOUSE',
    needs_marker: of.needs_marker ?? true,
    ...(before && { cut: before.cut ?? null, facility: before.facility ?? null }),
  }),
  together: 'order',
  record: sql`o.id`,
  version: sql<number>`o.version`,
  find,
  check,
  write,
}
