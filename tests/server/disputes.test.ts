import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { tellLateDisputes } from '../../src/server/areas/disputes/deadlines.ts'
import { removeUnusedPhotos } from '../../src/server/areas/photos/photo-files.ts'
import { disputedKinds, overDisputed } from '../../src/shared/areas/disputes/rules.ts'
import { contract } from '../../src/shared/areas.ts'
import { openMoves } from '../../src/shared/kernel/lifecycle.ts'
import type { Client } from '../support/client.ts'
import { disputing, type JudgedBox, judgedBox, sentPhoto } from '../support/disputes.ts'
import { count, oneBox } from '../support/one-qc-box.ts'
import { qcDisagreements } from '../support/qc.ts'
import { countedBoxes } from '../support/qc-inspection.ts'
import { type TestServer, testServer } from '../support/server.ts'

const calls = contract.disputes

let server: TestServer
let ops: Client
let lead: Client
beforeAll(async () => {
  server = await testServer()
  ops = await server.as('ops')
  lead = await server.as('ops_team')
})

const opened = async (at: JudgedBox, more = {}) => {
  const { status, body } = await at.vendor.call(calls.openDispute, disputing(at, more))
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.dispute
}
const found = async (number: string, by = ops) => (await by.call(calls.getDispute, { number })).body.data
const at = async (number: string) => ({ number, version: (await found(number)).dispute.version })
const settling = async (number: string, more = {}, by = lead) =>
  by.call(calls.settleDispute, {
    ...{ ...(await at(number)), outcome: 'upheld', words: 'You are right.', next: 'reinspect', ...more },
  })
const told = async (number: string) => {
  const { rows } = await sql<{ kind: string; vendor_id: string | null; user_id: string | null }>`
    SELECT kind, vendor_id, user_id FROM notice_outbox WHERE things = ARRAY[${number}] ORDER BY id`.execute(server.db)
  const kept = await sql<{ kind: string }>`SELECT kind FROM notice WHERE ${number} = ANY(things)`
    .execute(server.db)
    .catch(() => ({ rows: [] as { kind: string }[] }))
  return [...new Set([...rows, ...kept.rows].map(({ kind }) => kind))]
}

