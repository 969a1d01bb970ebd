import { buffer } from 'node:stream/consumers'
import ExcelJS from 'exceljs'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { mount } from '../../src/server/http/mount.ts'
import { answerSheet } from '../../src/server/sheets/answer-sheet.ts'
import { readRows } from '../../src/server/sheets/read-rows.ts'
import { type WorkbookRow, writeWorkbook } from '../../src/server/sheets/write-workbook.ts'
import { upload, xlsx } from '../../src/shared/kernel/call.ts'
import { takeMode } from '../../src/shared/kernel/shapes.ts'
import { column, exampleRow, sheet } from '../../src/shared/kernel/sheet.ts'
import type { Client } from '../support/client.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { trialContext } from '../support/trial.ts'

/** A sheet with every kind of column, whose upload keeps a name and a price and answers each row with its number. */
const prices = sheet({
  name: 'prices',
  noRows: 'No prices were found.',
  key: ['name'],
  columns: {
    name: column.text('Name', '名称', { required: true, maxLength: 20, example: 'shirt' }),
    price: column.money(['INR'], 'Price', '价格', { required: true, example: { minor: 1250, currency: 'INR' } }),
    cost: column.money(['CNY', 'USD'], 'Cost', '成本', { example: { minor: 990, currency: 'USD' } }),
    weight: column.decimal('Weight', '重量', { decimals: 3, example: 0.25 }),
    pieces: column.quantity('Pieces', '件数', { example: 3 }),
    due: column.date('Due', '日期', { example: '2026-03-04' }),
    grade: column.choice({ a: { en: 'First', zh: '一等' }, b: { en: 'Second', zh: '二等' } }, 'Grade', '等级', {
      example: 'b',
    }),
    fragile: column.yesNo('Fragile', '易碎', { example: true }),
    picture: column.link('Picture', '图片', { example: 'https://shop.example/1' }),
  },
})

const calls = {
  uploadPrices: upload('trial/upload-prices', {
    summary: 'Takes prices and answers with the sheet, row by row.',
    callers: 'signed-in',
    accept: ['.xlsx', '.csv'],
    takes: z.object({ mode: takeMode }),
    gives: xlsx('prices_taken.xlsx'),
  }),
}

let server: TestServer
let caller: Client
let runs = 0

beforeAll(async () => {
  server = await testServer()
  caller = await server.as('ops')
  const uploadPrices = answerSheet(prices, {
    adds: { number: column.text('Number', '编号', {}) },
    lock: async ({ rows }) => new Map(rows.map((row, at) => [row, at + 1])),
    check: async ({ rows }) => ({ good: rows }),
    async save({ tx, held }, { good }) {
      runs++
      const saved = await tx
        .insertInto('setting')
        .values(good.map(({ values }) => ({ name: `price-${values.name}`, value: String(values.price.minor) })))
        .onConflict((on) => on.doNothing())
        .returning('name')
        .execute()
      const changed = new Set(saved.map((row) => row.name))
      return good.map((row) => ({
        row,
        isChanged: changed.has(`price-${row.values.name}`),
        cells: { number: `P-${held.get(row)}` },
      }))
    },
  })
  mount(server.app, 'trial-sheets', calls, { uploadPrices }, trialContext(server))
})

const fileOf = async (rows: readonly WorkbookRow[]) => ({
  name: 'prices.xlsx',
  bytes: await buffer(writeWorkbook(prices, rows)),
})
const full = (more: WorkbookRow) => ({ ...exampleRow(prices), ...more })

/** The answer's lines below its header, by header. */
async function linesOf(bytes: Buffer): Promise<Record<string, ExcelJS.CellValue>[]> {
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.load(bytes as unknown as ExcelJS.Buffer)
  const [found] = workbook.worksheets
  const headers = ((found?.getRow(1).values ?? []) as string[]).slice(1)
  const lines = found?.getRows(2, found.rowCount - 1) ?? []
  return lines.map((line) =>
    Object.fromEntries(headers.map((header, at) => [header.split(' / ')[0], line.getCell(at + 1).value])),
  )
}

describe('an upload whose reply is a file', () => {
  it('says of each row what became of it, faults with what would be right', async () => {
    // A misread cell must come back as it was typed, and its row must not be lost among the taken ones.
    const file = {
      name: 'prices.csv',
      bytes: Buffer.from('Name,Price,Due\nred,12.5,2026-03-04\nblue,12.345,03/04/2026\nRed,1,\n'),
    }
    const reply = await caller.call(calls.uploadPrices, { mode: 'good_rows', file })
    expect([reply.status, reply.headers['content-disposition']]).toEqual([
      200,
      expect.stringContaining('prices_taken.xlsx'),
    ])
    expect(await linesOf(reply.bytes)).toMatchObject([
      { Name: 'red', Price: 12.5, Due: new Date('2026-03-04'), Result: 'Taken / 已导入', Problem: null, Number: 'P-1' },
      {
        Name: 'blue',
        Price: '12.345',
        Due: '03/04/2026',
        Result: 'Refused / 未导入',
        Problem: expect.stringContaining(
          'Price / 价格 · Invalid amount format · Fewer digits behind the decimal point.',
        ),
      },
      {
        Name: 'Red',
        Result: 'Refused / 未导入',
        Problem: 'Name / 名称 · Multiple entries found. · See row 2.',
        Number: null,
      },
    ])
  })

  it('the same file again changes nothing and says so; under its key it is the same answer, and nothing runs', async () => {
    const file = await fileOf([full({ name: 'green' }), full({ name: 'grey' })])
    const key = { 'idempotency-key': 'prices-1' }
    const results = async (headers?: Record<string, string>) => {
      const reply = await caller.call(calls.uploadPrices, { mode: 'all', file }, headers)
      return (await linesOf(reply.bytes)).map((line) => line.Result)
    }
    const before = runs
    expect(await results(key)).toEqual(['Taken / 已导入', 'Taken / 已导入'])
    // A client that lost the first reply must not be told that nothing was taken.
    expect(await results(key)).toEqual(['Taken / 已导入', 'Taken / 已导入'])
    expect(runs).toBe(before + 1)
    expect(await results()).toEqual(['Unchanged / 未变', 'Unchanged / 未变'])
  })

  it('with mode all one fault refuses the file, which is kept for its corrected copy', async () => {
    const file = await fileOf([full({ name: 'white' }), full({ name: 'white' })])
    const reply = await caller.call(calls.uploadPrices, { mode: 'all', file })
    expect(reply).toMatchObject({
      status: 422,
      body: {
        code: 'file_refused',
        details: {
          upload_id: expect.any(String),
          good_rows: 1,
          faults: [{ row: 3, cell: 'A3', column: 'Name / 名称', value: 'white', message: 'Multiple entries found.' }],
        },
      },
    })
    const saved = await server.db.selectFrom('setting').select('name').where('name', '=', 'price-white').execute()
    expect(saved).toEqual([])
  })
})

describe('a sample', () => {
  it('is read back as what it shows, every kind of column in its own form', async () => {
    const read = await readRows(await fileOf([exampleRow(prices)]), prices)
    expect(read.faults).toEqual([])
    expect(read.rows.map((row) => row.values)).toEqual([exampleRow(prices)])
  })
})
