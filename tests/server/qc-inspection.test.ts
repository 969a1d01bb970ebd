import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import { reasonUsually, refusalReasons } from '../../src/shared/kernel/reasons.ts'
import type { Client } from '../support/client.ts'
import { fannedOut } from '../support/fan-out.ts'
import { someParties } from '../support/invoices.ts'
import { plainPhoto, sendPhoto } from '../support/pictures.ts'
import { boxesAtQc, qcDisagreements } from '../support/qc.ts'
import { countedBoxes, type Judging, judgeBox, openBox, passing, savedImage, stain } from '../support/qc-inspection.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { getQcModal, skipQcInspection } = contract.qcBoxes
const { verifyQcInspection } = contract.inspection

let server: TestServer
let lead: Client
beforeAll(async () => {
  server = await testServer()
  lead = await server.as(await server.makeUser({ role: 'ops_team' }))
})

const movesOf = (boxId: string) =>
  server.db
    .selectFrom('qc_move')
    .where('box_id', '=', boxId)
    .orderBy('id')
    .select(['kind', 'quantity', 'reason', 'remark', 'inspection_id'])
    .execute()

describe('a box that is opened', () => {
  it('has its plan by the house settings, spread over its sizes, and none before it is counted', async () => {
    // Would catch: a plan from declared pieces that never came; a lot over two styles; the sample of another level.
    const uncounted = await boxesAtQc(server, [[200, 80]])
    expect((await openBox(uncounted.client, uncounted.boxes[0]?.sscc ?? '')).plans).toEqual([])
    const { open, skus, client, box } = await countedBoxes(server, [[200, 80]])
    const { plans, lines } = await open()
    expect(lines.map((line) => line.nm_sku)).toEqual(skus)
    expect(plans).toMatchObject([
      { kind: 'inspection', scope: 'style_colour', lot_size: 280, level: 'II', code: 'G', sample_size: 32 },
    ])
    expect(plans[0]?.limits.minor).toEqual({ code: 'G', sample_size: 32, accept: 3, reject: 4 })
    expect(plans[0]?.sample.map(({ nm_sku, units }) => [nm_sku, units])).toEqual([
      [skus[0], 23],
      [skus[1], 9],
    ])
    const asked = await client.call(getQcModal, { box_id: box.sscc, level: 'S-1', aqls: { major: '6.5' } })
    expect(asked.body.data.plans[0]).toMatchObject({ level: 'S-1', code: 'B', aqls: { major: '6.5', minor: '4.0' } })
  })

  it('knows who may own a case, and what its sizes should measure', async () => {
    const { open, user } = await countedBoxes(server, [[4]])
    const style = await server.db
      .selectFrom('sku')
      .where('nm_sku', '=', (await open()).lines[0]?.nm_sku ?? '')
      .select(['style_id', 'size'])
      .executeTakeFirstOrThrow()
    const chest = { ...style, point: 'Chest', point_zh: '胸围', position: 1, spec_mm: 500, tolerance_mm: 10 }
    await server.db
      .insertInto('style_measure')
      .values([chest, { ...chest, size: 'no such size' }])
      .execute()
    const gone = await server.makeUser({ role: 'ops_team', isActive: false })
    const vendor = await server.makeUser({ role: 'vendor' })
    const { measures, owners } = await open()
    expect(measures).toMatchObject([{ point: 'Chest', point_zh: '胸围', spec_mm: 500, tolerance_mm: 10 }])
    const ids = owners.map(({ id }) => id)
    expect(ids).toContain(user.id)
    expect(ids).not.toContain(gone.id)
    expect(ids).not.toContain(vendor.id)
  })

  it('tells its vendor what became of it, and nothing of the house; another vendor finds nothing', async () => {
    // Would catch: the people of the house and why a lead overruled shown to vendors.
    const { box, skus, judge, shipment } = await countedBoxes(server, [[8]])
    const [sku = ''] = skus
    const said = { lines: [passing(sku, 8)], defects: [stain(sku, 3)], verdict: 'passed' as const }
    expect((await judge({ ...said, override_reason: 'Buyer agreed' }, lead)).status).toBe(200)
    const seen = await openBox(shipment.client, box.sscc)
    expect(seen.owners).toEqual([])
    expect(seen.box.allowed_actions).toEqual([])
    expect(seen.inspections[0]).toMatchObject({ verdict: 'passed', computed: 'reject', override_reason: null })
    expect(JSON.stringify(seen)).not.toContain('Buyer agreed')
    const stranger = await server.as(await server.makeUser({ role: 'vendor' }))
    expect((await stranger.call(getQcModal, { box_id: box.sscc })).status).toBe(404)
  })
})

