import { join } from 'node:path'
import type { DatabaseLog } from '../database/database-log.ts'
import { type BackupKind, backupPath, type KeptBackup, keptBackups, tidyBackups } from './backups-folder.ts'
import { fillPool } from './file-pool.ts'
import { BackupError } from './format.ts'
import { writeBackup } from './write-backup.ts'

export interface BackupsPlace {
  /** Where they lie. */
  folder: string
  /** Of the database, as who may read all of it. */
  url: string
  dataDir: string
  filesUrl?: string | undefined
  log: DatabaseLog
  /** Throws when so many bytes more would use up the room that is kept free. */
  insistOnRoom?: ((folder: string, bytes: number) => Promise<void>) | undefined
  /** Somebody must hear of it. */
  onFailure?: (problem: string) => Promise<void>
}

export interface BackupsNow {
  folder: string
  kept: readonly KeptBackup[]
  /** Since when one is being made. */
  runningSince: Date | null
  /** Why the last one that was tried failed; null once one succeeded. */
  problem: { at: Date; words: string } | null
  nextAt: Date | null
}

/** The backups of one installation, made while its server runs. */
export interface Backups {
  now(): Promise<BackupsNow>
  /** Begins one, unless one is being made; does not wait for it. */
  begin(kind: BackupKind): void
  start(): void
  /** Breaks off what is under way: nothing of it stays. */
  stop(): Promise<void>
}

const DAY_MS = 24 * 60 * 60_000
const LOOK_EVERY_MS = 5 * 60_000
/** Not at start-up: that must be quick. */
const FIRST_MS = 60_000
/** After a failure. */
const AGAIN_MS = 60 * 60_000

/**
 * One backup a day into `folder`, and whenever somebody asks: the database in a file that is read back, its photographs beside it once
 * for all (file-pool.ts). A computer that was off makes it when it is on again.
 */
export function openBackups(place: BackupsPlace, times = { firstMs: FIRST_MS, lookEveryMs: LOOK_EVERY_MS }): Backups {
  let running: { since: Date; ended: Promise<void>; ending: AbortController } | null = null
  let problem: BackupsNow['problem'] = null
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const openedAt = Date.now()

  async function nextAt(): Promise<Date> {
    const last = (await keptBackups(place.folder)).find(({ kind }) => kind === 'daily')
    const due = last ? last.madeAt.getTime() + DAY_MS : openedAt + times.firstMs
    return new Date(Math.max(due, problem ? problem.at.getTime() + AGAIN_MS : 0))
  }

  async function look(): Promise<void> {
    try {
      if ((await nextAt()).getTime() <= Date.now()) begin('daily')
    } catch (error) {
      await failed(error)
    }
    if (!isStopped) timer = setTimeout(look, times.lookEveryMs).unref()
  }

  function begin(kind: BackupKind): void {
    if (running !== null || isStopped) return
    const ending = new AbortController()
    const ended = make(kind, ending.signal)
      .catch((error: unknown) => (ending.signal.aborted ? undefined : failed(error)))
      .finally(() => {
        running = null
      })
    running = { since: new Date(), ended, ending }
  }

  async function make(kind: BackupKind, signal: AbortSignal): Promise<void> {
    const { path, bytes } = await makeBackup(place, kind, signal)
    problem = null
    place.log.info({ path, bytes }, 'made a backup and read it back')
  }

  async function failed(error: unknown): Promise<void> {
    const words = error instanceof Error ? error.message : String(error)
    problem = { at: new Date(), words }
    place.log.error({ err: error, reason: words }, 'no backup could be made')
    await place.onFailure?.(words).catch((failure: unknown) => place.log.warn({ err: failure }, 'nobody could be told'))
  }

  return {
    async now() {
      const kept = await keptBackups(place.folder)
      return { folder: place.folder, kept, runningSince: running?.since ?? null, problem, nextAt: await nextAt() }
    },
    begin,
    start() {
      timer = setTimeout(look, times.firstMs).unref()
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      running?.ending.abort()
      await running?.ended
    },
  }
}

type Made = { path: string; bytes: number }

/** Makes one now, its photographs beside it, and removes what is more than is kept. */
export async function makeBackup(
  place: Omit<BackupsPlace, 'onFailure'>,
  kind: BackupKind,
  signal?: AbortSignal,
): Promise<Made> {
  const { folder, url, dataDir, filesUrl, insistOnRoom } = place
  // Before: a disk that is full of them would take no other, and one that a killed server left is worth nothing.
  await tidyBackups(folder)
  const { path, bytes, head } = await writeBackup(backupPath(folder, kind), {
    url,
    signal,
    files: () => null,
    place: filesUrl ? 'elsewhere' : 'beside',
    ...(insistOnRoom && { insistOnRoom }),
  })
  const kept = await tidyBackups(folder)
  // The photographs of a copy before an update are those of the last day: a start must not wait for them.
  if (!filesUrl && kind !== 'before-update') {
    const keptSince = kept.at(-1)?.madeAt ?? new Date()
    const pool = { backups: folder, live: join(dataDir, 'files'), installation: head.installation }
    await fillPool(pool, { keptSince, signal, insistOnRoom })
  }
  return { path, bytes }
}

/** Throws in words: a new version changes nothing of which there is no copy. */
export async function backUpBeforeUpdate(place: Omit<BackupsPlace, 'onFailure'>): Promise<void> {
  try {
    const { path } = await makeBackup(place, 'before-update')
    place.log.info({ path }, 'made a copy before the tables are changed')
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new BackupError(
      `This version changes the tables of the database, and no copy could be made before: ${why} Nothing was changed.`,
      error,
    )
  }
}
