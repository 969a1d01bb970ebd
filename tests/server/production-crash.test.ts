import { sql } from 'kysely'
import { v4 } from 'uuid'
import { expect, test, vi } from 'vitest'
import { checkLedgers } from '../../src/server/app/check-ledgers.ts'
import type { Db } from '../../src/server/http/call.ts'
import { openSessions } from '../../src/server/http/sessions.ts'
import { contract } from '../../src/shared/areas.ts'
import { addDays, dayIn, indiaZone } from '../../src/shared/kernel/days.ts'
import { testFolder } from '../support/child-server.ts'
import { killedServer, retrying } from '../support/killed-server.ts'
import { makeFacilities, makeManyOrders } from '../support/production-worlds.ts'
import { inBooks } from '../support/serve-process.ts'
import { testServer } from '../support/server.ts'

// Real processes, starts and syncs: slow where the machine is busy.
vi.setConfig({ testTimeout: 240_000 })

const { production: calls } = contract
const PEOPLE = 4
const ROUNDS = 5
/** A draft, made ready, assigned, marked. */
const DEEDS = PEOPLE * ROUNDS * 4
const KILLS = 3
const today = dayIn(indiaZone, new Date())

interface Answer {
  data: { order: { version: number; order_action_id: string }; moved: number; draft_version: number }
}

// Catches a step of an order that a killed server took twice or half: a state without its event, a split without its lines; drafts that go with it.
test('kill -9 of the server under people who plan orders: each step is taken once, and their drafts are still there', async () => {
  const { dataDir } = await testFolder()
  const { numbers, token } = await inBooks(dataDir, prepare)
  const running = await killedServer(dataDir, { deeds: DEEDS, kills: KILLS })
  const { deed } = retrying<Answer>(running, token)
  await Promise.all(
    Array.from({ length: PEOPLE }, async (_, person) => {
      for (const order_action_id of numbers.slice(person * ROUNDS, (person + 1) * ROUNDS)) {
        const seen = (version: number) => ({ order_action_id, version })
        const draft = {
          ...seen(1),
          is_draft: true,
          draft_version: 0,
          content: { remark: `draft of ${order_action_id}` },
        }
        expect((await deed(calls.updateOrder.path, draft, v4())).data.draft_version).toBe(1)
        await deed(calls.moveOrder.path, { orders: [seen(1)], destination: 'READY_FOR_ALLOCATION' }, v4())
        const split = {
          ...seen(2),
          shares: ['S', 'M', 'L', 'XL'].map((size) => ({ facility: 'T1', color: 'Navy', size, pieces: 3 })),
          facilities: [{ facility: 'T1', starts_on: addDays(today, 1), due_on: addDays(today, 30) }],
        }
        await deed(
          calls.updateOrder.path,
          { ...draft, ...seen(2), draft_version: 1, content: { remark: 'again' } },
          v4(),
        )
        await deed(calls.assignVendors.path, { orders: [split], accepts_overload: true }, v4())
      }
    }),
  )
  await running.stop()
  expect(running.kills()).toBe(KILLS)
  await inBooks(dataDir, async (db) => {
    const { rows } = await sql<{ state: string; version: number; lines: number; events: number; orders: number }>`
      SELECT n.state, n.version, n.lines, n.events, count(*)::int AS orders FROM (SELECT o.state, o.version,
          (SELECT count(*)::int FROM production_allocation_line l WHERE l.order_id = o.id) AS lines,
          (SELECT count(*)::int FROM audit_event e WHERE e.entity = 'production_order' AND e.entity_id = o.number) AS events
        FROM production_order o WHERE o.number = ANY(${numbers}::text[])) n GROUP BY 1, 2, 3, 4`.execute(db)
    // Made by SQL, so without an event of that; made ready and assigned.
    expect(rows).toEqual([{ state: 'CAD', version: 3, lines: 4, events: 2, orders: PEOPLE * ROUNDS }])
    // Assigning saves no remark: each stays in its writer's draft, beside the one that nobody touched.
    const { rows: drafts } = await sql<{
      drafts: number
    }>`SELECT count(*)::int AS drafts FROM production_order_draft`.execute(db)
    expect(drafts).toEqual([{ drafts: PEOPLE * ROUNDS + 1 }])
    for (const { ledger, found } of await checkLedgers(db)) expect([ledger, found]).toEqual([ledger, []])
  })
})

/** Orders to plan, and one with a draft that nobody touches any more. */
async function prepare(db: Db): Promise<{ numbers: string[]; token: string }> {
  const server = await testServer({ db })
  const user = await server.makeUser({ role: 'ops' })
  await makeFacilities(db)
  const numbers = await makeManyOrders(db, PEOPLE * ROUNDS + 1)
  const [kept = '', ...others] = numbers
  const ops = await server.as(user)
  const answer = await ops.call(calls.updateOrder, {
    order_action_id: kept,
    version: 1,
    is_draft: true,
    content: { remark: 'kept' },
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const { token } = await db.transaction().execute((tx) => openSessions(db).open(tx, user.id))
  await server.stop()
  return { numbers: others, token }
}
