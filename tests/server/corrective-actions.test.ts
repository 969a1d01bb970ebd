import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { tellDueActions } from '../../src/server/areas/corrective-actions/deadlines.ts'
import { removeUnusedPhotos } from '../../src/server/areas/photos/photo-files.ts'
import { correctiveLife } from '../../src/shared/areas/corrective-actions/life.ts'
import type { ActionState } from '../../src/shared/areas/corrective-actions/rules.ts'
import { contract } from '../../src/shared/areas.ts'
import { addDays, dayIn, vendorZone } from '../../src/shared/kernel/days.ts'
import { openMoves } from '../../src/shared/kernel/lifecycle.ts'
import type { Client } from '../support/client.ts'
import { makeOrder } from '../support/orders.ts'
import type { MadeUser, MadeVendor } from '../support/people.ts'
import { plainPhoto } from '../support/pictures.ts'
import { countedBoxes, stain } from '../support/qc-inspection.ts'
import { type TestServer, testServer } from '../support/server.ts'

const calls = contract.correctiveActions
const inDays = (days: number) => dayIn(vendorZone, new Date(Date.now() + days * 86_400_000))

let server: TestServer
let ops: Client
let maker: MadeVendor
let person: MadeUser
let vendor: Client
beforeAll(async () => {
  server = await testServer()
  ops = await server.as('ops')
  maker = await server.makeVendor()
  person = await server.makeUser({ role: 'vendor', vendor: maker })
  vendor = await server.as(person)
})

const asked = (more = {}) => ({
  ...{
    supplier_id: maker.code,
    title: 'Oil stains on cuffs',
    wrong: 'Four of ten pieces were stained.',
    due_on: inDays(7),
  },
  ...more,
})
const opening = async (more = {}) => {
  const reply = await ops.call(calls.openCorrectiveAction, asked(more))
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body.data.action
}
const found = async (number: string, by = ops) => (await by.call(calls.getCorrectiveAction, { number })).body.data
const answering = async (number: string, more = {}, by = vendor) => {
  const { version } = (await found(number)).action
  const said = { root_cause: 'A machine leaked.', done: 'The machine was mended.', image_ids: [] }
  return by.call(calls.answerCorrectiveAction, { number, version, ...said, ...more })
}
const judging = async (number: string, judgement: 'accept' | 'return' | 'close' | 'cancel', more = {}) => {
  const { version } = (await found(number)).action
  return ops.call(calls.judgeCorrectiveAction, { number, version, judgement, ...more })
}

