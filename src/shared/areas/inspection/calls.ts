import { z } from 'zod'
import { csv, get, json, pdf, post, upload, xlsx } from '../../kernel/call.ts'
import { severities } from '../../kernel/reasons.ts'
import { eitherOf, rights, rolesOf } from '../../kernel/rights.ts'
import {
  day,
  nmSku,
  pieces,
  piecesOrNone,
  remark,
  savedSettings,
  supplierId,
  takeMode,
  version,
} from '../../kernel/shapes.ts'
import { countedIn, ofSheet } from '../counting/calls.ts'
import { allowed as india } from '../india-qc/rights.ts'
import { leftOut } from '../invoices/shapes.ts'
import { afterwards } from '../qc-boxes/calls.ts'
import { allowed as qc } from '../qc-boxes/rights.ts'
import { allowed as outcome } from '../returns/rights.ts'
import { checklist, checklistTicked, mostChecklistItems } from './checklist.ts'
import { defectCode, knownDefect, mostKnownDefects } from './defect-library.ts'
import { aqls, inspectionLevels, planProcedures } from './master-tables.ts'
import { reportAsked, signingIn } from './report.ts'
import { lotScopes } from './sampling.ts'
import { boxRef, boxRefs, defect, measured, qcBox, qcFilter, samplingPlan, seenSettings, verdicts } from './shapes.ts'
import { signatureParts } from './signature.ts'
import { mostStricterRules, stricterRule } from './stricter-rules.ts'

export const inspectionRights = rights({
  chinaQcSettings: {
    group: 'China QC',
    label: 'Change the settings of QC: lots, inspection level, AQLs, blind count',
    roles: qc.chinaQcLead,
  },
  qcBench: {
    group: 'China QC',
    label: 'Work at a QC bench, in China or India: defects by name, commands by code',
    roles: eitherOf(qc.chinaQc, india.indiaReceive),
  },
  qcDefectLibrary: {
    group: 'China QC',
    label: 'Change the defect library of QC, in China and India',
    roles: eitherOf(qc.chinaQcLead, india.indiaQcLead),
  },
})

/** Its own, and those of QC that its calls go by. */
const allowed = { ...qc, ...rolesOf(inspectionRights) }

const aql = z.enum(['0', ...aqls])

/** What China QC goes by, as it is sent and kept. */
export const qcSettings = z.object({
  lot_scope: z.enum(lotScopes),
  level: z.enum(inspectionLevels),
  aql_critical: aql,
  aql_major: aql,
  aql_minor: aql,
  /** Whoever counts does not see what was declared. */
  blind_count: z.boolean(),
  /** What is asked of the styles of a category, or of a vendor's goods: of these rows and the settings the strictest holds. */
  stricter: z.array(stricterRule).max(mostStricterRules),
})

const qcSettingsReply = savedSettings(qcSettings).extend({
  /** What may have a row of its own. */
  style_categories: z.array(z.string()),
})

export const defectLibrary = z.object({ defects: z.array(knownDefect).max(mostKnownDefects) })

const defectLibraryReply = savedSettings(defectLibrary)

const checklistReply = savedSettings(checklist).extend({
  /** What an item may be asked for alone. */
  style_categories: z.array(z.string()),
})

/** What is ticked at an inspection, and the versions of checklist and settings that were shown: it is refused by others. */
const ticked = {
  checklist: z.array(checklistTicked).max(mostChecklistItems).optional(),
  checklist_version: version.optional(),
  settings_version: version.optional(),
}

/** A lot of a shipment with what of it lies in each box. */
const shipmentLot = samplingPlan
  .omit({ held: true, by_settings: true, sample: true, to_look_at: true, refused: true })
  .extend({
    cells: z.array(
      z.object({
        sscc: z.string(),
        /** Pieces that wait for inspection, and those on hold. */
        waiting: pieces,
        on_hold: pieces,
        /** Units in it that are still to be looked at: it is opened where there are any. */
        to_see: z.int(),
      }),
    ),
  })

/** Boxes of a shipment that are judged by one command. */
export const judgedAtOnce = 20
/** Boxes of a shipment that its page shows. */
export const mostShipmentBoxes = 300

