import type { OrderSeen } from '../../src/shared/areas/orders/shapes.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Takes } from '../../src/shared/kernel/call.ts'
import type { Client } from './client.ts'
import type { TestServer } from './server.ts'

const { approveOrder } = contract.orders

type How = Omit<Takes<typeof approveOrder>, 'orders' | 'all_matching' | 'with_exceptions'>

/** Orders as they stand; one that there is not, as its first version. */
export async function asTheyStand({ db }: Pick<TestServer, 'db'>, ids: readonly string[]): Promise<OrderSeen[]> {
  const rows = await db
    .selectFrom('vendor_order')
    .where('order_id', 'in', ids)
    .select(['order_id', 'version'])
    .execute()
  const versions = new Map(rows.map(({ order_id, version }) => [order_id, version]))
  return ids.map((order_id) => ({ order_id, version: versions.get(order_id) ?? 1 }))
}

/** Decides on orders as they stand, for tests that are not about what was seen. `changed` are the ids of those decided on. */
export async function decideOn(
  server: Pick<TestServer, 'db'>,
  client: Client,
  ids: string | readonly string[],
  how: How = {},
  headers?: Record<string, string>,
) {
  const orders = await asTheyStand(server, typeof ids === 'string' ? [ids] : ids)
  const reply = await client.call(approveOrder, { orders, ...how }, headers)
  return { ...reply, changed: reply.body.data?.changed?.map(({ order_id }) => order_id) ?? [] }
}
