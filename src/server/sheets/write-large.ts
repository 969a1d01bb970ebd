import { Zip, ZipDeflate } from 'fflate'
import { startsLikeFormula } from '../../shared/kernel/codes.ts'
import { eachCsvRow } from './read-csv.ts'
import { openCheckedArchive } from './read-workbook.ts'
import { columnLetters, type RawCell, type RawRow, readWorksheet } from './read-worksheet.ts'
import { isErrorsHeader, type SaidFault } from './say-faults.ts'
import type { CorrectJob } from './sheet-jobs.ts'
import type { HeaderPlace } from './sheet-shapes.ts'
import { type NumberFormat, openWorkbook, readNumberFormats, readSharedStrings } from './workbook-parts.ts'
import { writtenFormat } from './write-corrected.ts'

/** Characters that are packed at a time: no more of a sheet is ever held unpacked. */
const PIECE = 1 << 20

interface SourceSheet {
  name: string
  /** Gives its filled rows in their order; each call reads them anew. */
  each(take: (row: RawRow) => void): Promise<void>
}

interface Source {
  date1904: boolean
  sheets: readonly SourceSheet[]
  formats: readonly NumberFormat[]
}

/**
 * The corrected copy of a file that is too large to be held as a workbook: values and number formats of its visible sheets, row by row, with
 * the errors column and the faulty cells coloured. What it needs is the file, its shared texts and the packed copy: the workbook writer of
 * exceljs packs behind its caller, and would hold all rows of a file that is read in one go. Throws SheetRefused.
 */
export async function writeLarge(
  bytes: Buffer,
  { format, said, headers, limits }: Pick<CorrectJob, 'format' | 'said' | 'headers' | 'limits'>,
): Promise<Uint8Array> {
  const source = format === 'csv' ? csvSource(bytes) : await workbookSource(bytes, limits)
  const styles = newStyles()
  const bySheet = Map.groupBy(said.faults, (fault) => fault.sheet)
  const zip = newZip()
  for (const [name, text] of frameOf(source)) zip.part(name).end(text)
  for (const [index, sheet] of source.sheets.entries()) {
    // A csv is named after its file, which may be no name for a sheet.
    const place = format === 'csv' ? headers[0] : headers.find((one) => one.sheet === sheet.name)
    const marks = place && { place, header: said.errorsHeader, faults: bySheet.get(place.sheet) ?? [] }
    await writeSheet(sheet, source.formats, styles, { part: zip.part(`xl/worksheets/sheet${index + 1}.xml`), marks })
  }
  // Known once every cell is written.
  zip.part('xl/styles.xml').end(styles.xml())
  return zip.end()
}

function csvSource(bytes: Buffer): Source {
  const each = async (take: (row: RawRow) => void) =>
    eachCsvRow(bytes, (row) => {
      if (row.cells.length > 0) take(row)
      return true
    })
  return { date1904: false, formats: [], sheets: [{ name: 'Sheet1', each }] }
}

async function workbookSource(bytes: Buffer, limits: CorrectJob['limits']): Promise<Source> {
  const archive = await openCheckedArchive(bytes, limits)
  const workbook = await openWorkbook(archive)
  const shared = await readSharedStrings(archive, workbook.sharedStringsPart)
  const sheets = workbook.sheets.flatMap(({ name, part, hidden }) =>
    hidden
      ? []
      : [
          {
            name,
            // An archive counts what was unpacked of it: each reading has its own.
            each: async (take: (row: RawRow) => void) => {
              await readWorksheet(await openCheckedArchive(bytes, limits), part, shared, (row) => {
                take(row)
                return true
              })
            },
          },
        ],
  )
  return { date1904: workbook.date1904, formats: await readNumberFormats(archive, workbook.stylesPart), sheets }
}

interface Marks {
  place: HeaderPlace
  header: string
  faults: readonly SaidFault[]
}

