import { z } from 'zod'
import { json, post, upload, xlsx } from '../../kernel/call.ts'
import {
  counts,
  instant,
  page,
  part,
  pieces,
  remark,
  rowsTaken,
  savedSettings,
  searchText,
  takeMode,
  timelineEvent,
  version,
} from '../../kernel/shapes.ts'
import { allowed } from './rights.ts'
import {
  countCondition,
  countedPlace,
  countLine,
  countNumber,
  countPlace,
  countReason,
  countSettings,
  mostInPlace,
  skuCode,
  stockCount,
} from './shapes.ts'

export const stockCountTabs = ['open', 'posted', 'cancelled', 'reversed', 'all'] as const
export const countLineTabs = ['all', 'different', 'left'] as const

const number = countNumber
const place = countedPlace
const scanId = z.string().regex(/^[\w-]{8,60}$/)

const settingsReply = json(savedSettings(countSettings))
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
    summary:
      'A new count of a site, of chosen shelves, a category or a style. Refused while another open count has one of its places.',
    callers: allowed.countStock,
    changes: true,
    takes: z.object({
      site: z.string().trim().min(1).max(20),
      is_blind: z.boolean().default(true),
      /** Codes of shelves; left out: all places of the site. */
      shelves: z.array(place).max(500).default([]),
      category: z.string().trim().min(1).max(80).optional(),
      style_id: z.string().trim().min(1).max(40).optional(),
      remark: remark.optional(),
    }),
    gives: countReply,
  }),
  getStockCount: post('selvedge/stock/counts/one', {
    summary: 'A count with its places: who counts there, what was counted, and how many SKUs of the books were not.',
    callers: allowed.countStock,
    takes: z.object({ number }),
    gives: json(z.object({ count: stockCount, places: z.array(countPlace), history: z.array(timelineEvent) })),
  }),
  getStockCountLines: post('selvedge/stock/counts/lines', {
    summary:
      'What was counted, place by place; with `different` only what is not as the books say, with `left` what cannot be posted.',
    callers: allowed.countStock,
    takes: z.object({
      number,
      tab: z.enum(countLineTabs).default('all'),
      search: searchText.optional(),
      ...page,
      part,
    }),
    gives: json(z.object({ rows: z.array(countLine), next_cursor: z.string().nullable(), counts: counts.optional() })),
  }),
  saveCounted: post('selvedge/stock/counts/save', {
    summary:
      'What was counted, typed: each row replaces what was counted of it before. Compared with the books at `counted_at`, or now.',
    callers: allowed.countStock,
    changes: true,
    takes: z.object({
      number,
      counted_at: instant.optional(),
      lines: z
        .array(
          z.object({
            place,
            sku: skuCode,
            condition: countCondition.default('good'),
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
      'Pieces counted by scan: each adds its quantity, or takes a scan back. The first scan makes the caller the one who counts the place. The same scan told again counts no second time.',
    callers: allowed.countStock,
    changes: true,
    takes: z.object({
      number,
      action: z.enum(['count', 'undo']).default('count'),
      scans: z
        .array(
          z.object({
            scan_id: scanId,
            code: skuCode,
            place,
            condition: countCondition.default('good'),
            quantity: z.int().min(1).max(mostInPlace).default(1),
            /** How long ago it was scanned, of one that waited for a connection: the books of then are compared. */
            seconds_ago: z
              .int()
              .min(0)
              .max(31 * 86_400)
              .default(0),
            /** With an undo: the scan that it takes back. */
            takes_back: scanId.optional(),
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
  takeCountedPlace: post('selvedge/stock/counts/take-place', {
    summary:
      'The caller counts a place from now on. `anew`: taken over from whoever has it, and each SKU begins again with its first piece. `continue`: their own is opened again.',
    callers: allowed.countStock,
    changes: true,
    takes: z.object({ number, place, how: z.enum(['anew', 'continue']) }),
    gives: countReply,
  }),
  closeCountedPlace: post('selvedge/stock/counts/close-place', {
    summary:
      'The caller has counted a place. In full: what the books have there and nobody counted counts as none. Refused where other sums stand there than those given.',
    callers: allowed.countStock,
    changes: true,
    takes: z.object({
      number,
      place,
      is_full: z.boolean(),
      /** As `places` of the count shows them. */
      counted_skus: z.int().min(0).max(1_000_000),
      counted: pieces,
      again_skus: z.int().min(0).max(1_000_000),
    }),
    gives: json(z.object({ count: stockCount, emptied: z.int() })),
  }),
  downloadStockCountSheet: post('selvedge/stock/counts/sheet', {
    summary:
      'What the books have at the places of the count as a sheet to fill in; of a blind count without quantities.',
    callers: allowed.countStock,
    takes: z.object({ number }),
    gives: xlsx((input: { number: string }) => `stock_count_${input.number}.xlsx`),
  }),
  uploadStockCount: upload('selvedge/stock/counts/upload', {
    summary:
      'The count by sheet, compared with the books at `counted_at`. Rows without a counted quantity say nothing.',
    callers: allowed.countStock,
    accept: ['.xlsx', '.csv'],
    takes: z.object({ number, mode: takeMode, counted_at: instant }),
    gives: json(z.object({ ...rowsTaken, count: stockCount })),
  }),
  postStockCount: post('selvedge/stock/counts/post', {
    summary:
      'Posts the differences: pieces that are missing are written off, those beyond are found. What cannot be posted is left behind with its reason. Refused where other sums stand there than those given.',
    callers: allowed.postStockCounts,
    changes: true,
    takes: z.object({ number, version, over: pieces, short: pieces, reason: countReason }),
    gives: countReply,
  }),
  cancelStockCount: post('selvedge/stock/counts/cancel', {
    summary: 'An open count ends without posting anything.',
    callers: allowed.countStock,
    changes: true,
    takes: z.object({ number, version, reason: countReason }),
    gives: countReply,
  }),
  reverseStockCount: post('selvedge/stock/counts/reverse', {
    summary: 'Takes a posted count back by counter-moves, while the pieces that it found lie where it found them.',
    callers: allowed.postStockCounts,
    changes: true,
    takes: z.object({ number, version, reason: countReason }),
    gives: countReply,
  }),
  getStockCountSettings: post('selvedge/stock/counts/settings', {
    summary: 'How stock is counted.',
    callers: allowed.countStock,
    takes: z.object({}),
    gives: settingsReply,
  }),
  saveStockCountSettings: post('selvedge/stock/counts/save-settings', {
    summary: 'Changes how stock is counted, for counts that begin from now on.',
    callers: allowed.postStockCounts,
    changes: true,
    takes: z.object({ settings: countSettings, version }),
    gives: settingsReply,
  }),
}
