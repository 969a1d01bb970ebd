import { readFileSync } from 'node:fs'
import { fontFile } from './font-file.ts'
import type { Weight } from './label-model.ts'
import { type ParsedFont, parseFont, writtenCharacters } from './pdfkit-internals.ts'
import { hasCluster, runsOf, type ShapedRun, type ShapedScript, scriptOf, shape } from './shaped-script.ts'

/** Drawn for what the font cannot show: "white square", the sign that people know from screens. */
export const MISSING = '\u25a1'

/** Longer texts are cut here first: no label shows more, and hostile ones must not cost time. */
const LONGEST_TEXT = 500
const CACHED_TEXTS = 4_000

const PLAIN = /^[\x20-\x7e]*$/
const INVISIBLE = /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Variation_Selector}/gu
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** One weight of the typeface: which characters it shows and how wide they are. Each font is parsed once a process, when first needed. */
export interface Face {
  readonly weight: Weight
  /** Of Latin and Chinese. */
  readonly font: ParsedFont
  fontOf(script: ShapedScript): ParsedFont
  /** A run of one script, shaped. */
  shaped(run: string, script: ShapedScript): ShapedRun
  /** `text` as it can be drawn: one line, composed, no control or direction marks, unknown clusters as MISSING. */
  printable(text: string): string
  /** Width of printable text at an em of 1, so multiply by the size in millimetres. */
  width(text: string): number
  /** What of a text is drawn as MISSING. */
  missing(text: string): readonly string[]
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
    medium: makeFace('medium', resourcesDir),
    bold: makeFace('bold', resourcesDir),
  }
  opened.set(key, typeface)
  return typeface
}

function makeFace(weight: Weight, resourcesDir?: string): Face {
  const font = parseFont(readFileSync(fontFile(weight, resourcesDir)))
  const scriptFonts = new Map<ShapedScript, ParsedFont>()
  const advances = new Map<number, number>()
  const cleaned = new Map<string, string>()
  const runs = new Map<string, ShapedRun>()
  const written = writtenCharacters(font)

  function fontOf(script: ShapedScript): ParsedFont {
    const known = scriptFonts.get(script)
    if (known !== undefined) return known
    const made = parseFont(readFileSync(fontFile(weight, resourcesDir, script)))
    scriptFonts.set(script, made)
    return made
  }

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

  function shaped(run: string, script: ShapedScript): ShapedRun {
    const made = runs.get(run) ?? shape(fontOf(script), run)
    if (runs.size >= CACHED_TEXTS) runs.clear()
    runs.set(run, made)
    return made
  }

  /** A cluster as it is drawn, "" for one without ink. Clusters, since a joiner inside an emoji must not leave its parts as several missing signs. */
  function shown(segment: string): string {
    const script = scriptOf(segment)
    if (script !== null && hasCluster(fontOf(script), segment)) return segment
    const cluster = segment.replace(INVISIBLE, '')
    if (cluster === '') return ''
    const given = cluster.codePointAt(0) ?? 0
    if (String.fromCodePoint(given).length !== cluster.length || /\p{M}/u.test(cluster)) return MISSING
    const codePoint = written.get(given) ?? given
    return advance(codePoint) === null ? MISSING : String.fromCodePoint(codePoint)
  }

  function clean(text: string): string {
    const line = lineOf(text)
    if (PLAIN.test(line)) return line
    let result = ''
    for (const cluster of clustersOf(line)) result += shown(cluster)
    return result.replace(/ +/g, ' ').trim()
  }

  function mainWidth(text: string): number {
    let width = 0
    for (let i = 0; i < text.length; i++) {
      const codePoint = text.codePointAt(i) ?? 0
      if (codePoint > 0xffff) i++
      width += advance(codePoint) ?? 0
    }
    return width
  }

  return {
    weight,
    font,
    fontOf,
    shaped,
    printable(text) {
      const known = cleaned.get(text)
      if (known !== undefined) return known
      const result = clean(text)
      if (cleaned.size >= CACHED_TEXTS) cleaned.clear()
      cleaned.set(text, result)
      return result
    },
    width: (text) =>
      runsOf(text).reduce(
        (sum, run) => sum + (run.script === null ? mainWidth(run.text) : shaped(run.text, run.script).width),
        0,
      ),
    missing(text) {
      const line = lineOf(text)
      if (PLAIN.test(line)) return []
      return clustersOf(line).filter((cluster) => cluster !== MISSING && shown(cluster) === MISSING)
    },
  }
}

/** One line, composed. */
function lineOf(text: string): string {
  const cut = text.slice(0, LONGEST_TEXT).toWellFormed()
  return (
    cut
      .replace(/\s+/g, ' ')
      // The typeface draws a curly apostrophe as wide as a Chinese character: "Women’ s".
      .replace(/(?<=\p{Script=Latin})’(?=\p{Script=Latin})/gu, "'")
      .normalize('NFC')
      .trim()
  )
}

/** What people take for one sign each; no line breaks inside of one. */
export function clustersOf(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment)
}
