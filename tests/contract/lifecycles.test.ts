import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { readChineseParts } from '../../scripts/locale-files.ts'
import { correctiveLife } from '../../src/shared/areas/corrective-actions/life.ts'
import { closedForPass, movesOf, passMoveNames, passStates } from '../../src/shared/areas/gate-passes/moves.ts'
import { allowedIndiaActions, indiaBoxMoves } from '../../src/shared/areas/india-qc/status.ts'
import { invoiceActions, invoiceOffers } from '../../src/shared/areas/invoices/rules.ts'
import { qcPieces } from '../../src/shared/areas/qc-boxes/quantities.ts'
import { allowedQcActions, boxMoves, type StandingBox } from '../../src/shared/areas/qc-boxes/status.ts'
import { allowedShipmentMoves, shipmentOffers, shipmentStates } from '../../src/shared/areas/shipments/status.ts'
import { contract, lives } from '../../src/shared/areas.ts'
import { addDays, dayIn, vendorZone } from '../../src/shared/kernel/days.ts'
import { type AnyLifecycle, type OfferedMove, openMoves } from '../../src/shared/kernel/lifecycle.ts'
import { roles } from '../../src/shared/kernel/roles.ts'
import type { Client } from '../support/client.ts'
import type { MadeUser, MadeVendor } from '../support/people.ts'
import { type TestServer, testServer } from '../support/server.ts'

const chinese = Object.assign({}, ...readChineseParts().map(({ words }) => words)) as Record<string, string>
const all = Object.entries(lives as Record<string, AnyLifecycle>)

