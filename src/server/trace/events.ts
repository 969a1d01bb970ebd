import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Contract, hasRight } from '../../shared/areas.ts'
import type { Gives } from '../../shared/kernel/call.ts'
import { timelineEventOf } from '../audit/timeline.ts'
import { isToldTo } from '../audit/told-words.ts'
import { col, type Row, rowsOf } from '../database/rows.ts'
import type { CallContext, Db } from '../http/call.ts'
import { pageOf, readCursor } from '../lists/keyset.ts'
import {
  type EventRow,
  type EventScope,
  eventColumns,
  eventRowColumns,
  ownEvents,
  thingOf,
  whoAndWhat,
} from './event-scope.ts'
import { readStretch, stretchesOf } from './stretches.ts'

type History = Gives<Contract['trace']['traceLife']>
type Line = History['events'][number]
type HistoryEvent = History['milestones'][number]
type Asked = Pick<CallContext, 'db' | 'caller'>

const lineRowColumns = {
  ...eventRowColumns,
  last: col.text,
  since: col.instant,
  events: col.number,
  boxes: col.number,
}

type LineRow = Row<typeof lineRowColumns>

const PAGE = 200

/** A page of the timeline, newest first. Throws invalid_input for a cursor that no page gave. */
export async function loadEvents(
  { db, caller }: Asked,
  scope: EventScope,
  cursor: string | null | undefined,
): Promise<Pick<History, 'events' | 'next_cursor' | 'milestones'>> {
  const before = cursorPlace(cursor)
  const own = ownEvents(scope, caller)
  const { rows, next_cursor } = pageOf(await readLines(db, linesOf(own, scope.boxes), before), PAGE, placeOf)
  const isCut = next_cursor !== null && before === null && scope.boxes !== null
  const milestones = isCut ? await readLines(db, linesOf(own, null), rows.at(-1)?.place ?? null) : []
  const moves = await readMoves(db, scope, [...rows, ...milestones.slice(0, PAGE)])
  const wire = (row: LineRow) => eventOf(row, scope, caller, moves.get(row.id))
  return {
    events: rows.map((row): Line => ({ ...wire(row), stretch: stretchOf(row) })),
    next_cursor,
    milestones: milestones.slice(0, PAGE).map(wire),
  }
}

/** The events of one stretch of the scope's boxes, newest first. */
export async function loadStretch(
  { db, caller }: Asked,
  scope: EventScope,
  between: { first: string; last: string },
  cursor: string | null | undefined,
): Promise<Gives<Contract['trace']['traceStretch']>> {
  const before = cursorPlace(cursor)
  const found = scope.boxes === null ? [] : await readStretch(db, scope.boxes, between, before, PAGE + 1)
  const { rows, next_cursor } = pageOf(found, PAGE, placeOf)
  return { events: rows.map((row) => eventOf(row, scope, caller)), next_cursor }
}

function placeOf({ place }: EventRow) {
  return [String(place)]
}

function cursorPlace(cursor: string | null | undefined): string | null {
  return readCursor(cursor, ['bigint'])?.[0] ?? null
}

/** The lines of a timeline as a query: every event of the scope's things, and the stretches of its boxes. */
function linesOf(own: RawBuilder<unknown> | null, boxes: RawBuilder<unknown> | null): RawBuilder<unknown> | null {
  const single =
    own &&
    sql`SELECT seq AS place, id AS first, id AS last, NULL::timestamptz AS since, 1 AS events, 1 AS boxes,
    NULL::text AS from_state, NULL::text AS to_state, NULL::text AS reason FROM (${own}) o`
  const kinds = [single, boxes && sql`SELECT * FROM (${stretchesOf(boxes)}) s`].filter((kind) => kind !== null)
  return kinds.length === 0 ? null : sql.join(kinds, sql` UNION ALL `)
}

