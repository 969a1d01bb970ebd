import { key } from '../../kernel/words.ts'

/** What is measured of an SKU as it is packed for sale: millimetres and grams. */
export const measures = ['length_mm', 'width_mm', 'height_mm', 'weight_grams'] as const

export type Measure = (typeof measures)[number]

/** Whole millimetres and grams; null was not measured yet. */
export type Dimensions = Readonly<Record<Measure, number | null>>

/** Nothing that is worn is larger or heavier; the least of all is 1. */
export const mostMeasured: Readonly<Record<Measure, number>> = {
  length_mm: 2_000,
  width_mm: 2_000,
  height_mm: 2_000,
  weight_grams: 50_000,
}

/** English, and the keys of their translations. */
export const measureNames: Readonly<Record<Measure, string>> = {
  length_mm: key('Length (mm)'),
  width_mm: key('Width (mm)'),
  height_mm: key('Height (mm)'),
  weight_grams: key('Weight (g)'),
}

/** A median of fewer says nothing of a category. */
export const fewestForMedian = 5

/** The medians of a category; null where too few were measured. */
export type Medians = Readonly<Record<Measure, number | null>>

/** Less than half or more than twice the median: most likely a slip. Marked, and never refused. */
export function isOutlier(value: number | null, median: number | null): boolean {
  return value !== null && median !== null && (value * 2 < median || value > median * 2)
}

export function outliersOf(dimensions: Dimensions, medians: Medians | undefined): Measure[] {
  return measures.filter((measure) => isOutlier(dimensions[measure], medians?.[measure] ?? null))
}

export function isMissing(dimensions: Dimensions): boolean {
  return measures.some((measure) => dimensions[measure] === null)
}

/** What a carrier bills by size, in grams: mm³ over the divisor (cm³ a kilogram); null until all three sides are known. */
export function volumetricGrams({ length_mm, width_mm, height_mm }: Dimensions, divisor: number): number | null {
  if (length_mm === null || width_mm === null || height_mm === null) return null
  return Math.round((length_mm * width_mm * height_mm) / divisor)
}

/** As the history tells it: "300 × 250 × 20 mm, 180 g". */
export function dimensionText(dimensions: Dimensions): string {
  const [length, width, height, weight] = measures.map((measure) => dimensions[measure] ?? '–')
  return `${length} × ${width} × ${height} mm, ${weight} g`
}
