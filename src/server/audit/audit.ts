import { v7 } from 'uuid'
import type { Entity } from '../../shared/areas.ts'
import type { Role } from '../../shared/kernel/roles.ts'
import { addToFeed } from '../feed/batches.ts'
import type { CallContext, Source, Tx } from '../http/call.ts'
import { once } from '../http/idempotency.ts'

export interface AuditEvent {
  entity: Entity
  /** The id that people use: order id, shipment id, e-mail. */
  entityId: string
  /** A stable word such as `order.approved`. */
  event: string
  from?: string | null
  to?: string | null
  source?: Source
  details?: Record<string, string | number | boolean | null>
  /** The row (uuid) behind an id of people that may change: a user's e-mail. */
  subjectId?: string
}

export interface Auditor {
  caller: { userId: string; role?: Role; trueRole?: Role | null; isMachine?: boolean }
  requestId: string
  source: Source
}

/**
 * Writes who did what, in the transaction that does it, after what it is about was locked: the change feed tells events in that
 * order. Gives the event's id, which ledger rows refer to.
 */
export async function recordEvent(tx: Tx, by: Auditor, event: AuditEvent): Promise<string> {
  const [id] = await recordEvents(tx, by, [event])
  if (id === undefined) throw new Error('an audit event was not written')
  return id
}

/** The same for many at once. Ids come in the order given. */
export async function recordEvents(tx: Tx, by: Auditor, events: readonly AuditEvent[]): Promise<string[]> {
  const rows = events.map((event) => ({
    id: v7(),
    user_id: by.caller.userId,
    entity: event.entity,
    entity_id: event.entityId,
    event: event.event,
    from_state: event.from ?? null,
    to_state: event.to ?? null,
    source: by.caller.isMachine ? 'api' : (event.source ?? by.source),
    request_id: by.requestId,
    details: JSON.stringify({ ...event.details, ...seenAs(by) }),
    ...(event.subjectId !== undefined && { subject_id: event.subjectId }),
  }))
  for (let at = 0; at < rows.length; at += 1_000) {
    await tx
      .insertInto('audit_event')
      .values(rows.slice(at, at + 1_000))
      .execute()
  }
  await addToFeed(tx, rows)
  return rows.map((row) => row.id)
}

/** What a super admin does who sees Selvedge as another role is marked. */
function seenAs({ caller }: Auditor): { seen_as?: string } {
  return caller.trueRole && caller.role ? { seen_as: caller.role } : {}
}

/** Downloads are events as well: who took which file, of what, and when. What is fetched again under its key was taken once. */
export async function recordDownload(
  context: CallContext,
  name: string,
  details: AuditEvent['details'] = {},
): Promise<void> {
  const { taking } = context
  await context.command(async (tx) => {
    const record = () => recordEvent(tx, context, { entity: 'file', entityId: name, event: 'file.downloaded', details })
    return taking ? (await once(tx, taking, record)).reply : record()
  })
}
