import { z } from 'zod'
import { json, pdf, post } from '../../kernel/call.ts'
import {
  counts,
  instant,
  nmSku,
  page,
  part,
  picture,
  pieces,
  price,
  reason,
  remark,
  searchText,
  supplierId,
} from '../../kernel/shapes.ts'
import { allowed } from '../india-qc/rights.ts'
import { boxRef, returnNoteRow, siteCode } from '../inspection/shapes.ts'
import { returnsCalls } from '../returns/calls.ts'
import { allowed as ownAllowed } from './rights.ts'
import { type DispositionState, dispositionKinds, dispositionStates, rejectedTabs } from './rules.ts'

const kind = z.enum(dispositionKinds)
const states = Object.keys(dispositionStates) as [DispositionState, ...DispositionState[]]

/** Of a claim that waits: the upheld dispute by which it is to be taken back. */
const upheldBy = z.string().nullable()
/** Of a credit that waits: the dispute about it that is not decided yet. */
const disputedBy = z.string().nullable()

export const disposition = z.object({
  disposition_id: z.string(),
  kind,
  quantity: pieces,
  /** Open while its next step is waited for. */
  state: z.enum(states),
  reason: z.string().nullable(),
  remark: z.string().nullable(),
  return_note: z.string().nullable(),
  debit_note: z.string().nullable(),
  /** Of a credit: the pieces at the prices of their orders. */
  value: price,
  /** Numbers of the disputes that were opened about its pieces since. */
  disputes: z.array(z.string()),
  upheld_by: upheldBy,
  disputed_by: disputedBy,
  at: instant,
  by: z.string(),
  closed_at: instant.nullable(),
  closed_by: z.string().nullable(),
  close_remark: z.string().nullable(),
})
export type DispositionRow = z.output<typeof disposition>

/** Rejected pieces of a SKU in a box at India QC. */
export const rejectedSku = z.object({
  rejected_id: z.string(),
  box_id: z.string(),
  sscc: z.string(),
  box_no: z.string(),
  shipment_id: z.string(),
  site: z.string(),
  site_name: z.string(),
  site_name_zh: z.string(),
  supplier_id: z.string(),
  supplier_name: z.string(),
  supplier_name_zh: z.string(),
  nm_sku: z.string(),
  style_id: z.string(),
  style_name: z.string(),
  style_name_zh: z.string(),
  color: z.string(),
  color_zh: z.string(),
  size: z.string(),
  picture,
  /** All that were rejected, wherever they went since; `rejectedNow` leaves out what was accepted all the same. */
  rejected: pieces,
  /** By what was decided of them; what was taken back is not among it. */
  decided: z.partialRecord(kind, pieces),
  /** Nothing is decided of so many yet. */
  balance: pieces,
  /** Of so many the next step is waited for. */
  waiting: pieces,
  reasons: z.array(reason),
  image_ids: z.array(z.string()),
  /** Pieces of this SKU in this box that passed and failed in China; skipped where nobody looked. Null where none were there. */
  china: z.object({ passed: pieces, failed: pieces, is_skipped: z.boolean() }).nullable(),
  rejected_at: instant.nullable(),
  /** Oldest first, those taken back among them. */
  dispositions: z.array(disposition),
})
export type RejectedSku = z.output<typeof rejectedSku>

/** A box and a SKU in it, as a row is named. */
export const rejectedId = z.string().regex(/^[0-9a-f-]{36} [0-9a-f-]{36}$/)

const dispositionIn = z.object({
  kind,
  quantity: z.int().min(1).max(1_000_000),
  /** Of a concession: why it is accepted all the same. */
  reason: z.string().trim().max(200).optional(),
})

const noteNumber = z.string().trim().min(1).max(40)

export const debitLine = z.object({
  sscc: z.string(),
  shipment_id: z.string(),
  box_no: z.string(),
  nm_sku: z.string(),
  style_id: z.string(),
  style_name: z.string(),
  style_name_zh: z.string(),
  color: z.string(),
  color_zh: z.string(),
  size: z.string(),
  picture,
  state: z.enum(states),
  quantity: pieces,
  value: price,
  upheld_by: upheldBy,
  disputed_by: disputedBy,
  /** What India’s inspections found of the SKU in the box. */
  reasons: z.array(reason),
})

/** A claim on a vendor for pieces that it is to credit; what was taken back no longer counts. */
export const debitNote = z.object({
  debit_note: z.string(),
  state: z.enum(states),
  supplier_id: z.string(),
  supplier_name: z.string(),
  supplier_name_zh: z.string(),
  site_name: z.string(),
  site_name_zh: z.string(),
  pieces,
  value: price,
  created_at: instant,
  created_by: z.string(),
  lines: z.array(debitLine),
})
export type DebitNoteRow = z.output<typeof debitNote>