describe('the way of a dispute', () => {
  // Would catch: an answer nobody is told of, a dispute without an owner, words or photographs that are lost, pieces that move by a decision.
  it('goes to its owner, to the vendor and back, and moves no piece', async () => {
    const box = await judgedBox(server)
    const before = await box.open()
    const image = await sentPhoto(box.vendor)
    const dispute = await opened(box, { image_ids: [image] })
    expect(dispute).toMatchObject({ state: 'open', pieces: 2, upheld: null, owner: null, owner_id: null })
    const seen = await found(dispute.number, lead)
    expect(seen.dispute.owner_id).not.toBeNull()
    expect(seen.messages[0]).toMatchObject({ said: 'opened', is_vendor: true, image_ids: [image] })
    expect(openMoves(seen.moves)).toEqual(['ask', 'settle', 'hand_over'])
    expect(await told(dispute.number)).toContain('dispute_yours')

    const ours = await sentPhoto(lead)
    const asked = { ...(await at(dispute.number)), words: 'Which print?', image_ids: [ours] }
    expect((await lead.call(calls.askAboutDispute, asked)).body.data.dispute.state).toBe('asked')
    expect((await box.vendor.call(calls.disputePhoto, { image_id: ours })).status).toBe(200)
    expect(openMoves((await found(dispute.number, box.vendor)).moves)).toEqual(['answer', 'withdraw'])
    const answer = { ...(await at(dispute.number)), words: 'The flowers.' }
    expect((await box.vendor.call(calls.answerDispute, answer)).body.data.dispute.state).toBe('answered')
    expect((await settling(dispute.number)).body.data.dispute).toMatchObject({
      ...{ state: 'upheld', upheld: 2, next: 'reinspect' },
    })
    const after = await found(dispute.number, box.vendor)
    expect(after.messages.map(({ said }) => said)).toEqual(['opened', 'asked', 'answered', 'settled'])
    expect(openMoves(after.moves)).toEqual([])
    expect(await told(dispute.number)).toEqual(expect.arrayContaining(['dispute_asked', 'dispute_settled']))
    expect((await box.open()).lines).toEqual(before.lines)
    expect(await qcDisagreements(server)).toEqual([])
    const { history } = await box.open()
    expect(history.map(({ event }) => event)).toEqual(expect.arrayContaining(['box.disputed', 'box.dispute_settled']))
  })

  // Would catch: upheld in part that is all or none, more upheld than disputed, agreed without what is next.
  it('is upheld in part by its pieces', async () => {
    const box = await judgedBox(server)
    const { number } = await opened(box)
    const part = (upheld: number) => ({
      outcome: 'partly_upheld',
      lines: [{ nm_sku: box.sku, kind: 'refused', upheld }],
    })
    expect((await settling(number, { ...part(1), next: null })).status).toBe(400)
    for (const pieces of [0, 2, 3]) expect((await settling(number, part(pieces))).status).toBe(400)
    expect((await settling(number, part(1))).body.data.dispute).toMatchObject({ state: 'partly_upheld', upheld: 1 })
    expect((await settling(number)).status).toBe(409)
  })

  // Would catch: a warehouse hand that decides, a vendor that asks itself, somebody of another trade that reads it.
  it('is decided by leads, and asked about by QC', async () => {
    const box = await judgedBox(server)
    const { number } = await opened(box)
    expect((await settling(number, {}, box.client)).status).toBe(403)
    expect((await settling(number, {}, box.vendor)).status).toBe(403)
    const asked = { ...(await at(number)), words: 'Why?' }
    expect((await box.vendor.call(calls.askAboutDispute, asked)).status).toBe(403)
    expect((await box.client.call(calls.askAboutDispute, asked)).status).toBe(200)
    expect((await (await server.as('warehouse')).call(calls.getDispute, { number })).status).toBe(403)
  })

  // Would catch: an owner who may not handle it, a hand-over that the vendor reads.
  it('is handed over to somebody of QC, of which the vendor hears nothing', async () => {
    const box = await judgedBox(server)
    const { number } = await opened(box)
    const { people } = (await lead.call(calls.disputeOwners, { number })).body.data
    const other = people.find(({ id }) => id === box.user.id)
    const stranger = await server.makeUser({ role: 'warehouse' })
    const elsewhere = await server.makeUser({ role: 'china_warehouse_team' })
    await sql`UPDATE app_user SET site_ids = ARRAY[${elsewhere.id}::uuid] WHERE id = ${elsewhere.id}::uuid`.execute(
      server.db,
    )
    const handing = async (owner_id: string) => lead.call(calls.handOverDispute, { ...(await at(number)), owner_id })
    expect((await handing(stranger.id)).status).toBe(400)
    expect((await handing(elsewhere.id)).status).toBe(400)
    expect((await handing(other?.id ?? '')).body.data.dispute.owner_id).toBe(box.user.id)
    const mine = await box.client.call(calls.getDisputes, { tab: 'mine' })
    expect(mine.body.data.rows.map((row) => row.number)).toContain(number)
    const theirs = await found(number, box.vendor)
    expect(theirs.messages.map(({ said }) => said)).toEqual(['opened'])
    expect(theirs.dispute.owner).toBeNull()
  })

  // Would catch: a result that is accepted twice, or of which nobody hears; one that cannot be disputed after a hasty yes.
  it('is no dispute where the vendor accepts', async () => {
    const box = await judgedBox(server)
    const yes = { box_id: box.box.sscc, answer: 'accept' as const, words: 'We will sew better.' }
    const { dispute } = (await box.vendor.call(calls.openDispute, yes)).body.data
    expect(dispute).toMatchObject({ state: 'accepted', reason: null, pieces: null })
    expect(await told(dispute.number)).toContain('result_accepted')
    expect((await box.vendor.call(calls.openDispute, yes)).status).toBe(409)
    expect((await opened(box)).state).toBe('open')
  })
})

