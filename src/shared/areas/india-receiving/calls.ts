import { z } from 'zod'
import { json, post, upload, xlsx } from '../../kernel/call.ts'
import { page, part, remark, rowsTaken, takeMode, version } from '../../kernel/shapes.ts'
import { allowed } from '../india-qc/rights.ts'
import { boxRef, scanResult, siteCode } from '../inspection/shapes.ts'
import { boxOrigins } from '../qc-boxes/qc-sites.ts'
import { receivingCalls, scansAtOnce } from '../receiving/calls.ts'
import { boxOutcomes } from './rules.ts'
import {
  boxDiscrepancy,
  consignment,
  consignmentNumber,
  discrepancyFilter,
  imageIds,
  indiaAwaitingFilter,
  indiaAwaitingList,
  indiaBoxFilter,
  indiaBoxList,
  receivedScan,
} from './shapes.ts'

const callers = allowed.indiaReceive

export const indiaReceivingCalls = {
  getAwaitingInwardBoxes: post('v1/erp/qc/india/get-awaiting-inward-boxes', {
    summary:
      'Boxes on their way to India, those shipped first at the top; their counts; or the export orders and shipments that bring them, with days in transit.',
    callers,
    takes: z.object({ ...indiaAwaitingFilter, ...page, part: z.enum(['rows', 'counts', 'arrivals']).default('rows') }),
    gives: json(indiaAwaitingList),
  }),
  receiveBoxes: post('v1/erp/qc/india/receive-boxes', {
    summary:
      'Receive boxes by their scanned codes, one scan each, or undo that while nothing was judged. Each code has its own outcome; a known box that is not expected here is noted as an excess box.',
    callers,
    changes: true,
    takes: z.object({
      action: z.enum(['receive', 'undo']).default('receive'),
      /** Where the scanner stands. Left out: the only site of India QC; with several it must be said, but for an undo. */
      site: siteCode.optional(),
      boxes: z.array(receivedScan).min(1).max(scansAtOnce),
    }),
    gives: json(z.object({ results: z.array(scanResult), inwarded: z.int(), refused: z.int() })),
  }),
  getReceivedBoxes: post('v1/erp/qc/india/get-received-boxes', {
    summary: 'Boxes that India received, by tab, or the counts of all tabs.',
    callers,
    takes: z.object({
      ...indiaBoxFilter,
      ...page,
      part,
      /** `age`: days since receipt, the oldest first where descending. */
      sort: z.enum(['inwarded_at', 'age', 'updated_at', 'pieces']).default('inwarded_at'),
      descending: z.boolean().default(true),
    }),
    gives: json(indiaBoxList),
  }),
  receiveBoxesFile: upload('selvedge/india/receive-boxes-file', {
    summary: 'Receive the boxes that a sheet lists, by SSCC or tracking id.',
    callers,
    accept: ['.xlsx', '.csv'],
    takes: z.object({ mode: takeMode, site: siteCode.optional() }),
    gives: json(z.object({ ...rowsTaken })),
  }),
  checkBoxesFile: upload('selvedge/india/check-boxes-file', {
    summary:
      'Which boxes of a sheet are on their way to India, which are received, and which nobody knows. Changes nothing.',
    callers,
    accept: ['.xlsx', '.csv'],
    changes: false,
    /** The site as for a scan; left out: any of India QC. */
    takes: z.object({ site: siteCode.optional() }),
    gives: receivingCalls.getBulkAwaitingInwardBoxes.gives,
  }),
  awaitingBoxesSheet: post('selvedge/india/awaiting-boxes-sheet', {
    summary: 'Boxes on their way to India as a workbook that can be uploaded to receive them.',
    callers,
    takes: z.object(indiaAwaitingFilter),
    gives: xlsx('india_awaiting_boxes.xlsx'),
  }),
  closeArrival: post('selvedge/india/close-arrival', {
    summary:
      'No further box of an export order or shipment is expected: those still to come become short boxes. Or take that back.',
    callers,
    changes: true,
    takes: z.object({
      action: z.enum(['close', 'reopen']).default('close'),
      origin: z.enum(boxOrigins),
      number: consignmentNumber,
      /** Boxes still to come, as they were shown: another number is a 409. */
      to_come: z.int().min(0).optional(),
      remark: remark.optional(),
    }),
    gives: json(z.object({ consignment, short: z.int() })),
  }),
  boxDiscrepancies: post('selvedge/india/box-discrepancies', {
    summary: 'Whole boxes that are short, excess or damaged, newest first, or their counts.',
    callers,
    takes: z.object({ ...discrepancyFilter, ...page, part }),
    gives: json(
      z.object({
        rows: z.array(boxDiscrepancy),
        next_cursor: z.string().nullable(),
        counts: z.record(z.string(), z.int()).optional(),
      }),
    ),
  }),
  noteBoxDiscrepancy: post('selvedge/india/note-box-discrepancy', {
    summary: 'Note a box that nobody expects here, known or not, or that a received box is damaged.',
    callers,
    changes: true,
    takes: z.object({
      kind: z.enum(['excess', 'damaged']),
      code: boxRef,
      site: siteCode.optional(),
      remark: remark.optional(),
      image_ids: imageIds.default([]),
    }),
    gives: json(z.object({ discrepancy: boxDiscrepancy })),
  }),
  boxDiscrepancyOwners: post('selvedge/india/box-discrepancy-owners', {
    summary: 'Who may see to short, excess and damaged boxes.',
    callers: allowed.indiaQc,
    takes: z.object({}),
    gives: json(z.object({ owners: z.array(z.object({ id: z.string(), name: z.string() })) })),
  }),
  settleBoxDiscrepancies: post('selvedge/india/settle-box-discrepancies', {
    summary:
      'Say what became of short, excess or damaged boxes, all alike; open settled ones again; or say who sees to them.',
    callers: allowed.indiaQc,
    changes: true,
    takes: z.object({
      action: z.enum(['settle', 'reopen', 'assign']).default('settle'),
      discrepancies: z
        .array(z.object({ discrepancy_id: z.uuid(), version }))
        .min(1)
        .max(500),
      /** Wanted to settle. */
      outcome: z.enum(boxOutcomes).optional(),
      /** Wanted to assign. */
      owner_id: z.uuid().optional(),
      remark: remark.optional(),
    }),
    gives: json(z.object({ discrepancies: z.array(boxDiscrepancy) })),
  }),
}
