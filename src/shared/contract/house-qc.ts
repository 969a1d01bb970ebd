import { z } from 'zod'
import { boxMoves, mostMoved } from '../domain/qc-box-moves.ts'
import { qcTabs } from '../domain/qc-status.ts'
import { allowed } from '../domain/rights.ts'
import { chinaQcDoor } from './china-qc-door.ts'
import { get, jpeg, json, pdf, post } from './grammar.ts'
import { invoiceNumber, party, qcFilter, returnNoteRow } from './qc-shapes.ts'
import { counts, page, part, pieces, price, reason, supplierId, timelineEvent, version } from './shapes.ts'

/** Choices that a filter shows at once; of more, whoever looks types a part. */
export const mostChoices = 50

/** Our own calls of QC: what bulk moves and filters of its lists ask, pictures, return notes and the parties of export papers. */
export const houseQc = {
  planBoxMove: post('selvedge/qc/plan-box-move', {
    summary:
      'All boxes of a list for something done with all of them: those that a move would take, in the order of the list, and how many it would not and why. Without a move, all of them.',
    callers: allowed.chinaQc,
    takes: chinaQcDoor.getInwardedBoxes.takes.pick({ sort: true, descending: true }).extend({
      ...qcFilter,
      move: z.enum(boxMoves).optional(),
      most: z.int().min(1).max(mostMoved).default(mostMoved),
    }),
    gives: json(
      z.object({
        /** `most` of them at most. */
        box_ids: z.array(z.string()),
        /** What would move of these boxes; without a move, what they hold. */
        pieces,
        /** How many more could go, beyond `most`. */
        beyond: z.int(),
        staying: z.array(
          z.object({
            message: z.string(),
            boxes: z.int(),
            /** The first few of them in the list. */
            named: z.array(z.object({ shipment_id: z.string(), box_no: z.string() })),
          }),
        ),
      }),
    ),
  }),
  qcChoices: post('selvedge/qc/choices', {
    summary:
      'Styles of the boxes in a tab, which may be those on their way, or sites of China QC, to filter its list by: the first of those whose code or name has what was typed. A vendor sees those of its own boxes.',
    callers: allowed.chinaQcOutcome,
    takes: z.object({
      of: z.enum(['style', 'site']),
      tab: z.enum(['awaiting', ...qcTabs]).default('all'),
      search: z.string().trim().max(80).optional(),
    }),
    gives: json(
      z.object({
        choices: z.array(z.object({ value: z.string(), name: z.string(), name_zh: z.string() })),
        /** There are more than `choices` shows. */
        has_more: z.boolean(),
      }),
    ),
  }),
  qcImage: get('selvedge/qc/images/{image_id}', {
    summary: 'A photograph of an inspection; a vendor gets those of its own boxes.',
    callers: allowed.chinaQcOutcome,
    takes: z.object({ image_id: z.uuid(), size: z.enum(['full', 'thumbnail']).default('full') }),
    gives: jpeg((input: { image_id: string }) => `${input.image_id}.jpg`),
  }),
  returnNotes: post('selvedge/qc/return-notes', {
    summary: 'Return notes, newest first; a vendor sees its own.',
    callers: allowed.chinaQcOutcome,
    takes: z.object({
      ...page,
      part,
      search: z.string().trim().max(80).optional(),
      supplier_id: supplierId.optional(),
      state: z.enum(['SENT', 'CANCELLED']).optional(),
      return_notes: z.array(z.string().max(40)).max(500).optional(),
    }),
    gives: json(
      z.object({ rows: z.array(returnNoteRow), next_cursor: z.string().nullable(), counts: counts.optional() }),
    ),
  }),
  returnNoteLines: post('selvedge/qc/return-note-lines', {
    summary: 'What stands on a return note: pieces by box and SKU, why each went back, and its photographs.',
    callers: allowed.chinaQcOutcome,
    takes: z.object({ return_note: z.string().trim().min(1).max(40) }),
    gives: json(
      z.object({
        lines: z.array(
          z.object({
            box_no: z.string(),
            sscc: z.string(),
            shipment_id: z.string(),
            nm_sku: z.string(),
            style_id: z.string(),
            style_name: z.string(),
            style_name_zh: z.string(),
            color: z.string(),
            color_zh: z.string(),
            size: z.string(),
            quantity: pieces,
            reasons: z.array(reason),
            image_ids: z.array(z.string()),
          }),
        ),
        /** Photographs of whole inspections, of no SKU more than of another. */
        image_ids: z.array(z.string()),
      }),
    ),
  }),
  returnNoteFile: post('selvedge/qc/return-note', {
    summary: 'A return note with its photographs, in English and Chinese.',
    callers: allowed.chinaQcOutcome,
    takes: z.object({ return_note: z.string().trim().min(1).max(40) }),
    gives: pdf((input: { return_note: string }) => `return_note_${input.return_note}.pdf`),
  }),
  invoiceDetails: post('selvedge/qc/invoice', {
    summary: 'What an invoice holds: its parties as issued, its boxes, what it says of each style, and its history.',
    callers: allowed.chinaQc,
    takes: z.object({ invoice_number: invoiceNumber }),
    gives: json(
      z.object({
        exporter: party,
        consignee: party,
        boxes: z.array(
          z.object({
            box_id: z.string(),
            sscc: z.string(),
            box_no: z.string(),
            shipment_id: z.string(),
            supplier_name: z.string(),
            supplier_name_zh: z.string(),
            pieces,
            value: price,
            weight_grams: z.int().nullable(),
          }),
        ),
        /** By order and style. What customs want to know is null where a line lacks it. */
        styles: z.array(
          z.object({
            order_id: z.string(),
            style_id: z.string(),
            style_name: z.string(),
            style_name_zh: z.string(),
            pieces,
            unit_price: price,
            value: price,
            hs_code: z.string().nullable(),
            description: z.string().nullable(),
            composition: z.string().nullable(),
            origin: z.string().nullable(),
            net_weight_grams: z.int().nullable(),
          }),
        ),
        history: z.array(timelineEvent),
      }),
    ),
  }),
  tradeParties: post('selvedge/qc/trade-parties', {
    summary: 'Exporters and consignees of export papers.',
    callers: allowed.chinaQc,
    takes: z.object({}),
    gives: json(z.object({ parties: z.array(party.extend({ is_active: z.boolean(), version })) })),
  }),
  saveTradeParty: post('selvedge/qc/save-trade-party', {
    summary: 'Add a party of export papers, or change one. Issued invoices keep what they said.',
    callers: allowed.chinaInvoices,
    changes: true,
    takes: party.extend({ is_active: z.boolean().default(true), version: version.optional() }),
    gives: json(z.object({ parties: z.array(party.extend({ is_active: z.boolean(), version })) })),
  }),
}
