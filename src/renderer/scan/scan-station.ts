import { problemOf } from '../actions/say.ts'
import { newKey } from '../api/client.ts'
import { currentTraffic, onTraffic } from '../api/send.ts'
import { hearOfScans } from '../app/unsaved.ts'
import { currentUser, sessionAtom } from '../session/session.ts'
import { store } from '../theme/theme.tsx'
import { makeScanQueue, type ScanQueue, scanOwner } from './scan-queue.ts'
import { type ScanRecord, scanStore } from './scan-store.ts'

/** What a scan came to, as a station's call answers; `refused` where the server would not take the call at all. */
export interface StationResult {
  scan_id: string | null
  code: string
  outcome: string
  /** English with blanks, and what fills them. */
  message: string
  values: Readonly<Record<string, string | number>>
}

export interface StationAbout<R extends StationResult> {
  /** Its scans are kept apart from those of other stations on this computer. */
  name: string
  /** Asks the server about scans alike in action and place; the answers are told apart by their scan ids. */
  send(batch: readonly ScanRecord<R>[], options: { isKeyless: true; signal: AbortSignal }): Promise<readonly R[]>
  /** What a scan will very likely come to, where the station knows it before anybody is asked: shown and heard in the next frame. */
  foresee?: (scan: Pick<ScanRecord<R>, 'code' | 'action' | 'place' | 'scan_id'>) => R | null
  /** Outcomes of scans that can be taken back. */
  taken: readonly R['outcome'][]
  /** What a result has beside the words, where the whole call was refused. */
  none: Omit<R, keyof StationResult>
}

/** A call that takes longer has lost its way: its scans are sent again, under the same ids. */
const timeout = 20_000

/**
 * A kind of scan station: gives the queue of a user, which outlives the screen and a lost connection. With other eyes nothing is sent:
 * what waits is this user's own.
 */
export function scanStation<R extends StationResult>(about: StationAbout<R>): (userId: string) => ScanQueue<R> {
  let current: { owner: string; queue: ScanQueue<R> } | null = null

  // Who comes back finds what is kept, as after a reload; what still waits stays as it is.
  store.sub(sessionAtom, () => {
    if (currentUser() === null && current?.queue.state().waiting === 0) current = null
  })
  window.addEventListener('online', () => current?.queue.wake())
  // Any other answer shows that the server is back.
  onTraffic(() => {
    if (current?.queue.state().isStuck && currentTraffic().connected) current.queue.wake()
  })

  return (userId) => {
    const owner = scanOwner(userId, about.name)
    if (current?.owner !== owner) current = { owner, queue: makeQueue(about, owner) }
    const { queue } = current
    queue.start(() => {
      const user = currentUser()
      return current?.queue === queue && user?.id === userId && user.true_role === null
    })
    return queue
  }
}

function makeQueue<R extends StationResult>(about: StationAbout<R>, owner: string): ScanQueue<R> {
  const queue = makeScanQueue<R>({
    owner,
    store: scanStore<R>(),
    async send(batch) {
      const results = await about.send(batch, { isKeyless: true, signal: AbortSignal.timeout(timeout) })
      const byScan = new Map(results.map((result) => [result.scan_id, result]))
      return batch.flatMap(({ scan_id }, at) => byScan.get(scan_id) ?? results[at] ?? [])
    },
    judge: mayPass,
    refused({ code, scan_id }, failure) {
      const { message, details } = problemOf(failure)
      const said = { message: details.message_key ?? message, values: details.values ?? {} }
      return { ...about.none, code, scan_id, outcome: 'refused', ...said } as R
    },
    ...(about.foresee && { foresee: about.foresee }),
    isTaken: ({ outcome }) => about.taken.includes(outcome),
    newId: newKey,
    now: () => new Date(),
    wait: (millis) => new Promise((resolve) => setTimeout(resolve, millis)),
  })
  queue.subscribe(() => {
    const user = currentUser()
    if (user && scanOwner(user.id, about.name) === owner) hearOfScans(owner, queue.state())
  })
  return queue
}

/** Whether a call that failed may do better later, or is at fault itself. */
export function mayPass(failure: unknown): 'again' | 'refused' {
  const { status, code } = problemOf(failure)
  // Another person's session: the scans wait for their own user.
  if (code === 'other_user') return 'again'
  return status === 0 || status === 401 || status === 408 || status === 429 || status >= 500 ? 'again' : 'refused'
}
