import { buffer } from 'node:stream/consumers'
import ExcelJS from 'exceljs'
import { type PluginTransformQueryArgs, sql } from 'kysely'
import { parse } from 'papaparse'
import { v7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { ordersById } from '../../src/server/areas/orders/order-rows.ts'
import type { CallContext } from '../../src/server/http/call.ts'
import { exportList } from '../../src/server/lists/export-list.ts'
import { myOrders } from '../../src/shared/areas/orders/lists.ts'
import type { OrderRow } from '../../src/shared/areas/orders/shapes.ts'
import { contract, listExports } from '../../src/shared/areas.ts'
import { type Field, fields } from '../../src/shared/kernel/field.ts'
import type { Client } from '../support/client.ts'
import { freshDatabase } from '../support/database.ts'
import { readyBoxes } from '../support/invoices.ts'
import { type MadeOrder, makeOrder } from '../support/orders.ts'
import type { MadeVendor } from '../support/people.ts'
import { resources, type TestServer, testServer } from '../support/server.ts'
import { packedShipment } from '../support/shipments.ts'

const { frame: frameCalls } = contract

let server: TestServer
let vendor: MadeVendor
let client: Client
let ops: Client
let orders: MadeOrder[]
let queries = 0

/** What the server does by itself meanwhile, jobs and notices, counts for nothing. */
const transformQuery = ({ node }: PluginTransformQueryArgs) => {
  if (/vendor_order|order_line|jsonb|audit/.test(JSON.stringify(node))) queries += 1
  return node
}

beforeAll(async () => {
  const { db } = await freshDatabase()
  server = await testServer({ db: db.withPlugin({ transformQuery, transformResult: async ({ result }) => result }) })
  vendor = await server.makeVendor({ name: '=HYPERLINK("http://x")' })
  client = await server.as(await server.makeUser({ role: 'vendor', vendor }))
  ops = await server.as('ops')
  orders = []
  for (const shipInDays of [9, 3, 6]) orders.push(await makeOrder(server.db, { vendor, shipInDays }))
})

const columns = (...ids: string[]) => ids.map((id) => ({ id, header: id.toUpperCase() })) as never

function rowsOf({ bytes, status }: { bytes: Buffer; status: number }): string[][] {
  expect(status).toBe(200)
  return parse<string[]>(bytes.toString('utf8').replace(/^\uFEFF/, ''), { skipEmptyLines: true }).data
}

async function sheetOf(bytes: Buffer) {
  const book = new ExcelJS.Workbook()
  await book.xlsx.load(bytes as never)
  const [sheet] = book.worksheets
  if (!sheet) throw new Error('no sheet')
  return sheet
}

describe('an export of what is seen', () => {
  // Would catch: an export that ignores the sort, the column order, or the reader's headers and words.
  it('has the columns asked for, in their order, under the reader’s headers, in the list’s sort, in its words', async () => {
    const reply = await client.call(frameCalls.exportOrders, {
      columns: [
        { id: 'status', header: '状态' },
        { id: 'order_id', header: '订单' },
        { id: 'style', header: '款式' },
        { id: 'ordered', header: '订购数' },
        { id: 'unit_price', header: '单价' },
      ],
      words: { 'Awaiting shipment': '待发货', 'On shipping platform': '已上平台', Currency: '币种' },
      language: 'zh-CN',
      sort: 'shipping_deadline',
      descending: true,
    })
    const [header, ...rows] = rowsOf(reply)
    // Would catch: amounts of which nobody knows whether they are yuan or rupees.
    expect(header).toEqual(['状态', '订单', '款式', '订购数', '单价', '币种'])
    expect(rows.map((row) => row[1])).toEqual([orders[0], orders[2], orders[1]].map((order) => order?.order_id))
    expect(rows[0]?.[2]).toMatch(/^款式 /)
    expect(rows[0]?.slice(3)).toEqual(['20', '45.5', 'CNY'])
    expect(reply.headers['content-disposition']).toContain('orders.csv')
  })

  it('holds what matches the filter, or the rows chosen, of one’s own', async () => {
    const { order_id } = await makeOrder(server.db)
    const [first] = orders
    const chosen = await client.call(frameCalls.exportOrders, {
      columns: columns('order_id'),
      order_ids: [first?.order_id ?? '', order_id],
    })
    expect(rowsOf(chosen).slice(1)).toEqual([[first?.order_id]])
    const searched = await client.call(frameCalls.exportOrders, {
      columns: columns('order_id'),
      search: 'nothing like it',
    })
    expect(rowsOf(searched)).toEqual([['ORDER_ID']])
  })

  // Would catch: a vendor's or a style's name that Excel runs as a formula, in either format.
  it('makes no formula of what people wrote, nor of a header', async () => {
    const wish = { columns: [{ id: 'supplier' as const, header: '=1+1' }] }
    const csv = await client.call(frameCalls.exportOrders, { ...wish })
    expect(rowsOf(csv).slice(0, 2)).toEqual([["'=1+1"], [`'=HYPERLINK("http://x")`]])
    const sheet = await sheetOf((await client.call(frameCalls.exportOrders, { ...wish, format: 'xlsx' })).bytes)
    for (const row of [1, 2]) {
      const cell = sheet.getCell(row, 1)
      expect([cell.type, cell.formula, cell.numFmt]).toEqual([ExcelJS.ValueType.String, undefined, '@'])
    }
    expect(sheet.getCell(2, 1).value).toBe('=HYPERLINK("http://x")')
  })

  it('is a workbook with numbers as numbers and days as days, of a type that Excel opens', async () => {
    const wish = { columns: columns('order_id', 'ordered', 'unit_price', 'shipping_deadline'), format: 'xlsx' as const }
    const reply = await client.call(frameCalls.exportOrders, wish)
    expect(reply.headers['content-type']).toContain('spreadsheetml.sheet')
    expect(reply.headers['content-disposition']).toContain('orders.xlsx')
    const sheet = await sheetOf(reply.bytes)
    expect(sheet.rowCount).toBe(4)
    const [id, ordered, price, deadline] = [1, 2, 3, 4].map((column) => sheet.getCell(2, column).value)
    expect([typeof id, ordered, price]).toEqual(['string', 20, 45.5])
    expect(deadline).toBeInstanceOf(Date)
  })

  const wrong: [string, object][] = [
    ['no columns', { columns: [] }],
    ['a column that is none', { columns: columns('password_hash') }],
    ['a column of every object', { columns: columns('constructor') }],
    ['a column twice', { columns: columns('status', 'status') }],
    ['a header of two lines', { columns: [{ id: 'status', header: 'a\r\nb,c' }] }],
    ['a header without end', { columns: [{ id: 'status', header: 'x'.repeat(81) }] }],
    ['no header', { columns: [{ id: 'status', header: ' ' }] }],
    ['too many words', { words: Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`w${at}`, 'x'])) }],
    ['a word without end', { words: { Late: 'x'.repeat(121) } }],
    ['a word of two lines', { words: { Late: 'a\nb' } }],
    ['a time zone that is none', { time_zone: "Mars/O'Hara" }],
    ['a format that is none', { format: 'exe' }],
    ['a sort that is none', { sort: 'o.id; DROP TABLE vendor_order' }],
  ]
  for (const [what, change] of wrong)
    it(`refuses ${what}`, async () => {
      const reply = await client.call(frameCalls.exportOrders, { columns: columns('status'), ...change } as never)
      expect([reply.status, reply.body.code]).toEqual([400, 'invalid_input'])
    })

  // Would catch: a role that may not see prices finding them in a file. No such role may call today: the noun is asked itself.
  it('leaves prices out for who may not see them, and gives nothing when nothing else was asked for', async () => {
    const work = {
      caller: { role: 'warehouse', userId: (await server.makeUser({ role: 'warehouse' })).id },
      db: server.db,
      requestId: 'test',
      source: 'api',
      signal: new AbortController().signal,
      command: (run: (tx: never) => Promise<unknown>) => server.db.transaction().execute(run as never),
    } as unknown as CallContext
    const list = { ...myOrders, rowsById: ordersById }
    const looks = { format: 'csv' as const, words: {}, language: 'en', time_zone: 'UTC' }
    const priced = columns('unit_price', 'value', 'previous_unit_price', 'currency') as { id: string; header: string }[]
    const ids = orders.map(({ id }) => id)
    const both = { ...looks, columns: [...(columns('order_id') as typeof priced), ...priced] }
    const { body } = await exportList<OrderRow>(list, both, ids, work)
    let text = ''
    for await (const part of body) text += part
    expect(text).toContain('ORDER_ID\r\n')
    expect(text).not.toMatch(/PRICE|VALUE|CNY|45\.5/)
    await expect(exportList<OrderRow>(list, { ...looks, columns: priced }, ids, work)).rejects.toThrow('at least one')
  })

  it('is an event: who took what, how many rows of it and which columns', async () => {
    await client.call(frameCalls.exportOrders, { columns: columns('order_id', 'remark') })
    const event = await server.db
      .selectFrom('audit_event')
      .where('entity_id', '=', 'orders.csv')
      .orderBy('id', 'desc')
      .select(['event', 'details'])
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(event).toEqual({ event: 'file.downloaded', details: { rows: 3, columns: 'order_id remark' } })
  })

  // Would catch: a paper that is looked through and then printed unasked, written down as taken twice.
  it('is one event however often it is fetched under one key, and a file each time', async () => {
    const taken = async () =>
      (await server.db.selectFrom('audit_event').where('entity_id', '=', 'orders.csv').select('id').execute()).length
    const before = await taken()
    const asked = (key: string) =>
      client.call(frameCalls.exportOrders, { columns: columns('order_id') }, { 'idempotency-key': key })
    const [first, second] = [await asked('taken-1'), await asked('taken-1')]
    expect([first.status, second.status, second.bytes]).toEqual([200, 200, first.bytes])
    expect(await taken()).toBe(before + 1)
    await asked('taken-2')
    expect(await taken()).toBe(before + 2)
  })
})

