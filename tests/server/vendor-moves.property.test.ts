import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import { asItStands } from '../support/as-it-stands.ts'
import type { Client } from '../support/client.ts'
import { brokenBooks, type MadeOrder, makeOrder } from '../support/orders.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { packingFile } from '../support/shipments.ts'

const { orders: ordersCalls, shipments: shipmentsCalls, retool: retoolCalls } = contract

let server: TestServer
let ops: Client

beforeAll(async () => {
  server = await testServer()
  ops = await server.as('ops')
})

const kinds = [
  'schedule',
  'answer',
  'reopen',
  'draft',
  'ship',
  'pack',
  'list',
  'type',
  'send',
  'cancel',
  'recover',
  'recoverOos',
  'change',
  'amend',
] as const

interface Step {
  kind: (typeof kinds)[number]
  /** Which line, and how many pieces; both are folded into what exists. */
  line: number
  pieces: number
  /** Which of the shipments made so far. */
  shipment: number
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...kinds),
  line: fc.nat(1),
  pieces: fc.nat(8),
  shipment: fc.nat(2),
})

/** Does one thing that a vendor, or ops with its order, might do now, whether or not it is allowed. */
async function act(
  client: Client,
  order: MadeOrder,
  shipments: string[],
  { kind, line, pieces, shipment }: Step,
): Promise<number> {
  const at = order.lines[line]
  if (!at) throw new Error('a line was made')
  const ref = { order_id: order.order_id, nm_sku: at.nm_sku }
  const shipment_id = shipments[shipment % Math.max(1, shipments.length)] ?? 'SH-000000'
  if (kind === 'amend') {
    const seen = (await client.call(ordersCalls.getOrders, {})).body.data.rows[0]
    const lines = [{ nm_sku: at.nm_sku, quantity: pieces * 2 }]
    const wish = { order_id: order.order_id, version: seen?.version ?? 1, reason: 'Sold slower', lines }
    return (await ops.call(ordersCalls.amendOrder, wish)).status
  }
  if (kind === 'schedule')
    return (
      await client.call(ordersCalls.saveScheduleQuantity, {
        items: [{ ...ref, ready_quantity: pieces, oos_quantity: line }],
      })
    ).status
  if (kind === 'answer' || kind === 'reopen') {
    const order_id = order.order_id
    const now = (await client.call(ordersCalls.getOrders, { include_lines: true })).body.data.rows[0]
    const awaiting = now?.sku_details?.find((each) => each.nm_sku === at.nm_sku)?.quantities.awaiting ?? 0
    const rejected_quantity = Math.min(awaiting, pieces)
    const why = { reason: 'Stain' as const, remark: 'ink' }
    const answer = { nm_sku: at.nm_sku, ready_quantity: awaiting - rejected_quantity, rejected_quantity, ...why }
    const action = kind
    return (
      await client.call(ordersCalls.updateOrders, {
        action,
        orders: [{ order_id, version: now?.version ?? 1, lines: action === 'answer' ? [answer] : [] }],
      })
    ).status
  }
  if (kind === 'draft') {
    const made = await client.call(retoolCalls.saveShipmentData, { lines: [{ ...ref, quantity: pieces }] })
    if (made.status === 200) {
      const { shipment_id, version } = made.body.data.shipment
      shipments.push(shipment_id)
      if (line === 1) await client.call(retoolCalls.confirmShipment, { shipment_id, version })
    }
    return made.status
  }
  if (kind === 'recoverOos')
    return (await client.call(ordersCalls.recoverOosOrder, { order_id: order.order_id })).status
  if (kind === 'recover') return (await client.call(shipmentsCalls.recoverShipment, { shipment_id })).status
  if (kind === 'cancel')
    return (await client.call(shipmentsCalls.updateShipment, { action: 'cancel', shipment_id })).status
  if (kind === 'change')
    return (
      await client.call(shipmentsCalls.updateShipment, {
        action: 'change',
        shipment_id,
        lines: [{ ...ref, quantity: pieces }],
      })
    ).status
  if (kind === 'ship') {
    const made = await client.call(shipmentsCalls.updateShipment, { lines: [{ ...ref, quantity: pieces }] })
    if (made.status === 200) shipments.push(made.body.data.shipment.shipment_id)
    return made.status
  }
  const seen = await client.call(shipmentsCalls.getPackingItems, { shipment_id })
  if (seen.status !== 200) return seen.status
  const { version } = seen.body.data.shipment
  if (kind === 'send')
    return (
      await client.call(shipmentsCalls.updateShipmentDetails, { shipment_id, version, status: 'Packed and shipped' })
    ).status
  if (kind === 'type') {
    const boxes = seen.body.data.boxes.map(({ box_no }) => ({
      box_no,
      tracking_id: `SFPROP${order.order_id}${box_no}`,
    }))
    return (await client.call(shipmentsCalls.updateShipmentDetails, { shipment_id, version, boxes })).status
  }
  if (kind === 'list') {
    const rows = seen.body.data.lines.map((held, row) => ({
      box_no: String((row + pieces) % 3),
      order_id: held.order_id,
      nm_sku: held.nm_sku,
      quantity: held.ready_quantity + (pieces === 7 ? 1 : 0),
      tracking_id: pieces % 3 === 0 ? `SFPROP-${order.order_id}-${row}` : null,
    }))
    const mode = pieces % 2 === 0 ? 'all' : 'good_rows'
    return (await client.call(shipmentsCalls.uploadPackingList, { shipment_id, mode, file: await packingFile(rows) }))
      .status
  }
  const boxes = seen.body.data.lines.map((held, box) => ({
    box_no: String(box + 1),
    items: [
      { order_id: held.order_id, nm_sku: held.nm_sku, quantity: Math.max(1, held.ready_quantity - (pieces % 2)) },
    ],
  }))
  return (await client.call(shipmentsCalls.updatePackingItems, { shipment_id, version, boxes, rest_to_platform: true }))
    .status
}

// Would catch: any order of commands that loses or makes a piece, or leaves sums, boxes and ledger telling different stories.
test('whatever a vendor does and ops amend, in whatever order, no piece is lost and no call fails with a server error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 18 }), async (steps) => {
      const order = await makeOrder(server.db, { pieces: [6, 8] })
      const client = asItStands(
        server,
        await server.as(await server.makeUser({ role: 'vendor', vendor: order.vendor })),
      )
      const shipments: string[] = []
      for (const each of steps) {
        const status = await act(client, order, shipments, each)
        expect(status, JSON.stringify(each)).toBeLessThan(500)
      }
      expect(await brokenBooks(server.db)).toEqual([])
    }),
    { numRuns: 30 },
  )
})

// Would catch: two people on the same line at once, each taking the last pieces.
test('twenty at once cannot take more pieces than there are', async () => {
  const order = await makeOrder(server.db, { pieces: [10, 4] })
  const client = asItStands(server, await server.as(await server.makeUser({ role: 'vendor', vendor: order.vendor })))
  const line = { order_id: order.order_id, nm_sku: order.lines[0]?.nm_sku ?? '' }
  await client.call(ordersCalls.saveScheduleQuantity, { items: [{ ...line, ready_quantity: 10 }] })
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => client.call(shipmentsCalls.updateShipment, { lines: [{ ...line, quantity: 3 }] })),
  )
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(3)
  expect(replies.filter((reply) => reply.status !== 200 && reply.status !== 409)).toEqual([])
  expect(await brokenBooks(server.db)).toEqual([])
})
