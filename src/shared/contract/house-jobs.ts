import { z } from 'zod'
import { jobStates } from '../domain/jobs.ts'
import { anyFile, json, post } from './grammar.ts'
import { listExports } from './list-exports.ts'
import { instant } from './shapes.ts'

const values = z.record(z.string(), z.union([z.string(), z.number()]))

/** English words with blanks, and what fills them: a client says them in its language. */
const words = z.object({ text: z.string(), values })

export const jobRow = z.object({
  id: z.uuid(),
  kind: z.string(),
  title: words,
  state: z.enum(jobStates),
  /** Steps done, of so many; null while nobody knows. */
  done: z.int().min(0),
  total: z.int().min(0).nullable(),
  /** What it is at, in words. */
  step: z.string().nullable(),
  /** Its user wants it to end: it does at its next step. */
  is_ending: z.boolean(),
  /** Why it failed. */
  problem: words.nullable(),
  created_at: instant,
  ended_at: instant.nullable(),
  /** What it made, for as long as it is kept. */
  file: z.object({ name: z.string(), bytes: z.int().min(0), kept_until: instant }).nullable(),
})

export type JobRow = z.output<typeof jobRow>

const exportNames = Object.keys(listExports) as [keyof typeof listExports, ...(keyof typeof listExports)[]]

/** Our own calls: work that takes longer than a call may. Everybody has their own; no caller reaches another's. */
export const houseJobs = {
  getJobs: post('selvedge/jobs/list', {
    summary:
      "The caller's jobs, the newest first. `version` counts their changes, as the stream of notices tells them.",
    callers: 'signed-in',
    takes: z.object({}),
    gives: json(z.object({ rows: z.array(jobRow), version: z.int().min(0) })),
  }),
  cancelJob: post('selvedge/jobs/cancel', {
    summary: 'Ends a job of the caller. One that runs stops at its next step and leaves nothing behind.',
    callers: 'signed-in',
    changes: true,
    takes: z.object({ job_id: z.uuid() }),
    gives: json(z.object({ job: jobRow })),
  }),
  dismissJobs: post('selvedge/jobs/dismiss', {
    summary: "Takes ended jobs off the caller's list, and their files with them.",
    callers: 'signed-in',
    changes: true,
    takes: z.object({ job_ids: z.array(z.uuid()).min(1).max(100) }),
    gives: json(z.object({ dismissed: z.array(z.uuid()) })),
  }),
  getJobFile: post('selvedge/jobs/file', {
    summary: 'The file that a job of the caller made. Kept for seven days.',
    callers: 'signed-in',
    takes: z.object({ job_id: z.uuid() }),
    gives: anyFile(
      ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/pdf'],
      'result.csv',
    ),
  }),
  startExport: post('selvedge/jobs/export', {
    summary: 'Makes a long export as a job. `job` is null where the file is short: it is then taken by its own call.',
    callers: 'signed-in',
    changes: true,
    takes: z.object({
      call: z.enum(exportNames),
      input: z.record(z.string(), z.unknown()),
      /** However short it is. */
      always: z.boolean().default(false),
    }),
    gives: json(z.object({ job: jobRow.nullable() })),
  }),
}
