import { z } from 'zod'
import { listLimits, listNames } from '../domain/lists.ts'
import { json, post } from './grammar.ts'
import { listExports } from './list-exports.ts'
import { instant, oneLine, version } from './shapes.ts'

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

const list = z.enum(listNames)
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

const gives = json(z.object({ view: savedView }))

/** Our own calls: how people like their lists, the views they save, and what they see as a file. */
export const houseLists = {
  getPreferences: post('selvedge/preferences', {
    summary: "The caller's own preferences, such as column layouts.",
    callers: 'signed-in',
    takes: z.object({}),
    gives: json(
      z.object({ preferences: z.array(z.object({ name: z.string(), value: z.unknown(), changed_at: instant })) }),
    ),
  }),
  setPreference: post('selvedge/preferences/set', {
    summary:
      'Keeps one preference; null forgets it. The last write wins. Not an audit event: it changes nobody’s work.',
    callers: 'signed-in',
    changes: true,
    takes: z.object({ name: preferenceName, value: preferenceValue }),
    gives: json(z.object({ changed_at: instant })),
  }),
  getViews: post('selvedge/views', {
    summary: "Views of a list: the caller's own, and those shared within the same vendor or the house.",
    callers: 'signed-in',
    takes: z.object({ list }),
    gives: json(z.object({ views: z.array(savedView) })),
  }),
  createView: post('selvedge/views/create', {
    summary: 'Saves a view of a list: its filters, sort and columns.',
    callers: 'signed-in',
    changes: true,
    takes: z.object({ list, name: viewName, search, layout, is_shared: z.boolean().default(false) }),
    gives,
  }),
  changeView: post('selvedge/views/change', {
    summary: 'Renames, overwrites, shares, deletes or brings back a view; what is left out stays.',
    callers: 'signed-in',
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
    changes: true,
    takes: z.object({ list, view_id: z.uuid().nullable() }),
    gives: json(z.object({})),
  }),
  ...listExports,
}
