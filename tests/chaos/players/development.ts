import { costingSheet, measurementSheet, positionSheet } from '../../../src/shared/areas/sample-development/sheets.ts'
import { contract } from '../../../src/shared/areas.ts'
import { Idle } from '../random.ts'
import { csvOf, type Plays, some, type World } from './play.ts'

const { sampleDevelopment: calls } = contract

const here = ['received', 'measured', 'passed', 'failed']

async function rowsIn({ by }: World, states: readonly string[]) {
  const { rows } = await by.ops.look(calls.getSampleDevelopments, { tab: 'all', page_size: 200 })
  return some(rows.filter(({ state }) => states.includes(state)))
}

/** A sample in one of these states whose style has points of measure. */
async function specified(world: World, states: readonly string[]) {
  const rows = await rowsIn(world, states)
  for (const { sample_id } of world.random.some(rows, 40)) {
    const found = await world.by.ops.look(calls.getSampleDevelopment, { sample_id })
    if (found.points.length > 0) return found
  }
  throw new Idle()
}

/** What a sample costs, in words and numbers of chance. */
const lines = ({ random }: World) => [
  { kind: 'material' as const, name: 'Chaos cloth', quantity_milli: 1_300, unit_price_minor: random.int(1, 30_000) },
  { kind: 'cmt' as const, name: 'Sewing', quantity_milli: 1_000, unit_price_minor: random.int(1, 9_000) },
]

/** Samples on their way to production. */
export const developmentPlays: Plays = {
  'sampleDevelopment.captureMeasurementPositionsUi': async (world) => {
    const { sample, points } = await specified(world, here)
    const positions = world.random
      .some(points, points.length)
      .map(({ point }) => ({ point, is_critical: world.random.int(0, 1) === 1 }))
    const { sample_id, version } = sample
    return world.by.ops.act(calls.captureMeasurementPositionsUi, { sample_id, version, positions })
  },
  'sampleDevelopment.captureMeasurementPositionsFile': async (world) => {
    const { sample, points } = await specified(world, here)
    const { sample_id } = sample
    const rows = world.random
      .some(points, points.length)
      .map(({ point }) => ({ sample: sample_id, point, critical: world.random.int(0, 1) === 1 ? 'yes' : 'no' }))
    const file = csvOf(positionSheet, rows)
    return world.by.ops.act(calls.captureMeasurementPositionsFile, { sample_id, mode: 'all', file })
  },
  'sampleDevelopment.captureSampleDetails': async (world) => {
    const { sample_id, version } = world.random.pick(await rowsIn(world, here))
    const making = { construction: `Seams ${world.random.int(1, 99)}` }
    return world.by.ops.act(calls.captureSampleDetails, { sample_id, version, making })
  },
  'sampleDevelopment.saveSampleMeasurementDataUi': async (world) => {
    const { sample, points } = await specified(world, ['received', 'measured'])
    const { sample_id, version } = sample
    const [first] = points
    const measures = (first?.cells ?? []).map(({ size, spec_mm }) => ({
      ...{ size, point: first?.point ?? '', is_sure: true, measured_mm: spec_mm + world.random.int(-3, 3) },
    }))
    return world.by.ops.act(calls.saveSampleMeasurementDataUi, { sample_id, version, measures })
  },
  'sampleDevelopment.uploadSampleMeasurementDetailsFile': async (world) => {
    const { sample, points } = await specified(world, ['received', 'measured'])
    const rows = points.flatMap(({ point, cells }) =>
      cells.map(({ size, spec_mm }) => {
        const measured = (spec_mm + world.random.int(-5, 5)) / 10
        return { sample: sample.sample_id, point, size, measured, sure: 'yes' }
      }),
    )
    const file = csvOf(measurementSheet, rows)
    return world.by.ops.act(calls.uploadSampleMeasurementDetailsFile, { mode: 'all', file })
  },
  'sampleDevelopment.saveSampleCostingDataUi': async (world) => {
    const { sample_id, last_version } = world.random.pick(await rowsIn(world, here))
    return world.by.ops.act(calls.saveSampleCostingDataUi, {
      ...{ sample_id, last: last_version ?? 0, currency: 'INR', lines: lines(world), remark: 'chaos' },
    })
  },
  'sampleDevelopment.uploadSampleCostingFile': async (world) => {
    const { sample_id } = world.random.pick(await rowsIn(world, here))
    const rows = lines(world).map(({ kind, name, quantity_milli, unit_price_minor }) => ({
      ...{ sample: sample_id, kind: kind === 'cmt' ? 'CMT' : 'Fabric', name, quantity: quantity_milli / 1_000 },
      unit_price: `${(unit_price_minor / 100).toFixed(2)} INR`,
    }))
    return world.by.ops.act(calls.uploadSampleCostingFile, { mode: 'all', file: csvOf(costingSheet, rows) })
  },
  'sampleDevelopment.sendTechPack': async (world) => {
    const { rows } = await world.by.ops.look(calls.getSampleDevelopments, { tab: 'all', page_size: 200 })
    const { catalogue_id, tech_pack } = world.random.pick(
      some(rows.filter((row) => row.tech_pack !== null && !row.is_pack_sent)),
    )
    return world.by.ops.act(calls.sendTechPack, { catalogue_id, number: tech_pack ?? 0 })
  },
  'sampleDevelopment.createPreProductionOrder': async (world) => {
    const rows = await rowsIn(world, ['passed'])
    const made = rows.filter(({ order }) => order !== null)
    if (made.length > 0 && world.random.int(0, 1) === 1) {
      // Of one that is there the quantities change.
      const picked = world.random.pick(made)
      const { sample, sizes, order } = await world.by.ops.look(calls.getSampleDevelopment, {
        sample_id: picked.sample_id,
      })
      return world.by.ops.act(calls.createPreProductionOrder, {
        ...{ sample_id: sample.sample_id, version: sample.version, order_version: order?.version ?? 0 },
        lines: sizes.map((size) => ({ color: '', size, pieces: world.random.int(1, 90) })),
      })
    }
    const { sample_id, version } = world.random.pick(some(rows.filter(({ order }) => order === null)))
    return world.by.ops.act(calls.createPreProductionOrder, { sample_id, version, lines: [] })
  },
}
