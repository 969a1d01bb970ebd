import { z } from 'zod'
import { plainText } from '../../kernel/codes.ts'
import {
  day,
  instant,
  picture,
  pieces,
  piecesInBox,
  piecesOrNone,
  price,
  remark,
  version,
} from '../../kernel/shapes.ts'
import { siteCode } from '../inspection/shapes.ts'
import { documentKinds } from './documents.ts'
import { passMoveNames, passStates } from './moves.ts'
import {
  damageReasons,
  discrepancyKinds,
  notSentReasons,
  passOutcomeNames,
  passStatusNames,
  passTypes,
} from './rules.ts'

/** Shapes of gate passes. Pieces are whole, weights grams. Quantities are null where a blind receipt hides them. */

const keys = <T extends object>(table: T) => Object.keys(table) as [keyof T & string, ...(keyof T & string)[]]

/** Its number, such as GP-000123. */
export const gatePassNo = z
  .string()
  .overwrite((text) => plainText(text).toUpperCase())
  .min(1)
  .max(20)
/** A code as it was scanned: a SKU, an EAN, the SSCC of a box. */
export const scannedCode = z.string().overwrite(plainText).min(1).max(80)
/** The SSCC of a box of the pass. */
export const boxCode = scannedCode
export const scanId = z.string().regex(/^[\w-]{8,60}$/)
export const conditions = ['good', 'b_grade', 'damaged'] as const
export const condition = z.enum(conditions)
export const passType = z.enum(keys(passTypes))
export const station = z.string().trim().max(40)
const hidden = pieces.nullable()

export const passDocument = z.object({
  kind: z.enum(keys(documentKinds)),
  number: z.string(),
  issued_on: day,
  state: z.enum(['LIVE', 'CANCELLED']),
})

/** A gate pass in a list. */
export const gatePassRow = z.object({
  gate_pass: z.string(),
  type: passType,
  state: z.enum(passStates),
  status: z.enum(passStatusNames),
  from_site: siteCode,
  from_site_name: z.string(),
  from_site_name_zh: z.string(),
  /** Null where the goods go to a vendor or a party. */
  to_site: siteCode.nullable(),
  /** Of the site, vendor or party. */
  to_name: z.string(),
  to_name_zh: z.string(),
  supplier_id: z.string().nullable(),
  party: z.string().nullable(),
  /** Where it is received: the destination, or the source when goods come back from a party; null where they are given away. */
  receives_at: siteCode.nullable(),
  purpose: z.string(),
  remark: z.string(),
  expected_return_on: day.nullable(),
  is_overdue: z.boolean(),
  days_overdue: z.int(),
  is_blind: z.boolean(),
  /** The returnable pass whose goods it brings back. */
  returns: z.string().nullable(),
  skus: z.int(),
  boxes: z.int(),
  open_boxes: z.int(),
  planned: hidden,
  packed: hidden,
  sent: hidden,
  received: pieces,
  damaged: pieces,
  excess: hidden,
  closed_short: hidden,
  /** On the road. */
  pending: hidden,
  /** Out and to come back. */
  to_return: pieces,
  open_discrepancies: z.int(),
  /** Whole days since it was submitted, and before that since it was made. */
  age_days: z.int(),
  created_at: instant,
  created_by: z.string(),
  submitted_at: instant.nullable(),
  submitted_by: z.string().nullable(),
  completed_at: instant.nullable(),
  carrier: z.string().nullable(),
  vehicle_no: z.string().nullable(),
  lr_no: z.string().nullable(),
  eway_bill_no: z.string().nullable(),
  document: passDocument.nullable(),
  allowed_moves: z.array(z.enum(passMoveNames)),
  version,
})
export type GatePassRow = z.output<typeof gatePassRow>

const skuFacts = {
  nm_sku: z.string(),
  ean: z.string().nullable(),
  style_id: z.string(),
  style_name: z.string(),
  style_name_zh: z.string(),
  color: z.string(),
  color_zh: z.string(),
  picture,
  size: z.string(),
  size_rank: z.int(),
}

