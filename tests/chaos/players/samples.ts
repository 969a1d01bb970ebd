import { contract } from '../../../src/shared/areas.ts'
import { photo } from './china.ts'
import { type Plays, some } from './play.ts'

const { catalogue, samples } = contract

/** Samples of styles that vendors offer: asked for, sent, measured and judged. */
export const samplePlays: Plays = {
  'samples.requestSamples': async ({ by, random }) => {
    const { rows } = await by.ops.look(catalogue.getVendorCatalogues, { tab: 'New Styles', page_size: 50 })
    const { rows: under } = await by.ops.look(samples.getSamples, { page_size: 500 })
    const has = new Set(under.map(({ catalogue_id }) => catalogue_id))
    const { catalogue_id } = random.pick(some(rows.filter((row) => !has.has(row.catalogue_id))))
    return by.ops.act(samples.requestSamples, { catalogue_ids: [catalogue_id], due_on: '2030-01-02' })
  },
  'samples.sendSample': async ({ by, random }) => {
    const { rows } = await by.ops.look(samples.getSamples, { tab: 'to_send', page_size: 50 })
    const { sample_id } = random.pick(some(rows))
    return by.ops.act(samples.sendSample, { sample_id, carrier: 'Chaos', tracking: `C${random.int(1, 1_000_000)}` })
  },
  'samples.describeSample': async ({ by, random }) => {
    const { rows } = await by.ops.look(samples.getSamples, { page_size: 200 })
    const open = rows.filter(({ state }) => state === 'received' || state === 'measured')
    const { sample_id, version } = random.pick(open)
    const point = { size: 'M', point: 'Chest', spec_mm: 480, tolerance_mm: 10, measured_mm: random.int(470, 500) }
    return by.ops.act(samples.describeSample, {
      sample_id,
      version,
      weight_qc_g: random.int(100, 400),
      measures: [point],
    })
  },
  'samples.uploadSamplePhoto': ({ by }) => by.ops.act(samples.uploadSamplePhoto, { file: photo() }),
  'samples.moveSample': async ({ by, random }) => {
    const { rows } = await by.ops.look(samples.getSamples, { page_size: 200 })
    const { sample_id, state, version } = random.pick(
      some(rows.filter((row) => row.state === 'sent' || row.state === 'measured')),
    )
    const to = state === 'sent' ? 'received' : 'failed'
    return by.ops.act(samples.moveSample, { sample_id, version, to, remark: 'chaos', next_round: to === 'failed' })
  },
  'samples.uploadSampleQcMetadata': async ({ by, random }) => {
    const { rows } = await by.ops.look(samples.getSamples, { tab: 'received', page_size: 50 })
    const { sample_id } = random.pick(some(rows))
    const cells = [sample_id, 'M', 'Chest', '', '', random.int(480, 520) / 10]
    const text = `Sample no.,Size,Point of measure,Should be (cm),Tolerance (cm),Measured (cm)\n${cells.join(',')}\n`
    return by.ops.act(samples.uploadSampleQcMetadata, {
      mode: 'all',
      file: { name: 'chaos.csv', bytes: Buffer.from(text) },
    })
  },
  'samples.uploadSampleTracking': async ({ by, random }) => {
    const { rows } = await by.ops.look(samples.getSamples, { tab: 'to_send', page_size: 50 })
    const { sample_id } = random.pick(some(rows))
    const text = `Sample no.,Carrier,Tracking no.\n${sample_id},Chaos,C${random.int(1, 1_000_000)}\n`
    return by.ops.act(samples.uploadSampleTracking, {
      mode: 'all',
      file: { name: 'chaos.csv', bytes: Buffer.from(text) },
    })
  },
}
