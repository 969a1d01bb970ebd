import type { Taken } from '../../shared/contract/grammar.ts'
import type { housePeople } from '../../shared/contract/house-people.ts'
import { recordEvent } from '../audit.ts'
import { type Said, said, type Tx, type Work } from '../http/call.ts'
import { invalidInput } from '../http/errors.ts'
import type { Sessions } from '../http/sessions.ts'
import { type Seen, type UserDetails, userDetails } from './user-details.ts'
import { placeOf } from './user-rules.ts'

/**
 * From now on the session sees as another role, and changes nothing, at every copy of the server. Throws `invalid_input` for what nobody can be.
 */
export async function seeAs(
  { role, team, vendor_id }: Taken<typeof housePeople.seeAs>,
  work: Work,
  sessions: Sessions,
): Promise<Said<{ user: UserDetails }>> {
  const { userId, email, sessionId } = work.caller
  if (role === 'super_admin') throw invalidInput('Please choose another role than super admin.')
  const user = await work.command(async (tx) => {
    const seen = { role, team, vendorId: await placeOf(tx, { role, team, vendorCode: vendor_id || null }) }
    await keepSeen(tx, sessionId, seen)
    const about = { entity: 'user', entityId: email, subjectId: userId } as const
    const details = { team, vendor: vendor_id || null }
    await recordEvent(tx, work, { ...about, event: 'user.see_as_started', to: role, details })
    return userDetails(tx, userId, seen)
  })
  sessions.forget(sessionId)
  return said({ user })
}

/** Back to the own role; nothing happens to who is there already. */
export async function stopSeeingAs(work: Work, sessions: Sessions): Promise<Said<{ user: UserDetails }>> {
  const { userId, email, sessionId, role, trueRole } = work.caller
  if (trueRole === null) return said({ user: await userDetails(work.db, userId) })
  const user = await work.command(async (tx) => {
    await keepSeen(tx, sessionId, null)
    const about = { entity: 'user', entityId: email, subjectId: userId } as const
    await recordEvent(tx, work, { ...about, event: 'user.see_as_ended', from: role })
    return userDetails(tx, userId)
  })
  sessions.forget(sessionId)
  return said({ user })
}

async function keepSeen(tx: Tx, sessionId: string, seen: Seen | null): Promise<void> {
  const { role = null, team = null, vendorId = null } = seen ?? {}
  await tx
    .updateTable('session')
    .set({ seen_role: role, seen_team: team, seen_vendor_id: vendorId })
    .where('id', '=', sessionId)
    .execute()
}
