import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from '../support/client.ts'
import { boxesInIndia } from '../support/india-boxes.ts'
import { done } from '../support/qc-world.ts'
import { type TestServer, testServer } from '../support/server.ts'

const calls = contract.disputes
const { reconcileRejectedSkus } = contract.rejectedSkus

let server: TestServer
let ops: Client

beforeAll(async () => {
  server = await testServer()
  ops = await server.as('ops')
})

/** A box of twelve pieces in India, five of which are rejected: two of them go back, one is claimed, two are decided by nobody yet. */
async function toldBox() {
  const at = await boxesInIndia(server, [[12]])
  const [box] = at.boxes
  const sscc = box?.sscc ?? ''
  const sku = box?.items[0]?.nm_sku ?? ''
  await at.judge(sscc, { [sku]: 5 })
  const decide = (kind: 'return' | 'credit', quantity: number) =>
    done(ops, reconcileRejectedSkus, {
      ...{ in_part: true, remark: 'oil', lines: [{ box_id: sscc, nm_sku: sku, dispositions: [{ kind, quantity }] }] },
    })
  const vendor = at.shipment.client
  const open = (pieces: number, more = {}) =>
    vendor.call(calls.openDispute, {
      ...{ box_id: sscc, country: 'india', answer: 'dispute', reason: 'no_defect', words: 'This is no oil.' },
      ...{ lines: [{ nm_sku: sku, kind: 'refused', pieces }], image_ids: [], ...more },
    })
  const seen = (by: Client) => by.call(calls.getBoxDisputes, { box_id: sscc, country: 'india' })
  return { sscc, sku, decide, vendor, open, seen }
}

const settling = async (number: string, more = {}) => {
  const { version } = (await ops.call(calls.getDispute, { number })).body.data.dispute
  return ops.call(calls.settleDispute, {
    ...{ number, version, outcome: 'upheld', words: 'You are right.', next: 'reinspect', ...more },
  })
}

describe('a result of QC in India', () => {
  // Would catch: a vendor that learns of a box in India before anything came of it, disputes what it was never told of, or accepts there.
  it('can be disputed by its vendor for what went back or is claimed, and for nothing else', async () => {
    const { decide, vendor, open, seen, sku } = await toldBox()
    expect([(await seen(vendor)).status, (await open(1)).status]).toEqual([404, 404])
    await decide('return', 2)
    await decide('credit', 1)
    expect((await seen(vendor)).body.data).toMatchObject({ may: ['dispute'], lines: [{ nm_sku: sku, refused: 3 }] })
    expect((await open(4)).status).toBe(400)
    expect((await open(1, { answer: 'accept' })).status).toBe(409)
    expect((await open(3)).body.data.dispute).toMatchObject({ country: 'india', state: 'open', pieces: 3 })
    expect((await open(1)).status).toBe(409)
  })

  // Would catch: a dispute of India in China's hands, or one of China's among India's; an owner who does not work there.
  it('is answered by the QC of India, and by nobody of China', async () => {
    const { decide, open } = await toldBox()
    await decide('return', 2)
    const { number } = (await open(2)).body.data.dispute
    const manager = await server.as('india_qc_manager')
    const china = await server.as('ops_team')
    const found = (await manager.call(calls.getDispute, { number })).body.data
    expect(found.dispute).toMatchObject({ number, country: 'india' })
    expect((await china.call(calls.getDispute, { number })).status).toBe(404)
    const { rows } = await sql<{ role: string }>`
      SELECT u.role FROM qc_dispute p JOIN app_user u ON u.id = p.owner_id WHERE p.number = ${number}`.execute(
      server.db,
    )
    expect(['india_qc_manager', 'ops', 'admin', 'super_admin']).toContain(rows[0]?.role)
    const version = found.dispute.version
    expect((await manager.call(calls.askAboutDispute, { number, version, words: 'Which lot?' })).status).toBe(200)
    expect((await settling(number, { outcome: 'turned_down', next: null })).status).toBe(200)
    const { rows: lives } = await sql<{ entity: string }>`
      SELECT DISTINCT entity FROM audit_event WHERE event = 'box.disputed' AND details->>'dispute' = ${number}`.execute(
      server.db,
    )
    expect(lives).toEqual([{ entity: 'box_in_india' }])
  })

  // Would catch: upheld pieces to be inspected again that lie in a truck, though others of their SKU are still there; a step that never opens.
  it('is judged again only once its pieces are taken back from where they went', async () => {
    const { decide, open, sscc } = await toldBox()
    await decide('return', 2)
    const { number } = (await open(2)).body.data.dispute
    const gone = await settling(number)
    expect([gone.status, gone.body.message]).toEqual([400, expect.stringContaining('they went back with')])
    const { rows } = await sql<{ id: string }>`
      SELECT d.id FROM disposition d JOIN box b ON b.id = d.box_id WHERE b.sscc = ${sscc}`.execute(server.db)
    const decisions = rows.map(({ id }) => id)
    await done(ops, reconcileRejectedSkus, { action: 'undo', disposition_ids: decisions, remark: 'Looked at again.' })
    expect((await settling(number)).body.data.dispute).toMatchObject({ state: 'upheld', step: 'to_do' })
  })
})
