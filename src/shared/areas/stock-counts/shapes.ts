import { z } from 'zod'
import { plainText } from '../../kernel/codes.ts'
import { instant, picture, pieces, version } from '../../kernel/shapes.ts'

export const stockCountStates = ['OPEN', 'POSTED', 'CANCELLED', 'REVERSED'] as const
export const countConditions = ['good', 'b_grade', 'damaged'] as const
const placeKind = z.enum(['shelf', 'floor', 'quarantine'])

/** Pieces of one SKU that somebody counts in one place at most. */
export const mostInPlace = 100_000
/** Days back for which the books can be asked what lay where. */
export const mostDaysBack = 31

/** Why a difference is not posted with its count. */
export const leftReasons = ['other_count', 'counting', 'second', 'out_of_use', 'gone', 'reserved'] as const
export type LeftReason = (typeof leftReasons)[number]

export const countNumber = z
  .string()
  .overwrite((text) => plainText(text).toUpperCase())
  .min(1)
  .max(30)
export const skuCode = z.string().overwrite(plainText).min(1).max(80)
/** A shelf by its code, `floor` or `quarantine`. */
export const countedPlace = z.string().overwrite(plainText).min(1).max(30)
export const countCondition = z.enum(countConditions)
export const countReason = z.string().trim().min(1).max(200)

export const stockCount = z.object({
  number: z.string(),
  state: z.enum(stockCountStates),
  site: z.string(),
  site_name: z.string(),
  site_name_zh: z.string(),
  is_blind: z.boolean(),
  /** What is counted: chosen shelves, a category, a style; without them everything. */
  shelves: z.array(z.string()),
  category: z.string().nullable(),
  style_id: z.string().nullable(),
  /** What differs is posted only after a second person has counted it. */
  needs_second: z.boolean(),
  remark: z.string().nullable(),
  created_at: instant,
  created_by: z.string(),
  ended_at: instant.nullable(),
  ended_by: z.string().nullable(),
  end_reason: z.string().nullable(),
  reversed_at: instant.nullable(),
  reversed_by: z.string().nullable(),
  reverse_reason: z.string().nullable(),
  /** Places where somebody counted something, or ended the place without. */
  counted_places: z.int(),
  skus: z.int(),
  counted: pieces,
  /** Pieces that posting takes in and writes off, or has; null for whoever counts blind. */
  over: pieces.nullable(),
  short: pieces.nullable(),
  /** Differences that cannot be posted as they are, or were left behind. */
  left: z.int().nullable(),
  /** The caller may change what lies at this site. */
  may_count: z.boolean(),
  version,
})
export type StockCountRow = z.output<typeof stockCount>

/** A place of a count: who counts it, and what was counted there. */
export const countPlace = z.object({
  place: z.string(),
  place_kind: placeKind,
  /** `counting`: only its counter goes on. `counted`: ended, and what nobody counted stays as it is. `full`: it counts as none. */
  state: z.enum(['untouched', 'counting', 'counted', 'full', 'other_count']),
  counter: z.string().nullable(),
  is_mine: z.boolean(),
  /** When the counter began, or ended. */
  since: instant.nullable(),
  counted_skus: z.int(),
  /** Whose count stands there: of a place that was taken over, also those whose lines nobody counted again. */
  counted_by: z.array(z.string()),
  counted: pieces,
  /** SKUs of an earlier count of this place that were not counted again. */
  again_skus: z.int(),
  /** SKUs that the books have there and nobody counted; null for whoever counts blind. */
  uncounted_skus: z.int().nullable(),
})
export type CountPlaceRow = z.output<typeof countPlace>

/** One SKU in one condition at one place. Blind, all that the books say is null until the count is posted, but for who may post it. */
export const countLine = z.object({
  line_id: z.string(),
  place: z.string(),
  place_kind: placeKind,
  nm_sku: z.string(),
  style_id: z.string(),
  style_name: z.string(),
  style_name_zh: z.string(),
  color: z.string(),
  color_zh: z.string(),
  size: z.string(),
  picture,
  condition: countCondition,
  counted: pieces,
  /** Counted as none since its place was counted in full. */
  by_closing: z.boolean(),
  /** On the books at the moment at which it was counted. */
  expected: pieces.nullable(),
  difference: z.int().nullable(),
  /** What moved at this place since: no difference of the count. */
  moved_since: z.int().nullable(),
  counted_at: instant,
  counted_by: z.string(),
  /** What another person had counted before. */
  before_counted: pieces.nullable(),
  before_by: z.string().nullable(),
  left_behind: z.enum(leftReasons).nullable(),
})
export type CountLineRow = z.output<typeof countLine>

export const countSettings = z.object({ second_count: z.boolean() })
