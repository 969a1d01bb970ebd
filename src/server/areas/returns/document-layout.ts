import type { Readable } from 'node:stream'
import type { Box, LineMark, Mark, RectMark, TextMark } from '../../documents/label-model.ts'
import { counted } from '../../documents/paper.ts'
import { a4, type DocumentPage, documentPdf, type PlacedPicture } from '../../documents/pdf-document.ts'
import { fitText, flowText, heightOf, type TextStyle } from '../../documents/text-fit.ts'
import { openTypeface, type Typeface } from '../../documents/typeface.ts'
import type { NoteDocument, NoteLine, NoteLotText, NotePhoto } from './document-model.ts'

const left = 14
const right = a4.width - 14
const width = right - left
const top = 14
/** Below it stands the page's foot. */
const bottom = a4.height - 18
const small = 2.5
const plain = 3

/** A page that is being filled. */
interface Sheet {
  marks: Mark[]
  pictures: PlacedPicture[]
  y: number
}

/** The pages of a note: its head, what goes back and why, the photographs, and where people sign. `count` is put on each. */
export function* notePages(note: NoteDocument, typeface: Typeface, count: number | null): Generator<DocumentPage> {
  const draw = penOf(typeface)
  let sheet: Sheet = { marks: [], pictures: [], y: top }
  let place = 1
  const finish = (): DocumentPage => {
    foot(sheet, draw, note, count === null ? String(place) : `${place} / ${count}`)
    const { marks, pictures } = sheet
    sheet = { marks: [], pictures: [], y: top }
    place += 1
    return { marks, pictures }
  }
  head(sheet, draw, note)
  tableHead(sheet, draw)
  for (const line of note.lines) {
    const row = tableRow(draw, line, sheet.y)
    if (row.end > bottom) {
      yield finish()
      tableHead(sheet, draw)
      takeRow(sheet, tableRow(draw, line, sheet.y))
      continue
    }
    takeRow(sheet, row)
  }
  tableSum(sheet, draw, note)
  for (const [at, lot] of note.lots.entries()) {
    const room = lotRow(draw, lot, 0).end + (at === 0 ? lotsHeight : 0)
    if (sheet.y + room > bottom) yield finish()
    if (at === 0 || sheet.y === top) lotsHead(sheet, draw)
    const row = lotRow(draw, lot, sheet.y)
    sheet.marks.push(...row.marks)
    sheet.y = row.end
  }
  if (note.lots.length > 0) sheet.y += 6
  for (let at = 0; at < note.photos.length; at += 2) {
    const isFirst = at === 0
    if (sheet.y + (isFirst ? photoHead : 0) + photoRow > bottom) yield finish()
    if (isFirst || sheet.y === top) photosHead(sheet, draw, note)
    photosRow(sheet, draw, note.photos.slice(at, at + 2), at + 1)
  }
  if (sheet.y + signing > bottom) yield finish()
  signatures(sheet, draw)
  yield finish()
}

type PenStyle = Partial<Omit<TextStyle, 'face'>> & { isBold?: boolean }

/** Draws text in a box; the last argument says how it differs from plain text. */
interface Pen {
  (text: string, box: Box, style?: PenStyle): TextMark
  /** Over as many lines as it needs. */
  flowing(text: string, place: Omit<Box, 'height'>, style?: PenStyle): TextMark
}

function penOf(typeface: Typeface): Pen {
  const styleOf = ({ isBold = false, size = plain, ...style }: PenStyle = {}): TextStyle => ({
    ...{ face: isBold ? typeface.bold : typeface.medium, size },
    ...style,
  })
  return Object.assign((text: string, box: Box, style?: PenStyle) => fitText(text, box, styleOf(style)), {
    flowing: (text: string, place: Omit<Box, 'height'>, style?: PenStyle) => flowText(text, place, styleOf(style)),
  })
}

const rule = (y: number, thickness = 0.2): LineMark => ({ kind: 'line', x1: left, y1: y, x2: right, y2: y, thickness })

function frame(box: Box): RectMark {
  return { kind: 'rect', box, ink: 'black', thickness: 0.15 }
}

