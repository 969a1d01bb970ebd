import { sql } from 'kysely'
import { openingStock, shelves } from '../../../shared/areas/data/kinds.ts'
import type { RecordValues } from '../../../shared/areas/data/record-kind.ts'
import { recordWords } from '../../../shared/areas/data/record-words.ts'
import { type StockCondition, stockConditions } from '../../../shared/areas/stock/moves.ts'
import { recordEvent } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, Tx } from '../../http/call.ts'
import { moveStock, type StockMove } from '../stock/move-stock.ts'
import {
  type CheckedRecord,
  type FoundRecord,
  type PlacedFaults,
  type RecordFault,
  type RecordStore,
  upsert,
} from './record-store.ts'

const conditionOf = ({ condition }: RecordValues): StockCondition =>
  stockConditions.find((each) => each === condition) ?? 'good'

/** The places that rows name: a shelf of a site, or its floor; by `site shelf`. */
async function placesOf(tx: Tx, records: readonly { values: RecordValues; ids: Readonly<Record<string, string>> }[]) {
  const asked = records.map(({ values, ids }) => ({
    site: ids.site ?? null,
    shelf: (values.shelf as string | null) ?? null,
  }))
  const { rows } = await rowsOf({ at: col.number, id: col.text })`
    SELECT i.at::int AS at, p.id::text AS id
    FROM unnest(${asked.map(({ site }) => site)}::uuid[], ${asked.map(({ shelf }) => shelf)}::text[]) WITH ORDINALITY AS i (site, shelf, at)
    JOIN place p ON p.site_id = i.site AND p.kind = CASE WHEN i.shelf IS NULL THEN 'floor' ELSE 'shelf' END AND p.code = coalesce(i.shelf, 'floor')
      AND p.retired_at IS NULL`.execute(tx)
  return new Map(rows.map(({ at, id }) => [at - 1, id]))
}

async function find(tx: Tx, wanted: readonly { values: RecordValues; ids: Readonly<Record<string, string>> }[]) {
  const places = await placesOf(tx, wanted)
  const { rows } = await rowsOf({ at: col.number, quantity: col.number })`
    SELECT i.at::int AS at, o.quantity
    FROM unnest(${wanted.map((_, at) => places.get(at) ?? null)}::uuid[], ${wanted.map(({ ids }) => ids.sku ?? null)}::uuid[],
      ${wanted.map(({ values }) => conditionOf(values))}::text[]) WITH ORDINALITY AS i (place, sku, condition, at)
    JOIN opening_stock o ON o.place_id = i.place AND o.sku_id = i.sku AND o.condition = i.condition`.execute(tx)
  return new Map(
    rows.map(({ at, quantity }): [number, FoundRecord] => {
      const { site = null, shelf = null, sku = null } = wanted[at - 1]?.values ?? {}
      const values = { site, shelf, sku, condition: conditionOf(wanted[at - 1]?.values ?? {}), quantity }
      return [at - 1, { id: '', values, is_retired: false, version: 1 }]
    }),
  )
}

const noSuchShelf: RecordFault = {
  ...{ column: 'shelf', message: recordWords.unknown, expected: recordWords.unknownIn },
  values: { kind: shelves.many, kind_key: shelves.many },
}

/** What was said anew is only the difference: less than before can go no further down than what still lies there. */
async function check(tx: Tx, records: readonly CheckedRecord[]): Promise<ReadonlyMap<number, RecordFault>> {
  const places = await placesOf(tx, records)
  const faults = new Map<number, RecordFault>()
  for (const [at, { values }] of records.entries())
    if (!places.has(at))
      faults.set(at, values.shelf === null ? { column: 'site', message: recordWords.unknown } : noSuchShelf)
  const { rows } = await rowsOf({ at: col.number, free: col.number })`
    SELECT i.at::int AS at, coalesce(s.on_hand - s.reserved, 0)::int AS free
    FROM unnest(${records.map((_, at) => places.get(at) ?? null)}::uuid[], ${records.map(({ ids }) => ids.sku ?? null)}::uuid[],
      ${records.map(({ values }) => conditionOf(values))}::text[]) WITH ORDINALITY AS i (place, sku, condition, at)
    LEFT JOIN stock s ON s.place_id = i.place AND s.sku_id = i.sku AND s.condition = i.condition`.execute(tx)
  for (const { at, free } of rows) {
    const record = records[at - 1]
    const change = Number(record?.values.quantity ?? 0) - Number(record?.before.quantity ?? 0)
    if (change < 0 && -change > free) faults.set(at - 1, { column: 'quantity', message: recordWords.stockIsGone })
  }
  return faults
}

