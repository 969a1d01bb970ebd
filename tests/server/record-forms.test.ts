import ExcelJS from 'exceljs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exampleMark } from '../../src/server/sheets/say-faults.ts'
import { stopSheetThreads } from '../../src/server/sheets/sheet-threads.ts'
import { type KindName, kindNamed } from '../../src/shared/areas/data/kinds.ts'
import { contract } from '../../src/shared/areas.ts'
import { worldCode } from '../../src/shared/kernel/world-codes.ts'
import type { Client } from '../support/client.ts'
import { type TestServer, testServer } from '../support/server.ts'

// How people's files are written: their headers, units, currencies and days.

const { data, frame } = contract

afterAll(stopSheetThreads)

let server: TestServer
let admin: Client

const csv = (...lines: string[]) => Buffer.from(lines.join('\n'))

type Cell = string | number | Date | { value: number; format: string }

async function workbook(rows: Cell[][], name = 'Sheet1'): Promise<Buffer> {
  const book = new ExcelJS.Workbook()
  const sheet = book.addWorksheet(name)
  for (const [at, row] of rows.entries())
    for (const [column, cell] of row.entries()) {
      const target = sheet.getCell(at + 1, column + 1)
      if (typeof cell === 'object' && !(cell instanceof Date)) {
        target.value = cell.value
        target.numFmt = cell.format
      } else target.value = cell
    }
  return Buffer.from(await book.xlsx.writeBuffer())
}

type Said = {
  dates?: 'day_first' | 'month_first' | 'year_first'
  currency?: 'CNY' | 'INR'
  columns?: string
  values?: string
}
type Mode = 'check' | 'all' | 'good_rows'

async function bring(kind: KindName, bytes: Buffer, mode: Mode = 'all', said: Said = {}) {
  const name = bytes.subarray(0, 2).toString() === 'PK' ? `${kind}.xlsx` : `${kind}.csv`
  const reply = await admin.call(data.importRecords, { kind, mode, ...said, file: { name, bytes } })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body.data.import
}

const valuesOf = async (kind: KindName, id: string) =>
  (await admin.call(data.getRecords, { kind, ids: [id] })).body.data.rows[0]?.values

const faultsOf = ({ faults }: Awaited<ReturnType<typeof bring>>) =>
  faults.map(({ cell, message, expected }) => [cell, message, expected])

async function corrected(uploadId: string | null): Promise<{ book: ExcelJS.Workbook; bytes: Buffer }> {
  const reply = await admin.call(frame.getCorrectedWorkbook, { upload_id: uploadId ?? '' })
  const book = new ExcelJS.Workbook()
  await book.xlsx.load(reply.bytes as unknown as ExcelJS.Buffer)
  return { book, bytes: reply.bytes }
}

const textsOf = (sheet: ExcelJS.Worksheet | undefined, row: number) =>
  ((sheet?.getRow(row).values ?? []) as ExcelJS.CellValue[]).slice(1).map(String)

beforeAll(async () => {
  server = await testServer()
  admin = await server.as('admin')
  await bring('sites', csv('Site,Kind,Name,Country,Address,Time zone', 'W1,Warehouse,One,印度,3 Road,India'))
  await bring('vendors', csv('Vendor,Name,City', 'GZ01,Yihe,Guangzhou'))
})

afterAll(() => server.stop())