function head(sheet: Sheet, draw: Pen, note: NoteDocument): void {
  const title = { x: left, y: sheet.y, width: 110, height: 10 }
  const number = { x: left + 112, y: sheet.y, width: width - 112, height: 10 }
  sheet.marks.push(draw('Return note 退货单', title, { size: 7.5, isBold: true }))
  sheet.marks.push(draw(note.number, number, { size: 6.5, isBold: true, align: 'right' }))
  sheet.y += 12
  if (note.isCancelled) cancelled(sheet, draw, note.cancelReason ?? '')
  sheet.marks.push(rule(sheet.y, 0.5))
  sheet.y += 2
  const { supplier, site } = note
  const to = [supplier.code, supplier.nameZh, supplier.name, supplier.addressZh, supplier.address].filter(Boolean)
  const from = [note.company, `${site.nameZh} ${site.name}`, site.address].filter((line) => line !== '')
  factsRow(sheet, draw, [
    ['Return to 退回供应商', to.join('\n'), 91],
    ['From 发自', from.join('\n'), 91],
  ])
  factsRow(sheet, draw, [
    ['Date 日期', note.day, 30],
    ['Made by 经办人', note.madeBy, 40],
    ['Carrier 承运商', note.carrier ?? '–', 51],
    ['Tracking ID 运单号', note.trackingId ?? '–', 61],
  ])
  factsRow(sheet, draw, [
    ['Boxes 箱数', String(note.boxes), 30],
    ['Pieces 件数', String(note.pieces), 40],
    ['Reason 退货原因', note.reason, 112],
  ])
  factsRow(sheet, draw, [['Remark 备注', note.remark || '–', width]])
  if (note.disputes.length > 0)
    factsRow(sheet, draw, [['Disputed by the vendor 供应商有异议', note.disputes.join(', '), width]])
  sheet.y += 2
}

function cancelled(sheet: Sheet, draw: Pen, reason: string): void {
  const box = { x: left, y: sheet.y, width, height: 9 }
  sheet.marks.push({ ...frame(box), thickness: 0.6 })
  sheet.marks.push(
    draw(
      `CANCELLED 已取消 · ${reason}`,
      { x: left + 3, y: sheet.y + 1.5, width: width - 6, height: 6 },
      {
        size: 4.2,
        smallest: 3,
        isBold: true,
      },
    ),
  )
  sheet.y += 12
}

type Fact = readonly [label: string, value: string, width: number]

/** Labelled values beside each other, each over as many lines as it needs. */
function factsRow(sheet: Sheet, draw: Pen, facts: readonly Fact[]): void {
  let x = left
  let end = sheet.y
  for (const [label, value, space] of facts) {
    sheet.marks.push(draw(label, { x, y: sheet.y, width: space - 3, height: 4 }, { size: small }))
    let y = sheet.y + 3.6
    for (const part of value.split('\n')) {
      const mark = draw.flowing(part, { x, y, width: space - 3 }, { size: 3.5 })
      sheet.marks.push(mark)
      y += mark.box.height + 0.4
    }
    end = Math.max(end, y)
    x += space
  }
  sheet.y = end + 1.6
}

/** The room that so many lines of a size are given: what they need, and a hair more. */
function roomFor(lines: number, size: number): number {
  return heightOf(lines, size) + 0.01
}

const columns = [
  { title: 'Box 箱号', width: 13 },
  { title: 'Shipment 发货单', width: 29 },
  { title: 'SKU, style 商品编码、款号', width: 33 },
  { title: 'Colour 颜色', width: 23 },
  { title: 'Size 尺码', width: 12 },
  { title: 'Pcs 件数', width: 11 },
  { title: 'Looked at 已抽检', width: 17 },
  { title: 'Defects 疵点', width: 44 },
] as const

function tableHead(sheet: Sheet, draw: Pen): void {
  sheet.marks.push(rule(sheet.y, 0.4))
  let x = left
  for (const { title, width: space } of columns) {
    const place = { x, y: sheet.y + 1, width: space - 2 }
    sheet.marks.push(draw.flowing(title, place, { size: small, isBold: true, isHead: true }))
    x += space
  }
  sheet.y += 8
  sheet.marks.push(rule(sheet.y))
}

