import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { takeIn } from '../../src/server/areas/receiving/take-in.ts'
import type { Tx } from '../../src/server/http/call.ts'
import { makeBulkShipment } from '../support/bulk-shipment.ts'
import { indiaSite } from '../support/india-boxes.ts'
import { SKUS_A_BOX, sendBoxes } from '../support/sent-boxes.ts'
import { type TestServer, testServer } from '../support/server.ts'

const BOXES = 40

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})

/** How often this transaction went through all order lines. */
async function walks(tx: Tx): Promise<number> {
  const { rows } = await sql<{ walks: number }>`
    SELECT seq_scan::int AS walks FROM pg_stat_xact_user_tables WHERE relname = 'order_line'`.execute(tx)
  return rows[0]?.walks ?? 0
}

// Catches contents that are read box by box: where the database takes order lines for few, it walks through all of them for each box
// of a file, and two thousand boxes take a quarter of a minute.
it('reads what boxes hold all at once, and takes in what their lists declare', async () => {
  const vendor = await server.makeUser({ role: 'vendor' })
  const userId = (await server.makeUser({ role: 'ops' })).id
  const site = await indiaSite(server)
  const { shipment_id } = await makeBulkShipment(server.db, vendor, BOXES * SKUS_A_BOX)
  const { ids } = await sendBoxes(server.db, { shipment_id, site, count: BOXES, from: 0 })
  const auditor = { caller: { userId }, requestId: 'test', source: 'api' } as const
  const walked = await server.db.transaction().execute(async (tx) => {
    // As it plans without knowing its tables, whatever it knows here.
    await sql`SET LOCAL enable_nestloop = off`.execute(tx)
    const before = await walks(tx)
    await takeIn(
      tx,
      auditor,
      ids.map((id) => ({ id, scanId: null, isCounted: true })),
    )
    return (await walks(tx)) - before
  })
  expect(walked).toBeLessThan(5)
  const { rows } = await sql<{ box: string; pieces: number; places: number[] }>`
    SELECT l.box_id::text AS box, sum(l.to_inspect)::int AS pieces, array_agg(l.position ORDER BY l.position) AS places
    FROM qc_line l WHERE l.box_id = ANY(${ids}::uuid[]) GROUP BY 1`.execute(server.db)
  expect(rows).toHaveLength(BOXES)
  for (const { pieces, places } of rows) expect([pieces, places]).toEqual([60, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]])
})
