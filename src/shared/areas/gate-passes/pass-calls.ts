import { z } from 'zod'
import { get, json, pdf, post } from '../../kernel/call.ts'
import { offeredMoves } from '../../kernel/lifecycle.ts'
import { instant, page, part, pieces, remark, searchText, timelineEvent, version } from '../../kernel/shapes.ts'
import { siteCode } from '../inspection/shapes.ts'
import { paperCopies } from './documents.ts'
import { keys, ofPass, onePass, paged, passFilter, passLimits, passSettings, versioned, why } from './filters.ts'
import { passMoveNames } from './moves.ts'
import { allowed } from './rights.ts'
import { damageReasons, notSentReasons, passOutcomeNames } from './rules.ts'
import {
  condition,
  conditions,
  gatePassItem,
  gatePassNo,
  gatePassRow,
  itemScan,
  packResult,
  passDiscrepancy,
  passDocument,
  passHeader,
  passType,
  plannedItem,
  scannedCode,
  transport,
} from './shapes.ts'

export const passSite = z.object({
  site: siteCode,
  site_name: z.string(),
  site_name_zh: z.string(),
  kind: z.enum(['china_qc', 'india_qc', 'warehouse', 'shop', 'production']),
  /** Of a site without one, the company's. */
  gstin: z.string().nullable(),
})

const passParty = z.object({
  ...{ name: z.string(), name_zh: z.string(), address: z.string(), gstin: z.string().nullable() },
  /** Whose the site is; empty of strangers. */
  company: z.string(),
})

