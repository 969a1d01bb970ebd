import type { Tables } from './types.gen.ts'

type Table = keyof Tables & string

/**
 * The one order in which a transaction locks things: what stands further down is locked later, and rows of one table by their key, so
 * that two commands never wait for each other in a ring. What belongs to a thing (an order's lines, a shipment's boxes) is locked after
 * the thing itself; while that is locked, in whatever order. Rows that must only stay as they are while one refers to them (catalogue,
 * places: FOR SHARE) are held whenever they are needed, as long as whoever changes them locks nothing above them. One transaction does: a workbook of all kinds of records, orders among them, changes the catalogue and
 * then orders; where it meets somebody who amends an order, PostgreSQL ends one of the two after a second, and that is done again
 * (`inTransaction`). A workbook that brings in sent orders makes their jobs after it holds their facilities: nobody else knows those jobs
 * yet. The server tests hold every transaction against it (`tests/support/lock-orders.ts`).
 */
export const lockOrder: readonly (readonly [thing: Table, ...its: Table[]])[] = [
  ['record_kind'],
  ['setting'],
  ['allocation_task', 'allocation_style', 'allocation_cell', 'allocation_outward'],
  ['replenishment_order', 'replenishment_line'],
  [
    'gate_pass',
    ...(['gate_pass_item', 'gate_pass_box', 'gate_pass_content', 'gate_pass_receipt', 'gate_pass_scan'] as const),
    ...(['gate_pass_case', 'gate_pass_document'] as const),
  ],
  ['stock_count', 'stock_count_place', 'stock_count_line', 'stock_count_scan'],
  ['return_note', 'return_note_line'],
  ['price_negotiation', 'price_offer'],
  ['facility_shipment', 'facility_box', 'facility_document'],
  ['shipment', 'shipment_line', 'box', 'box_line'],
  ['arrival_closing'],
  ['vendor_order', 'order_line', 'counter_proposal', 'counter_proposal_line'],
  ['qc_box', 'qc_line', 'qc_case', 'box_discrepancy'],
  ['disposition'],
  ['qc_dispute', 'qc_dispute_line', 'qc_dispute_message', 'qc_dispute_photo'],
  ['purchase_order', 'purchase_order_line', 'purchase_order_box', 'purchase_order_source'],
  ['assortment', 'assortment_style'],
  ['catalogue_style', 'catalogue_color', 'catalogue_picture', 'catalogue_move', 'catalogue_note', 'garment_proposal'],
  ['buyer_review', 'buyer_review_reviewer', 'buyer_review_verdict'],
  ['catalogue_sample', 'catalogue_sample_measure'],
  ['tech_pack', 'tech_pack_photo'],
  ['pre_production_order', 'pre_production_line'],
  [
    'production_order',
    ...(['production_order_line', 'production_order_draft', 'production_vendor_allocation'] as const),
    ...(['production_allocation_line', 'production_po'] as const),
  ],
  ['facility_job', 'facility_line'],
  ['production_facility'],
  ['style_survey'],
  ['corrective_action'],
  ['material'],
  ['fabric_lot', 'fabric_roll', 'roll_reservation', 'roll_inspection'],
  ['sku_material'],
  ['vendor'],
  ['style'],
  ['site'],
  ['sku'],
  ['invoice', 'invoice_box', 'invoice_line', 'export_order'],
  ['qc_lot_turn'],
  ['qc_lot'],
  ['qc_inspection'],
  ['qc_image'],
  ['place'],
  ['stock'],
  ['talk_thread', 'talk_message', 'talk_seen'],
  ['notice_outbox'],
  ['app_user'],
  ['notice'],
  ['idempotency_key'],
]
