import { serverAddress } from '../api/send.ts'
import { type ScanRecord, type ScanStore, scanStore } from './scan-store.ts'

/** What became of a scan that could not be asked: the server refused the whole call, or the queue itself did. */
export type SendFailure = 'again' | 'refused'

export interface QueueGround<R extends { outcome: string }> {
  owner: string
  store: ScanStore<R>
  /** Sends scans of one action and place; one result each, in their order. Throws what `judge` understands. */
  send: (batch: readonly ScanRecord<R>[]) => Promise<R[]>
  /** Whether what was thrown may pass, or is this call's fault. */
  judge: (failure: unknown) => SendFailure
  /** The result of a scan that the server will never take. */
  refused: (record: ScanRecord<R>, failure: unknown) => R
  /** The result that a scan will very likely have, where that is known before anybody is asked. */
  foresee?: (scan: Pick<ScanRecord<R>, 'code' | 'action' | 'place' | 'scan_id'>) => R | null
  /** Whether a scan with this result can be taken back. */
  isTaken: (result: R) => boolean
  newId: () => string
  now: () => Date
  wait: (millis: number) => Promise<void>
}

/** A scan on the list, and what became of its taking back. */
export interface ListedScan<R> {
  record: ScanRecord<R>
  undo: ScanRecord<R> | null
  /** What was known of it before its answer. */
  foreseen: R | null
}

/** A scan that has its answer, and what was known of it before. */
export interface AnsweredScan<R> {
  record: ScanRecord<R>
  foreseen: R | null
}

export interface QueueState<R> {
  /** Newest first, at most `mostListed`. */
  listed: readonly ListedScan<R>[]
  /** Scans without an answer. */
  waiting: number
  /** They themselves, the oldest first; also those that fell off the list. */
  unsent: readonly ScanRecord<R>[]
  /** When the oldest of them was scanned. */
  oldest: string | null
  /** The server could not be reached, or could not answer. */
  isStuck: boolean
  /** False when this computer keeps nothing: what waits would be lost with the page. */
  isSaved: boolean
  /** What was kept on this computer has been read. */
  isLoaded: boolean
}

export interface ScanQueue<R extends { outcome: string }> {
  state: () => QueueState<R>
  subscribe: (changed: () => void) => () => void
  /** Each answer as it comes, several at once after a pause. */
  onAnswers: (listener: (answered: readonly AnsweredScan<R>[]) => void) => () => void
  /** Takes a scan at once; false when so many wait that no further one is safe. */
  scan: (code: string, action: string, place: string | null) => ScanRecord<R> | null
  /** Takes a scan back, after it was answered and only if it was taken then. */
  undo: (scanId: string, action: string) => void
  /** Takes an answered scan off the list and off this computer: its user has seen to it. */
  drop: (scanId: string) => void
  /** Reads what was kept, and sends while `maySend`. */
  start: (maySend: () => boolean) => void
  /** Tries again now: the connection is back. */
  wake: () => void
}

export const mostListed = 200
export const mostWaiting = 5_000
const atOnce = 50
const firstPause = 400
const longestPause = 8_000

/**
 * Scans on their way to the server: listed and kept on this computer at once, sent in their order with one call under way, and
 * sent again under the same ids until each has its answer. Nothing is dropped; none waits for a slow disk before it is sent.
 */
