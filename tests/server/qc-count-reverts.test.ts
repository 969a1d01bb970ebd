import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import { invoicedBoxes } from '../support/invoices.ts'
import { alone, boxNow, count, eventsOf, lineNow, movePieces, type OneBox, oneBox } from '../support/one-qc-box.ts'
import { makeOrder } from '../support/orders.ts'
import { qcDisagreements } from '../support/qc.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { inwardBoxToShelf, revertBoxToQc, revertStylesToQualityInspection } = contract.qcBoxes

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})

afterEach(async () => {
  expect(await qcDisagreements(server)).toEqual([])
})

/** Counted, and judged: of 20 pieces 11 passed, 4 failed, 1 is held, 4 wait. */
async function judged(): Promise<OneBox> {
  const at = await oneBox(server)
  await count(server, at, [12, 8])
  await movePieces(server, at, [
    [0, 'pass', 9],
    [0, 'fail', 3],
    [1, 'pass', 2],
    [1, 'fail', 1],
    [1, 'hold', 1],
  ])
  return at
}

describe('the shelf', () => {
  it('takes the passed pieces, by SSCC or tracking id; scanned twice, nothing changes', async () => {
    // Would catch: failed pieces on the shelf; a second scan that is refused, or told as another event; a shelf by the name of
    // its scanner's mark.
    const at = await judged()
    const put = await at.client.call(inwardBoxToShelf, { box_ids: [`(00)${at.box.sscc}`], shelf: ' A-03-2 ' })
    expect(put.status, JSON.stringify(put.body)).toBe(200)
    expect(put.body.data.boxes).toEqual([expect.objectContaining({ sscc: at.box.sscc, shelf: 'A-03-2' })])
    expect(put.body.data.boxes[0]?.quantities).toMatchObject({ passed: 0, shelved: 11, failed: 4 })
    const events = await eventsOf(server, at)
    const again = await at.client.call(inwardBoxToShelf, { box_ids: [at.box.tracking_id], shelf: ']C0A-03-2' })
    expect(again.status).toBe(200)
    expect(await eventsOf(server, at)).toEqual(events)
  })

  it('can be another one, and the pieces come off it again', async () => {
    // Would catch: pieces shelved twice on the way to another shelf; a shelf that keeps a box which left it.
    const at = await judged()
    const box_ids = [at.box.sscc]
    await at.client.call(inwardBoxToShelf, { box_ids, shelf: 'A-1' })
    const moved = await at.client.call(inwardBoxToShelf, { box_ids, shelf: 'B-2' })
    expect(moved.body.data.boxes[0]).toMatchObject({ shelf: 'B-2', quantities: { shelved: 11 } })
    const off = await at.client.call(inwardBoxToShelf, { box_ids, action: 'take' })
    expect(off.body.data.boxes[0]).toMatchObject({ shelf: null, quantities: { shelved: 0, passed: 11 } })
    const told = (await eventsOf(server, at)).slice(-3)
    expect(told.map(({ event, from_state, to_state }) => [event, from_state, to_state])).toEqual([
      ['box.shelved', null, 'A-1'],
      ['box.shelved', 'A-1', 'B-2'],
      ['box.unshelved', 'B-2', null],
    ])
  })

  it('needs a name, and leaves out what has nothing to put there', async () => {
    // Would catch: boxes lost on a shelf without a name; one bad box that keeps the others off.
    const at = await judged()
    const waiting = await oneBox(server)
    const box_ids = [at.box.sscc, waiting.box.sscc, 'NOBODYS-BOX']
    const nameless = await at.client.call(inwardBoxToShelf, { box_ids, shelf: '  ' })
    expect([nameless.status, nameless.body.message]).toEqual([400, 'Please name the shelf.'])
    const { status, body } = await at.client.call(inwardBoxToShelf, { box_ids, shelf: 'C' })
    expect([status, body.data.boxes.length]).toEqual([200, 1])
    expect(body.data.left_out.map(({ box_no, message }) => [box_no, message])).toEqual([
      ['NOBODYS-BOX', 'This box is not at QC.'],
      ['1', 'Nothing of this box has passed.'],
    ])
    const none = await at.client.call(inwardBoxToShelf, { box_ids: [waiting.box.sscc], shelf: 'C' })
    expect([none.status, none.body.message]).toEqual([
      409,
      expect.stringMatching(/: Nothing of this box has passed\.$/),
    ])
  })
})

const why = { reason: 'Inspected under bad light', remark: 'lamp 4' }

