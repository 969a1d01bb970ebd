import { z } from 'zod'
import { csv, get, json, post, upload, xlsx } from '../../kernel/call.ts'
import { severities } from '../../kernel/reasons.ts'
import { rights, rolesOf } from '../../kernel/rights.ts'
import { day, instant, nmSku, piecesIn, remark, supplierId, takeMode, version } from '../../kernel/shapes.ts'
import { countedIn, ofSheet } from '../counting/calls.ts'
import { afterwards } from '../qc-boxes/calls.ts'
import { allowed as qc } from '../qc-boxes/rights.ts'
import { aqls, inspectionLevels, planProcedures } from './master-tables.ts'
import { lotScopes } from './sampling.ts'
import { qcSettingNames } from './settings.ts'
import { boxRef, boxRefs, defect, measured, qcFilter, verdicts } from './shapes.ts'

export const inspectionRights = rights({
  chinaQcSettings: {
    group: 'China QC',
    label: 'Change the settings of QC: lots, inspection level, AQLs, blind count',
    roles: qc.chinaQcLead,
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
})

const qcSettingsReply = z.object({
  settings: qcSettings,
  version,
  /** The last change of each that was ever changed, newest first; its values as text. */
  last_changes: z.array(
    z.object({
      setting: z.enum(qcSettingNames),
      from: z.string(),
      to: z.string(),
      at: instant,
      changed_by: z.string(),
    }),
  ),
})

export const inspectionCalls = {
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
