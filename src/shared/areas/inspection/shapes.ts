import { z } from 'zod'
import { plainText } from '../../kernel/codes.ts'
import { severities } from '../../kernel/reasons.ts'
import {
  counts,
  day,
  instant,
  picture,
  pieces,
  reason,
  remark,
  searchText,
  supplierId,
  version,
} from '../../kernel/shapes.ts'
import { boxOrigins } from '../qc-boxes/qc-sites.ts'
import { discrepancyOutcomes, qcActionLabels, qcStatuses, qcTabs, scanOutcomes } from '../qc-boxes/status.ts'
import { checklistAnswered, refusedCheck } from './checklist.ts'
import { aqls, inspectionLevels, planProcedures } from './master-tables.ts'
import { lotScopes } from './sampling.ts'
import { signature } from './signature.ts'
import { ruleSource } from './stricter-rules.ts'

/** Shapes of China QC's calls. Lengths are millimetres, weights grams. */

/** A box by the code on it: its id, SSCC (with or without "(00)"), or tracking id. */
export const boxRef = z.string().overwrite(plainText).min(1).max(80)
/** For a path word: a box by its id, SSCC or tracking id. */
export const boxRefs = (most: number) => z.array(boxRef).min(1).max(most)
export const siteCode = z.string().trim().min(1).max(20)

export const qcQuantities = z.object({
  declared: pieces,
  excess: pieces,
  uncounted: pieces,
  to_inspect: pieces,
  on_hold: pieces,
  passed: pieces,
  shelved: pieces,
  ready: pieces,
  invoiced: pieces,
  shipped: pieces,
  failed: pieces,
  returned: pieces,
  missing: pieces,
  purchased: pieces,
  disposed: pieces,
})

const boxFacts = {
  /** What was declared is not told to the caller, who counts blind: 1 stands where there is anything. */
  counts_hidden: z.boolean().optional(),
  box_id: z.string(),
  sscc: z.string(),
  box_no: z.string(),
  /** "3 of 8". */
  position: z.int(),
  boxes_in_shipment: z.int(),
  tracking_id: z.string().nullable(),
  weight_grams: z.int().nullable(),
  shipment_id: z.string(),
  supplier_id: z.string(),
  supplier_name: z.string(),
  supplier_name_zh: z.string(),
  carrier: z.string().nullable(),
  shipped_at: instant.nullable(),
  site: z.string(),
  site_name: z.string(),
  site_name_zh: z.string(),
  /** At most five, by code. */
  styles: z.array(z.string()),
  /** Of its styles, in their order. */
  pictures: z.array(picture),
  style_count: z.int(),
  sku_count: z.int(),
}

/** A box on its way to the door. */
export const awaitingBox = z.object({
  ...boxFacts,
  pieces,
  days_on_way: z.int(),
  /** Of a box on its way to India: what it comes with, by the number of its export order or shipment. */
  origin: z.enum(boxOrigins).nullish(),
  consignment: z.string().nullish(),
})
export type AwaitingBoxRow = z.output<typeof awaitingBox>

export const qcActions = Object.keys(qcActionLabels) as [keyof typeof qcActionLabels]

/** A box at QC. */
export const qcBox = z.object({
  ...boxFacts,
  /** Its weight is not known any more: pieces left it, or more came in, since it was weighed. */
  weigh_again: z.boolean(),
  status: z.enum(qcStatuses),
  quantities: qcQuantities,
  open_missing: pieces,
  open_excess: pieces,
  inspections: z.int(),
  inwarded_at: instant,
  inwarded_by: z.string(),
  counted_at: instant.nullable(),
  shelf: z.string().nullable(),
  /** Whole days since it came, at its site. */
  age_days: z.int(),
  invoice_number: z.string().nullable(),
  export_order_number: z.string().nullable(),
  /** Newest first. */
  return_notes: z.array(z.string()),
  /** Who is to see to it; null, too, for vendors. */
  inspector_id: z.string().nullable(),
  inspector: z.string().nullable(),
  allowed_actions: z.array(z.enum(qcActions)),
  version,
})
export type QcBoxRow = z.output<typeof qcBox>

