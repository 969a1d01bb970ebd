import { z } from 'zod'
import { plainText } from '../domain/codes.ts'
import { caseOutcomes } from '../domain/qc-status.ts'
import { allowed } from '../domain/rights.ts'
import { aqls, inspectionLevels, lotScopes, severities } from '../domain/sampling.ts'
import { unmarked } from '../domain/trace.ts'
import { csv, json, post, upload, xlsx } from './grammar.ts'
import {
  boxRef,
  boxRefs,
  defect,
  inspection,
  leftOut,
  measured,
  qcBox,
  qcCase,
  qcFilter,
  qcLine,
  samplingPlan,
  styleMeasure,
  verdicts,
  why,
} from './qc-shapes.ts'
import { day, nmSku, piecesIn, reason, remark, supplierId, takeMode, timelineEvent, version } from './shapes.ts'

const callers = allowed.chinaQc
const shelfName = (text: string) => plainText(unmarked(text))
const afterwards = json(z.object({ box: qcBox, lines: z.array(qcLine), cases: z.array(qcCase) }))
const ofSheet = json(
  z.object({
    rows_taken: z.int(),
    rows_refused: z.int(),
    rows_unchanged: z.int(),
    /** Left for the other boxes that the sheet is for too. */
    rows_of_others: z.int(),
    box: qcBox,
  }),
)
/** Pieces as typed into a count: zero is an answer, less is not. */
const countedIn = z.int().min(0).max(1_000_000)

