import { sql } from 'kysely'
import { allocationWords } from '../../../shared/areas/allocation/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Handlers, reply, type Tx } from '../../http/call.ts'
import { notify } from '../../notices/notify.ts'
import { makeStandingPasses } from '../gate-passes/lifecycle.ts'
import { handOver, release } from '../stock/reserve-stock.ts'
import { type Goods, lineOf, papersOf, reserveGoods } from './reserve.ts'
import { replyTask, tasks } from './tasks.ts'

type Routes = Handlers<Contract['allocation']>

export interface MadePass {
  gate_pass: string
  source: string
  store: string
  pieces: number
}

/**
 * Makes a gate pass for each source and store, confirmed. What the plan reserved, now or before, goes over to them, so that it is never free
 * in between. Warehouses are told. Throws conflict where less is free than goes, in the words of `stockLeft`.
 */
export async function makePasses(
  tx: Tx,
  context: CallContext,
  of: { number: string; name: string; isReserved: boolean; stockLeft?: string },
  goods: readonly Goods[],
): Promise<MadePass[]> {
  const groups = [...Map.groupBy(goods, ({ source, store }) => `${source} ${store}`).values()].flatMap((own) =>
    own[0] ? [{ source: own[0].source, store: own[0].store, own }] : [],
  )
  const numbers = await makeStandingPasses(
    tx,
    context,
    groups.map(({ source, store, own }) => ({
      head: { type: 'stock_transfer', from_site: source, to_site: store, purpose: of.name, task_id: of.number },
      goods: own.map(({ sku_id, quantity }) => ({ sku_id, quantity })),
    })),
    async (made) => {
      if (!of.isReserved) await reserveGoods(tx, of.number, goods, of.stockLeft)
      for (const [at, { source, store }] of groups.entries()) {
        const line = lineOf({ source, store })
        await handOver(tx, { ...papersOf(of.number), line }, { type: 'gate_pass', id: made[at] ?? '' })
      }
    },
  )
  const passes = groups.map(
    ({ source, store, own }, at): MadePass => ({
      ...{ gate_pass: numbers[at] ?? '', source, store },
      pieces: own.reduce((sum, { quantity }) => sum + quantity, 0),
    }),
  )
  const { rows } = await rowsOf({ id: col.text })`
    SELECT id::text AS id FROM site WHERE code = ANY(${[...new Set(passes.map(({ source }) => source))]}::text[])`.execute(
    tx,
  )
  const things = [of.number]
  if (passes.length > 0)
    await notify(tx, context, {
      ...{ kind: 'allocation_passes', siteIds: rows.map(({ id }) => id), things, values: { number: of.number } },
    })
  return passes
}

const goodsColumns = {
  line_id: col.text,
  source: col.text,
  store: col.text,
  sku_id: col.text,
  nm_sku: col.text,
  quantity: col.number,
  is_closed: col.flag,
}

/**
 * Makes the gate passes of a submitted allocation. Its reservation goes over to them in one transaction: at no moment is a piece free in
 * between. Stores that were closed since are left out, and their pieces are free again.
 */
export const createAllocationPasses: Routes['createAllocationPasses'] = (input, context) =>
  context.command(async (tx) => {
    const held = await tasks.hold(tx, context, { number: input.task_id, version: input.version }, 'make_passes')
    const { rows: lines } = await rowsOf(goodsColumns)`
      SELECT o.id::text AS line_id, f.code AS source, x.code AS store, o.sku_id::text AS sku_id, k.nm_sku, o.quantity,
        x.retired_at IS NOT NULL AS is_closed
      FROM allocation_outward o JOIN site f ON f.id = o.source_id JOIN site x ON x.id = o.store_id JOIN sku k ON k.id = o.sku_id
      WHERE o.task_id = ${held.id}::uuid AND o.choice = 'shortlisted' ORDER BY f.code, x.code, k.nm_sku`.execute(tx)
    const { rows: named } = await rowsOf({ name: col.text })`
      SELECT name FROM allocation_task WHERE id = ${held.id}::uuid`.execute(tx)
    const open = lines.filter(({ is_closed }) => !is_closed)
    const gate_passes = await makePasses(
      tx,
      context,
      { number: held.number, name: named[0]?.name ?? '', isReserved: true },
      open,
    )
    // What is left is that of stores that were closed.
    await release(tx, papersOf(held.number))
    for (const { gate_pass, source, store } of gate_passes) {
      const ids = open.filter((line) => line.source === source && line.store === store).map(({ line_id }) => line_id)
      await sql`UPDATE allocation_outward SET gate_pass = ${gate_pass} WHERE id = ANY(${ids}::uuid[])`.execute(tx)
    }
    const closed = Map.groupBy(
      lines.filter(({ is_closed }) => is_closed),
      ({ store }) => store,
    )
    const left_out = [...closed].map(([store, own]) => ({
      ...{ store, pieces: own.reduce((sum, { quantity }) => sum + quantity, 0) },
    }))
    await tasks.move(tx, context, held, 'make_passes', {
      event: 'allocation.passes_made',
      details: { gate_passes: gate_passes.length, left_out: left_out.map(({ store }) => store).join(', ') || null },
    })
    const { data } = await replyTask(tx, held.id, allocationWords.passesMade)
    return reply({ ...data, gate_passes, left_out }, allocationWords.passesMade)
  })