describe('what was decided', () => {
  const toDo = async (by = lead) =>
    (await by.call(calls.getDisputes, { tab: 'to_do', page_size: 200 })).body.data.rows.map(({ number }) => number)
  const stepOf = async (number: string) => {
    const { step, done_at } = (await found(number)).dispute
    return [step, done_at !== null]
  }
  const reinspected = async (box: JudgedBox) => {
    const lines = [{ nm_sku: box.sku, passed: 2, sampled: 2, from: 'failed' as const }]
    return (await box.judge({ lines, verdict: 'passed', override_reason: 'it is the print' }, lead)).status
  }

  // Would catch: "inspect again" that is said and forgotten: found by nobody where it is to be done, with nobody's name, open for ever after it was done.
  it('is found where it is to be done until it was done, and has an owner who can change', async () => {
    const box = await judgedBox(server)
    const { number } = await opened(box)
    expect([await toDo(), await stepOf(number)]).not.toContain(number)
    expect((await settling(number)).status).toBe(200)
    expect([await toDo(), await stepOf(number)]).toEqual([expect.arrayContaining([number]), ['to_do', false]])
    expect(openMoves((await found(number, lead)).moves)).toEqual(['hand_over'])
    const handed = await lead.call(calls.handOverDispute, { ...(await at(number)), owner_id: box.user.id })
    expect(handed.body.data.dispute).toMatchObject({ owner_id: box.user.id, step: 'to_do' })
    const counted = async () => (await lead.call(contract.home.getHome, {})).body.data.lines
    expect((await counted()).find(({ id }) => id === 'disputesToDo')?.count).toBe((await toDo()).length)
    expect(await reinspected(box)).toBe(200)
    expect([await toDo(), await stepOf(number)]).toEqual([expect.not.arrayContaining([number]), ['done', true]])
    expect(openMoves((await found(number, lead)).moves)).toEqual([])
  })

  // Would catch: "inspect again" decided of pieces that went back last week, and a list of things that nobody can do.
  it('is refused where it can no longer be done, with the reason', async () => {
    const box = await judgedBox(server)
    const back = async (more = {}) =>
      lead.call(contract.returns.confirmReturnToVendor, {
        ...{ box_ids: [box.box.sscc], reason: 'Stain', remark: 'back', ...more },
      })
    const note = (await back()).body.data.return_note.return_note
    const { number } = await opened(box)
    const refused = await settling(number)
    expect([refused.status, refused.body.message, refused.body.details?.fields?.[0]?.field]).toEqual([
      ...[400, expect.stringContaining(`they went back with ${note}.`), 'next'],
    ])
    const recount = await settling(number, { next: 'recount' })
    expect([recount.status, (await found(number)).dispute.state]).toEqual([400, 'open'])
    expect((await settling(number, { next: 'none' })).status).toBe(200)
    expect(await stepOf(number)).toEqual([null, false])
  })
})

describe('a return note of disputed pieces', () => {
  // Would catch: pieces under dispute sent back by whoever does not know of it, and a note that does not say so.
  it('is made only by who names the dispute, and says it; what stays behind is not of it', async () => {
    const made = await countedBoxes(server, [[12]])
    const [sku = ''] = made.skus
    const lines = [{ nm_sku: sku, passed: 4, failed: 8, sampled: 12 }]
    const defects = [{ nm_sku: sku, reason: 'Stain' as const, severity: 'major' as const, units: 8, remark: 'oil' }]
    expect((await made.judge({ lines, defects, verdict: 'mixed' })).status).toBe(200)
    const box = { ...made, vendor: made.shipment.client, sku }
    const { number } = await opened(box)
    const summary = await lead.call(contract.returns.returnToVendorSummary, { box_ids: [box.box.sscc] })
    expect(summary.body.data.suppliers[0]?.lines[0]?.disputes).toEqual([{ number, pieces: 2 }])
    const back = async (quantity: number, despite_disputes?: string[]) => {
      const { status, body } = await lead.call(contract.returns.confirmReturnToVendor, {
        ...{ lines: [{ box_id: box.box.sscc, nm_sku: sku, quantity }], reason: 'Stain', remark: 'oil' },
        ...(despite_disputes && { despite_disputes }),
      })
      return [status, status === 200 ? body.data.return_note.disputes : body.message]
    }
    const refused = [409, expect.stringContaining(number)]
    expect([await back(7), await back(8, ['DP-999999'])]).toEqual([refused, refused])
    expect(await back(6)).toEqual([200, []])
    expect((await settling(number)).status).toBe(200)
    // Upheld and still to be looked at again: no less than an open one.
    expect(await back(2)).toEqual(refused)
    expect(await back(2, [number])).toEqual([200, [number]])
    expect((await found(number)).dispute.step).toBe('gone')
    expect(await qcDisagreements(server)).toEqual([])
  })
})

