import { parse } from 'papaparse'
import { beforeAll, describe, expect, it } from 'vitest'
import { seedDemo } from '../../src/server/demo/seed-demo.ts'
import { type KindName, kindNamed, recordKinds } from '../../src/shared/areas/data/kinds.ts'
import { columnOf } from '../../src/shared/areas/data/record-kind.ts'
import { contract, type ListName, lists } from '../../src/shared/areas.ts'
import { bilingual, type CellValue } from '../../src/shared/kernel/sheet.ts'
import { writtenValue } from '../../src/shared/kernel/sheet-cells.ts'
import type { Client } from '../support/client.ts'
import { freshDatabase } from '../support/database.ts'
import { testFiles } from '../support/files.ts'
import { type TestServer, testServer } from '../support/server.ts'

/** A row of any list, as a reply has it. */
type Row = Record<string, unknown>

interface ListCase {
  /** Under which address its rows are asked for; by page where the address says so, otherwise by cursor. */
  path: string
  /** What its filter is set to, so that all of it comes. */
  filter?: Row
  /** The columns of the export that name a row, and the same of a row on screen. */
  names: Readonly<Record<string, string>>
  exportPath: string
  /** A list of records: its values stand by their columns, and its file is the sheet of its kind. */
  kind?: KindName
}

const qc = 'v1/erp/qc/china'
const india = 'v1/erp/qc/india'
const qcBoxes = { path: `${qc}/get-inwarded-boxes`, filter: { tab: 'all' }, names: { sscc: 'sscc' } }

/** Of every kind of records, told apart by the columns of its key. */
const records = Object.fromEntries(
  recordKinds.map(({ kind, key }) => [
    `records-${kind}`,
    {
      ...{ path: 'selvedge/data/{kind}/rows', filter: { kind, tab: 'all' }, exportPath: 'data/{kind}', kind },
      names: Object.fromEntries(key.map((column) => [column, column])),
    },
  ]),
) as unknown as Record<`records-${KindName}`, ListCase>

