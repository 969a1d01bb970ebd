import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool } from 'kysely'
import { DatabaseError } from './database-errors.ts'

/** Connections that one user's calls may hold at once, of ten. */
const SHARE = 4
/** Changes that may be under way at once, of all users: what is only read always finds a connection that waits for no lock. */
const WRITERS = 7
/** Connections of one user. */
const OWN_WRITERS = 3
/** How long a call waits for its turn, and how many may wait. */
const PATIENCE_MS = 6_000
const MOST_WAITING = 200

/** For whom a call is answered. */
interface Asker {
  /** The user's id, or the address of one who is not signed in. */
  key: string
  /** Connections that this one call has now. */
  held: number
}

const asking = new AsyncLocalStorage<Asker>()

/** Answers one call: the connections that it takes count for this asker. */
export function askedBy<T>(key: string, answer: () => T): T {
  return asking.run({ key, held: 0 }, answer)
}

/** For whom this call is answered; '' for what is no call. */
export function currentAsker(): string {
  return asking.getStore()?.key ?? ''
}

/**
 * The pool with a share for each of those who call, so that nobody takes all of it by many calls at once, or by calls that wait for a
 * lock. A call that has a connection gets a second one whatever the share: it would wait for itself. What is no call is not counted.
 */
export function fairly(pool: PostgresPool): PostgresPool {
  const shares = turnsByAsker(SHARE)
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const asker = asking.getStore()
      if (asker === undefined || asker.held > 0) return pool.connect()
      const leaveShare = await shares.enter(asker.key)
      asker.held += 1
      const leave = () => {
        asker.held -= 1
        leaveShare()
      }
      try {
        const client = await pool.connect()
        const release = client.release.bind(client)
        return {
          query: client.query.bind(client),
          release: (destroy?: boolean) => {
            leave()
            release(destroy)
          },
        }
      } catch (error) {
        leave()
        throw error
      }
    },
  }
}

const writers = new WeakMap<object, { all: Turns; own: ReturnType<typeof turnsByAsker> }>()

/** Runs what changes something in this database, when it is its asker's turn, and then its own. */
export async function changing<T>(db: object, change: () => Promise<T>): Promise<T> {
  const { all, own } = writers.get(db) ?? { all: makeTurns(WRITERS), own: turnsByAsker(OWN_WRITERS) }
  writers.set(db, { all, own })
  const leave = await own.enter(asking.getStore()?.key ?? '')
  try {
    await all.enter()
    try {
      return await change()
    } finally {
      all.leave()
    }
  } finally {
    leave()
  }
}

/** So many places for each asker; `enter` gives what leaves the place again. */
function turnsByAsker(places: number): { enter(key: string): Promise<() => void> } {
  const turns = new Map<string, Turns>()
  return {
    async enter(key) {
      const own = turns.get(key) ?? makeTurns(places)
      turns.set(key, own)
      await own.enter()
      return () => {
        own.leave()
        if (own.isFree()) turns.delete(key)
      }
    },
  }
}

interface Turns {
  /** Waits for a turn; throws `DatabaseError` `busy` where that takes too long. */
  enter(): Promise<void>
  leave(): void
  isFree(): boolean
}

function makeTurns(places: number): Turns {
  let taken = 0
  const waiting = new Set<() => void>()
  const enter = (): Promise<void> => {
    if (taken < places) {
      taken += 1
      return Promise.resolve()
    }
    if (waiting.size >= MOST_WAITING) return Promise.reject(busy())
    return new Promise((resolve, reject) => {
      const enterNow = () => {
        clearTimeout(timer)
        waiting.delete(enterNow)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(enterNow)
        reject(busy())
      }, PATIENCE_MS)
      waiting.add(enterNow)
    })
  }
  return {
    enter,
    leave() {
      const [next] = waiting
      // Whoever waits takes the place over: it is never empty in between.
      if (next) next()
      else taken -= 1
    },
    isFree: () => taken === 0,
  }
}

const busy = (): DatabaseError =>
  new DatabaseError('busy', 'Too much is being done at once. Please try again in a moment.')
