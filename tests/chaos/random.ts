/** Chance from a seed: a run can be had again, but for the order in which the machine does what is sent at once. */
export interface Random {
  /** 0 inclusive to 1 exclusive. */
  next(): number
  /** A whole number from `least` to `most`, both inclusive. */
  int(least: number, most: number): number
  chance(share: number): boolean
  /** One of them; throws `Idle` when there is none. */
  pick<T>(from: readonly T[]): T
  /** Up to `most` of them, in their order. */
  some<T>(from: readonly T[], most: number): T[]
}

/** There is nothing for this deed to be done with now. */
export class Idle extends Error {}

/** Mulberry32: small, quick, and the same on every machine. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    int,
    chance: (share) => next() < share,
    pick: (from) => {
      const found = from[int(0, from.length - 1)]
      if (found === undefined) throw new Idle()
      return found
    },
    some: (from, most) => {
      const start = int(0, Math.max(0, from.length - 1))
      return from.slice(start, start + int(1, most))
    },
  }
}
