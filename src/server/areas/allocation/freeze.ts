import { sql } from 'kysely'
import { allocationWords } from '../../../shared/areas/allocation/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import { needsWordsText } from '../../../shared/kernel/lifecycle.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { Handlers, Tx } from '../../http/call.ts'
import { conflict, refusedField } from '../../http/errors.ts'
import { release } from '../stock/reserve-stock.ts'
import { packedCells, unpackCells } from './packed-cells.ts'
import { holdPromises, type PromisedSince, piecesAtStores, refusePromised } from './promised-since.ts'
import { papersOf, reserveGoods } from './reserve.ts'
import { replyTask, tasks } from './tasks.ts'

type Routes = Handlers<Contract['allocation']>

const goodsColumns = {
  source: col.text,
  store: col.text,
  store_id: col.text,
  sku_id: col.text,
  nm_sku: col.text,
  style: col.text,
  quantity: col.number,
}
type Goods = Row<typeof goodsColumns>

/** Freezes the shortlisted lines: their pieces are reserved, and nobody else is promised them. Or takes that back. */
export const submitOutwards: Routes['submitOutwards'] = (input, context) =>
  context.command(async (tx) => {
    const isFreezing = input.action === 'submit'
    const move = isFreezing ? 'freeze' : 'thaw'
    const held = await tasks.hold(tx, context, { number: input.task_id, version: input.version }, move)
    if (isFreezing) await reserveLines(tx, held)
    else await release(tx, papersOf(held.number))
    await tasks.move(tx, context, held, move, {
      event: isFreezing ? 'allocation.frozen' : 'allocation.thawed',
      set: sql`is_frozen = ${isFreezing}, frozen_at = CASE WHEN ${isFreezing} THEN now() END`,
    })
    return replyTask(tx, held.id, isFreezing ? allocationWords.frozenNow : allocationWords.thawed)
  })

/** Throws conflict where a store was closed, was promised by others what it needs, or stock left, since the plan was made. */
async function reserveLines(tx: Tx, { id, number }: { id: string; number: string }): Promise<void> {
  const { rows: closed } = await rowsOf({ store: col.text })`
    SELECT x.code AS store FROM allocation_outward o JOIN site x ON x.id = o.store_id AND x.retired_at IS NOT NULL
    WHERE o.task_id = ${id}::uuid AND o.choice = 'shortlisted' ORDER BY 1 LIMIT 1`.execute(tx)
  if (closed[0]) throw conflict(allocationWords.storeClosed, { values: closed[0] })
  const { rows: goods } = await rowsOf(goodsColumns)`
    SELECT f.code AS source, x.code AS store, x.id::text AS store_id, o.sku_id::text AS sku_id, k.nm_sku, s.code || ' ' || k.color AS style, o.quantity
    FROM allocation_outward o JOIN site f ON f.id = o.source_id JOIN site x ON x.id = o.store_id JOIN sku k ON k.id = o.sku_id
    JOIN style s ON s.id = k.style_id
    WHERE o.task_id = ${id}::uuid AND o.choice = 'shortlisted' ORDER BY f.code, k.nm_sku, x.code`.execute(tx)
  await assertNotPromised(tx, id, goods)
  await reserveGoods(tx, number, goods)
}

/** What the plan knew that a store has or gets, and what it wanted it to have, is beside what the store has and gets by now. */
async function assertNotPromised(tx: Tx, taskId: string, goods: readonly Goods[]): Promise<void> {
  const unique = (of: (one: Goods) => string) => [...new Set(goods.map(of))]
  const asked = { storeIds: unique(({ store_id }) => store_id), skuIds: unique(({ sku_id }) => sku_id), taskId }
  await holdPromises(tx)
  const now = await piecesAtStores(tx, asked)
  const { rows: styles } = await rowsOf({ cells: packedCells })`
    SELECT cells FROM allocation_style WHERE task_id = ${taskId}::uuid AND cells IS NOT NULL`.execute(tx)
  const given = Map.groupBy(goods, ({ store, sku_id }) => `${store} ${sku_id}`)
  const found = styles.flatMap(({ cells }) =>
    unpackCells(cells).flatMap(({ store, sku_id, said }): PromisedSince[] => {
      const key = `${store} ${sku_id}`
      const own = given.get(key)
      if (own?.[0] === undefined) return []
      const quantity = own.reduce((sum, one) => sum + one.quantity, 0)
      const wanted = said.on_hand + said.in_transit + Math.max(said.need, quantity)
      return [{ store, sku_id, style: own[0].style, pieces: (now.get(key) ?? 0) + quantity - wanted }]
    }),
  )
  await refusePromised(tx, found, asked, allocationWords.promised)
}

export const submitAllocation: Routes['submitAllocation'] = (input, context) =>
  context.command(async (tx) => {
    const held = await tasks.hold(tx, context, { number: input.task_id, version: input.version }, 'submit')
    await tasks.move(tx, context, held, 'submit', { event: 'allocation.submitted' })
    return replyTask(tx, held.id, allocationWords.submitted)
  })

/** Gives an allocation up for good. What it had reserved is free again. */
export const rejectAllocation: Routes['rejectAllocation'] = (input, context) =>
  context.command(async (tx) => {
    const held = await tasks.hold(tx, context, { number: input.task_id, version: input.version }, 'reject')
    if (input.reason === '') throw refusedField('reason', needsWordsText)
    await release(tx, papersOf(held.number))
    await tasks.move(tx, context, held, 'reject', {
      event: 'allocation.rejected',
      set: sql`reason = ${input.reason}, is_frozen = false`,
      details: { reason: input.reason },
    })
    return replyTask(tx, held.id, allocationWords.rejected)
  })
