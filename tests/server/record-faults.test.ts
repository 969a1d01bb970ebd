import { setTimeout as sleep } from 'node:timers/promises'
import ExcelJS from 'exceljs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stopSheetThreads } from '../../src/server/sheets/sheet-threads.ts'
import type { KindName } from '../../src/shared/areas/data/kinds.ts'
import { contract } from '../../src/shared/areas.ts'
import { asItStands } from '../support/as-it-stands.ts'
import type { Client } from '../support/client.ts'
import { ledgerDifferences } from '../support/ledgers.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { data, orders } = contract

afterAll(stopSheetThreads)

let server: TestServer
let admin: Client

const csv = (...lines: string[]) => Buffer.from(lines.join('\n'))

async function workbook(sheets: Readonly<Record<string, (string | number)[][]>>, merge?: string): Promise<Buffer> {
  const book = new ExcelJS.Workbook()
  for (const [name, rows] of Object.entries(sheets)) {
    const sheet = book.addWorksheet(name)
    sheet.addRows(rows)
    if (merge) sheet.mergeCells(merge)
  }
  return Buffer.from(await book.xlsx.writeBuffer())
}

type Mode = 'check' | 'all' | 'good_rows'

async function bring(kind: KindName | 'all', bytes: Buffer, mode: Mode = 'all', more: Record<string, string> = {}) {
  const name = bytes.subarray(0, 2).toString() === 'PK' ? `${kind}.xlsx` : `${kind}.csv`
  const reply = await admin.call(data.importRecords, { kind, mode, file: { name, bytes } }, more)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body.data.import
}

const faultsOf = ({ faults }: Awaited<ReturnType<typeof bring>>) =>
  faults.map(({ sheet, cell, message }) => [sheet, cell, message])

beforeAll(async () => {
  server = await testServer()
  admin = await server.as('admin')
  await bring(
    'sites',
    csv(
      'Site,Kind of site,Name,Country,Address,Time zone',
      'WDEL,Warehouse,Delhi warehouse,IN,3 Road,Asia/Kolkata',
      'WMUM,Warehouse,Mumbai warehouse,IN,3 Road,Asia/Kolkata',
    ),
  )
  await bring('vendors', csv('Vendor,Name,City', 'GZ01,Yihe,Guangzhou', 'SZ02,Lanxin,Shenzhen'))
  await bring('size-sets', csv('Size set,Size,Position', 'ALPHA,S,1', 'ALPHA,M,2', 'ALPHA,XL,2'))
  await bring(
    'styles',
    csv(
      'Style,Name,Category,Vendor,Size set',
      'DR1,Dress,Dresses,GZ01,ALPHA',
      'DR2,Dress,Dresses,GZ01,',
      'DR3,D,D,SZ02,',
    ),
  )
  await bring(
    'skus',
    csv(
      'NM SKU,Style,Colour,Size',
      ...['S', 'M', 'XL'].map((size) => `DR1-${size},DR1,Black,${size}`),
      ...['36', '36.5', '37'].map((size) => `DR2-${size},DR2,Black,${size}`),
      'DR3-M,DR3,Black,M',
    ),
  )
})

describe('a row', () => {
  // Would catch: a bad cell that hides what else is wrong with its row, so that a file is corrected three times.
  it('has all its faults told at once, and none twice', async () => {
    const rows = csv('Style,Name,Category,Vendor,Size set,Price', 'DR8,,Dresses,GZ99,NOSUCH,12..5', 'DR9,Dress,,GZ99,,')
    const found = faultsOf(await bring('styles', rows))
    expect(found.map(([, cell, message]) => [cell, message])).toEqual([
      ['F2', 'Invalid amount format'],
      ['D2', 'There is no such record.'],
      ['E2', 'There is no such record.'],
      ['B2', 'A new record needs this.'],
      ['D3', 'There is no such record.'],
      ['C3', 'A new record needs this.'],
    ])
  })
})

describe('a size of an SKU', () => {
  const sku = (size: string, style = 'DR1') => csv('NM SKU,Style,Colour,Size', `DRX-${size},${style},Black,${size}`)

  // Would catch: a slip in a size that becomes an SKU nobody can order in sets, in silence.
  it('is one of its style’s size set, where it has one', async () => {
    const { faults } = await bring('skus', sku('XXL'))
    expect(faults).toMatchObject([
      { cell: 'D2', value: 'XXL', expected: '{{set}} has {{sizes}}.', values: { set: 'ALPHA', sizes: 'S, M, XL' } },
    ])
    expect(faults).toHaveLength(1)
    expect((await bring('skus', sku('M'), 'check')).fault_count).toBe(0)
    expect((await bring('skus', sku('XXL', 'DR2'), 'check')).fault_count).toBe(0)
  })
})

