import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkLedgers } from '../../src/server/app/check-ledgers.ts'
import { stores } from '../../src/server/areas/data/stores.ts'
import { inTransaction } from '../../src/server/database/database-errors.ts'
import { pickStops } from '../../src/shared/areas/gate-passes/picking.ts'
import {
  done,
  madePass,
  openedBox,
  type PassWorld,
  passCalls,
  passWorld,
  scanOf,
  sentPass,
  whereAll,
} from '../support/gate-passes.ts'
import { withPrinted } from '../support/printed.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { aMove, at, moved } from '../support/stock.ts'

let server: TestServer
let world: PassWorld

beforeAll(async () => {
  server = await testServer()
})

const sku = (place: number) => world.skus[place]

/** A shop has received four pieces that are to come back, and has six of its own of the same SKU. */
async function lent() {
  world = await passWorld(server)
  const { shop } = world
  await moved(
    server.db,
    aMove({ sku: world.skus[0] ?? { id: '', nm_sku: '' }, kind: 'receive', quantity: 6, to: at(shop.floor) }),
  )
  const wish = { type: 'returnable' as const, purpose: 'Display', expected_return_on: '2099-01-01' }
  const { gate_pass } = await sentPass(world, [4], wish)
  const received = scanOf(sku(0), 4)
  await done(world.receiver, passCalls.receiveItem, { gate_pass, scans: [received] })
  await done(world.receiver, passCalls.complete, { gate_pass })
  return gate_pass
}

const back = (returns: string, quantity?: number) => ({
  ...{ type: 'stock_transfer' as const, from_site: world.shop.code, to_site: world.source.code, returns },
  ...(quantity !== undefined && { items: [{ nm_sku: sku(0)?.nm_sku ?? '', quantity }] }),
})

describe('returnable goods at a shop', () => {
  // Would catch: two passes that bring three of four due pieces back each.
  it('go back as far as they are due and under way with no other pass: by plan, by scan and packed without a plan', async () => {
    const gate_pass = await lent()
    const first = await madePass(world, [], back(gate_pass, 3))
    const refused = await world.sender.call(passCalls.updateGatepass, back(gate_pass, 3))
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `Gate pass ${gate_pass} brought 4 pcs of ${sku(0)?.nm_sku} that are to go back; 3 of them go with ${first}. 3 with this one are too many.`,
    ])
    const second = await madePass(world, [], back(gate_pass, 1))
    const { results } = await done(world.sender, passCalls.planByScan, { gate_pass: second, scans: [scanOf(sku(0))] })
    expect(results.map(({ outcome }) => outcome)).toEqual(['not_due'])
    const box = await openedBox(world, second)
    const packed = await done(world.sender, passCalls.addItem, {
      ...{ box, beyond_plan: true },
      scans: [scanOf(sku(0)), scanOf(sku(0))],
    })
    expect(packed.results.map(({ outcome }) => outcome)).toEqual(['packed', 'not_due'])
    const whole = await done(world.sender, passCalls.getGatePass, { gate_pass })
    expect([whole.may_go_back, whole.returned_by]).toEqual([0, [first, second]])
    // Cancelled, it claims nothing.
    await done(world.sender, passCalls.cancelGatePass, { gate_pass: first, reason: 'other day' })
    expect((await done(world.sender, passCalls.getGatePass, { gate_pass })).may_go_back).toBe(3)
  })

  // Would catch: a shop that cannot send back what is due, or one that sends anything else or elsewhere.
  it('are sent back by the shop itself, on a challan, and nothing else is', async () => {
    const returns = await lent()
    const { gate_pass: made } = await done(world.receiver, passCalls.updateGatepass, { returns })
    expect([made.from_site, made.to_site, made.planned]).toEqual([world.shop.code, world.source.code, 4])
    const { gate_pass } = made
    await done(world.receiver, passCalls.confirmGatepass, { gate_pass })
    const { boxes } = await done(world.receiver, passCalls.addBox, { gate_pass })
    const box = boxes[0]?.box_code ?? ''
    await done(world.receiver, passCalls.addItem, { box, scans: [scanOf(sku(0), 4)] })
    await done(world.receiver, passCalls.updateBox, { boxes: [box], action: 'seal' })
    const { documents } = await done(world.receiver, passCalls.submit, { gate_pass })
    expect(documents.map(({ kind }) => kind)).toEqual(['delivery_challan'])
    const plain = { type: 'stock_transfer' as const, from_site: world.shop.code, to_site: world.source.code }
    expect((await world.receiver.call(passCalls.updateGatepass, plain)).status).toBe(403)
    const other = await madePass(world, [1])
    expect((await world.receiver.call(passCalls.confirmGatepass, { gate_pass: other })).status).toBe(403)
    expect((await checkLedgers(server.db, 5)).flatMap(({ found }) => found)).toEqual([])
  })

  // Would catch: a receipt taken back of pieces that are on their way home, which puts other stock of the shop on the road.
  it('keep their pass completed, and their receipt, while they go back', async () => {
    const gate_pass = await lent()
    const returning = await madePass(world, [], back(gate_pass, 2))
    const refused = await world.lead.call(passCalls.reopen, { gate_pass, reason: 'look again' })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `Goods of gate pass ${gate_pass} go back with ${returning}: it stays completed while they do.`,
    ])
    await done(world.sender, passCalls.cancelGatePass, { gate_pass: returning, reason: 'not now' })
    await done(world.lead, passCalls.reopen, { gate_pass, reason: 'look again' })
    const again = await madePass(world, [], back(gate_pass, 3))
    const undo = (quantity: number) =>
      world.receiver.call(passCalls.receiveItem, { gate_pass, action: 'undo', scans: [scanOf(sku(0), quantity)] })
    const kept = await undo(2)
    expect([kept.status, kept.body.message.includes(again)]).toEqual([409, true])
    expect((await undo(1)).status).toBe(200)
    expect(await whereAll(server.db, sku(0))).toMatchObject({ [`${world.shop.code} floor`]: 9 })
  })
})

