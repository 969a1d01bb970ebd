import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invoiceTab } from '../../src/shared/areas/invoices/rules.ts'
import { contract } from '../../src/shared/areas.ts'
import { addDays, dayIn, vendorZone } from '../../src/shared/kernel/days.ts'
import { asItStands } from '../support/as-it-stands.ts'
import { fillCustoms, invoicedBoxes, passedBoxes, readyBoxes } from '../support/invoices.ts'
import { boxesAtQc, qcDisagreements } from '../support/qc.ts'
import { countedBoxes, stain } from '../support/qc-inspection.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { shipToIndia } from '../support/ship-to-india.ts'
import { textOfWorkbook } from '../support/workbook-text.ts'

const { qcBoxes: qcBoxesCalls, invoices: invoicesCalls } = contract

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server?.stop())

const terms = {
  incoterm: 'FOB' as const,
  port_of_loading: 'Guangzhou',
  port_of_discharge: 'Mumbai',
  transport: 'air' as const,
}

/** On an invoice with an export order. */
async function exportedBoxes(boxes: number[][] = [[12, 8]]) {
  const world = await invoicedBoxes(server, boxes)
  await fillCustoms(server)
  await sql`UPDATE invoice_line l SET hs_code = '610910', description = 'T-shirts', origin = 'CN', net_weight_grams = 180
    FROM invoice i WHERE i.id = l.invoice_id AND i.number = ${world.invoice.invoice_number}`.execute(server.db)
  const made = await world.lead.call(invoicesCalls.createExportOrder, {
    invoice_number: world.invoice.invoice_number,
    ...terms,
    gross_weight_grams: 9_000,
  })
  if (made.status !== 200) throw new Error(JSON.stringify(made.body))
  return { ...world, invoice: made.body.data.invoice }
}

async function invoiceEvents(number: string): Promise<string[]> {
  const rows = await server.db
    .selectFrom('audit_event')
    .where('entity', '=', 'invoice')
    .where('entity_id', '=', number)
    .orderBy('id')
    .select('event')
    .execute()
  return rows.map((row) => row.event)
}