describe('the way of a corrective action', () => {
  // Would catch: a way that cannot end, one that ends without an answer that was accepted, or goes on after its end.
  it('ends closed after an accepted answer, or cancelled, and nowhere else', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9), { maxLength: 30 }), (picks) => {
        let state: ActionState = 'opened'
        let accepted = false
        for (const pick of picks) {
          const ways: ActionState[] = [
            ...correctiveLife.names.flatMap((move) => {
              const { to } = correctiveLife.ruleOf(move)
              return to === undefined || correctiveLife.closedFor(move, { number: 'CA-1', state }) ? [] : [to]
            }),
          ]
          expect(ways.length === 0).toBe(correctiveLife.isOver(state))
          const next = ways[pick % Math.max(1, ways.length)]
          if (next === undefined) break
          if (next === 'accepted') expect(state).toBe('answered')
          accepted = next === 'accepted' || (accepted && next === 'closed')
          if (next === 'closed') expect(accepted).toBe(true)
          state = next
        }
      }),
    )
  })

  // Would catch: an answer that nobody is told of, one sent back without a word, an answer to what is closed, a stale judgement that wins,
  // a history that forgets what was answered first.
  it('goes from the company to the vendor and back, with its words kept', async () => {
    const { number, state } = await opening({ owner_id: person.id })
    expect(state).toBe('opened')
    expect(openMoves((await found(number, vendor)).moves)).toEqual(['answer'])
    expect((await answering(number, {}, ops)).status).toBe(403)
    expect((await answering(number, { done: ' ' })).status).toBe(400)
    expect((await answering(number)).body.data.action).toMatchObject({
      state: 'answered',
      root_cause: 'A machine leaked.',
    })
    expect(openMoves((await found(number)).moves)).toEqual(['change', 'accept', 'return', 'cancel'])
    expect((await judging(number, 'return')).status).toBe(400)
    const back = await judging(number, 'return', { remark: 'Which machine?', due_on: inDays(9) })
    expect(back.body.data.action).toMatchObject({ state: 'returned', due_on: inDays(9), remark: 'Which machine?' })
    expect((await judging(number, 'accept')).status).toBe(409)
    await answering(number, { root_cause: 'Machine 7 leaked.' })
    const stale = { number, version: 1, judgement: 'accept' as const }
    expect((await ops.call(calls.judgeCorrectiveAction, stale)).status).toBe(409)
    expect((await judging(number, 'accept')).body.data.action.state).toBe('accepted')
    expect((await judging(number, 'close')).body.data.action.state).toBe('closed')
    expect((await answering(number)).status).toBe(409)
    const { history, moves } = await found(number)
    expect(openMoves(moves)).toEqual([])
    expect(history.map(({ event }) => event).toReversed()).toEqual([
      ...(['corrective.opened', 'corrective.answered', 'corrective.returned', 'corrective.answered'] as const),
      ...(['corrective.accepted', 'corrective.closed'] as const),
    ])
    expect(history.flatMap(({ details }) => details.root_cause ?? [])).toEqual([
      'Machine 7 leaked.',
      'A machine leaked.',
    ])
    // Some may be in people's lists already: the server hands them out while this goes on, the oldest first.
    const { rows } = await sql<{ kind: string; vendor_id: string | null }>`SELECT kind, vendor_id FROM notice_outbox
      WHERE things = ARRAY[${number}] ORDER BY id`.execute(server.db)
    const told = [
      ...(['corrective_opened', 'corrective_answered', 'corrective_opened'] as const),
      ...(['corrective_answered', 'corrective_judged', 'corrective_judged'] as const),
    ].map((kind) => [kind, kind !== 'corrective_answered'])
    expect(rows.map(({ kind, vendor_id }) => [kind, vendor_id === maker.id])).toEqual(
      told.slice(told.length - rows.length),
    )
  })

  // Would catch: a day that has passed, a person or thing of another vendor, a vendor that nobody knows.
  it('is opened of what is the vendor’s, and due on a day to come', async () => {
    const other = await server.makeUser({ role: 'vendor' })
    const theirs = await makeOrder(server.db)
    const own = await makeOrder(server.db, { vendor: maker })
    const refused = [
      ...[{ due_on: inDays(-1) }, { owner_id: other.id }, { supplier_id: 'NOBODY' }],
      ...[{ about: { kind: 'order', code: theirs.order_id } }, { about: { kind: 'lot', code: 'x' } }],
      { about: { kind: 'reason', code: 'No such reason' } },
    ]
    for (const more of refused) {
      const { status } = await ops.call(calls.openCorrectiveAction, asked(more))
      expect([more, status]).toEqual([more, 400])
    }
    expect((await opening({ about: { kind: 'order', code: own.order_id.toLowerCase() } })).about).toEqual({
      ...{ kind: 'order', code: own.order_id },
    })
    expect((await opening({ about: { kind: 'reason', code: 'Stain' } })).about?.code).toBe('Stain')
    expect((await vendor.call(calls.openCorrectiveAction, asked())).status).toBe(403)
  })

  // Would catch: a rejected lot of a scorecard that cannot be asked about, or another vendor's that can.
  it('may be about a lot that was rejected', async () => {
    const made = await countedBoxes(server, [[10]])
    const [sku = ''] = made.skus
    const lines = [{ nm_sku: sku, failed: 10, sampled: 5 }]
    await made.judge({ lines, defects: [stain(sku, 4)], verdict: 'failed' })
    const supplier_id = made.shipment.order.vendor.code
    const { rows } = (await ops.call(contract.scorecards.scorecardBehind, { supplier_id, of: 'lots' })).body.data
    const about = { kind: 'lot' as const, code: rows[0]?.id ?? '' }
    expect((await opening({ supplier_id, about })).about?.code).toContain(made.box.sscc)
    expect((await ops.call(calls.openCorrectiveAction, asked({ about }))).status).toBe(400)
  })
})