export const inspectionCalls = {
  shipmentLots: post('selvedge/qc/shipment', {
    summary:
      'The boxes of a shipment at QC in China with their lots: what waits, and which cartons are opened for each sample.',
    callers: allowed.chinaQc,
    /** `scope`: planned as a wish; the settings' without it, and that of lots which were begun. */
    takes: z.object({ shipment_id: z.string().trim().min(1).max(30), scope: z.enum(lotScopes).optional() }),
    gives: json(
      z.object({
        shipment_id: z.string(),
        supplier_id: z.string(),
        supplier_name: z.string(),
        supplier_name_zh: z.string(),
        boxes_in_shipment: z.int(),
        /** Those that have come, the first so many of them. */
        boxes: z.array(qcBox),
        beyond: z.int(),
        /** Of counted boxes whose pieces wait or are on hold; boxes that are not counted may change them. */
        lots: z.array(shipmentLot),
        /** Of the styles of these boxes. */
        checklist: checklist.extend(seenSettings.shape),
        settings: seenSettings,
        blind_count: z.boolean(),
      }),
    ),
  }),
  judgeLots: post('selvedge/qc/judge-lots', {
    summary:
      'One verdict on lots for boxes of their shipment: what of them waits in these passes or fails. `seen`: the units of the samples that lie in them were looked at and are good.',
    callers: allowed.chinaQc,
    changes: true,
    takes: z.object({
      shipment_id: z.string().trim().min(1).max(30),
      lot_keys: z.array(z.string().min(1).max(200)).min(1).max(500),
      scope: z.enum(lotScopes).optional(),
      verdict: z.enum(['accept', 'reject']),
      seen: z.boolean().default(false),
      box_ids: boxRefs(judgedAtOnce),
      ...ticked,
      remark: remark.optional(),
      /** Wanted where the lots that it begins are planned looser than the settings; takes a lead. */
      looser_reason: z.string().trim().max(500).optional(),
    }),
    gives: json(z.object({ boxes: z.array(qcBox), left_out: z.array(leftOut) })),
  }),
  verifyQcInspection: post('v1/erp/qc/china/verify-qc-inspection', {
    summary: 'Judge pieces of a box: all of them or a part. Failed pieces need a defect with reason and remark.',
    callers: allowed.chinaQc,
    changes: true,
    takes: z.object({
      box_id: boxRef,
      version,
      procedure: z.enum(planProcedures).optional(),
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
            units: piecesOrNone(),
            is_further: z.boolean().default(false),
            remark,
            image_ids: z.array(z.uuid()).max(20).default([]),
            /** Of the defect library, where it was found by its name there. */
            defect_code: defectCode.optional(),
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
      ...ticked,
      /** Wanted where the verdict is not the computed one, or pieces pass though a check is answered no; takes the right to overrule. */
      override_reason: z.string().trim().max(500).optional(),
      /** Wanted where the lots that it begins are planned looser than the settings; takes the same right. */
      looser_reason: z.string().trim().max(500).optional(),
      remark: remark.optional(),
    }),
    gives: afterwards,
  }),
  downloadPendingQcInspection: post('v1/erp/qc/china/download-pending-qc-inspection', {
    summary: 'Boxes with pieces to inspect, or one of them, as a workbook to fill in.',
    callers: allowed.chinaQc,
    takes: z.object({ ...qcFilter, box_id: boxRef.optional() }),
    gives: xlsx('pending_qc_inspection.xlsx'),
  }),
  uploadQcInspectionQuantityFile: upload('v1/erp/qc/china/upload-qc-inspection-quantity-file/{box_id}', {
    summary: 'Passed, failed and held pieces of a box by sheet.',
    callers: allowed.chinaQc,
    accept: ['.xlsx', '.csv'],
    takes: z.object({ box_id: boxRef, mode: takeMode }),
    gives: ofSheet,
  }),
  downloadQcReport: post('v1/erp/qc/china/download-qc-report', {
    summary: 'Every inspection line as CSV.',
    callers: allowed.chinaQc,
    takes: z.object({
      from: day.optional(),
      to: day.optional(),
      supplier_id: supplierId.optional(),
      box_ids: boxRefs(5_000).optional(),
    }),
    gives: csv('qc_report.csv'),
  }),
  inspectionReport: post('selvedge/qc/inspection-report', {
    summary:
      'An inspection, all of a box, a lot, or a shipment, as pages to print, in English or Chinese. A vendor gets its own.',
    callers: outcome.chinaQcOutcome,
    takes: reportAsked,
    gives: pdf('inspection_report.pdf'),
  }),
  signInspection: post('selvedge/qc/sign-inspection', {
    summary: 'Put a name, drawn by hand, under an inspection: as who inspected, or as lead. Once each.',
    callers: allowed.chinaQc,
    changes: true,
    forPeople: true,
    takes: signingIn,
    gives: json(z.object({ part: z.enum(signatureParts) })),
  }),
  defectLibrary: get('selvedge/qc/defect-library', {
    summary:
      'The defects that inspectors know by name: category, usual severity, and the reason of a refusal that each is told as.',
    callers: allowed.qcBench,
    takes: z.object({}),
    gives: json(defectLibraryReply),
  }),
  saveDefectLibrary: post('selvedge/qc/save-defect-library', {
    summary: 'Change them for what is found from then on.',
    callers: allowed.qcDefectLibrary,
    changes: true,
    takes: z.object({ settings: defectLibrary, version }),
    gives: json(defectLibraryReply),
  }),
  qcChecklist: get('selvedge/qc/checklist', {
    summary: 'What inspectors in China answer beside the pieces, and who changed it last.',
    callers: allowed.chinaQc,
    takes: z.object({}),
    gives: json(checklistReply),
  }),
  saveQcChecklist: post('selvedge/qc/save-checklist', {
    summary: 'Change it for inspections from then on. What was answered keeps its words.',
    callers: allowed.chinaQcSettings,
    changes: true,
    takes: z.object({ settings: checklist, version }),
    gives: json(checklistReply),
  }),
  benchCommandSheet: get('selvedge/qc/bench-commands', {
    summary: 'The commands of a QC bench as codes to scan, on one page in both languages.',
    callers: allowed.qcBench,
    takes: z.object({}),
    gives: pdf('qc_commands.pdf'),
  }),
  qcSettings: get('selvedge/qc/settings', {
    summary: 'What China QC goes by where nobody says otherwise at a box, and who changed it last.',
    callers: allowed.chinaQc,
    takes: z.object({}),
    gives: json(qcSettingsReply),
  }),
  saveQcSettings: post('selvedge/qc/save-settings', {
    summary: 'Change it for lots that are planned from then on. Lots with an inspection keep their plan.',
    callers: allowed.chinaQcSettings,
    changes: true,
    takes: z.object({ settings: qcSettings, version }),
    gives: json(qcSettingsReply),
  }),
}
