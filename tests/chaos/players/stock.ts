import { v4 } from 'uuid'
import { stockCountSheet } from '../../../src/shared/areas/stock-counts/sheets.ts'
import { contract } from '../../../src/shared/areas.ts'
import { csvOf, newCode, type Plays, remember, some, type World } from './play.ts'

const { stock, stockCounts } = contract

/** Where everybody of the warehouse works: the same few balances under many hands. */
const SITE = 'WDEL'

/** A balance with free pieces at the warehouse, on its floor or on a shelf. */
async function lying({ by, random }: World, place_kind: 'floor' | 'shelf' = 'shelf') {
  const { rows } = await by.warehouse.look(stock.getStock, { site: SITE, place_kind, page_size: 60 })
  return random.pick(rows.filter(({ on_hand, reserved }) => on_hand > reserved))
}

function lineOf(row: Awaited<ReturnType<typeof lying>>, quantity = 1) {
  const { site, place, nm_sku, condition, place_kind } = row
  const isShelf = place_kind === 'shelf'
  const at = isShelf ? { place_kind: 'shelf' as const, shelf: place } : { place_kind: 'floor' as const }
  return { site, ...at, nm_sku, condition, quantity }
}

async function aShelf({ by, random }: World): Promise<string> {
  const { rows } = await by.warehouse.look(stock.getWarehouseShelves, { site: SITE, page_size: 60 })
  return random.pick(rows).shelf
}

async function openCount({ by, random }: World) {
  const { rows } = await by.ops.look(stockCounts.getStockCounts, { tab: 'open', page_size: 20 })
  return random.pick(rows.filter(({ site }) => site === SITE))
}

/** A line of an open count: something that lies on a shelf there. */
async function toCount(world: World) {
  const { number } = await openCount(world)
  const { nm_sku, place, on_hand, condition } = await lying(world)
  return { number, place, nm_sku, condition, counted: Math.max(0, on_hand + world.random.int(-1, 1)) }
}

