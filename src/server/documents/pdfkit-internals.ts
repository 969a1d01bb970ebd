import PDFDocument from 'pdfkit'

/**
 * The parts of pdfkit 0.20.2 that its types leave out and that the label writer needs to be quick. All of them are
 * named here and nowhere else, so that an upgrade of pdfkit has one file to check; a missing one throws at once.
 */

/** A step of an outline, in the font's units, y upwards; `args` are x and y of the step's points. */
export interface OutlineStep {
  readonly command: 'moveTo' | 'lineTo' | 'quadraticCurveTo' | 'bezierCurveTo' | 'closePath'
  readonly args: readonly number[]
}

export interface Glyph {
  readonly id: number
  readonly advanceWidth: number
  readonly path: { readonly commands: readonly OutlineStep[] }
}

/** In the font's units; y upwards. */
export interface GlyphPosition {
  readonly xAdvance: number
  readonly xOffset: number
  readonly yOffset: number
}

/** A text as its font draws it: a glyph and a position each. */
export interface Shape {
  readonly glyphs: readonly Glyph[]
  readonly positions: readonly GlyphPosition[]
}

/** A parsed font file (fontkit's). pdfkit accepts it as the source of a font: it need not be parsed again per document. */
export interface ParsedFont {
  readonly unitsPerEm: number
  readonly characterSet: readonly number[]
  readonly _cmapProcessor: { lookup(codePoint: number): number }
  hasGlyphForCodePoint(codePoint: number): boolean
  layout(text: string): Shape
}

/** A font inside a document. `encode` adds the glyphs to the embedded subset and returns their codes as 4 hex digits, with positions in thousandths of an em. */
export interface EmbeddedFont {
  readonly id: string
  readonly font: ParsedFont
  encode(text: string): readonly [codes: readonly string[], positions: readonly GlyphPosition[]]
  /** its object in the file, made when first asked for */
  ref(): unknown
}

interface Page {
  readonly dictionary: { readonly data: Record<string, unknown> }
  readonly fonts: Record<string, unknown>
  readonly content: { write(chunk: Uint8Array): void }
}

function isParsedFont(value: unknown): value is ParsedFont {
  return typeof value === 'object' && value !== null && 'layout' in value && '_cmapProcessor' in value
}

function isEmbeddedFont(value: unknown): value is EmbeddedFont {
  return typeof value === 'object' && value !== null && 'encode' in value && 'ref' in value && 'font' in value
}

/** Adds a font to the document, from a parsed font or from the bytes of a file. */
export function embedFont(doc: PDFKit.PDFDocument, source: ParsedFont | Uint8Array, name: string): EmbeddedFont {
  // The declared source type lacks fontkit's own object, which pdfkit's font factory does accept.
  doc.registerFont(name, source as unknown as PDFKit.Mixins.PDFFontSource)
  doc.font(name)
  const embedded = (doc as unknown as { _font: unknown })._font
  if (!isEmbeddedFont(embedded)) throw new Error('This pdfkit keeps its current font elsewhere than 0.20.2 did.')
  return embedded
}

/** Parses the bytes of a TrueType or OpenType file. */
export function parseFont(bytes: Uint8Array): ParsedFont {
  // pdfkit's own fontkit must parse it, so a throw-away document is asked to.
  const { font } = embedFont(new PDFDocument({ autoFirstPage: false }), bytes, 'parsed')
  if (!isParsedFont(font)) throw new Error('This pdfkit parses fonts otherwise than 0.20.2 did.')
  return font
}

/**
 * Characters that the font draws with another's glyph ("\u2f34", a dictionary's radical, and "\u5e7f" of Guangzhou), by
 * the one that people write. A glyph is copied out of every PDF of the process as what it was first drawn for.
 */
export function writtenCharacters(font: ParsedFont): ReadonlyMap<number, number> {
  const byGlyph = new Map<number, number>()
  const twins: number[] = []
  for (const codePoint of font.characterSet) {
    const glyph = font._cmapProcessor.lookup(codePoint)
    const other = byGlyph.get(glyph)
    if (other !== undefined) twins.push(codePoint, other)
    if (other === undefined || rarity(codePoint) < rarity(other)) byGlyph.set(glyph, codePoint)
  }
  const written = new Map<number, number>()
  for (const codePoint of twins) {
    const better = byGlyph.get(font._cmapProcessor.lookup(codePoint))
    if (better !== undefined && better !== codePoint) written.set(codePoint, better)
  }
  return written
}

/** Unified ideographs and what composes to itself are written; radicals, wide forms and compatibility signs are not. */
function rarity(codePoint: number): number {
  if (codePoint >= 0x4e00 && codePoint <= 0x9fff) return 0
  const text = String.fromCodePoint(codePoint)
  return text.normalize('NFKC') === text ? codePoint : codePoint + 0x110000
}

/** The current page's dictionary, font resources and content stream. */
export function pageOf(doc: PDFKit.PDFDocument): Page {
  return (doc as unknown as { page: Page }).page
}
