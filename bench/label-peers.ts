import { Readable } from 'node:stream'
import bwipjs from 'bwip-js/node'
import { type PDFFont, type PDFPage, PDFDocument as PdfLib, rgb } from 'pdf-lib'
import type { Font, Fontkit, Subset, SubsetStream } from 'pdf-lib/cjs/types/fontkit.js'
import PDFDocument from 'pdfkit'
import {
  allMarks,
  type BarsMark,
  type Ink,
  type LabelDrawing,
  type Mark,
  POINTS_PER_MM as PT,
  type QrMark,
  type Weight,
} from '../src/server/documents/label-model.ts'
import { parseFont } from '../src/server/documents/pdfkit-internals.ts'

/**
 * The usual ways of making label PDFs, given our own finished layout (so they pay for drawing alone), each code as a PNG
 * by bwip-js. Each returns the size of its file in bytes.
 */

export interface PeerFonts {
  readonly medium: Buffer
  readonly bold: Buffer
}

function codePng(mark: BarsMark | QrMark): Promise<Buffer> {
  if (mark.kind === 'qr') return bwipjs.toBuffer({ bcid: 'qrcode', text: mark.data, scale: 3 })
  const text = mark.gs1 ? `^FNC1${mark.data}` : mark.data
  return bwipjs.toBuffer({ bcid: 'code128', text, parsefnc: mark.gs1, scale: 3, height: mark.box.height })
}

/** pdfkit as its guide shows it: font(), text(), image() of a PNG. */
export async function usualPdfkit(labels: readonly LabelDrawing[], fonts: PeerFonts): Promise<number> {
  const doc = new PDFDocument({ autoFirstPage: false })
  let bytes = 0
  doc.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  const ended = new Promise((resolve) => doc.once('end', resolve))
  doc.registerFont('medium', fonts.medium).registerFont('bold', fonts.bold)
  for (const label of labels) {
    doc.addPage({ size: [label.widthMm * PT, label.heightMm * PT], margin: 0 })
    for (const mark of allMarks(label)) await drawOnPdfkit(doc, mark)
  }
  doc.end()
  await ended
  return bytes
}

async function drawOnPdfkit(doc: PDFKit.PDFDocument, mark: Mark): Promise<void> {
  if (mark.kind === 'line') {
    doc
      .lineWidth(mark.thickness * PT)
      .moveTo(mark.x1 * PT, mark.y1 * PT)
      .lineTo(mark.x2 * PT, mark.y2 * PT)
      .stroke()
  } else if (mark.kind === 'text') {
    doc
      .font(mark.weight)
      .fontSize(mark.size * PT)
      .fillColor(mark.ink)
    for (const line of mark.lines)
      doc.text(line.text, line.x * PT, line.y * PT, { lineBreak: false, baseline: 'alphabetic' })
  } else if (mark.kind === 'rect') {
    doc.rect(mark.box.x * PT, mark.box.y * PT, mark.box.width * PT, mark.box.height * PT)
    if (mark.thickness === undefined) doc.fill(mark.ink)
    else doc.lineWidth(mark.thickness * PT).stroke()
  } else {
    const { x, y, width, height } = mark.box
    doc.image(await codePng(mark), x * PT, y * PT, { width: width * PT, height: height * PT })
  }
}

/** pdf-lib as its guide shows it: embedFont (subset), drawText, embedPng. */
export async function usualPdfLib(labels: readonly LabelDrawing[], fonts: PeerFonts): Promise<number> {
  const doc = await PdfLib.create()
  doc.registerFontkit(pdfLibFontkit)
  const medium = await doc.embedFont(fonts.medium, { subset: true })
  const bold = await doc.embedFont(fonts.bold, { subset: true })
  for (const label of labels) {
    const page = doc.addPage([label.widthMm * PT, label.heightMm * PT])
    for (const mark of allMarks(label)) await drawOnPdfLib(doc, page, mark, { medium, bold })
  }
  return (await doc.save()).length
}

async function drawOnPdfLib(
  doc: PdfLib,
  page: PDFPage,
  mark: Mark,
  fonts: Readonly<Record<Weight, PDFFont>>,
): Promise<void> {
  const top = page.getHeight()
  const ink = (name: Ink) => (name === 'white' ? rgb(1, 1, 1) : rgb(0, 0, 0))
  if (mark.kind === 'line') {
    const start = { x: mark.x1 * PT, y: top - mark.y1 * PT }
    page.drawLine({ start, end: { x: mark.x2 * PT, y: top - mark.y2 * PT }, thickness: mark.thickness * PT })
  } else if (mark.kind === 'text') {
    const style = { font: fonts[mark.weight], size: mark.size * PT, color: ink(mark.ink) }
    for (const line of mark.lines) page.drawText(line.text, { ...style, x: line.x * PT, y: top - line.y * PT })
  } else {
    const { x, y, width, height } = mark.box
    const place = { x: x * PT, y: top - (y + height) * PT, width: width * PT, height: height * PT }
    if (mark.kind !== 'rect') page.drawImage(await doc.embedPng(await codePng(mark)), place)
    else if (mark.thickness === undefined) page.drawRectangle({ ...place, color: ink(mark.ink) })
    else page.drawRectangle({ ...place, borderColor: ink(mark.ink), borderWidth: mark.thickness * PT })
  }
}

/** pdf-lib wants the `encodeStream` of an older fontkit; this gives it today's, in one chunk. */
const pdfLibFontkit: Fontkit = {
  create(bytes: Uint8Array) {
    const font = parseFont(bytes) as unknown as Font
    const createSubset = font.createSubset.bind(font)
    font.createSubset = () => {
      const subset = createSubset() as Subset & { encode(): Uint8Array }
      subset.encodeStream = () => Readable.from([Buffer.from(subset.encode())]) as unknown as SubsetStream
      return subset
    }
    return font
  },
}