/** Every list that people look at, page, filter and export. A list that is new in the kernel does not compile until it is here. */
const cases: Record<ListName, ListCase> = {
  'my-orders': { path: 'v1/erp/vendor/get-orders', names: { order_id: 'order_id' }, exportPath: 'orders' },
  'shipping-platform': {
    ...{ path: 'v1/erp/vendor/get-shipping-items', filter: { tab: 'all' }, exportPath: 'shipping-platform' },
    names: { order: 'order_id', sku: 'nm_sku' },
  },
  'vendor-inventory': {
    ...{
      path: 'v1/erp/vendor/inventory/get-inventory-details',
      filter: { tab: 'all' },
      exportPath: 'vendor-inventory',
    },
    names: { style_ids: 'style_id' },
  },
  'pre-stock': {
    ...{ path: 'v1/erp/china/get-pre-stock-listing', filter: { tab: 'all' }, exportPath: 'pre-stock' },
    names: { listing: 'listing_id' },
  },
  shipments: { path: 'v1/erp/vendor/get-shipments', names: { shipment: 'shipment_id' }, exportPath: 'shipments' },
  'pending-orders': {
    ...{ path: 'retool/erp/ops/get-orders/pending/{page}', exportPath: 'pending-orders' },
    names: { order_id: 'order_id' },
  },
  'confirmed-orders': {
    ...{ path: 'retool/erp/ops/get-orders/confirmed/{page}', exportPath: 'confirmed-orders' },
    names: { order_id: 'order_id' },
  },
  users: { path: 'v1/erp/get-users', filter: { status: 'all' }, names: { email: 'email' }, exportPath: 'users' },
  'awaiting-boxes': { path: `${qc}/get-awaiting-inward-boxes`, names: { sscc: 'sscc' }, exportPath: 'awaiting-boxes' },
  'india-awaiting-boxes': {
    ...{ path: `${india}/get-awaiting-inward-boxes`, exportPath: 'india-awaiting-boxes' },
    names: { sscc: 'sscc' },
  },
  'india-boxes': {
    ...{ path: `${india}/get-received-boxes`, filter: { tab: 'all' }, exportPath: 'india-boxes' },
    names: { sscc: 'sscc' },
  },
  'india-qc-boxes': {
    ...{ path: `${india}/get-received-boxes`, filter: { tab: 'all' }, exportPath: 'india-boxes' },
    names: { sscc: 'sscc' },
  },
  'box-discrepancies': {
    ...{ path: 'selvedge/india/box-discrepancies', filter: { tab: 'all' }, exportPath: 'box-discrepancies' },
    names: { code: 'code' },
  },
  'qc-boxes': { ...qcBoxes, exportPath: 'qc-boxes' },
  'qc-results': { ...qcBoxes, exportPath: 'qc-boxes' },
  'qc-invoices': { path: `${qc}/get-invoices`, names: { invoice: 'invoice_number' }, exportPath: 'invoices' },
  'style-pictures': {
    ...{ path: 'selvedge/pictures/styles', filter: { tab: 'all' }, exportPath: 'style-pictures' },
    names: { style_id: 'style_id' },
  },
  'sku-dimensions': {
    ...{ path: 'v1/erp/qc/india/get-sku-dimension-details', filter: { tab: 'all' }, exportPath: 'sku-dimensions' },
    names: { nm_sku: 'nm_sku' },
  },
  'return-notes': {
    ...{ path: 'selvedge/qc/return-notes', exportPath: 'return-notes' },
    names: { return_note: 'return_note' },
  },
  'rejected-skus': {
    ...{ path: 'v1/erp/qc/india/get-rejected-skus', filter: { tab: 'all' }, exportPath: 'rejected-skus' },
    names: { nm_sku: 'nm_sku', sscc: 'sscc' },
  },
  'purchase-orders': {
    ...{ path: 'selvedge/india-qc/purchase-orders', exportPath: 'purchase-orders' },
    names: { purchase_order: 'purchase_order' },
  },
  'boxes-to-purchase': {
    ...{ path: 'selvedge/india-qc/boxes-to-purchase', exportPath: 'boxes-to-purchase' },
    names: { sscc: 'sscc' },
  },
  stock: {
    ...{ path: 'selvedge/stock/on-hand', exportPath: 'stock' },
    names: { nm_sku: 'nm_sku', site_id: 'site', place_id: 'place', condition: 'condition' },
  },
  'stock-moves': {
    ...{ path: 'selvedge/stock/moves', names: { move_id: 'move_id' }, exportPath: 'stock-moves' },
  },
  shelves: {
    ...{ path: 'v1/erp/india-supply/get-warehouse-shelves', exportPath: 'shelves' },
    names: { shelf: 'shelf', site_id: 'site' },
  },
  'gate-passes': {
    ...{ path: 'bulk-inventory-movement/gatepasses', exportPath: 'gate-passes' },
    names: { gate_pass: 'gate_pass' },
  },
  'goods-in-transit': {
    ...{ path: 'selvedge/gate-passes/in-transit', exportPath: 'goods-in-transit' },
    names: { gate_pass: 'gate_pass', nm_sku: 'nm_sku' },
  },
  'gate-pass-discrepancies': {
    ...{ path: 'selvedge/gate-passes/discrepancies', exportPath: 'gate-pass-discrepancies' },
    names: { gate_pass: 'gate_pass', kind: 'kind', nm_sku: 'nm_sku' },
  },
  'stock-counts': {
    ...{ path: 'selvedge/stock/counts', filter: { tab: 'all' }, exportPath: 'stock-counts' },
    names: { number: 'number' },
  },
  'stock-count-lines': {
    ...{
      path: 'selvedge/stock/counts/lines',
      filter: { number: 'SC-00001', tab: 'all' },
      exportPath: 'stock-count-lines',
    },
    names: { place: 'place', nm_sku: 'nm_sku' },
  },
  ...records,
}

