import ExcelJS from 'exceljs'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import { moveAlong, offered, whole } from '../support/catalogue.ts'
import type { Client } from '../support/client.ts'
import { quick, untilState } from '../support/jobs.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { assortments, catalogue, frame } = contract

let server: TestServer
let cataloguer: Client
let vendorId: string
let styles: string[]

beforeAll(async () => {
  server = await testServer({ jobs: { times: quick } })
  await server.app.ready()
  cataloguer = await server.as('cataloging_team')
  vendorId = (await server.makeVendor()).id
})

beforeEach(async () => {
  const colors = [
    { color: 'Black', colorZh: '黑色' },
    { color: 'Ivory', colorZh: '米白' },
  ]
  styles = await offered(
    server,
    vendorId,
    [1, 2, 3].map(() => ({ ...whole, colors })),
  )
  for (const code of styles.slice(0, 2))
    await moveAlong(cataloguer, code, 'Selected for Sample QC', 'Sample QC Done', 'Pending for Assortment Selection')
})

const save = (input: Parameters<typeof cataloguer.call<typeof assortments.saveAssortment>>[1]) =>
  cataloguer.call(assortments.saveAssortment, input)
let serial = 0
const wish = (...codes: string[]) => ({
  name: `Spring ${++serial}`,
  styles: codes.map((catalogue_id) => ({ catalogue_id, colors: [] })),
})

// Would catch: an assortment that loses the order of its styles, their colours or their ratio, or keeps what was taken out.
test('an assortment is what was saved last, in its order', async () => {
  const [first = '', second = ''] = styles
  const made = await save({
    name: 'Spring',
    styles: [
      { catalogue_id: second, colors: ['Ivory'], ratio: { S: 1, M: 2 } },
      { catalogue_id: first, colors: [] },
    ],
  })
  expect(made.body.data).toMatchObject({ styles: 2, to_judge: 2, is_closed: false, version: 1 })
  const { assortment_id, version } = made.body.data
  const one = async () => (await cataloguer.call(assortments.getAssortment, { assortment_id })).body.data
  expect((await one()).styles.map(({ style, colors, ratio }) => [style.catalogue_id, colors, ratio])).toEqual([
    [second, ['Ivory'], { S: 1, M: 2 }],
    [first, [], { S: 1, M: 1, L: 1 }],
  ])
  expect((await save({ ...wish(first), assortment_id, version })).status).toBe(200)
  expect((await one()).styles.map(({ style }) => style.catalogue_id)).toEqual([first])
  expect((await save({ ...wish(second), assortment_id, version })).status).toBe(409)
})

// Would catch: styles that were never taken for an assortment, or colours and sizes that a style has not.
test('what cannot be in it is refused by name', async () => {
  const [first = '', second = '', raw = ''] = styles
  const said = async (...of: { catalogue_id: string; colors?: string[]; ratio?: Record<string, number> }[]) => {
    const { status, body } = await save({ name: 'Spring', styles: of.map((one) => ({ colors: [], ...one })) })
    return [status, body.message]
  }
  expect(await said({ catalogue_id: raw })).toEqual([
    400,
    `Style ${raw} is “New Styles”: only styles that were taken for an assortment come into one.`,
  ])
  expect(await said({ catalogue_id: first, colors: ['Red'] })).toEqual([400, `Style ${first} has no colour Red.`])
  expect(await said({ catalogue_id: first, ratio: { XXL: 1 } })).toEqual([400, `Style ${first} has no size XXL.`])
  expect(await said({ catalogue_id: second }, { catalogue_id: second })).toEqual([
    400,
    `Style ${second} is named twice.`,
  ])
  expect(await said({ catalogue_id: 'CT-999999' })).toEqual([400, 'There is no style CT-999999 in the catalogue.'])
})

// Would catch: two open assortments that nobody can tell apart; a set of no piece.
test('an open one has a name of its own, and a ratio of some pieces', async () => {
  const [first = ''] = styles
  const made = await save(wish(first))
  const again = await save({ ...wish(first), name: made.body.data.name.toUpperCase() })
  expect([again.status, again.body.message]).toEqual([
    409,
    `Assortment ${made.body.data.assortment_id} is called so already. Please choose another name.`,
  ])
  const empty = await save({ ...wish(), styles: [{ catalogue_id: first, colors: [], ratio: { S: 0, M: 0 } }] })
  expect([empty.status, empty.body.message]).toEqual([400, `The ratio of style ${first} has no piece.`])
})

