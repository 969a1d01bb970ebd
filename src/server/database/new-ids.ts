import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

const RANDOM_BYTES = 16

let last = { ms: 0, seq: 0 }

/**
 * Ids (uuid v7) for many rows at once, in growing order. The randomness is drawn for all together: one by one it takes
 * longer than all the rest of an id.
 */
export function newIds(count: number): string[] {
  const random = randomFillSync(new Uint8Array(count * RANDOM_BYTES))
  const msecs = Math.max(Date.now(), last.ms)
  // Within a millisecond, or while the clock is set back, the counter goes on from where the last call stopped.
  const first = last.ms === msecs ? last.seq : (random[0] ?? 0) << 16
  last = { ms: msecs, seq: first + count }
  return Array.from({ length: count }, (_, at) =>
    v7({ msecs, seq: first + at, random: random.subarray(at * RANDOM_BYTES, (at + 1) * RANDOM_BYTES) }),
  )
}