/** The column of SKU and style. */
const withPicture = 2

/** Of one text in a cell, and texts of one cell: more defects than these are on screen. */
const mostLines = 5
const mostTexts = 6

interface Row {
  marks: Mark[]
  pictures?: PlacedPicture[]
  end: number
}

function takeRow(sheet: Sheet, { marks, pictures = [], end }: Row): void {
  sheet.marks.push(...marks)
  sheet.pictures.push(...pictures)
  sheet.y = end
}

/** A style's picture stands before the code: a square of so many mm, for the eye of who packs. */
const pictureSide = 9

function tableRow(draw: Pen, line: NoteLine, y: number): Row {
  const { boxNo, shipmentId, nmSku, styleId, styleName, color, colorZh, size, quantity, lookedAt, defects, picture } =
    line
  const more = defects.length > mostTexts ? [`… ${defects.length - mostTexts} more 其余见系统`] : []
  const cells = [
    [boxNo],
    [shipmentId],
    [nmSku, `${styleId} ${styleName}`.trim()],
    [color, colorZh],
    [size],
    [String(quantity)],
    [lookedAt],
    defects.length > 0 ? [...defects.slice(0, mostTexts), ...more] : ['–'],
  ]
  const marks: Mark[] = []
  const pictures: PlacedPicture[] = []
  let x = left
  let end = y
  for (const [at, { width: space }] of columns.entries()) {
    let under = y + 1.2
    const beside = picture && at === withPicture ? pictureSide + 1 : 0
    if (picture && beside > 0) {
      const room = { x, y: y + 1, width: pictureSide, height: pictureSide }
      pictures.push({ box: inside(room, picture), read: picture.read })
      end = Math.max(end, y + pictureSide + 1)
    }
    for (const text of cells[at] ?? []) {
      const box = { x: x + beside, y: under, width: space - 2 - beside, height: roomFor(mostLines, plain) }
      const mark = draw(text, box, { lines: mostLines, isBold: at === 0 || at === 5 })
      marks.push(mark)
      under += mark.lines.length === 0 ? 0 : roomFor(mark.lines.length, plain) + 0.3
    }
    end = Math.max(end, under)
    x += space
  }
  return { marks: [...marks, rule(end + 1, 0.1)], pictures, end: end + 1 }
}

function tableSum(sheet: Sheet, draw: Pen, { boxes, pieces }: NoteDocument): void {
  const text = `Total 合计: ${counted(boxes, 'box', 'boxes')} 箱 · ${counted(pieces, 'piece', 'pieces')} 件`
  sheet.marks.push(
    draw(text, { x: left, y: sheet.y + 1.4, width, height: 5 }, { size: 3.5, isBold: true, align: 'right' }),
  )
  sheet.y += 10
}

const lotColumns = [
  { title: 'Lot 检验批', width: 38 },
  { title: 'Plan, looked at 抽样方案、已抽检', width: 60 },
  { title: 'Found, Ac / Re 发现、判定数', width: 42 },
  { title: 'Verdict 判定', width: 42 },
] as const
const lotsHeight = 17

function lotsHead(sheet: Sheet, draw: Pen): void {
  const title = 'Why: the samples 抽样判定依据'
  sheet.marks.push(draw(title, { x: left, y: sheet.y, width, height: 6 }, { size: 4.2, isBold: true }))
  const y = sheet.y + 8
  sheet.marks.push(rule(y, 0.4))
  let x = left
  for (const { title: of, width: space } of lotColumns) {
    const box = { x, y: y + 1, width: space - 2, height: roomFor(1, small) }
    sheet.marks.push(draw(of, box, { size: small, isBold: true }))
    x += space
  }
  sheet.marks.push(rule(y + 5.4))
  sheet.y = y + 5.4
}