async function writeSheet(
  sheet: SourceSheet,
  formats: readonly NumberFormat[],
  styles: Styles,
  { part, marks }: { part: Part; marks: Marks | undefined },
): Promise<void> {
  const column = marks ? await errorsColumn(sheet, marks.place.row) : 0
  const headerRow = marks?.place.row ?? 0
  const lines = Map.groupBy(marks?.faults ?? [], (fault) => Math.max(fault.row, headerRow + 1))
  const faulty = new Set(marks?.faults.map(({ cell }) => cell))
  // Of rows that the file does not have, in their order.
  const waiting = [...lines.keys()].toSorted((a, b) => a - b)
  part.write(`${xmlHead}<worksheet xmlns="${main}">`)
  if (column > 0) part.write(`<cols><col min="${column}" max="${column}" width="60" customWidth="1"/></cols>`)
  part.write('<sheetData>')
  const errorsCell = (row: number) => {
    if (row === headerRow) return textCell(column, row, marks?.header ?? '', styles.errorsHeader)
    const found = lines.get(row)
    return found === undefined ? '' : textCell(column, row, found.map(lineOf).join('\n'), styles.errors)
  }
  const writeRow = (row: number, cells: readonly RawCell[]) => {
    while (waiting[0] !== undefined && waiting[0] <= row) {
      const missing = waiting.shift()
      if (missing !== undefined && missing < row) part.write(`<row r="${missing}">${errorsCell(missing)}</row>`)
    }
    part.write(`<row r="${row}">`)
    let isWritten = column === 0
    for (const cell of cells) {
      if (cell.column === column && row >= headerRow) continue
      if (!isWritten && cell.column > column) {
        part.write(errorsCell(row))
        isWritten = true
      }
      const isFaulty = row > headerRow && faulty.has(`${columnLetters(cell.column)}${row}`)
      part.write(cellXml(row, cell, styles, formats[cell.style] ?? null, isFaulty))
    }
    if (!isWritten) part.write(errorsCell(row))
    part.write('</row>')
  }
  let last = 0
  await sheet.each(({ row, cells }) => {
    last = row
    writeRow(row, cells)
  })
  for (const row of waiting) if (row > last) part.write(`<row r="${row}">${errorsCell(row)}</row>`)
  part.end('</sheetData></worksheet>')
}

/** The column of an earlier round, else the first beyond every value. */
async function errorsColumn(sheet: SourceSheet, headerRow: number): Promise<number> {
  let last = 0
  let earlier = 0
  await sheet.each(({ row, cells }) => {
    for (const { column, text } of cells) {
      if (column > last) last = column
      if (row === headerRow && isErrorsHeader(text)) earlier = column
    }
  })
  return earlier || last + 1
}

const lineOf = ({ line }: SaidFault): string => (startsLikeFormula(line) ? ` ${line}` : line)

function cellXml(row: number, cell: RawCell, styles: Styles, format: NumberFormat, isFaulty: boolean): string {
  const at = `r="${columnLetters(cell.column)}${row}"`
  if (cell.kind === 'number' && Number.isFinite(Number(cell.text)) && cell.text !== '')
    return `<c ${at} s="${styles.of(format === null ? 'General' : writtenFormat(format), isFaulty)}"><v>${Number(cell.text)}</v></c>`
  if (cell.kind === 'boolean')
    return `<c ${at} t="b" s="${styles.of('General', isFaulty)}"><v>${cell.text === '1' ? 1 : 0}</v></c>`
  return textCell(cell.column, row, cell.text, styles.of('@', isFaulty))
}

