import { sql } from 'kysely'
import { z } from 'zod'
import { type CategoryAtStore, estimatedRate, type SizeOnSale } from '../../../shared/areas/allocation/curve.ts'
import { isKnownAtStore, ownRateAtStore } from '../../../shared/areas/allocation/store-stock.ts'
import { indiaZone } from '../../../shared/kernel/days.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import { readSetting } from '../../database/settings.ts'
import { indiaToday } from '../../database/today.ts'
import type { Db, Tx } from '../../http/call.ts'
import { isSendable } from '../stock/places.ts'
import { shopRates } from '../vendor-inventory/rates.ts'
import { onTheirWay } from './on-their-way.ts'

/** An SKU at a store: what lies there, comes and sells. Maps, transfers, plans and replenishment are all made of these. */
export interface CellAtStore {
  on_hand: number
  /** On hand and promised to nobody. */
  free: number
  in_transit: number
  /** Pieces a day; of its category where its own sales say too little. */
  rate: number
  isEstimated: boolean
  sold_30: number
  /** Days in stock within thirty; null where the rate is estimated. */
  days_30: number | null
  days_out: number
  /** Days since it was first told of, or first came; null of what is not there and was not told of for thirty days. */
  age_days: number | null
}

export interface AtStores {
  /** sku.id of those that any of the stores has, gets or told of within thirty days. */
  skuIds: readonly string[]
  /** An SKU of the categories at a store, by the store's place in the list that was asked for. */
  cellOf: (at: number, skuId: string) => CellAtStore
  /** Whether the store has it, gets it or told of it within thirty days. */
  isCarried: (at: number, skuId: string) => boolean
}

interface Asked {
  storeIds: readonly string[]
  categories: readonly string[]
  /** The allocation, or the replenishment order that is put together, whose own lines are not on their way. */
  taskId: string | null
  orderId?: string | undefined
}

const numbers = z.array(z.number())
const someNumbers = z.array(z.number().nullable())
const skuColumns = {
  sku_id: col.text,
  category: col.text,
  size: col.text,
  at: numbers,
  on_hand: numbers,
  free: numbers,
  way: numbers,
  own: someNumbers,
  sold: someNumbers,
  days: numbers,
  out: numbers,
  age: someNumbers,
}
const saleColumns = { sku_id: col.text, category: col.text, size: col.text, sold_30: col.number }

/** An SKU by store: dense, since a plan of a thousand stores asks for every cell. */
interface Column {
  own: Float64Array
  /** On hand, free and on their way, a store after the other. */
  pieces: Int32Array
  /** Sold, days in stock, days out and days there (−1: none), a store after the other. */
  days: Int16Array
  isCarried: Uint8Array
  /** In the store's curve (`isKnownAtStore`). */
  isKnown: Uint8Array
}

