import { shippingPlatform } from '../../../src/shared/areas/shipments/sheets.ts'
import { contract } from '../../../src/shared/areas.ts'
import { csvOf, inDays, need, type Plays, some, type World, why } from './play.ts'

const { orders, retool } = contract

/** The vendor itself, mostly; now and then somebody of the house at its desk. */
export const atDesk = ({ by, random }: World) =>
  random.chance(0.8) ? random.pick([by.vendor, by.vendor2]) : by.internal

const confirmed = (world: World, more: object = {}) =>
  world.by.ops.look(orders.getConfirmedOrders, { page: 1, page_size: 20, include_lines: true, ...more })

/** Orders made by ops, answered by vendors, and all that is changed and taken back on the way. */
export const orderPlays: Plays = {
  'orders.makeOrder': async ({ by, random }) => {
    const { rows } = await by.ops.look(orders.orderableStyles, {})
    const style = random.pick(rows.filter(({ supplier_id, skus }) => ['GZ01', 'SZ02'].includes(supplier_id) && skus[0]))
    const { sites } = await by.ops.look(orders.orderDestinations, {})
    const china = sites.filter(({ name }) => name.includes('Guangzhou'))
    return by.ops.act(orders.makeOrder, {
      style_id: style.style_id,
      destination_id: random.pick(random.chance(0.8) && china.length > 0 ? china : sites).id,
      shipping_deadline: inDays(random.int(10, 40)),
      unit_price: style.last_order?.unit_price ?? { minor: 4_500, currency: 'CNY' },
      lines: random.some(style.skus, 3).map(({ nm_sku }) => ({ nm_sku, quantity: random.int(2, 12) })),
    })
  },
  'orders.approveOrder': async ({ by, random }) => {
    const tab = random.chance(0.9) ? 'pending' : 'refused'
    const { rows } = await by.ops.look(orders.getPendingOrders, { page: 1, page_size: 20, tab })
    const seen = some(random.some(rows, 4).map(({ order_id, version }) => ({ order_id, version })))
    if (tab === 'refused') return by.ops.act(orders.approveOrder, { orders: seen, decision: 'withdraw' })
    if (random.chance(0.1))
      return by.ops.act(orders.approveOrder, { orders: seen, decision: 'refuse', reason: 'Other', remark: 'too dear' })
    return by.ops.act(orders.approveOrder, { orders: seen })
  },
  'orders.updateOrders': async (world) => {
    const { random } = world
    const hand = atDesk(world)
    const reopens = random.chance(0.1)
    const { rows } = await hand.look(orders.getOrders, {
      ...{ tab: reopens ? 'confirmed' : 'new', include_lines: true, page_size: 20 },
    })
    const order = random.pick(rows)
    const { order_id, version } = order
    if (reopens) return hand.act(orders.updateOrders, { action: 'reopen', orders: [{ order_id, version }] })
    const lines = (order.sku_details ?? []).map(({ nm_sku, quantities }) => {
      const rejected_quantity = random.chance(0.15) ? Math.min(2, quantities.awaiting) : 0
      const oos_quantity = random.chance(0.1) ? Math.min(1, quantities.awaiting - rejected_quantity) : 0
      return {
        ...{ nm_sku, rejected_quantity, oos_quantity },
        ready_quantity: quantities.awaiting - rejected_quantity - oos_quantity,
        ...(rejected_quantity > 0 && { reason: 'Stain' as const, remark: 'ink' }),
      }
    })
    return hand.act(orders.updateOrders, { orders: [{ order_id, version, lines }] })
  },
  'retool.confirmOrder': async (world) => {
    const { random } = world
    const hand = random.pick([world.by.vendor, world.by.vendor2])
    const { rows } = await hand.look(retool.getNewOrders, { page_size: 20 })
    const { order_id, version, sku_details = [] } = random.pick(rows)
    if (random.chance(0.5))
      return hand.act(retool.confirmOrder, {
        ...{ order_id, version },
        lines: sku_details.map(({ nm_sku, quantities }) => ({ nm_sku, ready_quantity: quantities.awaiting })),
      })
    return hand.act(retool.confirmOrder, {
      ...{ order_id, version },
      lines: sku_details.map(({ nm_sku, quantities }) => ({
        ...{ nm_sku, ready_quantity: 0, rejected_quantity: quantities.awaiting },
        ...{ vendor_reason: 'deadline' as const, remark: 'the mill is closed' },
      })),
      proposal: { kind: 'date', ship_by: inDays(60) },
    })
  },
  'orders.decideProposal': async (world) => {
    const { random } = world
    const { rows } = await confirmed(world, { open_proposal: true })
    const { order_id, proposal } = random.pick(rows)
    const { proposal_id } = need(proposal)
    return world.by.ops.act(orders.decideProposal, {
      ...{ order_id, proposal_id },
      ...(random.chance(0.7) ? { decision: 'take' } : { decision: 'decline', reason: 'too late' }),
    })
  },
  'orders.recoverOosOrder': async (world) => {
    const hand = atDesk(world)
    const { rows } = await hand.look(orders.getRejectedOosOrders, { page_size: 20 })
    return hand.act(orders.recoverOosOrder, { order_id: world.random.pick(rows).order_id })
  },
  'orders.saveScheduleQuantity': async (world) => {
    const hand = atDesk(world)
    const { rows } = await hand.look(orders.getShippingItems, { tab: 'awaiting', page_size: 40 })
    const items = world.random.some(rows, 5).map((row) => ({
      ...{ order_id: row.order_id, nm_sku: row.nm_sku },
      ready_quantity: row.ready_quantity + row.awaiting_shipment_quantity,
      oos_quantity: row.oos_quantity,
    }))
    return hand.act(orders.saveScheduleQuantity, { items: some(items) })
  },
  'orders.uploadShipmentPlatformItems': async (world) => {
    const hand = world.random.pick([world.by.vendor, world.by.vendor2])
    const { rows } = await hand.look(orders.getShippingItems, { tab: 'awaiting', page_size: 40 })
    const file = csvOf(
      shippingPlatform,
      some(world.random.some(rows, 5)).map((row) => ({
        ...{ order_id: row.order_id, nm_sku: row.nm_sku, oos_quantity: row.oos_quantity },
        ready_quantity: row.ready_quantity + Math.ceil(row.awaiting_shipment_quantity / 2),
      })),
    )
    return hand.act(orders.uploadShipmentPlatformItems, { file })
  },
  'orders.saveVendorReasons': async ({ by }) => {
    const { version } = await by.admin.look(orders.vendorReasons, {})
    const reasons = ['price', 'minimum_quantity', 'capacity', 'deadline', 'fabric'] as const
    return by.admin.act(orders.saveVendorReasons, { reasons: [...reasons], version })
  },
  'orders.amendOrder': async (world) => {
    const { rows } = await confirmed(world)
    const { order_id, version, sku_details = [] } = world.random.pick(rows)
    const { nm_sku, quantities } = world.random.pick(sku_details)
    const lines = [{ nm_sku, quantity: quantities.ordered + world.random.int(1, 3) }]
    return world.by.ops.act(orders.amendOrder, { order_id, version, reason: why.reason, lines })
  },
  'orders.cancelOrder': async ({ by, random }) => {
    const restores = random.chance(0.6)
    const tab = restores ? 'cancelled' : 'pending'
    const { rows } = await by.ops.look(orders.getPendingOrders, { page: 1, page_size: 20, tab })
    const { order_id, version } = random.pick(rows)
    if (restores) return by.ops.act(orders.cancelOrder, { order_id, version, action: 'restore' })
    return by.ops.act(orders.cancelOrder, { order_id, version, reason: 'Not sold' })
  },
  'orders.remindVendors': async (world) => {
    const { rows } = await confirmed(world)
    const order_ids = some(world.random.some(rows, 3).map(({ order_id }) => order_id))
    return world.by.ops.act(orders.remindVendors, { order_ids })
  },
  'orders.setUrgent': async (world) => {
    const { rows } = await confirmed(world)
    const order_ids = some(world.random.some(rows, 3).map(({ order_id }) => order_id))
    return world.by.ops.act(orders.setUrgent, { order_ids, is_urgent: world.random.chance(0.5) })
  },
}
