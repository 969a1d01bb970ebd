import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from '../support/client.ts'
import { freshDatabase } from '../support/database.ts'
import { outcomes, scanIn } from '../support/door.ts'
import { brokenBooks } from '../support/orders.ts'
import { qcDisagreements, type ShippedBoxes, shippedBoxes } from '../support/qc.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { counting: countingCalls, shipments: shipmentsCalls } = contract

let server: TestServer
let stations: Client[]

beforeAll(async () => {
  const { db } = await freshDatabase({ poolSize: 10 })
  server = await testServer({ db })
  stations = []
  for (let at = 0; at < 4; at++)
    stations.push(await server.as(await server.makeUser({ role: 'china_warehouse_team', team: 'china' })))
})
afterAll(() => server?.stop())

const ssccs = ({ boxes }: ShippedBoxes) => boxes.map(({ sscc }) => sscc)
const station = (at: number) => stations[at % stations.length] as Client

async function inwards(made: ShippedBoxes) {
  const ids = made.boxes.map(({ box_id }) => box_id)
  const events = await server.db
    .selectFrom('audit_event')
    .where('event', '=', 'box.inwarded')
    .where('entity_id', 'in', ssccs(made))
    .select('entity_id')
    .execute()
  const at = await server.db.selectFrom('qc_box').where('box_id', 'in', ids).select('box_id').execute()
  return { events: events.length, at: at.length }
}

/** The same in another order of its own for every station. */
function shuffled<T>(items: readonly T[], turn: number): T[] {
  return items
    .map((item, at) => ({ item, key: (at * 7_919 + turn * 104_729) % 997 }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)
}

describe('several stations at once', () => {
  // Would catch: a box that two stations both took in, two that wait for each other for ever, a box that none took in.
  it('take in the same 50 boxes, each exactly once', async () => {
    const made = await shippedBoxes(
      server,
      Array.from({ length: 50 }, () => [2, 1]),
    )
    const told = await Promise.all(stations.map((client, turn) => scanIn(client, shuffled(ssccs(made), turn))))
    const all = told.flatMap(({ results }) => results)
    expect(all.filter(({ outcome }) => outcome === 'inwarded')).toHaveLength(50)
    expect(all.filter(({ outcome }) => outcome === 'duplicate')).toHaveLength(150)
    expect(all.every(({ outcome, values }) => outcome !== 'duplicate' || values.by !== '')).toBe(true)
    expect(await inwards(made)).toEqual({ events: 50, at: 50 })
    expect(await qcDisagreements(server)).toEqual([])
  })

  it('scan by scan too, beside undos of the same boxes', async () => {
    const made = await shippedBoxes(
      server,
      Array.from({ length: 12 }, () => [3]),
    )
    const codes = ssccs(made)
    const told = await Promise.all(
      stations.flatMap((client, turn) =>
        shuffled(codes, turn).map(async (sscc, at) => {
          const action = turn === 3 ? ('undo' as const) : ('inward' as const)
          const [outcome] = outcomes(await scanIn(client, [{ code: sscc, scan_id: `race-${turn}-${at}` }], { action }))
          return { sscc, outcome }
        }),
      ),
    )
    for (const sscc of codes) {
      const of = (outcome: string) => told.filter((one) => one.sscc === sscc && one.outcome === outcome).length
      const isIn = of('inwarded') - of('undone')
      const [row] = await server.db
        .selectFrom('box as b')
        .leftJoin('qc_box as q', 'q.box_id', 'b.id')
        .where('b.sscc', '=', sscc)
        .select(['b.inwarded_at', 'q.box_id'])
        .execute()
      expect([isIn, row?.inwarded_at !== null, row?.box_id !== null]).toEqual([isIn, isIn === 1, isIn === 1])
    }
    expect(await qcDisagreements(server)).toEqual([])
  })

  // Would catch: one scan that is sent again while its first try still runs, and comes in as its own duplicate.
  it('a scan that is sent three times at once is one scan', async () => {
    const made = await shippedBoxes(
      server,
      Array.from({ length: 10 }, () => [2]),
    )
    const told = await Promise.all(
      ssccs(made).flatMap((code, at) =>
        [0, 1, 2].map(() => scanIn(station(at), [{ code, scan_id: `again-${at}-of-three` }])),
      ),
    )
    expect(told.flatMap(outcomes)).toEqual(Array(30).fill('inwarded'))
    expect(await inwards(made)).toEqual({ events: 10, at: 10 })
  })
})

describe('a shipment that its vendor calls back meanwhile', () => {
  // Would catch: boxes at QC of a shipment that is being packed again, and pieces that are in two places.
  it('is either taken in or called back, never both', async () => {
    for (let round = 0; round < 12; round++) {
      const made = await shippedBoxes(server, [[2], [3], [4]])
      const { client } = made.shipment
      const [recovered, ...scans] = await Promise.all([
        client.call(shipmentsCalls.recoverShipment, { shipment_id: made.shipment_id }),
        ...ssccs(made).map((sscc, at) => scanIn(station(at + round), [sscc])),
      ])
      const { state } = await server.db
        .selectFrom('shipment')
        .where('shipment_id', '=', made.shipment_id)
        .select('state')
        .executeTakeFirstOrThrow()
      const isBack = recovered.status === 200
      expect([recovered.status, state]).toEqual(isBack ? [200, 'AWAITING_PACKING'] : [409, 'PACKED_AND_SHIPPED'])
      expect(scans.flatMap(outcomes)).toEqual(Array(3).fill(isBack ? 'not_shipped' : 'inwarded'))
      expect((await inwards(made)).at).toBe(isBack ? 0 : 3)
    }
    expect(await qcDisagreements(server)).toEqual([])
    expect(await brokenBooks(server.db)).toEqual([])
  })

  it('cannot be called back any more once a box of it is in, and can again after the undo', async () => {
    const made = await shippedBoxes(server, [[2], [3]])
    const [sscc = ''] = ssccs(made)
    await scanIn(station(0), [sscc])
    const recover = () => made.shipment.client.call(shipmentsCalls.recoverShipment, { shipment_id: made.shipment_id })
    expect((await recover()).status).toBe(409)
    await scanIn(station(1), [sscc], { action: 'undo' })
    expect((await recover()).status).toBe(200)
    expect(outcomes(await scanIn(station(0), [sscc]))).toEqual(['not_shipped'])
  })
})

it('a count and an undo of one box at once: one of them is refused', async () => {
  // Would catch: a box that was counted and is gone, or put back with counted pieces left behind.
  for (let round = 0; round < 8; round++) {
    const made = await shippedBoxes(server, [[5]])
    const [sscc = ''] = ssccs(made)
    await scanIn(station(0), [sscc])
    const { version } = await server.db
      .selectFrom('qc_box')
      .where('box_id', '=', made.boxes[0]?.box_id ?? '')
      .select('version')
      .executeTakeFirstOrThrow()
    const lines = [{ nm_sku: made.boxes[0]?.items[0]?.nm_sku ?? '', counted: 5 }]
    const [counted, undone] = await Promise.all([
      station(1).call(countingCalls.verifyQuantity, { box_id: sscc, version, lines }),
      scanIn(station(2), [sscc], { action: 'undo' }),
    ])
    expect([counted.status === 200, ...outcomes(undone)]).toEqual(
      counted.status === 200 ? [true, 'not_undone'] : [false, 'undone'],
    )
  }
  expect(await qcDisagreements(server)).toEqual([])
})
