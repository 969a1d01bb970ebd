import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkLedgers } from '../../src/server/app/check-ledgers.ts'
import { promiseOlderPasses } from '../../src/server/areas/gate-passes/reservations.ts'
import { done, madePass, openedBox, type PassWorld, passCalls, passWorld, scanOf } from '../support/gate-passes.ts'
import { type TestServer, testServer } from '../support/server.ts'

let server: TestServer
let world: PassWorld

beforeAll(async () => {
  server = await testServer()
})
// Each with ten pieces of two SKUs on the floor of a source of its own.
beforeEach(async () => {
  world = await passWorld(server, { skus: 2, pieces: 10 })
})

const sku = (place: number) => world.skus[place]
const confirm = (gate_pass: string) => world.sender.call(passCalls.confirmGatepass, { gate_pass })
const differences = async () => (await checkLedgers(server.db, 5)).flatMap(({ found }) => found)

/** Of the first SKU at the source: what is promised to whom. */
async function promised(): Promise<Record<string, number>> {
  const { rows } = await sql<{ pass: string; pieces: number }>`
    SELECT document_id AS pass, sum(quantity)::int AS pieces FROM reservation WHERE sku_id = ${sku(0)?.id ?? null} GROUP BY 1`.execute(
    server.db,
  )
  return Object.fromEntries(rows.map(({ pass, pieces }) => [pass, pieces]))
}

const file = (rows: readonly (readonly (string | number)[])[]) => ({
  file: { name: 'pass.csv', bytes: ['NM SKU,Quantity,Box No', ...rows.map((row) => row.join(','))].join('\n') },
})