describe('what a file asks', () => {
  // What is said of a file is remembered of its user.
  beforeAll(async () => {
    admin = await server.as('ops')
  })
  afterAll(async () => {
    admin = await server.as('admin')
  })

  const rows = (...days: (string | number)[]) => [
    ['Vendor', 'Name', 'City', 'On board since'],
    ...days.map((day, at) => [`Q${Math.floor(at / 2)}`, 'Qingyuan', 'Guangzhou', day]),
  ]

  // Would catch: rows that are sent away to be retyped, and called double, though one choice above reads them all.
  it('is what its faults point at, and nothing is double before it is answered', async () => {
    const file = await workbook(rows('05/03/2026', '05/03/2026'))
    const asked = await bring('vendors', file, 'check')
    const order = 'Choose the order of days for this file, or write this one as 2026-03-14.'
    expect([asked.asks.dates, faultsOf(asked)]).toEqual([
      true,
      [
        ['D2', 'Invalid date format', order],
        ['D3', 'Invalid date format', order],
      ],
    ])
    const said = await bring('vendors', file, 'check', { dates: 'day_first' })
    expect([said.fault_count, said.repeat_count, said.asks.dates]).toEqual([0, 1, false])
  })

  // Would catch: a date of a cell without a format that must be retyped, and any number that is taken for one.
  it('is not the day of a number that only a spreadsheet’s count of days can be', async () => {
    const taken = await bring('vendors', await workbook(rows(46350).slice(0, 2)))
    expect([taken.state, (await valuesOf('vendors', 'Q0'))?.onboarded_on]).toEqual(['taken', '2026-11-24'])
    // 5 June 2026 without its zero, a year, a count before this century, and text.
    for (const day of [50626, 2026, 12, '46350'])
      expect((await bring('vendors', await workbook(rows(day)), 'check')).fault_count, String(day)).toBe(1)
  })

  // Would catch: a currency that is asked for where the header names it, or an amount that its header contradicts.
  it('is not the currency that a header names', async () => {
    const priced = async (header: string, ...prices: string[]) => {
      const lines = prices.map((price, at) => `P${at},One,Dresses,GZ01,${price}`)
      const { asks, faults } = await bring('styles', csv(`Style,Name,Category,Supplier,${header}`, ...lines), 'check')
      return [asks.currency, faults.map(({ cell, expected }) => [cell, expected])]
    }
    const either = 'The header says one currency and the amount another: please correct one of them.'
    expect(await priced('Price (CNY)', '120', '¥121', '$12', '₹120')).toEqual([
      false,
      [
        ['E4', either],
        ['E5', either],
      ],
    ])
    expect(await priced('Price (USD)', '$12')).toEqual([false, []])
    expect(await priced('Price', '$12')).toEqual([
      true,
      [['E2', 'Several currencies have this sign: choose that of this file, or write the code, such as 12.50 USD.']],
    ])
  })
})

describe('a file of prices', () => {
  // Would catch: a sheet as Excel users have it, of which every price must be retyped.
  it('is read by the formats of its cells, its headers, and a title above them', async () => {
    const taken = await bring(
      'styles',
      await workbook([
        ['2026 春季款式表'],
        [],
        ['款号', '英文名称', '品类', '供应商编号', '单价 (CNY)', 'MRP (₹)', '原产国', '净重 (kg)'],
        ['F1', 'One', 'Dresses', 'GZ01', 118, { value: 3499, format: '[$₹-4009]#,##0.00' }, '中国', 0.32],
        ['F2', 'Two', 'Dresses', 'GZ01', '￥121.50', 'Rs. 3,499', 'India', '320 g'],
        ['F3', 'Three', 'Dresses', 'GZ01', { value: 99, format: '"¥"#,##0.00' }, '₹1,23,499', 'IN', 0.25],
      ]),
    )
    expect([taken.state, faultsOf(taken)]).toEqual(['taken', []])
    expect(await valuesOf('styles', 'F1')).toMatchObject({
      ...{
        price: { minor: 11_800, currency: 'CNY' },
        mrp: { minor: 349_900, currency: 'INR' },
        origin: 'CN',
        weight: 320,
      },
    })
    expect(await valuesOf('styles', 'F2')).toMatchObject({
      price: { minor: 12_150, currency: 'CNY' },
      origin: 'IN',
      weight: 320,
    })
    expect(await valuesOf('styles', 'F3')).toMatchObject({
      mrp: { minor: 12_349_900, currency: 'INR' },
      origin: 'IN',
      weight: 250,
    })
  })

  // Would catch: amounts guessed in the company's currency, or asked for cell by cell, and asked anew of the next file.
  it('without a currency is asked once for all of it, and remembered', async () => {
    const file = csv('Style,Name,Category,Vendor,Unit price', 'G1,One,Tops,GZ01,118')
    const first = await bring('styles', file, 'check')
    expect(first.asks).toMatchObject({ dates: false, currency: true, columns: [], values: [] })
    expect(faultsOf(first)).toMatchObject([
      [
        'E2',
        'Invalid amount format',
        'Choose the currency of this file, or write the amount with its own, such as 12.50 USD.',
      ],
    ])
    const said = await bring('styles', file, 'check', { currency: 'CNY' })
    expect([said.fault_count, said.asks.currency, said.forms.currency]).toEqual([0, false, 'CNY'])
    const later = await bring('styles', csv('Style,Name,Category,Vendor,Unit price', 'G2,Two,Tops,GZ01,99'), 'check')
    expect([later.fault_count, later.forms.currency]).toEqual([0, 'CNY'])
    // Whoever takes a file without looking at it first says it each time.
    expect((await bring('styles', file)).state).toBe('refused')
    expect((await bring('styles', file, 'all', { currency: 'CNY' })).state).toBe('taken')
    expect((await valuesOf('styles', 'G1'))?.price).toEqual({ minor: 11_800, currency: 'CNY' })
  })
})

