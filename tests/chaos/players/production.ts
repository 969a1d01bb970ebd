import type { ProductionRow } from '../../../src/shared/areas/production/calls.ts'
import type { OrderState } from '../../../src/shared/areas/production/order-states.ts'
import { updateOrdersSheet } from '../../../src/shared/areas/production/sheets.ts'
import { contract } from '../../../src/shared/areas.ts'
import { addDays, dayIn, indiaZone } from '../../../src/shared/kernel/days.ts'
import { Idle } from '../random.ts'
import { photo } from './china.ts'
import { csvOf, type Plays, some, type World } from './play.ts'

const { production } = contract

async function orders({ by, random }: World, tab: OrderState, filter: { path?: 'IN_HOUSE' | 'OUTSOURCED' } = {}) {
  const { rows } = await by.ops.look(production.getOrders, { tab, page_size: 100, ...filter })
  return random.some(some(rows), random.int(1, 3))
}

const one = async (world: World, tab: OrderState, filter = {}) => world.random.pick(await orders(world, tab, filter))
const seen = ({ order_action_id, version }: ProductionRow) => ({ order_action_id, version })
const today = () => dayIn(indiaZone, new Date())
const beforeSent = ['ACTION_REQUIRED', 'READY_FOR_ALLOCATION', 'CAD', 'READY_FOR_PRODUCTION'] as const

/** An order split over one or two facilities of its path, by colour and size. */
async function assignment(world: World, tab: OrderState) {
  const order = await one(world, tab)
  const { facilities, lines } = await world.by.ops.look(production.getVendorAllocations, { id: order.order_action_id })
  const chosen = world.random.some(some(facilities), 2)
  const rate = { minor: world.random.int(5_000, 12_000), currency: 'INR' as const }
  const shares = lines.map((line, at) => ({ ...line, facility: chosen[at % chosen.length]?.facility ?? '' }))
  const time = { starts_on: addDays(today(), 1), due_on: addDays(today(), world.random.int(20, 60)), rate }
  const used = chosen.filter(({ facility }) => shares.some((share) => share.facility === facility))
  return { ...seen(order), shares, facilities: used.map(({ facility }) => ({ facility, ...time })) }
}

async function purchaseOrder({ by, random }: World) {
  const { rows } = await by.ops.look(production.getProductionPos, { tab: 'open', page_size: 100 })
  return random.pick(some(rows))
}

/** Receives and accepts as much cloth as an order lacks. */
async function receiveCloth({ by }: World, order_action_id: string) {
  const { materials } = await by.ops.look(production.getOrderActionSummary, { order_action_id })
  for (const { material_id, need, held } of materials.filter((one) => one.need > one.held)) {
    const length_m = Math.min(Math.ceil((need - held) * 100) / 100, 1_000)
    const roll = { lot: 'CHAOS', shade: 'A', length_m, width_cm: 150, gsm: null, shrinkage: null }
    const { rolls } = await by.ops.act(contract.materials.createFabric, { material_id, site: 'PNOI', rolls: [roll] })
    for (const { roll: number, version } of rolls)
      await by.ops.act(contract.materials.inspectRoll, { roll: number, version, chosen: 'accept', remark: 'by chance' })
  }
}

