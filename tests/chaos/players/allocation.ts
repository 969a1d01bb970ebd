import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '../../../src/shared/areas.ts'
import { type Plays, some, type World } from './play.ts'

const { allocation } = contract

/** Small ones: of a category that chaos sells from few shops. */
const FROM = 'WDEL'
const SHOPS = ['SDEL', 'SMUM']

type Tab = 'CREATED' | 'CALCULATED' | 'SHORTLISTED' | 'SUBMITTED' | 'open'

async function task({ by, random }: World, tab: Tab, isFrozen?: boolean) {
  const { rows } = await by.retail.look(allocation.allocationTasks, { tab, page_size: 100 })
  const { task_id, version } = random.pick(
    some(rows.filter(({ is_frozen }) => isFrozen === undefined || is_frozen === isFrozen)),
  )
  return { task_id, version }
}

/** One with a plan that may still be changed; where there is none, one is made and its plan waited for. */
async function planned(world: World) {
  const { by, random } = world
  const look = async () =>
    (await by.retail.look(allocation.allocationTasks, { tab: 'CALCULATED', page_size: 100 })).rows.filter(
      ({ is_frozen, is_outdated, pieces }) => !is_frozen && !is_outdated && pieces > 0,
    )
  const found = await look()
  if (found.length === 0) {
    await by.retail.act(allocation.createAllocation, {
      ...{ name: `Chaos ${random.int(1, 1_000_000)}`, categories: ['Tops', 'Bottoms'], sources: [FROM], stores: SHOPS },
    })
    await by.retail.act(allocation.calculateAllocation, await task(world, 'CREATED', false))
    for (let waited = 0; waited < 5_000 && found.length === 0; waited += 100) {
      await sleep(100)
      found.push(...(await look()))
    }
  }
  const { task_id, version } = random.pick(some(found))
  return { task_id, version }
}

async function order({ by, random }: World) {
  const { rows } = await by.retail.look(allocation.replenishmentOrders, { tab: 'DRAFT', page_size: 100 })
  return random.pick(some(rows))
}

const style = async (world: World, of: { task_id: string }) => {
  const { rows } = await world.by.retail.look(allocation.allocationStyles, { ...of, page_size: 100 })
  const { style_id, color } = world.random.pick(some(rows))
  return { style_id, color }
}

const line = async (world: World, of: { task_id: string }) => {
  const { rows } = await world.by.retail.look(allocation.allocationOutwards, { ...of, page_size: 100 })
  return world.random.pick(some(rows))
}

