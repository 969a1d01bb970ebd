import { type SqlBool, sql } from 'kysely'
import { v7 } from 'uuid'
import type { ProposalRow } from '../../../shared/areas/orders/shapes.ts'
import { type Proposal, proposalFault, type VendorReason } from '../../../shared/areas/orders/vendor-reasons.ts'
import type { CallContext, Db, Tx } from '../../http/call.ts'
import { invalidInput } from '../../http/errors.ts'
import type { OrderFacts } from './order-rows.ts'

type Order = Pick<OrderFacts, 'id' | 'order_id' | 'ship_by' | 'unit_price_minor'>

interface RefusedLine {
  id: string
  nm_sku: string
  rejected_quantity: number
  vendor_reason?: VendorReason | null | undefined
  remark?: string | null | undefined
}

/**
 * Keeps what a vendor proposes beside the pieces that it has just refused; an older proposal that nobody decided on gives way.
 * Throws invalid_input for one that does not fit the reason or the order.
 */
export async function keepProposal(
  tx: Tx,
  context: CallContext,
  order: Order,
  proposal: Proposal,
  lines: readonly RefusedLine[],
): Promise<void> {
  const fault = proposalFault(proposal, { ...order, lines })
  if (fault !== null) throw invalidInput(fault, { fields: [{ field: 'proposal', message: fault }] })
  const refused = lines.filter((line) => line.rejected_quantity > 0)
  const [first] = refused
  if (!first?.vendor_reason) throw new Error('a proposal without its reason passed')
  await withdrawProposals(tx, [order.id])
  const id = v7()
  await tx
    .insertInto('counter_proposal')
    .values({
      id,
      order_id: order.id,
      kind: proposal.kind,
      vendor_reason: first.vendor_reason,
      remark: first.remark ?? '',
      ship_by: proposal.kind === 'date' ? proposal.ship_by : null,
      unit_price_minor: proposal.kind === 'price' ? proposal.unit_price_minor : null,
      proposed_by: context.caller.userId,
    })
    .execute()
  const wanted = proposal.kind === 'quantity' ? proposal.lines : null
  const back = refused.map((line) => ({
    proposal_id: id,
    order_line_id: line.id,
    quantity: wanted ? (wanted.find(({ nm_sku }) => nm_sku === line.nm_sku)?.quantity ?? 0) : line.rejected_quantity,
  }))
  await tx
    .insertInto('counter_proposal_line')
    .values(back.filter(({ quantity }) => quantity > 0))
    .execute()
}

/** The vendor brought refused pieces back or proposes anew: what nobody decided on counts no more. */
export async function withdrawProposals(tx: Tx, orderUuids: readonly string[]): Promise<void> {
  await tx
    .updateTable('counter_proposal')
    .set({ state: 'WITHDRAWN' })
    .where('state', '=', 'OPEN')
    .where(sql<SqlBool>`order_id = ANY(${orderUuids}::uuid[])`)
    .execute()
}

/** The last proposal of each order, keyed by the order's uuid; one that was withdrawn is none. */
export async function loadProposals(db: Db | Tx, orderUuids: readonly string[]): Promise<Map<string, ProposalRow>> {
  const rows = await db
    .selectFrom('counter_proposal as p')
    .innerJoin('vendor_order as o', 'o.id', 'p.order_id')
    .innerJoin('app_user as u', 'u.id', 'p.proposed_by')
    .leftJoin('app_user as d', 'd.id', 'p.decided_by')
    .where(sql<SqlBool>`p.order_id = ANY(${orderUuids}::uuid[])`)
    .distinctOn('p.order_id')
    .orderBy('p.order_id')
    .orderBy('p.id', 'desc')
    .select(['p.id', 'p.order_id', 'p.state', 'p.kind', 'p.vendor_reason', 'p.remark', 'p.ship_by', 'p.decline_reason'])
    .select(['p.unit_price_minor', 'o.currency', 'p.proposed_at', 'p.decided_at', 'u.name', 'd.name as decider'])
    .execute()
  const lines = await proposedLines(
    db,
    rows.map((row) => row.id),
  )
  const found = rows.flatMap((row): [string, ProposalRow][] =>
    row.state === 'WITHDRAWN'
      ? []
      : [
          [
            row.order_id,
            {
              proposal_id: row.id,
              state: row.state,
              kind: row.kind,
              vendor_reason: row.vendor_reason,
              remark: row.remark,
              ship_by: row.ship_by,
              unit_price:
                row.unit_price_minor === null ? null : { minor: row.unit_price_minor, currency: row.currency },
              lines: (lines.get(row.id) ?? []).map(({ nm_sku, quantity }) => ({ nm_sku, quantity })),
              proposed_at: row.proposed_at.toISOString(),
              proposed_by: row.name,
              decided_at: row.decided_at?.toISOString() ?? null,
              decided_by: row.decider,
              decline_reason: row.decline_reason,
            },
          ],
        ],
  )
  return new Map(found)
}

/** The lines of proposals, keyed by the proposal's id, in the grid's order, with how they stand now. */
export async function proposedLines(db: Db | Tx, proposals: readonly string[]) {
  const rows = await db
    .selectFrom('counter_proposal_line as p')
    .innerJoin('order_line as l', 'l.id', 'p.order_line_id')
    .innerJoin('sku as s', 's.id', 'l.sku_id')
    .where(sql<SqlBool>`p.proposal_id = ANY(${proposals}::uuid[])`)
    .select(['p.proposal_id', 'p.order_line_id', 'p.quantity', 's.nm_sku', 'l.rejected', 'l.vendor_decision'])
    .orderBy('s.color')
    .orderBy('s.size_rank')
    .execute()
  return Map.groupBy(rows, (row) => row.proposal_id)
}
