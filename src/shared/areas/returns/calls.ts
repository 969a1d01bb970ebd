import { z } from 'zod'
import { json, pdf, post } from '../../kernel/call.ts'
import {
  counts,
  nmSku,
  page,
  part,
  picture,
  pieces,
  piecesIn,
  reason,
  remark,
  searchText,
  seenWhere,
  supplierId,
  unseen,
  version,
} from '../../kernel/shapes.ts'
import { disputedPieces, disputeNumber } from '../disputes/calls.ts'
import { boxRef, boxRefs, lotOutcome, returnNoteRow } from '../inspection/shapes.ts'
import { leftOut } from '../invoices/shapes.ts'
import { allowed } from './rights.ts'

export const returnNoteLine = z.object({
  box_no: z.string(),
  sscc: z.string(),
  shipment_id: z.string(),
  nm_sku: z.string(),
  style_id: z.string(),
  style_name: z.string(),
  style_name_zh: z.string(),
  color: z.string(),
  color_zh: z.string(),
  picture,
  size: z.string(),
  quantity: pieces,
  /** Of this SKU in this box so many were judged with those that failed, and so many of them looked at. */
  judged: pieces,
  looked_at: pieces,
  reasons: z.array(reason),
  image_ids: z.array(z.string()),
})

export const returnsCalls = {
  returnToVendorSummary: post('v1/erp/qc/china/return-to-vendor-summary', {
    summary:
      'Failed pieces that would go back, by vendor, with their reasons and photos, and what is left out and why.',
    callers: allowed.chinaQc,
    takes: z.object({ box_ids: boxRefs(5_000).optional(), supplier_id: supplierId.optional() }),
    gives: json(
      z.object({
        suppliers: z.array(
          z.object({
            supplier_id: z.string(),
            supplier_name: z.string(),
            supplier_name_zh: z.string(),
            boxes: z.int(),
            pieces,
            photos: z.int(),
            lines: z.array(
              z.object({
                box_id: z.string(),
                box_no: z.string(),
                shipment_id: z.string(),
                nm_sku: z.string(),
                color: z.string(),
                color_zh: z.string(),
                size: z.string(),
                failed: pieces,
                reasons: z.array(reason),
                /** Of them so many are disputed and not decided, or upheld and still to be looked at again. */
                disputes: z.array(disputedPieces),
              }),
            ),
          }),
        ),
        left_out: z.array(leftOut),
      }),
    ),
  }),
  confirmReturnToVendor: post('v1/erp/qc/china/confirm-return-to-vendor', {
    summary: 'Send failed pieces of one vendor back with a return note, or take a note back with a reason.',
    callers: allowed.chinaQc,
    changes: true,
    takes: z
      .object({
        action: z.enum(['return', 'cancel']).default('return'),
        /** Everything that failed in these boxes, unless `lines` names fewer. */
        box_ids: boxRefs(5_000).optional(),
        lines: z
          .array(z.object({ box_id: boxRef, nm_sku: nmSku, quantity: piecesIn }))
          .max(20_000)
          .optional(),
        reason: reason.optional(),
        remark: remark.optional(),
        carrier: z.string().trim().max(80).nullish(),
        tracking_id: z.string().trim().max(60).nullish(),
        /** Disputes that stand against it, as they were shown: disputed pieces go back only for who names them all. */
        despite_disputes: z.array(disputeNumber).max(500).optional(),
        /** For taking one back; why, is said in `remark`. */
        return_note: z.string().trim().max(40).optional(),
        version: version.optional(),
      })
      .refine(seenWhere('cancel'), unseen),
    gives: json(z.object({ return_note: returnNoteRow })),
  }),
  returnNotes: post('selvedge/qc/return-notes', {
    summary: 'Return notes, newest first; a vendor sees its own.',
    callers: allowed.chinaQcOutcome,
    takes: z.object({
      ...page,
      part,
      search: searchText.optional(),
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
        lines: z.array(returnNoteLine),
        /** The lots that these pieces were judged with, and what their samples say; `pieces` of them go back, out of `boxes`. */
        lots: z.array(lotOutcome.extend({ boxes: z.array(z.string()), pieces })),
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
}

/** Of a return note in a trace: English, and the keys of their translations. */
export const returnNoteStatuses = { sent: 'Returned to supplier', cancelled: 'Cancelled' } as const
