import { saveCounted } from '../areas/stock-counts/counted.ts'
import { postStockCount } from '../areas/stock-counts/counts.ts'
import { startStockCount } from '../areas/stock-counts/start-count.ts'
import { col, rowsOf } from '../database/rows.ts'
import type { Tx } from '../http/call.ts'
import { demoContext } from './by-commands.ts'

/** Two counts of a warehouse: one that is posted, and one that is open and blind, with some lines counted. */
export async function tellStockCounts(tx: Tx): Promise<void> {
  const keeper = demoContext(tx, 'warehouse')
  const { rows } = await rowsOf({ site: col.text, place: col.text, sku: col.text, counted: col.number })`
    SELECT d.code AS site, p.code AS place, k.nm_sku AS sku, s.on_hand AS counted
    FROM stock s JOIN place p ON p.id = s.place_id JOIN site d ON d.id = p.site_id JOIN sku k ON k.id = s.sku_id
    WHERE p.kind = 'shelf' AND s.condition = 'good' AND d.id = (SELECT id FROM site WHERE kind = 'warehouse' ORDER BY code LIMIT 1)
    ORDER BY p.code, k.nm_sku LIMIT 24`.execute(tx)
  const [first] = rows
  if (first === undefined) return
  const lines = (off: (at: number) => number) =>
    rows.map(({ place, sku, counted }, at) => ({
      ...{ place, sku, condition: 'good' as const },
      counted: Math.max(0, counted + off(at)),
    }))
  const all = { site: first.site, shelves: [], category: undefined, style_id: undefined, remark: undefined }
  const closed = await startStockCount({ ...all, is_blind: false }, keeper)
  const number = closed.data.count.number
  const saved = await saveCounted(
    { number, counted_at: undefined, lines: lines((at) => (at === 3 ? -2 : at === 11 ? 1 : 0)) },
    keeper,
  )
  const { version, over, short } = saved.data.count
  await postStockCount(
    { number, version, over: over ?? 0, short: short ?? 0, reason: 'Cycle count' },
    demoContext(tx, 'ops'),
  )
  const open = await startStockCount({ ...all, is_blind: true }, keeper)
  await saveCounted(
    { number: open.data.count.number, counted_at: undefined, lines: lines((at) => (at % 9 === 4 ? -1 : 0)) },
    keeper,
  )
}
