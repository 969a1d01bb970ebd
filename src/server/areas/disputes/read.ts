import { type DisputeLine, disputeLine } from '../../../shared/areas/disputes/calls.ts'
import { disputeLife } from '../../../shared/areas/disputes/life.ts'
import type { Contract } from '../../../shared/areas.ts'
import { isBoundToVendor } from '../../../shared/kernel/roles.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Db, type Handlers, reply } from '../../http/call.ts'
import { findQcBox, unknownBox } from '../qc-boxes/box-rows.ts'
import { decisionsOf } from './claims.ts'
import { disputeOf, disputeRows, seenDisputes } from './dispute-rows.ts'
import { messagesOf } from './messages.ts'
import { boxesOf, mayRaise, standingOf } from './standing.ts'

type Routes = Handlers<Contract['disputes']>

export const getDispute: Routes['getDispute'] = async ({ number }, context) => {
  const { db, caller } = context
  const { id, dispute, is_hidden } = await disputeOf(db, context, number)
  return reply({
    dispute,
    counts_hidden: is_hidden,
    lines: is_hidden ? [] : await linesOf(db, id),
    decisions: is_hidden ? [] : await seenDecisions(context, id),
    messages: is_hidden ? [] : await messagesOf(db, caller, id),
    moves: disputeLife.movesFor(caller, { ...dispute, is_to_do: dispute.step === 'to_do' }),
  })
}

async function seenDecisions({ db, caller }: CallContext, disputeId: string) {
  const decisions = await decisionsOf(db, disputeId)
  return isBoundToVendor(caller) ? decisions.map((one) => ({ ...one, rejected_id: null })) : decisions
}

async function linesOf(db: Db, disputeId: string): Promise<DisputeLine[]> {
  const { rows } = await rowsOf(disputeLine)`
    SELECT k.nm_sku, x.kind, s.code AS style_id, k.color, k.color_zh, k.size, x.pieces, x.upheld FROM qc_dispute_line x
    JOIN sku k ON k.id = x.sku_id JOIN style s ON s.id = k.style_id
    WHERE x.dispute_id = ${disputeId}::uuid ORDER BY s.code, k.color, k.size_rank, k.nm_sku, x.kind`.execute(db)
  return rows
}

/** A box that is at QC; of one that is not there yet nothing can be said. */
export const getBoxDisputes: Routes['getBoxDisputes'] = async ({ box_id, country }, { db, caller }) => {
  const box = await findQcBox(db, boxesOf(country, caller), box_id)
  const { rows } = await rowsOf({ id: col.text })`
    SELECT p.id FROM qc_dispute p WHERE p.box_id = ${box.box_id}::uuid AND p.site_id = ${box.site_id}::uuid AND ${seenDisputes(caller)}
    ORDER BY p.opened_at DESC, p.id DESC LIMIT 50`.execute(db)
  const disputes = await disputeRows(
    db,
    caller,
    rows.map(({ id }) => id),
  )
  if (!isBoundToVendor(caller)) return reply({ disputes, may: [], until: null, lines: [] })
  const standing = await standingOf(db, box, country)
  // A vendor is told of a box in India by what came of it alone.
  if (country === 'india' && standing.lines.length + disputes.length === 0) throw unknownBox(box_id)
  const may = mayRaise(standing)
  return reply({
    disputes,
    may,
    until: standing.until?.toISOString() ?? null,
    lines: may.length > 0 ? standing.lines.map(({ sku_id: _, ...line }) => line) : [],
  })
}
