import { z } from 'zod'
import { json, post, upload, xlsx } from '../../kernel/call.ts'
import { nmSku, piecesSaying, remark, rowsTaken, takeMode, version } from '../../kernel/shapes.ts'
import { sheetMessages } from '../../kernel/sheet.ts'
import { boxRef, boxRefs, qcBox, qcFilter } from '../inspection/shapes.ts'
import { leftOut } from '../invoices/shapes.ts'
import { afterwards } from '../qc-boxes/calls.ts'
import { movedAtOnce } from '../qc-boxes/moves.ts'
import { allowed } from '../qc-boxes/rights.ts'
import { discrepancyOutcomes } from '../qc-boxes/status.ts'

export const ofSheet = json(
  z.object({
    ...rowsTaken,
    /** Left for the other boxes that the sheet is for too. */
    rows_of_others: z.int(),
    box: qcBox,
  }),
)

/** Pieces as typed into a count: zero is an answer, less is not. */
export const countedIn = z.int().min(0).max(1_000_000)

export const countingCalls = {
  verifyQuantity: post('v1/erp/qc/china/verify-quantity', {
    summary: 'Count a box, count it again, or settle its missing and excess pieces.',
    callers: allowed.chinaQc,
    changes: true,
    takes: z.object({
      box_id: boxRef,
      version,
      action: z.enum(['count', 'recount', 'settle']).default('count'),
      /**
       * For a count: every SKU of the box, and what else lay in it. A SKU left out was not there. With them a recount counts anew at once;
       * without them it only takes the count back.
       */
      lines: z
        .array(z.object({ nm_sku: nmSku, counted: countedIn }))
        .max(20_000)
        .default([]),
      /** The declared quantities were not shown. */
      is_blind: z.boolean().default(false),
      owner_id: z.uuid().optional(),
      remark: remark.optional(),
      /** For settling. */
      outcomes: z
        .array(
          z.object({
            case_id: z.uuid(),
            outcome: z.enum(discrepancyOutcomes),
            quantity: piecesSaying({
              zero: sheetMessages.wrongOrderQuantity,
              negative: sheetMessages.wrongOrderQuantity,
            }),
            remark: remark.optional(),
          }),
        )
        .max(1_000)
        .default([]),
    }),
    gives: afterwards,
  }),
  countAsDeclared: post('selvedge/qc/count-as-declared', {
    summary: 'Boxes that hold what was declared are counted so, or that is taken back. Never where counts are blind.',
    callers: allowed.chinaQc,
    changes: true,
    takes: z.object({ box_ids: boxRefs(movedAtOnce), action: z.enum(['count', 'undo']).default('count') }),
    gives: json(z.object({ boxes: z.array(qcBox), left_out: z.array(leftOut) })),
  }),
  downloadPendingQuantityValidation: post('v1/erp/qc/china/download-pending-quantity-validation', {
    summary: 'Boxes that wait for their count, or one of them, as a workbook to fill in.',
    callers: allowed.chinaQc,
    /** Without `is_blind`, as the settings of QC have it. */
    takes: z.object({ ...qcFilter, box_id: boxRef.optional(), is_blind: z.boolean().optional() }),
    gives: xlsx('pending_quantity_validation.xlsx'),
  }),
  uploadQuantityValidationFile: upload('v1/erp/qc/china/upload-quantity-validation-file/{box_id}', {
    summary: 'The count of a box by sheet.',
    callers: allowed.chinaQc,
    accept: ['.xlsx', '.csv'],
    takes: z.object({ box_id: boxRef, mode: takeMode }),
    gives: ofSheet,
  }),
}
