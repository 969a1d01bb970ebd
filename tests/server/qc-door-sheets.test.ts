import { buffer } from 'node:stream/consumers'
import { parse } from 'papaparse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeWorkbook } from '../../src/server/sheets/write-workbook.ts'
import { arrivedBoxes } from '../../src/shared/areas/receiving/sheets.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Client, SentFile } from '../support/client.ts'
import { misread, otherSite, scanIn } from '../support/door.ts'
import { qcDisagreements, type ShippedBoxes, shippedBoxes } from '../support/qc.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { packedShipment } from '../support/shipments.ts'
import { textOfWorkbook } from '../support/workbook-text.ts'

const { receiving: receivingCalls } = contract

let server: TestServer
let door: Client
let site: string

beforeAll(async () => {
  server = await testServer()
  door = await server.as('china_warehouse_team')
  const made = await shippedBoxes(server, [[1]])
  const [row] = await server.db
    .selectFrom('shipment as h')
    .innerJoin('site as d', 'd.id', 'h.destination_id')
    .where('h.shipment_id', '=', made.shipment_id)
    .select('d.code')
    .execute()
  site = row?.code ?? ''
})
afterAll(() => server?.stop())

const csv = (header: string, ...rows: string[]): SentFile => ({
  name: 'arrived.csv',
  bytes: Buffer.from([header, ...rows].join('\r\n')),
})
const upload = (file: SentFile, mode: 'all' | 'good_rows' = 'all') =>
  door.call(receivingCalls.uploadAwaitingInwardFile, { mode, site, file })
const code = (made: ShippedBoxes, at = 0) => made.boxes[at]?.sscc ?? ''
const tracking = (made: ShippedBoxes, at = 0) => made.boxes[at]?.tracking_id ?? ''
const isIn = async (sscc: string) =>
  (await server.db.selectFrom('box').where('sscc', '=', sscc).select('inwarded_at').executeTakeFirst())?.inwarded_at !=
  null

describe('boxes by sheet', () => {
  // Would catch: a column that is only read in one language, a box that is taken in twice, pieces lost.
  it.each([
    ['by SSCC', 'SSCC', (made: ShippedBoxes, at: number) => code(made, at)],
    ['by printed SSCC', 'SSCC箱码', (made: ShippedBoxes, at: number) => `(00) ${code(made, at)}`],
    ["by a carrier's list", '快递单号', (made: ShippedBoxes, at: number) => tracking(made, at).toLowerCase()],
  ])('are taken in %s, and the same file again changes nothing', async (_, header, of) => {
    const made = await shippedBoxes(server, [[2], [3], [4]])
    const file = csv(header, ...[0, 1, 2].map((at) => of(made, at)))
    const first = await upload(file)
    expect([first.status, first.body.data]).toEqual([200, { rows_taken: 3, rows_refused: 0, rows_unchanged: 0 }])
    const again = await upload(file)
    expect(again.body.data).toEqual({ rows_taken: 0, rows_refused: 0, rows_unchanged: 3 })
    expect(await qcDisagreements(server)).toEqual([])
  })

  it('are refused whole with every fault at its cell, and nothing is written', async () => {
    const good = await shippedBoxes(server, [[2], [2], [2]])
    const away = await shippedBoxes(server, [[2]])
    await otherSite(server, away.shipment_id)
    const packed = await packedShipment(server)
    await scanIn(door, [code(good, 1)], { site })
    const rows = [
      [code(good), ''],
      [code(good, 1), ''],
      [code(good), tracking(good)],
      ['NOBODYS-BOX', ''],
      [misread(code(good)), ''],
      [code(away), ''],
      [packed.sscc, ''],
      [code(good, 2), tracking(good)],
      ['', 'SFNOBODYS1'],
      ['4.0001E+17', ''],
    ]
    const file = csv('SSCC,Tracking ID', ...rows.map((row) => row.join(',')))
    const unsaid = await door.call(receivingCalls.uploadAwaitingInwardFile, { mode: 'good_rows', file })
    expect([unsaid.status, unsaid.body.message]).toEqual([400, 'Say at which site of China QC the boxes come in.'])
    const refused = await upload(file)
    expect([refused.status, refused.body.code]).toEqual([422, 'file_refused'])
    const { faults, good_rows, upload_id } = refused.body.details
    expect(faults?.map(({ cell, message }) => [cell, message])).toEqual([
      ['A4', 'Multiple entries found.'],
      ['A5', 'Nobody knows this box.'],
      ['A6', 'The check digit of this SSCC does not fit.'],
      ['A7', 'This box is for another site.'],
      ['A8', 'The shipment of this box was not marked as shipped.'],
      ['B9', 'Invalid box tracking details.'],
      ['B10', 'Nobody knows this box.'],
      ['A11', 'Invalid box format'],
    ])
    expect(faults?.[0]).toMatchObject({ expected: 'See row {{row}}.', values: { row: '2' } })
    expect([good_rows, await isIn(code(good))]).toEqual([2, false])
    const corrected = await door.call(contract.frame.getCorrectedWorkbook, { upload_id: upload_id ?? '' })
    expect(corrected.status).toBe(200)
    const taken = await upload(file, 'good_rows')
    expect(taken.body.data).toEqual({ rows_taken: 1, rows_refused: 8, rows_unchanged: 1 })
    expect([await isIn(code(good)), await isIn(code(good, 2)), await isIn(code(away))]).toEqual([true, false, false])
  })

  // Would catch: a long number that a spreadsheet rounded, taken for the code of another box.
  it('with a number where an id should be, without the columns, or without rows are refused', async () => {
    const made = await shippedBoxes(server, [[2]])
    const bytes = await buffer(writeWorkbook(arrivedBoxes, [{ sscc: code(made) }]))
    expect((await upload({ name: 'boxes.xlsx', bytes })).body.data).toMatchObject({ rows_taken: 1 })
    const none = await upload(csv('Colour,Size', 'red,M'))
    expect([none.status, none.body.message]).toEqual([422, 'Columns are missing in the sheet.'])
    // Would catch: a reader who is not told which columns.
    expect(none.body.details).toMatchObject({ message_key: 'Columns are missing in the sheet: {{columns}}.' })
    const empty = await upload(csv('SSCC', ''))
    expect([empty.status, empty.body.message]).toEqual([422, 'No boxes were found in the sheet.'])
    const wrong = await upload({ name: 'boxes.pdf', bytes: Buffer.from('%PDF-1.4') })
    expect(wrong.status).toBe(400)
  })

  // Would catch: a preview that writes, or that says something else than the upload does.
  it('are previewed row by row, and nothing changes', async () => {
    const made = await shippedBoxes(server, [[2], [3]])
    const away = await shippedBoxes(server, [[4]])
    await toIndia(away.shipment_id)
    await scanIn(door, [code(made, 1)], { site })
    const file = csv('SSCC', code(made), code(made, 1), code(made), 'NOBODYS-BOX', code(away))
    const ask = async (supply_chain: 'china' | 'india') => {
      const { status, body } = await door.call(receivingCalls.getBulkAwaitingInwardBoxes, { supply_chain, file })
      expect(status, JSON.stringify(body)).toBe(200)
      return body.data
    }
    const inChina = await ask('china')
    expect(inChina.rows.map(({ row, outcome, box }) => [row, outcome, box?.pieces ?? null])).toEqual([
      [2, 'awaiting', 2],
      [3, 'duplicate', 3],
      [4, 'repeated', 2],
      [5, 'unknown', null],
      [6, 'other_site', 4],
    ])
    expect(inChina.counts).toEqual({ awaiting: 1, duplicate: 1, repeated: 1, unknown: 1, other_site: 1, all: 5 })
    expect((await ask('india')).rows.map(({ outcome }) => outcome)).toEqual([
      'not_shipped',
      'not_shipped',
      'repeated',
      'unknown',
      'awaiting',
    ])
    expect([await isIn(code(made)), await isIn(code(away))]).toEqual([false, false])
  })
})

