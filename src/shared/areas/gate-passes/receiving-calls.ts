import { z } from 'zod'
import { get, jpeg, json, post, upload } from '../../kernel/call.ts'
import { counts, instant, page, part, pieces, remark, version } from '../../kernel/shapes.ts'
import { siteCode } from '../inspection/shapes.ts'
import { caseFilter, keys, paged, passLimits, passSettings, savedPassSettings, transitFilter, why } from './filters.ts'
import { allowed } from './rights.ts'
import { damageReasons, passOutcomeNames } from './rules.ts'
import {
  boxCode,
  gatePassNo,
  gatePassRow,
  inTransitRow,
  itemScan,
  passDestination,
  passDiscrepancy,
  receiveResult,
  scanId,
  scannedCode,
} from './shapes.ts'

/** What came, what is on the road, and what became of what differs. */
export const receivingCalls = {
  receiveItem: post('bulk-inventory-movement/item/receive', {
    summary:
      'Receives pieces one by one, or takes that back. More than were sent, and what is not on the pass, is excess.',
    callers: allowed.gatePassReceive,
    changes: true,
    takes: z.object({
      gate_pass: gatePassNo,
      action: z.enum(['receive', 'undo']).default('receive'),
      /**
       * Out of which box; left out: of whichever still has some. One that came by its label is counted from here on: its other pieces are on
       * the road again until they are. Damaged pieces alone change no more than themselves.
       */
      box: boxCode.optional(),
      scans: z
        .array(
          itemScan.extend({
            /** So many of the quantity are damaged. */
            damaged: pieces.default(0),
            reason: z.enum(keys(damageReasons)).optional(),
            remark: remark.optional(),
            image_ids: z.array(z.uuid()).max(passLimits.photos).default([]),
          }),
        )
        .min(1)
        .max(passLimits.scans),
    }),
    gives: json(z.object({ results: z.array(receiveResult), received: pieces, gate_pass: gatePassRow })),
  }),
  receiveBox: post('bulk-inventory-movement/box/receive', {
    summary:
      'Receives whole boxes by their codes as they were packed, or takes that back. Each code has its own outcome.',
    callers: allowed.gatePassReceive,
    changes: true,
    takes: z.object({
      /** Left out: the pass that each box is on. */
      gate_pass: gatePassNo.optional(),
      action: z.enum(['receive', 'undo']).default('receive'),
      /** Where the scanner stands: a box for another site is told apart. */
      site: siteCode.optional(),
      /** Also what is left of boxes of which pieces were counted: somebody was asked. */
      with_rest: z.boolean().default(false),
      boxes: z
        .array(z.object({ code: scannedCode, scan_id: scanId.optional(), scanned_at: instant.optional() }))
        .min(1)
        .max(passLimits.boxes),
    }),
    gives: json(z.object({ results: z.array(receiveResult), received: pieces, gate_passes: z.array(gatePassRow) })),
  }),
  inTransit: post('selvedge/gate-passes/in-transit', {
    summary: 'Everything on the road by SKU and pass, or by destination with its age.',
    callers: allowed.gatePasses,
    takes: z.object({ ...transitFilter, ...page, part: z.enum(['rows', 'counts', 'destinations']).default('rows') }),
    gives: json(
      z.object({
        rows: z.array(inTransitRow),
        next_cursor: z.string().nullable(),
        counts: counts.optional(),
        destinations: z.array(passDestination).optional(),
      }),
    ),
  }),
  gatePassCases: post('selvedge/gate-passes/discrepancies', {
    summary: 'Pieces short, too many or damaged, open ones first.',
    callers: allowed.gatePasses,
    takes: z.object({ ...caseFilter, ...page, part }),
    gives: paged(passDiscrepancy),
  }),
  settleGatePassCase: post('selvedge/gate-passes/discrepancies/settle', {
    summary:
      'Says what became of pieces short, too many or damaged, or takes that back until the pass closes for good; stock follows where it must.',
    callers: allowed.gatePassLead,
    changes: true,
    takes: z.object({
      case_id: z.uuid(),
      outcomes: z
        .array(
          z.object({
            outcome: z.enum(passOutcomeNames),
            quantity: z.int().min(1).max(1_000_000),
            remark: remark.optional(),
          }),
        )
        .max(7)
        .default([]),
      /** In place of outcomes: the one that does not count any more, and why. */
      takes_back: z.object({ outcome_id: z.uuid(), why }).optional(),
    }),
    gives: json(z.object({ discrepancy: passDiscrepancy })),
  }),
  uploadGatePassPhoto: upload('selvedge/gate-passes/photos', {
    summary: 'A photograph of damaged or surplus goods. Kept upright, scaled down, without place and camera.',
    callers: allowed.gatePassReceive,
    accept: ['.jpg', '.jpeg', '.png', '.webp'],
    takes: z.object({ made_by: z.enum(['file', 'camera', 'drawn']).default('file') }),
    gives: json(z.object({ image_id: z.uuid(), width: z.int(), height: z.int(), bytes: z.int() })),
  }),
  gatePassPhoto: get('selvedge/gate-passes/photos/{image_id}', {
    summary: 'A photograph of goods of a gate pass.',
    callers: allowed.gatePasses,
    takes: z.object({ image_id: z.uuid(), size: z.enum(['full', 'thumbnail']).default('full') }),
    gives: jpeg((input: { image_id: string }) => `${input.image_id}.jpg`),
  }),
  getGatePassSettings: post('selvedge/gate-passes/settings', {
    summary: 'Whether receipts are blind, and tax rates and thresholds by the day from which they hold.',
    callers: allowed.gatePassLead,
    takes: z.object({}),
    gives: json(savedPassSettings),
  }),
  saveGatePassSettings: post('selvedge/gate-passes/settings/save', {
    summary: 'Changes them for passes that are made, and papers that are issued, from now on.',
    callers: allowed.gatePassLead,
    changes: true,
    takes: z.object({ settings: passSettings, version }),
    gives: json(savedPassSettings),
  }),
}
