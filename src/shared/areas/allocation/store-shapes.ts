import { z } from 'zod'
import { day, instant, picture, pieces } from '../../kernel/shapes.ts'
import { planSettings } from './shapes.ts'

/** A size of a style at a store. */
export const storeSize = z.object({
  nm_sku: z.string(),
  size: z.string(),
  is_core: z.boolean(),
  on_hand: pieces,
  in_transit: pieces,
  rate: z.number(),
  sold_30: z.int(),
  days_out: z.int(),
  age_days: z.int().nullable(),
})
export type StoreSize = z.output<typeof storeSize>

/** A style in one colour at a store. */
export const storeStyle = z.object({
  store: z.string(),
  store_name: z.string(),
  store_name_zh: z.string(),
  region: z.string().nullable(),
  style_id: z.string(),
  style_name: z.string(),
  style_name_zh: z.string(),
  color: z.string(),
  color_zh: z.string(),
  picture,
  category: z.string(),
  /** Whether the store carries the category; what it has of another was left over. */
  is_carried: z.boolean(),
  on_hand: pieces,
  in_transit: pieces,
  /** Pieces a day. */
  rate: z.number(),
  sold_30: z.int(),
  cover: z.number().nullable(),
  /** Of one. */
  sell_through: z.number().nullable(),
  age_days: z.int().nullable(),
  lost_days: z.int(),
  /** Core sizes below the minimum set. */
  lacks: z.array(z.string()),
  /** Of what is on hand, in paise, at the printed price (MRP); null while the style has none. */
  retail_value_minor: z.int().nullable(),
  /** Where one store is asked for; else empty. */
  sizes: z.array(storeSize),
})
export type StoreStyleRow = z.output<typeof storeStyle>

/** A column of the map. */
export const mapStyle = storeStyle.pick({
  style_id: true,
  style_name: true,
  style_name_zh: true,
  color: true,
  color_zh: true,
  category: true,
})
export type MapStyle = z.output<typeof mapStyle>

export const transferRow = z.object({
  from: z.string(),
  from_name: z.string(),
  from_name_zh: z.string(),
  to: z.string(),
  to_name: z.string(),
  to_name_zh: z.string(),
  style_id: z.string(),
  style_name: z.string(),
  style_name_zh: z.string(),
  color: z.string(),
  color_zh: z.string(),
  picture,
  category: z.string(),
  nm_sku: z.string(),
  size: z.string(),
  quantity: pieces,
  /** `quantity = core + need`: what makes up core sizes, and what is lacking to the target beyond. */
  core: pieces,
  need: pieces,
  giver: z.object({
    on_hand: z.int(),
    free: z.int(),
    keep: z.int(),
    pieces: z.int(),
    rate: z.number(),
    is_carried: z.boolean(),
  }),
  taker: z.object({
    on_hand: z.int(),
    in_transit: z.int(),
    target: z.int(),
    lack: z.int(),
    lacks: z.array(z.string()),
  }),
})
export type TransferRow = z.output<typeof transferRow>

/** What became of what an allocation gave a store in a category. */
export const givenOutcome = z.object({
  store: z.string(),
  store_name: z.string(),
  store_name_zh: z.string(),
  category: z.string(),
  given: pieces,
  received: pieces,
  /** When the first of it came. */
  received_on: day.nullable(),
  /** Days since, with the day itself, of which sales are known. */
  known_days: z.int(),
  /** Pieces of it that sold within 14 and 28 days of coming: of an SKU in a store never more than came. */
  sold_14: pieces,
  sold_28: pieces,
})
export type GivenOutcome = z.output<typeof givenOutcome>

export const replayTotals = z.object({
  wanted: z.int(),
  sold: z.int(),
  lost: z.int(),
  lost_days: z.int(),
  sent: z.int(),
  left_at_stores: z.int(),
  left_at_source: z.int(),
})

const replayed = z.object({ settings: planSettings, totals: replayTotals })

export const replayOutcome = z.object({
  from: day,
  to: day,
  stores: z.int(),
  styles: z.int(),
  usual: replayed,
  other: replayed,
})

/** The last replay of the reader's own. */
export const lastReplay = z.object({
  category: z.string().nullable(),
  days: z.int(),
  every: z.int(),
  /** While it is under way. */
  job_id: z.uuid().nullable(),
  at: instant,
  /** Null until it is through. */
  outcome: replayOutcome.nullable(),
})
