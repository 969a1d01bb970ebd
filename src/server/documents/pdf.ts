import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { MISSING_FACT } from '../../shared/kernel/printing.ts'
import {
  type BarsMark,
  type LabelDrawing,
  type LineMark,
  type Mark,
  POINTS_PER_MM,
  type QrMark,
  type RectMark,
  type TextMark,
} from './label-model.ts'
import { type EncodeText, embeddedFonts } from './pdf-fonts.ts'
import { pageOf } from './pdfkit-internals.ts'
import type { Typeface } from './typeface.ts'

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
  const missing = missingSigns()
  const draw = labelPainter(doc, typeface)
  let count = 0
  for await (const label of labels) {
    draw(label)
    missing.look(label.marks)
    if (doc.readableLength >= CHUNK_BYTES) yield doc.read()
    if (++count % LABELS_A_TURN === 0) await nextTurn()
  }
  if (count === 0) throw new Error('There is no label to print.')
  missing.tell(doc)
  doc.end()
  yield doc.read()
}

/** What no font of ours has, told in the document's own facts: whoever is about to print it can be warned. */
export function missingSigns() {
  const found = new Set<string>()
  return {
    look(marks: readonly Mark[]): void {
      for (const mark of marks)
        if (mark.kind === 'text') for (const sign of mark.missing ?? []) if (found.size < MOST_MISSING) found.add(sign)
    },
    tell(doc: PDFKit.PDFDocument): void {
      if (found.size > 0) Object.assign(doc.info, { [MISSING_FACT]: [...found].join(' ') })
    },
  }
}

const MOST_MISSING = 40

/** An empty document that says what it is. */
export function openDocument({ title, language, createdAt }: DocumentFacts): PDFKit.PDFDocument {
  const info = { Title: title, Producer: 'Selvedge', Creator: 'Selvedge', CreationDate: createdAt ?? new Date() }
  return new PDFDocument({ autoFirstPage: false, pdfVersion: '1.7', lang: language, displayTitle: true, info })
}

/** Writes marks on the current page, in a space of its own: pictures may lie below them. */
export function marksWriter(doc: PDFKit.PDFDocument, typeface: Typeface): (marks: readonly Mark[]) => void {
  const fonts = embeddedFonts(doc, typeface)
  return (marks) => {
    const drawn = marks.reduce((content, mark) => content + drawMark(mark, fonts.encode), '')
    fonts.name()
    pageOf(doc).content.write(Buffer.from(`q ${OPEN_LABEL}${drawn}Q\n`, 'latin1'))
  }
}

function labelPainter(doc: PDFKit.PDFDocument, typeface: Typeface): (label: LabelDrawing) => void {
  const fonts = embeddedFonts(doc, typeface)
  const operators = (marks: readonly Mark[]) =>
    marks.reduce((content, mark) => content + drawMark(mark, fonts.encode), '')
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
    const content = OPEN_LABEL + standing(label.furniture) + operators(label.marks)
    fonts.name()
    page.content.write(Buffer.from(content, 'latin1'))
  }
}

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
  let body = 'BT '
  let font = ''
  for (const line of mark.lines) {
    for (const part of encode(line.text, mark.weight)) {
      if (part.font !== font) body += `/${part.font} ${n(mark.size)} Tf `
      font = part.font
      // Text space has y upwards: 1 0 0 -1 turns the glyphs back.
      const shown = part.glyphs.map(
        ({ codes, x, y }) => `1 0 0 -1 ${n(line.x + x * mark.size)} ${n(line.y - y * mark.size)} Tm <${codes}> Tj`,
      )
      body +=
        part.said === null ? `${shown.join(' ')} ` : `/Span <</ActualText <${part.said}>>> BDC ${shown.join(' ')} EMC `
    }
  }
  body += 'ET\n'
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