/** Found by their things first: left free, the database may walk all events there are from the newest on. */
async function readLines(
  db: Db,
  lines: RawBuilder<unknown> | null,
  before: string | number | null,
): Promise<LineRow[]> {
  if (lines === null) return []
  const older = before === null ? sql<SqlBool>`true` : sql<SqlBool>`place < ${before}::bigint`
  // Of many events only what they have in common is told.
  const { rows } = await rowsOf(lineRowColumns)`
    WITH lines AS MATERIALIZED (${lines}),
    shown AS MATERIALIZED (SELECT * FROM lines WHERE ${older} ORDER BY place DESC LIMIT ${sql.lit(PAGE + 1)})
    SELECT s.first AS id, s.place, s.last, coalesce(s.since, e.at) AS since, s.events, s.boxes, ${eventColumns},
      CASE WHEN s.events = 1 THEN e.from_state ELSE s.from_state END AS from_state,
      CASE WHEN s.events = 1 THEN e.to_state ELSE s.to_state END AS to_state,
      CASE WHEN s.events = 1 THEN e.details ELSE jsonb_build_object('invoice_number', e.details->'invoice_number',
        'return_note', e.details->'return_note', 'reason', s.reason) END AS details
    FROM shown s JOIN audit_event e ON e.id = s.last ${whoAndWhat} ORDER BY s.place DESC`.execute(db)
  return rows
}

/** What each event moved, by the kind of move, of the scope's lines. */
async function readMoves(db: Db, { lines }: EventScope, events: readonly EventRow[]) {
  if (lines.length === 0 || events.length === 0) return new Map<string, HistoryEvent['moves']>()
  const { rows } = await rowsOf({ audit_id: col.text, kind: col.text, quantity: col.number })`
    SELECT audit_id, kind, sum(quantity)::int AS quantity FROM line_move
    WHERE order_line_id = ANY(${lines}::uuid[]) AND audit_id = ANY(${events.map(({ id }) => id)}::uuid[])
    GROUP BY 1, 2 ORDER BY min(seq)`.execute(db)
  const moves = new Map<string, HistoryEvent['moves']>()
  for (const { audit_id, kind, quantity } of rows)
    moves.set(audit_id, [...(moves.get(audit_id) ?? []), { kind, quantity }])
  return moves
}

function eventOf(
  row: EventRow,
  scope: EventScope,
  caller: CallContext['caller'],
  moves: HistoryEvent['moves'] = [],
): HistoryEvent {
  return {
    id: row.id,
    ...timelineEventOf({ ...row, details: shownDetails(row, caller) }),
    of: { kind: thingOf(row.entity), code: row.entity_id, title: titleOf(row, scope) },
    moves,
  }
}

function stretchOf({ events, last, since, boxes }: LineRow): Line['stretch'] {
  return events === 1 ? null : { last, since: since.toISOString(), boxes }
}

/** A box's number is enough where all boxes are of one shipment. */
function titleOf({ entity_id, shipment_id, box_no }: EventRow, { things }: EventScope): string {
  if (shipment_id === null || box_no === null) return entity_id
  const shipments = things.flatMap(({ kind, codes }) => (kind === 'shipment' ? codes : []))
  return shipments.length === 1 && shipments[0] === shipment_id ? box_no : `${shipment_id} / ${box_no}`
}

/** What an event may tell of itself. Only what is named here leaves: a new detail is nobody's until somebody says so. */
const counts = [
  ...['ready', 'oos', 'rejected', 'taken_off', 'quantity', 'quantity_before', 'lines', 'boxes', 'count'],
  ...['missing', 'excess', 'passed', 'failed', 'on_hold', 'new', 'changed', 'to_platform'],
]
const texts = ['reason', 'invoice_number', 'return_note', 'carrier']

/** Remarks are free words, and ops write prices in them ("not at 45.50"): only for those who may see one. */
export function shownDetails(
  { event, details }: Pick<EventRow, 'event' | 'details'>,
  caller: CallContext['caller'],
): HistoryEvent['details'] {
  const shown: HistoryEvent['details'] = {}
  for (const key of counts) if (typeof details[key] === 'number') shown[key] = details[key]
  for (const key of hasRight(caller, 'seePrices') ? [...texts, 'remark'] : texts)
    if (typeof details[key] === 'string' && isToldTo(caller, event, key)) shown[key] = details[key]
  return shown
}
