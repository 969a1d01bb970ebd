import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { writeWorkbook } from '../../src/server/sheets/write-workbook.ts'
import { inspectedPieces } from '../../src/shared/areas/inspection/sheets.ts'
import { contract } from '../../src/shared/areas.ts'
import { makeOrder } from '../support/orders.ts'
import { brokenQcBooks } from '../support/qc-books.ts'
import { countedBoxes, judgeBox, openBox, passing, stain } from '../support/qc-inspection.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { revertBoxToQc, revertStylesToQualityInspection } = contract.qcBoxes
const { uploadQcInspectionQuantityFile } = contract.inspection

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})

afterEach(async () => {
  expect(await brokenQcBooks(server)).toEqual([])
})

describe('what a lot had come to when an inspection judged it', () => {
  it('counts the inspections that judged it before, whichever server gave them their ids', async () => {
    // Would catch: an inspection that tells what was found after it, and not what was found before, since two servers' clocks differ.
    const { skus, judge, open } = await countedBoxes(server, [[60]])
    const [sku = ''] = skus
    expect((await judge({ lines: [passing(sku, 15, 15)], verdict: 'passed' })).status).toBe(200)
    expect((await judge({ lines: [passing(sku, 45, 5)], verdict: 'passed' })).status).toBe(200)
    const toldBy = async () => (await open()).inspections.map(({ lots }) => lots.map(({ tally }) => tally.sampled))
    expect(await toldBy()).toEqual([[15], [20]])
    // As it is where the first was judged by a server whose clock is ahead: the later id came first.
    const found = await server.db.selectFrom('qc_inspection_lot').selectAll().orderBy('inspection_id').execute()
    const [first, second] = found.slice(-2)
    if (!first || !second) throw new Error('two inspections judged the lot')
    await server.db.deleteFrom('qc_inspection_lot').where('lot_id', '=', first.lot_id).execute()
    const swapped = [
      { ...first, inspection_id: second.inspection_id },
      { ...second, inspection_id: first.inspection_id },
    ]
    await server.db.insertInto('qc_inspection_lot').values(swapped).execute()
    expect(await toldBy()).toEqual([[20], [15]])
  })
})

describe('pieces on hold that are looked at again', () => {
  it('count once in the sample of their lot, and so does their defect', async () => {
    // Would catch: 2 of 19 looked at held and looked at again, told as 21; one stain told as two, which rejects the lot.
    const { skus, judge, open } = await countedBoxes(server, [[60]])
    const [sku = ''] = skus
    const held = { nm_sku: sku, passed: 17, on_hold: 2, sampled: 19 }
    expect((await judge({ lines: [held], defects: [stain(sku)], verdict: 'mixed' })).status).toBe(200)
    const [frozen] = (await open()).plans
    expect(frozen).toMatchObject({ sample_size: 20, computed: 'open', tally: { sampled: 19, major: 1 } })
    expect(frozen?.held).toMatchObject([{ nm_sku: sku, sampled: 2, faulty: 1, major: 1, minor: 0 }])
    const back = { nm_sku: sku, passed: 1, failed: 1, sampled: 2, from: 'on_hold' as const }
    const again = await judge({ lines: [back], defects: [stain(sku)], verdict: 'mixed' })
    expect(again.status, again.body.message).toBe(200)
    expect((await open()).plans[0]).toMatchObject({ computed: 'open', tally: { sampled: 19, major: 1 } })
    expect((await judge({ lines: [passing(sku, 41, 1)], verdict: 'passed' })).status).toBe(200)
    const { plans, inspections } = await open()
    expect(plans[0]).toMatchObject({ computed: 'accept', tally: { sampled: 20, major: 1 } })
    // What each inspection looked at stays as it was said.
    expect(inspections.map(({ computed, lines }) => [computed, lines[0]?.sampled])).toEqual([
      ['open', 19],
      ['open', 2],
      ['accept', 1],
    ])
  })

  it('leave the milder count for a worse one, but for a lot that it has rejected', async () => {
    // Would catch: a thread that turns out to be a hole told as two units; a rejection taken away by calling a thread a hole.
    for (const [threads, computed, minor] of [
      [1, 'open', 0],
      [3, 'reject', 3],
    ] as const) {
      const { skus, judge, open } = await countedBoxes(server, [[60]])
      const [sku = ''] = skus
      const thread = stain(sku, threads, { severity: 'minor', reason: 'Poor workmanship' })
      const held = { lines: [{ nm_sku: sku, on_hold: 3, sampled: 3 }], defects: [thread], verdict: 'hold' as const }
      expect((await judge(held)).status).toBe(200)
      const back = { nm_sku: sku, passed: 2, failed: 1, sampled: 3, from: 'on_hold' as const }
      const again = await judge({ lines: [back], defects: [stain(sku)], verdict: 'mixed' })
      expect(again.status, again.body.message).toBe(200)
      expect((await open()).plans[0]).toMatchObject({ computed, tally: { sampled: 3, critical: 0, major: 1, minor } })
    }
  })

  it('have counted in their lot though they failed, were inspected again and held', async () => {
    // Would catch: a third look that adds to the sample which the pieces failed with.
    const { skus, judge, open } = await countedBoxes(server, [[20]])
    const [sku = ''] = skus
    const first = { nm_sku: sku, passed: 18, failed: 2, sampled: 20 }
    expect((await judge({ lines: [first], defects: [stain(sku, 2)], verdict: 'mixed' })).status).toBe(200)
    const mended = { nm_sku: sku, on_hold: 2, sampled: 2, from: 'failed' as const }
    expect((await judge({ lines: [mended], verdict: 'hold' })).status).toBe(200)
    const last = { nm_sku: sku, passed: 1, failed: 1, sampled: 2, from: 'on_hold' as const }
    const reply = await judge({ lines: [last], defects: [stain(sku)], verdict: 'mixed' })
    expect(reply.status, reply.body.message).toBe(200)
    expect((await open()).plans[0]).toMatchObject({ kind: 'inspection', tally: { sampled: 20, major: 2 } })
  })
})