describe('judging', () => {
  it('in tranches adds to one frozen plan, and every piece is judged once', async () => {
    // Would catch: a second tranche that begins its sample anew, a plan that another level softens after a bad find.
    const { box, skus, judge, open } = await countedBoxes(server, [[20, 10]])
    const [a = '', b = ''] = skus
    const first = await judge({ lines: [passing(a, 10, 8)], verdict: 'passed' })
    expect(first.status, first.body.message).toBe(200)
    expect(first.body.data.box).toMatchObject({ status: 'QC inspection pending', inspections: 1 })
    expect((await open()).plans[0]).toMatchObject({ is_frozen: true, computed: 'open', tally: { sampled: 8 } })
    const held = { nm_sku: b, passed: 7, on_hold: 3, sampled: 9 }
    const second = await judge({ lines: [passing(a, 10, 3), held], verdict: 'mixed', level: 'S-1', scope: 'box' })
    expect(second.status, second.body.message).toBe(200)
    const { plans } = await open()
    expect(plans).toMatchObject([{ level: 'II', lot_size: 30, scope: 'style_colour', tally: { sampled: 20 } }])
    expect(plans[0]?.computed).toBe('accept')
    const released = { nm_sku: b, passed: 2, failed: 1, from: 'on_hold' as const, sampled: 1 }
    const third = await judge({ lines: [released], defects: [stain(b, 1, { severity: 'minor' })], verdict: 'mixed' })
    expect(third.status, third.body.message).toBe(200)
    expect(third.body.data.box).toMatchObject({
      status: 'QC failed',
      quantities: { passed: 29, failed: 1, on_hold: 0 },
    })
    expect((await movesOf(box.box_id)).slice(-3)).toMatchObject([
      { kind: 'release', quantity: 3 },
      { kind: 'pass', quantity: 2 },
      { kind: 'fail', quantity: 1, reason: 'Stain', remark: 'oil on the front' },
    ])
    expect(await qcDisagreements(server)).toEqual([])
  })

  it('keeps what was found, with photographs and measurements; what a style should measure is what the house knows', async () => {
    // Would catch: photographs lost or on the wrong defect; an inspector who types a tolerance of his own.
    const { skus, judge, open, user } = await countedBoxes(server, [[8]])
    const [sku = ''] = skus
    const { style_id, size } = await server.db
      .selectFrom('sku')
      .where('nm_sku', '=', sku)
      .select(['style_id', 'size'])
      .executeTakeFirstOrThrow()
    const waist = { style_id, size, point: 'Waist', point_zh: '腰围', position: 1, spec_mm: 400, tolerance_mm: 5 }
    await server.db.insertInto('style_measure').values(waist).execute()
    const [stained, whole] = [await savedImage(server, user.id), await savedImage(server, user.id)]
    const measured = { nm_sku: sku, piece: 2, point: 'Waist', spec_mm: 420, tolerance_mm: 99, actual_mm: 421 }
    const reply = await judge({
      lines: [{ nm_sku: sku, passed: 7, failed: 1, sampled: 8 }],
      defects: [
        stain(sku, 1, { image_ids: [stained] }),
        stain(sku, 1, { severity: 'minor', reason: 'Poor workmanship', is_further: true }),
      ],
      measurements: [measured, { ...measured, piece: 1, point: 'Collar' }],
      image_ids: [whole],
      cartons_opened: 1,
      verdict: 'mixed',
      remark: 'evening shift',
    })
    expect(reply.status, reply.body.message).toBe(200)
    const { inspections, plans } = await open()
    expect(inspections).toMatchObject([
      {
        number: 1,
        kind: 'inspection',
        previous: null,
        computed: 'reject',
        verdict: 'mixed',
        remark: 'evening shift',
        lines: [{ nm_sku: sku, passed: 7, failed: 1, sampled: 8 }],
        defects: [
          { reason: 'Stain', severity: 'major', image_ids: [stained], is_further: false },
          { reason: 'Poor workmanship', severity: 'minor', image_ids: [], is_further: true },
        ],
        measurements: [
          { point: 'Waist', spec_mm: 400, tolerance_mm: 5, actual_mm: 421 },
          { point: 'Collar', spec_mm: 420, tolerance_mm: 99 },
        ],
        image_ids: [whole],
      },
    ])
    expect(plans[0]?.tally).toEqual({ sampled: 8, critical: 0, major: 1, minor: 0 })
  })

  const sku = 'the SKU'
  const judged = { nm_sku: sku, passed: 6, failed: 2, sampled: 8 }
  it.each<[string, Judging, number, string]>([
    ['nothing', { lines: [{ nm_sku: sku }], verdict: 'passed' }, 400, 'Please say how many'],
    ['more than wait', { lines: [passing(sku, 9, 0)], verdict: 'passed' }, 409, 'has only 8 pcs of'],
    ['a SKU of no box', { lines: [passing('NM-NOBODYS', 1)], verdict: 'passed' }, 400, 'NM-NOBODYS is not in box'],
    ['a SKU twice', { lines: [passing(sku, 1), passing(sku, 1)], verdict: 'passed' }, 400, 'Multiple entries found.'],
    [
      'held pieces that are not',
      { lines: [{ nm_sku: sku, passed: 1, from: 'on_hold' }], verdict: 'passed' },
      409,
      'has only 0',
    ],
    [
      'failed pieces that are not',
      { lines: [{ nm_sku: sku, passed: 1, from: 'failed' }], verdict: 'passed' },
      409,
      'is Qty validated',
    ],
    [
      'more looked at than judged',
      { lines: [passing(sku, 2, 3)], verdict: 'passed' },
      400,
      'pcs looked at, but only 2',
    ],
    [
      'another verdict',
      { lines: [judged], defects: [stain(sku, 2)], verdict: 'passed' },
      400,
      'does not fit the pieces: 6 passed, 2 failed',
    ],
    [
      'failed ones without a defect',
      { lines: [judged], verdict: 'mixed' },
      400,
      '2 pcs failed, but only 0 have a defect',
    ],
    [
      'a defect without a remark',
      { lines: [judged], defects: [stain(sku, 2, { remark: ' ' })], verdict: 'mixed' },
      400,
      'needs a reason and a remark',
    ],
    [
      'a defect on nothing',
      { lines: [judged], defects: [stain(sku, 0)], verdict: 'mixed' },
      400,
      'on one unit at least',
    ],
    [
      'more defects than pieces',
      { lines: [judged], defects: [stain(sku, 9)], verdict: 'mixed' },
      400,
      '9 units with a defect, but only 8',
    ],
    [
      'more defects than pieces looked at',
      {
        lines: [{ nm_sku: sku, passed: 4, failed: 4, sampled: 3 }],
        defects: [stain(sku, 4, { severity: 'minor' })],
        verdict: 'mixed',
      },
      400,
      '4 units with a defect, but only 3 pcs were looked at',
    ],
    [
      'a critical defect on a piece that nobody looked at',
      { lines: [{ nm_sku: sku, on_hold: 8 }], defects: [stain(sku, 1, { severity: 'critical' })], verdict: 'hold' },
      400,
      '1 units with a defect, but only 0 pcs were looked at',
    ],
    [
      'a further defect of its own',
      {
        lines: [judged],
        defects: [stain(sku, 2, { severity: 'minor' }), stain(sku, 1, { is_further: true })],
        verdict: 'mixed',
      },
      400,
      'at least as bad',
    ],
    [
      'a defect of a SKU not judged',
      { lines: [judged], defects: [stain('NM-NOBODYS')], verdict: 'mixed' },
      400,
      'none of its pieces are judged',
    ],
    [
      'a piece measured that nobody saw',
      {
        lines: [passing(sku, 8, 5)],
        measurements: [{ nm_sku: sku, piece: 6, point: 'Chest', spec_mm: 5, tolerance_mm: 1, actual_mm: 5 }],
        verdict: 'passed',
      },
      400,
      'piece 6 was measured',
    ],
    [
      'a photograph that is not there',
      { lines: [passing(sku, 8)], image_ids: ['0195b1f0-0000-7000-8000-000000000000'], verdict: 'passed' },
      400,
      'A photo is not there any more',
    ],
  ])('refuses %s in plain words, and changes nothing', async (_, said, status, words) => {
    // Would catch: pieces judged that are not there, failed pieces without evidence, half an inspection kept.
    const { skus, judge, box, open } = await countedBoxes(server, [[8]])
    const named = JSON.parse(JSON.stringify(said).replaceAll(sku, skus[0] ?? '')) as Judging
    const before = await open()
    const reply = await judge(named)
    expect([reply.status, reply.body.message]).toEqual([status, expect.stringContaining(words)])
    expect(await open()).toEqual(before)
    expect(await server.db.selectFrom('qc_inspection').where('box_id', '=', box.box_id).select('id').execute()).toEqual(
      [],
    )
  })

  it('refuses fewer defects than failed of a lot that takes two of them', async () => {
    // Would catch: pieces that fail without evidence beside one that has it.
    const { skus, judge, open } = await countedBoxes(server, [[44]])
    const [nm_sku = ''] = skus
    const lines = [{ nm_sku, passed: 42, failed: 2, sampled: 13 }]
    const said = { lines, defects: [stain(nm_sku, 1, { severity: 'minor' })], verdict: 'mixed' as const }
    const reply = await judge(said)
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining('2 pcs failed, but only 1')])
    expect((await open()).inspections).toEqual([])
  })

  it('counts every unit with a defect: four of a lot that takes two reject it, whatever was said to be looked at', async () => {
    // Would catch: four bad shirts of a size of which one was ticked, counted as one, so that their lot is accepted.
    const { skus, judge, open } = await countedBoxes(server, [[30, 14]])
    const [a = '', b = ''] = skus
    const threads = [stain(a, 4, { severity: 'minor', reason: 'Poor workmanship' })]
    const of = (sampled: number): Judging => ({
      lines: [{ nm_sku: a, passed: 26, failed: 4, sampled }, passing(b, 14, 12)],
      ...{ defects: threads, verdict: 'mixed' },
    })
    expect((await open()).plans).toMatchObject([{ lot_size: 44, sample_size: 20, limits: { minor: { accept: 2 } } }])
    expect((await judge(of(1))).body.message).toContain('4 units with a defect, but only 1 pcs were looked at')
    const seen = await judge(of(4))
    expect([seen.status, seen.body.message]).toEqual([403, expect.stringContaining('goes against the sample')])
    expect((await open()).inspections).toEqual([])
  })

  it('asks why pieces are on hold', async () => {
    // Would catch: forty pieces on hold for a week, of which nobody knows what they wait for.
    const { skus, judge, open } = await countedBoxes(server, [[8]])
    const held = { lines: [{ nm_sku: skus[0] ?? '', on_hold: 8 }], verdict: 'hold' as const }
    const bare = await judge({ ...held, remark: '' })
    expect([bare.status, bare.body.message]).toEqual([400, 'Please say in the remark why pieces are on hold.'])
    expect((await judge({ ...held, remark: 'shade to be compared' })).status).toBe(200)
    expect((await open()).inspections).toMatchObject([{ remark: 'shade to be compared' }])
  })

  it('is refused before the count', async () => {
    const { boxes, client } = await boxesAtQc(server, [[8]])
    const { box, lines } = await openBox(client, boxes[0]?.sscc ?? '')
    const said = { lines: [passing(lines[0]?.nm_sku ?? '', 8)], verdict: 'passed' as const }
    const reply = await client.call(verifyQcInspection, { ...said, box_id: box.sscc, version: box.version })
    expect(reply.body).toMatchObject({
      code: 'move_not_allowed',
      details: { allowed: expect.arrayContaining(['count']) },
    })
  })

  it('takes no photograph of a colleague’s inspection, or of another vendor’s box', async () => {
    // Would catch: evidence of one vendor shown to another; one photograph proving two boxes.
    const one = await countedBoxes(server, [[9], [8]])
    const [sku = ''] = one.skus
    const image = await savedImage(server, one.user.id)
    const said = { lines: [passing(sku, 4)], image_ids: [image], verdict: 'passed' as const }
    expect((await one.judge(said)).status).toBe(200)
    // Would catch: of sixty photographs nobody knows which one is meant.
    expect((await one.judge(said, lead)).body).toMatchObject({
      message: expect.stringContaining('belongs to another inspection'),
      details: { fields: [{ field: 'image_ids', values: { image_id: image } }] },
    })
    expect((await one.judge(said)).status).toBe(200)
    const other = await countedBoxes(server, [[8]])
    const colleague = await server.as(one.user)
    const reply = await other.judge({ ...said, lines: [passing(other.skus[0] ?? '', 4)] }, colleague)
    expect(reply.body.message).toContain('belongs to another inspection')
    // Would catch: a picture of two vendors' goods that cannot be added to the second box, however often it is sent.
    const photo = await plainPhoto()
    const [before, again] = [await sendPhoto(colleague, photo), await sendPhoto(colleague, photo)]
    expect(again).toBe(before)
    expect((await one.judge({ ...said, lines: [passing(sku, 1)], image_ids: [before] }, colleague)).status).toBe(200)
    const copy = await sendPhoto(colleague, photo)
    expect(copy).not.toBe(before)
    expect(await sendPhoto(colleague, photo)).toBe(copy)
    const theirs = { ...said, lines: [passing(other.skus[0] ?? '', 1)], image_ids: [copy] }
    expect((await other.judge(theirs, colleague)).status).toBe(200)
    const own = await savedImage(server, one.user.id)
    // Nor one that a colleague has not used yet.
    const unused = await other.judge({ ...said, lines: [passing(other.skus[0] ?? '', 4)], image_ids: [own] })
    expect(unused.body.message).toContain('belongs to another inspection')
    const twice = await other.judge({ ...said, lines: [passing(other.skus[0] ?? '', 4)], image_ids: [own, own] })
    expect(twice.body.message).toBe('A photo can show one defect only.')
  })
})