export function makeScanQueue<R extends { outcome: string }>(ground: QueueGround<R>): ScanQueue<R> {
  const { store, owner } = ground
  let waiting: ScanRecord<R>[] = []
  let state: QueueState<R> = {
    listed: [],
    waiting: 0,
    unsent: [],
    oldest: null,
    isStuck: false,
    isSaved: true,
    isLoaded: false,
  }
  let order = 0
  let loading: Promise<void> | null = null
  let isPumping = false
  let maySend = () => false
  let wakeUp = () => {}
  /** Refused together: sent one by one, so that the one at fault is found. */
  let oneByOne = 0
  const listeners = new Set<() => void>()
  const answerListeners = new Set<(answered: readonly AnsweredScan<R>[]) => void>()
  /** Of scans that wait, also of those that fell off the list. */
  const foreseen = new Map<string, R>()

  const change = (next: Partial<QueueState<R>>) => {
    state = { ...state, ...next, waiting: waiting.length, unsent: waiting, oldest: waiting[0]?.scanned_at ?? null }
    for (const listener of listeners) listener()
  }
  const keep = (records: readonly ScanRecord<R>[]) => {
    store.put(records).then(
      () => {
        if (!state.isSaved) change({ isSaved: true })
      },
      () => change({ isSaved: false }),
    )
  }
  // What a store that failed still holds is sent once more after a restart, with its own id: the server says the same again.
  const forget = (ids: readonly string[]) => {
    if (ids.length > 0) void store.remove(ids).catch(() => undefined)
  }
  /** What falls off the list is still sent; one that is being taken back stays until it is. */
  const list = (listed: readonly ListedScan<R>[]) => {
    const stays = ({ undo }: ListedScan<R>, at: number) => at < mostListed || (undo !== null && undo.result === null)
    const dropped = listed.filter((one, at) => !stays(one, at) && one.record.result !== null)
    forget(dropped.flatMap(({ record, undo }) => [record.scan_id, ...(undo ? [undo.scan_id] : [])]))
    return listed.filter(stays)
  }
  const replaced = (record: ScanRecord<R>) => (one: ListedScan<R>) => {
    if (one.record.scan_id === record.scan_id) return { ...one, record }
    return one.undo?.scan_id === record.scan_id || one.record.scan_id === record.takesBack
      ? { ...one, undo: record }
      : one
  }

  const add = (
    record: Omit<ScanRecord<R>, 'scan_id' | 'owner' | 'order' | 'scanned_at' | 'result'>,
    takenBack: readonly ScanRecord<R>[] = [],
  ) => {
    // Later than all that was kept before this page, whatever the clock says.
    order = Math.max(order + 1, ground.now().getTime() * 1_000)
    const full: ScanRecord<R> = {
      ...record,
      scan_id: ground.newId(),
      owner,
      order,
      scanned_at: ground.now().toISOString(),
      result: null,
    }
    waiting = [...waiting, full]
    keep([...takenBack, full])
    return full
  }

  const settle = (batch: readonly ScanRecord<R>[], results: readonly R[]) => {
    const answered = batch.flatMap((record, at) => {
      const result = results[at]
      return result === undefined ? [] : [{ ...record, result }]
    })
    const ids = new Set(answered.map(({ scan_id }) => scan_id))
    waiting = waiting.filter(({ scan_id }) => !ids.has(scan_id))
    let { listed } = state
    for (const record of answered) listed = listed.map(replaced(record))
    const isListed = new Set(listed.flatMap(({ record, undo }) => [record.scan_id, undo?.scan_id ?? '']))
    void store.put(answered.filter(({ scan_id }) => isListed.has(scan_id))).catch(() => undefined)
    forget(answered.map(({ scan_id }) => scan_id).filter((id) => !isListed.has(id)))
    change({ listed: list(listed), isStuck: false })
    const told = answered.map((record) => ({ record, foreseen: foreseen.get(record.scan_id) ?? null }))
    for (const id of ids) foreseen.delete(id)
    for (const listener of answerListeners) listener(told)
  }

  const resultOf = (scanId: string | null) =>
    state.listed.find(({ record }) => record.scan_id === scanId)?.record.result ?? null

  /** The next to send: alike in action and place; what takes back goes alone. */
  const nextBatch = (): ScanRecord<R>[] => {
    const [first] = waiting
    if (!first) return []
    if (first.takesBack !== null || oneByOne > 0) return [first]
    const other = waiting.findIndex(
      ({ action, place, takesBack }) => takesBack !== null || action !== first.action || place !== first.place,
    )
    return waiting.slice(0, Math.min(atOnce, other < 0 ? waiting.length : other))
  }

  const sendNext = async (batch: readonly ScanRecord<R>[]): Promise<void> => {
    const [first] = batch
    if (!first) return
    const before = resultOf(first.takesBack)
    if (first.takesBack !== null && (before === null || !ground.isTaken(before))) {
      // It was never taken by this scan: taking it back would undo somebody else's work.
      return settle(batch, [before ?? ground.refused(first, null)])
    }
    settle(batch, await ground.send(batch))
    oneByOne = Math.max(0, oneByOne - 1)
  }

  const pump = async () => {
    if (isPumping) return
    isPumping = true
    let pause = firstPause
    await loading
    while (waiting.length > 0 && maySend()) {
      const batch = nextBatch()
      try {
        await sendNext(batch)
        pause = firstPause
      } catch (failure) {
        if (ground.judge(failure) === 'refused') {
          if (batch.length > 1) oneByOne = batch.length
          else
            settle(
              batch,
              batch.map((record) => ground.refused(record, failure)),
            )
          continue
        }
        if (!state.isStuck) change({ isStuck: true })
        await Promise.race([ground.wait(pause), new Promise<void>((resolve) => (wakeUp = resolve))])
        pause = Math.min(longestPause, pause * 2)
      }
    }
    isPumping = false
  }

  const load = async () => {
    const saved = await store.load(owner).catch(() => {
      change({ isSaved: false })
      return []
    })
    order = Math.max(order, saved.at(-1)?.order ?? 0)
    const undos = new Map(saved.flatMap((record) => (record.takesBack === null ? [] : [[record.takesBack, record]])))
    const known = new Set(waiting.map(({ scan_id }) => scan_id))
    waiting = [...saved.filter(({ result, scan_id }) => result === null && !known.has(scan_id)), ...waiting]
    const listed = saved
      .filter(({ takesBack, scan_id }) => takesBack === null && !known.has(scan_id))
      .map((record) => ({ record, undo: undos.get(record.scan_id) ?? null, foreseen: null }))
      .toReversed()
    change({ listed: list([...state.listed, ...listed]), isLoaded: true })
  }

  return {
    state: () => state,
    subscribe(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    onAnswers(listener) {
      answerListeners.add(listener)
      return () => answerListeners.delete(listener)
    },
    scan(code, action, place) {
      if (waiting.length >= mostWaiting) return null
      const record = add({ code, action, place, takesBack: null })
      const known = ground.foresee?.(record) ?? null
      if (known) foreseen.set(record.scan_id, known)
      change({ listed: list([{ record, undo: null, foreseen: known }, ...state.listed]) })
      void pump()
      return record
    },
    undo(scanId, action) {
      const scan = state.listed.find(({ record }) => record.scan_id === scanId)
      if (!scan || scan.undo) return
      const { code, place } = scan.record
      // Kept with the scan itself, which another tab may have dropped: its user signed out there.
      const undo = add({ code, action, place, takesBack: scanId }, [scan.record])
      change({ listed: state.listed.map((one) => (one === scan ? { ...one, undo } : one)) })
      void pump()
    },
    drop(scanId) {
      const isDropped = ({ record, undo }: ListedScan<R>) =>
        record.scan_id === scanId && record.result !== null && undo === null
      if (!state.listed.some(isDropped)) return
      forget([scanId])
      change({ listed: state.listed.filter((one) => !isDropped(one)) })
    },
    start(allowed) {
      maySend = allowed
      loading ??= load()
      void pump()
    },
    wake: () => wakeUp(),
  }
}

/** Under whom scans are kept: a user of one server, at one kind of station; the door's have no name. */
export function scanOwner(userId: string, station?: string): string {
  return `${serverAddress() || location.origin} ${userId}${station === undefined ? '' : ` ${station}`}`
}

/**
 * Drops from this computer what the user's scans were answered. Those without an answer stay until the user is back, and what one
 * of them takes back stays with it.
 */
export async function forgetAnsweredScans(userId: string): Promise<void> {
  const store = scanStore<unknown>()
  const saved = await store.loadAll(scanOwner(userId))
  const needed = new Set(saved.flatMap(({ result, takesBack }) => (result === null ? [takesBack] : [])))
  const answered = saved.filter(({ result, scan_id }) => result !== null && !needed.has(scan_id))
  if (answered.length > 0) await store.remove(answered.map(({ scan_id }) => scan_id))
}

/** How many scans of this user have not reached the server, by the owner of their queue, as far as this computer keeps them. */
export async function waitingScans(userId: string): Promise<ReadonlyMap<string, number>> {
  const saved = await scanStore<unknown>()
    .loadAll(scanOwner(userId))
    // A browser that keeps nothing: then nothing outlived the page that it was scanned on.
    .catch(() => [])
  const waiting = saved.filter(({ result }) => result === null)
  return new Map([...Map.groupBy(waiting, ({ owner }) => owner)].map(([owner, { length }]) => [owner, length]))
}
