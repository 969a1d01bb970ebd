import { afterAll, describe, expect, it } from 'vitest'
import { readRows } from '../../src/server/sheets/read-rows.ts'
import { stopSheetThreads } from '../../src/server/sheets/sheet-threads.ts'
import type { SheetUpload } from '../../src/server/sheets/sniff-upload.ts'
import { packingList } from '../../src/shared/areas/shipments/sheets.ts'
import { excelFile, fixture, goodValues, header, inlineRow, lineOf, rawFile, worksheet } from '../support/workbooks.ts'

afterAll(stopSheetThreads)

async function read(upload: SheetUpload) {
  const { rows, faults, ...place } = await readRows(upload, packingList)
  const lines = rows.map(lineOf)
  return { lines, faults: faults.map((fault) => `${fault.cell} ${fault.message} ${fault.value}`), place }
}

const goodLine = 'B1|PO-2026-000001|NM00000001|12|SF1234567890'

describe('workbooks that real programs wrote', () => {
  // The same sheet from two programs: a title row, Chinese headers, an extra column, a merged box number, a thousands
  // separator, a blank row, full-width digits and blanks, a number padded by its format, a hidden row, a hidden sheet.
  const expected = [
    '4|B-01|PO-2026-000001|NM00000001|12|SF1234567890',
    '5|B-01|PO-2026-000001|NM00000002|1200|',
    '6|B-01|PO-2026-000002|NM00000003|7|',
    '8|2|PO-2026-000003|00123|30|SF1234567891',
    '9|007|PO-2026-000004|NM00000005|3|',
  ]

  for (const name of ['openpyxl.xlsx', 'libreoffice.xlsx']) {
    it(`${name}: every cell as its writer meant it`, async () => {
      const { lines, faults, place } = await read(await fixture(name))
      expect(faults).toEqual([])
      expect(lines).toEqual(expected)
      expect(place).toMatchObject({ sheet: '装箱单', headerRow: 3 })
    })
  }

  it('libreoffice: saved results of formulas are read, errors, dates, rounded ids and halves are faults', async () => {
    const { lines, faults } = await read(await fixture('libreoffice-formulas.xlsx'))
    expect(lines.slice(0, 2)).toEqual([
      '2|001|PO-2026-000001|NM00000001|12|SF1234567890',
      '3|001|PO-2026-000002|NM00000002|6|',
    ])
    expect(faults).toEqual([
      'D4 Invalid quantity format #DIV/0!',
      'B5 Invalid order id format 2026-03-01',
      'B6 Invalid order id format 1.23456789012346E+017',
      'D6 Invalid quantity format 4.5',
    ])
  })

  it('openpyxl: a formula that no program has computed is a fault, not an empty cell', async () => {
    const { faults } = await read(await fixture('openpyxl-formulas.xlsx'))
    expect(faults).toContain('D2 Invalid quantity format ')
    expect(faults).toContain('D3 Invalid quantity format ')
  })

  it('Excel: rich text is joined, phonetic guides are left out', async () => {
    const upload = await excelFile((workbook) => {
      const sheet = workbook.addWorksheet('Sheet1')
      sheet.addRow(header)
      sheet.addRow([
        ...goodValues.slice(0, 1),
        { richText: [{ text: 'PO-2026-' }, { text: '000001', font: { bold: true } }] },
      ])
      sheet.getCell('C2').value = 'NM00000001'
      sheet.getCell('D2').value = { formula: '3*4', result: 12 }
      sheet.getCell('E2').value = 'sf1234567890\u200b'
    })
    expect((await read(upload)).lines).toEqual([`2|${goodLine}`])
    const guided = rawFile({
      sheet: worksheet(`${inlineRow(header)}<row><c t="s"><v>0</v></c>${inlineRow(goodValues.slice(1)).slice(5)}`),
      sharedStrings: '<sst><si><r><t>B</t></r><r><t>1</t></r><rPh sb="0" eb="1"><t>bee</t></rPh></si></sst>',
    })
    expect((await read(guided)).lines).toEqual([`2|${goodLine}`])
  })
})

