import { v4 } from 'uuid'
import { outcomesOf } from '../../../src/shared/areas/gate-passes/rules.ts'
import { gatePassSheet } from '../../../src/shared/areas/gate-passes/sheets.ts'
import { contract } from '../../../src/shared/areas.ts'
import { photo } from './china.ts'
import { csvOf, newCode, type Plays, some, type World } from './play.ts'

const { gatePasses, stock } = contract

const FROM = 'WDEL'

async function passIn(world: World, tab: 'draft' | 'packing' | 'on_way' | 'received' | 'completed') {
  const { rows } = await world.by.warehouse.look(gatePasses.gatepasses, { tab, from_site: FROM, page_size: 30 })
  return world.random.pick(rows)
}

const ids = ({ gate_pass, version }: { gate_pass: string; version: number }) => ({ gate_pass, version })

async function boxOf(world: World, which: 'open' | 'sealed', tab: 'packing' | 'on_way' = 'packing') {
  const { gate_pass } = await passIn(world, tab)
  const { rows } = await world.by.warehouse.look(gatePasses.boxes, { gate_pass, which, page_size: 30 })
  return { gate_pass, box: world.random.pick(rows) }
}

async function freeSkus({ by, random }: World): Promise<[string, ...string[]]> {
  const { rows } = await by.warehouse.look(stock.getStock, { site: FROM, tab: 'good', page_size: 60 })
  const free = rows.filter(({ on_hand, reserved }) => on_hand > reserved + 2)
  return some([...new Set(random.some(free, 3).map(({ nm_sku }) => nm_sku))])
}

/** A pass on the road, with what of it has not come yet. */
async function arriving(world: World) {
  const { rows } = await world.by.ops.look(gatePasses.gatepasses, { tab: 'on_way', page_size: 30 })
  const pass = world.random.pick(rows.filter(({ receives_at }) => receives_at !== null))
  const { rows: items } = await world.by.ops.look(gatePasses.gatePassItems, {
    ...{ gate_pass: pass.gate_pass, only: 'pending', page_size: 60 },
  })
  return { pass, items, hand: pass.to_site?.startsWith('S') ? world.by.retail : world.by.ops }
}

const scanOf = (code: string, quantity = 1) => ({ code, quantity, scan_id: v4() })

