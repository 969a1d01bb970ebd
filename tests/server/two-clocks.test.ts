import { sql } from 'kysely'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import { makeOrder } from '../support/orders.ts'
import { testServer } from '../support/server.ts'

// Catches a history in the order of the servers' clocks: of two servers on one database the one that is an hour behind wrote second, and
// stood first, so that a stale save named the wrong person and a take-back was told before what it took back.
test('what two servers with different clocks wrote stands in the order in which it was written', async () => {
  const server = await testServer()
  const { order_id } = await makeOrder(server.db)
  const ops = await server.as('ops')
  const other = await server.makeUser({ role: 'ops' })
  await ops.call(contract.orders.setUrgent, { order_ids: [order_id], is_urgent: true })
  await sql`INSERT INTO audit_event (id, user_id, entity, entity_id, event, source, request_id)
    VALUES (${v7({ msecs: Date.now() - 3_600_000 })}, ${other.id}, 'order', ${order_id}, 'order.urgent_unset', 'screen', 'r')`.execute(
    server.db,
  )
  const life = await ops.call(contract.trace.traceLife, { kind: 'order', code: order_id })
  expect(life.body.data.events.map(({ event }) => event)).toEqual(['order.urgent_unset', 'order.urgent_set'])
})
