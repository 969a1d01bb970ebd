import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readRows } from '../../src/server/sheets/read-rows.ts'
import { writeWorkbook } from '../../src/server/sheets/write-workbook.ts'
import { quantityValidation } from '../../src/shared/areas/counting/sheets.ts'
import { contract } from '../../src/shared/areas.ts'
import { boxNow, count, eventsOf, type OneBox, oneBox } from '../support/one-qc-box.ts'
import { makeOrder } from '../support/orders.ts'
import { qcDisagreements } from '../support/qc.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { downloadPendingQuantityValidation, uploadQuantityValidationFile } = contract.counting

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})

afterEach(async () => {
  expect(await qcDisagreements(server)).toEqual([])
})

interface CountRow {
  box?: string | null
  nm_sku: string | null
  declared?: string | null
  counted: number | string | null
}

async function fileOf(rows: readonly CountRow[]) {
  const parts: Buffer[] = []
  const full = rows.map((row) => ({ box: null, ...row }))
  for await (const part of writeWorkbook(quantityValidation, full as never)) parts.push(Buffer.from(part))
  return { name: 'count.xlsx', bytes: Buffer.concat(parts) }
}

async function upload(at: OneBox, rows: readonly CountRow[], mode: 'all' | 'good_rows' = 'all', box_id = at.box.sscc) {
  return at.client.call(uploadQuantityValidationFile, { box_id, mode, file: await fileOf(rows) })
}

const rowsOf = (at: OneBox, counted: readonly (number | string | null)[]): CountRow[] =>
  counted.map((each, nth) => ({ box: at.box.sscc, nm_sku: at.skus[nth] ?? '', declared: '9', counted: each }))

async function downloaded(at: OneBox, input: { is_blind?: boolean; box_id?: string; shipment_id?: string }) {
  const reply = await at.client.call(downloadPendingQuantityValidation, input)
  expect(reply.status).toBe(200)
  const file = { name: 'pending.xlsx', bytes: reply.bytes }
  return { file, ...(await readRows(file, { ...quantityValidation, columns: blankAllowed() })) }
}

/** The counted cells are empty until somebody fills them. */
const blankAllowed = () => quantityValidation.columns.map((column) => ({ ...column, mayBeEmpty: true }))

describe('the sheet to count by', () => {
  it('lists every SKU of the boxes that wait, with what is declared, and comes back filled', async () => {
    // Would catch: headers that the upload does not read; boxes counted already listed again.
    const at = await oneBox(server, [12, 8])
    const counted = await oneBox(server, [4])
    await count(server, counted, [4])
    const all = await downloaded(at, {})
    const own = all.rows.filter((row) => row.values.box === at.box.sscc)
    expect(own.map(({ values }) => [values.nm_sku, values.declared, values.counted])).toEqual([
      [at.skus[0], '12', null],
      [at.skus[1], '8', null],
    ])
    expect(all.rows.filter((row) => row.values.box === counted.box.sscc)).toEqual([])
    const { rows } = await downloaded(at, { box_id: at.box.tracking_id })
    const filled = rows.map(({ values }) => ({
      box: String(values.box),
      nm_sku: String(values.nm_sku),
      declared: String(values.declared),
      counted: Number(values.declared),
    }))
    const reply = await upload(at, filled, 'all', at.box.tracking_id)
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    expect(reply.body.data).toMatchObject({ rows_taken: 2, rows_refused: 0, box: { status: 'Qty validated' } })
    expect((await eventsOf(server, at)).at(-1)).toMatchObject({ event: 'box.counted', source: 'file' })
  })

  it('does not say what should be there when it is blind, and the count knows', async () => {
    // Would catch: a blind count that shows its answer; one that is not kept as blind.
    const at = await oneBox(server)
    const { rows } = await downloaded(at, { is_blind: true, shipment_id: at.shipment_id })
    expect(rows.map((row) => row.values.declared)).toEqual([null, null])
    await upload(
      at,
      at.skus.map((nm_sku) => ({ nm_sku, declared: null, counted: 1 })),
    )
    expect(await boxNow(server, at.box.box_id)).toMatchObject({ was_blind: true, to_inspect: 2, missing: 18 })
    const seen = await oneBox(server)
    await upload(seen, rowsOf(seen, [12, 8]))
    expect(await boxNow(server, seen.box.box_id)).toMatchObject({ was_blind: false })
  })
})

