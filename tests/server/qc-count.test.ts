import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/shared/contract/index.ts'
import { makeOrder } from '../support/orders.ts'
import { type AtQc, boxesAtQc, qcDisagreements } from '../support/qc.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { verifyQuantity } = contract.chinaQc

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})

/** One box of two SKUs, 12 and 8 pieces, taken in. */
async function box(pieces = [12, 8]) {
  const at = await boxesAtQc(server, [pieces])
  const [made] = at.boxes
  if (made === undefined) throw new Error('a box was made')
  const skus = made.items.map((item) => item.nm_sku)
  return { ...at, box: made, skus, version: await versionOf(made.box_id) }
}

async function versionOf(box_id: string): Promise<number> {
  return (await server.db.selectFrom('qc_box').select('version').where('box_id', '=', box_id).executeTakeFirstOrThrow())
    .version
}

type Boxed = Awaited<ReturnType<typeof box>>

async function count(at: Boxed, counted: (number | [string, number])[], more: Record<string, unknown> = {}) {
  const lines = counted.map((each, nth) =>
    typeof each === 'number' ? { nm_sku: at.skus[nth] ?? '', counted: each } : { nm_sku: each[0], counted: each[1] },
  )
  const { sscc: box_id } = at.box
  return at.client.call(verifyQuantity, { box_id, version: at.version, action: 'count', lines, ...more })
}

const noDisagreements = async () => expect(await qcDisagreements(server)).toEqual([])

describe('counting a box', () => {
  it('as declared: every piece waits for inspection, and the ledger says who counted', async () => {
    // Would catch: pieces left uncounted, a case opened where nothing differs.
    const at = await box()
    const { status, body } = await count(at, [12, 8])
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.data.box).toMatchObject({ status: 'Qty validated', open_missing: 0, version: expect.any(Number) })
    expect(body.data.box.quantities).toMatchObject({
      declared: 20,
      uncounted: 0,
      to_inspect: 20,
      missing: 0,
      excess: 0,
    })
    expect(body.data.cases).toEqual([])
    expect(await events(at)).toContainEqual({
      event: 'box.counted',
      from_state: 'Qty validation pending',
      to_state: 'Qty validated',
      user_id: at.user.id,
    })
    await noDisagreements()
  })

  it('less, more and what nobody declared: cases with their owner, each piece in its place', async () => {
    // Would catch: a SKU left out taken as counted whole; an undeclared SKU lost or given a declared quantity.
    const at = await box()
    const [other] = (await makeOrder(server.db, { vendor: at.shipment.order.vendor })).lines
    const owner = await server.makeUser({ role: 'ops_team' })
    const { status, body } = await count(at, [13, [other?.nm_sku ?? '', 2]], {
      owner_id: owner.id,
      remark: 'torn carton',
    })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.data.box.status).toBe('Qty missing')
    expect(body.data.box.open_missing).toBe(8)
    expect(body.data.box.quantities).toMatchObject({
      declared: 20,
      excess: 3,
      to_inspect: 15,
      missing: 8,
      uncounted: 0,
    })
    const found = body.data.cases.map(({ nm_sku, kind, quantity, owner_id, remark }) => ({
      nm_sku,
      kind,
      quantity,
      owner_id,
      remark,
    }))
    expect(found).toHaveLength(3)
    const by = { owner_id: owner.id, remark: 'torn carton' }
    expect(found).toContainEqual({ nm_sku: at.skus[0], kind: 'excess', quantity: 1, ...by })
    expect(found).toContainEqual({ nm_sku: at.skus[1], kind: 'missing', quantity: 8, ...by })
    expect(found).toContainEqual({ nm_sku: other?.nm_sku, kind: 'excess', quantity: 2, ...by })
    const undeclared = body.data.lines.find((line) => line.nm_sku === other?.nm_sku)
    expect(undeclared?.quantities).toMatchObject({ declared: 0, excess: 2, to_inspect: 2 })
    await noDisagreements()
  })
})

async function events(at: Pick<AtQc, 'boxes'>) {
  const { rows } = await sql`
    SELECT event, from_state, to_state, user_id FROM audit_event
    WHERE entity = 'box' AND entity_id = ${at.boxes[0]?.sscc ?? ''} ORDER BY id`.execute(server.db)
  return rows
}
