import { sql } from 'kysely'
import { noteBoxDiscrepancy } from '../areas/india-receiving/box-discrepancies.ts'
import { closeArrival } from '../areas/india-receiving/close-arrival.ts'
import { receiveBoxes } from '../areas/india-receiving/receive.ts'
import { col, rowsOf } from '../database/rows.ts'
import type { Tx } from '../http/call.ts'
import { demoContext } from './by-commands.ts'

/** A shipment that its vendor sent to India directly, by its place among those on their way. */
const DIRECT = 2

/**
 * What India received: of the export order that China shipped one box came damaged and one not at all, and its arrival is closed; of
 * shipments that went to India directly one is half here, and a box stands there that nobody expects.
 */
export async function tellIndiaReceipts(tx: Tx): Promise<void> {
  await sql`UPDATE export_order SET destination_id = (SELECT id FROM site WHERE kind = 'india_qc' ORDER BY code LIMIT 1)
    WHERE state = 'SHIPPED'`.execute(tx)
  const receiver = demoContext(tx, 'india-inward')
  const { rows: exported } = await rowsOf({ number: col.text, sscc: col.text })`
    SELECT e.number, b.sscc FROM export_order e JOIN invoice_box ib ON ib.invoice_id = e.invoice_id AND ib.is_live
    JOIN box b ON b.id = ib.box_id WHERE e.state = 'SHIPPED' ORDER BY e.number, ib.position`.execute(tx)
  const [first] = exported
  if (first === undefined) return
  const boxes = exported.slice(0, -1).map(({ sscc: code }, at) => ({
    code,
    ...(at === 1 && { damaged: { remark: 'Corner crushed and wet, tape is loose', image_ids: [] } }),
  }))
  await receiveBoxes({ action: 'receive', boxes }, receiver)
  const remark = 'The truck is unloaded'
  await closeArrival({ action: 'close', origin: 'export_order', number: first.number, remark }, receiver)
  await receiveBoxes({ action: 'receive', boxes: await sentDirectly(tx) }, receiver)
  const excess = { kind: 'excess' as const, code: 'CTN-4471', remark: 'No label of ours, came with the same truck' }
  await noteBoxDiscrepancy({ ...excess, image_ids: [] }, receiver)
}

/** Sends the newest shipments to India instead: all boxes of the first and half of the next are there. */
async function sentDirectly(tx: Tx): Promise<{ code: string }[]> {
  const { rows } = await rowsOf({ sscc: col.text, place: col.number, position: col.number, boxes: col.number })`
    WITH sent AS (
      UPDATE shipment h SET destination_id = (SELECT id FROM site WHERE kind = 'india_qc' ORDER BY code LIMIT 1)
      FROM (SELECT id, row_number() OVER (ORDER BY shipment_id DESC)::int AS place FROM shipment
        WHERE state = 'PACKED_AND_SHIPPED' AND NOT EXISTS (SELECT 1 FROM qc_box q WHERE q.shipment_id = shipment.id)) n
      WHERE h.id = n.id AND n.place <= ${DIRECT} RETURNING h.id, n.place)
    SELECT b.sscc, sent.place, b.position, (count(*) OVER (PARTITION BY sent.id))::int AS boxes
    FROM sent JOIN box b ON b.shipment_id = sent.id ORDER BY sent.place, b.position`.execute(tx)
  return rows
    .filter(({ place, position, boxes }) => place === 1 || position * 2 <= boxes)
    .map(({ sscc: code }) => ({ code }))
}
