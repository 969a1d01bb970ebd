import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import exceljs from 'exceljs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from '../support/client.ts'
import { fillCustoms, invoicedBoxes, passedBoxes } from '../support/invoices.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { shipToIndia } from '../support/ship-to-india.ts'

const { invoices, company, trace } = contract

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await testServer()
  admin = await server.as('admin')
})
afterAll(() => server?.stop())

const terms = { incoterm: 'FOB', port_of_loading: 'Guangzhou', port_of_discharge: 'Mumbai', transport: 'sea' } as const

async function exportedBoxes(boxes: number[][]) {
  const world = await invoicedBoxes(server, boxes)
  const { invoice_number } = world.invoice
  await fillCustoms(server)
  await sql`UPDATE invoice_line l SET hs_code = '610910', description = 'T-shirts', origin = 'CN', net_weight_grams = 180
    FROM invoice i WHERE i.id = l.invoice_id AND i.number = ${invoice_number}`.execute(server.db)
  const made = await world.lead.call(invoices.createExportOrder, {
    invoice_number,
    ...terms,
    gross_weight_grams: 9_000,
  })
  if (made.status !== 200) throw new Error(JSON.stringify(made.body))
  const order = made.body.data.invoice.export_order?.export_order_number ?? ''
  return { ...world, invoice_number, order, ssccs: world.boxes.map(({ sscc }) => sscc) }
}

type World = Awaited<ReturnType<typeof exportedBoxes>>

const scan = (code: string, scan_id: string = randomUUID(), takes_back?: string) => ({
  ...{ code, scan_id },
  ...(takes_back !== undefined && { takes_back }),
})

async function load(
  by: Client,
  of: Pick<World, 'invoice_number'>,
  codes: (string | ReturnType<typeof scan>)[],
  more = {},
) {
  const boxes = codes.map((one) => (typeof one === 'string' ? scan(one) : one))
  const done = await by.call(invoices.loadBoxes, { invoice_number: of.invoice_number, boxes, ...more })
  expect(done.status, JSON.stringify(done.body)).toBe(200)
  const { results, loading } = done.body.data
  return { said: results.map(({ outcome }) => outcome), results, loading }
}

async function setRule(load_before_shipping: 'no' | 'yes') {
  const { settings, version } = (await admin.call(company.getCompanyFacts, {})).body.data
  const saved = await admin.call(company.saveCompanyFacts, {
    settings: { ...settings, name: 'Yarn and Co', load_before_shipping },
    version,
  })
  expect(saved.status).toBe(200)
}

const boxEvents = async (sscc: string) => {
  const { rows } = await sql<{ event: string; vehicle: string | null }>`
    SELECT event, details->>'vehicle' AS vehicle FROM audit_event
    WHERE entity = 'box' AND entity_id = ${sscc} AND event LIKE 'box.load%' ORDER BY seq`.execute(server.db)
  return rows.map(({ event, vehicle }) => [event, vehicle])
}

