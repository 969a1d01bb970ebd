import { z } from 'zod'
import { get, ics, json, post, xlsx } from '../../kernel/call.ts'
import { counts, day, instant, page, part, price, searchText, supplierId } from '../../kernel/shapes.ts'
import { legs } from './forecast.ts'
import { allowed } from './rights.ts'
import { stageNames } from './stages.ts'

/** What the table below the stages has a row for. */
export const pipelineGroups = ['vendor', 'category', 'destination', 'style'] as const
export type PipelineGroup = (typeof pipelineGroups)[number]

/** Rows of the table at most: those with most pieces. */
export const MOST_GROUPS = 300

export const stage = z.enum(stageNames)

const filter = {
  /** Of stock the vendor that its style is of. */
  supplier_id: supplierId.optional(),
  category: z.string().trim().max(80).optional(),
  /** Code of the site that orders go to; of stock where it lies or goes. */
  destination: z.string().trim().max(40).optional(),
  /** Code of a style. */
  style: z.string().trim().max(40).optional(),
}

/** What an order’s, style’s or SKU’s whole way is asked of. */
export const wayKinds = ['order', 'style', 'sku'] as const
export const paperKinds = ['shipment', 'invoice', 'purchase_order', 'return_note'] as const

const named = z.object({ code: z.string(), name: z.string(), name_zh: z.string() })

const row = z.object({
  /** Code of the vendor, facility, site or style; the category. Empty: of none. */
  code: z.string(),
  name: z.string(),
  name_zh: z.string(),
  pieces: z.partialRecord(stage, z.int()),
  /** Of orders on their way. */
  value: price,
  /** At what styles cost now. */
  stock_value: price,
})
export type PipelineRow = z.output<typeof row>

/** Records behind a number at most: first so many, and, where all are asked for, so many. */
export const FIRST_BEHIND = 200
export const MOST_BEHIND = 5_000

export const behindKinds = ['order', 'box', 'production', 'stock'] as const
export type BehindKind = (typeof behindKinds)[number]

const behind = z.object({
  kind: z.enum(behindKinds),
  /** Order, SSCC of a box, production order, SKU. */
  code: z.string(),
  /** Box number, facility, or the site where stock lies. */
  detail: z.string(),
  /** Code of the style, where it is one. */
  style: z.string().nullable(),
  supplier_name: z.string(),
  supplier_name_zh: z.string(),
  pieces: z.int(),
  /** Day on which the oldest of them came into the stage, first in as first out; null of stock, and of what is older than the books. */
  since: day.nullable(),
  /** A box at QC in China; one in India, or on the road, otherwise. */
  in_china: z.boolean(),
})
export type BehindRow = z.output<typeof behind>

export const lateTabs = ['late', 'will', 'open'] as const
export type LateTab = (typeof lateTabs)[number]

const lateRow = z.object({
  /** Order and leg: pieces of an order that are on the same leg. */
  goods_id: z.string(),
  /** Of a production order the supplier is its facility, and the day that is promised and expected is that of shipment. */
  kind: z.enum(['order', 'production']),
  order_id: z.string(),
  style: z.string(),
  supplier_id: z.string(),
  supplier_name: z.string(),
  supplier_name_zh: z.string(),
  pieces: z.int(),
  leg: z.enum(legs),
  /** Deadline of the vendor. */
  ship_by: day,
  /** Ready for the shelf in India, as promised and as expected; eight of ten come between `low_on` and `high_on`. */
  promised_on: day,
  expected_on: day,
  low_on: day,
  high_on: day,
  /** Days over the promise by now. */
  late_days: z.int(),
  /** Days after the promise when they come; negative: before. */
  will_days: z.int(),
  /** The leg that costs most of the delay. */
  why: z.enum(legs).nullable(),
  on_hold: z.int(),
  /** Days that some of them have been on hold. */
  held_days: z.int(),
})
export type LateRow = z.output<typeof lateRow>

const legRecord = z.object({
  leg: z.enum(legs),
  promised: z.int(),
  days: z.number(),
  low: z.number(),
  high: z.number(),
  /** Of how many legs. */
  own: z.int(),
  /** Days by which the season makes it longer, or shorter, than lately. */
  season: z.number(),
  checked: z.int(),
  held: z.int(),
})

/** Goods ids as rows give them. */
const goodsIds = z.array(z.string().max(80)).min(1).max(5_000).optional()

const arrivalWeek = z.object({
  site: named.nullable(),
  /** Its Monday. */
  week: day,
  boxes: z.int(),
  /** Boxes whose size nobody measured: they are not in `cbm`. */
  unmeasured: z.int(),
  cbm: z.number(),
  /** Packed in these boxes. */
  pieces: z.int(),
  /** Of orders that are not shipped yet. */
  unpacked: z.int(),
})
export type ArrivalWeek = z.output<typeof arrivalWeek>

/** When the secret address of the caller's calendar was made, and when it was last read by it. */
const arrivalsFeed = z.object({ made_at: instant, last_read_at: instant.nullable() })