/** Plans of what shops get, and what they are sent again, up to gate passes. */
export const allocationPlays: Plays = {
  'allocation.saveAllocationSettings': async ({ by, random }) => {
    const { settings, version } = await by.retail.look(allocation.getAllocationConfig, {})
    const changed = { ...settings, cover_days: random.int(5, 25) }
    return by.retail.act(allocation.saveAllocationSettings, { settings: changed, version })
  },
  'allocation.createAllocation': ({ by, random }) =>
    by.retail.act(allocation.createAllocation, {
      ...{ name: `Chaos ${random.int(1, 1_000_000)}`, categories: [random.pick(['Tops', 'Bottoms'])] },
      ...{ sources: [FROM], stores: SHOPS },
    }),
  'allocation.calculateAllocation': async (world) =>
    world.by.retail.act(allocation.calculateAllocation, await task(world, 'open', false)),
  'allocation.lockAllocationCells': async (world) => {
    const of = await planned(world)
    const { store, nm_sku, quantity } = await line(world, of)
    const cells = [{ store, nm_sku, pieces: world.random.int(0, quantity) }]
    return world.by.retail.act(allocation.lockAllocationCells, { ...of, cells })
  },
  'allocation.shortlistStyles': async (world) => {
    const of = await task(world, 'open', false)
    return world.by.retail.act(allocation.shortlistStyles, { ...of, styles: [await style(world, of)] })
  },
  'allocation.removeStyles': async (world) => {
    const of = await task(world, 'open', false)
    return world.by.retail.act(allocation.removeStyles, { ...of, styles: [await style(world, of)] })
  },
  'allocation.shortlistOutwards': async (world) =>
    world.by.retail.act(allocation.shortlistOutwards, { ...(await planned(world)), all: true }),
  'allocation.removeOutwards': async (world) => {
    const of = await planned(world)
    const { line_id } = await line(world, of)
    return world.by.retail.act(allocation.removeOutwards, { ...of, line_ids: [line_id] })
  },
  'allocation.submitOutwards': async (world) => {
    const isBack = world.random.int(1, 5) === 1
    const of = await task(world, 'SHORTLISTED', isBack)
    return world.by.retail.act(allocation.submitOutwards, { ...of, action: isBack ? 'take_back' : 'submit' })
  },
  'allocation.submitAllocation': async (world) =>
    world.by.retail.act(allocation.submitAllocation, await task(world, 'SHORTLISTED', true)),
  'allocation.rejectAllocation': async (world) =>
    world.by.retail.act(allocation.rejectAllocation, { ...(await task(world, 'open')), reason: 'Chaos' }),
  'allocation.createAllocationPasses': async (world) =>
    world.by.retail.act(allocation.createAllocationPasses, await task(world, 'SUBMITTED')),
  'allocation.createReplenishment': ({ by, random }) =>
    by.retail.act(allocation.createReplenishment, {
      ...{ name: `Chaos ${random.int(1, 1_000_000)}`, source: FROM, stores: SHOPS },
      mode: random.pick(['eaches', 'sets'] as const),
    }),
  'allocation.addReplenishmentStyles': async (world) => {
    const { po_id, version } = await order(world)
    const { rows } = await world.by.retail.look(allocation.replenishmentStyles, { po_id, page_size: 50 })
    const { store, sizes } = world.random.pick(
      some(rows.filter((row) => row.sizes.some(({ proposed }) => proposed > 0))),
    )
    const lines = sizes.flatMap(({ nm_sku, proposed }) => (proposed > 0 ? [{ store, nm_sku, quantity: proposed }] : []))
    return world.by.retail.act(allocation.addReplenishmentStyles, { po_id, version, lines })
  },
  'allocation.sendReplenishment': async (world) => {
    const { rows } = await world.by.retail.look(allocation.replenishmentOrders, { tab: 'DRAFT', page_size: 100 })
    const { po_id, version } = world.random.pick(some(rows.filter(({ pieces }) => pieces > 0)))
    return world.by.retail.act(allocation.sendReplenishment, { po_id, version })
  },
  'allocation.cancelReplenishment': async (world) => {
    const { po_id, version } = await order(world)
    return world.by.retail.act(allocation.cancelReplenishment, { po_id, version, reason: 'Chaos' })
  },
  'allocation.sendTransfers': async ({ by, random }) => {
    const { rows } = await by.retail.look(allocation.storeTransfers, { most_cover_days: random.pick([10, 30, 60]) })
    const { from, to, nm_sku, quantity } = random.pick(some(rows))
    return by.retail.act(allocation.sendTransfers, { lines: [{ from, to, nm_sku, quantity }] })
  },
  'allocation.replaySettings': async ({ by, random }) => {
    const { settings } = await by.retail.look(allocation.getAllocationConfig, {})
    const { least_rate_thousandths: _rate, most_cover_days: _most, ...plan } = settings
    const tried = { ...plan, cover_days: random.int(5, 40) }
    return by.retail.act(allocation.replaySettings, { category: 'Tops', days: 14, settings: tried })
  },
  'allocation.snoozeStyles': ({ by, random }) =>
    by.retail.act(allocation.snoozeStyles, {
      ...{
        style_id: 'TP1010',
        color: 'Black',
        stores: [random.pick(SHOPS)],
        reason: `Chaos ${random.int(1, 1_000_000)}`,
      },
      until: random.pick(['2099-01-01', null]),
    }),
}
