import { costingSheet, measurementSheet, positionSheet } from '../../../src/shared/areas/sample-development/sheets.ts'
import { contract } from '../../../src/shared/areas.ts'
import { csvOf, type Plays, some, type World } from './play.ts'

const { sampleDevelopment: development } = contract

/** A sample with its points of measure. */
async function one({ by, random }: World, tab: 'to_measure' | 'to_judge' | 'to_produce' | 'all') {
  const { rows } = await by.ops.look(development.getSampleDevelopments, { tab, page_size: 100 })
  const { sample_id } = random.pick(some(rows))
  return by.ops.look(development.getSampleDevelopment, { sample_id })
}

type Opened = Awaited<ReturnType<typeof one>>

/** A point of a size as the spec wants it, and a measure close to it. */
function measured({ points }: Opened, random: World['random']) {
  const { point, cells } = random.pick(some(points.filter((each) => each.cells.length > 0)))
  const { size, spec_mm } = random.pick(some(cells))
  return { point, size, measured_mm: Math.max(1, spec_mm + random.int(-5, 5)) }
}

async function costing({ by }: World, sample_id: string): Promise<number> {
  const { versions } = await by.ops.look(development.getSampleCosting, { sample_id })
  return versions[0]?.number ?? 0
}

/** Samples on their way to production: measured, costed, written down, and handed on. */
export const developmentPlays: Plays = {
  'sampleDevelopment.captureMeasurementPositionsUi': async (world) => {
    const { sample, points } = await one(world, 'all')
    const positions = some(points).map(({ point }) => ({ point, is_critical: world.random.pick([true, false]) }))
    const { sample_id, version } = sample
    return world.by.ops.act(development.captureMeasurementPositionsUi, { sample_id, version, positions })
  },
  'sampleDevelopment.captureMeasurementPositionsFile': async (world) => {
    const { sample, points } = await one(world, 'all')
    const { sample_id } = sample
    const rows = some(points).map(({ point }) => ({
      sample: sample_id,
      point,
      critical: world.random.pick(['Yes', 'No']),
    }))
    const file = csvOf(positionSheet, rows)
    return world.by.ops.act(development.captureMeasurementPositionsFile, { sample_id, file, mode: 'all' })
  },
  'sampleDevelopment.captureSampleDetails': async (world) => {
    const { sample } = await one(world, 'all')
    const { sample_id, version } = sample
    const making = { care: `Chaos ${world.random.int(1, 1_000_000)}` }
    return world.by.ops.act(development.captureSampleDetails, { sample_id, version, making })
  },
  'sampleDevelopment.saveSampleMeasurementDataUi': async (world) => {
    const opened = await one(world, world.random.pick(['to_measure', 'to_judge'] as const))
    const { sample_id, version } = opened.sample
    const measures = [{ ...measured(opened, world.random), is_sure: true }]
    return world.by.ops.act(development.saveSampleMeasurementDataUi, { sample_id, version, measures })
  },
  'sampleDevelopment.uploadSampleMeasurementDetailsFile': async (world) => {
    const opened = await one(world, world.random.pick(['to_measure', 'to_judge'] as const))
    const { point, size, measured_mm } = measured(opened, world.random)
    const row = { sample: opened.sample.sample_id, point, size, measured: measured_mm / 10, sure: 'Yes' }
    const file = csvOf(measurementSheet, [row])
    return world.by.ops.act(development.uploadSampleMeasurementDetailsFile, { file, mode: 'all' })
  },
  'sampleDevelopment.saveSampleCostingDataUi': async (world) => {
    const { sample } = await one(world, 'all')
    const { sample_id } = sample
    const line = { kind: 'cmt' as const, name: 'Sewing', unit: 'pc', quantity_milli: 1_000 }
    const lines = [{ ...line, unit_price_minor: world.random.int(5_000, 20_000) }]
    const last = await costing(world, sample_id)
    return world.by.ops.act(development.saveSampleCostingDataUi, { sample_id, last, currency: 'INR', lines })
  },
  'sampleDevelopment.uploadSampleCostingFile': async (world) => {
    const { sample } = await one(world, 'all')
    const price = `${world.random.int(50, 200)}.00 INR`
    const row = { sample: sample.sample_id, kind: 'CMT', name: 'Sewing', quantity: 1, unit_price: price }
    return world.by.ops.act(development.uploadSampleCostingFile, { file: csvOf(costingSheet, [row]), mode: 'all' })
  },
  'sampleDevelopment.sendTechPack': async (world) => {
    const { sample, packs } = await one(world, 'all')
    const [last] = some(packs)
    return world.by.ops.act(development.sendTechPack, { catalogue_id: sample.catalogue_id, number: last.number })
  },
  'sampleDevelopment.createPreProductionOrder': async (world) => {
    const { sample } = await one(world, 'to_produce')
    const { sample_id, version } = sample
    return world.by.ops.act(development.createPreProductionOrder, { sample_id, version })
  },
}