describe('a settlement', () => {
  // Would catch: a slip of the finger that stays for ever, or stock that stays where a settlement put it that nobody means.
  it('can be taken back with its stock, and the pass opened again, until it is closed for good', async () => {
    world = await passWorld(server)
    const { gate_pass } = await sentPass(world, [4])
    await done(world.receiver, passCalls.receiveItem, { gate_pass, scans: [scanOf(sku(0), 2)] })
    const { discrepancies } = await done(world.receiver, passCalls.complete, { gate_pass })
    const case_id = discrepancies[0]?.case_id ?? ''
    const settle = async (outcome: 'found_at_source' | 'lost', quantity: number) => {
      const outcomes = [{ outcome, quantity }]
      return (await done(world.lead, passCalls.settleGatePassCase, { case_id, outcomes })).discrepancy
    }
    const floor = async () => (await whereAll(server.db, sku(0)))[`${world.source.code} floor`]
    const settled = await settle('found_at_source', 2)
    expect([settled.is_open, settled.may_take_back, await floor()]).toEqual([false, true, 48])
    const outcome_id = settled.outcomes[0]?.outcome_id ?? ''
    const takes_back = { outcome_id, why: 'not these' }
    const undone = await done(world.lead, passCalls.settleGatePassCase, { case_id, takes_back })
    expect([undone.discrepancy.is_open, undone.discrepancy.outcomes[0]?.taken_back?.why, await floor()]).toEqual([
      ...[true, 'not these', 46],
    ])
    expect((await world.lead.call(passCalls.settleGatePassCase, { case_id, takes_back })).status).toBe(404)
    const { gate_pass: open } = await done(world.lead, passCalls.reopen, { gate_pass, reason: 'look again' })
    expect(open.pending).toBe(2)
    const end = await done(world.receiver, passCalls.complete, { gate_pass })
    const last = { case_id: end.discrepancies[0]?.case_id ?? '', outcomes: [{ outcome: 'lost' as const, quantity: 2 }] }
    const { discrepancy } = await done(world.lead, passCalls.settleGatePassCase, last)
    const [lost] = discrepancy.outcomes
    const old = { at: new Date(Date.now() - 8 * 86_400_000) }
    await server.db
      .updateTable('gate_pass_outcome')
      .set(old)
      .where('id', '=', lost?.outcome_id ?? '')
      .execute()
    const late = await world.lead.call(passCalls.settleGatePassCase, {
      ...{ case_id: last.case_id, takes_back: { outcome_id: lost?.outcome_id ?? '', why: 'late' } },
    })
    expect([late.status, late.body.code]).toEqual([409, 'move_not_allowed'])
    expect((await checkLedgers(server.db, 5)).flatMap(({ found }) => found)).toEqual([])
  })
})

describe('planning by the label of a box', () => {
  // Would catch: a box, which is there once, that is planned twice, by two passes, or from a site where it does not lie.
  it('plans it once, on one pass, where it lies', async () => {
    world = await passWorld(server)
    const { gate_pass: came, box: code } = await sentPass(world, [4], { to_site: world.hub.code })
    await done(world.sender, passCalls.receiveBox, { boxes: [{ code, scan_id: v7() }] })
    await done(world.sender, passCalls.complete, { gate_pass: came })
    const fromHub = { from_site: world.hub.code, to_site: world.shop.code }
    const gate_pass = await madePass(world, [], fromHub)
    const scan = (of: string, action: 'plan' | 'unplan' = 'plan') =>
      done(world.sender, passCalls.planByScan, { gate_pass: of, action, scans: [{ code, scan_id: v7() }] })
    const outcome = async (...asked: Parameters<typeof scan>) => (await scan(...asked)).results[0]?.outcome
    expect([await outcome(gate_pass), await outcome(gate_pass)]).toEqual(['planned', 'already'])
    const other = await madePass(world, [], fromHub)
    expect([await outcome(other), await outcome(await madePass(world))]).toEqual(['box_elsewhere', 'box_elsewhere'])
    expect([await outcome(gate_pass, 'unplan'), await outcome(gate_pass, 'unplan')]).toEqual([
      ...['unplanned', 'not_planned'],
    ])
    expect([await outcome(await madePass(world)), await outcome(other)]).toEqual(['wrong_site', 'planned'])
    // On a shelf its pieces go with the box no more.
    const [nm_sku, to] = [sku(0), at(world.hub.shelves['A-01'] ?? '')]
    await outcome(other, 'unplan')
    if (nm_sku)
      await moved(server.db, aMove({ sku: nm_sku, kind: 'put_away', quantity: 1, from: at(world.hub.floor), to }))
    expect(await outcome(other)).toBe('not_there')
  })
})