describe('a file of days', () => {
  const file = csv('Vendor,Name,City,On board since', 'D1,One,Surat,03/04/2026', 'D2,Two,Surat,18/01/2026')

  // Would catch: March for April in every row of a file, and a day that the chosen order has not, taken in the other.
  it('of numbers alone is read in one order, and says which days there are not in it', async () => {
    const asked = await bring('vendors', file, 'check')
    expect([asked.asks.dates, asked.kinds.vendors]).toMatchObject([true, { new: 1, refused: 1 }])
    const wrong = await bring('vendors', file, 'check', { dates: 'month_first' })
    expect(faultsOf(wrong)).toEqual([
      [
        'D3',
        'Invalid date format',
        'There is no such day in the order that is chosen for this file: write it as 2026-03-14, or choose the other order.',
      ],
    ])
    const taken = await bring('vendors', file, 'all', { dates: 'day_first' })
    expect(taken.state).toBe('taken')
    expect((await valuesOf('vendors', 'D1'))?.onboarded_on).toBe('2026-04-03')
  })

  it('needs no order where its days are days of Excel', async () => {
    const real = await workbook([
      ['供应商编号', '英文名称', '城市', '合作开始日'],
      ['D3', 'Three', '广州', new Date('2026-04-03T00:00:00Z')],
    ])
    expect((await bring('vendors', real)).state).toBe('taken')
    expect((await valuesOf('vendors', 'D3'))?.onboarded_on).toBe('2026-04-03')
  })
})

describe('a value that is none of its list', () => {
  const file = csv('Site,Kind,Name,Country,Address,Time zone', 'V1,物流仓,One,IN,1 Road,(GMT+9:30)')

  // Would catch: a word of people's own that must be retyped in every row, asked anew of the next file, or said of another column.
  it('is said once, and remembered', async () => {
    const asked = await bring('sites', file, 'check')
    expect(asked.asks.values).toEqual([{ kind: 'sites', column: 'kind', value: '物流仓' }])
    // Would catch: a time zone that is not known, told as a text that is too long.
    expect(faultsOf(asked).at(-1)).toMatchObject(['F2', 'This value is not in the list.', expect.any(String)])
    await bring('sites', file, 'check', { values: JSON.stringify({ kind: { 物流仓: 'warehouse' } }) })
    const later = csv('Site,Kind,Name,Country,Address', 'V2, 物流仓,Two,IN,1 Road', 'V3,Nowhere,Two,IN,1 Road')
    const next = await bring('sites', later, 'check')
    expect([next.asks.values, next.kinds.sites]).toMatchObject([
      [{ column: 'kind', value: 'Nowhere' }],
      { new: 1, refused: 1 },
    ])
    const unknown = JSON.stringify({ kind: { 物流仓: 'barn' } })
    expect((await bring('sites', later, 'check', { values: unknown })).kinds.sites).toMatchObject({ refused: 2 })
  })
})

