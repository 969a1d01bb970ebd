import { sql } from 'kysely'
import { v4 } from 'uuid'
import { expect, test, vi } from 'vitest'
import type { Db } from '../../src/server/http/call.ts'
import { openSessions } from '../../src/server/http/sessions.ts'
import { contract } from '../../src/shared/areas.ts'
import { makeBulkShipment } from '../support/bulk-shipment.ts'
import { testFolder } from '../support/child-server.ts'
import { indiaSite } from '../support/india-boxes.ts'
import { killedServer, retrying } from '../support/killed-server.ts'
import { ledgerDifferences } from '../support/ledgers.ts'
import { acceptBoxes, SKUS_A_BOX, sendBoxes } from '../support/sent-boxes.ts'
import { inBooks } from '../support/serve-process.ts'
import { testServer } from '../support/server.ts'

// Real processes, starts and syncs: slow where the machine is busy.
vi.setConfig({ testTimeout: 240_000 })

const { path } = contract.purchaseOrders.createPurchaseOrder

const PEOPLE = 8
const BOXES_EACH = 3
const BOXES = PEOPLE * BOXES_EACH
/** Every second box is bought, given back and bought again. */
const GIVEN_BACK = PEOPLE * Math.floor(BOXES_EACH / 2)
const ORDERS = BOXES + GIVEN_BACK
const KILLS = 3
const PIECES_A_BOX = 60

interface Answer {
  message: string
  data: { purchase_order: { purchase_order: string; state: string; pieces: number; version: number } }
}

// Catches a purchase order that a killed server made twice or half: pieces in stock that no order brought, or bought and in no stock, a
// number that is missing in the series, a box on two orders.
test('kill -9 of the server under 8 people who buy and give back: with a client that repeats, each box is bought once', async () => {
  const { dataDir } = await testFolder()
  const { ssccs, token } = await inBooks(dataDir, prepare)
  const running = await killedServer(dataDir, { deeds: ORDERS + GIVEN_BACK, kills: KILLS })
  const client = retrying<Answer>(running, token)
  await Promise.all(
    Array.from({ length: PEOPLE }, (_, person) =>
      buyAll(client, ssccs.slice(person * BOXES_EACH, (person + 1) * BOXES_EACH)),
    ),
  )
  await running.stop()
  console.info(`${running.kills()} kills; ${client.repeated()} requests were sent again`)
  expect(running.kills()).toBe(KILLS)
  await inBooks(dataDir, async (db) => {
    expect(await ledgerDifferences(db)).toEqual([])
    expect(await standing(db)).toEqual({
      serials: Array.from({ length: ORDERS }, (_, at) => at + 1),
      reversed: GIVEN_BACK,
      boxes_bought: BOXES,
      purchased: BOXES * PIECES_A_BOX,
      on_hand: BOXES * PIECES_A_BOX,
      moved: (ORDERS + GIVEN_BACK) * SKUS_A_BOX,
    })
  })
})

async function prepare(db: Db): Promise<{ ssccs: string[]; token: string }> {
  const server = await testServer({ db })
  const [vendor, ops] = [await server.makeUser({ role: 'vendor' }), await server.makeUser({ role: 'ops' })]
  const site = await indiaSite(server)
  const { shipment_id } = await makeBulkShipment(db, vendor, BOXES * SKUS_A_BOX)
  const { ids, ssccs } = await sendBoxes(db, { shipment_id, site, count: BOXES, from: 0 })
  await acceptBoxes(db, { ids, site, userId: ops.id })
  const { token } = await db.transaction().execute((tx) => openSessions(db).open(tx, ops.id))
  await server.stop()
  return { ssccs, token }
}

/** Buys boxes one by one, and every second one twice: it is given back in between. */
async function buyAll({ deed }: ReturnType<typeof retrying<Answer>>, ssccs: readonly string[]): Promise<void> {
  for (const [at, sscc] of ssccs.entries()) {
    const { data } = await deed(path, { box_ids: [sscc] }, v4())
    expect(data.purchase_order).toMatchObject({ state: 'POSTED', pieces: PIECES_A_BOX })
    if (at % 2 === 0) continue
    const { purchase_order, version } = data.purchase_order
    const back = await deed(path, { action: 'reverse', purchase_order, version, reason: 'Counted wrong' }, v4())
    expect(back.data.purchase_order.state).toBe('REVERSED')
    await deed(path, { box_ids: [sscc] }, v4())
  }
}

async function standing(db: Db) {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT (SELECT array_agg(serial ORDER BY serial) FROM purchase_order) AS serials,
      (SELECT count(*)::int FROM purchase_order WHERE reversed_at IS NOT NULL) AS reversed,
      (SELECT count(DISTINCT b.box_id)::int FROM purchase_order_box b JOIN purchase_order o ON o.id = b.purchase_order_id
        WHERE o.reversed_at IS NULL) AS boxes_bought,
      (SELECT sum(purchased)::int FROM qc_line) AS purchased,
      (SELECT sum(on_hand)::int FROM stock) AS on_hand,
      (SELECT count(*)::int FROM stock_move) AS moved`.execute(db)
  return rows[0]
}