describe('boxes on their way as files', () => {
  // Would catch: a download that its own upload cannot read, or that holds boxes that are in already.
  it('come back by upload', async () => {
    const made = await shippedBoxes(server, [[2], [3], [4]])
    await scanIn(door, [code(made, 1)], { site })
    const { shipment_id } = made
    const sheet = await door.call(receivingCalls.downloadAwaitingInwardBoxes, { shipment_id })
    expect([sheet.status, sheet.headers['content-disposition']]).toEqual([
      200,
      expect.stringContaining('awaiting_inward_boxes.xlsx'),
    ])
    const taken = await upload({ name: 'awaiting.xlsx', bytes: sheet.bytes })
    expect([taken.status, taken.body.data]).toEqual([200, { rows_taken: 2, rows_refused: 0, rows_unchanged: 0 }])
  })

  // Would catch: a carrier's name that a spreadsheet runs as a formula; days by UTC, on which nothing was shipped.
  it('are text in a CSV, whatever they are called', async () => {
    const made = await shippedBoxes(server, [[2], [3]])
    const { shipment_id } = made
    const facts = { carrier: '=1+1', shipped_at: new Date('2026-03-01T18:00:00Z') }
    await server.db.updateTable('shipment').set(facts).where('shipment_id', '=', shipment_id).execute()
    const file = await door.call(receivingCalls.downloadAwaitingInwardBoxesFile, { shipment_id })
    expect(file.headers['content-disposition']).toContain('awaiting_inward_boxes.csv')
    const { data } = parse<Record<string, string>>(file.bytes.toString('utf8').replace(/^\uFEFF/, ''), {
      header: true,
      skipEmptyLines: true,
    })
    expect(data.map((row) => [row.SSCC, row['Tracking ID'], row.Pieces, row.Carrier])).toEqual([
      [code(made), tracking(made), '2', "'=1+1"],
      [code(made, 1), tracking(made, 1), '3', "'=1+1"],
    ])
    expect(data.map((row) => row['Shipped date'])).toEqual(['2026-03-02', '2026-03-02'])
    const sheet = await door.call(receivingCalls.downloadAwaitingInwardBoxes, { shipment_id })
    const text = await textOfWorkbook(sheet.bytes)
    expect(text.match(/2026-03-0\d/g)).toEqual(['2026-03-02', '2026-03-02'])
  })
})

async function toIndia(shipmentId: string) {
  const { id } = await otherSite(server, shipmentId)
  await server.db.updateTable('site').set({ kind: 'india_qc', country: 'IN' }).where('id', '=', id).execute()
}