/** Loads SKUs of categories at stores, one row an SKU: memory is that of a few numbers a cell. */
export async function loadAtStores(db: Db | Tx, asked: Asked): Promise<AtStores> {
  const { storeIds, categories } = asked
  const weights = await readSetting(db as Db, 'sale_rate_weights')
  const isWanted = sql`JOIN sku k ON k.id = g.sku_id JOIN style s ON s.id = k.style_id AND s.category = ANY(${[...categories]}::text[])`
  const isHere = sql`g.shop_id = ANY(${[...storeIds]}::uuid[])`
  const { rows } = await rowsOf(skuColumns)`
    WITH ${shopRates(weights, categories, storeIds)},
    here AS (SELECT g.shop_id, g.sku_id, sum(g.on_hand)::int AS on_hand, sum(g.free)::int AS free
      FROM (SELECT p.site_id AS shop_id, t.sku_id, t.on_hand, t.on_hand - t.reserved AS free FROM stock t
        JOIN place p ON p.id = t.place_id AND ${isSendable} WHERE t.condition = 'good' AND t.on_hand > 0) g ${isWanted}
      WHERE ${isHere} GROUP BY 1, 2),
    way AS (SELECT g.shop_id, g.sku_id, sum(greatest(0, g.pieces))::int AS pieces
      FROM (SELECT w.site_id AS shop_id, w.sku_id, w.pieces FROM (${onTheirWay(asked)}) w) g ${isWanted} WHERE ${isHere} GROUP BY 1, 2),
    cells AS (SELECT shop_id, sku_id, coalesce(h.on_hand, 0) AS on_hand, coalesce(h.free, 0) AS free, coalesce(w.pieces, 0) AS way,
        o.rate::float8 AS own, o.sold_30::int AS sold, coalesce(o.days_30, 0)::int AS days, coalesce(o.out_30, 0)::int AS out,
        CASE WHEN o.first IS NOT NULL THEN ${indiaToday} - o.first WHEN h.on_hand > 0 THEN ${indiaToday}
          - coalesce((SELECT min(d.day) FROM sale_day d WHERE d.shop_id = h.shop_id AND d.sku_id = h.sku_id),
            (SELECT min((v.at AT TIME ZONE ${sql.lit(indiaZone)})::date) FROM place p JOIN stock_move v ON v.to_place = p.id AND v.sku_id = h.sku_id WHERE p.site_id = h.shop_id))
          END AS age
      FROM here h FULL JOIN own o USING (shop_id, sku_id) FULL JOIN way w USING (shop_id, sku_id))
    SELECT c.sku_id::text AS sku_id, s.category, k.size, array_agg(n.at::int - 1) AS at, array_agg(c.on_hand) AS on_hand, array_agg(c.free) AS free,
      array_agg(c.way) AS way, array_agg(c.own) AS own, array_agg(c.sold) AS sold, array_agg(c.days) AS days, array_agg(c.out) AS out,
      array_agg(c.age) AS age
    FROM cells c JOIN unnest(${[...storeIds]}::uuid[]) WITH ORDINALITY AS n (id, at) ON n.id = c.shop_id
    JOIN sku k ON k.id = c.sku_id JOIN style s ON s.id = k.style_id GROUP BY c.sku_id, s.category, k.size ORDER BY c.sku_id`.execute(
    db,
  )
  const { rows: onSale } = await rowsOf(saleColumns)`
    SELECT k.id::text AS sku_id, s.category, k.size, coalesce(r.sold_30, 0)::int AS sold_30 FROM sku k
    JOIN style s ON s.id = k.style_id AND s.category = ANY(${[...categories]}::text[]) LEFT JOIN sku_rate r ON r.sku_id = k.id
    WHERE k.retired_at IS NULL AND s.retired_at IS NULL`.execute(db)
  return {
    ...cellsOf(rows.map(columnOf(storeIds.length)), onSale, storeIds.length),
    skuIds: rows.map(({ sku_id }) => sku_id),
  }
}

interface Sku {
  sku_id: string
  category: string
  size: string
  column: Column
}

const columnOf =
  (stores: number) =>
  (row: Row<typeof skuColumns>): Sku => {
    const column: Column = {
      own: new Float64Array(stores).fill(Number.NaN),
      pieces: new Int32Array(stores * 3),
      days: new Int16Array(stores * 4).fill(-1),
      isCarried: new Uint8Array(stores),
      isKnown: new Uint8Array(stores),
    }
    for (const [index, at] of row.at.entries()) {
      const [onHand, age] = [row.on_hand[index] ?? 0, row.age[index] ?? null]
      const wasTold = row.sold[index] != null
      const own = ownRateAtStore({ own: row.own[index] ?? null, wasTold, on_hand: onHand, age_days: age })
      const days = wasTold ? (row.days[index] ?? 0) : Math.min(30, age ?? 0)
      column.own[at] = own ?? Number.NaN
      column.pieces.set([onHand, row.free[index] ?? 0, row.way[index] ?? 0], at * 3)
      column.days.set([row.sold[index] ?? 0, days, row.out[index] ?? 0, Math.min(age ?? -1, 32_000)], at * 4)
      column.isCarried[at] = wasTold || onHand > 0 || (row.way[index] ?? 0) > 0 ? 1 : 0
      const toldDays = wasTold ? days + (row.out[index] ?? 0) : 0
      column.isKnown[at] = isKnownAtStore({ own, days: toldDays }) ? 1 : 0
    }
    const { sku_id, category, size } = row
    return { sku_id, category, size, column }
  }

