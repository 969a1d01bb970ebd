import { z } from 'zod'
import { json, post } from '../../kernel/call.ts'
import { counts, day, nmSku, page, part, searchText, supplierId } from '../../kernel/shapes.ts'
import { placeKinds, stockDocuments, stockMoveKinds } from './moves.ts'
import { allowed } from './rights.ts'
import {
  condition,
  placeRef,
  putAwayResult,
  shelfCode,
  shelfRow,
  siteCode,
  stockLine,
  stockMoveRow,
  stockRow,
  stockStyleRow,
  styleStock,
} from './shapes.ts'

export const stockTabs = ['good', 'b_grade', 'damaged', 'reserved', 'in_transit', 'all'] as const

const listOf = <S extends z.ZodType>(row: S) =>
  json(z.object({ rows: z.array(row), next_cursor: z.string().nullable(), counts: counts.optional() }))

const reason = z.string().trim().min(1, { error: 'Please give a reason.' }).max(200)
const lines = z.array(stockLine).min(1).max(5_000)
/** What was moved, for taking it back. */
const done = json(z.object({ document_id: z.string(), pieces: z.int() }))

export const stockCalls = {
  getWarehouseShelves: post('v1/erp/india-supply/get-warehouse-shelves', {
    summary: 'Shelves of a site with what lies on them.',
    callers: allowed.seeStock,
    takes: z.object({
      ...page,
      part,
      site: siteCode.optional(),
      search: searchText.optional(),
      is_empty: z.boolean().optional(),
    }),
    gives: listOf(shelfRow),
  }),
  getStock: post('selvedge/stock/on-hand', {
    summary: 'What lies where, by SKU, place and condition, and what is on its way.',
    callers: allowed.seeStock,
    takes: z.object({
      ...page,
      part,
      tab: z.enum(stockTabs).default('all'),
      /** Words of SKU, style, colour or shelf, which all must fit; or codes that were pasted, of which any may. */
      search: z.string().trim().max(4_000).optional(),
      site: siteCode.optional(),
      place_kind: z.enum(placeKinds).optional(),
      shelf: shelfCode.optional(),
      condition: condition.optional(),
      style_id: z.string().trim().max(40).optional(),
      nm_sku: nmSku.optional(),
      supplier_id: supplierId.optional(),
      category: z.string().trim().max(80).optional(),
    }),
    gives: listOf(stockRow),
  }),
  getStockStyles: post('selvedge/stock/styles', {
    summary: 'What lies of each style, by condition, and what of it is on its way.',
    callers: allowed.seeStock,
    takes: z.object({
      ...page,
      part,
      /** Styles of which something of this tab is there; the sums are of all of it. */
      tab: z.enum(stockTabs).default('all'),
      search: z.string().trim().max(4_000).optional(),
      site: siteCode.optional(),
      supplier_id: supplierId.optional(),
      category: z.string().trim().max(80).optional(),
    }),
    gives: listOf(stockStyleRow),
  }),
  stockOfStyle: post('selvedge/stock/style', {
    summary: 'Stock of a style by colour and size, and where it lies.',
    callers: allowed.seeStock,
    takes: z.object({ style_id: z.string().trim().min(1).max(40), site: siteCode.optional() }),
    gives: json(styleStock),
  }),
  stockMoves: post('selvedge/stock/moves', {
    summary: 'What happened to stock, newest first: of an SKU with its balance, of a site, or of a document.',
    callers: allowed.seeStock,
    takes: z.object({
      ...page,
      part,
      nm_sku: nmSku.optional(),
      site: siteCode.optional(),
      kind: z.enum(stockMoveKinds).optional(),
      document_type: z.enum(stockDocuments).optional(),
      document_id: z.string().trim().max(60).optional(),
      from_day: day.optional(),
      to_day: day.optional(),
    }),
    gives: listOf(stockMoveRow),
  }),
  stockChoices: post('selvedge/stock/choices', {
    summary: 'Sites whose stock the caller sees, and the categories and vendors there are.',
    callers: allowed.seeStock,
    takes: z.object({}),
    gives: json(
      z.object({
        sites: z.array(
          z.object({
            site: z.string(),
            name: z.string(),
            name_zh: z.string(),
            kind: z.string(),
            /** The caller may move what lies there. */
            may_change: z.boolean(),
          }),
        ),
        categories: z.array(z.string()),
        vendors: z.array(z.object({ id: z.string(), name: z.string(), name_zh: z.string() })),
      }),
    ),
  }),
  moveStock: post('selvedge/stock/move', {
    summary: 'Moves pieces to a shelf or another place of the same site.',
    callers: allowed.putAwayStock,
    changes: true,
    takes: z.object({ lines, to: placeRef.omit({ site: true }) }),
    gives: done,
  }),
  regradeStock: post('selvedge/stock/regrade', {
    summary: 'Says that pieces are in another condition, with a reason.',
    callers: allowed.putAwayStock,
    changes: true,
    takes: z.object({ lines, condition, reason }),
    gives: done,
  }),
  writeOffStock: post('selvedge/stock/write-off', {
    summary: 'Takes pieces out of stock that are gone or worth nothing, with a reason.',
    callers: allowed.writeOffStock,
    changes: true,
    takes: z.object({ lines, reason }),
    gives: done,
  }),
  takeUpStock: post('selvedge/stock/found', {
    summary: 'Takes pieces into stock that were found, with a reason.',
    callers: allowed.writeOffStock,
    changes: true,
    takes: z.object({ lines, reason }),
    gives: done,
  }),
  undoStock: post('selvedge/stock/undo', {
    summary: 'Takes a move or a change of condition back, while the pieces are where it put them.',
    callers: allowed.putAwayStock,
    changes: true,
    takes: z.object({ document_type: z.enum(['put_away', 'regrade']), document_id: z.uuid() }),
    gives: done,
  }),
  putAway: post('selvedge/stock/put-away', {
    summary:
      'Puts what was scanned from the floor of a site on a shelf: pieces by SKU or EAN, whole boxes by SSCC. Each scan has its own outcome; sent again it changes nothing.',
    callers: allowed.putAwayStock,
    changes: true,
    takes: z.object({
      action: z.enum(['put_away', 'undo']).default('put_away'),
      site: siteCode,
      shelf: shelfCode,
      scans: z
        .array(
          z.object({
            scan_id: z.uuid(),
            code: z.string().max(400),
            /** Pieces of an SKU; a box goes whole. */
            quantity: z.int().min(1).max(100_000).default(1),
            /** The scan that an undo takes back. */
            takes_back: z.uuid().optional(),
          }),
        )
        .min(1)
        .max(500),
    }),
    gives: json(z.object({ results: z.array(putAwayResult) })),
  }),
}
