import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeWorkbook } from '../../src/server/sheets/write-workbook.ts'
import type { Checklist } from '../../src/shared/areas/inspection/checklist.ts'
import { inspectedPieces } from '../../src/shared/areas/inspection/sheets.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from '../support/client.ts'
import { boxesInIndia } from '../support/india-inspection.ts'
import { countedBoxes, type Judging, judgeBox, openBox, passing } from '../support/qc-inspection.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { inspection, indiaInspection, qcBoxes } = contract

let server: TestServer
let lead: Client
beforeAll(async () => {
  server = await testServer()
  lead = await server.as('ops_team')
})
afterAll(() => server?.stop())

type Item = Checklist['items'][number]
const item = (code: string, part: Partial<Item> = {}): Item => ({
  ...{ code, topic: 'metal', words: `${code} is in order`, words_zh: `${code}合格`, style_category: '' },
  is_required: true,
  ...part,
})

async function setChecklist(items: Item[], calls: typeof inspection | typeof indiaInspection = inspection) {
  const by = calls === inspection ? lead : await server.as('ops')
  const { version } = (await by.call(calls.qcChecklist, {})).body.data
  const saved = await by.call(calls.saveQcChecklist, { settings: { items, bench_all_yes: true }, version })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  return saved.body.data.version
}

const all = (sku: string): Judging => ({ lines: [passing(sku, 8)], verdict: 'passed' })

// Would catch: a checklist of the migration that nobody can read; an inspector who changes what is asked; a change that is silently lost.
it('begins with what is usually asked, none of it required, and is changed by leads alone', async () => {
  const inspector = await server.as('china_warehouse_team')
  const { settings, version } = (await inspector.call(inspection.qcChecklist, {})).body.data
  expect(settings.items.map(({ topic, is_required }) => [topic, is_required])).toEqual(
    ['labels', 'barcodes', 'metal', 'colour', 'cartons'].map((topic) => [topic, false]),
  )
  expect(settings.bench_all_yes).toBe(false)
  expect((await inspector.call(inspection.saveQcChecklist, { settings, version })).status).toBe(403)
  const twice = { ...settings, items: [...settings.items, { ...item('X'), words: ' metal detection PASSED' }] }
  expect((await lead.call(inspection.saveQcChecklist, { settings: twice, version })).body.message).toBe(
    'Two items of the checklist have the same words or code.',
  )
  const other = { ...settings, bench_all_yes: true }
  expect((await lead.call(inspection.saveQcChecklist, { settings: other, version })).status).toBe(200)
  expect((await lead.call(inspection.saveQcChecklist, { settings, version })).body.code).toBe('stale')
  const india = await server.as('india_qc_inward_wh')
  expect((await india.call(indiaInspection.qcChecklist, {})).body.data.settings).toEqual(settings)
})

// Would catch: an inspection saved without what was required, through the screen, a sheet or the shipment; half of it written.
it('lets no inspection be saved while a required item is open, by whichever way', async () => {
  const world = await countedBoxes(server, [[8]])
  const [sku = ''] = world.skus
  await setChecklist([item('METAL'), item('LABELS', { is_required: false })])
  const open = await world.judge(all(sku))
  expect([open.status, open.body.message]).toEqual([400, 'Checklist: please answer “METAL is in order”.'])
  const bytes = await buffer(writeWorkbook(inspectedPieces, [{ nm_sku: sku, passed: 8, failed: 0, sampled: 8 }]))
  const sheet = await world.client.call(inspection.uploadQcInspectionQuantityFile, {
    box_id: world.box.box_id,
    file: { name: 'inspected.xlsx', bytes },
  })
  expect(sheet.status, JSON.stringify(sheet.body)).toBe(400)
  const { lots, checklist } = (await world.client.call(inspection.shipmentLots, { shipment_id: world.shipment_id }))
    .body.data
  expect(checklist.items.map(({ code }) => code)).toEqual(['METAL', 'LABELS'])
  const judging = {
    ...{ shipment_id: world.shipment_id, lot_keys: lots.map(({ lot_key }) => lot_key), seen: true },
    ...{ verdict: 'accept' as const, box_ids: [world.box.box_id] },
  }
  expect((await world.client.call(inspection.judgeLots, judging)).status).toBe(400)
  expect((await world.open()).inspections).toEqual([])
  const said = { checklist: [{ code: 'METAL', answer: 'na' as const }], checklist_version: checklist.version }
  const judged = await world.client.call(inspection.judgeLots, { ...judging, ...said })
  expect(judged.status, JSON.stringify(judged.body)).toBe(200)
  expect((await world.open()).inspections[0]?.checklist).toMatchObject([
    { code: 'METAL', answer: 'na' },
    { code: 'LABELS', answer: null },
  ])
})

const refusedWords = /“METAL is in order” is answered no. Nothing of the lot passes until a lead overrules it/