describe('a verdict against the sample', () => {
  const bad = (sku: string): Judging => ({ lines: [passing(sku, 60, 20)], defects: [stain(sku, 3)], verdict: 'passed' })

  it('takes a lead and a reason, and both verdicts are kept', async () => {
    // Would catch: a rejected lot that the warehouse passes; an override without a word.
    const { skus, judge, open } = await countedBoxes(server, [[60]])
    const [sku = ''] = skus
    const refused = await judge({ ...bad(sku), override_reason: 'in a hurry' })
    expect([refused.status, refused.body.message]).toEqual([
      403,
      expect.stringContaining('Only a lead may overrule it'),
    ])
    const unsaid = await judge(bad(sku), lead)
    expect([unsaid.status, unsaid.body.message]).toEqual([400, expect.stringContaining('Please say why')])
    expect((await open()).plans[0]).toMatchObject({ is_frozen: false })
    expect((await judge({ ...bad(sku), override_reason: 'Buyer agreed' }, lead)).status).toBe(200)
    expect((await open()).inspections).toMatchObject([
      { computed: 'reject', verdict: 'passed', override_reason: 'Buyer agreed' },
    ])
  })

  it('is none where a rejected lot fails, or is sorted piece by piece', async () => {
    // Would catch: a lead wanted for the usual way of a bad lot; 60 defects wanted for 60 pieces that fail with their lot.
    const failed = await countedBoxes(server, [[60]])
    const [sku = ''] = failed.skus
    const lot = await failed.judge({
      ...bad(sku),
      lines: [{ nm_sku: sku, failed: 60, sampled: 20 }],
      verdict: 'failed',
    })
    expect([lot.status, lot.body.message]).toEqual([200, 'Inspection saved.'])
    expect((await movesOf(failed.box.box_id)).at(-1)).toMatchObject({ kind: 'fail', quantity: 60, reason: 'Stain' })
    const sorted = await countedBoxes(server, [[60]])
    const [other = ''] = sorted.skus
    const pieces = { nm_sku: other, passed: 57, failed: 3, sampled: 60 }
    expect((await sorted.judge({ ...bad(other), lines: [pieces], verdict: 'mixed' })).status).toBe(200)
  })

  it('is to pass the last pieces unseen, and to fail pieces that have nothing', async () => {
    // Would catch: skipping QC without the right to, by looking at nothing.
    const { skus, judge } = await countedBoxes(server, [[60]])
    const [sku = ''] = skus
    // Nor bit by bit: of 60 pieces 20 are to be looked at, so 40 at most may go unseen.
    for (const unseen of [60, 59, 41])
      expect((await judge({ lines: [passing(sku, unseen, 0)], verdict: 'passed' })).status).toBe(403)
    expect((await judge({ lines: [passing(sku, 30, 0)], verdict: 'passed' })).status).toBe(200)
    for (const [passed, seen] of [
      [30, 4],
      [29, 18],
      [12, 1],
    ] as const)
      expect((await judge({ lines: [passing(sku, passed, seen)], verdict: 'passed' })).status).toBe(403)
    const failing = {
      lines: [{ nm_sku: sku, failed: 30, sampled: 20 }],
      defects: [stain(sku, 1)],
      verdict: 'failed' as const,
    }
    expect((await judge(failing, lead)).status).toBe(400)
    expect((await judge({ ...failing, override_reason: 'wrong season' })).status).toBe(403)
    expect((await judge({ ...failing, override_reason: 'wrong season' }, lead)).status).toBe(200)
  })
})

