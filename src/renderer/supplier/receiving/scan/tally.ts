import type { DoorResult } from './outcomes.ts'

/** How the scans of a session ended, by outcome; what was taken back counts no longer. */
export interface Tally {
  /** ISO time. */
  since: string
  counts: Readonly<Partial<Record<DoorResult['outcome'], number>>>
  /** The scans counted last: a page that was left before it had noted their answers asks again, and counts none of them twice. */
  last?: readonly string[]
}

/** A scan that has its answer. */
export interface CountedScan {
  scan_id: string
  outcome: DoorResult['outcome']
}

/** As many answers as may be on their way into the store when a page is left. */
const mostLast = 500

/** A new working day starts at nought. */
const longest = 16 * 60 * 60_000

const keyOf = (owner: string) => `selvedge.scan-tally.${owner}`

export function freshTally(now: Date): Tally {
  return { since: now.toISOString(), counts: {} }
}

export function readTally(owner: string, now: Date): Tally {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(keyOf(owner)) ?? 'null')
    const isOld = !isTally(saved) || !(now.getTime() - Date.parse(saved.since) < longest)
    return isOld ? freshTally(now) : saved
  } catch {
    // Cut short or written by somebody else.
    return freshTally(now)
  }
}

export function keepTally(owner: string, tally: Tally): void {
  try {
    localStorage.setItem(keyOf(owner), JSON.stringify(tally))
  } catch {
    // A full disk: counted until the page is left.
  }
}

export function countIn(tally: Tally, scans: readonly CountedScan[]): Tally {
  const counts: Partial<Record<DoorResult['outcome'], number>> = { ...tally.counts }
  const known = new Set(tally.last)
  for (const { scan_id, outcome } of scans) {
    if (known.has(scan_id)) continue
    known.add(scan_id)
    counts[outcome] = (counts[outcome] ?? 0) + 1
    if (outcome === 'undone') counts.inwarded = Math.max(0, (counts.inwarded ?? 0) - 1)
  }
  return { ...tally, counts, last: [...known].slice(-mostLast) }
}

function isTally(saved: unknown): saved is Tally {
  if (typeof saved !== 'object' || saved === null) return false
  const { since, counts, last = [] } = saved as Record<string, unknown>
  return typeof since === 'string' && typeof counts === 'object' && counts !== null && Array.isArray(last)
}
