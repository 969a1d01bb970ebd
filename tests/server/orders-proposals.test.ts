import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { VendorReason } from '../../src/shared/areas/orders/vendor-reasons.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Taken } from '../../src/shared/kernel/call.ts'
import type { Client } from '../support/client.ts'
import { brokenBooks, dayFromNow, type MadeOrder, makeOrder } from '../support/orders.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { getOrders, updateOrders, recoverOosOrder, decideProposal, vendorReasons, saveVendorReasons } = contract.orders
const { confirmOrder } = contract.retool

type Proposal = NonNullable<Taken<typeof confirmOrder>['proposal']>
type Decision = Taken<typeof decideProposal>['decision']

let server: TestServer
let ops: Client
let admin: Client
let seller: Client
let order: MadeOrder

beforeAll(async () => {
  server = await testServer()
  ;[ops, admin] = await Promise.all([server.as('ops'), server.as('admin')])
})
beforeEach(async () => {
  await switchOn(['price', 'deadline', 'capacity'])
  order = await makeOrder(server.db, { answered: false, pieces: [12, 8] })
  seller = await server.as(await server.makeUser({ role: 'vendor', vendor: order.vendor }))
})

async function switchOn(reasons: VendorReason[]): Promise<void> {
  const { version } = (await admin.call(vendorReasons, {})).body.data
  expect((await admin.call(saveVendorReasons, { reasons, version })).status).toBe(200)
}

const sku = (at: number) => order.lines[at]?.nm_sku ?? ''
const seen = async (by = ops) =>
  (await by.call(getOrders, { order_ids: [order.order_id], include_lines: true, include_history: true })).body.data
    .rows[0]

/** The vendor refuses five of the first SKU's pieces and all of the second's. */
async function refuse(vendor_reason: VendorReason, proposal?: Proposal) {
  const why = { vendor_reason, remark: '面料下月才到' }
  const lines = [
    { nm_sku: sku(0), ready_quantity: 7, rejected_quantity: 5, ...why },
    { nm_sku: sku(1), ready_quantity: 0, rejected_quantity: 8, ...why },
  ]
  return seller.call(confirmOrder, { order_id: order.order_id, version: 1, lines, ...(proposal && { proposal }) })
}

async function decide(decision: Decision, reason?: string, by = ops) {
  const proposal_id = (await seen())?.proposal?.proposal_id ?? '00000000-0000-4000-8000-000000000000'
  return by.call(decideProposal, { order_id: order.order_id, proposal_id, decision, ...(reason && { reason }) })
}

const rejected = async () => (await seen())?.sku_details?.map((line) => line.quantities.rejected)
const noticesTold = async () =>
  (await server.db.selectFrom('notice_outbox').where('vendor_id', '=', order.vendor.id).select('kind').execute()).map(
    ({ kind }) => kind,
  )

describe('the vendor’s own reasons', () => {
  it('are none in a new company, and only an admin switches them on', async () => {
    // Would catch: reasons that a company never wanted; a vendor, or ops, who switch on their own.
    await switchOn([])
    const { reasons, version } = (await seller.call(vendorReasons, {})).body.data
    expect(reasons).toEqual([])
    expect((await ops.call(saveVendorReasons, { reasons: ['price'], version })).status).toBe(403)
    expect((await seller.call(saveVendorReasons, { reasons: ['price'], version })).status).toBe(403)
    expect((await admin.call(saveVendorReasons, { reasons: ['fabric', 'price'], version })).body.data.reasons).toEqual([
      'price',
      'fabric',
    ])
    // Two admins at once: the second is told who was first.
    expect((await admin.call(saveVendorReasons, { reasons: [], version })).body.code).toBe('stale')
  })

  it('one that is off is refused, and changes nothing', async () => {
    // Would catch: a screen that was open when the reason went off and still saves it.
    const reply = await refuse('fabric')
    expect([reply.status, reply.body.message]).toEqual([400, 'This reason is not in use. Please choose another.'])
    expect((await seen())?.vendor_decision).toBe('NEW')
  })

  it('stand on the line as "Other", with the vendor’s own beside it, in the history by its words', async () => {
    // Would catch: an old client that meets a reason outside the thirteen; a refusal of which ops read only "Other".
    expect((await refuse('deadline')).status).toBe(200)
    const row = await seen()
    expect(row?.sku_details?.map(({ reason, vendor_reason }) => [reason, vendor_reason])).toEqual([
      ['Other', 'deadline'],
      ['Other', 'deadline'],
    ])
    expect(row?.history?.at(-1)?.details).toMatchObject({ reason: 'Deadline too short', remark: '面料下月才到' })
    const { body } = await seller.call(recoverOosOrder, { order_id: order.order_id })
    expect(body.data.order.sku_details?.map(({ vendor_reason }) => vendor_reason)).toEqual([null, null])
    expect(await brokenBooks(server.db)).toEqual([])
  })

  it('need a remark as the thirteen do', async () => {
    // Would catch: a guard that asks for the remark of the thirteen only.
    const lines = [{ nm_sku: sku(0), ready_quantity: 0, rejected_quantity: 12, vendor_reason: 'price' as const }]
    const reply = await seller.call(updateOrders, { orders: [{ order_id: order.order_id, version: 1, lines }] })
    expect([reply.status, reply.body.message]).toEqual([400, 'A refusal needs a reason and a remark.'])
  })
})

