import { v7 } from 'uuid'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { type CallContext, type Reply, reply } from '../../http/call.ts'

type Call = Contract['frame']['trackUserActions']

/** Keeps a batch of the client's request log, as the caller's own. Gives how many entries were taken. */
export async function trackUserActions({ actions }: Taken<Call>, context: CallContext): Promise<Reply<Gives<Call>>> {
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
