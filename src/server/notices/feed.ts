import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { type Contract, kindsFor, noticeKinds } from '../../shared/areas.ts'
import type { Gives, Taken } from '../../shared/kernel/call.ts'
import { isAway } from '../database/database-errors.ts'
import { numberBatches } from '../feed/batches.ts'
import { type CallContext, type Db, type Reply, reply, type Tx } from '../http/call.ts'
import { fanOut } from './notify.ts'

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
 * One round at a time for the whole copy, however many listen: what happened is numbered for the change feed, what is in the outbox
 * is told, then one query asks what changed for those who listen. While nobody does, that query is not made.
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
  const attempt = (task: () => Promise<unknown>, failed: string) =>
    task().catch((error: unknown) => {
      if (!isAway(error)) log.warn({ err: error }, failed)
    })
  const rounds = async () => {
    while (isWanted) {
      const pause = Math.max(GATHER_MS, toldAt + APART_MS - performance.now())
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      isWanted = false
      await attempt(() => numberBatches(db), 'the change feed waits for the next round')
      await attempt(() => fanOut(db).then(() => look(db, listeners)), 'notices wait for the next round')
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

type Kinds = Gives<Contract['notices']['getNoticeKinds']>

export async function listKinds(_: object, { db, caller }: CallContext): Promise<Reply<Kinds>> {
  return reply(await kindsOf(db, caller))
}

/** Mutes a kind for the caller, or takes that back; a kind that the caller never gets may be muted all the same. */
export async function muteNotices(
  { kind, muted }: Taken<Contract['notices']['muteNotices']>,
  context: CallContext,
): Promise<Reply<Kinds>> {
  const row = { user_id: context.caller.userId, kind }
  return context.command(async (tx) => {
    if (muted)
      await tx
        .insertInto('notice_mute')
        .values(row)
        .onConflict((on) => on.doNothing())
        .execute()
    else await tx.deleteFrom('notice_mute').where('user_id', '=', row.user_id).where('kind', '=', kind).execute()
    return reply(await kindsOf(tx, context.caller), muted ? 'Notices muted.' : 'Notices on again.')
  })
}

async function kindsOf(db: Db | Tx, caller: CallContext['caller']): Promise<Kinds> {
  const rows = await db.selectFrom('notice_mute').select('kind').where('user_id', '=', caller.userId).execute()
  const muted = new Set(rows.map(({ kind }) => kind))
  return { kinds: kindsFor(caller).map((kind) => ({ kind, label: noticeKinds[kind].label, muted: muted.has(kind) })) }
}

/** How often a person's notices and their jobs changed. */
export interface Versions {
  version: number
  jobs: number
}

const never: Versions = { version: 0, jobs: 0 }

/** The versions of these people; zeros for who never had a notice or a job. */
export async function readVersions(db: Db | Tx, userIds: readonly string[]): Promise<(userId: string) => Versions> {
  const rows = await db
    .selectFrom('notice_version')
    .selectAll()
    .where(sql<boolean>`user_id = ANY (${userIds}::uuid[])`)
    .execute()
  const found = new Map(rows.map(({ user_id, version, jobs }) => [user_id, { version, jobs }]))
  return (userId) => found.get(userId) ?? never
}

export async function versionsOf(db: Db | Tx, userId: string): Promise<Versions> {
  return (await readVersions(db, [userId]))(userId)
}

/** Lets the person's open streams know that something changed. */
export async function countVersion(tx: Tx, userId: string): Promise<void> {
  await tx
    .insertInto('notice_version')
    .values({ user_id: userId, version: 1 })
    .onConflict((on) => on.column('user_id').doUpdateSet({ version: sql<number>`notice_version.version + 1` }))
    .execute()
}

/** The same for a change of the person's jobs. */
export async function countJobs(tx: Tx, userId: string): Promise<void> {
  await tx
    .insertInto('notice_version')
    .values({ user_id: userId, version: 0, jobs: 1 })
    .onConflict((on) => on.column('user_id').doUpdateSet({ jobs: sql<number>`notice_version.jobs + 1` }))
    .execute()
}

/** The same for the persons of these jobs, each once; always in the same order, so that two transactions do not wait for each other. */
export async function countJobsOf(tx: Tx, jobs: readonly { user_id: string }[]): Promise<void> {
  for (const userId of new Set(jobs.map(({ user_id }) => user_id).sort())) await countJobs(tx, userId)
}
