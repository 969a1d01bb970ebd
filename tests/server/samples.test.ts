import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { removeUnusedPhotos } from '../../src/server/areas/photos/photo-files.ts'
import { computedVerdict, type SampleState, sampleMoves } from '../../src/shared/areas/samples/rounds.ts'
import { contract } from '../../src/shared/areas.ts'
import { asItStands, type Unseeing } from '../support/as-it-stands.ts'
import { moveAlong, offered } from '../support/catalogue.ts'
import type { Client } from '../support/client.ts'
import { plainPhoto } from '../support/pictures.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { samples, catalogue } = contract

let server: TestServer
let ops: Unseeing
let maker: Awaited<ReturnType<TestServer['makeVendor']>>

beforeAll(async () => {
  server = await testServer()
  ops = asItStands(server, await server.as('ops'))
  maker = await server.makeVendor()
})

const style = async (about = {}) => (await offered(server, maker.id, [about]))[0] ?? ''
const statusOf = async (catalogue_id: string) =>
  (await ops.call(catalogue.getStyleDetails, { catalogue_id })).body.data.style.status

const csv = (...rows: string[]) => ({
  name: 'samples.csv',
  bytes: Buffer.from(
    [
      'Sample no.,Weight at QC (g),Transparency,Size,Point of measure,Should be (cm),Tolerance (cm),Measured (cm)',
      ...rows,
    ].join('\n'),
  ),
})

async function requested(): Promise<{ code: string; sample: string }> {
  const code = await style()
  await moveAlong(ops, code, 'Selected for Sample QC')
  const answer = await ops.call(samples.requestSamples, { catalogue_ids: [code], due_on: '2020-01-02' })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return { code, sample: answer.body.data.sample_ids[0] ?? '' }
}

async function received() {
  const made = await requested()
  const vendor = await server.as(await server.makeUser({ role: 'vendor', vendor: maker }))
  const sent = await vendor.call(samples.sendSample, { sample_id: made.sample, carrier: 'SF', tracking: 'SF1' })
  expect(sent.status, JSON.stringify(sent.body)).toBe(200)
  const got = await ops.call(samples.moveSample, { sample_id: made.sample, to: 'received' })
  expect(got.body.data.sample.state).toBe('received')
  return { ...made, vendor }
}

