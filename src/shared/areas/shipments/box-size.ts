import { z } from 'zod'
import { plainText } from '../../kernel/codes.ts'

/** What a carton measures outside, in whole millimetres; people write centimetres, length × width × height. */
export interface BoxSize {
  readonly length_mm: number
  readonly width_mm: number
  readonly height_mm: number
}

/** Of a side: more is no carton, and more likely millimetres typed as centimetres. */
export const longestSideCm = 300
const longestSideMm = longestSideCm * 10

const side = z.int().min(1).max(longestSideMm)

export const boxSize = z.object({ length_mm: side, width_mm: side, height_mm: side }) satisfies z.ZodType<BoxSize>

/** English, and the keys of their translations. */
export const sizeFaults = {
  unreadable: 'A size such as 60 × 40 × 35: length, width and height in cm, each at most 300.',
  incomplete: 'Length, width and height are all needed, or none of them.',
  differs: 'The rows of a box give it different sizes.',
} as const

/** "60 × 40.5 × 35 cm" in any usual writing; null when empty, undefined for what is no size. */
export function readBoxSize(text: string): BoxSize | null | undefined {
  const plain = plainText(text).toLowerCase().replaceAll('厘米', '').replaceAll('公分', '').replaceAll('cm', '').trim()
  if (plain === '') return null
  const parts = plain.split(/\s*[x×*✕]\s*|\s+/)
  const [length_mm, width_mm, height_mm] = parts.map(millimetres)
  if (parts.length !== 3 || !length_mm || !width_mm || !height_mm) return undefined
  return { length_mm, width_mm, height_mm }
}

/** Of a side in centimetres; undefined for none. */
function millimetres(text: string): number | undefined {
  const plain = text.replace(',', '.')
  if (!/^\d{1,3}(\.\d?)?$/.test(plain)) return undefined
  const mm = Math.round(Number(plain) * 10)
  return mm >= 1 && mm <= longestSideMm ? mm : undefined
}

/** Three sides in centimetres, as a sheet has them; null where none is given, undefined where one is missing. */
export function sizeOfSides(sides: readonly (number | null)[]): BoxSize | null | undefined {
  if (sides.every((each) => each === null)) return null
  const [length_mm, width_mm, height_mm] = sides.map((each) => (each === null ? undefined : Math.round(each * 10)))
  return length_mm && width_mm && height_mm ? { length_mm, width_mm, height_mm } : undefined
}

/** "60 × 40.5 × 35", in centimetres; empty for none. */
export function writeBoxSize(size: BoxSize | null): string {
  return size ? [size.length_mm, size.width_mm, size.height_mm].map((mm) => String(mm / 10)).join(' × ') : ''
}

export function isSameSize(one: BoxSize | null, other: BoxSize | null): boolean {
  return writeBoxSize(one) === writeBoxSize(other)
}

/** Cubic metres, to the litre, as papers say them. */
export function cbmOf({ length_mm, width_mm, height_mm }: BoxSize): number {
  return roundedCbm(length_mm * width_mm * height_mm)
}

/** Of cubic millimetres: sums are rounded once, not box by box. */
export function roundedCbm(cubicMm: number): number {
  return Math.round(cubicMm / 1_000_000) / 1_000
}

/** "0.084" of papers and labels. */
export function writeCbm(size: BoxSize | null): string {
  return size ? cbmOf(size).toFixed(3) : ''
}
