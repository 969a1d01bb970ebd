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
  // Would catch: a vendor that learns of a box in India before anything came of it, disputes what it was never told of, or accepts there;
  // a dispute about a count, of which India's results say nothing.
  it('can be disputed by its vendor for what went back or is claimed, and for nothing else', async () => {
    const { decide, vendor, open, seen, sku } = await toldBox()
    expect([(await seen(vendor)).status, (await open(1)).status]).toEqual([404, 404])
    await decide('return', 2)
    await decide('credit', 1)
    expect((await seen(vendor)).body.data).toMatchObject({ may: ['dispute'], lines: [{ nm_sku: sku, refused: 3 }] })
    expect((await open(4)).status).toBe(400)
    expect((await open(1, { reason: 'count_wrong' })).status).toBe(400)
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

  // Would catch: a refusal that names the return note of another SKU of the box.
  it('says what stands in the way of its own pieces, whatever went back of others', async () => {
    const { decide, open, back } = await twoSkus()
    const note = await back()
    const debit = await decide('credit', 1)
    const { number } = (await open(1)).body.data.dispute
    for (const next of ['revert', 'reinspect', 'none'] as const) {
      const { status, body } = await settling(number, { next })
      expect([status, body.message]).toEqual([400, expect.stringContaining(`claimed from the vendor with ${debit}`)])
      expect(body.message).not.toContain(note)
    }
    const counted = await settling(number, { next: 'recount' })
    expect([counted.status, counted.body.message]).toEqual([400, expect.stringContaining(debit)])
  })
})

/** A box of two SKUs, of each two pieces rejected: the second's go back, the first is decided on and disputed. */
async function twoSkus() {
  const at = await boxesInIndia(server, [[6, 6]])
  const [box] = at.boxes
  const sscc = box?.sscc ?? ''
  const [sku = '', other = ''] = box?.items.map(({ nm_sku }) => nm_sku) ?? []
  await at.judge(sscc, { [sku]: 3, [other]: 2 })
  const decided = (nm_sku: string, kind: 'return' | 'credit' | 'replace', quantity: number) =>
    done(ops, reconcileRejectedSkus, {
      ...{ in_part: true, remark: 'oil', lines: [{ box_id: sscc, nm_sku, dispositions: [{ kind, quantity }] }] },
    })
  const decide = async (kind: 'credit' | 'replace', quantity: number) =>
    (await decided(sku, kind, quantity)).debit_notes[0]?.debit_note ?? ''
  const back = async () => (await decided(other, 'return', 2)).return_notes[0] ?? ''
  const vendor = at.shipment.client
  const open = (pieces: number) =>
    vendor.call(calls.openDispute, {
      ...{ box_id: sscc, country: 'india', answer: 'dispute', reason: 'no_defect', words: 'This is no oil.' },
      ...{ lines: [{ nm_sku: sku, kind: 'refused', pieces }], image_ids: [] },
    })
  const rejected = async () =>
    (await done(ops, contract.rejectedSkus.getRejectedSkus, { tab: 'all', search: sku })).rows.find(
      (row) => row.sscc === sscc,
    )
  return { sscc, sku, vendor, decide, back, open, rejected }
}

