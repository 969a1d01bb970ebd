import { api } from '../../api/client.ts'
import { key, listed } from '../../i18n/formats.ts'
import { Instant } from '../../kit/states.tsx'
import { codeOf } from '../qc/china-desk.tsx'
import type { QcDesk } from '../qc/desk.ts'
import { IndiaActions } from './boxes/IndiaActions.tsx'

const { indiaInspection, indiaReceiving } = api

/** QC in India: from what China sent to what we buy. */
export const indiaDesk: QcDesk = {
  name: 'qc-india',
  lead: 'indiaQcLead',
  watched: 'box_in_india',
  details: 'indiaInspection.getQcInspection',
  verifyQuantity: indiaInspection.verifyQuantity,
  verifyInspection: indiaInspection.verifyQcInspection,
  ready: null,
  skip: indiaInspection.skipQcInspection,
  revertStyles: indiaInspection.revertStylesToQualityInspection,
  undoInward: (code, options) => indiaReceiving.receiveBoxes({ action: 'undo', boxes: [{ code }] }, options),
  goesWithUndo: key('A damage note of the box is closed with it, as noted by mistake.'),
  inspectors: 'indiaInspection.qcInspectors',
  assign: indiaInspection.assignBoxes,
  settings: {
    checklist: 'indiaInspection.qcChecklist',
    saveChecklist: indiaInspection.saveQcChecklist,
    read: 'indiaInspection.qcSettings',
    save: indiaInspection.saveQcSettings,
    see: 'indiaQc',
    change: 'indiaQcSettings',
    draft: 'qc-india.settings',
    touches: 'indiaInspection.getQcInspection',
  },
  report: 'india',
  sign: indiaInspection.signInspection,
  photos: 'indiaInspection.uploadReviewImage',
  reasons: 'indiaInspection.getReviewCommentMeta',
  Actions: IndiaActions,
  useCountSheet: () => null,
  wentTo: [
    [key('Purchased'), 'purchased'],
    [key('Returned to supplier'), 'returned'],
    [key('Reconciled'), 'disposed'],
  ],
  facts: (box, { t, name, number }) => [
    ['SSCC', codeOf(box.sscc)],
    [t('Tracking ID'), codeOf(box.tracking_id)],
    [t('Shipment'), codeOf(box.shipment_id)],
    [t('Box in its shipment'), t('{{n}} of {{all}}', { n: number(box.position), all: number(box.boxes_in_shipment) })],
    [t('Export order'), codeOf(box.export_order_number)],
    [t('Site'), name(box.site_name, box.site_name_zh)],
    [t('Received on'), <Instant key="received" at={box.inwarded_at} of={box} />],
    [t('Received by'), box.inwarded_by],
    [t('Days since'), number(box.age_days)],
    [t('Counted'), box.counted_at ? <Instant key="counted" at={box.counted_at} of={box} /> : null],
    [t('Inspector'), box.inspector],
    [t('Return note'), box.return_notes.length > 0 ? codeOf(listed(box.return_notes)) : null],
  ],
}
