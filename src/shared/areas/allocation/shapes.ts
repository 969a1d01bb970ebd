import { z } from 'zod'
import { day, instant, picture, pieces, timelineEvent, version } from '../../kernel/shapes.ts'
import { gatePassBox } from '../gate-passes/shapes.ts'
import { limits } from './engine.ts'
import { allocationLife } from './life.ts'
import { choices, replenishmentStates, replenishmentTests, taskStates } from './words.ts'

/** As `AL-000001`. */
export const taskId = z.string().trim().toUpperCase().min(1).max(20)
/** As `RP-000001`. */
export const poId = z.string().trim().toUpperCase().min(1).max(20)
export const siteCode = z.string().trim().toUpperCase().min(1).max(20)
export const styleCode = z.string().trim().toUpperCase().min(1).max(40)
export const colorName = z.string().trim().min(1).max(60)
export const category = z.string().trim().min(1).max(60)
export const season = z.string().trim().min(1).max(40)

const days = (least: number) => z.int().min(least).max(180)

/** What a plan goes by. */
export const planSettings = z.object({
  lead_days: days(0),
  cover_days: days(1),
  safety_pieces: z.int().min(0).max(100),
  /** Of what is free, so much stays at the source. */
  holdback_percent: z.int().min(0).max(100),
  pieces_per_core_size: z.int().min(0).max(20),
  pack_multiple: z.int().min(1).max(1_000),
  most_per_style: z.int().min(1).max(10_000).nullable(),
})
export type PlanSettings = z.output<typeof planSettings>

/** Beside them, what replenishment goes by. */
export const allocationSettings = planSettings.extend({
  /** Pieces a day that a style sells at least at a store, in thousandths. */
  least_rate_thousandths: z.int().min(0).max(100_000),
  /** A store whose cover of a style is above this has too much of it. */
  most_cover_days: z.int().min(1).max(720).default(60),
})

export type AllocationDefaults = z.output<typeof allocationSettings>

/** What a plan comes to: need + extra − cut − unset − short − left_out = given. */
export const planTotals = z.object({
  given: z.int(),
  need: z.int(),
  /** Beyond the need: sets, packs, cells that are locked higher. */
  extra: z.int(),
  /** No room at the stores, or locked lower. */
  cut: z.int(),
  /** Pieces of stores for which no minimum set could be made up. */
  unset: z.int(),
  /** Pieces that the sources lack. */
  short: z.int(),
  /** Lines that are taken out, or that are not on the shortlist once there is one. */
  left_out: z.int().default(0),
  stores: z.int(),
  styles: z.int(),
})
export type PlanTotals = z.output<typeof planTotals>

export const namedSite = z.object({ site: z.string(), name: z.string(), name_zh: z.string() })

/** Of some pieces, at the printed price (MRP). */
export const atPrintedPrices = {
  /** In paise, of the pieces that have one; null while none has. */
  retail_value_minor: z.int().nullable(),
  pieces_without_mrp: z.int(),
}

export const taskRow = z.object({
  task_id: z.string(),
  name: z.string(),
  state: z.enum(taskStates),
  is_frozen: z.boolean(),
  is_outdated: z.boolean(),
  categories: z.array(z.string()),
  /** None means all. */
  seasons: z.array(z.string()),
  sources: z.array(z.string()),
  stores: z.int(),
  styles: z.int(),
  /** Of lines that are not taken out; once some are on the shortlist, of those; then of those on gate passes. */
  pieces: z.int(),
  need: z.int(),
  ...atPrintedPrices,
  gate_passes: z.int(),
  created_by: z.string(),
  created_at: instant,
  calculated_at: instant.nullable(),
  /** The last day of sales that its rates know. */
  rates_as_of: day.nullable(),
  reason: z.string().nullable(),
  version,
})
export type TaskRow = z.output<typeof taskRow>

export const taskDetails = z.object({
  task: taskRow,
  settings: planSettings,
  sources: z.array(namedSite),
  stores: z.array(namedSite.extend({ is_closed: z.boolean() })),
  totals: planTotals,
  /** The last plan that was only tried. */
  what_if: z.object({ settings: planSettings, totals: planTotals, at: instant }).nullable(),
  /** The calculation that is under way. */
  job_id: z.uuid().nullable(),
  gate_passes: z.array(z.string()),
  /** Pieces of its lines. */
  pieces_by_choice: z.object({ offered: z.int(), shortlisted: z.int(), removed: z.int() }),
  moves: allocationLife.shape,
  history: z.array(timelineEvent.extend({ id: z.string() })),
})

export const styleRow = z.object({
  style_id: z.string(),
  style_name: z.string(),
  style_name_zh: z.string(),
  color: z.string(),
  color_zh: z.string(),
  picture,
  category: z.string(),
  choice: z.enum(choices),
  /** Pieces that may be given, of all its sizes. */
  available: pieces,
  need: pieces,
  /** Need + extra − cut − unset − short − left_out = given: what goes out. */
  given: pieces,
  extra: pieces,
  cut: pieces,
  unset: pieces,
  short: pieces,
  left_out: pieces,
  /** Stores that get some of it, stores where a core size is missing after that, and stores that get more than their target. */
  stores: z.int(),
  broken_stores: z.int(),
  over_stores: z.int(),
})
export type AllocatedStyle = z.output<typeof styleRow>

