import { buffer } from 'node:stream/consumers'
import ExcelJS from 'exceljs'
import { beforeAll, expect, it } from 'vitest'
import { readRows } from '../../src/server/sheets/read-rows.ts'
import { type WorkbookRow, writeWorkbook } from '../../src/server/sheets/write-workbook.ts'
import { inspectedPieces } from '../../src/shared/areas/inspection/sheets.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from '../support/client.ts'
import { count, oneBox, settleDiscrepancies } from '../support/one-qc-box.ts'
import { qcDisagreements } from '../support/qc.ts'
import { type Counted, countedBoxes } from '../support/qc-inspection.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { downloadPendingQcInspection, uploadQcInspectionQuantityFile } = contract.inspection

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})

/** The downloaded sheet as rows, with what the test fills in. */
async function filled({ client, box }: Pick<Counted, 'client' | 'box'>, ...fill: WorkbookRow[]) {
  const reply = await client.call(downloadPendingQcInspection, { box_id: box.sscc })
  expect(reply.status).toBe(200)
  const sheet = await readRows({ name: 'pending.xlsx', bytes: reply.bytes }, inspectedPieces)
  return fileOf(sheet.rows.map((row, at) => ({ ...row.values, ...(fill[at] && whole(fill[at])) })))
}

/** As an inspector fills a row in: what is judged was looked at, and pieces on hold say why, unless the test says otherwise. */
function whole(row: WorkbookRow): WorkbookRow {
  const judged = ['passed', 'failed', 'on_hold'].reduce((sum, key) => sum + Number(row[key] ?? 0), 0)
  return {
    ...(judged > 0 && { sampled: judged }),
    ...(Number(row.on_hold ?? 0) > 0 && { remark: 'to be seen again' }),
    ...row,
  }
}

async function fileOf(rows: WorkbookRow[]) {
  return { name: 'inspected.xlsx', bytes: await buffer(writeWorkbook(inspectedPieces, rows.map(whole))) }
}

type Sent = Awaited<ReturnType<typeof fileOf>>

const send = (client: Client, ref: string, file: Sent, mode: 'all' | 'good_rows' = 'all') =>
  client.call(uploadQcInspectionQuantityFile, { box_id: ref, mode, file })

it('what is downloaded and filled in judges the box, and the same file again changes nothing', async () => {
  // Would catch: headers that the upload cannot read, pieces judged twice by a file that is sent twice.
  const made = await countedBoxes(server, [[12, 8, 5]])
  const { client, box, skus, open } = made
  const file = await filled(
    made,
    { passed: 10, failed: 2, reason: '污渍', remark: '前片油渍' },
    { passed: 5, on_hold: 3, sampled: 6 },
  )
  const sent = await send(client, box.sscc, file)
  expect(sent.status, JSON.stringify(sent.body)).toBe(200)
  expect(sent.body.data).toMatchObject({ rows_taken: 2, rows_refused: 0, rows_unchanged: 1 })
  expect(sent.body.data.box.quantities).toMatchObject({ passed: 15, failed: 2, on_hold: 3, to_inspect: 5 })
  const once = await open()
  expect(once.inspections).toMatchObject([
    {
      verdict: 'mixed',
      lines: [
        { nm_sku: skus[0], sampled: 12 },
        { nm_sku: skus[1], sampled: 6 },
      ],
      defects: [{ nm_sku: skus[0], reason: 'Stain', severity: 'major', units: 2, remark: '前片油渍' }],
    },
  ])
  const again = await send(client, box.sscc, file)
  expect(again.body).toMatchObject({
    message: 'The inspection is unchanged.',
    data: { rows_taken: 0, rows_unchanged: 3 },
  })
  expect(await open()).toEqual(once)
  expect(await qcDisagreements(server)).toEqual([])
})

it('whatever stands in a remark, the next file of the box is read, and the same one known', async () => {
  // Would catch: a character that PostgreSQL keeps as text and not as JSON, after which no file of the box is taken.
  const { client, box, skus } = await countedBoxes(server, [[12, 8]])
  const [a = '', b = ''] = skus
  const csv = (row: string) => ({
    name: 'inspected.csv',
    bytes: Buffer.from(`NM SKU,Passed,Failed,Looked at,Remark\n${row}\n`),
  })
  const odd = csv(`${a},12,,12,good\u0000`)
  expect((await send(client, box.sscc, odd)).body.data).toMatchObject({ rows_taken: 1 })
  const next = await send(client, box.sscc, csv(`${b},8,,8,good`))
  expect([next.status, next.body.data?.rows_taken]).toEqual([200, 1])
  expect((await send(client, box.sscc, odd)).body.data).toMatchObject({ rows_taken: 0, rows_unchanged: 1 })
})

