import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { feedDays, latest } from '../../shared/areas/feed/calls.ts'
import { type Contract, events as eventKinds, type FeedKind, feedKinds } from '../../shared/areas.ts'
import { type EventKind, namesOf } from '../../shared/kernel/area.ts'
import type { Gives, Taken } from '../../shared/kernel/call.ts'
import { isAmong } from '../../shared/kernel/rights.ts'
import { roles } from '../../shared/kernel/roles.ts'
import { timelineEventOf } from '../audit/timeline.ts'
import { isHeardByVendors, lostSight } from '../audit/told-words.ts'
import { col, type Row, rowsOf } from '../database/rows.ts'
import { type CallContext, type Caller, type Handlers, type Reply, reply, type Tx } from '../http/call.ts'
import { forbidden, gone } from '../http/errors.ts'
import { forVendor } from '../http/own-rows.ts'
import { isPlaced } from '../http/own-sites.ts'
import { sealKey } from '../http/sealing.ts'
import { shownDetails } from '../trace/events.ts'
import { type FeedCursor, type FeedPlace, readFeedCursor, writeFeedCursor } from './cursor.ts'
import { ofSitesOf } from './site-events.ts'

type Page = Gives<Contract['feed']['getEvents']>

/** Whether an event `e` of a kind is for this vendor (uuid), as a condition on its `entity_id`. */
export type FeedScope = (vendorId: string) => RawBuilder<SqlBool>
export type FeedScopes = Readonly<Record<FeedKind, FeedScope>>

/** Of a vendor few of many events may be: so many are looked through for one page. */
const LOOKED_THROUGH = 5_000

const DAY = 24 * 60 * 60_000

/** The call, over the kinds of things of all areas. */
export function feedRoutes(scopes: FeedScopes): Handlers<Contract['feed']> {
  return { getEvents: (input, context) => readFeed(scopes, input, context) }
}

/**
 * A page of the feed. Throws `forbidden` for a kind that the caller may not see, `invalid_input` for what is no cursor, and `gone`
 * for one whose event is kept no longer, or is another than it was: the database was brought back from a backup.
 */
async function readFeed(
  scopes: FeedScopes,
  input: Taken<Contract['feed']['getEvents']>,
  { db, caller }: CallContext,
): Promise<Reply<Page>> {
  const kinds = kindsFor(caller, input.kind)
  const key = await sealKey(db, 'feed cursor')
  const after = input.after === latest ? latest : readFeedCursor(key, input.after)
  const isTold = toldTo(caller, kinds, scopes)
  // One picture of the feed for all questions: nothing is numbered or forgotten between them.
  const page = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const end = await endOf(tx)
      const from = after === latest ? end : await placeOf(tx, after)
      const looked = isTold === null ? input.limit : Math.max(LOOKED_THROUGH, input.limit)
      const places = await placesBehind(tx, from, end, kinds, looked + 1)
      const within = places.slice(0, looked)
      const found = await eventsAt(tx, within, isTold, input.limit + 1)
      const shown = found.slice(0, input.limit)
      const isCut = found.length > input.limit
      const last = isCut ? within.find(({ id }) => id === shown.at(-1)?.id) : within.at(-1)
      const hasMore = isCut || places.length > looked
      return { shown, within, next: hasMore ? (last ?? from) : end, hasMore }
    })
  const next = writeFeedCursor(key, { ...page.next, endedAt: page.hasMore ? null : Date.now() })
  const placed = new Map(page.within.map((place) => [place.id, place]))
  const cursorOf = (id: string) => {
    const place = placed.get(id)
    return place === undefined || id === page.next.id ? next : writeFeedCursor(key, { ...place, endedAt: null })
  }
  const events = page.shown.map((row) => eventWire(row, cursorOf(row.id), caller))
  return reply({ events, next_cursor: next, has_more: page.hasMore })
}

function kindsFor(caller: Caller, asked: string | undefined): FeedKind[] {
  const open = namesOf(feedKinds).filter((kind) => isAmong(caller, feedKinds[kind].roles))
  if (asked === undefined) return open
  const named = new Set(asked.split(',').map((name) => name.trim()))
  const kinds = open.filter((kind) => named.has(kind))
  if (kinds.length < named.size) throw forbidden()
  return kinds
}

/** What a vendor is told: of its own things, and nothing that stays between the company's people. Null: the caller hears all. */
function toldTo(caller: Caller, kinds: readonly FeedKind[], scopes: FeedScopes): RawBuilder<SqlBool> | null {
  const vendorId = forVendor(caller)
  if (vendorId === null) return isPlaced(caller) ? ofSitesOf(caller) : null
  const own = kinds.map((kind) => sql`WHEN ${kind} THEN ${scopes[kind](vendorId)}`)
  return sql<SqlBool>`(${isHeardByVendors()} OR e.event = ANY(${lostSight}::text[])) AND CASE e.entity ${sql.join(own, sql` `)} ELSE false END`
}

const placeColumns = { number: col.number, at: col.number, id: col.text }

