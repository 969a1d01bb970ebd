import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import { someParties } from '../support/invoices.ts'
import {
  boxNow,
  count,
  eventsOf,
  lineNow,
  movePieces,
  type OneBox,
  oneBox,
  type Settling,
  settleDiscrepancies,
} from '../support/one-qc-box.ts'
import { makeOrder } from '../support/orders.ts'
import { qcDisagreements } from '../support/qc.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { notices: noticesCalls } = contract
const { verifyQuantity } = contract.counting

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})

afterEach(async () => {
  expect(await qcDisagreements(server)).toEqual([])
})

const otherSku = async (at: OneBox) =>
  (await makeOrder(server.db, { vendor: at.shipment.order.vendor })).lines[0]?.nm_sku ?? ''

describe('counting a box', () => {
  it('as declared: every piece waits for inspection, and its life says who counted', async () => {
    // Would catch: pieces left uncounted, a case opened where nothing differs.
    const at = await oneBox(server)
    const { status, body } = await count(server, at, [12, 8], { is_blind: true })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.data.box).toMatchObject({ status: 'Qty validated', open_missing: 0 })
    expect(body.data.box.quantities).toMatchObject({ declared: 20, uncounted: 0, to_inspect: 20, missing: 0 })
    expect(body.data.cases).toEqual([])
    expect(await boxNow(server, at.box.box_id)).toMatchObject({ was_blind: true, counted_by: at.user.id })
    expect(await eventsOf(server, at)).toContainEqual(
      expect.objectContaining({
        event: 'box.counted',
        from_state: 'Qty validation pending',
        to_state: 'Qty validated',
        user_id: at.user.id,
      }),
    )
  })

  it('less, more and what nobody declared: a case for each with its owner, each piece in its place', async () => {
    // Would catch: a SKU left out taken as counted whole; an undeclared SKU lost or given a declared quantity.
    const at = await oneBox(server)
    const undeclared = await otherSku(at)
    const owner = await server.makeUser({ role: 'ops_team' })
    const by = { owner_id: owner.id, remark: 'torn carton' }
    const { status, body } = await count(server, at, [13, [undeclared, 2]], by)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.data.box).toMatchObject({ status: 'Qty missing', open_missing: 8 })
    expect(body.data.box.quantities).toMatchObject({ declared: 20, excess: 3, to_inspect: 15, missing: 8 })
    expect(body.data.cases.toSorted((a, b) => a.quantity - b.quantity)).toEqual([
      expect.objectContaining({ nm_sku: at.skus[0], kind: 'excess', quantity: 1, settled: 0, is_open: true, ...by }),
      expect.objectContaining({ nm_sku: undeclared, kind: 'excess', quantity: 2, ...by }),
      expect.objectContaining({ nm_sku: at.skus[1], kind: 'missing', quantity: 8, ...by }),
    ])
    expect(await lineNow(server, at.box.box_id, undeclared)).toMatchObject({ declared: 0, excess: 2, to_inspect: 2 })
  })

  it('tells the vendor and ops of missing pieces, not of a count that fits', async () => {
    // Would catch: a vendor told of another's box, nobody told, everybody told of every count.
    const at = await oneBox(server)
    const fitting = await oneBox(server)
    const readers = {
      own: at.shipment.client,
      other: fitting.shipment.client,
      ops: await server.as(await server.makeUser({ role: 'ops' })),
    }
    await count(server, at, [12, 5])
    await count(server, fitting, [12, 8])
    const toldOf = async (reader: keyof typeof readers) =>
      (await readers[reader].call(noticesCalls.getNotices, { page_size: 100 })).body.data.rows
        .filter(({ kind }) => kind === 'own_pieces_missing' || kind === 'pieces_missing')
        .map(({ message }) => message)
    const words = `3 pcs are missing from box 1 of ${at.shipment_id}`
    await expect.poll(() => toldOf('own')).toEqual([`${words}.`])
    await expect.poll(() => toldOf('ops')).toContainEqual(`${words} by ${at.shipment.order.vendor.name}.`)
    expect(await toldOf('other')).toEqual([])
    expect((await toldOf('ops')).filter((message) => message.includes(fitting.shipment_id))).toEqual([])
  })

  it('refuses what cannot be counted, and leaves the box as it was', async () => {
    // Would catch: half a count written; a slip of the finger that fills the books; a whole box missing by an empty list.
    const at = await oneBox(server)
    const before = await boxNow(server, at.box.box_id)
    const foreign = (await makeOrder(server.db)).lines[0]?.nm_sku ?? ''
    const twice = at.skus[0] ?? ''
    const vendor = await server.makeUser({ role: 'vendor', vendor: at.shipment.order.vendor })
    const refused = [
      [await count(server, at, [12, ['NM-NOBODYS', 1]]), 400, 'Invalid sku format: NM-NOBODYS'],
      [await count(server, at, [12, [foreign, 1]]), 409, `SKU ${foreign} is not of`],
      [await count(server, at, [12, [twice, 1]]), 400, 'Multiple entries found.'],
      [await count(server, at, []), 400, 'Please count the pieces first.'],
      [await count(server, at, [1_000_000, 1]), 400, 'Please enter correct quantity for order.'],
      [await count(server, at, [12, 7], { owner_id: vendor.id }), 404, 'This person cannot see to differences'],
    ] as const
    for (const [reply, status, words] of refused) {
      expect([reply.status, reply.body.message]).toEqual([status, expect.stringContaining(words)])
    }
    expect(await boxNow(server, at.box.box_id)).toEqual(before)
  })

  it('is counted once: the second person hears who was first, and what may be done', async () => {
    // Would catch: two counts added up; the later silently over the earlier.
    const at = await oneBox(server)
    const { version } = await boxNow(server, at.box.box_id)
    const other = await server.as('ops_team')
    const lines = at.skus.map((nm_sku) => ({ nm_sku, counted: 4 }))
    const typed = { box_id: at.box.sscc, version, lines }
    const replies = await Promise.all([at.client, other].map((client) => client.call(verifyQuantity, typed)))
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409])
    const late = replies.find((reply) => reply.status === 409)?.body
    expect(late?.code).toBe('stale')
    const again = await count(server, at, [4, 4])
    expect([again.status, again.body.code]).toEqual([409, 'move_not_allowed'])
    expect(again.body.details.allowed).toContain('recount')
    expect(again.body.details.allowed).not.toContain('count')
  })
})

