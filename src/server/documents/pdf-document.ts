import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { PRINT_SIZES } from '../../shared/areas/labels/rules.ts'
import { type Box, type Mark, POINTS_PER_MM } from './label-model.ts'
import { type DocumentFacts, marksWriter, missingSigns, openDocument } from './pdf.ts'
import type { Typeface } from './typeface.ts'

/** DIN A4 upright, in millimetres. */
export const a4 = { width: PRINT_SIZES.paper.widthMm, height: PRINT_SIZES.paper.heightMm } as const

/** A photograph on a page; its bytes are asked for when the page is written. */
export interface PlacedPicture {
  readonly box: Box
  /** JPEG; null where it is gone. */
  read(): Promise<Buffer | null>
}

/** A page of A4 as marks in millimetres, with photographs below them. */
export interface DocumentPage {
  readonly marks: readonly Mark[]
  /** On its long side. */
  readonly isWide?: boolean
  readonly pictures: readonly PlacedPicture[]
}

const CHUNK_BYTES = 64 * 1024

/**
 * Pages of A4, written while they are read: one photograph at a time is in memory, whatever their number. The stream fails
 * with whatever `pages` throws; a photograph that cannot be read or drawn leaves its place empty.
 */
export function documentPdf(pages: Iterable<DocumentPage>, typeface: Typeface, facts: DocumentFacts): Readable {
  return Readable.from(chunksOf(pages, typeface, facts), { objectMode: false })
}

async function* chunksOf(
  pages: Iterable<DocumentPage>,
  typeface: Typeface,
  facts: DocumentFacts,
): AsyncGenerator<Buffer> {
  const doc = openDocument(facts)
  const missing = missingSigns()
  const write = marksWriter(doc, typeface)
  for (const { marks, pictures, isWide = false } of pages) {
    const { width, height } = isWide ? { width: a4.height, height: a4.width } : a4
    doc.addPage({ size: [width * POINTS_PER_MM, height * POINTS_PER_MM], margin: 0 })
    for (const picture of pictures) {
      await drawPicture(doc, picture)
      if (doc.readableLength >= CHUNK_BYTES) yield doc.read()
    }
    write(marks)
    missing.look(marks)
    if (doc.readableLength >= CHUNK_BYTES) yield doc.read()
    await nextTurn()
  }
  missing.tell(doc)
  doc.end()
  yield doc.read()
}

async function drawPicture(doc: PDFKit.PDFDocument, { box, read }: PlacedPicture): Promise<void> {
  const bytes = await read().catch(() => null)
  if (bytes === null) return
  const [x, y, width, height] = [box.x, box.y, box.width, box.height].map((mm) => mm * POINTS_PER_MM)
  if (x === undefined || y === undefined || width === undefined || height === undefined) return
  try {
    doc.image(bytes, x, y, { width, height })
  } catch {
    // The writer reads the header first and has drawn nothing yet: the frame stays, empty.
  }
}
