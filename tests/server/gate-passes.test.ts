import { sql } from 'kysely'
import { v7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { stockDifferences } from '../../src/server/areas/stock/stock-sums.ts'
import { receiveWords } from '../../src/shared/areas/gate-passes/words.ts'
import { contract } from '../../src/shared/areas.ts'
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
import { type TestServer, testServer } from '../support/server.ts'
import { aMove, at, type MadeSku, moved } from '../support/stock.ts'

let server: TestServer
let world: PassWorld

beforeAll(async () => {
  server = await testServer()
  world = await passWorld(server)
})

const sku = (place: number) => world.skus[place]
const fresh = async () => {
  world = await passWorld(server)
}

describe('the story of a transfer', () => {
  // Would catch: pieces that get lost or doubled anywhere between shelf and shop; a short or an excess that nobody hears of.
  it('goes from plan to boxes of two stations, over the road, and is completed with what differs', async () => {
    await fresh()
    const gate_pass = await madePass(world, [10, 5, 2])
    const first = await openedBox(world, gate_pass, 'A')
    const second = await openedBox(world, gate_pass, 'B')
    await done(world.sender, passCalls.addItem, { box: first, scans: [scanOf(sku(0), 4)] })
    await done(world.sender, passCalls.addItem, { box: second, scans: [scanOf(sku(0), 6), scanOf(sku(1), 5)] })
    expect(await whereAll(world.db, sku(0))).toEqual({
      [`${world.source.code} floor`]: 40,
      [`${world.source.code} packing`]: 10,
    })
    const early = await world.sender.call(passCalls.submit, { gate_pass })
    expect([early.status, early.body.code]).toEqual([409, 'move_not_allowed'])
    await done(world.sender, passCalls.updateBox, { boxes: [first, second], action: 'seal', weight_grams: 900 })
    const without = await world.sender.call(passCalls.submit, { gate_pass })
    expect(without.body.message).toBe('Please say why planned pieces are not sent: items without a reason: 1.')
    const missing = await done(world.sender, passCalls.nonDispatchedItems, { gate_pass })
    expect(missing.items.map(({ nm_sku, not_sent }) => [nm_sku, not_sent])).toEqual([[sku(2)?.nm_sku, 2]])
    await done(world.sender, passCalls.updateNonDispatchedItems, { gate_pass, reason: 'not_found' })
    const summed = await done(world.sender, passCalls.summary, { gate_pass })
    expect(summed.faults).toEqual([])
    const { gate_pass: sent, documents } = await done(world.sender, passCalls.submit, {
      gate_pass,
      vehicle_no: 'hr26 1',
    })
    expect([sent.state, sent.status, sent.sent, sent.pending, documents[0]?.kind]).toEqual([
      ...['SUBMITTED', 'In transit', 15, 15, 'stock_transfer_note'],
    ])
    expect(await whereAll(world.db, sku(0))).toEqual({
      [`${world.source.code} floor`]: 40,
      [`${world.shop.code} in_transit`]: 10,
    })
    const { results } = await done(world.receiver, passCalls.receiveBox, { boxes: [{ code: first, scan_id: v7() }] })
    expect(results.map(({ outcome, quantity }) => [outcome, quantity])).toEqual([['received', 4]])
    const items = await done(world.receiver, passCalls.receiveItem, {
      gate_pass,
      scans: [{ ...scanOf(sku(0), 5), damaged: 1, reason: 'wet' }, scanOf(sku(1), 7), scanOf(sku(2), 1)],
    })
    expect(items.results.map(({ outcome }) => outcome)).toEqual(['received', 'excess', 'not_on_pass'])
    const completed = await done(world.receiver, passCalls.complete, { gate_pass, remark: 'one missing' })
    expect(completed.gate_pass.status).toBe('Completed with differences')
    const cases = completed.discrepancies.map(({ kind, nm_sku, quantity }) => [kind, nm_sku, quantity]).toSorted()
    expect(cases).toEqual(
      [
        ['short', sku(0)?.nm_sku, 1],
        ['damaged', sku(0)?.nm_sku, 1],
        ['excess', sku(1)?.nm_sku, 2],
        ['excess', sku(2)?.nm_sku, 1],
      ].toSorted(),
    )
    expect(await whereAll(world.db, sku(0))).toEqual({
      [`${world.source.code} floor`]: 40,
      [`${world.shop.code} floor`]: 8,
      [`${world.shop.code} floor damaged`]: 1,
    })
    const short = completed.discrepancies.find(({ kind }) => kind === 'short')
    const settled = await done(world.lead, passCalls.settleGatePassCase, {
      case_id: short?.case_id ?? '',
      outcomes: [{ outcome: 'found_at_source', quantity: 1 }],
    })
    expect([settled.discrepancy.is_open, (await whereAll(world.db, sku(0)))[`${world.source.code} floor`]]).toEqual([
      false,
      41,
    ])
    const stays = await world.lead.call(passCalls.reopen, { gate_pass, reason: 'again' })
    expect(stays.body.code).toBe('move_not_allowed')
    expect((await stockDifferences(server.db, 10)).found).toEqual([])
  })
})

describe('reopening', () => {
  // Would catch: a call back that leaves pieces on the road, a paper that still counts, or a number that is given twice.
  it('brings a submitted pass back into its boxes, and a cancelled one to its shelves', async () => {
    await fresh()
    const { gate_pass, box } = await sentPass(world, [3, 2])
    const before = await done(world.sender, passCalls.getGatePass, { gate_pass })
    const refused = await world.sender.call(passCalls.reopen, { gate_pass, reason: 'wrong lorry' })
    expect(refused.status).toBe(403)
    const back = await world.lead.call(passCalls.reopen, { gate_pass, reason: 'wrong lorry' })
    expect([back.status, back.body.message, back.body.data.gate_pass.state]).toEqual([200, 'Success ', 'PACKING'])
    expect(await whereAll(world.db, sku(0))).toEqual({
      [`${world.source.code} floor`]: 47,
      [`${world.source.code} packing`]: 3,
    })
    const again = await done(world.sender, passCalls.submit, { gate_pass })
    expect(again.documents.map(({ state }) => state)).toEqual(['LIVE', 'CANCELLED'])
    expect(again.documents[1]?.number).toBe(before.documents[0]?.number)
    await done(world.lead, passCalls.reopen, { gate_pass, reason: 'not today' })
    await done(world.sender, passCalls.cancelGatePass, { gate_pass, reason: 'not today' })
    expect(await whereAll(world.db, sku(0))).toEqual({ [`${world.source.code} floor`]: 50 })
    // The box is free: its code may be on another pass.
    const other = await madePass(world)
    const said = await done(world.sender, passCalls.validateGatepass, { gate_pass: other, code: box })
    expect(said.outcome).toBe('unknown')
  })

  // Would catch: a reopened pass whose shorts stay written off, or whose discrepancies stay open beside it.
  it('takes a completed pass back to receiving, with what was closed short on the road again', async () => {
    await fresh()
    const { gate_pass } = await sentPass(world, [4])
    await done(world.receiver, passCalls.receiveItem, { gate_pass, scans: [scanOf(sku(0), 3)] })
    await done(world.receiver, passCalls.complete, { gate_pass })
    const { gate_pass: open } = await done(world.lead, passCalls.reopen, { gate_pass, reason: 'found it' })
    expect([open.state, open.pending, open.open_discrepancies]).toEqual(['PARTLY_RECEIVED', 1, 0])
    await done(world.receiver, passCalls.receiveItem, { gate_pass, scans: [scanOf(sku(0), 1)] })
    const { gate_pass: end } = await done(world.receiver, passCalls.complete, { gate_pass })
    expect([end.status, await whereAll(world.db, sku(0))]).toEqual([
      'Completed',
      { [`${world.source.code} floor`]: 46, [`${world.shop.code} floor`]: 4 },
    ])
  })

  // Would catch: a pass that was completed though nothing had come, and that is stuck since: neither received nor called back; one whose
  // state is another than the rules say.
  it('is partly received where nothing had come, and can still be called back; received where all had', async () => {
    await fresh()
    const { gate_pass } = await sentPass(world, [4])
    await done(world.receiver, passCalls.complete, { gate_pass })
    const { gate_pass: open } = await done(world.lead, passCalls.reopen, { gate_pass, reason: 'it comes yet' })
    expect([open.state, open.status, open.pending]).toEqual(['PARTLY_RECEIVED', 'In transit', 4])
    const { gate_pass: back } = await done(world.lead, passCalls.reopen, { gate_pass, reason: 'never left' })
    expect(back.state).toBe('PACKING')
    await done(world.sender, passCalls.submit, { gate_pass })
    await done(world.receiver, passCalls.receiveItem, { gate_pass, scans: [scanOf(sku(0), 4)] })
    await done(world.receiver, passCalls.complete, { gate_pass })
    const { gate_pass: whole } = await done(world.lead, passCalls.reopen, { gate_pass, reason: 'one is torn' })
    expect(whole.state).toBe('RECEIVED')
    expect((await stockDifferences(server.db, 10)).found).toEqual([])
  })
})

describe('a plan', () => {
  // Would catch: a save of pieces by screen that wipes what else the pass says, which is printed on its tax paper.
  it('is saved without touching what else the pass says of itself', async () => {
    await fresh()
    const gate_pass = await madePass(world, [1], { purpose: 'Diwali window', remark: 'call before' })
    await done(world.sender, passCalls.updateGatepass, {
      gate_pass,
      items: [{ nm_sku: sku(0)?.nm_sku ?? '', quantity: 2 }],
    })
    const { gate_pass: pass } = await done(world.sender, passCalls.getGatePass, { gate_pass })
    expect([pass.purpose, pass.remark, pass.planned]).toEqual(['Diwali window', 'call before', 2])
    await done(world.sender, passCalls.updateGatepass, { gate_pass, remark: '' })
    expect((await done(world.sender, passCalls.getGatePass, { gate_pass })).gate_pass.remark).toBe('')
  })

  // Would catch: 25 planned where 20 are free, saved without a word, whichever way it is planned; a draft that cannot be worked on any
  // more since stock went meanwhile.
  it('of a draft is no more than is free, by screen, sheet and scan; what it planned before stays', async () => {
    world = await passWorld(server, { pieces: 20 })
    const gate_pass = await madePass(world, [18])
    const nm_sku = sku(0)?.nm_sku ?? ''
    const plan = (quantity: number, code = nm_sku) =>
      world.sender.call(passCalls.updateGatepass, { gate_pass, items: [{ nm_sku: code, quantity }] })
    const refused = await plan(25)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('25 wanted, 0 reserved for it, 20 free.'),
    ])
    const file = (quantity: number) => ({ name: 'pass.csv', bytes: `NM SKU,Quantity\n${nm_sku},${quantity}` })
    const look = (quantity: number) =>
      world.sender.call(passCalls.checkGatePassSheet, { gate_pass, file: file(quantity) } as never)
    expect([(await look(999)).body.data.faults, (await look(20)).body.data.faults]).toEqual([1, 0])
    const taken = await world.sender.call(passCalls.takeGatePassSheet, {
      gate_pass,
      mode: 'all',
      file: file(999),
    } as never)
    expect(taken.body.details.faults).toMatchObject([
      { message: 'The source has fewer pieces free than the sheet sends.' },
    ])
    const scanned = await done(world.sender, passCalls.planByScan, {
      gate_pass,
      scans: [scanOf(sku(0), 3), scanOf(sku(0), 2)],
    })
    expect(scanned.results.map(({ outcome }) => outcome)).toEqual(['not_there', 'planned'])
    // Another pass takes some: the plan stays as it is, also beside changes of other SKUs; it may go down, but not up.
    await done(world.sender, passCalls.confirmGatepass, { gate_pass: await madePass(world, [5]) })
    expect([
      (await plan(1, sku(1)?.nm_sku)).status,
      (await plan(20)).status,
      (await look(20)).body.data.faults,
    ]).toEqual([200, 200, 0])
    expect([(await plan(21)).status, (await plan(19)).status]).toEqual([409, 200])
    expect((await world.sender.call(passCalls.confirmGatepass, { gate_pass })).status).toBe(409)
  })

  // Would catch: of two rows of one SKU, one by its EAN, the last silently counting alone.
  it('names no SKU twice', async () => {
    world = await passWorld(server)
    const nm_sku = sku(0)?.nm_sku ?? ''
    const items = [
      { nm_sku, quantity: 3 },
      { nm_sku: ` ${nm_sku.toLowerCase()}`, quantity: 4 },
    ]
    const refused = await world.sender.call(passCalls.updateGatepass, { gate_pass: await madePass(world, [1]), items })
    expect([refused.status, refused.body.message, refused.body.details.fields?.[0]?.field]).toEqual([
      ...[400, 'Multiple entries found.', 'items.1'],
    ])
  })

  // Would catch: sums that are no whole number of the database, so that a pass cannot be opened any more.
  it('has a limit, and more is refused with it, by call or by several calls', async () => {
    world = await passWorld(server, { pieces: 1_000_000 })
    const gate_pass = await madePass(world, [1_000_000])
    const more = { gate_pass, items: [{ nm_sku: sku(1)?.nm_sku ?? '', quantity: 1 }] }
    const refused = await world.sender.call(passCalls.updateGatepass, more)
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'A gate pass plans at most 1000000 pcs; this would be 1000001.',
    ])
    const { gate_pass: same } = await done(world.sender, passCalls.getGatePass, { gate_pass })
    expect([same.planned, same.skus]).toEqual([1_000_000, 1])
  })
})