/** Boxes of two SKUs, the second of another style: how a style of them is reverted. */
async function twoStyles(boxes: number[][]) {
  const made = await countedBoxes(server, boxes)
  const [a = '', b = ''] = made.skus
  const { lines } = await makeOrder(server.db, { vendor: made.shipment.order.vendor })
  const other = await server.db
    .selectFrom('sku')
    .where('nm_sku', '=', lines[0]?.nm_sku ?? '')
    .select('style_id')
    .executeTakeFirstOrThrow()
  await server.db
    .updateTable('sku')
    .set({ ...other, color: 'Red', color_zh: '红色' })
    .where('nm_sku', '=', b)
    .execute()
  // No SKU changes its style in life: what was counted by it is counted anew.
  await sql`SELECT pipeline_rebuild()`.execute(server.db)
  const styleOf = async (sku: string) => {
    const found = (await made.open()).lines.find((line) => line.nm_sku === sku)
    return found?.style_id ?? ''
  }
  const ids = { a: await styleOf(a), b: await styleOf(b) }
  const why = { reason: 'Inspected under bad light' }
  return {
    ...made,
    a,
    b,
    revert: async (style: 'a' | 'b', sscc = made.box.sscc) => {
      const styles = [{ box_id: sscc, style_id: ids[style] }]
      const reply = await made.client.call(revertStylesToQualityInspection, { styles, ...why })
      expect(reply.status, reply.body.message).toBe(200)
    },
    revertAll: async () => {
      const reply = await made.client.call(revertBoxToQc, { box_ids: [made.box.sscc], ...why })
      expect(reply.status, reply.body.message).toBe(200)
    },
    /** The plans of waiting pieces by style. */
    plans: async (sscc = made.box.sscc) => {
      const { plans } = await openBox(made.client, sscc)
      const of = (style: string) => plans.find((plan) => plan.kind === 'inspection' && plan.style_id === style)
      return { a: of(ids.a), b: of(ids.b), all: plans }
    },
  }
}

const fresh = { is_frozen: false, tally: { sampled: 0, major: 0 } }
const rejected = { is_frozen: true, computed: 'reject', tally: { sampled: 8, major: 1 } }

