import { sql } from 'kysely'
import type { Taken } from '../../shared/contract/grammar.ts'
import type { users } from '../../shared/contract/users.ts'
import { type AuditEvent, recordEvents } from '../audit.ts'
import { type Caller, type Said, said, type Tx, type Work } from '../http/call.ts'
import { conflict, forbidden, notFound, stale } from '../http/errors.ts'
import type { Sessions } from '../http/sessions.ts'
import { forgetNotices, tellAccountChanged } from '../notices/account-notices.ts'
import { noFailures } from './attempts.ts'
import { endCodes } from './one-time-codes.ts'
import { goodPassword, hashPassword } from './passwords.ts'
import { findUser, type UserRow } from './user-rows.ts'
import {
  insistOnAddress,
  insistOnManaging,
  isActiveSuperAdmin,
  type LockedUser,
  lockForChange,
  placeOf,
  withUniqueEmail,
} from './user-rules.ts'

type Input = Taken<typeof users.updateUser>

/** The account as it will be; what the input leaves out stays. */
type Changed = Pick<LockedUser, 'email' | 'name' | 'role' | 'team' | 'vendorId' | 'vendorCode' | 'isActive'>

/**
 * Changes an account. Where that touches what its user may do, their sessions and codes end. Throws 404, `stale`,
 * `forbidden` for super admins and oneself, `conflict` for the last active super admin or a known e-mail, `invalid_input`.
 */
export async function updateUser(input: Input, work: Work, sessions: Sessions): Promise<Said<{ user: UserRow }>> {
  if (input.email !== undefined) insistOnAddress(input.email)
  const hash = input.password === undefined ? null : await hashPassword(input.password)
  const { user, ended } = await work.command(async (tx) => {
    const { before, after } = await checkChange(tx, input, work.caller)
    await writeChange(tx, input, after, hash, work.caller)
    await recordEvents(tx, work, changeEvents(input, before, after))
    await tellUser(tx, work, input, before, after)
    return { user: await findUser(tx, before.id), ended: await endAccess(tx, input, before, after, sessions) }
  })
  sessions.forget(...ended)
  return said({ user }, 'The account was changed.')
}

async function checkChange(tx: Tx, input: Input, caller: Caller): Promise<{ before: LockedUser; after: Changed }> {
  const { target: before, changer, activeSuperAdmins } = await lockForChange(tx, input.user_id, caller)
  // The session may be of a moment ago: what counts is what the caller may do now.
  if (!changer?.isActive) throw forbidden()
  if (!before) throw notFound('There is no such user.')
  insistOnManaging(changer, before)
  if (before.version !== input.version) throw stale(before.updatedBy ?? 'Selvedge', before.updatedAt)
  const after = await changed(tx, input, before)
  insistOnManaging(changer, after)
  if (isActiveSuperAdmin(before) && !isActiveSuperAdmin(after) && activeSuperAdmins < 2) {
    throw conflict('The last active super admin must stay one.')
  }
  if (before.id === caller.userId) refuseOnOneself(input, before, after)
  if (input.password !== undefined) goodPassword(input.password, after, 'password')
  return { before, after }
}

async function changed(tx: Tx, input: Input, before: LockedUser): Promise<Changed> {
  const { role = before.role, email = before.email, name = before.name, is_active: isActive = before.isActive } = input
  const team = input.team === undefined ? before.team : input.team
  // Whoever stops being a vendor needs no word about the vendor.
  const stays = role === 'vendor' ? before.vendorCode : null
  const vendorCode = input.vendor_id === undefined ? stays : input.vendor_id || null
  const vendorId = await placeOf(tx, { role, team, vendorCode })
  return { email, name, role, team, vendorId, vendorCode, isActive }
}

function refuseOnOneself(input: Input, before: LockedUser, after: Changed): void {
  if (after.role !== before.role) throw forbidden('You cannot change your own role.')
  if (!after.isActive) throw forbidden('You cannot switch off your own account.')
  if (input.password !== undefined) throw forbidden('Please change your own password in your profile.')
}

async function writeChange(tx: Tx, input: Input, after: Changed, hash: string | null, caller: Caller): Promise<void> {
  const { email, name, role, team, vendorId: vendor_id, isActive: is_active } = after
  const letIn = input.unlock || hash !== null ? noFailures : {}
  const password = hash === null ? {} : { password_hash: hash, must_change_password: true }
  const mark = { version: sql<number>`version + 1`, updated_at: sql<Date>`now()`, updated_by: caller.userId }
  await withUniqueEmail(() =>
    tx
      .updateTable('app_user')
      .set({ email, name, role, team, vendor_id, is_active, ...letIn, ...password, ...mark })
      .where('id', '=', input.user_id)
      .execute(),
  )
}

/** One event for each thing that changed, so that the account's history reads like what happened. */
function changeEvents(input: Input, before: LockedUser, after: Changed): AuditEvent[] {
  const about = { entity: 'user', entityId: after.email, subjectId: before.id } as const
  const differing = [
    ['user.email_changed', before.email, after.email],
    ['user.name_changed', before.name, after.name],
    ['user.role_changed', before.role, after.role],
    ['user.team_changed', before.team, after.team],
    ['user.vendor_changed', before.vendorCode, after.vendorCode],
  ] as const
  const events: AuditEvent[] = differing
    .filter(([, from, to]) => from !== to)
    .map(([event, from, to]) => ({ ...about, event, from, to }))
  if (before.isActive !== after.isActive) {
    events.push({ ...about, event: after.isActive ? 'user.switched_on' : 'user.switched_off' })
  }
  if (input.unlock) events.push({ ...about, event: 'user.unlocked' })
  if (input.password !== undefined) events.push({ ...about, event: 'user.password_reset' })
  return events
}

/** What weighs most is told. Notices of another role or vendor are nobody's business any more. */
async function tellUser(tx: Tx, work: Work, input: Input, before: LockedUser, after: Changed): Promise<void> {
  const place = ({ role, team, vendorId }: Changed) => [role, team, vendorId].join(' ')
  const isMoved = place(before) !== place(after)
  if (isMoved) await forgetNotices(tx, before.id)
  if (isMoved) await tellAccountChanged(tx, work, before.id, 'role or team')
  else if (input.password !== undefined) await tellAccountChanged(tx, work, before.id, 'password')
  else if (before.email !== after.email || before.name !== after.name)
    await tellAccountChanged(tx, work, before.id, 'name or e-mail')
}

/** Gives the ids of the sessions that ended. */
async function endAccess(
  tx: Tx,
  input: Input,
  before: LockedUser,
  after: Changed,
  sessions: Sessions,
): Promise<string[]> {
  const rights = (person: Changed) => [person.role, person.team, person.vendorId, person.isActive].join(' ')
  const loses = rights(before) !== rights(after) || input.password !== undefined
  // A code is on its way to the mailbox of before.
  if (loses || before.email !== after.email) await endCodes(tx, before.id)
  return loses ? sessions.endAllOf(tx, before.id) : []
}