describe('the other lists', () => {
  it('shipping platform: lines as in the grid, or those chosen', async () => {
    const [first] = orders
    const wish = { columns: columns('order', 'sku', 'awaiting', 'deadline') }
    const all = rowsOf(await client.call(frameCalls.exportPlatform, { ...wish, tab: 'awaiting' }))
    expect(all).toHaveLength(7)
    expect(all.slice(1).map(([, , awaiting]) => awaiting)).toEqual(['12', '8', '12', '8', '12', '8'])
    const line = { order_id: first?.order_id ?? '', nm_sku: first?.lines[1]?.nm_sku ?? '' }
    const chosen = rowsOf(await client.call(frameCalls.exportPlatform, { ...wish, tab: 'awaiting', lines: [line] }))
    expect(chosen.slice(1).map(([order, sku]) => [order, sku])).toEqual([[line.order_id, line.nm_sku]])
  })

  it('shipments: newest first, in the zone of their vendor, whatever the reader’s is', async () => {
    const packed = await packedShipment(server)
    const owner = await server.as(packed.user)
    const wish = { columns: columns('shipment', 'status', 'created', 'boxes', 'tracking'), time_zone: 'America/Lima' }
    const [, row] = rowsOf(await owner.call(frameCalls.exportShipments, wish))
    expect(row?.[0]).toBe(packed.shipment_id)
    expect(row?.[2]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d \+08:00$/)
    // The specification's own file says it as the list's does.
    const whole = rowsOf(await owner.call(contract.shipments.getShippingFile, {}))
    expect(whole[1]?.[whole[0]?.indexOf('Created date') ?? -1]).toBe(row?.[2])
    // A vendor elsewhere has its own zone, and hears of nobody else's.
    const { vendor } = (await owner.call(contract.people.getUserDetails, {})).body.data.user
    await server.db
      .updateTable('vendor')
      .set({ time_zone: 'Asia/Kolkata' })
      .where('code', '=', vendor?.id ?? '')
      .execute()
    const [, moved] = rowsOf(await owner.call(frameCalls.exportShipments, wish))
    expect(moved?.[2]).toMatch(/ \+05:30$/)
    const zonesOf = async (who: typeof owner) =>
      (await who.call(contract.people.getUserDetails, {})).body.data.user.zones
    expect([(await zonesOf(owner)).vendors, (await zonesOf(owner)).own]).toEqual([
      { [vendor?.id ?? '']: 'Asia/Kolkata' },
      'Asia/Kolkata',
    ])
    expect(Object.keys((await zonesOf(client)).vendors)).not.toContain(vendor?.id)
    const none = await client.call(frameCalls.exportShipments, { ...wish, shipment_ids: [packed.shipment_id] })
    expect(rowsOf(none)).toHaveLength(1)
  })

  // Would catch: an ops list whose file is sorted or filtered otherwise than the screen, page by page.
  it('ops: pending and confirmed orders in the order of their pages, sorted or not', async () => {
    for (let at = 0; at < 4; at++) await makeOrder(server.db, { decision: 'NEW', answered: false, shipInDays: at })
    for (const [page, file] of [
      [contract.orders.getPendingOrders, frameCalls.exportPendingOrders],
      [contract.orders.getConfirmedOrders, frameCalls.exportConfirmedOrders],
    ] as const)
      for (const sort of [{}, { sort: 'shipping_deadline', descending: true }] as const) {
        const shown = (await ops.call(page, { page: 1, ...sort })).body.data.rows.map((row) => [row.order_id])
        expect(shown.length).toBeGreaterThan(2)
        expect(rowsOf(await ops.call(file, { columns: columns('order_id'), ...sort })).slice(1)).toEqual(shown)
      }
    expect((await client.call(frameCalls.exportPendingOrders, { columns: columns('order_id') })).status).toBe(403)
  })
})