// Would catch: a needle in the box that passes because the sample says so, required or not, asked of the server by whatever means; a "no" that nobody explains.
it('passes nothing while a check is answered no, until a lead overrules it with a reason', async () => {
  const world = await countedBoxes(server, [[8]])
  const [sku = ''] = world.skus
  const version = await setChecklist([item('METAL', { is_required: false }), item('LABELS')])
  const labels = { code: 'LABELS', answer: 'yes' as const }
  const no = { code: 'METAL', answer: 'no' as const }
  const judge = async (more: Partial<Judging>, by?: Client) => {
    const { status, body } = await world.judge({ ...all(sku), ...more }, by)
    return [status, body.message]
  }
  expect(await judge({ checklist: [{ ...labels, answer: 'no' }] })).toMatchObject([400, /Please say in its remark/])
  const checklist = [labels, { ...no, remark: 'half a needle' }]
  const refused = [403, expect.stringMatching(refusedWords)]
  expect(await judge({ checklist })).toEqual(refused)
  expect(await judge({ checklist, override_reason: 'it is late' })).toEqual(refused)
  const lots = (await world.client.call(inspection.shipmentLots, { shipment_id: world.shipment_id })).body.data.lots
  const atOnce = await world.client.call(inspection.judgeLots, {
    ...{ shipment_id: world.shipment_id, lot_keys: lots.map(({ lot_key }) => lot_key), seen: true },
    ...{ verdict: 'accept', box_ids: [world.box.box_id], checklist, checklist_version: version },
  })
  expect(atOnce.status).toBe(403)
  const half = { lines: [{ nm_sku: sku, passed: 4, on_hold: 4, sampled: 8 }], verdict: 'mixed' as const }
  expect(await judge({ ...half, checklist })).toEqual(refused)
  expect(await judge({ checklist }, lead)).toEqual([400, expect.stringMatching(/say why it is overruled/)])
  expect(await judge({ checklist, override_reason: 'detector was off' }, lead)).toEqual([200, 'Inspection saved.'])
  expect((await world.open()).inspections[0]).toMatchObject({
    override_reason: 'detector was off',
    checklist: [{ code: 'METAL', answer: 'no', remark: 'half a needle' }, { code: 'LABELS' }],
  })
  // Would catch: a history in which pieces passed, and nothing of the no or of who let them pass and why.
  expect((await world.open()).history.findLast(({ event }) => event === 'box.inspected')?.details).toMatchObject({
    override_reason: 'detector was off',
    answered_no: 'METAL is in order',
  })
})

// Would catch: held for a needle, passed an hour later by whoever leaves the question out; by a sheet; after a revert.
it('keeps a no standing for the pieces that it was said of, until it is answered anew', async () => {
  const world = await countedBoxes(server, [[8]])
  const [sku = ''] = world.skus
  await setChecklist([item('METAL', { is_required: false })])
  const held = { lines: [{ nm_sku: sku, on_hold: 8, sampled: 8 }], verdict: 'hold' as const }
  expect((await world.judge({ ...held, checklist: [{ code: 'METAL', answer: 'no' }] })).status).toBe(200)
  const pass = { lines: [{ nm_sku: sku, passed: 8, sampled: 8, from: 'on_hold' as const }], verdict: 'passed' as const }
  const refused = await world.judge(pass)
  expect([refused.status, refused.body.message]).toEqual([403, expect.stringMatching(/was answered no in box/)])
  expect((await world.open()).plans[0]?.refused).toMatchObject([{ code: 'METAL', is_own: true }])
  expect((await world.judge({ ...pass, checklist: [{ code: 'METAL', answer: 'yes' }] })).status).toBe(200)
  expect((await world.open()).inspections.map(({ checklist }) => checklist.map(({ answer }) => answer))).toEqual([
    ['no'],
    ['yes'],
  ])
})

// Would catch: held for a needle, or half of it held, and the rest skipped by whoever may skip, without a word of the needle.
it('lets nothing pass uninspected while a no stands, and other lots as before', async () => {
  const world = await countedBoxes(server, [[8], [8]])
  const [sku = ''] = world.skus
  await setChecklist([item('METAL', { is_required: false })])
  const held = { lines: [{ nm_sku: sku, on_hold: 4, sampled: 4 }], verdict: 'hold' as const }
  expect((await world.judge({ ...held, checklist: [{ code: 'METAL', answer: 'no' }] })).status).toBe(200)
  const skip = async (sscc: string) => {
    const { version } = (await openBox(lead, sscc)).box
    const { status, body } = await lead.call(qcBoxes.skipQcInspection, {
      box_id: sscc,
      version,
      reason: 'Needed urgently',
    })
    return [status, body.message]
  }
  expect(await skip(world.box.sscc)).toEqual([409, expect.stringMatching(/“METAL is in order” was answered no in box/)])
  expect(await skip(world.boxes[1]?.sscc ?? '')).toEqual([200, 'Passed without inspection.'])
  const overruled = { ...all(sku), lines: [passing(sku, 2)], override_reason: 'detector was off' }
  expect((await world.judge(overruled, lead)).status).toBe(200)
  expect(await skip(world.box.sscc)).toEqual([200, 'Passed without inspection.'])
})

