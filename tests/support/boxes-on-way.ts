import type { Page } from '@playwright/test'
import { packingFile } from './shipments.ts'
import { askAs } from './story/enter.ts'

interface OpenLine {
  order_id: string
  nm_sku: string
  destination: string
  awaiting_shipment_quantity: number
}

/**
 * Sends a shipment of one-piece boxes of that supplier's to China QC, by the API and as somebody at the vendors' desk who is signed
 * in on `page`. Gives the SSCCs in the order of the boxes. `supplier` must be one that no other spec counts on.
 */
export async function sendBoxes(
  page: Page,
  supplier: string,
  boxes: number,
  carrier = 'SF Express',
): Promise<string[]> {
  const { rows } = await askAs<{ rows: OpenLine[] }>(page, 'get-shipping-items', {
    supplier_id: supplier,
    tab: 'awaiting',
    page_size: 500,
  })
  const lines = linesFor(
    rows.filter(({ destination }) => destination.includes('QC')),
    boxes,
  )
  await askAs(page, 'save-schedule-quantity', {
    items: lines.map(({ quantity, ...line }) => ({ ...line, ready_quantity: quantity })),
  })
  const { shipment } = await askAs<{ shipment: { shipment_id: string } }>(page, 'update-shipment', { lines })
  const { shipment_id } = shipment
  const version = await pack(page, shipment_id, lines)
  const sent = await askAs<{ boxes: { sscc: string }[] }>(page, 'update-shipment-details', {
    ...{ shipment_id, version, carrier },
    status: 'Packed and shipped',
  })
  return sent.boxes.map(({ sscc }) => sscc)
}

type Line = Pick<OpenLine, 'order_id' | 'nm_sku'> & { quantity: number }

function linesFor(rows: readonly OpenLine[], pieces: number): Line[] {
  const lines: Line[] = []
  let left = pieces
  for (const { order_id, nm_sku, awaiting_shipment_quantity } of rows) {
    const quantity = Math.min(left, awaiting_shipment_quantity)
    if (quantity > 0) lines.push({ order_id, nm_sku, quantity })
    left -= quantity
  }
  if (left > 0) throw new Error(`${left} pieces too few are open`)
  return lines
}

async function pack(page: Page, shipment_id: string, lines: readonly Line[]): Promise<number> {
  const pieces = lines.flatMap(({ quantity, ...line }) => Array.from({ length: quantity }, () => line))
  const file = await packingFile(pieces.map((line, at) => ({ ...line, box_no: String(at + 1), quantity: 1 })))
  const reply = await page.context().request.post('/v1/erp/vendor/upload-packing-list', {
    headers: { 'x-selvedge-client': 'screen' },
    multipart: {
      shipment_id,
      file: { name: file.name, mimeType: 'application/octet-stream', buffer: Buffer.from(file.bytes) },
    },
  })
  if (!reply.ok()) throw new Error(await reply.text())
  return ((await reply.json()) as { data: { shipment: { version: number } } }).data.shipment.version
}