it('one file sent three times at once is taken once', async () => {
  // Would catch: rows known as taken that were read before the box was locked.
  const { client, box, skus, open } = await countedBoxes(server, [[30]])
  const file = await fileOf([{ nm_sku: skus[0] ?? '', passed: 10 }])
  const replies = await Promise.all([1, 2, 3].map(() => send(client, box.sscc, file)))
  expect(replies.map(({ body }) => body.data.rows_taken).sort()).toEqual([0, 0, 1])
  expect((await open()).box.quantities).toMatchObject({ passed: 10, to_inspect: 20 })
})

it('the rest of a box is judged by a later sheet, and an old one is told from it', async () => {
  // Would catch: a sheet of yesterday that judges pieces which were judged by screen since.
  const made = await countedBoxes(server, [[12]])
  const old = await filled(made, { passed: 6 })
  expect(
    (await made.judge({ lines: [{ nm_sku: made.skus[0] ?? '', passed: 5, sampled: 5 }], verdict: 'passed' })).status,
  ).toBe(200)
  const refused = await send(made.client, made.box.sscc, old)
  expect(refused.body.details.faults).toMatchObject([
    { cell: 'I2', value: '12', message: 'These pieces were judged in the meantime.' },
  ])
  const later = await send(made.client, made.box.sscc, await filled(made, { passed: 7 }))
  expect(later.body.data.box).toMatchObject({ status: 'QC passed', quantities: { passed: 12 } })
})

it('pieces that are found later are judged by a new sheet though it says the same, and every sheet once', async () => {
  // Would catch: the 10 pieces found taken for the 10 that passed before; the old sheet judging the pieces found.
  const at = await oneBox(server, [20])
  await count(server, at, [10])
  const first = await filled(at, { passed: 10 })
  expect((await send(at.client, at.box.sscc, first)).body.data).toMatchObject({ rows_taken: 1 })
  const found = { sku: at.skus[0] ?? '', kind: 'missing', outcome: 'found', quantity: 10 } as const
  expect((await settleDiscrepancies(server, at, [found])).status).toBe(200)
  expect((await send(at.client, at.box.sscc, first)).body.data).toMatchObject({ rows_taken: 0, rows_unchanged: 1 })
  const second = await filled(at, { passed: 10 })
  expect((await send(at.client, at.box.sscc, second)).body.data).toMatchObject({ rows_taken: 1 })
  expect((await send(at.client, at.box.sscc, second)).body.data).toMatchObject({
    ...{ rows_taken: 0, rows_unchanged: 1 },
    box: { quantities: { passed: 20, to_inspect: 0 } },
  })
})

it('a row with more failed pieces than looked at is refused: each of them has its defect', async () => {
  // Would catch: four failed pieces of one looked at counted as one, so that a lot that takes one is accepted.
  const made = await countedBoxes(server, [[30, 14]])
  const { client, box, open } = made
  const row = (sampled: number) => ({ passed: 26, failed: 4, reason: 'Poor workmanship', remark: 'threads', sampled })
  const file = await filled(made, row(1), { passed: 14, sampled: 12 })
  const refused = await send(client, box.sscc, file)
  expect(refused.status).toBe(422)
  expect(refused.body.details.faults).toMatchObject([{ row: 2, message: 'More pieces failed than were looked at.' }])
  expect((await open()).box.inspections).toBe(0)
  const sent = await send(client, box.sscc, await filled(made, row(4), { passed: 14, sampled: 9 }))
  // The lot of 44 takes two minor defects in 20: four of them reject it, and its good pieces do not pass unseen.
  expect([sent.status, sent.body.message]).toEqual([403, expect.stringContaining('goes against the sample')])
  const rejected = await send(client, box.sscc, await filled(made, { ...row(4), passed: null, on_hold: 26 }))
  expect([rejected.status, (await open()).plans[0]?.computed]).toEqual([200, 'reject'])
  expect((await open()).plans[0]?.tally).toMatchObject({ sampled: 4, minor: 4 })
})

it('an empty "looked at" is refused where pieces pass or fail, and pieces on hold without a word why', async () => {
  // Would catch: a lot of 44 accepted as inspected piece by piece, because a cell was left empty.
  const made = await countedBoxes(server, [[30, 14]])
  const { client, box, open } = made
  const file = await filled(made, { passed: 30, sampled: null }, { on_hold: 14, sampled: null, remark: null })
  const refused = await send(client, box.sscc, file)
  expect(refused.body.details.faults?.map(({ row, column, message }) => [row, column, message])).toEqual([
    [2, expect.stringContaining('Looked at'), 'Please say how many pieces were looked at.'],
    [3, expect.stringContaining('Remark'), 'Pieces on hold need a remark: why they are held.'],
  ])
  expect((await open()).box.inspections).toBe(0)
  const none = await send(client, box.sscc, await filled(made, { on_hold: 30, sampled: null }))
  expect([none.status, (await open()).inspections[0]?.lines]).toMatchObject([200, [{ on_hold: 30, sampled: 0 }]])
})

