const MOST_NAMES = 50_000

interface Bucket {
  /** Tokens left, as of `at` (ms). */
  left: number
  at: number
}

/** Takes one of what a name has; false when there is none left. */
export type Take = (name: string) => boolean

/**
 * So many a second for each name, and `burst` at once after a rest. Zero a second means no limit. It costs next to nothing, so that it can stand
 * before everything else; what is counted is known to this process alone.
 */
export function openBuckets(perSecond: number, burst: number): Take {
  const buckets = new Map<string, Bucket>()
  return (name) => {
    if (perSecond === 0) return true
    const now = performance.now()
    const found = buckets.get(name)
    const left = found ? Math.min(burst, found.left + ((now - found.at) * perSecond) / 1_000) : burst
    if (!found && buckets.size >= MOST_NAMES) buckets.delete(buckets.keys().next().value ?? '')
    // Moved to the end: the one forgotten first is the one that rested longest.
    if (found) buckets.delete(name)
    buckets.set(name, { left: left >= 1 ? left - 1 : left, at: now })
    return left >= 1
  }
}
