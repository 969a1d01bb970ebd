import { PassThrough } from 'node:stream'
import ExcelJS from 'exceljs'
import { afterAll, expect, it } from 'vitest'
import { correctedWorkbook } from '../../src/server/sheets/corrected-workbook.ts'
import { largeLimits } from '../../src/server/sheets/limits.ts'
import { plainFaults } from '../../src/server/sheets/say-faults.ts'
import { stopSheetThreads } from '../../src/server/sheets/sheet-threads.ts'
import { writeLarge } from '../../src/server/sheets/write-large.ts'
import type { Fault } from '../../src/shared/kernel/sheet.ts'

afterAll(stopSheetThreads)

const fault = (row: number, cell: string, sheet = 'Styles'): Fault => ({
  ...{ sheet, row, cell, column: 'Name', value: '', message: 'This is <wrong>.', expected: 'A name & no more' },
})

async function opened(bytes: Uint8Array) {
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.load(bytes as never)
  return workbook
}

const fillOf = (cell: ExcelJS.Cell) => (cell.fill?.type === 'pattern' ? cell.fill.fgColor?.argb : undefined)

async function written(fill: (sheet: ExcelJS.Worksheet) => void): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook()
  fill(workbook.addWorksheet('Styles'))
  workbook.addWorksheet('Others & more').getCell('B2').value = 'kept'
  workbook.addWorksheet('Secret', { state: 'hidden' }).getCell('A1').value = 'gone'
  return Buffer.from(await workbook.xlsx.writeBuffer())
}

// Would catch: values, days or leading zeros that change in the copy, marks of an earlier round that stay, a fault whose row the file lacks.
it('keeps values and formats of a workbook, and marks what is wrong', async () => {
  const bytes = await written((sheet) => {
    sheet.addRow(['Name', 'Made on', 'Code', 'Errors found'])
    sheet.addRow(['A <b> & "c"', new Date(Date.UTC(2026, 10, 29)), 42, 'an old mark'])
    sheet.getCell('B2').numFmt = 'yyyy-mm-dd'
    sheet.getCell('C2').numFmt = '000000'
    sheet.addRow(['', null, 7.5])
    sheet.getCell('A3').value = '=1+1'
  })
  const said = plainFaults([fault(2, 'A2'), fault(5, 'A5')])
  const copy = await writeLarge(bytes, {
    ...{ format: 'xlsx', said, headers: [{ sheet: 'Styles', row: 1 }], limits: largeLimits },
  })
  const workbook = await opened(copy)
  expect(workbook.worksheets.map(({ name }) => name)).toEqual(['Styles', 'Others & more'])
  const sheet = workbook.getWorksheet('Styles')
  const at = (cell: string) => sheet?.getCell(cell) as ExcelJS.Cell
  expect([at('A2').value, at('C2').value, at('C2').numFmt, at('C3').value]).toEqual(['A <b> & "c"', 42, '000000', 7.5])
  expect(at('B2').value).toEqual(new Date(Date.UTC(2026, 10, 29)))
  expect(at('A3').value).toBe('=1+1')
  expect(at('D1').value).toBe('Errors / 错误')
  expect([at('D2').value, at('D5').value]).toEqual([
    'Name · This is <wrong>. · A name & no more',
    'Name · This is <wrong>. · A name & no more',
  ])
  expect([fillOf(at('A2')), fillOf(at('A3'))]).toEqual(['FFFFC7CF', undefined])
  expect(at('D3').value).toBeNull()
  expect(workbook.getWorksheet('Others & more')?.getCell('B2').value).toBe('kept')
})

// Would catch: a file above 10 MB that has no copy, or one that is cut, or that the thread cannot hold.
it('gives a large csv back whole, with its last fault', async () => {
  const rows = 60_000
  const line = (at: number) => `S-${at},${String(at).repeat(40).slice(0, 170)}\r\n`
  const bytes = Buffer.from(`Code,Name\r\n${Array.from({ length: rows }, (_, at) => line(at + 2)).join('')}`)
  expect(bytes.length).toBeGreaterThan(10 * 1024 * 1024)
  const copy = await correctedWorkbook(
    bytes,
    [fault(rows + 1, `B${rows + 1}`, 'all.csv')],
    [{ sheet: 'all.csv', row: 1 }],
    {
      format: 'csv',
    },
  )
  let [count, last] = [0, '']
  const stream = new PassThrough()
  stream.end(copy)
  for await (const sheet of new ExcelJS.stream.xlsx.WorkbookReader(stream, {}))
    for await (const row of sheet) {
      count += 1
      last = [row.getCell(1).value, row.getCell(3).value].join(' ')
    }
  expect(count).toBe(rows + 1)
  expect(last).toBe(`S-${rows + 1} Name · This is <wrong>. · A name & no more`)
})