describe('an order of a file', () => {
  const header = 'Order ID,NM SKU,Quantity,Supplier,Unit price (CNY),Order date,Ship by,Destination'

  // Would catch: a row that is corrected for its SKU, and refused again for its price, and again for its days.
  it('has the faults of its days and its price told whatever else is wrong, and by every one of them', async () => {
    const days = '2026-02-24,2026-02-10'
    const found = faultsOf(
      await bring(
        'orders',
        csv(
          header,
          `PO-A1,NOPE-L,5,GZ01,120,${days},WNO`,
          `PO-A2,DR1-S,5,Yihe,0,${days},WDEL`,
          `PO-A3,DR1-S,5,GZ01,₹120,${days},WDEL`,
        ),
        'check',
      ),
    )
    expect(found.map(([, cell, message]) => [cell, message])).toEqual([
      ['B2', 'There is no such record.'],
      ['H2', 'There is no such record.'],
      ['G2', 'This order cannot be taken so.'],
      ['G3', 'This order cannot be taken so.'],
      ['E3', 'This order cannot be taken so.'],
      ['E4', 'Invalid amount format'],
      ['G4', 'This order cannot be taken so.'],
    ])
  })
})

describe('opening stock', () => {
  const onHand = async () =>
    (await server.db.selectFrom('stock').select(['condition', 'on_hand']).orderBy('condition').execute()).map(
      ({ condition, on_hand }) => `${condition} ${on_hand}`,
    )

  // Would catch: stock that doubles with every upload, since a dash or an empty cell in the key is not what stands in the books.
  it('is the same record whether its floor and condition are left empty, dashed or named', async () => {
    const file = csv('Site,Shelf,NM SKU,Condition,Quantity', 'WDEL,-,DR1-S,-,10')
    expect((await bring('opening-stock', file)).kinds['opening-stock']).toMatchObject({ new: 1 })
    expect((await bring('opening-stock', file)).kinds['opening-stock']).toMatchObject({ unchanged: 1 })
    expect(await onHand()).toEqual(['good 10'])
    const twice = await bring(
      'opening-stock',
      csv('Site,NM SKU,Condition,Quantity', 'WDEL,DR1-S,,4', 'WDEL,DR1-S,Good,5'),
    )
    expect(faultsOf(twice)).toEqual([['opening-stock.csv', 'A3', 'Multiple entries found.']])
    expect(await onHand()).toEqual(['good 10'])
  })

  // Would catch: a form that says of stock it has just posted that there is no such record.
  it('is posted by a form that leaves the condition open', async () => {
    const saved = await admin.call(data.saveRecord, {
      kind: 'opening-stock',
      is_new: true,
      values: { site: 'WDEL', sku: 'DR1-M', quantity: 6 },
    })
    expect([saved.status, saved.body.data.row.values.condition]).toEqual([200, 'good'])
    const again = await admin.call(data.saveRecord, {
      kind: 'opening-stock',
      is_new: true,
      values: { site: 'WDEL', sku: 'DR1-M', quantity: 9 },
    })
    expect(again.status).toBe(400)
  })

  // Would catch: a check of the books that knows nothing of stock.
  it('is checked against its moves', async () => {
    expect(await ledgerDifferences(server.db)).toEqual([])
    await sql`UPDATE stock SET on_hand = on_hand + 1 WHERE on_hand = 6`.execute(server.db)
    expect(await ledgerDifferences(server.db)).toEqual([
      'stock WDEL floor DR1-M good: on_hand is 7, its ledger makes it 6',
    ])
    await sql`UPDATE stock SET on_hand = on_hand - 1 WHERE on_hand = 7`.execute(server.db)
  })
})