describe('an export order', () => {
  it('is refused with everything that is missing, style by style, until it is there', async () => {
    // Would catch: papers that customs stop; a completeness list that ends at the first fault.
    const world = await invoicedBoxes(server, [[4], [5]])
    const { invoice_number } = world.invoice
    expect(world.invoice.missing.map((one) => one.field)).toEqual([
      'hs_code',
      'description',
      'origin',
      'net_weight',
      'gross_weight',
    ])
    const refused = await world.lead.call(invoicesCalls.createExportOrder, { invoice_number, ...terms })
    expect(refused.status).toBe(400)
    expect(refused.body.details.fields).toHaveLength(5)
    const [first] = refused.body.details.fields ?? []
    expect(first?.message).toMatch(/^Style ST-T\d+ has no HS code\.$/)
    // Would catch: words that only English can be made of.
    expect(first).toMatchObject({
      message_key: 'Style {{style_id}} has no HS code.',
      values: { style_id: first?.message.split(' ')[1] },
    })
    const weighed = await world.lead.call(invoicesCalls.createExportOrder, {
      invoice_number,
      action: 'check',
      gross_weight_grams: 9_000,
    })
    expect(weighed.body.data.invoice.missing.map((one) => one.field)).not.toContain('gross_weight')
    expect(await server.db.selectFrom('export_order').select('id').execute()).toEqual([])
  })

  it('is made once, can be cancelled with a reason, and holds the invoice while it lives', async () => {
    // Would catch: two export orders for one invoice, an invoice voided under its export order.
    const world = await exportedBoxes()
    const { invoice_number, export_order } = world.invoice
    expect(export_order).toMatchObject({ state: 'OPEN', incoterm: 'FOB', gross_weight_grams: 9_000 })
    expect(export_order?.export_order_number).toMatch(/^EO-\d{6}$/)
    const twice = await world.lead.call(invoicesCalls.createExportOrder, { invoice_number, ...terms })
    expect([twice.status, twice.body.details.allowed]).toEqual([409, ['ship', 'cancel_export', 'document']])
    const voided = await world.lead.call(invoicesCalls.createInvoice, {
      action: 'void',
      invoice_number,
      reason: 'Late',
    })
    expect(voided.body.details.message_key).toBe(
      'Invoice {{invoice_number}} has the export order {{export_order_number}}.',
    )
    const bare = await world.lead.call(invoicesCalls.createExportOrder, { invoice_number, action: 'cancel' })
    expect(bare.status).toBe(400)
    const cancelled = await world.lead.call(invoicesCalls.createExportOrder, {
      invoice_number,
      action: 'cancel',
      reason: 'Another port',
    })
    expect(cancelled.body.data.invoice).toMatchObject({ export_order: null, allowed_actions: ['export', 'void'] })
    const again = await world.lead.call(invoicesCalls.createExportOrder, {
      invoice_number,
      ...terms,
      gross_weight_grams: 9_000,
    })
    expect(again.body.data.invoice.export_order?.export_order_number).not.toBe(export_order?.export_order_number)
    expect(await invoiceEvents(invoice_number)).toEqual([
      'invoice.created',
      'invoice.export_ordered',
      'invoice.export_cancelled',
      'invoice.export_ordered',
    ])
  })

  it('is the warehouse team’s to read, not to make', async () => {
    // Would catch: rights that only the screen keeps.
    const world = await exportedBoxes()
    const { invoice_number } = world.invoice
    const made = await world.client.call(invoicesCalls.createExportOrder, { invoice_number })
    const shipped = await shipToIndia(world.client, { invoice_numbers: [invoice_number] })
    const read = await world.client.call(invoicesCalls.shipToIndiaSummary, { invoice_numbers: [invoice_number] })
    expect([made.status, shipped.status, read.status]).toEqual([403, 403, 200])
  })
})

