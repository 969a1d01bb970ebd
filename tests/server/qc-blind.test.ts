import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from '../support/client.ts'
import { boxesAtQc, shippedBoxes } from '../support/qc.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { counting, inspection, qcBoxes, receiving, frame, trace } = contract

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server?.stop())

/** Numbers that stand nowhere else: pieces of two SKUs, and of both. */
const planted = [7919, 6007, 13926]

async function setBlind(blind_count: boolean): Promise<void> {
  const lead = await server.as(await server.makeUser({ role: 'ops_team' }))
  const { body } = await lead.call(inspection.qcSettings, {})
  const settings = { ...body.data.settings, blind_count }
  const saved = await lead.call(inspection.saveQcSettings, { settings, version: body.data.version })
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body))
}

/** What a caller is told of a box that nobody has counted, one that is on its way, and their shipments, by every call that shows them. */
async function everythingTold(
  client: Client,
  at: { sscc: string; box_id: string; shipment_id: string },
  coming: typeof at,
) {
  const looks = {
    format: 'csv' as const,
    columns: [
      { id: 'declared', header: 'Declared' },
      { id: 'box', header: 'Box' },
    ],
  }
  const looksComing = {
    ...looks,
    columns: [
      { id: 'pieces', header: 'Pieces' },
      { id: 'box', header: 'Box' },
    ],
  }
  const words = { language: 'en' as const, time_zone: 'UTC' }
  const replies: Record<string, { status: number; body: unknown; bytes: Buffer }> = {
    list: await client.call(qcBoxes.getInwardedBoxes, { shipment_id: at.shipment_id }),
    modal: await client.call(qcBoxes.getQcModal, { box_id: at.box_id, as_declared: true }),
    plan: await client.call(qcBoxes.planBoxMove, { shipment_id: at.shipment_id, move: 'undo_inward' }),
    all: await client.call(qcBoxes.planBoxMove, { shipment_id: at.shipment_id }),
    shipment: await client.call(inspection.shipmentLots, { shipment_id: at.shipment_id }),
    sheet: await client.call(counting.downloadPendingQuantityValidation, { box_id: at.box_id, is_blind: false }),
    file: await client.call(frame.exportQcBoxes, { ...looks, ...words, shipment_id: at.shipment_id }),
    awaiting: await client.call(receiving.getAwaitingInwardBoxes, { shipment_id: coming.shipment_id }),
    awaitingCounts: await client.call(receiving.getAwaitingInwardBoxes, {
      shipment_id: coming.shipment_id,
      part: 'counts',
    }),
    arrivals: await client.call(receiving.getAwaitingInwardBoxes, {
      shipment_id: coming.shipment_id,
      part: 'arrivals',
    }),
    awaitingFile: await client.call(frame.exportAwaitingBoxes, {
      ...looksComing,
      ...words,
      shipment_id: coming.shipment_id,
    }),
    packed: await client.call(receiving.downloadPlFileBoxWise, { box_ids: [at.box_id] }),
    packedToCome: await client.call(receiving.downloadPlFileBoxWise, { shipment_id: coming.shipment_id }),
    comingFile: await client.call(receiving.downloadAwaitingInwardBoxesFile, {}),
    box: await client.call(trace.traceLife, { kind: 'box', code: at.sscc }),
    ofShipment: await client.call(trace.traceLife, { kind: 'shipment', code: at.shipment_id }),
    inward: await client.call(receiving.inwardBoxes, { boxes: [{ code: coming.sscc }] }),
  }
  return Object.entries(replies).map(([name, { status, body, bytes }]) => {
    const said = `${JSON.stringify(body)} ${bytes.toString('latin1')}`
    return { name, status, tells: planted.some((number) => said.includes(String(number))) }
  })
}

// Would catch: an order of the list that tells which of two boxes should hold more.
it('a list by pieces does not sort what is hidden from who counts blind', async () => {
  const asked = async (client: Client, shipment_id: string, descending: boolean) =>
    (
      await client.call(qcBoxes.getInwardedBoxes, { shipment_id, sort: 'pieces', descending, tab: 'all' })
    ).body.data.rows.map(({ box_id }) => box_id)
  await setBlind(true)
  const { client, shipment_id, boxes } = await boxesAtQc(server, [[9], [3], [7], [5]])
  const byPieces = [1, 3, 2, 0].map((at) => boxes[at]?.box_id)
  const byId = boxes.map(({ box_id }) => box_id).toSorted()
  expect(byPieces).not.toEqual(byId)
  expect(await asked(client, shipment_id, false)).toEqual(byId)
  expect(await asked(client, shipment_id, true)).toEqual(byId.toReversed())
  const lead = await server.as(await server.makeUser({ role: 'ops_team' }))
  expect(await asked(lead, shipment_id, false)).toEqual(byPieces)
  await setBlind(false)
  expect(await asked(client, shipment_id, false)).toEqual(byPieces)
})

// Would catch: one list, file or answer from which who counts blind reads what should be there.
it('who counts blind is told by nothing what was declared, a lead is, and nobody is once it is off', async () => {
  await setBlind(true)
  const [world, coming] = [await boxesAtQc(server, [[7919, 6007]]), await shippedBoxes(server, [[7919, 6007]])]
  const first = (of: { shipment_id: string; boxes: { sscc: string; box_id: string }[] }) => ({
    ...{ sscc: of.boxes[0]?.sscc ?? '', box_id: of.boxes[0]?.box_id ?? '', shipment_id: of.shipment_id },
  })
  const told = await everythingTold(world.client, first(world), first(coming))
  expect(told.filter(({ status, name }) => status !== 200 && name !== 'x')).toEqual([])
  expect(told.filter(({ tells }) => tells)).toEqual([])
  const { body } = await world.client.call(qcBoxes.getQcModal, { box_id: first(world).box_id })
  expect(body.data.box).toMatchObject({ counts_hidden: true, weight_grams: null })
  // What was counted is told when it is counted.
  const lines = body.data.lines.map(({ nm_sku }) => ({ nm_sku, counted: 7919 }))
  const { version } = body.data.box
  const counted = await world.client.call(counting.verifyQuantity, { box_id: first(world).box_id, version, lines })
  expect(counted.status, JSON.stringify(counted.body)).toBe(200)
  expect(counted.body.data.box.quantities.declared).toBe(13926)

  const more = await shippedBoxes(server, [[7919, 6007]])
  const lead = await server.as(await server.makeUser({ role: 'ops_team' }))
  const another = await boxesAtQc(server, [[7919, 6007]])
  const leads = await everythingTold(lead, first(another), first(more))
  expect(leads.filter(({ tells }) => tells).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['list', 'modal', 'awaiting', 'box', 'inward']),
  )
  await setBlind(false)
  const { body: open } = await another.client.call(qcBoxes.getQcModal, { box_id: first(another).box_id })
  expect(open.data.box.quantities.declared).toBe(13926)
})
