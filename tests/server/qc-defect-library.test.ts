import { execFileSync } from 'node:child_process'
import { beforeAll, expect, it } from 'vitest'
import { firstDefects, type KnownDefect } from '../../src/shared/areas/inspection/defect-library.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from '../support/client.ts'
import { boxesAtQc } from '../support/qc.ts'
import { countedBoxes, passing, stain } from '../support/qc-inspection.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { defectLibrary, saveDefectLibrary, benchCommandSheet } = contract.inspection
const { getQcModal } = contract.qcBoxes

let server: TestServer
let lead: Client
beforeAll(async () => {
  server = await testServer()
  lead = await server.as('ops_team')
})

const read = async (by = lead) => (await by.call(defectLibrary, {})).body.data

it('begins with what inspectors know, is read in both countries and changed by leads', async () => {
  // Would catch: a library of the migration that is not the one beside the code; an inspector who changes severities for everybody.
  for (const role of ['china_warehouse_team', 'india_qc_inward_wh'] as const) {
    const inspector = await server.as(role)
    const { settings, version } = await read(inspector)
    expect(settings.defects).toEqual(firstDefects)
    expect((await inspector.call(saveDefectLibrary, { settings, version })).status).toBe(403)
  }
  expect((await (await server.as('vendor')).call(defectLibrary, {})).status).toBe(403)
})

it('takes another defect, refuses one name twice, and tells the slower of two who was first', async () => {
  // Would catch: two tiles of one name, so that nobody knows by which a defect was found; a change that is silently lost.
  const { settings, version } = await read()
  const pilling: KnownDefect = {
    ...{ code: 'PILLING', name: 'Pilling', name_zh: '起球', category: 'fabric' },
    ...{ reason: 'Fabric issue', severity: 'minor' },
  }
  const twice = { defects: [...settings.defects, { ...pilling, name_zh: '跳针' }] }
  expect(await lead.call(saveDefectLibrary, { settings: twice, version })).toMatchObject({
    status: 400,
    body: { message: 'Two defects have the same name or code.' },
  })
  const more = { defects: [...settings.defects, pilling] }
  expect((await lead.call(saveDefectLibrary, { settings: more, version })).status).toBe(200)
  expect((await lead.call(saveDefectLibrary, { settings, version })).body.code).toBe('stale')
  expect((await read()).settings.defects.at(-1)).toEqual(pilling)
})

it('stays with the defects that were found by its names', async () => {
  // Would catch: an oil stain that is told as one stain among many, so that no report can count what inspectors saw.
  const { skus, judge, open } = await countedBoxes(server, [[8]])
  const sku = skus[0] ?? ''
  const known = { ...stain(sku, 1), defect_code: 'OIL-STAIN' }
  const said = { lines: [{ ...passing(sku, 7), failed: 1, sampled: 8 }], defects: [known], verdict: 'mixed' as const }
  expect((await judge(said)).status).toBe(200)
  expect((await open()).inspections[0]?.defects).toMatchObject([{ reason: 'Stain', defect_code: 'OIL-STAIN' }])
})

it('a box that is not counted shows the sample of what was declared, but to who counts blind', async () => {
  // Would catch: a bench that shows the sample only after the count, or one whose sample says what a blind count must not know.
  const { client, boxes } = await boxesAtQc(server, [[200, 80]])
  const box_id = boxes[0]?.sscc ?? ''
  const plans = async () => (await client.call(getQcModal, { box_id, as_declared: true })).body.data.plans
  expect(await plans()).toMatchObject([{ lot_size: 280, code: 'G', sample_size: 32, is_frozen: false }])
  const { qcSettings, saveQcSettings } = contract.inspection
  const { settings, version } = (await lead.call(qcSettings, {})).body.data
  await lead.call(saveQcSettings, { settings: { ...settings, lot_scope: 'shipment' }, version })
  expect(await plans()).toMatchObject([{ lot_size: 280, cartons: 1 }])
  await lead.call(saveQcSettings, { settings: { ...settings, blind_count: true }, version: version + 1 })
  expect(await plans()).toEqual([])
})

it('prints its commands on one page, in both languages', async () => {
  // Would catch: a sheet whose codes the bench does not know, or that only one of the two languages can read.
  const reply = await lead.call(benchCommandSheet, {})
  expect(reply.status).toBe(200)
  const text = execFileSync('pdftotext', ['-raw', '-', '-'], { input: reply.bytes, encoding: 'utf8' })
  for (const word of ['QC-DECLARED', 'QC-PASS', 'QC-FAIL', 'QC-HOLD', 'QC-NEXT', '合格', '暂扣', 'Hold'])
    expect(text).toContain(word)
})