describe('the order of sizes', () => {
  const ranks = async (style: string) =>
    (
      await server.db
        .selectFrom('sku')
        .select('nm_sku')
        .where('nm_sku', 'like', `${style}-%`)
        .orderBy('size_rank')
        .execute()
    ).map(({ nm_sku }) => nm_sku)

  // Would catch: SKUs that keep their old place when their style gets its size set after them, or the set another size.
  it('follows the size set of the style, whichever comes first', async () => {
    expect(await ranks('DR2')).toEqual(['DR2-36', 'DR2-36.5', 'DR2-37'])
    await bring('size-sets', csv('Size set,Size,Position', 'ALPHA,XL,1', 'ALPHA,S,3'))
    expect(await ranks('DR1')).toEqual(['DR1-XL', 'DR1-M', 'DR1-S'])
    await bring('size-sets', csv('Size set,Size,Position', 'ROW,37,1', 'ROW,36.5,2', 'ROW,36,3'))
    await bring('styles', csv('Style,Size set', 'DR2,ROW'))
    expect(await ranks('DR2')).toEqual(['DR2-37', 'DR2-36.5', 'DR2-36'])
    await bring('styles', csv('Style,Size set', 'DR2,-'))
    expect(await ranks('DR2')).toEqual(['DR2-36', 'DR2-36.5', 'DR2-37'])
  })
})

describe('values that no column should hold', () => {
  // Would catch: a value too large for its column that ends as an error of the server, "8-10" that became a day, a country of one letter.
  it('are faults at their cells', async () => {
    expect(faultsOf(await bring('size-sets', csv('Size set,Size,Position', 'BIG,S,40000')))).toEqual([
      ['size-sets.csv', 'C2', 'Invalid quantity format'],
    ])
    const dated = await workbook({
      SKUs: [
        ['NM SKU', 'Style', 'Colour', 'Size'],
        ['DR1-8', 'DR1', 'Black', '2026-10-08'],
      ],
    })
    expect(faultsOf(await bring('skus', dated))).toEqual([['SKUs', 'D2', 'Invalid code format']])
    const site = csv(
      'Site,Kind of site,Name,Country,Address,Time zone,Currency',
      'W1,Warehouse,W,I,3 Road,Asia/Kolkata,XQQ',
    )
    expect(faultsOf(await bring('sites', site))).toEqual([
      ['sites.csv', 'D2', 'Invalid code format'],
      ['sites.csv', 'G2', 'Invalid code format'],
    ])
  })

  // Would catch: a record that is changed again by every upload of the same file.
  it('are taken away once: the same dash again changes nothing', async () => {
    const file = csv('Vendor,Name (Chinese)', 'SZ02,-')
    await bring('vendors', csv('Vendor,Name (Chinese)', 'SZ02,兰馨'))
    expect((await bring('vendors', file)).kinds.vendors).toMatchObject({ changed: 1 })
    expect((await bring('vendors', file)).kinds.vendors).toMatchObject({ unchanged: 1 })
  })
})

