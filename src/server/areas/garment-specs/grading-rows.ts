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

/** By how much a point of a grading grows to each size, as it stands. */
export const jumpsTo = ({ jumps }: Pick<SpecContent, 'jumps'>, point: string): ReadonlyMap<string, number> =>
  new Map(jumps.flatMap((jump) => (jump.point === point ? [[jump.to_size, jump.increment_mm] as const] : [])))

/** Whether a grading that was put together has its neighbours, and no jump the wrong way but those that stand so. */
export function isSoundGrading(style: HeldStyle, content: SpecContent, standing: SpecContent): boolean {
  const rows = gradingRowsOf(content)
  const sizes = sizesOf(
    style,
    rows.map(({ our_size }) => our_size),
  )
  const judged = rows.map(({ our_size, point, increment }) => ({
    ...{ our_size, point },
    increment_mm: increment === null ? null : Math.round(increment * 10),
  }))
  return [...Map.groupBy(judged, ({ point }) => point)].every(
    ([point, own]) => gradingFaults(own, sizes, { standing: jumpsTo(standing, point ?? '') }).length === 0,
  )
}

interface SheetGrading {
  /** From small to large. */
  sizes: readonly string[]
  points: readonly { point: string; measures: readonly { size: string; spec_mm: number }[] }[]
  grading: readonly { vendor_size: string; our_size: string }[]
  jumps: SpecContent['jumps']
}

/**
 * A grading as the sheet to fill in, which is taken back as it is: each point through all sizes between its first and its last, by
 * its measures where they say it; a jump that the measures have the wrong way is left open.
 */
export function gradingSheetRows({ sizes, points, grading, jumps }: SheetGrading): GradingValues[] {
  const mapped = grading.length > 0 ? grading : sizes.map((size) => ({ vendor_size: size, our_size: size }))
  const order = sizes.filter((size) => mapped.some(({ our_size }) => our_size === size))
  const vendorSize = (size: string) => mapped.find(({ our_size }) => our_size === size)?.vendor_size ?? size
  const names = [...new Set([...points.map(({ point }) => point), ...jumps.map(({ point }) => point)])]
  const rows = names.flatMap((point) => {
    const specs = new Map(points.find((one) => one.point === point)?.measures.map((one) => [one.size, one.spec_mm]))
    const known = jumpsTo({ jumps }, point)
    const from = new Set(jumps.flatMap((jump) => (jump.point === point ? jump.from_size : [])))
    const named = order.filter((size) => specs.has(size) || known.has(size) || from.has(size))
    const [first, last] = [order.indexOf(named[0] ?? ''), order.indexOf(named.at(-1) ?? '')]
    return order.slice(first, last + 1).map((our_size, at): GradingValues => {
      const before = at === 0 ? undefined : order[first + at - 1]
      const [was, is] = [specs.get(before ?? ''), specs.get(our_size)]
      const measured = was === undefined || is === undefined || is < was ? undefined : is - was
      const increment = at === 0 ? undefined : (measured ?? known.get(our_size))
      return {
        vendor_size: vendorSize(our_size),
        our_size,
        point,
        increment: increment === undefined ? null : increment / 10,
      }
    })
  })
  const said = new Set(rows.map(({ our_size }) => our_size))
  const others = mapped.filter(({ our_size }) => !said.has(our_size))
  return [...rows, ...others.map((one) => ({ ...one, point: null, increment: null }))]
}