describe('a confirmed pass', () => {
  // Would catch: a pass confirmed by an older version whose pieces go to the next that asks; one that is promised its pieces twice.
  it('of before there were promises gets its own with the hourly round, once', async () => {
    const old = await madePass(world, [8])
    await done(world.sender, passCalls.confirmGatepass, { gate_pass: old })
    await sql`UPDATE stock s SET reserved = s.reserved - r.quantity FROM reservation r
      WHERE r.document_id = ${old} AND s.place_id = r.place_id AND s.sku_id = r.sku_id AND s.condition = r.condition`.execute(
      server.db,
    )
    await sql`DELETE FROM reservation WHERE document_id = ${old}`.execute(server.db)
    expect(await promised()).toEqual({})
    await Promise.all([promiseOlderPasses(server.db), promiseOlderPasses(server.db)])
    expect([await promised(), await differences()]).toEqual([{ [old]: 8 }, []])
    await promiseOlderPasses(server.db)
    expect(await promised()).toEqual({ [old]: 8 })
  })

  // Would catch: a second pass that plans or packs what the first was promised, or one that cannot pack what it was.
  it('keeps what it plans from others, and packs it', async () => {
    const [first, second] = [await madePass(world, [8]), await madePass(world, [5])]
    expect((await confirm(first)).status).toBe(200)
    const refused = await confirm(second)
    expect([refused.status, refused.body.code]).toEqual([409, 'move_not_allowed'])
    expect(refused.body.message).toContain(`5 wanted, 0 reserved for it, 2 free. Others are reserved for ${first}.`)
    const free = await madePass(world)
    const other = await openedBox(world, free)
    const { results } = await done(world.sender, passCalls.addItem, {
      box: other,
      scans: [scanOf(sku(0), 3), scanOf(sku(0), 2)],
    })
    expect(
      results.map(({ outcome, message }) => [outcome, message.includes('reserved for other gate passes')]),
    ).toEqual([
      ['not_there', true],
      ['packed', false],
    ])
    const box = await openedBox(world, first)
    const packed = await done(world.sender, passCalls.addItem, { box, scans: [scanOf(sku(0), 6)] })
    expect([packed.packed, await promised()]).toEqual([6, { [first]: 2 }])
    const { rows } = await done(world.sender, passCalls.gatePassItems, { gate_pass: first })
    expect(rows.map(({ at_source, reserved }) => [at_source, reserved])).toEqual([[0, 2]])
    await done(world.sender, passCalls.deleteItem, { box, scans: [scanOf(sku(0), 1)] })
    expect([await promised(), await differences()]).toEqual([{ [first]: 3 }, []])
  })

  // Would catch: pieces that stay promised to a pass that was cancelled, withdrawn or left, or to a plan that was lowered.
  it('lets them go when it is withdrawn, changed, submitted or cancelled, and takes them again when called back', async () => {
    const gate_pass = await madePass(world, [8])
    await confirm(gate_pass)
    await done(world.sender, passCalls.confirmGatepass, { gate_pass, action: 'withdraw' })
    expect(await promised()).toEqual({})
    await confirm(gate_pass)
    const plan = (quantity: number) =>
      world.sender.call(passCalls.updateGatepass, { gate_pass, items: [{ nm_sku: sku(0)?.nm_sku ?? '', quantity }] })
    expect([(await plan(11)).status, (await plan(4)).status, await promised()]).toEqual([409, 200, { [gate_pass]: 4 }])
    const box = await openedBox(world, gate_pass)
    await done(world.sender, passCalls.addItem, { box, scans: [scanOf(sku(0), 3)] })
    await done(world.sender, passCalls.updateBox, { boxes: [box], action: 'seal' })
    await done(world.sender, passCalls.updateNonDispatchedItems, { gate_pass, reason: 'later' })
    await done(world.sender, passCalls.submit, { gate_pass })
    expect(await promised()).toEqual({})
    await done(world.lead, passCalls.reopen, { gate_pass, reason: 'wrong lorry' })
    expect([await promised(), await differences()]).toEqual([{ [gate_pass]: 1 }, []])
    await done(world.sender, passCalls.cancelGatePass, { gate_pass, reason: 'no more' })
    expect([await promised(), await differences()]).toEqual([{}, []])
  })

  // Would catch: a pass whose source changed and that keeps pieces of the old one.
  it('is promised pieces of the source that it has now', async () => {
    const gate_pass = await madePass(world, [8])
    await confirm(gate_pass)
    const moved = await world.sender.call(passCalls.updateGatepass, { gate_pass, from_site: world.hub.code })
    expect(moved.status).toBe(409)
    await done(world.sender, passCalls.updateGatepass, {
      ...{ gate_pass, from_site: world.hub.code, replace_items: true, items: [] },
    })
    expect([await promised(), await differences()]).toEqual([{}, []])
  })

  // Would catch: a sheet that plans what is promised to another pass, or one that is refused only when it is taken.
  it('is not planned by a sheet beyond what is free, at the dry run already', async () => {
    const [first, second] = [await madePass(world, [8]), await madePass(world, [1])]
    await confirm(first)
    const row = (quantity: number, box: number | '' = '') => [sku(0)?.nm_sku ?? '', quantity, box]
    const look = (rows: (string | number)[][], gate_pass = second) =>
      world.sender.call(passCalls.checkGatePassSheet, { gate_pass, ...file(rows) } as never)
    expect((await look([row(5)])).body.data.faults).toBe(1)
    await confirm(second)
    expect((await look([row(5)])).body.data.faults).toBe(1)
    expect((await look([row(2)])).body.data.faults).toBe(0)
    expect((await look([row(1, 1), row(1)])).body.data.faults).toBe(0)
    expect((await look([row(1, 1), row(2)])).body.data.faults).toBe(1)
    expect((await look([row(600_000), row(600_000)], await madePass(world))).body.data.faults).toBe(2)
  })

  // Would catch: a check of the ledgers that does not see pieces promised to a pass that wants none.
  it('is held beside its plan by the check of ledgers', async () => {
    const gate_pass = await madePass(world, [8])
    await confirm(gate_pass)
    await sql`UPDATE gate_pass_item SET planned = 5 WHERE pass_id = (SELECT id FROM gate_pass WHERE number = ${gate_pass})`.execute(
      server.db,
    )
    expect(await differences()).toMatchObject([{ table: 'reservation', stored: 8, should: 5 }])
    await sql`UPDATE gate_pass_item SET planned = 8 WHERE pass_id = (SELECT id FROM gate_pass WHERE number = ${gate_pass})`.execute(
      server.db,
    )
  })

  // Would catch: two passes that are confirmed at the same moment and are promised the same pieces.
  it('gets what is there once, whoever confirms at the same time', async () => {
    const numbers = await Promise.all([madePass(world, [6, 6]), madePass(world, [6, 6]), madePass(world, [4, 4])])
    const statuses = (await Promise.all(numbers.map(confirm))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0)
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
    const held = Object.values(await promised()).reduce((sum, pieces) => sum + pieces, 0)
    expect(held).toBeLessThanOrEqual(10)
    expect(await differences()).toEqual([])
  })
})
