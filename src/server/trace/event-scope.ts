import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type Entity, type TraceKind, traceKinds } from '../../shared/areas.ts'
import { namesOf } from '../../shared/kernel/area.ts'
import { isBoundToVendor } from '../../shared/kernel/roles.ts'
import { isHeardByVendors } from '../audit/told-words.ts'
import { col, type Row } from '../database/rows.ts'
import type { Caller } from '../http/call.ts'

/** What happened to a thing may be written under another name, where not everybody who sees the thing may see it: what it is told as. */
const toldAs = { box_in_india: 'box' } as const satisfies Partial<Record<Entity, TraceKind>>

const eventKinds = [...namesOf(traceKinds), ...namesOf(toldAs)] as const
export type EventKind = (typeof eventKinds)[number]

/** The thing that an event happened to. */
export function thingOf(kind: EventKind): TraceKind {
  return kind === 'box_in_india' ? toldAs[kind] : kind
}

/** Whose events a history tells: things by the codes under which their events are written, and the order lines whose moves count. */
export interface EventScope {
  things: { kind: EventKind; codes: readonly string[] }[]
  /** The boxes under it, as a query for their SSCCs (text): their events come in stretches. */
  boxes: RawBuilder<unknown> | null
  /** order_line.id */
  lines: readonly string[]
}

export const eventRowColumns = {
  /** Of its writing, counted over all. */
  place: col.number,
  /** Of the first event, where the row is a stretch; all else is of the last. */
  id: col.text,
  at: col.instant,
  actor: col.textOrNull,
  by_key: col.flag.nullable(),
  event: col.text,
  entity: z.enum(eventKinds),
  entity_id: col.text,
  from_state: col.textOrNull,
  to_state: col.textOrNull,
  source: z.enum(['screen', 'file', 'bulk', 'api']),
  details: col.json,
  /** Of boxes, which are called by their number and, where there are several, by their shipment. */
  shipment_id: col.textOrNull,
  box_no: col.textOrNull,
}

export type EventRow = Row<typeof eventRowColumns>

/** Who did an event, and to what: of events `e`. The SSCC is cast so that its index can be used. */
export const whoAndWhat = sql`LEFT JOIN app_user u ON u.id = e.user_id
  LEFT JOIN box b ON e.entity IN ('box', 'box_in_india') AND b.sscc = e.entity_id::char(18) LEFT JOIN shipment h ON h.id = b.shipment_id`

export const eventColumns = sql`e.at, u.name AS actor, u.is_machine AS by_key, e.event, e.entity, e.entity_id, e.source, h.shipment_id, b.box_no`

/** The events of a scope's own things that this caller may hear of, as a query for their ids and places; null where it has no such thing. */
export function ownEvents({ things }: EventScope, caller: Pick<Caller, 'role' | 'team'>): RawBuilder<unknown> | null {
  const told = things.filter(({ codes }) => codes.length > 0)
  if (told.length === 0) return null
  const heard = isBoundToVendor(caller) ? isHeardByVendors() : sql`true`
  const each = told.map(
    ({ kind, codes }) =>
      sql`SELECT e.id, e.seq FROM audit_event e WHERE e.entity = ${kind} AND e.entity_id = ANY(${codes}::text[]) AND ${heard}`,
  )
  return sql.join(each, sql` UNION ALL `)
}
