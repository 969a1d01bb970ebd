import { recordEvents } from '../../audit/audit.ts'
import type { CallContext, Tx } from '../../http/call.ts'
import type { QcBoxFacts } from '../qc-boxes/box-rows.ts'
import { applyQcMoves, type QcMove } from '../qc-boxes/ledger.ts'
import { eventsAt } from '../qc-boxes/sites.ts'
import type { AcceptedPieces } from './sources.ts'

interface MovedPieces {
  kind: 'purchase' | 'unpurchase' | 'decline'
  event: string
  /** The purchase order's number and id. */
  number: string
  id: string
  sources: readonly Pick<AcceptedPieces, 'box_id' | 'site_id' | 'sku_id' | 'quantity'>[]
  reason?: string
}

/** Moves the pieces of a purchase order in their boxes, with an event on each. */
export async function movePieces(
  tx: Tx,
  context: CallContext,
  boxes: readonly QcBoxFacts[],
  { kind, event, number, id, sources, reason }: MovedPieces,
): Promise<void> {
  const byBox = Map.groupBy(sources, ({ box_id }) => box_id)
  const auditIds = await recordEvents(
    tx,
    context,
    boxes.map((box) => ({
      ...{ entity: eventsAt(box.site_kind), entityId: box.sscc, event },
      details: {
        purchase_order: number,
        pieces: (byBox.get(box.box_id) ?? []).reduce((sum, { quantity }) => sum + quantity, 0),
        ...(reason && { reason }),
      },
    })),
  )
  const audits = new Map(boxes.map((box, at) => [box.box_id, auditIds[at] ?? '']))
  const bySku = Map.groupBy(sources, (one) => `${one.box_id} ${one.sku_id}`)
  const moves = [...bySku.values()].flatMap((own): QcMove[] => {
    const [first] = own
    if (first === undefined) return []
    const quantity = own.reduce((sum, one) => sum + one.quantity, 0)
    const at = { boxId: first.box_id, siteId: first.site_id, skuId: first.sku_id }
    return [
      { ...at, kind, quantity, reason: reason ?? null, purchaseOrderId: id, auditId: audits.get(first.box_id) ?? '' },
    ]
  })
  await applyQcMoves(tx, context, moves)
}
