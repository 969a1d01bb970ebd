import { setTimeout as sleep } from 'node:timers/promises'
import { v7 } from 'uuid'
import type { CallContext, Caller, Db } from '../../src/server/http/call.ts'
import { defineJob, type JobKind } from '../../src/server/jobs/define-job.ts'
import { startJob } from '../../src/server/jobs/start-job.ts'
import { testFiles } from './files.ts'
import type { MadeUser } from './people.ts'
import { resources } from './server.ts'

export interface Counting {
  name: string
  /** Pieces of the file, a line each. */
  pieces: number
}

export const quick = { look: 40, lease: 600, timeout: 100 }

/** A kind that writes a line a piece and waits after each for as long as `pause` says. `seen` is told how each run went on. */
export function countingJob(
  pause: (name: string, piece: number) => Promise<void> | number,
  seen: string[] = [],
  ifBroken: JobKind['ifBroken'] = 'again',
): JobKind<Counting> {
  return defineJob<Counting>({
    kind: ifBroken === 'again' ? 'test-counting' : 'test-once',
    ifBroken,
    title: ({ name }) => ({ text: 'Export of {{name}}', values: { name } }),
    async run(job) {
      const { name, pieces } = job.input
      seen.push(`${name} starts`)
      async function* lines() {
        try {
          for (let piece = 1; piece <= pieces; piece++) {
            job.progress(piece, pieces, 'Counting')
            // Each a piece of the file in the database by itself.
            yield `${name} ${piece} ${'x'.repeat(256 * 1024)}\n`
            const wait = pause(name, piece)
            await (typeof wait === 'number' ? sleep(wait) : wait)
          }
        } finally {
          seen.push(`${name} stops`)
        }
      }
      return job.file(`${name}.csv`, 'text/csv', lines())
    },
  })
}

/** As a command of this person asks for it. */
export function ask<I>(db: Db, user: MadeUser, kind: JobKind<I>, input: I): Promise<string> {
  const work = workOf(db, user)
  return work.command((tx) => startJob(tx, work, kind, input))
}

export function workOf(db: Db, user: MadeUser): CallContext {
  const caller: Caller = {
    ...{ userId: user.id, email: user.email, name: 'A user', role: user.role, team: null },
    ...{ vendorId: user.vendor?.id ?? null, siteIds: [], sessionId: v7(), trueRole: null, mustChangePassword: false },
  }
  return {
    ...{
      caller,
      requestId: v7(),
      source: 'screen',
      db,
      main: db,
      reports: async () => db,
      files: testFiles(),
      resources,
      signal: new AbortController().signal,
    },
    command: (context) => db.transaction().execute(context),
    clearSessionCookie: () => undefined,
  }
}

export function jobOf(db: Db, id: string) {
  return db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export async function piecesOf(db: Db, id: string): Promise<number> {
  const rows = await db.selectFrom('job_piece').select('place').where('job_id', '=', id).execute()
  return rows.length
}

export async function until<T>(look: () => Promise<T> | T, ms = 15_000): Promise<T> {
  for (const end = Date.now() + ms; ; ) {
    const found = await look()
    if (found) return found
    if (Date.now() > end) throw new Error('it never came')
    await sleep(15)
  }
}

export function untilState(db: Db, id: string, state: string): Promise<unknown> {
  return until(async () => (await jobOf(db, id)).state === state)
}
