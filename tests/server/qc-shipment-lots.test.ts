import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import { boxesAtQc, qcDisagreements } from '../support/qc.ts'
import { judgeBox, openBox, passing } from '../support/qc-inspection.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { counting, inspection, qcBoxes } = contract

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server?.stop())

type World = Awaited<ReturnType<typeof boxesAtQc>>

/** Lots lie in all boxes of their shipment, as the settings may say. */
async function setScope(scope: 'shipment' | 'style_colour', blind = false): Promise<void> {
  const lead = await server.as(await server.makeUser({ role: 'ops_team' }))
  const { body } = await lead.call(inspection.qcSettings, {})
  const settings = { ...body.data.settings, lot_scope: scope, blind_count: blind }
  const saved = await lead.call(inspection.saveQcSettings, { settings, version: body.data.version })
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body))
}

const lotsOf = async ({ client, shipment_id }: World) => {
  const { status, body } = await client.call(inspection.shipmentLots, { shipment_id })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

const waitingOf = (data: Awaited<ReturnType<typeof lotsOf>>) =>
  data.boxes.map(({ quantities }) => [quantities.to_inspect, quantities.passed, quantities.failed])

describe('the boxes of a shipment at once', () => {
  it('are counted as declared, those counted before are left out, and it is taken back', async () => {
    // Would catch: a box counted twice, pieces lost by a count in bulk, a count of a box that somebody counted otherwise.
    const world = await boxesAtQc(server, [[4], [5], [6]])
    const ids = world.boxes.map(({ box_id }) => box_id)
    const one = await world.client.call(counting.countAsDeclared, { box_ids: ids.slice(0, 1) })
    expect(one.status, JSON.stringify(one.body)).toBe(200)
    const all = await world.client.call(counting.countAsDeclared, { box_ids: ids })
    expect(all.body.data.boxes.map(({ quantities }) => [quantities.uncounted, quantities.to_inspect]).sort()).toEqual([
      [0, 5],
      [0, 6],
    ])
    expect(all.body.data.left_out.map(({ message }) => message)).toEqual(['This box is counted'])
    const again = await world.client.call(counting.countAsDeclared, { box_ids: ids })
    expect([again.status, again.body.message]).toEqual([
      409,
      expect.stringMatching(/^Box(es)? SH-.*: This box is counted$/),
    ])
    const back = await world.client.call(counting.countAsDeclared, { box_ids: ids, action: 'undo' })
    expect(back.body.data.boxes.map(({ quantities }) => quantities.uncounted).sort()).toEqual([4, 5, 6])
    expect(await qcDisagreements(server)).toEqual([])
  })

  it('are never counted so where counts are blind', async () => {
    // Would catch: who must not see what was declared saying that it is there.
    const world = await boxesAtQc(server, [[4]])
    await setScope('style_colour', true)
    const { status, body } = await world.client.call(counting.countAsDeclared, {
      box_ids: world.boxes.map((b) => b.box_id),
    })
    await setScope('style_colour')
    expect([status, body.message]).toEqual([400, 'Blind count: type what lies in the box.'])
  })

  it('are judged by one verdict a lot: the root of the cartons is opened, and the others pass by their sample', async () => {
    // Would catch: every carton named as one to open; a sample that is not counted; boxes outside it that need a look each.
    await setScope('shipment')
    const world = await boxesAtQc(
      server,
      Array.from({ length: 9 }, () => [40, 20]),
    )
    const ids = world.boxes.map(({ box_id }) => box_id)
    await world.client.call(counting.countAsDeclared, { box_ids: ids })
    const before = await lotsOf(world)
    for (const lot of before.lots) {
      expect(lot.cells.filter(({ to_see }) => to_see > 0)).toHaveLength(3)
      expect(lot.cells.reduce((sum, { to_see }) => sum + to_see, 0)).toBe(lot.sample_size)
    }
    for (const lot of before.lots) {
      const order = lot.cells.toSorted((a, b) => b.to_see - a.to_see).map(({ sscc }) => sscc)
      const box_ids = order.map((sscc) => before.boxes.find((box) => box.sscc === sscc)?.box_id ?? '')
      const input = { shipment_id: world.shipment_id, lot_keys: [lot.lot_key], verdict: 'accept' as const, seen: true }
      const parts = [box_ids.slice(0, 5), box_ids.slice(5)]
      for (const part of parts) {
        const { status, body } = await world.client.call(inspection.judgeLots, { ...input, box_ids: part })
        expect(status, JSON.stringify(body)).toBe(200)
        expect(body.data.left_out).toEqual([])
      }
      // Sent once more: nothing of the lot waits any more.
      const twice = await world.client.call(inspection.judgeLots, { ...input, box_ids: parts[0] ?? [] })
      expect([twice.status, twice.body.message]).toEqual([
        409,
        expect.stringMatching(/: Nothing of this lot waits in this box\.$/),
      ])
    }
    const after = await lotsOf(world)
    expect(after.lots).toEqual([])
    expect(waitingOf(after)).toEqual(Array.from({ length: 9 }, () => [0, 60, 0]))
    const looked = await sql<{
      n: number
    }>`SELECT sum(il.sampled)::int AS n FROM qc_inspection_lot il JOIN qc_inspection i ON i.id = il.inspection_id
      WHERE i.box_id = ANY(${ids}::uuid[])`.execute(server.db)
    expect(looked.rows[0]?.n).toBe(before.lots.reduce((sum, { sample_size }) => sum + sample_size, 0))
    expect(await qcDisagreements(server)).toEqual([])
    await setScope('style_colour')
  })

  it('ask for what is still to be looked at of their lot: of the second box no more than the first left', async () => {
    // Would catch: the whole sample asked for again in the next box ("32 of 20 looked at"), also by the verdict on the lot.
    await setScope('shipment')
    const world = await boxesAtQc(server, [[40], [40]])
    await world.client.call(counting.countAsDeclared, { box_ids: world.boxes.map(({ box_id }) => box_id) })
    const [first, second] = world.boxes
    const plan = async (ref = '') => (await openBox(world.client, ref)).plans[0]
    const size = (await plan(first?.sscc))?.sample_size ?? 0
    const sku = first?.items[0]?.nm_sku ?? ''
    const { box } = await openBox(world.client, first?.sscc ?? '')
    const said = { lines: [passing(sku, 40, size - 3)], verdict: 'passed' as const }
    expect((await judgeBox(world.client, box.sscc, box.version, said)).status).toBe(200)
    expect((await plan(second?.sscc))?.to_look_at.map(({ sscc, units }) => [sscc, units])).toEqual([[second?.sscc, 3]])
    const [lot] = (await lotsOf(world)).lots
    expect(lot?.cells.map(({ to_see }) => to_see)).toEqual([0, 3])
    const judged = await world.client.call(inspection.judgeLots, {
      ...{ shipment_id: world.shipment_id, lot_keys: [lot?.lot_key ?? ''], box_ids: [second?.box_id ?? ''] },
      ...{ verdict: 'accept', seen: true },
    })
    expect(judged.status, JSON.stringify(judged.body)).toBe(200)
    const { inspections } = await openBox(world.client, second?.sscc ?? '')
    expect(inspections[0]?.lots[0]?.tally.sampled).toBe(size)
    await setScope('style_colour')
  })

  it('are one lot by the wish of a lead who says why, and of nobody else', async () => {
    // Would catch: 9 boxes judged by the sample of one because somebody asked for it.
    const world = await boxesAtQc(
      server,
      Array.from({ length: 9 }, () => [40]),
    )
    const ids = world.boxes.map(({ box_id }) => box_id)
    await world.client.call(counting.countAsDeclared, { box_ids: ids })
    const { shipment_id } = world
    expect((await lotsOf(world)).lots).toHaveLength(9)
    const { body } = await world.client.call(inspection.shipmentLots, { shipment_id, scope: 'shipment' })
    expect(body.data.lots).toHaveLength(1)
    const [lot] = body.data.lots
    const order = lot?.cells.toSorted((a, b) => b.to_see - a.to_see) ?? []
    const box_ids = order.map(({ sscc }) => body.data.boxes.find((box) => box.sscc === sscc)?.box_id ?? '')
    const asked = { scope: 'shipment' as const, verdict: 'accept' as const, seen: true }
    const input = { ...asked, shipment_id, lot_keys: [lot?.lot_key ?? ''], box_ids }
    const lead = await server.as(await server.makeUser({ role: 'ops_team' }))
    const said = [
      await world.client.call(inspection.judgeLots, { ...input, looser_reason: 'Needed urgently' }),
      await lead.call(inspection.judgeLots, input),
      await lead.call(inspection.judgeLots, { ...input, looser_reason: 'Needed urgently' }),
    ]
    expect(said.map(({ status }) => status)).toEqual([403, 400, 200])
    expect(waitingOf(await lotsOf(world))).toEqual(Array.from({ length: 9 }, () => [0, 40, 0]))
  })

  it('fail as a lot once its sample rejects it, and do not pass against it without a lead', async () => {
    // Would catch: a lot accepted in bulk that its sample rejects.
    await setScope('shipment')
    const world = await boxesAtQc(
      server,
      Array.from({ length: 4 }, () => [30]),
    )
    const ids = world.boxes.map(({ box_id }) => box_id)
    await world.client.call(counting.countAsDeclared, { box_ids: ids })
    const { boxes, lots } = await lotsOf(world)
    const [lot] = lots
    const opened = boxes.find(({ sscc }) => lot?.cells.some((cell) => cell.sscc === sscc && cell.to_see > 0))
    const modal = await world.client.call(qcBoxes.getQcModal, { box_id: opened?.box_id ?? '' })
    const [line] = modal.body.data.lines
    const nm_sku = line?.nm_sku ?? ''
    const bad = await world.client.call(inspection.verifyQcInspection, {
      box_id: opened?.box_id ?? '',
      version: modal.body.data.box.version,
      lines: [{ nm_sku, passed: 0, failed: 1, on_hold: 0, sampled: 1, from: 'to_inspect' }],
      defects: [{ nm_sku, reason: 'Stain', severity: 'critical', units: 1, remark: 'oil' }],
      verdict: 'failed',
    })
    expect(bad.status, JSON.stringify(bad.body)).toBe(200)
    const input = { shipment_id: world.shipment_id, lot_keys: [lot?.lot_key ?? ''], box_ids: ids }
    const passed = await world.client.call(inspection.judgeLots, { ...input, verdict: 'accept' })
    expect(passed.status).toBe(403)
    const failed = await world.client.call(inspection.judgeLots, { ...input, verdict: 'reject' })
    expect(failed.status, JSON.stringify(failed.body)).toBe(200)
    expect(waitingOf(await lotsOf(world)).every(([waits, , bads]) => waits === 0 && bads === 30)).toBe(true)
    expect(await qcDisagreements(server)).toEqual([])
    await setScope('style_colour')
  })
})