function cellsOf(
  skus: readonly Sku[],
  onSale: readonly { sku_id: string; category: string; size: string; sold_30: number }[],
  stores: number,
): Pick<AtStores, 'cellOf' | 'isCarried'> {
  const named = new Map([...skus, ...onSale].map(({ sku_id, category, size }) => [sku_id, { category, size }]))
  const columns = new Map(skus.map(({ sku_id, column }) => [sku_id, column]))
  const curves = curvesOf(skus, onSale, stores)
  const isCarried = (at: number, skuId: string) => columns.get(skuId)?.isCarried[at] === 1
  return {
    isCarried,
    cellOf(at, skuId) {
      const column = columns.get(skuId)
      const own = column?.own[at] ?? Number.NaN
      const isEstimated = Number.isNaN(own)
      const { category, size } = named.get(skuId) ?? { category: '', size: '' }
      const [pieces, days] = [column?.pieces, column?.days]
      const age = days?.[at * 4 + 3] ?? -1
      return {
        on_hand: pieces?.[at * 3] ?? 0,
        free: pieces?.[at * 3 + 1] ?? 0,
        in_transit: pieces?.[at * 3 + 2] ?? 0,
        rate: isEstimated ? curves(category, size, at, column?.isKnown[at] === 1) : own,
        isEstimated,
        sold_30: Math.max(0, days?.[at * 4] ?? 0),
        days_30: isEstimated ? null : (days?.[at * 4 + 1] ?? 0),
        days_out: Math.max(0, days?.[at * 4 + 2] ?? 0),
        age_days: age < 0 ? null : age,
      }
    },
  }
}

/** The estimated rate by category, size and store, reckoned once for each. */
function curvesOf(
  skus: readonly Sku[],
  onSale: readonly { category: string; size: string; sold_30: number }[],
  stores: number,
) {
  const sale = new Map<string, Map<string, SizeOnSale>>()
  for (const { category, size, sold_30 } of onSale) {
    const sizes = sale.get(category) ?? new Map<string, SizeOnSale>()
    const before = sizes.get(size) ?? { skus: 0, sold_30: 0 }
    sale.set(category, sizes.set(size, { skus: before.skus + 1, sold_30: before.sold_30 + sold_30 }))
  }
  const storesOf = new Map(
    [...Map.groupBy(skus, ({ category }) => category)].map(([category, own]) => [
      category,
      Array.from({ length: stores }, (_, at): CategoryAtStore => {
        const sizes = new Map<string, { sold_30: number; known: number }>()
        let rate = 0
        for (const { size, column } of own) {
          const isKnown = column.isKnown[at] === 1
          const sold = Math.max(0, column.days[at * 4] ?? 0)
          if (!isKnown && sold === 0) continue
          const before = sizes.get(size) ?? { sold_30: 0, known: 0 }
          sizes.set(size, { sold_30: before.sold_30 + sold, known: before.known + (isKnown ? 1 : 0) })
          const one = column.own[at] ?? Number.NaN
          if (!Number.isNaN(one)) rate += one
        }
        return { rate, sizes }
      }),
    ]),
  )
  const known = new Map<string, Map<string, [Float64Array, Float64Array]>>()
  const none = () => new Float64Array(stores).fill(Number.NaN)
  const begin = (category: string, size: string): [Float64Array, Float64Array] => {
    const both: [Float64Array, Float64Array] = [none(), none()]
    known.set(category, (known.get(category) ?? new Map()).set(size, both))
    return both
  }
  return (category: string, size: string, at: number, isKnown: boolean): number => {
    const rates = (known.get(category)?.get(size) ?? begin(category, size))[isKnown ? 1 : 0]
    const found = rates[at] ?? Number.NaN
    if (!Number.isNaN(found)) return found
    const store = storesOf.get(category)?.[at]
    const rate = store === undefined ? 0 : estimatedRate(size, isKnown, store, sale.get(category) ?? new Map())
    rates[at] = rate
    return rate
  }
}