describe('a count by sheet', () => {
  it('sent again changes nothing; another count of the box is refused', async () => {
    // Would catch: pieces counted twice by a file sent twice; a second file over the first.
    const at = await oneBox(server)
    const rows = rowsOf(at, [14, 3])
    expect((await upload(at, rows)).body.data).toMatchObject({ rows_taken: 2, rows_unchanged: 0 })
    const before = await boxNow(server, at.box.box_id)
    const again = await upload(at, rows)
    expect(again.body.data).toMatchObject({ rows_taken: 0, rows_unchanged: 2, rows_refused: 0 })
    expect(await boxNow(server, at.box.box_id)).toEqual(before)
    const other = await upload(at, rowsOf(at, [14, 4]))
    expect([other.status, other.body.code]).toEqual([409, 'move_not_allowed'])
    expect(other.body.details.allowed).toContain('recount')
  })

  it('lists every fault at its cell, and takes nothing', async () => {
    // Would catch: a fault told alone, hiding the rest; half a sheet written.
    const at = await oneBox(server, [12, 8, 5])
    const other = await oneBox(server)
    const [first = '', second = ''] = at.skus
    const foreign = (await makeOrder(server.db)).lines[0]?.nm_sku ?? ''
    const own = { box: at.box.sscc }
    const { status, body } = await upload(at, [
      { ...own, nm_sku: first, counted: 12 },
      { box: other.box.sscc, nm_sku: second, counted: 8 },
      { box: 'NOBODYS', nm_sku: second, counted: 8 },
      { ...own, nm_sku: first, counted: 1 },
      { ...own, nm_sku: foreign, counted: 1 },
      { ...own, nm_sku: 'NM-NOBODYS', counted: 1 },
      { ...own, nm_sku: second, counted: 2_000_000 },
    ])
    expect([status, body.code]).toEqual([422, 'file_refused'])
    expect(body.details.faults?.map(({ cell, value, message }) => [cell, value, message])).toEqual([
      ['', at.skus[1], 'A SKU of this box is not counted in the sheet.'],
      ['', at.skus[2], 'A SKU of this box is not counted in the sheet.'],
      ['A4', 'NOBODYS', 'This row is for another box.'],
      ['D5', first, 'Multiple entries found.'],
      ['D6', foreign, 'Invalid sku format'],
      ['D7', 'NM-NOBODYS', 'Invalid sku format'],
      ['I8', '2000000', 'Please enter correct quantity for order.'],
    ])
    expect(body.details.faults?.[3]).toMatchObject({ expected: 'See row {{row}}.', values: { row: '2' } })
    expect(body.details).toMatchObject({ good_rows: 0, fault_count: 7 })
    expect(body.details.upload_id).toBeDefined()
    expect(await boxNow(server, at.box.box_id)).toMatchObject({ uncounted: 25, counted_at: null })
  })

  it.each([
    ['left empty', [12, null]],
    ['in words', [12, 'eight']],
    ['below zero', [12, -8]],
    ['left out', [12]],
  ] as const)('never takes a SKU as missing whose count is %s, in either mode', async (_, counted) => {
    // Would catch: a row nobody filled in that makes eight pieces missing and blames the vendor.
    const at = await oneBox(server)
    for (const mode of ['all', 'good_rows'] as const) {
      const { status, body } = await upload(at, rowsOf(at, counted), mode)
      expect([status, body.details.good_rows, body.details.fault_count]).toEqual([422, 0, 1])
    }
    expect(await boxNow(server, at.box.box_id)).toMatchObject({ uncounted: 20, missing: 0 })
  })

  it('of many boxes is given to each as it is: rows of the others are left for them, filled in or not', async () => {
    // Would catch: the list's own workbook that no box takes back; rows of another box counted into this one.
    const at = await oneBox(server)
    const other = await oneBox(server)
    const third = await oneBox(server)
    const rows = [...rowsOf(at, [12, 0]), ...rowsOf(other, [12, 8]), ...rowsOf(third, [null, null])]
    const { status, body } = await upload(at, rows)
    expect(status, JSON.stringify(body)).toBe(200)
    const numbers = { rows_taken: 2, rows_refused: 0, rows_unchanged: 0, rows_of_others: 4 }
    expect(body.data).toMatchObject({ ...numbers, box: { open_missing: 8 } })
    expect(await boxNow(server, other.box.box_id)).toMatchObject({ uncounted: 20 })
    expect((await upload(other, rows)).body.data).toMatchObject({ ...numbers, box: { status: 'Qty validated' } })
    const unfilled = await upload(third, rows)
    expect(unfilled.body.details.faults?.map(({ row }) => row)).toEqual([6, 7])
  })

  it('of many boxes needs a box in every row, and a sheet that never names this box is not for it', async () => {
    // Would catch: a piece nobody declared that is counted into every box the file is given to; another box's file taken for this one's.
    const at = await oneBox(server)
    const other = await oneBox(server)
    const rows = [...rowsOf(at, [12, 8]), ...rowsOf(other, [12, 8])]
    const unclear = await upload(at, [...rows, { nm_sku: other.skus[0] ?? '', counted: 1 }])
    expect(unclear.body.details.faults).toMatchObject([
      { cell: 'A6', message: 'Please say which box this row is for.' },
    ])
    const wrong = await upload(at, rowsOf(other, [12, 8]))
    expect(wrong.body.details.faults?.map(({ message }) => message)).toContain('This row is for another box.')
    expect((await upload(at, rowsOf(other, [12, 8]), 'good_rows')).status).toBe(422)
    expect(await boxNow(server, at.box.box_id)).toMatchObject({ uncounted: 20 })
  })

  it('is read as CSV with Chinese headers too, and no box is found by another’s code', async () => {
    // Would catch: a sheet that only our own writer can make; a box that is not at QC counted.
    const at = await oneBox(server)
    const lines = at.skus.map((nm_sku, nth) => `${nm_sku},${[12, 8][nth]}`)
    const file = { name: 'count.csv', bytes: ['商品编码,实点数量', ...lines].join('\n') }
    const reply = await at.client.call(uploadQuantityValidationFile, { box_id: at.box.box_id, mode: 'all', file })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    expect(reply.body.data.rows_taken).toBe(2)
    const unknown = await at.client.call(uploadQuantityValidationFile, { box_id: 'NOBODYS', mode: 'all', file })
    expect(unknown.status).toBe(404)
  })
})
