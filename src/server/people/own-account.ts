import { sql } from 'kysely'
import type { Gives, Taken } from '../../shared/contract/grammar.ts'
import type { housePeople } from '../../shared/contract/house-people.ts'
import { recordEvent } from '../audit.ts'
import { type Said, said, type Work } from '../http/call.ts'
import type { Sessions } from '../http/sessions.ts'
import { callerDetails, type UserDetails } from './user-details.ts'

const MOST_SHOWN = 100

/** The caller's own name. */
export async function saveProfile(
  { name }: Taken<typeof housePeople.saveProfile>,
  work: Work,
  sessions: Sessions,
): Promise<Said<{ user: UserDetails }>> {
  const { userId, email, name: before, sessionId } = work.caller
  const user = await work.command(async (tx) => {
    const mark = { version: sql<number>`version + 1`, updated_at: sql<Date>`now()`, updated_by: userId }
    await tx
      .updateTable('app_user')
      .set({ name, ...mark })
      .where('id', '=', userId)
      .execute()
    const about = { entity: 'user', entityId: email, subjectId: userId } as const
    await recordEvent(tx, work, { ...about, event: 'user.name_changed', from: before, to: name })
    return callerDetails(tx, work.caller)
  })
  sessions.forget(sessionId)
  return said({ user }, 'Your name was saved.')
}

/** Where the caller is signed in, newest first. */
export async function listSessions({ db, caller }: Work): Promise<Said<Gives<typeof housePeople.listSessions>>> {
  const rows = await db
    .selectFrom('session')
    .select(['id', 'address', 'user_agent', 'created_at', 'expires_at'])
    .where('user_id', '=', caller.userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('id', 'desc')
    .limit(MOST_SHOWN)
    .execute()
  return said({
    rows: rows.map(({ id, address, user_agent, created_at, expires_at }) => ({
      id,
      is_current: id === caller.sessionId,
      address,
      user_agent,
      signed_in_at: created_at.toISOString(),
      expires_at: expires_at.toISOString(),
    })),
  })
}

/** Signs the caller out everywhere else. */
export async function endOtherSessions(work: Work, sessions: Sessions): Promise<Said<{ ended_sessions: number }>> {
  const { userId, email, sessionId } = work.caller
  const ended = await work.command(async (tx) => {
    const ids = await sessions.endAllOf(tx, userId, sessionId)
    const about = { entity: 'user', entityId: email, subjectId: userId } as const
    await recordEvent(tx, work, { ...about, event: 'user.sessions_ended', details: { sessions: ids.length } })
    return ids
  })
  sessions.forget(...ended)
  return said({ ended_sessions: ended.length }, 'You are signed out everywhere else.')
}
