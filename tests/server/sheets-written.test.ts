import { buffer } from 'node:stream/consumers'
import ExcelJS from 'exceljs'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { correctedWorkbook } from '../../src/server/sheets/corrected-workbook.ts'
import { faultAt, readRows } from '../../src/server/sheets/read-rows.ts'
import { stopSheetThreads } from '../../src/server/sheets/sheet-threads.ts'
import { writeWorkbook } from '../../src/server/sheets/write-workbook.ts'
import { packingList, shippingPlatform } from '../../src/shared/areas/shipments/sheets.ts'
import { sheetMessages } from '../../src/shared/kernel/sheet.ts'
import { excelFile, goodValues, header, inlineRow, packingListFile, rawFile, worksheet } from '../support/workbooks.ts'

afterAll(stopSheetThreads)

async function load(bytes: Buffer): Promise<ExcelJS.Workbook> {
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.load(bytes as unknown as ExcelJS.Buffer)
  return workbook
}

function colourOf(sheet: ExcelJS.Worksheet, address: string): string | undefined {
  const { fill } = sheet.getCell(address)
  return fill?.type === 'pattern' ? fill.fgColor?.argb : undefined
}

const code = (pattern: RegExp) => fc.stringMatching(pattern)
const centimetres = fc.option(fc.integer({ min: 1, max: 3_000 }).map((tenths) => tenths / 10))
const packingRow = fc.record({
  box_no: code(/^[A-Za-z0-9][A-Za-z0-9-]{0,29}$/),
  order_id: code(/^[A-Z0-9][A-Z0-9/_-]{2,39}$/),
  nm_sku: code(/^[A-Z0-9][A-Z0-9._/-]{2,39}$/),
  quantity: fc.integer({ min: 1, max: 9_999_999 }),
  tracking_id: fc.option(code(/^[A-Z0-9-]{6,40}$/)),
  ...{ length_cm: centimetres, width_cm: centimetres, height_cm: centimetres },
})

describe('written workbooks', () => {
  it('come back as the rows they were made from, whatever the header language', async () => {
    const headers = fc.constantFrom('en', 'zh', 'both' as const)
    const property = fc.asyncProperty(
      fc.array(packingRow, { minLength: 1, maxLength: 30 }),
      headers,
      async (rows, language) => {
        const upload = await packingListFile(rows, { headers: language, spareRows: 3 })
        const read = await readRows(upload, packingList)
        expect(read.faults).toEqual([])
        expect(read.rows.map((row) => row.values)).toEqual(rows)
      },
    )
    await fc.assert(property, { numRuns: 40 })
  })

  it('hold ids and dangerous texts as text, quantities to whole pieces, and choices in the cells', async () => {
    const many = Array.from({ length: 600 }, (_, index) => `NM${String(index).padStart(8, '0')}`)
    const rows = [{ box_no: '001', order_id: '=1+1', nm_sku: many[5] ?? '', quantity: 3 }]
    const validation = { box_no: ['001', '002'], nm_sku: many }
    const workbook = await load(await buffer(writeWorkbook(packingList, rows, { validation })))
    const sheet = workbook.getWorksheet('packingList')
    expect(sheet?.getCell('A2')).toMatchObject({
      value: '001',
      numFmt: '@',
      dataValidation: { formulae: ['"001,002"'] },
    })
    expect(sheet?.getCell('B2')).toMatchObject({ value: '=1+1', type: ExcelJS.ValueType.String })
    expect(sheet?.getCell('C2').dataValidation).toMatchObject({ type: 'list', formulae: ['Lists!$A$1:$A$600'] })
    expect(sheet?.getCell('D2').dataValidation).toMatchObject({ type: 'whole', formulae: [1] })
    expect(workbook.getWorksheet('Lists')).toMatchObject({ state: 'veryHidden', rowCount: 600 })
    expect(sheet?.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 })
  })

  it('the shipping platform sheet is readable with its informative columns', async () => {
    const row = {
      order_id: 'PO-1',
      nm_sku: 'NM1',
      style_id: 'ST1',
      colour: '=red',
      size: 'M',
      awaiting_quantity: 5,
      ready_quantity: 2,
    }
    const bytes = await buffer(writeWorkbook(shippingPlatform, [row]))
    const read = await readRows({ name: 'a.xlsx', bytes }, shippingPlatform)
    expect(read.rows[0]?.values).toEqual({ order_id: 'PO-1', nm_sku: 'NM1', ready_quantity: 2, oos_quantity: null })
    expect(read.rows[0]?.cells.ready_quantity).toBe('G2')
  })

  it('a database error in the middle breaks the download', async () => {
    async function* failing() {
      yield { box_no: '1' }
      throw new Error('database gone')
    }
    await expect(buffer(writeWorkbook(packingList, failing()))).rejects.toThrow('database gone')
  })

  it('20,000 rows', async () => {
    const rows = Array.from({ length: 20_000 }, (_, row) => ({
      box_no: `${row}`,
      order_id: 'PO-1',
      nm_sku: 'NM1',
      quantity: 1,
    }))
    const read = await readRows(await packingListFile(rows), packingList)
    expect([read.rows.length, read.rows.at(-1)?.cells.nm_sku, read.faults.length]).toEqual([20_000, 'C20001', 0])
  })
})

