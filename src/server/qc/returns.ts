import type { Contract } from '../../shared/contract/index.ts'
import { hasRight } from '../../shared/domain/rights.ts'
import { type Handlers, said } from '../http/call.ts'
import { forbidden } from '../http/errors.ts'
import { assertVendorName } from '../vendor/vendors.ts'
import { cancelNote } from './cancel-note.ts'
import { sortBoxes } from './left-out.ts'
import { inChina } from './qc-sites.ts'
import { returnNoteWire } from './return-note-rows.ts'
import { failedBoxIds, returnableLines, returnablePhotos, returnProblem } from './returnable.ts'
import { sendBack } from './send-back.ts'

type Summary = Handlers<Contract['chinaQc']>['returnToVendorSummary']

/** What failed in the boxes given, or in all boxes at QC, by vendor. */
export const returnToVendorSummary: Summary = async ({ box_ids, supplier_id }, work) => {
  await assertVendorName(work, supplier_id)
  const refs = box_ids ?? (await failedBoxIds(work.db, work.caller, supplier_id))
  const { taken, left } = await sortBoxes(work.db, inChina(work.caller), refs, false, (box) =>
    returnProblem(box, supplier_id),
  )
  const lines = Map.groupBy(await returnableLines(work.db, taken), (line) => line.box_id)
  const photos = await returnablePhotos(work.db, taken)
  const suppliers = [...Map.groupBy(taken, (box) => box.vendor_id)].flatMap(([vendorId, boxes]) => {
    const [first] = boxes
    if (first === undefined) return []
    const { supplier_id, supplier_name, supplier_name_zh } = first
    const own = boxes.flatMap(({ box_id, box_no, shipment_id }) =>
      (lines.get(box_id) ?? []).map((line) => ({ ...line, box_no, shipment_id })),
    )
    return [
      {
        ...{ supplier_id, supplier_name, supplier_name_zh },
        boxes: boxes.length,
        pieces: own.reduce((sum, { failed }) => sum + failed, 0),
        photos: photos.get(vendorId) ?? 0,
        lines: own,
      },
    ]
  })
  suppliers.sort((a, b) => (a.supplier_name < b.supplier_name ? -1 : 1))
  return said({ suppliers, left_out: left })
}

/** Everybody at QC sends back; only a lead takes a return back. */
export const confirmReturnToVendor: Handlers<Contract['chinaQc']>['confirmReturnToVendor'] = async (input, work) => {
  const isReturn = input.action === 'return'
  if (!isReturn && !hasRight(work.caller, 'chinaQcLead')) throw forbidden()
  return work.command(async (tx) => {
    const note = isReturn ? await sendBack(tx, work, input) : await cancelNote(tx, work, input)
    const words = isReturn ? 'Return note made. The vendor is told.' : 'Return note cancelled.'
    return said({ return_note: returnNoteWire(note) }, words)
  })
}
