import type { Ask } from '../ask-through-page.ts'
import { password } from './stage.ts'

/** An order that waits for ops, with its lines: what a story is told about. */
export interface PendingOrder {
  order_id: string
  supplier_id: string
  lines: { nm_sku: string; color: string; color_zh: string; size: string; ordered: number }[]
}

/** Signed in once: only so many sign-ins a minute are let in, and specs ask again and again until something is so. */
const tokens = new Map<string, string>()

/** The smallest pending orders of a vendor, asked of the server as ops would. */
export async function pendingOrders(server: string, supplierId: string, call: Ask = fetch): Promise<PendingOrder[]> {
  const ask = async (path: string, body: unknown, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const reply = await call(`${server}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
    return (await reply.json()) as { data: never }
  }
  const signIn = async () => {
    const { data } = await ask('retool/erp/login', { email: 'ops@demo.selvedge', password })
    return (data as { token: string }).token
  }
  const token = tokens.get(server) ?? (await signIn())
  tokens.set(server, token)
  const wish = { supplier_id: supplierId, page_size: 500, include_lines: true }
  const { rows } = (await ask('retool/erp/ops/get-orders/pending/1', wish, token)).data as {
    rows: {
      order_id: string
      supplier_id: string
      sku_details: (Omit<PendingOrder['lines'][number], 'ordered'> & { quantities: { ordered: number } })[]
    }[]
  }
  return rows
    .map(({ order_id, supplier_id, sku_details }) => ({
      order_id,
      supplier_id,
      lines: sku_details.map(({ quantities, ...line }) => ({ ...line, ordered: quantities.ordered })),
    }))
    .sort((a, b) => a.lines.length - b.lines.length)
}
