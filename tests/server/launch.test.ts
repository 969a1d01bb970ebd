import ExcelJS from 'exceljs'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedDemo } from '../../src/server/demo/seed-demo.ts'
import { stopSheetThreads } from '../../src/server/sheets/sheet-threads.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Client, SentFile } from '../support/client.ts'
import { freshDatabase } from '../support/database.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { excelFile } from '../support/workbooks.ts'

const { launch, garmentSpecs, styleSurveys } = contract

afterAll(stopSheetThreads)

let server: TestServer
let ops: Client
let vendor: Client
let other: Client
beforeAll(async () => {
  const { db } = await freshDatabase()
  await seedDemo(db)
  server = await testServer({ db })
  ops = await server.as('ops@demo.selvedge')
  vendor = await server.as('vendor@demo.selvedge')
  other = await server.as('vendor2@demo.selvedge')
})

/** A garment of two parts: where the light falls is its own. */
async function garment(name: string, dark: number, size = 600, quality = 90): Promise<SentFile> {
  // Pixels, since no SVG is read once the server has loaded its decoder.
  const side = 600
  const pixels = Buffer.alloc(side * side * 3)
  for (let at = 0; at < side * side; at++)
    pixels.set((dark >> Math.floor((at % side) / 50)) & 1 ? [32, 48, 80] : [208, 224, 192], at * 3)
  const bytes = await sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .resize(size, size)
    .jpeg({ quality })
    .toBuffer()
  return { name, bytes }
}

const header = ['Your style no.', 'Colour', 'Style name', 'Category', '1688 link', 'Price (CNY)', 'Picture files']
const csv = (rows: readonly (readonly string[])[], head = header, name = 'launch.csv'): SentFile => ({
  name,
  bytes: [head, ...rows].map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n'),
})
const offer = (id: string) => `https://detail.1688.com/offer/${id}.html`

type Mode = 'check' | 'all' | 'good_rows'
const send = (by: Client, file: SentFile, pictures: readonly SentFile[] = [], mode: Mode = 'all', more = {}) =>
  by.call(launch.uploadBulkProductLaunchFile, { mode, file, pictures, ...more })

