import { v7 } from 'uuid'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { type CallContext, type Reply, reply } from '../../http/call.ts'
import { keepLimits } from '../../http/keep-limits.ts'

type Call = Contract['frame']['trackUserActions']

/**
 * Keeps a batch of the client's request log, as the caller's own. Gives how many entries were taken: none once they have sent what is
 * kept of one person in a day, or while the disk is nearly full. A client asks for nothing more of it, so no error is made of that.
 */
export async function trackUserActions({ actions }: Taken<Call>, context: CallContext): Promise<Reply<Gives<Call>>> {
  if (!hasBudget(context.caller.userId, actions) || !(await hasRoom(context))) return reply({ taken: 0 })
  const rows = actions.map((action) => ({
    id: v7(),
    user_id: context.caller.userId,
    at: action.at,
    kind: action.kind,
    path: action.path ?? null,
    request_id: action.request_id ?? null,
    trace_id: action.trace_id ?? null,
    details: JSON.stringify(action.details ?? {}),
  }))
  await context.command((tx) => tx.insertInto('user_action').values(rows).execute())
  return reply({ taken: rows.length })
}

const DAY_MS = 24 * 60 * 60_000
const spent = new Map<string, { since: number; rows: number; bytes: number }>()

/** Counted by this copy for a day, so that nothing is written only to be trimmed away. */
function hasBudget(userId: string, actions: Taken<Call>['actions'], now = Date.now()): boolean {
  const known = spent.get(userId)
  const own = known && now - known.since < DAY_MS ? known : { since: now, rows: 0, bytes: 0 }
  const { rows, bytes } = keepLimits.userActions.perUser
  if (own.rows + actions.length > rows || own.bytes > bytes) return false
  own.rows += actions.length
  own.bytes += JSON.stringify(actions).length
  spent.set(userId, own)
  return true
}

async function hasRoom({ room }: CallContext): Promise<boolean> {
  const space = await room?.now()
  return !space || space.free > space.reserve
}
