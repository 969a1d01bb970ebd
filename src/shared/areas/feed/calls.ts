import { z } from 'zod'
import { area } from '../../kernel/area.ts'
import { get, json } from '../../kernel/call.ts'
import { eitherOf, type Right } from '../../kernel/rights.ts'
import { roles } from '../../kernel/roles.ts'
import { timelineEvent } from '../../kernel/shapes.ts'

/** An event can be asked for so long; whoever stayed away longer loads everything anew. */
export const feedDays = 90
/** For `after`: nothing of what was, all that comes. */
export const latest = 'latest'

/** What happened to one thing, as another system hears of it. */
const feedEventOf = <K extends z.ZodType>(kind: K) =>
  timelineEvent.pick({ at: true, event: true, from: true, to: true, source: true, details: true }).extend({
    /** Where to go on after this event. */
    cursor: z.string(),
    kind,
    /** As people call it: order id, shipment id, SSCC, number. */
    id: z.string(),
    by: z.object({
      kind: z.enum(['person', 'key', 'system']),
      role: z.enum(roles).nullable(),
      /** Of an API key: its name. No name of a person. */
      name: z.string().nullable(),
      /** The caller itself did it. */
      is_self: z.boolean(),
    }),
  })

/** Over the kinds of things of all areas. */
const feedCalls = <const K extends readonly [string, ...string[]]>(kinds: K, callers: Right['roles']) => {
  const isKind = (name: string) => kinds.includes(name)
  const named = (text: string) => text.split(',').map((name) => name.trim())
  return {
    getEvents: get('selvedge/events', {
      summary: `What happened since a cursor, in the order of commit, at least once and without a gap. Kept for ${feedDays} days: an older cursor is answered by 410 gone.`,
      callers,
      takes: z.object({
        /** The `next_cursor` of the last page. Left out: from the oldest event that is kept. */
        after: z.string().max(200).optional(),
        limit: z.coerce.number().int().min(1).max(1_000).default(100),
        /** One of the kinds, or several by commas. */
        kind: z
          .string()
          .max(200)
          .refine((text) => named(text).every(isKind), { error: 'There is no such kind of event.' })
          .optional(),
      }),
      gives: json(
        z.object({
          events: z.array(feedEventOf(z.enum(kinds))),
          next_cursor: z.string(),
          /** There is more behind it at this moment, though this page may be short or empty. */
          has_more: z.boolean(),
        }),
      ),
    }),
  }
}

/** The call, for whoever may follow one of the kinds. */
export const feedArea = <const K extends readonly [string, ...string[]]>(kinds: K, rights: readonly Right[]) =>
  area({ calls: feedCalls(kinds, eitherOf(...rights.map((right) => right.roles))) })
