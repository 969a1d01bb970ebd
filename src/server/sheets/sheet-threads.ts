import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { refusalMessages } from '../../shared/kernel/sheet.ts'
import { SheetRefused } from './limits.ts'
import { ReadingTurns } from './reading-turns.ts'
import type { JobReply, JobResults, SheetJob, StreamedRows, StreamedSheet, StreamJob } from './sheet-jobs.ts'

/** Heap of one thread, in MB: enough for every file within the limits, too little to hurt the server. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 }

/** Of one that gives its rows on: it needs no room for them. */
const streamLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 }

/** A csv is read a megabyte at a time: whatever else is there is to be collected soon. */
const csvLimits = { maxOldGenerationSizeMb: 80, maxYoungGenerationSizeMb: 8 }

/** One core is left to the calls. */
const most = Math.max(1, availableParallelism() - 1)

/** A file may hold 10 MB while it waits. The seconds are a hundred ordinary files, or one and a half of those that take all they may. */
const turns = new ReadingTurns({
  atOnce: most,
  ofOne: Math.max(1, most - 1),
  waiting: 32 + 8 * most,
  waitingOfOne: 8,
  secondsAMinute: 30,
})

const idle: Worker[] = []

/**
 * Runs a job in a warm thread when it is the turn of `user`. The thread is killed, and replaced at need, when the job outlives its limit or
 * `signal` aborts, or when it runs out of memory. Throws SheetRefused, and a Refusal with the seconds to wait where too many wait; anything
 * else it throws is a fault of the program.
 */
export async function runSheetJob<Kind extends 'read' | 'correct'>(
  job: Extract<SheetJob, { kind: Kind }>,
  { user, signal }: { user?: string; signal?: AbortSignal },
): Promise<JobResults[Kind]> {
  const endTurn = await turns.take(user, signal)
  try {
    const reply = await runOn(idle.pop() ?? startThread(), job, signal)
    if ('refused' in reply) throw refusalOf(reply)
    if ('failed' in reply) throw new Error(`sheet-worker: ${reply.failed}`)
    return reply.value as JobResults[Kind]
  } finally {
    endTurn()
  }
}

/** Bytes of a file that somebody waits for: a warm thread may read it as well as a new one, which it does not grow by. */
const SMALL = 400 * 1024

/** Pieces that a reading thread may be ahead of whoever takes them. */
const AHEAD = 2

/**
 * Large files are long work: one at a time, beside small ones, which are one at a time as well and wait for no large one. Whose turn it is
 * is decided as for uploads, one file of each person; but what an import may take is for its own limits, not for seconds a minute.
 */
const lane = () =>
  new ReadingTurns({ atOnce: 1, ofOne: 1, waiting: 64, waitingOfOne: 8, secondsAMinute: Number.MAX_SAFE_INTEGER })
const lanes = { small: lane(), large: lane() }

/**
 * Reads a large file in a thread of its own when it is the turn of `user`; `take` gets some rows at a time, one call after another, and the thread waits for it.
 * The file's bytes may be gone afterwards. The thread ends when `signal` aborts, when `take` throws (and that is thrown on), or when it is
 * silent for longer than its limit. Throws a Refusal where too many of one person wait. However it ends, no `take` runs any more: what it writes to may be gone then.
 */
export async function streamSheet(
  job: Omit<StreamJob, 'kind' | 'credit'>,
  take: (piece: StreamedRows) => Promise<void>,
  { user, signal }: { user?: string; signal?: AbortSignal },
): Promise<readonly StreamedSheet[]> {
  const endTurn = await lanes[job.bytes.length <= SMALL ? 'small' : 'large'].take(user, signal)
  try {
    return await runStream(job, take, signal)
  } finally {
    endTurn()
  }
}

