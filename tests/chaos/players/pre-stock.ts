import { contract } from '../../../src/shared/areas.ts'
import { type Plays, some } from './play.ts'

const { preStock, shipments } = contract

/** What is sold before it arrives, and labels of many boxes at once. */
export const preStockPlays: Plays = {
  'preStock.savePreStock': async ({ by, random }) => {
    const { styles } = await by.ops.look(preStock.preStockStyles, {})
    const { style_id } = random.pick(some(styles))
    const { skus } = await by.ops.look(preStock.preStockStyle, { style_id })
    const free = some(skus.filter(({ room }) => room > 0))
    const lines = random.some(free, 3).map(({ nm_sku, room }) => ({ nm_sku, pieces: random.int(1, room) }))
    return by.ops.act(preStock.savePreStock, { style_id, lines: some(lines) })
  },
  'preStock.withdrawPreStock': async ({ by, random }) => {
    const { rows } = await by.ops.look(preStock.getPreStockListing, { tab: 'all', page_size: 50 })
    const live = some(rows.filter(({ status }) => status !== 'Withdrawn' && status !== 'Expired'))
    return by.ops.act(preStock.withdrawPreStock, {
      ...{ listing_ids: [random.pick(live).listing_id], reason: 'arrived' },
    })
  },
  'shipments.getBulkShippingLabels': async ({ by, random }) => {
    const { rows } = await by.vendor.look(shipments.getShipments, { page_size: 30 })
    const packed = some(rows.filter(({ number_of_boxes }) => number_of_boxes > 0))
    const file = { name: 'labels.csv', bytes: `Shipment ID,Box No,SSCC\n${random.pick(packed).shipment_id},,\n` }
    return by.vendor.act(shipments.getBulkShippingLabels, { mode: 'all', file })
  },
}
