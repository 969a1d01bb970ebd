import { Refusal } from '../../http/errors.ts'

/** Pictures that wait hold their bytes; more than so many are sent back, and more than so many of one person. */
const MOST_WAITING = 20
const OWN_WAITING = 8

interface Turns {
  /** Runs the work when it is this person's turn. Throws `unavailable` when too many wait already. */
  take: <T>(asker: string, work: () => Promise<T>) => Promise<T>
}

/**
 * Turns at the decoder, so many at once. Who waits longest of those with the fewest under way or served last comes next: many pictures
 * of one person hold nobody else back longer than for one of them.
 */
export function pictureTurns(most: number): Turns {
  const waiting: { asker: string; begin: () => void }[] = []
  /** When each was served last, by a count; forgotten once nobody waits. */
  const served = new Map<string, number>()
  let [running, count] = [0, 0]

  const next = () => {
    const order = (asker: string) => served.get(asker) ?? 0
    const first = waiting.reduce<number>(
      (best, one, at) => (order(one.asker) < order(waiting[best]?.asker ?? '') ? at : best),
      0,
    )
    const [turn] = waiting.splice(first, 1)
    if (turn) turn.begin()
    else if (running === 0) served.clear()
  }

  return {
    async take(asker, work) {
      if (running >= most) {
        const own = waiting.filter((one) => one.asker === asker).length
        if (waiting.length >= MOST_WAITING || own >= OWN_WAITING)
          throw new Refusal('unavailable', 'The server cannot do this right now. Please try again in a moment.')
        await new Promise<void>((begin) => waiting.push({ asker, begin }))
      }
      running += 1
      count += 1
      served.set(asker, count)
      try {
        return await work()
      } finally {
        running -= 1
        next()
      }
    },
  }
}
