import { v5, v7 } from 'uuid'

/** Namespace of the ids that stay the same whatever the day. */
const namespace = '0f3c6f3e-7c52-5d0b-9a53-3b1d6d1f2a10'

/** The same uuid for the same name, always: `fixedId('user', 'ops@demo.selvedge')`. */
export function fixedId(kind: string, name: string): string {
  return v5(`${kind}:${name}`, namespace)
}

/** A small seeded generator: the same seed gives the same story. */
export interface Random {
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number
  /** One of the values. Throws for an empty list. */
  one<T>(values: readonly T[]): T
  /** `count` different ones of the values, in their order; all of them when there are fewer. */
  some<T>(values: readonly T[], count: number): T[]
  /** A uuid v7 of that moment (ms since 1970), so that ids sort by time as live ones do. */
  idAt(at: number): string
}

export function makeRandom(seed: number): Random {
  const next = mulberry32(seed)
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    between,
    one(values) {
      const value = values[between(0, values.length - 1)]
      if (value === undefined) throw new RangeError('nothing to choose from')
      return value
    },
    some(values, count) {
      const left = [...values.keys()]
      while (left.length > count) left.splice(between(0, left.length - 1), 1)
      return values.filter((_, at) => left.includes(at))
    },
    idAt: (at) => v7({ msecs: Math.floor(at), random: Uint8Array.from({ length: 16 }, () => between(0, 255)) }),
  }
}

/** Tommy Ettinger's mulberry32, public domain: 32 bits of state, numbers in [0, 1). */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
