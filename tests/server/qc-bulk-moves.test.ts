import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { undoneBoxes } from '../../src/renderer/supplier/qc/moves/box-moves.tsx'
import { choicesOf } from '../../src/server/areas/qc-boxes/choices.ts'
import type { CallContext } from '../../src/server/http/call.ts'
import { boxMoveProblem, boxMoves } from '../../src/shared/areas/qc-boxes/moves.ts'
import { contract } from '../../src/shared/areas.ts'
import { type InvoiceWorld, moveAll, passedBoxes } from '../support/invoices.ts'
import { boxesAtQc, shippedBoxes } from '../support/qc.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { receiving: receivingCalls, qcBoxes: qcBoxesCalls, invoices: invoicesCalls } = contract

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server?.stop())

interface MixedWorld extends InvoiceWorld {
  /** Of the seven boxes, by what they are. */
  of: Record<'passed' | 'shelved' | 'failed' | 'waiting' | 'ready' | 'held' | 'unordered', string>
}

/** A shipment whose boxes stand in every way that a bulk move tells apart. */
async function mixedBoxes(): Promise<MixedWorld> {
  const world = await passedBoxes(server, [[3], [4], [5], [6], [7], [8], [9]])
  const [passed = '', shelved = '', failed = '', waiting = '', ready = '', held = '', unordered = ''] = world.box_ids
  const of = { passed, shelved, failed, waiting, ready, held, unordered }
  const back = [failed, waiting, held].map((id) => moveAllPassed(world, id))
  for (const move of back) await move()
  await moveAll(server, world.user.id, [failed], ['fail'])
  await moveAll(server, world.user.id, [held], ['hold'])
  const other = await boxesAtQc(server, [[1]])
  await sql`INSERT INTO qc_line (box_id, site_id, sku_id, position, declared, excess, uncounted, passed)
    SELECT q.box_id, q.site_id, k.id, 99, 0, 2, 0, 2 FROM qc_box q, sku k
    WHERE q.box_id = ${unordered}::uuid AND k.nm_sku = ${other.boxes[0]?.items[0]?.nm_sku ?? ''}`.execute(server.db)
  await sql`UPDATE qc_box SET excess = 2, passed = passed + 2 WHERE box_id = ${unordered}::uuid`.execute(server.db)
  for (const reply of [
    await world.client.call(qcBoxesCalls.inwardBoxToShelf, { box_ids: [shelved], shelf: 'A-1' }),
    await world.client.call(invoicesCalls.createReadyForInvoice, { box_ids: [ready] }),
  ])
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
  return { ...world, of }
}

/** Passed pieces of a box wait for inspection again. */
function moveAllPassed(world: InvoiceWorld, id: string) {
  return async () => {
    const reply = await world.client.call(qcBoxesCalls.revertBoxToQc, { box_ids: [id], reason: 'Wrong box' })
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
  }
}