function lotRow(draw: Pen, { name, boxes, plan, found, verdict, isRejected }: NoteLotText, y: number): Row {
  const cells = [[name, boxes], plan, found, verdict]
  const marks: Mark[] = []
  let x = left
  let end = y
  for (const [at, { width: space }] of lotColumns.entries()) {
    let under = y + 1.2
    for (const text of cells[at] ?? []) {
      const box = { x, y: under, width: space - 2, height: roomFor(mostLines, plain) }
      const mark = draw(text, box, { lines: mostLines, isBold: at === 3 && isRejected })
      marks.push(mark)
      under += roomFor(mark.lines.length, plain) + 0.3
    }
    end = Math.max(end, under)
    x += space
  }
  return { marks: [...marks, rule(end + 1, 0.1)], end: end + 1 }
}

const photoHead = 10
const photoWidth = (width - 6) / 2
const photoHeight = 62
const photoRow = photoHeight + 17

function photosHead(sheet: Sheet, draw: Pen, { photos, photosLeftOut }: NoteDocument): void {
  const more = photosLeftOut > 0 ? ` · ${photosLeftOut} more in Selvedge 其余见系统` : ''
  const title = `Photographs 照片 (${photos.length})${more}`
  sheet.marks.push(draw(title, { x: left, y: sheet.y, width, height: 6 }, { size: 4.2, isBold: true }))
  sheet.y += photoHead
}

function photosRow(sheet: Sheet, draw: Pen, photos: readonly NotePhoto[], first: number): void {
  for (const [at, photo] of photos.entries()) {
    const x = left + at * (photoWidth + 6)
    const room = { x, y: sheet.y, width: photoWidth, height: photoHeight }
    sheet.marks.push(frame(room))
    sheet.pictures.push({ box: inside(room, photo), read: photo.read })
    let y = sheet.y + photoHeight + 1
    for (const [text, isBold] of [
      [`${first + at} · ${photo.about}`, true],
      [photo.found, false],
      [photo.remark, false],
    ] as const) {
      sheet.marks.push(draw(text, { x, y, width: photoWidth, height: 4 }, { size: 2.8, isBold }))
      y += 4.2
    }
  }
  sheet.y += photoRow
}

/** As large as it fits, in its own proportions, in the middle. */
function inside(room: Box, picture: { width: number; height: number }): Box {
  const scale = Math.min((room.width - 1) / picture.width, (room.height - 1) / picture.height)
  const [w, h] = [picture.width * scale, picture.height * scale]
  return { x: room.x + (room.width - w) / 2, y: room.y + (room.height - h) / 2, width: w, height: h }
}

const signing = 25

function signatures(sheet: Sheet, draw: Pen): void {
  sheet.y += 4
  const space = (width - 12) / 3
  for (const [at, title] of ['Released by 发货人', 'Carrier 承运商', 'Received by 收货人'].entries()) {
    const x = left + at * (space + 6)
    sheet.marks.push({ kind: 'line', x1: x, y1: sheet.y + 13, x2: x + space, y2: sheet.y + 13, thickness: 0.2 })
    const box = { x, y: sheet.y + 14, width: space, height: 4 }
    sheet.marks.push(draw(`${title} · Date 日期`, box, { size: small }))
  }
  sheet.y += signing - 4
}

function foot(sheet: Sheet, draw: Pen, { number, supplier }: NoteDocument, page: string): void {
  const y = a4.height - 12
  sheet.marks.push(rule(y - 1.5, 0.1))
  const text = `${number} · ${supplier.nameZh || supplier.name}`
  sheet.marks.push(draw(text, { x: left, y, width: 140, height: 4 }, { size: small }))
  sheet.marks.push(draw(page, { x: right - 40, y, width: 40, height: 4 }, { size: small, align: 'right' }))
}

/** Longer notes are laid out once only: their pages are numbered without saying how many there are. */
const MOST_COUNTED_LINES = 2_000

/** A return note in English and Chinese, A4, with its photographs. `resourcesDir` holds fonts/; see `fontFile`. */
export function returnNotePdf(note: NoteDocument, { resourcesDir }: { resourcesDir?: string } = {}): Readable {
  const typeface = openTypeface(resourcesDir)
  const count = note.lines.length > MOST_COUNTED_LINES ? null : [...notePages(note, typeface, null)].length
  const title = `Return note 退货单 ${note.number}`
  return documentPdf(notePages(note, typeface, count), typeface, { title, language: 'zh-CN' })
}
