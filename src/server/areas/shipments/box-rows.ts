import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { type BoxSize, boxSize } from '../../../shared/areas/shipments/box-size.ts'
import type { box as boxShape } from '../../../shared/areas/shipments/shapes.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Db } from '../../http/call.ts'

export type Box = z.output<typeof boxShape>

/** A box without its contents. */
export type PlainBox = Omit<Box, 'items'>

/** A box's size as it is told; `box` names the table. */
export const sizeColumn = (box: string): RawBuilder<BoxSize | null> => {
  const of = (side: string) => sql.ref(`${box}.${side}`)
  return sql`CASE WHEN ${of('length_mm')} IS NOT NULL THEN json_build_object('length_mm', ${of('length_mm')},
    'width_mm', ${of('width_mm')}, 'height_mm', ${of('height_mm')}) END`
}

/** The same where rows are read by their columns. */
export const sizeRead = boxSize.nullable()

/** The boxes of a shipment in the order of its packing list. */
export function loadPlainBoxes(db: Db, shipmentUuid: string): Promise<PlainBox[]> {
  return db
    .selectFrom('box')
    .where('shipment_id', '=', shipmentUuid)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .select(['id as box_id', 'box_no', 'sscc', 'tracking_id', 'weight_grams'])
    .select([sql<boolean>`inwarded_at IS NOT NULL`.as('is_inwarded'), sizeColumn('box').as('size')])
    .execute()
}

/** The same with their contents. */
export async function loadBoxes(db: Db, shipmentUuid: string): Promise<Box[]> {
  const boxes = await loadPlainBoxes(db, shipmentUuid)
  const lines = await rowsOf({ box_id: col.text, order_id: col.text, nm_sku: col.text, quantity: col.number })`
    SELECT bl.box_id, o.order_id, k.nm_sku, bl.quantity
    FROM box b JOIN box_line bl ON bl.box_id = b.id JOIN order_line l ON l.id = bl.order_line_id
    JOIN vendor_order o ON o.id = l.order_id JOIN sku k ON k.id = l.sku_id
    WHERE b.shipment_id = ${shipmentUuid} AND b.removed_at IS NULL
    ORDER BY bl.position`.execute(db)
  const contents = Map.groupBy(lines.rows, (line) => line.box_id)
  return boxes.map((box) => ({
    ...box,
    items: (contents.get(box.box_id) ?? []).map(({ box_id: _box, ...item }) => item),
  }))
}
