import { z } from 'zod'
import { instant, nmSku, picture, pieces, piecesIn } from '../../kernel/shapes.ts'
import { placeKinds, stockConditions, stockDocuments, stockMoveKinds, storedKinds } from './moves.ts'

export const siteCode = z.string().trim().toUpperCase().min(1).max(20)
export const shelfCode = z.string().trim().toUpperCase().min(1).max(40)
export const condition = z.enum(stockConditions)

/** A place as people name it: a shelf by its code; the others by their kind alone. */
export const placeRef = z.object({
  site: siteCode,
  place_kind: z.enum(storedKinds).default('floor'),
  /** Of a shelf. */
  shelf: shelfCode.optional(),
})

/** Pieces of an SKU at a place, in a condition. */
export const stockLine = placeRef.extend({
  nm_sku: nmSku,
  condition: condition.default('good'),
  quantity: piecesIn,
})

const site = { site: z.string(), site_name: z.string(), site_name_zh: z.string() }

export const placeFacts = z.object({ ...site, place_kind: z.enum(placeKinds), place: z.string() })

const skuFacts = {
  nm_sku: z.string(),
  style_id: z.string(),
  style_name: z.string(),
  style_name_zh: z.string(),
  color: z.string(),
  color_zh: z.string(),
  size: z.string(),
  category: z.string(),
  picture,
}

const document = z.object({ type: z.enum(stockDocuments), id: z.string() })

export const stockRow = placeFacts.extend({
  /** Of this SKU at this place in this condition. */
  stock_id: z.string(),
  ...skuFacts,
  supplier_name: z.string(),
  supplier_name_zh: z.string(),
  condition,
  on_hand: pieces,
  reserved: pieces,
  /** Of goods on their way: since when, and with which document. */
  since: instant.nullable(),
  document: document.nullable(),
})
export type StockRow = z.output<typeof stockRow>

export const stockMoveRow = z.object({
  move_id: z.string(),
  at: instant,
  kind: z.enum(stockMoveKinds),
  nm_sku: z.string(),
  quantity: pieces,
  from: placeFacts.extend({ condition }).nullable(),
  to: placeFacts.extend({ condition }).nullable(),
  document,
  reason: z.string().nullable(),
  actor: z.string().nullable(),
  /** Of one SKU alone: pieces that lie at the sites asked for after this move; those on their way are not among them. */
  balance: z.int().nullable(),
})
export type StockMoveRow = z.output<typeof stockMoveRow>

export const shelfRow = z.object({
  ...site,
  place_id: z.string(),
  shelf: z.string(),
  shelf_name: z.string().nullable(),
  skus: z.int(),
  pieces,
  reserved: pieces,
})
export type ShelfRow = z.output<typeof shelfRow>

export const skuStock = z.object({
  nm_sku: z.string(),
  color: z.string(),
  color_zh: z.string(),
  size: z.string(),
  picture,
  good: pieces,
  b_grade: pieces,
  damaged: pieces,
  reserved: pieces,
  in_transit: pieces,
})

export const skuPlace = placeFacts.extend({ nm_sku: z.string(), condition, on_hand: pieces, reserved: pieces })

export const styleStock = z.object({
  style_id: z.string(),
  style_name: z.string(),
  style_name_zh: z.string(),
  picture,
  skus: z.array(skuStock),
  places: z.array(skuPlace),
})

/** A style with all that lies of it, or is on its way, at the sites that were asked for. */
export const stockStyleRow = z.object({
  style_id: z.string(),
  style_name: z.string(),
  style_name_zh: z.string(),
  category: z.string(),
  picture,
  supplier_name: z.string(),
  supplier_name_zh: z.string(),
  /** SKUs and places of which something lies there. */
  skus: z.int(),
  places: z.int(),
  good: pieces,
  b_grade: pieces,
  damaged: pieces,
  /** Of these, reserved. */
  reserved: pieces,
  in_transit: pieces,
})
export type StockStyleRow = z.output<typeof stockStyleRow>

export const putAwayOutcomes = ['put_away', 'undone', 'unknown', 'not_here', 'not_undone'] as const
export type PutAwayOutcome = (typeof putAwayOutcomes)[number]

export const putAwaySku = z.object(skuFacts)

export const putAwayResult = z.object({
  scan_id: z.uuid(),
  code: z.string(),
  outcome: z.enum(putAwayOutcomes),
  /** English, and the key of its translation, with its values. */
  message: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  pieces,
  /** What was put away: an SKU, or the first of those in a box. */
  sku: putAwaySku.nullable(),
})