/** Of a site that was found, whether it has the shelf. */
async function checkFaulty(tx: Tx, records: readonly CheckedRecord[]): Promise<PlacedFaults> {
  const known = records.flatMap((record, at) => (record.ids.site ? [{ record, at }] : []))
  const found = await check(
    tx,
    known.map(({ record }) => record),
  )
  return [...found].map(([place, fault]) => [known[place]?.at ?? 0, fault])
}

async function write(tx: Tx, records: readonly CheckedRecord[], context: CallContext): Promise<void> {
  if (records.length === 0) return
  const places = await placesOf(tx, records)
  const event = await recordEvent(tx, context, { entity: 'record', entityId: 'opening-stock', event: 'stock.opened' })
  const rows = records.map(({ values, ids, before }, at) => {
    const quantity = Number(values.quantity ?? 0)
    const key = { place: places.get(at) ?? '', sku: ids.sku ?? '', condition: conditionOf(values) }
    return { ...key, quantity, change: quantity - Number(before.quantity ?? 0) }
  })
  const keyParts = (of: typeof rows) => [
    { name: 'place_id', type: 'uuid', all: of.map(({ place }) => place) },
    { name: 'sku_id', type: 'uuid', all: of.map(({ sku }) => sku) },
    { name: 'condition', type: 'text', all: of.map(({ condition }) => condition) },
  ]
  const key = ['place_id', 'sku_id', 'condition']
  await upsert(
    tx,
    'opening_stock',
    [...keyParts(rows), { name: 'quantity', type: 'int', all: rows.map(({ quantity }) => quantity) }],
    key,
    null,
  )
  await moveStock(
    tx,
    rows.flatMap(({ place, sku, condition, change }) => (change === 0 ? [] : [receipt(place, sku, condition, change)])),
    event,
  )
}

/** A receipt from outside, or its counter move. */
function receipt(placeId: string, skuId: string, condition: StockCondition, change: number): StockMove {
  const at = { placeId, condition }
  const document = { type: 'opening_balance', id: placeId } as const
  return change > 0
    ? { kind: 'receive', skuId, quantity: change, from: null, to: at, document }
    : { kind: 'unreceive', skuId, quantity: -change, from: at, to: null, document }
}

const shelf = sql`CASE WHEN p.kind = 'shelf' THEN p.code END`

/** What lay where on the first day: each row posts what it says anew as a receipt from outside. */
export const openingStockStore: RecordStore = {
  kind: openingStock,
  from: sql`opening_stock AS r JOIN place p ON p.id = r.place_id JOIN site x ON x.id = p.site_id JOIN sku k ON k.id = r.sku_id`,
  scope: null,
  values: sql`jsonb_build_object('site', x.code, 'shelf', ${shelf}, 'sku', k.nm_sku, 'condition', r.condition, 'quantity', r.quantity)`,
  byColumn: { site: sql`x.code`, shelf, sku: sql`k.nm_sku`, condition: sql`r.condition` },
  search: (like) => sql`(k.nm_sku ILIKE ${like} OR x.code ILIKE ${like} OR p.code ILIKE ${like})`,
  order: [
    [sql`x.code`, 'text'],
    [sql`p.code`, 'text'],
    [sql`k.nm_sku`, 'text'],
    [sql`r.condition`, 'text'],
  ],
  retiredAt: null,
  hasId: false,
  // What lies there now. What is between two sites lies at neither, and what is not on a shelf lies on the floor.
  moving: {
    from: sql`(SELECT p.site_id, ${shelf} AS shelf, s.sku_id, s.condition, sum(s.on_hand)::int AS quantity
      FROM stock s JOIN place p ON p.id = s.place_id WHERE p.kind <> 'in_transit' AND s.on_hand > 0 GROUP BY 1, 2, 3, 4) AS r
      JOIN site x ON x.id = r.site_id JOIN sku k ON k.id = r.sku_id`,
    values: sql`jsonb_build_object('site', x.code, 'shelf', r.shelf, 'sku', k.nm_sku, 'condition', r.condition, 'quantity', r.quantity)`,
    byColumn: { site: sql`x.code`, shelf: sql`r.shelf`, sku: sql`k.nm_sku`, condition: sql`r.condition` },
    order: [
      [sql`x.code`, 'text'],
      [sql`coalesce(r.shelf, '')`, 'text'],
      [sql`k.nm_sku`, 'text'],
      [sql`r.condition`, 'text'],
    ],
  },
  version: sql<number>`1`,
  find,
  check,
  checkFaulty,
  write,
}
