import { beforeAll, describe, expect, it } from 'vitest'
import { cbmOf, readBoxSize, writeBoxSize } from '../../src/shared/areas/shipments/box-size.ts'
import { contract } from '../../src/shared/areas.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { type ListRow, oneBoxPerLine, openShipment, packingFile } from '../support/shipments.ts'

const { shipments } = contract

describe('the size of a carton as people write it', () => {
  // Would catch: a size in inches or millimetres taken for centimetres, or a usual writing refused.
  it('is three sides in centimetres, with any usual sign between', () => {
    const size = { length_mm: 600, width_mm: 405, height_mm: 350 }
    for (const text of ['60x40.5x35', '60 × 40,5 × 35 cm', '60*40.5*35厘米', '６０×４０.５×３５', '60 40.5 35'])
      expect(readBoxSize(text)).toEqual(size)
    expect(readBoxSize(writeBoxSize(size))).toEqual(size)
    expect(cbmOf(size)).toBe(0.085)
    expect(readBoxSize(' ')).toBeNull()
    for (const text of ['60x40', '600x400x350', '0x40x35', '-60x40x35', '60x40x35x2', 'large', '301x40x35'])
      expect(readBoxSize(text)).toBeUndefined()
  })
})

describe('the size of a box', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer()
  })

  async function packed(sized: Partial<ListRow>[]) {
    const made = await openShipment(server, { pieces: [5, 4] })
    const { client, shipment_id } = made
    const upload = async (more: Partial<ListRow>[]) => {
      const rows = oneBoxPerLine(made).map((row, at) => ({ ...row, ...more[at] }))
      return client.call(shipments.uploadPackingList, { shipment_id, file: await packingFile(rows) })
    }
    return { ...made, upload, reply: await upload(sized) }
  }
  const sides = { length_cm: 60, width_cm: 40, height_cm: 35.5 }
  const size = { length_mm: 600, width_mm: 400, height_mm: 355 }

  // Would catch: a size that a later list without it takes away, or a volume that hides that boxes are missing from it.
  it('comes with the packing list, stays where a list leaves it out, and adds up', async () => {
    const { reply, upload, client, shipment_id } = await packed([sides])
    expect(reply.body.data.boxes?.map((box) => box.size)).toEqual([size, null])
    expect(reply.body.data.shipment).toMatchObject({ cbm: 0.085, boxes_without_size: 1 })
    const again = await upload([{ tracking_id: 'SFSIZE0001' }])
    expect(again.body.data.boxes?.map((box) => box.size)).toEqual([size, null])
    const typed = await client.call(shipments.updateShipmentDetails, {
      ...{ shipment_id, version: again.body.data.shipment?.version ?? 0 },
      boxes: [
        { box_no: '2', size },
        { box_no: '1', weight_grams: 9_000 },
      ],
    })
    expect(typed.body.data.shipment).toMatchObject({ cbm: 0.17, boxes_without_size: 0 })
    expect(typed.body.data.boxes[0]).toMatchObject({ size, weight_grams: 9_000, tracking_id: 'SFSIZE0001' })
    const csv = await client.call(shipments.downloadPackingFile, { shipment_id })
    expect(String(csv.bytes)).toContain('60 × 40 × 35.5,0.085')
    const gone = await client.call(shipments.updateShipmentDetails, {
      ...{ shipment_id, version: typed.body.data.shipment.version, boxes: [{ box_no: '1', size: null }] },
    })
    expect(gone.body.data.boxes.map((box) => box.size)).toEqual([null, size])
  })

  // Would catch: a side left out that is taken for a size of nothing, millimetres taken for centimetres, rows that contradict each other.
  it('is refused at its cell where it is not whole, too large, or of two kinds', async () => {
    const { reply, upload, order } = await packed([{ length_cm: 60, width_cm: 40 }])
    const faultsOf = ({ body }: typeof reply) => body.details?.faults?.map(({ cell, message }) => [cell, message])
    expect(faultsOf(reply)).toEqual([['H2', 'Length, width and height are all needed, or none of them.']])
    expect(faultsOf(await upload([{ ...sides, length_cm: 600 }]))).toEqual([['F2', 'Invalid number format']])
    const both = await upload([
      { ...sides, box_no: '1' },
      { ...sides, box_no: '1', height_cm: 30 },
    ])
    expect(faultsOf(both)).toEqual([
      ['A2', 'The whole box {{box_no}} is left out, since a row of it has a fault.'],
      ['F3', 'The rows of a box give it different sizes.'],
    ])
    expect(order.lines).toHaveLength(2)
  })
})