describe('scans', () => {
  // Would catch: an answer that is kept in another shape than it is given in, so that a station whose line broke hears 500 for ever.
  it('a scan whose answer was lost is answered as before under its Idempotency-Key', async () => {
    await fresh()
    const box = await openedBox(world, await madePass(world, [5]))
    for (const call of [passCalls.addItem, passCalls.deleteItem]) {
      const input = { box, scans: [scanOf(sku(0), 2)] }
      const key = { 'idempotency-key': call.path }
      const [first, again] = [await world.sender.call(call, input, key), await world.sender.call(call, input, key)]
      expect([first.status, again.status, again.headers['idempotent-replay']]).toEqual([200, 200, 'true'])
      expect(again.body).toEqual(first.body)
    }
  })

  // Would catch: an answer lost on its way, whose scan sent again packs or receives a second piece.
  it('come to the same when they are sent again, whatever happened since', async () => {
    await fresh()
    const gate_pass = await madePass(world)
    const box = await openedBox(world, gate_pass)
    const scan = scanOf(sku(0), 2)
    const once = await done(world.sender, passCalls.addItem, { box, scans: [scan, scan] })
    const twice = await done(world.sender, passCalls.addItem, { box, scans: [scan] })
    expect([once.box.pieces, twice.box.pieces, twice.results[0]?.outcome]).toEqual([2, 2, 'packed'])
    await done(world.sender, passCalls.updateBox, { boxes: [box], action: 'seal' })
    await done(world.sender, passCalls.submit, { gate_pass })
    const late = await done(world.sender, passCalls.addItem, { box, scans: [scan] })
    expect(late.results[0]?.outcome).toBe('packed')
    const come = scanOf(sku(0), 1)
    for (let at = 0; at < 2; at++) await done(world.receiver, passCalls.receiveItem, { gate_pass, scans: [come] })
    const whole = { code: box, scan_id: v7() }
    await done(world.receiver, passCalls.receiveBox, { boxes: [whole], with_rest: true })
    const { results, gate_passes } = await done(world.receiver, passCalls.receiveBox, {
      boxes: [whole],
      with_rest: true,
    })
    expect([results[0]?.outcome, results[0]?.quantity, gate_passes[0]?.received]).toEqual(['received', 1, 2])
  })

  // Would catch: a scan sent again while its first sending is still under way, which packs a second piece.
  it('pack once, however often one comes at the same moment', async () => {
    await fresh()
    const box = await openedBox(world, await madePass(world))
    const scan = scanOf(sku(0), 2)
    const sendings = await world.db.transaction().execute(async (tx) => {
      await sql`SELECT 1 FROM gate_pass_box WHERE code = ${box} FOR UPDATE`.execute(tx)
      const calls = [1, 2].map(() => world.sender.call(passCalls.addItem, { box, scans: [scan] }))
      await expect
        .poll(
          async () => {
            const { rows } = await sql<{ waiting: number }>`SELECT count(*)::int AS waiting FROM pg_stat_activity
              WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(world.db)
            return rows[0]?.waiting
          },
          { timeout: 10_000 },
        )
        .toBe(2)
      return calls
    })
    const replies = await Promise.all(sendings)
    expect(replies.map(({ status, body }) => [status, body.data.packed])).toEqual([
      [200, 2],
      [200, 2],
    ])
    expect((await whereAll(world.db, sku(0)))[`${world.source.code} packing`]).toBe(2)
  })

  // Would catch: one box of a pass that is not on the road, or of another shop's people, which keeps the good ones from coming in.
  it('of whole boxes come in each for itself', async () => {
    await fresh()
    const { box } = await sentPass(world, [3])
    const packing = await openedBox(world, await madePass(world))
    const { box: fromShop } = await sentPass(world, [0, 2], { to_site: world.hub.code })
    const boxes = [packing, box, fromShop].map((code) => ({ code, scan_id: v7() }))
    const { results } = await done(world.lead, passCalls.receiveBox, { boxes })
    expect(results.map(({ outcome, quantity }) => [outcome, quantity])).toEqual([
      ['not_on_pass', 0],
      ['received', 3],
      ['received', 2],
    ])
  })

  // Would catch: a station that packs what is not planned, not there, or into a box that is shut, without saying so.
  it('say why a code does not go in', async () => {
    await fresh()
    const gate_pass = await madePass(world, [3, 50])
    const box = await openedBox(world, gate_pass)
    const { results } = await done(world.sender, passCalls.addItem, {
      box,
      scans: [scanOf(sku(0), 4), scanOf(sku(2)), { code: 'NOBODY-KNOWS' }, { code: box }],
    })
    expect(results.map(({ outcome }) => outcome)).toEqual(['over_plan', 'not_planned', 'unknown', 'is_box'])
    const scans = [scanOf(sku(0), 4), scanOf(sku(1), 55)]
    const beyond = await done(world.sender, passCalls.addItem, { box, scans, beyond_plan: true })
    expect(beyond.results.map(({ outcome }) => outcome)).toEqual(['packed', 'not_there'])
    expect(beyond.packed).toBe(4)
    const out = await done(world.sender, passCalls.deleteItem, { box, scans: [scanOf(sku(0), 5), scanOf(sku(0), 4)] })
    expect(out.results.map(({ outcome }) => outcome)).toEqual(['not_in_box', 'taken_out'])
    expect(await whereAll(world.db, sku(0))).toEqual({ [`${world.source.code} floor`]: 50 })
  })

  // Would catch: −3 taken out that packs three, past the plan; −500 taken off that plans 501; no pieces at all in a box.
  it('take no quantity below one, in the words for boxes', async () => {
    await fresh()
    const gate_pass = await madePass(world, [3])
    const box = await openedBox(world, gate_pass)
    const asked = [
      [passCalls.addItem, { box }],
      [passCalls.deleteItem, { box }],
      [passCalls.planByScan, { gate_pass, action: 'unplan' }],
    ] as const
    for (const [call, of] of asked)
      for (const [quantity, words] of [
        [-3, 'Quantity in a box cannot be negative.'],
        [0, 'Quantity in box is zero.'],
        [1e15, 'Please enter correct quantity for order.'],
      ] as const) {
        const reply = await world.sender.call(call, { ...of, scans: [scanOf(sku(0), quantity)] } as never)
        expect([call.path, quantity, reply.status, reply.body.message]).toEqual([call.path, quantity, 400, words])
      }
    const { rows } = await done(world.sender, passCalls.gatePassItems, { gate_pass })
    expect(rows).toMatchObject([{ planned: 3, packed: 0 }])
  })
})

describe('whole boxes', () => {
  // Would catch: a box on two live passes at once, or one that arrived and cannot go on.
  it('go on to another site as they came, and are on one live pass only', async () => {
    await fresh()
    const { gate_pass, box } = await sentPass(world, [5, 1], { to_site: world.hub.code })
    const next = await madePass(world, [], { from_site: world.hub.code, to_site: world.shop.code })
    await done(world.sender, passCalls.confirmGatepass, { gate_pass: next })
    const onRoad = await done(world.sender, passCalls.validateGatepass, { gate_pass: next, code: box })
    expect([onRoad.may_go, onRoad.outcome, onRoad.values.gate_pass]).toEqual([false, 'box_elsewhere', gate_pass])
    await done(world.sender, passCalls.receiveBox, { boxes: [{ code: box }] })
    await done(world.sender, passCalls.complete, { gate_pass })
    const listed = await done(world.sender, passCalls.boxes, { gate_pass: next, which: 'dispatchable' })
    expect(listed.dispatchable).toEqual([{ code: box, name: box, pieces: 6, skus: 2 }])
    const third = await madePass(world, [], { from_site: world.hub.code, to_site: world.shop.code })
    await done(world.sender, passCalls.confirmGatepass, { gate_pass: third })
    const both = await Promise.all(
      [next, third].map((number) =>
        world.sender.call(passCalls.addBox, { gate_pass: number, code: box, scan_id: v7() }),
      ),
    )
    const outcomes = both.map(({ status, body }) => (status === 200 ? body.data.result?.outcome : body.code)).toSorted()
    expect(outcomes.filter((outcome) => outcome === 'packed')).toHaveLength(1)
    const stays = await world.lead.call(passCalls.reopen, { gate_pass, reason: 'recount' })
    expect(stays.body.code).toBe('move_not_allowed')
  })
})

describe('a box that came with a pass', () => {
  // Would catch: the label of a box that was received an hour ago, and that nobody knows at the shelf; a box that is put away twice; other pieces taken for its own.
  it('is put on a shelf by its label, once, with what of it came good and still lies on the floor', async () => {
    await fresh()
    const { box } = await sentPass(world, [5, 3], { to_site: world.hub.code })
    const put = async (...codes: string[]) => {
      const scans = codes.map((code) => ({ scan_id: v7(), code, quantity: 1 }))
      const { results } = await done(world.lead, contract.stock.putAway, { site: world.hub.code, shelf: 'A-01', scans })
      return results.map(({ outcome, pieces }) => [outcome, pieces])
    }
    expect(await put(box)).toEqual([['unknown', 0]])
    await done(world.sender, passCalls.receiveBox, { boxes: [{ code: box }] })
    // One of it by its own code first: the box is what is left of it.
    expect(await put(sku(0)?.nm_sku ?? '')).toEqual([['put_away', 1]])
    expect(await put(box, box)).toEqual([
      ['put_away', 7],
      ['not_here', 0],
    ])
    expect(await put(box)).toEqual([['not_here', 0]])
    expect(await whereAll(world.db, sku(1))).toMatchObject({ [`${world.hub.code} shelf`]: 3 })
    expect((await stockDifferences(server.db, 10)).found).toEqual([])
  })
})

describe('a refusal of too few pieces', () => {
  // Would catch: "3 are at the other warehouse" of pieces that lie in this site's quarantine.
  it('names where they lie at their own site before any other', async () => {
    await fresh()
    const [one] = world.skus
    if (!one) throw new Error('no SKU')
    await moved(
      server.db,
      aMove({ sku: one, kind: 'receive', quantity: 4, to: at(world.source.quarantine, 'damaged') }),
    )
    await moved(server.db, aMove({ sku: one, kind: 'receive', quantity: 90, to: at(world.hub.floor) }))
    const gate_pass = await madePass(world, [])
    await done(world.sender, passCalls.confirmGatepass, { gate_pass })
    const asked = await done(world.sender, passCalls.validateGatepass, { gate_pass, code: one.nm_sku, quantity: 51 })
    expect([asked.outcome, asked.message, asked.values.rest]).toEqual([
      'not_there',
      'Only {{free}} pcs of {{nm_sku}} are free at {{site_name}}. Others lie there: {{rest}}.',
      `${world.source.code} quarantine 4 (Damaged)`,
    ])
  })
})

describe('returnable goods', () => {
  // Would catch: goods at a party that are counted as ours on a floor, and an overdue that both sides never hear of.
  it('are out at a party until they come back to where they left', async () => {
    await fresh()
    const { gate_pass } = await sentPass(world, [2], {
      ...{
        type: 'returnable',
        to_site: null,
        party: 'Studio Light',
        purpose: 'Photo shoot',
        expected_return_on: '2099-01-01',
      },
    })
    await server.db
      .updateTable('gate_pass')
      .set({ expected_return_on: '2026-01-01' })
      .where('number', '=', gate_pass)
      .execute()
    const overdue = await done(world.sender, passCalls.gatepasses, { tab: 'overdue' })
    const own = overdue.rows.find((row) => row.gate_pass === gate_pass)
    expect([own?.status, own?.to_return, own?.receives_at]).toEqual(['Overdue to come back', 2, world.source.code])
    const { tellOverdue } = await import('../../src/server/areas/gate-passes/overdue.ts')
    expect(await tellOverdue(server.db)).toBeGreaterThan(0)
    expect(await tellOverdue(server.db)).toBe(0)
    await done(world.sender, passCalls.receiveItem, { gate_pass, scans: [scanOf(sku(0), 2)] })
    const { gate_pass: end } = await done(world.sender, passCalls.complete, { gate_pass })
    expect([end.status, await whereAll(world.db, sku(0))]).toEqual([
      'Completed',
      { [`${world.source.code} floor`]: 50 },
    ])
  })

  // Would catch: goods that a site sent back and that are still due, a short on the way back that is due for ever, or notices that
  // only one of both sides hears.
  it('come back from a site with passes of their own, a short among them, and both sides hear what is late', async () => {
    await fresh()
    const due = { type: 'returnable' as const, purpose: 'Display', expected_return_on: '2099-01-01' }
    const { gate_pass } = await sentPass(world, [5], due)
    await done(world.receiver, passCalls.receiveItem, { gate_pass, scans: [scanOf(sku(0), 5)] })
    await done(world.receiver, passCalls.complete, { gate_pass })
    const late = { expected_return_on: '2026-01-01', told_overdue_on: null }
    await server.db.updateTable('gate_pass').set(late).where('number', '=', gate_pass).execute()
    const { tellOverdue } = await import('../../src/server/areas/gate-passes/overdue.ts')
    expect(await tellOverdue(server.db)).toBe(1)
    for (const client of [world.sender, world.receiver]) {
      const heard = async () => {
        const { rows } = await done(client, contract.notices.getNotices, { page_size: 100 })
        return JSON.stringify(rows.filter(({ kind }) => kind === 'gate_pass_overdue'))
      }
      await expect.poll(heard, { timeout: 10_000 }).toContain(gate_pass)
    }
    const back = await madePass(world, [], {
      ...{ type: 'stock_transfer', from_site: world.shop.code, to_site: world.source.code, returns: gate_pass },
    })
    const box = await openedBox(world, back)
    await done(world.sender, passCalls.addItem, { box, scans: [scanOf(sku(0), 4)] })
    await done(world.sender, passCalls.updateBox, { boxes: [box], action: 'seal' })
    await done(world.sender, passCalls.submit, { gate_pass: back })
    await done(world.sender, passCalls.receiveItem, { gate_pass: back, scans: [scanOf(sku(0), 3)] })
    const first = await done(world.sender, passCalls.getGatePass, { gate_pass })
    expect([first.gate_pass.to_return, first.returned_by]).toEqual([2, [back]])
    const { discrepancies } = await done(world.sender, passCalls.complete, { gate_pass: back })
    expect(discrepancies.map(({ kind, quantity }) => [kind, quantity])).toEqual([['short', 1]])
    // What was lost on the way back is not due any more; what stayed is.
    const second = await done(world.sender, passCalls.getGatePass, { gate_pass })
    expect([second.gate_pass.to_return, second.gate_pass.status]).toEqual([1, 'Overdue to come back'])
    expect(await whereAll(world.db, sku(0))).toEqual({
      [`${world.source.code} floor`]: 48,
      [`${world.shop.code} floor`]: 1,
    })
  })

  // Would catch: pieces used up that are still in stock somewhere, and reopening that makes them out of nothing.
  it('and what is used up leaves stock when it is completed, and only then', async () => {
    await fresh()
    const { gate_pass } = await sentPass(world, [1], {
      type: 'consumption',
      to_site: null,
      party: 'Display team',
      purpose: 'Window',
    })
    const none = await world.sender.call(passCalls.receiveItem, { gate_pass, scans: [scanOf(sku(0))] })
    expect(none.body.code).toBe('move_not_allowed')
    await done(world.sender, passCalls.complete, { gate_pass })
    expect(await whereAll(world.db, sku(0))).toEqual({ [`${world.source.code} floor`]: 49 })
    await done(world.lead, passCalls.reopen, { gate_pass, reason: 'not used' })
    expect(await whereAll(world.db, sku(0))).toEqual({
      [`${world.source.code} floor`]: 49,
      [`${world.source.code} in_transit`]: 1,
    })
  })
})

describe('a box at the shop', () => {
  const labelOf = (box: string) => ({ code: box, scan_id: v7() })
  const scanLabel = (box: string, more: { with_rest?: boolean; action?: 'undo' } = {}) =>
    done(world.receiver, passCalls.receiveBox, { boxes: [labelOf(box)], ...more })
  const count = (gate_pass: string, box: string, ...scans: ReturnType<typeof scanOf>[]) =>
    done(world.receiver, passCalls.receiveItem, { gate_pass, box, scans })

  // Would catch: a sixteenth piece that nobody counted, booked by the box's label.
  it('of which pieces were counted is not received by its label, but where somebody says so', async () => {
    await fresh()
    const { gate_pass, box } = await sentPass(world, [16])
    await done(world.receiver, passCalls.receiveItem, { gate_pass, scans: [scanOf(sku(0), 15)] })
    const { results, gate_passes } = await scanLabel(box)
    expect([results[0]?.outcome, results[0]?.quantity, results[0]?.values, gate_passes[0]?.received]).toMatchObject([
      ...['counting', 0, { received: 15, pieces: 16 }, 15],
    ])
    expect((await scanLabel(box, { action: 'undo' })).results[0]?.outcome).toBe('counting')
    expect((await scanLabel(box, { with_rest: true })).results[0]).toMatchObject({ outcome: 'received', quantity: 1 })
    expect((await stockDifferences(server.db, 10)).found).toEqual([])
  })

  // Would catch: the natural order at a shop, label and then pieces, of which every piece was "too many".
  it('is counted by the pieces that are scanned after its label: a missing one stays on the road', async () => {
    await fresh()
    const { gate_pass, box } = await sentPass(world, [4, 2])
    expect((await scanLabel(box)).results[0]).toMatchObject({ outcome: 'received', quantity: 6 })
    const first = await count(gate_pass, box, scanOf(sku(0)))
    expect([first.results[0]?.outcome, first.gate_pass.received, first.gate_pass.pending]).toEqual(['received', 1, 5])
    const rest = await count(
      gate_pass,
      box,
      scanOf(sku(0)),
      scanOf(sku(0)),
      scanOf(sku(0)),
      scanOf(sku(0)),
      scanOf(sku(1)),
    )
    expect(rest.results.map(({ outcome }) => outcome)).toEqual([
      'received',
      'received',
      'received',
      'excess',
      'received',
    ])
    expect([rest.gate_pass.received, rest.gate_pass.pending, rest.gate_pass.excess]).toEqual([5, 1, 1])
    expect((await stockDifferences(server.db, 10)).found).toEqual([])
  })

  // Would catch: "too many" alone of a piece whose box came in by its label, and a label that is void without a word.
  it('says of a piece that it came in with the label of its box, or that the box is counted from here on', async () => {
    await fresh()
    const { gate_pass, box } = await sentPass(world, [4, 2])
    const nm_sku = sku(0)?.nm_sku
    await scanLabel(box)
    const alone = await done(world.receiver, passCalls.receiveItem, { gate_pass, scans: [scanOf(sku(0))] })
    expect(alone.results[0]).toMatchObject({
      outcome: 'excess',
      message: receiveWords.excess_of_label,
      values: { nm_sku, boxes: '1', excess: 1, quantity: 1 },
    })
    await done(world.receiver, passCalls.receiveItem, { gate_pass, action: 'undo', scans: [scanOf(sku(0))] })
    const first = await count(gate_pass, box, scanOf(sku(0)), scanOf(sku(0)))
    expect(first.results).toMatchObject([
      { outcome: 'received', message: receiveWords.received_of_label, values: { nm_sku, box_no: 1, left: 5 } },
      { outcome: 'received', message: receiveWords.received },
    ])
    expect((await stockDifferences(server.db, 10)).found).toEqual([])
  })

  // Would catch: a box of another pass of which nobody is said to know, and one for another shop that is "not on the gate pass".
  it('is told apart where it is of another pass or for another site', async () => {
    await fresh()
    const { gate_pass } = await sentPass(world, [1])
    const { box: other, gate_pass: other_pass } = await sentPass(world, [2])
    const label = { boxes: [labelOf(other)] }
    const { results } = await done(world.receiver, passCalls.receiveBox, { ...label, gate_pass })
    expect(results[0]).toMatchObject({ outcome: 'other_pass', values: { box_no: 1, other_pass, gate_pass } })
    const elsewhere = await done(world.lead, passCalls.receiveBox, { ...label, site: world.hub.code })
    expect(elsewhere.results[0]).toMatchObject({ outcome: 'other_site', values: { box_no: 1, gate_pass: other_pass } })
  })

  // Would catch: a torn piece of a box that was received whole, which counts as a piece too many.
  it('of which a piece is torn stays received, with that piece as damaged', async () => {
    await fresh()
    const { gate_pass, box } = await sentPass(world, [4])
    await scanLabel(box)
    const torn = { ...scanOf(sku(0)), damaged: 1, reason: 'torn' as const }
    const { results, gate_pass: pass } = await done(world.receiver, passCalls.receiveItem, {
      gate_pass,
      box,
      scans: [torn],
    })
    expect([results[0]?.outcome, pass.state, pass.received, pass.damaged, pass.excess]).toEqual([
      'received',
      'RECEIVED',
      4,
      1,
      0,
    ])
    const { rows } = await done(world.receiver, passCalls.gatePassItems, { gate_pass })
    expect(rows).toHaveLength(1)
    expect((await stockDifferences(server.db, 10)).found).toEqual([])
  })
})

describe('more than was sent', () => {
  // Would catch: pieces that stay in stock twice since the source has them on a shelf, or the one too many arrived torn.
  it('leaves the source wherever it has the pieces, in the condition in which they were sent', async () => {
    await fresh()
    const { gate_pass } = await sentPass(world, [4])
    const shelf = world.source.shelves['A-01'] ?? ''
    await moved(
      world.db,
      aMove({
        sku: world.skus[0] as MadeSku,
        kind: 'put_away',
        quantity: 45,
        from: at(world.source.floor),
        to: at(shelf),
      }),
    )
    const torn = { ...scanOf(sku(0)), damaged: 1, reason: 'torn' as const }
    const scans = [scanOf(sku(0), 4), scanOf(sku(0), 2), torn]
    await done(world.receiver, passCalls.receiveItem, { gate_pass, scans })
    const { discrepancies } = await done(world.receiver, passCalls.complete, { gate_pass })
    const settle = (condition: string, quantity: number) =>
      world.lead.call(passCalls.settleGatePassCase, {
        case_id: discrepancies.find((one) => one.condition === condition && one.kind === 'excess')?.case_id ?? '',
        outcomes: [{ outcome: 'from_source', quantity }],
      })
    expect([(await settle('good', 2)).status, (await settle('damaged', 1)).status]).toEqual([200, 200])
    expect(await whereAll(world.db, sku(0))).toEqual({
      [`${world.source.code} shelf`]: 43,
      [`${world.shop.code} floor`]: 6,
      [`${world.shop.code} floor damaged`]: 1,
    })
    expect((await stockDifferences(server.db, 10)).found).toEqual([])
  })
})

describe('damaged goods', () => {
  // Would catch: torn pieces beyond what was sent that lie on the floor as good ones, to be sold.
  it('are stock as damaged ones, those beyond what was sent as well', async () => {
    await fresh()
    const { gate_pass } = await sentPass(world, [4])
    const came = { ...scanOf(sku(0), 6), damaged: 6, reason: 'torn' as const }
    const { results } = await done(world.receiver, passCalls.receiveItem, { gate_pass, scans: [came] })
    expect(results.map(({ outcome, quantity }) => [outcome, quantity])).toEqual([['excess', 6]])
    const shop = `${world.shop.code} floor`
    const away = { [`${world.source.code} floor`]: 46 }
    expect(await whereAll(world.db, sku(0))).toEqual({ ...away, [`${shop} damaged`]: 6 })
    const back = { ...scanOf(sku(0), 6), damaged: 6 }
    await done(world.receiver, passCalls.receiveItem, { gate_pass, action: 'undo', scans: [back] })
    expect(await whereAll(world.db, sku(0))).toEqual({ ...away, [`${world.shop.code} in_transit`]: 4 })
    await done(world.receiver, passCalls.receiveItem, { gate_pass, scans: [{ ...came, scan_id: v7() }] })
    const { discrepancies } = await done(world.receiver, passCalls.complete, { gate_pass })
    const cases = discrepancies.map(({ kind, condition, quantity }) => `${kind} ${condition} ${quantity}`)
    expect(cases.toSorted()).toEqual(['damaged good 4', 'excess damaged 2'])
    expect((await stockDifferences(server.db, 10)).found).toEqual([])
  })
})

describe('blind receipts', () => {
  // Would catch: a count that is blind by name only: the quantities stand in another call.
  it('do not say what was sent to whoever counts', async () => {
    await fresh()
    const { gate_pass, box } = await sentPass(world, [4], { is_blind: true })
    const lies = { nm_sku: sku(0)?.nm_sku ?? '' }
    const onWay = { ...lies, tab: 'in_transit' as const }
    expect((await done(world.receiver, contract.stock.getStock, onWay)).rows).toEqual([])
    expect((await done(world.lead, contract.stock.getStock, onWay)).rows).toMatchObject([{ on_hand: 4 }])
    const moves = { document_type: 'gate_pass' as const, document_id: gate_pass }
    expect((await done(world.receiver, contract.stock.stockMoves, moves)).rows).toEqual([])
    const about = async () => {
      const { rows } = await done(world.receiver, passCalls.gatePassItems, { gate_pass })
      const { items } = await done(world.receiver, passCalls.boxDetails, { box })
      return { rows, items }
    }
    expect(await about()).toEqual({ rows: [], items: [] })
    const { results } = await done(world.receiver, passCalls.receiveBox, { boxes: [{ code: box }] })
    expect(results[0]?.outcome).toBe('blind')
    const counted = await done(world.receiver, passCalls.receiveItem, { gate_pass, scans: [scanOf(sku(0), 6)] })
    expect([counted.results[0]?.outcome, counted.gate_pass.excess]).toEqual(['received', null])
    const { rows, items } = await about()
    expect([rows[0]?.sent, rows[0]?.pending, items[0]?.quantity]).toEqual([null, null, null])
    // Would catch: a counter that stands still at a piece that nobody sent, and so says what was sent.
    const other = { code: sku(1)?.nm_sku ?? '', quantity: 1, damaged: 1, reason: 'torn' as const }
    const further = await done(world.receiver, passCalls.receiveItem, { gate_pass, scans: [other] })
    expect([further.results[0]?.outcome, further.gate_pass.received, further.gate_pass.skus]).toEqual([
      'received',
      7,
      2,
    ])
    // Would catch: a damaged piece that is confirmed in the words of a good one.
    expect(further.results[0]?.values).toMatchObject({ damaged: 1 })
    // Would catch: a paper that is listed and then denied, or denied as if it were not issued.
    expect((await done(world.receiver, passCalls.getGatePass, { gate_pass })).documents).toEqual([])
    const paper = await world.receiver.call(passCalls.gatePassPaper, { gate_pass })
    expect([paper.status, paper.body.message]).toEqual([409, expect.stringContaining('received blind')])
    expect((await done(world.lead, passCalls.getGatePass, { gate_pass })).documents).toHaveLength(1)
    const traced = await done(world.sender, contract.trace.traceLife, { kind: 'gate_pass', code: gate_pass })
    expect(JSON.stringify(traced.events)).not.toContain('excess')
    const plan = await world.sender.call(passCalls.gatePassTemplate, { gate_pass, with: 'plan' })
    expect(plan.status).toBe(409)
    const { discrepancies } = await done(world.receiver, passCalls.complete, { gate_pass })
    expect(discrepancies.map(({ kind, quantity }) => `${kind} ${quantity}`).toSorted()).toEqual([
      'excess 1',
      'excess 2',
    ])
  })
})

describe('papers', () => {
  // Would catch: a transfer between two GSTINs without a tax invoice, a gap in its numbers, or values told to a warehouse.
  it('are a tax invoice between two GSTINs, with values only for who may see prices', async () => {
    await fresh()
    const gstins = [
      [world.source.id, '06AAACS1429B1Z6'],
      [world.shop.id, '07AAACS1429B1Z4'],
    ] as const
    for (const [id, gstin] of gstins) await server.db.updateTable('site').set({ gstin }).where('id', '=', id).execute()
    const gate_pass = await madePass(world, [2])
    const box = await openedBox(world, gate_pass)
    await done(world.sender, passCalls.addItem, { box, scans: [scanOf(sku(0), 2)] })
    await done(world.sender, passCalls.updateBox, { boxes: [box], action: 'seal' })
    const unknown = await world.sender.call(passCalls.submit, { gate_pass })
    expect(unknown.body.message).toContain('the tax invoice needs it')
    const items = [{ nm_sku: sku(0)?.nm_sku ?? '', quantity: 2, unit_value_minor: 90_000 }]
    const forbidden = await world.sender.call(passCalls.updateGatepass, { gate_pass, items })
    expect(forbidden.status).toBe(403)
    await done(world.lead, passCalls.updateGatepass, { gate_pass, items })
    const { documents } = await done(world.sender, passCalls.submit, { gate_pass })
    expect(documents[0]?.kind).toBe('tax_invoice')
    expect(documents[0]?.number).toMatch(/^TI\/\d\d-\d\d\/\d{6}$/)
    const [plain, priced] = await Promise.all(
      [world.sender, world.lead].map((client) => client.call(passCalls.gatePassPaper, { gate_pass })),
    )
    expect([plain?.status, priced?.status]).toEqual([200, 200])
    expect(priced?.bytes.subarray(0, 4).toString()).toBe('%PDF')
    const seen = await done(world.sender, passCalls.summary, { gate_pass })
    expect(seen.paper.value).toBeNull()
  })
})

describe('by sheet', () => {
  const csv = (rows: readonly (string | number)[][]) =>
    ['NM SKU,Quantity,Box No', ...rows.map((row) => row.join(','))].join('\n')

  // Would catch: a sheet whose second upload packs everything again, or faults told one at a time.
  it('plans and packs at once; the same sheet again changes nothing; every fault is named', async () => {
    await fresh()
    const gate_pass = await madePass(world)
    const bytes = csv([
      [sku(0)?.nm_sku ?? '', 4, 1],
      [sku(0)?.nm_sku ?? '', 3, 2],
      [sku(1)?.nm_sku ?? '', 5, ''],
    ])
    const file = { name: 'pass.csv', bytes }
    const looked = await done(world.sender, passCalls.checkGatePassSheet, { gate_pass, file } as never)
    expect([looked.pieces, looked.boxes, looked.faults]).toEqual([12, 2, 0])
    const taken = await done(world.sender, passCalls.takeGatePassSheet, { gate_pass, mode: 'all', file } as never)
    expect([taken.rows_taken, taken.planned, taken.packed, taken.boxes]).toEqual([3, 12, 7, 2])
    const again = await done(world.sender, passCalls.takeGatePassSheet, { gate_pass, mode: 'all', file } as never)
    expect([again.rows_taken, again.rows_unchanged]).toEqual([0, 3])
    const fewer = { name: 'pass.csv', bytes: csv([[sku(0)?.nm_sku ?? '', 1, 1]]) }
    await done(world.sender, passCalls.takeGatePassSheet, { gate_pass, mode: 'all', file: fewer } as never)
    expect(await whereAll(world.db, sku(0))).toEqual({
      [`${world.source.code} floor`]: 46,
      [`${world.source.code} packing`]: 4,
    })
    const wrong = {
      name: 'pass.csv',
      bytes: csv([
        ['NO-SUCH-SKU', 1, 1],
        [sku(1)?.nm_sku ?? '', 99, 3],
      ]),
    }
    const refused = await world.sender.call(passCalls.takeGatePassSheet, { gate_pass, mode: 'all', file: wrong })
    expect(refused.body.details.faults?.map(({ message }) => message)).toEqual([
      'Nobody knows this SKU.',
      'The source has fewer pieces free than the sheet sends.',
    ])
    const template = await world.sender.call(passCalls.gatePassTemplate, { gate_pass })
    expect(template.status).toBe(200)
  })
})

describe('around a pass', () => {
  // Would catch: goods on the road that no page counts, labels without an address, and codes that the trace box does not find.
  it('is found on the road, in the trace box and in stock to choose from; its labels have an address', async () => {
    await fresh()
    const { gate_pass, box } = await sentPass(world, [2, 1])
    const road = await done(world.receiver, passCalls.inTransit, { part: 'destinations', to_site: world.shop.code })
    expect(road.destinations?.map(({ to_site, pieces, skus }) => [to_site, pieces, skus])).toEqual([
      [world.shop.code, 3, 2],
    ])
    const { rows } = await done(world.receiver, passCalls.inTransit, { to_site: world.shop.code })
    expect(rows.map(({ quantity }) => quantity).toSorted()).toEqual([1, 2])
    const { label_url } = await done(world.sender, passCalls.printLabel, { gate_pass })
    expect(label_url).toMatch(/^\/selvedge\/labels\//)
    const file = await world.sender.call(contract.labels.getLabelFile, { label_id: label_url.split('/').at(-1) ?? '' })
    expect(String(file.headers['content-disposition'])).toContain('box_labels.pdf')
    // Would catch: a card whose codes the station does not know, and a label that tells a blind receipt what it counts.
    const blind = await sentPass(world, [3], { is_blind: true })
    const asked = [{ gate_pass }, { gate_pass, is_card: true }, { gate_pass: blind.gate_pass }]
    const said: string[] = []
    for (const input of asked) {
      const made = await done(world.sender, passCalls.printLabel, input)
      const id = made.label_url.split('/').at(-1) ?? ''
      const kept = await server.db.selectFrom('label_file').select('labels').where('id', '=', id).executeTakeFirst()
      said.push(JSON.stringify(kept?.labels))
    }
    expect(said[0]).toContain('3 pcs')
    expect(said[1]).toMatch(/NEW-BOX.*SEAL-BOX/)
    expect(said[2]).toContain(blind.box)
    expect(said[2]).not.toContain('pcs')
    for (const text of [gate_pass, box]) {
      const { hits } = await done(world.sender, contract.trace.findTraced, { text })
      expect(hits.length).toBeGreaterThan(0)
      const [hit] = hits
      if (hit === undefined) throw new Error('not found')
      await done(world.sender, contract.trace.traceLife, { kind: hit.kind, code: hit.code })
    }
    const chosen = await done(world.sender, passCalls.stockToSend, { site: world.source.code })
    expect(chosen.rows[0]?.colors[0]?.sizes.map(({ free }) => free)).toEqual([45, 49, 50])
  })
})
