import { demoPassword } from '../../src/server/demo/book.ts'
import type { Db } from '../../src/server/http/call.ts'
import { writeWorkbook } from '../../src/server/sheets/write-workbook.ts'
import { arrivedBoxes } from '../../src/shared/areas/receiving/sheets.ts'
import { makeBulkShipment } from '../../tests/support/bulk-shipment.ts'
import { type ListRow, packingFile } from '../../tests/support/shipments.ts'

export const vendorEmail = 'vendor@demo.selvedge'
export const warehouseEmail = 'china-qc@demo.selvedge'
export const managerEmail = 'ops@demo.selvedge'

/** A shipment whose boxes are not packed yet. */
export interface Unpacked {
  shipment_id: string
  list: ListRow[]
}

/** Boxes a shipment: a large one. */
const EACH = 500

/** As many shipments as it takes for so many boxes, written into the tables: a row a box. */
export async function prepareBoxes(db: Db, boxes: number): Promise<Unpacked[]> {
  const owner = await bulkOwner(db)
  const made: Unpacked[] = []
  for (let left = boxes; left > 0; left -= EACH) {
    const { shipment_id, list } = await makeBulkShipment(db, owner, Math.min(EACH, Math.ceil(left / 20) * 20))
    const rows = list.map((row, at) => ({ ...row, box_no: String(at + 1), tracking_id: null }))
    made.push({ shipment_id, list: rows })
  }
  return made
}

/** A shipment of one box with so many SKUs, ten a style. */
export async function prepareLargeBox(db: Db, skus: number): Promise<Unpacked> {
  const { shipment_id, list } = await makeBulkShipment(db, await bulkOwner(db), skus * 2)
  const [half, pieces] = [list.slice(0, skus), Number(list[0]?.quantity ?? 0) * 2]
  return { shipment_id, list: half.map((row) => ({ ...row, box_no: '1', quantity: pieces, tracking_id: null })) }
}

async function bulkOwner(db: Db): Promise<Parameters<typeof makeBulkShipment>[1]> {
  const user = await db
    .selectFrom('app_user')
    .innerJoin('vendor', 'vendor.id', 'app_user.vendor_id')
    .where('app_user.email', '=', vendorEmail)
    .select(['app_user.id', 'vendor.id as vendor_id', 'vendor.code', 'vendor.name'])
    .executeTakeFirstOrThrow()
  const { id, vendor_id, code, name } = user
  return { id, vendor: { id: vendor_id, code, name } } as Parameters<typeof makeBulkShipment>[1]
}

export type Ask = <D>(path: string, body: object | FormData, key?: string) => Promise<D>

/** A signed-in caller of the server's API. */
export async function signIn(url: string, email: string): Promise<Ask> {
  const post = async <D>(path: string, body: object | FormData, headers: Record<string, string>): Promise<D> => {
    const isForm = body instanceof FormData
    const reply = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { ...headers, ...(isForm ? {} : { 'content-type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
    })
    const words = await reply.text()
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${words.slice(0, 300)}`)
    return words.startsWith('{') ? (JSON.parse(words) as { data: D }).data : (words as D)
  }
  const { token } = await post<{ token: string }>('/retool/erp/login', { email, password: demoPassword }, {})
  return (path, body, key) =>
    post(path, body, { authorization: `Bearer ${token}`, ...(key && { 'idempotency-key': key }) })
}

/** Packs and ships them, as their vendor does. Gives the SSCCs. */
export async function shipBoxes(ask: Ask, shipments: readonly Unpacked[]): Promise<string[]> {
  const codes: string[] = []
  for (const { shipment_id, list } of shipments) {
    const packing = await packingFile(list)
    const form = formOf({ shipment_id }, new Uint8Array(Buffer.from(packing.bytes)), packing.name)
    const packed = await ask<{ shipment: { version: number } }>('/v1/erp/vendor/upload-packing-list', form)
    const { version } = packed.shipment
    const change = { shipment_id, version, status: 'Packed and shipped', carrier: 'SF Express' }
    const sent = await ask<{ boxes: { sscc: string }[] }>('/v1/erp/vendor/update-shipment-details', change)
    codes.push(...sent.boxes.map(({ sscc }) => sscc))
  }
  return codes
}

/** Boxes as the sheet that takes them in. */
export async function arrivedFile(codes: readonly string[]): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of writeWorkbook(
    arrivedBoxes,
    codes.map((sscc) => ({ sscc, tracking_id: null })),
  ))
    parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

export function formOf(fields: Record<string, string>, bytes: Uint8Array<ArrayBuffer>, name: string): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('file', new Blob([bytes]), name)
  return form
}
