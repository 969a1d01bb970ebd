import { saveCounted } from '../areas/stock-counts/counted.ts'
import { postStockCount, startStockCount } from '../areas/stock-counts/counts.ts'
import { col, rowsOf } from '../database/rows.ts'
import type { Tx } from '../http/call.ts'
import { demoContext } from './by-commands.ts'

/** Two counts of a warehouse: one that is open and blind, with a shelf counted and another begun, and one of last week, posted. */
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
  const open = await startStockCount({ site: first.site, is_blind: true, remark: undefined }, keeper)
  await saveCounted({ number: open.data.count.number, lines: lines((at) => (at % 9 === 4 ? -1 : 0)) }, keeper)
  const closed = await startStockCount({ site: first.site, is_blind: false, remark: undefined }, keeper)
  const number = closed.data.count.number
  const saved = await saveCounted({ number, lines: lines((at) => (at === 3 ? -2 : at === 11 ? 1 : 0)) }, keeper)
  await postStockCount({ number, version: saved.data.count.version, reason: 'Cycle count' }, demoContext(tx, 'ops'))
}
