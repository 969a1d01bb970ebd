import { sql } from 'kysely'
import { allocationWords } from '../../../shared/areas/allocation/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import { needsWordsText } from '../../../shared/kernel/lifecycle.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Handlers, Tx } from '../../http/call.ts'
import { conflict, refusedField } from '../../http/errors.ts'
import { itemKey } from '../gate-passes/pass-items.ts'
import { pickFree } from '../gate-passes/reservations.ts'
import { holdFreeStock } from '../gate-passes/source-stock.ts'
import { type Reserving, release, reserve } from '../stock/reserve-stock.ts'
import { replyTask, tasks } from './tasks.ts'

type Routes = Handlers<Contract['allocation']>

const lineColumns = {
  source_id: col.text,
  source: col.text,
  sku_id: col.text,
  nm_sku: col.text,
  quantity: col.number,
}

const papersOf = (number: string) => ({ type: 'allocation', id: number }) as const

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

/** Throws conflict, with the first SKU and its numbers, where stock left since the plan was made, or a store was closed. */
async function reserveLines(tx: Tx, { id, number }: { id: string; number: string }): Promise<void> {
  const { rows: closed } = await rowsOf({ store: col.text })`
    SELECT x.code AS store FROM allocation_outward o JOIN site x ON x.id = o.store_id AND x.retired_at IS NOT NULL
    WHERE o.task_id = ${id}::uuid AND o.choice = 'shortlisted' ORDER BY 1 LIMIT 1`.execute(tx)
  if (closed[0]) throw conflict(allocationWords.storeClosed, { values: closed[0] })
  const { rows: lines } = await rowsOf(lineColumns)`
    SELECT o.source_id::text AS source_id, x.code AS source, o.sku_id::text AS sku_id, k.nm_sku, sum(o.quantity)::int AS quantity
    FROM allocation_outward o JOIN site x ON x.id = o.source_id JOIN sku k ON k.id = o.sku_id
    WHERE o.task_id = ${id}::uuid AND o.choice = 'shortlisted' GROUP BY o.source_id, x.code, o.sku_id, k.nm_sku
    ORDER BY o.source_id, k.nm_sku`.execute(tx)
  const reserving: Reserving[] = []
  const short: { nm_sku: string; site: string; wanted: number; free: number }[] = []
  for (const [source, own] of Map.groupBy(lines, ({ source_id }) => source_id)) {
    const asked = own.map(({ sku_id }) => sku_id)
    const books = await holdFreeStock(tx, { from_site_id: source, gate_pass: number }, asked)
    for (const { sku_id, nm_sku, quantity, source: site } of own) {
      const picks = pickFree(books.get(itemKey({ sku_id, condition: 'good' })) ?? [], quantity)
      const free = picks.reduce((sum, pick) => sum + pick.quantity, 0)
      if (free < quantity) short.push({ nm_sku, site, wanted: quantity, free })
      for (const { place, quantity: pieces } of picks)
        reserving.push({ skuId: sku_id, quantity: pieces, at: { placeId: place.place_id, condition: 'good' } })
    }
  }
  if (short[0]) throw conflict(allocationWords.stockLeft, { values: { ...short[0], count: short.length } })
  await reserve(tx, papersOf(number), reserving)
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
