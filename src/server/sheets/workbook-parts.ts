import { posix } from 'node:path'
import { utcDay } from '../../shared/kernel/days.ts'
import { refusalMessages } from '../../shared/kernel/sheet.ts'
import { longest, most, notXlsx, SheetRefused, tooLongText } from './limits.ts'
import type { Archive } from './open-archive.ts'
import { type Attributes, attribute, parseXml } from './parse-xml.ts'

export interface WorkbookSheet {
  readonly name: string
  readonly part: string
  readonly hidden: boolean
}

export interface Workbook {
  readonly sheets: readonly WorkbookSheet[]
  readonly sharedStringsPart: string | null
  readonly stylesPart: string | null
  /** Dates count from 1904 instead of 1900. */
  readonly date1904: boolean
}

export interface Relation {
  readonly id: string
  readonly type: string
  readonly part: string
}

/** Finds the parts of a workbook through its relations, transitional or strict. Throws SheetRefused when it is none. */
export async function openWorkbook(archive: Archive): Promise<Workbook> {
  const root = await readRelations(archive, '')
  const workbookPart = root.find((relation) => relation.type === 'officeDocument')?.part ?? 'xl/workbook.xml'
  if (!archive.has(workbookPart) || !workbookPart.toLowerCase().endsWith('.xml')) throw notXlsx()
  const relations = await readRelations(archive, workbookPart)
  const worksheets = new Map(relations.filter(({ type }) => type === 'worksheet').map(({ id, part }) => [id, part]))
  const { sheets, date1904, isWorkbook } = await readWorkbookPart(archive, workbookPart)
  if (!isWorkbook) throw notXlsx()
  const partOf = (type: string) => {
    const part = relations.find((relation) => relation.type === type)?.part
    return part !== undefined && archive.has(part) ? part : null
  }
  return {
    sheets: sheets.flatMap(({ relation, ...sheet }) => {
      const part = worksheets.get(relation)
      return part !== undefined && archive.has(part) ? [{ ...sheet, part }] : []
    }),
    sharedStringsPart: partOf('sharedStrings'),
    stylesPart: partOf('styles'),
    date1904,
  }
}

/** What a part points to within the archive; what lies outside of it is left out. */
export async function readRelations(archive: Archive, ofPart: string): Promise<Relation[]> {
  const folder = posix.dirname(ofPart)
  const name = posix.join(folder, '_rels', `${posix.basename(ofPart)}.rels`)
  if (!archive.has(name)) return []
  const relations: Relation[] = []
  await parseXml(
    archive.read(name),
    {
      open(element, attributes) {
        if (element !== 'Relationship' || attributes.TargetMode === 'External') return
        const target = attributes.Target ?? ''
        // Google and others write targets from the archive's root.
        const part = target.startsWith('/') ? target.slice(1) : posix.join(folder, target)
        if (relations.length >= most.relations) throw new SheetRefused(refusalMessages.tooLargeUnpacked, { part: name })
        relations.push({ id: attributes.Id ?? '', type: posix.basename(attributes.Type ?? ''), part })
      },
      close() {},
    },
    name,
  )
  return relations
}

async function readWorkbookPart(archive: Archive, part: string) {
  const sheets: { name: string; hidden: boolean; relation: string }[] = []
  const found = { sheets, date1904: false, isWorkbook: false }
  await parseXml(
    archive.read(part),
    {
      open(element, attributes) {
        if (element === 'workbook') found.isWorkbook = true
        else if (element === 'workbookPr') found.date1904 = isTrue(attributes.date1904)
        else if (element === 'sheet') {
          if (sheets.length >= most.sheets) throw new SheetRefused(refusalMessages.tooLargeUnpacked, { part })
          sheets.push(sheetOf(attributes, part))
        }
      },
      close() {},
    },
    part,
  )
  return found
}

function sheetOf(attributes: Attributes, part: string) {
  if ((attributes.name ?? '').length > longest.name) throw tooLongText(part, longest.name)
  const hidden = attributes.state === 'hidden' || attributes.state === 'veryHidden'
  return { name: attributes.name ?? '', hidden, relation: attribute(attributes, 'id') ?? '' }
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}

/** The workbook's shared texts: plain or rich, without the phonetic guides that East Asian input adds. */
export async function readSharedStrings(archive: Archive, part: string | null): Promise<string[]> {
  const strings: string[] = []
  if (part === null) return strings
  const collect = richText()
  await parseXml(
    archive.read(part),
    {
      open(element) {
        if (element === 'si') collect.start()
        else collect.open(element)
      },
      close(element) {
        if (element === 'si') strings.push(collect.take())
        else collect.close(element)
      },
      text: collect.text,
    },
    part,
  )
  return strings
}