/** A gate pass as a whole: making, confirming, submitting, completing, reopening. */
export const passCalls = {
  gatepasses: post('bulk-inventory-movement/gatepasses', {
    summary: 'Gate passes, newest first, or their counts by tab. Shops see those from and to shops.',
    callers: allowed.gatePasses,
    takes: z.object({ ...passFilter, ...page, part }),
    gives: paged(gatePassRow),
  }),
  gatepassConfig: get('bulk-inventory-movement/config', {
    summary: 'What gate passes are made of: types, sites, reasons, outcomes, and the settings.',
    callers: allowed.gatePasses,
    takes: z.object({}),
    gives: json(
      z.object({
        types: z.array(
          z.object({ type: passType, label: z.string(), targets: z.array(z.enum(['site', 'party', 'vendor'])) }),
        ),
        /** In India, by kind and code. */
        sites: z.array(passSite),
        conditions: z.array(z.enum(conditions)),
        not_sent_reasons: z.array(z.object({ reason: z.enum(keys(notSentReasons)), label: z.string() })),
        damage_reasons: z.array(z.object({ reason: z.enum(keys(damageReasons)), label: z.string() })),
        outcomes: z.array(
          z.object({
            outcome: z.enum(passOutcomeNames),
            label: z.string(),
            kinds: z.array(z.enum(['short', 'excess', 'damaged'])),
          }),
        ),
        settings: passSettings.omit({ tax_rules: true }),
      }),
    ),
  }),
  updateGatepass: post('bulk-inventory-movement/gatepass/update', {
    summary: 'Makes a gate pass, or with its number changes it and what is to be sent. Items that are not named stay.',
    callers: allowed.gatePassPack,
    changes: true,
    takes: z.object({
      gate_pass: gatePassNo.optional(),
      version: version.optional(),
      ...z.object(passHeader).partial().shape,
      ...transport,
      items: z.array(plannedItem).max(passLimits.items).optional(),
      /** Items that are not named go off the plan. */
      replace_items: z.boolean().default(false),
    }),
    gives: onePass,
  }),
  planByScan: post('selvedge/gate-passes/plan-by-scan', {
    summary:
      'Puts scanned pieces, or what a whole box holds, on the plan of a pass; or takes them off it. A scan sent again is answered as before.',
    callers: allowed.gatePassPack,
    changes: true,
    takes: z.object({
      gate_pass: gatePassNo,
      action: z.enum(['plan', 'unplan']).default('plan'),
      scans: z.array(itemScan).min(1).max(passLimits.scans),
    }),
    gives: json(z.object({ results: z.array(packResult), gate_pass: gatePassRow })),
  }),
  confirmGatepass: post('bulk-inventory-movement/gatepass/details/confirm', {
    summary: 'What is to be sent stands: draft to confirmed, or back to draft.',
    callers: allowed.gatePassPack,
    changes: true,
    takes: ofPass.extend({
      /** Left out at a station: its scans change the pass, and it can be withdrawn until something is packed. */
      version: version.optional(),
      action: z.enum(['confirm', 'withdraw']).default('confirm'),
    }),
    gives: onePass,
  }),
  nonDispatchedItems: post('bulk-inventory-movement/non-dispatched-items/details', {
    summary: 'Items of which fewer are packed than planned, with the reasons given so far.',
    callers: allowed.gatePasses,
    takes: ofPass,
    gives: json(z.object({ items: z.array(gatePassItem.extend({ not_sent: pieces })), without_reason: z.int() })),
  }),
  updateNonDispatchedItems: post('bulk-inventory-movement/non-dispatched-items/update', {
    summary: 'Says why planned pieces are not sent; items left out: all that have no reason yet.',
    callers: allowed.gatePassPack,
    changes: true,
    takes: z.object({
      gate_pass: gatePassNo,
      reason: z.enum(keys(notSentReasons)),
      remark: remark.default(''),
      items: z
        .array(z.object({ nm_sku: scannedCode, condition: condition.default('good') }))
        .max(passLimits.items)
        .optional(),
    }),
    gives: json(z.object({ items: z.array(gatePassItem.extend({ not_sent: pieces })), without_reason: z.int() })),
  }),
  summary: post('bulk-inventory-movement/summary', {
    summary:
      'What goes, what differs from the plan, which paper goes with it, and what is still to be done before it is submitted.',
    callers: allowed.gatePasses,
    takes: ofPass,
    gives: json(
      z.object({
        gate_pass: gatePassRow,
        differences: z.array(gatePassItem),
        /** Sealed boxes and what they weigh. */
        weight_grams: z.int().nullable(),
        paper: z.object({
          kind: passDocument.shape.kind,
          place_of_supply: z.string(),
          /** Worth of the goods, for who may see prices. */
          value: z.object({ minor: z.int(), currency: z.string() }).nullable().meta({ price: true }),
          needs_eway_bill: z.boolean(),
        }),
        /** What forbids to submit, and what whoever submits should know. */
        faults: z.array(
          z.object({ message: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) }),
        ),
        warnings: z.array(
          z.object({ message: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) }),
        ),
      }),
    ),
  }),
  submit: post('bulk-inventory-movement/submit', {
    summary: 'The goods leave: what is packed is on the road, and its paper has a number.',
    callers: allowed.gatePassPack,
    changes: true,
    takes: versioned.extend(transport),
    gives: json(z.object({ gate_pass: gatePassRow, documents: z.array(passDocument) })),
  }),
  complete: post('bulk-inventory-movement/complete', {
    summary: 'Nothing more is expected: what did not come is closed short, and every difference is a discrepancy.',
    callers: allowed.gatePassReceive,
    changes: true,
    takes: versioned.extend({ remark: remark.default('') }),
    gives: json(z.object({ gate_pass: gatePassRow, discrepancies: z.array(passDiscrepancy) })),
  }),
  reopen: post('bulk-inventory-movement/reopen', {
    summary:
      'Back from completed to receiving, or from submitted to packing while nothing was received. With a reason.',
    callers: allowed.gatePassLead,
    changes: true,
    takes: versioned.extend({ reason: why, remark: remark.default('') }),
    gives: onePass,
  }),
  getGatePass: post('selvedge/gate-passes/get', {
    summary: 'A gate pass with its parties and papers.',
    callers: allowed.gatePasses,
    takes: ofPass,
    gives: json(
      z.object({
        gate_pass: gatePassRow,
        from: passParty,
        to: passParty,
        documents: z.array(passDocument),
        /** Of a returnable pass: the passes by which goods came back. */
        returned_by: z.array(z.string()),
        /** Pieces of it that may be sent back now: due, and under way with none of these. */
        may_go_back: pieces,
        /** The moves that the caller may make at all, each open, or closed with why. */
        moves: offeredMoves(passMoveNames),
        stations: z.array(z.object({ station: z.string(), box_code: z.string(), box_no: z.int() })),
      }),
    ),
  }),
  gatePassItems: post('selvedge/gate-passes/items', {
    summary: 'What a pass plans, packed, sent and received, SKU by SKU.',
    callers: allowed.gatePasses,
    takes: z.object({
      gate_pass: gatePassNo,
      /** Only where pieces differ from the plan, or have not come. */
      only: z.enum(['all', 'not_packed', 'pending', 'differing']).default('all'),
      search: searchText.optional(),
      ...page,
    }),
    gives: json(z.object({ rows: z.array(gatePassItem), next_cursor: z.string().nullable() })),
  }),
  gatePassHistory: post('selvedge/gate-passes/history', {
    summary: 'Who did what with a pass and when, newest first; scans of one person at one box on one day are one line.',
    callers: allowed.gatePasses,
    takes: z.object({ gate_pass: gatePassNo, ...page }),
    gives: json(
      z.object({
        rows: z.array(
          timelineEvent.extend({
            id: z.string(),
            /** Of several scans: when the first was. */
            since: instant.nullable(),
          }),
        ),
        next_cursor: z.string().nullable(),
      }),
    ),
  }),
  cancelGatePass: post('selvedge/gate-passes/cancel', {
    summary: 'Cancels a pass before it is submitted: packed pieces are where they were again.',
    callers: allowed.gatePassPack,
    changes: true,
    takes: versioned.extend({ reason: why }),
    gives: onePass,
  }),
  gatePassPaper: post('selvedge/gate-passes/paper', {
    summary:
      'The paper that goes with the goods, its values and taxes for who may see prices; or the pick list of what is not packed yet.',
    callers: allowed.gatePasses,
    takes: z.object({
      gate_pass: gatePassNo,
      paper: z.enum(['issued', 'pick_list']).default('issued'),
      /** Left out: the one that counts. */
      number: z.string().trim().max(20).optional(),
      /** Left out: all three, one after the other. */
      copy: z.enum(paperCopies).optional(),
    }),
    gives: pdf(({ gate_pass }: { gate_pass: string }) => `gate_pass_${gate_pass}.pdf`),
  }),
}
