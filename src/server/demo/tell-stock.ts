import { stockReasons } from '../../shared/areas/stock/words.ts'
import { movePieces, regradeStock, writeOffStock } from '../areas/stock/commands.ts'
import { col, rowsOf } from '../database/rows.ts'
import type { Tx } from '../http/call.ts'
import { demoContext } from './by-commands.ts'

const line = { site: col.text, shelf: col.text, nm_sku: col.text, quantity: col.number }

/** What people in a warehouse did: goods put on shelves and moved between them, some regraded, some written off. */
export async function tellStock(tx: Tx): Promise<void> {
  const { rows: floor } = await rowsOf({ site: col.text, nm_sku: col.text, quantity: col.number })`
    SELECT x.code AS site, k.nm_sku, s.on_hand / 2 AS quantity
    FROM stock s JOIN place p ON p.id = s.place_id AND p.kind = 'floor' JOIN site x ON x.id = p.site_id AND x.kind = 'warehouse'
    JOIN sku k ON k.id = s.sku_id WHERE s.condition = 'good' AND s.on_hand >= 6 ORDER BY x.code, k.nm_sku LIMIT 24`.execute(
    tx,
  )
  const { rows: shelves } = await rowsOf(line)`
    SELECT x.code AS site, p.code AS shelf, k.nm_sku, s.on_hand AS quantity
    FROM stock s JOIN place p ON p.id = s.place_id AND p.kind = 'shelf' JOIN site x ON x.id = p.site_id
    JOIN sku k ON k.id = s.sku_id WHERE s.on_hand > 12 ORDER BY x.code, p.code, k.nm_sku LIMIT 3`.execute(tx)
  const warehouse = demoContext(tx, 'warehouse')
  for (const [at, group] of [...Map.groupBy(floor, ({ site }) => site).values()].entries())
    await movePieces(
      { lines: group.map((one) => ({ ...one, ...onFloor })), to: { place_kind: 'shelf', shelf: `D-0${at + 1}` } },
      warehouse,
    )
  const [first, second, third] = shelves
  const some = (of: typeof first, quantity: number) =>
    of === undefined
      ? []
      : [
          {
            site: of.site,
            place_kind: 'shelf' as const,
            shelf: of.shelf,
            nm_sku: of.nm_sku,
            condition: 'good' as const,
            quantity,
          },
        ]
  const [stain] = stockReasons.regrade
  const [gone] = stockReasons.write_off
  await regradeStock({ lines: some(first, 3), condition: 'b_grade', reason: stain }, warehouse)
  await movePieces({ lines: some(second, 5), to: { place_kind: 'shelf', shelf: 'C-11' } }, warehouse)
  await writeOffStock({ lines: some(third, 1), reason: gone }, demoContext(tx, 'ops'))
}

const onFloor = { place_kind: 'floor', condition: 'good' } as const