/** What a pass says of an SKU in a condition. */
export const gatePassItem = z.object({
  ...skuFacts,
  condition,
  planned: hidden,
  packed: hidden,
  sent: hidden,
  received: pieces,
  /** Among those received. */
  damaged: pieces,
  excess: hidden,
  closed_short: hidden,
  pending: hidden,
  /** Free on the floor and the shelves of the source: neither reserved for this pass nor for others; null once it is submitted. */
  at_source: pieces.nullable(),
  /** Reserved for this pass at the source; null once it is submitted. */
  reserved: pieces.nullable(),
  /** Where they lie: `free` for this pass, those `reserved` for it among them; `shelf` is null for the floor. Null once it is submitted. */
  places: z.array(z.object({ shelf: z.string().nullable(), free: pieces, reserved: pieces })).nullable(),
  /** Why planned pieces are not sent. */
  reason: z.enum(keys(notSentReasons)).nullable(),
  remark: z.string().nullable(),
  hs_code: z.string().nullable(),
  unit_value: price,
})
export type GatePassItemRow = z.output<typeof gatePassItem>

export const boxStates = ['OPEN', 'SEALED', 'IN_TRANSIT', 'PARTLY_RECEIVED', 'RECEIVED'] as const

export const gatePassBox = z.object({
  /** Its SSCC; of a whole box that came from elsewhere the code that it had. */
  box_code: z.string(),
  /** On this pass, from 1. */
  box_no: z.int(),
  gate_pass: z.string(),
  state: z.enum(boxStates),
  /** It was taken in as a whole. */
  is_whole: z.boolean(),
  station: z.string().nullable(),
  opened_by: z.string(),
  sealed_at: instant.nullable(),
  sealed_by: z.string().nullable(),
  skus: z.int(),
  pieces: hidden,
  received: pieces,
  weight_grams: z.int().nullable(),
  /** Something went in or out since it was weighed. */
  weigh_again: z.boolean(),
  version,
})
export type GatePassBoxRow = z.output<typeof gatePassBox>

export const boxContent = z.object({
  ...skuFacts,
  condition,
  quantity: hidden,
  received: pieces,
  damaged: pieces,
})

/** A scan at a packing or receiving station: sent again under its id, it comes to the same. */
export const itemScan = z.object({
  code: scannedCode,
  quantity: piecesInBox.default(1),
  /** Left out: that of the plan where it has one alone, otherwise good. */
  condition: condition.optional(),
  scan_id: scanId.optional(),
  scanned_at: instant.optional(),
})

export const packOutcomes = [
  'planned',
  'unplanned',
  'packed',
  'taken_out',
  'unknown',
  'misread',
  'not_planned',
  'over_plan',
  'not_due',
  'already',
  'not_there',
  'not_in_box',
  'box_elsewhere',
  'wrong_site',
  'box_sealed',
  'is_box',
] as const

export const receiveOutcomes = [
  'received',
  'excess',
  'not_on_pass',
  'other_pass',
  'other_site',
  'taken_back',
  'already',
  'unknown',
  'misread',
  'not_received',
  'blind',
  'counting',
] as const

/** Where else a code is. */
export const whereabouts = z.object({
  site: siteCode,
  site_name: z.string(),
  site_name_zh: z.string(),
  place: z.enum(['floor', 'shelf', 'quarantine', 'packing', 'in_transit']),
  shelf: z.string().nullable(),
  condition,
  quantity: pieces,
  gate_pass: z.string().nullable(),
})

const said = {
  /** In words for people, with `values` in its blanks. */
  message: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
}

export const packResult = z.object({
  code: z.string(),
  scan_id: z.string().nullable(),
  outcome: z.enum(packOutcomes),
  ...said,
  nm_sku: z.string().nullable(),
  quantity: pieces,
  /** Of its item now, where it has one. */
  item: gatePassItem
    .pick({ condition: true, planned: true, packed: true, color: true, size: true, picture: true })
    .nullable(),
})

export const receiveResult = z.object({
  code: z.string(),
  scan_id: z.string().nullable(),
  outcome: z.enum(receiveOutcomes),
  ...said,
  nm_sku: z.string().nullable(),
  quantity: pieces,
  item: gatePassItem
    .pick({ condition: true, sent: true, received: true, pending: true, color: true, size: true, picture: true })
    .nullable(),
})

