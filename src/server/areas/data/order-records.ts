import { sql } from 'kysely'
import { vendorOrders } from '../../../shared/areas/data/kinds.ts'
import type { RecordValues } from '../../../shared/areas/data/record-kind.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Tx } from '../../http/call.ts'
import type { FoundRecord, KeyedRecord, RecordStore } from './record-store.ts'

const from = sql`order_line AS r JOIN vendor_order o ON o.id = r.order_id JOIN sku k ON k.id = r.sku_id
  JOIN vendor v ON v.id = o.vendor_id JOIN site d ON d.id = o.destination_id`

const values = sql<RecordValues>`jsonb_build_object('order_id', o.order_id, 'sku', k.nm_sku, 'quantity', r.ordered, 'vendor', v.code,
  'price', jsonb_build_object('minor', o.unit_price_minor, 'currency', o.currency), 'order_date', o.order_date, 'deadline', o.ship_by,
  'destination', d.code, 'is_urgent', o.is_flagged_urgent, 'reason', NULL)`

/** Lines by order and SKU. A line that is not there of an order that is has the order's own values. */
async function find(tx: Tx, wanted: readonly KeyedRecord[]): Promise<ReadonlyMap<number, FoundRecord>> {
  const { rows } = await rowsOf({ place: col.number, id: col.text, values: col.json, version: col.number })`
    SELECT i.place::int AS place, r.id::text AS id, ${values} AS values, o.version
    FROM unnest(${wanted.map((one) => one.values.order_id)}::text[], ${wanted.map(({ ids }) => ids.sku ?? null)}::uuid[])
      WITH ORDINALITY AS i (order_id, sku, place)
    JOIN vendor_order wo ON wo.order_id = i.order_id
    JOIN ${from} ON r.order_id = wo.id AND r.sku_id = i.sku`.execute(tx)
  return new Map(
    rows.map(({ place, id, version, values: found }) => [
      place - 1,
      { id, values: found as RecordValues, is_retired: false, version },
    ]),
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
  retiredAt: null,
  hasId: false,
  version: sql<number>`o.version`,
  find,
  async write(_tx, records) {
    if (records.length > 0) throw new Error('orders are made by the area of orders')
  },
}
