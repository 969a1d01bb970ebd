import type { Db } from '../http/call.ts'
import { stale } from '../http/errors.ts'
import type { AuditEvent } from './audit.ts'

/** Refuses a write on an older version than the row has now, saying who changed it and when. */
export async function assertFresh(
  db: Db,
  row: { entity: AuditEvent['entity']; entityId: string; version: number },
  seen: number | undefined,
): Promise<void> {
  if (seen === undefined || seen === row.version) return
  const last = await db
    .selectFrom('audit_event as e')
    .leftJoin('app_user as u', 'u.id', 'e.user_id')
    .where('e.entity', '=', row.entity)
    .where('e.entity_id', '=', row.entityId)
    .orderBy('e.seq', 'desc')
    .select(['u.name', 'e.at'])
    .limit(1)
    .executeTakeFirst()
  throw stale(last?.name ?? 'Selvedge', last?.at ?? new Date())
}