describe('a shelf', () => {
  // Would catch: a shelf out of use to which packed pieces cannot be put back, so that a pass can be neither cancelled nor emptied.
  it('whose pieces are packed stays in use; one retired while they are on the road gives them to the floor', async () => {
    world = await passWorld(server)
    const shelf = world.source.shelves['A-01'] ?? ''
    const one = sku(0) ?? { id: '', nm_sku: '' }
    await moved(
      server.db,
      aMove({ sku: one, kind: 'put_away', quantity: 2, from: at(world.source.floor), to: at(shelf) }),
    )
    const gate_pass = await madePass(world, [2])
    const box = await openedBox(world, gate_pass)
    await done(world.sender, passCalls.addItem, { box, shelf: 'A-01', scans: [scanOf(one, 2)] })
    const inUse = await inTransaction(server.db, async (tx) => stores.shelves.inUse?.(tx, [shelf]))
    expect(inUse?.get(shelf)).toBe(`Gate passes: ${gate_pass}`)
    await done(world.sender, passCalls.updateBox, { boxes: [box], action: 'seal' })
    await done(world.sender, passCalls.submit, { gate_pass })
    await server.db.updateTable('place').set({ retired_at: new Date() }).where('id', '=', shelf).execute()
    await done(world.lead, passCalls.reopen, { gate_pass, reason: 'wrong lorry' })
    await done(world.sender, passCalls.cancelGatePass, { gate_pass, reason: 'wrong lorry' })
    expect(await whereAll(server.db, one)).toEqual({ [`${world.source.code} floor`]: 50 })
  })

  // Would catch: a pick list out of walking order (A-10 before A-02), one that names the shelf while the books take from the floor, and bars
  // on paper that no scanner reads.
  it('is on the pick list in walking order, and stock leaves the place that the list names', async () => {
    world = await passWorld(server)
    const [one, two] = world.skus
    if (!one || !two) throw new Error('no SKUs')
    const far = v7()
    await server.db
      .insertInto('place')
      .values({ id: far, site_id: world.source.id, kind: 'shelf', code: 'A-10' })
      .execute()
    const near = world.source.shelves['A-02'] ?? ''
    const put = (sku: typeof one, quantity: number, place: string) =>
      aMove({ sku, kind: 'put_away', quantity, from: at(world.source.floor), to: at(place) })
    await moved(server.db, put(one, 3, far), put(one, 2, near), put(two, 1, far))
    const gate_pass = await madePass(world, [7, 1])
    const box = await openedBox(world, gate_pass)
    const walk = async () => {
      const { rows } = await done(world.sender, passCalls.gatePassItems, { gate_pass })
      return pickStops(rows).map(({ shelf, pieces, item }) => [shelf, pieces, item.nm_sku === one.nm_sku ? 1 : 2])
    }
    const whole = [
      ['A-02', 2, 1],
      ['A-10', 3, 1],
      ['A-10', 1, 2],
      [null, 2, 1],
    ]
    expect(await walk()).toEqual(whole)
    const paper = await world.sender.call(passCalls.gatePassPaper, { gate_pass, paper: 'pick_list' })
    expect(paper.status).toBe(200)
    const codes = await withPrinted(Readable.from([paper.bytes]), (pdf) => pdf.codes(300))
    expect(new Set(codes.flat().map(({ data }) => data))).toEqual(new Set(['A-02', 'A-10', one.nm_sku, two.nm_sku]))
    await done(world.sender, passCalls.addItem, { box, scans: [scanOf(one, 1)] })
    expect(await walk()).toEqual([['A-02', 1, 1], ...whole.slice(1)])
    const wrong = await done(world.sender, passCalls.addItem, { box, shelf: 'A-02', scans: [scanOf(two, 1)] })
    expect(wrong.results[0]?.outcome).toBe('not_there')
    await done(world.sender, passCalls.addItem, { box, scans: [scanOf(one, 6), scanOf(two, 1)] })
    expect(await walk()).toEqual([])
    const { rows } = await sql<{ code: string; pieces: number }>`
      SELECT p.code, sum(s.on_hand)::int AS pieces FROM stock s JOIN place p ON p.id = s.place_id
      WHERE p.site_id = ${world.source.id} AND p.kind IN ('shelf', 'floor') AND s.on_hand > 0 AND s.sku_id = ${one.id} GROUP BY 1`.execute(
      server.db,
    )
    expect(rows).toEqual([{ code: 'floor', pieces: 43 }])
  })
})