describe('what a box weighs', () => {
  it('is of the pieces that go: after a return it is weighed again, or the invoice wants it', async () => {
    // Would catch: 19 pieces invoiced with the 15.330 kg of the 95 that came.
    const made = await countedBoxes(server, [[95]])
    const [nm_sku = ''] = made.skus
    const { sscc, box_id } = made.box
    await sql`UPDATE box SET weight_grams = 15330 WHERE id = ${box_id}`.execute(server.db)
    const lines = [{ nm_sku, passed: 19, failed: 76, sampled: 95 }]
    const judged = await made.judge({ lines, defects: [stain(nm_sku, 76)], verdict: 'mixed' })
    expect(judged.status, judged.body.message).toBe(200)
    const why = { reason: 'Stain', remark: 'oil' } as const
    // Would catch: the scale's word on 95 pieces kept as that of the 19 that passed.
    const soon = { box_id: sscc, version: (await made.open()).box.version, weight_grams: 15_000 }
    expect((await made.client.call(qcBoxesCalls.weighBox, soon)).body.message).toContain('still holds 76 other pieces')
    expect((await made.client.call(contract.returns.confirmReturnToVendor, { box_ids: [sscc], ...why })).status).toBe(
      200,
    )
    const lead = asItStands(server, await server.as('ops_team'))
    await lead.call(invoicesCalls.createReadyForInvoice, { box_ids: [sscc] })
    // Would catch: lists, the sheet and the file that say 15.330 kg until the box is on an invoice.
    const shownWeights = async () => {
      const box_ids = [sscc]
      const listed = (await lead.call(qcBoxesCalls.getInwardedBoxes, { box_ids })).body.data.rows
      const ready = (await lead.call(invoicesCalls.getBoxesForInvoice, { box_ids })).body.data.rows
      const rows = [...listed, ...ready, (await made.open()).box]
      const sheet = await lead.call(invoicesCalls.downloadBoxesForInvoiceCreation, { box_ids })
      const cells = await textOfWorkbook(sheet.bytes)
      return {
        weights: rows.map((row) => [row.weight_grams, row.weigh_again]),
        isInSheet: cells.includes('需重新称重'),
      }
    }
    const unknown = [null, true]
    expect(await shownWeights()).toEqual({ weights: [unknown, unknown, unknown], isInSheet: true })
    const { invoice } = (await lead.call(invoicesCalls.createInvoice, { box_ids: [sscc] })).body.data
    const { invoice_number } = invoice
    const weightsOf = async () => {
      const row = (await lead.call(invoicesCalls.getInvoices, { invoice_numbers: [invoice_number] })).body.data.rows[0]
      const { boxes } = (await lead.call(invoicesCalls.invoiceDetails, { invoice_number })).body.data
      return {
        messages: row?.missing.flatMap((one) => (one.field === 'gross_weight' ? [one.message] : [])),
        boxes: boxes.map((box) => [box.pieces, box.weight_grams]),
      }
    }
    const outdated = 'Pieces left these boxes since they were weighed, weigh them again: {{boxes}}.'
    expect(await weightsOf()).toEqual({ messages: [outdated], boxes: [[19, null]] })
    const before = await made.open()
    const weigh = { box_id: sscc, version: before.box.version, weight_grams: 3_120 }
    const vendor = made.shipment.client
    expect((await vendor.call(qcBoxesCalls.weighBox, weigh)).status).toBe(403)
    const weighed = await made.client.call(qcBoxesCalls.weighBox, weigh)
    expect(weighed.body.data?.box).toMatchObject({ weight_grams: 3_120 })
    expect((await made.client.call(qcBoxesCalls.weighBox, weigh)).body.code).toBe('stale')
    expect(await weightsOf()).toEqual({ messages: [], boxes: [[19, 3_120]] })
    expect((await made.open()).box).toMatchObject({ weight_grams: 3_120, weigh_again: false })
    const { history } = await made.open()
    expect(history.find((event) => event.event === 'box.weighed')).toMatchObject({
      ...{ from: '15.330 kg', to: '3.120 kg', details: { pieces: 19 } },
    })
    await sql`UPDATE invoice_line l SET hs_code = '610910', description = 'T-shirts', origin = 'CN', net_weight_grams = 150
      FROM invoice i WHERE i.id = l.invoice_id AND i.number = ${invoice_number}`.execute(server.db)
    const ordered = await lead.call(invoicesCalls.createExportOrder, { invoice_number, ...terms })
    expect(ordered.body.data?.invoice.export_order).toMatchObject({ gross_weight_grams: 3_120 })
    const { version } = (await made.open()).box
    const late = await made.client.call(qcBoxesCalls.weighBox, { ...weigh, version })
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('has told its weight')])
  })

  it('is asked for again where an export order of a version before counts pieces that went back', async () => {
    // Would catch: a declaration of 19 pieces with the 15.330 kg of 95, kept since the export order was made before boxes were weighed.
    const world = await exportedBoxes([[12, 8]])
    const { invoice_number } = world.invoice
    await sql`UPDATE box SET weight_grams = 9000 WHERE id = ANY(${world.box_ids}::uuid[])`.execute(server.db)
    const listed = async () =>
      (await world.lead.call(invoicesCalls.getInvoices, { invoice_numbers: [invoice_number] })).body.data.rows[0]
    expect(await listed()).toMatchObject({ missing: [], export_order: { gross_weight_grams: 9_000 } })
    // As it stood before: more pieces came than went on, and the vendor's weight is of them all.
    await sql`UPDATE qc_box SET declared = declared + 5, returned = 5 WHERE box_id = ANY(${world.box_ids}::uuid[])`.execute(
      server.db,
    )
    expect(await listed()).toMatchObject({
      missing: [{ field: 'gross_weight', message: expect.stringContaining('weigh them again') }],
      export_order: { gross_weight_grams: null },
    })
    const paper = await world.lead.call(invoicesCalls.downloadInvoice, { invoice_number, format: 'xlsx' })
    expect(await textOfWorkbook(paper.bytes)).not.toContain('9.000')
    const shown = await world.lead.call(invoicesCalls.shipToIndiaSummary, { invoice_numbers: [invoice_number] })
    expect(shown.body.data).toMatchObject({ invoices: [], left_out: [{ values: { invoice_number } }] })
    const shipped = await shipToIndia(world.lead, { invoice_numbers: [invoice_number] })
    expect([shipped.status, shipped.body.code]).toEqual([400, 'invalid_input'])
    await sql`UPDATE qc_box SET declared = declared - 5, returned = 0 WHERE box_id = ANY(${world.box_ids}::uuid[])`.execute(
      server.db,
    )
  })

  it('stays the vendor’s while all that was packed goes', async () => {
    // Would catch: every box of every shipment weighed again.
    const world = await invoicedBoxes(server, [[4]])
    await sql`UPDATE box SET weight_grams = 900 WHERE id = ANY(${world.box_ids}::uuid[])`.execute(server.db)
    const { invoice_number } = world.invoice
    const { boxes } = (await world.lead.call(invoicesCalls.invoiceDetails, { invoice_number })).body.data
    expect(boxes.map((box) => box.weight_grams)).toEqual([900])
  })
})

