import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import {
  type BarsMark,
  type LabelDrawing,
  type LineMark,
  type Mark,
  POINTS_PER_MM,
  type QrMark,
  type RectMark,
  type TextMark,
  type Weight,
} from './label-model.ts'
import { type EmbeddedFont, embedFont, pageOf } from './pdfkit-internals.ts'
import type { Face, Typeface } from './typeface.ts'

export interface DocumentFacts {
  readonly title: string
  /** BCP 47, e.g. "en" or "zh-CN" */
  readonly language: string
  readonly createdAt?: Date
}

/** Labels drawn between two turns of the event loop: about 20 ms. */
const LABELS_A_TURN = 16
const CHUNK_BYTES = 64 * 1024

/**
 * A PDF with one label a page, as vectors, MediaBox = TrimBox = the label's size, written while it is read: memory does
 * not grow with the labels. The stream fails with an Error when there is no label at all, or with whatever `labels` throws.
 */
export function labelsPdf(
  labels: Iterable<LabelDrawing> | AsyncIterable<LabelDrawing>,
  typeface: Typeface,
  facts: DocumentFacts,
): Readable {
  return Readable.from(pdfChunks(labels, typeface, facts), { objectMode: false })
}

async function* pdfChunks(
  labels: Iterable<LabelDrawing> | AsyncIterable<LabelDrawing>,
  typeface: Typeface,
  facts: DocumentFacts,
): AsyncGenerator<Buffer> {
  const doc = openDocument(facts)
  const draw = labelPainter(doc, typeface)
  let count = 0
  for await (const label of labels) {
    draw(label)
    if (doc.readableLength >= CHUNK_BYTES) yield doc.read()
    if (++count % LABELS_A_TURN === 0) await nextTurn()
  }
  if (count === 0) throw new Error('There is no label to print.')
  doc.end()
  yield doc.read()
}

/** An empty document that says what it is. */
export function openDocument({ title, language, createdAt }: DocumentFacts): PDFKit.PDFDocument {
  const info = { Title: title, Producer: 'Selvedge', Creator: 'Selvedge', CreationDate: createdAt ?? new Date() }
  return new PDFDocument({ autoFirstPage: false, pdfVersion: '1.7', lang: language, displayTitle: true, info })
}

/** Writes marks on the current page, in a space of its own: pictures may lie below them. */
export function marksWriter(doc: PDFKit.PDFDocument, typeface: Typeface): (marks: readonly Mark[]) => void {
  const { encode, name } = embedFaces(doc, typeface)
  return (marks) => {
    name()
    const drawn = marks.reduce((content, mark) => content + drawMark(mark, encode), '')
    pageOf(doc).content.write(Buffer.from(`q ${OPEN_LABEL}${drawn}Q\n`, 'latin1'))
  }
}

/** Both weights in this document, and what names them on its current page. */
function embedFaces(doc: PDFKit.PDFDocument, typeface: Typeface): { encode: EncodeText; name(): void } {
  const medium = embedFace(doc, typeface.medium)
  const bold = embedFace(doc, typeface.bold)
  return {
    encode: (text, weight: Weight) => (weight === 'bold' ? bold : medium).encode(text),
    name() {
      const { fonts } = pageOf(doc)
      fonts.M = medium.ref()
      fonts.B = bold.ref()
    },
  }
}

function labelPainter(doc: PDFKit.PDFDocument, typeface: Typeface): (label: LabelDrawing) => void {
  const { encode, name } = embedFaces(doc, typeface)
  const operators = (marks: readonly Mark[]) => marks.reduce((content, mark) => content + drawMark(mark, encode), '')
  const furniture = new WeakMap<readonly Mark[], string>()
  const standing = (marks: readonly Mark[]) => {
    const known = furniture.get(marks)
    if (known !== undefined) return known
    const made = operators(marks)
    furniture.set(marks, made)
    return made
  }
  return (label) => {
    const width = label.widthMm * POINTS_PER_MM
    const height = label.heightMm * POINTS_PER_MM
    doc.addPage({ size: [width, height], margin: 0 })
    const page = pageOf(doc)
    page.dictionary.data.TrimBox = [0, 0, width, height]
    name()
    const content = OPEN_LABEL + standing(label.furniture) + operators(label.marks)
    page.content.write(Buffer.from(content, 'latin1'))
  }
}

