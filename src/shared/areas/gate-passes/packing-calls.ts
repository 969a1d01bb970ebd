import { z } from 'zod'
import { json, post, upload, xlsx } from '../../kernel/call.ts'
import { page, pieces, rowsTaken, searchText, takeMode, version, weightGrams } from '../../kernel/shapes.ts'
import { siteCode } from '../inspection/shapes.ts'
import { ofPass, onePass, passLimits } from './filters.ts'
import { allowed } from './rights.ts'
import {
  boxCode,
  boxContent,
  condition,
  gatePassBox,
  gatePassNo,
  gatePassRow,
  itemScan,
  packOutcomes,
  packResult,
  scanId,
  scannedCode,
  sendableStyle,
  station,
  whereabouts,
} from './shapes.ts'

const sheetRow = z.object({
  row: z.int(),
  nm_sku: z.string(),
  condition,
  quantity: pieces,
  box_no: z.int().nullable(),
  free: pieces,
  fault: z.string().nullable(),
})

/** What goes into which box, at several stations at once, by scan, by choice or by sheet. */
export const packingCalls = {
  validateGatepass: post('bulk-inventory-movement/gatepass/validate', {
    summary: 'Whether a code may go on a gate pass, and otherwise where it is and why not. Changes nothing.',
    callers: allowed.gatePassPack,
    takes: z.object({ gate_pass: gatePassNo, code: scannedCode, quantity: z.int().min(1).max(100_000).default(1) }),
    gives: json(
      z.object({
        may_go: z.boolean(),
        kind: z.enum(['sku', 'box', 'unknown']),
        outcome: z.enum(packOutcomes),
        message: z.string(),
        values: z.record(z.string(), z.union([z.string(), z.number()])),
        nm_sku: z.string().nullable(),
        /** The most of it first; twenty at most. */
        where: z.array(whereabouts),
      }),
    ),
  }),
  addBox: post('bulk-inventory-movement/gatepass/box/add', {
    summary: 'Opens boxes at a station, or takes a whole received box in by its code.',
    callers: allowed.gatePassPack,
    changes: true,
    takes: z.object({
      gate_pass: gatePassNo,
      /** Which station packs into it; several stations have a box each. */
      station: station.default(''),
      /** So many empty boxes. */
      count: z.int().min(1).max(passLimits.boxes).default(1),
      /** A whole box: its SSCC. It is sealed as it came. */
      code: scannedCode.optional(),
      scan_id: scanId.optional(),
      /** Also a box with what is not planned, or more of it: somebody was asked. */
      beyond_plan: z.boolean().default(false),
    }),
    gives: json(
      z.object({
        boxes: z.array(gatePassBox),
        /** Of a whole box, as of any scan. */
        result: packResult.nullable(),
        gate_pass: gatePassRow,
      }),
    ),
  }),
  updateBox: post('bulk-inventory-movement/box/update', {
    summary: 'Seal, open again or weigh boxes, or say at which station one is.',
    callers: allowed.gatePassPack,
    changes: true,
    takes: z.object({
      boxes: z.array(boxCode).min(1).max(passLimits.boxes),
      action: z.enum(['seal', 'reopen', 'weigh', 'move']),
      weight_grams: weightGrams.optional(),
      station: station.optional(),
      version: version.optional(),
    }),
    gives: json(z.object({ boxes: z.array(gatePassBox) })),
  }),
  boxes: post('bulk-inventory-movement/boxes', {
    summary: 'Boxes of a gate pass; or whole boxes at its source that could go on it.',
    callers: allowed.gatePasses,
    takes: z.object({
      gate_pass: gatePassNo,
      which: z.enum(['all', 'open', 'sealed', 'awaited', 'dispatchable']).default('all'),
      station: station.optional(),
      search: searchText.optional(),
      ...page,
    }),
    gives: json(
      z.object({
        rows: z.array(gatePassBox),
        next_cursor: z.string().nullable(),
        /** Whole boxes at the source that are on no live pass. */
        dispatchable: z.array(z.object({ code: z.string(), name: z.string(), pieces, skus: z.int() })).optional(),
      }),
    ),
  }),
  boxDetails: post('bulk-inventory-movement/box/details', {
    summary: 'A box with what is in it, and what came of it.',
    callers: allowed.gatePasses,
    takes: z.object({ box: boxCode, gate_pass: gatePassNo.optional() }),
    gives: json(z.object({ box: gatePassBox, items: z.array(boxContent) })),
  }),
  addItem: post('bulk-inventory-movement/box/item/add', {
    summary:
      'Scans pieces into an open box. Each scan has its own outcome, and the same scan sent again comes to the same.',
    callers: allowed.gatePassPack,
    changes: true,
    takes: z.object({
      box: boxCode,
      scans: z.array(itemScan).min(1).max(passLimits.scans),
      /** Where they are taken from; left out: the floor before shelves. */
      shelf: z.string().trim().max(40).optional(),
      /** Also what is not planned, and more than planned: somebody was asked. */
      beyond_plan: z.boolean().default(false),
    }),
    gives: json(z.object({ results: z.array(packResult), packed: pieces, box: gatePassBox })),
  }),
  deleteItem: post('bulk-inventory-movement/box/item/delete', {
    summary: 'Takes pieces out of an open box: they are where they were taken from again.',
    callers: allowed.gatePassPack,
    changes: true,
    takes: z.object({ box: boxCode, scans: z.array(itemScan).min(1).max(passLimits.scans) }),
    gives: json(z.object({ results: z.array(packResult), taken_out: pieces, box: gatePassBox })),
  }),
  removeBox: post('bulk-inventory-movement/box/remove', {
    summary: 'Takes boxes off a pass: what was in them is where it was taken from again.',
    callers: allowed.gatePassPack,
    changes: true,
    takes: z.object({ boxes: z.array(boxCode).min(1).max(passLimits.boxes) }),
    gives: onePass,
  }),
  printLabel: post('bulk-inventory-movement/box/print-label', {
    summary:
      'Labels of boxes, or a packing station’s commands as codes; the reply names the address of the PDF, which only the caller can open.',
    callers: allowed.gatePassPack,
    changes: true,
    takes: z.object({
      gate_pass: gatePassNo.optional(),
      /** Left out: all boxes of the pass. */
      boxes: z.array(boxCode).max(passLimits.boxes).optional(),
      copies: z.int().min(1).max(20).default(1),
      /** In place of boxes: the commands that a packing station scans. */
      is_card: z.boolean().default(false),
    }),
    gives: json(z.object({ label_url: z.string() })),
  }),
  stockToSend: post('selvedge/gate-passes/stock', {
    summary: 'Stock of a site to choose from: style by style with pictures, colours and sizes.',
    callers: allowed.gatePassPack,
    takes: z.object({
      site: siteCode,
      /** With it, what is planned on it already. */
      gate_pass: gatePassNo.optional(),
      condition: condition.default('good'),
      search: searchText.optional(),
      category: z.string().trim().max(80).optional(),
      style_ids: z.array(z.string().trim().min(1).max(40)).max(500).optional(),
      ...page,
    }),
    gives: json(
      z.object({
        rows: z.array(sendableStyle),
        next_cursor: z.string().nullable(),
      }),
    ),
  }),
  gatePassTemplate: post('selvedge/gate-passes/template', {
    summary: 'The sheet of a gate pass: empty, with what it plans, or with what its source has free.',
    callers: allowed.gatePassPack,
    takes: z.object({ gate_pass: gatePassNo, with: z.enum(['plan', 'stock', 'nothing']).default('plan') }),
    gives: xlsx(({ gate_pass }: { gate_pass: string }) => `gate_pass_${gate_pass}.xlsx`),
  }),
  checkGatePassSheet: upload('selvedge/gate-passes/check-sheet', {
    summary: 'What a sheet would come to, row by row. Changes nothing.',
    callers: allowed.gatePassPack,
    accept: ['.xlsx', '.csv'],
    changes: false,
    takes: ofPass,
    gives: json(z.object({ rows: z.array(sheetRow), pieces, boxes: z.int(), faults: z.int() })),
  }),
  takeGatePassSheet: upload('selvedge/gate-passes/take-sheet', {
    summary:
      'Plans what a sheet says; rows with a box are packed into it at once. The same sheet again changes nothing.',
    callers: allowed.gatePassPack,
    accept: ['.xlsx', '.csv'],
    takes: ofPass.extend({ mode: takeMode }),
    gives: json(
      z.object({
        ...rowsTaken,
        planned: pieces,
        packed: pieces,
        boxes: z.int(),
      }),
    ),
  }),
}