export const outwardRow = z.object({
  line_id: z.uuid(),
  choice: z.enum(choices),
  source: z.string(),
  store: z.string(),
  store_name: z.string(),
  store_name_zh: z.string(),
  style_id: z.string(),
  nm_sku: z.string(),
  color: z.string(),
  color_zh: z.string(),
  size: z.string(),
  quantity: pieces,
  /**
   * What the store needs of the SKU, from all warehouses, and why it gets so much; null where it is to be calculated, or taken out. `torn` is
   * a core size that was taken out and that the store lacks then.
   */
  need: z.int().nullable(),
  limit: z.enum([...limits, 'made_up', 'torn']).nullable(),
  gate_pass: z.string().nullable(),
})
export type OutwardRow = z.output<typeof outwardRow>

const why = {
  rate: z.number(),
  on_hand: z.int(),
  in_transit: z.int(),
  target: z.int(),
  need: z.int(),
  extra: z.int(),
  cut: z.int(),
  unset: z.int(),
  short: z.int(),
  core: z.int(),
  shown: z.int(),
  share: z.int(),
  fill: z.int(),
  limit: z.enum(limits),
}

export const gridCell = z.object({
  store: z.string(),
  nm_sku: z.string(),
  size: z.string(),
  given: pieces,
  locked: pieces.nullable(),
  /** What its rate comes from: pieces sold and days in stock within 30 days; null where the category stands for it. */
  sold_30: z.int(),
  days_30: z.int().nullable(),
  ...why,
})
export type GridCell = z.output<typeof gridCell>

export const storedWhy = z.object({ ...why, sold_30: z.int(), days_30: z.int().nullable() })

export const styleGrid = z.object({
  style: styleRow,
  sizes: z.array(
    z.object({
      ...{ size: z.string(), nm_sku: z.string(), is_core: z.boolean() },
      /** What may be given by now, what is given, and what is left of that: fewer than none where stock left since. */
      ...{ available: pieces, given: pieces, left: z.int() },
    }),
  ),
  /** `broken` are core sizes that a store lacks after the plan. */
  stores: z.array(
    namedSite.extend({
      grade: z.string(),
      is_carried: z.boolean(),
      is_closed: z.boolean(),
      broken: z.array(z.string()),
    }),
  ),
  /** Of cells that should hold something, get something or are locked. */
  cells: z.array(gridCell),
})

export const inwardRow = z.object({
  gate_pass: z.string(),
  task_id: z.string().nullable(),
  state: z.string(),
  from_site: z.string(),
  store: z.string(),
  store_name: z.string(),
  store_name_zh: z.string(),
  skus: z.int(),
  /** Pieces still to come, and those that came; null where the store counts blind. */
  pieces: z.int().nullable(),
  received: z.int().nullable(),
  /** Its boxes, those that came among them; pieces are null where the store counts blind. */
  boxes: z.array(gatePassBox.pick({ box_code: true, state: true, pieces: true, received: true })),
  submitted_at: instant.nullable(),
  /** Calendar days since it was sent, at the place that sent it. */
  days_on_way: z.int().nullable(),
  /** When it should be in the store by the days that the settings of allocation give the way; null while it is not sent. */
  due_on: day.nullable(),
  days_late: z.int(),
})
export type InwardRow = z.output<typeof inwardRow>

export const poRow = z.object({
  po_id: z.string(),
  name: z.string(),
  state: z.enum(replenishmentStates),
  mode: z.enum(['eaches', 'sets']),
  source: z.string(),
  stores: z.array(z.string()),
  skus: z.int(),
  pieces: z.int(),
  ...atPrintedPrices,
  gate_passes: z.array(z.string()),
  /** Why it was cancelled. */
  reason: z.string().nullable(),
  created_by: z.string(),
  created_at: instant,
  version,
})
export type ReplenishmentRow = z.output<typeof poRow>

/** A style in a colour at a store, with the tests that it does not pass. */
export const poStyle = z.object({
  store: z.string(),
  style_id: z.string(),
  style_name: z.string(),
  style_name_zh: z.string(),
  color: z.string(),
  color_zh: z.string(),
  picture,
  category: z.string(),
  /** Tests that it fails, with the numbers of their words. */
  failed: z.array(
    z.object({ test: z.enum(replenishmentTests), values: z.record(z.string(), z.union([z.string(), z.number()])) }),
  ),
  snoozed_until: day.nullable(),
  rate: z.number(),
  /** Days that it lasts at its rate, with what is on its way, before and after; null where it does not sell. */
  cover_before: z.number().nullable(),
  cover_after: z.number().nullable(),
  proposed: pieces,
  ordered: pieces,
  sizes: z.array(
    z.object({
      nm_sku: z.string(),
      size: z.string(),
      on_hand: z.int(),
      in_transit: z.int(),
      free: z.int(),
      pieces_in_set: z.int(),
      need: z.int(),
      proposed: z.int(),
      ordered: z.int(),
    }),
  ),
})
export type PoStyle = z.output<typeof poStyle>
