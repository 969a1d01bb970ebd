import { beforeAll, expect, it } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from '../support/client.ts'
import {
  type Counted,
  countedBoxes,
  type Judging,
  judgeBox,
  openBox,
  passing,
  stain,
} from '../support/qc-inspection.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { getQcModal } = contract.qcBoxes
const { downloadQcReport } = contract.inspection
const reason = 'Proven vendor, third reorder'

let server: TestServer
let lead: Client
beforeAll(async () => {
  server = await testServer()
  lead = await server.as('ops_team')
})

const passAll = (sku: string, pieces: number, sampled: number): Judging => ({
  lines: [passing(sku, pieces, sampled)],
  verdict: 'passed',
})

/** Nothing was judged, and no plan frozen. */
async function expectUntouched({ open }: Counted): Promise<void> {
  const { inspections, plans } = await open()
  expect([inspections, plans.map(({ is_frozen }) => is_frozen)]).toEqual([[], [false]])
}

it('a lower level takes a lead and a reason; a higher one is anybody’s', async () => {
  // Would catch: 5 of 72 pieces looked at instead of 20, accepted by whoever chose so.
  const made = await countedBoxes(server, [[72]])
  const [sku = ''] = made.skus
  const loose: Judging = { ...passAll(sku, 72, 5), level: 'S-1' }
  const refused = await made.judge({ ...loose, looser_reason: reason })
  expect(refused.status).toBe(403)
  expect(refused.body).toMatchObject({
    message: expect.stringContaining('looser than the settings (to look at: 5, by the settings: 20)'),
  })
  for (const looser_reason of [undefined, '', '  ']) {
    const unsaid = await made.judge({ ...loose, looser_reason }, lead)
    expect([unsaid.status, unsaid.body.message]).toEqual([400, expect.stringContaining('Please say why')])
  }
  await expectUntouched(made)
  const done = await made.judge({ ...loose, looser_reason: reason }, lead)
  expect(done.status, done.body.message).toBe(200)
  const other = await countedBoxes(server, [[72]])
  expect((await other.judge({ ...passAll(other.skus[0] ?? '', 72, 32), level: 'III' })).status).toBe(200)
  expect((await other.open()).inspections).toMatchObject([{ looser_reason: null, looser_plan: null }])
})

it('is kept with its reason: in the inspection, in the life of the box and in the report; the vendor reads none of it', async () => {
  // Would catch: a lot accepted by a quarter of its sample that looks like any other a week later.
  const made = await countedBoxes(server, [[72]])
  const [sku = ''] = made.skus
  expect((await made.judge({ ...passAll(sku, 72, 5), level: 'S-1', looser_reason: reason }, lead)).status).toBe(200)
  const { inspections, history } = await made.open()
  const settings = { level: 'II', scope: 'style_colour', sample_size: 20 }
  expect(inspections).toMatchObject([
    { looser_reason: reason, looser_plan: { level: 'S-1', sample_size: 5, settings }, computed: 'accept' },
  ])
  const text = 'S-1, AQL 0/2.5/4.0, style_colour, n 5 (settings: II, AQL 0/2.5/4.0, style_colour, n 20)'
  expect(history.find(({ event }) => event === 'box.inspected')?.details).toMatchObject({
    looser_plan: text,
    looser_reason: reason,
  })
  const { bytes } = await lead.call(downloadQcReport, { box_ids: [made.box.sscc] })
  const [head = '', row = ''] = bytes.toString('utf8').split('\r\n')
  expect(head).toContain('Looser plan,Reason for the looser plan')
  expect(row).toContain(`"${text}"`)
  expect(row).toContain(reason)
  const seen = JSON.stringify(await openBox(made.shipment.client, made.box.sscc))
  expect(seen).not.toContain(reason)
  expect(seen).not.toContain(text)
})

it('a lot that a lead planned so goes on with its plan; the next lot is as the settings say', async () => {
  // Would catch: a second tranche that nobody but a lead may judge; a reason that loosens every lot that follows.
  const made = await countedBoxes(server, [[72, 60]])
  const [a = '', b = ''] = made.skus
  await server.db.updateTable('sku').set({ color: 'Red', color_zh: '红色' }).where('nm_sku', '=', b).execute()
  const wish = { level: 'S-1' as const }
  expect((await made.judge({ ...passAll(a, 30, 3), ...wish, looser_reason: reason }, lead)).status).toBe(200)
  expect((await made.judge({ ...passAll(a, 42, 2), ...wish })).status).toBe(200)
  expect((await made.judge({ ...passAll(b, 60, 5), ...wish })).status).toBe(403)
  expect((await made.judge(passAll(b, 60, 20))).status).toBe(200)
})

it('so does another AQL: stricter by anybody where no fewer are looked at, looser by a lead with a reason', async () => {
  // Would catch: an inspector who sidesteps the right to overrule by a sample that rejects nothing.
  const made = await countedBoxes(server, [[200]])
  const [sku = ''] = made.skus
  const of = (major: '6.5' | '1.0'): Judging => ({ ...passAll(sku, 10, 10), aqls: { major } })
  expect((await made.judge(of('6.5'))).status).toBe(403)
  expect((await made.judge(of('6.5'), lead)).status).toBe(400)
  await expectUntouched(made)
  expect((await made.judge(of('1.0'))).status).toBe(200)
  // Of 60 pieces the stricter AQL takes 13 instead of 20: none of the other 7 would be looked at for a hole.
  const small = await countedBoxes(server, [[60]])
  const fewer = { ...passAll(small.skus[0] ?? '', 60, 13), aqls: { major: '1.0' as const } }
  expect((await small.judge(fewer)).status).toBe(403)
  expect((await small.judge({ ...fewer, looser_reason: reason }, lead)).status).toBe(200)
})

