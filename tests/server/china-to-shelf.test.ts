import { v4, v7 } from 'uuid'
import { expect, it } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import { boxesInIndia } from '../support/india-inspection.ts'
import { ledgerDifferences } from '../support/ledgers.ts'
import { passing, stain } from '../support/qc-inspection.ts'
import { done } from '../support/qc-world.ts'
import { testServer } from '../support/server.ts'

const { purchaseOrders, rejectedSkus, stock } = contract

// Would catch: a link of the chain that leaves pieces behind, counts them twice, or loses sight of where they came from.
it('goods go from China’s invoice to a shelf in India, and each piece is accounted for on the way', async () => {
  const server = await testServer()
  // Invoiced, exported, shipped, and received by one scan a box.
  const world = await boxesInIndia(server, [[12, 8]])
  const [one = '', two = ''] = world.skus
  const site = await server.db.selectFrom('site').where('code', '=', 'INQC').selectAll().executeTakeFirstOrThrow()
  const places = ['floor', 'quarantine', 'packing'] as const
  const rows = places.map((kind) => ({ id: v7(), site_id: site.id, kind, code: kind as string }))
  await server.db
    .insertInto('place')
    .values([...rows, { id: v7(), site_id: site.id, kind: 'shelf', code: 'A-01' }])
    .onConflict((on) => on.doNothing())
    .execute()

  const judged = await world.judge({
    lines: [{ ...passing(one, 10, 12), failed: 2 }, passing(two, 8)],
    defects: [stain(one, 2, { severity: 'minor' })],
    verdict: 'mixed',
    override_reason: 'All pieces were looked at',
  })
  expect(judged.status, judged.body.message).toBe(200)
  expect(judged.body.data.box.quantities).toMatchObject({ declared: 20, passed: 18, failed: 2, to_inspect: 0 })

  // One of the two is good enough after all, one is scrapped.
  const kinds = (['concession', 'scrap'] as const).map((kind) => ({ kind, quantity: 1, reason: 'Buyer agreed' }))
  const lines = [{ box_id: world.box.sscc, nm_sku: one, dispositions: kinds }]
  await done(world.manager, rejectedSkus.reconcileRejectedSkus, { remark: 'faint', lines })
  const bought = await done(world.manager, purchaseOrders.createPurchaseOrder, { box_ids: [world.box.sscc] })
  expect(bought.purchase_order.pieces).toBe(19)
  const lying = async () => {
    const found = await done(world.manager, stock.getStock, { site: 'INQC', page_size: 100 })
    return Object.fromEntries(
      found.rows.map((row) => [`${row.nm_sku} ${row.place} ${row.condition}`, row.on_hand] as const),
    )
  }
  expect(await lying()).toEqual({
    [`${one} floor good`]: 11,
    [`${two} floor good`]: 8,
    [`${one} quarantine damaged`]: 1,
  })

  const scans = [{ scan_id: v4(), code: world.box.sscc, quantity: 1 }]
  const { results } = await done(world.manager, stock.putAway, { site: 'INQC', shelf: 'A-01', scans })
  expect(results).toMatchObject([{ outcome: 'put_away', pieces: 19 }])
  expect(await lying()).toEqual({
    [`${one} A-01 good`]: 11,
    [`${two} A-01 good`]: 8,
    [`${one} quarantine damaged`]: 1,
  })

  // What lies on a shelf is no longer where the purchase order put it.
  const boss = await server.as('ops')
  const { purchase_order, version } = bought.purchase_order
  const back = await boss.call(purchaseOrders.createPurchaseOrder, {
    ...{ action: 'reverse', purchase_order, version, reason: 'Wrong box' },
  })
  expect(back.status).toBe(409)
  expect(await ledgerDifferences(server.db)).toEqual([])
})