describe('quirks of the format', () => {
  const sheet = worksheet(inlineRow(header) + inlineRow(goodValues))

  it('Google Sheets: no addresses on rows and cells, no dimension, absolute targets, no shared strings', async () => {
    const upload = rawFile({ sheet, rootTarget: '/xl/workbook.xml', sheetTarget: '/xl/worksheets/sheet1.xml' })
    expect((await read(upload)).lines).toEqual([`2|${goodLine}`])
  })

  it('element prefixes (<x:row>) are not another language', async () => {
    const prefixed = sheet.replace(/<(\/?)(?=[a-z])/gi, '<$1x:').replace('xmlns=', 'xmlns:x=')
    expect((await read(rawFile({ sheet: prefixed }))).lines).toEqual([`2|${goodLine}`])
  })

  it('strict OOXML: the ISO relation namespace leads to the same parts', async () => {
    const relationNamespace = 'http://purl.oclc.org/ooxml/officeDocument/relationships'
    expect((await read(rawFile({ sheet, relationNamespace }))).lines).toEqual([`2|${goodLine}`])
  })

  it('a BOM before the XML, UTF-16 parts and _x000D_ escapes', async () => {
    const escaped = sheet.replace('>B1<', '>B1_x000D__x000A_<')
    expect((await read(rawFile({ sheet: `\uFEFF${escaped}` }))).lines).toEqual([`2|${goodLine}`])
    const utf16 = Buffer.from(`\uFEFF${escaped.replace('UTF-8', 'UTF-16')}`, 'utf16le')
    const upload = rawFile({ sheet: utf16 as unknown as string })
    expect((await read(upload)).lines).toEqual([`2|${goodLine}`])
  })

  it('date1904: the date told back is the one the user sees', async () => {
    const cells = inlineRow(['B1']).replace('</row>', '<c s="1"><v>100</v></c></row>')
    const styles = '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>'
    const workbook =
      '<workbook xmlns:r="r"><workbookPr date1904="1"/><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>'
    const { faults } = await read(rawFile({ sheet: worksheet(inlineRow(header) + cells), styles, workbook }))
    expect(faults[0]).toBe('B2 Invalid order id format 1904-04-10')
  })

  it('a box and its tracking id merged over three rows; a merged quantity counts once', async () => {
    const upload = await excelFile((workbook) => {
      const made = workbook.addWorksheet('Sheet1')
      made.addRow(header)
      for (let line = 1; line <= 3; line++) made.addRow(['B1', `PO-2026-00000${line}`, 'NM00000001', 5, 'SF1234567890'])
      for (const merge of ['A2:A4', 'D3:D4', 'E2:E4']) made.mergeCells(merge)
    })
    const { lines, faults } = await read(upload)
    expect(lines).toEqual([
      '2|B1|PO-2026-000001|NM00000001|5|SF1234567890',
      '3|B1|PO-2026-000002|NM00000001|5|SF1234567890',
      '4|B1|PO-2026-000003|NM00000001||SF1234567890',
    ])
    expect(faults).toEqual(['D4 Invalid quantity format '])
  })

  it('a wrong merged value is one fault, at the cell where it was typed', async () => {
    const upload = await excelFile((workbook) => {
      const made = workbook.addWorksheet('Sheet1')
      made.addRow(header)
      for (let line = 1; line <= 3; line++) made.addRow(['no box!', 'PO-2026-000001', `NM0000000${line}`, 5])
      made.mergeCells('A2:A4')
    })
    expect((await read(upload)).faults).toEqual(['A2 Invalid box format no box!'])
  })

  it('several sheets with the header are all read, and each row names its own', async () => {
    const upload = await excelFile((workbook) => {
      workbook.addWorksheet('Read me').addRow(['How to fill this in'])
      for (const name of ['Monday', 'Tuesday']) {
        const made = workbook.addWorksheet(name)
        made.addRow(header)
        made.addRow(name === 'Monday' ? goodValues : ['B2', 'x', 'NM00000002', 1])
      }
      const hidden = workbook.addWorksheet('Old', { state: 'hidden' })
      hidden.addRow(header)
      hidden.addRow(goodValues)
    })
    const { rows, faults } = await readRows(upload, packingList)
    expect(rows.map((row) => row.sheet)).toEqual(['Monday', 'Tuesday'])
    expect(faults).toMatchObject([{ sheet: 'Tuesday', row: 2, cell: 'B2', column: 'Order ID / 订单号', value: 'x' }])
  })
})
