import { sql } from 'kysely'
import { parse } from 'papaparse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mayRewrite } from '../../src/server/database/append-only.ts'
import { contract } from '../../src/shared/areas.ts'
import { dayIn, reportDays } from '../../src/shared/kernel/days.ts'
import type { Client } from '../support/client.ts'
import { boxesAtQc } from '../support/qc.ts'
import { type Counted, countedBoxes, passing, stain, takeCount } from '../support/qc-inspection.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { getChinaQcReports } = contract.qcReports
const { downloadQcReport } = contract.inspection
const { skipQcInspection, revertBoxToQc } = contract.qcBoxes

let server: TestServer
let door: Client
let lead: Client

beforeAll(async () => {
  server = await testServer()
  door = await server.as('china_warehouse_team')
  lead = await server.as(await server.makeUser({ role: 'ops_team' }))
})
afterAll(() => server?.stop())

const today = () => dayIn('Asia/Shanghai', new Date())
const dayAgo = (days: number) => dayIn('Asia/Shanghai', new Date(Date.now() - days * 86_400_000))
const supplierOf = (made: Pick<Counted, 'shipment'>) => made.shipment.order.vendor.code

async function report(input: Parameters<typeof door.call<typeof getChinaQcReports>>[1]) {
  const { status, body } = await door.call(getChinaQcReports, input)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

function rowsOf(bytes: Buffer): Record<string, string>[] {
  return parse<Record<string, string>>(bytes.toString('utf8').replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: true,
  }).data
}

/** 30 pieces, 10 of which fail with two kinds of defects. */
async function judged(): Promise<Counted> {
  const made = await countedBoxes(server, [[20, 10]])
  const [a = '', b = ''] = made.skus
  const lines = [passing(a, 20), { nm_sku: b, failed: 10, sampled: 10 }]
  const defects = [stain(b, 2), stain(b, 1, { reason: 'Size issue', severity: 'critical', remark: '=too small' })]
  const reply = await made.judge({ lines, defects, verdict: 'mixed', override_reason: 'Sorted by hand' }, lead)
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
  return made
}

