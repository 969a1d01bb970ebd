import { z } from 'zod'
import { json, post, upload, xlsx } from '../../kernel/call.ts'
import { plainText } from '../../kernel/codes.ts'
import { rights, rolesOf } from '../../kernel/rights.ts'
import {
  counts,
  instant,
  page,
  part,
  picture,
  pieces,
  remark,
  rowsTaken,
  searchText,
  takeMode,
  timelineEvent,
  version,
} from '../../kernel/shapes.ts'

const counting = [
  'warehouse',
  'retail_admin',
  'india_qc_manager',
  'india_qc_inward_wh',
  'ops',
  'admin',
  'super_admin',
] as const

export const stockCountsRights = rights({
  countStock: { group: 'Warehouse', label: 'Count what lies on shelves', roles: counting },
  postStockCounts: {
    group: 'Warehouse',
    label: 'Post a stock count: write off what is missing, take in what was found',
    roles: ['ops', 'admin', 'super_admin'],
  },
})

export const allowed = rolesOf(stockCountsRights)

export const stockCountStates = ['OPEN', 'POSTED', 'CANCELLED'] as const
export const stockCountTabs = ['open', 'posted', 'cancelled', 'all'] as const
export const countConditions = ['good', 'b_grade', 'damaged'] as const

/** Pieces of one SKU that somebody counts in one place at most. */
export const mostInPlace = 100_000

const number = z
  .string()
  .overwrite((text) => plainText(text).toUpperCase())
  .min(1)
  .max(30)
const code = z.string().overwrite(plainText).min(1).max(80)
/** A shelf by its code, `floor` or `quarantine`. */
const place = z.string().overwrite(plainText).min(1).max(30)
const condition = z.enum(countConditions)

const stockCount = z.object({
  number: z.string(),
  state: z.enum(stockCountStates),
  site: z.string(),
  site_name: z.string(),
  site_name_zh: z.string(),
  is_blind: z.boolean(),
  remark: z.string().nullable(),
  created_at: instant,
  created_by: z.string(),
  ended_at: instant.nullable(),
  ended_by: z.string().nullable(),
  end_reason: z.string().nullable(),
  places: z.int(),
  skus: z.int(),
  counted: pieces,
  /** Pieces counted beyond what was expected, and short of it. */
  over: pieces,
  short: pieces,
  version,
})
export type StockCountRow = z.output<typeof stockCount>

/** One SKU in one condition at one place. Blind, `expected` and `difference` are null until the count is posted, but for who may post it. */
const countLine = z.object({
  line_id: z.string(),
  place: z.string(),
  place_kind: z.enum(['shelf', 'floor', 'quarantine']),
  nm_sku: z.string(),
  style_id: z.string(),
  style_name: z.string(),
  style_name_zh: z.string(),
  color: z.string(),
  color_zh: z.string(),
  size: z.string(),
  picture,
  condition,
  counted: pieces,
  expected: pieces.nullable(),
  difference: z.int().nullable(),
  /** What moved at this place since it was counted: no difference of the count. */
  moved_since: z.int(),
  counted_at: instant,
  counted_by: z.string(),
})
export type CountLineRow = z.output<typeof countLine>

const lineFilter = {
  number,
  tab: z.enum(['all', 'different']).default('all'),
  search: searchText.optional(),
}

const countReply = json(z.object({ count: stockCount }))

export const scanOutcomes = ['counted', 'taken_back', 'unknown', 'refused'] as const