describe('a workbook', () => {
  const head = ['Order ID', 'NM SKU', 'Quantity', 'Unit price', 'Ship by', 'Destination', 'Order date']
  const line = (order: string, sku: string, quantity: string | number) => [
    ...[order, sku, quantity, '90.00 CNY', '2030-01-31', 'WDEL', '2026-11-02'],
  ]

  // Would catch: a row of the second sheet that is dropped for a fault of the first, and a fault at the first sheet's cell.
  it('with orders in two sheets keeps their rows apart', async () => {
    const file = await workbook({
      May: [head, line('WB-1', 'DR1-S', 'many'), line('WB-2', 'DR1-S', 4)],
      June: [
        ['Remark'],
        [],
        ['Reason of the change', ...head],
        ['', ...line('WB-3', 'DR1-S', 5)],
        ['', ...line('WB-4', 'NOPE', 5)],
      ],
    })
    const taken = await bring('orders', file, 'good_rows')
    expect(faultsOf(taken)).toEqual([
      ['May', 'C2', 'Invalid quantity format'],
      ['June', 'C5', 'There is no such record.'],
    ])
    expect(taken.kinds.orders).toMatchObject({ new: 2, refused: 2 })
    const made = await server.db.selectFrom('vendor_order').select('order_id').orderBy('order_id').execute()
    expect(made.map(({ order_id }) => order_id)).toEqual(['WB-2', 'WB-3'])
  })

  // Would catch: a sheet that is passed over in silence because of its name, or read as a kind that it is not of.
  it('of all kinds names a sheet that it does not know; of one kind it leaves other kinds alone', async () => {
    const vendors = [
      ['Vendor code', 'Name', 'City'],
      ['HZ03', 'Silk', 'Hangzhou'],
    ]
    const file = await workbook({
      Vendors: vendors,
      SKU: [
        ['NM SKU', 'Style'],
        ['X-1', 'DR1'],
      ],
      Empty: [],
    })
    const refused = await bring('all', file)
    expect([refused.state, faultsOf(refused)]).toEqual([
      'refused',
      [['SKU', '', 'This sheet is not known by its name.']],
    ])
    const styles = [
      ['Style code', 'Name', 'Vendor code', 'Category'],
      ['DR1', 'Dress', 'GZ01', 'Dresses'],
    ]
    const one = await bring('vendors', await workbook({ Styles: styles, Vendors: vendors }))
    expect([one.state, one.faults, one.kinds.vendors]).toMatchObject(['taken', [], { new: 1, unchanged: 0 }])
  })

  // Would catch: a value that holds for three rows by its merge and is lost for two of them without a word.
  it('with merged cells is told, cell by cell', async () => {
    const rows = [
      ['Vendor', 'City', 'Contact person'],
      ['GZ01', 'Foshan', 'Chen'],
      ['SZ02', 'Foshan', ''],
    ]
    const refused = await bring('vendors', await workbook({ Vendors: rows }, 'C2:C3'))
    expect(faultsOf(refused)).toEqual([['Vendors', 'C2', 'Merged cells are not read here. Please fill in each row.']])
  })

  // Would catch: three hundred thousand sites let in by the limit of sales, because they came in the workbook of all kinds or in several sheets.
  it('has no more rows of a kind than that kind may have, in all its sheets together', async () => {
    const sites = (from: number) => [
      ['Facility', 'Name'],
      ...Array.from({ length: 3_000 }, (_, at) => [`F${from + at}`, 'F']),
    ]
    const file = await workbook({ Facilities: sites(0), 生产工厂: sites(3_000) })
    for (const kind of ['all', 'facilities'] as const)
      expect(await bring(kind, file)).toMatchObject({
        ...{
          state: 'refused',
          problem: 'The sheet has too many rows: at most {{rows}} are read at once.',
          problem_values: { rows: 5_000 },
        },
      })
  })
})

describe('orders that are there', () => {
  const head = 'Order ID,NM SKU,Quantity,Unit price,Ship by,Destination,Order date,Urgent'
  const line = (order: string, sku: string, quantity: number | string, rest: string) =>
    `${order},${sku},${quantity},${rest}`
  const whole = '90.00 CNY,2030-01-31,WDEL,2026-11-02,no'
  beforeAll(async () => {
    await bring(
      'orders',
      csv(head, ...['OR-1', 'OR-2', 'OR-3'].flatMap((o) => [line(o, 'DR1-S', 10, whole), line(o, 'DR1-M', 10, whole)])),
    )
  })
  const order = (id: string) =>
    server.db
      .selectFrom('vendor_order')
      .select(['ordered', 'ship_by', 'is_flagged_urgent as urgent'])
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow()

  // Would catch: an empty cell taken for a contradiction, and a row that repeats what stands overruled in silence by another row.
  it('change by what their rows say: nothing is said by an empty cell, and two rows may not disagree', async () => {
    const said = await bring(
      'orders',
      csv(head, line('OR-1', 'DR1-S', 8, ',2030-02-28,,,yes'), line('OR-1', 'DR1-M', 9, ',,,,')),
    )
    expect([said.state, said.faults]).toEqual(['taken', []])
    expect(await order('OR-1')).toEqual({ ordered: 17, ship_by: '2030-02-28', urgent: true })
    const against = await bring(
      'orders',
      csv(head, line('OR-2', 'DR1-S', 10, whole), line('OR-2', 'DR1-M', 10, ',2030-03-31,,,')),
      'good_rows',
    )
    expect(faultsOf(against).map(([, ...at]) => at)).toEqual([
      ['A2', 'Another row of this order has a fault: it is taken whole or not at all.'],
      ['E3', 'Another row of this order says something else.'],
    ])
    expect(await order('OR-2')).toMatchObject({ ship_by: '2030-01-31' })
  })

  // Would catch: an order of which one row is refused and the others are carried out although the file says they were not.
  it('are left alone whole where one of their rows takes away what an order needs', async () => {
    const taken = await bring(
      'orders',
      csv(head, line('OR-2', 'DR1-S', 3, ',,,,'), line('OR-2', 'DR1-M', 4, '-,,,,'), line('OR-3', 'DR1-S', 9, ',,,,')),
      'good_rows',
    )
    expect(taken.kinds.orders).toEqual({ new: 0, changed: 1, unchanged: 0, refused: 2 })
    expect([(await order('OR-2')).ordered, (await order('OR-3')).ordered]).toEqual([20, 19])
  })

  // Would catch: an urgent flag of a cancelled order that a file says was taken and nobody set.
  it('take no flag once they are cancelled, and say so', async () => {
    await asItStands(server, admin).call(orders.cancelOrder, { order_id: 'OR-3', action: 'cancel', reason: 'Late' })
    const refused = await bring('orders', csv(head, line('OR-3', 'DR1-S', '', ',,,,yes')))
    expect([refused.state, refused.faults[0]?.cell, refused.faults[0]?.expected]).toEqual([
      'refused',
      'H2',
      'The order was cancelled.',
    ])
  })

  // Would catch: an import that takes orders in the order of its rows while somebody answers them in that of their ids.
  it('are held in the order of their ids, so that nobody waits for each other for ever', async () => {
    const [first, second] = await server.db
      .selectFrom('vendor_order')
      .select(['id', 'order_id'])
      .where('order_id', 'in', ['OR-1', 'OR-2'])
      .orderBy('id')
      .execute()
    const rows = [second, first].map((each) => line(each?.order_id ?? '', 'DR1-S', 7, ',,,,'))
    let importing: ReturnType<typeof bring> | undefined
    await server.db.transaction().execute(async (tx) => {
      await sql`SELECT FROM vendor_order WHERE id = ${first?.id} FOR NO KEY UPDATE`.execute(tx)
      importing = bring('orders', csv(head, ...rows))
      await sleep(1_500)
      // The import waits for the first, and so has not taken the second.
      await sql`SELECT FROM vendor_order WHERE id = ${second?.id} FOR NO KEY UPDATE NOWAIT`.execute(tx)
    })
    expect((await importing)?.state).toBe('taken')
  })
})

