import { setTimeout as sleep } from 'node:timers/promises'
import type { Follower } from './follower.ts'
import { checkBooks, checkDeeds, checkFeed, type Findings } from './invariants.ts'
import type { Journal } from './journal.ts'
import type { Rig } from './rig.ts'
import type { Workers } from './workers.ts'

export interface Checked extends Findings {
  checks: number
  /** Deeds that were sent once more after they were done. */
  resent: number
}

export const nothingChecked = (): Checked => ({ lost: [], doubled: [], broken: [], checks: 0, resent: 0 })

/** The secret of a new API key or calendar address is told once, and stored nowhere: the same answer again is without it. */
const withoutSecret = (data: string) => data.replace(/"(secret|key)":("[^"]*"|null)/, '"$1":null')

/** Where the second answer leaves the first, with a little of both. */
function differing(answer: { status: number; replayed: boolean; data: string }, first: string): string {
  const second = withoutSecret(answer.data)
  const at = [...second].findIndex((sign, place) => sign !== first[place])
  const near = (text: string) => text.slice(Math.max(0, at - 60), at + 80)
  return `${answer.status}${answer.replayed ? '' : ', not as a replay'}: ${near(second)} was ${near(first)}`
}

/**
 * While everybody pauses: every deed since the last time is held against the books, the books against themselves, the feed against what
 * was read of it; then some deeds are sent once more, and must be answered as before.
 */
export async function check(
  parts: { rig: Rig; workers: Workers; follower: Follower; journal: Journal },
  so: Checked,
): Promise<void> {
  const { rig, workers, follower, journal } = parts
  await workers.pause()
  try {
    await follower.toEnd()
    // A request that its player gave up may still be on its way: it is through, or will never be.
    await sleep(500)
    const read = [...follower.cursors]
    const found = await rig.inBooks(async (db) => ({
      deeds: await checkDeeds(db, journal.take()),
      books: await checkBooks(db),
      feed: await checkFeed(db, follower.begun, read),
    }))
    so.lost.push(...found.deeds.lost)
    so.doubled.push(...found.deeds.doubled)
    so.broken.push(...found.deeds.broken, ...found.books, ...found.feed)
    for (const { deed, again, data } of journal.kept()) {
      const answer = await again().catch((error: unknown) => ({ status: 0, replayed: false, data: String(error) }))
      so.resent += 1
      if (answer.status !== 200 || !answer.replayed || withoutSecret(answer.data) !== withoutSecret(data))
        so.broken.push(`${deed.call} ${deed.marker} sent once more: ${differing(answer, withoutSecret(data))}`)
    }
    so.checks += 1
  } finally {
    workers.goOn()
  }
}
