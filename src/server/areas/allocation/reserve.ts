import { sql } from 'kysely'
import { allocationWords } from '../../../shared/areas/allocation/words.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Db, Tx } from '../../http/call.ts'
import { conflict } from '../../http/errors.ts'
import type { Difference } from '../../ledger/differences.ts'
import { isSendable } from '../stock/places.ts'
import { type Reserving, reserve } from '../stock/reserve-stock.ts'

/** Pieces of an SKU that go from a source to a store. */
export interface Goods {
  source: string
  store: string
  sku_id: string
  nm_sku: string
  quantity: number
}

/** What a plan reserves; each source and store is a line of it, which goes over to their gate pass. */
export const papersOf = (number: string) => ({ type: 'allocation', id: number }) as const
export const lineOf = ({ source, store }: Pick<Goods, 'source' | 'store'>) => `${source} ${store}`

const freeColumns = { source: col.text, sku_id: col.text, place_id: col.text, kind: col.text, free: col.number }

/**
 * Reserves goods of a plan at their sources, from shelves before floors. Throws conflict, with the first SKU and its numbers, where less is
 * free than the plan gives, in the words of `stockLeft`.
 */
export async function reserveGoods(
  tx: Tx,
  number: string,
  goods: readonly Goods[],
  stockLeft: string = allocationWords.stockLeft,
): Promise<void> {
  const books = await holdFree(tx, goods)
  const reserving: Reserving[] = []
  const short = new Map<string, { nm_sku: string; site: string; wanted: number; free: number }>()
  for (const { source, store, sku_id, nm_sku, quantity } of goods) {
    const key = `${source} ${sku_id}`
    const places = books.get(key) ?? []
    let left = quantity
    for (const place of places) {
      const taken = Math.min(left, place.free)
      if (taken === 0) continue
      place.free -= taken
      left -= taken
      reserving.push({
        ...{ skuId: sku_id, quantity: taken, line: lineOf({ source, store }) },
        at: { placeId: place.place_id, condition: 'good' },
      })
    }
    if (left > 0) {
      const wanted = goods.filter((one) => one.source === source && one.sku_id === sku_id)
      const all = wanted.reduce((sum, one) => sum + one.quantity, 0)
      short.set(key, { nm_sku, site: source, wanted: all, free: places.reduce((sum, one) => sum + one.was, 0) })
    }
  }
  const [first] = short.values()
  if (first) throw conflict(stockLeft, { values: { ...first, count: short.size } })
  await reserve(tx, papersOf(number), reserving)
}

/** Free pieces by source and SKU where they lie, shelves first, the most first; held until the transaction ends. */
async function holdFree(tx: Tx, goods: readonly Goods[]) {
  const sources = [...new Set(goods.map(({ source }) => source))]
  const skus = [...new Set(goods.map(({ sku_id }) => sku_id))]
  const where = sql`x.code = ANY(${sources}::text[]) AND ${isSendable} AND s.sku_id = ANY(${skus}::uuid[]) AND s.condition = 'good'
    AND s.on_hand > s.reserved`
  // Places before what lies there, as moves of stock do.
  await sql`SELECT 1 FROM place WHERE id IN (SELECT s.place_id FROM stock s JOIN place p ON p.id = s.place_id JOIN site x ON x.id = p.site_id
    WHERE ${where}) ORDER BY id FOR SHARE`.execute(tx)
  const { rows } = await rowsOf(freeColumns)`
    SELECT x.code AS source, s.sku_id::text AS sku_id, s.place_id::text AS place_id, p.kind, (s.on_hand - s.reserved)::int AS free
    FROM stock s JOIN place p ON p.id = s.place_id JOIN site x ON x.id = p.site_id WHERE ${where}
    ORDER BY s.place_id, s.sku_id, s.condition FOR NO KEY UPDATE OF s`.execute(tx)
  const shelvesFirst = rows
    .map((row) => ({ ...row, was: row.free }))
    .toSorted((a, b) => Number(a.kind === 'floor') - Number(b.kind === 'floor') || b.free - a.free)
  return Map.groupBy(shelvesFirst, ({ source, sku_id }) => `${source} ${sku_id}`)
}

const ledgerColumns = { name: col.text, stored: col.number, should: col.number, total: col.number }

/** What allocations are promised beside their frozen lines that have no gate pass yet: both ways. With the first `most` and how many there are. */
export async function allocationDifferences(db: Db, most: number): Promise<{ found: Difference[]; total: number }> {
  const { rows } = await rowsOf(ledgerColumns)`
    SELECT concat_ws(' ', coalesce(r.number, w.number), coalesce(r.line, w.line), k.nm_sku) AS name, coalesce(r.held, 0)::int AS stored,
      coalesce(w.wanted, 0)::int AS should, count(*) OVER () AS total
    FROM (SELECT document_id AS number, document_line AS line, sku_id, sum(quantity) AS held FROM reservation WHERE document_type = 'allocation'
      GROUP BY 1, 2, 3) r
    FULL JOIN (SELECT t.number, f.code || ' ' || x.code AS line, o.sku_id, o.quantity AS wanted FROM allocation_outward o
      JOIN allocation_task t ON t.id = o.task_id JOIN site f ON f.id = o.source_id JOIN site x ON x.id = o.store_id
      WHERE t.is_frozen AND t.state IN ('SHORTLISTED', 'SUBMITTED') AND o.choice = 'shortlisted') w USING (number, line, sku_id)
    JOIN sku k ON k.id = sku_id WHERE coalesce(r.held, 0) <> coalesce(w.wanted, 0) ORDER BY name LIMIT ${most}`.execute(
    db,
  )
  return {
    found: rows.map(({ total: _, ...row }) => ({ table: 'reservation', quantity: 'quantity', ...row })),
    total: rows[0]?.total ?? 0,
  }
}
