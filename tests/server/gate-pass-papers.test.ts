import { execFileSync } from 'node:child_process'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { Paper } from '../../src/server/areas/gate-passes/paper-layout.ts'
import { passPaperPdf } from '../../src/server/areas/gate-passes/paper-layout.ts'
import { paperCopies } from '../../src/shared/areas/gate-passes/documents.ts'
import { resources } from '../support/server.ts'

describe('the pages of a paper', () => {
  // Would catch: a copy that does not say whose it is, a sum that is not said in words, or one by HSN that is not there.
  it('come once for each who has a copy, with the sum in words and by HSN', async () => {
    const paper = longPaper()
    const marks = async (kind: Paper['kind']) =>
      (await textOf({ ...paper, kind, copies: paperCopies })).match(/(ORIGINAL|DUPLICATE|TRIPLICATE) FOR \w+/g)
    expect(new Set(await marks('tax_invoice'))).toEqual(
      new Set(['ORIGINAL FOR RECIPIENT', 'DUPLICATE FOR TRANSPORTER', 'TRIPLICATE FOR SUPPLIER']),
    )
    expect(new Set(await marks('delivery_challan'))).toEqual(
      new Set(['ORIGINAL FOR CONSIGNEE', 'DUPLICATE FOR TRANSPORTER', 'TRIPLICATE FOR CONSIGNER']),
    )
    const seen = (await textOf(paper)).replace(/\s+/g, ' ')
    expect(seen).toContain('By HSN')
    expect(seen).toContain(
      'Rupees Six Hundred Thirteen Crore Fifty-Nine Lakh Thirty-Six Thousand Eight Hundred Thirty-Seven and Fifty Paise Only',
    )
  })

  // Would catch: an invoice that a tax officer in India sends back, and a note that does not say whose the goods are.
  it('says reverse charge, states, unit and company, and the amount in both languages', async () => {
    const seen = (await textOf(longPaper())).replace(/\s+/g, ' ')
    for (const part of [
      'Tax payable on reverse charge',
      'State 邦 29 Karnataka',
      'Qty PCS',
      '金额大写',
      '印度卢比陆拾壹亿',
    ])
      expect(seen).toContain(part)
    expect(seen.match(/Selvedge Fashion 织边/g)?.length).toBeGreaterThanOrEqual(2)
    expect(seen.replaceAll(' ', '')).toContain('手工刺绣')
    const note = await textOf({ ...longPaper(), kind: 'stock_transfer_note' })
    expect(note).not.toContain('reverse charge')
    expect(note).toContain('Selvedge Fashion 织边')
  })

  // Would catch: heads in English alone on a paper that else says everything in both languages.
  it('names its columns, facts and sums in both languages', async () => {
    const seen = await textOf(longPaper())
    for (const head of [
      '序号',
      '商品编码',
      '货物',
      '海关编码',
      '品相',
      '件数',
      '单价',
      '金额',
      '税率',
      '税额',
      '综合税',
    ])
      expect(seen).toContain(head)
    for (const said of ['供应地', '托运单号', '电子运单', 'Total INR 合计', 'Stock transfer 库存调拨', '次品'])
      expect(seen).toContain(said)
    const intraState = { ...longPaper().content, igst_minor: 0, cgst_minor: 2, sgst_minor: 2 }
    const halves = await textOf({ ...longPaper(), content: intraState })
    for (const head of ['CGST INR 中央税', 'SGST INR 邦税']) expect(halves).toContain(head)
  })

  // Would catch: a code, a name or an amount that is cut off where it is long, a page that does not say of how many it is one, and
  // values on the copy that travels with the goods.
  it('say all of it, however long it is', async () => {
    const paper = longPaper()
    const seen = await textOf(paper)
    const flat = seen.replace(/\s/g, '')
    for (const { nm_sku, style_name, color } of paper.content.lines)
      for (const text of [nm_sku, style_name, color]) expect(flat).toContain(text.replace(/\s/g, ''))
    for (const text of [
      '1,23,14,95,797.00',
      '22,16,69,243.46',
      '93,59,36,805.72',
      '6,13,59,36,837.50',
      '1 / 3',
      '3 / 3',
    ])
      expect(seen).toContain(text)
    expect(flat).toContain(paper.content.to.name_zh)
    const copy = await textOf({ ...paper, showsValues: false })
    expect(copy).not.toMatch(/\d,\d\d,\d\d\d\.\d\d/)
  })
})

/** A tax invoice over three pages, whose words and sums are longer than their columns. */
function longPaper(): Paper {
  const line = { style_id: 'S', size: 'XXXL / 4XL', condition: 'b_grade', hs_code: null, quantity: 12_003, rate: 18 }
  const lines = Array.from({ length: 24 }, (_, at) => ({
    ...{ ...line, nm_sku: `NM-VERYLONGSTYLE-${at}-MIDNIGHTBLUE-XXXL`, color: '午夜蓝 Midnight blue' },
    ...{ color_zh: '', style_name_zh: '手工刺绣' },
    style_name: 'Hand-embroidered asymmetric georgette kurta with detachable dupatta',
    ...{ unit_minor: 10_259_900, value_minor: 123_149_579_700, tax_minor: 22_166_924_346 },
  }))
  const side = { name: 'Phoenix Marketcity', name_zh: '班加罗尔怀特菲尔德凤凰城购物中心一楼旗舰店（含临时仓储区）' }
  const party = {
    ...side,
    address: 'Plot 42, Sector 18, Electronic City Industrial Estate',
    gstin: '29AAACS1429B1Z8',
    company: 'Selvedge Fashion 织边',
  }
  return {
    ...{ kind: 'tax_invoice', number: 'TI/26-27/000001', gate_pass: 'GP-000001', issued_on: '2026-11-22' },
    ...{ isCancelled: false, showsValues: true, copies: ['original'] },
    content: {
      ...{
        from: party,
        to: party,
        company: 'Selvedge',
        type: 'stock_transfer',
        purpose: '',
        place_of_supply: '29 Karnataka',
      },
      ...{
        expected_return_on: null,
        carrier: 'Carrier',
        vehicle_no: 'HR55',
        lr_no: null,
        eway_bill_no: null,
        boxes: 2,
      },
      ...{ pieces: 288_072, lines, value_minor: 520_000_003_178, igst_minor: 93_593_680_572 },
      ...{ cgst_minor: 0, sgst_minor: 0 },
    },
  }
}

async function textOf(paper: Paper): Promise<string> {
  const bytes = await buffer(passPaperPdf(paper, { resourcesDir: resources }))
  return execFileSync('pdftotext', ['-raw', '-', '-'], { input: bytes, encoding: 'utf8' })
}
