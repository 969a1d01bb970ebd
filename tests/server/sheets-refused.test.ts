import { randomBytes } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { SheetRefused } from '../../src/server/sheets/limits.ts'
import { type ReadOptions, readRows } from '../../src/server/sheets/read-rows.ts'
import { stopSheetThreads } from '../../src/server/sheets/sheet-threads.ts'
import { packingList } from '../../src/shared/areas/shipments/sheets.ts'
import {
  excelFile,
  fixture,
  goodValues,
  header,
  inlineRow,
  packingListFile,
  rawFile,
  rawParts,
  worksheet,
} from '../support/workbooks.ts'
import { zip } from '../support/zips.ts'

afterAll(stopSheetThreads)

const sheet = worksheet(inlineRow(header) + inlineRow(goodValues))

async function refusal(bytes: Buffer, name = 'packing.xlsx', options?: ReadOptions) {
  const error = await readRows({ name, bytes }, packingList, options).then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof SheetRefused)) throw error ?? new Error('taken')
  return { message: error.message, params: error.params }
}

const notXlsx = { message: 'Please upload .xlsx files.' }
const tooLarge = { message: 'The file unpacks to more than is allowed.' }

describe('not a workbook', () => {
  it.each([
    ['a csv by name', 'rows.csv', Buffer.from('Box No,Order ID\r\n')],
    ['a csv renamed', 'rows.xlsx', Buffer.from('Box No,Order ID\r\n')],
    ['a program renamed', 'rows.xlsx', Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0'), randomBytes(500)])],
    ['another zip renamed', 'rows.xlsx', zip([{ name: 'word/document.xml', data: '<document/>' }])],
    ['no name to speak of', 'rows', Buffer.from('PK\x03\x04')],
  ])('%s', async (_, name, bytes) => {
    expect(await refusal(bytes, name)).toMatchObject(notXlsx)
  })

  it('an old .xls and an .ods, by name or renamed', async () => {
    for (const name of ['libreoffice.xls', 'libreoffice.ods']) {
      const { bytes } = await fixture(name)
      expect(await refusal(bytes, name)).toMatchObject(notXlsx)
      expect(await refusal(bytes, 'renamed.xlsx')).toMatchObject(notXlsx)
    }
  })

  it('an encrypted workbook is told apart from an old one', async () => {
    const container = Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(1024),
      Buffer.from('EncryptedPackage', 'utf16le'),
      randomBytes(2000),
    ])
    const protectedBy = 'The workbook is protected by a password. Remove the password and upload it again.'
    expect((await refusal(container)).message).toBe(protectedBy)
    const parts = rawParts({ sheet }).map((part) => ({ ...part, flags: 1 }))
    expect((await refusal(zip(parts))).message).toBe(protectedBy)
  })

  it('zero bytes, a truncated file at any length, a flipped byte', async () => {
    const { bytes } = await packingListFile([{ box_no: 'B1', order_id: 'PO-1', nm_sku: 'NM1', quantity: 1 }])
    expect((await refusal(Buffer.alloc(0))).message).toBe('The file is empty.')
    for (const share of [0.1, 0.5, 0.99]) {
      const cut = bytes.subarray(0, Math.floor(bytes.length * share))
      expect((await refusal(cut)).message).toBe('The file is damaged or incomplete.')
    }
    const flipped = zip(rawParts({ sheet }))
    const place = flipped.indexOf('xl/worksheets/sheet1.xml') + 40
    flipped[place] = (flipped[place] ?? 0) ^ 0x55
    expect((await refusal(flipped)).message).toBe('The file is damaged or incomplete.')
  })
})