describe('loading an export order', () => {
  // Would catch: a wrong box that goes along, one bad code that spoils the good ones, a double scan that counts twice.
  it('takes its own boxes and says plainly what the others are', async () => {
    const one = await exportedBoxes([[5], [4], [3]])
    const two = await exportedBoxes([[2]])
    const failed = await passedBoxes(server, [[2]])
    const loose = await passedBoxes(server, [[2]])
    await sql`UPDATE qc_box SET passed = 0, failed = 2 WHERE box_id = ${failed.box_ids[0]}`.execute(server.db)
    const [a = '', b = '', c = ''] = one.ssccs
    const codes = [a, two.ssccs[0] ?? '', 'NOBODY-1', a, failed.boxes[0]?.sscc ?? '', loose.boxes[0]?.sscc ?? '', b]
    const { said, results, loading } = await load(one.client, one, codes, { vehicle: 'TRUCK 7' })
    await sql`UPDATE qc_box SET passed = 2, failed = 0 WHERE box_id = ${failed.box_ids[0]}`.execute(server.db)
    expect(said).toEqual(['loaded', 'other_order', 'unknown', 'already', 'rejected', 'not_ordered', 'loaded'])
    expect(results[1]?.values).toMatchObject({ other: two.order })
    // Would catch: a station that cannot say in whose zone its times are.
    const at = await sql<{ site: string }>`SELECT d.code AS site FROM invoice i JOIN site d ON d.id = i.site_id
      WHERE i.number = ${one.invoice_number}`.execute(server.db)
    expect([{ site: loading.site }]).toEqual(at.rows)
    expect(loading).toMatchObject({ boxes: 3, loaded: 2, vehicles: ['TRUCK 7'], missing: [{ sscc: c, pieces: 3 }] })
    const details = (await one.client.call(invoices.invoiceDetails, { invoice_number: one.invoice_number })).body.data
    expect(details.boxes.map(({ loaded_at, vehicle }) => [loaded_at !== null, vehicle])).toEqual([
      [true, 'TRUCK 7'],
      [true, 'TRUCK 7'],
      [false, null],
    ])
    expect(await boxEvents(a)).toEqual([['box.loaded', 'TRUCK 7']])
    const life = await one.client.call(trace.traceLife, { kind: 'box', code: a })
    expect(JSON.stringify(life.body.data)).toContain('box.loaded')
  })

  // Would catch: a box on hold that leaves with an invoice made before, because only the invoice is asked.
  it('keeps a box on hold off the truck', async () => {
    const held = await exportedBoxes([[5]])
    await sql`UPDATE qc_box SET invoiced = invoiced - 1, on_hold = 1 WHERE box_id = ${held.box_ids[0]}`.execute(
      server.db,
    )
    expect((await load(held.client, held, held.ssccs)).said).toEqual(['held'])
    await sql`UPDATE qc_box SET invoiced = invoiced + 1, on_hold = 0 WHERE box_id = ${held.box_ids[0]}`.execute(
      server.db,
    )
  })

  // Would catch: a scan whose answer was lost that is told as a double, or that loads again what was taken off since.
  it('comes to the same for the same scan, and an undo takes back its own scan only', async () => {
    const world = await exportedBoxes([[5]])
    const [code = ''] = world.ssccs
    const [first, back, second] = [randomUUID(), randomUUID(), randomUUID()]
    const { client } = world
    expect((await load(client, world, [scan(code, first)])).said).toEqual(['loaded'])
    expect((await load(client, world, [scan(code, first)])).said).toEqual(['loaded'])
    const off = [scan(code, back, first)]
    expect((await load(client, world, off, { action: 'off' })).said).toEqual(['taken_off'])
    expect((await load(client, world, off, { action: 'off' })).said).toEqual(['taken_off'])
    const late = await load(client, world, [scan(code, first)])
    expect([late.said, late.loading.loaded]).toEqual([['taken_off'], 0])
    expect((await load(client, world, [scan(code, second)])).said).toEqual(['loaded'])
    const old = await load(client, world, [scan(code, randomUUID(), first)], { action: 'off' })
    expect(old.loading.loaded).toBe(1)
    expect((await load(client, world, [code], { action: 'off' })).said).toEqual(['taken_off'])
    expect((await load(client, world, [code], { action: 'off' })).said).toEqual(['not_loaded'])
    expect((await boxEvents(code)).map(([event]) => event)).toEqual([
      ...['box.loaded', 'box.load_undone', 'box.loaded', 'box.load_undone'],
    ])
  })

  // Would catch: two people at the truck, and one box loaded twice; or a deadlock of their batches in opposite order.
  it('loads a box once, whoever scans it at the same moment', async () => {
    const world = await exportedBoxes([[1], [1], [1], [1]])
    const other = await server.as('china_warehouse_team')
    const turns = [world.client, other, world.client, other, world.client, other]
    const replies = await Promise.all(
      turns.map((by, at) => load(by, world, at % 2 === 0 ? world.ssccs : world.ssccs.toReversed())),
    )
    const said = replies.flatMap((reply) => reply.said)
    expect(said.filter((outcome) => outcome === 'loaded')).toHaveLength(4)
    expect(said.filter((outcome) => outcome === 'already')).toHaveLength(20)
    for (const sscc of world.ssccs) expect(await boxEvents(sscc)).toHaveLength(1)
  })

  // Would catch: scans into an order that was cancelled or sent meanwhile, and boxes that stay loaded under a dead order.
  it('is refused when its order is cancelled or shipped, and starts anew with the next', async () => {
    const world = await exportedBoxes([[5], [4]])
    const { client, lead, invoice_number } = world
    await load(client, world, world.ssccs)
    const boxes = world.ssccs.map((code) => scan(code))
    const race = await Promise.all([
      client.call(invoices.loadBoxes, { invoice_number, action: 'off', boxes }),
      lead.call(invoices.createExportOrder, { invoice_number, action: 'cancel', reason: 'Not shipping now' }),
      client.call(invoices.loadBoxes, { invoice_number, boxes: world.ssccs.map((code) => scan(code)) }),
    ])
    expect(race.map(({ status }) => status).every((status) => status === 200 || status === 409)).toBe(true)
    expect(race[1].status).toBe(200)
    const refused = await client.call(invoices.loadBoxes, { invoice_number, boxes })
    expect([refused.status, refused.body.message]).toEqual([409, `Invoice ${invoice_number} has no export order.`])
    for (const sscc of world.ssccs) expect((await boxEvents(sscc)).at(-1)?.[0]).toBe('box.load_undone')
    // A cancelled export order is found by its number, as it stands on papers that were printed.
    const { rows } = await sql<{
      number: string
    }>`SELECT e.number FROM export_order e JOIN invoice i ON i.id = e.invoice_id
      WHERE i.number = ${invoice_number}`.execute(server.db)
    const found = (await client.call(invoices.getInvoices, { search: rows[0]?.number ?? '' })).body.data.rows
    expect(found.map((row) => row.invoice_number)).toEqual([invoice_number])
    await lead.call(invoices.createExportOrder, { invoice_number, ...terms, gross_weight_grams: 9_000 })
    expect((await load(client, world, world.ssccs.slice(0, 1))).loading).toMatchObject({ loaded: 1, boxes: 2 })
    await load(client, world, world.ssccs.slice(1))
    await shipToIndia(lead, { invoice_numbers: [invoice_number] })
    const gone = await client.call(invoices.loadBoxes, { invoice_number, boxes })
    expect([gone.status, gone.body.message]).toEqual([409, `Invoice ${invoice_number} was shipped to India.`])
  })

  // Would catch: a loading that is finished with more missing than its people saw, or that stays finished when a box comes off.
  it('is finished with what was shown as missing, until a box changes', async () => {
    const world = await exportedBoxes([[5], [4]])
    const { client, invoice_number } = world
    await load(client, world, world.ssccs.slice(0, 1))
    const blind = await client.call(invoices.finishLoading, { invoice_number, missing: 0 })
    expect([blind.status, blind.body.code]).toEqual([409, 'conflict'])
    for (let turn = 0; turn < 2; turn++) {
      const done = await client.call(invoices.finishLoading, { invoice_number, missing: 1 })
      expect(done.body.data.loading.finished_at).not.toBeNull()
    }
    const { history } = (await client.call(invoices.invoiceDetails, { invoice_number })).body.data
    expect(history.filter(({ event }) => event === 'invoice.loading_finished')).toHaveLength(1)
    expect((await load(client, world, world.ssccs.slice(1))).loading).toMatchObject({ loaded: 2, finished_at: null })
  })

  // Would catch: a rule that is on unasked, one that only the screen keeps, or that names no box.
  it('must be complete before it goes, where the house asks for it', async () => {
    const world = await exportedBoxes([[5], [4]])
    const { client, lead, invoice_number } = world
    await setRule('yes')
    await load(client, world, world.ssccs.slice(0, 1))
    const missing = `${world.shipment.shipment_id} / 2`
    const refused = await shipToIndia(lead, { invoice_numbers: [invoice_number] })
    expect([refused.status, refused.body.message]).toEqual([409, `Not loaded by scan yet: ${missing}.`])
    const summary = await lead.call(invoices.shipToIndiaSummary, { invoice_numbers: [invoice_number] })
    expect(summary.body.data).toMatchObject({ invoices: [], left_out: [{ values: { boxes: missing } }] })
    await load(client, world, world.ssccs.slice(1))
    const gone = await shipToIndia(lead, { invoice_numbers: [invoice_number] })
    expect(gone.status).toBe(200)
    await setRule('no')
    const free = await exportedBoxes([[2]])
    const unasked = await shipToIndia(lead, { invoice_numbers: [free.invoice_number] })
    expect(unasked.status).toBe(200)
  })

  // Would catch: two boxes left on the floor that the books say are on the way: loading had scanned one of three.
  it('sends no box that a loading left out, asked for or not', async () => {
    const world = await exportedBoxes([[5], [4], [3]])
    const { client, lead, invoice_number } = world
    await load(client, world, world.ssccs.slice(0, 1))
    const refused = await shipToIndia(lead, { invoice_numbers: [invoice_number] })
    const { shipment_id } = world.shipment
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `Not loaded by scan yet: ${shipment_id} / 2, ${shipment_id} / 3.`,
    ])
    await load(client, world, world.ssccs.slice(1))
    const gone = await shipToIndia(lead, { invoice_numbers: [invoice_number] })
    expect(gone.status).toBe(200)
  })

  // Would catch: a vendor at the truck of the house.
  it('is nothing for vendors', async () => {
    const world = await exportedBoxes([[1]])
    const { invoice_number, ssccs } = world
    const vendor = world.shipment.client
    const boxes = ssccs.map((code) => scan(code))
    expect((await vendor.call(invoices.loading, { invoice_number })).status).toBe(403)
    expect((await vendor.call(invoices.loadBoxes, { invoice_number, boxes })).status).toBe(403)
    expect((await vendor.call(invoices.finishLoading, { invoice_number, missing: 1 })).status).toBe(403)
    expect((await vendor.call(invoices.customsPackingList, { invoice_number })).status).toBe(403)
  })
})

