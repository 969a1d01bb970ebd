import { z } from 'zod'
import { csv, json, post } from '../../kernel/call.ts'
import {
  counts,
  day,
  instant,
  nmSku,
  page,
  part,
  picture,
  pieces,
  price,
  remark,
  searchText,
  supplierId,
  timelineEvent,
  version,
} from '../../kernel/shapes.ts'
import { realPieces, styleId } from '../vendor-inventory/shapes.ts'
import { allowed } from './rights.ts'
import { preStockStatuses, preStockTabs, withdrawReasonNames } from './rules.ts'

/** As `PS-000012`. */
export const listingId = z.string().trim().toUpperCase().min(1).max(20)

const ofSku = {
  nm_sku: z.string(),
  color: z.string(),
  color_zh: z.string(),
  size: z.string(),
  is_core: z.boolean(),
  /** What the vendor has that no order was promised; none of what it delisted. */
  real_stock: realPieces,
  /** What the vendor asks for a piece. */
  price,
}

export const preStockStyle = z.object({
  style_id: z.string(),
  style_name: z.string(),
  style_name_zh: z.string(),
  category: z.string(),
  supplier_id: z.string(),
  supplier_name: z.string(),
  supplier_name_zh: z.string(),
  picture,
})

export const preStockSku = z.object({ ...ofSku, promised: pieces, sellable: pieces })

/** `room`: real stock less what other listings promise. */
export const preStockRoom = z.object({ ...ofSku, elsewhere: pieces, room: pieces, promised: pieces })

export const preStockRow = z.object({
  listing_id: z.string(),
  ...preStockStyle.shape,
  status: z.enum(preStockStatuses),
  promised: pieces,
  /** The smaller of promised and real stock, SKU by SKU: listings made before it come first. */
  sellable: pieces,
  real_stock: realPieces,
  /** The last day on which it promises anything; null: until it is withdrawn. */
  until: day.nullable(),
  listed_at: instant,
  listed_by: z.string(),
  withdrawn_at: instant.nullable(),
  withdrawn_by: z.string().nullable(),
  reason: z.enum(withdrawReasonNames).nullable(),
  remark: z.string().nullable(),
  version,
  skus: z.array(preStockSku),
})

export type PreStockRow = z.output<typeof preStockRow>
export type PreStockSku = z.output<typeof preStockSku>

const filter = {
  tab: z.enum(preStockTabs).default('all'),
  search: searchText.optional(),
  supplier_id: supplierId.optional(),
  listing_ids: z.array(listingId).max(5_000).optional(),
}

export const preStockCalls = {
  getPreStockListing: post('v1/erp/china/get-pre-stock-listing', {
    summary:
      'Styles listed for sale before their pieces arrive, newest first, with what can be sold of each SKU; or how many each tab has.',
    callers: allowed.readPreStock,
    takes: z.object({ ...filter, ...page, part }),
    gives: json(
      z.object({ rows: z.array(preStockRow), next_cursor: z.string().nullable(), counts: counts.optional() }),
    ),
  }),
  downloadPreStockListing: post('v1/erp/china/download-pre-stock-listing', {
    summary: 'An SKU a row, of the listings that match.',
    callers: allowed.readPreStock,
    takes: z.object(filter),
    gives: csv('pre_stock_listing.csv'),
  }),
  savePreStock: post('selvedge/pre-stock/save', {
    summary:
      'Lists a style, or changes a listing of it: pieces of each SKU, no more than its vendor’s real stock less what other listings promise. A SKU that is left out is not promised.',
    callers: allowed.preStock,
    changes: true,
    takes: z.object({
      style_id: styleId,
      /** Left out: a new listing. */
      listing_id: listingId.optional(),
      /** As the listing was read. */
      version: version.optional(),
      until: day.nullish(),
      lines: z.array(z.object({ nm_sku: nmSku, pieces })).max(2_000),
    }),
    gives: json(preStockRow),
  }),
  withdrawPreStock: post('selvedge/pre-stock/withdraw', {
    summary:
      'Withdraws listings, with a reason: nothing more is sold by them. It cannot be taken back; a new listing can be made.',
    callers: allowed.preStock,
    changes: true,
    takes: z.object({
      listing_ids: z.array(listingId).min(1).max(500),
      reason: z.enum(withdrawReasonNames),
      remark: remark.optional(),
    }),
    gives: json(z.object({ withdrawn: z.int() })),
  }),
  preStockStyles: post('selvedge/pre-stock/styles', {
    summary: 'Styles by a part of their id, name or SKU that could be listed, those with most pieces to promise first.',
    callers: allowed.preStock,
    takes: z.object({ search: searchText.default(''), supplier_id: supplierId.optional() }),
    gives: json(z.object({ styles: z.array(preStockStyle.extend({ room: pieces })) })),
  }),
  preStockStyle: post('selvedge/pre-stock/style', {
    summary:
      'A style, or that of a listing, SKU by SKU with what can be promised of it now; of a listing with its history.',
    callers: allowed.readPreStock,
    // Of both, the listing is meant.
    takes: z.object({ style_id: styleId.optional(), listing_id: listingId.optional() }),
    gives: json(
      z.object({
        style: preStockStyle,
        listing: preStockRow.nullable(),
        skus: z.array(preStockRoom),
        events: z.array(timelineEvent.extend({ id: z.string() })),
      }),
    ),
  }),
}