describe('failed pieces inspected again', () => {
  it('are a new inspection linked to the old, with a lot of their own', async () => {
    // Would catch: reworked pieces that inherit the defects of their first sample; an inspection without its history.
    const { skus, judge, open, box } = await countedBoxes(server, [[20]])
    const [sku = ''] = skus
    const lot = {
      lines: [{ nm_sku: sku, failed: 20, sampled: 8 }],
      defects: [stain(sku, 4)],
      verdict: 'failed' as const,
    }
    expect((await judge(lot)).status).toBe(200)
    expect((await open()).plans).toMatchObject([
      { kind: 'inspection', computed: 'reject' },
      { kind: 'reinspection', lot_size: 20, is_frozen: false, tally: { major: 0 } },
    ])
    const both = [passing(sku, 1, 0), { nm_sku: sku, passed: 1, from: 'failed' as const }]
    expect((await judge({ lines: both, verdict: 'passed' })).body.message).toBe(
      'Failed pieces are inspected again on their own.',
    )
    const again = { nm_sku: sku, passed: 19, failed: 1, sampled: 20, from: 'failed' as const }
    const reply = await judge({ lines: [again], defects: [stain(sku, 1)], verdict: 'mixed' })
    expect(reply.status, reply.body.message).toBe(200)
    expect(reply.body.data.box.quantities).toMatchObject({ passed: 19, failed: 1, to_inspect: 0 })
    expect((await open()).inspections).toMatchObject([
      { number: 1, kind: 'inspection', previous: null },
      { number: 2, kind: 'reinspection', previous: 1 },
    ])
    expect((await movesOf(box.box_id)).slice(-3)).toMatchObject([
      { kind: 'revert_failed', quantity: 20 },
      { kind: 'pass', quantity: 19 },
      { kind: 'fail', quantity: 1 },
    ])
    expect(await qcDisagreements(server)).toEqual([])
  })
})