/** Joins the runs of a rich text and skips its phonetic guides; for shared and inline strings alike. A text is cut at what a cell may hold. */
export function richText() {
  let text = ''
  let inText = false
  let inGuide = false
  return {
    start() {
      text = ''
      inText = inGuide = false
    },
    open(element: string) {
      if (element === 't') inText = !inGuide
      else if (element === 'rPh') inGuide = true
    },
    close(element: string) {
      if (element === 't') inText = false
      else if (element === 'rPh') inGuide = false
    },
    text(chunk: string) {
      if (inText && text.length < longest.cell) text += chunk.slice(0, longest.cell - text.length)
    },
    take: () => unescapeOffice(text),
  }
}

/** Office writes characters that XML forbids as `_x000D_`. */
export function unescapeOffice(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** What a cell's number format says about its number: a date, zeros to pad ("000000" → 6), what it shows beside it ("¥", "%"), or nothing of note. */
export type NumberFormat = 'date' | { readonly zeros: number } | { readonly unit: string } | null

/** Number formats by style index. Empty where the workbook has no styles. */
export async function readNumberFormats(archive: Archive, part: string | null): Promise<NumberFormat[]> {
  if (part === null) return []
  const custom = new Map<string, NumberFormat>()
  const styles: NumberFormat[] = []
  let inCellFormats = false
  await parseXml(
    archive.read(part),
    {
      open(element, attributes) {
        if (element === 'cellXfs') inCellFormats = true
        else if (element === 'numFmt') {
          const code = attributes.formatCode ?? ''
          if (code.length > longest.format) throw tooLongText(part, longest.format)
          if (custom.size >= most.formats) throw new SheetRefused(refusalMessages.tooLargeUnpacked, { part })
          custom.set(attributes.numFmtId ?? '', formatOf(code))
        } else if (element === 'xf' && inCellFormats) styles.push(formatById(attributes.numFmtId ?? '', custom))
      },
      close(element) {
        if (element === 'cellXfs') inCellFormats = false
      },
    },
    part,
  )
  return styles
}

function formatById(id: string, custom: ReadonlyMap<string, NumberFormat>): NumberFormat {
  const own = custom.get(id)
  if (own !== undefined) return own
  const number = Number(id)
  // The built-in dates: 14-22 everywhere, 27-36 and 50-58 in East Asian versions, 45-47 times.
  const isDate =
    (number >= 14 && number <= 22) ||
    (number >= 27 && number <= 36) ||
    (number >= 45 && number <= 47) ||
    (number >= 50 && number <= 58)
  if (isDate) return 'date'
  return number === 9 || number === 10 ? { unit: '%' } : null
}

function formatOf(code: string): NumberFormat {
  if (/^0+$/.test(code)) return { zeros: code.length }
  // Each piece ends with the code at the latest: one that never ends is not looked for from every place anew.
  const bare = code.replace(/"[^"]*"?|\\.|\[[^\]]*\]?|_.|\*./g, '')
  if (/[ymdhs年月日]/i.test(bare) && !/general/i.test(bare)) return 'date'
  const unit = shownBeside(code)
  return unit === '' ? null : { unit }
}

/** Words and signs that a format for positive numbers shows: `[$₹-4009] #,##0.00`, `"¥"#,##0`, `0.00" kg"`, `0.0%`. */
function shownBeside(code: string): string {
  const [positive = ''] = code.split(';', 1)
  const pieces = positive.matchAll(/"([^"]*)"?|\\(.)|\[\$([^\]-]*)[^\]]*\]?|\[[^\]]*\]?|_.|\*.|([^\s\d#?0.,+()-])/g)
  return [...pieces]
    .map(([, quoted, escaped, currency, bare]) => quoted ?? escaped ?? currency ?? bare ?? '')
    .join('')
    .trim()
    .replace(/^(?:general|@|E)$/i, '')
}

/** A date's serial number as "2026-03-01". */
export function dateText(serial: number, date1904: boolean): string {
  const days = serial + (date1904 ? 1462 : 0)
  const date = new Date(Math.round((days - 25_569) * 86_400_000))
  return Number.isNaN(date.getTime()) ? String(serial) : utcDay(date)
}
