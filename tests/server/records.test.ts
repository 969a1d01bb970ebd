import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holdKind } from '../../src/server/areas/data/records.ts'
import { stopSheetThreads } from '../../src/server/sheets/sheet-threads.ts'
import { type KindName, recordKinds } from '../../src/shared/areas/data/kinds.ts'
import { recordWords } from '../../src/shared/areas/data/record-words.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from '../support/client.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { textOfWorkbook } from '../support/workbook-text.ts'

const { data } = contract

afterAll(stopSheetThreads)

const csv = (...lines: string[]) => Buffer.from(lines.join('\n'))

async function bring(
  client: Client,
  kind: KindName | 'all',
  file: Buffer,
  mode: 'check' | 'all' | 'good_rows' = 'all',
  name = `${kind}.csv`,
) {
  const reply = await client.call(data.importRecords, { kind, mode, file: { name, bytes: file } })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body.data.import
}

const sites = csv(
  'Site,Kind of site,Name,Country,Address,Time zone',
  'CNQC,QC in China,Guangzhou QC,CN,1 Road,Asia/Shanghai',
  'SDEL,Shop,Delhi shop,IN,2 Road,Asia/Kolkata',
  'WDEL,Warehouse,Delhi warehouse,IN,3 Road,Asia/Kolkata',
)
const vendors = csv('Vendor,Name,City', 'GZ01,Yihe,Guangzhou', 'SZ02,Lanxin,Shenzhen')
const sizes = csv('Size set,Size,Position,Core size', 'ALPHA,S,1,yes', 'ALPHA,M,2,yes', 'ALPHA,L,3,no')
const styles = csv(
  'Style,Name,Category,Vendor,Size set,Unit price,HS code',
  'DR1,Dress,Dresses,GZ01,ALPHA,118.00 CNY,620443',
)
const skus = csv('NM SKU,Style,Colour,Size', 'DR1BLK-S,DR1,Black,S', 'DR1BLK-M,DR1,Black,M', 'DR1BLK-L,DR1,Black,L')

