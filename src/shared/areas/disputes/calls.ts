import { z } from 'zod'
import { get, jpeg, json, post, upload } from '../../kernel/call.ts'
import {
  counts,
  day,
  instant,
  nmSku,
  page,
  part,
  price,
  savedSettings,
  searchText,
  supplierId,
  version,
} from '../../kernel/shapes.ts'
import { boxRef } from '../inspection/shapes.ts'
import { disputeLife } from './life.ts'
import { allowed } from './rights.ts'
import {
  disputeCountries,
  disputeDayLimits,
  disputedKinds,
  disputeOutcomes,
  disputeReasons,
  disputeStates,
  disputeTabs,
  LONGEST_DISPUTE_WORDS,
  MOST_DISPUTE_PHOTOS,
  nextSteps,
  stepStates,
} from './rules.ts'

export const disputeNumber = z.string().trim().toUpperCase().min(1).max(20)
const words = z.string().trim().min(1).max(LONGEST_DISPUTE_WORDS)
/** In their order. */
const imageIds = z.array(z.uuid()).max(MOST_DISPUTE_PHOTOS).default([])
const pieces = z.int().min(1).max(1_000_000)
/** Whose result of the box is meant. */
const country = z.enum(disputeCountries).default('china')
const disputed = { nm_sku: nmSku, kind: z.enum(disputedKinds) }
const MOST_LINES = 1_000

export const disputeRow = z.object({
  number: z.string(),
  country: z.enum(disputeCountries),
  sscc: z.string(),
  box_no: z.string(),
  shipment_id: z.string(),
  supplier_id: z.string(),
  supplier_name: z.string(),
  supplier_name_zh: z.string(),
  site_name: z.string(),
  site_name_zh: z.string(),
  state: z.enum(disputeStates),
  /** Null where the result was accepted. */
  reason: z.enum(disputeReasons).nullable(),
  /** Null, as are the words, for who counts blind while the box is to be counted again. */
  pieces: z.int().nullable(),
  upheld: z.int().nullable(),
  words: z.string().nullable(),
  next: z.enum(nextSteps).nullable(),
  /** What became of it; null where nothing is to be done. */
  step: z.enum(stepStates).nullable(),
  done_at: instant.nullable(),
  due_on: day,
  is_overdue: z.boolean(),
  /** Not told to vendors. */
  owner: z.string().nullable(),
  owner_id: z.uuid().nullable(),
  opened_by: z.string(),
  opened_at: instant,
  settled_by: z.string().nullable(),
  settled_at: instant.nullable(),
  version,
})
export type DisputeRow = z.output<typeof disputeRow>

export const disputeLine = z.object({
  ...disputed,
  style_id: z.string(),
  color: z.string(),
  color_zh: z.string(),
  size: z.string(),
  pieces: z.int(),
  /** Null until it is decided. */
  upheld: z.int().nullable(),
})
export type DisputeLine = z.output<typeof disputeLine>

/** What India decided of disputed pieces before they were disputed, and what became of that. */
export const disputedDecision = z.object({
  /** Its row of rejected SKUs; null for vendors. */
  rejected_id: z.string().nullable(),
  nm_sku: z.string(),
  kind: z.enum(['return', 'replace', 'credit']),
  quantity: z.int(),
  state: z.enum(['OPEN', 'DONE', 'UNDONE']),
  return_note: z.string().nullable(),
  debit_note: z.string().nullable(),
  /** Of a credit: the pieces at the prices of their orders. */
  value: price,
})
export type DisputedDecision = z.output<typeof disputedDecision>

/** How many pieces of a SKU may be disputed at most. */
export const disputableLine = z.object({
  nm_sku: z.string(),
  style_id: z.string(),
  color: z.string(),
  color_zh: z.string(),
  size: z.string(),
  refused: z.int(),
  short: z.int(),
  over: z.int(),
})

/** Refused pieces of a SKU in a box of which a dispute is not at its end. */
export const disputedPieces = z.object({ number: z.string(), pieces: z.int() })

export const disputeMessage = z.object({
  id: z.uuid(),
  said: z.enum(['opened', 'accepted', 'asked', 'answered', 'withdrawn', 'settled', 'handed']),
  by: z.string(),
  is_vendor: z.boolean(),
  at: instant,
  words: z.string(),
  image_ids: z.array(z.uuid()),
})
export type DisputeMessage = z.output<typeof disputeMessage>

export const disputeSettings = z.object({
  open_days: z.int().min(1).max(disputeDayLimits.open_days),
  answer_days: z.int().min(1).max(disputeDayLimits.answer_days),
})
export type DisputeSettings = z.output<typeof disputeSettings>

const settingsReply = savedSettings(disputeSettings)

const one = json(z.object({ dispute: disputeRow }))
const at = { number: disputeNumber, version }