/** A face in this document; each character passes through pdfkit's shaping once, then it is a look-up. */
function embedFace(doc: PDFKit.PDFDocument, face: Face): { encode(text: string): string; ref(): unknown } {
  const embedded: EmbeddedFont = embedFont(doc, face.font, `label-${face.weight}`)
  const codes = new Map<string, string>()
  return {
    encode(text) {
      let hex = ''
      for (const character of text) {
        let code = codes.get(character)
        if (code === undefined) {
          code = embedded.encode(character)[0].join('')
          codes.set(character, code)
        }
        hex += code
      }
      return hex
    },
    ref: () => embedded.ref(),
  }
}

/** The hex string operand of a text in a font of the document. */
export type EncodeText = (text: string, weight: Weight) => string

/** From pdfkit's page space (points, y downwards) to millimetres; both inks are set once, then only where they change. */
export const OPEN_LABEL = `${POINTS_PER_MM.toFixed(6)} 0 0 ${POINTS_PER_MM.toFixed(6)} 0 0 cm 0 g 0 G\n`

/** The PDF operators that draw a mark in a space of millimetres from the top left corner. Leaves the ink black. */
export function drawMark(mark: Mark, encode: EncodeText): string {
  switch (mark.kind) {
    case 'text':
      return drawText(mark, encode)
    case 'line':
      return drawLine(mark)
    case 'rect':
      return drawRect(mark)
    case 'code128':
    case 'ean13':
      return drawCode128(mark)
    case 'qr':
      return drawQr(mark)
  }
}

/** Micrometres are enough, and short numbers keep pages small. */
function n(mm: number): string {
  return String(Math.round(mm * 1000) / 1000)
}

function drawText(mark: TextMark, encode: EncodeText): string {
  if (mark.lines.length === 0) return ''
  const font = mark.weight === 'bold' ? '/B' : '/M'
  // Text space has y upwards: 1 0 0 -1 turns the glyphs back.
  const lines = mark.lines.map((line) => `1 0 0 -1 ${n(line.x)} ${n(line.y)} Tm <${encode(line.text, mark.weight)}> Tj`)
  const body = `BT ${font} ${n(mark.size)} Tf ${lines.join(' ')} ET\n`
  return mark.ink === 'white' ? `1 g ${body}0 g\n` : body
}

function drawLine(mark: LineMark): string {
  return `${n(mark.thickness)} w ${n(mark.x1)} ${n(mark.y1)} m ${n(mark.x2)} ${n(mark.y2)} l S\n`
}

function drawRect({ box, ink, thickness }: RectMark): string {
  if (thickness === undefined) {
    const body = `${n(box.x)} ${n(box.y)} ${n(box.width)} ${n(box.height)} re f\n`
    return ink === 'white' ? `1 g ${body}0 g\n` : body
  }
  const half = thickness / 2
  return `${n(thickness)} w ${n(box.x + half)} ${n(box.y + half)} ${n(box.width - thickness)} ${n(box.height - thickness)} re S\n`
}

/** Codes are drawn in a space whose unit is a module, so their edges are whole numbers: no rounding, few bytes. */
function drawCode128({ box, runs, dots }: BarsMark): string {
  let at = 0
  let bars = ''
  for (let i = 0; i < runs.length; i++) {
    const run = runs[i] ?? 0
    if (i % 2 === 0) bars += `${at} 0 ${run} 1 re `
    at += run
  }
  return `q ${dots / 8} 0 0 ${n(box.height)} ${n(box.x)} ${n(box.y)} cm ${bars}f Q\n`
}

function drawQr({ box, side, modules, dots }: QrMark): string {
  let path = ''
  for (let row = 0; row < side; row++) {
    let start = -1
    for (let column = 0; column <= side; column++) {
      const dark = column < side && modules[row * side + column] === 1
      if (dark && start < 0) start = column
      if (!dark && start >= 0) {
        path += `${start} ${row} ${column - start} 1 re `
        start = -1
      }
    }
  }
  return `q ${dots / 8} 0 0 ${dots / 8} ${n(box.x)} ${n(box.y)} cm ${path}f Q\n`
}