const all = Object.entries(cases) as [ListName, ListCase][]
const ofVendors = all.filter(([name]) => (lists[name].roles as readonly string[]).includes('vendor'))

const calls = Object.values(contract).flatMap((area) => Object.values(area))
const callAt = (path: string) => {
  const call = calls.find((one) => one.path === path)
  if (!call) throw new Error(`there is no call at ${path}`)
  return call as (typeof contract)['orders']['getOrders']
}

/** Two of the demo, and their codes. */
const vendors = [
  ['vendor@demo.selvedge', 'GZ01'],
  ['vendor2@demo.selvedge', 'SZ02'],
] as const

let server: TestServer
let house: Client

beforeAll(async () => {
  const { db } = await freshDatabase()
  const files = testFiles()
  await seedDemo(db, { now: new Date(), files })
  server = await testServer({ db, files })
  house = await server.as('super-admin@demo.selvedge')
}, 60_000)

interface Page {
  rows: Row[]
  next_cursor?: string | null
  pages?: number
}

/** All rows of a list, so many at a time, in the order in which they come. */
async function rowsOf(client: Client, { path, filter }: ListCase, pageSize: number): Promise<Row[]> {
  const rows: Row[] = []
  const isPaged = path.endsWith('{page}')
  let place: Row = isPaged ? { page: 1 } : {}
  for (;;) {
    const reply = await client.call(callAt(path), { ...filter, ...place, page_size: pageSize } as never)
    expect([path, reply.status]).toEqual([path, 200])
    const page = reply.body.data as unknown as Page
    expect(page.rows.length).toBeLessThanOrEqual(pageSize)
    rows.push(...page.rows)
    const at = Number(place.page ?? 0)
    if (isPaged ? at >= (page.pages ?? 0) : !page.next_cursor) return rows
    place = isPaged ? { page: at + 1 } : { cursor: page.next_cursor }
  }
}

function namesOf(rows: readonly Row[], { names, kind }: ListCase): string[][] {
  const columns = Object.values(names)
  if (kind === undefined) return rows.map((row) => columns.map((field) => String(row[field])))
  const written = ({ values }: Row, name: string) =>
    writtenValue(columnOf(kindNamed(kind), name), (values as Record<string, CellValue>)[name] ?? null)
  return rows.map((row) => columns.map((name) => written(row, name)))
}

/** The sheet of a kind, by the headers that it is written under. */
async function recordsExported(client: Client, kind: KindName, names: readonly string[]): Promise<string[][]> {
  const reply = await client.call(contract.data.exportData, { kind, tab: 'all', format: 'csv' })
  const { bytes, status } = reply as unknown as { bytes: Buffer; status: number }
  expect([kind, status]).toEqual([kind, 200])
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  const [header = [], ...rows] = parse<string[]>(text, { skipEmptyLines: true }).data
  const places = names.map((name) => header.indexOf(bilingual(columnOf(kindNamed(kind), name).header)))
  return rows.map((row) => places.map((at) => row[at] ?? ''))
}

/** What the file of a list names, row by row. */
async function exportedNames(client: Client, { filter, names, exportPath, kind }: ListCase): Promise<string[][]> {
  if (kind !== undefined) return recordsExported(client, kind, Object.values(names))
  const columns = Object.keys(names).map((id) => ({ id, header: id }))
  const reply = await client.call(callAt(`selvedge/export/${exportPath}`), { ...filter, columns } as never)
  const { bytes, status } = reply as unknown as { bytes: Buffer; status: number }
  expect([exportPath, status]).toEqual([exportPath, 200])
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  return parse<string[]>(text, { skipEmptyLines: true }).data.slice(1)
}

