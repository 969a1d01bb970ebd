import { key } from '../../i18n/key.ts'

/** What happened to many boxes in one stretch, by the event; `n` is how many. */
export const stretchWords: Readonly<Record<string, string>> = {
  'box.described': key('Tracking IDs of {{n}} boxes changed'),
  'box.inwarded': key('{{n}} boxes taken in'),
  'box.inward_undone': key('Taking in of {{n}} boxes undone'),
  'box.counted': key('{{n}} boxes counted'),
  'box.recounted': key('{{n}} boxes counted again'),
  'box.settled': key('Differences of {{n}} boxes settled'),
  'box.inspected': key('{{n}} boxes inspected'),
  'box.qc_skipped': key('QC of {{n}} boxes skipped'),
  'box.shelved': key('{{n}} boxes put on shelves'),
  'box.unshelved': key('{{n}} boxes taken off shelves'),
  'box.reverted': key('{{n}} boxes reverted to QC'),
  'box.ready': key('{{n}} boxes made ready for invoice'),
  'box.unready': key('{{n}} boxes no longer ready for invoice'),
  'box.invoiced': key('{{n}} boxes put on an invoice'),
  'box.invoice_voided': key('Invoice of {{n}} boxes voided'),
  'box.shipped_to_india': key('{{n}} boxes shipped to India'),
  'box.shipping_undone': key('Shipping of {{n}} boxes undone'),
  'box.returned': key('{{n}} boxes returned to the vendor'),
  'box.return_cancelled': key('Return of {{n}} boxes to the vendor cancelled'),
}
