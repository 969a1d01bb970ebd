import type { HeardKey } from './overheard.ts'
import { isFastBurst, isOneBurst } from './scan-reader.ts'

/** A key of a scanner; `char` is null of the Enter or Tab that ended a code. */
export interface EarlyKey {
  char: string | null
  at: number
}

/** What was heard before anything read scans. */
export interface HeardEarly {
  /** Whole codes, and one whose rest is to come. */
  codes: readonly EarlyKey[]
  /** Too few keys yet to tell a scanner from a hand: part of a code where the next key comes soon enough (`isOneBurst`). */
  open: readonly HeardKey[]
}

export interface EarlyKeys {
  /** Hears a key that writes. A scanner repeats none. */
  hear(key: HeardKey, isRepeated: boolean): void
  /** Hears Enter or Tab. Gives whether it ended a code; else a hand pressed it (`forget`). */
  end(at: number): boolean
  /** Forgets it all: somebody pressed something, and the screen that comes was asked for after the scans. */
  forget(): void
  /** Hands over what was heard; it is forgotten. */
  take(now: number): HeardEarly
}

/** A screen may take as long as this to come; a scan that was made longer ago was of something else. */
const longest = 60_000
/** An Enter so soon behind a code belongs to it. */
const trailing = 120
const most = 4_000
/**
 * So few keys, of a shelf's code, are a scanner's only with the Enter behind them, and only where all of it comes faster than fingers that
 * roll over the keys: these are 25 ms apart and more.
 */
const fewestEnded = 3
const fasterThanRolled = 20

/**
 * Keeps the codes that a scanner sends while nothing on the page reads scans yet: its screen is still loading. What a hand types is not
 * kept.
 */
export function makeEarlyKeys(): EarlyKeys {
  let codes: EarlyKey[] = []
  let run: HeardKey[] = []
  const isCode = () => {
    const [first, last] = [run[0], run.at(-1)]
    return (
      first !== undefined && last !== undefined && isFastBurst({ count: run.length, first: first.at, last: last.at })
    )
  }
  /** Whether an Enter at `at` makes a code of keys too few to be one alone. */
  const isShortCode = (at: number) => {
    const [first] = run
    return first !== undefined && run.length >= fewestEnded && (at - first.at) / run.length < fasterThanRolled
  }
  const close = (isEnded = false) => {
    if (isEnded || isCode()) codes = [...codes, ...run].slice(-most)
    run = []
  }
  return {
    hear(key, isRepeated) {
      const last = run.at(-1)
      if (last === undefined || isRepeated || !isOneBurst(last.at, key.at)) close()
      run.push(key)
    },
    end(at) {
      const last = run.at(-1)
      const isEnd = last !== undefined && ((isCode() && at - last.at < trailing) || isShortCode(at))
      close(isEnd)
      if (isEnd) codes.push({ char: null, at })
      else codes = []
      return isEnd
    },
    forget() {
      codes = []
      run = []
    },
    take(now) {
      const last = run.at(-1)
      const isOpen = last !== undefined && isOneBurst(last.at, now)
      if (!isOpen || isCode()) close()
      const heard = { codes: codes.filter(({ at }) => now - at < longest), open: run }
      codes = []
      run = []
      return heard
    },
  }
}

/** What comes before its screen does, of the whole page. */
export const early = makeEarlyKeys()
let readers = 0

/** Whether something on the page reads scans: then none comes too early. */
export function isRead(): boolean {
  return readers > 0
}

/**
 * Says that something reads scans from now on. It is given what was heard before once all that appeared with it listens, or nothing where
 * another was quicker. Gives the way to stop.
 */
export function startReading(take: (heard: HeardEarly) => void): () => void {
  readers += 1
  let isOver = false
  queueMicrotask(() => {
    if (!isOver) take(early.take(performance.now()))
  })
  return () => {
    isOver = true
    readers -= 1
  }
}