describe('what a file holds', () => {
  interface Piece {
    at: string
    supplier_id: string
    rate: number | null
    share: number | null
    days: number | null
  }
  const f = fields<Piece>()
  const described = {
    file: 'pieces',
    fields: [
      f.word('state', 'State', () => 'Passed', { words: { passed: 'Passed' } }),
      f.word('code', 'Code', () => 'closed', { words: { closed: 'Closed' } }),
      f.text('place', 'Place', (_, { t }) => t('Not on a shelf')),
      f.instant('at', 'At', (row) => row.at),
      f.number('rate', 'Rate', (row) => row.rate, { digits: 2 }),
      f.share('share', 'Share', (row) => row.share),
      f.count('days', 'Days', (row) => row.days),
    ],
  }
  const known: Piece[] = [
    { at: '2026-11-23T16:54:00Z', supplier_id: '', rate: 1234.5678, share: 0.12345, days: 7 },
    { at: '2026-11-23T16:54:00Z', supplier_id: '', rate: null, share: null, days: null },
  ]
  const fileOf = async (looks: { format: 'csv' | 'xlsx'; language: string }) => {
    const list = {
      ...described,
      rowsById: async (ids: readonly string[]) => ids.map((id) => known[Number(id)] as Piece),
    }
    const caller = { role: 'ops', userId: v7(), team: null, vendorId: null }
    const work = { caller, db: server.db, resources, command: async () => '', signal: new AbortController().signal }
    const wish = { columns: columns(...described.fields.map(({ id }) => id)), words: {}, time_zone: 'Asia/Shanghai' }
    return buffer((await exportList(list, { ...wish, ...looks }, ['0', '1'], work as never)).body as never)
  }

  // Would catch: "Passed", "Closed", "Not on a shelf" in a Chinese file: a word told by its English, by its code, or inside a text.
  it('is in the reader’s words wherever a field takes them from, without any being sent along', async () => {
    const [, chinese] = rowsOf({ bytes: await fileOf({ format: 'csv', language: 'zh-CN' }), status: 200 })
    expect(chinese?.slice(0, 3)).toEqual(['合格', '已结束', '未上架'])
    const [, english] = rowsOf({ bytes: await fileOf({ format: 'csv', language: 'en' }), status: 200 })
    expect(english).toEqual(['Passed', 'Closed', 'Not on a shelf', '2026-11-24 00:54 +08:00', '1234.57', '0.123', '7'])
  })

  // Would catch: dates with a time, rates, shares and unknown counts that a workbook holds as text.
  it('is dates and numbers in a workbook, the date in the place’s own time with its distance from UTC', async () => {
    const sheet = await sheetOf(await fileOf({ format: 'xlsx', language: 'en' }))
    const cells = [4, 5, 6, 7].map((column) => sheet.getCell(2, column))
    expect(cells.map(({ value }) => value)).toEqual([new Date('2026-11-24T00:54:00Z'), 1234.57, 0.123, 7])
    expect(cells.map(({ numFmt }) => numFmt)).toEqual(['yyyy-mm-dd hh:mm "+08:00"', '#,##0.00', '0.0%', '#,##0'])
    expect([5, 6, 7].map((column) => sheet.getCell(3, column).value)).toEqual([null, null, null])
  })

  // Would catch: the next list whose numbers or times are written as text, whatever its area.
  it('is a number wherever its list looks like one', () => {
    const texts = Object.values(listExports).flatMap(({ list, path }) =>
      (list as { fields: readonly Field<never>[] }).fields
        .filter(({ kind, align }) => kind === 'text' && align === 'end')
        .map(({ id }) => `${path} ${id}`),
    )
    expect(texts).toEqual([])
  })
})

