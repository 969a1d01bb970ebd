import { z } from 'zod'
import { area, namesOf } from '../../kernel/area.ts'
import { anyFile, get, json, post, xlsx } from '../../kernel/call.ts'
import { type ListFile, listLimits } from '../../kernel/list.ts'
import { instant, oneLine, version } from '../../kernel/shapes.ts'
import { jobStates, jobWords } from './jobs.ts'

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

const preferenceName = z
  .string()
  .max(80)
  .regex(/^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+$/)

/** JSON that the database takes: within its size and depth, and without signs that are none (NUL, halves of a pair). */
const preferenceValue = z
  .unknown()
  .refine((value) => value !== undefined, { error: 'Please fill this in.' })
  .refine((value) => depthOf(value) <= listLimits.preferenceDepth, { abort: true })
  .refine((value) => new TextEncoder().encode(JSON.stringify(value)).length <= listLimits.preferenceBytes, {
    error: 'This is too long.',
  })
  .refine((value) => !/\\u0000|\\ud[89a-f]/i.test(JSON.stringify(value)))

/** Stops counting beyond what is allowed: what was sent may be as deep as its sender likes. */
function depthOf(value: unknown, room: number = listLimits.preferenceDepth): number {
  if (typeof value !== 'object' || value === null) return 0
  if (room === 0) return 1
  let deepest = 0
  // No spread: of the many values of a long list it would fall over the call's own limit.
  for (const inner of Object.values(value)) deepest = Math.max(deepest, depthOf(inner, room - 1))
  return 1 + deepest
}

const columnId = z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/)

const columnIds = z.array(columnId).max(100)

/** Columns as a view keeps them; widths in pixels, of the columns that were resized. */
const layout = z.object({
  order: columnIds,
  hidden: columnIds,
  pinned: columnIds,
  widths: z.record(columnId, z.number().min(40).max(1_200)).refine((widths) => Object.keys(widths).length <= 100),
  is_dense: z.boolean(),
})

const viewName = z.string().trim().min(1, { error: 'Please enter a name.' }).max(listLimits.viewName).regex(oneLine)

/** Words of an address, as `URLSearchParams` writes them. */
const search = z
  .string()
  .max(2_000)
  .regex(/^[\x21-\x7e]*$/)

export const savedView = z.object({
  id: z.uuid(),
  list: z.string(),
  name: z.string(),
  search: z.string(),
  layout,
  is_shared: z.boolean(),
  is_own: z.boolean(),
  is_default: z.boolean(),
  may_change: z.boolean(),
  owner_name: z.string(),
  version,
})

/** Records that more than one person may have open at once. */
/** `facility`: all that one makes, by its code; `*` all facilities that the caller sees. */
export const watchedRecords = ['box', 'box_in_india', 'shipment', 'facility'] as const
export type WatchedRecord = (typeof watchedRecords)[number]

/** How often a page asks for the record that it has open, and after how long without asking it counts as closed. */
export const watching = { everyMs: 4_000, goneMs: 13_000 } as const

const gives = json(z.object({ view: savedView }))

type ListFiles = Readonly<Record<string, ListFile>>

