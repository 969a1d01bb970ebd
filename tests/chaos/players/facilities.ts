import { cameFrom, type Stage, typedStages } from '../../../src/shared/areas/facilities/stage-ledger.ts'
import { contract } from '../../../src/shared/areas.ts'
import { Idle } from '../random.ts'
import { type Plays, some, type World } from './play.ts'

const { facilities } = contract

async function job({ by, random }: World, stage?: Stage) {
  const { rows } = await by.ops.look(facilities.getFacilityOrders, {
    tab: 'all',
    page_size: 100,
    ...(stage !== undefined && { stage }),
  })
  return random.pick(some(rows))
}

async function shipment({ by, random }: World, tab: 'PACKING' | 'DISPATCHED') {
  const { rows } = await by.ops.look(facilities.getFacilityShipments, { tab, page_size: 100 })
  return random.pick(some(rows))
}

/** Production facilities: stages there and back, boxes, shipments sent and called back, pieces that come back. */
export const facilityPlays: Plays = {
  // Before an order may be held. Rolls that were sent, once each; pieces that came back afterwards.
  'facilities.receiveOrder': async (world) => {
    const { by, random } = world
    const { rows } = await by.ops.look(facilities.getFacilityOrders, { tab: 'all', page_size: 100, with_awaited: true })
    const sent = rows.flatMap(({ order_action_id, facility, awaited }) =>
      (awaited?.rolls ?? []).flatMap(({ roll, came_on }) =>
        came_on === null ? [{ order_action_id, facility, roll }] : [],
      ),
    )
    if (sent.length > 0) {
      const { roll, ...order } = random.pick(sent)
      return by.ops.act(facilities.receiveOrder, { ...order, rolls: [{ roll }] })
    }
    const { order_action_id, facility, lines } = await job(world, 'shipped')
    const line = random.pick(some(lines.filter(({ shipped }) => shipped > 0)))
    const returned = [{ nm_sku: line.nm_sku, quantity: 1 }]
    return by.ops.act(facilities.receiveOrder, { order_action_id, facility, returned })
  },
  'facilities.updateProductionStatus': async (world) => {
    const { by, random } = world
    const status = random.pick(typedStages)
    const from = random.pick(cameFrom(status))
    const is_undo = random.int(0, 5) === 0
    const { order_action_id, facility, lines } = await job(world, is_undo ? status : from)
    const chosen = some(lines.filter((line) => line[is_undo ? status : from] > 0))
    return by.ops.act(facilities.updateProductionStatus, {
      order_action_id,
      facility,
      status,
      from,
      is_undo,
      reason: 'Stain',
      // Now and then more than there is.
      lines: chosen.map((line) => ({
        nm_sku: line.nm_sku,
        quantity: random.int(1, line[is_undo ? status : from] + (random.int(0, 3) === 0 ? 2 : 0)),
      })),
    })
  },
  'facilities.createBox': async (world) => {
    const { order_action_id, facility, lines } = await job(world, 'packed')
    const packed = some(lines.filter((line) => line.packed > 0))
    return world.by.ops.act(facilities.createBox, {
      facility,
      lines: packed.map(({ nm_sku, packed: most }) => ({
        order_action_id,
        nm_sku,
        quantity: world.random.int(1, Math.min(most, 20)),
      })),
    })
  },
  'facilities.changeShipmentStatus': async (world) => {
    const { by, random } = world
    const act = random.pick(['make', 'send', 'send', 'call back', 'cancel'] as const)
    if (act === 'make') {
      const { rows } = await by.ops.look(facilities.getFacilityBoxes, { tab: 'free', page_size: 100 })
      const { facility } = random.pick(some(rows))
      const own = rows.filter((box) => box.facility === facility).slice(0, random.int(1, 4))
      const { rows: sites } = await by.ops.look(facilities.getFacilityShipments, { tab: 'all', page_size: 1 })
      const destination = sites[0]?.destination
      return by.ops.act(facilities.changeShipmentStatus, {
        facility,
        status: random.pick(['PACKING', 'DISPATCHED'] as const),
        boxes: own.map(({ box_id }) => box_id),
        ...(destination !== undefined && { destination }),
        vehicle_no: 'UP16AB1234',
      })
    }
    const { shipment_id, version, state } = await shipment(world, act === 'call back' ? 'DISPATCHED' : 'PACKING')
    if (act === 'send' && state !== 'PACKING') throw new Idle()
    const status = act === 'send' ? 'DISPATCHED' : act === 'cancel' ? 'CANCELLED' : 'PACKING'
    return by.ops.act(facilities.changeShipmentStatus, { shipment_id, version, status, reason: 'by chance' })
  },
}
