import { api } from '../../api/client.ts'
import { key, listed } from '../../i18n/formats.ts'
import { Instant } from '../../kit/states.tsx'
import { BoxActions } from './box/BoxActions.tsx'
import { useBoxUploads } from './count/use-box-uploads.tsx'
import type { QcDesk } from './desk.ts'
import { BoxWeight } from './moves/WeighBox.tsx'
import { ShipmentLink } from './shipment/ShipmentLink.tsx'

/** QC in China: from the vendor's box to one on the way to India, or back. */
export const chinaDesk: QcDesk = {
  name: 'qc',
  lead: 'chinaQcLead',
  watched: 'box',
  details: 'qcBoxes.getQcModal',
  verifyQuantity: api.counting.verifyQuantity,
  verifyInspection: api.inspection.verifyQcInspection,
  ready: (box_ids, options) => api.invoices.createReadyForInvoice({ box_ids }, options),
  skip: api.qcBoxes.skipQcInspection,
  revertStyles: api.qcBoxes.revertStylesToQualityInspection,
  undoInward: (code, options) => api.receiving.inwardBoxes({ action: 'undo', boxes: [{ code }] }, options),
  goesWithUndo: null,
  inspectors: 'qcBoxes.qcInspectors',
  assign: api.qcBoxes.assignBoxes,
  settings: {
    checklist: 'inspection.qcChecklist',
    saveChecklist: api.inspection.saveQcChecklist,
    read: 'inspection.qcSettings',
    save: api.inspection.saveQcSettings,
    see: 'chinaQc',
    change: 'chinaQcSettings',
    draft: 'qc.settings',
    touches: 'qcBoxes.getQcModal',
  },
  report: 'china',
  sign: api.inspection.signInspection,
  photos: 'photos.uploadReviewImage',
  reasons: 'photos.getReviewCommentMeta',
  Actions: BoxActions,
  useCountSheet: (box) => useBoxUploads(box).count,
  wentTo: [
    [key('On a shelf'), 'shelved'],
    [key('Ready for invoice'), 'ready'],
    [key('Invoiced'), 'invoiced'],
    [key('Shipped to India'), 'shipped'],
    [key('Returned to supplier'), 'returned'],
  ],
  facts: (box, { t, name, number }, take) => [
    ['SSCC', codeOf(box.sscc)],
    [t('Tracking ID'), codeOf(box.tracking_id)],
    [t('Shipment'), <ShipmentLink key="shipment" id={box.shipment_id} />],
    [t('Box in its shipment'), t('{{n}} of {{all}}', { n: number(box.position), all: number(box.boxes_in_shipment) })],
    [t('Site'), name(box.site_name, box.site_name_zh)],
    [t('Carrier'), box.carrier],
    [t('Weight (kg)'), <BoxWeight key="weight" {...{ box, take }} />],
    [t('Shipped on'), box.shipped_at ? <Instant key="shipped" at={box.shipped_at} of={box} /> : null],
    [t('Inwarded on'), <Instant key="inwarded" at={box.inwarded_at} of={box} />],
    [t('Inwarded by'), box.inwarded_by],
    [t('Days at the door'), number(box.age_days)],
    [t('Counted'), box.counted_at ? <Instant key="counted" at={box.counted_at} of={box} /> : null],
    [t('Inspector'), box.inspector],
    [t('Shelf'), box.shelf],
    [t('Invoice'), codeOf(box.invoice_number)],
    [t('Export order'), codeOf(box.export_order_number)],
    [t('Return note'), box.return_notes.length > 0 ? codeOf(listed(box.return_notes)) : null],
  ],
}

/** A code as printed; nothing where there is none. */
export function codeOf(text: string | null) {
  return text === null ? null : <span className="code">{text}</span>
}
