import type { z } from 'zod'
import type { timelineEvent } from '../../shared/kernel/shapes.ts'
import type { Db } from '../http/call.ts'
import type { AuditEvent } from './audit.ts'

export type TimelineEvent = z.output<typeof timelineEvent>
export interface EventColumns {
  at: Date
  actor: string | null
  /** Null where nobody did it. */
  by_key: boolean | null
  event: string
  from_state: string | null
  to_state: string | null
  source: TimelineEvent['source']
  details: Record<string, unknown>
}

export function timelineEventOf(row: EventColumns): TimelineEvent {
  return {
    at: row.at.toISOString(),
    actor: row.actor ?? 'Selvedge',
    by_key: row.by_key ?? false,
    event: row.event,
    from: row.from_state,
    to: row.to_state,
    source: row.source,
    details: plainDetails(row.details),
  }
}
type Plain = string | number | boolean | null
function plainDetails(details: Record<string, unknown>): Record<string, Plain> {
  const isPlain = (entry: [string, unknown]): entry is [string, Plain] =>
    entry[1] === null || ['string', 'number', 'boolean'].includes(typeof entry[1])
  return Object.fromEntries(Object.entries(details).filter(isPlain))
}

/** Events that a drawer shows. */
const MOST_EVENTS = 100

/** The last events of things of one kind, newest first by the database's own counter: two servers' clocks differ. `name` is the thing's. */
export async function lastEvents(
  db: Db,
  entity: AuditEvent['entity'],
  names: readonly string[],
): Promise<(TimelineEvent & { id: string; name: string })[]> {
  if (names.length === 0) return []
  const rows = await db
    .selectFrom('audit_event as e')
    .leftJoin('app_user as u', 'u.id', 'e.user_id')
    .where('e.entity', '=', entity)
    .where('e.entity_id', 'in', names)
    .orderBy('e.seq', 'desc')
    .limit(MOST_EVENTS)
    .select(['e.id', 'e.entity_id as name', 'e.at', 'u.name as actor', 'u.is_machine as by_key', 'e.event'])
    .select(['e.from_state', 'e.to_state', 'e.source', 'e.details'])
    .execute()
  return rows.map(({ id, name, ...row }) => ({ ...timelineEventOf(row as EventColumns), id, name }))
}

/** The last events of one thing, newest first. */
export async function lastEventsOf(db: Db, entity: AuditEvent['entity'], name: string) {
  return (await lastEvents(db, entity, [name])).map(({ name: _, ...event }) => event)
}
