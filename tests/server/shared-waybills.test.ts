import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from '../support/client.ts'
import { scanIn } from '../support/door.ts'
import { shippedBoxes } from '../support/qc.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { oneBoxPerLine, openShipment, packingFile } from '../support/shipments.ts'

const { company, shipments, qcBoxes } = contract

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await testServer()
  admin = await server.as('admin')
})
afterAll(() => server?.stop())

async function setRule(shared_waybills: 'no' | 'yes') {
  const { settings, version } = (await admin.call(company.getCompanyFacts, {})).body.data
  const saved = await admin.call(company.saveCompanyFacts, {
    settings: { ...settings, name: 'Yarn and Co', shared_waybills },
    version,
  })
  expect(saved.status).toBe(200)
}

/** Boxes on their way, then all of them on one waybill. */
async function onOneWaybill(waybill: string, boxes: number[][]) {
  const made = await shippedBoxes(server, boxes)
  const { client } = made.shipment
  const { shipment } = (await client.call(shipments.getPackingItems, { shipment_id: made.shipment_id })).body.data
  const typed = boxes.map((_, at) => ({ box_no: String(at + 1), tracking_id: waybill }))
  const described = await client.call(shipments.updateShipmentDetails, {
    ...{ shipment_id: made.shipment_id, version: shipment.version, boxes: typed },
  })
  return { ...made, client, described }
}

describe('one waybill on several boxes', () => {
  // Would catch: a rule that is on unasked, or that goes further than one shipment when it is on.
  it('is refused as long as the company does not allow it, and always across shipments', async () => {
    const before = await onOneWaybill('WB-OWN-001', [[1], [1]])
    expect([before.described.status, before.described.body.message]).toEqual([400, 'Invalid box tracking details.'])
    await setRule('yes')
    const shared = await onOneWaybill('WB-SHARED-001', [[1], [1], [1]])
    expect(shared.described.status).toBe(200)
    expect(shared.described.body.data).toMatchObject({
      may_share_waybills: true,
      boxes: Array(3).fill({ tracking_id: 'WB-SHARED-001' }),
    })
    const other = await onOneWaybill('wb-shared-001', [[1], [1]])
    expect([other.described.status, other.described.body.message]).toEqual([400, 'Invalid box tracking details.'])
    // By the database as well: a race of two vendors must not put it on both.
    const [box] = other.boxes
    await expect(
      server.db
        .updateTable('box')
        .set({ tracking_id: 'WB-SHARED-001' })
        .where('id', '=', box?.box_id ?? '')
        .execute(),
    ).rejects.toThrow('box_tracking')
    await setRule('no')
  })

  // Would catch: places that are not counted anew, so that a box that left its waybill lets another shipment onto it, or nobody.
  it('keeps the others off as long as one box has it, and is free after the last', async () => {
    await setRule('yes')
    const shared = await onOneWaybill('WB-FREE-001', [[1], [1]])
    const change = async (box_no: string) => {
      const { shipment_id, client } = shared
      const { shipment } = (await client.call(shipments.getPackingItems, { shipment_id })).body.data
      const boxes = [{ box_no, tracking_id: null }]
      const done = await client.call(shipments.updateShipmentDetails, { shipment_id, version: shipment.version, boxes })
      expect(done.status).toBe(200)
    }
    await change('1')
    expect((await onOneWaybill('WB-FREE-001', [[1], [1]])).described.status).toBe(400)
    await change('2')
    expect((await onOneWaybill('WB-FREE-001', [[1], [1]])).described.status).toBe(200)
    await setRule('no')
  })

  // Would catch: a sheet that is refused although it is allowed, or that is taken although it is not.
  it('comes in a packing list where it is allowed; two ids on one box stay a fault', async () => {
    const made = await openShipment(server, { pieces: [5, 4] })
    const { client, shipment_id } = made
    const upload = async (rows: Parameters<typeof packingFile>[0]) =>
      client.call(shipments.uploadPackingList, { shipment_id, file: await packingFile(rows) })
    const rows = oneBoxPerLine(made).map((row) => ({ ...row, tracking_id: 'WB-SHEET-001' }))
    expect((await upload(rows)).status).toBe(422)
    await setRule('yes')
    const twoOnOne = rows.map((row, at) => ({ ...row, box_no: '1', tracking_id: `WB-SHEET-00${at + 1}` }))
    expect((await upload(twoOnOne)).status).toBe(422)
    const taken = await upload(rows)
    expect(taken.body.data.boxes?.map(({ tracking_id }) => tracking_id)).toEqual(['WB-SHEET-001', 'WB-SHEET-001'])
    // The file again, and one that leaves an id out: neither loses what is known.
    expect((await upload(rows)).body.data).toMatchObject({ rows_taken: 0, rows_unchanged: 2 })
    const again = await upload(rows.map((row, at) => ({ ...row, ...(at === 1 && { tracking_id: null }) })))
    expect(again.body.data.boxes?.map(({ tracking_id }) => tracking_id)).toEqual(['WB-SHEET-001', 'WB-SHEET-001'])
    await setRule('no')
  })

  // Would catch: a scan of the waybill that takes in, or opens, whichever box the database has first.
  it('takes no box in by itself and opens none: it says which there are', async () => {
    await setRule('yes')
    const { boxes, described, shipment_id } = await onOneWaybill('WB-SCAN-001', [[1], [1]])
    expect(described.status).toBe(200)
    const door = await server.as('china_warehouse_team')
    const asked = await scanIn(door, ['wb-scan-001'])
    const ssccs = boxes.map(({ sscc }) => sscc)
    expect(asked).toMatchObject({ inwarded: 0, refused: 1 })
    expect(asked.results[0]).toMatchObject({
      ...{
        outcome: 'shared_waybill',
        box: null,
        values: { waybill: 'WB-SCAN-001', shipment_id, count: 2, box_nos: '1, 2' },
      },
      candidates: ssccs.map((sscc, at) => ({ box_no: String(at + 1), sscc })),
    })
    expect((await scanIn(door, [ssccs[0] ?? ''])).inwarded).toBe(1)
    // One is left, but the scanner may well have read the first once more.
    expect((await scanIn(door, ['WB-SCAN-001'])).inwarded).toBe(0)
    const modal = await door.call(qcBoxes.getQcModal, { box_id: 'WB-SCAN-001' })
    expect([modal.status, modal.body.details?.fields?.map(({ field }) => field)]).toEqual([400, ssccs])
    const found = await door.call(qcBoxes.getInwardedBoxes, { search: 'WB-SCAN-001' })
    expect(found.body.data.rows.map(({ sscc }) => sscc)).toEqual([ssccs[0]])
    await setRule('no')
  })
})