describe('a time zone that is written as its distance from UTC', () => {
  // Would catch: a zone that stood in the file and is to be typed anew, or that is taken for another one.
  it('is understood where one zone is meant', async () => {
    const rows = ['Z1,Warehouse,One,IN,1 Road,(GMT+5:30)', 'Z2,Warehouse,Two,CN,1 Road,"(UTC+08:00) Beijing"']
    const checked = await bring('sites', csv('Site,Kind,Name,Country,Address,Time zone', ...rows), 'check')
    expect(checked.kinds.sites).toMatchObject({ new: 2, refused: 0 })
    expect(['(GMT+5:30)', '(UTC+08:00) Beijing', 'GMT+1'].map((zone) => worldCode('time_zone', zone)?.code)).toEqual([
      ...['Asia/Kolkata', 'Asia/Shanghai', undefined],
    ])
  })
})

describe('a vendor or a site named by its name', () => {
  // Would catch: codes to be looked up by hand, a name of two taken for one of them, and a record kept under its name.
  it('is found in either language, and of two the codes are said', async () => {
    await bring(
      'vendors',
      csv('Vendor,Name,Name (Chinese),City', 'N1,Hailan Fashion,海澜,Surat', 'N2,Hai-Lan fashion,杭派,Surat'),
    )
    const taken = await bring(
      'styles',
      csv(
        'Style,Name,Category,Vendor',
        'N-1,One,Tops,海 澜',
        'N-2,Two,Tops,hailan  FASHION',
        'N-3,Three,Tops,杭派',
        'N-4,Four,Tops,Nobody Ltd',
      ),
      'good_rows',
    )
    expect(faultsOf(taken)).toEqual([
      ['D3', 'Several have this name.', 'Please write the code: {{codes}}.'],
      ['D5', 'There is no such record.', 'Not among the {{kind}}. Bring them in first.'],
    ])
    expect(taken.faults[0]?.values).toEqual({ codes: 'N1, N2' })
    expect([(await valuesOf('styles', 'N-1'))?.vendor, (await valuesOf('styles', 'N-3'))?.vendor]).toEqual(['N1', 'N2'])
    const shelves = await bring('shelves', csv('Site,Shelf', 'one,A-1', 'W1,A-1', 'W1,A-2'), 'all')
    expect([shelves.kinds.shelves, shelves.repeats]).toMatchObject([{ new: 2, unchanged: 1 }, [{ row: 3, as: 2 }]])
  })
})

describe('rows that say the same', () => {
  // Would catch: a row pasted twice that refuses its file, and one of two different rows taken without a word.
  it('count once, unless the first is at fault', async () => {
    const head = 'Vendor,Name,City'
    const twice = await bring('vendors', csv(head, 'P1,One,Surat', 'P1,One,Surat', 'p1,One,Surat', 'P2,Two,Surat'))
    expect([twice.state, twice.kinds.vendors, twice.repeats, twice.repeat_count]).toMatchObject([
      ...['taken', { new: 2, unchanged: 2, refused: 0 }],
      ...[
        [
          { row: 3, as: 2 },
          { row: 4, as: 2 },
        ],
        2,
      ],
    ])
    const other = await bring('vendors', csv(head, 'P3,One,Surat', 'P3,Uno,Surat', 'P4,,Surat', 'P4,,Surat'), 'check')
    expect(faultsOf(other).map(([cell, message]) => [cell, message])).toEqual([
      ['A3', 'Multiple entries found.'],
      ['B4', 'A new record needs this.'],
      ['A5', 'Multiple entries found.'],
    ])
  })
})

