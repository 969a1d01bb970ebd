import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { type LabelDrawing, type Mark, POINTS_PER_MM, type Weight } from './label-model.ts'
import { drawMark, type EncodeText, OPEN_LABEL } from './pdf-marks.ts'
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
