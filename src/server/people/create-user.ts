import { v7 } from 'uuid'
import type { Taken } from '../../shared/contract/grammar.ts'
import type { users } from '../../shared/contract/users.ts'
import { recordEvent } from '../audit.ts'
import { type Said, said, type Work } from '../http/call.ts'
import { forbidden } from '../http/errors.ts'
import { goodPassword, hashPassword } from './passwords.ts'
import { findUser, type UserRow } from './user-rows.ts'
import { insistOnAddress, insistOnManaging, lockForChange, placeOf, withUniqueEmail } from './user-rules.ts'

type Input = Taken<typeof users.createUser>

/** A new account, whose first password must be changed. Throws `invalid_input`, `forbidden`, or `conflict` for a known e-mail. */
export async function createUser(input: Input, work: Work): Promise<Said<{ user: UserRow }>> {
  const { email, name, role, team, vendor_id: vendorCode } = input
  insistOnManaging(work.caller, input)
  insistOnAddress(email)
  const password_hash = await hashPassword(goodPassword(input.password, input, 'password'))
  const user = await work.command(async (tx) => {
    const id = v7()
    // The session may be of a moment ago: what counts is what the caller may do now.
    const { changer } = await lockForChange(tx, work.caller.userId, work.caller)
    if (!changer?.isActive) throw forbidden()
    insistOnManaging(changer, input)
    const vendor_id = await placeOf(tx, { role, team, vendorCode: vendorCode || null })
    const row = { id, email, name, role, team, vendor_id, password_hash, must_change_password: true }
    await withUniqueEmail(() =>
      tx
        .insertInto('app_user')
        .values({ ...row, updated_by: work.caller.userId })
        .execute(),
    )
    const about = { entity: 'user', entityId: email, subjectId: id } as const
    await recordEvent(tx, work, {
      ...about,
      event: 'user.created',
      to: role,
      details: { team, vendor: vendorCode || null },
    })
    return findUser(tx, id)
  })
  return said({ user }, 'The account was created.')
}