/** Goods packed at one site, on the road, and received at another. */
export const gatePassPlays: Plays = {
  'gatePasses.updateGatepass': async (world) => {
    const { random, by } = world
    const items = (await freeSkus(world)).map((nm_sku) => ({ nm_sku, quantity: random.int(1, 3) }))
    const to_site = random.pick(['SDEL', 'SMUM', 'WBLR'])
    const head = { type: 'stock_transfer', from_site: FROM, to_site, is_blind: random.chance(0.2) } as const
    return by.warehouse.act(gatePasses.updateGatepass, { ...head, items })
  },
  'gatePasses.planByScan': async (world) => {
    const { gate_pass } = await passIn(world, 'draft')
    const [nm_sku] = await freeSkus(world)
    const action = world.random.chance(0.2) ? 'unplan' : 'plan'
    return world.by.warehouse.act(gatePasses.planByScan, { gate_pass, action, scans: [scanOf(nm_sku)] })
  },
  'gatePasses.confirmGatepass': async (world) => {
    const pass = await passIn(world, 'draft')
    const action = pass.state === 'CONFIRMED' && world.random.chance(0.2) ? 'withdraw' : 'confirm'
    return world.by.warehouse.act(gatePasses.confirmGatepass, { ...ids(pass), action })
  },
  'gatePasses.addBox': async (world) => {
    const pass = await passIn(world, world.random.chance(0.6) ? 'draft' : 'packing')
    const station = world.random.pick(['Table 1', 'Table 2'])
    return world.by.warehouse.act(gatePasses.addBox, { gate_pass: pass.gate_pass, station })
  },
  'gatePasses.addItem': async (world) => {
    const { gate_pass, box } = await boxOf(world, 'open')
    const { rows } = await world.by.ops.look(gatePasses.gatePassItems, { gate_pass, only: 'not_packed', page_size: 60 })
    const { nm_sku } = world.random.pick(rows)
    return world.by.warehouse.act(gatePasses.addItem, {
      ...{ box: box.box_code, scans: [scanOf(nm_sku)], beyond_plan: world.random.chance(0.3) },
    })
  },
  'gatePasses.deleteItem': async (world) => {
    const { box } = await boxOf(world, 'open')
    const { items } = await world.by.ops.look(gatePasses.boxDetails, { box: box.box_code })
    const scans = [scanOf(world.random.pick(items).nm_sku)]
    return world.by.warehouse.act(gatePasses.deleteItem, { box: box.box_code, scans })
  },
  'gatePasses.updateBox': async (world) => {
    const { random } = world
    const action = random.pick(['seal', 'seal', 'seal', 'weigh', 'reopen', 'move'] as const)
    const { box } = await boxOf(world, action === 'reopen' ? 'sealed' : 'open')
    return world.by.warehouse.act(gatePasses.updateBox, {
      ...{ boxes: [box.box_code], action },
      ...(action === 'weigh' && { weight_grams: random.int(500, 9_000) }),
      ...(action === 'move' && { station: 'Table 3' }),
    })
  },
  'gatePasses.removeBox': async (world) => {
    const { box } = await boxOf(world, 'open')
    return world.by.warehouse.act(gatePasses.removeBox, { boxes: [box.box_code] })
  },
  'gatePasses.printLabel': async (world) => {
    const { gate_pass } = await boxOf(world, world.random.chance(0.5) ? 'open' : 'sealed')
    return world.by.warehouse.act(gatePasses.printLabel, { gate_pass })
  },
  'gatePasses.takeGatePassSheet': async (world) => {
    const { gate_pass } = await passIn(world, 'draft')
    const rows = (await freeSkus(world)).map((nm_sku) => ({ nm_sku, quantity: 1 }))
    return world.by.warehouse.act(gatePasses.takeGatePassSheet, { gate_pass, file: csvOf(gatePassSheet, rows) })
  },
  'gatePasses.updateNonDispatchedItems': async (world) => {
    const { gate_pass } = await passIn(world, 'packing')
    return world.by.warehouse.act(gatePasses.updateNonDispatchedItems, { gate_pass, reason: 'later' })
  },
  'gatePasses.submit': async (world) => {
    const { gate_pass } = await passIn(world, 'packing')
    const hand = world.by.warehouse
    // What is open yet is sealed or goes, as a packer does before the lorry leaves.
    const { rows } = await hand.look(gatePasses.boxes, { gate_pass, which: 'open', page_size: 60 })
    for (const { box_code, pieces } of rows) {
      if (pieces === 0) await hand.act(gatePasses.removeBox, { boxes: [box_code] })
      else await hand.act(gatePasses.updateBox, { boxes: [box_code], action: 'seal' })
    }
    const { gate_pass: pass } = await hand.look(gatePasses.getGatePass, { gate_pass })
    return hand.act(gatePasses.submit, { ...ids(pass), vehicle_no: newCode(world, 'DL01') })
  },
  'gatePasses.receiveItem': async (world) => {
    const { pass, items, hand } = await arriving(world)
    const { nm_sku } = world.random.pick(items)
    const damaged = world.random.chance(0.1) ? { damaged: 1, reason: 'torn' as const, remark: 'on the road' } : {}
    const scans = [{ ...scanOf(nm_sku), ...damaged }]
    return hand.act(gatePasses.receiveItem, { gate_pass: pass.gate_pass, scans })
  },
  'gatePasses.receiveBox': async (world) => {
    const { pass, hand } = await arriving(world)
    const { rows } = await hand.look(gatePasses.boxes, { gate_pass: pass.gate_pass, which: 'awaited' })
    const boxes = [{ code: world.random.pick(rows).box_code, scan_id: v4() }]
    const action = world.random.chance(0.05) ? 'undo' : 'receive'
    return hand.act(gatePasses.receiveBox, { gate_pass: pass.gate_pass, action, boxes })
  },
  'gatePasses.complete': async (world) => {
    const tab = world.random.chance(0.8) ? 'received' : 'on_way'
    const pass = await passIn(world, tab)
    return world.by.ops.act(gatePasses.complete, ids(pass))
  },
  'gatePasses.reopen': async (world) => {
    const pass = await passIn(world, world.random.chance(0.5) ? 'completed' : 'on_way')
    return world.by.ops.act(gatePasses.reopen, { ...ids(pass), reason: 'One more box' })
  },
  'gatePasses.cancelGatePass': async (world) => {
    const pass = await passIn(world, 'draft')
    return world.by.warehouse.act(gatePasses.cancelGatePass, { ...ids(pass), reason: 'Not needed' })
  },
  'gatePasses.settleGatePassCase': async (world) => {
    const { rows } = await world.by.ops.look(gatePasses.gatePassCases, { is_open: true, page_size: 30 })
    const { case_id, kind, quantity, settled } = world.random.pick(rows)
    const outcomes = [{ outcome: world.random.pick(outcomesOf(kind)), quantity: quantity - settled }]
    return world.by.ops.act(gatePasses.settleGatePassCase, { case_id, outcomes })
  },
  'gatePasses.uploadGatePassPhoto': ({ by }) => by.warehouse.act(gatePasses.uploadGatePassPhoto, { file: photo() }),
  'gatePasses.saveGatePassSettings': async ({ by }) => {
    const { settings, version } = await by.ops.look(gatePasses.getGatePassSettings, {})
    const changed = { ...settings, blind_receiving: !settings.blind_receiving }
    return by.ops.act(gatePasses.saveGatePassSettings, { settings: changed, version })
  },
}
