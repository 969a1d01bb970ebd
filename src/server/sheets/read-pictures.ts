import { pictureFaults, refusalMessages } from '../../shared/kernel/sheet.ts'
import { type CellPicture, findCellPictures } from './cell-pictures.ts'
import { damaged, lastRow, SheetRefused } from './limits.ts'
import type { Archive } from './open-archive.ts'
import { type Attributes, attribute, parseXml } from './parse-xml.ts'
import { holdsPictures, isSought, openCheckedArchive } from './read-workbook.ts'
import { columnLetters, columnOf } from './read-worksheet.ts'
import type { SheetPicture, StreamedRows, StreamedSheet, StreamJob } from './sheet-jobs.ts'
import { openWorkbook, readRelations } from './workbook-parts.ts'

/** Pictures that one workbook may have. */
const MOST_PICTURES = 5_000

/** Bytes of one of them. */
const MOST_BYTES = 20 * 1024 * 1024

/**
 * The pictures of the sheets that are sought, one by one: those that lie over cells, as all programs insert them, and those in cells,
 * as WPS and Excel 365 do. Of a picture over several rows the row under its middle counts. Throws SheetRefused.
 */
export async function streamPictures(
  bytes: Buffer,
  { sought, limits }: Pick<StreamJob, 'sought' | 'limits'>,
  give: (piece: StreamedRows) => void,
): Promise<StreamedSheet[]> {
  const archive = await openCheckedArchive(bytes, limits)
  const workbook = await openWorkbook(archive)
  if (!holdsPictures(archive)) return []
  const inCells = await findCellPictures(archive)
  let count = 0
  for (const [index, one] of sought.entries()) {
    if (!one.template.pictures) continue
    for (const sheet of workbook.sheets.filter(({ hidden }) => !hidden).filter(isSought(one))) {
      const { heights, cells } = await readPictureRows(archive, sheet.part, inCells)
      const lying = await readDrawings(archive, sheet.part, heights)
      for (const { row, column, media } of [...cells, ...lying].toSorted((a, b) => a.row - b.row)) {
        count += 1
        if (count > MOST_PICTURES) throw new SheetRefused(refusalMessages.tooManyPictures, { pictures: MOST_PICTURES })
        const picture: SheetPicture = {
          ...{ sheet: sheet.name, row, cell: `${columnLetters(column)}${row}` },
          ...(await readMedia(archive, media)),
        }
        const packed = { sheet: sheet.name, headerRow: 0, keys: [], letters: [], rows: [] }
        give({ index, packed, faults: [], picture })
      }
    }
  }
  return []
}

async function readMedia(archive: Archive, media: CellPicture): Promise<Pick<SheetPicture, 'bytes' | 'fault'>> {
  if (typeof media !== 'string') return { bytes: null, fault: media.fault }
  if (!archive.has(media)) return { bytes: null, fault: pictureFaults.unreadable }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of archive.read(media)) {
    size += chunk.length
    if (size > MOST_BYTES) return { bytes: null, fault: pictureFaults.tooLarge }
    chunks.push(chunk)
  }
  // Not out of the pool of small buffers: it travels to another thread.
  return { bytes: new Uint8Array(Buffer.concat(chunks)), fault: null }
}

interface Placed {
  readonly row: number
  readonly column: number
  readonly media: CellPicture
}

/** Office's unit of length: a point has so many. */
const POINT = 12_700

interface Heights {
  /** In points. */
  readonly usual: number
  readonly own: ReadonlyMap<number, number>
}

/** What of a sheet's rows says something of pictures: how high they are, and which cells hold one. */
async function readPictureRows(
  archive: Archive,
  part: string,
  inCells: (attributes: Attributes, text: string) => CellPicture | null,
): Promise<{ heights: Heights; cells: Placed[] }> {
  const own = new Map<number, number>()
  const cells: Placed[] = []
  let [usual, row, column] = [15, 0, 0]
  let cell: Attributes | null = null
  let text = ''
  let isValue = false
  await parseXml(
    archive.read(part),
    {
      open(element, attributes) {
        if (element === 'v') isValue = true
        else if (element === 'c') {
          column = attributes.r === undefined ? column + 1 : columnOf(attributes.r)
          cell = attributes
          text = ''
        } else if (element === 'row') {
          row = attributes.r === undefined ? row + 1 : Number(attributes.r)
          if (!(row >= 0 && row <= lastRow)) throw damaged(part)
          column = 0
          const height = attributes.hidden === '1' ? 0 : Number(attributes.ht ?? Number.NaN)
          if (height >= 0) own.set(row, height)
        } else if (element === 'sheetFormatPr') usual = Number(attributes.defaultRowHeight ?? usual) || usual
      },
      close(element) {
        if (element === 'v') isValue = false
        if (element !== 'c' || cell === null) return
        const media = inCells(cell, text)
        if (media !== null) cells.push({ row, column, media })
        cell = null
      },
      text(chunk) {
        if (isValue && text.length < 200) text += chunk
      },
    },
    part,
  )
  return { heights: { usual, own }, cells }
}