describe('records of an installation that begins empty', () => {
  let server: TestServer
  let admin: Client
  beforeAll(async () => {
    server = await testServer()
    admin = await server.as('admin')
  })

  // Would catch: an installation that can be filled by a demo alone, and an import that doubles what it finds.
  it('come by files in their order, and the same files again change nothing', async () => {
    for (const [kind, file, rows] of [
      ['sites', sites, 3],
      ['vendors', vendors, 2],
      ['size-sets', sizes, 3],
      ['styles', styles, 1],
      ['skus', skus, 3],
    ] as const) {
      expect((await bring(admin, kind, file)).kinds[kind]).toEqual({ new: rows, changed: 0, unchanged: 0, refused: 0 })
      const again = await bring(admin, kind, file)
      expect(again).toMatchObject({
        state: 'taken',
        kinds: { [kind]: { new: 0, changed: 0, unchanged: rows, refused: 0 } },
      })
    }
    const counted = await admin.call(data.getKinds, {})
    expect(counted.body.data.kinds.find(({ kind }) => kind === 'skus')).toMatchObject({
      rows: 3,
      retired: 0,
      names: ['styles'],
    })
    const [style] = (await admin.call(data.getRecords, { kind: 'styles' })).body.data.rows
    expect(style?.values).toMatchObject({
      style: 'DR1',
      vendor: 'GZ01',
      size_set: 'ALPHA',
      price: { minor: 11800, currency: 'CNY' },
      hs_code: '620443',
    })
    const ranks = await server.db.selectFrom('sku').select(['nm_sku', 'size_rank']).orderBy('size_rank').execute()
    expect(ranks.map(({ nm_sku }) => nm_sku)).toEqual(['DR1BLK-S', 'DR1BLK-M', 'DR1BLK-L'])
  })

  // Would catch: sizes in the order of the alphabet (L, M, S), as nobody reads them.
  it('stand in the order of their sizes', async () => {
    const listed = async (kind: KindName, column: string) =>
      (await admin.call(data.getRecords, { kind })).body.data.rows.map(({ values }) => values[column])
    expect(await listed('size-sets', 'size')).toEqual(['S', 'M', 'L'])
    expect(await listed('skus', 'sku')).toEqual(['DR1BLK-S', 'DR1BLK-M', 'DR1BLK-L'])
    const page = await admin.call(data.getRecords, { kind: 'skus', page_size: 2 })
    const next = await admin.call(data.getRecords, { kind: 'skus', page_size: 2, cursor: page.body.data.next_cursor })
    expect(next.body.data.rows.map(({ id }) => id)).toEqual(['DR1BLK-L'])
  })

  // Would catch: an empty cell that wipes a value, or a dash that is taken for one.
  it('keep a value under an empty cell, and lose it under a dash', async () => {
    await bring(admin, 'vendors', csv('Vendor,Name,City,Phone', 'GZ01,,,020-1'))
    await bring(admin, 'vendors', csv('Vendor,City,Phone', 'GZ01,Foshan,'))
    const read = async () =>
      (await admin.call(data.getRecords, { kind: 'vendors', ids: ['GZ01'] })).body.data.rows[0]?.values
    expect(await read()).toMatchObject({ name: 'Yihe', city: 'Foshan', phone: '020-1' })
    await bring(admin, 'vendors', csv('Vendor,Phone', 'GZ01,-'))
    expect(await read()).toMatchObject({ city: 'Foshan', phone: null })
    const dashed = await bring(admin, 'vendors', csv('Vendor,City', 'GZ01,-'))
    expect(dashed).toMatchObject({ state: 'refused', faults: [{ cell: 'B2', message: 'A new record needs this.' }] })
  })

  // Would catch: half a file taken, a fault without its cell, a reference that is not said to be wrong, a contradiction that wins by chance.
  it('name every fault by its cell, take nothing of such a file, or only its good rows', async () => {
    const file = csv(
      'NM SKU,Style,Colour,Size,EAN',
      'DR1RED-S,DR1,Red,S,4006381333931',
      'DR1RED-M,NOPE,Red,M,',
      'DR1RED-S,DR1,Blue,S,',
      'DR1RED-L,DR1,Red,,',
      'DR1RED-X,DR1,Red,L,4006381333932',
    )
    const refused = await bring(admin, 'skus', file)
    expect(refused.state).toBe('refused')
    expect(refused.faults.map(({ cell, message }) => [cell, message])).toEqual([
      ['B3', 'There is no such record.'],
      ['A4', 'Multiple entries found.'],
      ['D5', 'A new record needs this.'],
      ['E6', 'Invalid code format'],
    ])
    expect(refused.faults[0]).toMatchObject({ values: { kind: 'Styles' }, value: 'NOPE' })
    // Would catch: a duplicate among thousands of rows that does not say of which.
    expect(refused.faults[1]).toMatchObject({ expected: 'See row {{row}}.', values: { row: '2' } })
    expect(refused.upload_id).not.toBe(null)
    const count = async () =>
      (await admin.call(data.getRecords, { kind: 'skus', part: 'counts' })).body.data.counts?.active
    expect(await count()).toBe(3)
    const checked = await bring(admin, 'skus', file, 'check')
    expect(checked).toMatchObject({ state: 'checked', kinds: { skus: { new: 1, refused: 4 } } })
    expect(await count()).toBe(3)
    expect(await bring(admin, 'skus', file, 'good_rows')).toMatchObject({
      state: 'taken',
      kinds: { skus: { new: 1, refused: 4 } },
    })
    expect(await count()).toBe(4)
  })

  // Would catch: a column that nobody knows taken for a known one, and a file of another kind.
  it('refuse a file without their columns', async () => {
    const reply = await bring(admin, 'skus', csv('Name,City', 'a,b'))
    expect(reply).toMatchObject({ state: 'refused', problem: 'Columns are missing in the sheet: {{columns}}.' })
  })

  // Would catch: a form that writes another kind of value, or over somebody else's change.
  it('are made and changed by form, with faults at their fields', async () => {
    const wrong = await admin.call(data.saveRecord, {
      kind: 'sites',
      values: { site: 'X1', kind: 'moon', name: 'X', gstin: '27AAPFU0939F1ZX' },
    })
    expect(wrong.status).toBe(400)
    const made = await admin.call(data.saveRecord, {
      kind: 'sites',
      is_new: true,
      values: {
        site: 'x1',
        kind: 'warehouse',
        name: 'X',
        country: 'IN',
        address: 'A',
        time_zone: 'Asia/Kolkata',
        gstin: '27AAPFU0939F1ZV',
      },
    })
    expect(made.body.data.row).toMatchObject({
      id: 'X1',
      version: 1,
      values: { name_zh: 'X', gstin: '27AAPFU0939F1ZV' },
    })
    expect((await server.db.selectFrom('place').where('kind', '=', 'floor').select('id').execute()).length).toBe(4)
    const other = await admin.call(data.saveRecord, { kind: 'sites', values: { site: 'X1', gstin: '27AAPFU0939F1ZX' } })
    expect(other.body).toMatchObject({ details: { fields: [{ field: 'gstin' }] } })
    const changed = await admin.call(data.saveRecord, {
      kind: 'sites',
      version: 1,
      values: { site: 'X1', name: 'Y', gstin: null },
    })
    expect(changed.body.data.row).toMatchObject({ version: 2, values: { name: 'Y', gstin: null, address: 'A' } })
    expect(
      (await admin.call(data.saveRecord, { kind: 'sites', version: 1, values: { site: 'X1', name: 'Z' } })).status,
    ).toBe(409)
    const { history } = (await admin.call(data.getRecordHistory, { kind: 'sites', id: 'X1' })).body.data
    expect(history.map(({ event }) => event)).toEqual(['record.changed', 'record.created'])
  })

  // Would catch: one of two people who save different vendors at once told that a file is being brought in, though none is.
  it('are saved by several people at once, each after the other', async () => {
    const save = (vendor: string) =>
      admin.call(data.saveRecord, {
        kind: 'vendors',
        is_new: true,
        values: { vendor, name: `Mill ${vendor}`, city: 'Shenzhen' },
      })
    const saved = await Promise.all(Array.from({ length: 24 }, (_, at) => save(`AT${at}`)))
    expect(saved.map(({ status }) => status)).toEqual(saved.map(() => 200))
    const file = csv('Vendor,Name,City', 'AT99,Mill 99,Shenzhen')
    const [form, brought] = await Promise.all([save('AT98'), bring(admin, 'vendors', file)])
    // The file may have been there first.
    expect([200, 409]).toContain(form.status)
    expect(brought.state).toBe('taken')
  })

  // Would catch: a form that waits for minutes while a large file is read, and does not say why.
  it('are not saved while a file of their kind is brought in, and another kind is', async () => {
    const save = (kind: 'vendors' | 'sites', values: Record<string, string>) =>
      admin.call(data.saveRecord, { kind, values })
    await server.db.transaction().execute(async (tx) => {
      await holdKind(tx, 'vendors', 'import')
      expect((await save('vendors', { vendor: 'GZ01', name: 'Yihe' })).body.message).toBe(recordWords.busy)
      expect((await save('sites', { site: 'CNQC', name: 'Guangzhou' })).status).toBe(200)
    })
    expect((await save('vendors', { vendor: 'GZ01', name: 'Yihe' })).status).toBe(200)
  })

  // Would catch: opening stock that is added again by the same file, or stock that is not the sum of its moves.
  it('post opening stock once, and only the difference afterwards', async () => {
    const file = (quantity: number) => csv('Site,NM SKU,Quantity', `WDEL,DR1BLK-S,${quantity}`)
    await bring(admin, 'opening-stock', file(10))
    await bring(admin, 'opening-stock', file(10))
    await bring(admin, 'opening-stock', file(7))
    const stock = await server.db.selectFrom('stock').select(['on_hand']).execute()
    expect(stock).toEqual([{ on_hand: 7 }])
    const moves = await server.db.selectFrom('stock_move').select(['quantity', 'from_place']).orderBy('id').execute()
    expect(moves.map(({ quantity, from_place }) => (from_place ? -quantity : quantity))).toEqual([10, -3])
  })

  // Would catch: a style taken out of use whose pieces lie in a warehouse.
  it('are not retired while they are needed, saying where', async () => {
    const refused = await admin.call(data.retireRecords, { kind: 'styles', ids: ['DR1'] })
    expect(refused.status).toBe(409)
    expect(JSON.stringify(refused.body)).toContain('DR1BLK-S')
    const retired = await admin.call(data.retireRecords, { kind: 'skus', ids: ['DR1RED-S'] })
    expect(retired.body.data.changed).toBe(1)
    const counts = (await admin.call(data.getRecords, { kind: 'skus', part: 'counts' })).body.data.counts
    expect(counts).toEqual({ active: 3, retired: 1, all: 4 })
    await admin.call(data.retireRecords, { kind: 'skus', ids: ['DR1RED-S'], is_retired: false })
  })

  // Would catch: orders that come by file past the rules of orders by hand, half an order, and a change that its history does not know.
  it('make orders, amend them with a reason, and say what cannot be', async () => {
    const head = 'Order ID,NM SKU,Quantity,Unit price,Ship by,Destination,Order date,Reason of the change'
    const line = (sku: string, quantity: number, more = '') =>
      `PO-1,${sku},${quantity},90.00 CNY,2030-01-31,WDEL,2026-11-02,${more}`
    const made = await bring(admin, 'orders', csv(head, line('DR1BLK-S', 10), line('DR1BLK-M', 20)))
    expect([made.state, made.faults, made.kinds.orders?.new]).toEqual(['taken', [], 2])
    const order = () =>
      server.db
        .selectFrom('vendor_order')
        .select(['ordered', 'awaiting', 'ship_by', 'is_flagged_urgent'])
        .where('order_id', '=', 'PO-1')
        .executeTakeFirstOrThrow()
    expect(await order()).toMatchObject({ ordered: 30, awaiting: 30 })
    const amended = await bring(
      admin,
      'orders',
      csv(head, line('DR1BLK-M', 12, 'Less fabric'), line('DR1BLK-L', 5, 'Less fabric')),
    )
    expect([amended.state, amended.faults, amended.kinds.orders]).toMatchObject(['taken', [], { new: 0, changed: 2 }])
    expect(await order()).toMatchObject({ ordered: 27, awaiting: 27 })
    const [amendment] = await server.db.selectFrom('order_amendment').select('reason').execute()
    expect(amendment?.reason).toBe('Less fabric')
    expect((await bring(admin, 'orders', csv(head, line('DR1BLK-M', 12)))).kinds.orders).toMatchObject({ unchanged: 1 })

    const wrong = await bring(
      admin,
      'orders',
      csv(
        head,
        'PO-2,DR1BLK-S,10,90.00 CNY,2030-01-31,NOWHERE,2026-11-02,',
        'PO-3,DR1BLK-S,10,90.00 CNY,2030-01-31,WDEL,2026-11-02,',
        'PO-3,DR1BLK-M,10,91.00 CNY,2030-01-31,WDEL,2026-11-02,',
        'PO-4,DR1BLK-S,10,90.00 CNY,2020-01-31,WDEL,2026-11-02,',
        'PO-1,DR1BLK-S,10,90.00 CNY,2030-01-31,SDEL,2026-11-02,',
        'PO-6,DR1BLK-S,3,90.00 CNY,2030-01-31,WDEL,2026-11-02,',
        'PO-6,DR1BLK-M,many,90.00 CNY,2030-01-31,WDEL,2026-11-02,',
        'PO-5,DR1BLK-S,7,90.00 CNY,2030-01-31,WDEL,2026-11-02,',
      ),
      'good_rows',
    )
    expect(wrong.faults.map(({ cell, message, expected }) => [cell, message, expected])).toEqual([
      ['F2', 'There is no such record.', 'Not among the {{kind}}. Bring them in first.'],
      ['A3', 'Another row of this order has a fault: it is taken whole or not at all.', 'See row {{row}}.'],
      ['D4', 'Another row of this order says something else.', 'See row {{row}}.'],
      ['E5', 'This order cannot be taken so.', 'The deadline lies before the order date.'],
      ['F6', 'An order that is there keeps its vendor, order date and destination.', undefined],
      ['A7', 'Another row of this order has a fault: it is taken whole or not at all.', 'See row {{row}}.'],
      ['C8', 'Invalid quantity format', 'A whole number of pieces.'],
    ])
    // Would catch: two prices in one order of which nobody can say where they stand.
    expect(wrong.faults.slice(1, 3).map(({ values }) => values)).toEqual([{ row: '4' }, { row: '3' }])
    // Would catch: the kind's name in English amid a Chinese reader's words, here and in the corrected workbook.
    expect(wrong.faults[0]?.values).toEqual({ kind: 'Sites', kind_key: 'Sites' })
    const upload_id = String(wrong.upload_id)
    const corrected = await admin.call(contract.frame.getCorrectedWorkbook, { upload_id, language: 'zh' })
    expect(corrected.status).toBe(200)
    expect(await textOfWorkbook(corrected.bytes)).toContain('“地点”中没有')
    const codes = await server.db.selectFrom('vendor_order').select('order_id').orderBy('order_id').execute()
    expect(codes.map(({ order_id }) => order_id)).toEqual(['PO-1', 'PO-5'])
  })

  // Would catch: production orders that come half, over what facilities are assigned to, under a number of ours that is given out again.
  it('bring production orders, change them while nobody has planned by them, and say what cannot be', async () => {
    const head = 'Production order,NM SKU,Quantity,Produced,Due date,Needs a marker,Remark,Cut before'
    const kind = 'production-orders'
    await bring(admin, 'styles', csv('Style,Name,Category,Vendor,Size set', 'DR2,Skirt,Skirts,GZ01,ALPHA'))
    await bring(admin, 'skus', csv('NM SKU,Style,Colour,Size', 'DR2RED-S,DR2,Red,S'))
    const made = await bring(
      admin,
      kind,
      csv(
        head,
        'JC-7,DR1BLK-S,40,Outsourced,2030-02-01,no,From the old list,',
        'JC-7,DR1BLK-M,60,,,,,',
        'PR-000001,DR1BLK-M,5,,,,,',
      ),
    )
    expect([made.state, made.faults, made.kinds[kind]?.new]).toEqual(['taken', [], 3])
    const orders = () =>
      server.db
        .selectFrom('production_order')
        .select(['number', 'path', 'state', 'pieces', 'needs_marker', 'remark', 'grid_version'])
        .orderBy('number')
        .execute()
    expect(await orders()).toMatchObject([
      { number: 'JC-7', path: 'OUTSOURCED', state: 'ACTION_REQUIRED', pieces: 100, needs_marker: false },
      { number: 'PR-000001', path: 'IN_HOUSE', pieces: 5, needs_marker: true },
    ])
    const own = await admin.call(data.exportData, { kind, format: 'csv' })
    const again = await bring(admin, kind, own.bytes)
    expect([again.faults, again.kinds[kind]]).toMatchObject([[], { new: 0, changed: 0, unchanged: 3 }])
    const more = await bring(admin, kind, csv(head, 'JC-7,DR1BLK-L,25,,,,,', 'JC-7,DR1BLK-S,30,,2030-03-01,,,'))
    expect([more.faults, more.kinds[kind]]).toMatchObject([[], { changed: 2 }])
    expect((await orders())[0]).toMatchObject({ pieces: 115, remark: 'From the old list', grid_version: 2 })
    // A number of ours that somebody brought is not given out again.
    const next = await server.db
      .selectFrom('production_order')
      .select(({ fn }) =>
        fn<string>('next_production_number', [sql`'PR-'`, sql`'production_order_number'`]).as('number'),
      )
      .executeTakeFirstOrThrow()
    expect(next.number).toBe('PR-000002')
    await sql`UPDATE production_order SET state = 'CAD' WHERE number = 'PR-000001'`.execute(server.db)
    const wrong = await bring(
      admin,
      kind,
      csv(
        head,
        'JC-7,DR1BLK-S,30,In-house,,,,',
        'PR-000001,DR1BLK-M,6,,,,,',
        'JC-8,DR1BLK-S,10,,2030-01-31,,,',
        'JC-8,DR2RED-S,10,,,,,',
        'JC-9,DR1BLK-S,10,,2030-01-31,,,',
        'JC-9,DR1BLK-M,10,,2030-01-30,,,',
        'PO-1,DR1BLK-S,10,,,,,',
        'JC-10,DR1BLK-S,10,,,,,4',
        'JC-11,DR1BLK-S,0,,,,,',
        'JC-12,DR1BLK-S,8,,,,,',
      ),
      'good_rows',
    )
    expect(wrong.faults.map(({ cell, message, expected }) => [cell, message, expected])).toEqual([
      ['D2', recordWords.orderWrong, recordWords.movedByScreen],
      ['C3', recordWords.orderWrong, expect.stringContaining('take it back to allocation first')],
      ['A4', recordWords.mateFaulty, 'See row {{row}}.'],
      ['B5', recordWords.otherStyle, undefined],
      ['A6', recordWords.mateFaulty, 'See row {{row}}.'],
      ['E7', recordWords.contradicts, 'See row {{row}}.'],
      ['A8', recordWords.isVendorOrder, undefined],
      ['H9', recordWords.cutElsewhere, recordWords.orderWhatIsUncut],
      ['C10', recordWords.noPieces, undefined],
    ])
    expect((await orders()).map(({ number }) => number)).toEqual(['JC-12', 'JC-7', 'PR-000001'])
    await sql`UPDATE production_order SET state = 'ACTION_REQUIRED' WHERE number = 'PR-000001'`.execute(server.db)
  })

  // Would catch: an order that was cut elsewhere and begins anew, pieces cut that no facility has, one that is half sent.
  it('bring production orders that were sent before, with what is cut of them', async () => {
    const kind = 'production-orders'
    const head = 'Production order,NM SKU,Quantity,Produced,Due date,Cut before,Sent to facility'
    await bring(
      admin,
      'facilities',
      csv('Facility,Name,Own facility,Pieces a day', 'OWN1,Own,yes,100', 'OUT1,Out,no,100'),
    )
    const file = csv(head, 'JC-20,DR1BLK-S,40,,2030-02-01,30,OWN1', 'JC-20,DR1BLK-M,60,,,,OWN1')
    const made = await bring(admin, kind, file)
    expect([made.state, made.faults, made.kinds[kind]?.new]).toEqual(['taken', [], 2])
    const { order, lines, job_cards } = (
      await admin.call(contract.production.getOrderActionSummary, { order_action_id: 'JC-20' })
    ).body.data
    expect(order).toMatchObject({ state: 'SENT_FOR_PRODUCTION', pieces: 100, cut: 30, facilities: ['OWN1'] })
    expect(lines.map(({ size, pieces }) => [size, pieces])).toEqual(
      expect.arrayContaining([
        ['S', 40],
        ['M', 60],
      ]),
    )
    expect(job_cards).toMatchObject([{ number: 1, is_valid: true }])
    const { rows } = await sql<{ size: string; pending: number; cutting: number }>`
      SELECT l.size, l.pending, l.cutting FROM facility_line l JOIN facility_job j ON j.id = l.job_id
      JOIN production_order o ON o.id = j.order_id WHERE o.number = 'JC-20' ORDER BY l.size`.execute(server.db)
    expect(rows).toEqual([
      { size: 'M', pending: 60, cutting: 0 },
      { size: 'S', pending: 10, cutting: 30 },
    ])
    expect((await bring(admin, kind, file)).kinds[kind]).toMatchObject({ new: 0, changed: 0, unchanged: 2 })
    const wrong = await bring(
      admin,
      kind,
      csv(
        head,
        'JC-21,DR1BLK-S,40,,,41,OWN1',
        'JC-22,DR1BLK-S,40,,,,OUT1',
        'JC-23,DR1BLK-S,40,Outsourced,,,OWN1',
        'JC-24,DR1BLK-S,40,,,,OWN1',
        'JC-24,DR1BLK-M,40,,,,',
        'JC-25,DR1BLK-S,40,,,4,',
      ),
      'good_rows',
    )
    expect(wrong.faults.map(({ cell, message, expected }) => [cell, message, expected])).toEqual([
      ['F2', recordWords.cutBeyond, undefined],
      ['G3', recordWords.sentInHouse, recordWords.bringUnsent],
      ['G4', recordWords.sentInHouse, recordWords.bringUnsent],
      ['A5', recordWords.mateFaulty, 'See row {{row}}.'],
      ['G6', recordWords.sentWhole, undefined],
      ['F7', recordWords.cutElsewhere, recordWords.orderWhatIsUncut],
    ])
  })

  // Would catch: an installation that cannot be moved: a value that its own export writes and its import does not read.
  it('are written as one workbook that another installation takes whole', async () => {
    await bring(
      admin,
      'measurements',
      csv('Style,Size,Point of measure,Spec (cm),Tolerance (cm)', 'DR1,M,Chest,92.5,1'),
    )
    await bring(admin, 'shop-profiles', csv('Shop,Category,Grade,Least shown,Most shown', 'SDEL,Dresses,A,2,9'))
    await bring(admin, 'sales', csv('Shop,NM SKU,Day,Units sold,Value', 'SDEL,DR1BLK-S,2026-11-01,3,90.00 INR'))
    // Would catch: sales that are found by their shop alone, and nothing by the SKU that was sold.
    for (const [search, found] of [
      ['dr1blk', 1],
      ['SDEL', 1],
      ['NOPE', 0],
    ] as const) {
      const { rows } = (await admin.call(data.getRecords, { kind: 'sales', search })).body.data
      expect(rows.length, search).toBe(found)
    }
    const { bytes: file } = await admin.call(data.exportData, { kind: 'all', format: 'xlsx' })
    const other = await testServer()
    const there = await other.as('admin')
    const taken = await bring(there, 'all', file, 'all', 'all.xlsx')
    expect([taken.state, taken.problem, taken.faults]).toEqual(['taken', null, []])
    for (const { kind } of recordKinds) {
      const rows = async (client: Client) =>
        (await client.call(data.getRecords, { kind: kind as KindName })).body.data.rows.map(({ values }) => values)
      expect(await rows(there), kind).toEqual(await rows(admin))
    }
    expect((await bring(there, 'all', file, 'all', 'all.xlsx')).kinds).toMatchObject({
      skus: { new: 0, changed: 0, unchanged: 5 },
      'production-orders': { new: 0, changed: 0, unchanged: 7 },
    })
  })
})
