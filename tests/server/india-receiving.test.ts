import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { indiaReceivingMessages } from '../../src/shared/areas/india-receiving/rules.ts'
import { contract } from '../../src/shared/areas.ts'
import { outcomes } from '../support/door.ts'
import { consignmentNow, discrepancies, indiaSite, onWayToIndia, receive } from '../support/india.ts'
import { ledgerDifferences } from '../support/ledgers.ts'
import { plainPhoto } from '../support/pictures.ts'
import { boxesAtQc, shippedBoxes } from '../support/qc.ts'
import { done } from '../support/qc-world.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { shipToIndia } from '../support/ship-to-india.ts'

const calls = contract.indiaReceiving

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server?.stop())

const inIndia = async (sscc: string) => {
  const { rows } = await sql<Record<string, number>>`SELECT q.* FROM qc_box q JOIN box b ON b.id = q.box_id
    WHERE b.sscc = ${sscc} AND q.site_kind = 'india_qc'`.execute(server.db)
  return rows[0]
}

const sound = async () => expect(await ledgerDifferences(server.db, 'boxes at QC')).toEqual([])

describe('a scan in India', () => {
  it('receives a box with all that China shipped, counted as declared, in one command', async () => {
    // Would catch: a second scan or a count to get a box to inspection; pieces taken from the vendor's list where China sent fewer.
    const { receiver, ssccs, number, boxes } = await onWayToIndia(server, [[12, 8], [5]])
    const [first = '', second = ''] = ssccs
    expect(await consignmentNow(receiver, number)).toMatchObject({ expected: 2, scanned: 0, pieces_expected: 25 })
    const { results } = await receive(receiver, [first])
    expect(results[0]).toMatchObject({
      outcome: 'inwarded',
      message: 'Box {{box_no}} of shipment {{shipment_id}} is received.',
      box: { sscc: first, pieces: 20, consignment: number, origin: 'export_order', site: 'INQC' },
    })
    expect(await inIndia(first)).toMatchObject({ declared: 20, uncounted: 0, to_inspect: 20, excess: 0 })
    expect(await consignmentNow(receiver, number)).toMatchObject({ scanned: 1, pieces_scanned: 20, closed_at: null })
    const { rows } = await done(receiver, calls.getAwaitingInwardBoxes, { consignment: number })
    expect(rows.map(({ sscc }) => sscc)).toEqual([second])
    const received = await done(receiver, calls.getReceivedBoxes, { consignment: number, tab: 'received' })
    expect(received.rows).toMatchObject([{ sscc: first, status: 'Received', consignment: number }])
    expect(boxes).toHaveLength(2)
    await sound()
  })

  it('waits for a count where the company says so', async () => {
    // Would catch: the setting that nobody reads.
    const { receiver, ssccs } = await onWayToIndia(server, [[4]])
    await sql`UPDATE setting SET value = '"by_count"' WHERE name = 'india_counts_on_receipt'`.execute(server.db)
    try {
      await receive(receiver, ssccs)
    } finally {
      await sql`UPDATE setting SET value = '"as_declared"' WHERE name = 'india_counts_on_receipt'`.execute(server.db)
    }
    expect(await inIndia(ssccs[0] ?? '')).toMatchObject({ uncounted: 4, to_inspect: 0 })
  })

  it('knows itself again, and tells another scan of the box apart', async () => {
    // Would catch: a scan sent twice over a bad line told as a duplicate; a box received twice.
    const { receiver, manager, ssccs } = await onWayToIndia(server, [[3]])
    const [code = ''] = ssccs
    const scan = { code, scan_id: 'scan-0001' }
    expect(outcomes(await receive(receiver, [scan]))).toEqual(['inwarded'])
    expect(outcomes(await receive(receiver, [scan]))).toEqual(['inwarded'])
    expect(outcomes(await receive(manager, [code]))).toEqual(['duplicate'])
    expect(await inIndia(code)).toMatchObject({ declared: 3 })
  })

  it('receives a box once, however many stations read it at once', async () => {
    // Would catch: two stations that both take a box in; a deadlock of two that read the same boxes in another order.
    const { receiver, manager, ssccs } = await onWayToIndia(server, [[1], [2], [3], [4]])
    const replies = await Promise.all([
      receive(receiver, ssccs),
      receive(manager, ssccs.toReversed()),
      receive(receiver, ssccs.toReversed()),
      receive(manager, ssccs),
    ])
    const all = replies.flatMap(outcomes)
    expect(all.filter((one) => one === 'inwarded')).toHaveLength(4)
    expect(all.filter((one) => one === 'duplicate')).toHaveLength(12)
    await sound()
  })

  it('is undone while nothing was judged, and leaves China as it was', async () => {
    // Would catch: an undo that forgets the count that came with the receipt; one that puts the box back on its vendor's way.
    const { receiver, ssccs, number } = await onWayToIndia(server, [[6, 2]])
    const [code = ''] = ssccs
    await receive(receiver, [{ code, scan_id: 'scan-undo-1' }])
    const undone = await receive(receiver, [{ code, takes_back: 'scan-undo-1' }], { action: 'undo' })
    expect(outcomes(undone)).toEqual(['undone'])
    expect(await inIndia(code)).toBeUndefined()
    const { rows } = await sql<{
      shipped: number
      inwarded: boolean
    }>`SELECT q.shipped, b.inwarded_at IS NOT NULL AS inwarded
      FROM qc_box q JOIN box b ON b.id = q.box_id WHERE b.sscc = ${code}`.execute(server.db)
    expect(rows).toEqual([{ shipped: 8, inwarded: true }])
    expect(await consignmentNow(receiver, number)).toMatchObject({ scanned: 0 })
    expect(outcomes(await receive(receiver, [code]))).toEqual(['inwarded'])
    await sound()
  })

  it('waits for a count that was begun at the station and left half done', async () => {
    // Would catch: a box that goes on to inspection as declared, though somebody was counting it otherwise.
    const { receiver, ssccs, shipment, number } = await onWayToIndia(server, [[6, 2]])
    const [code = ''] = ssccs
    const lines = shipment.order.lines.map(({ nm_sku }) => ({ nm_sku, counted: 3 }))
    await receive(receiver, [code])
    const details = () => done(receiver, contract.indiaInspection.getQcInspection, { box_id: code })
    const verify = async (action: 'recount' | 'count', counted: typeof lines = []) => {
      const { box } = await details()
      return receiver.call(contract.indiaInspection.verifyQuantity, {
        ...{ box_id: code, version: box.version, action, lines: counted },
      })
    }
    expect((await verify('recount')).status).toBe(200)
    expect(await inIndia(code)).toMatchObject({ uncounted: 8, to_inspect: 0 })
    expect((await details()).box.allowed_actions).toContain('count')
    expect((await details()).box.allowed_actions).not.toContain('inspect')
    expect((await verify('count', lines)).status).toBe(200)
    expect(await inIndia(code)).toMatchObject({ uncounted: 0, missing: 3, excess: 1 })
    // Would catch: "8 / 8 pieces, all here" of a box in which three were short and one was over.
    expect(await consignmentNow(receiver, number)).toMatchObject({
      ...{ pieces_expected: 8, pieces_scanned: 6, pieces_short: 3, pieces_over: 1 },
    })
    await sound()
  })

  it('is not undone once pieces were found short', async () => {
    // Would catch: a discrepancy of pieces that loses its box.
    const { receiver, ssccs, shipment } = await onWayToIndia(server, [[6, 2]])
    const [code = ''] = ssccs
    const nm_sku = shipment.order.lines[0]?.nm_sku ?? ''
    await receive(receiver, [{ code, lines: [{ nm_sku, counted: 5 }] }])
    expect(await inIndia(code)).toMatchObject({ declared: 8, missing: 1, to_inspect: 7, open_missing: 1 })
    expect(outcomes(await receive(receiver, [code], { action: 'undo' }))).toEqual(['not_undone'])
    await sound()
  })

  it('notes pieces beyond the list with the receipt: received + short = shipped + excess', async () => {
    // Would catch: SKUs that the count leaves out taken for missing.
    const { receiver, ssccs, shipment } = await onWayToIndia(server, [[6, 2]])
    const [code = ''] = ssccs
    const [first, second] = shipment.order.lines.map((line) => line.nm_sku)
    const lines = [{ nm_sku: second ?? '', counted: 5 }]
    await receive(receiver, [{ code, lines }])
    expect(await inIndia(code)).toMatchObject({ declared: 8, excess: 3, missing: 0, to_inspect: 11 })
    expect(first).toBeDefined()
    const bad = await receiver.call(calls.receiveBoxes, { boxes: [{ code, lines: [{ nm_sku: 'NONE', counted: 1 }] }] })
    expect([bad.status, outcomes(bad.body.data)]).toEqual([200, ['duplicate']])
  })

  it('is counted by SKU right after its scan in one step: what was counted as declared is counted anew, or stays', async () => {
    // Would catch: a box that stands uncounted because its second half was refused; a count of two steps that a receiver may not take.
    const { receiver, ssccs, shipment } = await onWayToIndia(server, [[6, 2]])
    const [code = ''] = ssccs
    const [first = '', second = ''] = shipment.order.lines.map((line) => line.nm_sku)
    await receive(receiver, [code])
    expect(await inIndia(code)).toMatchObject({ declared: 8, to_inspect: 8 })
    const { box } = await done(receiver, contract.indiaInspection.getQcInspection, { box_id: code })
    const count = (nm_sku: string) =>
      receiver.call(contract.indiaInspection.verifyQuantity, {
        ...{ box_id: code, version: box.version, action: 'recount' },
        lines: [
          { nm_sku: first, counted: 4 },
          { nm_sku, counted: 3 },
        ],
      })
    expect((await count('NONE')).status).toBe(400)
    expect(await inIndia(code)).toMatchObject({ missing: 0, to_inspect: 8 })
    const counted = await count(second)
    expect([counted.status, counted.body.message]).toEqual([200, 'Count saved.'])
    expect(await inIndia(code)).toMatchObject({ declared: 8, missing: 2, excess: 1, to_inspect: 7, open_missing: 2 })
    await sound()
  })

  it('says of a box that China still has that it was not shipped, and notes it as excess', async () => {
    // Would catch: stock that appears in two countries; a box that stands on the floor and in nobody's books; "Pieces 0" of a full box.
    await indiaSite(server)
    const { boxes, shipment_id } = await boxesAtQc(server, [[4]])
    const receiver = await server.as(await server.makeUser({ role: 'india_qc_inward_wh', team: 'india' }))
    const [box] = boxes
    const { results } = await receive(receiver, [box?.sscc ?? '', box?.sscc ?? ''])
    expect(results[0]).toMatchObject({ outcome: 'not_shipped', values: { shipment_id }, box: { pieces: 4 } })
    expect(results[0]?.message).toContain('was not shipped to India')
    const found = (await discrepancies(receiver)).filter(({ code }) => code === box?.sscc)
    expect(found).toMatchObject([{ kind: 'excess', outcome: null, site: 'INQC', pieces: 4 }])
  })

  it('takes in what a vendor sent to India directly, and nothing of it is on the way to China', async () => {
    // Would catch: boxes that never were in China received with no pieces; a door of China that still waits for them.
    const site = await indiaSite(server)
    const { boxes, shipment_id } = await shippedBoxes(server, [[7, 2]])
    await sql`UPDATE shipment SET destination_id = ${site} WHERE shipment_id = ${shipment_id}`.execute(server.db)
    const receiver = await server.as(await server.makeUser({ role: 'india_qc_inward_wh', team: 'india' }))
    const china = await server.as('ops_team')
    expect(await consignmentNow(receiver, shipment_id)).toMatchObject({ origin: 'shipment', pieces_expected: 9 })
    const onWay = await done(china, contract.receiving.getAwaitingInwardBoxes, { shipment_id })
    expect(onWay.rows).toEqual([])
    expect(outcomes(await receive(receiver, [boxes[0]?.sscc ?? '']))).toEqual(['inwarded'])
    expect(await inIndia(boxes[0]?.sscc ?? '')).toMatchObject({ declared: 9, to_inspect: 9 })
    await receive(receiver, [boxes[0]?.sscc ?? ''], { action: 'undo' })
    expect(await consignmentNow(receiver, shipment_id)).toMatchObject({ scanned: 0, expected: 1 })
  })
})

