import { sql } from 'kysely'
import { v7 } from 'uuid'
import type { Db } from '../../src/server/http/call.ts'
import { dayFromNow, siteId } from './orders.ts'
import type { MadeUser } from './people.ts'
import type { ListRow } from './shipments.ts'

export interface BulkShipment {
  shipment_id: string
  /** The list that packs every piece: ten rows a box, each line in two boxes, each box with a tracking id. */
  list: ListRow[]
}

const LINES_AN_ORDER = 10
const ROWS_A_BOX = 10
const BOXES_A_LINE = 2
const PIECES_A_ROW = 6
const PIECES_A_LINE = PIECES_A_ROW * BOXES_A_LINE

let made = 0

/**
 * A shipment awaiting packing whose right packing list has `rows` rows (a multiple of 20), written straight into the tables:
 * by the API thousands of lines would take longer than what is tried on them.
 */
export async function makeBulkShipment(db: Db, user: MadeUser, rows: number): Promise<BulkShipment> {
  made += 1
  const name = `B${String(process.pid % 10_000).padStart(4, '0')}${String(made).padStart(3, '0')}`
  const lines = rows / BOXES_A_LINE
  const orders = Array.from({ length: lines / LINES_AN_ORDER }, (_, at) => ({
    id: v7(),
    code: `PO-${name}-${String(at + 1).padStart(5, '0')}`,
  }))
  const each = Array.from({ length: lines }, (_, at) => ({
    id: v7(),
    sku: v7(),
    nm_sku: `NM-${name}-${String(at + 1).padStart(6, '0')}`,
    order: orders[Math.floor(at / LINES_AN_ORDER)],
    at: at % LINES_AN_ORDER,
  }))
  await writeOrders(db, user.vendor?.id ?? '', name, orders)
  await writeLines(db, each)
  const shipment_id = await writeShipment(db, user, each)
  return { shipment_id, list: listOf(name, each) }
}

interface BulkOrder {
  id: string
  code: string
}

interface BulkLine {
  id: string
  sku: string
  nm_sku: string
  order: BulkOrder | undefined
  at: number
}

async function writeOrders(db: Db, vendorId: string, name: string, orders: readonly BulkOrder[]): Promise<void> {
  const ids = orders.map((order) => order.id)
  await sql`
    INSERT INTO style (id, code, vendor_id, name, name_zh, category)
    SELECT n.id, 'ST-' || ${name}::text || '-' || n.at, ${vendorId}::uuid, 'Style ' || n.at, '款式' || n.at, 'Tops'
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS n (id, at)`.execute(db)
  const pieces = LINES_AN_ORDER * PIECES_A_LINE
  await sql`
    INSERT INTO vendor_order (id, order_id, vendor_id, style_id, destination_id, order_date, ship_by, unit_price_minor, currency,
      decision, vendor_decision, ordered, awaiting, reserved)
    SELECT n.id, n.code, ${vendorId}::uuid, n.id, ${await siteId(db)}::uuid, ${dayFromNow(-10)}::date, ${dayFromNow(10)}::date,
      4550, 'CNY', 'APPROVED', 'ANSWERED', ${pieces}::int, 0, ${pieces}::int
    FROM unnest(${ids}::uuid[], ${orders.map((order) => order.code)}::text[]) AS n (id, code)`.execute(db)
}

async function writeLines(db: Db, lines: readonly BulkLine[]): Promise<void> {
  const orders = lines.map((line) => line.order?.id ?? null)
  await sql`
    INSERT INTO sku (id, nm_sku, style_id, color, color_zh, size, size_rank)
    SELECT n.id, n.nm_sku, n.style_id, 'Black', '黑色', 'S' || n.rank, n.rank
    FROM unnest(${lines.map((line) => line.sku)}::uuid[], ${lines.map((line) => line.nm_sku)}::text[], ${orders}::uuid[],
      ${lines.map((line) => line.at)}::int[]) AS n (id, nm_sku, style_id, rank)`.execute(db)
  await sql`
    INSERT INTO order_line (id, order_id, sku_id, vendor_decision, opened, ordered, awaiting, reserved)
    SELECT n.id, n.order_id, n.sku_id, 'CONFIRMED', ${PIECES_A_LINE}::int, ${PIECES_A_LINE}::int, 0, ${PIECES_A_LINE}::int
    FROM unnest(${lines.map((line) => line.id)}::uuid[], ${orders}::uuid[], ${lines.map((line) => line.sku)}::uuid[])
      AS n (id, order_id, sku_id)`.execute(db)
}

async function writeShipment(db: Db, user: MadeUser, lines: readonly BulkLine[]): Promise<string> {
  const id = v7()
  const { rows } = await sql<{ shipment_id: string }>`
    INSERT INTO shipment (id, shipment_id, vendor_id, destination_id, state, created_by, updated_by)
    VALUES (${id}, 'SH-B' || lpad(nextval('shipment_number')::text, 8, '0'), ${user.vendor?.id ?? null},
      ${await siteId(db)}, 'AWAITING_PACKING', ${user.id}, ${user.id})
    RETURNING shipment_id`.execute(db)
  await sql`
    INSERT INTO shipment_line (id, shipment_id, order_line_id, quantity)
    SELECT gen_random_uuid(), ${id}::uuid, n.line_id, ${PIECES_A_LINE}::int
    FROM unnest(${lines.map((line) => line.id)}::uuid[]) AS n (line_id)`.execute(db)
  await writeMoves(db, id, lines)
  return rows[0]?.shipment_id ?? ''
}

/** How the pieces came to be promised to the shipment, so that the ledger makes what is stored. */
async function writeMoves(db: Db, shipmentId: string, lines: readonly BulkLine[]): Promise<void> {
  const audit = v7()
  for (const kind of ['schedule', 'reserve']) {
    await sql`
      INSERT INTO line_move (id, order_line_id, kind, quantity, shipment_id, audit_id)
      SELECT n.id, n.line_id, ${kind}, ${PIECES_A_LINE}::int, ${shipmentId}::uuid, ${audit}::uuid
      FROM unnest(${lines.map(() => v7())}::uuid[], ${lines.map((line) => line.id)}::uuid[]) AS n (id, line_id)`.execute(
      db,
    )
  }
}

function listOf(name: string, lines: readonly BulkLine[]): ListRow[] {
  return Array.from({ length: lines.length * BOXES_A_LINE }, (_, at) => {
    const box = Math.floor(at / ROWS_A_BOX) + 1
    const line = lines[at % lines.length]
    return {
      box_no: String(box),
      order_id: line?.order?.code ?? null,
      nm_sku: line?.nm_sku ?? null,
      quantity: PIECES_A_ROW,
      tracking_id: `SF${name}${String(box).padStart(6, '0')}`,
    }
  })
}
