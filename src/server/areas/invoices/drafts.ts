import { sql } from 'kysely'
import { splitOverOrders } from '../../../shared/areas/invoices/rules.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { Db } from '../../http/call.ts'
import { inPlaces, type QcPlace } from '../qc-boxes/sites.ts'

/** Pieces of a box on one order line, as an invoice has them. */
const draftLineColumns = {
  order_line_id: col.text,
  order_id: col.text,
  /** style.id */
  style_uuid: col.text,
  quantity: col.number,
  unit_price_minor: col.number,
  currency: col.text,
}

export type DraftLine = Row<typeof draftLineColumns>

/** What an invoice would say of a box. */
export interface DraftBox {
  lines: DraftLine[]
  /** The first SKU in it that nobody ordered in its shipment: such a box can go on no invoice. */
  unordered: string | null
}

/** Which pieces an invoice is about: those ready, or also those that could be made so. */
type Which = 'ready' | 'passed'

const heldColumns = {
  box_id: col.text,
  sku_id: col.text,
  nm_sku: col.text,
  pieces: col.number,
  site_id: col.text,
}

type Held = Row<typeof heldColumns>

const orderedLineColumns = {
  ...draftLineColumns,
  box_id: col.text,
  sku_id: col.text,
}

export type OrderedLine = Row<typeof orderedLineColumns>

/** What an invoice would say of each of these boxes, by box.id: no two of them are one box at two sites. Their pieces split over the order lines they were packed for. */
export async function draftBoxes(db: Db, places: readonly QcPlace[], which: Which): Promise<Map<string, DraftBox>> {
  const boxIds = places.map(({ box_id }) => box_id)
  const held = await heldPieces(db, places, which)
  const ordered = await orderedLines(db, held)
  const drafts = new Map<string, DraftBox>(boxIds.map((id) => [id, { lines: [], unordered: null }]))
  for (const each of held) {
    const draft = drafts.get(each.box_id)
    const lines = ordered(each)
    if (draft === undefined) continue
    if (lines === undefined) draft.unordered ??= each.nm_sku
    else draft.lines.push(...splitOverOrders(each.pieces, lines).map(({ line, quantity }) => ({ ...line, quantity })))
  }
  return drafts
}

/**
 * The order lines that each SKU of a box was packed for, in their order, with how many pieces of each; of what is beyond the list the
 * first of its shipment. Undefined where nobody ordered it.
 */
export async function orderedLines(
  db: Db,
  held: readonly BoxSku[],
): Promise<(of: BoxSku) => readonly OrderedLine[] | undefined> {
  const packed = grouped(await packedLines(db, [...new Set(held.map(({ box_id }) => box_id))]))
  const excess = held.filter((each) => !packed.has(keyOf(each)))
  const lent = grouped(await linesOfShipment(db, excess))
  return (of) => packed.get(keyOf(of)) ?? lent.get(keyOf(of))
}

interface BoxSku {
  box_id: string
  sku_id: string
}

/** Which of these boxes (their box.id) hold a SKU that nobody ordered in their shipment, so that they could go on no invoice. */
export async function unorderedBoxes(db: Db, places: readonly QcPlace[]): Promise<Set<string>> {
  // What nobody packed is in a box beyond its list only: few boxes of many have to be looked at.
  const { rows } = await rowsOf({ box_id: col.text, site_id: col.text })`
    SELECT DISTINCT l.box_id, l.site_id FROM qc_line l WHERE ${inPlaces(places, 'l')} AND l.excess > 0`.execute(db)
  const drafts = await draftBoxes(db, rows, 'passed')
  return new Set([...drafts].filter(([, { unordered }]) => unordered !== null).map(([id]) => id))
}

type PricedPieces = Pick<DraftLine, 'quantity' | 'unit_price_minor' | 'currency'>

/** What these lines are worth, or null where they are in several currencies or there are none. */
export function worthOf(lines: readonly PricedPieces[]): { minor: number; currency: string } | null {
  const [currency, ...others] = currenciesOf(lines)
  if (currency === undefined || others.length > 0) return null
  return { minor: lines.reduce((sum, line) => sum + line.quantity * line.unit_price_minor, 0), currency }
}

export function currenciesOf(lines: readonly Pick<DraftLine, 'currency'>[]): string[] {
  return [...new Set(lines.map((line) => line.currency))].sort()
}

const keyOf = ({ box_id, sku_id }: BoxSku) => `${box_id} ${sku_id}`

function grouped(lines: readonly OrderedLine[]): Map<string, OrderedLine[]> {
  return Map.groupBy(lines, keyOf)
}

async function heldPieces(db: Db, places: readonly QcPlace[], which: Which): Promise<Held[]> {
  const pieces = which === 'ready' ? sql`l.ready` : sql`l.passed + l.shelved + l.ready`
  const { rows } = await rowsOf(heldColumns)`
    SELECT l.box_id, l.site_id, l.sku_id, k.nm_sku, ${pieces} AS pieces FROM qc_line l JOIN sku k ON k.id = l.sku_id
    WHERE ${inPlaces(places, 'l')} AND ${pieces} > 0 ORDER BY l.box_id, l.position`.execute(db)
  return rows
}

const ordered = sql`l.id AS order_line_id, o.order_id, o.style_id AS style_uuid, o.unit_price_minor, o.currency, l.sku_id`

async function packedLines(db: Db, boxIds: readonly string[]): Promise<OrderedLine[]> {
  const { rows } = await rowsOf(orderedLineColumns)`
    SELECT bl.box_id, bl.quantity, ${ordered}
    FROM box_line bl JOIN order_line l ON l.id = bl.order_line_id JOIN vendor_order o ON o.id = l.order_id
    WHERE bl.box_id = ANY(${boxIds}::uuid[]) ORDER BY bl.box_id, bl.position`.execute(db)
  return rows
}

/** For what a box holds beyond its list: the first order line of its shipment with that SKU. */
async function linesOfShipment(db: Db, excess: readonly BoxSku[]): Promise<OrderedLine[]> {
  if (excess.length === 0) return []
  const { rows } = await rowsOf(orderedLineColumns)`
    SELECT DISTINCT ON (n.box_id, n.sku_id) n.box_id, 0 AS quantity, ${ordered}
    FROM unnest(${excess.map((each) => each.box_id)}::uuid[], ${excess.map((each) => each.sku_id)}::uuid[])
      AS n (box_id, sku_id)
    JOIN box b ON b.id = n.box_id JOIN shipment_line sl ON sl.shipment_id = b.shipment_id
    JOIN order_line l ON l.id = sl.order_line_id AND l.sku_id = n.sku_id JOIN vendor_order o ON o.id = l.order_id
    ORDER BY n.box_id, n.sku_id, o.order_id`.execute(db)
  return rows
}
