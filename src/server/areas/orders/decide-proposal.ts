import { sql } from 'kysely'
import { vendorReasonWords } from '../../../shared/areas/orders/vendor-reasons.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { recordEvent } from '../../audit/audit.ts'
import { type CallContext, type Reply, reply, type Tx } from '../../http/call.ts'
import { invalidInput, moveNotAllowed, notFound } from '../../http/errors.ts'
import { notify } from '../../notices/notify.ts'
import { decideLines, retractDelivered } from './answers.ts'
import { judgePrices } from './judge-prices.ts'
import { applyMoves } from './lines.ts'
import type { OrderFacts } from './order-rows.ts'
import { lockOrder, ordersAfter } from './orders.ts'
import { proposedLines } from './proposals.ts'

type Input = Taken<Contract['orders']['decideProposal']>
type Decision = Input['decision']
type DecidedOrder = Awaited<ReturnType<typeof ordersAfter>>[number]

const decisions = {
  take: { event: 'order.proposal_taken', notice: 'proposal_taken', said: 'Proposal taken.' },
  decline: { event: 'order.proposal_declined', notice: 'proposal_declined', said: 'Proposal declined.' },
  withdraw: { event: 'order.proposal_reopened', notice: 'proposal_reopened', said: 'Decision taken back.' },
} as const satisfies Record<Decision, object>

/**
 * Takes a proposal: its pieces await again, by the new day or for the new price, and what was cut stays refused. Or declines
 * it, or takes that decision back while the pieces have not moved on. The vendor is told. Throws not_found, invalid_input for
 * declining without a reason, and move_not_allowed.
 */
export async function decideProposal(input: Input, context: CallContext): Promise<Reply<{ order: DecidedOrder }>> {
  const { decision, reason } = input
  if (decision === 'decline' && !reason) {
    const message = 'Declining a proposal needs a reason.'
    throw invalidInput(message, { fields: [{ field: 'reason', message }] })
  }
  return context.command(async (tx) => {
    const order = await lockOrder(tx, context.caller, input.order_id)
    const proposal = await lockProposal(tx, order, input.proposal_id)
    assertAllowed(decision, proposal, order)
    const { event, notice, said } = decisions[decision]
    const auditId = await recordEvent(tx, context, {
      entity: 'order',
      entityId: order.order_id,
      event,
      // The price stands with the proposal: histories are read by those who see none.
      details: {
        quantity: proposal.lines.reduce((sum, line) => sum + line.quantity, 0),
        reason: vendorReasonWords[proposal.vendor_reason].en,
        ...(reason && decision === 'decline' && { remark: reason }),
      },
    })
    if (decision === 'take') await takeProposal(tx, order, proposal, auditId)
    if (decision === 'withdraw' && proposal.state === 'TAKEN') await giveBack(tx, order, proposal, auditId)
    await decideLines(tx, [order.id])
    if (decision !== 'decline') await retractDelivered(tx, [order.order_id])
    await writeState(tx, context, order, proposal, input)
    const things = [order.order_id]
    await notify(tx, context, { kind: notice, vendorId: order.vendor_id, things, values: { order_id: order.order_id } })
    const [after] = await ordersAfter(tx, context, [order.order_id])
    if (after === undefined) throw notFound('Order {{order_id}} was not found.', { order_id: order.order_id })
    return reply({ order: after }, said)
  })
}

type HeldProposal = Awaited<ReturnType<typeof lockProposal>>

