import { v7 } from 'uuid'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from './client.ts'
import type { TestServer } from './server.ts'

export type Scan = string | { code: string; scan_id?: string; scanned_at?: string; takes_back?: string }

let keys = 0

/** Scans boxes, as a station does: with a key of its own, which nothing but the same try again has. */
export async function scanIn(
  client: Client,
  codes: readonly Scan[],
  more: { action?: 'inward' | 'undo'; site?: string } = {},
) {
  keys += 1
  const boxes = codes.map((code) => (typeof code === 'string' ? { code } : code))
  const key = { 'idempotency-key': `station-${process.pid}-${keys}` }
  const { status, body } = await client.call(contract.receiving.inwardBoxes, { boxes, ...more }, key)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body.data
}

export function outcomes({ results }: { results: readonly { outcome: string }[] }): string[] {
  return results.map(({ outcome }) => outcome)
}

let sites = 0

/** Another site of China QC, and the given shipments on their way to it. */
export async function otherSite({ db }: TestServer, ...shipmentIds: string[]): Promise<{ id: string; code: string }> {
  sites += 1
  const site = { id: v7(), code: `QC-OTHER-${sites}`, name: `Other QC ${sites}`, name_zh: `另一质检仓 ${sites}` }
  const place = { kind: 'china_qc' as const, country: 'CN', address: 'Hangzhou', time_zone: 'Asia/Shanghai' }
  await db
    .insertInto('site')
    .values({ ...site, ...place })
    .execute()
  if (shipmentIds.length > 0)
    await db.updateTable('shipment').set({ destination_id: site.id }).where('shipment_id', 'in', shipmentIds).execute()
  return site
}

/** The code with another last digit: as a scanner misreads it. */
export function misread(sscc: string): string {
  return sscc.slice(0, 17) + String((Number(sscc.at(-1)) + 1) % 10)
}
