import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TextLine, TextMark, Weight } from './label-model.ts'
import { type ParsedFont, parseFont, writtenCharacters } from './pdfkit-internals.ts'

/** Drawn for what the font cannot show: "white square", the sign that people know from screens. */
export const MISSING = '\u25a1'

/** Longer texts are cut here first: no label shows more, and hostile ones must not cost time. */
const LONGEST_TEXT = 500
const CACHED_TEXTS = 4_000

const PLAIN = /^[\x20-\x7e]*$/
const INVISIBLE = /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Variation_Selector}/gu
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** One weight of the typeface: which characters it shows and how wide they are. Parsed once a process. */
export interface Face {
  readonly weight: Weight
  readonly font: ParsedFont
  /** `text` as it can be drawn: one line, composed, no control or direction marks, unknown clusters as MISSING. */
  printable(text: string): string
  /** Width of printable text at an em of 1, so multiply by the size in millimetres. */
  width(text: string): number
}

export interface Typeface {
  readonly medium: Face
  readonly bold: Face
}

const opened = new Map<string, Typeface>()

/** The label typeface of `resourcesDir` (see `fontFile`), parsed at the first call. */
export function openTypeface(resourcesDir?: string): Typeface {
  const key = fontFile('medium', resourcesDir)
  const known = opened.get(key)
  if (known) return known
  const typeface = {
    medium: makeFace('medium', readFileSync(key)),
    bold: makeFace('bold', readFileSync(fontFile('bold', resourcesDir))),
  }
  opened.set(key, typeface)
  return typeface
}

function makeFace(weight: Weight, bytes: Uint8Array): Face {
  const font = parseFont(bytes)
  const advances = new Map<number, number>()
  const cleaned = new Map<string, string>()
  const written = writtenCharacters(font)

  /** null: the font has no such glyph, or shapes it into several. */
  function advance(codePoint: number): number | null {
    const known = advances.get(codePoint)
    if (known !== undefined) return known < 0 ? null : known
    const glyphs = font.hasGlyphForCodePoint(codePoint) ? font.layout(String.fromCodePoint(codePoint)).glyphs : []
    const [glyph] = glyphs
    const em = glyphs.length === 1 && glyph ? glyph.advanceWidth / font.unitsPerEm : -1
    advances.set(codePoint, em)
    return em < 0 ? null : em
  }

  function shown(cluster: string): string {
    const given = cluster.codePointAt(0) ?? 0
    if (String.fromCodePoint(given).length !== cluster.length || /\p{M}/u.test(cluster)) return MISSING
    const codePoint = written.get(given) ?? given
    return advance(codePoint) === null ? MISSING : String.fromCodePoint(codePoint)
  }

  function clean(text: string): string {
    const cut = text.slice(0, LONGEST_TEXT).toWellFormed()
    // The typeface draws a curly apostrophe as wide as a Chinese character: "Women’ s".
    const line = cut
      .replace(/\s+/g, ' ')
      .replace(/(?<=\p{Script=Latin})’(?=\p{Script=Latin})/gu, "'")
      .normalize('NFC')
      .trim()
    if (PLAIN.test(line)) return line
    // Clusters first: a joiner inside an emoji must not leave its parts as several missing signs.
    let result = ''
    for (const { segment } of graphemes.segment(line)) {
      const visible = segment.replace(INVISIBLE, '')
      if (visible !== '') result += shown(visible)
    }
    return result.replace(/ +/g, ' ').trim()
  }

  return {
    weight,
    font,
    printable(text) {
      const known = cleaned.get(text)
      if (known !== undefined) return known
      const result = clean(text)
      if (cleaned.size >= CACHED_TEXTS) cleaned.clear()
      cleaned.set(text, result)
      return result
    },
    width(text) {
      let width = 0
      for (let i = 0; i < text.length; i++) {
        const codePoint = text.codePointAt(i) ?? 0
        if (codePoint > 0xffff) i++
        width += advance(codePoint) ?? 0
      }
      return width
    },
  }
}