it('so do other lots of the same pieces, when fewer of them are looked at', async () => {
  // Would catch: two colours judged by one sample, or four boxes by that of one, because a select says so.
  const made = await countedBoxes(server, [[60, 60]])
  const [a = '', b = ''] = made.skus
  await server.db.updateTable('sku').set({ color: 'Red', color_zh: '红色' }).where('nm_sku', '=', b).execute()
  const both: Judging = { lines: [passing(a, 60, 10), passing(b, 60, 10)], verdict: 'passed', scope: 'box' }
  const refused = await made.judge(both)
  expect([refused.status, refused.body.message]).toEqual([
    403,
    expect.stringContaining('to look at: 20, by the settings: 40'),
  ])
  const shipped = await countedBoxes(server, [[60], [60], [60], [60]])
  const whole: Judging = { ...passAll(shipped.skus[0] ?? '', 60, 13), scope: 'shipment' }
  expect((await shipped.judge(whole)).status).toBe(403)
  expect((await shipped.judge({ ...whole, looser_reason: reason }, lead)).status).toBe(200)
  // That lot is begun: its other boxes are in it, and none leaves it without a lead.
  const second = shipped.boxes[1]?.sscc ?? ''
  const { box, plans } = await openBox(shipped.client, second)
  expect(plans).toMatchObject([{ scope: 'shipment', lot_size: 240, is_frozen: true }])
  const leaving: Judging = { ...passAll(shipped.skus[0] ?? '', 60, 20), scope: 'style_colour' }
  expect((await judgeBox(shipped.client, second, box.version, leaving)).status).toBe(403)
  const staying: Judging = { ...passAll(shipped.skus[0] ?? '', 60, 13) }
  expect((await judgeBox(shipped.client, second, box.version, staying)).status).toBe(200)
})

it('a box that is opened by another wish says what the settings ask of the same pieces', async () => {
  // Would catch: a screen that lets an inspector type a whole inspection before the server refuses its plan.
  const { client, box, open } = await countedBoxes(server, [[72]])
  expect((await open()).plans).toMatchObject([{ by_settings: null }])
  const wished = await client.call(getQcModal, { box_id: box.sscc, level: 'S-1' })
  expect(wished.body.data.plans).toMatchObject([
    { sample_size: 5, by_settings: { level: 'II', scope: 'style_colour', sample_size: 20, asked_size: 5 } },
  ])
})

it('pieces that failed are planned again no looser either', async () => {
  // Would catch: a rejected lot that passes by a second look at two of its pieces.
  const made = await countedBoxes(server, [[60]])
  const [sku = ''] = made.skus
  const failing: Judging = {
    lines: [{ nm_sku: sku, failed: 60, sampled: 20 }],
    defects: [stain(sku, 3)],
    verdict: 'failed',
  }
  expect((await made.judge(failing)).status).toBe(200)
  const again: Judging = {
    lines: [{ nm_sku: sku, passed: 60, sampled: 5, from: 'failed' }],
    verdict: 'passed',
    level: 'S-1',
  }
  expect((await made.judge(again)).status).toBe(403)
})

it('reduced inspection is a lead’s with a reason, kept with its name, and judged by its own table', async () => {
  // Would catch: a table that anybody loosens; 13 pieces of 72 looked at that the verdict reckons as too few of 20.
  const made = await countedBoxes(server, [[72]])
  const [sku = ''] = made.skus
  const reduced: Judging = { ...passAll(sku, 72, 13), procedure: 'reduced' }
  expect((await made.judge({ ...reduced, looser_reason: reason })).status).toBe(403)
  expect((await made.judge(reduced, lead)).status).toBe(400)
  await expectUntouched(made)
  expect((await made.judge({ ...reduced, looser_reason: reason }, lead)).status).toBe(200)
  const { inspections } = await made.open()
  const lots = [{ procedure: 'reduced', code: 'E', sample_size: 13, computed: 'accept' }]
  expect(inspections).toMatchObject([
    { computed: 'accept', looser_plan: { procedure: 'reduced', settings: { procedure: 'normal' } }, lots },
  ])
  const { bytes } = await lead.call(downloadQcReport, { box_ids: [made.box.sscc] })
  const [head = '', row = ''] = bytes.toString('utf8').split('\r\n')
  const at = head.split(',').indexOf('Inspection procedure')
  expect([at > 0, row.split(',')[at]]).toEqual([true, 'reduced'])
  expect(row).toContain(
    '"reduced II, AQL 0/2.5/4.0, style_colour, n 13 (settings: II, AQL 0/2.5/4.0, style_colour, n 20)"',
  )
})

it('tightened inspection is anybody’s, goes on with the lot, and rejects where the normal table would accept', async () => {
  // Would catch: a second tranche judged by the settings' table; a frozen plan whose verdict is reckoned by another one.
  const of = async (procedure: 'normal' | 'tightened') => {
    const made = await countedBoxes(server, [[280]])
    const [sku = ''] = made.skus
    const first = await made.judge({ ...passAll(sku, 100, 16), procedure })
    expect(first.status, first.body.message).toBe(200)
    const failing: Judging = {
      lines: [{ nm_sku: sku, passed: 14, failed: 2, sampled: 16 }],
      defects: [stain(sku, 2)],
      verdict: 'mixed',
    }
    expect((await made.judge(failing, lead)).status).toBe(200)
    const { plans, inspections } = await made.open()
    return [plans[0]?.procedure, plans[0]?.limits.major.accept, inspections.at(-1)?.computed]
  }
  expect(await of('normal')).toEqual(['normal', 2, 'accept'])
  expect(await of('tightened')).toEqual(['tightened', 1, 'reject'])
})