it('failed pieces of a box on an invoice are not inspected again', async () => {
  // Would catch: pieces that pass into a box whose invoice is written.
  const { skus, judge, client, box } = await countedBoxes(server, [[20]])
  const [sku = ''] = skus
  const said = {
    lines: [{ nm_sku: sku, passed: 19, failed: 1, sampled: 20 }],
    defects: [stain(sku)],
    verdict: 'mixed' as const,
  }
  expect((await judge(said)).status).toBe(200)
  await someParties(server)
  expect((await client.call(contract.invoices.createReadyForInvoice, { box_ids: [box.box_id] })).status).toBe(200)
  const again = { lines: [{ nm_sku: sku, passed: 1, sampled: 1, from: 'failed' as const }], verdict: 'passed' as const }
  const invoiced = await lead.call(contract.invoices.createInvoice, { box_ids: [box.box_id] })
  expect(invoiced.status, invoiced.body.message).toBe(200)
  expect((await judge(again)).body).toMatchObject({ code: 'move_not_allowed', details: { allowed: ['return'] } })
})

it('a lot is the whole box where the house has set so, and a round goes on with the scope it began with', async () => {
  // Would catch: a bad box that passes because somebody cuts its lots anew.
  const { skus, judge, open } = await countedBoxes(server, [[20, 10]])
  const [a = '', b = ''] = skus
  await server.db.updateTable('sku').set({ color: 'Red', color_zh: '红色' }).where('nm_sku', '=', b).execute()
  expect((await open()).plans.map(({ color, lot_size }) => [color, lot_size])).toEqual([
    ['Black', 20],
    ['Red', 10],
  ])
  const rejecting = {
    lines: [{ nm_sku: a, on_hold: 20, sampled: 8 }],
    defects: [stain(a, 2)],
    verdict: 'hold' as const,
  }
  expect((await judge({ ...rejecting, scope: 'box' })).status).toBe(200)
  expect((await open()).plans).toMatchObject([{ scope: 'box', lot_size: 30, style_id: null, computed: 'reject' }])
  expect((await judge({ lines: [passing(b, 10, 0)], verdict: 'passed', scope: 'style_colour' })).status).toBe(403)
})