// Would catch: another vendor that reads, answers or sees photographs; a photograph that is swept away with the unused, or taken from others.
it('keeps to its vendor, with its photographs', async () => {
  const { number } = await opening()
  const stranger = await server.as('vendor')
  const image = async (by: Client) =>
    (await by.call(calls.uploadCorrectivePhoto, { file: { name: 'a.jpg', bytes: await plainPhoto() } })).body.data
      .image_id
  const mine = await image(vendor)
  expect((await answering(number, { image_ids: [await image(stranger)] })).status).toBe(400)
  expect((await answering(number, { image_ids: [mine] })).status).toBe(200)
  expect((await found(number, vendor)).image_ids).toEqual([mine])
  await removeUnusedPhotos(server.db, server.files, sql<Date>`now() + interval '1 day'`)
  const seen = async (by: Client) => (await by.call(calls.correctivePhoto, { image_id: mine })).status
  expect([await seen(ops), await seen(vendor), await seen(stranger)]).toEqual([200, 200, 404])
  expect((await stranger.call(calls.getCorrectiveAction, { number })).status).toBe(404)
  expect((await answering(number, {}, stranger)).status).toBe(404)
  expect((await stranger.call(calls.getCorrectiveActions, {})).body.data.rows).toEqual([])
  expect((await vendor.call(calls.correctiveOwners, { supplier_id: maker.code })).status).toBe(403)
  const { people } = (await ops.call(calls.correctiveOwners, { supplier_id: maker.code })).body.data
  expect(people.map(({ id }) => id)).toEqual([person.id])
})

// Would catch: a vendor reminded every hour, or never; what is answered told as overdue; another due date of which nobody is reminded.
it('is reminded of three days before, and told when it is overdue, once each', async () => {
  await sql`UPDATE corrective_action SET state = 'cancelled'`.execute(server.db)
  const one = await opening({ due_on: inDays(10) })
  const answered = await opening({ due_on: inDays(10) })
  expect((await answering(answered.number)).status).toBe(200)
  const at = (days: number) => new Date(Date.parse(`${one.due_on}T02:00:00Z`) + days * 86_400_000)
  // Waiting or handed over already: the server's own round may come between.
  const told = async () => {
    const { rows } = await sql<{ kind: string }>`
      SELECT kind FROM notice_outbox WHERE things @> ARRAY[${one.number}] UNION
      SELECT kind FROM notice WHERE things @> ARRAY[${one.number}]`.execute(server.db)
    return rows
      .map(({ kind }) => kind)
      .filter((kind) => /_(due|late|overdue)$/.test(kind))
      .toSorted()
  }
  expect(await tellDueActions(server.db, at(-4))).toBe(0)
  expect(await tellDueActions(server.db, at(-3))).toBe(1)
  expect(await tellDueActions(server.db, at(-2))).toBe(0)
  expect(await told()).toEqual(['corrective_due'])
  expect(await tellDueActions(server.db, at(1))).toBe(1)
  expect(await tellDueActions(server.db, at(2))).toBe(0)
  expect(await told()).toEqual(['corrective_due', 'corrective_late', 'corrective_overdue'])
  const { version } = (await found(one.number)).action
  const later = addDays(one.due_on, 20)
  const changed = { number: one.number, version, due_on: later, owner_id: null }
  expect((await ops.call(calls.changeCorrectiveAction, changed)).status).toBe(200)
  expect(await tellDueActions(server.db, at(18))).toBe(1)
  // The day of which it was reminded last, moved away and back.
  for (const due_on of [addDays(later, 9), later]) {
    const { version: now } = (await found(one.number)).action
    const moved = { number: one.number, version: now, due_on, owner_id: null }
    expect((await ops.call(calls.changeCorrectiveAction, moved)).status).toBe(200)
  }
  expect(await tellDueActions(server.db, at(18))).toBe(1)
})

// Would catch: tabs whose counts differ from their rows, what is due last first, an overdue one that waits for us told as the vendor's.
it('stands in the lists of both sides', async () => {
  await sql`UPDATE corrective_action SET state = 'cancelled'`.execute(server.db)
  const late = await opening({ title: 'Late one' })
  const checked = await opening()
  await answering(checked.number)
  await opening({ due_on: inDays(30) })
  await sql`UPDATE corrective_action SET due_on = due_on - 20 WHERE number = ANY(${[late.number, checked.number]}::text[])`.execute(
    server.db,
  )
  for (const by of [ops, vendor]) {
    const { counts } = (await by.call(calls.getCorrectiveActions, { part: 'counts' })).body.data
    expect(counts).toMatchObject({ to_answer: 2, overdue: 1, to_check: 1, accepted: 0 })
    const { rows } = (await by.call(calls.getCorrectiveActions, { tab: 'to_answer' })).body.data
    expect(rows.map(({ number, is_overdue }) => [number, is_overdue])[0]).toEqual([late.number, true])
    expect((await by.call(calls.getCorrectiveActions, { search: 'late one' })).body.data.rows).toHaveLength(1)
  }
  const card = (await ops.call(contract.scorecards.getScorecard, { supplier_id: maker.code })).body.data.card
  expect(card).toMatchObject({ open_actions: 2, overdue_actions: 1 })
})
