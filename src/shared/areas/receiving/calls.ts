import { z } from 'zod'
import { csv, json, post, upload, xlsx } from '../../kernel/call.ts'
import { counts, page, rowsTaken, shipmentId, takeMode } from '../../kernel/shapes.ts'
import {
  awaitingBox,
  awaitingFilter,
  awaitingList,
  boxRefs,
  scanned,
  scanResult,
  siteCode,
} from '../inspection/shapes.ts'
import { supplyChains } from '../qc-boxes/status.ts'
import { allowed } from '../returns/rights.ts'

/** Most boxes that one call takes by their codes. */
export const scansAtOnce = 500

/** How a packing list box by box is called as a file: that of an invoice by its number. */
export function packingFileName({ invoice_number }: { invoice_number?: string | undefined }): string {
  return invoice_number ? `packing_list_${invoice_number}.csv` : 'packing_file.csv'
}

export const receivingCalls = {
  getAwaitingInwardBoxes: post('v1/erp/qc/china/get-awaiting-inward-boxes', {
    summary:
      'Boxes on their way to the door, those shipped first at the top; their counts; or arrivals by day and carrier.',
    callers: allowed.chinaQc,
    takes: z.object({ ...awaitingFilter, ...page, part: z.enum(['rows', 'counts', 'arrivals']).default('rows') }),
    gives: json(awaitingList),
  }),
  inwardBoxes: post('v1/erp/qc/china/inward-boxes', {
    summary:
      'Take boxes in by their scanned codes, or undo that while nothing was done with them. Each code has its own outcome.',
    callers: allowed.chinaQc,
    changes: true,
    takes: z.object({
      action: z.enum(['inward', 'undo']).default('inward'),
      /** Where the scanner stands: a box for another site is told apart. Left out: the only site of China QC; with several it must be said, but for an undo. */
      site: siteCode.optional(),
      boxes: z.array(scanned).min(1).max(scansAtOnce),
    }),
    gives: json(z.object({ results: z.array(scanResult), inwarded: z.int(), refused: z.int() })),
  }),
  uploadAwaitingInwardFile: upload('v1/erp/qc/china/upload-awaiting-inward-file', {
    summary: 'Take in the boxes that a sheet lists, by SSCC or tracking id.',
    callers: allowed.chinaQc,
    accept: ['.xlsx', '.csv'],
    /** The site as for a scan. */
    takes: z.object({ mode: takeMode, site: siteCode.optional() }),
    gives: json(z.object({ ...rowsTaken })),
  }),
  getBulkAwaitingInwardBoxes: upload('v1/erp/qc/china/get-bulk-awaiting-inward-boxes', {
    summary: 'Which boxes of a sheet are on their way, which came already, and which nobody knows. Changes nothing.',
    callers: allowed.chinaQc,
    accept: ['.xlsx', '.csv'],
    changes: false,
    takes: z.object({ supply_chain: z.enum(supplyChains).default('china') }),
    gives: json(
      z.object({
        rows: z.array(
          z.object({
            row: z.int(),
            code: z.string(),
            outcome: z.enum(['awaiting', 'duplicate', 'unknown', 'other_site', 'not_shipped', 'repeated']),
            message: z.string(),
            box: awaitingBox.nullable(),
          }),
        ),
        counts,
      }),
    ),
  }),
  downloadAwaitingInwardBoxes: post('v1/erp/qc/china/download-awaiting-inward-boxes', {
    summary: 'Boxes on their way as a workbook that can be uploaded to take them in.',
    callers: allowed.chinaQc,
    takes: z.object(awaitingFilter),
    gives: xlsx('awaiting_inward_boxes.xlsx'),
  }),
  downloadPlFileBoxWise: post('v1/erp/qc/china/download-pl-file-box-wise', {
    summary: 'Packing list box by box as CSV: of boxes, of a shipment, or of an invoice.',
    callers: allowed.chinaQcOutcome,
    takes: z.object({
      box_ids: boxRefs(5_000).optional(),
      shipment_id: shipmentId.optional(),
      invoice_number: z.string().trim().min(1).max(60).optional(),
    }),
    gives: csv(packingFileName),
  }),
  downloadAwaitingInwardBoxesFile: post('v1/erp/china/download-awaiting-inward-boxes-file', {
    summary: 'Boxes on their way to China QC as CSV.',
    callers: allowed.chinaQc,
    takes: z.object(awaitingFilter),
    gives: csv('awaiting_inward_boxes.csv'),
  }),
}
