import { key } from '../../kernel/words.ts'
import type { Stage as FacilityStage } from '../facilities/stage-ledger.ts'
import type { Bucket } from '../orders/quantities.ts'
import type { OrderState } from '../production/order-states.ts'
import type { QcBucket } from '../qc-boxes/quantities.ts'

/** Which orders awaiting pieces are counted of: none is in two. */
export const orderCases = ['undecided', 'approved', 'answered', 'closed'] as const
export type OrderCase = (typeof orderCases)[number]

/** Places of stock by what kind they are and whether they are a shop’s. */
export const stockCases = ['shelf', 'quarantine', 'pass', 'shop'] as const
export type StockCase = (typeof stockCases)[number]

/**
 * A share of a stage: columns of a ledger that are added, or the declared pieces of a receipt at QC that are taken off, since whatever left
 * one ledger and came into the next stands in the next alone.
 */
export type StagePart =
  | { of: 'order'; add: readonly Bucket[]; when?: OrderCase }
  | { of: 'china' | 'india'; add: readonly QcBucket[] }
  /** First receipt of a vendor’s box, in China, or in India where it went there directly. */
  | { of: 'vendor_receipt' }
  /** Receipt in India of what China shipped. */
  | { of: 'china_receipt' }
  /** Receipt in India of what a facility shipped. */
  | { of: 'facility_receipt' }
  | { of: 'stock'; at: StockCase }
  | { of: 'facility'; add: readonly FacilityStage[] }
  | { of: 'production'; in: readonly OrderState[] }

/** `way`: of vendors’ orders. `off`: what left the way. `stock`: ours, of no order any more. `made`: of the company’s own production. */
export const stageGroups = ['way', 'made', 'stock', 'off'] as const
export type StageGroup = (typeof stageGroups)[number]

export const stageGroupWords = {
  way: key('Vendor orders, from approval to purchase'),
  made: key('Own production, from the first question to shipment'),
  stock: key('Stock'),
  off: key('Off the way'),
} as const satisfies Record<StageGroup, string>

interface StageShape {
  group: StageGroup
  word: string
  parts: readonly StagePart[]
  /** A vendor sees its own pieces there. */
  vendor?: true
  /** Pieces do not wait there: how long they have been there is nobody’s question. */
  isEnd?: true
}

/**
 * Every stage that a piece can stand in, in the order of its way. Each bucket of each ledger belongs to exactly one, so the pieces of an
 * order stand in exactly one stage each: ordered + found in excess = the sum of the stages.
 */