export const qcFilter = {
  tab: z.enum(qcTabs).default('all'),
  status: z.array(z.enum(qcStatuses)).max(8).optional(),
  supplier_id: supplierId.optional(),
  style_id: z.string().trim().max(40).optional(),
  site: siteCode.optional(),
  shipment_id: z.string().trim().max(40).optional(),
  search: searchText.optional(),
  /** At least so many whole days at the door. */
  min_age_days: z.int().min(0).max(3_650).optional(),
  inwarded_from: day.optional(),
  inwarded_to: day.optional(),
  /** Only boxes with pieces missing or excess that nobody has settled. */
  open_case: z.boolean().optional(),
  /** Only boxes with pieces on hold. */
  on_hold: z.boolean().optional(),
  box_ids: z.array(boxRef).max(10_000).optional(),
  /** Those of the caller, of nobody, or of a person. Not for vendors. */
  inspector: z.union([z.enum(['mine', 'none']), z.uuid()]).optional(),
}

export const awaitingFilter = {
  supplier_id: supplierId.optional(),
  site: siteCode.optional(),
  carrier: z.string().trim().max(80).optional(),
  shipment_id: z.string().trim().max(40).optional(),
  search: searchText.optional(),
  style_id: z.string().trim().max(40).optional(),
  /** At least so many whole days on their way. */
  min_days_on_way: z.int().min(0).max(3_650).optional(),
  shipped_from: day.optional(),
  shipped_to: day.optional(),
}

export const arrivalRow = z.object({
  day,
  carrier: z.string().nullable(),
  expected: z.int(),
  scanned: z.int(),
  pieces_expected: z.int(),
  pieces_scanned: z.int(),
})

export const awaitingList = z.object({
  rows: z.array(awaitingBox),
  next_cursor: z.string().nullable(),
  counts: counts.optional(),
  /** With the arrivals: the sites of China QC, where a scanner may stand. */
  sites: z.array(z.object({ site: siteCode, site_name: z.string(), site_name_zh: z.string() })).optional(),
  /** By day of shipping and carrier: how many boxes were expected, and how many of them were scanned in. */
  arrivals: z.array(arrivalRow).optional(),
})

export const qcBoxList = z.object({
  rows: z.array(qcBox),
  next_cursor: z.string().nullable(),
  counts: counts.optional(),
})

const scanId = z.string().regex(/^[\w-]{8,60}$/)

export const scanned = z.object({
  code: boxRef,
  /** Of this one scan: sent again, it comes to the same and not to a duplicate. */
  scan_id: scanId.optional(),
  /** When the scanner read it, where it waited for a connection. */
  scanned_at: instant.optional(),
  /** With an undo: the id of the scan that it takes back. A box that another scan took in since stays in. */
  takes_back: scanId.optional(),
})

export const scanResult = z.object({
  code: z.string(),
  scan_id: z.string().nullable(),
  outcome: z.enum(scanOutcomes),
  /** In words for people, with `values` in its blanks. */
  message: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  box: awaitingBox.nullable(),
  /** Of a waybill that several boxes have: those to choose from, of which none was touched. */
  candidates: z.array(z.object({ box_no: z.string(), sscc: z.string() })).optional(),
})

/** Pieces of one SKU in a box. */
export const qcLine = z.object({
  nm_sku: z.string(),
  style_id: z.string(),
  style_name: z.string(),
  style_name_zh: z.string(),
  color: z.string(),
  color_zh: z.string(),
  picture,
  size: z.string(),
  size_rank: z.int(),
  order_ids: z.array(z.string()),
  quantities: qcQuantities,
})

