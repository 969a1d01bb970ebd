import { cropped, emptyBitmap, inkBox, stampOn } from './bitmap.ts'
import { glyphBitmap, type PlacedBitmap } from './glyph-bitmap.ts'
import { runsOf } from './shaped-script.ts'
import type { Face } from './typeface.ts'

const CACHED_GLYPHS = 8_000
const CACHED_LINES = 1_000
/** Sizes nearer than this share their glyphs' dots, not their widths. */
const SIZES_A_DOT = 8

const lines = new Map<string, PlacedBitmap | null>()
const glyphs = new Map<string, PlacedBitmap | null>()

/** A line of text in the typeface, as dots beside its pen; null for one without ink. The same line is drawn once. */
export function lineBitmap(text: string, face: Face, emDots: number): PlacedBitmap | null {
  const key = `${face.weight} ${emDots} ${text}`
  const known = lines.get(key)
  if (known !== undefined) return known
  const made = drawLine(text, face, emDots)
  if (lines.size >= CACHED_LINES) lines.clear()
  lines.set(key, made)
  return made
}

function drawLine(text: string, face: Face, emDots: number): PlacedBitmap | null {
  const stamps: { stamp: PlacedBitmap; x: number; y: number }[] = []
  let pen = 0
  const put = (stamp: PlacedBitmap | null, x: number, y: number) => {
    if (stamp) stamps.push({ stamp, x: Math.round(x) + stamp.left, y: Math.round(y) + stamp.top })
  }
  for (const { text: run, script } of runsOf(text)) {
    if (script === null) {
      for (const character of run) {
        put(glyphOf(character, face, emDots), pen, 0)
        pen += face.width(character) * emDots
      }
      continue
    }
    const { glyphs, width } = face.shaped(run, script)
    const em = face.fontOf(script).unitsPerEm
    for (const { glyph, x, y } of glyphs)
      put(glyphBitmap(glyph.path.commands, emDots / em), pen + x * emDots, -y * emDots)
    pen += width * emDots
  }
  if (stamps.length === 0) return null
  const left = Math.min(...stamps.map(({ x }) => x))
  const top = Math.min(...stamps.map(({ y }) => y))
  const right = Math.max(...stamps.map(({ stamp, x }) => x + stamp.width))
  const bottom = Math.max(...stamps.map(({ stamp, y }) => y + stamp.height))
  const bitmap = emptyBitmap(right - left, bottom - top)
  for (const { stamp, x, y } of stamps) stampOn(bitmap, stamp, { x: x - left, y: y - top })
  const ink = inkBox(bitmap)
  return ink && { ...cropped(bitmap, ink), left: left + ink.x, top: top + ink.y }
}

function glyphOf(character: string, face: Face, emDots: number): PlacedBitmap | null {
  const size = Math.round(emDots * SIZES_A_DOT) / SIZES_A_DOT
  const key = `${face.weight} ${size} ${character}`
  const known = glyphs.get(key)
  if (known !== undefined) return known
  const [glyph] = face.font.layout(character).glyphs
  const made = glyph ? glyphBitmap(glyph.path.commands, size / face.font.unitsPerEm) : null
  if (glyphs.size >= CACHED_GLYPHS) glyphs.clear()
  glyphs.set(key, made)
  return made
}