describe('orders with a column of currencies', () => {
  // Would catch: amounts of another currency taken as yuan, and prices to be retyped with their currency in each cell.
  it('are taken in it, and say where it is not that of orders', async () => {
    await bring('styles', csv('Style,Name,Category,Vendor,Unit price', 'Q1,One,Tops,GZ01,100 CNY'))
    await bring('skus', csv('NM SKU,Style,Colour,Size', 'Q1-S,Q1,Red,S', 'Q1-M,Q1,Red,M'))
    const head = 'PO No,SKU,Qty,Vendor,Unit price,Currency,Order date,Ship by,Destination'
    const line = (order: string, price: string, currency: string) =>
      `${order},Q1-S,4,Yihe,${price},${currency},2026-11-02,2030-01-31,one`
    const file = csv(
      head,
      ...[
        line('Q-1', '121', 'RMB'),
        line('Q-2', '999', 'INR'),
        line('Q-3', '¥99', '人民币'),
        line('Q-4', '₹99', 'CNY'),
      ],
      line('Q-5', '99', 'Bananas'),
    )
    const taken = await bring('orders', file, 'good_rows')
    expect([taken.asks.currency, faultsOf(taken)]).toEqual([
      false,
      [
        ['F3', 'This order cannot be taken so.', 'Vendor orders are priced in {{currency}}.'],
        [
          'E5',
          'Invalid amount format',
          'The row’s currency is another than that of this amount: please leave one of them.',
        ],
        ['F6', 'Invalid code format', 'A currency: CNY or INR, ¥ or ₹, RMB or Rs.'],
      ],
    ])
    expect((await valuesOf('orders', 'Q-1~Q1-S'))?.price).toEqual({ minor: 12_100, currency: 'CNY' })
    // Would catch: a first order of which nobody is told that its price is not the style's.
    const orders = (await admin.call(contract.orders.getPendingOrders, { page: 1, search: 'Q1-S' })).body.data.rows
    expect(
      orders.map(({ order_id, exceptions, style_price }) => [
        order_id,
        exceptions.includes('price_jump'),
        style_price?.minor,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['Q-1', true, 10_000],
        ['Q-3', false, 10_000],
      ]),
    )
  })
})

