import { refusalMessages } from '../../shared/kernel/sheet.ts'
import { key } from '../../shared/kernel/words.ts'
import { Refusal } from '../http/errors.ts'
import { SheetRefused } from './limits.ts'

/** What one server gives to the reading of sheets. */
export interface TurnLimits {
  /** Files read at the same time, and how many of them may be one person's. */
  readonly atOnce: number
  readonly ofOne: number
  /** Files that wait, in all and of one person. */
  readonly waiting: number
  readonly waitingOfOne: number
  /** Seconds that one person's files may be read for in a minute. One more is read where they are used up to less than the whole. */
  readonly secondsAMinute: number
}

/** What is told to somebody whose file cannot wait. */
export const turnWords = {
  full: key('Many files are being read right now. Please try again in a moment.'),
  ownFull: key('Several of your files are still being read. Please wait until they are done.'),
  spent: key('Your files have taken much time to read. Please try again in a moment.'),
} as const

interface Waiting {
  start(): void
  refuse(error: Error): void
}

/** About as long as a full queue of ordinary files takes. */
const FULL_FOR = 10

/**
 * Who is served next: one file of each person in turn, so that a person with many waits for themselves. Who leaves is out at once. Held in
 * memory: several servers have a queue each.
 */
export class ReadingTurns {
  readonly #limits: TurnLimits
  readonly #now: () => number
  /** Those with a file that waits, the next one first. */
  readonly #lines = new Map<string, Waiting[]>()
  readonly #running = new Map<string, number>()
  /** Milliseconds that are not forgotten yet, and when that was worked out. */
  readonly #spent = new Map<string, { ms: number; at: number }>()

  constructor(limits: TurnLimits, now: () => number = () => performance.now()) {
    this.#limits = limits
    this.#now = now
  }

  /**
   * Resolves when a file of `user` may be read, to what must be called when it was. Files of nobody wait as one person's who has no limits.
   * Throws a Refusal with the seconds to wait, and SheetRefused when `signal` aborts.
   */
  async take(user: string | undefined, signal?: AbortSignal): Promise<() => void> {
    const name = user ?? ''
    if (signal?.aborted) throw new SheetRefused(refusalMessages.cancelled)
    if (user !== undefined) this.#refuseSpent(name)
    if (!this.#mayStart(name) || this.#lines.size > 0) await this.#wait(name, user !== undefined, signal)
    else this.#count(name, 1)
    const began = this.#now()
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      if (user !== undefined) this.#spend(name, this.#now() - began)
      this.#count(name, -1)
      this.#serve()
    }
  }

  get waiting(): number {
    return [...this.#lines.values()].reduce((sum, line) => sum + line.length, 0)
  }

  #wait(name: string, isLimited: boolean, signal: AbortSignal | undefined): Promise<void> {
    const line = this.#lines.get(name) ?? []
    if (isLimited && line.length >= this.#limits.waitingOfOne)
      throw busy('too_many_requests', turnWords.ownFull, FULL_FOR)
    if (isLimited && this.waiting >= this.#limits.waiting) throw busy('unavailable', turnWords.full, FULL_FOR)
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#drop(name, one)
        one.refuse(new SheetRefused(refusalMessages.cancelled))
      }
      const one: Waiting = {
        start: () => {
          signal?.removeEventListener('abort', leave)
          resolve()
        },
        refuse: (error) => {
          signal?.removeEventListener('abort', leave)
          reject(error)
        },
      }
      signal?.addEventListener('abort', leave, { once: true })
      this.#lines.set(name, [...line, one])
      this.#serve()
    })
  }

  /** Starts whoever is next, as long as there is room; a person who was served goes to the end. */
  #serve(): void {
    for (const [name, [next, ...rest]] of [...this.#lines]) {
      if (!next || !this.#mayStart(name)) continue
      this.#lines.delete(name)
      if (rest.length > 0) this.#lines.set(name, rest)
      const wait = name === '' ? 0 : this.#secondsToWait(name)
      if (wait > 0) next.refuse(spent(wait))
      else {
        this.#count(name, 1)
        next.start()
      }
      this.#serve()
      return
    }
  }

  #mayStart(name: string): boolean {
    const all = [...this.#running.values()].reduce((sum, count) => sum + count, 0)
    return all < this.#limits.atOnce && (name === '' || (this.#running.get(name) ?? 0) < this.#limits.ofOne)
  }

  #drop(name: string, one: Waiting): void {
    const rest = (this.#lines.get(name) ?? []).filter((each) => each !== one)
    if (rest.length > 0) this.#lines.set(name, rest)
    else this.#lines.delete(name)
  }

  #count(name: string, more: number): void {
    const count = (this.#running.get(name) ?? 0) + more
    if (count > 0) this.#running.set(name, count)
    else this.#running.delete(name)
  }

  #refuseSpent(name: string): void {
    const wait = this.#secondsToWait(name)
    if (wait > 0) throw spent(wait)
  }

  /** What was spent is forgotten as fast as a minute gives anew. */
  #left(name: string): number {
    const { ms, at } = this.#spent.get(name) ?? { ms: 0, at: 0 }
    return Math.max(0, ms - ((this.#now() - at) * this.#limits.secondsAMinute) / 60)
  }

  #secondsToWait(name: string): number {
    const over = this.#left(name) - this.#limits.secondsAMinute * 1_000
    return over < 0 ? 0 : Math.ceil((over / 1_000 / this.#limits.secondsAMinute) * 60) + 1
  }

  #spend(name: string, ms: number): void {
    this.#spent.set(name, { ms: this.#left(name) + ms, at: this.#now() })
    if (this.#spent.size > MOST_REMEMBERED)
      for (const each of [...this.#spent.keys()]) if (this.#left(each) === 0) this.#spent.delete(each)
  }
}

/** People whose spending is kept before those who have none left are forgotten. */
const MOST_REMEMBERED = 1_000

const spent = (seconds: number) => busy('too_many_requests', turnWords.spent, seconds)

function busy(code: 'too_many_requests' | 'unavailable', message: string, seconds: number): Refusal {
  return new Refusal(code, message, { retry_after_seconds: seconds })
}
