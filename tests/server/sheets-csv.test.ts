import { buffer, text } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { readRows } from '../../src/server/sheets/read-rows.ts'
import { stopSheetThreads } from '../../src/server/sheets/sheet-threads.ts'
import { writeCsv } from '../../src/server/sheets/write-table.ts'
import { packingList } from '../../src/shared/areas/shipments/sheets.ts'
import { fixture, lineOf } from '../support/workbooks.ts'

afterAll(stopSheetThreads)

const accept = ['xlsx', 'csv'] as const

async function lines(bytes: Buffer) {
  const { rows, faults } = await readRows({ name: 'rows.csv', bytes }, packingList, { accept })
  expect(faults).toEqual([])
  return rows.map(lineOf)
}

const sheet =
  '箱号,订单号,商品编码,箱内数量,备注\r\n001,PO-2026-000001,NM00000001,"1,200","红\r\n色"\r\n\r\n002,PO-2,NM2,3,\r\n'
const expected = ['2|001|PO-2026-000001|NM00000001|1200|', '4|002|PO-2|NM2|3|']

describe('reading csv', () => {
  // 箱号,订单号,商品编码,箱内数量,备注 and 红, 色 in GB18030, as Chinese Excel saves them.
  const gb: Readonly<Record<string, string>> = {
    箱: 'cfe4',
    号: 'bac5',
    订: 'b6a9',
    单: 'b5a5',
    商: 'c9cc',
    品: 'c6b7',
    编: 'b1e0',
    码: 'c2eb',
    内: 'c4da',
    数: 'cafd',
    量: 'c1bf',
    备: 'b1b8',
    注: 'd7a2',
    红: 'baec',
    色: 'c9ab',
  }
  const gb18030 = Buffer.concat(
    [...sheet].map((letter) => Buffer.from(gb[letter] ?? Buffer.from(letter).toString('hex'), 'hex')),
  )

  it.each([
    ['UTF-8', Buffer.from(sheet)],
    ['UTF-8 with BOM', Buffer.from(`\uFEFF${sheet}`)],
    ['UTF-16', Buffer.from(`\uFEFF${sheet}`, 'utf16le')],
    ['UTF-16, big end first', Buffer.from(`\uFEFF${sheet}`, 'utf16le').swap16()],
    ['GB18030', gb18030],
  ])('%s: Chinese headers are recognised, quoted newlines do not end a row', async (_, bytes) => {
    expect(await lines(bytes)).toEqual(expected)
  })

  it.each([';', '\t'])('columns apart by %j', async (apart) => {
    const plain = sheet.replace('"1,200"', '1200').replaceAll(',', apart)
    expect(await lines(Buffer.from(plain))).toEqual(expected)
  })

  it('="00123" and the guard apostrophe are text, not damage', async () => {
    const guarded = 'Box No,Order ID,NM SKU,Qty\r\n="001",PO-1,NM1,\'-3\r\n002,PO-1,NM2,\'－3\r\n'
    const { rows, faults } = await readRows({ name: 'a.csv', bytes: Buffer.from(guarded) }, packingList, { accept })
    expect(rows[0]?.values.box_no).toBe('001')
    const negative = 'Quantity in a box cannot be negative.'
    expect(faults.map(({ message }) => message)).toEqual([negative, negative])
  })

  it('is taken only where the caller allows it, and by content', async () => {
    const { bytes } = await fixture('openpyxl.xlsx')
    await expect(readRows({ name: 'rows.csv', bytes: Buffer.from(sheet) }, packingList)).rejects.toThrow(
      'Please upload .xlsx files.',
    )
    await expect(readRows({ name: 'rows.csv', bytes }, packingList, { accept })).rejects.toThrow(
      'Please upload .xlsx or .csv files.',
    )
    const unquoted = Buffer.from('Box No,Order ID,NM SKU,Qty\r\n1,PO-1,NM1,"3\r\n')
    await expect(readRows({ name: 'rows.csv', bytes: unquoted }, packingList, { accept })).rejects.toThrow('damaged')
  })
})

describe('writing csv', () => {
  const columns = [
    { header: 'Name / 名称', value: (row: { name: string; count: number }) => row.name },
    { header: 'Count', value: (row: { name: string; count: number }) => row.count },
  ]

  it('BOM, CRLF, quotes; formulas are disarmed, numbers are not', async () => {
    const rows = [
      { name: '=cmd|calc', count: -3 },
      { name: '+1', count: 4 },
      { name: '\t@x', count: 0 },
      // Would catch: signs as a Chinese keyboard types them, and a line feed before one.
      { name: '＝1', count: 0 },
      { name: '＋1', count: 0 },
      { name: '－1', count: 0 },
      { name: '＠x', count: 0 },
      { name: '\n=1', count: 0 },
      { name: 'a "b", c\nd', count: 1 },
    ]
    const written = await buffer(writeCsv(columns, rows))
    expect(written.subarray(0, 3).toString('hex')).toBe('efbbbf')
    expect(written.subarray(3).toString()).toBe(
      'Name / 名称,Count\r\n' +
        "'=cmd|calc,-3\r\n'+1,4\r\n'\t@x,0\r\n'＝1,0\r\n'＋1,0\r\n'－1,0\r\n'＠x,0\r\n\"'\n=1\",0\r\n" +
        '"a ""b"", c\nd",1\r\n',
    )
  })

  it('an error in the middle breaks the download instead of ending it short', async () => {
    async function* failing() {
      yield { name: 'a', count: 1 }
      throw new Error('database gone')
    }
    await expect(text(writeCsv(columns, failing()))).rejects.toThrow('database gone')
  })
})