const recount = async (at: OneBox) => {
  const { version } = await boxNow(server, at.box.box_id)
  return at.client.call(verifyQuantity, { box_id: at.box.box_id, version, action: 'recount' })
}

const settle = (at: OneBox, outcomes: readonly Settling[]) => settleDiscrepancies(server, at, outcomes)

describe('counting again', () => {
  it('takes the whole count back, with what was settled since, and its cases', async () => {
    // Would catch: pieces found since counted twice, excess left behind, an old case still open beside the new count's.
    const at = await oneBox(server)
    const [first = '', second = ''] = at.skus
    await count(server, at, [14, 5])
    await settle(at, [
      { sku: first, kind: 'excess', outcome: 'send_back', quantity: 1 },
      { sku: second, kind: 'missing', outcome: 'found', quantity: 2 },
    ])
    const { status, body } = await recount(at)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.data).toMatchObject({ box: { status: 'Qty validation pending', open_missing: 0 }, cases: [] })
    expect(body.data.box.quantities).toMatchObject({ declared: 20, uncounted: 20, excess: 0, missing: 0, failed: 0 })
    expect(await boxNow(server, at.box.box_id)).toMatchObject({ counted_at: null, round: 1 })
    const counted = await count(server, at, [12, 8])
    expect(counted.body.data).toMatchObject({ box: { status: 'Qty validated' }, cases: [] })
  })

  it('is refused once pieces were judged', async () => {
    // Would catch: judged pieces counted away under their verdict.
    const at = await oneBox(server)
    await count(server, at, [12, 8])
    await movePieces(server, at, [[0, 'pass', 3]])
    const { status, body } = await recount(at)
    expect([status, body.code]).toEqual([409, 'move_not_allowed'])
    expect(await boxNow(server, at.box.box_id)).toMatchObject({ passed: 3, to_inspect: 17 })
  })
})

