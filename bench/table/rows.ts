import type { OrderRow } from '../../src/shared/areas/orders/shapes.ts'

/** Every order behind the list, read page by page as any client may. */
export async function readRows(url: string, token: string, most = Number.POSITIVE_INFINITY): Promise<OrderRow[]> {
  const rows: OrderRow[] = []
  let cursor: string | null = null
  do {
    const reply = await fetch(`${url}/v1/erp/vendor/get-orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ tab: 'all', page_size: 500, cursor }),
    })
    if (!reply.ok) throw new Error(`The orders were answered with ${reply.status}: ${await reply.text()}`)
    const { data } = (await reply.json()) as { data: { rows: OrderRow[]; next_cursor: string | null } }
    rows.push(...data.rows)
    cursor = data.next_cursor
  } while (cursor !== null && rows.length < most)
  return rows
}
