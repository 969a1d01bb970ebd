import { z } from 'zod'
import { severities } from '../../kernel/reasons.ts'
import { instant, picture, pieces } from '../../kernel/shapes.ts'
import { aqls, inspectionLevels, planProcedures } from '../inspection/master-tables.ts'
import { defect, inspection } from '../inspection/shapes.ts'
import { procedures } from './switching.ts'

/** What China found of one SKU in a box. Passed and failed wherever those pieces went since. */
export const chinaResult = z.object({
  nm_sku: z.string(),
  declared: pieces,
  missing: pieces,
  excess: pieces,
  passed: pieces,
  failed: pieces,
  on_hold: pieces,
  /** Of the passed ones: those that nobody looked at, because QC was skipped. */
  skipped: pieces,
  /** Units looked at, over all inspections. */
  sampled: pieces,
  defects: z.array(defect.omit({ nm_sku: true }).extend({ inspection: z.int() })),
  /** The last inspection that judged pieces of it; null where none did. */
  last: inspection
    .pick({ number: true, kind: true, computed: true, verdict: true, override_reason: true, at: true, by: true })
    .nullable(),
  /** Pieces that failed in India of those that passed in China. */
  disagreed: pieces,
})
export type ChinaResult = z.output<typeof chinaResult>

/**
 * How the switching rules of ISO 2859-1 would have this vendor's next lot in India inspected: offered, never forced. `plan_procedure`,
 * `level` and `aqls` are what a plan is asked by; the last two are those of the settings.
 */
export const inspectionProposal = z.object({
  procedure: z.enum(procedures),
  /** In words for people, with `values` in its blanks. */
  reason: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  plan_procedure: z.enum(planProcedures),
  level: z.enum(inspectionLevels),
  aqls: z.record(z.enum(severities), z.enum(['0', ...aqls])),
  /** Whether it asks for less than the settings: then a lead chooses it, with a reason. */
  takes_lead: z.boolean(),
  /** The vendor's last lots in India, oldest first. */
  lots: z.array(z.object({ accepted: z.boolean(), at: instant })),
})
export type InspectionProposal = z.output<typeof inspectionProposal>

/** By what the report of disagreement is told: `inspector` is the one who passed the pieces in China. */
export const disagreementGroups = ['vendor', 'style', 'inspector'] as const

/** Pieces that China passed and India judged. Rates are of `judged`. */
export const disagreement = z.object({
  /** A code of the vendor or the style, or the id of a person. */
  code: z.string(),
  name: z.string(),
  name_zh: z.string(),
  /** Of a style. */
  picture,
  boxes: z.int(),
  judged: pieces,
  /** Of these: failed in India. */
  failed: pieces,
  /** Of the failed ones: passed in China without being looked at. */
  skipped: pieces,
  /** Failed of judged, in hundredths of a percent. */
  rate_bp: z.int(),
})
export type DisagreementRow = z.output<typeof disagreement>
