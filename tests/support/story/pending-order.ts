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

/** What a colleague of ops decides meanwhile. */
export async function decideElsewhere(server: string, order_id: string, decision: 'approve' | 'withdraw') {
  const listed = decision === 'approve' ? 'pending' : 'confirmed'
  const { rows } = await askAsOps<{ rows: { version: number }[] }>(
    ...([server, `retool/erp/ops/get-orders/${listed}/1`, { order_ids: [order_id] }, fetch] as const),
  )
  const orders = [{ order_id, version: rows[0]?.version ?? 1 }]
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
