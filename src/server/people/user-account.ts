import type { Gives, Taken } from '../../shared/contract/grammar.ts'
import type { users } from '../../shared/contract/users.ts'
import { hasRight } from '../../shared/domain/rights.ts'
import { type Db, type Said, said, type Work } from '../http/call.ts'
import { forbidden } from '../http/errors.ts'
import { type TimelineEvent, timelineEventOf } from '../orders/order-details.ts'
import { callerDetails } from './user-details.ts'
import { findUser } from './user-rows.ts'

const MOST_EVENTS = 200

/** Who the caller is; with `user_id`, for those who manage users, that account and what happened to it, oldest first. */
export async function getUserDetails(
  { user_id }: Taken<typeof users.getUserDetails>,
  { db, caller }: Pick<Work, 'db' | 'caller'>,
): Promise<Said<Gives<typeof users.getUserDetails>>> {
  if (user_id !== undefined && !hasRight(caller, 'manageUsers')) throw forbidden()
  const own = { user: await callerDetails(db, caller), default_config: { teams: caller.team } }
  if (user_id === undefined) return said(own)
  const account = await findUser(db, user_id)
  return said({ ...own, account, history: await historyOf(db, user_id) })
}

/** The last events of an account, whatever its e-mail was at the time. */
async function historyOf(db: Db, userId: string): Promise<TimelineEvent[]> {
  const rows = await db
    .selectFrom('audit_event as e')
    .leftJoin('app_user as u', 'u.id', 'e.user_id')
    .where('e.subject_id', '=', userId)
    .where('e.entity', '=', 'user')
    .select(['e.at', 'u.name as actor', 'e.event', 'e.from_state', 'e.to_state', 'e.source', 'e.details'])
    .orderBy('e.id', 'desc')
    .limit(MOST_EVENTS)
    .execute()
  return rows.reverse().map(timelineEventOf)
}
