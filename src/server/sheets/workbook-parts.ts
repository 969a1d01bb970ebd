import { posix } from 'node:path'
import type { Archive } from './open-archive.ts'
import { type Attributes, attribute, parseXml } from './parse-xml.ts'
import { notXlsx } from './sheet-refused.ts'

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

interface Relation {
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
  const { sheets, date1904, isWorkbook } = await readWorkbookPart(archive, workbookPart)
  if (!isWorkbook) throw notXlsx()
  const partOf = (type: string) => {
    const part = relations.find((relation) => relation.type === type)?.part
    return part !== undefined && archive.has(part) ? part : null
  }
  return {
    sheets: sheets.flatMap(({ relation, ...sheet }) => {
      const found = relations.find((each) => each.id === relation && each.type === 'worksheet')
      return found && archive.has(found.part) ? [{ ...sheet, part: found.part }] : []
    }),
    sharedStringsPart: partOf('sharedStrings'),
    stylesPart: partOf('styles'),
    date1904,
  }
}

async function readRelations(archive: Archive, ofPart: string): Promise<Relation[]> {
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
        else if (element === 'sheet') sheets.push(sheetOf(attributes))
      },
      close() {},
    },
    part,
  )
  return found
}

function sheetOf(attributes: Attributes) {
  const hidden = attributes.state === 'hidden' || attributes.state === 'veryHidden'
  return { name: attributes.name ?? '', hidden, relation: attribute(attributes, 'id') ?? '' }
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}
