import type { Readable } from 'node:stream'
import { signatureField } from '../../../shared/areas/inspection/signature.ts'
import { smallCode } from '../../documents/codes.ts'
import type { Box, Mark } from '../../documents/label-model.ts'
import { a4, type DocumentPage, documentPdf, type PlacedPicture } from '../../documents/pdf-document.ts'
import { fitText, flowText, heightOf, type TextStyle } from '../../documents/text-fit.ts'
import { openTypeface, type Typeface } from '../../documents/typeface.ts'
import type { ReportDrawing, ReportPaper, ReportPhoto, ReportSignature, ReportTable } from './report-paper.ts'

const LEFT = 14
const RIGHT = a4.width - 14
const WIDTH = RIGHT - LEFT
const TOP = 14
/** Below it stands the page's foot. */
const BOTTOM = a4.height - 18
const SMALL = 2.4
const PLAIN = 2.8
/** Of one text in a cell. */
const MOST_LINES = 4

/** An inspection report as pages of A4, drawn while they are read; photographs are read one by one. `resourcesDir` holds fonts/. */
export function inspectionReportPdf(paper: ReportPaper, resourcesDir?: string): Readable {
  const typeface = openTypeface(resourcesDir)
  const title = `${paper.title} ${paper.subject}`
  const language = paper.language === 'zh' ? 'zh-CN' : paper.language
  return documentPdf(reportPages(paper, typeface), typeface, { title, language })
}

/** All pages at once: how many they are stands on each. */
export function reportPages(paper: ReportPaper, typeface: Typeface): DocumentPage[] {
  const pen = penOf(paper, typeface)
  pen.head()
  pen.styles()
  if (paper.drawing) pen.drawing(paper.drawing)
  for (const table of paper.tables) pen.table(table)
  if (paper.codes) pen.codes(paper.codes)
  pen.photos()
  pen.signatures()
  return pen.finish()
}

type Style = Partial<Omit<TextStyle, 'face'>> & { isBold?: boolean }