const count = async (table: string) =>
  (await sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql.table(table)}`.execute(server.db)).rows[0]?.n

async function storedFiles(): Promise<number> {
  let files = 0
  for await (const _ of server.files.list('pictures')) files += 1
  return files
}

describe('launching styles', () => {
  // Would catch: a dry run that writes rows or leaves files; pictures given to the wrong colour; a second sending that doubles everything.
  it('says first, then takes workbook and pictures together, and the same again changes nothing', async () => {
    const rows = [
      ['L-1', 'Black', 'Midi dress', 'Dresses', offer('612345678901'), '45.50', 'black.jpg'],
      ['L-1', 'Ivory', '', '', '', '', 'https://img.alicdn.com/x/ivory.jpg?a=1'],
      ['L-2', 'Red', 'Blouse', 'Tops', '', '30', ''],
    ]
    const pictures = [
      await garment('BLACK.jpg', 0b1),
      await garment('ivory.jpg', 0b10),
      await garment('L-2_red.jpg', 0b100),
    ]
    const before = [await count('catalogue_style'), await storedFiles()]
    const check = await send(vendor, csv(rows), [...pictures, await garment('more.jpg', 0b1000)], 'check')
    expect(check.body.data).toMatchObject({
      rows_taken: 3,
      styles: 2,
      pictures: 3,
      launch_id: null,
      unused: ['more.jpg'],
      warnings: [],
    })
    expect([await count('catalogue_style'), await storedFiles()]).toEqual(before)
    const { body } = await send(vendor, csv(rows), pictures)
    expect(body.data).toMatchObject({ rows_taken: 3, launch_id: expect.stringMatching(/^PL-\d{6}$/) })
    const { rows: found } = await sql<{ style: string; color: string; price: number; status: string; chain: string }>`
      SELECT c.vendor_style AS style, p.color, c.price_minor::int AS price, c.status, c.supply_chain AS chain FROM catalogue_style c
      JOIN catalogue_picture p ON p.catalogue_id = c.id JOIN product_launch l ON l.id = c.launch_id WHERE l.code = ${body.data.launch_id}
      ORDER BY 1, 2`.execute(server.db)
    expect(found).toEqual([
      { style: 'L-1', color: 'Black', price: 4550, status: 'New Styles', chain: 'china' },
      { style: 'L-1', color: 'Ivory', price: 4550, status: 'New Styles', chain: 'china' },
      { style: 'L-2', color: 'Red', price: 3000, status: 'New Styles', chain: 'china' },
    ])
    const files = await storedFiles()
    const again = await send(vendor, csv(rows), pictures)
    expect(again.body.data).toMatchObject({ rows_taken: 0, rows_unchanged: 3, launch_id: null })
    expect(await storedFiles()).toBe(files)
  })

  // Would catch: a double that is not told, or told of a style's own colours; another vendor's style shown to a vendor, by link or by picture.
  it('tells the same link and the same picture twice with both sides, and a vendor nothing of others', async () => {
    const picture = await garment('a.jpg', 0b1011)
    const taken = await send(other, csv([['M-1', 'Black', 'Coat', 'Dresses', offer('700000000001'), '', 'a.jpg']]), [
      picture,
    ])
    expect(taken.body.data.launch_id).not.toBeNull()
    const mobile = 'https://m.1688.com/offer/700000000001.html?spm=a26'
    const rows = [
      ['N-1', 'Black', 'Coat', 'Dresses', mobile, '', 'a.jpg'],
      ['N-1', 'Navy', '', '', mobile, '', 'a2.jpg'],
      ['N-2', 'Black', 'Other coat', 'Dresses', offer('700000000001'), '', 'small.jpg'],
    ]
    const pictures = [picture, await garment('a2.jpg', 0b111000), await garment('small.jpg', 0b1011, 320, 60)]
    const own = (await send(vendor, csv(rows), pictures, 'check')).body.data
    expect(
      own.warnings.map(({ kind, one, other: two }) => [
        kind,
        one.vendor_style,
        two?.where,
        two?.vendor_style,
        two?.row,
      ]),
    ).toEqual([
      ['link', 'N-2', 'file', 'N-1', 2],
      ['near_picture', 'N-2', 'file', 'N-1', 2],
    ])
    expect(own.warnings[1]?.one.thumbnail?.length).toBeGreaterThan(100)
    expect(JSON.stringify(own)).not.toContain('M-1')
    const seen = (await send(ops, csv(rows), pictures, 'check', { supplier_id: 'GZ01' })).body.data.warnings
    expect(
      seen
        .filter(({ other: two }) => two?.where === 'catalogue')
        .map((one) => [one.kind, one.one.vendor_style, one.other?.vendor_style]),
    ).toEqual([
      ['link', 'N-1', 'M-1'],
      ['picture', 'N-1', 'M-1'],
      ['link', 'N-2', 'M-1'],
      ['near_picture', 'N-2', 'M-1'],
    ])
    expect(seen.find(({ other: two }) => two?.where === 'catalogue')?.other).toMatchObject({
      supplier_name: expect.any(String),
      picture: expect.any(String),
    })
  })

  // Would catch: a link that the server follows, or takes for a picture; a fault without its cell; half a launch left behind.
  it('refuses what cannot be, with its cells, and fetches nothing', async () => {
    const rows = [
      ['F-1', 'Black', 'Skirt', 'Dresses', offer('800000000001'), '', 'http://169.254.169.254/latest/meta.jpg'],
      ['F-2', 'Black', '', 'Dresses', 'https://evil.example/offer/800000000002.html', '', ''],
      ['F-3', 'Black', 'Skirt', 'Dresses', '', '', 'bad.jpg'],
      ['F-4', 'Black', 'Skirt', 'Dresses', '', '', ''],
    ]
    const before = await storedFiles()
    const reply = await send(vendor, csv(rows), [{ name: 'bad.jpg', bytes: 'no picture at all' }])
    expect(reply.status).toBe(422)
    // Would catch: a picture's fault that does not name its file, among ten of a row.
    expect(reply.body.details.faults?.map(({ cell, message, value }) => [cell, message, value])).toEqual([
      [
        ...['G2', 'Links are not fetched: please drop the picture itself with the workbook.'],
        'http://169.254.169.254/latest/meta.jpg',
      ],
      ['E3', 'This is no 1688 offer.', 'https://evil.example/offer/800000000002.html'],
      ['C3', 'The first row of a style needs this.', ''],
      ['G4', 'Please upload a .jpg, .png or .webp picture.', 'bad.jpg'],
    ])
    expect(reply.body.details.upload_id).toEqual(expect.any(String))
    expect(await storedFiles()).toBe(before)
    const good = await send(vendor, csv(rows), [], 'good_rows')
    expect(good.body.data).toMatchObject({ rows_taken: 1, rows_refused: 3 })
    expect(good.body.data.warnings.map(({ kind }) => kind)).toEqual(['no_picture'])
  })

  // Would catch: a fault that hides the next of its row; a style for nothing, and a category by a slip of the pen.
  it('names all that is wrong with a row', async () => {
    const rows = [['G-1', 'Black', '', 'Dreses', 'https://evil.example/1', '0', '']]
    const { body } = await send(vendor, csv(rows))
    expect(body.details.faults?.map(({ cell, message }) => [cell, message])).toEqual([
      ['E2', 'This is no 1688 offer.'],
      ['F2', 'A price is more than 0.'],
      ['D2', 'Nobody knows this category.'],
      ['C2', 'The first row of a style needs this.'],
    ])
    expect(body.details.faults?.[2]?.values).toEqual({ categories: expect.stringContaining('Dresses') })
  })

  // Would catch: a form with files in other fields, or pictures on calls that take none; a key good for other pictures.
  it('takes pictures only where the call says so, and holds a key to them', async () => {
    const split = csv([['CT-1', '1', 'GZ01', '1']], ['Catalogue style', 'Style quantity', 'Supplier ID', 'Quantity'])
    const reply = await ops.call(launch.ingestVendorSplitFile, { file: split, pictures: [await garment('a.jpg', 1)] })
    expect(reply.status).toBe(400)
    const file = csv([['K-1', 'Black', 'Top', 'Tops', '', '', 'k.jpg']])
    const key = { 'idempotency-key': 'launch-k1' }
    const by = (picture: SentFile) =>
      vendor.call(launch.uploadBulkProductLaunchFile, { mode: 'all', file, pictures: [picture] }, key)
    const first = await by(await garment('k.jpg', 0b110011))
    expect((await by(await garment('k.jpg', 0b110011))).body.data).toEqual(first.body.data)
    expect((await by(await garment('k.jpg', 0b111111))).status).toBe(409)
  })

  // Would catch: pictures lying on a workbook's rows passed over; a vendor that reads others' launches, or the house's own word for a status.
  it('takes pictures that lie in the workbook, and tells a vendor of its own launches in words for it', async () => {
    const lying = await garment('x.jpg', 0b101010)
    const file = await excelFile((workbook) => {
      const sheet = workbook.addWorksheet('Launch')
      sheet.addRow(header)
      sheet.addRow(['W-1', 'Green', 'Shirt', 'Tops', '', 20, ''])
      const image = workbook.addImage({ buffer: lying.bytes as unknown as ExcelJS.Buffer, extension: 'jpeg' })
      sheet.addImage(image, { tl: { col: 7, row: 1 }, ext: { width: 40, height: 18 } })
    })
    expect((await send(other, { name: 'launch.xlsx', bytes: file.bytes })).body.data).toMatchObject({
      pictures: 1,
      rows_taken: 1,
    })
    const mine = (await other.call(launch.getLaunches, {})).body.data.rows
    expect(new Set(mine.map(({ supplier_id }) => supplier_id))).toEqual(new Set(['SZ02']))
    expect(mine[0]?.styles).toMatchObject([
      { vendor_style: 'W-1', status: 'Being looked at', picture: expect.any(String) },
    ])
    const all = (await ops.call(launch.getLaunches, { supplier_id: 'SZ02' })).body.data.rows
    expect(all[0]?.styles[0]?.status).toBe('New Styles')
    const sample = await vendor.call(launch.sampleBulkProductLaunchFile, {})
    const read = new ExcelJS.Workbook()
    await read.xlsx.load(sample.bytes as unknown as ExcelJS.Buffer)
    expect(read.worksheets[0]?.getRow(1).getCell(1).text).toBe('Your style no. / 货号')
  })
})

describe('what is said beside a file', () => {
  // Would catch: a file for one style, for one supply chain, or to create alone, that changes others.
  it('holds for every row', async () => {
    const code = await styleOf('Q-1')
    const rows = csv([
      ['Q-1', 'Navy', 'Q-1', 'Dresses', '', '', ''],
      ['Q-2', 'Black', 'Q-2', 'Dresses', '', '', ''],
    ])
    const said = async (fields: object) =>
      (await send(vendor, rows, [], 'check', fields)).body.details?.faults?.map(({ cell, message }) => [cell, message])
    expect(await said({ supply_chain: 'china' })).toBeUndefined()
    expect(await said({ supply_chain: 'india' })).toHaveLength(2)
    expect(await said({ vendor_catalogue_id: code })).toEqual([['A3', 'This file was sent for another style.']])
    const there = [['A2', 'This is there already: the file was sent to create alone.']]
    expect(await said({ request_type: 'create' })).toEqual(there)
    const notThere = [['A3', 'This is not there yet: the file was sent to update alone.']]
    expect(await said({ request_type: 'update' })).toEqual(notThere)
  })

  // Would catch: a sheet to create that lays itself over what stands, of any of the three kinds beside a launch.
  it('holds for splits, measures, gradings and scores', async () => {
    const code = await styleOf('Q-3')
    const [update, create] = [{ request_type: 'update' as const }, { request_type: 'create' as const }]
    const split = csv([[code, '5', 'GZ01', '5']], ['Catalogue style', 'Style quantity', 'Supplier ID', 'Quantity'])
    const points = csv(
      [[code, 'S', 'Chest', '46', '1']],
      ['Catalogue style', 'Size', 'Point of measure', 'Measure (cm)', 'Tolerance (cm)'],
    )
    const grading = csv(
      [[code, '155', 'S', 'Chest', '']],
      ['Catalogue style', 'Vendor size', 'Our size', 'Point of measure', 'Increment (cm)'],
    )
    const { survey } = (
      await ops.call(styleSurveys.makeSurvey, { name: 'Q', deadline: '2040-01-02', vendor_catalogue_ids: [code] })
    ).body.data.survey
    const scores = csv([[survey, code, 'Mei', '4']], ['Survey', 'Design', 'Reviewer', 'Score'])
    const sends = [
      (fields: object) => ops.call(launch.ingestVendorSplitFile, { file: split, ...fields }),
      (fields: object) => vendor.call(garmentSpecs.uploadGarmentFile, { file: points, ...fields }),
      (fields: object) => vendor.call(garmentSpecs.uploadGradingFile, { file: grading, ...fields }),
      (fields: object) => ops.call(styleSurveys.ingestStyleSurveyDesigns, { file: scores, ...fields }),
    ]
    for (const sendTo of sends) {
      const statuses = [await sendTo(update), await sendTo(create), await sendTo(create), await sendTo(update)]
      expect(statuses.map(({ status }) => status)).toEqual([422, 200, 422, 200])
    }
  })
})

/** A style in the catalogue with this set of sizes. */
async function styleOf(name: string, set: string | null = null): Promise<string> {
  await send(vendor, csv([[name, 'Black', name, 'Dresses', '', '', '']]))
  const { rows } = await sql<{
    code: string
  }>`UPDATE catalogue_style SET size_set = ${set} WHERE vendor_style = ${name} RETURNING code`.execute(server.db)
  return rows[0]?.code ?? ''
}

describe('a style split between vendors', () => {
  const head = ['Catalogue style', 'Style quantity', 'Supplier ID', 'Quantity']
  const split = (rows: readonly (readonly string[])[], mode: 'all' | 'good_rows' = 'all') =>
    ops.call(launch.ingestVendorSplitFile, { mode, file: csv(rows, head) })

  // Would catch: a split that does not come to the style's quantity; one vendor of two taken where the sum is wrong.
  it('is taken where the sum is right, whole, and replaces what was', async () => {
    const [one, two] = [await styleOf('S-1'), await styleOf('S-2')]
    const wrong = await split(
      [
        [one, '1000', 'GZ01', '600'],
        [one, '1000', 'SZ02', '300'],
        [two, '5', 'GZ01', '5'],
      ],
      'good_rows',
    )
    expect(wrong.body.data).toMatchObject({ rows_taken: 1, rows_refused: 2 })
    const refused = await split([
      [one, '1000', 'GZ01', '600'],
      [one, '1000', 'SZ02', '300'],
    ])
    expect(refused.body.details.faults?.[0]).toMatchObject({
      cell: 'B2',
      expected: 'They come to {{sum}}.',
      values: { sum: 900 },
    })
    expect(
      (
        await split([
          [one, '1000', 'GZ01', '600'],
          [one, '1000', 'SZ02', '400'],
        ])
      ).body.data.rows_taken,
    ).toBe(2)
    expect(
      (
        await split([
          [one, '1000', 'GZ01', '600'],
          [one, '1000', 'SZ02', '400'],
        ])
      ).body.data.rows_unchanged,
    ).toBe(2)
    expect((await split([[one, '700', 'SZ02', '700']])).body.data.rows_taken).toBe(1)
    const { rows } =
      await sql`SELECT quantity FROM catalogue_split d JOIN catalogue_style c ON c.id = d.catalogue_id WHERE c.code = ${one}`.execute(
        server.db,
      )
    expect(rows).toEqual([{ quantity: 700 }])
  })
})

describe('a spec that changes under its grading', () => {
  const points = ['Catalogue style', 'Size', 'Point of measure', 'Measure (cm)', 'Tolerance (cm)']
  const grades = ['Catalogue style', 'Vendor size', 'Our size', 'Point of measure', 'Increment (cm)']

  // Would catch: a grading that a later spec contradicts and that stands as if it held; tolerances of which one stands for all.
  it('is marked where they differ, with the tolerance of each size', async () => {
    const of = await styleOf('G-2')
    const specs = (...rows: (readonly string[])[]) =>
      vendor.call(garmentSpecs.uploadGarmentFile, {
        file: csv(
          rows.map((row) => [of, ...row]),
          points,
        ),
      })
    await specs(['S', 'Chest', '44', '0.5'], ['M', 'Chest', '46', '1.5'])
    const graded = [
      [of, '155', 'S', 'Chest', ''],
      [of, '160', 'M', 'Chest', '2'],
    ]
    const taken = await vendor.call(garmentSpecs.uploadGradingFile, { file: csv(graded, grades) })
    expect(taken.body.data, JSON.stringify(taken.body)).toMatchObject({ rows_taken: 2 })
    const spec = async () => (await vendor.call(garmentSpecs.garmentSpec, { code: of })).body.data
    expect((await spec()).style.contradicted).toBe(0)
    await specs(['S', 'Chest', '44', '0.5'], ['M', 'Chest', '47', '1.5'])
    const { style, jumps, points: measured } = await spec()
    expect(style.contradicted).toBe(1)
    expect(jumps).toEqual([{ point: 'Chest', from_size: 'S', to_size: 'M', increment_mm: 20, measured_mm: 30 }])
    expect(measured[0]?.measures).toEqual([
      { size: 'S', spec_mm: 440, tolerance_mm: 5 },
      { size: 'M', spec_mm: 470, tolerance_mm: 15 },
    ])
  })

  // Would catch: S and L without M, of a style without a size set, or where each point stands alone.
  it('has no gap between its sizes', async () => {
    const of = await styleOf('G-3')
    const faults = async (rows: readonly (readonly string[])[]) =>
      (
        await vendor.call(garmentSpecs.uploadGradingFile, {
          file: csv(
            rows.map((row) => [of, ...row]),
            grades,
          ),
        })
      ).body.details.faults?.map(({ cell, message, expected }) => `${cell} ${message} ${expected}`)
    expect(
      await faults([
        ['155', 'S', 'Chest', ''],
        ['165', 'L', 'Waist', ''],
      ]),
    ).toEqual(['C3 This size lacks its neighbour. {{size}} beside it.'])
    expect(
      await faults([
        ['155', 'S', 'Chest', ''],
        ['160', 'M', 'Waist', ''],
        ['165', 'L', 'Chest', '4'],
      ]),
    ).toEqual(['C4 This size lacks its neighbour. {{size}} beside it.'])
  })

  // Would catch: an HS code of words.
  it('comes of a launch whose HS code is one', async () => {
    const head = ['Your style no.', 'Colour', 'Style name', 'Category', 'HS code']
    const faults = async (code: string) =>
      (await send(vendor, csv([['H-1', 'Black', 'Skirt', 'Dresses', code]], head), [], 'check')).body.details?.faults
    expect((await faults('abc'))?.map(({ cell, message }) => [cell, message])).toEqual([
      ['E2', 'An HS code has 6 to 10 digits.'],
    ])
    expect(await faults('6109.10.0010')).toBeUndefined()
  })
})

describe('a style survey', () => {
  // Would catch: a survey that is over on the day it is made; one reviewer who counts as two.
  it('ends today or later, and knows a reviewer however the name is written', async () => {
    const design = await styleOf('V-77')
    const ask = (deadline: string) =>
      ops.call(styleSurveys.makeSurvey, { name: 'Names', deadline, vendor_catalogue_ids: [design] })
    expect((await ask('2020-01-02')).body).toMatchObject({ message: 'The last day lies in the past.' })
    const { survey } = (await ask('2040-01-02')).body.data.survey
    const head = ['Survey', 'Design', 'Reviewer', 'Score']
    const say = (...rows: [name: string, score: string][]) =>
      ops.call(styleSurveys.ingestStyleSurveyDesigns, {
        file: csv(
          rows.map((row) => [survey, design, ...row]),
          head,
        ),
      })
    await say(['Mei', '2'])
    await say([' mei', '4'])
    const { designs } = (await ops.call(styleSurveys.getSurvey, { survey })).body.data
    expect(designs[0]?.scores).toEqual([{ reviewer: 'Mei', score: 4, remark: null }])
    const twice = await say(['MEI', '1'], ['mei', '5'])
    expect(twice.body.details.faults?.map(({ cell, message }) => [cell, message])).toEqual([
      ['A3', 'Multiple entries found.'],
    ])
  })

  // Would catch: a survey without its pictures; scores of two reviewers written over each other; a rank that a vendor reads.
  it('goes out with pictures, comes back per reviewer, and ranks', async () => {
    await send(vendor, csv([['V-91', 'Black', 'One', 'Tops', '', '', 'v91.jpg']]), [
      await garment('v91.jpg', 0b11001100),
    ])
    const { rows } = await sql<{ code: string }>`SELECT code FROM catalogue_style WHERE vendor_style = 'V-91'`.execute(
      server.db,
    )
    const codes = [rows[0]?.code ?? '', await styleOf('V-2'), await styleOf('V-3')]
    const made = (await ops.call(styleSurveys.makeSurvey, { name: 'Autumn', vendor_catalogue_ids: codes })).body.data
    const { survey } = made.survey
    const file = await ops.call(styleSurveys.downloadStyleSurveyFile, { survey, reviewer: 'Asha' })
    const book = new ExcelJS.Workbook()
    await book.xlsx.load(file.bytes as unknown as ExcelJS.Buffer)
    const [sheet] = book.worksheets
    if (!sheet) throw new Error('no sheet')
    expect(sheet.getImages()).toHaveLength(1)
    const heads = Array.from({ length: sheet.columnCount }, (_, at) => sheet.getRow(1).getCell(at + 1).text)
    const score = heads.findIndex((text) => text.startsWith('Score')) + 1
    sheet.getRow(2).getCell(score).value = 5
    sheet.getRow(3).getCell(score).value = '2'
    const bytes = Buffer.from(await book.xlsx.writeBuffer())
    const send1 = await ops.call(styleSurveys.ingestStyleSurveyDesigns, { file: { name: 's.xlsx', bytes } })
    expect(send1.body.data, JSON.stringify(send1.body)).toMatchObject({ rows_taken: 2, rows_unchanged: 1 })
    const head = ['Survey', 'Design', 'Reviewer', 'Score', 'Remark']
    const more = [
      [survey, codes[0] ?? '', 'Ben', '1', 'Too short'],
      [survey, codes[1] ?? '', 'Ben', '4', ''],
    ]
    const second = await ops.call(styleSurveys.ingestStyleSurveyDesigns, { file: csv(more, head) })
    expect(second.body.data).toMatchObject({ rows_taken: 2 })
    const { designs } = (await ops.call(styleSurveys.getSurvey, { survey })).body.data
    expect(designs.map(({ code, rank, mean, spread }) => [code, rank, mean, spread])).toEqual([
      [codes[0], 1, 3, 2],
      [codes[1], 1, 3, 1],
      [codes[2], null, null, null],
    ])
    expect((await ops.call(garmentSpecs.garmentSpec, { code: codes[0] ?? '' })).body.data.style).toMatchObject({
      survey: { survey, rank: 1, of: 2, mean: 3 },
    })
    // Would catch: a rank that does not reach those who build assortments; unscored styles before scored ones; a vendor that reads off
    // the order of its list, or its file, what the house thinks of its styles.
    const inOrder = async (descending: boolean) => {
      const asked = { catalogue_ids: codes, sort: 'survey' as const, descending }
      const { rows } = (await ops.call(contract.catalogue.getVendorCatalogues, asked)).body.data
      return rows.map(({ catalogue_id, survey: place }) => [catalogue_id, place?.rank ?? null])
    }
    expect(await inOrder(false)).toEqual([
      [codes[0], 1],
      [codes[1], 1],
      [codes[2], null],
    ])
    expect((await inOrder(true)).at(-1)).toEqual([codes[2], null])
    const best = await ops.call(styleSurveys.ingestStyleSurveyDesigns, {
      file: csv([[survey, codes[1] ?? '', 'Cem', '5', '']], head),
    })
    expect(best.body.data).toMatchObject({ rows_taken: 1 })
    expect((await inOrder(false)).map(([, rank]) => rank)).toEqual([1, 2, null])
    const told = (await vendor.call(garmentSpecs.specStyles, { codes, sort: 'survey', descending: false })).body.data
    expect(told.rows.map(({ code, survey: place }) => [code, place])).toEqual(codes.map((code) => [code, null]))
    const looks = {
      codes,
      sort: 'survey' as const,
      descending: false,
      columns: [{ id: 'code' as const, header: 'No.' }],
    }
    const exported = await vendor.call(contract.frame.exportGarmentSpecs, looks)
    const lines = exported.bytes.toString('utf8').replace('\uFEFF', '').trim().split(/\r?\n/)
    expect(lines.slice(1)).toEqual(codes)
    const bad = [
      [survey, codes[0] ?? '', 'Ben', '6', ''],
      [survey, 'CT-999999', 'Ben', '1', ''],
    ]
    const refused = await ops.call(styleSurveys.ingestStyleSurveyDesigns, { file: csv(bad, head) })
    expect(refused.body.details.faults?.map(({ cell }) => cell)).toEqual(['D2', 'B3'])
  })
})
