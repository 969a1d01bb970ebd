import type { FileType } from '../../shared/kernel/call.ts'
import type { CallContext } from '../http/call.ts'

/** Result of a job: made by `job.file`, given back by `run`. */
export interface JobFile {
  readonly name: string
  readonly type: FileType
  readonly bytes: number
}

/** One job as its `run` sees it. */
export interface Job<I> {
  readonly id: string
  readonly input: I
  /**
   * What a call's handler gets: the caller as they were when they asked, `db` for reading, a signal that is aborted when the
   * job must end. `command` may be used any number of times; each is refused once the job is cancelled or lost to another server.
   */
  readonly context: CallContext
  /** How far it is; `step` says in English what it is at. Written some times a second at most. */
  progress(done: number, total: number, step?: string): void
  /** Throws `JobStopped` when the job must end: cancelled, the server stops, or another server has it. Call it often. */
  stopIfCancelled(): void
  /**
   * Writes a file piece by piece while `body` makes it. It can be taken only when `run` gives it back and nothing came in
   * between. Throws a refusal when it becomes larger than `jobLimits.fileBytes`.
   */
  file(name: string, type: FileType, body: AsyncIterable<Uint8Array | string> | Uint8Array): Promise<JobFile>
}

/** A kind of long work, as a value. `I` must be plain JSON. */
export interface JobKind<I = never> {
  /** Never given to another kind: it stands in the database. */
  kind: string
  /** `again`: may be done anew from the start after its server died, three times at most. `once`: then it failed. */
  ifBroken: 'again' | 'once'
  /** Message for its user, English with blanks, and the values that fill them. */
  title(input: I): { text: string; values: Record<string, string | number> }
  /**
   * Does it. A refusal (http/errors.ts) fails the job in the refusal's words, another error lets it be tried again where
   * `ifBroken` says so. What it changes it changes by `job.work.command`, each time something whole.
   */
  run(job: Job<I>): Promise<JobFile | null>
}

export type AnyJobKind = JobKind<never>

const MOST_FAILURES = 3

export function defineJob<I>(kind: JobKind<I>): JobKind<I> {
  return kind
}

/** How often a job of this kind may break off. */
export function mostFailures({ ifBroken }: AnyJobKind): number {
  return ifBroken === 'again' ? MOST_FAILURES : 1
}

export type StopReason = 'cancelled' | 'stopping' | 'lost'

/** Ends the running of a job from within. Kinds let it through. */
export class JobStopped extends Error {
  readonly reason: StopReason

  constructor(reason: StopReason) {
    super(`the job must end: ${reason}`)
    this.name = 'JobStopped'
    this.reason = reason
  }
}