describe('what may be disputed', () => {
  // Would catch: more pieces than were refused, pieces of what passed, a SKU of another box, a SKU said twice, no pieces, no reason.
  it('is what was refused, and not more', async () => {
    const box = await judgedBox(server)
    const line = { nm_sku: box.sku, kind: 'refused' as const, pieces: 2 }
    const refused = [
      ...[{ lines: [{ ...line, pieces: 3 }] }, { lines: [{ ...line, kind: 'short' as const }] }],
      ...[
        { lines: [{ ...line, nm_sku: 'NONE' }] },
        {
          lines: [
            { ...line, pieces: 1 },
            { ...line, pieces: 1 },
          ],
        },
      ],
      ...[{ lines: [] }, { reason: null }, { words: ' ' }, { words: 'x'.repeat(2_001) }],
      { image_ids: Array.from({ length: 9 }, () => box.user.id) },
    ]
    for (const more of refused) {
      const { status } = await box.vendor.call(calls.openDispute, disputing(box, more))
      expect([more, status]).toEqual([more, 400])
    }
    expect((await box.vendor.call(calls.getDisputes, {})).body.data.rows).toEqual([])
  })

  // Would catch: a rule that lets through more of anything than the result says, or stops what it bears.
  it('is never more than the result bears, whatever is asked', () => {
    const amount = fc.nat(4)
    const line = fc.record({
      nm_sku: fc.constantFrom('A', 'B', 'C'),
      kind: fc.constantFrom(...disputedKinds),
      pieces: amount,
    })
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), amount, amount, (lines, refused, short) => {
        const result = [
          { nm_sku: 'A', refused, short, over: 1 },
          { nm_sku: 'B', refused: short, short: 0, over: 0 },
        ]
        const bears = lines.every(({ nm_sku, kind, pieces }, place) => {
          const of = result.find((one) => one.nm_sku === nm_sku)
          const isFirst = lines.findIndex((one) => one.nm_sku === nm_sku && one.kind === kind) === place
          return of !== undefined && isFirst && pieces >= 1 && pieces <= of[kind]
        })
        expect(overDisputed(lines, result) === null).toBe(bears)
      }),
    )
  })

  // Would catch: a count that cannot be disputed, a box without any difference that can.
  it('is a short count as well, and never a box that is right', async () => {
    const short = await oneBox(server, [10])
    expect((await count(server, short, [7])).status).toBe(200)
    const vendor = short.shipment.client
    const [nm_sku = ''] = short.skus
    const said = { box_id: short.box.sscc, answer: 'dispute' as const, reason: 'count_wrong' as const, words: 'Ten.' }
    const pieces = (many: number) => ({ ...said, lines: [{ nm_sku, kind: 'short' as const, pieces: many }] })
    expect((await vendor.call(calls.openDispute, pieces(4))).status).toBe(400)
    const taken = await vendor.call(calls.openDispute, pieces(3))
    expect(taken.status, JSON.stringify(taken.body)).toBe(200)
    const right = await countedBoxes(server, [[5]])
    const none = { ...said, box_id: right.box.sscc, lines: [] }
    expect((await right.shipment.client.call(calls.openDispute, none)).status).toBe(409)
    const uncounted = await oneBox(server, [5])
    const early = { ...none, box_id: uncounted.box.sscc }
    expect((await uncounted.shipment.client.call(calls.openDispute, early)).status).toBe(409)
  })

  // Would catch: a dispute after its days, and days that nobody can set.
  it('is a result of the last days, which are a setting', async () => {
    const box = await judgedBox(server)
    await sql`UPDATE qc_box SET counted_at = counted_at - interval '15 days' WHERE box_id = ${box.box.box_id}::uuid`.execute(
      server.db,
    )
    await sql`UPDATE qc_inspection SET at = at - interval '15 days' WHERE box_id = ${box.box.box_id}::uuid`.execute(
      server.db,
    )
    const late = await box.vendor.call(calls.openDispute, disputing(box))
    expect(late.status).toBe(409)
    expect((await box.vendor.call(calls.getBoxDisputes, { box_id: box.box.sscc })).body.data.may).toEqual([])
    const { version, settings } = (await lead.call(calls.disputeSettings, {})).body.data
    expect(settings).toEqual({ open_days: 14, answer_days: 5 })
    const save = (open_days: number) =>
      lead.call(calls.saveDisputeSettings, { settings: { ...settings, open_days }, version })
    expect((await save(91)).status).toBe(400)
    expect((await box.vendor.call(calls.disputeSettings, {})).status).toBe(403)
    expect((await save(20)).status).toBe(200)
    expect((await save(30)).status).toBe(409)
    await opened(box)
  })

  // Would catch: two open disputes of a box, one more of what was decided, none of a later result.
  it('is one at a time, and a result is decided once', async () => {
    const box = await judgedBox(server)
    const { number } = await opened(box)
    const again = await box.vendor.call(calls.openDispute, disputing(box))
    expect([again.status, JSON.stringify(again.body)]).toEqual([409, expect.stringContaining(number)])
    const withdrawn = await box.vendor.call(calls.withdrawDispute, await at(number))
    expect(withdrawn.body.data.dispute.state).toBe('withdrawn')
    const second = await opened(box)
    expect((await settling(second.number, { outcome: 'turned_down', next: null })).body.data.dispute).toMatchObject({
      ...{ state: 'turned_down', upheld: 0, next: null },
    })
    expect((await box.vendor.call(calls.openDispute, disputing(box))).status).toBe(409)
    await sql`UPDATE qc_inspection SET at = now() + interval '1 second' WHERE box_id = ${box.box.box_id}::uuid`.execute(
      server.db,
    )
    await opened(box)
  })
})

