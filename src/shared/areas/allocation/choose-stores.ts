/** A store that might get some of a style: pieces by size, in the order of its turn. */
export interface Opening {
  /** Pieces that it lacks to the minimum set. */
  lack: readonly number[]
  /** Pieces that it takes, the lacking ones among them. */
  want: readonly number[]
  /** It has some of the style already: a set of its sizes is completed before one is begun elsewhere. */
  isBegun: boolean
  /** It can have no minimum set. */
  isClosed: boolean
}

/** With more core sizes than this, fewer combinations of them are tried. */
const MOST_WHOLE = 4

/**
 * Chooses the stores that get a style where the source has not enough core sizes for all: those that have their minimum set, and of the others
 * the first in turn whose sets can be made up. Where a core size is scarce, stores that lack it may be passed over for the rest: tried are
 * all ways to serve the stores up to some place in turn, and behind it those alone that lack none of a group of sizes (before that place,
 * none of a smaller group). The way that gives most pieces is taken.
 *
 * Which ways there are does not hang on the stock, and each gives the more, the more there is: so more stock never makes a style's total
 * smaller. Sets that a store has begun come before new ones: a new set needs all that a begun one lacks, so while one of those cannot be made
 * up, no new one could have been either, and that holds with more stock as well. (Filling store after store, and skipping whichever set cannot be made, does not hold that: a piece of S more gives the first
 * store its set, and takes the M from one further down that would have taken ten XL.)
 */
export function chooseStores(stores: readonly Opening[], left: readonly number[], core: readonly number[]): boolean[] {
  const lacks = ({ lack }: Opening) => core.some((at) => (lack[at] ?? 0) > 0)
  const isOpen = stores.map((store) => !store.isClosed && !lacks(store))
  const turn = (isBegun: boolean) =>
    stores.flatMap((store, at) => (!store.isClosed && lacks(store) && store.isBegun === isBegun ? [at] : []))
  const [begun, fresh] = [turn(true), turn(false)]
  const base = sumsAt(
    stores.filter((_, at) => isOpen[at]).map(({ want }) => want),
    left.length,
  )
  const waiting = begun.flatMap((index) => stores[index] ?? [])
  const chosen = waiting.length === 0 ? [] : bestOf(waiting, left, base, core)
  for (const [at, index] of begun.entries()) if (chosen[at]) isOpen[index] = true
  if (chosen.includes(false)) return isOpen
  // Those that have nothing of the style lack the same: the first of them are served, as many as there are sets for.
  const rest = sumsAt(
    waiting.map(({ lack }) => lack),
    left.length,
  ).map((pieces, at) => (left[at] ?? 0) - pieces)
  for (const index of fresh) {
    const lack = stores[index]?.lack ?? []
    if (core.some((at) => (lack[at] ?? 0) > (rest[at] ?? 0))) break
    for (const at of core) rest[at] = (rest[at] ?? 0) - (lack[at] ?? 0)
    isOpen[index] = true
  }
  return isOpen
}

function sumsAt(rows: readonly (readonly number[])[], sizes: number): number[] {
  const sums = Array<number>(sizes).fill(0)
  for (const row of rows) for (let at = 0; at < sizes; at++) sums[at] = (sums[at] ?? 0) + (row[at] ?? 0)
  return sums
}

/** Those of the stores that lack none of the sizes of `mask`, summed up to each place in turn. */
interface Sums {
  mask: number
  /** By place and size: pieces that they lack, and want. */
  lack: Float64Array
  want: Float64Array
  count: Int32Array
}

