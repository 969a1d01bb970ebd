import { type RawBuilder, sql } from 'kysely'
import { contract } from '../../src/shared/areas.ts'
import type { Call } from '../../src/shared/kernel/call.ts'
import type { Client, Sends, TestReply } from './client.ts'
import type { TestServer } from './server.ts'

const { gatePasses, orders, shipments, samples, buyerReviews, invoices, returns, purchaseOrders } = contract

/** A client that need not say which version of a thing was seen. */
export interface Unseeing extends Client {
  call<C extends Call>(
    call: C,
    input: Sends<C> | Omit<Sends<C>, 'version'>,
    headers?: Record<string, string>,
  ): Promise<TestReply<C>>
}

type Named = Readonly<Record<string, unknown>>

/** The row that an input names, by the field that does. */
const by =
  (field: string, find: (named: unknown) => RawBuilder<unknown>) =>
  (input: Named): RawBuilder<unknown> | null =>
    input[field] == null ? null : find(input[field])

const pass = by('gate_pass', (number) => sql`SELECT version FROM gate_pass WHERE number = ${number}`)
const invoice = by('invoice_number', (number) => sql`SELECT version FROM invoice WHERE number = ${number}`)

const standing: Readonly<Record<string, (input: Named) => RawBuilder<unknown> | null>> = {
  [gatePasses.submit.path]: pass,
  [gatePasses.complete.path]: pass,
  [gatePasses.reopen.path]: pass,
  [gatePasses.cancelGatePass.path]: pass,
  [orders.cancelOrder.path]: by('order_id', (id) => sql`SELECT version FROM vendor_order WHERE order_id = ${id}`),
  [shipments.updateShipment.path]: by(
    'shipment_id',
    (id) => sql`SELECT version FROM shipment WHERE shipment_id = ${id}`,
  ),
  [samples.moveSample.path]: by('sample_id', (id) => sql`SELECT version FROM catalogue_sample WHERE code = ${id}`),
  [buyerReviews.decideReview.path]: by(
    'catalogue_id',
    (code) =>
      sql`SELECT r.version FROM buyer_review r JOIN catalogue_style c ON c.id = r.catalogue_id WHERE c.code = ${code}`,
  ),
  [invoices.createInvoice.path]: invoice,
  [invoices.createExportOrder.path]: invoice,
  [returns.confirmReturnToVendor.path]: by(
    'return_note',
    (number) => sql`SELECT version FROM return_note WHERE number = ${number}`,
  ),
  [purchaseOrders.createPurchaseOrder.path]: by(
    'purchase_order',
    (number) => sql`SELECT version FROM purchase_order WHERE number = ${number}`,
  ),
}

/** The version that an input leaves out, of the thing as it stands; none where it names no thing. */
export async function versionNow(
  { db }: Pick<TestServer, 'db'>,
  call: Call,
  input: object,
): Promise<{ version?: number }> {
  const find = 'version' in input ? null : standing[call.path]?.(input as Named)
  if (!find) return {}
  const { rows } = await sql<{ version: number }>`${find}`.execute(db)
  return { version: rows[0]?.version ?? 1 }
}

/**
 * For tests that are not about what was seen: a version that is left out is that of the thing as it stands. The contract's own test
 * holds that calls ask for it.
 */
export function asItStands(server: Pick<TestServer, 'db'>, client: Client): Unseeing {
  const call: Unseeing['call'] = async (of, input, headers) =>
    client.call(of, { ...(await versionNow(server, of, input)), ...input } as never, headers)
  return { ...client, call }
}