describe.each(all)('%s', (_name, life) => {
  const states = Object.keys(life.states)

  // Would catch: a button that is grey without a word, a reason that a Chinese reader gets in English.
  it('has each move of each state open, or closed with a reason in both languages', () => {
    for (const state of states) {
      for (const move of life.names) {
        const closed = life.closedFor(move, { number: 'X-1', state })
        if (closed === null) continue
        expect(closed.message).not.toBe('')
        expect([closed.message, chinese[closed.message]]).toEqual([closed.message, expect.any(String)])
        for (const [blank] of closed.message.matchAll(/(?<=\{\{)\w+/g))
          expect(Object.keys(closed.values)).toContainEqual(expect.stringMatching(new RegExp(`^${blank}(_key)?$`)))
      }
    }
  })

  // Would catch: a move that nobody of its side may make, or one into a state that is no state.
  it('has somebody for each move, and a state where it leads', () => {
    for (const move of life.names) {
      const { by, side, from, to } = life.ruleOf(move)
      const may = roles.filter((role) => life.mayMove({ role }, move))
      expect([move, may.length > 0]).toEqual([move, true])
      expect(
        may.every((role) => (side === 'both' || (role === 'vendor') === (side === 'vendor')) && by.includes(role)),
      ).toBe(true)
      expect(states).toEqual(expect.arrayContaining([...from, ...(to === undefined ? [] : [to])]))
    }
  })
})

/** Expects an open move to be one of those, and a closed one to say why in both languages with its blanks filled. */
function expectOffers<M extends string>(offers: readonly OfferedMove<M>[], open: readonly M[]) {
  expect(openMoves(offers).toSorted()).toEqual(
    open.filter((move) => offers.some((one) => one.move === move)).toSorted(),
  )
  for (const { closed } of offers) {
    if (closed === null) continue
    expect([closed.message, chinese[closed.message]]).toEqual([closed.message, expect.any(String)])
    for (const [blank] of closed.message.matchAll(/(?<=\{\{)\w+/g))
      expect([closed.message, Object.keys(closed.values)]).toEqual([
        closed.message,
        expect.arrayContaining([expect.stringMatching(new RegExp(`^${blank}(_key)?$`))]),
      ])
  }
}

// Would catch: a step that the box's head calls open and the call refuses, one that is closed without a word in Chinese.
describe('records whose moves hang on more than their state', () => {
  const few = fc.integer({ min: 0, max: 2 })

  it('a box at QC, in China and in India', () => {
    const box = fc.record({
      ...Object.fromEntries(qcPieces.buckets.map((bucket) => [bucket, few])),
      ...{ open_missing: few, open_excess: few, inspections: few },
    }) as fc.Arbitrary<StandingBox>
    fc.assert(
      fc.property(box, (at) => {
        const named = (offers: ReturnType<typeof boxMoves>) =>
          offers.map(({ move, closed }) => ({
            move,
            closed: closed && { ...closed, values: { box_no: '1', status_key: 'x', ...closed.values } },
          }))
        expectOffers(named(boxMoves(at)), allowedQcActions(at))
        expectOffers(named(indiaBoxMoves(at)), allowedIndiaActions(at))
      }),
    )
  })

  it('a shipment of a vendor', () => {
    for (const state of shipmentStates)
      for (const inwarded of [0, 2])
        for (const unpacked of [0, 3]) {
          const allowed = allowedShipmentMoves(state, inwarded).filter((move) => move !== 'ship' || unpacked === 0)
          expectOffers(shipmentOffers({ shipment_id: 'S-1', state, inwarded, unpacked }), allowed)
        }
  })

  it('an invoice with its export order', () => {
    for (const state of ['LIVE', 'VOID'] as const)
      for (const exported of [null, 'OPEN', 'SHIPPED', 'CANCELLED'] as const) {
        const export_order = exported && { export_order_number: 'EO-1', state: exported }
        const now = { state, exported: exported === 'CANCELLED' ? null : exported }
        expectOffers(invoiceOffers({ invoice_number: 'CI-1', state, export_order }), invoiceActions(now))
      }
  })

  it('a gate pass', () => {
    const facts = fc.record({
      state: fc.constantFrom(...passStates),
      ...{ planned: few, packed: few, sent: few, received: few, closed_short: few, excess: few, boxes: few },
      ...{ open_boxes: few, empty_boxes: few, without_reason: few },
      ...{ is_settled: fc.boolean(), is_returned: fc.boolean(), has_receipt: fc.boolean() },
    })
    fc.assert(
      fc.property(facts, (pass) => {
        const named = { gate_pass: 'GP-1', status: 'Draft', returned_by: 'GP-2' }
        const offers = passMoveNames.map((move) => ({ move, closed: closedForPass(move, pass, named) }))
        expectOffers(offers, movesOf(pass, { role: 'super_admin' }))
      }),
    )
  })
})

describe('a corrective action in each state, for each role', () => {
  const calls = contract.correctiveActions
  let server: TestServer
  let house: Client
  let maker: MadeVendor
  let person: MadeUser
  beforeAll(async () => {
    server = await testServer()
    house = await server.as('ops')
    maker = await server.makeVendor()
    person = await server.makeUser({ role: 'vendor', vendor: maker })
  })

  const due = addDays(dayIn(vendorZone, new Date()), 7)
  const asks = {
    answer: (by: Client, seen: object) =>
      by.call(calls.answerCorrectiveAction, { ...seen, root_cause: 'Oil', done: 'Cleaned', image_ids: [] } as never),
    change: (by: Client, seen: object) =>
      by.call(calls.changeCorrectiveAction, { ...seen, due_on: due, owner_id: null } as never),
  }
  const ask = (move: string, by: Client, seen: object) =>
    move in asks
      ? asks[move as keyof typeof asks](by, seen)
      : by.call(calls.judgeCorrectiveAction, { ...seen, judgement: move, remark: 'Because.' } as never)

  // Would catch: a button that is open and refused, one that is grey while the call would do it, a refusal in other words than the screen's.
  it.each(['ops', 'vendor', 'india_qc_manager'] as const)('%s is done its wish, or told why not', async (role) => {
    const by = role === 'vendor' ? await server.as(person) : await server.as(await server.makeUser({ role }))
    for (const state of Object.keys(correctiveLife.states) as (keyof typeof correctiveLife.states)[]) {
      for (const move of correctiveLife.names) {
        const asked = { supplier_id: maker.code, title: 'Oil', wrong: 'Stains', due_on: due }
        const { number } = (await house.call(calls.openCorrectiveAction, asked)).body.data.action
        await sql`UPDATE corrective_action SET state = ${state}, root_cause = 'Oil', done = 'Cleaned' WHERE number = ${number}`.execute(
          server.db,
        )
        const offered = await by.call(calls.getCorrectiveAction, { number })
        const reply = await ask(move, by, { number, version: 1 })
        const of = offered.status === 200 ? offered.body.data.moves.find((one) => one.move === move) : undefined
        const { message, code, details } = reply.body as {
          message: string
          code?: string
          details?: { message_key?: string }
        }
        if (of === undefined) expect([state, move, reply.status]).toEqual([state, move, 403])
        else if (of.closed === null) expect([state, move, reply.status]).toEqual([state, move, 200])
        else
          expect([state, move, code, details?.message_key ?? message]).toEqual([
            state,
            move,
            'move_not_allowed',
            of.closed.message,
          ])
      }
    }
  })
})
