import { sql } from 'kysely'
import { allocationWords } from '../../../shared/areas/allocation/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import { needsWordsText } from '../../../shared/kernel/lifecycle.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Handlers, Tx } from '../../http/call.ts'
import { conflict, refusedField } from '../../http/errors.ts'
import { release } from '../stock/reserve-stock.ts'
import { papersOf, reserveGoods } from './reserve.ts'
import { replyTask, tasks } from './tasks.ts'

type Routes = Handlers<Contract['allocation']>

const goodsColumns = { source: col.text, store: col.text, sku_id: col.text, nm_sku: col.text, quantity: col.number }

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
      set: sql`is_frozen = ${isFreezing}`,
    })
    return replyTask(tx, held.id, isFreezing ? allocationWords.frozenNow : allocationWords.thawed)
  })

/** Throws conflict where a store was closed, or stock left, since the plan was made. */
async function reserveLines(tx: Tx, { id, number }: { id: string; number: string }): Promise<void> {
  const { rows: closed } = await rowsOf({ store: col.text })`
    SELECT x.code AS store FROM allocation_outward o JOIN site x ON x.id = o.store_id AND x.retired_at IS NOT NULL
    WHERE o.task_id = ${id}::uuid AND o.choice = 'shortlisted' ORDER BY 1 LIMIT 1`.execute(tx)
  if (closed[0]) throw conflict(allocationWords.storeClosed, { values: closed[0] })
  const { rows: goods } = await rowsOf(goodsColumns)`
    SELECT f.code AS source, x.code AS store, o.sku_id::text AS sku_id, k.nm_sku, o.quantity
    FROM allocation_outward o JOIN site f ON f.id = o.source_id JOIN site x ON x.id = o.store_id JOIN sku k ON k.id = o.sku_id
    WHERE o.task_id = ${id}::uuid AND o.choice = 'shortlisted' ORDER BY f.code, k.nm_sku, x.code`.execute(tx)
  await reserveGoods(tx, number, goods)
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
