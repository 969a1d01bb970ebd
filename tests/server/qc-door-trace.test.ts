import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shipmentStatusAtDoor } from '../../src/shared/areas/shipments/status.ts'
import { contract, type TraceKind } from '../../src/shared/areas.ts'
import type { Client } from '../support/client.ts'
import { scanIn } from '../support/door.ts'
import { boxesAtQc, shippedBoxes } from '../support/qc.ts'
import { countedBoxes, passing, stain } from '../support/qc-inspection.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { qcBoxes: qcBoxesCalls, frame: frameCalls, trace: traceCalls, shipments: shipmentsCalls } = contract

let server: TestServer
let door: Client
let lead: Client

beforeAll(async () => {
  server = await testServer()
  door = await server.as('china_warehouse_team')
  lead = await server.as(await server.makeUser({ role: 'ops_team' }))
})
afterAll(() => server?.stop())

async function historyOf(client: Client, kind: TraceKind, code: string) {
  const { status, body } = await client.call(traceCalls.traceLife, { kind, code })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

const facts = ({ facts: all }: Awaited<ReturnType<typeof historyOf>>) =>
  Object.fromEntries(all.map(({ label, count, text }) => [label, count ?? text]))

describe("a box's life", () => {
  // Would catch: a box at the door that offers nothing to who takes it in, or that offers it to its vendor.
  it('on its way leads to the door; at QC it tells its status and what may be done there', async () => {
    const made = await shippedBoxes(server, [[5]])
    const [box] = made.boxes
    const sscc = box?.sscc ?? ''
    const coming = await historyOf(door, 'box', sscc)
    expect(coming.next).toEqual([{ action: 'inward', path: '/supplier/inward-shipments' }])
    expect((await historyOf(made.shipment.client, 'box', sscc)).next.map(({ action }) => action)).not.toContain(
      'inward',
    )
    await scanIn(door, [sscc])
    const history = await historyOf(door, 'box', sscc)
    expect(history).toMatchObject({ status: 'Qty validation pending', path: `/supplier/qc-platform?box=${sscc}` })
    expect(history.next.map(({ action }) => action)).toEqual(['count', 'undo_inward'])
    expect(new Set(history.next.map(({ path }) => path))).toEqual(new Set([`/supplier/qc-platform?box=${sscc}`]))
    expect(history.events.map(({ event }) => event)).toContain('box.inwarded')
    const own = await historyOf(made.shipment.client, 'box', sscc)
    expect([own.status, own.path]).toEqual(['Qty validation pending', `/supplier/qc-results?box=${sscc}`])
    expect(own.next.map(({ path }) => path).filter((path) => path.includes('qc-platform'))).toEqual([])
  })

  it('tells what was counted and judged; skipping is offered to leads only', async () => {
    const made = await countedBoxes(server, [[8, 4]])
    const [a = '', b = ''] = made.skus
    const names = async (client: Client) =>
      (await historyOf(client, 'box', made.box.sscc)).next.map(({ action }) => action)
    expect(await names(door)).not.toContain('skip')
    expect(await names(lead)).toContain('skip')
    const lines = [passing(a, 8), { nm_sku: b, failed: 4, sampled: 4 }]
    const judged = await made.judge(
      { lines, defects: [stain(b, 4)], verdict: 'mixed', override_reason: 'Sorted' },
      lead,
    )
    expect(judged.status, JSON.stringify(judged.body)).toBe(200)
    const history = await historyOf(door, 'box', made.box.sscc)
    expect(history.status).toBe('QC failed')
    expect(facts(history)).toMatchObject({ 'Counted pieces': 12, 'Passed pieces': 8, 'Failed pieces': 4 })
    await door.call(qcBoxesCalls.inwardBoxToShelf, { box_ids: [made.box.sscc], shelf: 'A-12' })
    expect(facts(await historyOf(door, 'box', made.box.sscc))).toMatchObject({ Shelf: 'A-12', 'Passed pieces': 8 })
  })
})

describe('a shipment', () => {
  // Would catch: a shipment that says "shipped" while half of it stands at the door.
  it('says how much of it came in', async () => {
    const made = await shippedBoxes(server, [[1], [2]])
    const own = async () => {
      const history = await historyOf(made.shipment.client, 'shipment', made.shipment_id)
      const { body } = await made.shipment.client.call(shipmentsCalls.getShipments, { search: made.shipment_id })
      return [history.status, facts(history)['Boxes taken in'], body.data.rows[0]?.inwarded_boxes]
    }
    expect(await own()).toEqual(['Packed and shipped', undefined, 0])
    await scanIn(door, [made.boxes[0]?.sscc ?? ''])
    expect(await own()).toEqual(['Partly inwarded', 1, 1])
    await scanIn(door, [made.boxes[1]?.sscc ?? ''])
    expect(await own()).toEqual(['Inwarded', 2, 2])
    expect(shipmentStatusAtDoor('AWAITING_PACKING', { all: 2, inwarded: 0 })).toBe('Awaiting packing')
  })
})

describe('papers', () => {
  // Would catch: an invoice of several vendors that one of them opens by its number; a stranger's return note.
  it('are found by their numbers by those whose they are', async () => {
    const made = await boxesAtQc(server, [[5]])
    const { invoice, note } = await papersOf(made)
    const find = async (client: Client, text: string) =>
      (await client.call(traceCalls.findTraced, { text })).body.data.hits.map(({ kind, code }) => `${kind} ${code}`)
    expect(await find(door, invoice.toLowerCase())).toEqual([`invoice ${invoice}`])
    expect(await find(door, note)).toEqual([`return_note ${note}`])
    const history = await historyOf(door, 'invoice', invoice)
    expect(history.related.map(({ kind, items }) => [kind, items.map(({ code }) => code)])).toEqual([
      ['box', [made.boxes[0]?.sscc]],
    ])
    expect(JSON.stringify(history)).not.toMatch(/CNY|987654/)
    expect(JSON.stringify(await historyOf(lead, 'invoice', invoice))).toContain('987654')
    const own = made.shipment.client
    expect(await find(own, invoice)).toEqual([])
    expect((await own.call(traceCalls.traceLife, { kind: 'invoice', code: invoice })).status).toBe(404)
    expect(await historyOf(own, 'return_note', note)).toMatchObject({ status: 'Returned to supplier', title: note })
    const stranger = await server.as('vendor')
    expect(await find(stranger, note)).toEqual([])
    expect((await stranger.call(traceCalls.traceLife, { kind: 'return_note', code: note })).status).toBe(404)
    const box = await historyOf(door, 'box', made.boxes[0]?.sscc ?? '')
    expect(box.related.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['invoice', 'return_note']))
    // Would catch: a file of papers that leaves the list's rows out, or hands a stranger's note on.
    const column = (id: string) => ({ columns: [{ id, header: id }] }) as never
    const invoices = await door.call(frameCalls.exportInvoices, column('invoice'))
    expect([invoices.status, invoices.bytes.toString('utf8')]).toEqual([200, expect.stringContaining(invoice)])
    const notes = async (client: Client) =>
      (await client.call(frameCalls.exportReturnNotes, column('return_note'))).bytes.toString('utf8')
    expect(await notes(own)).toContain(note)
    expect(await notes(stranger)).not.toContain(note)
  })
})