/** Writes a report from top to bottom, and turns the page where it is full. */
function penOf(paper: ReportPaper, typeface: Typeface) {
  const { medium, bold } = typeface
  const pages: { marks: Mark[]; pictures: PlacedPicture[] }[] = []
  let marks: Mark[] = []
  let pictures: PlacedPicture[] = []
  let y = TOP

  const faceOf = ({ isBold = false, ...style }: Style): TextStyle => ({
    ...{ face: isBold ? bold : medium, size: PLAIN },
    ...style,
  })

  /** Gives the height that it takes. */
  function fitted(text: string, box: Box, style: Style = {}): number {
    const mark = fitText(text, box, faceOf(style))
    marks.push(mark)
    return mark.lines.length === 0 ? 0 : heightOf(mark.lines.length, mark.size)
  }

  function flowing(text: string, x: number, width: number, style: Style = {}): number {
    const mark = flowText(text, { x, y, width }, faceOf(style))
    marks.push(mark)
    return mark.box.height
  }

  function rule(thickness = 0.15): void {
    marks.push({ kind: 'line', x1: LEFT, y1: y, x2: RIGHT, y2: y, thickness })
    y += 1
  }

  function turnPage(): void {
    pages.push({ marks, pictures })
    marks = []
    pictures = []
    y = TOP
    fitted(`${paper.title} · ${paper.subject}`, { x: LEFT, y, width: WIDTH, height: 4 }, { isBold: true, smallest: 2 })
    y += 6
  }

  const keepRoom = (height: number) => {
    if (y + height > BOTTOM) turnPage()
  }

  function titled(title: string, note: string | null): void {
    y += flowing(title, LEFT, WIDTH, { isBold: true, size: 4 }) + 0.6
    if (note !== null) y += flowing(note, LEFT, WIDTH, { size: SMALL }) + 0.6
  }

  function head(): void {
    y += flowing(paper.title, LEFT, WIDTH, { isBold: true, size: 7 }) + 1
    y += flowing(paper.subject, LEFT, WIDTH, { size: 4 }) + 1.5
    y += flowing(paper.verdict, LEFT, WIDTH, { isBold: true, size: 4.4 }) + 2
    rule(0.5)
    y += 1
    const column = WIDTH / 2
    for (let at = 0; at < paper.facts.length; at += 2) {
      const heights = paper.facts.slice(at, at + 2).map(([label, value], nth) => {
        const x = LEFT + nth * column
        const named = flowing(label, x, 30, { size: SMALL })
        return Math.max(named, flowing(value, x + 32, column - 36, { isBold: true }))
      })
      y += Math.max(...heights) + 1.2
    }
    y += 2
  }

  const cardWidth = (WIDTH - 8) / 3
  const cardHeight = 19

  function styles(): void {
    for (let at = 0; at < paper.styles.length; at += 3) {
      keepRoom(cardHeight + 2)
      for (const [nth, { name, about, picture }] of paper.styles.slice(at, at + 3).entries()) {
        const x = LEFT + nth * (cardWidth + 4)
        const room = { x, y, width: 17, height: 17 }
        if (picture) pictures.push({ box: inside(room, picture), read: picture.read })
        const beside = picture ? 19 : 0
        const width = cardWidth - beside
        const used = fitted(name, { x: x + beside, y, width, height: 8 }, { isBold: true, lines: 2 })
        fitted(about, { x: x + beside, y: y + used + 0.6, width, height: 17 - used }, { lines: 4, size: SMALL })
      }
      y += paper.styles.slice(at, at + 3).some(({ picture }) => picture) ? cardHeight : 10
    }
    if (paper.styles.length > 0) y += 2
  }

  const drawingHeight = 84
  /** Of a number on a drawing. */
  const markSize = 4.2

  function drawing({ title, width, height, lines, marks: numbers, legend }: ReportDrawing): void {
    keepRoom(drawingHeight + 12)
    titled(title, null)
    const scale = drawingHeight / height
    const place = ([across, down]: readonly [number, number]) => ({ x: LEFT + across * scale, y: y + down * scale })
    for (const { from, to, isThick } of lines) {
      const [start, end] = [place(from), place(to)]
      marks.push({ kind: 'line', x1: start.x, y1: start.y, x2: end.x, y2: end.y, thickness: isThick ? 0.35 : 0.15 })
    }
    for (const { at, text } of numbers) {
      const middle = place(at)
      const box = { x: middle.x - markSize / 2, y: middle.y - markSize / 2, width: markSize, height: markSize }
      marks.push({ kind: 'rect', box, ink: 'white' }, { kind: 'rect', box, ink: 'black', thickness: 0.15 })
      fitted(text, box, { size: SMALL, isBold: true, align: 'center', vertical: 'middle', smallest: 1.6 })
    }
    const [top, x] = [y, LEFT + width * scale + 8]
    for (const line of legend) {
      if (y > top + drawingHeight - 4) break
      y += flowing(line, x, RIGHT - x, {}) + 0.8
    }
    y = top + drawingHeight + 4
  }

  /** Everything of a table is placed by its columns' shares of the page. */
  function placed({ columns }: ReportTable) {
    const all = columns.reduce((sum, { width }) => sum + width, 0)
    let x = LEFT
    return columns.map(({ title, width, isNumber = false }) => {
      // Numbers end where the next text begins: they stand further from it.
      const place = {
        x,
        width: (width / all) * WIDTH - (isNumber ? 4 : 2),
        title,
        align: isNumber ? 'right' : 'left',
      } as const
      x += (width / all) * WIDTH
      return place
    })
  }

  type Columns = ReturnType<typeof placed>

  function tableHead(columns: Columns): void {
    rule(0.4)
    if (columns.every(({ title }) => title === '')) return
    const heights = columns.map(({ x, width, title, align }) =>
      fitted(title, { x, y, width, height: 7 }, { size: SMALL, isBold: true, lines: 2, align }),
    )
    y += Math.max(...heights) + 0.8
    rule()
  }

  function rowHeight(columns: Columns, { cells }: ReportTable['rows'][number]): number {
    const heights = columns.map(({ width }, at) =>
      (cells[at] ?? []).reduce((sum, text) => {
        const lines = Math.min(MOST_LINES, flowText(text, { x: 0, y: 0, width }, faceOf({})).lines.length)
        return sum + (lines === 0 ? 0 : heightOf(lines, PLAIN) + 0.3)
      }, 0),
    )
    return Math.max(...heights) + 1.6
  }

  function row(columns: Columns, { cells, isBold = false }: ReportTable['rows'][number]): void {
    const start = y
    let end = y
    for (const [at, { x, width, align }] of columns.entries()) {
      y = start
      for (const text of cells[at] ?? []) {
        const box = { x, y, width, height: heightOf(MOST_LINES, PLAIN) + 0.01 }
        const used = fitted(text, box, { lines: MOST_LINES, align, isBold })
        y += used === 0 ? 0 : used + 0.3
      }
      end = Math.max(end, y)
    }
    y = end + 0.4
    rule(0.1)
  }

  function table(of: ReportTable): void {
    const columns = placed(of)
    const [first] = of.rows
    keepRoom(20 + (first ? rowHeight(columns, first) : 6))
    titled(of.title, of.note)
    if (first === undefined) {
      y += flowing(of.none, LEFT, WIDTH) + 5
      return
    }
    tableHead(columns)
    for (const each of of.rows) {
      if (y + rowHeight(columns, each) > BOTTOM) {
        turnPage()
        tableHead(columns)
      }
      row(columns, each)
    }
    y += 4
  }

  const codeWidth = (WIDTH - 12) / 3
  const codeHeight = 18

  function codes({ title, all }: NonNullable<ReportPaper['codes']>): void {
    for (let at = 0; at < all.length; at += 3) {
      keepRoom(codeHeight + (at === 0 ? 14 : 6))
      if (at === 0) titled(title, null)
      for (const [nth, { code, about }] of all.slice(at, at + 3).entries()) {
        const x = LEFT + nth * (codeWidth + 6)
        fitted(about, { x, y, width: codeWidth, height: 4 }, { isBold: true, smallest: 2 })
        marks.push(...smallCode(code, { x, y: y + 4.4, width: codeWidth, height: codeHeight - 4.4 }, typeface))
      }
      y += codeHeight + 4
    }
  }

  const photoWidth = (WIDTH - 8) / 3
  const photoHeight = 43
  const photoRow = photoHeight + 14

  function photos(): void {
    for (let at = 0; at < paper.photos.length; at += 3) {
      keepRoom(photoRow + (at === 0 ? 8 : 0))
      if (at === 0) titled(paper.photosTitle, null)
      for (const [nth, photo] of paper.photos.slice(at, at + 3).entries()) onePhoto(photo, at + nth, nth)
      y += photoRow
    }
    if (paper.photos.length > 0) y += 2
  }

  function onePhoto(photo: ReportPhoto, at: number, nth: number): void {
    const x = LEFT + nth * (photoWidth + 4)
    const room = { x, y, width: photoWidth, height: photoHeight }
    marks.push({ kind: 'rect', box: room, ink: 'black', thickness: 0.1 })
    pictures.push({ box: inside(room, photo), read: photo.read })
    const texts = [`${at + 1} · ${photo.about}`, photo.found, photo.remark]
    for (const [line, text] of texts.entries()) {
      const box = { x, y: y + photoHeight + 0.8 + line * 3.9, width: photoWidth, height: 3.6 }
      fitted(text, box, { size: 2.6, isBold: line === 0 })
    }
  }

  const signWidth = (WIDTH - 12) / 3
  const signHeight = (signWidth * signatureField.height) / signatureField.width

  function signatures(): void {
    for (let at = 0; at < paper.signatures.length; at += 3) {
      keepRoom(signHeight + 22)
      if (at === 0) titled(paper.signaturesTitle, null)
      for (const [nth, one] of paper.signatures.slice(at, at + 3).entries()) signature(one, nth)
      y += signHeight + 14
    }
  }

  function signature({ part, name, at, strokes }: ReportSignature, nth: number): void {
    const x = LEFT + nth * (signWidth + 6)
    const scale = signWidth / signatureField.width
    for (const stroke of strokes ?? []) marks.push(...strokeLines(stroke, { x, y, scale }))
    const under = y + signHeight + 1
    marks.push({ kind: 'line', x1: x, y1: under, x2: x + signWidth, y2: under, thickness: 0.2 })
    fitted(name, { x, y: under + 1, width: signWidth, height: 4 }, { isBold: true, smallest: 2 })
    fitted(part, { x, y: under + 4.8, width: signWidth, height: 3.4 }, { size: SMALL })
    fitted(at, { x, y: under + 8, width: signWidth, height: 3.4 }, { size: SMALL })
  }

  function finish(): DocumentPage[] {
    pages.push({ marks, pictures })
    return pages.map((page, at) => ({ ...page, marks: [...page.marks, ...foot(at + 1)] }))
  }

  function foot(page: number): Mark[] {
    marks = []
    y = a4.height - 13.5
    rule(0.1)
    fitted(paper.subject, { x: LEFT, y, width: 130, height: 4 }, { size: SMALL })
    const place = { x: RIGHT - 48, y, width: 48, height: 4 }
    fitted(paper.pageOf(page, pages.length), place, { size: SMALL, align: 'right' })
    return marks
  }

  return { head, styles, drawing, table, codes, photos, signatures, finish }
}

/** A stroke from point to point. */
function strokeLines(stroke: readonly number[], { x, y, scale }: { x: number; y: number; scale: number }): Mark[] {
  const at = (index: number) => ({
    x: x + (stroke[index] ?? 0) * scale,
    y: y + Math.min(stroke[index + 1] ?? 0, signatureField.height) * scale,
  })
  return Array.from({ length: stroke.length / 2 - 1 }, (_, point): Mark => {
    const [from, to] = [at(point * 2), at(point * 2 + 2)]
    return { kind: 'line', x1: from.x, y1: from.y, x2: to.x, y2: to.y, thickness: 0.45 }
  })
}

/** As large as it fits, in its own proportions, in the middle. */
function inside(room: Box, picture: { width: number; height: number }): Box {
  const scale = Math.min((room.width - 1) / picture.width, (room.height - 1) / picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  return { x: room.x + (room.width - width) / 2, y: room.y + (room.height - height) / 2, width, height }
}
