import { Readable } from 'node:stream'
import { sql } from 'kysely'
import Papa from 'papaparse'
import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import { asItStands } from '../support/as-it-stands.ts'
import type { Client } from '../support/client.ts'
import { sendPhoto } from '../support/pictures.ts'
import { withPrinted } from '../support/printed.ts'
import { type AtQc, boxesAtQc, qcDisagreements } from '../support/qc.ts'
import { countedBoxes, openBox, stain } from '../support/qc-inspection.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { qcBoxes: qcBoxesCalls, counting: countingCalls, inspection: inspectionCalls, returns: returnsCalls } = contract

let server: TestServer

beforeAll(async () => {
  server = await testServer()
})

interface Judging {
  /** Of the box's SKUs, in their order: how many fail. */
  failed: number[]
  photos?: string[]
  general?: string[]
  remark?: string
  reason?: 'Poor workmanship' | 'Stain'
}

async function versionOf(boxId: string): Promise<number> {
  const box = server.db.selectFrom('qc_box').select('version').where('box_id', '=', boxId)
  return (await box.executeTakeFirstOrThrow()).version
}

/** Counts a box as declared and judges all of it. */
async function judge(at: AtQc, place: number, judging: Judging) {
  const box = at.boxes[place]
  if (!box) throw new Error('no such box')
  const counted = await at.client.call(countingCalls.verifyQuantity, {
    box_id: box.box_id,
    version: await versionOf(box.box_id),
    lines: box.items.map(({ nm_sku, quantity }) => ({ nm_sku, counted: quantity })),
  })
  expect(counted.status).toBe(200)
  await inspect(at, place, judging)
}

/** Judges all pieces of a counted box. */
async function inspect(at: AtQc, place: number, judging: Judging) {
  const box = at.boxes[place]
  if (!box) throw new Error('no such box')
  const { failed, photos = [], general = [], remark = '线头未剪', reason = 'Poor workmanship' } = judging
  const bad = box.items.flatMap(({ nm_sku }, sku) =>
    (failed[sku] ?? 0) > 0 ? [{ nm_sku, units: failed[sku] ?? 0 }] : [],
  )
  const judged = await at.client.call(inspectionCalls.verifyQcInspection, {
    box_id: box.box_id,
    version: await versionOf(box.box_id),
    lines: box.items.map(({ nm_sku, quantity }, sku) => ({
      nm_sku,
      failed: failed[sku] ?? 0,
      passed: quantity - (failed[sku] ?? 0),
      sampled: quantity,
    })),
    defects: bad.map(({ nm_sku, units }, sku) => ({
      nm_sku,
      units,
      reason,
      severity: 'major' as const,
      remark,
      image_ids: sku === 0 ? photos : [],
    })),
    image_ids: general,
    verdict: bad.length === 0 ? 'passed' : 'mixed',
    override_reason: 'as counted by hand',
  })
  if (judged.status !== 200) throw new Error(JSON.stringify(judged.body))
}

const why = { reason: 'Poor workmanship', remark: '请返工后重新发货' } as const

async function failedBoxes(failed: number[][] = [[2, 1]], boxes: number[][] = [[12, 8]]): Promise<AtQc> {
  const at = await boxesAtQc(server, boxes)
  for (const [place, pieces] of failed.entries()) await judge(at, place, { failed: pieces })
  return at
}

const ids = (at: AtQc) => at.boxes.map((box) => box.box_id)

async function sent(at: AtQc, input: Record<string, unknown> = {}): Promise<string> {
  const reply = await at.client.call(returnsCalls.confirmReturnToVendor, { box_ids: ids(at), ...why, ...input })
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
  return reply.body.data.return_note.return_note
}

async function quantities(boxId: string) {
  return server.db
    .selectFrom('qc_box')
    .select(['passed', 'failed', 'returned'])
    .where('box_id', '=', boxId)
    .executeTakeFirstOrThrow()
}