describe.each(all)('the list %s', (_name, list) => {
  // Would catch: a cursor that leaves a row out, or brings one twice, where a page ends among equals; rows without an order.
  it('gives each row once, in one order, however it is cut into pages', async () => {
    const whole = namesOf(await rowsOf(house, list, 500), list)
    expect(whole.length).toBeGreaterThan(1)
    expect(new Set(whole.map(String)).size).toBe(whole.length)
    // No page is longer than 500 rows.
    const size = Math.min(499, Math.max(1, Math.ceil(whole.length / 9)))
    for (const pageSize of [size, size + 1]) expect(namesOf(await rowsOf(house, list, pageSize), list)).toEqual(whole)
  })

  // Would catch: a file with other rows than the list, or in another order.
  it('is exported as it is seen: the same rows in the same order', async () => {
    expect(await exportedNames(house, list)).toEqual(namesOf(await rowsOf(house, list, 500), list))
  })
})

const byCursor = all.filter(([, { path }]) => !path.endsWith('{page}'))

describe.each(byCursor)('the list %s, by cursor', (_name, { path, filter, kind }) => {
  // Would catch: a cursor that is put into the query as it comes, and answers with a fault of the database or of the server.
  it('says so when it is asked for a place that it never gave', async () => {
    // Two texts are a place where a key of two columns is the order.
    const places = [...(kind ? [] : [['x', 'y']]), ['2026-01-01', "'", '1', 'x', 'y'], [1, 2], {}, null]
    for (const place of places) {
      const cursor = Buffer.from(JSON.stringify(place)).toString('base64url')
      const { body } = await house.call(callAt(path), { ...filter, cursor } as never)
      expect(body.message).toBe('This page can no longer be found. Please load the list again.')
    }
  })
})

describe.each(ofVendors)('the list %s, of a vendor', (_name, list) => {
  // Would catch: a row of another vendor on a page or in a file, or one of its own that is missing.
  it('is what the house sees of this vendor, and no row of another, on pages and in the file', async () => {
    const taken: string[] = []
    for (const [email, supplier_id] of vendors) {
      const vendor = await server.as(email)
      const own = namesOf(await rowsOf(vendor, list, 100), list)
      expect(await exportedNames(vendor, list)).toEqual(own)
      const ofHouse = await rowsOf(house, { ...list, filter: { ...list.filter, supplier_id } }, 500)
      expect(own).toEqual(namesOf(ofHouse, list))
      expect(own.map(String).filter((row) => taken.includes(row))).toEqual([])
      taken.push(...own.map(String))
    }
    expect(taken.length).toBeGreaterThan(0)
    expect(namesOf(await rowsOf(house, list, 500), list).map(String)).toEqual(expect.arrayContaining(taken))
  })
})

// Would catch: a value that is written otherwise than it is read: an installation that is moved by its export would not be the same.
it.each(recordKinds.map(({ kind }) => kind))('the file of %s changes nothing where it came from', async (kind) => {
  const { refs } = kindNamed(kind)
  const { body } = await house.call(contract.data.getRecords, { kind, tab: 'all', page_size: 1 })
  const [column = ''] = Object.keys(refs)
  const code = body.data.rows[0]?.values[column]
  // A part of a long list: the whole would be a job.
  const part = typeof code === 'string' ? { by: { column, code } } : {}
  const reply = await house.call(contract.data.exportData, { kind, tab: 'all', format: 'csv', ...part })
  const { bytes } = reply as unknown as { bytes: Buffer }
  const file = { name: `${kind}.csv`, bytes }
  const { import: came } = (await house.call(contract.data.importRecords, { kind, mode: 'check', file })).body.data
  expect(came).toMatchObject({ state: 'checked', fault_count: 0 })
  expect(came.kinds[kind]).toMatchObject({ new: 0, changed: 0, refused: 0 })
  expect(came.kinds[kind]?.unchanged).toBeGreaterThan(0)
})