describe('the terms of an export order', () => {
  it('name the port that the incoterm needs', async () => {
    // Would catch: "FOB —" on a customs paper.
    const world = await exportedBoxes()
    const { invoice_number } = world.invoice
    await world.lead.call(invoicesCalls.createExportOrder, { invoice_number, action: 'cancel', reason: 'Port' })
    const of = { invoice_number, gross_weight_grams: 9_000, port_of_discharge: 'Mumbai' }
    const bare = await world.lead.call(invoicesCalls.createExportOrder, { ...of, incoterm: 'FOB' })
    expect(bare.body.details.fields).toMatchObject([{ field: 'port_of_loading', values: { incoterm: 'FOB' } }])
    expect((await world.lead.call(invoicesCalls.createExportOrder, { ...of, incoterm: 'CIF' })).status).toBe(200)
  })

  it('get their transport document when the goods are gone, and its history says what it was', async () => {
    // Would catch: a bill of lading that is issued after sailing and can stand nowhere but on paper.
    const world = await exportedBoxes()
    const { invoice_number } = world.invoice
    const shipped = await shipToIndia(world.lead, { invoice_numbers: [invoice_number] })
    expect(shipped.status).toBe(200)
    const said = { invoice_number, action: 'document', transport_document: 'MAEU1234567' } as const
    expect((await world.client.call(invoicesCalls.createExportOrder, said)).status).toBe(403)
    const done = await world.lead.call(invoicesCalls.createExportOrder, { ...said, carrier: 'Maersk' })
    expect(done.body.data?.invoice.export_order).toMatchObject({
      ...{ state: 'SHIPPED', transport_document: 'MAEU1234567', carrier: 'Maersk', incoterm: 'FOB' },
    })
    const other = await world.lead.call(invoicesCalls.createExportOrder, { ...said, transport_document: 'MAEU7654321' })
    expect(other.body.data?.invoice.export_order).toMatchObject({
      transport_document: 'MAEU7654321',
      carrier: 'Maersk',
    })
    expect(
      (await world.lead.call(invoicesCalls.createExportOrder, { ...said, transport_document: 'MAEU7654321' })).status,
    ).toBe(400)
    // Would catch: goods that arrive before they were shipped.
    const arrives = (arrives_on: string) =>
      world.lead.call(invoicesCalls.createExportOrder, { invoice_number, action: 'document', arrives_on })
    expect((await arrives('2020-01-01')).status).toBe(400)
    const on = addDays(dayIn(vendorZone, new Date()), 9)
    expect((await arrives(on)).body.data?.invoice.export_order).toMatchObject({ arrives_on: on, carrier: 'Maersk' })
    const { history } = (await world.lead.call(invoicesCalls.invoiceDetails, { invoice_number })).body.data
    expect(
      history.filter((event) => event.event === 'invoice.document_changed').map(({ from, to }) => [from, to]),
    ).toEqual(
      expect.arrayContaining([
        ['– · –', 'Maersk · MAEU1234567'],
        ['Maersk · MAEU1234567', 'Maersk · MAEU7654321'],
      ]),
    )
  })
})

