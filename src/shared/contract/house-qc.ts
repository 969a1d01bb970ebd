import { z } from 'zod'
import { allowed } from '../domain/rights.ts'
import { get, jpeg, json, pdf, post } from './grammar.ts'
import { invoiceNumber, party, returnNoteRow } from './qc-shapes.ts'
import { counts, page, part, pieces, price, supplierId, timelineEvent, version } from './shapes.ts'

/** Our own calls of QC: pictures, return notes and the parties of export papers. */
export const houseQc = {
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
