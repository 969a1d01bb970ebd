import { sql } from 'kysely'
import { takeIn } from '../../src/server/areas/receiving/take-in.ts'
import { contract } from '../../src/shared/areas.ts'
import { asItStands } from './as-it-stands.ts'
import type { Client } from './client.ts'
import { ledgerDifferences } from './ledgers.ts'
import type { MadeUser } from './people.ts'
import type { TestServer } from './server.ts'
import { type MadeShipment, openShipment, packingFile } from './shipments.ts'

export interface ArrivingBox {
  box_id: string
  sscc: string
  tracking_id: string
  items: { nm_sku: string; quantity: number }[]
}

export interface ShippedBoxes {
  shipment: MadeShipment
  shipment_id: string
  boxes: ArrivingBox[]
}

let made = 0

/**
 * A shipment that its vendor packed and sent: every entry of `boxes` is a box, every number in it the pieces of one SKU
 * (the first number of every box is the first SKU of the order, and so on).
 */
export async function shippedBoxes(server: TestServer, boxes: number[][] = [[12, 8]]): Promise<ShippedBoxes> {
  made += 1
  const width = Math.max(...boxes.map((box) => box.length))
  const pieces = Array.from({ length: width }, (_, at) => boxes.reduce((sum, box) => sum + (box[at] ?? 0), 0))
  const shipment = await openShipment(server, { pieces })
  const { client, shipment_id, order } = shipment
  const tracking = (at: number) => `QC${String(made).padStart(5, '0')}${String(at + 1).padStart(5, '0')}`
  const rows = boxes.flatMap((box, at) =>
    box.flatMap((quantity, sku) =>
      quantity === 0
        ? []
        : [
            {
              box_no: String(at + 1),
              order_id: order.order_id,
              nm_sku: order.lines[sku]?.nm_sku ?? '',
              quantity,
              tracking_id: tracking(at),
            },
          ],
    ),
  )
  const packed = await client.call(contract.shipments.uploadPackingList, { shipment_id, file: await packingFile(rows) })
  if (packed.status !== 200) throw new Error(JSON.stringify(packed.body))
  const sent = await client.call(contract.shipments.updateShipmentDetails, {
    shipment_id,
    version: packed.body.data.shipment?.version ?? 0,
    status: 'Packed and shipped',
    carrier: 'SF Express',
  })
  if (sent.status !== 200) throw new Error(JSON.stringify(sent.body))
  return {
    shipment,
    shipment_id,
    boxes: sent.body.data.boxes.map((box) => ({
      box_id: box.box_id,
      sscc: box.sscc,
      tracking_id: box.tracking_id ?? '',
      items: box.items.map(({ nm_sku, quantity }) => ({ nm_sku, quantity })),
    })),
  }
}

export interface AtQc extends ShippedBoxes {
  user: MadeUser
  /** A person of the China warehouse team. */
  client: Client
}

/** The same, and every box taken in. */
export async function boxesAtQc(server: TestServer, boxes: number[][] = [[12, 8]]): Promise<AtQc> {
  const shipped = await shippedBoxes(server, boxes)
  const user = await server.makeUser({ role: 'china_warehouse_team', team: 'china' })
  const client = asItStands(server, await server.as(user))
  const work = { caller: { userId: user.id }, requestId: 'test', source: 'api' } as Parameters<typeof takeIn>[1]
  await server.db.transaction().execute((tx) =>
    takeIn(
      tx,
      work,
      shipped.boxes.map(({ box_id }) => ({ id: box_id, scanId: null })),
    ),
  )
  return { ...shipped, user, client }
}

/** What must hold for every box of a database, whatever was done: the ledger, the lines and the boxes agree. */
export async function qcDisagreements(server: Pick<TestServer, 'db'>): Promise<unknown[]> {
  const { rows } = await sql`
    SELECT 'invoices' AS what, box_id::text FROM qc_box q WHERE (invoiced + shipped > 0)
      <> EXISTS (SELECT 1 FROM invoice_box i WHERE i.box_id = q.box_id AND i.site_id = q.site_id AND i.is_live)`.execute(
    server.db,
  )
  return [...(await ledgerDifferences(server.db, 'boxes at QC')), ...rows]
}