describe('settling a difference', () => {
  it('missing pieces are found, claimed or written off; only found ones come back', async () => {
    // Would catch: claimed pieces inspected; a box that stays "Qty missing" when nothing is open.
    const at = await oneBox(server)
    const [, second = ''] = at.skus
    await count(server, at, [12, 2])
    const missing = { sku: second, kind: 'missing' } as const
    const part = await settle(at, [{ ...missing, outcome: 'found', quantity: 1, remark: 'under the lid' }])
    expect(part.body.data.box).toMatchObject({ status: 'Qty missing', open_missing: 5 })
    const { status, body } = await settle(at, [
      { ...missing, outcome: 'claim', quantity: 2 },
      { ...missing, outcome: 'write_off', quantity: 3 },
    ])
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.data.box).toMatchObject({ status: 'Qty validated', open_missing: 0 })
    expect(body.data.box.quantities).toMatchObject({ to_inspect: 15, missing: 5 })
    expect(body.data.cases[0]).toMatchObject({ settled: 6, is_open: false })
    expect(body.data.cases[0]?.outcomes.map(({ outcome, quantity, remark }) => [outcome, quantity, remark])).toEqual([
      ['found', 1, 'under the lid'],
      ['claim', 2, null],
      ['write_off', 3, null],
    ])
    expect((await eventsOf(server, at)).at(-1)).toMatchObject({
      event: 'box.settled',
      from_state: 'Qty missing',
      to_state: 'Qty validated',
      details: { claim: 2, write_off: 3 },
    })
  })

  it('excess is kept, sent back as a wrong delivery, or was a miscount', async () => {
    // Would catch: excess that was a miscount still to be inspected; excess sent back without its reason.
    const at = await oneBox(server)
    const [first = ''] = at.skus
    await count(server, at, [18, 8])
    const excess = { sku: first, kind: 'excess' } as const
    const { status, body } = await settle(at, [
      { ...excess, outcome: 'accepted', quantity: 1 },
      { ...excess, outcome: 'send_back', quantity: 2 },
      { ...excess, outcome: 'miscounted', quantity: 3 },
    ])
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.data.box.quantities).toMatchObject({ excess: 3, failed: 2, to_inspect: 21 })
    const sentBack = await server.db
      .selectFrom('qc_move')
      .where('box_id', '=', at.box.box_id)
      .where('kind', '=', 'fail')
      .select(['quantity', 'reason'])
      .execute()
    expect(sentBack).toEqual([{ quantity: 2, reason: 'Wrong/partial product delivered' }])
  })

  it('never of more than are open, of another kind, of no case, or of pieces that wait no longer', async () => {
    // Would catch: pieces found twice; excess taken back although it passed.
    const at = await oneBox(server)
    const [first = '', second = ''] = at.skus
    await count(server, at, [13, 6])
    const missing = { sku: second, kind: 'missing' } as const
    const excess = { sku: first, kind: 'excess' } as const
    const before = await boxNow(server, at.box.box_id)
    const tooMany = await settle(at, [
      { ...missing, outcome: 'found', quantity: 1 },
      { ...missing, outcome: 'claim', quantity: 2 },
    ])
    expect([tooMany.status, tooMany.body.message]).toEqual([409, `Only 1 pcs of ${second} are still open.`])
    expect((await settle(at, [{ ...missing, outcome: 'accepted', quantity: 1 }])).status).toBe(400)
    expect((await settle(at, [{ ...missing, outcome: 'found', quantity: 0 }])).status).toBe(400)
    expect((await settle(at, [{ ...excess, sku: second, outcome: 'accepted', quantity: 1 }])).status).toBe(404)
    expect((await settle(at, [])).status).toBe(400)
    expect(await boxNow(server, at.box.box_id)).toEqual(before)
    await movePieces(server, at, [[0, 'pass', 13]])
    const miscounted = await settle(at, [{ ...excess, outcome: 'miscounted', quantity: 1 }])
    expect([miscounted.status, miscounted.body.message]).toEqual([
      409,
      `Only 0 pcs of ${first} in box 1 wait for inspection, not 1: what is judged was there. Keep it, send it back, or revert it to QC first.`,
    ])
    expect((await settle(at, [{ ...excess, outcome: 'accepted', quantity: 1 }])).status).toBe(200)
  })

  it('excess that passed makes nothing ready and no invoice until it is settled; sent back, the box goes without it', async () => {
    // Would catch: 13 pieces invoiced of 12 declared; passed excess that can never go back; a refusal that names no box, SKU or number.
    const at = await oneBox(server, [12])
    const [first = ''] = at.skus
    await count(server, at, [13])
    await movePieces(server, at, [[0, 'pass', 13]])
    const box_ids = [at.box.box_id]
    const told = `Box 1 has excess that is not settled: ${first} × 1. Keep it, send it back or say that it was miscounted first.`
    const ready = () => at.client.call(contract.invoices.createReadyForInvoice, { box_ids })
    const refused = await ready()
    expect([refused.status, refused.body.message]).toEqual([409, told])
    // As boxes of versions before may be: ready already.
    await movePieces(server, at, [[0, 'make_ready', 13]])
    await someParties(server)
    const lead = await server.as(await server.makeUser({ role: 'ops_team', team: 'china' }))
    const invoice = () => lead.call(contract.invoices.createInvoice, { box_ids })
    const kept = await invoice()
    expect([kept.status, kept.body.message]).toEqual([409, told])

    const { status, body } = await settle(at, [{ sku: first, kind: 'excess', outcome: 'send_back', quantity: 1 }])
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.data.box).toMatchObject({ open_excess: 0, quantities: { ready: 12, failed: 1 } })
    const made = await invoice()
    expect([made.status, made.body.data?.invoice.pieces], JSON.stringify(made.body)).toEqual([200, 12])
  })

  it('makes the box another for those who look at it, though no piece moved', async () => {
    // Would catch: two people settling the same pieces, the second over the first.
    const at = await oneBox(server)
    const [, second = ''] = at.skus
    await count(server, at, [12, 2])
    const before = await boxNow(server, at.box.box_id)
    await settle(at, [{ sku: second, kind: 'missing', outcome: 'claim', quantity: 1 }])
    expect((await boxNow(server, at.box.box_id)).version).toBeGreaterThan(before.version)
  })
})