export const passDiscrepancy = z.object({
  case_id: z.uuid(),
  gate_pass: z.string(),
  kind: z.enum(keys(discrepancyKinds)),
  ...skuFacts,
  condition,
  from_site: siteCode,
  from_site_name: z.string(),
  from_site_name_zh: z.string(),
  to_site: siteCode.nullable(),
  to_name: z.string(),
  to_name_zh: z.string(),
  quantity: pieces,
  settled: pieces,
  is_open: z.boolean(),
  /** Why pieces are damaged, where that was said. */
  reason: z.enum(keys(damageReasons)).nullable(),
  remark: z.string().nullable(),
  image_ids: z.array(z.string()),
  opened_at: instant,
  age_days: z.int(),
  /** What was settled may be taken back, until the pass closes for good. */
  may_take_back: z.boolean(),
  outcomes: z.array(
    z.object({
      outcome_id: z.uuid(),
      outcome: z.enum(passOutcomeNames),
      quantity: pieces,
      remark: z.string().nullable(),
      at: instant,
      by: z.string(),
      /** Why it does not count any more, with who took it back. */
      taken_back: z.object({ at: instant, by: z.string(), why: z.string() }).nullable(),
    }),
  ),
})
export type PassDiscrepancyRow = z.output<typeof passDiscrepancy>

/** Pieces of an SKU on the road with one pass. */
export const inTransitRow = z.object({
  line_id: z.string(),
  gate_pass: z.string(),
  type: passType,
  ...skuFacts,
  condition,
  from_site: siteCode,
  from_site_name: z.string(),
  from_site_name_zh: z.string(),
  to_site: siteCode.nullable(),
  to_name: z.string(),
  to_name_zh: z.string(),
  quantity: hidden,
  submitted_at: instant,
  days_on_way: z.int(),
  expected_return_on: day.nullable(),
  carrier: z.string().nullable(),
})
export type InTransitRow = z.output<typeof inTransitRow>

const sendableSize = z.object({
  nm_sku: z.string(),
  size: z.string(),
  size_rank: z.int(),
  free: pieces,
  reserved: pieces,
  on_hand: pieces,
  planned: pieces,
})

/** What a site may send of a style. */
export const sendableStyle = z.object({
  style_id: z.string(),
  style_name: z.string(),
  style_name_zh: z.string(),
  category: z.string(),
  picture,
  /** On hand and reserved for nothing. */
  free: pieces,
  /** For this pass. */
  reserved: pieces,
  colors: z.array(z.object({ color: z.string(), color_zh: z.string(), picture, sizes: z.array(sendableSize) })),
})

/** What is on the road to one destination. */
export const passDestination = z.object({
  to_site: siteCode.nullable(),
  to_name: z.string(),
  to_name_zh: z.string(),
  gate_passes: z.int(),
  skus: z.int(),
  pieces,
  /** Pieces by whole days on the road: up to 2, up to 7, longer. */
  by_age: z.object({ up_to_2: pieces, up_to_7: pieces, longer: pieces }),
  oldest_days: z.int(),
})

/** What a pass says of itself. No defaults: a change leaves what it does not name. */
export const passHeader = {
  type: passType,
  from_site: siteCode,
  to_site: siteCode.nullish(),
  supplier_id: z.string().trim().min(1).max(40).nullish(),
  /** Name, address and GSTIN of somebody who is no site and no vendor. */
  party: z.string().trim().min(1).max(120).nullish(),
  party_address: z.string().trim().max(300).nullish(),
  party_gstin: z.string().trim().toUpperCase().max(15).nullish(),
  purpose: z.string().trim().max(200).optional(),
  remark: remark.optional(),
  expected_return_on: day.nullish(),
  /** Left out: as the settings say. */
  is_blind: z.boolean().optional(),
  /** The returnable pass whose goods it brings back. */
  returns: gatePassNo.nullish(),
}

export const plannedItem = z.object({
  nm_sku: scannedCode,
  condition: condition.default('good'),
  /** 0 takes it off the plan. */
  quantity: piecesOrNone('Please enter a whole number above 0.'),
  /** Of a piece, in paise: only from who may see prices. */
  unit_value_minor: z.int().min(0).max(1_000_000_000).nullish(),
})

export const transport = {
  carrier: z.string().trim().max(80).nullish(),
  vehicle_no: z.string().trim().toUpperCase().max(20).nullish(),
  /** Of the lorry receipt. */
  lr_no: z.string().trim().max(40).nullish(),
  eway_bill_no: z.string().trim().max(20).nullish(),
}
