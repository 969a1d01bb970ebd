import { type SqlBool, sql } from 'kysely'
import { validate } from 'uuid'
import type { Gives } from '../../shared/contract/grammar.ts'
import type { Contract } from '../../shared/contract/index.ts'
import { hasRight } from '../../shared/domain/rights.ts'
import type { TraceKind } from '../../shared/domain/trace.ts'
import type { Db, Work } from '../http/call.ts'
import { invalidInput } from '../http/errors.ts'
import { type EventColumns, timelineEventOf } from '../orders/order-details.ts'
import { isToldTo } from '../qc/told-words.ts'
import { pageOf, readCursor } from '../vendor/keyset.ts'

type TraceEvent = Gives<Contract['house']['traceLife']>['events'][number]

/** Whose events a life tells: things by the codes under which their events are written, and the order lines whose moves count. */
export interface EventScope {
  things: {
    kind: Extract<TraceKind, 'order' | 'shipment' | 'box' | 'invoice' | 'return_note'>
    codes: readonly string[]
  }[]
  /** order_line.id */
  lines: readonly string[]
  /** What a thing is called where its code is not what people say: a box's number. */
  titles?: ReadonlyMap<string, string>
}

const PAGE = 200

/** Events and the moves that belong to them on one timeline, newest first. Throws invalid_input for a cursor that no page gave. */
export async function loadEvents(
  { db, caller }: Pick<Work, 'db' | 'caller'>,
  scope: EventScope,
  cursor: string | null | undefined,
): Promise<{ events: TraceEvent[]; next_cursor: string | null }> {
  const found = await readEvents(db, scope, cursorId(cursor))
  const { rows, next_cursor } = pageOf(found, PAGE, (row) => ({ value: '', id: row.id }))
  const moves = await readMoves(
    db,
    scope,
    rows.map((row) => row.id),
  )
  const events = rows.map(
    (row): TraceEvent => ({
      id: row.id,
      ...timelineEventOf({ ...row, details: shownDetails(row, caller) }),
      of: { kind: row.entity, code: row.entity_id, title: scope.titles?.get(row.entity_id) ?? row.entity_id },
      moves: moves.get(row.id) ?? [],
    }),
  )
  return { events, next_cursor }
}

function cursorId(cursor: string | null | undefined): string | null {
  const id = readCursor(cursor)?.id ?? null
  if (id === null || validate(id)) return id
  throw invalidInput('This page can no longer be found. Please load the list again.')
}

interface EventRow extends EventColumns {
  id: string
  entity: EventScope['things'][number]['kind']
  entity_id: string
}

/** Found by their things first: left free, the database may walk all events there are from the newest on. */
async function readEvents(db: Db, scope: EventScope, before: string | null): Promise<EventRow[]> {
  const things = scope.things.filter(({ codes }) => codes.length > 0)
  if (things.length === 0) return []
  const of = things.map(
    ({ kind, codes }) => sql`SELECT id FROM audit_event WHERE entity = ${kind} AND entity_id = ANY(${codes}::text[])`,
  )
  const older = before === null ? sql<SqlBool>`true` : sql<SqlBool>`id < ${before}::uuid`
  const { rows } = await sql<EventRow>`
    WITH found AS MATERIALIZED (${sql.join(of, sql` UNION ALL `)}),
    shown AS MATERIALIZED (SELECT id FROM found WHERE ${older} ORDER BY id DESC LIMIT ${sql.lit(PAGE + 1)})
    SELECT e.id, e.at, u.name AS actor, e.event, e.entity, e.entity_id, e.from_state, e.to_state, e.source, e.details
    FROM shown JOIN audit_event e ON e.id = shown.id LEFT JOIN app_user u ON u.id = e.user_id
    ORDER BY e.id DESC`.execute(db)
  return rows
}

/** What each event moved, by the kind of move, of the scope's lines. */
async function readMoves(db: Db, { lines }: EventScope, eventIds: readonly string[]) {
  if (lines.length === 0 || eventIds.length === 0) return new Map<string, TraceEvent['moves']>()
  const { rows } = await sql<{ audit_id: string; kind: string; quantity: number }>`
    SELECT audit_id, kind, sum(quantity)::int AS quantity FROM line_move
    WHERE order_line_id = ANY(${lines}::uuid[]) AND audit_id = ANY(${eventIds}::uuid[])
    GROUP BY 1, 2 ORDER BY min(id::text)`.execute(db)
  const moves = new Map<string, TraceEvent['moves']>()
  for (const { audit_id, kind, quantity } of rows)
    moves.set(audit_id, [...(moves.get(audit_id) ?? []), { kind, quantity }])
  return moves
}

/** What an event may tell of itself. Only what is named here leaves: a new detail is nobody's until somebody says so. */
const counts = ['ready', 'oos', 'rejected', 'taken_off', 'quantity', 'quantity_before', 'lines', 'boxes', 'count']
const texts = ['reason', 'invoice_number', 'carrier']

/** Remarks are free words, and ops write prices in them ("not at 45.50"): only for those who may see one. */
function shownDetails({ event, details }: EventRow, caller: Work['caller']): TraceEvent['details'] {
  const shown: TraceEvent['details'] = {}
  for (const key of counts) if (typeof details[key] === 'number') shown[key] = details[key]
  for (const key of hasRight(caller, 'seePrices') ? [...texts, 'remark'] : texts)
    if (typeof details[key] === 'string' && isToldTo(caller, event, key)) shown[key] = details[key]
  return shown
}