describe('reverting a box to QC', () => {
  it('brings back exactly what was counted: from passed, failed, hold and shelf alike', async () => {
    // Would catch: a piece that stays judged, on a shelf or on hold; a tally that goes on with what was found before.
    const at = await judged()
    await at.client.call(inwardBoxToShelf, { box_ids: [at.box.sscc], shelf: 'A-1' })
    const { status, body } = await at.client.call(revertBoxToQc, { box_ids: [at.box.sscc], ...why })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.data).toMatchObject({ left_out: [], boxes: [{ status: 'QC inspection pending', shelf: null }] })
    expect(body.data.boxes[0]?.quantities).toMatchObject({
      to_inspect: 20,
      passed: 0,
      shelved: 0,
      failed: 0,
      on_hold: 0,
    })
    expect(await boxNow(server, at.box.box_id)).toMatchObject({ round: 2, inspections: 1 })
    expect((await eventsOf(server, at)).at(-1)).toMatchObject({
      event: 'box.reverted',
      from_state: 'QC inspection pending',
      to_state: 'QC inspection pending',
      details: why,
    })
  })

  it('leaves away what went back to its vendor', async () => {
    // Would catch: pieces inspected that are no longer there.
    const at = await judged()
    await movePieces(server, at, [[0, 'send_back', 2]])
    const { body } = await at.client.call(revertBoxToQc, { box_ids: [at.box.sscc], ...why })
    expect(body.data.boxes[0]?.quantities).toMatchObject({ to_inspect: 18, failed: 0, returned: 2 })
  })

  it.each([
    ['invoiced', [], 'This box is on an invoice: void the invoice first.'],
    ['shipped', [[0, 'ship', 12]], 'This box was shipped to India.'],
  ] as const)('is refused once %s, and takes the others along', async (_, further, words) => {
    // Would catch: pieces on an invoice, or in India, that wait for inspection in China.
    const at = alone(await invoicedBoxes(server))
    const other = await judged()
    await movePieces(server, at, further)
    const before = await boxNow(server, at.box.box_id)
    const one = await at.client.call(revertBoxToQc, { box_ids: [at.box.sscc], ...why })
    expect([one.status, one.body.message]).toEqual([409, expect.stringMatching(`^Box SH-\\d+ / 1: ${words}$`)])
    const styles = [{ box_id: at.box.sscc, style_id: await styleOf(at) }]
    const part = await at.client.call(revertStylesToQualityInspection, { styles, ...why })
    expect([part.status, part.body.message]).toEqual([409, expect.stringMatching(`^Box SH-\\d+ / 1: ${words}$`)])
    const both = await at.client.call(revertBoxToQc, { box_ids: [at.box.sscc, other.box.sscc], ...why })
    expect(both.body.data.boxes.map((box) => box.sscc)).toEqual([other.box.sscc])
    expect(both.body.data.left_out).toEqual([expect.objectContaining({ sscc: at.box.sscc, message: words })])
    expect(await boxNow(server, at.box.box_id)).toEqual(before)
  })

  it('says of every box why it cannot, when none can', async () => {
    // Would catch: a refusal that names one box of many.
    const waiting = await oneBox(server)
    const counted = await oneBox(server)
    await count(server, counted, [12, 8])
    const box_ids = [waiting.box.sscc, counted.box.sscc, 'NOBODYS-BOX']
    const { status, body } = await waiting.client.call(revertBoxToQc, { box_ids, ...why })
    expect([status, body.message]).toEqual([
      409,
      expect.stringMatching(/^Boxes .*: None of these boxes can be reverted\.$/),
    ])
    expect(body.details.fields?.map(({ field, message }) => [field, message])).toEqual(
      expect.arrayContaining([
        [waiting.box.sscc, 'Nothing of this box is judged yet.'],
        [counted.box.sscc, 'Nothing of this box is judged yet.'],
        ['NOBODYS-BOX', 'This box is not at QC.'],
      ]),
    )
  })
})

describe('reverting styles', () => {
  it('leaves the other styles of the box judged, and their shelf', async () => {
    // Would catch: the whole box reverted; pieces of the other style taken off their shelf.
    const at = await oneBox(server)
    const other = await addOtherStyle(at)
    await movePieces(server, other.at, [
      [0, 'pass', 12],
      [1, 'fail', 8],
      [2, 'pass', 5],
    ])
    await at.client.call(inwardBoxToShelf, { box_ids: [at.box.sscc], shelf: 'A-1' })
    const style_id = await styleOf(at)
    const styles = [
      { box_id: at.box.sscc, style_id },
      { box_id: at.box.box_id, style_id: 'ST-NOBODYS' },
    ]
    const { status, body } = await at.client.call(revertStylesToQualityInspection, { styles, ...why })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.data.boxes[0]).toMatchObject({ shelf: 'A-1', quantities: { to_inspect: 20, shelved: 5, failed: 0 } })
    expect(body.data.left_out).toEqual([
      expect.objectContaining({
        message: 'Style {{style_id}} is not in this box.',
        values: { box: '1', style_id: 'ST-NOBODYS' },
      }),
    ])
    expect(await lineNow(server, at.box.box_id, other.nm_sku)).toMatchObject({ shelved: 5 })
    const again = await at.client.call(revertStylesToQualityInspection, { styles: styles.slice(0, 1), ...why })
    expect([again.status, again.body.message]).toEqual([409, `Nothing of style ${style_id} is judged yet.`])
  })
})

async function styleOf(at: OneBox): Promise<string> {
  const [row] = await server.db
    .selectFrom('sku as k')
    .innerJoin('style as s', 's.id', 'k.style_id')
    .where('k.nm_sku', '=', at.skus[0] ?? '')
    .select('s.code')
    .execute()
  return row?.code ?? ''
}

/** Five pieces of another style of the vendor lay in the box and were counted with it. */
async function addOtherStyle(at: OneBox): Promise<{ at: OneBox; nm_sku: string }> {
  const nm_sku = (await makeOrder(server.db, { vendor: at.shipment.order.vendor })).lines[0]?.nm_sku ?? ''
  await count(server, at, [12, 8, [nm_sku, 5]])
  return { at: { ...at, skus: [...at.skus, nm_sku] }, nm_sku }
}
