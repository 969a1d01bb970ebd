import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../http/call.ts'
import { fanOut } from './fan-out.ts'
import { readVersions, type Versions, versionsOf } from './versions.ts'

/** How often a copy looks at the outbox, for what others left, and at the versions of those who listen here. */
const LOOK_MS = 2_000
/** What a burst of commands tells, as scans do, goes in one round, and the commands' own answers go before it. */
const GATHER_MS = 200
/** Between two rounds: while many work at once, each round costs all of them a little. */
const APART_MS = 700

export interface NoticeFeed {
  /** Something may have been told: a command of this copy is through. */
  kick(): void
  /** The versions of a person's notices and jobs, now and whenever one changes, until the signal. */
  versions(userId: string, signal: AbortSignal): AsyncGenerator<Versions, void, undefined>
  start(): void
  stop(): Promise<void>
}

interface Listener {
  userId: string
  now: Versions
  wake(): void
}

/**
 * One round at a time for the whole copy, however many listen: what is in the outbox is told, then one query asks what changed
 * for those who listen. While nobody does, that query is not made.
 */
export function openNoticeFeed(db: Db, log: FastifyBaseLogger): NoticeFeed {
  const listeners = new Set<Listener>()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let isWanted = false
  const stopping = new AbortController()

  const kick = () => {
    isWanted = true
    if (stopping.signal.aborted) return
    running ??= rounds().finally(() => {
      running = null
    })
  }
  let toldAt = 0
  const rounds = async () => {
    while (isWanted) {
      const pause = Math.max(GATHER_MS, toldAt + APART_MS - performance.now())
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      isWanted = false
      try {
        await fanOut(db)
        await look(db, listeners)
      } catch (error) {
        log.warn({ err: error }, 'notices wait for the next round')
      }
      toldAt = performance.now()
    }
  }
  return {
    kick,
    versions: (userId, signal) => changesOf(db, listeners, userId, signal),
    start() {
      timer ??= setInterval(kick, LOOK_MS).unref()
    },
    async stop() {
      stopping.abort()
      clearInterval(timer)
      await running
    },
  }
}

async function look(db: Db, listeners: ReadonlySet<Listener>): Promise<void> {
  if (listeners.size === 0) return
  const versions = await readVersions(db, [...new Set([...listeners].map(({ userId }) => userId))])
  for (const listener of listeners) {
    const now = versions(listener.userId)
    if (areSame(now, listener.now)) continue
    listener.now = now
    listener.wake()
  }
}

function areSame(one: Versions, other: Versions): boolean {
  return one.version === other.version && one.jobs === other.jobs
}

async function* changesOf(
  db: Db,
  listeners: Set<Listener>,
  userId: string,
  signal: AbortSignal,
): AsyncGenerator<Versions, void, undefined> {
  const listener: Listener = { userId, now: { version: 0, jobs: 0 }, wake: () => undefined }
  const wake = () => listener.wake()
  listeners.add(listener)
  signal.addEventListener('abort', wake, { once: true })
  try {
    listener.now = await versionsOf(db, userId)
    for (let told: Versions | null = null; !signal.aborted; ) {
      if (told === null || !areSame(told, listener.now)) {
        told = listener.now
        yield told
      } else {
        await new Promise<void>((resolve) => {
          listener.wake = resolve
        })
      }
    }
  } finally {
    listeners.delete(listener)
    signal.removeEventListener('abort', wake)
  }
}