export const disputeCalls = {
  getDisputes: post('selvedge/disputes', {
    summary: 'Disputes about QC results, what is due first; a vendor gets its own.',
    callers: allowed.qcDisputes,
    takes: z.object({
      tab: z.enum(disputeTabs).default('all'),
      search: searchText.optional(),
      supplier_id: supplierId.optional(),
      /** Live ones by whose turn it is. */
      waits: z.enum(['house', 'vendor']).optional(),
      reason: z.enum(disputeReasons).optional(),
      numbers: z.array(disputeNumber).max(5_000).optional(),
      ...page,
      part,
    }),
    gives: json(z.object({ rows: z.array(disputeRow), next_cursor: z.string().nullable(), counts: counts.optional() })),
  }),
  getDispute: post('selvedge/disputes/one', {
    summary: 'One dispute: its pieces, and all that was said with its photographs, oldest first.',
    callers: allowed.qcDisputes,
    takes: z.object({ number: disputeNumber }),
    gives: json(
      z.object({
        dispute: disputeRow,
        /** Who counts the box blind again is told neither pieces nor words meanwhile. */
        counts_hidden: z.boolean(),
        lines: z.array(disputeLine),
        /** Of a result of India. */
        decisions: z.array(disputedDecision),
        messages: z.array(disputeMessage),
        moves: disputeLife.shape,
      }),
    ),
  }),
  getBoxDisputes: post('selvedge/disputes/of-box', {
    summary: 'What was said of the result of a box, and whether a vendor may still accept or dispute it, until when.',
    callers: allowed.qcDisputes,
    takes: z.object({ box_id: boxRef, country }),
    gives: json(
      z.object({
        disputes: z.array(disputeRow),
        may: z.array(z.enum(['accept', 'dispute'])),
        /** The last moment to dispute; null while there is no result. */
        until: instant.nullable(),
        /** What of each SKU may be disputed at most; only for who may dispute. */
        lines: z.array(disputableLine),
      }),
    ),
  }),
  openDispute: post('selvedge/disputes/open', {
    summary: 'A vendor accepts the result of its box in words, or disputes it: why, which pieces, with photographs.',
    callers: allowed.raiseDispute,
    changes: true,
    takes: z.object({
      box_id: boxRef,
      country,
      answer: z.enum(['accept', 'dispute']),
      reason: z.enum(disputeReasons).nullish(),
      words,
      lines: z
        .array(z.object({ ...disputed, pieces }))
        .max(MOST_LINES)
        .default([]),
      image_ids: imageIds,
    }),
    gives: one,
  }),
  answerDispute: post('selvedge/disputes/answer', {
    summary: 'The vendor answers what it was asked.',
    callers: allowed.raiseDispute,
    changes: true,
    takes: z.object({ ...at, words, image_ids: imageIds }),
    gives: one,
  }),
  withdrawDispute: post('selvedge/disputes/withdraw', {
    summary: 'The vendor takes its dispute back.',
    callers: allowed.raiseDispute,
    changes: true,
    takes: z.object({ ...at, words: z.string().trim().max(LONGEST_DISPUTE_WORDS).default('') }),
    gives: one,
  }),
  askAboutDispute: post('selvedge/disputes/ask', {
    summary: 'Asks the vendor about its dispute, in words and photographs. The vendor is told.',
    callers: allowed.handleDisputes,
    changes: true,
    takes: z.object({ ...at, words, image_ids: imageIds }),
    gives: one,
  }),
  settleDispute: post('selvedge/disputes/settle', {
    summary:
      'Upholds a dispute, in part or whole, or turns it down, with words and photographs. No piece and no price moves by that: `next` says what is to be done.',
    callers: allowed.settleDisputes,
    changes: true,
    takes: z.object({
      ...at,
      outcome: z.enum(disputeOutcomes),
      words,
      /** Of what is upheld in part: how many pieces. */
      lines: z
        .array(z.object({ ...disputed, upheld: z.int().min(0).max(1_000_000) }))
        .max(MOST_LINES)
        .default([]),
      /** Needed where something is upheld. */
      next: z.enum(nextSteps).nullish(),
      image_ids: imageIds,
    }),
    gives: one,
  }),
  handOverDispute: post('selvedge/disputes/hand-over', {
    summary: 'Gives a dispute to somebody of QC at its site, who is told.',
    callers: allowed.handleDisputes,
    changes: true,
    takes: z.object({ ...at, owner_id: z.uuid() }),
    gives: one,
  }),
  disputeOwners: post('selvedge/disputes/owners', {
    summary: 'Who may own a dispute: people of QC at its site.',
    callers: allowed.handleDisputes,
    takes: z.object({ number: disputeNumber }),
    gives: json(z.object({ people: z.array(z.object({ id: z.uuid(), name: z.string() })) })),
  }),
  uploadDisputePhoto: upload('selvedge/disputes/photos', {
    summary: 'A photograph for a dispute. Kept upright, scaled down, without place and camera.',
    callers: allowed.qcDisputes,
    accept: ['.jpg', '.jpeg', '.png', '.webp'],
    takes: z.object({ made_by: z.enum(['file', 'camera', 'drawn']).default('file') }),
    gives: json(z.object({ image_id: z.uuid(), width: z.int(), height: z.int(), bytes: z.int() })),
  }),
  disputePhoto: get('selvedge/disputes/photos/{image_id}', {
    summary: 'A photograph of a dispute; a vendor gets those of its own disputes.',
    callers: allowed.qcDisputes,
    takes: z.object({ image_id: z.uuid(), size: z.enum(['full', 'thumbnail']).default('full') }),
    gives: jpeg((input: { image_id: string }) => `${input.image_id}.jpg`),
  }),
  disputeSettings: get('selvedge/disputes/settings', {
    summary: 'For how many days results can be disputed, and within how many a dispute is to be answered.',
    callers: allowed.handleDisputes,
    takes: z.object({}),
    gives: json(settingsReply),
  }),
  saveDisputeSettings: post('selvedge/disputes/save-settings', {
    summary: 'Changes it: results that stand can be disputed by the new days, open disputes keep their due date.',
    callers: allowed.settleDisputes,
    changes: true,
    takes: z.object({ settings: disputeSettings, version }),
    gives: json(settingsReply),
  }),
}