/** Papers of the first box, written as they lie in the database: what makes them is tried elsewhere. */
async function papersOf(made: Awaited<ReturnType<typeof boxesAtQc>>) {
  const { db } = server
  const [boxId, user] = [made.boxes[0]?.box_id ?? '', made.user.id]
  const box = await db.selectFrom('qc_box').where('box_id', '=', boxId).selectAll().executeTakeFirstOrThrow()
  const [sku] = await db.selectFrom('qc_line').where('box_id', '=', boxId).select('sku_id').execute()
  const party = { code: 'BUYER', kind: 'consignee' as const, name: 'Buyer Ltd', address: 'Mumbai', country: 'IN' }
  await db.insertInto('trade_party').values(party).execute()
  const [invoiceId, noteId] = [crypto.randomUUID(), crypto.randomUUID()]
  const [invoice, note] = ['CI-2026-0007', 'RN-2026-0003']
  await db
    .insertInto('invoice')
    .values({
      ...{ id: invoiceId, number: invoice, series: 'CI-T', serial: 7, issued_on: '2026-03-01', site_id: box.site_id },
      ...{
        currency: 'CNY',
        consignee_code: party.code,
        exporter: JSON.stringify(party),
        consignee: JSON.stringify(party),
      },
      ...{ boxes: 1, pieces: 5, total_minor: 987_654, created_by: user },
    })
    .execute()
  await db
    .insertInto('invoice_box')
    .values({ invoice_id: invoiceId, box_id: boxId, site_id: box.site_id, position: 1, is_live: false })
    .execute()
  await db
    .insertInto('return_note')
    .values({
      ...{ id: noteId, number: note, vendor_id: box.vendor_id, site_id: box.site_id, reason: 'Stain' },
      ...{ remark: 'oil', created_by: user },
    })
    .execute()
  await db
    .insertInto('return_note_line')
    .values({ note_id: noteId, box_id: boxId, site_id: box.site_id, sku_id: sku?.sku_id ?? '', quantity: 2 })
    .execute()
  return { invoice, note }
}
