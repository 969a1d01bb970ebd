import { sql } from 'kysely'
import { allocationWords } from '../../../shared/areas/allocation/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Handlers, reply, type Tx } from '../../http/call.ts'
import { notify } from '../../notices/notify.ts'
import { makeStandingPass } from '../gate-passes/lifecycle.ts'
import { release } from '../stock/reserve-stock.ts'
import { replyTask, tasks } from './tasks.ts'

type Routes = Handlers<Contract['allocation']>

/** Pieces of an SKU that go from a source to a store. */
export interface Goods {
  source: string
  store: string
  sku_id: string
  quantity: number
}

export interface MadePass {
  gate_pass: string
  source: string
  store: string
  pieces: number
}

/** Makes a gate pass for each source and store, confirmed, so that its pieces are promised to it. Warehouses are told. */
export async function makePasses(
  tx: Tx,
  context: CallContext,
  of: { number: string; name: string },
  goods: readonly Goods[],
): Promise<MadePass[]> {
  const passes: MadePass[] = []
  for (const own of Map.groupBy(goods, ({ source, store }) => `${source} ${store}`).values()) {
    const [first] = own
    if (first === undefined) continue
    const { source, store } = first
    const gate_pass = await makeStandingPass(
      tx,
      context,
      { type: 'stock_transfer', from_site: source, to_site: store, purpose: of.name, task_id: of.number },
      own.map(({ sku_id, quantity }) => ({ sku_id, quantity })),
    )
    passes.push({ gate_pass, source, store, pieces: own.reduce((sum, { quantity }) => sum + quantity, 0) })
  }
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
      SELECT o.id::text AS line_id, f.code AS source, x.code AS store, o.sku_id::text AS sku_id, o.quantity,
        x.retired_at IS NOT NULL AS is_closed
      FROM allocation_outward o JOIN site f ON f.id = o.source_id JOIN site x ON x.id = o.store_id JOIN sku k ON k.id = o.sku_id
      WHERE o.task_id = ${held.id}::uuid AND o.choice = 'shortlisted' ORDER BY f.code, x.code, k.nm_sku`.execute(tx)
    const { rows: named } = await rowsOf({ name: col.text })`
      SELECT name FROM allocation_task WHERE id = ${held.id}::uuid`.execute(tx)
    await release(tx, { type: 'allocation', id: held.number })
    const open = lines.filter(({ is_closed }) => !is_closed)
    const gate_passes = await makePasses(tx, context, { number: held.number, name: named[0]?.name ?? '' }, open)
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
