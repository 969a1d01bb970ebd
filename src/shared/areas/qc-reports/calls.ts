import { z } from 'zod'
import { area } from '../../kernel/area.ts'
import { csv, json, post } from '../../kernel/call.ts'
import { screen } from '../../kernel/screens.ts'
import { day, reason, supplierId } from '../../kernel/shapes.ts'
import { allowed, qcBoxesRights } from '../qc-boxes/rights.ts'
import { qualityAsked, qualityReport } from './quality.ts'

export const qcReportsCalls = {
  getChinaQcReports: post('v1/erp/qc/china/get-china-qc-reports', {
    atStandby: true,
    summary: 'What a manager reads: pass rate by vendor, defects by reason, days at the door, all over time.',
    callers: allowed.chinaQc,
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
  getQcQuality: post('selvedge/qc/quality', {
    atStandby: true,
    summary: 'Defects per hundred units looked at, and lot acceptance, by vendor, style category, inspector and week.',
    callers: allowed.chinaQc,
    takes: qualityAsked,
    gives: json(qualityReport),
  }),
  downloadQcQuality: post('selvedge/qc/download-quality', {
    summary: 'The same as CSV: a row per week, vendor, style category and inspector, which add up.',
    callers: allowed.chinaQc,
    takes: qualityAsked,
    gives: csv('qc_quality.csv'),
  }),
}

export const qcReportsArea = area({
  calls: qcReportsCalls,
  screens: [screen('china-qc', '/supplier/qc-reports', 'QC reports', 'horizontal-bar-chart', qcBoxesRights.chinaQc)],
})