/** Behind all that is there. The newest batch is never forgotten, and the first stands there from the beginning. */
async function endOf(tx: Tx): Promise<FeedPlace> {
  const { rows } = await rowsOf(placeColumns)`
    SELECT number, cardinality(event_ids) AS at, event_ids[cardinality(event_ids)] AS id FROM feed_batch
    WHERE number IS NOT NULL ORDER BY number DESC LIMIT 1`.execute(tx)
  const [end] = rows
  if (end === undefined) throw new Error('the change feed has lost its first batch')
  return end
}

/** Where a follower goes on; without a cursor before all that is kept. */
async function placeOf(tx: Tx, after: FeedCursor | null): Promise<FeedPlace> {
  if (after === null) return { number: await firstKept(tx), at: 0, id: '' }
  const { rows } = await rowsOf({ id: col.textOrNull })`
    SELECT event_ids[${after.at}::int] AS id FROM feed_batch WHERE number = ${after.number}::bigint`.execute(tx)
  if (rows[0]?.id === after.id) return after
  // Its batch is forgotten and nothing that came behind it: in a quiet house the last event can be older than the cursor.
  const isQuiet = rows.length === 0 && after.endedAt !== null && Date.now() - after.endedAt < feedDays * DAY
  if (isQuiet && (await firstKept(tx)) === after.number + 1) return after
  throw gone('These events are kept no longer. Please load everything anew, and follow from there.')
}

async function firstKept(tx: Tx): Promise<number> {
  const { rows } = await rowsOf({ number: col.number })`
    SELECT min(number) AS number FROM feed_batch`.execute(tx)
  return rows[0]?.number ?? 0
}

async function placesBehind(
  tx: Tx,
  from: FeedPlace,
  end: FeedPlace,
  kinds: readonly FeedKind[],
  most: number,
): Promise<FeedPlace[]> {
  const { rows } = await rowsOf(placeColumns)`
    SELECT b.number, i.at::int AS at, i.id FROM (
      SELECT number, event_ids FROM feed_batch
      WHERE number BETWEEN ${from.number}::bigint AND ${end.number}::bigint AND entity = ANY(${kinds}::text[])
      ORDER BY number LIMIT ${sql.lit(most + 1)}) b
    CROSS JOIN LATERAL unnest(b.event_ids) WITH ORDINALITY AS i (id, at)
    WHERE (b.number, i.at) > (${from.number}::bigint, ${from.at}::bigint)
    ORDER BY b.number, i.at LIMIT ${sql.lit(most)}`.execute(tx)
  return rows
}

const eventRow = {
  id: col.text,
  at: col.instant,
  user_id: col.textOrNull,
  entity: z.enum(namesOf(feedKinds)),
  entity_id: col.text,
  event: col.text,
  from_state: col.textOrNull,
  to_state: col.textOrNull,
  source: z.enum(['screen', 'file', 'bulk', 'api']),
  details: col.json,
  role: z.enum(roles).nullable(),
  vendor_id: col.textOrNull,
  by_key: col.flag.nullable(),
  actor: col.textOrNull,
}

type EventRow = Row<typeof eventRow>

/** In the order of their places. */
async function eventsAt(
  tx: Tx,
  places: readonly FeedPlace[],
  isTold: RawBuilder<SqlBool> | null,
  most: number,
): Promise<EventRow[]> {
  if (places.length === 0) return []
  const { rows } = await rowsOf(eventRow)`
    SELECT e.id, e.at, e.user_id, e.entity, e.entity_id, e.event, e.from_state, e.to_state, e.source, e.details,
      u.role, u.vendor_id, u.is_machine AS by_key, u.name AS actor
    FROM unnest(${places.map(({ id }) => id)}::uuid[]) WITH ORDINALITY AS p (id, place)
    JOIN audit_event e ON e.id = p.id LEFT JOIN app_user u ON u.id = e.user_id
    WHERE ${isTold ?? sql`true`} ORDER BY p.place LIMIT ${sql.lit(most)}`.execute(tx)
  return rows
}

/** What all may read of an event, and what its area tells other systems of the company. */
function toldDetails(row: EventRow, caller: Caller): ReturnType<typeof shownDetails> {
  const shown = shownDetails(row, caller)
  const tells = forVendor(caller) === null ? told[row.event]?.tellsFeed : undefined
  for (const [key, value] of Object.entries(row.details))
    if (tells?.(key, row.entity_id) && isPlain(value)) shown[key] = value
  return shown
}

const told: Readonly<Record<string, EventKind>> = eventKinds
const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

function eventWire(row: EventRow, cursor: string, caller: Caller): Page['events'][number] {
  const { at, event, from, to, source, details } = timelineEventOf({ ...row, details: toldDetails(row, caller) })
  const kind = row.by_key === null ? 'system' : row.by_key ? 'key' : 'person'
  // The names of the company's own keys are its own business.
  const isNamed = kind === 'key' && (caller.vendorId === null || caller.vendorId === row.vendor_id)
  const by = { kind, role: row.role, name: isNamed ? row.actor : null, is_self: row.user_id === caller.userId } as const
  return { cursor, kind: row.entity, id: row.entity_id, at, event, from, to, source, details, by }
}
