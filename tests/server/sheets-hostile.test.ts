import ExcelJS from 'exceljs'
import { afterAll, describe, expect, it } from 'vitest'
import { correctedWorkbook } from '../../src/server/sheets/corrected-workbook.ts'
import { SheetRefused } from '../../src/server/sheets/limits.ts'
import { readRows } from '../../src/server/sheets/read-rows.ts'
import { plainFaults } from '../../src/server/sheets/say-faults.ts'
import { stopSheetThreads } from '../../src/server/sheets/sheet-threads.ts'
import type { SheetUpload } from '../../src/server/sheets/sniff-upload.ts'
import { packingList } from '../../src/shared/areas/shipments/sheets.ts'
import { goodValues, header, inlineRow, rawFile, worksheet } from '../support/workbooks.ts'

afterAll(stopSheetThreads)

const sheet = worksheet(inlineRow(header) + inlineRow(goodValues))
const styles = (formats: readonly string[]) =>
  `<styleSheet><numFmts>${formats.map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code}"/>`).join('')}</numFmts></styleSheet>`

/** What came of a file, and the seconds of all cores that it took: a busy machine makes it wait, not work. */
async function costOf(upload: SheetUpload) {
  const before = process.cpuUsage()
  const came = await readRows(upload, packingList).then(
    ({ rows }) => ({ rows: rows.length }),
    (error: unknown) => {
      if (!(error instanceof SheetRefused)) throw error
      return { refused: error.message }
    },
  )
  const { user, system } = process.cpuUsage(before)
  return { came, seconds: (user + system) / 1e6 }
}

const tooLong = { refused: 'The workbook holds a text that is longer than spreadsheets allow.' }
const long = 400_000

describe('texts that pack well and read badly', () => {
  // Would catch: a regular expression that looks for the end of each of 400,000 brackets. It took 20 s of a core, for 2 kB.
  it.each([
    ['brackets that never end', '['.repeat(long)],
    ['quotes', '&quot;a'.repeat(long / 2)],
    ['zeros', `${'0'.repeat(long)}x`],
  ])('a number format of %s', async (_, code) => {
    const file = rawFile({ sheet, styles: styles([code]) })
    expect(file.bytes.length).toBeLessThan(12_000)
    const { came, seconds } = await costOf(file)
    expect(came).toEqual(tooLong)
    expect(seconds).toBeLessThan(5)
  })

  // Would catch: the same work in many short pieces.
  it('ten thousand formats of brackets are read, more are not', async () => {
    const read = await costOf(rawFile({ sheet, styles: styles(new Array(9_000).fill('['.repeat(200))) }))
    expect(read.came).toEqual({ rows: 1 })
    expect(read.seconds).toBeLessThan(8)
    const { came } = await costOf(rawFile({ sheet, styles: styles(new Array(10_001).fill('0')) }))
    expect(came).toEqual({ refused: 'The file unpacks to more than is allowed.' })
  })

  it('a sheet of an endless name', async () => {
    const workbook = `<workbook xmlns:r="r"><sheets><sheet name="${'n'.repeat(long)}" sheetId="1" r:id="rId1"/></sheets></workbook>`
    expect((await costOf(rawFile({ sheet, workbook }))).came).toEqual(tooLong)
  })

  // Would catch: a shared text of 400,000 blanks searched for ink once for each cell that names it: 16 billion steps.
  it('one text of blanks in forty thousand cells', async () => {
    const blanks = `<sst><si><t xml:space="preserve">${' '.repeat(long)}</t></si></sst>`
    const cells = '<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>'
    const file = rawFile({ sheet: worksheet(inlineRow(header) + cells.repeat(10_000)), sharedStrings: blanks })
    const { came, seconds } = await costOf(file)
    expect(came).toEqual({ rows: 10_000 })
    expect(seconds).toBeLessThan(8)
  })

  // Would catch: the letters of a column beyond all numbers, which never come to an end.
  it('addresses beyond every sheet', async () => {
    const merge = `<mergeCells><mergeCell ref="${'Z'.repeat(300)}1:${'Z'.repeat(300)}9"/></mergeCells>`
    const rows = inlineRow(header) + inlineRow(goodValues)
    expect((await costOf(rawFile({ sheet: worksheet(rows, merge) }))).came).toEqual({ rows: 1 })
    const far = `<row r="1e300">${'<c t="inlineStr"><is><t>x</t></is></c>'}</row>`
    expect((await costOf(rawFile({ sheet: worksheet(rows + far) }))).came).toEqual({
      refused: 'The file is damaged or incomplete.',
    })
  })
})

describe('a file wrong in every cell', () => {
  const count = 3_000
  const wrong = Array.from({ length: count }, (_, at) => `?? ${at},??${at},!!${at},five,A?`)
  const good = 'B1,PO-2026-000001,NM00000001,12,SF1234567890'
  const bytes = Buffer.from([header.join(','), ...wrong, good].join('\r\n'))
  const read = () => readRows({ name: 'wrong.csv', bytes }, packingList, { accept: ['csv'] })

  // Would catch: 250,000 faults carried from thread to thread and into the database, which stood still for all others meanwhile; and rows
  // with faults that nobody named, taken for good ones.
  it('names a thousand faults, counts the rest, and knows every row that has one', async () => {
    const { rows, faults, faultCount, misread } = await read()
    expect([rows.length, faults.length, faultCount, misread.size]).toEqual([count + 1, 1_000, count * 5, count])
    expect(misread.has(`wrong.csv\n${count + 2}`)).toBe(false)
  })

  // Would catch: a corrected copy that looks as if all but the first thousand were right.
  it('says in the corrected copy how much is not marked', async () => {
    const { faults, faultCount, headers } = await read()
    const said = plainFaults(faults, faultCount - faults.length)
    const workbook = new ExcelJS.Workbook()
    const file = await correctedWorkbook(bytes, said, headers, { format: 'csv' })
    await workbook.xlsx.load(file as unknown as ExcelJS.Buffer)
    const lineOf = (row: number) => workbook.worksheets[0]?.getRow(row).getCell(6).text ?? ''
    expect(lineOf(2)).toMatch(/^Only the first 1000 faults are marked\. There may be 14000 more/)
    expect(lineOf(2).split('\n')).toHaveLength(6)
    expect([lineOf(201).split('\n').length, lineOf(202)]).toEqual([5, ''])
  })
})

// Would catch: one queue for everybody, in which an honest upload waits for all that somebody else sent before.
it('an honest file behind six of one person is read next but one', async () => {
  const rows = Array.from({ length: 12_000 }, (_, at) => `B${at},PO-2026-000001,NM00000001,12,SF1234567890`)
  const large = Buffer.from([header.join(','), ...rows].join('\r\n'))
  const ended: string[] = []
  const send = async (user: string, bytes: Buffer) => {
    await readRows({ name: 'rows.csv', bytes }, packingList, { accept: ['csv'], user })
    ended.push(user)
  }
  const six = Array.from({ length: 6 }, () => send('attacker', large))
  await Promise.all([...six, send('honest', Buffer.from([header.join(','), rows[0]].join('\r\n')))])
  expect(ended.indexOf('honest')).toBeLessThanOrEqual(2)
})