describe('the arrival of an export order', () => {
  it('makes short boxes of what did not come, which settle themselves when they do', async () => {
    // Would catch: a late box that stays claimed; a closing that two people make at once.
    const { receiver, manager, ssccs, number } = await onWayToIndia(server, [[1], [2], [3]])
    const [first = '', second = '', third = ''] = ssccs
    await receive(receiver, [first])
    const close = { origin: 'export_order', number } as const
    const stale = await manager.call(calls.closeArrival, { ...close, to_come: 3 })
    expect(stale.status).toBe(409)
    const answers = await Promise.all([
      manager.call(calls.closeArrival, { ...close, to_come: 2, remark: 'Truck unloaded' }),
      receiver.call(calls.closeArrival, close),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await consignmentNow(receiver, number)).toMatchObject({ expected: 3, scanned: 1, short: 2 })
    const onWay = await done(receiver, calls.getAwaitingInwardBoxes, { consignment: number })
    expect(onWay.rows).toEqual([])

    expect(outcomes(await receive(receiver, [second]))).toEqual(['inwarded'])
    const found = await discrepancies(manager, number)
    expect(found.map(({ code, outcome }) => [code, outcome]).sort()).toEqual(
      [
        [second, 'found'],
        [third, null],
      ].sort(),
    )
    expect(await consignmentNow(receiver, number)).toMatchObject({ scanned: 2, short: 1 })

    // Taken back it is short again, since nobody expects it any more.
    await receive(receiver, [second], { action: 'undo' })
    expect((await discrepancies(manager, number, 'open')).map(({ code }) => code).sort()).toEqual(
      [second, third].sort(),
    )
    await sound()
  })

  it('is opened again: its boxes are on their way, and what was said of short ones stays', async () => {
    // Would catch: a reopening that loses a claim, or that leaves boxes short that are awaited again.
    const { receiver, manager, lead, ssccs, number, invoice_number } = await onWayToIndia(server, [[1], [2]])
    const close = { origin: 'export_order', number } as const
    await done(manager, calls.closeArrival, close)
    const undo = await shipToIndia(lead, {
      ...{ action: 'undo', invoice_numbers: [invoice_number], reason: 'Wrong truck' },
    })
    expect([undo.status, JSON.stringify(undo.body)]).toEqual([409, expect.stringContaining('was closed')])
    const [one] = await discrepancies(manager, number)
    await done(manager, calls.settleBoxDiscrepancies, {
      discrepancies: [{ discrepancy_id: one?.discrepancy_id ?? '', version: 1 }],
      outcome: 'claim',
      remark: 'Insurer informed',
    })
    await done(manager, calls.closeArrival, { ...close, action: 'reopen' })
    expect((await discrepancies(manager, number)).map(({ outcome }) => outcome)).toEqual(['claim'])
    expect(await consignmentNow(receiver, number)).toMatchObject({ closed_at: null, short: 1 })
    const again = await manager.call(calls.closeArrival, { ...close, action: 'reopen' })
    expect(again.status).toBe(409)
    expect(outcomes(await receive(receiver, ssccs))).toEqual(['inwarded', 'inwarded'])
    const none = await manager.call(calls.closeArrival, close)
    expect([none.status, JSON.stringify(none.body)]).toEqual([409, expect.stringContaining('are here')])
  })

  it('goes to the site that shipping names, and is another site’s elsewhere', async () => {
    // Would catch: boxes of two sites in India received at whichever scans first.
    await indiaSite(server, 'INQC')
    await indiaSite(server, 'INQ2')
    try {
      const { receiver, lead, ssccs, number, invoice_number } = await onWayToIndia(server, [[3]], 'INQ2')
      const summary = await done(lead, contract.invoices.shipToIndiaSummary, { invoice_numbers: [invoice_number] })
      expect(summary.destinations.map(({ site }) => site)).toEqual(['INQ2', 'INQC'])
      const unsaid = await receiver.call(calls.receiveBoxes, { boxes: [{ code: ssccs[0] ?? '' }] })
      expect(unsaid.status).toBe(400)
      const here = await receive(receiver, [ssccs[0] ?? ''], { site: 'INQC' })
      expect(outcomes(here)).toEqual(['other_site'])
      expect(await discrepancies(receiver, number)).toMatchObject([{ kind: 'excess', site: 'INQC', pieces: 3 }])
      expect(outcomes(await receive(receiver, [ssccs[0] ?? ''], { site: 'INQ2' }))).toEqual(['inwarded'])
      expect(await discrepancies(receiver, number)).toMatchObject([{ kind: 'excess', outcome: 'found' }])
    } finally {
      await sql`UPDATE site SET retired_at = now(), kind = kind WHERE code = 'INQ2'`.execute(server.db)
    }
  })
})

describe('boxes by a sheet', () => {
  const csv = (...codes: string[]) => ({ name: 'boxes.csv', bytes: Buffer.from(['SSCC', ...codes].join('\n')) })

  it('are checked without a change, received whole or by their good rows, and once however often it is sent', async () => {
    // Would catch: a file with one bad row that receives the others unasked; the same file that receives boxes twice.
    const { receiver, ssccs } = await onWayToIndia(server, [[3], [4]])
    const china = await boxesAtQc(server, [[2]])
    const [first = '', second = ''] = ssccs
    const file = csv(first, second, first, 'NOBODYS-BOX', china.boxes[0]?.sscc ?? '')
    const looked = await done(receiver, calls.checkBoxesFile, { file })
    expect(looked.rows.map(({ outcome }) => outcome)).toEqual([
      ...['awaiting', 'awaiting', 'repeated', 'unknown', 'not_shipped'],
    ])
    const refused = await receiver.call(calls.receiveBoxesFile, { file, mode: 'all', site: 'INQC' })
    expect([refused.status, await inIndia(first)]).toEqual([422, undefined])
    const good = await done(receiver, calls.receiveBoxesFile, { file, mode: 'good_rows', site: 'INQC' })
    expect(good).toEqual({ rows_taken: 2, rows_refused: 3, rows_unchanged: 0 })
    expect(await inIndia(second)).toMatchObject({ declared: 4, to_inspect: 4, uncounted: 0 })
    const again = await done(receiver, calls.receiveBoxesFile, { file: csv(first, second), mode: 'all', site: 'INQC' })
    expect(again).toEqual({ rows_taken: 0, rows_refused: 0, rows_unchanged: 2 })
    await sound()
  })
})

describe('whatever happens at the door', () => {
  it('received + short = shipped + excess, by pieces', { timeout: 60_000 }, async () => {
    // Would catch: pieces that appear or vanish between China's shipping and India's books by any order of scans, undos and closings.
    const steps = fc.array(
      fc.record({
        what: fc.constantFrom('receive', 'count', 'undo', 'close', 'reopen'),
        box: fc.nat({ max: 2 }),
        off: fc.integer({ min: -3, max: 3 }),
      }),
      { minLength: 3, maxLength: 9 },
    )
    const step = (what: 'receive' | 'close' | 'undo', box: number) => ({ what, box, off: 0 })
    await fc.assert(
      fc.asyncProperty(steps, async (told) => {
        const { receiver, manager, ssccs, number, shipment } = await onWayToIndia(server, [[5], [4], [3]])
        const nm_sku = shipment.order.lines[0]?.nm_sku ?? ''
        for (const { what, box, off } of told) {
          const code = ssccs[box] ?? ''
          const arrival = { origin: 'export_order', number } as const
          if (what === 'receive') await receive(receiver, [code], { site: 'INQC' })
          if (what === 'count')
            await receive(receiver, [{ code, lines: [{ nm_sku, counted: 5 - box + off }] }], { site: 'INQC' })
          if (what === 'undo') await receive(receiver, [code], { action: 'undo' })
          if (what === 'close') await manager.call(calls.closeArrival, arrival)
          if (what === 'reopen') await manager.call(calls.closeArrival, { ...arrival, action: 'reopen' })
        }
        await manager.call(calls.closeArrival, { origin: 'export_order', number })
        const { rows } = await sql<{ here: number; excess: number; missing: number }>`
          SELECT coalesce(sum(q.declared + q.excess - q.missing), 0)::int AS here, coalesce(sum(q.excess), 0)::int AS excess,
            coalesce(sum(q.missing), 0)::int AS missing
          FROM qc_box q JOIN box b ON b.id = q.box_id WHERE b.sscc = ANY(${ssccs}::bpchar[]) AND q.site_kind = 'india_qc'`.execute(
          server.db,
        )
        const [sum = { here: 0, excess: 0, missing: 0 }] = rows
        const short = (await discrepancies(manager, number, 'open')).filter(({ kind }) => kind === 'short')
        const boxesShort = short.reduce((all, { pieces }) => all + (pieces ?? 0), 0)
        expect(sum.here + sum.missing + boxesShort).toBe(12 + sum.excess)
      }),
      // A box that was there when its arrival was closed, and is taken back then.
      { numRuns: 8, examples: [[[step('receive', 0), step('close', 0), step('undo', 0), step('receive', 1)]]] },
    )
    await sound()
  })
})

describe('a box that is wrong', () => {
  it('unknown is noted once by its code, with a photograph, and settled with an outcome of its kind', async () => {
    // Would catch: one box noted by every scan of it; an outcome that means nothing; photographs that are swept away.
    await indiaSite(server)
    const receiver = await server.as(await server.makeUser({ role: 'india_qc_inward_wh', team: 'india' }))
    const manager = await server.as(await server.makeUser({ role: 'india_qc_manager', team: 'india' }))
    expect(outcomes(await receive(receiver, ['CARTON-77'], { site: 'INQC' }))).toEqual(['unknown'])
    const { image_id } = await done(await server.as('ops'), contract.photos.uploadReviewImage, {
      file: { name: 'box.jpg', bytes: await plainPhoto() },
    })
    const note = {
      kind: 'excess' as const,
      code: 'carton-77',
      site: 'INQC',
      remark: 'No label of ours',
      image_ids: [image_id],
    }
    const { discrepancy } = await done(receiver, calls.noteBoxDiscrepancy, note)
    expect(discrepancy).toMatchObject({ kind: 'excess', code: 'CARTON-77', box_id: null, image_ids: [image_id] })
    const again = await done(receiver, calls.noteBoxDiscrepancy, note)
    expect(again.discrepancy.discrepancy_id).toBe(discrepancy.discrepancy_id)
    const { discrepancy_id, version } = discrepancy
    const at = (seen: number) => ({ discrepancies: [{ discrepancy_id, version: seen }] })
    // Would catch: a box that stays with whom it was noted by; one given to who may not see it; no word of it in its history.
    const { owners } = await done(manager, calls.boxDiscrepancyOwners, {})
    const other = owners.find(({ id }) => id !== discrepancy.owner_id) ?? { id: '', name: '' }
    const given = await done(manager, calls.settleBoxDiscrepancies, {
      ...at(version),
      action: 'assign',
      owner_id: other.id,
    })
    expect(given.discrepancies).toMatchObject([{ owner: other.name, version: discrepancy.version + 1 }])
    const events = () =>
      server.db.selectFrom('audit_event').select('event').where('entity_id', '=', 'CARTON-77').execute()
    expect((await events()).map(({ event }) => event)).toContain('box.discrepancy_assigned')
    const vendor = await server.makeUser({ role: 'ops_team' })
    const nobody = await manager.call(calls.settleBoxDiscrepancies, {
      ...at(version + 1),
      action: 'assign',
      owner_id: vendor.id,
    })
    expect(nobody.status).toBe(404)
    const denied = await receiver.call(calls.settleBoxDiscrepancies, { ...at(version + 1), outcome: 'accepted' })
    expect(denied.status).toBe(403)
    const wrong = await manager.call(calls.settleBoxDiscrepancies, { ...at(version + 1), outcome: 'write_off' })
    expect(wrong.status).toBe(400)
    await done(manager, calls.settleBoxDiscrepancies, {
      ...at(version + 1),
      outcome: 'sent_back',
      remark: 'To the carrier',
    })
    const twice = await manager.call(calls.settleBoxDiscrepancies, { ...at(version + 2), outcome: 'sent_back' })
    expect(twice.status).toBe(409)
    const reopened = await done(manager, calls.settleBoxDiscrepancies, { ...at(version + 2), action: 'reopen' })
    expect(reopened.discrepancies).toMatchObject([{ outcome: null, settled_by: null }])
  })

  it('damaged is noted with its receipt or later, never before it is here', async () => {
    // Would catch: damage of a box that is not here; an undo that leaves it damaged.
    const { receiver, ssccs, number } = await onWayToIndia(server, [[3], [4]])
    const [first = '', second = ''] = ssccs
    const early = await receiver.call(calls.noteBoxDiscrepancy, { kind: 'damaged', code: second, remark: 'wet' })
    expect(early.status).toBe(409)
    await receive(receiver, [{ code: first, damaged: { remark: 'Corner crushed' } }])
    expect(await discrepancies(receiver, number)).toMatchObject([{ kind: 'damaged', code: first, pieces: 3 }])
    expect(await consignmentNow(receiver, number)).toMatchObject({ damaged: 1 })
    // Would catch: words of the door that whoever inspects the box never reads.
    const noted = server.db.selectFrom('audit_event').select('details').where('event', '=', 'box.damage_noted')
    expect(await noted.where('entity_id', '=', first).execute()).toMatchObject([
      { details: { remark: 'Corner crushed' } },
    ])
    // Would catch: a note and its photographs that go without a word.
    const undone = await receiver.call(calls.receiveBoxes, { action: 'undo', boxes: [{ code: first }] })
    expect(undone.body.data.results).toMatchObject([
      { outcome: 'undone', message: indiaReceivingMessages.undoneWithNote },
    ])
    expect(await discrepancies(receiver, number)).toMatchObject([{ kind: 'damaged', outcome: 'mistake' }])
    const noPhoto = await receiver.call(calls.receiveBoxes, {
      boxes: [{ code: second, damaged: { remark: 'x', image_ids: ['00000000-0000-4000-8000-000000000000'] } }],
    })
    expect([noPhoto.status, await inIndia(second)]).toEqual([404, undefined])
  })
})