// Would catch: a verdict of an assortment that is closed.
test('a style that only a closed one holds is judged after that is opened again', async () => {
  const [code = ''] = await offered(server, vendorId, [whole])
  await moveAlong(cataloguer, code, 'Selected for Sample QC', 'Sample QC Done', 'Pending for Assortment Selection')
  const { assortment_id } = (await save(wish(code))).body.data
  await save({ ...wish(code), assortment_id, is_closed: true })
  const pass = () =>
    cataloguer.call(contract.catalogue.updateVendorCatalogue, { catalogue_ids: [code], to: 'Assortment Passed' })
  const refused = await pass()
  expect([refused.status, refused.body.message]).toEqual([
    409,
    `${code} is in assortment ${assortment_id}, which is closed. Please open it again first.`,
  ])
  await save({ ...wish(code), assortment_id })
  expect((await pass()).status).toBe(200)
})

// Would catch: a closed assortment that changes, and a style judged on that leaves its assortment.
test('a closed one is only opened again, and what was judged stays in it', async () => {
  const [first = '', second = ''] = styles
  const { assortment_id } = (await save(wish(first, second))).body.data
  await moveAlong(cataloguer, first, 'Assortment Passed')
  await moveAlong(cataloguer, second, 'Assortment Failed')
  const closed = await save({ ...wish(first, second), assortment_id, is_closed: true })
  expect(closed.body.data).toMatchObject({ is_closed: true, passed: 1, failed: 1, to_judge: 0 })
  expect((await save({ ...wish(first), assortment_id, is_closed: true })).status).toBe(409)
  expect((await save({ ...wish(first, second), assortment_id })).body.data.is_closed).toBe(false)
})

// Would catch: a workbook without a colour, with prices for whoever sees none, or one that nobody is told of.
test('its workbook has a row a colour, and whoever asked is told', async () => {
  const [first = ''] = styles
  const { assortment_id } = (await save(wish(first))).body.data
  const asked = await cataloguer.call(assortments.createExportAssortmentsJob, { assortment_ids: [assortment_id] })
  const { job_id } = asked.body.data
  await untilState(server.db, job_id, 'done')
  const file = (await cataloguer.call(frame.getJobFile, { job_id })) as unknown as { bytes: Buffer }
  const book = new ExcelJS.Workbook()
  await book.xlsx.load(file.bytes as never)
  const sheet = book.getWorksheet('Assortments')
  const rows = (sheet?.getRows(2, 2) ?? []).map((row) => [3, 10, 11, 12].map((at) => row.getCell(at).value))
  expect(rows).toEqual([
    [first, 'Black', 'S × 1, M × 1, L × 1', 3],
    [first, 'Ivory', 'S × 1, M × 1, L × 1', 3],
  ])
  // Would catch: a Chinese reader's file with English columns and words.
  const chinese = await cataloguer.call(assortments.createExportAssortmentsJob, {
    assortment_ids: [assortment_id],
    language: 'zh',
  })
  await untilState(server.db, chinese.body.data.job_id, 'done')
  const again = (await cataloguer.call(frame.getJobFile, chinese.body.data)) as unknown as { bytes: Buffer }
  await book.xlsx.load(again.bytes as never)
  const header = book.getWorksheet('Assortments')?.getRow(1).values as string[]
  expect(header.slice(1, 4)).toEqual(['商品组合', '商品组合名称', '目录编号'])
  expect(header.join('')).not.toMatch(/[a-z]{3}/)
  const all = (await cataloguer.call(contract.catalogue.downloadVendorCatalogueFile, {
    supply_chain: 'china',
    language: 'zh',
  })) as unknown as { bytes: Buffer }
  await book.xlsx.load(all.bytes as never)
  const [columns, row] = [1, 2].map((at) => book.getWorksheet('Catalogue')?.getRow(at).values as string[])
  expect(columns?.join('')).not.toMatch(/[a-z]{3}/)
  expect(row?.[columns?.indexOf('状态') ?? 0]).toMatch(/\p{Script=Han}/u)
  const told = async () => {
    const waiting = await server.db.selectFrom('notice_outbox').select('kind').execute()
    const handed = await server.db.selectFrom('notice').select('kind').execute()
    // Between the two it may be handed over, and then stands in both. The styles were brought here by their samples.
    const kinds = new Set([...waiting, ...handed].map(({ kind }) => kind))
    return [...kinds].filter((kind) => !kind.startsWith('sample_'))
  }
  expect(await told()).toEqual(['assortments_exported'])
  const none = await save({ name: 'Empty', styles: [] })
  const refused = await cataloguer.call(assortments.createExportAssortmentsJob, {
    assortment_ids: [none.body.data.assortment_id],
  })
  expect(refused.status).toBe(400)
})

// Would catch: the house's plans shown to those whom it buys from.
test('no vendor sees assortments, nor which of its styles are in one', async () => {
  const vendor = await server.as('vendor')
  expect((await vendor.call(assortments.getAssortments, {})).status).toBe(403)
  expect((await vendor.call(catalogue.getVendorCatalogues, {})).status).toBe(200)
})
