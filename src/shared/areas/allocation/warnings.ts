import type { AllocationLine } from './engine.ts'
import type { StyleFacts } from './plan-facts.ts'

type Counted = Pick<AllocationLine, 'need' | 'extra' | 'cut' | 'given' | 'locked'>
type Placed = Pick<AllocationLine, 'given' | 'on_hand' | 'in_transit' | 'target'>

/** Pieces that a cell gets beyond its need: for a set or a pack, or since it is locked higher. */
export const extraOf = ({ need, extra, given, locked }: Counted) =>
  locked === null ? extra : Math.max(0, given - need)

/** Pieces of its need that a cell has no room for, or that it lacks since it is locked lower. */
export const cutOf = ({ need, cut, given, locked }: Counted) => (locked === null ? cut : Math.max(0, need - given))

/** Pieces that a cell has over its target after the plan; none where the plan gives it nothing. */
export const piecesOver = ({ given, on_hand, in_transit, target }: Placed) =>
  given === 0 ? 0 : Math.max(0, on_hand + in_transit + given - target)

/**
 * Core sizes that a store lacks after the plan, by store: of stores that then have some of the style. `minimum` is the pieces of a core size
 * that a set is made of; one piece is always asked.
 */
export function brokenAt(
  { sizes, cells }: Pick<StyleFacts, 'sizes' | 'cells'>,
  lines: readonly Pick<AllocationLine, 'store' | 'size' | 'given'>[],
  minimum: number,
): Map<string, Set<string>> {
  const core = new Set(sizes.flatMap(({ size, is_core }) => (is_core ? [size] : [])))
  const given = new Map(lines.map((line) => [`${line.store} ${line.size}`, line.given]))
  const broken = new Map<string, Set<string>>()
  for (const [store, own] of Map.groupBy(cells, (cell) => cell.store)) {
    const has = own.map(({ size, on_hand, in_transit }) => ({
      size,
      pieces: on_hand + in_transit + (given.get(`${store} ${size}`) ?? 0),
    }))
    const lacking = has.filter(({ size, pieces }) => core.has(size) && pieces < Math.max(1, minimum))
    if (lacking.length > 0 && has.some(({ pieces }) => pieces > 0))
      broken.set(store, new Set(lacking.map(({ size }) => size)))
  }
  return broken
}
