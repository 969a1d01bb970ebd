/** What came into a stage and left it on a day (`YYYY-MM-DD`). */
export interface StageDay {
  day: string
  came: number
  gone: number
}

export interface StageAges {
  /** Days since the oldest of the pieces that stand there came; null where nothing stands. */
  oldest: number | null
  /** The books begin later than the oldest came: it is `oldest` days, or more. */
  isAtLeast: boolean
  /** Median days that pieces stayed which left within `USUAL_DAYS`; null where fewer than `FEWEST_LEFT` left. */
  usual: number | null
  /** Nine of ten pieces left after so many days at most. */
  most: number | null
  /** Pieces that stand there longer than that. */
  slow: number
}

/** Over how many days is looked for what is usual. */
export const USUAL_DAYS = 90
/** Of fewer pieces nothing usual is said. */
export const FEWEST_LEFT = 20

const DAY_MS = 86_400_000
const daysFrom = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

/**
 * How long pieces stand in a stage, as if those that came first left first: ledgers keep how many stand there, not which. `days` in their
 * order. What stood there before the first day has no age of its own and counts for nothing that is usual.
 */
export function stageAges(standing: number, days: readonly StageDay[], today: string): StageAges {
  const { stays, most, usual } = usualStay(standing, days, today)
  let left = Math.max(0, standing)
  let oldest: number | null = null
  let slow = 0
  for (const { day, came } of days.toReversed()) {
    if (left === 0) break
    const these = Math.min(left, Math.max(0, came))
    if (these === 0) continue
    left -= these
    oldest = daysFrom(day, today)
    if (most !== null && oldest > Math.max(most, 1)) slow += these
  }
  const isAtLeast = left > 0
  if (isAtLeast) {
    oldest = days[0] === undefined ? (oldest ?? 0) : daysFrom(days[0].day, today)
    if (most !== null && oldest > Math.max(most, 1)) slow += left
  }
  return { oldest, isAtLeast, usual: stays < FEWEST_LEFT ? null : usual, most, slow }
}

interface Stay {
  days: number
  pieces: number
}

/** Median and ninth decile of how long pieces stayed that left lately. */
function usualStay(standing: number, days: readonly StageDay[], today: string) {
  const sum = (of: 'came' | 'gone') => days.reduce((total, day) => total + day[of], 0)
  const queue = [{ day: '', pieces: Math.max(0, standing - sum('came') + sum('gone')) }]
  const stays: Stay[] = []
  let first = 0
  for (const { day, came, gone } of days) {
    if (came > 0) queue.push({ day, pieces: came })
    let left = gone
    while (left > 0) {
      const next = queue[first]
      if (next === undefined) break
      const these = Math.min(left, next.pieces)
      if (next.day !== '' && daysFrom(day, today) <= USUAL_DAYS)
        stays.push({ days: daysFrom(next.day, day), pieces: these })
      next.pieces -= these
      left -= these
      if (next.pieces === 0) first++
    }
  }
  const pieces = stays.reduce((total, stay) => total + stay.pieces, 0)
  if (pieces < FEWEST_LEFT) return { stays: pieces, usual: null, most: null }
  stays.sort((a, b) => a.days - b.days)
  return { stays: pieces, usual: atShare(stays, pieces * 0.5), most: atShare(stays, pieces * 0.9) }
}

/** Days after which so many pieces had left. */
function atShare(stays: readonly Stay[], share: number): number {
  let seen = 0
  for (const { days, pieces } of stays) {
    seen += pieces
    if (seen >= share) return days
  }
  return stays.at(-1)?.days ?? 0
}
