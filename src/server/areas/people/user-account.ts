import type { peopleCalls } from '../../../shared/areas/people/calls.ts'
import { hasRight } from '../../../shared/areas.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { notificationCount } from '../../../shared/kernel/notices.ts'
import { recordEvent } from '../../audit/audit.ts'
import { type TimelineEvent, timelineEventOf } from '../../audit/timeline.ts'
import { type CallContext, type Db, type Reply, reply, type Tx } from '../../http/call.ts'
import { forbidden, invalidInput } from '../../http/errors.ts'
import type { Sessions } from '../../http/sessions.ts'
import { countUnread } from '../../notices/notices.ts'
import { heldBoxes } from '../qc-boxes/hand-over.ts'
import { placeOf } from './accounts.ts'
import { listFailures } from './failed-sign-ins.ts'
import { callerDetails, type Seen, type UserDetails, userDetails } from './user-details.ts'
import { findUser } from './user-list.ts'

const MOST_EVENTS = 200

/** Who the caller is; with `user_id`, for those who manage users, that account and what happened to it, oldest first. */
export async function getUserDetails(
  { user_id }: Taken<typeof peopleCalls.getUserDetails>,
  { db, caller }: Pick<CallContext, 'db' | 'caller'>,
): Promise<Reply<Gives<typeof peopleCalls.getUserDetails>>> {
  if (user_id !== undefined && !hasRight(caller, 'manageUsers')) throw forbidden()
  const user = await callerDetails(db, caller)
  const own = {
    user,
    default_config: { teams: caller.team },
    dashboard_details: {
      landing_path: user.landing_path,
      unread_notices: await countUnread(db, caller.userId),
      notification_count: notificationCount,
    },
  }
  if (user_id === undefined) return reply(own)
  const account = await findUser(db, user_id)
  return reply({
    ...own,
    account,
    history: await historyOf(db, user_id),
    failed_sign_ins: await listFailures(db, user_id),
    held: await heldBoxes(db, user_id),
  })
}

/** The last events of an account, whatever its e-mail was at the time. */
async function historyOf(db: Db, userId: string): Promise<TimelineEvent[]> {
  const rows = await db
    .selectFrom('audit_event as e')
    .leftJoin('app_user as u', 'u.id', 'e.user_id')
    .where('e.subject_id', '=', userId)
    .where('e.entity', '=', 'user')
    .select([
      'e.at',
      'u.name as actor',
      'u.is_machine as by_key',
      'e.event',
      'e.from_state',
      'e.to_state',
      'e.source',
      'e.details',
    ])
    .orderBy('e.seq', 'desc')
    .limit(MOST_EVENTS)
    .execute()
  return rows.reverse().map(timelineEventOf)
}

/**
 * From now on the session sees as another role, and changes nothing, at every copy of the server. Throws `invalid_input` for what nobody can be.
 */
export async function seeAs(
  { role, team, vendor_id }: Taken<typeof peopleCalls.seeAs>,
  context: CallContext,
  sessions: Sessions,
): Promise<Reply<{ user: UserDetails }>> {
  const { userId, email, sessionId } = context.caller
  if (role === 'super_admin') throw invalidInput('Please choose another role than super admin.')
  const answer = await context.command(async (tx) => {
    const seen = { role, team, vendorId: await placeOf(tx, { role, team, vendorCode: vendor_id || null }) }
    await keepSeen(tx, sessionId, seen)
    const about = { entity: 'user', entityId: email, subjectId: userId } as const
    const details = { team, vendor: vendor_id || null }
    await recordEvent(tx, context, { ...about, event: 'user.see_as_started', to: role, details })
    return reply({ user: await userDetails(tx, userId, seen) })
  })
  sessions.forget(sessionId)
  return answer
}

/** Back to the own role; nothing happens to who is there already. */
export async function stopSeeingAs(context: CallContext, sessions: Sessions): Promise<Reply<{ user: UserDetails }>> {
  const { userId, email, sessionId, role, trueRole } = context.caller
  if (trueRole === null) return reply({ user: await userDetails(context.db, userId) })
  const answer = await context.command(async (tx) => {
    await keepSeen(tx, sessionId, null)
    const about = { entity: 'user', entityId: email, subjectId: userId } as const
    await recordEvent(tx, context, { ...about, event: 'user.see_as_ended', from: role })
    return reply({ user: await userDetails(tx, userId) })
  })
  sessions.forget(sessionId)
  return answer
}

async function keepSeen(tx: Tx, sessionId: string, seen: Seen | null): Promise<void> {
  const { role = null, team = null, vendorId = null } = seen ?? {}
  await tx
    .updateTable('session')
    .set({ seen_role: role, seen_team: team, seen_vendor_id: vendorId })
    .where('id', '=', sessionId)
    .execute()
}