function textCell(column: number, row: number, text: string, style: number): string {
  return `<c r="${columnLetters(column)}${row}" t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// biome-ignore lint/suspicious/noControlCharactersInRegex: signs that XML cannot hold, in texts that people sent.
const notXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

function escaped(text: string): string {
  return text.replace(notXml, '').replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
}

interface Styles {
  errors: number
  errorsHeader: number
  /** The style of a number format; new ones are added as they are met. */
  of(format: string, isFaulty: boolean): number
  xml(): string
}

function newStyles(): Styles {
  const formats = new Map<string, number>()
  const found = new Map<string, number>()
  const xfs = [
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>',
    '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" applyAlignment="1"><alignment wrapText="1" vertical="top"/></xf>',
    '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" applyFont="1"/>',
  ]
  const idOf = (format: string) => {
    if (format === 'General') return 0
    if (!formats.has(format)) formats.set(format, 164 + formats.size)
    return formats.get(format)
  }
  return {
    errors: 1,
    errorsHeader: 2,
    of(format, isFaulty) {
      const name = `${isFaulty} ${format}`
      const known = found.get(name)
      if (known !== undefined) return known
      const fill = isFaulty ? 'fillId="2" applyFill="1"' : 'fillId="0"'
      found.set(name, xfs.length)
      return xfs.push(`<xf numFmtId="${idOf(format)}" fontId="0" ${fill} borderId="0" applyNumberFormat="1"/>`) - 1
    },
    xml() {
      const codes = [...formats].map(([code, id]) => `<numFmt numFmtId="${id}" formatCode="${escaped(code)}"/>`)
      const none = (pattern: string) => `<fill><patternFill patternType="${pattern}"/></fill>`
      return `${xmlHead}<styleSheet xmlns="${main}">${codes.length > 0 ? `<numFmts count="${codes.length}">${codes.join('')}</numFmts>` : ''}
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><color rgb="FF9C0006"/><name val="Calibri"/></font></fonts>
<fills count="3">${none('none')}${none('gray125')}<fill><patternFill patternType="solid"><fgColor rgb="FFFFC7CF"/></patternFill></fill></fills>
<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${xfs.length}">${xfs.join('')}</cellXfs></styleSheet>`
    },
  }
}

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const typed = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The parts around the sheets, in the order in which programs look for them. */
function frameOf({ sheets, date1904 }: Source): [string, string][] {
  const ids = sheets.map((_, index) => index + 1)
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`
  const relations = (inner: string) =>
    `${xmlHead}<Relationships xmlns="${packages}/relationships">${inner}</Relationships>`
  const override = (part: string, kind: string) =>
    `<Override PartName="/xl/${part}" ContentType="${typed}.${kind}+xml"/>`
  const ofSheets = ids.map((id) => relation(`s${id}`, 'worksheet', `worksheets/sheet${id}.xml`)).join('')
  const named = sheets.map(
    ({ name }, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="s${index + 1}"/>`,
  )
  return [
    [
      '[Content_Types].xml',
      `${xmlHead}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${override('workbook.xml', 'sheet.main')}${override('styles.xml', 'styles')}${ids.map((id) => override(`worksheets/sheet${id}.xml`, 'worksheet')).join('')}</Types>`,
    ],
    ['_rels/.rels', relations(relation('workbook', 'officeDocument', 'xl/workbook.xml'))],
    [
      'xl/workbook.xml',
      `${xmlHead}<workbook xmlns="${main}" xmlns:r="${office}">${date1904 ? '<workbookPr date1904="1"/>' : ''}<sheets>${named.join('')}</sheets></workbook>`,
    ],
    ['xl/_rels/workbook.xml.rels', relations(`${ofSheets}${relation('styles', 'styles', 'styles.xml')}`)],
  ]
}

/** A part of the zip. */
interface Part {
  write(text: string): void
  end(text: string): void
}

/** A zip whose parts are packed as they are written, one after another. */
function newZip() {
  const pieces: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(piece)
  })
  return {
    part(name: string): Part {
      const file = new ZipDeflate(name)
      zip.add(file)
      let text = ''
      return {
        write(more) {
          text += more
          if (text.length < PIECE) return
          file.push(Buffer.from(text))
          text = ''
        },
        end: (last) => file.push(Buffer.from(text + last), true),
      }
    },
    end(): Uint8Array {
      zip.end()
      return Buffer.concat(pieces)
    },
  }
}