describe('columns that nobody knows', () => {
  const rows: Cell[][] = [
    ['供应商编号', '公司抬头', '城市', '微信'],
    ['C1', 'Yihe', 'Foshan', 'yihe888'],
    ['C2', 'Lanxin', 'Shenzhen', 'lx'],
  ]

  // Would catch: a column of remarks told as a fault of the file, or its values lost without a word.
  it('are asked about before anything is taken, and are no faults', async () => {
    const file = await workbook(rows)
    const looked = await bring('vendors', file, 'check')
    expect(looked.asks.columns).toEqual([
      { sheet: 'Sheet1', cell: 'B1', header: '公司抬头', examples: ['Yihe', 'Lanxin'], known: ['vendor', 'city'] },
      { sheet: 'Sheet1', cell: 'D1', header: '微信', examples: ['yihe888', 'lx'], known: ['vendor', 'city'] },
    ])
    // Would catch: days shown as the numbers that Excel holds.
    const dated = await workbook([
      ['Vendor', 'Name', 'City', 'Visit'],
      ['C9', 'Nine', 'Surat', new Date('2026-12-31T00:00:00Z')],
    ])
    expect((await bring('vendors', dated, 'check')).asks.columns[0]?.examples).toEqual(['2026-12-31'])
    expect(looked.faults.map(({ row }) => row)).not.toContain(1)
    const refused = await bring('vendors', file, 'good_rows')
    expect(refused).toMatchObject({
      state: 'refused',
      problem: 'Please say what these columns are, or that they are left out: {{columns}}.',
      problem_values: { columns: '公司抬头 (B1), 微信 (D1)' },
    })
    const columns = JSON.stringify({ 公司抬头: 'name', 微信: '-' })
    expect(await bring('vendors', file, 'all', { columns })).toMatchObject({
      state: 'taken',
      kinds: { vendors: { new: 2 } },
    })
    expect(await valuesOf('vendors', 'C1')).toMatchObject({ name: 'Yihe', city: 'Foshan' })
    // The next file with these headers is understood.
    expect((await bring('vendors', file, 'check')).asks.columns).toEqual([])
  })

  // Would catch: a file that is refused whole because the code is called otherwise, with nothing to be said about it.
  it('may be one that every row needs', async () => {
    const file = csv('厂家代码,Name,City', 'C9,Nine,Surat')
    const looked = await bring('vendors', file, 'check')
    expect(looked).toMatchObject({ state: 'refused', problem: 'Columns are missing in the sheet: {{columns}}.' })
    expect(looked.asks.columns).toEqual([
      { sheet: 'vendors.csv', cell: 'A1', header: '厂家代码', examples: ['C9'], known: ['name', 'city'] },
    ])
    const columns = JSON.stringify({ 厂家代码: 'vendor' })
    expect((await bring('vendors', file, 'all', { columns })).state).toBe('taken')
  })

  // Would catch: a file whose every header is its owner's own, refused with nothing to be said about it.
  it('may be all of them, under a title', async () => {
    const file = await workbook([['Godown list 2026'], ['Godown', 'Slot'], ['W1', 'S-01'], ['One', 'S-02']])
    const looked = await bring('shelves', file, 'check')
    expect(looked).toMatchObject({ state: 'refused', problem: 'Columns are missing in the sheet: {{columns}}.' })
    expect(looked.asks.columns.map(({ header, examples }) => [header, examples])).toEqual([
      ['Godown', ['W1', 'One']],
      ['Slot', ['S-01', 'S-02']],
    ])
    const columns = JSON.stringify({ Godown: 'site', Slot: 'shelf' })
    expect(await bring('shelves', file, 'all', { columns })).toMatchObject({
      state: 'taken',
      kinds: { shelves: { new: 2 } },
    })
  })

  // Would catch: people asked what 仓库 is, or "款号 Style", which says it twice.
  it('are none where people call them as everybody does, or in both languages', async () => {
    const shelves = await bring('shelves', csv('仓库,货位', 'One,S-03'))
    expect([shelves.state, shelves.asks.columns]).toEqual(['taken', []])
    const stock = ['仓库', '货架 Shelf', '商品编码', '成色', '数量 Qty（件）']
    const looked = await bring('opening-stock', await workbook([stock, ['W1', 'S-03', 'NOPE', '完好', '5']]), 'check')
    expect([looked.asks.columns, looked.problem]).toEqual([[], null])
    const style = await bring('styles', csv('款号 Style,款号 Vendor,City', 'X1,GZ01,Surat'), 'check')
    expect(style.asks.columns.map(({ header }) => header)).toEqual(['款号 Vendor', 'City'])
  })

  // Would catch: "There is no such record." of a shelf, and not where it has to come from.
  it('say of a shelf that is not there where it is sought', async () => {
    await bring('styles', csv('Style code,Name,Vendor,Category', 'X2,Two,GZ01,Tops'))
    await bring('skus', csv('SKU,Style,Colour,Size', 'X2-RED-M,X2,Red,M'))
    const looked = await bring('opening-stock', csv('Warehouse,Bin,SKU,Quantity', 'W1,Z-99,X2-RED-M,5'), 'check')
    expect(faultsOf(looked)).toEqual([
      ['B2', 'There is no such record.', 'Not among the {{kind}}. Bring them in first.'],
    ])
  })
})

