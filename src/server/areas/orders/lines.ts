import { sql } from 'kysely'
import { z } from 'zod'
import { type MoveKind, pieces } from '../../../shared/areas/orders/quantities.ts'
import { lineKey } from '../../../shared/areas/shipments/packing.ts'
import { sheetMessages } from '../../../shared/kernel/sheet.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { Caller, Db, Tx } from '../../http/call.ts'
import { moveNotAllowed } from '../../http/errors.ts'
import { ownRows } from '../../http/own-rows.ts'
import { type AnyMove, ledgerIn } from '../../ledger/ledger-in.ts'
import { quantityColumns } from './order-rows.ts'

export interface LineMove extends AnyMove<MoveKind> {
  /** order_line.id */
  lineId: string
  /** shipment.id, where the move belongs to one. */
  shipmentId?: string | null
  /** The audit event that the move belongs to. */
  auditId: string
}

/** A move before its event is written. */
export type PlainMove = Omit<LineMove, 'auditId'>

/** The pieces of order lines. */
export const orderLines = ledgerIn(
  pieces,
  {
    line: {
      table: 'order_line',
      key: { lineId: 'id' },
      opened: 'opened',
      named: (
        id,
      ) => sql`(SELECT o.order_id || ', ' || s.nm_sku FROM order_line l JOIN vendor_order o ON o.id = l.order_id
        JOIN sku s ON s.id = l.sku_id WHERE l.id = ${id})`,
    },
    sums: {
      table: 'vendor_order',
      key: { order_id: 'id' },
      named: (id) => sql`(SELECT order_id FROM vendor_order WHERE id = ${id})`,
    },
    moves: { table: 'line_move', ids: { lineId: 'order_line_id', shipmentId: 'shipment_id', auditId: 'audit_id' } },
    lock: 'here',
  },
  async (tx, move: LineMove, { available, allowed }) => {
    const { rows } = await rowsOf({ order_id: col.text, nm_sku: col.text })`
      SELECT o.order_id, s.nm_sku
      FROM order_line l JOIN vendor_order o ON o.id = l.order_id JOIN sku s ON s.id = l.sku_id
      WHERE l.id = ${move.lineId}`.execute(tx)
    return moveNotAllowed(sheetMessages.wrongOrderQuantity, allowed, {
      values: { ...rows[0], quantity: move.quantity, available },
    })
  },
)

/** Moves pieces of order lines, whole or not at all. Throws move_not_allowed, naming order and SKU, and what is allowed. */
export const applyMoves = orderLines.apply

const lineRefColumns = {
  order_id: col.text,
  nm_sku: col.text,
}

export type LineRef = Row<typeof lineRefColumns>

const foundLineColumns = {
  ...quantityColumns,
  ...lineRefColumns,
  id: col.text,
  /** vendor_order.id */
  order_uuid: col.text,
  vendor_id: col.text,
  vendor_decision: z.enum(['NEW', 'CONFIRMED', 'REJECTED', 'OUT_OF_STOCK']),
}

export type FoundLine = Row<typeof foundLineColumns>

/** Said of a line that ops approved and its vendor has not answered. */
export const NOT_ANSWERED = 'Please confirm the order first.'

/** Lines by the ids that people use, keyed by `lineKey`; unknown ones and those of other vendors are simply missing. */
export async function findLines(db: Db, caller: Caller, refs: readonly LineRef[]): Promise<Map<string, FoundLine>> {
  const found = await rowsOf(foundLineColumns)`
    SELECT l.id, o.id AS order_uuid, o.vendor_id, o.order_id, s.nm_sku, l.vendor_decision,
           l.ordered, l.awaiting, l.platform, l.reserved, l.packed, l.shipped, l.rejected, l.oos
    FROM unnest(${refs.map((ref) => ref.order_id)}::text[], ${refs.map((ref) => ref.nm_sku)}::text[])
           AS wanted (order_id, nm_sku)
    JOIN vendor_order o ON o.order_id = wanted.order_id AND o.decision = 'APPROVED'
    JOIN sku s ON s.nm_sku = wanted.nm_sku
    JOIN order_line l ON l.order_id = o.id AND l.sku_id = s.id
    WHERE ${ownRows(caller, 'o.vendor_id')}`.execute(db)
  return new Map(found.rows.map((line) => [lineKey(line), line]))
}

/** Lines of the orders named and lines with the SKUs named: what tells which of the two is wrong where they do not belong together. */
export async function linesAround(db: Db, caller: Caller, refs: readonly LineRef[]): Promise<LineRef[]> {
  const found = await rowsOf(lineRefColumns)`
    SELECT o.order_id, s.nm_sku
    FROM vendor_order o JOIN order_line l ON l.order_id = o.id JOIN sku s ON s.id = l.sku_id
    WHERE o.decision = 'APPROVED' AND ${ownRows(caller, 'o.vendor_id')}
      AND o.order_id = ANY(${refs.map((ref) => ref.order_id)}::text[])
    UNION
    SELECT o.order_id, s.nm_sku
    FROM sku s JOIN order_line l ON l.sku_id = s.id JOIN vendor_order o ON o.id = l.order_id
    WHERE o.decision = 'APPROVED' AND ${ownRows(caller, 'o.vendor_id')}
      AND s.nm_sku = ANY(${refs.map((ref) => ref.nm_sku)}::text[]) AND l.awaiting + l.platform > 0`.execute(db)
  return found.rows
}

/** Free pieces of lines, by their id. Locks the lines for a command, their orders first as `applyMoves` does. */
export async function lockPlatform(tx: Tx, lineIds: readonly string[]): Promise<Map<string, number>> {
  await sql`
    SELECT 1 FROM vendor_order o WHERE o.id IN (SELECT order_id FROM order_line WHERE id = ANY(${lineIds}::uuid[]))
    ORDER BY o.id FOR NO KEY UPDATE`.execute(tx)
  const { rows } = await rowsOf({ id: col.text, platform: col.number })`
    SELECT l.id, l.platform FROM order_line l WHERE l.id = ANY(${lineIds}::uuid[]) ORDER BY l.id FOR NO KEY UPDATE`.execute(
    tx,
  )
  return new Map(rows.map(({ id, platform }) => [id, platform]))
}
