import { sql } from 'kysely'
import type { peopleCalls } from '../../../shared/areas/people/calls.ts'
import { lockWords, peopleMessages } from '../../../shared/areas/people/rules.ts'
import { roleRight } from '../../../shared/areas/people/shapes.ts'
import { hasRight, rights } from '../../../shared/areas.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { isRight, lockOf } from '../../../shared/right-bounds.ts'
import { recordEvent } from '../../audit/audit.ts'
import { lastEvents } from '../../audit/timeline.ts'
import { rowsOf } from '../../database/rows.ts'
import { type CallContext, type Db, type Reply, reply, type Tx } from '../../http/call.ts'
import { conflict, invalidInput } from '../../http/errors.ts'
import type { Sessions } from '../../http/sessions.ts'

/** Where roles may do more, or less, than they usually may. What names no right of today is nobody's. */
async function roleRights(db: Db | Tx) {
  const { rows } = await rowsOf(roleRight)`
    SELECT r.right_name AS right, r.role, r.may, u.name AS set_by, r.set_at
    FROM role_right r JOIN app_user u ON u.id = r.set_by ORDER BY r.right_name, r.role`.execute(db)
  return rows.filter(({ right }) => isRight(right))
}

export async function getRoleRights(
  _: unknown,
  { db }: Pick<CallContext, 'db'>,
): Promise<Reply<Gives<typeof peopleCalls.getRoleRights>>> {
  const last = await lastEvents(db, 'role_right', Object.keys(rights))
  return reply({
    rows: await roleRights(db),
    history: last.map(({ id: _, name: right, ...event }) => ({ ...event, right })),
  })
}

/** Gives a role a right, or takes it. Throws `invalid_input` for what is no right, `conflict` for what is fixed. */
export async function setRoleRight(
  { right, role, may }: Taken<typeof peopleCalls.setRoleRight>,
  context: CallContext,
  sessions: Sessions,
): Promise<Reply<Gives<typeof peopleCalls.setRoleRight>>> {
  if (!isRight(right)) {
    const message = peopleMessages.noSuchRight
    throw invalidInput(message, { fields: [{ field: 'right', message }] })
  }
  const lock = lockOf(right, role)
  if (lock !== null) throw conflict(lockWords[lock])
  const usual = hasRight({ role }, right)
  const answer = await context.command(async (tx) => {
    // Its row is held until the end, and made where there was none: of two changes at once each tells what it changed.
    const held = await tx
      .insertInto('role_right')
      .values({ right_name: right, role, may: usual, set_by: context.caller.userId })
      .onConflict((on) => on.columns(['right_name', 'role']).doUpdateSet({ may: sql.ref('role_right.may') }))
      .returning('may')
      .executeTakeFirstOrThrow()
    const own = { right_name: right, role }
    if (may === usual)
      await tx
        .deleteFrom('role_right')
        .where((row) => row.and(own))
        .execute()
    else if (held.may !== may)
      await tx
        .updateTable('role_right')
        .set({ may, set_by: context.caller.userId, set_at: sql<Date>`now()` })
        .where((row) => row.and(own))
        .execute()
    if (held.may !== may) {
      const event = may ? 'role_right.given' : 'role_right.taken'
      await recordEvent(tx, context, { entity: 'role_right', entityId: right, event, details: { role } })
    }
    const row = (await roleRights(tx)).find((each) => each.right === right && each.role === role) ?? null
    return reply({ row }, may ? 'The right was given.' : 'The right was taken.')
  })
  sessions.forgetAll()
  return answer
}