export const stockCountsCalls = {
  getStockCounts: post('selvedge/stock/counts', {
    summary: 'Stock counts by tab, the newest first.',
    callers: allowed.countStock,
    takes: z.object({
      tab: z.enum(stockCountTabs).default('open'),
      site: z.string().trim().max(20).optional(),
      search: searchText.optional(),
      ...page,
      part,
    }),
    gives: json(z.object({ rows: z.array(stockCount), next_cursor: z.string().nullable(), counts: counts.optional() })),
  }),
  getCountSites: post('selvedge/stock/counts/sites', {
    summary: 'The sites that can be counted, with their shelves.',
    callers: allowed.countStock,
    takes: z.object({}),
    gives: json(
      z.object({
        sites: z.array(
          z.object({ site: z.string(), site_name: z.string(), site_name_zh: z.string(), shelves: z.int() }),
        ),
      }),
    ),
  }),
  startStockCount: post('selvedge/stock/counts/start', {
    summary: 'A new count of a site. One that is open may be joined by any number of people.',
    callers: allowed.countStock,
    changes: true,
    takes: z.object({
      site: z.string().trim().min(1).max(20),
      is_blind: z.boolean().default(true),
      remark: remark.optional(),
    }),
    gives: countReply,
  }),
  getStockCount: post('selvedge/stock/counts/one', {
    summary: 'A count with its places: what was counted there, and how many SKUs of the books were not.',
    callers: allowed.countStock,
    takes: z.object({ number }),
    gives: json(
      z.object({
        count: stockCount,
        places: z.array(
          z.object({
            place: z.string(),
            place_kind: z.enum(['shelf', 'floor', 'quarantine']),
            counted_skus: z.int(),
            counted: pieces,
            /** SKUs that the books have there and nobody counted. */
            uncounted_skus: z.int(),
          }),
        ),
        history: z.array(timelineEvent),
      }),
    ),
  }),
  getStockCountLines: post('selvedge/stock/counts/lines', {
    summary: 'What was counted, place by place; with `different` only what is not as the books say.',
    callers: allowed.countStock,
    takes: z.object({ ...lineFilter, ...page, part }),
    gives: json(z.object({ rows: z.array(countLine), next_cursor: z.string().nullable(), counts: counts.optional() })),
  }),
  saveCounted: post('selvedge/stock/counts/save', {
    summary: 'What was counted, typed: each row replaces what was counted of it before.',
    callers: allowed.countStock,
    changes: true,
    takes: z.object({
      number,
      lines: z
        .array(
          z.object({
            place,
            sku: code,
            condition: condition.default('good'),
            counted: z.int().min(0).max(mostInPlace),
          }),
        )
        .min(1)
        .max(2_000),
    }),
    gives: countReply,
  }),
  scanCounted: post('selvedge/stock/counts/scan', {
    summary:
      'Pieces counted by scan: each adds one, or takes one back. The same scan told again counts no second time.',
    callers: allowed.countStock,
    changes: true,
    takes: z.object({
      number,
      action: z.enum(['count', 'undo']).default('count'),
      scans: z
        .array(
          z.object({
            scan_id: z.string().regex(/^[\w-]{8,60}$/),
            code,
            place,
            condition: condition.default('good'),
            /** With an undo: the scan that it takes back. */
            takes_back: z
              .string()
              .regex(/^[\w-]{8,60}$/)
              .optional(),
          }),
        )
        .min(1)
        .max(200),
    }),
    gives: json(
      z.object({
        results: z.array(
          z.object({
            scan_id: z.string(),
            code: z.string(),
            outcome: z.enum(scanOutcomes),
            message: z.string(),
            values: z.record(z.string(), z.union([z.string(), z.number()])),
            nm_sku: z.string().nullable(),
            /** Of this SKU in this place, now. */
            counted: pieces.nullable(),
          }),
        ),
      }),
    ),
  }),
  closeCountedPlace: post('selvedge/stock/counts/close-place', {
    summary: 'A place was counted in full: what the books have there and nobody counted is counted as none.',
    callers: allowed.countStock,
    changes: true,
    takes: z.object({ number, place }),
    gives: json(z.object({ count: stockCount, emptied: z.int() })),
  }),
  downloadStockCountSheet: post('selvedge/stock/counts/sheet', {
    summary: 'What the books have at the site as a sheet to fill in; of a blind count without quantities.',
    callers: allowed.countStock,
    takes: z.object({ number }),
    gives: xlsx((input: { number: string }) => `stock_count_${input.number}.xlsx`),
  }),
  uploadStockCount: upload('selvedge/stock/counts/upload', {
    summary: 'The count by sheet. Rows without a counted quantity say nothing.',
    callers: allowed.countStock,
    accept: ['.xlsx', '.csv'],
    takes: z.object({ number, mode: takeMode }),
    gives: json(z.object({ ...rowsTaken, count: stockCount })),
  }),
  postStockCount: post('selvedge/stock/counts/post', {
    summary:
      'Posts the differences: pieces that are missing are written off, those beyond are found. Nothing of it is changed afterwards.',
    callers: allowed.postStockCounts,
    changes: true,
    takes: z.object({ number, version, reason: z.string().trim().min(1).max(200) }),
    gives: countReply,
  }),
  cancelStockCount: post('selvedge/stock/counts/cancel', {
    summary: 'An open count ends without posting anything.',
    callers: allowed.countStock,
    changes: true,
    takes: z.object({ number, version, reason: z.string().trim().min(1).max(200) }),
    gives: countReply,
  }),
}
