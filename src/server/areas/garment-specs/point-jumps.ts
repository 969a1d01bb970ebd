import { lineKey, type PointRow } from '../../../shared/areas/garment-specs/changes.ts'
import { type Jump, jumpsOf } from '../../../shared/areas/garment-specs/rules.ts'
import { type HeldStyle, sizesOf } from './held-styles.ts'

interface PointJump extends Jump {
  point: string
}

/** Jumps in the wrong direction that points would have afterwards and do not have as they stand. */
export function newBackwards(
  style: Pick<HeldStyle, 'sizes'>,
  before: readonly PointRow[],
  after: readonly PointRow[],
): PointJump[] {
  const order = sizesOf(
    style,
    after.map(({ size }) => size),
  )
  const was = new Map(before.map((one) => [lineKey(one.size, one.point), one.spec_mm]))
  return [...Map.groupBy(after, ({ point }) => point)].flatMap(([point, own]) => {
    const measures = own
      .filter(({ size }) => order.includes(size))
      .toSorted((a, b) => order.indexOf(a.size) - order.indexOf(b.size))
    const now = new Map(measures.map(({ size, spec_mm }) => [size, spec_mm]))
    const stands = (size: string) => was.get(lineKey(size, point)) === now.get(size)
    return jumpsOf(measures)
      .filter(({ isBackwards, from, to }) => isBackwards && !(stands(from) && stands(to)))
      .map((jump) => ({ ...jump, point }))
  })
}
