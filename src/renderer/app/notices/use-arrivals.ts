import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { NoticeKindName } from '../../../shared/areas.ts'
import type { CallName } from '../../actions/calls.ts'
import { hasUnsaved } from '../unsaved.ts'
import type { Notice, Notices } from './use-notices.ts'

/** Hands on the unread notices that come from now on. What was there at the start, or is known already, is not news. */
export function useArrivals(
  { rows, isKnown }: Pick<Notices, 'rows' | 'isKnown'>,
  onArrive: (fresh: readonly Notice[]) => void,
): void {
  const seenUntil = useRef<string | null>(null)
  const latest = useRef(onArrive)
  latest.current = onArrive
  useEffect(() => {
    // A page that was loaded without a connection: all of them are old once they come.
    if (!isKnown) return
    const before = seenUntil.current
    const newest = rows[0]?.updated_at ?? ''
    seenUntil.current = before !== null && before > newest ? before : newest
    if (before === null) return
    const fresh = rows.filter(({ updated_at, read_at }) => updated_at > before && read_at === null)
    if (fresh.length > 0) latest.current(fresh)
  }, [rows, isKnown])
}

/** The calls whose answers are older than a notice of the kind. */
const callsOf: Record<NoticeKindName, readonly CallName[]> = {
  review_opened: ['buyerReviews.getBuyerReviews'],
  stage_too_long: ['pipeline.getPipelineRows'],
  answers_too_few: ['scorecards.getScorecards'],
  style_runs_out: ['pipeline.getPipeline'],
  review_asked: ['buyerReviews.getBuyerReviews'],
  review_overdue: ['buyerReviews.getBuyerReviews'],
  allocation_passes: ['gatePasses.gatepasses'],
  assortments_exported: ['assortments.getAssortments'],
  backup_failed: ['backups.getBackups'],
  orders_to_answer: ['orders.getOrders'],
  sample_requested: ['samples.getSamples'],
  production_to_cad: ['production.getOrders'],
  production_marked: ['production.getOrders'],
  production_made: ['production.getOrders'],
  production_stopped: ['production.getOrders'],
  outsourced_to_cad: ['production.getOrders'],
  outsourced_marked: ['production.getOrders'],
  outsourced_stopped: ['production.getOrders'],
  tech_pack_sent: ['sampleDevelopment.getTechPacks'],
  garment_change_waiting: ['garmentSpecs.specStyles', 'garmentSpecs.garmentSpec'],
  garment_change_agreed: ['garmentSpecs.specStyles', 'garmentSpecs.garmentSpec'],
  garment_change_refused: ['garmentSpecs.specStyles', 'garmentSpecs.garmentSpec'],
  price_to_answer: ['priceNegotiations.getPriceNegotiationDetails'],
  price_settled: ['priceNegotiations.getPriceNegotiationDetails', 'orders.getOrders'],
  price_asked: ['priceNegotiations.getPriceNegotiationDetails'],
  price_due: ['priceNegotiations.getPriceNegotiationDetails'],
  corrective_opened: ['correctiveActions.getCorrectiveActions'],
  corrective_judged: ['correctiveActions.getCorrectiveActions'],
  corrective_due: ['correctiveActions.getCorrectiveActions'],
  corrective_overdue: ['correctiveActions.getCorrectiveActions'],
  corrective_answered: ['correctiveActions.getCorrectiveActions'],
  corrective_late: ['correctiveActions.getCorrectiveActions'],
  dispute_yours: ['disputes.getDisputes', 'rejectedSkus.debitNotes'],
  dispute_opened: ['disputes.getDisputes', 'rejectedSkus.debitNotes'],
  result_accepted: ['disputes.getDisputes'],
  dispute_answered: ['disputes.getDisputes', 'disputes.getDispute'],
  dispute_withdrawn: ['disputes.getDisputes', 'disputes.getDispute', 'rejectedSkus.debitNotes'],
  dispute_late: ['disputes.getDisputes'],
  dispute_asked: ['disputes.getDisputes', 'disputes.getDispute'],
  dispute_settled: ['disputes.getDisputes', 'disputes.getDispute', 'rejectedSkus.debitNotes'],
  price_due_to_us: ['priceNegotiations.getPriceNegotiationDetails'],
  inventory_to_update: ['vendorInventory.getInventoryDetails'],
  pre_stock_over: ['preStock.getPreStockListing'],
  orders_withdrawn: ['orders.getOrders'],
  order_amended: ['orders.getOrders', 'orders.getShippingItems'],
  orders_reminded: ['orders.getOrders'],
  orders_urgent: ['orders.getOrders', 'orders.getShippingItems'],
  orders_cancelled: ['orders.getOrders', 'orders.getShippingItems'],
  orders_restored: ['orders.getOrders', 'orders.getShippingItems'],
  orders_to_approve: ['orders.getPendingOrders', 'orders.getBulkOrdersForApproval'],
  proposal_taken: ['orders.getOrders'],
  proposal_declined: ['orders.getOrders'],
  proposal_reopened: ['orders.getOrders'],
  pieces_refused: ['orders.getOrders', 'orders.getConfirmedOrders'],
  shipment_sent: ['shipments.getShipments', 'receiving.getAwaitingInwardBoxes'],
  shipment_cancelled: ['shipments.getShipments', 'orders.getShippingItems'],
  shipment_recovered: ['shipments.getShipments', 'orders.getShippingItems'],
  boxes_arrived: ['shipments.getShipments', 'qcBoxes.getInwardedBoxes'],
  own_pieces_missing: ['qcBoxes.getInwardedBoxes'],
  pieces_missing: ['qcBoxes.getInwardedBoxes'],
  shipped_to_india: ['invoices.getInvoices', 'qcBoxes.getInwardedBoxes'],
  coming_to_india: ['indiaReceiving.getAwaitingInwardBoxes'],
  pieces_failed: ['qcBoxes.getInwardedBoxes'],
  pieces_returned: ['returns.returnNotes', 'qcBoxes.getInwardedBoxes'],
  return_cancelled: ['returns.returnNotes', 'qcBoxes.getInwardedBoxes'],
  pieces_returned_from_india: ['rejectedSkus.indiaReturnNotes'],
  return_from_india_cancelled: ['rejectedSkus.indiaReturnNotes'],
  pieces_to_replace: [],
  pieces_to_credit: ['rejectedSkus.debitNotes'],
  credit_taken_back: ['rejectedSkus.debitNotes'],
  rejected_reconciled: ['rejectedSkus.getRejectedSkus'],
  purchase_order_posted: ['purchaseOrders.purchaseOrders', 'purchaseOrders.boxesToPurchase'],
  purchase_order_reversed: ['purchaseOrders.purchaseOrders', 'purchaseOrders.boxesToPurchase'],
  gate_pass_on_way: ['gatePasses.gatepasses', 'gatePasses.inTransit'],
  gate_pass_arrived: ['gatePasses.gatepasses', 'gatePasses.inTransit'],
  gate_pass_differs: ['gatePasses.gatepasses', 'gatePasses.gatePassCases'],
  gate_pass_overdue: ['gatePasses.gatepasses'],
  tax_invoice_issued: ['gatePasses.gatepasses'],
  boxes_short: ['indiaReceiving.boxDiscrepancies', 'indiaReceiving.getAwaitingInwardBoxes'],
  talk_order: ['talk.getThread', 'talk.getMentions'],
  talk_shipment: ['talk.getThread', 'talk.getMentions'],
  talk_style: ['talk.getThread', 'talk.getMentions'],
  talk_production_order: ['talk.getThread', 'talk.getMentions'],
  talk_facility_job: ['talk.getThread', 'talk.getMentions'],
  talk_box: ['talk.getThread', 'talk.getMentions'],
  talk_india_box: ['talk.getThread', 'talk.getMentions'],
  talk_result: ['talk.getThread', 'talk.getMentions'],
  account_changed: ['people.getUserDetails'],
}

/**
 * Loads the lists anew that notices tell of. While something is typed the screen stays as it is: they are then loaded when they
 * are next opened.
 */
export function useToldLists(): (fresh: readonly Notice[]) => void {
  const client = useQueryClient()
  return (fresh) => {
    const names = new Set<unknown>(fresh.flatMap(({ kind }) => callsOf[kind]))
    void client.invalidateQueries({
      predicate: ({ queryKey: [name] }) => names.has(name),
      refetchType: hasUnsaved() ? 'none' : 'active',
    })
  }
}
