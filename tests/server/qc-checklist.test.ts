import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeWorkbook } from '../../src/server/sheets/write-workbook.ts'
import type { Checklist } from '../../src/shared/areas/inspection/checklist.ts'
import { inspectedPieces } from '../../src/shared/areas/inspection/sheets.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from '../support/client.ts'
import { boxesInIndia } from '../support/india-inspection.ts'
import { countedBoxes, type Judging, passing } from '../support/qc-inspection.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { inspection, indiaInspection } = contract

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
  expect((await world.open()).inspections[0]?.checklist).toMatchObject([{ code: 'METAL', answer: 'na' }])
})

// Would catch: a needle in the box that passes because the sample says so; a "no" that nobody explains.
it('asks for a remark and a verdict by hand where a required item is answered no', async () => {
  const world = await countedBoxes(server, [[8]])
  const [sku = ''] = world.skus
  await setChecklist([item('METAL'), item('LABELS', { is_required: false })])
  const no = { code: 'METAL', answer: 'no' as const }
  const judge = async (more: Partial<Judging>) => (await world.judge({ ...all(sku), ...more })).body.message
  expect(await judge({ checklist: [no] })).toMatch(/is answered no. Please say in its remark/)
  const mute = { code: 'LABELS', answer: 'no' as const }
  const checklist = [mute, { ...no, remark: 'half a needle' }]
  expect(await judge({ checklist })).toMatch(/Please choose the verdict by hand/)
  expect(await judge({ checklist, verdict_by_hand: 'failed' })).toMatch(/is not the one that the pieces have/)
  expect(await judge({ checklist, verdict_by_hand: 'passed' })).toBe('Inspection saved.')
  expect((await world.open()).inspections[0]?.checklist).toMatchObject([
    { code: 'METAL', answer: 'no', remark: 'half a needle', is_required: true },
    { code: 'LABELS', answer: 'no', remark: null },
  ])
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
  expect(late.body.message).toBe('The checklist has changed. Please look at it again.')
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
  expect((await world.judge({ ...all(sku), checklist })).status).toBe(200)
  expect((await world.open()).inspections.at(-1)?.checklist).toHaveLength(1)
  await setChecklist([], indiaInspection)
})