export const pipelineCalls = {
  getPipeline: post('selvedge/pipeline', {
    atStandby: true,
    summary:
      'Pieces and their value by stage, and by vendor, category, destination or style: sums of what the ledgers hold. A vendor gets its own stages.',
    callers: allowed.seePipeline,
    takes: z.object({ ...filter, group: z.enum(pipelineGroups).default('vendor') }),
    gives: json(
      z.object({
        /** Those that the caller may see, in their order, also where nothing stands. */
        stages: z.array(z.object({ stage, pieces: z.int(), value: price })),
        rows: z.array(row),
        /** How many rows there are, of which `rows` has the first. */
        total: z.int(),
        categories: z.array(z.string()),
        destinations: z.array(named),
      }),
    ),
  }),
  getPipelineAges: post('selvedge/pipeline/ages', {
    atStandby: true,
    summary:
      'How long pieces stand in each stage, as if first in were first out, beside how long they usually stay; of all vendors or of one.',
    callers: allowed.seePipeline,
    takes: z.object({ supplier_id: filter.supplier_id }),
    gives: json(
      z.object({
        ages: z.array(
          z.object({
            stage,
            /** Days since the oldest came, or more: pieces of several records are taken as one queue. */
            oldest: z.int().nullable(),
            usual: z.int().nullable(),
            most: z.int().nullable(),
            slow: z.int(),
          }),
        ),
      }),
    ),
  }),
  getPipelineRows: post('selvedge/pipeline/behind', {
    atStandby: true,
    summary:
      'Orders, boxes, production orders or stock behind the pieces of a stage, read from the ledgers; those with most pieces first.',
    callers: allowed.seePipeline,
    takes: z.object({
      ...filter,
      stage,
      /** Only pieces that stand there longer than so many days. */
      over: z.int().min(0).max(999).optional(),
      most: z.int().min(1).max(MOST_BEHIND).default(FIRST_BEHIND),
    }),
    gives: json(
      z.object({
        rows: z.array(behind),
        /** Records in all, of which `rows` has the first, and their pieces. */
        total: z.int(),
        pieces: z.int(),
      }),
    ),
  }),
  getWay: post('selvedge/pipeline/way', {
    summary:
      'The whole way of an order, style or SKU: the stages in which its pieces stand, with the records that have them, and the papers they are on. A vendor gets its own stages.',
    callers: allowed.seePipeline,
    takes: z.object({ kind: z.enum(wayKinds), code: z.string().min(1).max(100) }),
    gives: json(
      z.object({
        stages: z.array(
          z.object({
            stage,
            pieces: z.int(),
            /** Records in all, of which `records` has those with most pieces. */
            total: z.int(),
            records: z.array(behind.pick({ kind: true, code: true, detail: true, pieces: true, in_china: true })),
          }),
        ),
        papers: z.array(
          z.object({
            kind: z.enum(paperKinds),
            code: z.string(),
            status: z.string().nullable(),
            /** The screen that shows it, for those who may open it. */
            path: z.string().nullable(),
          }),
        ),
      }),
    ),
  }),
  getLate: post('selvedge/pipeline/late', {
    summary:
      'Goods that are late and that will be: promised and expected day in India, span, and the leg that costs most; the latest first.',
    callers: allowed.seeForecast,
    takes: z.object({
      tab: z.enum(lateTabs).default('late'),
      search: searchText.optional(),
      supplier_id: supplierId.optional(),
      leg: z.enum(legs).optional(),
      /** Expected at this site in India (`none`: not known yet) in the week of this Monday: goods in boxes, or those that are not shipped. */
      site: z.string().max(40).optional(),
      week: day.optional(),
      packed: z.boolean().optional(),
      goods_ids: goodsIds,
      ...page,
      part,
    }),
    gives: json(
      z.object({
        rows: z.array(lateRow),
        next_cursor: z.string().nullable(),
        counts: counts.optional(),
        /** With the counts: how long each leg takes, and how many of its past spans held. */
        legs: z.array(legRecord).optional(),
      }),
    ),
  }),
  getArrivals: post('selvedge/pipeline/arrivals', {
    summary: 'What is expected in India by site and week: boxes, pieces, CBM, and pieces that are not shipped yet.',
    callers: allowed.seeForecast,
    takes: z.object({ supplier_id: supplierId.optional() }),
    gives: json(z.object({ weeks: z.array(arrivalWeek), feed: arrivalsFeed.nullable() })),
  }),
  arrivalsFile: post('selvedge/pipeline/arrivals-file', {
    summary: 'The same as a workbook, a row a site and week: for those who plan people and space and have no account.',
    callers: allowed.seeForecast,
    takes: z.object({ supplier_id: supplierId.optional() }),
    gives: xlsx('arrivals.xlsx'),
  }),
  setArrivalsFeed: post('selvedge/pipeline/arrivals-feed', {
    summary:
      'Makes the secret address of the caller’s calendar of arrivals, in place of the one before, or ends it. `key` is said once, and null in an answer that is repeated.',
    callers: allowed.seeForecast,
    changes: true,
    forPeople: true,
    takes: z.object({ make: z.boolean() }),
    gives: json(z.object({ key: z.string().nullable(), feed: arrivalsFeed.nullable() })),
  }),
  arrivalsCalendar: get('selvedge/pipeline/arrivals/{key}/selvedge.ics', {
    summary:
      'The calendar behind a secret address: an entry a site and week, with boxes, pieces and CBM, no prices. 404 once the address or its person’s right has ended.',
    callers: 'anyone',
    takes: z.object({ key: z.string().max(80), language: z.enum(['en', 'zh']).default('en') }),
    gives: ics('selvedge.ics'),
  }),
}
