import { readFileSync } from 'node:fs'
import { fontFile } from './font-files.ts'
import type { Weight } from './label-model.ts'
import { type ParsedFont, parseFont } from './pdfkit-internals.ts'

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
    const codePoint = cluster.codePointAt(0) ?? 0
    const alone = String.fromCodePoint(codePoint).length === cluster.length
    return alone && advance(codePoint) !== null && !/\p{M}/u.test(cluster) ? cluster : MISSING
  }

  function clean(text: string): string {
    const cut = text.slice(0, LONGEST_TEXT).toWellFormed()
    const line = cut.replace(/\s+/g, ' ').normalize('NFC').trim()
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