describe('at once', () => {
  // Would catch: a second press that disputes twice, and two people of a vendor who do.
  it('is opened once, however often it is pressed', async () => {
    const box = await judgedBox(server)
    const key = { 'idempotency-key': `dispute-${box.box.sscc}` }
    const press = () => box.vendor.call(calls.openDispute, disputing(box), key)
    const both = await Promise.all([press(), press()])
    const done = both.filter(({ status }) => status === 200)
    expect(done.length).toBeGreaterThan(0)
    const numbers = new Set([...done, await press()].map(({ body }) => body.data.dispute.number))
    expect(numbers.size).toBe(1)
    const other = await judgedBox(server)
    const two = await Promise.all([1, 2].map(() => other.vendor.call(calls.openDispute, disputing(other))))
    expect(two.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  // Would catch: a dispute that is both decided and withdrawn.
  it('is either decided or withdrawn', async () => {
    for (let round = 0; round < 4; round += 1) {
      const box = await judgedBox(server)
      const { number } = await opened(box)
      const seen = await at(number)
      const replies = await Promise.all([
        lead.call(calls.settleDispute, { ...seen, outcome: 'upheld', words: 'Yes.', next: 'revert' }),
        box.vendor.call(calls.withdrawDispute, seen),
      ])
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const { dispute, messages } = await found(number)
      expect(messages.at(-1)?.said).toBe(dispute.state === 'withdrawn' ? 'withdrawn' : 'settled')
      expect(messages).toHaveLength(2)
    }
  })
})

// Would catch: another vendor's box that is disputed, a dispute or photograph that it reads, a photograph of others that is sent along,
// one that is swept away as unused.
it('keeps to its vendor, with its photographs', async () => {
  const box = await judgedBox(server)
  const stranger = await server.as('vendor')
  expect((await stranger.call(calls.openDispute, disputing(box))).status).toBe(404)
  expect((await stranger.call(calls.getBoxDisputes, { box_id: box.box.sscc })).status).toBe(404)
  const stolen = await box.vendor.call(calls.openDispute, disputing(box, { image_ids: [await sentPhoto(stranger)] }))
  expect(stolen.status).toBe(400)
  const mine = await sentPhoto(box.vendor)
  const { number } = await opened(box, { image_ids: [mine] })
  await removeUnusedPhotos(server.db, server.files, sql<Date>`now() + interval '1 day'`)
  const sees = async (by: Client) => (await by.call(calls.disputePhoto, { image_id: mine })).status
  expect([await sees(lead), await sees(box.vendor), await sees(stranger)]).toEqual([200, 200, 404])
  expect((await stranger.call(calls.getDispute, { number })).status).toBe(404)
  expect((await stranger.call(calls.withdrawDispute, { number, version: 1 })).status).toBe(404)
  expect((await stranger.call(calls.getDisputes, {})).body.data.rows).toEqual([])
})

// Would catch: who counts blind again and reads in a dispute how many pieces were declared.
it('tells who counts blind nothing while the box is to be counted again', async () => {
  const box = await judgedBox(server)
  const { number } = await opened(box)
  await sql`UPDATE setting SET value = 'true' WHERE name = 'qc_blind_count'`.execute(server.db)
  await sql`UPDATE qc_box SET passed = passed - 1, uncounted = 1 WHERE box_id = ${box.box.box_id}::uuid`.execute(
    server.db,
  )
  const hidden = await found(number, box.client)
  expect([hidden.counts_hidden, hidden.lines, hidden.messages, hidden.dispute.pieces]).toEqual([true, [], [], null])
  expect(hidden.dispute.words).toBeNull()
  expect((await found(number, lead)).dispute.pieces).toBe(2)
  expect((await found(number, box.vendor)).counts_hidden).toBe(false)
  await sql`UPDATE qc_box SET passed = passed + 1, uncounted = 0 WHERE box_id = ${box.box.box_id}::uuid`.execute(
    server.db,
  )
  await sql`UPDATE setting SET value = 'false' WHERE name = 'qc_blind_count'`.execute(server.db)
})

// Would catch: a Home that says nothing of what is overdue or asked, an owner told every hour, a scorecard that counts what was withdrawn.
it('is counted on Home and on the scorecard, and told when it is overdue', async () => {
  const box = await judgedBox(server)
  const { number } = await opened(box)
  await sql`UPDATE qc_dispute SET due_on = due_on - 30 WHERE number = ${number}`.execute(server.db)
  const lines = async (by: Client) => {
    const { lines: all } = (await by.call(contract.home.getHome, {})).body.data
    return Object.fromEntries(all.map(({ id, count: many }) => [id, many]))
  }
  expect((await lines(lead)).disputesLate).toBeGreaterThan(0)
  const { rows } = (await lead.call(calls.getDisputes, { tab: 'overdue' })).body.data
  expect(rows[0]).toMatchObject({ number, is_overdue: true })
  expect(await tellLateDisputes(server.db)).toBe(1)
  expect(await tellLateDisputes(server.db)).toBe(0)
  expect((await lines(box.vendor)).disputesAsked).toBe(0)
  expect((await lead.call(calls.askAboutDispute, { ...(await at(number)), words: 'Why?' })).status).toBe(200)
  expect((await lines(box.vendor)).disputesAsked).toBe(1)

  const supplier_id = box.shipment.order.vendor.code
  const card = async () => (await ops.call(contract.scorecards.getScorecard, { supplier_id })).body.data.card
  expect(await card()).toMatchObject({ disputes: 1, disputes_decided: 0, disputes_upheld: 0 })
  await settling(number)
  expect(await card()).toMatchObject({ disputes: 1, disputes_decided: 1, disputes_upheld: 1 })
  const behind = await ops.call(contract.scorecards.scorecardBehind, { supplier_id, of: 'disputes' })
  expect(behind.body.data).toMatchObject({ total: 1, rows: [{ code: box.box.sscc, detail: number, pieces: 2 }] })
  const other = await judgedBox(server)
  const gone = await opened(other)
  await other.vendor.call(calls.withdrawDispute, await at(gone.number))
  const theirs = { supplier_id: other.shipment.order.vendor.code }
  expect((await ops.call(contract.scorecards.getScorecard, theirs)).body.data.card.disputes).toBe(0)
})