describe('attacks', () => {
  const megabytes = (count: number) => Buffer.alloc(count * 1024 * 1024, ' ')

  it('a bomb is seen in the directory, before anything is inflated', async () => {
    const parts = rawParts({ sheet, more: [{ name: 'xl/media/bomb.bin', data: megabytes(20) }] })
    expect(await refusal(zip(parts))).toMatchObject(tooLarge)
  })

  it('a bomb whose headers lie is stopped while inflating', async () => {
    const bomb = Buffer.concat([Buffer.from(sheet.slice(0, -12)), megabytes(30), Buffer.from('</worksheet>')])
    const parts = rawParts({ sheet }).map((part) =>
      part.name.includes('sheet1') ? { ...part, data: bomb, claims: 1000 } : part,
    )
    expect((await refusal(zip(parts))).message).toBe('The file is damaged or incomplete.')
  })

  it('too many parts, and two parts of one name', async () => {
    const many = Array.from({ length: 10_001 }, (_, index) => ({ name: `xl/${index}`, data: '' }))
    expect(await refusal(zip([...rawParts({ sheet }), ...many]))).toMatchObject(tooLarge)
    const twice = zip(rawParts({ sheet, more: [{ name: 'XL/worksheets/sheet1.xml', data: sheet }] }))
    expect((await refusal(twice)).message).toBe('The file is damaged or incomplete.')
  })

  it('external entities, expanding entities, and a DOCTYPE in a part that is not read', async () => {
    const external = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
    const laughs = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'
    const forbidden = 'The file contains declarations that are not allowed in a workbook.'
    for (const declaration of [external, laughs]) {
      const poisoned = sheet.replace('?>', `?>${declaration}`).replace('>B1<', '>&e;<')
      expect((await refusal(rawFile({ sheet: poisoned }).bytes)).message).toBe(forbidden)
    }
    const aside = rawFile({ sheet, more: [{ name: 'docProps/core.xml', data: `${external}<x/>` }] })
    expect((await refusal(aside.bytes)).message).toBe(forbidden)
    // Pushed behind a long comment, where a glance at the first bytes does not reach.
    const late = sheet.replace('?>', `?><!--${randomBytes(60_000).toString('hex')}-->${external}`)
    expect((await refusal(rawFile({ sheet: late }).bytes)).message).toBe(forbidden)
  })

  it('an undeclared entity and broken XML', async () => {
    for (const broken of [sheet.replace('>B1<', '>&nope;<'), sheet.replace('</row>', '')]) {
      expect((await refusal(rawFile({ sheet: broken }).bytes)).message).toBe('The file is damaged or incomplete.')
    }
  })

  it('300 columns', async () => {
    const wide = await excelFile((workbook) => {
      const made = workbook.addWorksheet('Sheet1')
      made.addRow([...header, ...Array.from({ length: 295 }, (_, index) => `Extra ${index}`)])
      made.addRow(goodValues)
    })
    expect(await refusal(wide.bytes)).toEqual({ message: 'The sheet has too many columns.', params: { columns: 100 } })
  })

  it('two million rows', async () => {
    const line = inlineRow(['B1', 'PO-1', 'NM1', '1'])
    const compact = '<row><c><v>1</v></c><c><v>1</v></c><c><v>1</v></c><c><v>1</v></c></row>'
    const head = inlineRow(header) + line
    const many = worksheet(head + compact.repeat(2_000_000))
    expect(await refusal(rawFile({ sheet: many }).bytes)).toMatchObject(tooLarge)
    // Even where the archive itself is let through, the rows are counted as they come.
    const limits = { unpackedBytes: 1e9, ratio: 1e6 }
    const counted = await refusal(rawFile({ sheet: many }).bytes, 'rows.xlsx', { limits })
    expect(counted).toEqual({ message: 'The sheet has too many rows.', params: { rows: 50_000 } })
  })

  it('a file that takes too long, or whose sender leaves, costs its thread and no other', async () => {
    const rows = Array.from({ length: 30_000 }, (_, row) => ({
      box_no: `B${row}`,
      order_id: 'PO-1',
      nm_sku: 'NM1',
      quantity: 1,
    }))
    const { bytes } = await packingListFile(rows)
    const slow = await refusal(bytes, 'rows.xlsx', { limits: { milliseconds: 20 } })
    expect(slow.message).toBe('The file took too long to read.')
    const left = AbortSignal.timeout(20)
    expect((await refusal(bytes, 'rows.xlsx', { signal: left })).message).toBe('The upload was cancelled.')
    expect((await refusal(bytes, 'rows.xlsx', { signal: AbortSignal.abort() })).message).toBe(
      'The upload was cancelled.',
    )
    const taken = await readRows(rawFile({ sheet }), packingList)
    expect(taken.rows).toHaveLength(1)
  })
})

describe('a workbook without what is needed', () => {
  it('names the missing columns of the best candidate', async () => {
    const upload = rawFile({
      sheet: worksheet(inlineRow(['Box No', 'Order ID', 'Colour']) + inlineRow(['1', 'PO-1', 'red'])),
    })
    expect(await refusal(upload.bytes)).toEqual({
      message: 'Columns are missing in the sheet.',
      params: { columns: 'NM SKU / 商品编码, Quantity in box / 箱内数量' },
    })
    const empty = await refusal(rawFile({ sheet: worksheet('') }).bytes)
    expect(empty.params.columns).toContain('Box No / 箱号')
  })

  it('a header without rows', async () => {
    const blank = inlineRow([' ', '\u3000', '', ''])
    const upload = rawFile({ sheet: worksheet(inlineRow(header) + blank) })
    expect((await refusal(upload.bytes)).message).toBe('No skus provided in packing list.')
  })

  it('a file beyond 10 MB is not even opened', async () => {
    const large = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(10 * 1024 * 1024)])
    expect((await refusal(large)).message).toBe('The file is too large.')
  })
})