describe('boxes ready for an invoice', () => {
  // Would catch: the one list of the invoices' screen that could not be taken away; grams under "Weight (kg)".
  it('are a file in the order of their list, for who may see them', async () => {
    await readyBoxes(server)
    const shown = (await ops.call(contract.invoices.getBoxesForInvoice, {})).body.data.rows
    expect(shown.length).toBeGreaterThan(0)
    const wish = { columns: columns('box', 'ready', 'weight') }
    const rows = rowsOf(await ops.call(frameCalls.exportReadyBoxes, wish)).slice(1)
    expect(rows).toEqual(
      shown.map(({ shipment_id, box_no, quantities, weight_grams }) => [
        `${shipment_id} / ${box_no}`,
        String(quantities.ready),
        weight_grams === null ? '' : String(weight_grams / 1_000),
      ]),
    )
    expect((await client.call(frameCalls.exportReadyBoxes, wish)).status).toBe(403)
  })
})

describe('the users list', () => {
  // Would catch: accounts taken away by who may not manage them, or a password among the columns.
  it('is exported for admins, as filtered and sorted, in their words', async () => {
    const admin = await server.as('admin')
    const wish = { columns: columns('email', 'role', 'status'), words: { ops: '运营', Active: '启用' } }
    const rows = rowsOf(await admin.call(frameCalls.exportUsers, { ...wish, role: ['ops'], sort: 'email' })).slice(1)
    expect(rows.length).toBeGreaterThan(0)
    expect(new Set(rows.map(([, role, status]) => `${role} ${status}`))).toEqual(new Set(['运营 启用']))
    const [chosen] = (await admin.call(contract.people.getUsers, { role: ['ops'] })).body.data.rows
    const user_ids = [chosen?.id ?? '']
    expect(rowsOf(await admin.call(frameCalls.exportUsers, { ...wish, user_ids })).slice(1)).toEqual([
      [chosen?.email, '运营', '启用'],
    ])
    expect((await ops.call(frameCalls.exportUsers, wish)).status).toBe(403)
  })
})