describe('the summary before shipping', () => {
  it('says what goes and, of every box that stays, why', async () => {
    // Would catch: boxes that stay behind without a word.
    const going = await exportedBoxes([[2], [3]])
    const open = await boxesAtQc(server, [[1]])
    const passed = await passedBoxes(server, [[1]])
    const ready = await readyBoxes(server, [[1]])
    const invoiced = await invoicedBoxes(server, [[1]])
    await sql`UPDATE invoice_line l SET hs_code = NULL FROM invoice i
      WHERE i.id = l.invoice_id AND i.number = ${invoiced.invoice.invoice_number}`.execute(server.db)
    const codes = [going, open, passed, ready, invoiced].map((world) => world.boxes[0]?.sscc ?? '')
    const { body } = await going.lead.call(invoicesCalls.shipToIndiaSummary, { box_ids: codes })
    // One box of the invoice was chosen: the invoice goes whole.
    expect(body.data).toMatchObject({ boxes: 2, pieces: 5 })
    expect(body.data.invoices).toMatchObject([
      { invoice_number: going.invoice.invoice_number, gross_weight_grams: 9_000, transport: 'air' },
    ])
    expect(body.data.left_out.map((one) => [one.sscc, one.message])).toEqual([
      [null, 'Invoice {{invoice_number}} is not complete for an export order.'],
      [codes[1], 'Pieces of this box wait to be counted.'],
      [codes[2], 'This box is not ready for an invoice.'],
      [codes[3], 'This box is ready and on no invoice.'],
    ])
    const all = await going.lead.call(invoicesCalls.shipToIndiaSummary, {})
    expect(all.body.data.invoices.map((one) => one.invoice_number)).toContain(going.invoice.invoice_number)
    expect(all.body.data.left_out.map((one) => one.sscc)).toContain(codes[3])
  })
})