describe('the packing list for customs', () => {
  const textOf = (bytes: Buffer) => execFileSync('pdftotext', ['-layout', '-', '-'], { input: bytes, encoding: 'utf8' })

  // Would catch: sums that do not add up, a price, numbers as text, a formula out of a vendor's box number.
  it('says every box with its goods, and its pieces add up to those of the order', { timeout: 90_000 }, async () => {
    const world = await exportedBoxes([[12, 8], [3]])
    const { client, invoice_number, box_ids } = world
    await sql`UPDATE box SET length_mm = 600, width_mm = 400, height_mm = 350 WHERE id = ANY(${box_ids}::uuid[])`.execute(
      server.db,
    )
    await sql`UPDATE sku SET color = '=1+1', color_zh = '' WHERE id IN (SELECT sku_id FROM qc_line WHERE box_id = ${box_ids[1]})`.execute(
      server.db,
    )
    await load(client, world, world.ssccs, { vehicle: 'CSNU 1234567' })
    const xlsx = await client.call(invoices.customsPackingList, { invoice_number, format: 'xlsx' })
    expect(String(xlsx.headers['content-disposition'])).toContain(`packing_list_${invoice_number}.xlsx`)
    const book = new exceljs.Workbook()
    await book.xlsx.load(xlsx.bytes as never)
    const rows: unknown[][] = []
    book.worksheets[0]?.eachRow((row) => rows.push((row.values as unknown[]).slice(1)))
    const head = rows.findIndex(([first]) => first === 'Carton 箱序')
    const heads = rows[head] ?? []
    const body = rows.slice(head + 1).filter(([first]) => typeof first === 'number')
    const column = (name: string) => body.map((row) => row[heads.findIndex((title) => String(title).startsWith(name))])
    const sum = (values: unknown[]) => values.reduce((all: number, one) => all + (typeof one === 'number' ? one : 0), 0)
    expect(sum(column('Pieces'))).toBe(23)
    expect(column('Pieces').every((cell) => typeof cell === 'number')).toBe(true)
    expect(sum(column('CBM'))).toBeCloseTo(0.168)
    expect(sum(column('Net'))).toBeCloseTo(23 * 0.18)
    expect(new Set(column('HS code'))).toEqual(new Set(['610910']))
    expect(column('Box No.')).toContain(`${world.shipment.shipment_id} / 2`)
    // As a text: a formula comes back as an object.
    expect(column('Colour').map((cell) => String(cell).trim())).toContain('=1+1')
    const totals = Object.fromEntries(rows.slice(head + body.length + 1).map((row) => [row[0], row[2]]))
    expect(totals).toMatchObject({ 'Cartons 箱数': 2, 'Pieces 件数': 23, 'Gross weight (kg) 毛重': 9 })
    expect(totals['CBM 体积 (m³)']).toBe(0.168)
    const flat = JSON.stringify(rows)
    expect(flat).toContain('CSNU 1234567')
    expect(flat).not.toMatch(/45\.5|4550|1046/)
    const pdf = await client.call(invoices.customsPackingList, { invoice_number, format: 'pdf' })
    const text = textOf(pdf.bytes)
    for (const part of [
      world.order,
      invoice_number,
      'PACKING LIST',
      '装箱单',
      'CSNU 1234567',
      '60 × 40 × 35',
      '610910',
    ])
      expect(text).toContain(part)
    expect(text).toMatch(/Page 1 of 1/)
    expect(text).not.toMatch(/45\.5|1,046/)
  })

  // Would catch: a gross column that does not add up to its total and does not say why, a paper for customs whose goods weigh more than
  // their cartons.
  it('marks cartons nobody weighed, says both sums, and is a draft where goods weigh more than their carton', async () => {
    const world = await exportedBoxes([[12, 8], [3]])
    const [heavy, light] = world.box_ids
    const weigh = async (box: string | undefined, grams: number | null) => {
      await sql`UPDATE box SET weight_grams = ${grams} WHERE id = ${box}`.execute(server.db)
      await sql`UPDATE qc_box SET weight_grams = ${grams}, weighed_pieces = CASE WHEN ${grams}::int IS NOT NULL THEN declared END
        WHERE box_id = ${box}`.execute(server.db)
    }
    const read = async () => {
      const { bytes } = await world.client.call(invoices.customsPackingList, { invoice_number: world.invoice_number })
      return textOf(bytes).replace(/\s+/g, ' ')
    }
    await weigh(light, null)
    const unweighed = await read()
    for (const part of [
      '‒ 未称',
      'Not weighed 未称重',
      `${world.shipment.shipment_id} / 2`,
      'Gross weight of weighed cartons',
    ])
      expect(unweighed).toContain(part)
    await weigh(light, 1_000)
    expect(await read()).not.toContain('DRAFT')
    await weigh(heavy, 100)
    expect(await read()).toMatch(/DRAFT.*cartons below the weight of their goods.*\/ 1/)
  })

  // Would catch: headings on the first page only, pages that are not counted, a volume made of the boxes that happen to be measured.
  it('repeats its headings over pages, and says which boxes nobody measured', async () => {
    const world = await exportedBoxes(Array.from({ length: 40 }, () => [1]))
    const pdf = await world.client.call(invoices.customsPackingList, { invoice_number: world.invoice_number })
    const pages = textOf(pdf.bytes)
      .split('\f')
      .filter((page) => page.trim() !== '')
    expect(pages.length).toBeGreaterThan(1)
    for (const [at, page] of pages.entries()) expect(page).toContain(`Page ${at + 1} of ${pages.length}`)
    expect(pages[1]).toContain('Carton')
    expect(pages.join('')).toContain('Not measured')
    const none = await invoicedBoxes(server, [[1]])
    const { invoice_number } = none.invoice
    const refused = await none.client.call(invoices.customsPackingList, { invoice_number })
    expect([refused.status, refused.body.message]).toEqual([409, `Invoice ${invoice_number} has no export order.`])
  })
})