async function lockProposal(tx: Tx, { id, order_id }: OrderFacts, proposalId: string) {
  const proposals = await tx
    .selectFrom('counter_proposal')
    .where('order_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .selectAll()
    .forNoKeyUpdate()
    .execute()
  const found = proposals.find((one) => one.id === proposalId)
  if (found === undefined || found.state === 'WITHDRAWN')
    throw notFound('This proposal for order {{order_id}} is not there any more.', { order_id })
  return { ...found, lines: (await proposedLines(tx, [found.id])).get(found.id) ?? [] }
}

/** Which decisions each state allows; the pieces' own ledger holds to the rest. */
const allowedIn = { OPEN: ['take', 'decline'], TAKEN: ['withdraw'], DECLINED: ['withdraw'], WITHDRAWN: [] } as const

function assertAllowed(decision: Decision, proposal: HeldProposal, order: OrderFacts): void {
  const allowed: readonly Decision[] = allowedIn[proposal.state]
  const values = { order_id: order.order_id }
  if (!allowed.includes(decision))
    throw moveNotAllowed(
      decision === 'withdraw' ? 'There is no decision to take back.' : 'This proposal was decided on already.',
      allowed,
      { values },
    )
  const movesPrice = proposal.kind === 'price' && decision !== 'decline' && proposal.state !== 'DECLINED'
  if (movesPrice && order.shipped > 0)
    throw moveNotAllowed('Pieces of this order were shipped already: its price stays.', ['decline'], { values })
  const isGone = proposal.lines.some((line) => line.vendor_decision === 'NEW' || line.rejected < line.quantity)
  if (proposal.state === 'DECLINED' && isGone)
    throw moveNotAllowed('The vendor brought these pieces back in the meantime.', [], { values })
  if (proposal.state === 'TAKEN' && proposal.lines.some((line) => line.vendor_decision === 'NEW'))
    throw moveNotAllowed('The vendor has taken its answer back in the meantime.', [], { values })
}

async function takeProposal(tx: Tx, order: OrderFacts, proposal: HeldProposal, auditId: string): Promise<void> {
  await applyMoves(
    tx,
    proposal.lines.map(({ order_line_id: lineId, quantity }) => ({
      lineId,
      kind: 'recover_refused',
      quantity,
      auditId,
    })),
  )
  if (proposal.ship_by !== null) await setTerms(tx, order, { ship_by: proposal.ship_by })
  if (proposal.unit_price_minor !== null) await setTerms(tx, order, { unit_price_minor: proposal.unit_price_minor })
}

/** The pieces are refused again as they were, and the order has its old day or price. */
async function giveBack(tx: Tx, order: OrderFacts, proposal: HeldProposal, auditId: string): Promise<void> {
  const { vendor_reason, remark } = proposal
  const reason = vendorReasonWords[vendor_reason].en
  await applyMoves(
    tx,
    proposal.lines.map(({ order_line_id: lineId, quantity }) => ({
      lineId,
      kind: 'refuse',
      quantity,
      reason,
      remark,
      auditId,
    })),
  )
  await tx
    .updateTable('order_line')
    .set({ reason: 'Other', vendor_reason, remark })
    .where(
      'id',
      'in',
      proposal.lines.map((line) => line.order_line_id),
    )
    .execute()
  // A deadline that ops amended in between stays.
  if (proposal.ship_by_before !== null && proposal.ship_by === order.ship_by)
    await setTerms(tx, order, { ship_by: proposal.ship_by_before })
  if (proposal.unit_price_before !== null) await setTerms(tx, order, { unit_price_minor: proposal.unit_price_before })
}

type Terms = Partial<Pick<OrderFacts, 'ship_by' | 'unit_price_minor'>>

/** Another deadline or price; the style's prices that wait are judged by it. */
export async function setTerms(tx: Tx, order: OrderFacts, terms: Terms): Promise<void> {
  const { style_id } = await tx
    .updateTable('vendor_order')
    .set(terms)
    .where('id', '=', order.id)
    .returning('style_id')
    .executeTakeFirstOrThrow()
  if (terms.unit_price_minor !== undefined) await judgePrices(tx, [style_id])
}

async function writeState(
  tx: Tx,
  context: CallContext,
  order: OrderFacts,
  proposal: HeldProposal,
  { decision, reason }: Input,
): Promise<void> {
  const decided = { decided_at: sql<Date>`now()`, decided_by: context.caller.userId }
  const states = {
    take: {
      ...decided,
      state: 'TAKEN',
      ship_by_before: proposal.kind === 'date' ? order.ship_by : null,
      unit_price_before: proposal.kind === 'price' ? order.unit_price_minor : null,
    },
    decline: { ...decided, state: 'DECLINED', decline_reason: reason ?? '' },
    withdraw: {
      state: 'OPEN',
      decided_at: null,
      decided_by: null,
      decline_reason: null,
      ship_by_before: null,
      unit_price_before: null,
    },
  } as const satisfies Record<Decision, object>
  await tx.updateTable('counter_proposal').set(states[decision]).where('id', '=', proposal.id).execute()
}
