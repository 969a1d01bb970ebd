import { buffer } from 'node:stream/consumers'
import ExcelJS from 'exceljs'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  beginsWith,
  changedStyles,
  factsSheet,
  recordFacts,
} from '../../src/renderer/supplier/invoices/record-facts.ts'
import { amountInWords } from '../../src/server/areas/invoices/amount-in-words.ts'
import type { InvoiceDocument, InvoiceGroup } from '../../src/server/areas/invoices/document-model.ts'
import { invoicePages } from '../../src/server/areas/invoices/document-pdf.ts'
import { invoiceXlsx } from '../../src/server/areas/invoices/document-xlsx.ts'
import type { DocumentPage } from '../../src/server/documents/pdf-document.ts'
import { openTypeface } from '../../src/server/documents/typeface.ts'
import { writeWorkbook } from '../../src/server/sheets/write-workbook.ts'
import { boxesForInvoice, documentFaults, productDetails } from '../../src/shared/areas/invoices/sheets.ts'
import { contract } from '../../src/shared/areas.ts'
import { invoicedBoxes, passedBoxes, readyBoxes } from '../support/invoices.ts'
import { boxesAtQc, qcDisagreements } from '../support/qc.ts'
import { resources, type TestServer, testServer } from '../support/server.ts'
import { textOfWorkbook } from '../support/workbook-text.ts'

const { invoices: invoicesCalls } = contract

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server?.stop())

const party = { name: 'A party', address: 'Somewhere 1', country: 'CN', taxId: null, contact: null }

function groupOf(styleId: string, orders: number, name = 'A dress'): InvoiceGroup {
  const entries = Array.from({ length: orders }, (_, at) => ({
    orderId: `PO-${styleId}-${at}`,
    quantity: 10 + at,
    unitPriceMinor: 4_550,
    valueMinor: (10 + at) * 4_550,
    netGrams: 180 * (10 + at),
  }))
  const sum = (of: (entry: (typeof entries)[number]) => number) => entries.reduce((all, entry) => all + of(entry), 0)
  return {
    styleId,
    styleName: name,
    styleNameZh: '连衣裙',
    hsCode: '6204430000',
    description: 'Dresses',
    descriptionZh: null,
    composition: null,
    origin: 'CN',
    netGramsEach: 180,
    entries,
    quantity: sum((entry) => entry.quantity),
    valueMinor: sum((entry) => entry.valueMinor),
    netGrams: sum((entry) => entry.netGrams),
  }
}

function paperOf(groups: InvoiceGroup[], over: Partial<InvoiceDocument> = {}): InvoiceDocument {
  const sum = (of: (group: InvoiceGroup) => number) => groups.reduce((all, group) => all + of(group), 0)
  return {
    number: 'CI-2026-000012',
    issuedOn: '2026-11-21',
    voidReason: null,
    exporter: party,
    consignee: party,
    paymentTerms: 'T/T 30 days',
    bank: 'Bank of China, SWIFT BKCHCNBJ',
    currency: 'CNY',
    exportOrder: null,
    groups,
    boxes: 3,
    pieces: sum((group) => group.quantity),
    totalMinor: sum((group) => group.valueMinor),
    netGrams: sum((group) => group.netGrams ?? 0),
    grossGrams: null,
    remark: null,
    ...over,
  }
}

/** Texts of a page, each with its lines joined. */
function textsOf(page: DocumentPage): string[] {
  return page.marks.flatMap((mark) => (mark.kind === 'text' ? [mark.lines.map((line) => line.text).join(' ')] : []))
}

