import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { v7 } from 'uuid'
import { jobLimits } from '../../shared/areas/frame/jobs.ts'
import { isAway } from '../database/database-errors.ts'
import type { Files } from '../files/files.ts'
import type { Db } from '../http/call.ts'
import type { AnyJobKind } from './define-job.ts'
import { endRun, holdJobs, lookAtQueue, type TakenJob, takeBack, takeJob } from './queue.ts'
import { type Running, runJob } from './run-job.ts'
import { startedJobs } from './start-job.ts'

/** In milliseconds; tests make them short. */
export interface JobTimes {
  /** Between two looks at the queue. */
  look: number
  /** A server that showed no life for so long is dead. */
  lease: number
  /** How long a stopping server lets jobs come to their end before it gives them back. */
  timeout: number
}

const defaultTimes: JobTimes = { look: 1_000, lease: 30_000, timeout: 2_000 }
/** A job that does not heed its end is left to its lease. */
const LAST_PATIENCE = 5_000
/** Jobs of one server at once: they share its one thread with the calls. One more than a person's share. */
const AT_ONCE = jobLimits.runningPerUser + 1

export interface ServerJobs {
  /** A command of this copy may have asked for one. Costs nothing when none did. */
  kick(): void
  /** Looks now: something was asked for or cancelled. */
  look(): void
  start(): void
  /** Takes no more; lets what runs come to its end for a moment, then gives it back to the queue. */
  stop(): Promise<void>
}

interface Parts {
  db: Db
  reports(): Promise<Db>
  files: Files
  resources: string
  log: FastifyBaseLogger
  kinds: readonly AnyJobKind[]
  /** Somebody's jobs changed: their pages should hear of it soon. */
  onChange(): void
  times?: Partial<JobTimes>
}

/** Does what waits in the queue, beside any number of other servers on the same database. */
export function openJobs({ db, reports, files, resources, log, kinds, onChange, times }: Parts): ServerJobs {
  const { look: lookMs, lease, timeout } = { ...defaultTimes, ...times }
  const worker = v7()
  const known = new Map(kinds.map((kind) => [kind.kind, kind]))
  const names = [...known.keys()]
  /** By job and attempt: one that was lost may come back here while its old run is still ending. */
  const running = new Map<string, Running & { id: string; through: Promise<void> }>()
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> | null = null
  let [isWanted, isStopping, heldAt, seen] = [false, false, 0, 0]

  const run = (taken: TakenJob, kind: AnyJobKind) => {
    const onError = (error: unknown) => log.error({ err: error, job: taken.id, kind: taken.kind }, 'a job failed')
    const one = runJob({ db, reports, files, resources, kind, onError }, taken)
    const finish = async () => {
      const end = await one.ended
      const became = end === null ? null : await endRun(db, taken, end)
      log.info({ job: taken.id, kind: taken.kind, became }, 'a job ended')
    }
    const through = finish()
      // The database is away: the lease runs out, and somebody takes the job up again.
      .catch((error: unknown) => log.warn({ err: error, job: taken.id }, 'the end of a job was not written'))
      .finally(() => {
        running.delete(nameOf(taken))
        onChange()
        look()
      })
    running.set(nameOf(taken), { ...one, id: taken.id, through })
  }
  const holdOn = async () => {
    if (running.size === 0 || performance.now() - heldAt < lease / 3) return
    await holdJobs(
      db,
      worker,
      [...running.values()].map(({ id }) => id),
      lease,
    )
    heldAt = performance.now()
  }
  const goRound = async () => {
    await holdOn()
    const before = [...running.keys()]
    const { hasWaiting, hasBroken, held } = await lookAtQueue(db, worker, names)
    const own = new Map(held.map((job) => [nameOf(job), job]))
    for (const name of before) {
      const job = own.get(name)
      if (!job || job.cancel_wanted) running.get(name)?.stop(job ? 'cancelled' : 'lost')
    }
    const taken = hasBroken ? await takeBack(db) : 0
    if (taken > 0) {
      log.warn({ jobs: taken }, 'jobs of a server that died were taken back')
      onChange()
    }
    while ((hasWaiting || taken > 0) && running.size < AT_ONCE && !isStopping) {
      const job = await takeJob(db, worker, names, lease)
      const kind = job && known.get(job.kind)
      if (!job || !kind) return
      // A lease counts from when it was taken: the next look moves it on with the others.
      run(job, kind)
      onChange()
    }
  }
  const goRounds = async () => {
    while (isWanted && !isStopping) {
      isWanted = false
      await goRound().catch((error: unknown) => {
        if (!isAway(error)) log.warn({ err: error }, 'the queue of jobs could not be read')
      })
    }
  }
  const look = () => {
    isWanted = true
    if (isStopping) return
    round ??= goRounds().finally(() => {
      round = null
      // Asked for between the last glance and now.
      if (isWanted && !isStopping) look()
    })
  }
  return {
    look,
    kick() {
      if (startedJobs() === seen) return
      seen = startedJobs()
      look()
    },
    start() {
      timer ??= setInterval(look, lookMs).unref()
    },
    async stop() {
      isStopping = true
      clearInterval(timer)
      await round
      const all = Promise.all([...running.values()].map(({ through }) => through))
      const isThrough = await within(all, timeout)
      if (isThrough) return
      for (const one of running.values()) one.stop('stopping')
      if (!(await within(all, LAST_PATIENCE))) log.warn({ jobs: [...running.keys()] }, 'jobs did not heed the stop')
    },
  }
}

function nameOf({ id, attempt }: { id: string; attempt: number }): string {
  return `${id} ${attempt}`
}

async function within(task: Promise<unknown>, ms: number): Promise<boolean> {
  const waiting = new AbortController()
  const late = sleep(ms, false, { signal: waiting.signal }).catch(() => false)
  const outcome = await Promise.race([task.then(() => true), late])
  waiting.abort()
  return outcome
}
