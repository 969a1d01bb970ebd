import { z } from 'zod'
import { csv, get, json, pdf, post, upload } from '../../kernel/call.ts'
import { rights, rolesOf } from '../../kernel/rights.ts'
import { day, supplierId } from '../../kernel/shapes.ts'
import { countingCalls } from '../counting/calls.ts'
import { allowed as indiaQc, indiaQcRights } from '../india-qc/rights.ts'
import { indiaAfterwards, indiaQcBox } from '../india-qc/shapes.ts'
import { inspectionCalls } from '../inspection/calls.ts'
import { leftOut } from '../invoices/shapes.ts'
import { photosCalls } from '../photos/calls.ts'
import { qcBoxesCalls } from '../qc-boxes/calls.ts'
import { qcReportsCalls } from '../qc-reports/calls.ts'
import { chinaResult, disagreement, disagreementGroups, inspectionProposal } from './shapes.ts'

export const indiaInspectionRights = rights({
  indiaQcSettings: {
    group: 'India QC',
    label: 'Change the settings of QC in India: lots, inspection level, AQLs, blind count',
    roles: indiaQcRights.indiaQcLead.roles,
  },
})

const allowed = { ...indiaQc, ...rolesOf(indiaInspectionRights) }

const reverted = json(z.object({ boxes: z.array(indiaQcBox), left_out: z.array(leftOut) }))

const disagreementAsked = z.object({
  by: z.enum(disagreementGroups).default('vendor'),
  /** Days of India's verdicts, at its site. */
  from: day.optional(),
  to: day.optional(),
  supplier_id: supplierId.optional(),
  style_id: z.string().trim().max(40).optional(),
})

