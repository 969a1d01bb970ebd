import { contract } from '../../../src/shared/areas.ts'
import { packingFile } from '../../support/shipments.ts'
import { atDesk } from './orders.ts'
import { newCode, type Plays, some, type World } from './play.ts'

const { orders, shipments, retool } = contract

type Status = 'Tentative' | 'Awaiting packing' | 'Packed and shipped' | 'Cancelled'

/** One of the newest shipments of a status, and who looks at it. */
async function oneOf(world: World, status: Status) {
  const hand = atDesk(world)
  const { rows } = await hand.look(shipments.getShipments, { status: [status], page_size: 20 })
  return { hand, shipment: world.random.pick(rows) }
}

/** What can be shipped now, of one order. */
async function shippable(world: World) {
  const hand = atDesk(world)
  const { rows } = await hand.look(orders.getShippingItems, { tab: 'on_platform', page_size: 60 })
  const free = rows.filter(({ ready_quantity }) => ready_quantity > 0)
  const { order_id } = world.random.pick(free)
  const lines = free.filter((row) => row.order_id === order_id)
  return {
    hand,
    lines: lines.map(({ nm_sku, ready_quantity }) => ({ order_id, nm_sku, quantity: ready_quantity })),
  }
}

/** Each line of a shipment in a box of its own, or all in one. */
async function packed(world: World) {
  const { hand, shipment } = await oneOf(world, 'Awaiting packing')
  const { shipment_id } = shipment
  const now = await hand.look(shipments.getPackingItems, { shipment_id })
  const isOne = world.random.chance(0.5)
  const lines = some(now.lines.filter(({ ready_quantity }) => ready_quantity > 0))
  const rows = lines.map(({ order_id, nm_sku, ready_quantity }, at) => ({
    ...{ order_id, nm_sku, quantity: ready_quantity },
    box_no: isOne ? '1' : String(at + 1),
    tracking_id: null,
  }))
  return { hand, shipment_id, version: now.shipment.version, rows }
}

async function uploaded(world: World) {
  const { hand, shipment_id, rows } = await packed(world)
  return { hand, shipment_id, file: await packingFile(rows) }
}

/** Shipments from the platform to the lorry. */
export const shipmentPlays: Plays = {
  'shipments.updateShipment': async (world) => {
    if (world.random.chance(0.08)) {
      const { hand, shipment } = await oneOf(world, 'Awaiting packing')
      const { shipment_id, version } = shipment
      return hand.act(shipments.updateShipment, { action: 'cancel', shipment_id, version })
    }
    const { hand, lines } = await shippable(world)
    return hand.act(shipments.updateShipment, { lines })
  },
  'retool.saveShipmentData': async (world) => {
    const { hand, lines } = await shippable(world)
    return hand.act(retool.saveShipmentData, { lines })
  },
  'retool.confirmShipment': async (world) => {
    const { hand, shipment } = await oneOf(world, 'Tentative')
    const { shipment_id, version } = shipment
    return hand.act(retool.confirmShipment, { shipment_id, version })
  },
  'shipments.updatePackingItems': async (world) => {
    const { hand, shipment_id, version, rows } = await packed(world)
    const boxes = [...Map.groupBy(rows, ({ box_no }) => box_no)].map(([box_no, lines]) => ({
      ...{ box_no, tracking_id: newCode(world, 'CHAOS'), weight_grams: 4_000 },
      items: lines.map(({ order_id, nm_sku, quantity }) => ({ order_id, nm_sku, quantity })),
    }))
    return hand.act(shipments.updatePackingItems, { shipment_id, version, boxes })
  },
  'shipments.uploadPackingList': async (world) => {
    const { hand, shipment_id, file } = await uploaded(world)
    return hand.act(shipments.uploadPackingList, { shipment_id, file })
  },
  'shipments.uploadPackingFileShipmentManagement': async (world) => {
    const { hand, shipment_id, file } = await uploaded(world)
    return hand.act(shipments.uploadPackingFileShipmentManagement, { shipment_id, mode: 'good_rows', file })
  },
  'shipments.updateShipmentDetails': async (world) => {
    const { hand, shipment } = await oneOf(world, 'Awaiting packing')
    const { shipment_id } = shipment
    const now = await hand.look(shipments.getPackingItems, { shipment_id })
    some(now.boxes)
    return hand.act(shipments.updateShipmentDetails, {
      ...{ shipment_id, version: now.shipment.version, carrier: 'SF Express' },
      ...(world.random.chance(0.9) && { status: 'Packed and shipped' as const }),
    })
  },
  'shipments.recoverShipment': async (world) => {
    const { hand, shipment } = await oneOf(world, world.random.chance(0.7) ? 'Cancelled' : 'Packed and shipped')
    return hand.act(shipments.recoverShipment, { shipment_id: shipment.shipment_id })
  },
}
