import type { Ask } from '../ask-through-page.ts'
import { password } from './stage.ts'

/** An order that waits for ops, with its lines: what a story is told about. */
export interface PendingOrder {
  order_id: string
  supplier_id: string
  /** Why to look at it twice; none of a clean one. */
  exceptions: string[]
  lines: { nm_sku: string; color: string; color_zh: string; size: string; ordered: number }[]
}

/** Signed in once: only so many sign-ins a minute are let in, and specs ask again and again until something is so. */
const tokens = new Map<string, string>()

async function askAsOps<D>(server: string, path: string, body: unknown, call: Ask): Promise<D> {
  const ask = async (to: string, asked: unknown, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const reply = await call(`${server}/${to}`, { method: 'POST', headers, body: JSON.stringify(asked) })
    if (!reply.ok) throw new Error(`${to}: ${await reply.text()}`)
    return ((await reply.json()) as { data: unknown }).data
  }
  const signIn = async () =>
    ((await ask('retool/erp/login', { email: 'ops@demo.selvedge', password })) as { token: string }).token
  const token = tokens.get(server) ?? (await signIn())
  tokens.set(server, token)
  return (await ask(path, body, token)) as D
}

async function standing(server: string, order_id: string, listed: 'pending' | 'confirmed' = 'pending') {
  const path = `retool/erp/ops/get-orders/${listed}/1`
  type Standing = { version: number; shipping_deadline: string }
  const { rows } = await askAsOps<{ rows: Standing[] }>(server, path, { order_ids: [order_id] }, fetch)
  const [order] = rows
  if (order === undefined) throw new Error(`order ${order_id} is not ${listed}`)
  return order
}

/** What a colleague of ops changes meanwhile: a day more for the vendor. Gives the new deadline. */
export async function amendElsewhere(server: string, order_id: string): Promise<string> {
  const { version, shipping_deadline: before } = await standing(server, order_id)
  const shipping_deadline = new Date(Date.parse(before) + 86_400_000).toISOString().slice(0, 10)
  const asked = { order_id, version, reason: 'Spec', shipping_deadline }
  await askAsOps(server, 'selvedge/orders/amend', asked, fetch)
  return shipping_deadline
}

/** What a colleague of ops decides meanwhile. */
export async function decideElsewhere(server: string, order_id: string, decision: 'approve' | 'withdraw') {
  const { version } = await standing(server, order_id, decision === 'approve' ? 'pending' : 'confirmed')
  const orders = [{ order_id, version }]
  await askAsOps(server, 'retool/erp/ops/approve-order', { orders, decision }, fetch)
}

/** The smallest pending orders of a vendor, asked of the server as ops would. */
export async function pendingOrders(server: string, supplierId: string, call: Ask = fetch): Promise<PendingOrder[]> {
  const wish = { supplier_id: supplierId, page_size: 500, include_lines: true }
  type Row = Omit<PendingOrder, 'lines'> & {
    sku_details: (Omit<PendingOrder['lines'][number], 'ordered'> & { quantities: { ordered: number } })[]
  }
  const { rows } = await askAsOps<{ rows: Row[] }>(server, 'retool/erp/ops/get-orders/pending/1', wish, call)
  return rows
    .map(({ order_id, supplier_id, exceptions, sku_details }) => ({
      order_id,
      supplier_id,
      exceptions,
      lines: sku_details.map(({ quantities, ...line }) => ({ ...line, ordered: quantities.ordered })),
    }))
    .sort((a, b) => a.lines.length - b.lines.length)
}