export const qcDiscrepancy = z.object({
  case_id: z.uuid(),
  nm_sku: z.string(),
  kind: z.enum(['missing', 'excess']),
  quantity: pieces,
  settled: pieces,
  is_open: z.boolean(),
  owner_id: z.string(),
  owner: z.string(),
  remark: z.string().nullable(),
  opened_at: instant,
  outcomes: z.array(
    z.object({
      outcome: z.enum(discrepancyOutcomes),
      quantity: pieces,
      remark: z.string().nullable(),
      at: instant,
      by: z.string(),
    }),
  ),
})

/** Settings that pieces are judged by, as they were when they were read: judged by others, it is said who changed them. */
export const seenSettings = z.object({
  version,
  /** Null, like the time, where nobody changed them yet; not told to vendors. */
  changed_by: z.string().nullable(),
  changed_at: instant.nullable(),
})
export type SeenSettings = z.output<typeof seenSettings>

/** A plan of ISO 2859-1. */
const planRules = z.object({
  /** By which of its tables: 2-A, 2-B or 2-C. */
  procedure: z.enum(planProcedures),
  level: z.enum(inspectionLevels),
  aqls: z.record(z.enum(severities), z.enum(['0', ...aqls])),
  scope: z.enum(lotScopes),
  /** Units to look at. */
  sample_size: z.int(),
})

/** What was asked of the pieces of a plan that is looser than the settings, and what these ask of the same pieces. */
export const looserPlan = planRules.extend({ settings: planRules })

/** What one severity takes in the sample; `code` is the letter whose number it is. */
const limit = z.object({ code: z.string(), sample_size: z.int(), accept: z.int(), reject: z.int() })
const tally = z.object({ sampled: z.int(), critical: z.int(), major: z.int(), minor: z.int() })

/** By which plan a lot was judged, what was found in it until then, and what its sample says. */
export const lotOutcome = planRules.extend({
  lot_id: z.string(),
  /** `reinspection`: of pieces that failed, judged again. */
  kind: z.enum(['inspection', 'reinspection']),
  /** Null, like the colour, where the lot is a whole box. */
  style_id: z.string().nullable(),
  color: z.string().nullable(),
  color_zh: z.string().nullable(),
  lot_size: z.int(),
  cartons: z.int(),
  code: z.string(),
  limits: z.record(z.enum(severities), limit),
  tally,
  computed: z.enum(['accept', 'reject', 'open']),
  whose: z.array(ruleSource),
})
export type LotOutcome = z.output<typeof lotOutcome>

/** Units of a SKU in a box. */
const drawn = z.object({ nm_sku: z.string(), sscc: z.string(), box_no: z.string(), units: z.int() })

/** A plan of ISO 2859-1 for one lot. `sample` is spread over boxes, colours and sizes. */
export const samplingPlan = z.object({
  lot_key: z.string(),
  /** `reinspection`: of pieces that failed, to be judged again. */
  kind: z.enum(['inspection', 'reinspection']),
  scope: z.enum(lotScopes),
  style_id: z.string().nullable(),
  color: z.string().nullable(),
  color_zh: z.string().nullable(),
  lot_size: z.int(),
  procedure: z.enum(planProcedures),
  level: z.enum(inspectionLevels),
  aqls: z.record(z.enum(severities), z.enum(['0', ...aqls])),
  /** Of its level and AQLs those that a category or vendor asks for, and not the settings. */
  whose: z.array(ruleSource),
  /** Code letter by lot size and level. */
  code: z.string(),
  /** Units to look at. Lots that were begun before all severities shared one sample have one by severity, and this is the largest. */
  sample_size: z.int(),
  limits: z.record(z.enum(severities), limit),
  cartons: z.int(),
  cartons_to_open: z.int(),
  sample: z.array(drawn),
  /** What of it is still to be looked at: as much as it lacks, and never more than waits. */
  to_look_at: z.array(drawn),
  is_frozen: z.boolean(),
  /** What was found so far in this lot. */
  tally,
  computed: z.enum(['accept', 'reject', 'open']),
  /** Pieces of the lot, in whichever box, that are still to be judged and that the tally does not count. */
  unseen: z.int(),
  /** Other boxes of the lot of which pieces were looked at. */
  opened_elsewhere: z.int(),
  /** Checks for which nothing of the lot passes but by a lead. */
  refused: z.array(refusedCheck),
  /**
   * Of a plan that is not frozen, by another wish than the settings: what they ask of the same pieces. `asked_size` is what the wish
   * asks of these: more than `sample_size` where the settings cut larger lots. `isLooserPlan` of the domain compares them.
   */
  by_settings: planRules.extend({ asked_size: z.int() }).nullable(),
  /** What the tally counts already of pieces on hold in this box, by SKU: HeldLook of the domain. */
  held: z.array(
    z.object({
      nm_sku: z.string(),
      sampled: z.int(),
      faulty: z.int(),
      failed_before: z.int(),
      critical: z.int(),
      major: z.int(),
      minor: z.int(),
    }),
  ),
})

