import { sumOf } from './apportion.ts'

/** A store that gets some of a style: pieces by size. */
export interface Filled {
  /** Pieces that the store has room for. */
  most: number
  /** Pieces that it would take of each size, were there room for all. */
  raw: readonly number[]
  /** Pieces that stay as they are: those of its minimum set. */
  least: readonly number[]
  given: number[]
}

/**
 * Uses the room that stores kept for sizes of which the source has too few: gives them other sizes instead, and swaps sizes between stores
 * where that makes room for one more. Changes `given` and `left`; afterwards no more pieces can be given at all (a maximum flow from sizes to
 * stores, augmented along the shortest way).
 */
export function fillRoom(stores: readonly Filled[], left: number[], unit: number): void {
  const room = stores.map(({ most, given }) => most - sumOf(given))
  const isTight = stores.some(({ raw, given }) =>
    raw.some((pieces, at) => pieces > (given[at] ?? 0) && (left[at] ?? 0) >= unit),
  )
  if (!isTight) return
  // Most of it needs no swap.
  for (const [index, { raw, given }] of stores.entries())
    for (let at = 0; at < left.length; at++) {
      const more = Math.min((raw[at] ?? 0) - (given[at] ?? 0), left[at] ?? 0, room[index] ?? 0)
      const whole = Math.floor(Math.max(0, more) / unit) * unit
      given[at] = (given[at] ?? 0) + whole
      left[at] = (left[at] ?? 0) - whole
      room[index] = (room[index] ?? 0) - whole
    }
  while (augment(stores, left, room, unit)) {
    // One way after the other.
  }
}

/** A store takes one size instead of another, which is then to be given elsewhere. */
interface Swap {
  store: number
  takes: number
  gives: number
  before: Swap | null
}

/** Gives some pieces more along one way of swaps. False where there is none. */
function augment(stores: readonly Filled[], left: number[], room: number[], unit: number): boolean {
  const reached = left.map((pieces) => pieces >= unit)
  let ends: { size: number; way: Swap | null }[] = left.flatMap((pieces, size) =>
    pieces >= unit ? [{ size, way: null }] : [],
  )
  while (ends.length > 0) {
    const next: typeof ends = []
    for (const { size, way } of ends) {
      const last = stores.findIndex(
        ({ raw, given }, at) => (room[at] ?? 0) >= unit && (raw[size] ?? 0) - (given[size] ?? 0) >= unit,
      )
      if (last !== -1) {
        swap(stores, left, room, { last, size, way })
        return true
      }
      for (const [store, { raw, given, least }] of stores.entries()) {
        if ((raw[size] ?? 0) - (given[size] ?? 0) < unit) continue
        for (let other = 0; other < left.length; other++) {
          if (reached[other] || (given[other] ?? 0) - (least[other] ?? 0) < unit) continue
          reached[other] = true
          next.push({ size: other, way: { store, takes: size, gives: other, before: way } })
        }
      }
    }
    ends = next
  }
  return false
}

function swap(
  stores: readonly Filled[],
  left: number[],
  room: number[],
  { last, size, way }: { last: number; size: number; way: Swap | null },
): void {
  const slack = ({ raw, given }: Filled, at: number) => (raw[at] ?? 0) - (given[at] ?? 0)
  const end = stores[last]
  if (end === undefined) return
  let pieces = Math.min(room[last] ?? 0, slack(end, size))
  let first = size
  for (let step = way; step !== null; step = step.before) {
    const store = stores[step.store]
    if (store === undefined) return
    pieces = Math.min(pieces, slack(store, step.takes), (store.given[step.gives] ?? 0) - (store.least[step.gives] ?? 0))
    first = step.takes
  }
  pieces = Math.min(pieces, left[first] ?? 0)
  end.given[size] = (end.given[size] ?? 0) + pieces
  room[last] = (room[last] ?? 0) - pieces
  for (let step = way; step !== null; step = step.before) {
    const given = stores[step.store]?.given
    if (given === undefined) return
    given[step.takes] = (given[step.takes] ?? 0) + pieces
    given[step.gives] = (given[step.gives] ?? 0) - pieces
  }
  left[first] = (left[first] ?? 0) - pieces
}
