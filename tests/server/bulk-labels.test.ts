import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { labelFaults, mostLabels } from '../../src/shared/areas/shipments/sheets.ts'
import { contract } from '../../src/shared/areas.ts'
import { makeSscc } from '../../src/shared/kernel/sscc.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { type PackedShipment, packedShipment } from '../support/shipments.ts'

const calls = contract.shipments

let server: TestServer
let mine: PackedShipment
let theirs: PackedShipment
let boxes: { box_no: string; sscc: string }[]

beforeAll(async () => {
  server = await testServer()
  mine = await packedShipment(server)
  theirs = await packedShipment(server)
  const { body } = await mine.client.call(calls.getPackingItems, { shipment_id: mine.shipment_id })
  boxes = body.data.boxes
})

const csv = (...rows: string[]) => ({
  name: 'labels.csv',
  bytes: Buffer.from(`Shipment ID,Box No,SSCC\n${rows.join('\n')}\n`),
})

describe('shipping labels by a sheet', () => {
  // Would catch: boxes left out or in another order; a print that leaves no trace in its shipment's history; bytes that are no PDF.
  it('are one file of all boxes of the shipments and boxes named, noted in their history', async () => {
    const file = csv(`${mine.shipment_id.toLowerCase()},,`)
    const looked = (await mine.client.call(calls.lookAtBulkLabels, { file })).body.data
    expect(looked).toMatchObject({ shipments: 1, faults: 0, ssccs: boxes.map(({ sscc }) => sscc) })
    const { status, bytes } = await mine.client.call(calls.getBulkShippingLabels, { file })
    expect([status, bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    expect(bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0).toBe(boxes.length)
    const printed = await mine.client.call(calls.shippingLabelsOfBoxes, { ssccs: looked.ssccs })
    expect(printed.bytes.length).toBeGreaterThan(1_000)
    const { body } = await mine.client.call(calls.getShipmentDetails, { shipment_id: mine.shipment_id })
    expect(body.data.history.filter(({ event }) => event === 'labels.shipping')).toHaveLength(2)
  })

  // Would catch: a label twice, which may stick on two boxes; a fault that does not say where; another vendor's box told from nobody's.
  it('name every fault by sheet, row, column and value, and print what is good only when asked to', async () => {
    const [box] = boxes
    const rows = [
      `,,${box?.sscc}`,
      `${mine.shipment_id},${box?.box_no},`,
      `${theirs.shipment_id},,`,
      'SH-NOBODY,,',
      `,,${theirs.sscc}`,
      `${mine.shipment_id},no-such,`,
    ]
    const looked = (await mine.client.call(calls.lookAtBulkLabels, { file: csv(...rows) })).body.data
    expect(looked.ssccs).toEqual([box?.sscc])
    expect(looked.rows.flatMap(({ fault }) => (fault ? [[fault.cell, fault.message]] : []))).toEqual([
      ['B3', 'Multiple entries found.'],
      ['A4', 'This shipment is not yours, or not known.'],
      ['A5', 'This shipment is not yours, or not known.'],
      ['C6', 'This box is not yours, or not known.'],
      ['B7', 'This box is not in the shipment.'],
    ])
    const refused = await mine.client.call(calls.getBulkShippingLabels, { file: csv(...rows) })
    const { faults = [] } = (JSON.parse(refused.bytes.toString('utf8')) as { details: { faults?: unknown[] } }).details
    expect([refused.status, faults.length]).toEqual([422, 5])
    const good = await mine.client.call(calls.getBulkShippingLabels, { mode: 'good_rows', file: csv(...rows) })
    expect(good.status).toBe(200)
  })

  // Would catch: one sheet that keeps the server busy for ever: the label above the most is a fault, and the most of them are printed.
  it('are at most five thousand at once', async () => {
    const many = await packedShipment(server)
    const ssccs = Array.from({ length: mostLabels }, (_, at) => makeSscc(9, '6901234', at))
    await sql`INSERT INTO box (id, shipment_id, box_no, position, sscc, weight_grams)
      SELECT gen_random_uuid(), b.shipment_id, 'X' || n.g, 100 + n.g, n.sscc, b.weight_grams
      FROM (SELECT b.* FROM box b JOIN shipment h ON h.id = b.shipment_id WHERE h.shipment_id = ${many.shipment_id} LIMIT 1) b,
        unnest(${ssccs}::text[]) WITH ORDINALITY AS n (sscc, g)`.execute(server.db)
    const file = csv(`${many.shipment_id},,`)
    const looked = (await many.client.call(calls.lookAtBulkLabels, { file })).body.data
    expect(looked.rows.map(({ fault }) => fault?.message)).toEqual([labelFaults.tooMany])
    const rows = ssccs.map((sscc) => `,,${sscc}`)
    const { status, bytes } = await many.client.call(calls.getBulkShippingLabels, { file: csv(...rows) })
    expect(status).toBe(200)
    expect(bytes.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(mostLabels)
  })

  // Would catch: a box printed by its SSCC alone, whoever asks.
  it('are a vendor’s own', async () => {
    const { status } = await mine.client.call(calls.shippingLabelsOfBoxes, { ssccs: [theirs.sscc] })
    expect(status).toBe(404)
    const { bytes } = await mine.client.call(calls.sampleBulkLabels, {})
    const file = { name: 'sample.xlsx', bytes }
    const looked = (await mine.client.call(calls.lookAtBulkLabels, { file })).body.data
    expect(looked).toMatchObject({ faults: 0, ssccs: boxes.map(({ sscc }) => sscc) })
  })
})
