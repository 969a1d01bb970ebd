import { sql } from 'kysely'
import { z } from 'zod'
import {
  type Bucket,
  buckets,
  type MoveKind,
  movePieces,
  moves as moveTable,
  type Quantities,
} from '../../../shared/areas/orders/quantities.ts'
import { lineKey } from '../../../shared/areas/shipments/packing.ts'
import { sheetMessages } from '../../../shared/kernel/sheet.ts'
import { newIds } from '../../database/new-ids.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { Caller, Db, Tx } from '../../http/call.ts'
import { moveNotAllowed } from '../../http/errors.ts'
import { ownRows } from '../../http/own-rows.ts'
import { quantityColumns } from './order-rows.ts'

export interface LineMove {
  /** order_line.id */
  lineId: string
  kind: MoveKind
  /** Whole pieces, at least 1. */
  quantity: number
  reason?: string | null
  remark?: string | null
  /** shipment.id, where the move belongs to one. */
  shipmentId?: string | null
  /** The audit event that the move belongs to. */
  auditId: string
}

/** A move before its event is written. */
export type PlainMove = Omit<LineMove, 'auditId'>

const lockedLineColumns = {
  ...quantityColumns,
  id: col.text,
  order_id: col.text,
}

type LockedLine = Row<typeof lockedLineColumns>

/**
 * The one function that moves pieces: locks the lines, checks every move by the domain's table, then writes the lines, the
 * sums of their orders and the ledger. Throws move_not_allowed, naming order and SKU, before anything is written.
 */
export async function applyMoves(tx: Tx, moves: readonly LineMove[]): Promise<void> {
  if (moves.length === 0) return
  const lines = await lockLines(tx, [...new Set(moves.map((move) => move.lineId))])
  const changed = new Map<string, Quantities>()
  for (const move of moves) {
    const line = lines.get(move.lineId)
    if (line === undefined) throw new Error(`order line ${move.lineId} does not exist`)
    const now = changed.get(move.lineId) ?? line
    const outcome = movePieces(now, move.kind, move.quantity)
    if (!('line' in outcome)) throw await refusal(tx, move, outcome.allowed, now[moveTable[move.kind].from])
    changed.set(move.lineId, outcome.line)
  }
  await writeLines(tx, changed)
  await writeOrderSums(tx, lines, changed)
  await writeLedger(tx, moves)
}

/** Names are read only here: nearly every move is allowed. */
async function refusal(tx: Tx, move: LineMove, allowed: MoveKind[], available: number): Promise<Error> {
  const { rows } = await rowsOf({ order_id: col.text, nm_sku: col.text })`
    SELECT o.order_id, s.nm_sku
    FROM order_line l JOIN vendor_order o ON o.id = l.order_id JOIN sku s ON s.id = l.sku_id
    WHERE l.id = ${move.lineId}`.execute(tx)
  return moveNotAllowed(sheetMessages.wrongOrderQuantity, allowed, {
    values: { ...rows[0], quantity: move.quantity, available },
  })
}

/**
 * Orders before lines and both by id, so that two commands never wait for each other. NO KEY, since rows that refer to a
 * line (a shipment's, a box's) hold its key: two commands that had written such rows would wait for each other.
 */
async function lockLines(tx: Tx, ids: string[]): Promise<Map<string, LockedLine>> {
  await sql`
    SELECT id FROM vendor_order WHERE id IN (SELECT order_id FROM order_line WHERE id = ANY(${ids}::uuid[]))
    ORDER BY id FOR NO KEY UPDATE`.execute(tx)
  const found = await rowsOf(lockedLineColumns)`
    SELECT id, order_id, ordered, awaiting, platform, reserved, packed, shipped, rejected, oos
    FROM order_line WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`.execute(tx)
  return new Map(found.rows.map((row) => [row.id, row]))
}

async function writeLines(tx: Tx, changed: Map<string, Quantities>): Promise<void> {
  const lines = [...changed.values()]
  await sql`
    UPDATE order_line l SET awaiting = n.awaiting, platform = n.platform, reserved = n.reserved, packed = n.packed,
      shipped = n.shipped, rejected = n.rejected, oos = n.oos
    FROM unnest(${[...changed.keys()]}::uuid[], ${column(lines, 'awaiting')}::int[], ${column(lines, 'platform')}::int[],
      ${column(lines, 'reserved')}::int[], ${column(lines, 'packed')}::int[], ${column(lines, 'shipped')}::int[],
      ${column(lines, 'rejected')}::int[], ${column(lines, 'oos')}::int[])
      AS n (id, awaiting, platform, reserved, packed, shipped, rejected, oos)
    WHERE l.id = n.id`.execute(tx)
}

function column(lines: readonly Quantities[], bucket: Bucket): number[] {
  return lines.map((line) => line[bucket])
}

async function writeOrderSums(tx: Tx, before: Map<string, LockedLine>, after: Map<string, Quantities>): Promise<void> {
  const deltas = new Map<string, Record<Bucket, number>>()
  for (const [id, now] of after) {
    const was = before.get(id)
    if (was === undefined) continue
    const delta = deltas.get(was.order_id) ?? noDelta()
    for (const bucket of buckets) delta[bucket] += now[bucket] - was[bucket]
    deltas.set(was.order_id, delta)
  }
  const sums = [...deltas.values()]
  const of = (bucket: Bucket) => sums.map((delta) => delta[bucket])
  await sql`
    UPDATE vendor_order o SET awaiting = o.awaiting + d.awaiting, platform = o.platform + d.platform,
      reserved = o.reserved + d.reserved, packed = o.packed + d.packed, shipped = o.shipped + d.shipped,
      rejected = o.rejected + d.rejected, oos = o.oos + d.oos
    FROM unnest(${[...deltas.keys()]}::uuid[], ${of('awaiting')}::int[], ${of('platform')}::int[],
      ${of('reserved')}::int[], ${of('packed')}::int[], ${of('shipped')}::int[], ${of('rejected')}::int[],
      ${of('oos')}::int[]) AS d (id, awaiting, platform, reserved, packed, shipped, rejected, oos)
    WHERE o.id = d.id`.execute(tx)
}

function noDelta(): Record<Bucket, number> {
  return { awaiting: 0, platform: 0, reserved: 0, packed: 0, shipped: 0, rejected: 0, oos: 0 }
}

async function writeLedger(tx: Tx, moves: readonly LineMove[]): Promise<void> {
  await sql`
    INSERT INTO line_move (id, order_line_id, kind, quantity, reason, remark, shipment_id, audit_id)
    SELECT n.id, n.line_id, n.kind, n.quantity, n.reason, n.remark, n.shipment_id, n.audit_id
    FROM unnest(${newIds(moves.length)}::uuid[], ${moves.map((m) => m.lineId)}::uuid[],
      ${moves.map((m) => m.kind)}::text[], ${moves.map((m) => m.quantity)}::int[],
      ${moves.map((m) => m.reason ?? null)}::text[], ${moves.map((m) => m.remark ?? null)}::text[],
      ${moves.map((m) => m.shipmentId ?? null)}::uuid[], ${moves.map((m) => m.auditId)}::uuid[])
      AS n (id, line_id, kind, quantity, reason, remark, shipment_id, audit_id)`.execute(tx)
}

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