async function runStream(
  job: Omit<StreamJob, 'kind' | 'credit'>,
  take: (piece: StreamedRows) => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<readonly StreamedSheet[]> {
  if (signal?.aborted) throw new SheetRefused(refusalMessages.cancelled)
  const credit = new SharedArrayBuffer(4)
  const left = new Int32Array(credit)
  Atomics.store(left, 0, AHEAD)
  const isSmall = job.bytes.length <= SMALL
  const thread = (isSmall && idle.pop()) || startThread(job.format === 'csv' ? csvLimits : streamLimits)
  let [isSound, isOver] = [false, false]
  let taken: Promise<void> = Promise.resolve()
  try {
    const reply = await runOn(thread, { ...job, kind: 'stream', credit }, signal, (piece, fail) => {
      taken = taken
        .then(() => (isOver ? undefined : take(piece)))
        .then(() => {
          Atomics.add(left, 0, 1)
          Atomics.notify(left, 0)
        })
      taken.catch(fail)
      return taken
    })
    await taken
    if ('refused' in reply) throw refusalOf(reply)
    if ('failed' in reply) throw new Error(`sheet-worker: ${reply.failed}`)
    isSound = true
    return (reply as { value: JobResults['stream'] }).value
  } finally {
    isOver = true
    // A transaction that ends while somebody still writes in it would leave the rest to whoever has its connection next.
    await taken.catch(() => undefined)
    if (isSound && isSmall && idle.length === 0) idle.push(thread)
    else void thread.terminate()
  }
}

/** Starts the first thread ahead of the first upload. */
export function warmSheetThreads(): void {
  if (idle.length === 0) idle.push(startThread())
}

/** Ends the idle threads; for a stopping server. */
export async function stopSheetThreads(): Promise<void> {
  await Promise.all(idle.splice(0).map((thread) => thread.terminate()))
}

function refusalOf({ refused, params, unknown = [] }: Extract<JobReply, { refused: string }>): SheetRefused {
  return new SheetRefused(refused, params, { unknown })
}

function startThread(limits = resourceLimits): Worker {
  // No execArgv: the server's own flags (loaders, inspectors) are not the thread's.
  const thread = new Worker(sheetWorkerFile(), { resourceLimits: limits, execArgv: [] })
  thread.unref()
  // An idle thread that dies is simply not used again.
  thread.on('error', () => forget(thread))
  thread.on('exit', () => forget(thread))
  return thread
}

function forget(thread: Worker): void {
  const place = idle.indexOf(thread)
  if (place >= 0) idle.splice(place, 1)
}

type TakePiece = (piece: StreamedRows, fail: (error: unknown) => void) => Promise<void>

function runOn(
  thread: Worker,
  job: SheetJob,
  signal: AbortSignal | undefined,
  takePiece?: TakePiece,
): Promise<Exclude<JobReply, { piece: unknown }>> {
  return new Promise((resolve, reject) => {
    const kill = (message: string) => settle(() => reject(new SheetRefused(message)), false)
    const startTimer = () => setTimeout(() => kill(refusalMessages.tooSlow), job.limits.milliseconds)
    let timer = startTimer()
    const onAbort = () => kill(refusalMessages.cancelled)
    const fail = (error: unknown) => settle(() => reject(error), false)
    // While a piece is taken the thread may have to wait: only its own time counts.
    const onMessage = (reply: JobReply) => {
      if (!('piece' in reply)) return settle(() => resolve(reply), true)
      clearTimeout(timer)
      takePiece?.(reply.piece, fail).then(
        () => {
          clearTimeout(timer)
          if (!settled) timer = startTimer()
        },
        () => undefined,
      )
    }
    const onError = (error: Error) => settle(() => reject(asRefusal(error)), false)
    const onExit = () => settle(() => reject(new Error('sheet-worker ended by itself')), false)
    let settled = false

    function settle(tell: () => void, reusable: boolean) {
      settled = true
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      thread.off('message', onMessage).off('error', onError).off('exit', onExit)
      thread.unref()
      if (!takePiece && reusable) idle.push(thread)
      if (!reusable) void thread.terminate()
      tell()
    }

    signal?.addEventListener('abort', onAbort, { once: true })
    thread.ref()
    thread.on('message', onMessage)
    thread.once('error', onError).once('exit', onExit)
    thread.postMessage(job, givenAway(job))
  })
}

/** The bytes of a large file go to the thread that reads it; whoever had them has them no longer. */
function givenAway(job: SheetJob): ArrayBuffer[] {
  const { buffer, byteLength } = job.bytes
  const isLarge = job.kind === 'correct' ? job.isLarge : job.kind === 'stream' && byteLength > SMALL
  const isOwn = isLarge && buffer.byteLength === byteLength
  return isOwn && buffer instanceof ArrayBuffer ? [buffer] : []
}

function asRefusal(error: Error): Error {
  const outOfMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return outOfMemory ? new SheetRefused(refusalMessages.tooLargeUnpacked) : error
}

/** Beside this file as source; beside the bundle, or above its chunks, once built. */
const places = ['./sheet-worker.ts', './sheet-worker.js', '../sheet-worker.js']

/** Where the thread's program is: the same code runs from source, in tests and from the bundle. */
export function sheetWorkerFile(): URL {
  // Built from a variable, so that bundlers do not take the file for an asset.
  const file = places.map((place) => new URL(place, import.meta.url)).find((url) => existsSync(url))
  if (!file) throw new Error('sheet-worker is missing beside the server')
  return file
}
