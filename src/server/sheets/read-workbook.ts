import { bilingual, type Fault, refusalMessages, type SheetTemplate } from '../../shared/kernel/sheet.ts'
import { bareName } from '../../shared/kernel/sheet-cells.ts'
import type { SheetLimits, UnknownColumn } from './limits.ts'
import { SheetRefused, shownValueLength } from './limits.ts'
import { type Archive, openArchive } from './open-archive.ts'
import { refuseDoctype } from './parse-xml.ts'
import { collectRows, readColumns } from './read-rows.ts'
import { columnLetters, type Merge, readWorksheet } from './read-worksheet.ts'
import type { SoughtSheet, StreamedRows, StreamedSheet, StreamJob } from './sheet-jobs.ts'
import type { CollectedSheet, PackedSheet } from './sheet-shapes.ts'
import { openWorkbook, readNumberFormats, readSharedStrings, type WorkbookSheet } from './workbook-parts.ts'

/**
 * Reads every visible sheet of a workbook that has the template's header. Hidden sheets are skipped (they hold lists
 * and old versions); hidden rows are read, since a filtered list is still the whole list. Throws SheetRefused.
 */
export async function readWorkbook(
  bytes: Buffer,
  template: SheetTemplate,
  limits: SheetLimits,
): Promise<CollectedSheet[]> {
  const archive = await openCheckedArchive(bytes, limits)
  const workbook = await openWorkbook(archive)
  const shared = await readSharedStrings(archive, workbook.sharedStringsPart)
  const meaning = {
    formats: await readNumberFormats(archive, workbook.stylesPart),
    date1904: workbook.date1904,
  }
  const collected: CollectedSheet[] = []
  let missing: readonly string[] | null = null
  for (const sheet of workbook.sheets) {
    if (sheet.hidden) continue
    const collector = collectRows(template, sheet.name, limits)
    const merges = await readWorksheet(archive, sheet.part, shared, collector.take)
    const found = collector.finish(merges, meaning)
    if (found) collected.push(found)
    const lacking = collector.missing()
    if (lacking && (missing === null || lacking.length < missing.length)) missing = lacking
  }
  return keepFilled(collected, missing, template, limits)
}

/**
 * The same, rows given on as they come, in the order of what is sought: a sheet of one of its names, or, where one sheet is sought
 * without a name, every visible sheet that has its header. A visible sheet whose name nobody seeks is at fault. Throws SheetRefused.
 */
export async function streamWorkbook(
  bytes: Buffer,
  { sought, limits }: Pick<StreamJob, 'sought' | 'limits'>,
  give: (piece: StreamedRows) => void,
): Promise<StreamedSheet[]> {
  const archive = await openCheckedArchive(bytes, limits)
  const workbook = await openWorkbook(archive)
  const shared = await readSharedStrings(archive, workbook.sharedStringsPart)
  const meaning = { formats: await readNumberFormats(archive, workbook.stylesPart), date1904: workbook.date1904 }
  const visible = workbook.sheets.filter(({ hidden }) => !hidden)
  const found: StreamedSheet[] = []
  const read = new Set<WorkbookSheet>()
  let missing: readonly string[] | null = null
  let unknown: readonly UnknownColumn[] = []
  const hasPictures = holdsPictures(archive)
  for (const [index, one] of sought.entries()) {
    const { template, names, rows = limits.rows } = one
    let before = 0
    for (const sheet of visible.filter(isSought(one))) {
      read.add(sheet)
      const stream = { meaning, before, hasPictures, emit: (some: CollectedSheet) => give({ ...some, index }) }
      const collector = collectRows(template, sheet.name, { ...limits, rows }, stream)
      const merges = await readWorksheet(archive, sheet.part, shared, collector.take)
      const end = collector.finish([], meaning)
      if (end) {
        const beside = { unknown: collector.unknown(), examples: collector.examples() }
        found.push({ index, rows: collector.count(), header: end.packed, ...beside })
        const faults = mergeFaults(end.packed, merges)
        if (faults.length > 0) stream.emit({ packed: { ...end.packed, rows: [] }, faults })
      } else if (names !== undefined && collector.missing() !== null)
        throw lacking(collector.missing(), template, { sheet: sheet.name, unknown: collector.unknown() })
      before += collector.count()
      const lacks = collector.missing()
      if (lacks && (missing === null || lacks.length < missing.length))
        [missing, unknown] = [lacks, collector.unknown()]
    }
  }
  if (found.length > 0 && sought.every(({ names }) => names !== undefined))
    for (const sheet of visible.filter((one) => !read.has(one)))
      if (await isFilled(archive, sheet.part, shared)) give(unknownSheet(sheet.name))
  return keepStreamed(found, { missing, unknown }, sought.length === 1 ? sought[0]?.template : undefined)
}