describe('the pages of an invoice', () => {
  const typeface = openTypeface(resources)

  it('repeat the table’s head and count themselves, and every order stands on one of them once', () => {
    // Would catch: lines lost or doubled at the end of a page, a page that nobody can tell from another invoice's.
    const groups = [groupOf('ST-A', 70), ...Array.from({ length: 60 }, (_, at) => groupOf(`ST-${at}`, 1 + (at % 5)))]
    const pages = invoicePages(paperOf(groups), typeface).map(textsOf)
    expect(pages.length).toBeGreaterThan(4)
    for (const [at, texts] of pages.entries()) {
      expect(texts).toContain('Order 订单号')
      expect(texts).toContain(`Page ${at + 1} of ${pages.length} · 第 ${at + 1} 页，共 ${pages.length} 页`)
      expect(texts).toContain('CI-2026-000012')
    }
    const all = pages.flat()
    for (const { entries } of groups)
      for (const { orderId } of entries) expect(all.filter((text) => text === orderId)).toHaveLength(1)
    expect(all.some((text) => text.includes('ST-A') && text.includes('(continued 续)'))).toBe(true)
  })

  it('stay within the paper and above its foot, whatever is written on them', () => {
    // Would catch: a long name that runs off the paper, or over the lines below it.
    const anything = fc.string({ unit: 'grapheme', maxLength: 400 })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anything, fc.integer({ min: 1, max: 12 })), { minLength: 1, maxLength: 12 }),
        anything,
        (named, remark) => {
          const groups = named.map(([name, orders], at) => groupOf(`ST-${at}`, orders, name))
          const over = { remark, exporter: { ...party, name: remark, address: remark } }
          for (const page of invoicePages(paperOf(groups, over), typeface)) {
            const boxes = page.marks.flatMap((mark) => (mark.kind === 'text' ? [mark.box] : []))
            for (const { x, y, width, height } of boxes) {
              expect(x).toBeGreaterThanOrEqual(13.9)
              expect(x + width).toBeLessThanOrEqual(196.1)
              expect(y).toBeGreaterThanOrEqual(11.9)
              // The foot begins at 285.
              expect(y + height).toBeLessThanOrEqual(y < 285 ? 284 : 292)
            }
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  it('of a void invoice say so, every one of them', () => {
    // Would catch: a void invoice whose second page still looks like a claim.
    const paper = paperOf([groupOf('ST-A', 120)], { voidReason: 'Wrong consignee' })
    for (const page of invoicePages(paper, typeface)) expect(textsOf(page)).toContain('VOID 作废: Wrong consignee')
  })
})

describe('the face of an invoice', () => {
  const typeface = openTypeface(resources)
  const exportOrder = {
    ...{
      number: 'EO-000001',
      incoterm: 'FOB',
      portOfLoading: 'Nansha',
      portOfDischarge: '',
      transport: 'sea' as const,
    },
    ...{ carrier: null, transportDocument: null },
  }

  it('says its terms: incoterm with its place, payment, bank, and the amount in words', async () => {
    // Would catch: an invoice that no bank pays and no customs officer can read aloud.
    const paper = paperOf([groupOf('ST-A', 1)], { exportOrder, totalMinor: 1_234_560 })
    const words = 'Say Chinese Yuan twelve thousand three hundred and forty-five and 60/100 only'
    const said = ['FOB Nansha', 'T/T 30 days', 'Bank of China, SWIFT BKCHCNBJ', words]
    const texts = invoicePages(paper, typeface).flatMap(textsOf)
    for (const each of said) expect.soft(texts).toContain(each)
    const book = new ExcelJS.Workbook()
    await book.xlsx.load((await buffer(invoiceXlsx(paper))) as never)
    const cells = (book.worksheets[0]?.getSheetValues() ?? []).flat()
    for (const each of said) expect.soft(cells).toContain(each)
  })

  it('is a draft without an HS code or origin, in print and workbook, and none with them', async () => {
    // Would catch: a draft without codes that looks like the paper customs are given.
    const whole = groupOf('ST-A', 1)
    const bare = paperOf([whole, { ...groupOf('ST-B', 1), hsCode: null }, { ...groupOf('ST-C', 1), origin: null }])
    const banner = 'DRAFT 草稿 · not for customs 不可报关 · missing 缺: HS code 海关编码: ST-B · Origin 原产国: ST-C'
    for (const page of invoicePages(bare, typeface)) expect(textsOf(page)).toContain(banner)
    const book = new ExcelJS.Workbook()
    await book.xlsx.load((await buffer(invoiceXlsx(bare))) as never)
    expect((book.worksheets[0]?.getSheetValues() ?? []).flat()).toContain(banner)
    expect(
      invoicePages(paperOf([whole]), typeface)
        .flatMap(textsOf)
        .join(),
    ).not.toContain('DRAFT')
  })

  it.each([
    [0, 'CNY', 'Say Chinese Yuan zero only'],
    [1_900, 'USD', 'Say US Dollar nineteen only'],
    [10_005, 'INR', 'Rupees one hundred and five paise only'],
    [4_750_000, 'INR', 'Rupees forty-seven thousand five hundred only'],
    [100_001_700, 'CNY', 'Say Chinese Yuan one million seventeen only'],
    [250_000, 'JPY', 'Say Japanese Yen two hundred and fifty thousand only'],
  ])('%i of %s in words', (minor, currency, words) => {
    // Would catch: a hundred lost, cents of a currency that has none, "thousand" said of nothing.
    expect(amountInWords(minor, currency)).toBe(words)
  })

  it('writes an apostrophe between letters as narrow as they are', () => {
    // Would catch: "Women’ s": the curly mark of the Chinese typeface is as wide as a character.
    const group = { ...groupOf('ST-A', 1), description: 'Women’s dresses' }
    expect(
      invoicePages(paperOf([group]), typeface)
        .flatMap(textsOf)
        .join(),
    ).toContain("Women's dresses")
  })
})

describe('the workbook of an invoice', () => {
  it('says what the pages say, as numbers to count with and texts that no program runs', async () => {
    // Would catch: a style named =HYPERLINK(…) that becomes a formula; totals that differ between the two files.
    const groups = [groupOf('ST-A', 2, '=HYPERLINK("http://evil","x")'), groupOf('ST-B', 1, '+1\u0007@SUM(A1)')]
    const paper = paperOf(groups, { remark: '-2+3', voidReason: '=1+1' })
    const book = new ExcelJS.Workbook()
    await book.xlsx.load((await buffer(invoiceXlsx(paper))) as never)
    const [sheet] = book.worksheets
    const values: unknown[] = []
    sheet?.eachRow((row) => row.eachCell((cell) => values.push(cell.value)))
    expect(values.filter((value) => typeof value === 'object')).toEqual([])
    expect(values).toContain('=HYPERLINK("http://evil","x") 连衣裙')
    expect(values).toContain('+1@SUM(A1) 连衣裙')
    expect(values).toContain('VOID 作废: =1+1')
    expect(values).toContain(paper.totalMinor / 100)
    expect(values).toContain(455)
    expect(sheet?.pageSetup.printTitlesRow).toMatch(/^\d+:\d+$/)
    const pages = invoicePages(paper, openTypeface(resources)).flatMap(textsOf).join('\n')
    for (const { entries } of groups)
      for (const { orderId } of entries) {
        expect(values).toContain(orderId)
        expect(pages).toContain(orderId)
      }
    expect(pages).toContain(`${(paper.totalMinor / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`)
  })
})

async function sheetFile(template: Parameters<typeof writeWorkbook>[0], rows: Parameters<typeof writeWorkbook>[1]) {
  return { name: 'sheet.xlsx', bytes: await buffer(writeWorkbook(template, rows)) }
}

describe('files of an invoice', () => {
  it('come under the specification’s name, the boxes without a price, and are events', async () => {
    // Would catch: a price in the warehouse's sheet, a paper that nobody knows who took.
    const world = await invoicedBoxes(server, [[12, 8], [3]])
    const { invoice_number } = world.invoice
    const xlsx = await world.lead.call(invoicesCalls.downloadInvoice, { invoice_number })
    const pdf = await world.lead.call(invoicesCalls.downloadInvoice, { invoice_number, format: 'pdf' })
    expect(String(xlsx.headers['content-disposition'])).toContain(`invoice_${invoice_number}.xlsx`)
    expect(String(pdf.headers['content-disposition'])).toContain(`invoice_${invoice_number}.pdf`)
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(await textOfWorkbook(xlsx.bytes)).toContain('1046.5')
    const boxes = await world.client.call(invoicesCalls.downloadInvoiceBoxDetails, { invoice_number })
    const boxText = await textOfWorkbook(boxes.bytes)
    for (const box of world.boxes) expect(boxText).toContain(box.sscc)
    expect(boxText).not.toMatch(/45\.5|4550/)
    const orders = await world.lead.call(invoicesCalls.downloadInvoicePoDetails, { invoice_number })
    const [, row] = (await textOfWorkbook(orders.bytes)).split('\n')
    expect(row).toContain(world.shipment.order.order_id)
    expect(row?.split('\t').slice(-5)).toEqual(['23', '23', '23', '45.5', '1046.5'])
    const blind = await world.client.call(invoicesCalls.downloadInvoicePoDetails, { invoice_number })
    expect(blind.status).toBe(403)
    const unknown = await world.lead.call(invoicesCalls.downloadInvoice, { invoice_number: 'CI-1' })
    expect([unknown.status, unknown.body.message]).toEqual([404, 'Invoice CI-1 was not found.'])
    const taken = await server.db
      .selectFrom('audit_event')
      .where('entity', '=', 'file')
      .where('entity_id', '=', `invoice_${invoice_number}`)
      .select('event')
      .execute()
    expect(taken).toHaveLength(4)
  })

  it('of styles can be filled in and sent back: the invoice is complete, the same sheet again changes nothing', async () => {
    // Would catch: facts kept with the style and never put on the paper that waits for them.
    const world = await invoicedBoxes(server, [[4]])
    const { invoice_number } = world.invoice
    const template = await world.client.call(invoicesCalls.downloadInvoiceProductDetails, {
      invoice_number,
      format: 'xlsx',
    })
    const book = new ExcelJS.Workbook()
    await book.xlsx.load(template.bytes as never)
    const [sheet] = book.worksheets
    if (!sheet) throw new Error('no sheet')
    const header = Array.from(sheet.getRow(1).values as unknown[], String)
    const at = (name: string) => header.findIndex((text) => text.startsWith(name))
    const row = sheet.getRow(2)
    row.getCell(at('HS code')).value = '6109.10.0010'
    row.getCell(at('Description /')).value = 'T-shirts of cotton'
    row.getCell(at('Country of origin')).value = 'cn'
    row.getCell(at('Net weight')).value = 180
    const plain = await world.client.call(invoicesCalls.downloadInvoiceProductDetails, { invoice_number })
    expect(plain.headers['content-disposition']).toContain('Product-details.csv')
    const idle = await world.lead.call(invoicesCalls.uploadInvoice, {
      po_number: invoice_number,
      file: { name: 'Product-details.csv', bytes: plain.bytes },
    })
    expect(idle.body.data?.rows_taken ?? 0).toBe(0)
    const file = { name: 'details.xlsx', bytes: Buffer.from(await book.xlsx.writeBuffer()) }
    const sent = await world.lead.call(invoicesCalls.uploadInvoice, { po_number: invoice_number, file })
    expect(sent.body.data).toEqual({ rows_taken: 1, rows_refused: 0, rows_unchanged: 0 })
    const again = await world.lead.call(invoicesCalls.uploadInvoice, { po_number: invoice_number, file })
    expect(again.body.data).toEqual({ rows_taken: 0, rows_refused: 0, rows_unchanged: 1 })
    // Would catch: "unchanged, 0 taken" where the style knew it all before and the sheet filled its invoice.
    await sql`UPDATE invoice_line SET hs_code = NULL`.execute(server.db)
    const filled = await world.lead.call(invoicesCalls.uploadInvoice, { po_number: invoice_number, file })
    expect(filled.body.data).toEqual({ rows_taken: 1, rows_refused: 0, rows_unchanged: 0 })
    const { body } = await world.lead.call(invoicesCalls.getInvoices, { invoice_numbers: [invoice_number] })
    expect(body.data.rows[0]?.missing.map((one) => one.field)).toEqual(['gross_weight'])
    const exported = await world.lead.call(invoicesCalls.createExportOrder, {
      ...{ invoice_number, port_of_loading: 'Nansha' },
      gross_weight_grams: 2_000,
    })
    expect(exported.status).toBe(200)
    const lines = await sql<{ hs_code: string; origin: string }>`
      SELECT hs_code, origin FROM invoice_line l JOIN invoice i ON i.id = l.invoice_id WHERE i.number = ${invoice_number}`.execute(
      server.db,
    )
    expect(lines.rows).toEqual([{ hs_code: '6109100010', origin: 'CN' }])
    // With its export order the paper stands.
    const frozen = await world.lead.call(invoicesCalls.uploadInvoice, { po_number: invoice_number, file })
    expect(frozen.status).toBe(409)
  })

  it('of styles are taken from their records on screen', async () => {
    // Would catch: facts that the style's record has, retyped from one screen into another; a sheet made here that the call refuses.
    const world = await invoicedBoxes(server, [[4]])
    const { invoice_number } = world.invoice
    const code = await styleOf(world.shipment.order.id)
    const known = { hs_code: '610910', composition: 'Cotton 100%', origin: 'CN', net_weight_grams: 180 }
    await sql`INSERT INTO style_customs (style_id, hs_code, composition, origin, net_weight_grams)
      SELECT id, ${known.hs_code}, ${known.composition}, ${known.origin}, ${known.net_weight_grams} FROM style WHERE code = ${code}
      ON CONFLICT (style_id) DO UPDATE SET hs_code = excluded.hs_code, composition = excluded.composition, origin = excluded.origin,
        net_weight_grams = excluded.net_weight_grams`.execute(server.db)
    const details = async () =>
      (await world.lead.call(invoicesCalls.invoiceDetails, { invoice_number })).body.data.styles
    const styles = await details()
    expect(styles[0]).toMatchObject({ hs_code: null, record: known })
    const facts = recordFacts(styles)
    const sheet = factsSheet(changedStyles(facts, beginsWith(facts)))
    const file = { name: 'product_details.csv', bytes: Buffer.from(sheet) }
    const sent = await world.lead.call(invoicesCalls.uploadInvoice, { po_number: invoice_number, file })
    expect(sent.body.data, JSON.stringify(sent.body)).toMatchObject({ rows_taken: 1, rows_refused: 0 })
    expect((await details())[0]).toMatchObject({ ...known, description: styles[0]?.style_name })
    const after = recordFacts(await details())
    expect(changedStyles(after, beginsWith(after))).toEqual([])
  })

  it('of styles by an order fill what is invoiced later, and leave frozen papers alone', async () => {
    // Would catch: a sheet by order that reaches no invoice; papers of an export order that change behind it.
    const world = await invoicedBoxes(server, [[4]])
    const other = await readyBoxes(server, [[2]])
    const style = await styleOf(other.shipment.order.id)
    const facts = { hs_code: '610910', description: 'T-shirts', origin: 'CN', net_weight_grams: 180 }
    const file = await sheetFile(productDetails, [{ style_id: style.toLowerCase(), ...facts }])
    const wrong = await world.lead.call(invoicesCalls.uploadInvoice, { po_number: world.shipment.order.order_id, file })
    expect(wrong.status).toBe(422)
    expect(wrong.body.details.faults?.[0]).toMatchObject({ cell: 'A2', message: documentFaults.otherStyle })
    const right = await world.lead.call(invoicesCalls.uploadInvoice, { po_number: other.shipment.order.order_id, file })
    expect(right.body.data?.rows_taken).toBe(1)
    const made = await other.lead.call(invoicesCalls.createInvoice, { box_ids: other.box_ids })
    expect(made.body.data.invoice.missing.map((one) => one.field)).toEqual(['gross_weight'])
    const { invoice_number } = made.body.data.invoice
    await other.lead.call(invoicesCalls.createExportOrder, {
      ...{ invoice_number, port_of_loading: 'Nansha' },
      gross_weight_grams: 2_000,
    })
    const later = await sheetFile(productDetails, [{ style_id: style, ...facts, hs_code: '620443' }])
    const changed = await other.lead.call(invoicesCalls.uploadInvoice, {
      po_number: other.shipment.order.order_id,
      file: later,
    })
    expect(changed.body.data.rows_taken).toBe(1)
    const { rows } = await sql<{ hs_code: string }>`
      SELECT hs_code FROM invoice_line l JOIN invoice i ON i.id = l.invoice_id WHERE i.number = ${invoice_number}`.execute(
      server.db,
    )
    expect(rows).toEqual([{ hs_code: '610910' }])
    const unknown = await other.lead.call(invoicesCalls.uploadInvoice, { po_number: 'PO-NOBODYS', file })
    expect([unknown.status, unknown.body.message]).toEqual([404, 'There is no order or invoice PO-NOBODYS.'])
  })

  it('of styles are refused with every fault and its cell, and the good rows can be taken alone', async () => {
    // Would catch: an HS code of words, a country that is none, a weight of nothing; only the first fault told.
    const world = await invoicedBoxes(server, [[4]])
    const second = await passedBoxes(server, [[1]])
    const po_number = world.shipment.order.order_id
    const style = await styleOf(world.shipment.order.id)
    const file = await sheetFile(productDetails, [
      { style_id: style, hs_code: '12345', origin: 'EU', net_weight_grams: 0, description: 'x' },
      { style_id: await styleOf(second.shipment.order.id), hs_code: '610910' },
      { style_id: style, hs_code: '6109100010' },
    ])
    const refused = await world.lead.call(invoicesCalls.uploadInvoice, { po_number, file })
    expect(refused.status).toBe(422)
    expect(refused.body.details.faults?.map((one) => [one.row, one.message]).sort()).toEqual([
      [2, documentFaults.netWeight],
      [3, documentFaults.otherStyle],
    ])
    const good = await world.lead.call(invoicesCalls.uploadInvoice, { po_number, file, mode: 'good_rows' })
    expect(good.body.data).toEqual({ rows_taken: 1, rows_refused: 2, rows_unchanged: 0 })
    const codes = await sheetFile(productDetails, [{ style_id: style, hs_code: '12345', origin: 'EU' }])
    const both = await world.lead.call(invoicesCalls.uploadInvoice, { po_number, file: codes })
    expect(both.body.details.faults?.map((one) => [one.cell, one.message])).toEqual([
      ['D2', documentFaults.hsCode],
      ['H2', documentFaults.origin],
    ])
  })

  async function styleOf(orderUuid: string): Promise<string> {
    const { rows } = await sql<{ code: string }>`
      SELECT s.code FROM vendor_order o JOIN style s ON s.id = o.style_id WHERE o.id = ${orderUuid}`.execute(server.db)
    return rows[0]?.code ?? ''
  }
})

describe('boxes by sheet', () => {
  it('are those that could be invoiced; sent back they become ready, and again nothing changes', async () => {
    // Would catch: boxes in the sheet that the upload refuses, an upload that is not safe to repeat.
    const world = await passedBoxes(server, [[12, 8], [3]])
    const open = await boxesAtQc(server, [[1]])
    const sheet = await world.client.call(invoicesCalls.downloadBoxesForInvoiceCreation, {
      box_ids: [...world.box_ids, open.boxes[0]?.box_id ?? ''],
    })
    const file = { name: 'boxes.xlsx', bytes: sheet.bytes }
    const sent = await world.client.call(invoicesCalls.uploadBoxesForInvoiceCreation, { file })
    expect(sent.body.data).toEqual({ rows_taken: 2, rows_refused: 0, rows_unchanged: 0, box_ids: world.box_ids })
    const again = await world.client.call(invoicesCalls.uploadBoxesForInvoiceCreation, { file })
    expect(again.body.data).toEqual({ rows_taken: 0, rows_refused: 0, rows_unchanged: 2, box_ids: world.box_ids })
    const made = await world.lead.call(invoicesCalls.createInvoice, { box_ids: again.body.data.box_ids })
    expect(made.body.data.invoice.boxes).toBe(2)
    expect(await qcDisagreements(server)).toEqual([])
  })

  it('are refused whole with every fault, or taken without the faulty rows', async () => {
    // Would catch: half a sheet taken, a box twice, a fault without its cell.
    const world = await passedBoxes(server, [[2], [3]])
    const open = await boxesAtQc(server, [[1]])
    const [one, two] = world.boxes
    const rows = [one?.sscc, `(00)${two?.sscc}`, one?.sscc, open.boxes[0]?.sscc, 'NOBODYS'].map((box) => ({
      box: box ?? '',
    }))
    const file = await sheetFile(boxesForInvoice, rows)
    const refused = await world.client.call(invoicesCalls.uploadBoxesForInvoiceCreation, { file })
    expect(refused.status).toBe(422)
    expect(refused.body.details.good_rows).toBe(2)
    expect(refused.body.details.faults?.map((fault) => [fault.cell, fault.message])).toEqual([
      ['A4', 'Multiple entries found.'],
      ['A5', 'Pieces of this box wait to be counted.'],
      ['A6', 'This box is not at QC.'],
    ])
    expect(refused.body.details.faults?.[0]).toMatchObject({ expected: 'See row {{row}}.', values: { row: '2' } })
    const none = await server.db
      .selectFrom('qc_box')
      .where('ready', '>', 0)
      .where('box_id', 'in', world.box_ids)
      .select('box_id')
      .execute()
    expect(none).toEqual([])
    const good = await world.client.call(invoicesCalls.uploadBoxesForInvoiceCreation, { file, mode: 'good_rows' })
    expect(good.body.data).toMatchObject({ rows_taken: 2, rows_refused: 3, box_ids: world.box_ids })
  })
})
