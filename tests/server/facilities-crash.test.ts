import { sql } from 'kysely'
import { v4 } from 'uuid'
import { expect, test, vi } from 'vitest'
import { checkLedgers } from '../../src/server/app/check-ledgers.ts'
import type { Db } from '../../src/server/http/call.ts'
import { openSessions } from '../../src/server/http/sessions.ts'
import { contract } from '../../src/shared/areas.ts'
import { testFolder } from '../support/child-server.ts'
import { sentAtOnce } from '../support/facilities.ts'
import { killedServer, retrying } from '../support/killed-server.ts'
import { makeFacilities, makeManyOrders } from '../support/production-worlds.ts'
import { inBooks } from '../support/serve-process.ts'
import { testServer } from '../support/server.ts'

// Real processes, starts and syncs: slow where the machine is busy.
vi.setConfig({ testTimeout: 240_000 })

const { facilities: calls } = contract
const STATIONS = 4
const ORDERS = 5
const stages = ['cutting', 'stitching', 'finishing', 'checking', 'packed'] as const
/** Stages, then a box, of each order. */
const DEEDS = STATIONS * ORDERS * (stages.length + 1)
const KILLS = 3
const skus = ['S', 'M', 'L', 'XL'].map((size) => `NM-MANY-${size}`)

// Catches a stage that a killed server entered twice or half, a box of pieces that were not taken out of the packed ones.
test('kill -9 of the server under stations: each entry and each box is taken once', async () => {
  const { dataDir } = await testFolder()
  const { numbers, token } = await inBooks(dataDir, prepare)
  const running = await killedServer(dataDir, { deeds: DEEDS, kills: KILLS })
  const { deed } = retrying<{ data: { box_id: string } }>(running, token)
  const boxes: string[] = []
  await Promise.all(
    Array.from({ length: STATIONS }, async (_, station) => {
      for (const order_action_id of numbers.slice(station * ORDERS, (station + 1) * ORDERS)) {
        const lines = skus.map((nm_sku) => ({ nm_sku, quantity: 3 }))
        for (const status of stages)
          await deed(calls.updateProductionStatus.path, { facility: 'T1', order_action_id, status, lines }, v4())
        const packed = lines.map((line) => ({ ...line, order_action_id, quantity: 2 }))
        boxes.push((await deed(calls.createBox.path, { facility: 'T1', lines: packed }, v4())).data.box_id)
      }
    }),
  )
  await running.stop()
  expect(running.kills()).toBe(KILLS)
  await inBooks(dataDir, async (db) => {
    const { rows } = await sql<{ packed: number; shipment_pending: number; cut: number; orders: number }>`
      SELECT j.packed, j.shipment_pending, o.cut, count(*)::int AS orders FROM facility_job j JOIN production_order o ON o.id = j.order_id
      GROUP BY 1, 2, 3`.execute(db)
    expect(rows).toEqual([{ packed: 4, shipment_pending: 8, cut: 12, orders: STATIONS * ORDERS }])
    const { rows: kept } = await sql<{ boxes: number }>`SELECT count(*)::int AS boxes FROM facility_box`.execute(db)
    expect([kept[0]?.boxes, new Set(boxes).size]).toEqual([STATIONS * ORDERS, STATIONS * ORDERS])
    for (const { ledger, found } of await checkLedgers(db)) expect([ledger, found]).toEqual([ledger, []])
  })
})

async function prepare(db: Db): Promise<{ numbers: string[]; token: string }> {
  const server = await testServer({ db })
  const user = await server.makeUser({ role: 'ops' })
  await makeFacilities(db)
  const numbers = await makeManyOrders(db, STATIONS * ORDERS)
  await sentAtOnce(db, numbers, 'T1')
  const { token } = await db.transaction().execute((tx) => openSessions(db).open(tx, user.id))
  await server.stop()
  return { numbers, token }
}