describe('the summary', () => {
  it('shows what failed by vendor with its reasons and photographs, and why other boxes are left out', async () => {
    // Would catch: passed pieces offered for return, a box silently missing from what the user chose.
    const photo = await sendPhotoOf('china_warehouse_team')
    const one = await boxesAtQc(server, [[12, 8], [5]])
    const photos = [await sendPhoto(one.client), await sendPhoto(one.client)]
    await judge(one, 0, { failed: [2, 0], photos, general: [await sendPhoto(one.client)] })
    const other = await failedBoxes([[3]], [[9]])
    const { body } = await one.client.call(returnsCalls.returnToVendorSummary, {
      box_ids: [...ids(one), ...ids(other), 'NOBODY-1'],
    })
    expect(photo).toBeDefined()
    expect(body.data.suppliers).toHaveLength(2)
    const mine = body.data.suppliers.find((each) => each.lines.some((line) => line.box_id === one.boxes[0]?.box_id))
    expect(mine).toMatchObject({ boxes: 1, pieces: 2, photos: 3 })
    expect(mine?.lines).toEqual([
      expect.objectContaining({ nm_sku: one.boxes[0]?.items[0]?.nm_sku, failed: 2, reasons: ['Poor workmanship'] }),
    ])
    expect(body.data.left_out.map(({ box_id, message }) => [box_id, message])).toEqual(
      expect.arrayContaining([
        [one.boxes[1]?.box_id, 'Nothing of this box has failed.'],
        [null, 'This box is not at QC.'],
      ]),
    )
  })

  it('without boxes is about all that failed, of one vendor where that is asked', async () => {
    // Would catch: a filter that is ignored, boxes long returned shown again.
    const at = await failedBoxes([[4]], [[10]])
    const supplier_id = await supplierOf(at)
    const asked = () => at.client.call(returnsCalls.returnToVendorSummary, { supplier_id })
    expect((await asked()).body.data.suppliers).toMatchObject([{ supplier_id, pieces: 4 }])
    await sent(at)
    expect((await asked()).body.data.suppliers).toEqual([])
    const again = await at.client.call(returnsCalls.returnToVendorSummary, { box_ids: ids(at) })
    expect(again.body.data.left_out).toMatchObject([{ message: 'What failed in this box went back already.' }])
  })
})