export const defect = z.object({
  nm_sku: z.string(),
  reason,
  severity: z.enum(severities),
  units: pieces,
  /** A worse defect of this list is on the same units: they are counted there. */
  is_further: z.boolean(),
  remark: z.string(),
  image_ids: z.array(z.string()),
})

export const measured = z.object({
  nm_sku: z.string(),
  piece: z.int().min(1).max(2_000),
  point: z.string(),
  spec_mm: z.int(),
  tolerance_mm: z.int(),
  actual_mm: z.int(),
})

export const verdicts = ['passed', 'failed', 'hold', 'mixed'] as const

export const inspection = z.object({
  number: z.int(),
  kind: z.enum(['inspection', 'reinspection', 'skip']),
  /** Number of the inspection that this one looks at again. */
  previous: z.int().nullable(),
  computed: z.enum(['accept', 'reject', 'open', 'none']),
  verdict: z.enum(verdicts),
  override_reason: z.string().nullable(),
  /** Why the lots that it began were planned looser than the settings, and how. */
  looser_reason: z.string().nullable(),
  looser_plan: looserPlan.nullable(),
  reason: z.string().nullable(),
  remark: z.string().nullable(),
  at: instant,
  by: z.string(),
  lines: z.array(z.object({ nm_sku: z.string(), passed: pieces, failed: pieces, on_hold: pieces, sampled: pieces })),
  /** None where QC was skipped. */
  lots: z.array(lotOutcome),
  /** `defect_code`: of the defect library, where it was found by its name there. */
  defects: z.array(defect.extend({ defect_code: z.string().nullable() })),
  measurements: z.array(measured),
  checklist: z.array(checklistAnswered),
  image_ids: z.array(z.string()),
  signatures: z.array(signature),
})

export const styleMeasure = z.object({
  style_id: z.string(),
  size: z.string(),
  point: z.string(),
  point_zh: z.string(),
  spec_mm: z.int(),
  tolerance_mm: z.int(),
})

export const returnNoteRow = z.object({
  return_note: z.string(),
  state: z.enum(['SENT', 'CANCELLED']),
  supplier_id: z.string(),
  supplier_name: z.string(),
  supplier_name_zh: z.string(),
  reason,
  remark: z.string(),
  carrier: z.string().nullable(),
  tracking_id: z.string().nullable(),
  boxes: z.int(),
  pieces,
  photos: z.int(),
  created_at: instant,
  created_by: z.string(),
  cancel_reason: z.string().nullable(),
  /** Numbers of disputes about these pieces that were not at their end when the note was made. */
  disputes: z.array(z.string()),
  version,
})

export type ReturnNoteRow = z.output<typeof returnNoteRow>

/** Everything a person says when something is undone. */
export const why = { reason: z.string().trim().min(1).max(200), remark: remark.optional() }