describe('a proposal', () => {
  it('of a later day is taken in one press: the pieces await again by that day, and the vendor is told', async () => {
    // Would catch: pieces that come back under the old deadline; a vendor who never hears of it.
    const ship_by = dayFromNow(40)
    expect((await refuse('deadline', { kind: 'date', ship_by })).status).toBe(200)
    expect((await seen())?.proposal).toMatchObject({ state: 'OPEN', kind: 'date', ship_by, unit_price: null })
    const { body } = await decide('take')
    expect(body.data.order).toMatchObject({
      shipping_deadline: ship_by,
      vendor_decision: 'ANSWERED',
      quantities: { awaiting: 20, rejected: 0 },
      proposal: { state: 'TAKEN' },
    })
    expect(body.data.order.history?.at(-1)).toMatchObject({ event: 'order.proposal_taken', details: { quantity: 13 } })
    expect(await noticesTold()).toEqual(['proposal_taken'])
    expect(await brokenBooks(server.db)).toEqual([])
    // A second press, or a second tab.
    expect((await decide('take')).body.code).toBe('move_not_allowed')
  })

  it('of a price is the order’s once taken; no history names it, and undo brings everything back', async () => {
    // Would catch: an undo that forgets the old price or the reason; a price told to those who read only histories.
    await refuse('price', { kind: 'price', unit_price_minor: 5_200 })
    const before = await seen()
    expect(before?.proposal?.unit_price).toEqual({ minor: 5_200, currency: 'CNY' })
    const taken = (await decide('take')).body.data.order
    expect([taken.unit_price?.minor, taken.quantities.rejected]).toEqual([5_200, 0])
    expect(JSON.stringify(taken.history)).not.toMatch(/5[,.]?200|52\.00/)
    await decide('withdraw')
    const { version: _, history: __, ...order_before } = before ?? { version: 0, history: [] }
    expect(await seen()).toMatchObject(order_before)
    expect(await brokenBooks(server.db)).toEqual([])
  })

  it('of a day is the order’s once taken, and undo brings the day before back', async () => {
    // Would catch: an undo that leaves the order with the vendor's later day, so that nobody sees it come late.
    await refuse('deadline', { kind: 'date', ship_by: dayFromNow(40) })
    const before = await seen()
    const taken = (await decide('take')).body.data.order
    expect([taken.shipping_deadline, taken.quantities.rejected]).toEqual([dayFromNow(40), 0])
    const back = (await decide('withdraw')).body.data.order
    expect(back.shipping_deadline).toBe(before?.shipping_deadline)
    expect(back.shipping_deadline).not.toBe(dayFromNow(40))
    const days = ({ status, days_remaining, is_urgent }: typeof back) => ({ status, days_remaining, is_urgent })
    expect(before && days(back)).toEqual(before && days(before))
    expect(await rejected()).toEqual([5, 8])
  })

  it('of fewer pieces brings back those, and the rest stays refused with its reason', async () => {
    // Would catch: a cut that takes all pieces back.
    await refuse('capacity', {
      kind: 'quantity',
      lines: [
        { nm_sku: sku(0), quantity: 5 },
        { nm_sku: sku(1), quantity: 2 },
      ],
    })
    await decide('take')
    expect(await rejected()).toEqual([0, 6])
    expect((await seen())?.sku_details?.map((line) => line.vendor_reason)).toEqual([null, 'capacity'])
    await decide('withdraw')
    expect(await rejected()).toEqual([5, 8])
    expect(await brokenBooks(server.db)).toEqual([])
  })

  it('is found among the confirmed orders by a filter, in the file too, until it is decided on', async () => {
    // Would catch: ops who open every refused order to see whether its vendor proposes something.
    await refuse('deadline', { kind: 'date', ship_by: dayFromNow(40) })
    const asked = { supplier_id: order.vendor.code, open_proposal: true }
    await makeOrder(server.db, { vendor: order.vendor })
    const found = async (filter: Partial<typeof asked>) =>
      (await ops.call(contract.orders.getConfirmedOrders, { page: 1, ...asked, ...filter })).body.data
    expect(await found({})).toMatchObject({ total: 1, rows: [{ order_id: order.order_id }] })
    expect(await found({ open_proposal: false })).toMatchObject({ total: 2 })
    const columns = [{ id: 'order_id', header: 'Order' }]
    const file = await ops.call(contract.frame.exportConfirmedOrders, { ...asked, format: 'csv', columns })
    expect(file.bytes.toString().match(/PO-/g)).toHaveLength(1)
    await decide('decline', 'Too late for the season')
    expect(await found({})).toMatchObject({ total: 0 })
    await decide('withdraw')
    expect(await found({})).toMatchObject({ total: 1 })
  })

  it('is declined with a reason only, which the vendor reads', async () => {
    // Would catch: a vendor who is refused without a word.
    await refuse('deadline', { kind: 'date', ship_by: dayFromNow(40) })
    expect((await decide('decline')).status).toBe(400)
    expect((await decide('decline', 'Too late for the season')).status).toBe(200)
    expect((await seen(seller))?.proposal).toMatchObject({
      state: 'DECLINED',
      decline_reason: 'Too late for the season',
    })
    expect(await rejected()).toEqual([5, 8])
    expect((await decide('withdraw')).body.data.order.proposal).toMatchObject({ state: 'OPEN', decline_reason: null })
  })

  it.each([
    ['a kind that does not fit the reason', 'deadline', { kind: 'price', unit_price_minor: 5_200 }],
    ['a day that is no later', 'deadline', { kind: 'date', ship_by: dayFromNow(10) }],
    ['the price that it has', 'price', { kind: 'price', unit_price_minor: 4_550 }],
    ['more pieces than are refused', 'capacity', { kind: 'quantity', lines: [{ nm_sku: 'NM', quantity: 1 }] }],
  ] as const)('is refused with its answer: %s', async (_, reason, proposal) => {
    // Would catch: an answer saved half, its proposal lost.
    const given = proposal.kind === 'quantity' ? { ...proposal, lines: [...proposal.lines] } : proposal
    expect((await refuse(reason, given)).status).toBe(400)
    expect((await seen())?.vendor_decision).toBe('NEW')
  })

  it('is gone once the vendor brings the pieces back', async () => {
    // Would catch: taking a proposal for pieces that are not refused any more.
    await refuse('deadline', { kind: 'date', ship_by: dayFromNow(40) })
    const proposal_id = (await seen())?.proposal?.proposal_id ?? ''
    await seller.call(recoverOosOrder, { order_id: order.order_id, lines: [{ nm_sku: sku(0), quantity: 1 }] })
    expect((await seen())?.proposal).toBeNull()
    const reply = await ops.call(decideProposal, { order_id: order.order_id, proposal_id, decision: 'take' })
    expect(reply.status).toBe(404)
  })

  it('its taking is not undone once the pieces moved on', async () => {
    // Would catch: pieces on the shipping platform that become refused.
    await refuse('deadline', { kind: 'date', ship_by: dayFromNow(40) })
    await decide('take')
    const items = [{ order_id: order.order_id, nm_sku: sku(1), ready_quantity: 8 }]
    expect((await seller.call(contract.orders.saveScheduleQuantity, { items })).status).toBe(200)
    expect((await decide('withdraw')).body.code).toBe('move_not_allowed')
    expect((await seen())?.shipping_deadline).toBe(dayFromNow(40))
  })

  it('is decided on by ops only', async () => {
    // Would catch: a vendor that takes its own proposal.
    await refuse('price', { kind: 'price', unit_price_minor: 9_900 })
    expect((await decide('take', undefined, seller)).status).toBe(403)
  })
})