describe('an import', () => {
  // Would catch: a second import in the list, for ever running, for a call that was sent twice.
  it('that is sent twice with one key is one import', async () => {
    const key = { 'idempotency-key': 'one-import' }
    const file = csv('Vendor,Name,City', 'KEY1,A,B')
    const first = await bring('vendors', file, 'all', key)
    expect((await bring('vendors', file, 'all', key)).id).toBe(first.id)
    const rows = Array.from({ length: 15_000 }, (_, at) => `K${at},${'a'.repeat(30)},B`)
    const long = csv('Vendor,Name,City', ...rows)
    const job = await bring('vendors', long, 'check', { 'idempotency-key': 'one-job' })
    expect((await bring('vendors', long, 'check', { 'idempotency-key': 'one-job' })).id).toBe(job.id)
    const { rows: imports } = (await admin.call(data.getImports, {})).body.data
    expect(imports.filter(({ state, id }) => state === 'running' && id !== job.id)).toEqual([])
  })

  // Would catch: an import of a server that was killed, shown as running until the end of days.
  it('whose server went away is not running for ever', async () => {
    const { id } = await bring('sites', csv('Site,Name', 'WDEL,'))
    await sql`UPDATE record_import SET state = 'running', created_at = now() - interval '1 hour' WHERE id = ${id}`.execute(
      server.db,
    )
    expect((await admin.call(data.getImports, { id })).body.data.rows[0]?.state).toBe('failed')
  })
})

// Would catch: a time zone asked of a site in China or India, where there is one; one guessed of a country that has several.
it('a site’s time zone is known by its country where that has one', async () => {
  const head = 'Site,Kind of site,Name,Country,Address'
  await bring('sites', csv(head, 'CNX1,Warehouse,Guangzhou,中国,88 Road', 'INX1,Warehouse,Pune,India,3 Road'))
  const { rows } = await sql<{ time_zone: string }>`
    SELECT time_zone FROM site WHERE code IN ('CNX1', 'INX1') ORDER BY code`.execute(server.db)
  expect(rows.map(({ time_zone }) => time_zone)).toEqual(['Asia/Shanghai', 'Asia/Kolkata'])
  const elsewhere = await bring('sites', csv(head, 'USX1,Warehouse,Boston,US,1 Road'), 'check')
  expect(elsewhere.fault_count).toBeGreaterThan(0)
})
