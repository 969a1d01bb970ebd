import { plainText } from '../../kernel/codes.ts'

/** A style as file names may call it. */
export interface NamedStyle {
  code: string
  colours: readonly NamedColour[]
}

export interface NamedColour {
  /** English, as the style's SKUs say it. */
  color: string
  color_zh: string
  /** Codes of this style in this colour, if its SKUs show some: `NV1001BLK` of `NV1001BLK-M`. */
  codes: readonly string[]
}

/** What a file's name says: which style, which colour (null: the whole style), and which of several pictures (from 1). */
export interface PictureName {
  style: string
  color: string | null
  position: number
}

/** Why a name says nothing: no style is called so; the style has no such colour; several styles could be meant. */
export type UnreadName =
  | { fault: 'no_style' }
  | { fault: 'no_colour'; style: string; words: string }
  | { fault: 'several'; styles: string[] }

/** What stands between the parts of a name; the same as in the index `style_plain_code`. */
const between = /[\s_\-./()]+/

/** A code or a colour as it is compared: upper case, without blanks and dashes. Empty for text of nothing else. */
export function plainKey(text: string): string {
  return plainText(text).toUpperCase().split(between).join('')
}

/** The parts of a file's name: `nv-1001_Black (2).jpg` is NV, 1001, BLACK, 2. A folder before it and the ending are no part. */
export function partsOfName(fileName: string): string[] {
  const [name = ''] = fileName.split(/[\\/]/).slice(-1)
  const stem = name.replace(/\.(jpe?g|png|webp)$/i, '')
  return plainText(stem)
    .toUpperCase()
    .split(between)
    .filter((part) => part !== '')
}

/** Every beginning of the name that may be a style's code, longest first, as `plainKey` has it. */
export function styleKeysOf(fileName: string): string[] {
  const parts = partsOfName(fileName)
  return parts.map((_, at) => parts.slice(0, parts.length - at).join(''))
}

/** Places that a name can say. */
const MOST_PLACES = 99

/**
 * Reads which picture a file is, among these styles. The longest code that leaves a readable rest wins; the rest is a colour in
 * either language, a number from 1 to 99, or both. Without a number it is the first.
 */
export function readPictureName(fileName: string, styles: readonly NamedStyle[]): PictureName | UnreadName {
  const parts = partsOfName(fileName)
  let unread: UnreadName = { fault: 'no_style' }
  for (let count = parts.length; count > 0; count -= 1) {
    const key = parts.slice(0, count).join('')
    const rest = parts.slice(count)
    const found = [
      ...styles.filter(({ code }) => plainKey(code) === key).map((style) => readRest(style, rest)),
      ...styles.flatMap((style) => readByColourCode(style, key, rest)),
    ]
    const read = found.filter((one): one is PictureName => !('fault' in one))
    const [first, ...others] = read
    if (first && others.length === 0) return first
    if (first) return { fault: 'several', styles: [...new Set(read.map(({ style }) => style))] }
    // Of the longest code that fits: it is the one that was meant.
    unread = unread.fault === 'no_style' ? (found.find((one) => 'fault' in one) ?? unread) : unread
  }
  return unread
}

function readRest(style: NamedStyle, rest: readonly string[]): PictureName | UnreadName {
  const whole = colourNamed(style, rest)
  if (whole !== undefined) return { style: style.code, color: whole, position: 1 }
  const position = placeIn(rest)
  const color = position === null ? undefined : colourNamed(style, rest.slice(0, -1))
  if (position !== null && color !== undefined) return { style: style.code, color, position }
  return { fault: 'no_colour', style: style.code, words: rest.join(' ') }
}

/** Null for the whole style, undefined where the style has no such colour. */
function colourNamed({ colours }: NamedStyle, words: readonly string[]): string | null | undefined {
  if (words.length === 0) return null
  const key = words.join('')
  return colours.find(({ color, color_zh }) => plainKey(color) === key || plainKey(color_zh) === key)?.color
}

function readByColourCode(style: NamedStyle, key: string, rest: readonly string[]): PictureName[] {
  const position = rest.length === 0 ? 1 : rest.length === 1 ? placeIn(rest) : null
  if (position === null) return []
  return style.colours
    .filter(({ codes }) => codes.some((code) => plainKey(code) === key))
    .map(({ color }) => ({ style: style.code, color, position }))
}

function placeIn(rest: readonly string[]): number | null {
  const last = rest.at(-1) ?? ''
  const place = /^\d{1,2}$/.test(last) ? Number(last) : 0
  return place >= 1 && place <= MOST_PLACES ? place : null
}

/** The code of a style in a colour, as a SKU's code begins with it: `NV1001BLK` of `NV1001BLK-M` in size M; null where it does not end so. */
export function colourCodeOf(nmSku: string, size: string): string | null {
  const [whole, end] = [plainKey(nmSku), plainKey(size)]
  return end !== '' && whole.length > end.length && whole.endsWith(end) ? whole.slice(0, -end.length) : null
}