describe('the corrected workbook', () => {
  async function faulty() {
    const upload = await excelFile((workbook) => {
      const sheet = workbook.addWorksheet('装箱单')
      sheet.addRow(['March'])
      sheet.addRow([...header, 'Remark'])
      sheet.addRow([...goodValues.slice(0, 3), 0, '', '=keep me'])
      sheet.addRow(['001', 'PO-2026-000002', 'NM00000002', 4, '', 'fine'])
      sheet.getCell('A4').numFmt = '@'
    })
    return { upload, read: await readRows(upload, packingList) }
  }

  it("keeps the owner's cells and says what is wrong beside them, in colour", async () => {
    const { upload, read } = await faulty()
    const second = read.rows[1]
    if (!second) throw new Error('no second row')
    const meaning = faultAt(packingList, second, 'order_id', sheetMessages.notOnPlatform)
    expect(meaning).toMatchObject({ cell: 'B4', column: 'Order ID / 订单号', value: 'PO-2026-000002' })
    const sheet = (
      await load(await correctedWorkbook(upload.bytes, [...read.faults, meaning], read.headers))
    ).getWorksheet('装箱单')
    expect(sheet?.getCell('G2').value).toBe('Errors / 错误')
    expect(sheet?.getCell('G3').value).toContain('Quantity in box is zero.')
    expect(sheet?.getCell('G4').value).toContain('Order and SKU not added to the shipping platform.')
    expect(sheet?.getCell('A4')).toMatchObject({ value: '001', numFmt: '@' })
    expect(sheet?.getCell('F3').value).toBe('=keep me')
    const filled = (address: string) => sheet && colourOf(sheet, address)
    expect([filled('D3'), filled('B4'), filled('D4'), filled('A3')]).toEqual([
      'FFFFC7CF',
      'FFFFC7CF',
      undefined,
      undefined,
    ])
  })

  it('is taken once corrected, and a second round replaces the first instead of growing', async () => {
    const { upload, read } = await faulty()
    const corrected = await correctedWorkbook(upload.bytes, read.faults, read.headers)
    const workbook = await load(corrected)
    const sheet = workbook.getWorksheet('装箱单')
    if (!sheet) throw new Error('sheet lost')
    sheet.getCell('D3').value = 6
    const bytes = Buffer.from(await workbook.xlsx.writeBuffer())
    const again = await readRows({ name: 'again.xlsx', bytes }, packingList)
    expect(again.faults).toEqual([])
    expect(again.rows.map((row) => row.values.quantity)).toEqual([6, 4])
    const third = (await load(await correctedWorkbook(bytes, [], again.headers))).getWorksheet('装箱单')
    expect([third?.getCell('G2').value, third?.getCell('G3').value, third?.getCell('H2').value]).toEqual([
      'Errors / 错误',
      null,
      null,
    ])
    expect(third && colourOf(third, 'D3')).toBeUndefined()
  })

  it('comes back whole where exceljs cannot read the workbook: <x:row> must not cost the vendor his rows', async () => {
    const plain = worksheet(inlineRow(header) + inlineRow([...goodValues.slice(0, 3), '0', '', 'a remark']))
    const prefixed = plain.replace(/<(\/?)(?=[a-z])/gi, '<$1x:').replace('xmlns=', 'xmlns:x=')
    const upload = rawFile({ sheet: prefixed })
    const read = await readRows(upload, packingList)
    const sheet = (await load(await correctedWorkbook(upload.bytes, read.faults, read.headers))).getWorksheet('Sheet1')
    expect(sheet?.getRow(2).values).toMatchObject({ 1: 'B1', 3: 'NM00000001', 4: '0', 6: 'a remark' })
    // The remark has no header: the errors must not be written over it.
    expect(sheet?.getCell('G1').value).toBe('Errors / 错误')
  })
})
