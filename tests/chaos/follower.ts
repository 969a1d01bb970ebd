import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '../../src/shared/areas.ts'
import type { Hand } from './hand.ts'

/** A system that reads the feed along, as fast as it comes, and remembers where each event stood. */
export interface Follower {
  /** Reads on until nothing is behind what it has; throws when it does not come to an end. */
  toEnd(): Promise<void>
  /** Cursors of all events that were read since the run began, in the order in which they came. */
  cursors: readonly string[]
  /** Where it began. */
  begun: string
  stop(): Promise<void>
}

const PAUSE_MS = 300

export async function followFeed(hand: Hand): Promise<Follower> {
  const cursors: string[] = []
  let after = (await hand.look(contract.feed.getEvents, { after: 'latest', limit: 1 })).next_cursor
  const begun = after
  let stopped = false
  let turn: Promise<boolean> = Promise.resolve(false)

  /** One page; whether there is more. */
  async function page(): Promise<boolean> {
    const { events, next_cursor, has_more } = await hand.look(contract.feed.getEvents, { after, limit: 200 })
    for (const { cursor } of events) cursors.push(cursor)
    after = next_cursor
    return has_more || events.length > 0
  }
  const read = () => {
    // Pages are read one after another: `after` is of the page before.
    turn = turn.catch(() => true).then(page)
    return turn
  }
  const loop = (async () => {
    while (!stopped) {
      await read().catch(() => undefined)
      await sleep(PAUSE_MS)
    }
  })()

  return {
    cursors,
    begun,
    async toEnd() {
      // What was committed last may have no number yet: twice nothing, with a pause, is the end.
      for (let quiet = 0, turns = 0; quiet < 3; turns += 1) {
        if (turns > 2_000) throw new Error('the feed does not come to an end')
        quiet = (await read()) ? 0 : quiet + 1
        if (quiet > 0) await sleep(200)
      }
    },
    async stop() {
      stopped = true
      await loop
    },
  }
}
