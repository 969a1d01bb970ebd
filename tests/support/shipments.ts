import { writeWorkbook } from '../../src/server/sheets/write-workbook.ts'
import { packingList } from '../../src/shared/areas/shipments/sheets.ts'
import { contract } from '../../src/shared/areas.ts'
import { asItStands } from './as-it-stands.ts'
import type { Client, SentFile } from './client.ts'
import { type MadeOrder, makeOrder, type OrderWish } from './orders.ts'
import type { MadeUser } from './people.ts'
import type { TestServer } from './server.ts'

const { labels: labelsCalls, orders: ordersCalls, shipments: shipmentsCalls } = contract

export interface MadeShipment {
  order: MadeOrder
  user: MadeUser
  client: Client
  shipment_id: string
  version: number
}

/** A shipment of every piece of a fresh order, awaiting packing, made through the API by the order's own vendor. */
export async function openShipment(server: TestServer, wish: OrderWish = {}): Promise<MadeShipment> {
  const order = await makeOrder(server.db, wish)
  const user = await server.makeUser({ role: 'vendor', vendor: order.vendor })
  const client = asItStands(server, await server.as(user))
  const lines = order.lines.map((line) => ({ order_id: order.order_id, nm_sku: line.nm_sku, ready: line.ordered }))
  const scheduled = await client.call(ordersCalls.saveScheduleQuantity, {
    items: lines.map(({ ready, ...line }) => ({ ...line, ready_quantity: ready })),
  })
  if (scheduled.status !== 200) throw new Error(scheduled.body.message)
  const made = await client.call(shipmentsCalls.updateShipment, {
    lines: lines.map(({ ready, ...line }) => ({ ...line, quantity: ready })),
  })
  if (made.status !== 200) throw new Error(made.body.message)
  const { shipment_id, version } = made.body.data.shipment
  return { order, user, client, shipment_id, version }
}

export interface ListRow {
  box_no: string | null
  order_id: string | null
  nm_sku: string | null
  quantity: number | string | null
  tracking_id?: string | null
  length_cm?: number | string | null
  width_cm?: number | string | null
  height_cm?: number | string | null
}

/** A packing list as our own writer makes it. */
export async function packingFile(rows: readonly ListRow[], name = 'packing.xlsx'): Promise<SentFile> {
  const parts: Buffer[] = []
  const full = rows.map((row) => ({ tracking_id: null, ...row }))
  for await (const part of writeWorkbook(packingList, full)) parts.push(Buffer.from(part))
  return { name, bytes: Buffer.concat(parts) }
}

/** Each line of a shipment in a box of its own: the simplest right packing list. */
export function oneBoxPerLine({ order }: MadeShipment, tracking?: string): ListRow[] {
  return order.lines.map((line, at) => ({
    box_no: String(at + 1),
    order_id: order.order_id,
    nm_sku: line.nm_sku,
    quantity: line.ordered,
    tracking_id: at === 0 ? (tracking ?? null) : null,
  }))
}

export interface PackedShipment extends MadeShipment {
  sscc: string
  tracking: string
  invoice: string
  file: SentFile
  refusedUpload: string
  labelFile: string
}

let made = 0

/** A packed shipment with tracking id, invoice number, a refused upload and a label file: all that could be stolen. */
export async function packedShipment(server: TestServer): Promise<PackedShipment> {
  made += 1
  const shipment = await openShipment(server)
  const { client, shipment_id } = shipment
  const tracking = `SFTRACK${String(made).padStart(6, '0')}`
  const invoice = `INV-SECRET-${made}`
  const refused = await client.call(shipmentsCalls.uploadPackingList, {
    shipment_id,
    file: await packingFile([{ box_no: '1', order_id: shipment.order.order_id, nm_sku: 'NM-NOBODYS', quantity: 1 }]),
  })
  const file = await packingFile(oneBoxPerLine(shipment, tracking))
  const packed = await client.call(shipmentsCalls.uploadPackingList, { shipment_id, file })
  if (packed.status !== 200) throw new Error(JSON.stringify(packed.body))
  const box = packed.body.data.boxes?.[0]
  const described = await client.call(shipmentsCalls.updateShipmentDetails, {
    shipment_id,
    version: packed.body.data.shipment?.version ?? 0,
    invoice_number: invoice,
  })
  const labels = await client.call(labelsCalls.barcodeLabels, { kind: 'box', items: [{ code: box?.sscc ?? '' }] })
  return {
    ...shipment,
    version: described.body.data.shipment.version,
    sscc: box?.sscc ?? '',
    tracking,
    invoice,
    file,
    refusedUpload: refused.body.details.upload_id ?? '',
    labelFile: labels.body.data.label_url.split('/').at(-1) ?? '',
  }
}