describe('shipping to India', () => {
  it('ships exactly what the summary showed, once, and can be taken back with a reason', async () => {
    // Would catch: boxes shipped that nobody saw in the summary, pieces shipped twice, an undo that forgets the export order.
    const world = await exportedBoxes([[12, 8], [3]])
    const { invoice_number } = world.invoice
    const other = await world.lead.call(invoicesCalls.confirmShipToIndia, {
      invoice_numbers: [invoice_number],
      expected: { boxes: 1, pieces: 20 },
    })
    expect([other.status, other.body.code]).toEqual([409, 'conflict'])
    const asked = { invoice_numbers: [invoice_number], expected: { boxes: 2, pieces: 23 }, carrier: 'DHL' }
    const shipped = await world.lead.call(invoicesCalls.confirmShipToIndia, asked)
    expect(shipped.status).toBe(200)
    expect(shipped.body.data).toMatchObject({ boxes: 2, pieces: 23 })
    expect(shipped.body.data.invoices[0]).toMatchObject({
      export_order: { state: 'SHIPPED', carrier: 'DHL' },
      allowed_actions: ['undo_ship', 'document'],
    })
    const boxes = await world.client.call(qcBoxesCalls.getInwardedBoxes, { box_ids: world.box_ids })
    expect(boxes.body.data.rows.map((row) => row.status)).toEqual(['Shipped to India', 'Shipped to India'])
    const twice = await world.lead.call(invoicesCalls.confirmShipToIndia, asked)
    expect([twice.status, twice.body.message]).toEqual([409, `Invoice ${invoice_number} was shipped to India.`])
    const summary = await world.lead.call(invoicesCalls.shipToIndiaSummary, { box_ids: world.box_ids })
    expect(summary.body.data.left_out.map((one) => one.message)).toEqual([
      'This box was shipped to India.',
      'This box was shipped to India.',
    ])
    const bare = await world.lead.call(invoicesCalls.confirmShipToIndia, { ...asked, action: 'undo' })
    expect(bare.status).toBe(400)
    const undone = await world.lead.call(invoicesCalls.confirmShipToIndia, {
      ...asked,
      action: 'undo',
      reason: 'Flight cancelled',
    })
    expect(undone.body.data.invoices[0]).toMatchObject({ export_order: { state: 'OPEN', shipped_at: null } })
    expect(await qcDisagreements(server)).toEqual([])
    expect((await invoiceEvents(invoice_number)).slice(-2)).toEqual(['invoice.shipped', 'invoice.shipping_undone'])
  })

  it('tells those who wait for it in one notice', async () => {
    // Would catch: India learning of boxes when they stand at the door, or led to a screen that it may not open; a notice an invoice.
    // What others of this file shipped a moment ago is told first: news are gathered, and these desks would hear of it too.
    const isLeft = () => server.db.selectFrom('notice_outbox').select('id').limit(1).executeTakeFirst()
    await expect.poll(isLeft).toBeUndefined()
    const [ops, ...india] = await Promise.all(
      (['ops', 'india_qc_manager', 'india_qc_inward_wh'] as const).map((role) => server.as(role)),
    )
    if (!ops) throw new Error('nobody works in China')
    const one = await exportedBoxes([[7]])
    const two = await exportedBoxes([[2], [3]])
    const numbers = [one, two].map((world) => world.invoice.invoice_number)
    const shipped = await shipToIndia(one.lead, { invoice_numbers: numbers })
    expect(shipped.status).toBe(200)
    const told = async (desk: typeof ops) => {
      const { body } = await desk.call(contract.notices.getNotices, { page_size: 100 })
      const notices = body.data.rows.filter(({ kind }) => kind === 'shipped_to_india' || kind === 'coming_to_india')
      return notices.map(({ message, path }) => [message, path])
    }
    const hears = (desk: typeof ops, ...notice: string[]) =>
      expect.poll(() => told(desk), { timeout: 10_000 }).toEqual([notice])
    await hears(ops, '2 invoices are on their way to India.', '/supplier/qc-invoices?tab=shipped')
    for (const desk of india)
      await hears(desk, '2 export orders are on their way to India.', '/supplier/india-inward-platform')
  })

  it('of one invoice by many at once happens once, and never beside its voiding', async () => {
    // Would catch: a race in which pieces ship twice, or go out on a voided invoice.
    const worlds = [await exportedBoxes([[2], [3]]), await exportedBoxes([[4]]), await exportedBoxes([[5], [6]])]
    const lead = worlds[0]?.lead
    if (!lead) throw new Error('nobody ships')
    const numbers = worlds.map((world) => world.invoice.invoice_number)
    const tries = numbers.flatMap((number, at) => [
      shipToIndia(lead, { invoice_numbers: [number] }),
      shipToIndia(lead, {
        invoice_numbers: at === 0 ? [...numbers] : [...numbers].reverse(),
      }),
      lead.call(invoicesCalls.createExportOrder, { invoice_number: number, action: 'cancel', reason: 'Stop' }),
      lead.call(invoicesCalls.createInvoice, { action: 'void', invoice_number: number, reason: 'Stop' }),
    ])
    const replies = await Promise.all(tries)
    expect(replies.every((reply) => reply.status === 200 || reply.status === 409)).toBe(true)
    expect(await qcDisagreements(server)).toEqual([])
    const { rows } = await sql<{
      number: string
      state: string
      exported: string | null
      shipped: number
      moved: number
    }>`
      SELECT i.number, i.state, e.state AS exported, sum(q.shipped)::int AS shipped,
        (SELECT coalesce(sum(CASE kind WHEN 'ship' THEN quantity END), 0)::int FROM qc_move m WHERE m.invoice_id = i.id) AS moved
      FROM invoice i JOIN invoice_box ib ON ib.invoice_id = i.id JOIN qc_box q ON q.box_id = ib.box_id
      LEFT JOIN export_order e ON e.invoice_id = i.id AND e.state <> 'CANCELLED'
      WHERE i.number = ANY(${numbers}::text[]) GROUP BY i.id, e.state`.execute(server.db)
    for (const row of rows) {
      expect(row.moved).toBe(row.shipped)
      expect(row.shipped > 0).toBe(row.exported === 'SHIPPED')
      if (row.state === 'VOID') expect(row.shipped).toBe(0)
    }
  })
})

