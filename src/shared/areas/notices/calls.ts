import { z } from 'zod'
import { area } from '../../kernel/area.ts'
import { events, get, json, post } from '../../kernel/call.ts'
import { noticeStatus, notificationCount } from '../../kernel/notices.ts'
import { instant, page } from '../../kernel/shapes.ts'

/** Unread notices are counted up to here; a badge says 99+ then. */
export const mostUnread = 100

const unread = z.int().min(0).max(mostUnread)

/** Counts up with every change to the caller's notices: a stream tells it, a list says which it shows. */
const version = z.int().min(0)

const noticeRowOf = <K extends z.ZodType>(kind: K) =>
  z.object({
    id: z.uuid(),
    kind,
    /** English, filled in. `message_key` and `values` let a client say it in its language. */
    message: z.string(),
    message_key: z.string(),
    values: z.record(z.string(), z.union([z.string(), z.number()])),
    /** Events told in this one notice. */
    count: z.int().min(1),
    /** 1 news, 2 done, 3 needs attention, 4 problem. */
    status: z.int().min(noticeStatus.news).max(noticeStatus.problem),
    /** Milliseconds that its toast shows; null stays. */
    timeout: z.int().nullable(),
    /** The screen behind it, and what the button that opens it says. */
    path: z.string(),
    action: z.string(),
    created_at: instant,
    /** When its last event was told. */
    updated_at: instant,
    read_at: instant.nullable(),
  })

const kindsOf = <K extends z.ZodType>(kind: K) =>
  z.object({ kinds: z.array(z.object({ kind, label: z.string(), muted: z.boolean() })) })

/** Over the kinds of notices of all areas. */
export function noticesCalls<K extends z.ZodType>(kind: K) {
  const noticeRow = noticeRowOf(kind)
  const kinds = kindsOf(kind)
  return {
    getNotices: post('selvedge/notices', {
      summary: "The caller's notices, the one told last first, and how many are unread (at most 100).",
      callers: 'signed-in',
      forPeople: true,
      takes: z.object({ ...page, page_size: z.int().min(1).max(100).default(notificationCount) }),
      gives: json(z.object({ rows: z.array(noticeRow), next_cursor: z.string().nullable(), unread, version })),
    }),
    markNotices: post('selvedge/notices/mark', {
      summary: 'Marks notices read or unread: those named, or all told until a moment. Gives the ids that changed.',
      callers: 'signed-in',
      forPeople: true,
      changes: true,
      takes: z
        .object({ ids: z.array(z.uuid()).max(1_000).optional(), until: instant.optional(), read: z.boolean() })
        .refine(({ ids, until }) => (ids === undefined) !== (until === undefined), {
          error: 'Please give either notices or a moment.',
        }),
      gives: json(z.object({ changed: z.array(z.uuid()), unread })),
    }),
    getNoticeKinds: post('selvedge/notices/kinds', {
      summary: "The kinds of notices that the caller's role gets, and which of them the caller has muted.",
      callers: 'signed-in',
      forPeople: true,
      takes: z.object({}),
      gives: json(kinds),
    }),
    muteNotices: post('selvedge/notices/mute', {
      summary: 'Mutes one kind of notice for the caller, or takes that back. What was told before stays.',
      callers: 'signed-in',
      forPeople: true,
      changes: true,
      takes: z.object({ kind, muted: z.boolean() }),
      gives: json(kinds),
    }),
    streamNotices: get('selvedge/notices/stream', {
      summary:
        "An event at once and whenever the caller's notices or jobs change; what changed is asked for by their lists.",
      callers: 'signed-in',
      forPeople: true,
      takes: z.object({}),
      gives: events(z.object({ version, unread, jobs: version })),
    }),
  }
}

/** Over the names of all areas' kinds of notices. */
export const noticesArea = <N extends string>(kinds: readonly [N, ...N[]]) =>
  area({ calls: noticesCalls(z.enum(kinds)) })