// Would catch: a needle in one carton while the other cartons of its lot pass; a lead's word that has to be said box by box for ever.
it('keeps a no of one box standing for its lot in all boxes of the shipment', async () => {
  const world = await countedBoxes(server, [[8], [8]])
  const [sku = ''] = world.skus
  const other = world.boxes[1]?.sscc ?? ''
  await setChecklist([item('METAL', { is_required: false })])
  const whole = { scope: 'shipment' as const, looser_reason: 'one lot' }
  const held: Judging = { lines: [{ nm_sku: sku, on_hold: 8, sampled: 8 }], verdict: 'hold', ...whole }
  const no = { checklist: [{ code: 'METAL', answer: 'no' as const }] }
  expect((await world.judge({ ...held, ...no }, lead)).status).toBe(200)
  const judgeOther = async (by: Client, more: Partial<Judging>) => {
    const { box, lines } = await openBox(world.client, other)
    return judgeBox(by, other, box.version, { ...all(lines[0]?.nm_sku ?? ''), ...more })
  }
  const yes = { checklist: [{ code: 'METAL', answer: 'yes' as const }] }
  expect((await judgeOther(world.client, yes)).body.message).toMatch(/was answered no in box/)
  expect((await judgeOther(lead, { ...yes, override_reason: 'that carton alone' })).status).toBe(200)
  const own = { lines: [{ nm_sku: sku, passed: 8, sampled: 8, from: 'on_hold' as const }], verdict: 'passed' as const }
  expect((await world.judge(own)).status).toBe(403)
})

// Would catch: what was answered changing with the checklist; an answer to words that nobody showed the inspector.
it('keeps the words of then, and refuses answers to a checklist that has changed', async () => {
  const world = await countedBoxes(server, [[8]])
  const [sku = ''] = world.skus
  const before = await setChecklist([item('METAL')])
  const checklist = [{ code: 'METAL', answer: 'yes' as const }]
  expect((await world.judge({ ...all(sku), lines: [passing(sku, 4)], checklist })).status).toBe(200)
  await setChecklist([item('METAL', { words: 'Something else', words_zh: '别的' })])
  const late = await world.judge({ ...all(sku), lines: [passing(sku, 4)], checklist, checklist_version: before })
  expect(late.body.message).toMatch(/^.+ has changed the checklist meanwhile. Please look at it again.$/)
  expect(late.body.details).toMatchObject({ changed_by: expect.any(String), changed_at: expect.any(String) })
  // Would catch: answers of no version taken as said of whatever stands now; and a new required check that is asked for before it is shown.
  const unsaid = await world.client.call(inspection.verifyQcInspection, {
    ...{ ...all(sku), lines: [passing(sku, 4)], checklist, box_id: world.box.sscc },
    version: (await world.open()).box.version,
  })
  expect([unsaid.status, unsaid.body.message]).toEqual([400, 'Please say which version of the checklist was answered.'])
  const blank = await world.judge({ ...all(sku), lines: [passing(sku, 4)], checklist_version: before })
  expect([blank.status, blank.body.message]).toEqual([409, late.body.message])
  expect((await world.open()).inspections[0]?.checklist[0]).toMatchObject({
    ...{ words: 'METAL is in order', words_zh: 'METAL合格' },
  })
  await expect(server.db.updateTable('qc_checklist_answer').set({ answer: 'no' }).execute()).rejects.toThrow()
})

// Would catch: shoes asked of shirts; India answering China's checklist, or either country left without.
it('asks for what the styles of a box are, and of each country its own', async () => {
  const world = await boxesInIndia(server, [[8]])
  const [sku = ''] = world.skus
  const rows = await server.db
    .selectFrom('style as s')
    .innerJoin('sku as k', 'k.style_id', 's.id')
    .where('k.nm_sku', '=', sku)
    .select('s.category')
    .execute()
  const category = rows[0]?.category ?? ''
  const items = [item('OWN', { style_category: category.toUpperCase() }), item('SHOES', { style_category: 'Shoes' })]
  await setChecklist(items, indiaInspection)
  expect((await world.open()).checklist.items.map(({ code }) => code)).toEqual(['OWN'])
  expect((await world.judge(all(sku))).body.message).toBe('Checklist: please answer “OWN is in order”.')
  const checklist = [{ code: 'OWN', answer: 'yes' as const }]
  const checklist_version = (await world.open()).checklist.version
  expect((await world.judge({ ...all(sku), checklist, checklist_version })).status).toBe(200)
  expect((await world.open()).inspections.at(-1)?.checklist).toHaveLength(1)
  await setChecklist([], indiaInspection)
})