/** The calls of all screens alike; `list` is the schema of the names of all areas' lists, `exports` are their files. */
export const frameCalls = <L extends z.ZodType, E extends ListFiles>(list: L, exports: E) => ({
  ...exports,
  watchRecord: post('selvedge/records/watch', {
    summary:
      'The version of a record that is open in a page, and who else of the same company has it open, the first to open it first. ' +
      'Asked every few seconds; who has not asked for a while has closed it.',
    callers: 'signed-in',
    forPeople: true,
    takes: z.object({
      entity: z.enum(watchedRecords),
      id: z.string().min(1).max(60).regex(oneLine),
      is_closed: z.boolean().optional(),
    }),
    gives: json(
      z.object({
        version,
        /** Counts the changes of the settings that a box at QC is judged by; null of other records, and for vendors. */
        rules: z.int().nullable(),
        others: z.array(z.object({ name: z.string(), opened_at: instant })),
      }),
    ),
  }),
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
      call: z.enum(namesOf(exports)),
      input: z.record(z.string(), z.unknown()),
      /** However short it is. */
      always: z.boolean().default(false),
    }),
    gives: json(z.object({ job: jobRow.nullable() })),
  }),
  getPreferences: post('selvedge/preferences', {
    summary: "The caller's own preferences, such as column layouts.",
    callers: 'signed-in',
    forPeople: true,
    takes: z.object({}),
    gives: json(
      z.object({ preferences: z.array(z.object({ name: z.string(), value: z.unknown(), changed_at: instant })) }),
    ),
  }),
  setPreference: post('selvedge/preferences/set', {
    summary:
      'Keeps one preference; null forgets it. The last write wins. Not an audit event: it changes nobody’s work.',
    callers: 'signed-in',
    forPeople: true,
    changes: true,
    takes: z.object({ name: preferenceName, value: preferenceValue }),
    gives: json(z.object({ changed_at: instant })),
  }),
  getViews: post('selvedge/views', {
    summary:
      'Views of a list, or of all lists that the caller may open: their own, and those shared within the same vendor or the house.',
    callers: 'signed-in',
    forPeople: true,
    takes: z.object({ list: list.optional() }),
    gives: json(z.object({ views: z.array(savedView) })),
  }),
  createView: post('selvedge/views/create', {
    summary: 'Saves a view of a list: its filters, sort and columns.',
    callers: 'signed-in',
    forPeople: true,
    changes: true,
    takes: z.object({ list, name: viewName, search, layout, is_shared: z.boolean().default(false) }),
    gives,
  }),
  changeView: post('selvedge/views/change', {
    summary: 'Renames, overwrites, shares, deletes or brings back a view; what is left out stays.',
    callers: 'signed-in',
    forPeople: true,
    changes: true,
    takes: z.object({
      view_id: z.uuid(),
      version,
      name: viewName.optional(),
      search: search.optional(),
      layout: layout.optional(),
      is_shared: z.boolean().optional(),
      is_deleted: z.boolean().optional(),
    }),
    gives,
  }),
  setDefaultView: post('selvedge/views/set-default', {
    summary: 'The view with which a list opens for the caller; null for none.',
    callers: 'signed-in',
    forPeople: true,
    changes: true,
    takes: z.object({ list, view_id: z.uuid().nullable() }),
    gives: json(z.object({})),
  }),
  getCorrectedWorkbook: get('selvedge/corrected-workbook/{upload_id}', {
    summary:
      'The refused workbook back, with an Errors column and coloured cells, in the language named or in both. Kept for a day, for its uploader only.',
    callers: 'signed-in',
    takes: z.object({ upload_id: z.uuid(), language: z.string().max(35).optional() }),
    gives: xlsx('corrected.xlsx'),
  }),
  trackUserActions: post('track-user-actions', {
    summary: "A batch of the client's request log.",
    callers: 'signed-in',
    forPeople: true,
    takes: z.object({
      actions: z
        .array(
          z.object({
            at: instant,
            kind: z.string().max(40),
            path: z.string().max(200).optional(),
            request_id: z.string().max(80).nullish(),
            trace_id: z.string().max(80).nullish(),
            details: z
              .record(z.string().max(40), z.union([z.string().max(300), z.number(), z.boolean(), z.null()]))
              .refine((details) => Object.keys(details).length <= 20, { error: 'There are too many entries.' })
              .optional(),
          }),
        )
        .min(1)
        .max(500),
    }),
    gives: json(z.object({ taken: z.int() })),
  }),
})

/** What all screens share, over the names of all areas' lists and their files. */
export const frameArea = <L extends string, E extends ListFiles>(lists: readonly [L, ...L[]], exports: E) =>
  area({
    calls: frameCalls(z.enum(lists), exports),
    entities: ['file', 'view', 'job'],
    events: { 'file.downloaded': 'File downloaded' },
    words: Object.values(jobWords),
  })