/** Production orders, from their first question to the cutting table. */
export const productionPlays: Plays = {
  'production.moveOrder': async (world) => {
    const { random } = world
    const destination = random.pick([
      ...(['READY_FOR_ALLOCATION', 'READY_FOR_ALLOCATION', 'ON_HOLD', 'PRODUCTION_ON_HOLD'] as const),
      ...(['REJECTED', 'IN_HOUSE', 'OUTSOURCED'] as const),
    ])
    const isRecovered = random.int(0, 4) === 0
    const from = {
      READY_FOR_ALLOCATION: 'ACTION_REQUIRED',
      ON_HOLD: random.pick(beforeSent),
      PRODUCTION_ON_HOLD: 'SENT_FOR_PRODUCTION',
      REJECTED: random.pick(['ACTION_REQUIRED', 'ON_HOLD'] as const),
      IN_HOUSE: random.pick(beforeSent),
      OUTSOURCED: random.pick(beforeSent),
    } as const
    const own = await orders(world, isRecovered ? 'REJECTED' : from[destination])
    const source = isRecovered ? ({ source: 'REJECTED' } as const) : {}
    const to = isRecovered ? random.pick(['IN_HOUSE', 'OUTSOURCED'] as const) : destination
    return world.by.ops.act(production.moveOrder, {
      orders: own.map(seen),
      destination: to,
      ...source,
      reason: 'by chance',
    })
  },
  'production.updateOrder': async (world) => {
    const order = await one(world, world.random.pick(['ACTION_REQUIRED', 'READY_FOR_ALLOCATION', 'ON_HOLD'] as const))
    const { lines } = await world.by.ops.look(production.getOrderActionSummary, {
      order_action_id: order.order_action_id,
    })
    const due_on = addDays(today(), world.random.int(20, 90))
    // A draft may hold the reason of a move that is thought over; what changes an order has none.
    const thought = { due_on, move: 'hold' as const, reason: 'by chance' }
    const saved = await world.by.ops.act(production.updateOrder, { ...seen(order), is_draft: true, content: thought })
    if (world.random.int(0, 2) === 0) return saved
    const content = {
      due_on,
      ...(world.random.int(0, 1) === 1 && {
        lines: lines.map(({ color, size }) => ({ color, size, pieces: world.random.int(1, 30) })),
      }),
    }
    return world.by.ops.act(production.updateOrder, { ...seen(order), content })
  },
  'production.assignVendors': async (world) =>
    world.by.ops.act(production.assignVendors, {
      orders: [await assignment(world, 'READY_FOR_ALLOCATION')],
      accepts_overload: true,
    }),
  'production.updateVendor': async (world) =>
    world.by.ops.act(production.updateVendor, {
      orders: [await assignment(world, world.random.pick(['CAD', 'READY_FOR_PRODUCTION'] as const))],
      accepts_overload: true,
    }),
  'production.completeCad': async (world) => {
    const order = await one(world, world.random.pick(['CAD', 'CAD', 'READY_FOR_PRODUCTION'] as const))
    const { lines } = await world.by.ops.look(production.getOrderActionSummary, {
      order_action_id: order.order_action_id,
    })
    const consumption = [...new Set(lines.map(({ size }) => size))].map((size, at) => ({
      size,
      metres: 1.2 + at * 0.05,
    }))
    const marker = { width_mm: 1_000, length_mm: world.random.int(3_000, 9_000), efficiency_tenths: 850, consumption }
    return world.by.ops.act(production.completeCad, { ...seen(order), marker, is_sure: true })
  },
  'production.uploadMarkerFile': async (world) => {
    const { order_action_id } = await one(world, 'CAD')
    return world.by.ops.act(production.uploadMarkerFile, { order_action_id, file: photo() })
  },
  'production.sendToProduction': async (world) => {
    const lacksClothOnly = ({ lacking }: ProductionRow) => lacking.every((thing) => thing === 'fabric')
    const [order] = some((await orders(world, 'READY_FOR_PRODUCTION')).filter(lacksClothOnly))
    const { order_action_id } = order
    await receiveCloth(world, order_action_id)
    await world.by.ops.act(contract.materials.reserveRolls, { order_ids: [order_action_id] })
    const { rows } = await world.by.ops.look(production.getOrders, {
      tab: 'READY_FOR_PRODUCTION',
      order_action_ids: [order_action_id],
    })
    return world.by.ops.act(production.sendToProduction, { orders: some(rows).map(seen) })
  },
  'production.updateProductionOnHoldOrders': async (world) => {
    const own = await orders(world, world.random.pick(['ON_HOLD', 'PRODUCTION_ON_HOLD'] as const))
    const action = world.random.pick(['APPROVE', 'APPROVE', 'REJECT'])
    return world.by.ops.act(production.updateProductionOnHoldOrders, {
      orders: own.map(seen),
      action,
      reason: 'by chance',
    })
  },
  'production.revertOrderAction': async (world) => {
    const tab = world.random.pick([
      'READY_FOR_ALLOCATION',
      'CAD',
      'READY_FOR_PRODUCTION',
      'SENT_FOR_PRODUCTION',
    ] as const)
    const own = await orders(world, tab)
    return world.by.ops.act(production.revertOrderAction, { orders: own.map(seen), reason: 'by chance' })
  },
  'production.createProductionPo': async (world) => {
    const order = await one(world, world.random.pick(['CAD', 'READY_FOR_PRODUCTION'] as const), { path: 'OUTSOURCED' })
    const [facility] = order.facilities
    if (facility === undefined) throw new Idle()
    const rate = { minor: world.random.int(5_000, 12_000), currency: 'INR' as const }
    return world.by.ops.act(production.createProductionPo, {
      ...seen(order),
      facility,
      rate,
      due_on: addDays(today(), 40),
    })
  },
  'production.updateProductionPo': async (world) => {
    const { purchase_order, version } = await purchaseOrder(world)
    const rate = { minor: world.random.int(5_000, 12_000), currency: 'INR' as const }
    return world.by.ops.act(production.updateProductionPo, {
      purchase_order,
      version,
      rate,
      due_on: addDays(today(), 45),
    })
  },
  'production.deleteProductionPo': async (world) => {
    const { purchase_order, version } = await purchaseOrder(world)
    return world.by.ops.act(production.deleteProductionPo, { purchase_order, version, reason: 'by chance' })
  },
  'production.updateOrdersViaFile': async (world) => {
    const path = world.random.pick(['IN_HOUSE', 'OUTSOURCED'] as const)
    const own = await orders(world, 'ACTION_REQUIRED', { path })
    const action = world.random.pick(['Ready for allocation', 'Put on hold'])
    const rows = own.map(({ order_action_id }) => ({
      order: order_action_id,
      action,
      reason: 'by chance',
      due_on: addDays(today(), world.random.int(20, 90)),
    }))
    const file = csvOf(updateOrdersSheet, rows)
    return world.by.ops.act(production.updateOrdersViaFile, {
      path,
      order_status: 'ACTION_REQUIRED',
      mode: 'all',
      file,
    })
  },
}