it('every number of the sheet is a number to Excel', async () => {
  // Would catch: "=SUM" over pieces that gives 0, since they are texts.
  const { client, box } = await countedBoxes(server, [[12]])
  const { bytes } = await client.call(downloadPendingQcInspection, { box_id: box.sscc })
  const book = new ExcelJS.Workbook()
  await book.xlsx.load(bytes as never)
  const sheet = book.worksheets[0]
  const heads = (sheet?.getRow(1).values ?? []) as unknown[]
  const cell = (head: string) => sheet?.getRow(2).getCell(heads.findIndex((one) => String(one).startsWith(head)))
  expect([cell('Counted quantity')?.value, cell('To inspect')?.value]).toEqual([12, 12])
  expect(cell('Box SSCC')?.value).toBe(box.sscc)
})

it('every fault is told at its cell, nothing is taken, and the good rows are on request', async () => {
  // Would catch: the first fault only; pieces of a refused file that are judged all the same.
  const made = await countedBoxes(server, [[12, 8, 5, 4, 3, 2], [9]])
  const { client, box, skus, boxes, open } = made
  const sku = (at: number) => skus[at] ?? ''
  const file = await fileOf([
    { nm_sku: sku(0), passed: 13 },
    { nm_sku: sku(1), failed: 2, reason: 'Ugly', remark: 'x' },
    { nm_sku: sku(2), failed: 1, reason: 'Stain / 污渍' },
    { nm_sku: sku(3), passed: 1, sampled: 2 },
    { nm_sku: 'NM-NOBODYS', passed: 1 },
    { box: boxes[1]?.sscc ?? '', nm_sku: sku(4), passed: 1 },
    { nm_sku: sku(4), passed: 3 },
    { nm_sku: sku(5), passed: 1 },
    { nm_sku: sku(5), passed: 2 },
    { nm_sku: sku(5), passed: -2 },
  ])
  const refused = await send(client, box.sscc, file)
  expect(refused.status).toBe(422)
  const told = refused.body.details.faults?.map(({ row, message }) => [row, message])
  expect(told).toHaveLength(10)
  expect(new Map(told as [number, string][])).toEqual(
    new Map([
      [2, 'More pieces than wait for inspection.'],
      [3, 'Failed pieces need a reason from the list.'],
      [4, 'Failed pieces need a remark.'],
      [5, 'More pieces were looked at than are judged.'],
      [6, 'Invalid sku format'],
      [7, 'This row is for another box.'],
      [8, 'Multiple entries found.'],
      [9, 'Multiple entries found.'],
      [10, 'Multiple entries found.'],
      [11, 'Quantity in a box cannot be negative.'],
    ]),
  )
  const others = refused.body.details.faults?.filter(({ expected }) => expected === 'See row {{row}}.')
  expect(others?.map(({ row, values }) => [row, values?.row])).toEqual([
    [8, '7'],
    [9, '10'],
    [10, '9'],
  ])
  expect((await open()).box.inspections).toBe(0)
  // Would catch: the list's own workbook, of many boxes, that no box takes back.
  const many = await fileOf([
    { box: box.sscc, nm_sku: sku(4), passed: 3 },
    { box: boxes[1]?.sscc ?? '', nm_sku: sku(4), passed: 9 },
  ])
  const taken = await send(client, box.sscc, many)
  expect(taken.body.data).toMatchObject({ rows_taken: 1, rows_refused: 0, rows_unchanged: 0, rows_of_others: 1 })
})

it('good rows alone are taken on request, and the corrected file then takes the rest', async () => {
  // Would catch: rows that were taken already refused or judged again when the whole file comes back.
  const { client, box, skus, open } = await countedBoxes(server, [[12, 8]])
  const [a = '', b = ''] = skus
  const wrong = await send(
    client,
    box.sscc,
    await fileOf([
      { nm_sku: a, passed: 12 },
      { nm_sku: b, passed: 9 },
    ]),
    'good_rows',
  )
  expect(wrong.body.data).toMatchObject({ rows_taken: 1, rows_refused: 1, rows_unchanged: 0 })
  const right = await send(
    client,
    box.sscc,
    await fileOf([
      { nm_sku: a, passed: 12 },
      { nm_sku: b, passed: 8 },
    ]),
  )
  expect(right.body.data).toMatchObject({ rows_taken: 1, rows_refused: 0, rows_unchanged: 1 })
  expect((await open()).box).toMatchObject({ status: 'QC passed', inspections: 2 })
})

it('is for boxes that are counted, and of its own vendor’s people never', async () => {
  const made = await countedBoxes(server, [[12]])
  const file = await fileOf([{ nm_sku: made.skus[0] ?? '', passed: 12 }])
  expect((await send(made.shipment.client, made.box.sscc, file)).status).toBe(403)
  expect((await send(made.client, 'no such box', file)).status).toBe(404)
  expect((await send(made.client, made.box.sscc, file)).status).toBe(200)
  const list = await made.client.call(downloadPendingQcInspection, {})
  const { rows } = await readRows({ name: 'pending.xlsx', bytes: list.bytes }, inspectedPieces)
  expect(rows.filter((row) => row.values.nm_sku === made.skus[0])).toEqual([])
})