describe('an upheld dispute of a claim', () => {
  const found = async (number: string, by = ops) => (await by.call(calls.getDispute, { number })).body.data
  const noteOf = async (number: string, by = ops) =>
    (await done(by, contract.rejectedSkus.debitNotes, { debit_notes: [number] })).rows[0]
  const acting = async (action: 'credited' | 'replaced' | 'undo', ids: string[]) => {
    const { status, body } = await ops.call(reconcileRejectedSkus, {
      ...{ action, disposition_ids: ids, remark: 'as decided' },
    })
    return [status, body.message]
  }
  const idsOf = (row: Awaited<ReturnType<Awaited<ReturnType<typeof twoSkus>>['rejected']>>) =>
    row?.dispositions.map(({ disposition_id }) => disposition_id) ?? []

  // Would catch: a dispute that is upheld beside a debit note that can still be credited; a debit note whose list does not say that it is disputed; a claim that nobody is told to take back, or that stays to be done after it was.
  it('is followed by taking the claim back, and until then it cannot be credited', async () => {
    const { decide, open, rejected, vendor } = await twoSkus()
    const debit = await decide('credit', 1)
    const { number } = (await open(1)).body.data.dispute
    expect((await rejected())?.dispositions).toMatchObject([{ disputes: [number], upheld_by: null }])
    expect((await noteOf(debit, vendor))?.lines).toMatchObject([{ upheld_by: null, disputed_by: number }])
    const standing = async (state: 'OPEN' | 'DISPUTED' | 'UPHELD') =>
      (await done(vendor, contract.rejectedSkus.debitNotes, { debit_notes: [debit], state })).rows.length
    const standings = async () => [await standing('OPEN'), await standing('DISPUTED'), await standing('UPHELD')]
    expect(await standings()).toEqual([1, 1, 0])
    expect((await settling(number, { next: 'take_back' })).body.data.dispute).toMatchObject({
      ...{ state: 'upheld', next: 'take_back', step: 'to_do' },
    })
    const { decisions } = await found(number)
    expect(decisions).toMatchObject([{ kind: 'credit', debit_note: debit, quantity: 1, state: 'OPEN' }])
    expect(decisions[0]?.value?.minor).toBeGreaterThan(0)
    expect((await noteOf(debit, vendor))?.lines).toMatchObject([{ upheld_by: number, disputed_by: null }])
    expect(await standings()).toEqual([1, 0, 1])
    expect((await found(number, vendor)).decisions).toMatchObject([{ debit_note: debit, rejected_id: null }])
    const ids = idsOf(await rejected())
    expect(await acting('credited', ids)).toEqual([409, expect.stringContaining(number)])
    expect(await acting('undo', ids)).toEqual([200, 'Taken back.'])
    expect((await found(number)).dispute).toMatchObject({ step: 'done', done_at: expect.any(String) })
    expect(await noteOf(debit, vendor)).toMatchObject({ state: 'UNDONE', pieces: 0 })
    // Decided anew, the pieces are claimed as any others.
    await decide('credit', 1)
    const [again] = (await rejected())?.dispositions.filter(({ state }) => state === 'OPEN') ?? []
    expect(await acting('credited', [again?.disposition_id ?? ''])).toEqual([200, 'Noted.'])
    expect((await found(number)).dispute.step).toBe('done')
  })

  // Would catch: a claim of pieces that the dispute is not about held back, or one credited while its own pieces are upheld.
  it('holds back no other claim: of two, what is upheld of one only until that one is taken back', async () => {
    const { decide, open, rejected } = await twoSkus()
    await decide('replace', 1)
    await decide('credit', 2)
    const { number } = (await open(3)).body.data.dispute
    const lines = [{ nm_sku: (await found(number)).lines[0]?.nm_sku ?? '', kind: 'refused' as const, upheld: 1 }]
    expect((await settling(number, { outcome: 'partly_upheld', lines, next: 'take_back' })).status).toBe(200)
    const [replacing = '', crediting = ''] = idsOf(await rejected())
    expect((await acting('replaced', [replacing]))[0]).toBe(409)
    expect((await acting('undo', [replacing]))[0]).toBe(200)
    expect((await found(number)).dispute.step).toBe('done')
    expect((await acting('credited', [crediting]))[0]).toBe(200)
  })

  // Would catch: a claim to be taken back that was credited long ago, or of which there is none.
  it('cannot be followed by it where nothing waits to be credited', async () => {
    const { decide, open, rejected } = await twoSkus()
    await decide('credit', 1)
    expect((await acting('credited', idsOf(await rejected())))[0]).toBe(200)
    const { number } = (await open(1)).body.data.dispute
    const { status, body } = await settling(number, { next: 'take_back' })
    expect([status, body.message]).toEqual([400, expect.stringContaining('credited or replaced')])
    expect((await settling(number, { next: 'none' })).status).toBe(200)
  })

  // Would catch: a claim that is credited while its vendor waits for an answer, so that nothing can be done about it once the dispute is upheld.
  it('is never about a claim that was credited before it was decided; of one turned down the claim goes on', async () => {
    const { decide, open, rejected, vendor } = await twoSkus()
    await decide('credit', 1)
    const { number } = (await open(1)).body.data.dispute
    const before = await rejected()
    expect(before?.dispositions).toMatchObject([{ disputed_by: number, upheld_by: null }])
    const refused = await acting('credited', idsOf(before))
    expect(refused).toEqual([409, expect.stringContaining(`disputes these pieces with ${number}`)])
    const { version } = (await found(number)).dispute
    expect((await ops.call(calls.askAboutDispute, { number, version, words: 'Which pieces?' })).status).toBe(200)
    expect((await acting('credited', idsOf(before)))[0]).toBe(409)
    expect((await found(number, vendor)).decisions).toMatchObject([{ state: 'OPEN' }])
    expect((await settling(number, { outcome: 'turned_down', next: null })).status).toBe(200)
    expect((await rejected())?.dispositions).toMatchObject([{ disputed_by: null }])
    expect(await acting('credited', idsOf(before))).toEqual([200, 'Noted.'])
  })

  // Would catch: a decision and a credit that are made at the same moment, each of which sees nothing of the other.
  it('is never beside a claim credited at the same moment', async () => {
    for (let run = 0; run < 6; run += 1) {
      const { decide, open, rejected } = await twoSkus()
      await decide('credit', 1)
      const { number } = (await open(1)).body.data.dispute
      const ids = idsOf(await rejected())
      const [settled, [credited]] = await Promise.all([
        settling(number, { next: 'take_back' }),
        acting('credited', ids),
      ])
      expect([settled.status, credited]).toEqual([200, 409])
    }
  })
})
