import type { Tx, Work } from '../http/call.ts'
import { tell } from '../notices/tell.ts'
import type { ArrivingBox } from './at-door.ts'

/** Tells vendors which of their boxes are at the door now, one notice a shipment. */
export async function tellArrived(tx: Tx, work: Work, boxes: readonly ArrivingBox[]): Promise<void> {
  const shipments = Map.groupBy(boxes, (box) => box.shipment_id)
  const told = [...shipments].flatMap(([shipment_id, arrived]) => {
    const [first] = arrived
    if (first === undefined) return []
    const { box_no, vendor_id: vendorId, site_name: site, site_name_zh: site_zh } = first
    const values = { shipment_id, box_no, site, site_zh }
    const things = arrived.map(({ sscc }) => sscc)
    return [{ kind: 'boxes_arrived' as const, vendorId, group: shipment_id, things, values }]
  })
  await tell(tx, work, ...told)
}
