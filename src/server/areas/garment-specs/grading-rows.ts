import { lineKey, type SpecContent } from '../../../shared/areas/garment-specs/changes.ts'
import { gradingFaults } from '../../../shared/areas/garment-specs/rules.ts'
import { type HeldStyle, sizesOf } from './held-styles.ts'

/** A row of a grading sheet, without its style. */
export interface GradingValues {
  vendor_size: string
  our_size: string
  point: string | null
  /** Centimetres. */
  increment: number | null
}

/** A grading as rows of its sheet: each size, and each point in the sizes that it grows through. */
export function gradingRowsOf({ sizes, jumps }: Pick<SpecContent, 'sizes' | 'jumps'>): GradingValues[] {
  const vendorSizes = new Map(sizes.map(({ our_size, vendor_size }) => [our_size, vendor_size]))
  const grown = new Set(jumps.map(({ point, to_size }) => lineKey(to_size, point)))
  const rows = jumps.flatMap(({ point, from_size, to_size, increment_mm }) => [
    ...(grown.has(lineKey(from_size, point)) ? [] : [{ our_size: from_size, point, increment: null }]),
    { our_size: to_size, point, increment: increment_mm / 10 },
  ])
  return [...sizes.map(({ our_size }) => ({ our_size, point: null, increment: null })), ...rows].flatMap((row) => {
    const vendor_size = vendorSizes.get(row.our_size)
    return vendor_size === undefined ? [] : [{ vendor_size, ...row }]
  })
}

/**
 * Rows as they stand that a sheet's rows leave as they are, in the vendor's sizes that the sheet says; and the sheet's own, where an
 * empty increment leaves the one that stands.
 */
export function mergedGrading<R extends { values: GradingValues }>(
  standing: readonly GradingValues[],
  said: readonly R[],
): { kept: GradingValues[]; said: R[] } {
  const vendorSizes = new Map(said.map(({ values }) => [values.our_size, values.vendor_size]))
  const named = new Set(said.map(({ values }) => lineKey(values.our_size, values.point)))
  const increments = new Map(standing.map((row) => [lineKey(row.our_size, row.point), row.increment]))
  const isPointed = (our_size: string) => said.some(({ values }) => values.our_size === our_size)
  return {
    kept: standing
      .filter((row) => !named.has(lineKey(row.our_size, row.point)) && !(row.point === null && isPointed(row.our_size)))
      .map((row) => ({ ...row, vendor_size: vendorSizes.get(row.our_size) ?? row.vendor_size })),
    said: said.map((row) => ({
      ...row,
      values: {
        ...row.values,
        increment: row.values.increment ?? increments.get(lineKey(row.values.our_size, row.values.point)) ?? null,
      },
    })),
  }
}

/** Whether a grading that was put together has its neighbours, and no jump the wrong way. */
export function isSoundGrading(style: HeldStyle, content: SpecContent): boolean {
  const rows = gradingRowsOf(content)
  const sizes = sizesOf(
    style,
    rows.map(({ our_size }) => our_size),
  )
  const judged = rows.map(({ our_size, point, increment }) => ({
    ...{ our_size, point },
    increment_mm: increment === null ? null : Math.round(increment * 10),
  }))
  return [...Map.groupBy(judged, ({ point }) => point).values()].every((own) => gradingFaults(own, sizes).length === 0)
}
