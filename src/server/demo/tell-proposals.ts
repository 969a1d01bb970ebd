import type { Insertable } from 'kysely'
import { type VendorReason, vendorReasons, vendorReasonWords } from '../../shared/areas/orders/vendor-reasons.ts'
import { addDays } from '../../shared/kernel/days.ts'
import { writeSetting } from '../database/settings.ts'
import type { Tables } from '../database/types.gen.ts'
import type { Tx } from '../http/call.ts'
import { type Book, type DemoLine, fixedId, userId } from './book.ts'
import { insertRows } from './seed-volume.ts'
import { actsFor, type DemoOrder } from './tell-order.ts'

export interface DemoProposals {
  proposals: Insertable<Tables['counter_proposal']>[]
  lines: Insertable<Tables['counter_proposal_line']>[]
}

const remarks: Readonly<Record<VendorReason, string>> = {
  price: '面料涨价，此价格无法生产',
  minimum_quantity: 'The dye house takes no less than 300 m a colour',
  capacity: '车间已排满，只能做一部分',
  deadline: 'Needs ten days more for the print',
  fabric: '面料下月初到货',
}

/** Every second order with refused pieces was refused for one of the vendor's own reasons, with a proposal that ops have yet to decide on. */
export function tellProposals(book: Book, orders: readonly DemoOrder[]): DemoProposals {
  const told: DemoProposals = { proposals: [], lines: [] }
  const refused = orders.filter(({ plan }) => ['all_refused', 'some_refused'].includes(plan.story.answer ?? ''))
  for (const [at, order] of refused.filter((_, place) => place % 2 === 0).entries()) {
    const reason = vendorReasons[at % vendorReasons.length]
    if (reason !== undefined) tellProposal(book, order, reason, told)
  }
  return told
}

function tellProposal(book: Book, { id, plan, lines }: DemoOrder, reason: VendorReason, told: DemoProposals): void {
  const gone = lines.filter((line) => line.now.rejected > 0)
  const proposedAt = retell(book, gone, reason)
  const [kind] = vendorReasonWords[reason].proposes
  if (proposedAt === undefined || kind === undefined) return
  const proposal = fixedId('proposal', plan.orderId)
  told.proposals.push({
    id: proposal,
    order_id: id,
    kind,
    vendor_reason: reason,
    remark: remarks[reason],
    ship_by: kind === 'date' ? addDays(plan.shipBy, 10) : null,
    unit_price_minor: kind === 'price' ? Math.round((plan.priceMinor * 1.08) / 10) * 10 : null,
    proposed_at: proposedAt,
    proposed_by: userId(actsFor(plan.vendor)),
  })
  for (const line of gone)
    told.lines.push({ proposal_id: proposal, order_line_id: line.id, quantity: line.now.rejected })
}

/** The refusals of these lines, under the vendor's own reason. Gives when they were made. */
function retell(book: Book, gone: readonly DemoLine[], vendorReason: VendorReason) {
  const ids = new Set(gone.map((line) => line.id))
  for (const line of gone) Object.assign(line, { reason: 'Other', vendorReason, remark: remarks[vendorReason] })
  const moves = book.moves.filter((move) => move.kind === 'refuse' && ids.has(move.order_line_id))
  for (const move of moves)
    Object.assign(move, { reason: vendorReasonWords[vendorReason].en, remark: remarks[vendorReason] })
  return moves[0]?.at
}

/** Writes the proposals, and has all of the vendor's own reasons on. Orders and their lines must be there. */
export async function writeProposals(tx: Tx, told: DemoProposals): Promise<void> {
  await writeSetting(tx, 'vendor_reasons', [...vendorReasons])
  await insertRows(
    tx,
    'counter_proposal',
    told.proposals.map((one) => ({ state: 'OPEN' as const, ...one })),
  )
  await insertRows(tx, 'counter_proposal_line', told.lines)
}
