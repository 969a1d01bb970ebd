import { describe, expect, it } from 'vitest'
import { readRows } from '../../src/server/sheets/read-rows.ts'
import { packingList } from '../../src/shared/areas/shipments/sheets.ts'
import { excelFile, header } from '../support/workbooks.ts'

const rows = [
  ['1', 'PO-1', 'NM-A', 4],
  ['1', 'PO-1', 'NM-B', 6],
]

async function read(...last: (readonly unknown[])[]) {
  const upload = await excelFile((workbook) => {
    const sheet = workbook.addWorksheet('装箱单')
    for (const row of [header, ...rows, ...last]) sheet.addRow([...row])
  })
  const { rows: found, faults } = await readRows(upload, packingList)
  return { rows: found.length, faults: faults.map(({ cell, message, expected }) => [cell, message, expected]) }
}

const right = { rows: 2, faults: [] }

describe('a last row of totals', () => {
  // Would catch: a vendor's own packing list refused with four faults for its last line.
  it.each([
    ['合计', ['合计', '', '', 10]],
    ['总计：', ['', '', '总计：', 10]],
    ['Total', ['Total', '', '', 10]],
    ['Grand total, behind', ['', '', '', 10, 'Grand Total']],
    ['合计 / Total', ['合计 / Total', '', '', '10 件']],
    ['a total of boxes beside it', ['合计', '1箱', '', 10]],
    ['a formula', ['合计', '', '', { formula: 'SUM(D2:D3)', result: 10 }]],
    ['no sum', ['合计', '', '', '']],
  ])('%s is a total, not a row', async (_, last) => {
    expect(await read(last)).toEqual(right)
  })

  // Would catch: a total that is skipped unread, so that a quantity mistyped above it goes through.
  it('is a fault when the sum is wrong, named with the sum expected', async () => {
    expect(await read(['合计', '', '', 11])).toEqual({
      rows: 2,
      faults: [['D4', 'The total is not the sum of its column.', '10']],
    })
    expect((await read(['Total', '', '', 'ten'])).faults).toEqual([
      ['D4', 'The total is not the sum of its column.', '10'],
    ])
  })

  it('is not compared with a column that could not be read', async () => {
    const { faults } = await read(['2', 'PO-1', 'NM-A', 'four'], ['合计', '', '', 14])
    expect(faults.map(([cell, message]) => [cell, message])).toEqual([['D4', 'Invalid quantity format']])
  })

  // Would catch: a row of goods lost because its box is called "Total", or a total in the middle passed over.
  it('is only what calls itself so, lacks what a row must have, and comes last', async () => {
    expect((await read(['Total', 'PO-1', 'NM-C', 10])).rows).toBe(3)
    expect((await read(['合计', '', '', 10], ['2', 'PO-1', 'NM-A', 1])).rows).toBe(4)
  })

  it('a csv has them too, and a sheet of nothing but a total has no rows', async () => {
    const csv = (...lines: string[]) => ({
      name: 'list.csv',
      bytes: Buffer.from(['Box No,Order ID,NM SKU,Qty', ...lines].join('\n')),
    })
    const taken = await readRows(csv('1,PO-1,NM-A,4', '合计,,,5'), packingList, { accept: ['csv'] })
    expect(taken.faults.map(({ cell, expected }) => [cell, expected])).toEqual([['D3', '4']])
    await expect(readRows(csv('合计,,,0'), packingList, { accept: ['csv'] })).rejects.toThrow('No skus provided')
  })
})