describe('reverting one style', () => {
  it('leaves the rejection of its neighbour, and begins its own lots anew', async () => {
    // Would catch: a rejected style washed clean by reverting another one of its box.
    const { a, b, judge, revert, revertAll, plans, open } = await twoStyles([[20, 20]])
    const bad = { nm_sku: b, on_hold: 20, sampled: 8 }
    const first = await judge({ lines: [passing(a, 20, 8), bad], defects: [stain(b)], verdict: 'mixed' })
    expect(first.status, first.body.message).toBe(200)
    const before = (await plans()).b
    await revert('a')
    expect(await plans()).toMatchObject({ a: { ...fresh, lot_size: 20 }, b: rejected })
    expect((await plans()).b).toEqual(before)
    // Nor does another scope cut the rejected lot anew.
    const unseen = { lines: [{ nm_sku: b, passed: 20, from: 'on_hold' as const }], verdict: 'passed' as const }
    expect((await judge({ ...unseen, scope: 'box' })).status).toBe(403)
    expect((await judge({ lines: [passing(a, 20, 8)], verdict: 'passed', scope: 'box' })).status).toBe(200)
    expect(await plans()).toMatchObject({ a: { computed: 'accept', tally: { sampled: 8 } }, b: rejected })
    const { inspections } = await open()
    expect(inspections.map(({ number, computed, lines }) => [number, computed, lines.length])).toEqual([
      [1, 'reject', 2],
      [2, 'accept', 1],
    ])
    await revertAll()
    expect(await plans()).toMatchObject({ a: fresh, b: { ...fresh, held: [] } })
    expect((await open()).inspections).toHaveLength(2)
  })

  it('goes on with the failed pieces of its neighbour that were inspected again', async () => {
    // Would catch: a rejected second sample washed clean by reverting, or failing, another style of the box.
    const { a, b, judge, revert, plans } = await twoStyles([[20, 20]])
    const failing = { nm_sku: b, failed: 20, sampled: 8 }
    expect((await judge({ lines: [failing], defects: [stain(b)], verdict: 'failed' })).status).toBe(200)
    const again = { nm_sku: b, on_hold: 5, sampled: 5, from: 'failed' as const }
    expect((await judge({ lines: [again], defects: [stain(b)], verdict: 'hold' })).status).toBe(200)
    const second = async () => (await plans()).all.find((plan) => plan.kind === 'reinspection' && plan.is_frozen)
    expect(await second()).toMatchObject({ computed: 'reject', tally: { sampled: 5, major: 1 } })
    const one = { nm_sku: a, passed: 19, failed: 1, sampled: 20 }
    expect((await judge({ lines: [one], defects: [stain(a)], verdict: 'mixed' })).status).toBe(200)
    await revert('a')
    expect(await second()).toMatchObject({ computed: 'reject', tally: { sampled: 5, major: 1 } })
  })

  it('begins a lot that mixes it with others anew', async () => {
    // Would catch: reverted pieces judged by what was found before they were reverted.
    const { a, b, judge, revert, plans } = await twoStyles([[20, 20]])
    const lines = [passing(a, 10, 4), { nm_sku: b, on_hold: 20, sampled: 8 }]
    expect((await judge({ lines, defects: [stain(b)], verdict: 'mixed', scope: 'box' })).status).toBe(200)
    expect((await plans()).all).toMatchObject([{ scope: 'box', is_frozen: true, tally: { sampled: 12, major: 1 } }])
    await revert('a')
    const { all } = await plans()
    expect(all.map(({ is_frozen, tally, held }) => [is_frozen, tally.sampled, held])).toEqual([
      [false, 0, []],
      [false, 0, []],
    ])
    // Pieces that stayed on hold have not been looked at in the new lot.
    const held = { nm_sku: b, passed: 20, sampled: 20, from: 'on_hold' as const }
    expect((await judge({ lines: [held], verdict: 'passed', scope: 'box' })).status).toBe(200)
    expect((await plans()).all).toMatchObject([{ scope: 'box', lot_size: 40, tally: { sampled: 20, major: 0 } }])
  })

  it('leaves the lots of a shipment, its own in the other boxes and its neighbour here', async () => {
    // Would catch: the tally of a shipment that one box takes away; a neighbour that leaves its shipment's lot.
    const made = await twoStyles([
      [20, 20],
      [20, 20],
    ])
    const { a, b, boxes, client, revert, plans } = made
    for (const { sscc } of boxes) {
      const { version } = (await openBox(client, sscc)).box
      const lines = [a, b].map((nm_sku) => ({ nm_sku, passed: 10, on_hold: 5, sampled: 5 }))
      const reply = await judgeBox(client, sscc, version, { lines, verdict: 'mixed', scope: 'shipment' })
      expect(reply.status, reply.body.message).toBe(200)
    }
    await revert('a')
    const lot = { scope: 'shipment', lot_size: 40, is_frozen: true, tally: { sampled: 10 } }
    expect(await plans()).toMatchObject({ a: { scope: 'shipment', lot_size: 20, ...fresh }, b: lot })
    expect(await plans(boxes[1]?.sscc)).toMatchObject({ a: lot, b: lot })
    // Reverted in the other box as well, its pieces are one lot again.
    await revert('a', boxes[1]?.sscc)
    expect(await plans(boxes[1]?.sscc)).toMatchObject({ a: { lot_size: 40, ...fresh }, b: lot })
  })

  it('does not take the rows of a sheet again that its neighbour has had', async () => {
    // Would catch: a sheet that is sent twice judging pieces of a style that nobody reverted.
    const { a, b, client, box, revert, open } = await twoStyles([[20, 30]])
    const rows = [a, b].map((nm_sku) => ({ nm_sku, passed: 10, sampled: 10 }))
    const file = { name: 'inspected.xlsx', bytes: await buffer(writeWorkbook(inspectedPieces, rows)) }
    const send = () => client.call(uploadQcInspectionQuantityFile, { box_id: box.sscc, file })
    expect((await send()).body.data).toMatchObject({ rows_taken: 2 })
    await revert('a')
    expect((await send()).body.data).toMatchObject({ rows_taken: 1, rows_unchanged: 1 })
    expect((await open()).box.quantities).toMatchObject({ passed: 20, to_inspect: 30 })
  })
})
