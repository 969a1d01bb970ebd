import { sql } from 'kysely'
import { v7 } from 'uuid'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from './client.ts'
import { fillCustoms, type InvoiceWorld, invoicedBoxes } from './invoices.ts'
import { done } from './qc-world.ts'
import type { TestServer } from './server.ts'
import { sumsShown } from './ship-to-india.ts'

const calls = contract.indiaReceiving

/** A site of India QC, by its code; made where there is none. */
export async function indiaSite({ db }: Pick<TestServer, 'db'>, code = 'INQC'): Promise<string> {
  const known = await db.selectFrom('site').where('code', '=', code).select('id').executeTakeFirst()
  if (known) return known.id
  const id = v7()
  await sql`INSERT INTO site (id, code, name, name_zh, kind, country, address, time_zone)
    VALUES (${id}, ${code}, ${`${code} QC Centre`}, ${`${code} 质检中心`}, 'india_qc', 'IN', 'Plot 214', 'Asia/Kolkata')`.execute(
    db,
  )
  return id
}

export interface OnWayToIndia extends InvoiceWorld {
  /** Number of the export order. */
  number: string
  invoice_number: string
  /** Somebody who receives boxes in India. */
  receiver: Client
  /** The same, who may settle as well. */
  manager: Client
  ssccs: string[]
}

/** Boxes that China shipped to India, under one export order. */
export async function onWayToIndia(
  server: TestServer,
  boxes: number[][] = [[12, 8]],
  destination?: string,
): Promise<OnWayToIndia> {
  await indiaSite(server)
  const world = await invoicedBoxes(server, boxes)
  const { invoice_number } = world.invoice
  await fillCustoms(server)
  await sql`UPDATE invoice_line l SET hs_code = '610910', description = 'T-shirts', origin = 'CN', net_weight_grams = 180
    FROM invoice i WHERE i.id = l.invoice_id AND i.number = ${invoice_number}`.execute(server.db)
  const terms = {
    incoterm: 'FOB',
    port_of_loading: 'Guangzhou',
    port_of_discharge: 'Mumbai',
    transport: 'air',
    gross_weight_grams: 9_000,
  } as const
  const made = await done(world.lead, contract.invoices.createExportOrder, { invoice_number, ...terms })
  await done(world.lead, contract.invoices.confirmShipToIndia, {
    invoice_numbers: [invoice_number],
    expected: await sumsShown(world.lead, [invoice_number]),
    ...(destination && { destination }),
  })
  return {
    ...world,
    invoice_number,
    number: made.invoice.export_order?.export_order_number ?? '',
    receiver: await server.as(await server.makeUser({ role: 'india_qc_inward_wh', team: 'india' })),
    manager: await server.as(await server.makeUser({ role: 'india_qc_manager', team: 'india' })),
    ssccs: world.boxes.map(({ sscc }) => sscc),
  }
}

let keys = 0

/** Scans boxes in India, as a station does. */
export async function receive(
  client: Client,
  codes: readonly (
    | string
    | {
        code: string
        scan_id?: string
        takes_back?: string
        lines?: { nm_sku: string; counted: number }[]
        damaged?: { remark: string; image_ids?: string[] }
      }
  )[],
  more: { action?: 'receive' | 'undo'; site?: string } = {},
) {
  keys += 1
  const boxes = codes.map((code) => (typeof code === 'string' ? { code } : code))
  const key = { 'idempotency-key': `india-${process.pid}-${keys}` }
  const { status, body } = await client.call(calls.receiveBoxes, { boxes, ...more }, key)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body.data
}

export async function discrepancies(client: Client, consignment?: string, tab: 'open' | 'all' = 'all') {
  const { rows } = await done(client, calls.boxDiscrepancies, { tab, ...(consignment && { consignment }) })
  return rows
}

/** An export order as India sees it. */
export async function consignmentNow(client: Client, number: string) {
  const { consignments = [] } = await done(client, calls.getAwaitingInwardBoxes, {
    part: 'arrivals',
    consignment: number,
  })
  const [found] = consignments
  if (found === undefined) throw new Error(`${number} is not there`)
  return found
}