const FONT_FILES: Readonly<Record<Weight, string>> = {
  medium: 'NotoSansSC-Medium.ttf',
  bold: 'NotoSansSC-Bold.ttf',
}

/**
 * Where a weight of the label typeface lies. Looked for in `resourcesDir`, else in the environment's
 * SELVEDGE_RESOURCES, else in `resources/` of this file's folder and of every folder above it (that finds it from the
 * sources, from out/main and from a packaged app, whose resources folder lies above its app.asar).
 * @throws Error naming the file and the folders tried
 */
export function fontFile(weight: Weight, resourcesDir?: string): string {
  const given = resourcesDir ?? process.env.SELVEDGE_RESOURCES
  const folders = given === undefined ? resourceFolders() : [given]
  const paths = folders.map((folder) => join(folder, 'fonts', FONT_FILES[weight]))
  const found = paths.find((path) => existsSync(path))
  if (found === undefined) throw new Error(`The label font is not there. Looked for ${paths.join(', ')}.`)
  return found
}

function resourceFolders(): string[] {
  const folders: string[] = []
  for (let at = dirname(fileURLToPath(import.meta.url)); at !== dirname(at); at = dirname(at)) {
    // Packaged: …/resources/app.asar/out/main/x.js, so a folder above is itself the resources folder.
    folders.push(join(at, 'resources'), at)
  }
  return folders
}

/**
 * Font 0, the scalable font that every ZPL printer has: a bold condensed sans. How wide its characters are at a width of 1,
 * rounded up; what is not here is drawn as dots.
 */
const WIDTHS: readonly (readonly [width: number, characters: string])[] = [
  [0.3, " !'(),./:;[]Iijl"],
  [0.34, 'frt`'],
  [0.45, 'ckvxyzsJ?'],
  [0.5, 'abdeghnopqu0123456789*$#"-_EFLTZ'],
  [0.57, 'ABCKOPQSVXY'],
  [0.62, 'DGHNRU&'],
  [0.68, 'w'],
  [0.77, 'mM'],
  [0.83, 'W'],
  [0.92, '@%'],
]

const widths = new Map(WIDTHS.flatMap(([width, characters]) => [...characters].map((one) => [one, width] as const)))

/** Height of capitals: of the label typeface's em, and of font 0's height. */
const CAPITALS_OF_EM = 0.733
const CAPITALS_OF_HEIGHT = 0.77
/** Of the line's measured width, so that a printer whose font runs a little wider stays in the line. */
const FILLED = 0.95
/** Wider, and letters look like other letters. */
const WIDEST = 1.32
const NARROWEST = 0.6
/** What printers promise of their scalable font. */
const SMALLEST_DOTS = 10

/** How the printer's own font shows a line: height and width in dots, and how far its start moves in. */
export interface PrinterText {
  readonly height: number
  readonly width: number
  readonly indent: number
}

/** null where the printer's font lacks a character or would not come near the line's measure: draw dots instead. */
export function printerText(line: TextLine, mark: TextMark, perMm: number): PrinterText | null {
  const natural = printerWidth(line.text)
  if (natural === null || natural === 0) return null
  const room = line.width * perMm
  const height = Math.round((mark.size * perMm * CAPITALS_OF_EM) / CAPITALS_OF_HEIGHT)
  const width = Math.min(Math.floor((room * FILLED) / natural), Math.floor(height * WIDEST))
  if (height < SMALLEST_DOTS || width < SMALLEST_DOTS || width < height * NARROWEST) return null
  // Centred lines stay centred and right ones right: the line's own indent in its box says which it is.
  const spare = mark.box.width - line.width
  const share = spare > 0 ? (line.x - mark.box.x) / spare : 0
  return { height, width, indent: Math.max(0, (room - natural * width) * share) }
}

/** Width of a text at a font width of 1; null when a character's is not known. */
export function printerWidth(text: string): number | null {
  let width = 0
  for (const character of text) {
    const known = widths.get(character)
    if (known === undefined) return null
    width += known
  }
  return width
}