function bestOf(
  waiting: readonly Opening[],
  left: readonly number[],
  base: readonly number[],
  core: readonly number[],
): boolean[] {
  const [sizes, all] = [left.length, waiting.length]
  const masks = waiting.map(({ lack }) =>
    core.reduce((mask, at, bit) => ((lack[at] ?? 0) > 0 ? mask | (1 << bit) : mask), 0),
  )
  const nothing = sumsOf(waiting, masks, sizes, 0)
  if (fits(nothing, all, nothing, all, all, left)) return waiting.map(() => true)

  const cache = new Map<number, Sums>([[0, nothing]])
  const sums = (mask: number) => {
    const found = cache.get(mask) ?? sumsOf(waiting, masks, sizes, mask)
    cache.set(mask, found)
    return found
  }
  let best = { pieces: -1, stores: -1, near: 0, far: 0, from: 0, to: 0 }
  for (const [near, far] of waysOf(core.length)) {
    const [a, b] = [sums(near), sums(far)]
    let to = all
    for (let from = 0; from <= all && fits(a, from, b, from, from, left); from++) {
      to = Math.max(to, from)
      while (to > from && !fits(a, from, b, from, to, left)) to--
      const pieces = totalOf(a, from, b, to, left, base)
      const stores = (a.count[from] ?? 0) + (b.count[to] ?? 0) - (b.count[from] ?? 0)
      if (pieces > best.pieces || (pieces === best.pieces && stores > best.stores))
        best = { pieces, stores, near, far, from, to }
    }
  }
  return masks.map((mask, at) =>
    at < best.from ? (mask & best.near) === 0 : at < best.to ? (mask & best.far) === 0 : false,
  )
}

/** Pairs of groups of core sizes, as bits: the second holds the first. */
function waysOf(core: number): [near: number, far: number][] {
  const every = (1 << core) - 1
  const ways: [number, number][] = []
  if (core <= MOST_WHOLE) {
    for (let near = 0; near <= every; near++)
      for (let far = near; far <= every; far++) if ((far & near) === near) ways.push([near, far])
    return ways
  }
  const nears = [0, ...Array.from({ length: core }, (_, bit) => 1 << bit)]
  for (const near of nears) {
    ways.push([near, near])
    for (let bit = 0; bit < core; bit++) if ((near & (1 << bit)) === 0) ways.push([near, near | (1 << bit)])
  }
  return ways
}

function sumsOf(waiting: readonly Opening[], masks: readonly number[], sizes: number, mask: number): Sums {
  const rows = waiting.length + 1
  const sums = {
    mask,
    lack: new Float64Array(rows * sizes),
    want: new Float64Array(rows * sizes),
    count: new Int32Array(rows),
  }
  for (const [at, { lack, want }] of waiting.entries()) {
    const counts = ((masks[at] ?? 0) & mask) === 0 ? 1 : 0
    sums.count[at + 1] = (sums.count[at] ?? 0) + counts
    for (let size = 0; size < sizes; size++) {
      const [before, after] = [at * sizes + size, (at + 1) * sizes + size]
      sums.lack[after] = (sums.lack[before] ?? 0) + counts * (lack[size] ?? 0)
      sums.want[after] = (sums.want[before] ?? 0) + counts * (want[size] ?? 0)
    }
  }
  return sums
}

/** Whether the source has the minimum sets of `a` up to a place and of `b` from there to another. */
function fits(a: Sums, until: number, b: Sums, from: number, to: number, left: readonly number[]): boolean {
  const sizes = left.length
  for (let size = 0; size < sizes; size++) {
    const lack =
      (a.lack[until * sizes + size] ?? 0) + (b.lack[to * sizes + size] ?? 0) - (b.lack[from * sizes + size] ?? 0)
    if (lack > (left[size] ?? 0)) return false
  }
  return true
}

function totalOf(a: Sums, from: number, b: Sums, to: number, left: readonly number[], base: readonly number[]): number {
  const sizes = left.length
  let total = 0
  for (let size = 0; size < sizes; size++) {
    const want =
      (base[size] ?? 0) +
      (a.want[from * sizes + size] ?? 0) +
      (b.want[to * sizes + size] ?? 0) -
      (b.want[from * sizes + size] ?? 0)
    total += Math.min(left[size] ?? 0, want)
  }
  return total
}