async function plan(
  world: Pick<InvoiceWorld, 'client' | 'shipment_id'>,
  input: Parameters<typeof world.client.call<typeof qcBoxesCalls.planBoxMove>>[1],
) {
  const { status, body } = await world.client.call(qcBoxesCalls.planBoxMove, {
    shipment_id: world.shipment_id,
    ...input,
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

describe('a move of all that match', () => {
  // Would catch: a bulk bar that promises boxes which the single action refuses, leaves some out without a word, or counts amiss.
  it('says beforehand exactly what the single action then does, and why the others stay', async () => {
    const world = await mixedBoxes()
    const said = await plan(world, { move: 'make_ready', descending: false })
    const every = world.box_ids
    const { body } = await world.client.call(invoicesCalls.createReadyForInvoice, { box_ids: every })
    expect(said.box_ids.toSorted()).toEqual(body.data.boxes.map((box) => box.box_id).toSorted())
    expect(said.box_ids.toSorted()).toEqual([world.of.passed, world.of.shelved].toSorted())
    expect(said.pieces).toBe(7)
    const left = Map.groupBy(body.data.left_out, (one) => one.message)
    const told = said.staying.map(({ message, boxes, named }) => [message, boxes, named.length])
    expect(told.toSorted()).toEqual([...left].map(([why, of]) => [why, of.length, of.length]).toSorted())
    expect(left.size).toBe(4)
  })

  it('is judged for every move as the domain judges each box', async () => {
    // Would catch: kinds of boxes that forget what a rule asks for.
    const world = await mixedBoxes()
    const { body } = await world.client.call(qcBoxesCalls.getInwardedBoxes, { shipment_id: world.shipment_id })
    for (const move of boxMoves) {
      const problems = body.data.rows.map(({ quantities, open_missing, open_excess, inspections }) =>
        boxMoveProblem({ ...quantities, open_missing, open_excess, inspections }, move),
      )
      const said = await plan(world, { move })
      const unordered = said.staying.find(({ message }) => message.startsWith('Nobody ordered'))?.boxes ?? 0
      expect([move, said.box_ids.length + unordered]).toEqual([move, problems.filter((why) => why === null).length])
      expect(said.staying.reduce((sum, { boxes }) => sum + boxes, said.box_ids.length)).toBe(7)
    }
    const all = await plan(world, {})
    expect([all.box_ids.toSorted(), all.staying]).toEqual([world.box_ids.toSorted(), []])
  })

  it('keeps to the filter and its order, and says how many are beyond', async () => {
    // Would catch: a move of boxes that the list does not show; a long list that is cut without a word.
    const world = await mixedBoxes()
    const shown = { tab: 'passed', sort: 'pieces', descending: true } as const
    const { body } = await world.client.call(qcBoxesCalls.getInwardedBoxes, {
      shipment_id: world.shipment_id,
      ...shown,
    })
    const all = await plan(world, { ...shown, move: 'shelve' })
    expect(all.box_ids).toEqual(body.data.rows.map((box) => box.box_id))
    const some = await plan(world, { ...shown, move: 'shelve', most: 2 })
    expect([some.box_ids, some.beyond]).toEqual([all.box_ids.slice(0, 2), 1])
    const failed = await plan(world, { status: ['QC failed'], move: 'shelve' })
    expect([failed.box_ids, failed.staying[0]?.boxes]).toEqual([[], 1])
    const counted = await world.client.call(qcBoxesCalls.getInwardedBoxes, {
      ...{ part: 'counts', shipment_id: world.shipment_id, tab: 'failed' },
      status: ['QC failed'],
    })
    expect(counted.body.data.counts).toMatchObject({ failed: 1, all: 1 })
  })

  it('moves nothing twice when a part is sent again, and leaves out what changed in between', async () => {
    // Would catch: a lost answer that moves a part twice; a box that somebody reverted meanwhile and that goes along.
    const world = await passedBoxes(server, [[1], [2], [3]])
    const said = await plan(world, { move: 'make_ready' })
    expect(said.box_ids).toHaveLength(3)
    await moveAllPassed(world, said.box_ids[2] ?? '')()
    const send = (ids: string[], key: string) =>
      world.client.call(invoicesCalls.createReadyForInvoice, { box_ids: ids }, { 'idempotency-key': key })
    const first = await send(said.box_ids.slice(0, 2), `${world.shipment_id}-0`)
    const again = await send(said.box_ids.slice(0, 2), `${world.shipment_id}-0`)
    expect([again.status, again.body.data]).toEqual([200, first.body.data])
    const last = await send(said.box_ids.slice(2), `${world.shipment_id}-1`)
    expect([last.status, last.body.code, last.body.details.fields?.[0]?.message]).toEqual([
      409,
      'move_not_allowed',
      'Pieces of this box wait for inspection.',
    ])
    const { rows } = await sql<{ boxes: number; pieces: number }>`
      SELECT count(DISTINCT box_id)::int AS boxes, sum(quantity)::int AS pieces FROM qc_move
      WHERE kind = 'make_ready' AND box_id = ANY(${world.box_ids}::uuid[])`.execute(server.db)
    expect(rows).toEqual([{ boxes: 2, pieces: first.body.data.boxes.reduce((n, box) => n + box.quantities.ready, 0) }])
  })

  it('puts boxes back in front of the door of which nothing but taking in is known', async () => {
    // Would catch: a bulk undo that promises a box whose count began, or that says nothing of one counted in between.
    const world = await boxesAtQc(server, [[1, 2], [3], [4], [5]])
    const [first = '', begun = '', meanwhile = '', gone = ''] = world.boxes.map(({ box_id }) => box_id)
    await moveAll(server, world.user.id, [begun], [{ kind: 'count', quantity: 1 }])
    const said = await plan(world, { tab: 'inwarded', move: 'undo_inward' })
    expect([said.box_ids.toSorted(), said.pieces]).toEqual([[first, meanwhile, gone].toSorted(), 12])
    const why = 'This box is being counted or inspected: it can no longer be taken back.'
    expect(said.staying).toMatchObject([{ message: why, boxes: 1, named: [{ box_no: '2' }] }])
    const undo = async (ids: readonly string[]) => {
      const boxes = ids.map((code) => ({ code }))
      const { status, body } = await world.client.call(receivingCalls.inwardBoxes, { action: 'undo', boxes })
      expect(status).toBe(200)
      return undoneBoxes(body.data.results).data
    }
    await moveAll(server, world.user.id, [meanwhile], ['count'])
    await undo([gone])
    const done = await undo([first, meanwhile, gone])
    expect(done.boxes).toEqual([{ box_id: first }])
    expect(done.left_out.map(({ box_no, message }) => [box_no, message])).toEqual([
      ['3', why],
      ['4', 'This box is not at QC.'],
    ])
    expect((await plan(world, {})).box_ids.toSorted()).toEqual([begun, meanwhile].toSorted())
  })

  it('is for those who work at QC', async () => {
    const world = await boxesAtQc(server, [[1]])
    for (const client of [world.shipment.client, await server.as('warehouse')])
      expect((await client.call(qcBoxesCalls.planBoxMove, { move: 'shelve' })).status).toBe(403)
  })
})

describe('choices of the filters', () => {
  it('are styles that a tab has, found by code or name, and the sites', async () => {
    // Would catch: a filter that only knows what was scrolled by; styles of another tab, which would show an empty list; a house
    // with many boxes whose filter offers others than one with few.
    const world = await passedBoxes(server, [[2]])
    const waiting = await boxesAtQc(server, [[3]])
    const styleOf = async (made: { shipment_id: string }) =>
      (await world.client.call(qcBoxesCalls.getInwardedBoxes, { shipment_id: made.shipment_id })).body.data.rows[0]
        ?.styles[0] ?? ''
    const [passed, counted] = [await styleOf(world), await styleOf(waiting)]
    const ask = async (
      input: Parameters<typeof world.client.call<typeof qcBoxesCalls.qcChoices>>[1],
      client = world.client,
    ) => (await client.call(qcBoxesCalls.qcChoices, input)).body.data
    const found = async (search: string, tab: 'awaiting' | 'passed' | 'inwarded' | 'all') =>
      (await ask({ of: 'style', tab, search })).choices.map(({ value }) => value)
    expect([await found(passed, 'passed'), await found(passed, 'inwarded')]).toEqual([[passed], []])
    expect([await found(counted, 'passed'), await found(counted.toLowerCase(), 'all')]).toEqual([[], [counted]])
    const { rows } = await sql<{ name: string }>`SELECT name FROM style WHERE code = ${counted}`.execute(server.db)
    expect(await found(rows[0]?.name ?? '', 'inwarded')).toContain(counted)
    expect(await found('%', 'all')).toEqual([])
    // A tab of many boxes is asked in another way, for the same styles.
    const work = {
      db: server.db,
      caller: { role: 'ops_team', team: 'china', vendorId: null, siteIds: [] },
    } as unknown as CallContext
    const slowly = async (search: string, tab: 'awaiting' | 'passed' | 'inwarded') =>
      (await choicesOf({ of: 'style', tab, search }, work, 0)).choices.map(({ value }) => value)
    expect([await slowly(passed, 'passed'), await slowly(passed, 'inwarded')]).toEqual([[passed], []])
    // Would catch: styles offered above boxes on their way of which none is on its way.
    const coming = await shippedBoxes(server, [[2]])
    const { nm_sku = '' } = coming.boxes[0]?.items[0] ?? {}
    const { rows: onWay } = await sql<{ code: string }>`SELECT s.code FROM style s JOIN sku k ON k.style_id = s.id
      WHERE k.nm_sku = ${nm_sku}`.execute(server.db)
    const style = onWay[0]?.code ?? ''
    expect([await found(style, 'awaiting'), await found(style, 'all')]).toEqual([[style], []])
    expect([await slowly(style, 'awaiting'), await slowly(counted, 'awaiting')]).toEqual([[style], []])
    expect((await ask({ of: 'style', tab: 'awaiting' }, waiting.shipment.client)).choices).toEqual([])
    const { choices: sites } = await ask({ of: 'site' })
    expect(sites.map(({ value }) => value)).toContain(
      (await world.client.call(qcBoxesCalls.getInwardedBoxes, { shipment_id: world.shipment_id })).body.data.rows[0]
        ?.site,
    )
    // A vendor: of its own boxes only.
    const { client } = waiting.shipment
    const own = await ask({ of: 'style' }, client)
    expect([own.choices.map(({ value }) => value), own.has_more]).toEqual([[counted], false])
    const stranger = await server.as('vendor')
    expect((await ask({ of: 'site' }, stranger)).choices).toEqual([])
  })

  it('are no more than fit, and say that there are more', async () => {
    // Would catch: a filter that loads every style there ever was.
    const world = await boxesAtQc(server, [[1]])
    await sql`INSERT INTO style (id, code, vendor_id, name, name_zh, category)
      SELECT gen_random_uuid(), 'ST-MANY' || lpad(n::text, 3, '0'), v.id, 'Many', '多', 'Dress'
      FROM generate_series(1, 60) n, (SELECT id FROM vendor LIMIT 1) v`.execute(server.db)
    await sql`INSERT INTO sku (id, nm_sku, style_id, color, color_zh, size, size_rank)
      SELECT gen_random_uuid(), s.code || '-M', s.id, 'Red', '红', 'M', 1 FROM style s WHERE s.code LIKE 'ST-MANY%'`.execute(
      server.db,
    )
    await sql`INSERT INTO qc_line (box_id, site_id, sku_id, position, declared, uncounted)
      SELECT q.box_id, q.site_id, k.id, 100 + row_number() OVER (), 0, 0
      FROM qc_box q, sku k JOIN style s ON s.id = k.style_id
      WHERE q.box_id = ${world.boxes[0]?.box_id ?? ''}::uuid AND s.code LIKE 'ST-MANY%'`.execute(server.db)
    const { body } = await world.client.call(qcBoxesCalls.qcChoices, { of: 'style', search: 'st-many' })
    expect([body.data.choices.length, body.data.choices[0]?.value, body.data.has_more]).toEqual([
      50,
      'ST-MANY001',
      true,
    ])
  })
})