export const rejectedSkusCalls = {
  getRejectedSkus: post('v1/erp/qc/india/get-rejected-skus', {
    summary: 'Rejected pieces by box and SKU, with what was decided of them and what China had found.',
    callers: allowed.indiaQc,
    takes: z.object({
      ...page,
      part,
      tab: z.enum(rejectedTabs).default('to_reconcile'),
      supplier_id: supplierId.optional(),
      site: siteCode.optional(),
      style_id: z.string().trim().max(40).optional(),
      reason: reason.optional(),
      kind: kind.optional(),
      search: searchText.optional(),
      rejected_ids: z.array(rejectedId).max(5_000).optional(),
    }),
    gives: json(
      z.object({ rows: z.array(rejectedSku), next_cursor: z.string().nullable(), counts: counts.optional() }),
    ),
  }),
  reconcileRejectedSkus: post('v1/erp/qc/india/reconcile-rejected-skus', {
    summary:
      'Decide what becomes of rejected pieces, all of each SKU or a part; say that the next step of decisions happened; or take them back while it has not.',
    callers: allowed.indiaQc,
    changes: true,
    takes: z.object({
      action: z.enum(['reconcile', 'back_from_rework', 'replaced', 'credited', 'undo']).default('reconcile'),
      lines: z
        .array(z.object({ box_id: boxRef, nm_sku: nmSku, dispositions: z.array(dispositionIn).min(1).max(20) }))
        .max(2_000)
        .optional(),
      /** Some of the rejected pieces of these SKUs may wait on. */
      in_part: z.boolean().default(false),
      /** On the return notes; left out, the reason that most of the pieces have. */
      return_reason: reason.optional(),
      remark: remark.optional(),
      /** The caller's own: they stand by the inspection that rejected the pieces, and go with a return note. */
      image_ids: z.array(z.uuid()).max(20).default([]),
      disposition_ids: z.array(z.uuid()).max(500).optional(),
      /** How many pieces of one decision came back from rework; the others are reworked on. Left out: all of them. */
      quantity: z.int().min(1).max(1_000_000).optional(),
    }),
    gives: json(
      z.object({
        rows: z.array(rejectedSku),
        return_notes: z.array(z.string()),
        debit_notes: z.array(z.object({ debit_note: z.string(), supplier_id: z.string(), pieces, value: price })),
      }),
    ),
  }),
  indiaReturnNotes: post('selvedge/india-qc/return-notes', {
    summary: 'Return notes of India QC, newest first; a vendor sees its own.',
    callers: ownAllowed.indiaQcOutcome,
    takes: returnsCalls.returnNotes.takes,
    gives: json(
      z.object({ rows: z.array(returnNoteRow), next_cursor: z.string().nullable(), counts: counts.optional() }),
    ),
  }),
  debitNotes: post('selvedge/india-qc/debit-notes', {
    summary: 'Debit notes of India QC with what each claims, newest first; a vendor sees its own.',
    callers: ownAllowed.indiaQcOutcome,
    takes: z.object({
      ...page,
      supplier_id: supplierId.optional(),
      search: searchText.optional(),
      debit_notes: z.array(z.string().max(40)).max(500).optional(),
      /** `OPEN` also where its pieces are disputed; `DISPUTED` and `UPHELD` only there. */
      state: z.enum([...states, 'DISPUTED', 'UPHELD']).optional(),
    }),
    gives: json(z.object({ rows: z.array(debitNote), next_cursor: z.string().nullable() })),
  }),
  indiaReturnNoteLines: post('selvedge/india-qc/return-note-lines', {
    summary:
      'What stands on a return note of India QC: pieces by box and SKU, why each went back, and its photographs.',
    callers: ownAllowed.indiaQcOutcome,
    takes: returnsCalls.returnNoteLines.takes,
    gives: returnsCalls.returnNoteLines.gives,
  }),
  indiaReturnNoteFile: post('selvedge/india-qc/return-note', {
    summary:
      'The paper of what India QC decided, in English and Chinese: a return note with its photographs, or a debit note.',
    callers: ownAllowed.indiaQcOutcome,
    takes: z.object({ return_note: noteNumber.optional(), debit_note: noteNumber.optional() }),
    gives: pdf(({ return_note, debit_note }: { return_note?: string | undefined; debit_note?: string | undefined }) =>
      return_note === undefined ? `debit_note_${debit_note ?? ''}.pdf` : `return_note_${return_note}.pdf`,
    ),
  }),
}
