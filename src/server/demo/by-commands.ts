import { sql } from 'kysely'
import type { Role } from '../../shared/kernel/roles.ts'
import { mayRewrite } from '../database/append-only.ts'
import type { CallContext, Tx } from '../http/call.ts'
import { demoAccounts, userId } from './book.ts'

const requestId = 'demo'

/**
 * What a call's handler gets when the demo's story is told by the commands themselves: the account of a role (`warehouse`, `ops`,
 * `india-qc`: the mailbox), and the transaction that seeds. Files that a command puts need `files`.
 */
export function demoContext(tx: Tx, mailbox: string, more: Partial<CallContext> = {}): CallContext {
  const account = demoAccounts.find(({ email }) => email === `${mailbox}@demo.selvedge`)
  if (account === undefined) throw new Error(`the demo has no account ${mailbox}`)
  const { email, name, role, team } = account
  const caller = { userId: userId(account), email, name, role: role as Role, team }
  return {
    caller: { ...caller, vendorId: null, siteIds: [], sessionId: '', trueRole: null, mustChangePassword: false },
    ...{ requestId, source: 'screen', db: tx, signal: new AbortController().signal, resources: 'resources' },
    command: (work: (tx: Tx) => unknown) => work(tx),
    ...more,
  } as unknown as CallContext
}

/** The same of an account of a vendor. */
export async function vendorContext(tx: Tx, code: 'GZ01' | 'SZ02'): Promise<CallContext> {
  const context = demoContext(tx, code === 'GZ01' ? 'vendor' : 'vendor2')
  const vendor = await tx.selectFrom('vendor').where('code', '=', code).select('id').executeTakeFirstOrThrow()
  return { ...context, caller: { ...context.caller, vendorId: vendor.id } }
}

/** Where commands write when something was done. */
const written = [
  ['box', 'inwarded_at'],
  ['qc_box', 'inwarded_at'],
  ['qc_box', 'counted_at'],
  ['qc_box', 'updated_at'],
  ['qc_move', 'at'],
  ['arrival_closing', 'closed_at'],
  ['box_discrepancy', 'opened_at'],
  ['box_discrepancy', 'settled_at'],
  ['corrective_action', 'opened_at'],
  ['corrective_action', 'answered_at'],
  ['corrective_action', 'judged_at'],
  ['qc_dispute', 'opened_at'],
  ['qc_dispute', 'settled_at'],
  ['qc_dispute_message', 'said_at'],
  ['talk_message', 'said_at'],
  ['roll_move', 'at'],
  ['roll_inspection', 'inspected_at'],
  ['sample_costing', 'made_at'],
  ['tech_pack', 'made_at'],
  ['tech_pack', 'sent_at'],
  ['pre_production_order', 'made_at'],
  ['production_order', 'made_at'],
  ['production_order', 'state_since'],
  ['production_order', 'waits_since'],
  ['production_order_draft', 'saved_at'],
  ['production_vendor_allocation', 'assigned_at'],
  ['production_marker', 'made_at'],
  ['production_job_card', 'made_at'],
  ['production_po', 'made_at'],
  ['facility_job', 'started_at'],
  ['facility_move', 'at'],
  ['facility_box', 'made_at'],
  ['facility_shipment', 'made_at'],
  ['allocation_task', 'created_at'],
  ['allocation_task', 'calculated_at'],
  ['replenishment_order', 'created_at'],
] as const

/** Puts what the commands told at the beginning of the demo's day: none of it lies ahead of whoever looks at it. */
export async function settleTimes(tx: Tx, at: number): Promise<void> {
  const then = new Date(at)
  await sql.raw(mayRewrite).execute(tx)
  await sql`UPDATE audit_event SET at = ${then} WHERE request_id = ${requestId} AND at > ${then}`.execute(tx)
  for (const [table, column] of written)
    await sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${then} WHERE ${sql.ref(column)} > ${then}`.execute(
      tx,
    )
}