/** Which sheets of a workbook are meant, by their names. */
export function isSought({ names, otherNames }: SoughtSheet): (sheet: WorkbookSheet) => boolean {
  const [wanted, others] = [new Set(names?.map(bareName)), new Set(otherNames?.map(bareName))]
  return ({ name }) => (names === undefined ? !others.has(bareName(name)) : wanted.has(bareName(name)))
}

/** Whether there are pictures anywhere in it: all programs keep them in this folder. */
export function holdsPictures({ names }: Archive): boolean {
  return names.some((name) => /^xl\/media\//i.test(name))
}

const MOST_MERGES = 100

/** What stands in the first cell of a merge would be lost for its other rows, which were given on before anybody knew of it. */
function mergeFaults({ sheet, headerRow, letters }: PackedSheet, merges: readonly Merge[]): Fault[] {
  return merges
    .filter(({ column, top }) => top > headerRow && letters.includes(columnLetters(column)))
    .slice(0, MOST_MERGES)
    .map(({ column, top, bottom }) => {
      const [letter, message] = [columnLetters(column), refusalMessages.mergedCells]
      return {
        sheet,
        row: top,
        column: letter,
        cell: `${letter}${top}`,
        value: `${letter}${top}:${letter}${bottom}`,
        message,
      }
    })
}

async function isFilled(archive: Archive, part: string, shared: readonly string[]): Promise<boolean> {
  let filled = false
  await readWorksheet(archive, part, shared, ({ cells }) => {
    filled ||= cells.some(({ text }) => text.trim() !== '')
    return !filled
  })
  return filled
}

function unknownSheet(sheet: string): StreamedRows {
  const value = sheet.slice(0, shownValueLength)
  const fault = { sheet, row: 1, column: '', cell: '', value, message: refusalMessages.unknownSheet }
  return { index: 0, packed: { sheet, headerRow: 1, keys: [], letters: [], rows: [] }, faults: [fault] }
}

/** Sheets that held rows; a file without the header, or without a row, is refused. */
export function keepStreamed(
  found: readonly StreamedSheet[],
  { missing, unknown }: { missing: readonly string[] | null; unknown: readonly UnknownColumn[] },
  template: SheetTemplate | undefined,
): StreamedSheet[] {
  if (found.length === 0 && template) throw lacking(missing, template, { unknown })
  const filled = found.filter(({ rows }) => rows > 0)
  if (filled.length === 0 && template) throw withoutRows(template, found)
  return filled
}

/** Nothing to read, or nothing but the template's own example. */
function withoutRows({ noRows }: SheetTemplate, sheets: readonly { examples?: number }[]): SheetRefused {
  return new SheetRefused(sheets.some(({ examples = 0 }) => examples > 0) ? refusalMessages.onlyExample : noRows)
}

function lacking(
  missing: readonly string[] | null,
  template: SheetTemplate,
  { sheet, unknown = [] }: { sheet?: string; unknown?: readonly UnknownColumn[] } = {},
): SheetRefused {
  const required = readColumns(template).filter((column) => column.required)
  const columns = missing ?? required.map((column) => bilingual(column.header))
  const params = { columns: columns.join(', '), ...(sheet && { sheet }) }
  return new SheetRefused(refusalMessages.missingColumns, params, { unknown })
}

/** Opens an archive and refuses a DOCTYPE in any of its parts, read here or not. Throws SheetRefused. */
export async function openCheckedArchive(bytes: Buffer, limits: SheetLimits): Promise<Archive> {
  const archive = await openArchive(bytes, limits)
  for (const name of archive.names) {
    if (/\.(xml|rels|vml)$/i.test(name)) await refuseDoctype(archive.read(name), name)
  }
  return archive
}

/** The sheets that hold rows; a file without the header, or without a row, is refused. */
export function keepFilled(
  collected: readonly CollectedSheet[],
  missing: readonly string[] | null,
  template: SheetTemplate,
  limits: SheetLimits,
): CollectedSheet[] {
  if (collected.length === 0) throw lacking(missing, template)
  const filled = collected.filter(({ packed }) => packed.rows.length > 0)
  if (filled.length === 0) throw new SheetRefused(template.noRows)
  const rows = filled.reduce((sum, { packed }) => sum + packed.rows.length, 0)
  if (rows > limits.rows) throw new SheetRefused(refusalMessages.tooManyRows, { rows: limits.rows })
  return filled
}