describe('samples', () => {
  // Would catch: a way in the table that leads round in a circle or out of a judged sample, so that a round never ends.
  it('end in a verdict whatever way they go', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5), { minLength: 8, maxLength: 20 }), (picks) => {
        let state: SampleState = 'planned'
        const seen: SampleState[] = [state]
        for (const pick of picks) {
          const ways: readonly { to: SampleState }[] = sampleMoves[state]
          const next: { to: SampleState } | undefined = ways[pick % Math.max(1, ways.length)]
          if (!next) break
          state = next.to
          expect(seen).not.toContain(state)
          seen.push(state)
        }
        expect(['passed', 'failed']).toContain(state)
      }),
    )
  })

  // Would catch: a measure at its tolerance judged out of it, or a point without a specification judged at all.
  it('fail by their measures only beyond the tolerance', () => {
    const at = (measured_mm: number) => [{ spec_mm: 500, tolerance_mm: 10, measured_mm }]
    expect([computedVerdict(at(510)), computedVerdict(at(490)), computedVerdict(at(511))]).toEqual([
      'passed',
      'passed',
      'failed',
    ])
    expect(computedVerdict([{ spec_mm: null, tolerance_mm: null, measured_mm: 3 }])).toBeNull()
    // Would catch: a verdict that ignores what nobody measured.
    expect([computedVerdict(at(510), 1), computedVerdict(at(511), 1)]).toEqual([null, 'failed'])
  })

  // Would catch: measures that are typed into another sample's, a number that cannot be taken off again, a photograph of somebody else's, one
  // that a vendor reads, or that is swept away with the unused ones; findings of a sample that nobody has yet, or that is judged.
  it('are measured by hand and photographed, by those who have them alone', async () => {
    const { sample, vendor } = await received()
    const early = await requested()
    const image = async (by: Client) =>
      (await by.call(samples.uploadSamplePhoto, { file: { name: 'a.jpg', bytes: await plainPhoto() } })).body.data
        .image_id
    const point = { size: 'M', point: 'Chest', spec_mm: 500, tolerance_mm: 10 }
    const describing = async (said: object, sample_id = sample) => {
      const { version } = (await ops.call(samples.getSample, { sample_id })).body.data.sample
      return ops.call(samples.describeSample, { sample_id, version, ...said })
    }
    expect((await describing({ weight_qc_g: 300 }, early.sample)).status).toBe(409)
    const one = await image(ops)
    const saved = await describing({ weight_qc_g: 310, measures: [{ ...point, measured_mm: 515 }], image_ids: [one] })
    expect(saved.body.data.sample, JSON.stringify(saved.body)).toMatchObject({
      state: 'measured',
      weight_qc_g: 310,
      computed: 'failed',
    })
    const twice = [point, point].map((each) => ({ ...each, measured_mm: 505 }))
    // Would catch: a refused measure that names no field, so that nobody sees which of thirty it is.
    const refusedAt = async (measures: object[]) => {
      const { status, body } = await describing({ measures })
      return [status, ...(body.details.fields ?? []).map(({ field }: { field: string }) => field)]
    }
    expect(await refusedAt(twice)).toEqual([400, 'measures.1.point'])
    expect(await refusedAt([{ ...point, spec_mm: null, measured_mm: 505 }])).toEqual([400, 'measures.0.spec_mm'])
    expect(await refusedAt([{ ...point, measured_mm: 10_001 }])).toEqual([400, 'measures.0.measured_mm'])
    expect((await describing({ image_ids: [one, await image(await server.as('admin'))] })).status).toBe(400)
    const found = (await ops.call(samples.getSample, { sample_id: sample })).body.data
    expect([found.image_ids, found.measures.length]).toEqual([[one], 1])
    const seenBy = async (who: Client) => (await who.call(samples.samplePhoto, { image_id: one })).status
    expect([await seenBy(await server.as('admin')), await seenBy(vendor)]).toEqual([200, 403])
    expect((await vendor.call(contract.photos.qcImage, { image_id: one })).status).toBeGreaterThanOrEqual(400)
    await removeUnusedPhotos(server.db, server.files, sql<Date>`now() + interval '1 day'`)
    expect(await seenBy(ops)).toBe(200)
    const bare = await describing({ measures: [{ ...point, measured_mm: null }], image_ids: [] })
    expect(bare.body.data.sample).toMatchObject({ state: 'received', points: 0, weight_qc_g: 310 })
    const stale = await ops.call(samples.describeSample, { sample_id: sample, version: 1, weight_qc_g: 1 })
    expect(stale.body.code).toBe('stale')
  })

  // Would catch: a sheet, or a call, whose "should be" beats the style's spec, so that 10 cm pass for 54; a pass with points that nobody
  // measured; a spec of today that judges what was measured by another; sizes by the alphabet.
  it('are judged by the spec of their style, whole, as it was when they were measured', async () => {
    const { code, sample } = await received()
    await sql`UPDATE catalogue_style SET size_set = 'CATSET' WHERE code = ${code}`.execute(server.db)
    const spec = (...rows: string[]) =>
      ops.call(contract.garmentSpecs.uploadGarmentFile, {
        file: {
          name: 'spec.csv',
          bytes: [
            'Catalogue style,Size,Point of measure,Measure (cm),Tolerance (cm)',
            ...rows.map((row) => `${code},${row}`),
          ].join('\n'),
        },
      })
    expect((await spec('L,Chest,56,1', 'M,Chest,54,1', 'S,Chest,52,1')).status).toBe(200)
    const one = async () => (await ops.call(samples.getSample, { sample_id: sample })).body.data
    expect((await one()).points.map(({ size }) => size)).toEqual(['S', 'M', 'L'])
    const lie = await ops.call(samples.uploadSampleQcMetadata, {
      mode: 'all',
      file: csv(`${sample},,,M,Chest,10,1,10`),
    })
    expect(lie.body.details.faults?.[0]).toMatchObject({ cell: 'F2', values: { spec: '54.0', tolerance: '1.0' } })
    const measure = (size: string, measured_mm: number) => ({
      size,
      point: 'Chest',
      spec_mm: 100,
      tolerance_mm: 999,
      measured_mm,
    })
    const describing = async (said: object) =>
      ops.call(samples.describeSample, { sample_id: sample, version: (await one()).sample.version, ...said })
    const typed = await describing({ measures: [measure('M', 100)] })
    expect(typed.body.data.sample, JSON.stringify(typed.body)).toMatchObject({ computed: 'failed', lacking: 2 })
    await describing({ measures: [measure('M', 540)] })
    const early = await ops.call(samples.moveSample, { sample_id: sample, to: 'passed' })
    expect([early.status, early.body.message]).toEqual([
      ...[409, `Sample ${sample} cannot pass yet: 2 points that the spec asks for are not measured: Chest S, Chest L.`],
    ])
    await spec('M,Chest,55.5,1')
    const later = await one()
    expect(later.is_old_spec).toBe(true)
    expect(later.points[1]).toEqual({
      ...{ size: 'M', point: 'Chest', spec_mm: 540, tolerance_mm: 10, today: { spec_mm: 555, tolerance_mm: 10 } },
    })
    await describing({ measures: [measure('L', 560), measure('S', 520)] })
    expect((await one()).sample).toMatchObject({ computed: 'passed', lacking: 0 })
    const anew = await describing({ by_todays_spec: true })
    expect(anew.body.data.sample, JSON.stringify(anew.body)).toMatchObject({ computed: 'failed', out_of_tolerance: 1 })
    expect((await one()).is_old_spec).toBe(false)
  })

  // Would catch: a "Passed" by mistake that is final and blocks its style; one that anybody takes back, without a reason, or after the style went on.
  it('have their verdict taken back, with a reason, by who may, and their style with it', async () => {
    const { code, sample } = await received()
    await ops.call(samples.uploadSampleQcMetadata, { mode: 'all', file: csv(`${sample},,,M,Chest,50,1,50`) })
    const move = (by: Client, to: 'passed' | 'measured' | 'failed', remark?: string) =>
      asItStands(server, by).call(samples.moveSample, { sample_id: sample, to, ...(remark && { remark }) })
    expect((await move(ops, 'passed')).status).toBe(200)
    expect(await statusOf(code)).toBe('Sample QC Done')
    expect(
      (await move(await server.as(await server.makeUser({ role: 'cataloging_team' })), 'measured', 'Mine')).status,
    ).toBe(403)
    expect((await move(ops, 'measured')).status).toBe(400)
    const back = await move(ops, 'measured', 'Pressed by mistake')
    // Would catch: the reason of taking back standing as the next verdict's remark.
    expect(back.body.data.sample, JSON.stringify(back.body)).toMatchObject({
      ...{ state: 'measured', judged_by: null, remark: null },
    })
    expect(await statusOf(code)).toBe('Selected for Sample QC')
    await move(ops, 'passed')
    await moveAlong(ops, code, 'Pending for Assortment Selection')
    expect((await move(ops, 'measured', 'Too late')).status).toBe(409)
  })

  // Would catch: a sample of a rejected style that stays asked for and overdue for ever, or that is lost when the rejection is taken back.
  it('are called off with their style, and taken up when it comes back', async () => {
    const { code, sample } = await requested()
    const stateOf = async () => (await ops.call(samples.getSamples, { search: sample })).body.data.rows[0]
    const move = (asked: { to: 'Design Rejected' } | { back: true }) =>
      ops.call(catalogue.updateVendorCatalogue, { catalogue_ids: [code], remark: 'Not for us', ...asked })
    expect(await stateOf()).toMatchObject({ state: 'requested', is_overdue: true })
    expect((await move({ to: 'Design Rejected' })).status).toBe(200)
    expect(await stateOf()).toMatchObject({ state: 'called_off', is_overdue: false })
    expect((await ops.call(samples.sendSample, { sample_id: sample, carrier: 'SF', tracking: '' })).status).toBe(409)
    expect((await move({ back: true })).status).toBe(200)
    expect(await stateOf()).toMatchObject({ state: 'requested' })
  })

  // Would catch: a state skipped, a sheet that measures what is not here, a style left behind by its sample, a second round that cannot begin.
  it('go from asked for to failed and to the next round, which takes the style on', async () => {
    const { code, sample } = await received()
    expect((await ops.call(samples.moveSample, { sample_id: sample, to: 'passed' })).status).toBe(409)
    const measured = await ops.call(samples.uploadSampleQcMetadata, {
      mode: 'all',
      file: csv(`${sample},180,Opaque,M,Chest,50,1,51.5`, `${sample},,,M,Length,60,1,60`),
    })
    expect(measured.body.data, JSON.stringify(measured.body)).toMatchObject({ rows_taken: 2, sample_ids: [sample] })
    const found = (await ops.call(samples.getSample, { sample_id: sample })).body.data
    expect(found.sample).toMatchObject({ state: 'measured', computed: 'failed', out_of_tolerance: 1, weight_qc_g: 180 })
    expect(found.measures[0]).toMatchObject({ point: 'Chest', beyond_mm: 5 })
    // Would catch: a pass against the measures that nobody has to explain.
    const against = await ops.call(samples.moveSample, { sample_id: sample, to: 'passed' })
    expect(against.status).toBe(400)
    expect(against.body.message).toBe('Its measures did not pass: please say why the sample passes.')
    const failed = await ops.call(samples.moveSample, {
      sample_id: sample,
      to: 'failed',
      remark: 'Too wide',
      next_round: true,
    })
    expect(failed.status, JSON.stringify(failed.body)).toBe(200)
    const again = await ops.call(samples.requestSamples, { catalogue_ids: [code], due_on: '2030-01-02' })
    const second = again.body.data.sample_ids[0] ?? ''
    expect(second).not.toBe(sample)
    // Would catch: a failed sample whose drawer offers a round that was asked for already.
    const followed = (await ops.call(samples.getSample, { sample_id: sample })).body.data.next
    expect(followed).toEqual({ sample_id: second, state: 'requested', round: 2, created_by: expect.any(String) })
    expect((await ops.call(samples.getSample, { sample_id: second })).body.data.next).toBeNull()
    await ops.call(samples.sendSample, { sample_id: second, carrier: 'SF', tracking: '' })
    await ops.call(samples.moveSample, { sample_id: second, to: 'received' })
    await ops.call(samples.uploadSampleQcMetadata, { mode: 'all', file: csv(`${second},,,M,Chest,50,1,50`) })
    const passed = await ops.call(samples.moveSample, { sample_id: second, to: 'passed' })
    expect(passed.body.data.sample, JSON.stringify(passed.body)).toMatchObject({ round: 2, computed: 'passed' })
    expect(await statusOf(code)).toBe('Sample QC Done')
  })

  // Would catch: samples in no order that anybody can tell, the one that is due next on the third page; a refusal beside the numbers typed.
  it('are listed by the day by which they are to be sent, then by number, and refused where they are named', async () => {
    const codes = [await style(), await style(), await style()]
    for (const code of codes) await moveAlong(ops, code, 'Selected for Sample QC')
    const ask = async (at: number, due_on: string) =>
      (await ops.call(samples.requestSamples, { catalogue_ids: [codes[at] ?? ''], due_on })).body.data.sample_ids[0] ??
      ''
    const [late, first, second] = [await ask(0, '2031-05-02'), await ask(1, '2031-05-01'), await ask(2, '2031-05-01')]
    const ids = [late, first, second]
    const listed = async (descending: boolean, cursor?: string) => {
      const { rows, next_cursor } = (
        await ops.call(samples.getSamples, { sample_ids: ids, sort: 'due', descending, page_size: 2, cursor })
      ).body.data
      return { ids: rows.map(({ sample_id }) => sample_id), next: next_cursor ?? undefined }
    }
    const page = await listed(false)
    expect([...page.ids, ...(await listed(false, page.next)).ids]).toEqual([first, second, late])
    expect((await listed(true)).ids).toEqual([late, second])
    const refused = async (catalogue_ids: string[]) =>
      (await ops.call(samples.requestSamples, { catalogue_ids, due_on: '2031-05-01' })).body.details.fields
    expect(await refused(['CT-NOBODY'])).toMatchObject([{ field: 'catalogue_ids' }])
    expect(await refused([codes[0] ?? ''])).toMatchObject([{ field: 'catalogue_ids' }])
  })

  // Would catch: a fault of meaning without its cell, or a sheet with a fault that was half written.
  it('names the cell of a sample that is not here', async () => {
    const { sample } = await requested()
    const answer = await ops.call(samples.uploadSampleQcMetadata, {
      mode: 'all',
      file: csv(`${sample},180,,M,Chest,50,1,51.5`, 'SM-999999,1,,,,,,'),
    })
    expect(answer.status).toBe(422)
    expect(JSON.stringify(answer.body)).toContain('A2')
    expect(JSON.stringify(answer.body)).toContain('A3')
  })

  // Would catch: a row that says weight and measure counted twice, so that less than nothing was refused or a refused row is hidden.
  it('counts each row of a sheet once: taken, unchanged or refused', async () => {
    const { sample } = await received()
    const rows = [`${sample},180,Opaque,M,Chest,50,1,51.5`, `${sample},,,M,Length,60,1,60`]
    const say = async (mode: 'all' | 'good_rows', ...said: string[]) =>
      (await ops.call(samples.uploadSampleQcMetadata, { mode, file: csv(...said) })).body.data
    expect(await say('all', ...rows)).toMatchObject({ rows_taken: 2, rows_refused: 0, rows_unchanged: 0 })
    expect(await say('all', ...rows)).toMatchObject({ rows_taken: 0, rows_refused: 0, rows_unchanged: 2 })
    const mixed = await say(
      'good_rows',
      `${sample},190,,M,Chest,50,1,51`,
      'SM-999999,1,,,,,,',
      `${sample},,Sheer,M,,,,`,
    )
    expect(mixed).toMatchObject({ rows_taken: 1, rows_refused: 2, rows_unchanged: 0 })
    const { sample: after, measures } = (await ops.call(samples.getSample, { sample_id: sample })).body.data
    // A refused row leaves nothing behind; centimetres are kept as millimetres.
    expect([after.weight_qc_g, after.transparency]).toEqual([190, 'Opaque'])
    expect(measures.map(({ point, measured_mm }) => [point, measured_mm]).toSorted()).toEqual([
      ['Chest', 510],
      ['Length', 600],
    ])
  })

  // Would catch: a tracking number that the catalogue's call takes and drops, or that a vendor may say of another's style.
  it('are sent by the call of the catalogue, too', async () => {
    const { code, sample } = await requested()
    const vendor = await server.as(await server.makeUser({ role: 'vendor', vendor: maker }))
    const say = (by: Client, tracking: string) =>
      by.call(catalogue.updateVendorCatalogue, { catalogue_ids: [code], sample: { carrier: 'SF', tracking } })
    const stranger = await server.as(await server.makeUser({ role: 'vendor', vendor: await server.makeVendor() }))
    expect((await say(stranger, 'SF1')).status).toBe(404)
    for (const tracking of ['SF1', 'SF2']) expect((await say(vendor, tracking)).status).toBe(200)
    const { rows } = (await vendor.call(samples.getSamples, { search: sample })).body.data
    expect(rows[0]).toMatchObject({ state: 'sent', carrier: 'SF', tracking: 'SF2' })
  })

  // Would catch: another vendor's sample sent by a sheet, a fault without its cell, a sheet with a fault half written, a row left for later refused.
  it('are sent by the tracking sheet, a vendor its own', async () => {
    const [one, two, later] = [await requested(), await requested(), await requested()]
    const vendor = await server.as(await server.makeUser({ role: 'vendor', vendor: maker }))
    const stranger = await server.as(await server.makeUser({ role: 'vendor', vendor: await server.makeVendor() }))
    const file = (...rows: string[]) => ({
      name: 'tracking.csv',
      bytes: Buffer.from(['Sample no.,Carrier,Tracking no.', ...rows].join('\n')),
    })
    const say = (by: Client, ...rows: string[]) =>
      by.call(samples.uploadSampleTracking, { mode: 'all', file: file(...rows) })
    expect((await say(stranger, `${one.sample},SF,SF1`)).status).toBe(422)
    const faulty = await say(vendor, `${one.sample},SF,SF1`, `${two.sample},,SF2`)
    expect(faulty.status).toBe(422)
    expect(JSON.stringify(faulty.body)).toContain('B3')
    const stateOf = async (sample: string) =>
      (await vendor.call(samples.getSamples, { search: sample })).body.data.rows[0]?.state
    expect(await stateOf(one.sample)).toBe('requested')
    const rows = [`${one.sample},SF,SF1`, `${two.sample},SF,SF2`, `${later.sample},,`]
    const taken = await say(vendor, ...rows)
    expect(taken.body.data, JSON.stringify(taken.body)).toMatchObject({ rows_taken: 2, rows_unchanged: 1 })
    expect([await stateOf(one.sample), await stateOf(later.sample)]).toEqual(['sent', 'requested'])
    expect((await say(vendor, ...rows)).body.data).toMatchObject({ rows_taken: 0, rows_unchanged: 3 })
    await ops.call(samples.moveSample, { sample_id: one.sample, to: 'received' })
    expect((await say(vendor, `${one.sample},SF,SF9`)).status).toBe(422)
  })

  // Would catch: a vendor that reads what QC thinks of its sample, or has another vendor's.
  it('tell a vendor of its own, and nothing of the verdict', async () => {
    const { sample, vendor } = await received()
    await ops.call(samples.uploadSampleQcMetadata, { mode: 'all', file: csv(`${sample},180,Sheer,M,Chest,50,1,51.5`) })
    await ops.call(samples.moveSample, { sample_id: sample, to: 'failed', remark: 'House only' })
    const own = await vendor.call(samples.getSamples, { search: sample })
    expect(own.body.data.rows[0]).toMatchObject({
      ...{ state: 'received', weight_qc_g: null, transparency: null, computed: null, remark: null, judged_by: null },
    })
    expect((await vendor.call(samples.getSamples, { part: 'counts' })).body.data.counts).not.toHaveProperty('judged')
    const columns = [{ id: 'sample_id', header: 'Sample no.' }]
    const fileOf = (tab: 'judged' | 'all') => vendor.call(contract.frame.exportSamples, { tab, columns, format: 'csv' })
    expect((await fileOf('all')).bytes.toString()).toContain(sample)
    expect((await fileOf('judged')).bytes.toString()).not.toContain(sample)
    expect((await vendor.call(samples.downloadSampleFile, { type: 'measurements' })).status).toBe(403)
    const other = await server.as(await server.makeUser({ role: 'vendor', vendor: await server.makeVendor() }))
    expect((await other.call(samples.getSamples, { search: sample })).body.data.rows).toEqual([])
    expect((await other.call(samples.sendSample, { sample_id: sample, carrier: 'X', tracking: '' })).status).toBe(404)
  })
})