export const pipelineStages = {
  to_approve: {
    group: 'way',
    word: key('To approve'),
    parts: [{ of: 'order', add: ['awaiting'], when: 'undecided' }],
  },
  approved: {
    group: 'way',
    word: key('To answer'),
    parts: [{ of: 'order', add: ['awaiting'], when: 'approved' }],
    vendor: true,
  },
  answered: {
    group: 'way',
    word: key('Answered'),
    parts: [{ of: 'order', add: ['awaiting'], when: 'answered' }],
    vendor: true,
  },
  on_platform: {
    group: 'way',
    word: key('On platform'),
    parts: [{ of: 'order', add: ['platform', 'reserved'] }],
    vendor: true,
  },
  packed: { group: 'way', word: key('Packed'), parts: [{ of: 'order', add: ['packed'] }], vendor: true },
  shipped: {
    group: 'way',
    word: key('Shipped by vendor'),
    parts: [{ of: 'order', add: ['shipped'] }, { of: 'vendor_receipt' }],
    vendor: true,
  },
  china_qc: {
    group: 'way',
    word: key('At China QC'),
    parts: [
      { of: 'china', add: ['uncounted', 'to_inspect', 'on_hold', 'passed', 'shelved', 'ready', 'failed', 'purchased'] },
    ],
    vendor: true,
  },
  invoiced: { group: 'way', word: key('Invoiced'), parts: [{ of: 'china', add: ['invoiced'] }] },
  on_the_way: {
    group: 'way',
    word: key('On the way to India'),
    parts: [{ of: 'china', add: ['shipped'] }, { of: 'china_receipt' }],
  },
  india_received: {
    group: 'way',
    word: key('Received in India'),
    parts: [{ of: 'india', add: ['uncounted', 'to_inspect'] }],
  },
  india_qc: {
    group: 'way',
    word: key('At India QC'),
    parts: [{ of: 'india', add: ['on_hold', 'passed', 'shelved', 'ready', 'invoiced', 'shipped', 'failed'] }],
  },
  bought: { group: 'way', word: key('Bought'), parts: [{ of: 'india', add: ['purchased'] }], isEnd: true },

  made_to_prepare: {
    group: 'made',
    word: key('Action required'),
    parts: [{ of: 'production', in: ['ACTION_REQUIRED'] }],
  },
  made_on_hold: { group: 'made', word: key('Order held'), parts: [{ of: 'production', in: ['ON_HOLD'] }] },
  made_to_allocate: {
    group: 'made',
    word: key('Ready for allocation'),
    parts: [{ of: 'production', in: ['READY_FOR_ALLOCATION'] }],
  },
  made_cad: { group: 'made', word: key('CAD'), parts: [{ of: 'production', in: ['CAD'] }] },
  made_ready: {
    group: 'made',
    word: key('Ready for production'),
    parts: [{ of: 'production', in: ['READY_FOR_PRODUCTION'] }],
  },
  made_pending: { group: 'made', word: key('Not cut yet'), parts: [{ of: 'facility', add: ['pending'] }] },
  made_cutting: { group: 'made', word: key('Cutting'), parts: [{ of: 'facility', add: ['cutting'] }] },
  made_stitching: { group: 'made', word: key('Stitching'), parts: [{ of: 'facility', add: ['stitching'] }] },
  made_finishing: { group: 'made', word: key('Finishing'), parts: [{ of: 'facility', add: ['finishing'] }] },
  made_checking: { group: 'made', word: key('Checking'), parts: [{ of: 'facility', add: ['checking', 'rework'] }] },
  made_packed: {
    group: 'made',
    word: key('Packed at facility'),
    parts: [{ of: 'facility', add: ['packed', 'shipment_pending'] }],
  },
  made_shipped: {
    group: 'made',
    word: key('Shipped by facility'),
    parts: [{ of: 'facility', add: ['shipped'] }, { of: 'facility_receipt' }],
  },

  on_shelf: { group: 'stock', word: key('On shelf'), parts: [{ of: 'stock', at: 'shelf' }] },
  quarantine: { group: 'stock', word: key('Quarantine'), parts: [{ of: 'stock', at: 'quarantine' }] },
  on_pass: { group: 'stock', word: key('On a gate pass'), parts: [{ of: 'stock', at: 'pass' }] },
  in_shop: { group: 'stock', word: key('In shop'), parts: [{ of: 'stock', at: 'shop' }] },

  not_approved: {
    group: 'off',
    word: key('Refused or cancelled'),
    parts: [{ of: 'order', add: ['awaiting'], when: 'closed' }],
    isEnd: true,
  },
  refused: {
    group: 'off',
    word: key('Rejected by vendor'),
    parts: [{ of: 'order', add: ['rejected'] }],
    vendor: true,
    isEnd: true,
  },
  out_of_stock: {
    group: 'off',
    word: key('Out of stock'),
    parts: [{ of: 'order', add: ['oos'] }],
    vendor: true,
    isEnd: true,
  },
  missing: {
    group: 'off',
    word: key('Missing pieces'),
    parts: [
      { of: 'china', add: ['missing'] },
      { of: 'india', add: ['missing'] },
    ],
    isEnd: true,
  },
  returned: {
    group: 'off',
    word: key('Returned to vendor'),
    parts: [
      { of: 'china', add: ['returned'] },
      { of: 'india', add: ['returned'] },
    ],
    isEnd: true,
  },
  disposed: {
    group: 'off',
    word: key('Rejected and disposed'),
    parts: [
      { of: 'china', add: ['disposed'] },
      { of: 'india', add: ['disposed'] },
    ],
    isEnd: true,
  },
  made_rejected: {
    group: 'off',
    word: key('Production rejected'),
    parts: [{ of: 'production', in: ['REJECTED'] }],
    isEnd: true,
  },
  scrapped: { group: 'off', word: key('Scrapped pieces'), parts: [{ of: 'facility', add: ['reject'] }], isEnd: true },
} as const satisfies Record<string, StageShape>

export type PipelineStage = keyof typeof pipelineStages

export const stageNames = Object.keys(pipelineStages) as [PipelineStage, ...PipelineStage[]]

export const stageOf = (name: PipelineStage): StageShape => pipelineStages[name]

/** Stages in which a vendor sees its own pieces: what is approved, until China receives it, and what it refused. */
export const vendorStages = stageNames.filter((name) => stageOf(name).vendor)

/** Stages of which each record tells since when its pieces stand there; stock is one record for whatever came when. */
export const canAge = (name: PipelineStage): boolean => !stageOf(name).isEnd && stageOf(name).group !== 'stock'

/** The stage of a bucket, where no condition decides. */
export function stageOfBucket(of: 'order' | 'china' | 'india' | 'facility', bucket: string): PipelineStage | null {
  const found = stageNames.find((name) =>
    stageOf(name).parts.some(
      (part) => part.of === of && (part.add as readonly string[]).includes(bucket) && !('when' in part && part.when),
    ),
  )
  return found ?? null
}