/** Where a drawing begins and ends: rows and columns from 0, the rest in `POINT`ths. */
interface Anchor {
  from: { row: number; column: number; down: number }
  to: { row: number; down: number } | null
  height: number
  media: CellPicture[]
}

async function readDrawings(archive: Archive, sheetPart: string, heights: Heights): Promise<Placed[]> {
  const drawings = (await readRelations(archive, sheetPart)).filter(({ type }) => type === 'drawing')
  const found: Placed[] = []
  for (const { part } of drawings) {
    if (!archive.has(part)) continue
    const images = new Map((await readRelations(archive, part)).map(({ id, part: media }) => [id, media]))
    for (const anchor of await readAnchors(archive, part, images)) {
      const row = middleRow(anchor, heights)
      found.push(...anchor.media.map((media) => ({ row, column: anchor.from.column + 1, media })))
    }
  }
  return found
}

async function readAnchors(archive: Archive, part: string, images: ReadonlyMap<string, string>): Promise<Anchor[]> {
  const anchors: Anchor[] = []
  let anchor: Anchor | null = null
  let corner: 'from' | 'to' | null = null
  let text = ''
  // What older programs show instead is the same picture once more.
  let fallbacks = 0

  function takeCorner(element: string) {
    if (anchor === null || corner === null) return
    const value = Math.min(Number(text) || 0, lastRow)
    if (corner === 'to') anchor.to ??= { row: 0, down: 0 }
    const place = corner === 'from' ? anchor.from : anchor.to
    if (place === null) return
    if (element === 'row') place.row = value
    else if (element === 'rowOff') place.down = value
    else if (element === 'col' && corner === 'from') anchor.from.column = value
  }

  await parseXml(
    archive.read(part),
    {
      open(element, attributes) {
        text = ''
        if (/^(oneCell|twoCell|absolute)Anchor$/.test(element))
          anchor = { from: { row: 0, column: 0, down: 0 }, to: null, height: 0, media: [] }
        else if (element === 'Fallback') fallbacks += 1
        else if (anchor === null || fallbacks > 0) return
        else if (element === 'from' || element === 'to') corner = element
        else if (element === 'pos') anchor.from.down = Number(attributes.y ?? 0)
        else if (element === 'ext' && attributes.cy !== undefined && anchor.height === 0)
          anchor.height = Number(attributes.cy)
        else if (element === 'blip') {
          const id = attribute(attributes, 'embed')
          if (id !== undefined && id !== '') anchor.media.push(images.get(id) ?? { fault: pictureFaults.unreadable })
          else if (attribute(attributes, 'link') !== undefined) anchor.media.push({ fault: pictureFaults.linked })
        }
      },
      close(element) {
        if (element === 'Fallback') fallbacks -= 1
        else if (element === 'from' || element === 'to') corner = null
        else if (anchor !== null && /Anchor$/.test(element)) {
          if (anchor.media.length > 0) anchors.push(anchor)
          anchor = null
        } else takeCorner(element)
      },
      text(chunk) {
        if (corner !== null && text.length < 20) text += chunk
      },
    },
    part,
  )
  return anchors
}

/** Rows that a picture is followed over; a hostile one says that it is a million high. */
const MOST_ROWS_HIGH = 2_000

/** The row under the middle of a picture, from 1. */
function middleRow({ from, to, height }: Anchor, { usual, own }: Heights): number {
  const heightOf = (row: number) => (own.get(row + 1) ?? usual) * POINT
  let high = height
  if (to !== null && to.row - from.row <= MOST_ROWS_HIGH) {
    high = to.down - from.down
    for (let row = from.row; row < to.row; row++) high += heightOf(row)
  }
  let left = from.down + high / 2
  let row = from.row
  for (let steps = 0; steps < MOST_ROWS_HIGH && left > heightOf(row); steps++) {
    left -= heightOf(row)
    row += 1
  }
  return row + 1
}
