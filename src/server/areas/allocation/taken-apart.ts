import { sql } from 'kysely'
import { lackingSizes } from '../../../shared/areas/allocation/store-stock.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Tx } from '../../http/call.ts'
import { piecesAtStores } from './promised-since.ts'
import { goesOut } from './tasks.ts'

const tornColumns = { id: col.text, store: col.text, store_id: col.text }
const sizeColumns = { id: col.text, sku_id: col.text, size: col.text, is_core: col.flag }
const goingColumns = { store: col.text, sku_id: col.text, pieces: col.number }

/** Core sizes that stores lack by `allocation_style` y, with lines that were taken out since the plan was made; by site.code. */
export const brokenNow = sql`(y.broken || y.taken_apart)`

/**
 * Says of stores from which a core size was taken out what they lack by now: of what they have, what comes, and lines that go out. A store that
 * then has nothing of a style lacks nothing of it. `minimum` is the pieces of a core size that a set is made of.
 */
export async function noteTakenApart(tx: Tx, taskId: string, minimum: number): Promise<void> {
  const { rows: torn } = await rowsOf(tornColumns)`
    SELECT DISTINCT y.id::text AS id, x.code AS store, x.id::text AS store_id FROM allocation_outward o JOIN sku k ON k.id = o.sku_id
    JOIN style s ON s.id = k.style_id JOIN size_set z ON z.code = s.size_set AND z.size = k.size AND z.is_core AND z.retired_at IS NULL
    JOIN allocation_style y ON y.task_id = o.task_id AND y.style_id = k.style_id AND y.color = k.color JOIN site x ON x.id = o.store_id
    WHERE o.task_id = ${taskId}::uuid AND o.choice = 'removed' ORDER BY 1, 2`.execute(tx)
  const ids = [...new Set(torn.map(({ id }) => id))]
  const storeIds = [...new Set(torn.map(({ store_id }) => store_id))]
  const { rows: sizes } = await rowsOf(sizeColumns)`
    SELECT y.id::text AS id, k.id::text AS sku_id, k.size, coalesce(z.is_core, false) AS is_core FROM allocation_style y
    JOIN style s ON s.id = y.style_id JOIN sku k ON k.style_id = s.id AND k.color = y.color AND k.retired_at IS NULL
    LEFT JOIN size_set z ON z.code = s.size_set AND z.size = k.size AND z.retired_at IS NULL
    WHERE y.id = ANY(${ids}::uuid[]) ORDER BY k.size_rank, k.nm_sku`.execute(tx)
  const skuIds = sizes.map(({ sku_id }) => sku_id)
  const has = await piecesAtStores(tx, { storeIds, skuIds, taskId })
  const { rows: going } = await rowsOf(goingColumns)`
    SELECT x.code AS store, o.sku_id::text AS sku_id, sum(o.quantity)::int AS pieces FROM allocation_outward o
    JOIN allocation_task t ON t.id = o.task_id JOIN site x ON x.id = o.store_id
    WHERE o.task_id = ${taskId}::uuid AND ${goesOut} AND o.store_id = ANY(${storeIds}::uuid[]) AND o.sku_id = ANY(${skuIds}::uuid[])
    GROUP BY 1, 2`.execute(tx)
  for (const { store, sku_id, pieces } of going)
    has.set(`${store} ${sku_id}`, (has.get(`${store} ${sku_id}`) ?? 0) + pieces)
  const sizesOf = Map.groupBy(sizes, ({ id }) => id)
  const lacks = ids.map((id) => {
    const own = torn
      .filter((one) => one.id === id)
      .map(({ store }) => {
        const there = (sizesOf.get(id) ?? []).map(({ sku_id, size, is_core }) => ({
          ...{ size, is_core, in_transit: 0 },
          on_hand: has.get(`${store} ${sku_id}`) ?? 0,
        }))
        return [store, there.some(({ on_hand }) => on_hand > 0) ? lackingSizes(there, minimum) : []] as const
      })
    return JSON.stringify(Object.fromEntries(own))
  })
  await sql`
    UPDATE allocation_style y SET taken_apart = coalesce(n.lacks::jsonb, '{}')
    FROM allocation_style o LEFT JOIN unnest(${ids}::uuid[], ${lacks}::text[]) AS n (id, lacks) ON n.id = o.id
    WHERE y.id = o.id AND o.task_id = ${taskId}::uuid AND (n.id IS NOT NULL OR o.taken_apart <> '{}')`.execute(tx)
}
