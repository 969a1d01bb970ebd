import { sql } from 'kysely'
import { purchaseMessages, purchaseNumber } from '../../../shared/areas/purchase-orders/rules.ts'
import { financialYear } from '../../../shared/areas/rejected-skus/rules.ts'
import { type Contract, hasRight } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { dayIn } from '../../../shared/kernel/days.ts'
import { recordEvent } from '../../audit/audit.ts'
import { assertFresh } from '../../audit/freshness.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { readSetting } from '../../database/settings.ts'
import { type CallContext, reply } from '../../http/call.ts'
import { forbidden, invalidInput, moveNotAllowed } from '../../http/errors.ts'
import { notify } from '../../notices/notify.ts'
import { nextInSeries } from '../invoices/create-invoice.ts'
import { holdWaitingOf, judgePricesBought } from '../orders/judge-prices.ts'
import { lockQcBoxes } from '../qc-boxes/box-rows.ts'
import { inIndia } from '../qc-boxes/sites.ts'
import { reverseStock } from '../stock/move-stock.ts'
import { movePieces } from './move-pieces.ts'
import { findPurchaseOrder, lockPurchaseOrder, purchaseOrderWire } from './purchase-order-rows.ts'

type Input = Taken<Contract['purchaseOrders']['createPurchaseOrder']>

/**
 * Takes a purchase order back by a counter document: its pieces leave the stock and are accepted ones of their boxes again, to be bought
 * anew. Only while they are where it put them: otherwise it throws move_not_allowed, saying where they are. For leads.
 */
export async function reversePurchaseOrder(input: Input, context: CallContext) {
  const { purchase_order: number, reason } = input
  if (!hasRight(context.caller, 'indiaQcLead')) throw forbidden()
  if (number === undefined) throw invalidInput(purchaseMessages.noNumber)
  if (!reason) throw invalidInput(purchaseMessages.noReason)
  return context.command(async (tx) => {
    const { id } = await findPurchaseOrder(tx, context.caller, number)
    const { rows: sources } = await rowsOf({
      ...{ box_id: col.text, site_id: col.text, sku_id: col.text, quantity: col.number },
    })`SELECT box_id, site_id, sku_id, quantity FROM purchase_order_box WHERE purchase_order_id = ${id}
      ORDER BY box_id, sku_id`.execute(tx)
    const boxIds = [...new Set(sources.map(({ box_id }) => box_id))]
    await holdWaitingOf(tx, boxIds)
    const boxes = await lockQcBoxes(tx, inIndia(context.caller), boxIds)
    const order = await lockPurchaseOrder(tx, context.caller, number)
    if (order.state !== 'POSTED')
      throw moveNotAllowed(purchaseMessages.isReversed, [], { values: { purchase_order: number } })
    await assertFresh(tx, { entity: 'purchase_order', entityId: number, version: order.version }, input.version)
    const day = dayIn(boxes[0]?.time_zone ?? 'UTC', new Date())
    const series = `${await readSetting(tx, 'purchase_order_series')}-R-${financialYear(day)}`
    const reversal = purchaseNumber(series, await nextInSeries(tx, series))
    const eventId = await recordEvent(tx, context, {
      ...{
        entity: 'purchase_order',
        entityId: number,
        event: 'purchase_order.reversed',
        from: 'POSTED',
        to: 'REVERSED',
      },
      details: { reason, reversal, pieces: order.pieces },
    })
    await reverseStock(tx, { type: 'purchase_order', id: number }, eventId, reason)
    await movePieces(tx, context, boxes, {
      ...{ kind: 'unpurchase', event: 'box.purchase_reversed', number, id, sources, reason },
    })
    await sql`UPDATE purchase_order_source SET is_live = false WHERE purchase_order_id = ${id}`.execute(tx)
    await sql`UPDATE purchase_order SET state = 'REVERSED', reversal_number = ${reversal}, reverse_reason = ${reason},
      reversed_at = now(), reversed_by = ${context.caller.userId}, version = version + 1 WHERE id = ${id}`.execute(tx)
    await judgePricesBought(tx, id)
    await notify(tx, context, {
      ...{ kind: 'purchase_order_reversed', things: [number], siteIds: boxes.map(({ site_id }) => site_id) },
      values: { purchase_order: number, pieces: order.pieces },
    })
    const row = purchaseOrderWire(await findPurchaseOrder(tx, context.caller, number), context.caller)
    return reply({ purchase_order: row, purchase_orders: [row] }, 'Purchase order reversed.')
  })
}