/** What inspectors in India call: China's shapes wherever they do the same, so that the same screens take both. */
export const indiaInspectionCalls = {
  getQcInspection: post('v1/erp/qc/india/get-qc-inspection', {
    summary:
      "A box in India with everything that judging it needs, what China found of it, and the inspection that the vendor's lots call for.",
    callers: allowed.indiaReceive,
    takes: qcBoxesCalls.getQcModal.takes,
    gives: json(
      qcBoxesCalls.getQcModal.gives.json.extend({
        box: indiaQcBox,
        /** By SKU of the box; none of a box that China never had. */
        china: z.array(chinaResult),
        proposal: inspectionProposal,
      }),
    ),
  }),
  verifyQcInspection: post('v1/erp/qc/india/verify-qc-inspection', {
    summary:
      'Judge pieces of a box in India: all of them or a part. Failed pieces need a defect with reason and remark.',
    callers: allowed.indiaQc,
    changes: true,
    takes: inspectionCalls.verifyQcInspection.takes,
    gives: indiaAfterwards,
  }),
  uploadReviewImage: upload('v1/erp/qc/india/upload-review-image', {
    summary: 'A photograph for an inspection in India. Kept turned upright, scaled down, without place and camera.',
    callers: allowed.indiaReceive,
    accept: ['.jpg', '.jpeg', '.png', '.webp'],
    takes: z.object({ made_by: z.enum(['file', 'camera', 'drawn']).default('file') }),
    gives: photosCalls.uploadReviewImage.gives,
  }),
  getReviewCommentMeta: post('v1/erp/qc/india/get-review-comment-meta', {
    summary: 'The reasons of a refusal with the severity that they usually have.',
    callers: allowed.indiaReceive,
    takes: photosCalls.getReviewCommentMeta.takes,
    gives: photosCalls.getReviewCommentMeta.gives,
  }),
  downloadQcReport: post('v1/erp/qc/india/download-qc-report', {
    summary: "Every SKU of every box inspected in India as CSV, with China's figures beside India's.",
    callers: allowed.indiaQc,
    takes: inspectionCalls.downloadQcReport.takes,
    gives: csv('india_qc_report.csv'),
  }),
  inspectionReport: post('selvedge/qc/india/inspection-report', {
    summary: 'An inspection in India, all of a box, or a lot, as pages to print, in English or Chinese.',
    callers: allowed.indiaReceive,
    takes: inspectionCalls.inspectionReport.takes,
    gives: pdf('india_inspection_report.pdf'),
  }),
  signInspection: post('selvedge/qc/india/sign-inspection', {
    summary: 'Put a name, drawn by hand, under an inspection in India.',
    callers: allowed.indiaQc,
    changes: true,
    forPeople: true,
    takes: inspectionCalls.signInspection.takes,
    gives: inspectionCalls.signInspection.gives,
  }),
  verifyQuantity: post('selvedge/qc/india/verify-quantity', {
    summary: 'Count a box in India, count it again, or settle its missing and excess pieces.',
    callers: allowed.indiaReceive,
    changes: true,
    takes: countingCalls.verifyQuantity.takes,
    gives: indiaAfterwards,
  }),
  skipQcInspection: post('selvedge/qc/india/skip-qc-inspection', {
    summary: 'Let waiting pieces of a box in India pass uninspected, with a reason.',
    callers: allowed.indiaQcLead,
    changes: true,
    takes: qcBoxesCalls.skipQcInspection.takes,
    gives: indiaAfterwards,
  }),
  revertBoxToQc: post('selvedge/qc/india/revert-box-to-qc', {
    summary: 'Judged pieces of boxes in India wait for inspection again. What was bought or taken away stays.',
    callers: allowed.indiaQc,
    changes: true,
    takes: qcBoxesCalls.revertBoxToQc.takes,
    gives: reverted,
  }),
  revertStylesToQualityInspection: post('selvedge/qc/india/revert-styles-to-quality-inspection', {
    summary: 'The same for the pieces of some styles only.',
    callers: allowed.indiaQc,
    changes: true,
    takes: qcBoxesCalls.revertStylesToQualityInspection.takes,
    gives: reverted,
  }),
  qcSettings: get('selvedge/qc/india/settings', {
    summary: 'What India QC goes by where nobody says otherwise at a box, and who changed it last.',
    callers: allowed.indiaReceive,
    takes: z.object({}),
    gives: inspectionCalls.qcSettings.gives,
  }),
  saveQcSettings: post('selvedge/qc/india/save-settings', {
    summary: 'Change it for lots that are planned from then on. Lots with an inspection keep their plan.',
    callers: allowed.indiaQcSettings,
    changes: true,
    takes: inspectionCalls.saveQcSettings.takes,
    gives: inspectionCalls.saveQcSettings.gives,
  }),
  qcChecklist: get('selvedge/qc/india/checklist', {
    summary: 'What inspectors in India answer beside the pieces, and who changed it last.',
    callers: allowed.indiaReceive,
    takes: z.object({}),
    gives: inspectionCalls.qcChecklist.gives,
  }),
  saveQcChecklist: post('selvedge/qc/india/save-checklist', {
    summary: 'Change it for inspections from then on. What was answered keeps its words.',
    callers: allowed.indiaQcSettings,
    changes: true,
    takes: inspectionCalls.saveQcChecklist.takes,
    gives: inspectionCalls.saveQcChecklist.gives,
  }),
  qcInspectors: post('selvedge/qc/india/inspectors', {
    summary: "People who may be named for boxes at the caller's sites in India.",
    callers: allowed.indiaReceive,
    takes: z.object({}),
    gives: qcBoxesCalls.qcInspectors.gives,
  }),
  assignBoxes: post('selvedge/qc/india/assign-boxes', {
    summary: 'Say who sees to boxes in India, or that nobody does.',
    callers: allowed.indiaQcLead,
    changes: true,
    takes: qcBoxesCalls.assignBoxes.takes,
    gives: reverted,
  }),
  getDisagreement: post('selvedge/qc/india/disagreement', {
    summary: 'Pieces that failed in India of those that China passed, by vendor, style or inspector, the worst first.',
    callers: allowed.indiaQc,
    takes: disagreementAsked,
    gives: json(z.object({ from: day, to: day, rows: z.array(disagreement) })),
  }),
  downloadDisagreement: post('selvedge/qc/india/download-disagreement', {
    summary: 'The same as CSV.',
    callers: allowed.indiaQc,
    takes: disagreementAsked,
    gives: csv('qc_disagreement.csv'),
  }),
  getQcQuality: post('selvedge/qc/india/quality', {
    atStandby: true,
    summary: 'Defects per hundred units looked at, and lot acceptance, of what India inspected.',
    callers: allowed.indiaQc,
    takes: qcReportsCalls.getQcQuality.takes,
    gives: qcReportsCalls.getQcQuality.gives,
  }),
  downloadQcQuality: post('selvedge/qc/india/download-quality', {
    summary: 'The same as CSV.',
    callers: allowed.indiaQc,
    takes: qcReportsCalls.downloadQcQuality.takes,
    gives: csv('india_qc_quality.csv'),
  }),
}
