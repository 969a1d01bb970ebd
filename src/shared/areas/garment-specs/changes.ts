import { z } from 'zod'
import { centimetres } from '../../kernel/centimetres.ts'

/** The two sheets that say how a style is made: its points of measure, and its grading. */
export const specKinds = ['points', 'grading'] as const
export type SpecKind = (typeof specKinds)[number]

const pointRow = z.object({
  size: z.string(),
  point: z.string(),
  point_zh: z.string(),
  how_to_measure: z.string(),
  spec_mm: z.int(),
  tolerance_mm: z.int(),
  /** The same in every size of a point. */
  position: z.int(),
})
export type PointRow = z.output<typeof pointRow>

const gradedSize = z.object({ vendor_size: z.string(), our_size: z.string() })
const gradingJump = z.object({
  point: z.string(),
  from_size: z.string(),
  to_size: z.string(),
  increment_mm: z.int(),
})

/** A style's points of measure and its grading, whole; a version keeps one of the two, and the other empty. */
export const specContent = z.object({
  points: z.array(pointRow),
  sizes: z.array(gradedSize),
  jumps: z.array(gradingJump),
})
export type SpecContent = z.output<typeof specContent>

export const noContent: SpecContent = { points: [], sizes: [], jumps: [] }

/** What a spec says of one size, of one point or (null) of the size itself, as people read it. */
interface SpecLine {
  size: string
  point: string | null
  says: string
}

export const lineKey = (size: string, point: string | null): string => `${size}\n${point ?? ''}`

function linesOf({ points, sizes, jumps }: SpecContent): Map<string, SpecLine> {
  const lines = [
    ...points.map(
      ({ size, point, point_zh, how_to_measure, spec_mm, tolerance_mm }): SpecLine => ({
        size,
        point,
        says: [`${centimetres(spec_mm)} ± ${centimetres(tolerance_mm)}`, point_zh, how_to_measure]
          .filter((part) => part !== '')
          .join(' · '),
      }),
    ),
    ...sizes.map(({ our_size, vendor_size }): SpecLine => ({ size: our_size, point: null, says: vendor_size })),
    ...jumps.map(
      ({ point, to_size, increment_mm }): SpecLine => ({
        size: to_size,
        point,
        says: `+${centimetres(increment_mm)}`,
      }),
    ),
  ]
  return new Map(lines.map((line) => [lineKey(line.size, line.point), line]))
}

/** A line that differs: null where it was not there before, or is not there afterwards. */
export interface SpecDifference {
  size: string
  point: string | null
  was: string | null
  now: string | null
}

export function differencesOf(was: SpecContent, now: SpecContent): SpecDifference[] {
  const [before, after] = [linesOf(was), linesOf(now)]
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((key) => {
    const [old, fresh] = [before.get(key), after.get(key)]
    const line = fresh ?? old
    if (!line || old?.says === fresh?.says) return []
    return [{ size: line.size, point: line.point, was: old?.says ?? null, now: fresh?.says ?? null }]
  })
}

export interface SpecSums {
  adds: number
  changes: number
  removes: number
}

export function sumsOf(differences: readonly Pick<SpecDifference, 'was' | 'now'>[]): SpecSums {
  const adds = differences.filter(({ was }) => was === null).length
  const removes = differences.filter(({ now }) => now === null).length
  return { adds, removes, changes: differences.length - adds - removes }
}

/** Sums as a call carries those that its caller saw: "adds/changes/removes". */
export const sumsText = ({ adds, changes, removes }: SpecSums): string => `${adds}/${changes}/${removes}`

/**
 * Points as they stand with those that a sheet says. Without `isWhole`, what the sheet leaves out stays, and new points stand behind the
 * others; an empty cell leaves the words that stand. With it, the sheet's points alone are left, in its order.
 */
export function mergedPoints(before: readonly PointRow[], said: readonly PointRow[], isWhole: boolean): PointRow[] {
  const standing = new Map(before.map((one) => [lineKey(one.size, one.point), one]))
  const places = new Map(isWhole ? [] : before.map(({ point, position }) => [point, position]))
  let last = Math.max(0, ...places.values())
  const fresh = said.map((one): PointRow => {
    const was = standing.get(lineKey(one.size, one.point))
    const position = isWhole ? one.position : (places.get(one.point) ?? ++last)
    places.set(one.point, position)
    return {
      ...one,
      position,
      point_zh: one.point_zh || (was?.point_zh ?? ''),
      how_to_measure: one.how_to_measure || (was?.how_to_measure ?? ''),
    }
  })
  if (isWhole) return fresh
  const named = new Set(fresh.map((one) => lineKey(one.size, one.point)))
  return [...before.filter((one) => !named.has(lineKey(one.size, one.point))), ...fresh]
}

/** What was wanted of a spec as it stood (`base`), done to the spec as it stands now: lines that others changed meanwhile keep their change. */
export function rebased(base: SpecContent, wanted: SpecContent, now: SpecContent): SpecContent {
  const sizeKey = (one: SpecContent['sizes'][number]) => one.our_size
  const jumpKey = (one: SpecContent['jumps'][number]) => lineKey(one.to_size, one.point)
  const pointKey = (one: PointRow) => lineKey(one.size, one.point)
  return {
    points: rebasedRows(base.points, wanted.points, now.points, pointKey),
    sizes: rebasedRows(base.sizes, wanted.sizes, now.sizes, sizeKey),
    jumps: rebasedRows(base.jumps, wanted.jumps, now.jumps, jumpKey),
  }
}

function rebasedRows<R>(base: readonly R[], wanted: readonly R[], now: readonly R[], keyOf: (row: R) => string): R[] {
  const textOf = (rows: readonly R[]) => new Map(rows.map((row) => [keyOf(row), JSON.stringify(row)]))
  const [was, will] = [textOf(base), textOf(wanted)]
  const isWanted = (key: string) => was.get(key) !== will.get(key)
  const changed = new Map(wanted.filter((row) => isWanted(keyOf(row))).map((row) => [keyOf(row), row]))
  const standing = now.flatMap((row) => {
    const key = keyOf(row)
    if (!isWanted(key)) return [row]
    const instead = changed.get(key)
    changed.delete(key)
    return instead === undefined ? [] : [instead]
  })
  return [...standing, ...changed.values()]
}