describe('a return', () => {
  it('takes the failed pieces along, writes note, ledger and events, and tells the vendor', async () => {
    // Would catch: a note without pieces behind it, or a vendor who only hears of it when the lorry comes.
    const at = await failedBoxes([[2, 1], [3]], [[12, 8], [5]])
    const { body } = await at.client.call(returnsCalls.confirmReturnToVendor, {
      box_ids: ids(at),
      ...why,
      carrier: 'SF Express',
      tracking_id: 'SF900001',
    })
    expect(body.data.return_note).toMatchObject({
      ...{ return_note: expect.stringMatching(/^RN-\d{6}$/), state: 'SENT', boxes: 2, pieces: 6, reason: why.reason },
      ...{ remark: why.remark, carrier: 'SF Express', tracking_id: 'SF900001', cancel_reason: null },
    })
    expect(await quantities(at.boxes[0]?.box_id ?? '')).toEqual({ passed: 17, failed: 0, returned: 3 })
    const number = body.data.return_note.return_note
    const { rows: events } = await sql<{ event: string }>`SELECT event FROM audit_event
      WHERE entity_id = ${number} OR details->>'return_note' = ${number} ORDER BY event`.execute(server.db)
    expect(events.map(({ event }) => event)).toEqual(['box.returned', 'box.returned', 'return_note.sent'])
    const { rows: told } = await sql<{ kind: string; details: object }>`SELECT kind, details FROM notice_outbox
      WHERE kind = 'pieces_returned' AND details->>'return_note' = ${number}`.execute(server.db)
    expect(told).toMatchObject([{ details: { pieces: 6, boxes: 2 } }])
    expect(await qcDisagreements(server)).toEqual([])
  })

  it('takes only named pieces where some are named, and the rest with another note', async () => {
    // Would catch: a whole box gone though one SKU was chosen; a second note refused, or sending pieces twice.
    const at = await failedBoxes([[5, 3]], [[12, 8]])
    const box = at.boxes[0]
    const nm_sku = box?.items[0]?.nm_sku ?? ''
    const lines = [{ box_id: box?.sscc ?? '', nm_sku, quantity: 2 }]
    await sent(at, { box_ids: undefined, lines })
    expect(await quantities(box?.box_id ?? '')).toMatchObject({ failed: 6, returned: 2 })
    await sent(at)
    expect(await quantities(box?.box_id ?? '')).toMatchObject({ failed: 0, returned: 8 })
    expect(await qcDisagreements(server)).toEqual([])
  })

  it('is refused in words for two vendors, without reason or remark, and for pieces that did not fail', async () => {
    // Would catch: pieces of one vendor sent to another, a note that says nothing, good pieces sent back.
    const [at, other] = [await failedBoxes([[2]], [[9]]), await failedBoxes([[2]], [[9]])]
    const asked = async (input: object) => {
      const { status, body } = await at.client.call(returnsCalls.confirmReturnToVendor, { ...why, ...input })
      return [status, body.message]
    }
    const nm_sku = at.boxes[0]?.items[0]?.nm_sku ?? ''
    const box_id = at.boxes[0]?.box_id ?? ''
    const both = [...ids(at), ...ids(other)]
    expect(await asked({ box_ids: both })).toEqual([400, 'Please select only one vendor.'])
    const speechless = 'A return needs a reason and a remark.'
    expect(await asked({ box_ids: ids(at), remark: ' ' })).toEqual([400, speechless])
    expect(await asked({ box_ids: ids(at), reason: undefined })).toEqual([400, speechless])
    expect(await asked({})).toEqual([400, 'Please choose at least one box.'])
    expect(await asked({ box_ids: ['NOBODY-1'] })).toEqual([404, 'Box NOBODY-1 is not at QC.'])
    const more = { lines: [{ box_id, nm_sku, quantity: 3 }] }
    expect((await asked(more))[0]).toBe(409)
    // The same piece named twice is two pieces.
    const twice = { lines: [1, 2].map(() => ({ box_id, nm_sku, quantity: 2 })) }
    expect((await asked(twice))[0]).toBe(409)
    expect((await asked({ lines: [{ box_id, nm_sku: 'NM-NOBODYS', quantity: 1 }] }))[0]).toBe(404)
    const good = await boxesAtQc(server)
    expect(await asked({ box_ids: ids(good) })).toEqual([409, `Nothing of box 1 of ${good.shipment_id} has failed.`])
    expect(await quantities(box_id)).toMatchObject({ failed: 2, returned: 0 })
  })

  it('of the same pieces by eight people at once happens once', async () => {
    // Would catch: pieces on two notes because both read them before either wrote.
    const at = await failedBoxes([[4, 2], [3]], [[12, 8], [5]])
    const people = await Promise.all(
      Array.from({ length: 8 }, async () => server.as(await server.makeUser({ role: 'china_warehouse_team' }))),
    )
    const replies = await Promise.all(
      people.map((client, at_) => {
        const boxIds = at_ % 2 === 0 ? ids(at) : ids(at).toReversed()
        return client.call(returnsCalls.confirmReturnToVendor, { box_ids: boxIds, ...why })
      }),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
    const { rows } = await sql<{ pieces: number }>`SELECT coalesce(sum(quantity), 0)::int AS pieces
      FROM return_note_line WHERE box_id = ANY(${ids(at)}::uuid[])`.execute(server.db)
    expect(rows[0]?.pieces).toBe(9)
    expect(await qcDisagreements(server)).toEqual([])
  })
})

describe('the evidence of a return', () => {
  it('is what was found since the pieces last went back to QC', async () => {
    // Would catch: a vendor blamed for what a verdict said that was taken back.
    const at = await boxesAtQc(server, [[12, 8]])
    const [withdrawn, valid] = [await sendPhoto(at.client), await sendPhoto(at.client)]
    await judge(at, 0, { failed: [5], photos: [withdrawn] })
    const reverted = await at.client.call(qcBoxesCalls.revertBoxToQc, { box_ids: ids(at), reason: 'Wrong light' })
    expect(reverted.status).toBe(200)
    await inspect(at, 0, { failed: [2], photos: [valid], reason: 'Stain' })
    const { body } = await at.client.call(returnsCalls.returnToVendorSummary, { box_ids: ids(at) })
    expect(body.data.suppliers).toMatchObject([{ photos: 1, lines: [{ failed: 2, reasons: ['Stain'] }] }])
    const return_note = await sent(at)
    const asked = () => at.client.call(returnsCalls.returnNotes, { return_notes: [return_note] })
    expect((await asked()).body.data.rows).toMatchObject([{ photos: 1 }])
    const { body: note } = await at.client.call(returnsCalls.returnNoteLines, { return_note })
    expect(note.data.lines).toMatchObject([{ quantity: 2, reasons: ['Stain'], image_ids: [valid] }])
  })
})

it('whatever six people return and cancel at once, no piece is on two notes and the ledger agrees', async () => {
  // Would catch: a cancelled note racing a new one, two people in each other's way for ever.
  const at = await failedBoxes([[4, 2], [3, 1], [5]], [[12, 8], [5, 5], [6]])
  const skuOf = (box: number) => at.boxes[box]?.items[0]?.nm_sku ?? ''
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  const step = async (client: Client) => {
    const box = random(at.boxes.length)
    const box_id = at.boxes[box]?.box_id ?? ''
    if (random(3) === 0) {
      const { body } = await client.call(returnsCalls.returnNotes, { search: at.shipment_id, state: 'SENT' })
      const note = body.data.rows[random(Math.max(1, body.data.rows.length))]
      if (note === undefined) return 200
      const cancel = { action: 'cancel' as const, return_note: note.return_note, remark: 'back' }
      return (await asItStands(server, client).call(returnsCalls.confirmReturnToVendor, cancel)).status
    }
    const some = { lines: [{ box_id, nm_sku: skuOf(box), quantity: 1 + random(2) }] }
    const whole = { box_ids: random(2) === 0 ? ids(at) : [box_id] }
    return (await client.call(returnsCalls.confirmReturnToVendor, { ...why, ...(random(2) === 0 ? some : whole) }))
      .status
  }
  const people = await Promise.all(
    Array.from({ length: 6 }, async () => server.as(await server.makeUser({ role: 'ops_team' }))),
  )
  const statuses = await Promise.all(
    people.map(async (client) => {
      const seen: number[] = []
      for (let turn = 0; turn < 15; turn++) seen.push(await step(client))
      return seen
    }),
  )
  expect(new Set(statuses.flat())).toEqual(new Set([200, 409]))
  const { rows: differing } = await sql`
    SELECT l.box_id, l.sku_id, l.returned, n.noted FROM qc_line l
    LEFT JOIN (SELECT r.box_id, r.sku_id, sum(r.quantity)::int AS noted FROM return_note_line r
      JOIN return_note n ON n.id = r.note_id WHERE n.state = 'SENT' GROUP BY 1, 2) n USING (box_id, sku_id)
    WHERE l.returned <> coalesce(n.noted, 0)`.execute(server.db)
  expect(differing).toEqual([])
  expect(await qcDisagreements(server)).toEqual([])
})

describe('a lot that its sample rejected', () => {
  it('says so on its note, its paper, its box and in the report: what was looked at and found, and Ac and Re', async () => {
    // Would catch: a vendor who reads of two stains and gets 72 pieces back; a report that nobody can check a verdict by.
    const made = await countedBoxes(server, [[36, 36]])
    const [a = '', b = ''] = made.skus
    const of = (nm_sku: string, sampled: number) => ({ nm_sku, failed: 36, sampled })
    const said = { lines: [of(a, 12), of(b, 8)], defects: [stain(a, 2)], verdict: 'failed' as const }
    const judged = await made.judge(said)
    expect(judged.status, judged.body.message).toBe(200)
    const return_note = await sent(made)
    const lot = {
      ...{ lot_size: 72, level: 'II', aqls: { critical: '0', major: '2.5', minor: '4.0' }, sample_size: 20 },
      ...{ tally: { sampled: 20, critical: 0, major: 2, minor: 0 }, computed: 'reject' },
      limits: { major: { accept: 1, reject: 2 }, minor: { accept: 2, reject: 3 } },
    }
    const vendor = made.shipment.client
    const note = (await vendor.call(returnsCalls.returnNoteLines, { return_note })).body.data
    expect(note.lots).toMatchObject([{ ...lot, pieces: 72, boxes: [expect.stringMatching(/ \/ /)] }])
    expect(note.lines.map((line) => [line.nm_sku, line.looked_at, line.judged, line.reasons])).toEqual([
      [a, 12, 36, ['Stain']],
      [b, 8, 36, []],
    ])
    expect((await openBox(vendor, made.box.sscc)).inspections).toMatchObject([{ lots: [lot] }])
    const file = await vendor.call(returnsCalls.returnNoteFile, { return_note })
    await withPrinted(Readable.from([file.bytes]), async (pdf) => {
      const text = (await pdf.text()).replaceAll(/\s+/g, ' ')
      for (const words of [
        '抽样判定整批不合格',
        'Sample 样本 20',
        'looked at 已抽检 20',
        '12 / 36',
        '8 / 36',
        'Ac 1 Re 2',
      ])
        expect.soft(text).toContain(words)
    })
    const { bytes } = await made.client.call(inspectionCalls.downloadQcReport, { box_ids: [made.box.sscc] })
    const [row] = Papa.parse<Record<string, string>>(bytes.toString('utf8').replace(/^\uFEFF/, ''), {
      header: true,
    }).data
    expect(row).toMatchObject({
      ...{ 'Lot pieces': '72', 'Inspection level': 'II', 'AQL major': '2.5', 'Sample size': '20' },
      ...{ 'Looked at in the lot': '20', 'Found in the lot, major': '2', 'Ac, major': '1', 'Re, major': '2' },
      ...{ 'Ac, minor': '2', 'Verdict of the sample': 'reject' },
    })
  })

  it('of which a part was judged before, says what was known when the pieces failed', async () => {
    // Would catch: the sample of the first inspection alone, so that its lot seems accepted; pieces told twice.
    const made = await countedBoxes(server, [[36, 36]])
    const [a = '', b = ''] = made.skus
    const first = { lines: [{ nm_sku: a, on_hold: 36, sampled: 12 }], defects: [stain(a)], verdict: 'hold' as const }
    expect((await made.judge(first)).status).toBe(200)
    const second = { lines: [{ nm_sku: b, failed: 36, sampled: 8 }], defects: [stain(b)], verdict: 'failed' as const }
    expect((await made.judge(second)).status).toBe(200)
    const { inspections } = await made.open()
    expect(
      inspections.map(({ lots }) => lots.map((lot) => [lot.tally.sampled, lot.tally.major, lot.computed])),
    ).toEqual([[[12, 1, 'open']], [[20, 2, 'reject']]])
    const return_note = await sent(made)
    const { lots, lines } = (await made.client.call(returnsCalls.returnNoteLines, { return_note })).body.data
    expect(lots).toMatchObject([{ computed: 'reject', tally: { sampled: 20, major: 2 }, pieces: 36 }])
    expect(lines.map((line) => [line.looked_at, line.judged])).toEqual([[8, 36]])
  })

  it('that were judged twice are counted once', async () => {
    // Would catch: "44 / 72 looked at" of a SKU of which there are 36 pieces.
    const made = await countedBoxes(server, [[36]])
    const [sku = ''] = made.skus
    const first = {
      lines: [{ nm_sku: sku, failed: 36, sampled: 8 }],
      defects: [stain(sku, 4)],
      verdict: 'failed' as const,
    }
    expect((await made.judge(first)).status).toBe(200)
    const again = { nm_sku: sku, passed: 6, failed: 30, sampled: 36, from: 'failed' as const }
    const reply = await made.judge({ lines: [again], defects: [stain(sku, 30)], verdict: 'mixed' })
    expect(reply.status, reply.body.message).toBe(200)
    const return_note = await sent(made)
    const { lines } = (await made.client.call(returnsCalls.returnNoteLines, { return_note })).body.data
    expect(lines.map((line) => [line.looked_at, line.judged, line.quantity])).toEqual([[36, 36, 30]])
  })
})

describe('a cancelled note', () => {
  let lead: Client
  beforeAll(async () => {
    lead = asItStands(server, await server.as('ops_team'))
  })
  const cancelled = (input: object, client = lead) =>
    client.call(returnsCalls.confirmReturnToVendor, { action: 'cancel', ...input })

  it('is taken back by leads only', async () => {
    // Would catch: whoever sends back also undoing what left and what the vendor was told, beyond the right that admins read.
    const at = await failedBoxes([[1]], [[5]])
    const return_note = await sent(at)
    expect((await cancelled({ return_note, remark: 'x' }, at.client)).status).toBe(403)
    expect((await cancelled({ return_note, remark: 'x' })).status).toBe(200)
  })

  it('gives the pieces back as failed ones, once, with the reason kept', async () => {
    // Would catch: cancelling twice, at once or later, making pieces out of nothing.
    const at = await failedBoxes([[2, 1]], [[12, 8]])
    const return_note = await sent(at)
    const remark = '箱子没有发出'
    expect((await cancelled({ return_note })).body.message).toBe('Please say why the return note is cancelled.')
    expect((await cancelled({ return_note, remark, version: 9 })).body.code).toBe('stale')
    const replies = await Promise.all([1, 2, 3].map(() => cancelled({ return_note, remark })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const note = replies.find(({ status }) => status === 200)?.body.data.return_note
    expect(note).toMatchObject({ state: 'CANCELLED', cancel_reason: remark, pieces: 3, version: 2 })
    expect(await quantities(at.boxes[0]?.box_id ?? '')).toMatchObject({ failed: 3, returned: 0 })
    const again = await sent(at)
    expect(again).not.toBe(return_note)
    expect((await cancelled({ return_note: 'RN-999999', remark })).status).toBe(404)
    expect(await qcDisagreements(server)).toEqual([])
  })
})

describe('the notes', () => {
  it('are listed newest first by page, found by what is on them, and counted by state', async () => {
    // Would catch: notes skipped or shown twice between pages, a search that only knows numbers.
    const at = await failedBoxes([[2, 1], [3], [1]], [[12, 8], [5], [4]])
    const supplier_id = await supplierOf(at)
    const numbers: string[] = []
    for (const box of at.boxes) numbers.push(await sent(at, { box_ids: [box.box_id], tracking_id: `TRK${box.sscc}` }))
    await asItStands(server, await server.as('ops_team')).call(returnsCalls.confirmReturnToVendor, {
      action: 'cancel',
      return_note: numbers[0] ?? '',
      remark: 'x',
    })
    const list = (input: object) => at.client.call(returnsCalls.returnNotes, { supplier_id, ...input })
    const found = async (input: object) => (await list(input)).body.data.rows.map((row) => row.return_note)
    const first = await list({ page_size: 2 })
    const second = await list({ page_size: 2, cursor: first.body.data.next_cursor })
    expect([first, second].flatMap(({ body }) => body.data.rows.map((row) => row.return_note))).toEqual(
      numbers.toReversed(),
    )
    expect(second.body.data.next_cursor).toBeNull()
    expect((await list({ part: 'counts' })).body.data.counts).toEqual({ SENT: 2, CANCELLED: 1, all: 3 })
    expect(await found({ state: 'CANCELLED' })).toEqual([numbers[0]])
    expect(await found({ search: numbers[1] })).toEqual([numbers[1]])
    expect(await found({ search: at.boxes[2]?.sscc })).toEqual([numbers[2]])
    expect(await found({ search: at.shipment_id })).toHaveLength(3)
    expect(await found({ search: '%' })).toEqual([])
    expect(await found({ return_notes: [numbers[1] ?? '', 'RN-999999'] })).toEqual([numbers[1]])
  })

  it('and their papers are the vendor’s own only', async () => {
    // Would catch: a competitor's faults read by counting up a number.
    const [at, other] = [await failedBoxes([[2]], [[9]]), await failedBoxes([[1]], [[9]])]
    const [mine, theirs] = [await sent(at), await sent(other)]
    const vendor = at.shipment.client
    const seen = (await vendor.call(returnsCalls.returnNotes, {})).body.data.rows.map((row) => row.return_note)
    expect(seen).toEqual([mine])
    expect((await vendor.call(returnsCalls.returnNotes, { return_notes: [theirs] })).body.data.rows).toEqual([])
    expect((await vendor.call(returnsCalls.returnNotes, { part: 'counts' })).body.data.counts).toMatchObject({ all: 1 })
    expect((await vendor.call(returnsCalls.returnNoteFile, { return_note: theirs })).status).toBe(404)
    expect((await vendor.call(returnsCalls.returnNoteFile, { return_note: mine })).status).toBe(200)
    expect((await vendor.call(returnsCalls.confirmReturnToVendor, { box_ids: ids(at), ...why })).status).toBe(403)
    expect((await vendor.call(returnsCalls.returnToVendorSummary, {})).status).toBe(403)
  })
})

async function supplierOf(at: AtQc): Promise<string> {
  const { rows } = await sql<{ code: string }>`SELECT v.code FROM qc_box q JOIN vendor v ON v.id = q.vendor_id
    WHERE q.box_id = ${at.boxes[0]?.box_id}`.execute(server.db)
  return rows[0]?.code ?? ''
}

async function sendPhotoOf(role: 'china_warehouse_team'): Promise<string> {
  const client: Client = await server.as(role)
  return sendPhoto(client)
}