describe('the list of invoices', () => {
  it('has each in the tab that the rule says, and counts them so', async () => {
    // Would catch: SQL and rule that drift apart, an invoice in no tab or in two.
    const world = await invoicedBoxes(server, [[1]])
    await world.lead.call(invoicesCalls.createInvoice, {
      action: 'void',
      invoice_number: world.invoice.invoice_number,
      reason: 'Test',
    })
    const shipped = await exportedBoxes([[1]])
    await shipToIndia(shipped.lead, { invoice_numbers: [shipped.invoice.invoice_number] })
    const { body } = await world.lead.call(invoicesCalls.getInvoices, { page_size: 500 })
    const counted = await world.lead.call(invoicesCalls.getInvoices, { part: 'counts' })
    const tabOf = (row: (typeof body.data.rows)[number]) => {
      const exported = row.export_order?.state ?? null
      return invoiceTab({ state: row.state, exported: exported === 'CANCELLED' ? null : exported })
    }
    for (const tab of ['to_export', 'to_ship', 'shipped', 'void'] as const) {
      const listed = await world.lead.call(invoicesCalls.getInvoices, { tab, page_size: 500 })
      const expected = body.data.rows.filter((row) => tabOf(row) === tab)
      expect(expected.length).toBeGreaterThan(0)
      expect(listed.body.data.rows.map((row) => row.invoice_number)).toEqual(expected.map((row) => row.invoice_number))
      expect(counted.body.data.counts?.[tab]).toBe(expected.length)
    }
    expect(counted.body.data.counts?.all).toBe(body.data.rows.length)
  })

  it('pages from the newest without losing one, and finds by number, export order, box, order and vendor', async () => {
    // Would catch: a row on two pages or none; a search that forgets the export order.
    const world = await exportedBoxes([[2], [3]])
    const found: string[] = []
    let cursor: string | null = null
    do {
      const { body }: Awaited<ReturnType<typeof page>> = await page(cursor)
      found.push(...body.data.rows.map((row) => row.invoice_number))
      cursor = body.data.next_cursor
    } while (cursor !== null)
    const whole = await world.lead.call(invoicesCalls.getInvoices, { page_size: 500 })
    expect(found).toEqual(whole.body.data.rows.map((row) => row.invoice_number))
    function page(at: string | null) {
      return world.lead.call(invoicesCalls.getInvoices, { page_size: 2, cursor: at })
    }
    const [box] = world.boxes
    const { invoice_number, export_order } = world.invoice
    for (const search of [
      invoice_number,
      export_order?.export_order_number,
      box?.sscc,
      `(00)${box?.sscc}`,
      box?.tracking_id,
      world.shipment_id,
      world.shipment.order.order_id,
    ]) {
      const { body } = await world.lead.call(invoicesCalls.getInvoices, { search: search ?? '' })
      expect(
        body.data.rows.map((row) => row.invoice_number),
        `search ${search}`,
      ).toEqual([invoice_number])
    }
    const ofVendor = await world.lead.call(invoicesCalls.getInvoices, { supplier_id: world.shipment.order.vendor.code })
    expect(ofVendor.body.data.rows.map((row) => row.invoice_number)).toEqual([invoice_number])
    const nobody = await world.lead.call(invoicesCalls.getInvoices, { supplier_id: 'NOBODY' })
    expect([nobody.status, nobody.body.message]).toEqual([400, 'Invalid vendor name.'])
  })
})
