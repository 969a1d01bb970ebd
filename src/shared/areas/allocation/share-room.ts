import type { AllocationSettings, StyleFacts } from './plan-facts.ts'

/**
 * Shares the room of a store among the styles of a category: where not all can have their whole cover, each is kept room for equally many
 * days of it, and what sells fastest takes only what is left over. Without that, the longer the cover, the fewer styles a full store has.
 */

/** Steps from no cover to all of it at which claims are added up; between two of them they are taken as a straight line. */
const STEPS = 4
const WIDTH = STEPS + 1

/** Pieces that each store would take of a style, by store and step. More stock of the style never makes one smaller. */
export type Claims = Float32Array

/** `lacking` are the core sizes that stores lack of what they have, by place of the store: those are kept at every step. */
export function claimsOf(
  { sizes, cells }: StyleFacts,
  placeOf: ReadonlyMap<string, number>,
  lacking: ReadonlyMap<number, number>,
  { lead_days, cover_days, safety_pieces, most_per_style, pieces_per_core_size }: AllocationSettings,
): Claims {
  const isClosed = withoutSet({ sizes, cells }, placeOf, pieces_per_core_size)
  const claims = new Float32Array(placeOf.size * WIDTH)
  const sizeAt = new Map(sizes.map(({ size }, at) => [size, at]))
  const totals = new Float64Array(sizes.length * WIDTH)
  const each = (add: (store: number, at: number, pieces: number) => void) => {
    for (const { store, size, rate, isEstimated, on_hand, in_transit, locked } of cells) {
      const [place, column] = [placeOf.get(store), sizeAt.get(size)]
      if (place === undefined || column === undefined || rate === 0 || locked !== null) continue
      if (isClosed[place]) continue
      for (let step = 0; step < WIDTH; step++) {
        const sells = rate * (lead_days + (cover_days * step) / STEPS)
        const need = (isEstimated ? sells : Math.ceil(sells - 1e-9)) + safety_pieces - on_hand - in_transit
        if (need > 0) add(place * WIDTH + step, column * WIDTH + step, need)
      }
    }
  }
  each((_, at, pieces) => {
    totals[at] = (totals[at] ?? 0) + pieces
  })
  each((store, at, pieces) => {
    const available = sizes[Math.floor(at / WIDTH)]?.available ?? 0
    claims[store] = (claims[store] ?? 0) + pieces * Math.min(1, available / (totals[at] ?? 1))
  })
  const held = new Float64Array(most_per_style === null ? 0 : placeOf.size)
  if (most_per_style !== null)
    for (const { store, on_hand, in_transit, locked } of cells) {
      const place = placeOf.get(store)
      if (place !== undefined) held[place] = (held[place] ?? 0) + on_hand + in_transit + (locked ?? 0)
    }
  for (const place of placeOf.values()) {
    const most = most_per_style === null ? Number.MAX_SAFE_INTEGER : Math.max(0, most_per_style - (held[place] ?? 0))
    let least = lacking.get(place) ?? 0
    for (let at = place * WIDTH; at < (place + 1) * WIDTH; at++) {
      least = Math.max(least, Math.min(most, claims[at] ?? 0))
      claims[at] = least
    }
  }
  return claims
}

/** Stores that lack a core size which the source lacks too: what would be kept for the others would be kept in vain. */
function withoutSet(
  { sizes, cells }: Pick<StyleFacts, 'sizes' | 'cells'>,
  placeOf: ReadonlyMap<string, number>,
  minimum: number,
): boolean[] {
  const isClosed = Array<boolean>(placeOf.size).fill(false)
  for (const { size, available } of sizes.filter((one) => one.is_core && one.available < minimum)) {
    const lacks = Array<boolean>(placeOf.size).fill(true)
    for (const cell of cells) {
      const place = cell.size === size ? placeOf.get(cell.store) : undefined
      if (place === undefined) continue
      lacks[place] = minimum - cell.on_hand - cell.in_transit - (cell.locked ?? 0) > available
    }
    for (const [place, one] of lacks.entries()) if (one) isClosed[place] = true
  }
  return isClosed
}

/** The step up to which all claims fit into the room of each store, with parts of a step. */
export function stepsThatFit(all: readonly Claims[], rooms: readonly number[]): number[] {
  const sums = new Float64Array(rooms.length * WIDTH)
  for (const claims of all) for (const [at, pieces] of claims.entries()) sums[at] = (sums[at] ?? 0) + pieces
  return rooms.map((room, place) => {
    const own = sums.subarray(place * WIDTH, (place + 1) * WIDTH)
    const above = own.findIndex((sum) => sum > room)
    if (above === -1) return STEPS
    if (above === 0) return 0
    const [low, high] = [own[above - 1] ?? 0, own[above] ?? 0]
    return above - 1 + (room - low) / (high - low)
  })
}

/** Pieces that are kept for a style at a store. */
export function claimAt(claims: Claims, place: number, step: number): number {
  const whole = Math.min(Math.floor(step), STEPS - 1)
  const [low, high] = [claims[place * WIDTH + whole] ?? 0, claims[place * WIDTH + whole + 1] ?? 0]
  return low + (high - low) * (step - whole)
}