/** Counting and judging the pieces of a box. */
export const chinaQcInspection = {
  getQcModal: post('v1/erp/qc/china/get-qc-modal', {
    summary: 'A box with its pieces, its sampling plan, what it should measure, its inspections and its open cases.',
    callers: allowed.chinaQcOutcome,
    takes: z.object({
      box_id: boxRef,
      /** For a plan not frozen yet; left out: as the house has set. */
      level: z.enum(inspectionLevels).optional(),
      aqls: z.partialRecord(z.enum(severities), z.enum(['0', ...aqls])).optional(),
      scope: z.enum(lotScopes).optional(),
    }),
    gives: json(
      z.object({
        box: qcBox,
        lines: z.array(qcLine),
        cases: z.array(qcCase),
        plans: z.array(samplingPlan),
        measures: z.array(styleMeasure),
        inspections: z.array(inspection),
        /** Who may own a case. */
        owners: z.array(z.object({ id: z.string(), name: z.string() })),
        blind_count: z.boolean(),
        history: z.array(timelineEvent),
      }),
    ),
  }),
  verifyQuantity: post('v1/erp/qc/china/verify-quantity', {
    summary: 'Count a box, count it again, or settle its missing and excess pieces.',
    callers,
    changes: true,
    takes: z.object({
      box_id: boxRef,
      version,
      action: z.enum(['count', 'recount', 'settle']).default('count'),
      /** For a count: every SKU of the box, and what else lay in it. A SKU left out was not there. */
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
          z.object({ case_id: z.uuid(), outcome: z.enum(caseOutcomes), quantity: piecesIn, remark: remark.optional() }),
        )
        .max(1_000)
        .default([]),
    }),
    gives: afterwards,
  }),
  verifyQcInspection: post('v1/erp/qc/china/verify-qc-inspection', {
    summary: 'Judge pieces of a box: all of them or a part. Failed pieces need a defect with reason and remark.',
    callers,
    changes: true,
    takes: z.object({
      box_id: boxRef,
      version,
      level: z.enum(inspectionLevels).optional(),
      aqls: z.partialRecord(z.enum(severities), z.enum(['0', ...aqls])).optional(),
      scope: z.enum(lotScopes).optional(),
      lines: z
        .array(
          z.object({
            nm_sku: nmSku,
            passed: countedIn.default(0),
            failed: countedIn.default(0),
            on_hold: countedIn.default(0),
            /** Units that were looked at: at least those with a defect. */
            sampled: countedIn.default(0),
            /** Where they come from: waiting pieces, those on hold, or (inspected again) those that failed. */
            from: z.enum(['to_inspect', 'on_hold', 'failed']).default('to_inspect'),
          }),
        )
        .min(1)
        .max(20_000),
      defects: z
        .array(
          defect.extend({
            nm_sku: nmSku,
            units: piecesIn,
            is_further: z.boolean().default(false),
            remark,
            image_ids: z.array(z.uuid()).max(20).default([]),
          }),
        )
        .max(2_000)
        .default([]),
      measurements: z
        .array(
          measured.extend({
            nm_sku: nmSku,
            point: z.string().trim().min(1).max(80),
            spec_mm: z.int().min(1).max(10_000),
            tolerance_mm: z.int().min(0).max(1_000),
            actual_mm: z.int().min(1).max(10_000),
          }),
        )
        .max(5_000)
        .default([]),
      image_ids: z.array(z.uuid()).max(60).default([]),
      cartons_opened: z.int().min(0).max(100_000).optional(),
      verdict: z.enum(verdicts),
      /** Wanted where the verdict is not the computed one; takes the right to overrule. */
      override_reason: z.string().trim().max(500).optional(),
      /** Wanted where the lots that it begins are planned looser than the settings; takes the same right. */
      looser_reason: z.string().trim().max(500).optional(),
      remark: remark.optional(),
    }),
    gives: afterwards,
  }),
  skipQcInspection: post('v1/erp/qc/china/skip-qc-inspection', {
    summary: 'Let waiting pieces pass uninspected, with a reason.',
    callers: allowed.chinaQcLead,
    changes: true,
    takes: z.object({ box_id: boxRef, version, ...why, nm_skus: z.array(nmSku).max(20_000).optional() }),
    gives: afterwards,
  }),
  inwardBoxToShelf: post('v1/erp/qc/china/inward-box-to-shelf', {
    summary: 'Put passed pieces of boxes on a shelf, or take them off again.',
    callers,
    changes: true,
    takes: z.object({
      box_ids: boxRefs(500),
      action: z.enum(['put', 'take']).default('put'),
      /** Typed, or scanned from the shelf. */
      shelf: z.string().overwrite(shelfName).max(30).optional(),
    }),
    gives: json(z.object({ boxes: z.array(qcBox), left_out: z.array(leftOut) })),
  }),
  revertBoxToQc: post('v1/erp/qc/china/revert-box-to-qc', {
    summary: 'Judged pieces of boxes wait for inspection again. Refused once invoiced or shipped.',
    callers,
    changes: true,
    takes: z.object({ box_ids: boxRefs(500), ...why }),
    gives: json(z.object({ boxes: z.array(qcBox), left_out: z.array(leftOut) })),
  }),
  revertStylesToQualityInspection: post('v1/erp/qc/china/revert-styles-to-quality-inspection', {
    summary: 'The same for the pieces of some styles only.',
    callers,
    changes: true,
    takes: z.object({
      styles: z
        .array(z.object({ box_id: boxRef, style_id: z.string().trim().min(1).max(40) }))
        .min(1)
        .max(500),
      ...why,
    }),
    gives: json(z.object({ boxes: z.array(qcBox), left_out: z.array(leftOut) })),
  }),
  downloadPendingQuantityValidation: post('v1/erp/qc/china/download-pending-quantity-validation', {
    summary: 'Boxes that wait for their count, or one of them, as a workbook to fill in.',
    callers,
    /** Without `is_blind`, as the settings of QC have it. */
    takes: z.object({ ...qcFilter, box_id: boxRef.optional(), is_blind: z.boolean().optional() }),
    gives: xlsx('pending_quantity_validation.xlsx'),
  }),
  uploadQuantityValidationFile: upload('v1/erp/qc/china/upload-quantity-validation-file/{box_id}', {
    summary: 'The count of a box by sheet.',
    callers,
    accept: ['.xlsx', '.csv'],
    takes: z.object({ box_id: boxRef, mode: takeMode }),
    gives: ofSheet,
  }),
  downloadPendingQcInspection: post('v1/erp/qc/china/download-pending-qc-inspection', {
    summary: 'Boxes with pieces to inspect, or one of them, as a workbook to fill in.',
    callers,
    takes: z.object({ ...qcFilter, box_id: boxRef.optional() }),
    gives: xlsx('pending_qc_inspection.xlsx'),
  }),
  uploadQcInspectionQuantityFile: upload('v1/erp/qc/china/upload-qc-inspection-quantity-file/{box_id}', {
    summary: 'Passed, failed and held pieces of a box by sheet.',
    callers,
    accept: ['.xlsx', '.csv'],
    takes: z.object({ box_id: boxRef, mode: takeMode }),
    gives: ofSheet,
  }),
  downloadQcReport: post('v1/erp/qc/china/download-qc-report', {
    summary: 'Every inspection line as CSV.',
    callers,
    takes: z.object({
      from: day.optional(),
      to: day.optional(),
      supplier_id: supplierId.optional(),
      box_ids: boxRefs(5_000).optional(),
    }),
    gives: csv('qc_report.csv'),
  }),
  getChinaQcReports: post('v1/erp/qc/china/get-china-qc-reports', {
    summary: 'What a manager reads: pass rate by vendor, defects by reason, days at the door, all over time.',
    callers,
    takes: z.object({ from: day.optional(), to: day.optional(), supplier_id: supplierId.optional() }),
    gives: json(
      z.object({
        from: day,
        to: day,
        totals: z.object({
          boxes_inwarded: z.int(),
          pieces_inwarded: z.int(),
          inspected: z.int(),
          passed: z.int(),
          failed: z.int(),
          uninspected: z.int(),
          missing: z.int(),
          excess: z.int(),
          returned: z.int(),
          shipped: z.int(),
          /** Boxes at the door now without a verdict. */
          waiting_boxes: z.int(),
        }),
        by_vendor: z.array(
          z.object({
            supplier_id: z.string(),
            supplier_name: z.string(),
            supplier_name_zh: z.string(),
            boxes: z.int(),
            passed: z.int(),
            failed: z.int(),
            missing: z.int(),
            excess: z.int(),
          }),
        ),
        by_reason: z.array(z.object({ reason, units: z.int(), critical: z.int(), major: z.int(), minor: z.int() })),
        /** Days from the door to the first verdict. */
        days_at_door: z.array(z.object({ days: z.string(), boxes: z.int() })),
        median_days: z.number().nullable(),
        over_time: z.array(z.object({ day, inwarded: z.int(), passed: z.int(), failed: z.int(), boxes: z.int() })),
      }),
    ),
  }),
}
