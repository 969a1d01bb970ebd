import { z } from 'zod'
import { allowed } from '../domain/rights.ts'
import { get, jpeg, json, pdf, post } from './grammar.ts'
import { party, returnNoteRow } from './qc-shapes.ts'
import { counts, page, part, supplierId, version } from './shapes.ts'

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