describe('skipping QC', () => {
  it('passes what waits, of some SKUs or all, and says that nobody inspected it', async () => {
    // Would catch: held pieces let through, an uninspected pass that looks like an inspection, a warehouse that may.
    const { skus, judge, open, client, box } = await countedBoxes(server, [[8, 5, 3]])
    const [a = '', b = '', c = ''] = skus
    expect((await judge({ lines: [{ nm_sku: b, on_hold: 5 }], verdict: 'hold' })).status).toBe(200)
    const skip = async (by: Client, nm_skus?: string[]) =>
      by.call(skipQcInspection, {
        box_id: box.sscc,
        version: (await open()).box.version,
        reason: 'Repeat order',
        ...(nm_skus && { nm_skus }),
      })
    expect((await skip(client)).status).toBe(403)
    expect((await skip(lead, [b])).body.message).toContain('no pieces wait for inspection')
    expect((await skip(lead, [a])).body.data.box.quantities).toMatchObject({ passed: 8, to_inspect: 3, on_hold: 5 })
    const rest = await skip(lead)
    expect(rest.body.data.box.quantities).toMatchObject({ passed: 11, to_inspect: 0, on_hold: 5 })
    expect((await skip(lead)).status).toBe(409)
    expect((await open()).inspections.slice(1)).toMatchObject([
      { kind: 'skip', computed: 'none', verdict: 'passed', reason: 'Repeat order', lines: [{ nm_sku: a, sampled: 0 }] },
      { kind: 'skip', lines: [{ nm_sku: c, passed: 3 }] },
    ])
    expect((await movesOf(box.box_id)).slice(-2)).toMatchObject([
      { kind: 'skip', quantity: 8, reason: 'Repeat order' },
      { kind: 'skip', quantity: 3 },
    ])
    expect(await qcDisagreements(server)).toEqual([])
  })
})