/** Pieces put on shelves, moved, regraded, lost and found, and counted. */
export const stockPlays: Plays = {
  'stock.putAway': async (world) => {
    const { by, random, memory } = world
    const undone = random.chance(0.1) ? memory.scans.pop() : undefined
    if (undone) {
      const { site, shelf, code, scan_id } = undone
      const scans = [{ scan_id: v4(), code, takes_back: scan_id }]
      return by.warehouse.act(stock.putAway, { action: 'undo', site, shelf, scans })
    }
    const { nm_sku } = await lying(world, 'floor')
    const shelf = await aShelf(world)
    const scans = [{ scan_id: v4(), code: nm_sku, quantity: 1 }]
    const said = await by.warehouse.act(stock.putAway, { site: SITE, shelf, scans })
    for (const { scan_id, code } of scans) remember(memory.scans, { site: SITE, shelf, scan_id, code })
    return said
  },
  'stock.moveStock': async (world) => {
    const row = await lying(world, world.random.chance(0.5) ? 'floor' : 'shelf')
    const shelf = await aShelf(world)
    const { document_id } = await world.by.warehouse.act(stock.moveStock, {
      ...{ lines: [lineOf(row, world.random.int(1, 2))], to: { place_kind: 'shelf', shelf } },
    })
    remember(world.memory.moves, { kind: 'put_away', id: document_id })
  },
  'stock.regradeStock': async (world) => {
    const row = await lying(world)
    const condition = row.condition === 'good' ? 'b_grade' : 'good'
    const { document_id } = await world.by.warehouse.act(stock.regradeStock, {
      ...{ lines: [lineOf(row)], condition, reason: 'Looked at again' },
    })
    remember(world.memory.moves, { kind: 'regrade', id: document_id })
  },
  'stock.undoStock': async ({ by, memory }) => {
    const [move] = some(memory.moves.splice(-1))
    return by.warehouse.act(stock.undoStock, { document_type: move.kind, document_id: move.id })
  },
  'stock.writeOffStock': async (world) =>
    world.by.ops.act(stock.writeOffStock, { lines: [lineOf(await lying(world))], reason: 'Torn' }),
  'stock.takeUpStock': async (world) => {
    const row = await lying(world, world.random.chance(0.5) ? 'floor' : 'shelf')
    const lines = [lineOf(row, world.random.int(1, 5))]
    return world.by.ops.act(stock.takeUpStock, { lines, reason: 'Found behind the shelf' })
  },
  'stockCounts.startStockCount': async (world) => {
    const { rows } = await world.by.ops.look(stockCounts.getStockCounts, { tab: 'open', page_size: 20 })
    const site = rows.some((row) => row.site === SITE) && world.random.chance(0.8) ? 'WBLR' : SITE
    return world.by.warehouse.act(stockCounts.startStockCount, { site, is_blind: world.random.chance(0.5) })
  },
  'stockCounts.saveCounted': async (world) => {
    const { number, place, nm_sku, condition, counted } = await toCount(world)
    const lines = [{ place, sku: nm_sku, condition, counted }]
    return world.by.warehouse.act(stockCounts.saveCounted, { number, lines })
  },
  'stockCounts.scanCounted': async (world) => {
    const { number, place, nm_sku, condition } = await toCount(world)
    const scans = [{ scan_id: v4(), code: nm_sku, place, condition }]
    return world.by.warehouse.act(stockCounts.scanCounted, { number, scans })
  },
  'stockCounts.closeCountedPlace': async (world) => {
    const { number } = await openCount(world)
    const place = await aShelf(world)
    const { places } = await world.by.warehouse.look(stockCounts.getStockCount, { number })
    const [seen] = some(places.filter((one) => one.place === place))
    const { counted_skus, counted, again_skus } = seen
    const sums = { counted_skus, counted, again_skus, is_full: world.random.chance(0.5) }
    return world.by.warehouse.act(stockCounts.closeCountedPlace, { number, place, ...sums })
  },
  'stockCounts.takeCountedPlace': async (world) => {
    const { number } = await openCount(world)
    const how = world.random.chance(0.5) ? 'anew' : 'continue'
    return world.by.ops.act(stockCounts.takeCountedPlace, { number, place: await aShelf(world), how })
  },
  'stockCounts.uploadStockCount': async (world) => {
    const { number, place, nm_sku, counted } = await toCount(world)
    const file = csvOf(stockCountSheet, [{ place, nm_sku, condition: 'Good', counted }])
    const counted_at = new Date().toISOString()
    return world.by.warehouse.act(stockCounts.uploadStockCount, { number, counted_at, file })
  },
  'stockCounts.postStockCount': async (world) => {
    const { number, version, over, short } = await openCount(world)
    const reason = newCode(world, 'Counted ')
    const sums = { over: over ?? 0, short: short ?? 0 }
    return world.by.ops.act(stockCounts.postStockCount, { number, version, ...sums, reason })
  },
  'stockCounts.reverseStockCount': async ({ by, random }) => {
    const { rows } = await by.ops.look(stockCounts.getStockCounts, { tab: 'posted', page_size: 20 })
    const { number, version } = random.pick(rows)
    return by.ops.act(stockCounts.reverseStockCount, { number, version, reason: 'Counted wrongly' })
  },
  'stockCounts.saveStockCountSettings': async ({ by, random }) => {
    const { version } = await by.ops.look(stockCounts.getStockCountSettings, {})
    const settings = { second_count: random.chance(0.3) }
    return by.ops.act(stockCounts.saveStockCountSettings, { settings, version })
  },
  'stockCounts.cancelStockCount': async (world) => {
    const { rows } = await world.by.ops.look(stockCounts.getStockCounts, { tab: 'open', page_size: 20 })
    const { number, version } = world.random.pick(rows)
    return world.by.ops.act(stockCounts.cancelStockCount, { number, version, reason: 'Begun by mistake' })
  },
}
