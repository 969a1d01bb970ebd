import type { Tx, Work } from '../http/call.ts'
import { tell } from '../notices/tell.ts'
import type { QcBoxFacts } from './qc-box-rows.ts'

/** Tells a vendor that pieces of its box failed; boxes of one shipment become one notice. */
export async function tellFailed(tx: Tx, work: Work, box: QcBoxFacts, pieces: number): Promise<void> {
  // These notices are of China QC; those of India come with its calls.
  if (pieces === 0 || box.site_kind !== 'china_qc') return
  const { shipment_id, box_no, sscc } = box
  await tell(tx, work, {
    kind: 'pieces_failed',
    vendorId: box.vendor_id,
    group: shipment_id,
    things: [sscc],
    values: { shipment_id, box_no, sscc, pieces },
  })
}
