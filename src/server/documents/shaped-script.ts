import type { FontName } from './font-file.ts'
import type { ParsedFont, Shape } from './pdfkit-internals.ts'

/**
 * Scripts whose signs change by what stands beside them (vowels before their consonant, ligatures): a font draws them word by word,
 * not letter by letter. Each has a font of its own.
 */
export type ShapedScript = Exclude<FontName, 'sc'>

const SCRIPTS: readonly (readonly [script: ShapedScript, letters: string])[] = [
  ['devanagari', '\\p{scx=Devanagari}'],
  ['tamil', '\\p{scx=Tamil}'],
]

/** Joiners say which of two shapes is meant. */
const JOINERS = '\\u200c\\u200d'
const WHOLE = SCRIPTS.map(([script, letters]) => [script, new RegExp(`^[${letters}${JOINERS}]+$`, 'u')] as const)
const RUNS = new RegExp(
  SCRIPTS.map(([script, letters]) => `(?<${script}>${letters}[${letters}${JOINERS}]*)`).join('|'),
  'gu',
)
const ANY = new RegExp(SCRIPTS.map(([, letters]) => letters).join('|'), 'u')

/** More signs in one place than any word has: hostile, and wider than a column. */
const LONGEST_CLUSTER = 10

/** Whose a cluster of signs is; null: of no such script, or not to be drawn. */
export function scriptOf(cluster: string): ShapedScript | null {
  if (cluster.length > LONGEST_CLUSTER) return null
  const [found] = WHOLE.find(([, whole]) => whole.test(cluster)) ?? []
  return found ?? null
}

/** Whether a font has every sign of a cluster but the joiners, which are no signs. */
export function hasCluster(font: ParsedFont, cluster: string): boolean {
  const signs = [...cluster].filter((sign) => sign !== '\u200c' && sign !== '\u200d')
  return signs.length > 0 && signs.every((sign) => font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0))
}

/** A part of a line: in the main font (null), or in a script's own. */
export interface Run {
  readonly text: string
  readonly script: ShapedScript | null
}

const alone = (text: string): readonly Run[] => [{ text, script: null }]

/** A line by what draws its parts. */
export function runsOf(line: string): readonly Run[] {
  if (!ANY.test(line)) return alone(line)
  const runs: Run[] = []
  let end = 0
  for (const found of line.matchAll(RUNS)) {
    if (found.index > end) runs.push({ text: line.slice(end, found.index), script: null })
    const [script = null] = SCRIPTS.find(([each]) => found.groups?.[each] !== undefined) ?? []
    runs.push({ text: found[0], script })
    end = found.index + found[0].length
  }
  if (end < line.length) runs.push({ text: line.slice(end), script: null })
  return runs
}

/** A glyph with its place beside the run's start, in ems, y upwards. */
export interface PlacedGlyph {
  readonly glyph: Shape['glyphs'][number]
  readonly x: number
  readonly y: number
}

export interface ShapedRun {
  readonly glyphs: readonly PlacedGlyph[]
  /** In ems. */
  readonly width: number
}

export function shape(font: ParsedFont, text: string): ShapedRun {
  const { glyphs, positions } = font.layout(text)
  const em = font.unitsPerEm
  let pen = 0
  const placed = glyphs.map((glyph, at) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[at] ?? {}
    const one = { glyph, x: (pen + xOffset) / em, y: yOffset / em }
    pen += xAdvance
    return one
  })
  return { glyphs: placed, width: pen / em }
}