describe('what a manager reads', () => {
  it('adds up: what came, passed, failed, and why, by vendor and by day', async () => {
    const made = await judged()
    const data = await report({ supplier_id: supplierOf(made) })
    expect(data.totals).toEqual({
      boxes_inwarded: 1,
      pieces_inwarded: 30,
      inspected: 30,
      passed: 20,
      failed: 10,
      uninspected: 0,
      missing: 0,
      excess: 0,
      returned: 0,
      shipped: 0,
      waiting_boxes: 0,
    })
    expect(data.by_vendor).toEqual([
      expect.objectContaining({ supplier_id: supplierOf(made), boxes: 1, passed: 20, failed: 10, missing: 0 }),
    ])
    expect(data.by_reason).toEqual([
      { reason: 'Stain', units: 2, critical: 0, major: 2, minor: 0 },
      { reason: 'Size issue', units: 1, critical: 1, major: 0, minor: 0 },
    ])
    expect([data.from, data.to, data.over_time.length]).toEqual([dayAgo(29), today(), 30])
    expect(data.over_time.at(-1)).toEqual({ day: today(), inwarded: 30, boxes: 1, passed: 20, failed: 10 })
    expect(data.over_time.slice(0, -1).every((day) => day.boxes + day.passed + day.failed + day.inwarded === 0)).toBe(
      true,
    )
  })

  // Would catch: a piece that counts as failed and as passed, since it was looked at twice; a revert that counts as a pass.
  it('a piece counts once, as it was judged last; what was skipped is no pass of an inspector', async () => {
    const made = await judged()
    const supplier_id = supplierOf(made)
    const [a = '', b = ''] = made.skus
    const again = await made.judge(
      { lines: [{ nm_sku: b, passed: 10, sampled: 10, from: 'failed' }], verdict: 'passed' },
      lead,
    )
    expect(again.status, JSON.stringify(again.body)).toBe(200)
    expect((await report({ supplier_id })).totals).toMatchObject({ passed: 30, failed: 0, inspected: 30 })
    const back = await lead.call(revertBoxToQc, { box_ids: [made.box.sscc], reason: 'Wrong box' })
    expect(back.status).toBe(200)
    expect((await report({ supplier_id })).totals).toMatchObject({ passed: 0, failed: 0, uninspected: 0 })
    const skipped = await lead.call(skipQcInspection, {
      box_id: made.box.sscc,
      version: (await made.open()).box.version,
      reason: 'Agreed with the buyer',
    })
    expect(skipped.status, JSON.stringify(skipped.body)).toBe(200)
    expect((await report({ supplier_id })).totals).toMatchObject({ passed: 0, failed: 0, uninspected: 30 })
    // Would catch: pieces that were skipped, reverted and then looked at, and still count as uninspected.
    await lead.call(revertBoxToQc, { box_ids: [made.box.sscc], reason: 'Wrong box' })
    expect((await made.judge({ lines: [passing(a, 20), passing(b, 10)], verdict: 'passed' }, lead)).status).toBe(200)
    expect((await report({ supplier_id })).totals).toMatchObject({ passed: 30, failed: 0, uninspected: 0 })
  })

  // Would catch: a revert that takes away passes of other days, so that what was judged after it is told as none; days that add
  // up to more than the totals.
  it('takes back what was judged in its days, the last first, and nothing of other days', async () => {
    const made = await countedBoxes(server, [[10, 10]])
    const supplier_id = supplierOf(made)
    const [a = '', b = ''] = made.skus
    const since = new Date('2026-03-03T00:00:00Z')
    const dayOf = (at: string) =>
      server.db.transaction().execute(async (tx) => {
        await sql.raw(mayRewrite).execute(tx)
        const moves = tx.updateTable('qc_move').set({ at: new Date(at) })
        await moves.where('box_id', '=', made.box.box_id).where('at', '>', since).execute()
      })
    const told = async (from: string, to: string) => {
      const { totals, over_time } = await report({ supplier_id, from, to })
      const { passed, failed } = totals
      return [[passed, failed], ...over_time.map((day) => [day.passed, day.failed])]
    }
    const failing = (nm_sku: string, passed: number, failed: number, from?: 'failed') => ({
      ...{ nm_sku, passed, failed, sampled: passed + failed },
      ...(from && { from }),
    })
    const judge = async (...lines: ReturnType<typeof failing>[]) => {
      const defects = lines.filter(({ failed }) => failed > 0).map(({ nm_sku, failed }) => stain(nm_sku, failed))
      const verdict = defects.length > 0 ? 'mixed' : 'passed'
      const reply = await made.judge({ lines, defects, verdict, override_reason: 'Sorted by hand' }, lead)
      expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    }
    await judge(failing(a, 10, 0), failing(b, 6, 4))
    await dayOf('2026-03-01T04:00:00Z')
    const back = await lead.call(revertBoxToQc, { box_ids: [made.box.sscc], reason: 'Wrong box' })
    expect(back.status).toBe(200)
    await judge(failing(a, 9, 1), failing(b, 0, 10))
    await judge(failing(b, 7, 3, 'failed'))
    await dayOf('2026-03-02T04:00:00Z')
    expect(await told('2026-03-01', '2026-03-01')).toEqual([
      [16, 4],
      [16, 4],
    ])
    expect(await told('2026-03-02', '2026-03-02')).toEqual([
      [16, 4],
      [16, 4],
    ])
    expect(await told('2026-03-01', '2026-03-02')).toEqual([
      [16, 4],
      [0, 0],
      [16, 4],
    ])
    // Failed pieces of another day that pass today are passed today, and no failed ones are taken from anywhere.
    await judge(failing(b, 2, 0, 'failed'))
    await dayOf('2026-03-02T20:00:00Z')
    expect(await told('2026-03-03', '2026-03-03')).toEqual([
      [2, 0],
      [2, 0],
    ])
    expect(await told('2026-03-02', '2026-03-03')).toEqual([
      [18, 2],
      [16, 2],
      [2, 0],
    ])
  })

  it('tells missing and excess pieces, and boxes that wait for a verdict', async () => {
    const made = await boxesAtQc(server, [[10, 5], [3]])
    const supplier_id = supplierOf(made)
    expect((await report({ supplier_id })).totals).toMatchObject({ waiting_boxes: 2, missing: 0, excess: 0 })
    const [box] = made.boxes
    const [a = '', b = ''] = box?.items.map(({ nm_sku }) => nm_sku) ?? []
    if (box) await takeCount(made.client, box, { [a]: 8, [b]: 6 })
    const { totals, by_vendor } = await report({ supplier_id })
    expect(totals).toMatchObject({ missing: 2, excess: 1, waiting_boxes: 2 })
    expect(by_vendor[0]).toMatchObject({ missing: 2, excess: 1, boxes: 2 })
  })

  // Would catch: days by UTC, by which a box of the morning in Shanghai waits a day longer; a range that loses its last day.
  it('counts in days of the site, from the door to the first verdict', async () => {
    const made = await judged()
    const supplier_id = supplierOf(made)
    const midnight = new Date('2026-02-28T16:30:00Z')
    const move = { inwarded_at: midnight }
    await server.db.updateTable('qc_box').set(move).where('box_id', '=', made.box.box_id).execute()
    await server.db
      .updateTable('qc_inspection')
      .set({ at: new Date('2026-03-03T15:30:00Z') })
      .where('box_id', '=', made.box.box_id)
      .execute()
    const days = await report({ supplier_id, from: '2026-03-01', to: '2026-03-03' })
    expect(days.over_time.map(({ day, boxes }) => [day, boxes])).toEqual([
      ['2026-03-01', 1],
      ['2026-03-02', 0],
      ['2026-03-03', 0],
    ])
    expect(days.median_days).toBe(2)
    expect(days.days_at_door.filter(({ boxes }) => boxes > 0)).toEqual([{ days: '2', boxes: 1 }])
    expect(days.by_reason).toHaveLength(2)
    const after = await report({ supplier_id, from: '2026-03-04', to: '2026-03-05' })
    expect([after.totals.boxes_inwarded, after.median_days, after.by_reason]).toEqual([0, null, []])
  })

  it('refuses days that are none, and callers who have no business with it', async () => {
    for (const input of [
      { from: '2026-03-02', to: '2026-03-01' },
      { from: '2024-01-01', to: '2026-01-01' },
      { from: '2026-02-30' },
    ])
      expect((await door.call(getChinaQcReports, input)).status).toBe(400)
    expect((await door.call(getChinaQcReports, { supplier_id: 'V-NOBODY' })).status).toBe(400)
    const { client } = (await boxesAtQc(server, [[1]])).shipment
    for (const call of [getChinaQcReports, downloadQcReport]) expect((await client.call(call, {})).status).toBe(403)
  })
})

