import { z } from 'zod'
import { json, post } from '../../kernel/call.ts'
import { plainText } from '../../kernel/codes.ts'
import { offeredMoves } from '../../kernel/lifecycle.ts'
import { severities } from '../../kernel/reasons.ts'
import { nmSku, page, pieces, searchText, timelineEvent, version } from '../../kernel/shapes.ts'
import { unmarked } from '../../kernel/traced-code.ts'
import { checklist } from '../inspection/checklist.ts'
import { aqls, inspectionLevels, planProcedures } from '../inspection/master-tables.ts'
import { lotScopes } from '../inspection/sampling.ts'
import {
  boxRef,
  boxRefs,
  inspection,
  qcActions,
  qcBox,
  qcBoxList,
  qcDiscrepancy,
  qcFilter,
  qcLine,
  samplingPlan,
  seenSettings,
  styleMeasure,
  why,
} from '../inspection/shapes.ts'
import { leftOut } from '../invoices/shapes.ts'
import { allowed } from '../returns/rights.ts'
import { boxMoves, mostMoved } from './moves.ts'
import { qcTabs } from './status.ts'

const shelfName = (text: string) => plainText(unmarked(text))

export const afterwards = json(z.object({ box: qcBox, lines: z.array(qcLine), cases: z.array(qcDiscrepancy) }))

/** Choices that a filter shows at once; of more, whoever looks types a part. */
export const mostChoices = 50

/** What the calls below are made of, too. */
const listed = {
  getInwardedBoxes: post('v1/erp/qc/china/get-inwarded-boxes', {
    summary: 'Boxes at China QC by tab, or the counts of all tabs. A vendor sees its own.',
    callers: allowed.chinaQcOutcome,
    takes: z.object({
      ...qcFilter,
      ...page,
      part: z.enum(['rows', 'counts']).default('rows'),
      /** `age`: days at the door, the oldest first where descending. */
      sort: z.enum(['inwarded_at', 'age', 'updated_at', 'pieces']).default('inwarded_at'),
      descending: z.boolean().default(true),
    }),
    gives: json(qcBoxList),
  }),
  getQcModal: post('v1/erp/qc/china/get-qc-modal', {
    summary: 'A box with its pieces, its sampling plan, what it should measure, its inspections and its open cases.',
    callers: allowed.chinaQcOutcome,
    takes: z.object({
      box_id: boxRef,
      /** For a plan not frozen yet; left out: normal inspection, as the company has set. */
      procedure: z.enum(planProcedures).optional(),
      level: z.enum(inspectionLevels).optional(),
      aqls: z.partialRecord(z.enum(severities), z.enum(['0', ...aqls])).optional(),
      scope: z.enum(lotScopes).optional(),
      /** Of a box that is not counted: plans as if all that was declared lay in it. Never where counts are blind. */
      as_declared: z.boolean().optional(),
    }),
    gives: json(
      z.object({
        box: qcBox,
        lines: z.array(qcLine),
        cases: z.array(qcDiscrepancy),
        plans: z.array(samplingPlan),
        measures: z.array(styleMeasure),
        inspections: z.array(inspection),
        /** What is asked of its styles beside the pieces. */
        checklist: checklist.extend(seenSettings.shape),
        settings: seenSettings,
        /** Who may own a discrepancy. */
        owners: z.array(z.object({ id: z.string(), name: z.string() })),
        /** Names of those who may overrule there, QC's own leads first; at most six. */
        leads: z.array(z.string()),
        blind_count: z.boolean(),
        history: z.array(timelineEvent),
        /** The steps with it; none for vendors. */
        moves: offeredMoves(qcActions),
      }),
    ),
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
    callers: allowed.chinaQc,
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
    callers: allowed.chinaQc,
    changes: true,
    takes: z.object({ box_ids: boxRefs(500), ...why }),
    gives: json(z.object({ boxes: z.array(qcBox), left_out: z.array(leftOut) })),
  }),
  revertStylesToQualityInspection: post('v1/erp/qc/china/revert-styles-to-quality-inspection', {
    summary: 'The same for the pieces of some styles only.',
    callers: allowed.chinaQc,
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
  weighBox: post('selvedge/qc/weigh-box', {
    summary:
      'What a box weighs as it goes to India, with the pieces of it that passed. The weight before stays in its history.',
    callers: allowed.chinaQc,
    changes: true,
    takes: z.object({ box_id: boxRef, version, weight_grams: z.int().min(1).max(1_000_000) }),
    gives: afterwards,
  }),
  qcInspectors: post('selvedge/qc/inspectors', {
    summary: "People who may be named for boxes at the caller's sites.",
    callers: allowed.chinaQc,
    takes: z.object({}),
    gives: json(z.object({ inspectors: z.array(z.object({ id: z.string(), name: z.string() })) })),
  }),
  assignBoxes: post('selvedge/qc/assign-boxes', {
    summary: 'Say who sees to boxes, chosen ones or all of a shipment at QC, or that nobody does.',
    callers: allowed.chinaQcLead,
    changes: true,
    takes: z.object({
      box_ids: boxRefs(500).optional(),
      shipment_id: z.string().trim().min(1).max(30).optional(),
      /** Null: nobody any more. */
      inspector_id: z.uuid().nullable(),
    }),
    gives: json(z.object({ boxes: z.array(qcBox), left_out: z.array(leftOut) })),
  }),
  qcChoices: post('selvedge/qc/choices', {
    summary:
      'Styles of the boxes in a tab, which may be those on their way, or sites of China QC, to filter its list by: the first of those whose code or name has what was typed. A vendor sees those of its own boxes.',
    callers: allowed.chinaQcOutcome,
    takes: z.object({
      of: z.enum(['style', 'site']),
      tab: z.enum(['awaiting', ...qcTabs]).default('all'),
      search: searchText.optional(),
    }),
    gives: json(
      z.object({
        choices: z.array(z.object({ value: z.string(), name: z.string(), name_zh: z.string() })),
        /** There are more than `choices` shows. */
        has_more: z.boolean(),
      }),
    ),
  }),
}

export const qcBoxesCalls = {
  ...listed,
  planBoxMove: post('selvedge/qc/plan-box-move', {
    summary:
      'All boxes of a list for something done with all of them: those that a move would take, in the order of the list, and how many it would not and why. Without a move, all of them.',
    callers: allowed.chinaQc,
    takes: listed.getInwardedBoxes.takes.pick({ sort: true, descending: true }).extend({
      ...qcFilter,
      move: z.enum(boxMoves).optional(),
      most: z.int().min(1).max(mostMoved).default(mostMoved),
    }),
    gives: json(
      z.object({
        /** `most` of them at most. */
        box_ids: z.array(z.string()),
        /** What would move of these boxes; without a move, what they hold. */
        pieces,
        /** The caller counts blind: how many is not told. */
        counts_hidden: z.boolean().optional(),
        /** How many more could go, beyond `most`. */
        beyond: z.int(),
        staying: z.array(
          z.object({
            message: z.string(),
            boxes: z.int(),
            /** The first few of them in the list. */
            named: z.array(z.object({ shipment_id: z.string(), box_no: z.string() })),
          }),
        ),
      }),
    ),
  }),
}