describe('a long list', () => {
  const copies = async (from: number, to: number, vendorId: string) => {
    const [first] = orders
    await sql`INSERT INTO vendor_order (id, order_id, vendor_id, style_id, destination_id, order_date, ship_by,
        unit_price_minor, currency, decision, vendor_decision, ordered, awaiting)
      SELECT gen_random_uuid(), 'PO-L' || n, ${vendorId}, style_id, destination_id, order_date, ship_by,
        unit_price_minor, currency, decision, vendor_decision, ordered, awaiting
      FROM vendor_order, generate_series(${from}::int, ${to}::int) n WHERE id = ${first?.id}`.execute(server.db)
  }

  // Would catch: a query per row, all rows in memory before the first is sent, or a list that ends without a word.
  it('of 20,000 rows takes a query per thousand; beyond 100,000 it says so', async () => {
    const many = await server.makeVendor()
    const reader = await server.as(await server.makeUser({ role: 'vendor', vendor: many }))
    await copies(1, 20_000, many.id)
    for (const format of ['csv', 'xlsx'] as const) {
      queries = 0
      const reply = await reader.call(frameCalls.exportOrders, {
        columns: columns('order_id', 'style', 'awaiting'),
        format,
      })
      expect(queries).toBeLessThan(20 + 10)
      const ids =
        format === 'csv'
          ? rowsOf(reply)
              .slice(1)
              .map(([id]) => id)
          : (await sheetOf(reply.bytes)).getColumn(1).values.slice(2)
      expect(new Set(ids).size).toBe(20_000)
    }
    await copies(20_001, 100_001, many.id)
    const refused = await reader.call(frameCalls.exportOrders, { columns: columns('order_id') })
    expect(refused.status).toBe(400)
    expect(refused.body.message).toMatch(/More than .* rows match/)
  }, 120_000)

  // Would catch: an export that keeps everybody else waiting until a thousand rows are written.
  it('lets others in between its rows', async () => {
    let turns = 0
    let isOver = false
    const turn = () => {
      turns += 1
      if (!isOver) setImmediate(turn)
    }
    const list = {
      file: 'list',
      fields: [fields<string>().text('id', 'Id', (id) => id)],
      rowsById: async (ids: readonly string[]) => [...ids],
    }
    const looks = { format: 'csv', columns: columns('id'), words: {}, language: 'en', time_zone: 'UTC' } as const
    const caller = { role: 'ops', userId: v7(), team: null, vendorId: null }
    const work = { caller, db: server.db, command: async () => '', signal: new AbortController().signal }
    const ids = Array.from({ length: 400 }, (_, at) => String(at))
    const { body } = await exportList(list, looks, ids, work as never)
    setImmediate(turn)
    for await (const part of body) expect(part.length).toBeGreaterThan(400)
    isOver = true
    expect(turns).toBeGreaterThanOrEqual(8)
  })
})