describe('a corrected workbook', () => {
  // Would catch: a fault written over a header, so that the file sent back has one column more that nobody knows.
  it('keeps its owner’s headers, and goes through when it is sent back corrected', async () => {
    const rows: Cell[][] = [
      ['供应商名册'],
      ['供应商编号', 'Name', 'City', 'Country code'],
      ['K1', 'One', '', '86'],
      ['K2', 'Two', 'Surat', '91'],
      ['K2', 'Again', 'Surat', '91'],
    ]
    const columns = JSON.stringify({ 'Country code': '-' })
    const refused = await bring('vendors', await workbook(rows), 'good_rows', { columns })
    expect(refused).toMatchObject({ state: 'taken', kinds: { vendors: { new: 1, refused: 2 } } })
    // Would catch: a duplicate that does not say of which row.
    expect(refused.faults[1]).toMatchObject({ cell: 'A5', expected: 'See row {{row}}.', values: { row: '4' } })
    const { book } = await corrected(refused.upload_id)
    const sheet = book.worksheets[0]
    expect(textsOf(sheet, 2)).toEqual([...(rows[1] ?? []), 'Errors / 错误'])
    expect(sheet?.getCell('A1').text).toBe('供应商名册')
    expect(sheet?.getCell('E3').text).toMatch(/^City/)
    if (sheet) {
      sheet.getCell('C3').value = 'Foshan'
      sheet.getCell('A5').value = 'K3'
    }
    const back = await bring('vendors', Buffer.from((await book?.xlsx.writeBuffer()) ?? []), 'all', { columns })
    expect([back.state, faultsOf(back), back.kinds.vendors]).toMatchObject(['taken', [], { new: 2, unchanged: 1 }])
  })
})

describe('a row that changes a record', () => {
  // Would catch: "12 changed" of which nobody can see what.
  it('shows what stood there, and what would', async () => {
    await bring('styles', csv('Style,Name,Category,Vendor,Unit price', 'H1,One,Tops,GZ01,118 CNY'))
    const file = csv('Style,Name,Category,Vendor,Unit price', 'H1,One,Shirts,GZ01,121 CNY')
    const { changes } = await bring('styles', file, 'check')
    expect(changes).toMatchObject([{ kind: 'styles', row: 2, id: 'H1' }])
    expect(changes[0]?.values.toSorted((a, b) => a.column.localeCompare(b.column))).toEqual([
      { column: 'category', before: 'Tops', after: 'Shirts' },
      { column: 'price', before: { minor: 11_800, currency: 'CNY' }, after: { minor: 12_100, currency: 'CNY' } },
    ])
  })
})

describe('the example of a template', () => {
  // Would catch: Guangzhou Yihe of the template as a vendor of every company.
  it('is marked, and is not taken with the rows beneath it', async () => {
    const template = await admin.call(data.getSample, { kind: 'vendors' })
    const book = new ExcelJS.Workbook()
    await book.xlsx.load(template.bytes as unknown as ExcelJS.Buffer)
    const sheet = book.worksheets[0]
    const marks = textsOf(sheet, 2).filter((text) => text === exampleMark)
    expect(marks).toHaveLength(1)
    const only = await bring('vendors', template.bytes)
    expect(only).toMatchObject({
      state: 'refused',
      problem: 'Only the example of the template is there. Please fill in the rows beneath it.',
    })
    const keys = kindNamed('vendors').sheet.columns.map(({ key }) => key)
    const row = sheet?.getRow(3)
    for (const [key, value] of [
      ['vendor', 'E1'],
      ['name', 'Own'],
      ['city', 'Surat'],
    ] as const)
      if (row) row.getCell(keys.indexOf(key) + 1).value = value
    const taken = await bring('vendors', Buffer.from((await book.xlsx.writeBuffer()) ?? []))
    expect(taken).toMatchObject({ state: 'taken', examples: 1, kinds: { vendors: { new: 1, refused: 0 } } })
    expect((await valuesOf('vendors', 'GZ01'))?.name).toBe('Yihe')
  })
})
