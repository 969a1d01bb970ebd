import { sql } from 'kysely'
import { v7 } from 'uuid'
import { pieces } from '../../../shared/areas/orders/quantities.ts'
import { lineKey } from '../../../shared/areas/shipments/packing.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { sheetMessages } from '../../../shared/kernel/sheet.ts'
import { recordEvent } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, Tx } from '../../http/call.ts'
import { invalidInput, moveNotAllowed } from '../../http/errors.ts'
import { applyMoves, type FoundLine, findLines, type LineRef, NOT_ANSWERED, type PlainMove } from '../orders/lines.ts'

export type WantedLine = Taken<Contract['shipments']['updateShipment']>['lines'][number]

/** A move of some pieces, or none. */
export function piecesOf(lineId: string, kind: PlainMove['kind'], quantity: number): PlainMove[] {
  return quantity > 0 ? [{ lineId, kind, quantity }] : []
}

/** Pieces missing on the platform are taken from those that await. */
export function scheduleMissing(line: FoundLine, quantity: number): PlainMove[] {
  return piecesOf(line.id, 'schedule', quantity - line.platform)
}

/** An order line and how many of its pieces a shipment shall hold. */
export interface Wanted {
  line: FoundLine
  quantity: number
}

/** Finds the lines that a shipment shall hold. Throws in the specification's words; all of one vendor. */
export async function wantedLines(
  tx: Tx,
  context: CallContext,
  lines: readonly WantedLine[],
  vendorId?: string,
): Promise<Wanted[]> {
  if (lines.length === 0 || lines.some((line) => line.quantity === 0))
    throw invalidInput('Shipped quantity is zero for the schedule.')
  if (lines.some((line) => line.quantity < 0)) throw invalidInput(sheetMessages.notPositive)
  if (new Set(lines.map(lineKey)).size !== lines.length) throw invalidInput(sheetMessages.multipleEntries)
  const found = await findLines(tx, context.caller, lines)
  const wanted = lines.map((wish) => {
    const line = found.get(lineKey(wish))
    if (line === undefined) throw lineRefused(sheetMessages.notOnPlatform, [], wish)
    if (line.vendor_decision === 'NEW') throw lineRefused(NOT_ANSWERED, ['answer'], wish)
    return { line, quantity: wish.quantity }
  })
  const vendors = new Set(wanted.map((each) => each.line.vendor_id))
  if (vendorId !== undefined) vendors.add(vendorId)
  if (vendors.size > 1) throw invalidInput('Please create shipment for single vendor.')
  return wanted
}

function lineRefused(message: string, allowed: string[], { order_id, nm_sku }: LineRef) {
  return moveNotAllowed(message, allowed, { values: { order_id, nm_sku } })
}

/** Refuses a line of which no piece is free on the platform. */
export function assertOnPlatform(wanted: readonly Wanted[]): void {
  const missing = wanted.find((each) => each.line.platform === 0)
  if (missing !== undefined) throw lineRefused(sheetMessages.notOnPlatform, pieces.allowed(missing.line), missing.line)
}

/** Every vendor shipment goes to the China QC site first; where there is none, straight to the order's destination. */
export async function insertShipment(
  tx: Tx,
  context: CallContext,
  wanted: Wanted[],
  state: 'TENTATIVE' | 'AWAITING_PACKING',
) {
  const vendorId = wanted[0]?.line.vendor_id ?? ''
  const { rows } = await rowsOf({ id: col.text, shipment_id: col.text })`
    INSERT INTO shipment (id, shipment_id, vendor_id, destination_id, state, created_by, updated_by)
    SELECT ${v7()}::uuid, 'SH-' || lpad(nextval('shipment_number')::text, 6, '0'), ${vendorId}::uuid,
      coalesce((SELECT id FROM site WHERE kind = 'china_qc' ORDER BY code LIMIT 1),
        (SELECT o.destination_id FROM order_line l JOIN vendor_order o ON o.id = l.order_id WHERE l.id = ${wanted[0]?.line.id ?? ''}::uuid)),
      ${state}, ${context.caller.userId}::uuid, ${context.caller.userId}::uuid
    RETURNING id, shipment_id`.execute(tx)
  const made = rows[0]
  if (made === undefined) throw new Error('the shipment was not written')
  return made
}

export function totalOf(wanted: readonly Wanted[]): number {
  return wanted.reduce((sum, each) => sum + each.quantity, 0)
}

/** Gives a new shipment its lines and reserves their pieces, after the moves in `before`. */
export async function takeLines(
  tx: Tx,
  context: CallContext,
  shipment: { id: string; shipment_id: string; event: string },
  wanted: Wanted[],
  before: PlainMove[],
): Promise<void> {
  await writeLines(tx, shipment.id, wanted)
  const auditId = await recordEvent(tx, context, {
    entity: 'shipment',
    entityId: shipment.shipment_id,
    event: shipment.event,
    details: { quantity: totalOf(wanted), lines: wanted.length },
  })
  const moves: PlainMove[] = [...before, ...wanted.flatMap((each) => piecesOf(each.line.id, 'reserve', each.quantity))]
  await applyMoves(
    tx,
    moves.map((move) => ({ ...move, shipmentId: shipment.id, auditId })),
  )
}

/** The lines of a shipment become these and no others. */
export async function writeLines(tx: Tx, shipmentUuid: string, wanted: Wanted[]): Promise<void> {
  await tx.deleteFrom('shipment_line').where('shipment_id', '=', shipmentUuid).execute()
  await sql`
    INSERT INTO shipment_line (id, shipment_id, order_line_id, quantity)
    SELECT n.id, ${shipmentUuid}::uuid, n.line_id, n.quantity
    FROM unnest(${wanted.map(() => v7())}::uuid[], ${wanted.map((each) => each.line.id)}::uuid[],
      ${wanted.map((each) => each.quantity)}::int[]) AS n (id, line_id, quantity)`.execute(tx)
}
