import { pictureFaults } from '../../shared/kernel/sheet.ts'
import type { Archive } from './open-archive.ts'
import { type Attributes, attribute, parseXml } from './parse-xml.ts'
import { isCellPicture } from './read-rows.ts'
import { readRelations } from './workbook-parts.ts'

/** The part that holds a picture, or why there is none. */
export type CellPicture = string | { readonly fault: string }

/**
 * How a cell is asked for the picture in it, by its attributes and its stored text; null of one that holds none. WPS writes a formula
 * that names a picture of the workbook. Excel 365 writes an error, for programs that know no better, and beside it the number of a value
 * whose parts say, over four steps, which picture it is.
 */
export async function findCellPictures(
  archive: Archive,
): Promise<(attributes: Attributes, text: string) => CellPicture | null> {
  const ofWps = await readWpsPictures(archive)
  const ofExcel = await readRichPictures(archive)
  return ({ vm, t }, text) => {
    if (isCellPicture(text)) {
      const [, id = ''] = /DISPIMG\(\s*"([^"]*)"/i.exec(text) ?? []
      return ofWps.get(id) ?? { fault: pictureFaults.unreadable }
    }
    if (vm === undefined || t !== 'e') return null
    return ofExcel(Number(vm))
  }
}

const WPS_PART = 'xl/cellimages.xml'

/** By the id that formulas name. */
async function readWpsPictures(archive: Archive): Promise<ReadonlyMap<string, CellPicture>> {
  const found = new Map<string, CellPicture>()
  if (!archive.has(WPS_PART)) return found
  const images = new Map((await readRelations(archive, WPS_PART)).map(({ id, part }) => [id, part]))
  let name = ''
  await parseXml(
    archive.read(WPS_PART),
    {
      open(element, attributes) {
        if (element === 'cNvPr') name = attributes.name ?? ''
        else if (element === 'blip')
          found.set(name, images.get(attribute(attributes, 'embed') ?? '') ?? { fault: pictureFaults.unreadable })
      },
      close() {},
    },
    WPS_PART,
  )
  return found
}

const rich = {
  metadata: 'xl/metadata.xml',
  values: 'xl/richData/rdrichvalue.xml',
  structures: 'xl/richData/rdrichvaluestructure.xml',
  images: 'xl/richData/richValueRel.xml',
} as const

/** By a cell's `vm`, from 1. Null of values that are no picture, such as errors with an explanation. */
async function readRichPictures(archive: Archive): Promise<(vm: number) => CellPicture | null> {
  if (!Object.values(rich).every((part) => archive.has(part))) return () => null
  const { types, future, cells } = await readMetadata(archive)
  const structures = await readStructures(archive)
  const values = await readValues(archive)
  const targets = new Map((await readRelations(archive, rich.images)).map(({ id, part }) => [id, part]))
  const images: string[] = []
  await each(archive, rich.images, (element, attributes) => {
    if (element === 'rel') images.push(attribute(attributes, 'id') ?? '')
  })
  return (vm) => {
    const cell = cells[vm - 1]
    if (!cell || types[cell.type - 1] !== 'XLRICHVALUE') return null
    const value = values[future[cell.value] ?? -1]
    const structure = structures[value?.structure ?? -1]
    const at = structure?.indexOf('_rvRel:LocalImageIdentifier') ?? -1
    if (structure?.includes('WebImageIdentifier')) return { fault: pictureFaults.linked }
    if (!value || at < 0) return null
    return targets.get(images[Number(value.parts[at])] ?? '') ?? { fault: pictureFaults.unreadable }
  }
}

async function readMetadata(archive: Archive) {
  const types: string[] = []
  /** Places among the rich values. */
  const future: number[] = []
  const cells: { type: number; value: number }[] = []
  let inside = ''
  await each(archive, rich.metadata, (element, attributes) => {
    if (element === 'metadataType') types.push(attributes.name ?? '')
    else if (element === 'futureMetadata') inside = attributes.name ?? ''
    else if (element === 'cellMetadata' || element === 'valueMetadata') inside = element
    else if (element === 'rvb' && inside === 'XLRICHVALUE') future.push(Number(attributes.i ?? -1))
    else if (element === 'rc' && inside === 'valueMetadata')
      cells.push({ type: Number(attributes.t ?? 0), value: Number(attributes.v ?? -1) })
  })
  return { types, future, cells }
}

/** The keys of each structure. */
async function readStructures(archive: Archive): Promise<string[][]> {
  const structures: string[][] = []
  await each(archive, rich.structures, (element, attributes) => {
    if (element === 's') structures.push([])
    else if (element === 'k') structures.at(-1)?.push(attributes.n ?? '')
  })
  return structures
}

async function readValues(archive: Archive) {
  const values: { structure: number; parts: string[] }[] = []
  let text: string | null = null
  await parseXml(
    archive.read(rich.values),
    {
      open(element, attributes) {
        if (element === 'rv') values.push({ structure: Number(attributes.s ?? -1), parts: [] })
        else if (element === 'v') text = ''
      },
      close(element) {
        if (element === 'v' && text !== null) values.at(-1)?.parts.push(text)
        if (element === 'v') text = null
      },
      text(chunk) {
        if (text !== null && text.length < 200) text += chunk
      },
    },
    rich.values,
  )
  return values
}

async function each(
  archive: Archive,
  part: string,
  open: (element: string, attributes: Attributes) => void,
): Promise<void> {
  await parseXml(archive.read(part), { open, close() {} }, part)
}