describe('two inspectors', () => {
  it('at the same pieces judge each of them once', async () => {
    // Would catch: a check before the lock, so that 40 of 20 pieces pass.
    const { skus, judge, open, user } = await countedBoxes(server, [[20]])
    const [sku = ''] = skus
    const { version } = (await open()).box
    const said = { lines: [passing(sku, 20)], verdict: 'passed' as const }
    const replies = await Promise.all(
      [lead, await server.as(user), lead, await server.as(user)].map((by) => judge(said, by, version)),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const { box, inspections } = await open()
    expect(box.quantities).toMatchObject({ passed: 20, to_inspect: 0 })
    expect(inspections).toHaveLength(1)
    expect(await qcDisagreements(server)).toEqual([])
  })

  it('one of them sending twice is heard once', async () => {
    const { skus, open, client, box } = await countedBoxes(server, [[20]])
    const { version } = (await open()).box
    const said = { box_id: box.sscc, version, lines: [passing(skus[0] ?? '', 20)], verdict: 'passed' as const }
    const key = { 'idempotency-key': 'the-same-inspection' }
    const [one, two] = [
      await client.call(verifyQcInspection, said, key),
      await client.call(verifyQcInspection, said, key),
    ]
    expect([one.status, two.body]).toEqual([200, one.body])
    expect((await open()).inspections).toHaveLength(1)
  })

  it('in two boxes of one lot add to one tally', async () => {
    // Would catch: a shipment's lot frozen twice, or a tally that one of them overwrites.
    const { boxes, client } = await countedBoxes(server, [[20], [20], [20]])
    const opened = await Promise.all(boxes.map((box) => openBox(client, box.sscc)))
    const replies = await Promise.all(
      opened.map(({ box, lines }) =>
        client.call(verifyQcInspection, {
          box_id: box.sscc,
          version: box.version,
          scope: 'shipment',
          lines: [passing(lines[0]?.nm_sku ?? '', 10, 4)],
          verdict: 'passed',
        }),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    for (const box of boxes)
      expect((await openBox(client, box.sscc)).plans).toMatchObject([
        {
          ...{ scope: 'shipment', lot_size: 60, cartons: 3, cartons_to_open: 2, is_frozen: true },
          ...{ tally: { sampled: 12 }, unseen: 30, opened_elsewhere: 2 },
        },
      ])
    // Nor are pieces of another box that were looked at and are on hold the rest of the sample.
    const [one = '', two = '', three = ''] = boxes.map(({ sscc }) => sscc)
    const say = async (sscc: string, more: { passed?: number; on_hold?: number; sampled: number }) => {
      const { box, lines } = await openBox(client, sscc)
      const verdict = more.on_hold ? ('hold' as const) : ('passed' as const)
      const said = { lines: [{ nm_sku: lines[0]?.nm_sku ?? '', ...more }], verdict }
      return (await judgeBox(client, sscc, box.version, said)).status
    }
    expect(await say(one, { passed: 4, sampled: 0 })).toBe(200)
    expect(await say(one, { on_hold: 6, sampled: 6 })).toBe(200)
    expect(await say(two, { passed: 10, sampled: 0 })).toBe(200)
    expect(await say(three, { passed: 10, sampled: 0 })).toBe(403)
    expect(await say(three, { passed: 10, sampled: 2 })).toBe(200)
  })
})

it('a box counted after the lot of its shipment was frozen is another lot', async () => {
  // Would catch: 400 late pieces judged by the sample of the 20 that came first.
  const { takeCount } = await import('../support/qc-inspection.ts')
  const { boxes, client } = await boxesAtQc(server, [[20], [400]])
  const [early, late] = boxes
  if (!early || !late) throw new Error('no boxes')
  const [sku = ''] = early.items.map((item) => item.nm_sku)
  await takeCount(client, early)
  const said = { scope: 'shipment' as const, lines: [passing(sku, 20)], verdict: 'passed' as const }
  const { version } = (await openBox(client, early.sscc)).box
  expect((await client.call(verifyQcInspection, { ...said, box_id: early.sscc, version })).status).toBe(200)
  await takeCount(client, late)
  const modal = await client.call(getQcModal, { box_id: late.sscc, scope: 'shipment' })
  expect(modal.body.data.plans).toMatchObject([{ lot_size: 400, cartons: 1, is_frozen: false, tally: { sampled: 0 } }])
})

it('a vendor hears of failed pieces once a shipment, of how many boxes', async () => {
  // Would catch: a notice a piece, or to every vendor.
  const { boxes, client, shipment, shipment_id } = await countedBoxes(server, [[8], [8]])
  for (const box of boxes) {
    const { lines, box: seen } = await openBox(client, box.sscc)
    const [sku = ''] = lines.map((line) => line.nm_sku)
    await client.call(verifyQcInspection, {
      box_id: box.sscc,
      version: seen.version,
      lines: [{ nm_sku: sku, passed: 7, failed: 1, sampled: 8 }],
      defects: [stain(sku)],
      verdict: 'mixed',
    })
  }
  const told = async () => {
    await fannedOut(server)
    const { body } = await shipment.client.call(contract.notices.getNotices, {})
    return body.data.rows.filter((row) => row.kind === 'pieces_failed').map((row) => row.message)
  }
  await expect.poll(told).toEqual([`Pieces of 2 boxes of shipment ${shipment_id} failed QC in China.`])
})

it('the reasons of a refusal come with their Chinese and usual severity', async () => {
  // Would catch: a reason without Chinese; another Chinese in files than on screens.
  const { body } = await lead.call(contract.photos.getReviewCommentMeta, {})
  expect(body.data.reasons.map(({ reason }) => reason)).toEqual([...refusalReasons])
  const { default: words } = (await import('../../src/renderer/i18n/zh/server.json')) as {
    default: Record<string, string>
  }
  for (const { reason, reason_zh } of body.data.reasons) expect([reason, reason_zh]).toEqual([reason, words[reason]])
  expect(reasonUsually.Other.severity).toBe('minor')
})