describe('qc_report.csv', () => {
  it('has a row per SKU of every inspection with its defects, as text', async () => {
    const made = await judged()
    const [a, b] = made.skus
    const reply = await door.call(downloadQcReport, { supplier_id: supplierOf(made) })
    expect([reply.status, reply.headers['content-disposition']]).toEqual([
      200,
      expect.stringContaining('qc_report.csv'),
    ])
    const rows = rowsOf(reply.bytes)
    expect(rows.map((row) => [row['NM SKU'], row['Passed quantity'], row['Failed quantity'], row.Verdict])).toEqual([
      [a, '20', '0', 'mixed'],
      [b, '0', '10', 'mixed'],
    ])
    expect(rows[1]).toMatchObject({ 'Critical defects': '1', 'Major defects': '2', 'Minor defects': '0' })
    expect(rows[1]?.Defects).toContain('Stain (major) 2: oil on the front')
    expect(rows[1]?.Defects).toContain('Size issue (critical) 1: =too small')
    expect(rows[1]?.['Computed verdict']).toBe('reject')
    expect(rows[1]?.['Inspected at']).toContain(today())
  })

  // Would catch: a box's old inspections that its report loses since they are older than the usual days.
  it('of boxes named tells all their inspections, and of days those of the days', async () => {
    const made = await judged()
    const at = new Date('2025-06-01T04:00:00Z')
    await server.db.updateTable('qc_inspection').set({ at }).where('box_id', '=', made.box.box_id).execute()
    const box_ids = [made.box.tracking_id]
    const count = async (input: object) => rowsOf((await door.call(downloadQcReport, input)).bytes).length
    expect(await count({ box_ids })).toBe(2)
    expect(await count({ supplier_id: supplierOf(made) })).toBe(0)
    expect(await count({ box_ids, from: '2025-06-01', to: '2025-06-01' })).toBe(2)
    expect(await count({ box_ids, from: '2025-06-02', to: '2025-06-03' })).toBe(0)
  })
})

it('a report covers thirty days unless said, and at most a leap year', () => {
  expect(reportDays({}, '2026-03-31')).toEqual({ from: '2026-03-02', to: '2026-03-31' })
  expect(reportDays({ to: '2026-01-30' }, '2026-03-31')).toEqual({ from: '2026-01-01', to: '2026-01-30' })
  expect(reportDays({ from: '2024-01-01', to: '2024-12-31' }, '2026-03-31')).toEqual({
    from: '2024-01-01',
    to: '2024-12-31',
  })
  expect(reportDays({ from: '2024-01-01', to: '2025-01-01' }, '2026-03-31')).toEqual({ problem: 'tooLong' })
  expect(reportDays({ from: '2026-04-01' }, '2026-03-31')).toEqual({ problem: 'reversed' })
})
