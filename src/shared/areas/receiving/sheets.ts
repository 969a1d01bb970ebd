import { column, sheet, sheetMessages } from '../../kernel/sheet.ts'
import type { DoorSays } from './rules.ts'

/** What is wrong with a row of boxes that came in: the translation key as well. */
export const doorFaults = {
  unknown: 'Nobody knows this box.',
  misread: 'The check digit of this SSCC does not fit.',
  shared_waybill: 'Several boxes have this waybill: please name each of them by its SSCC.',
  other_site: 'This box is for another site.',
  not_shipped: 'The shipment of this box was not marked as shipped.',
  not_sent: 'This box was not shipped to India.',
  cancelled: 'The shipment of this box was cancelled.',
  removed: 'This box was taken off its packing list.',
  duplicate: 'This box was taken in already.',
  awaiting: 'This box is on its way.',
  repeated: sheetMessages.multipleEntries,
  otherTracking: sheetMessages.invalidBoxTracking,
} as const satisfies Record<DoorSays['word'] | 'repeated' | 'otherTracking', string>

/** Boxes that came in, by what stands on them. Everything else is for the eyes of who fills the sheet. */
function boxesBy(name: string, needed: 'sscc' | 'tracking_id') {
  return sheet({
    name,
    noRows: 'No boxes were found in the sheet.',
    columns: {
      sscc: column.text('SSCC', 'SSCC 箱码', {
        ssccDigits: 14,
        required: needed === 'sscc',
        mayBeEmpty: true,
        also: ['SSCC code', 'Box SSCC', '箱码', 'SSCC码'],
        invalid: sheetMessages.invalidBox,
        maxLength: 80,
      }),
      tracking_id: column.text('Tracking ID', '运单号', {
        required: needed === 'tracking_id',
        mayBeEmpty: true,
        also: ['Tracking No', 'Tracking Number', '快递单号'],
        invalid: sheetMessages.invalidTrackingId,
        maxLength: 80,
      }),
      box_no: column.shown('Box No', '箱号'),
      shipment_id: column.shown('Shipment ID', '发货单号'),
      supplier: column.shown('Supplier', '供应商'),
      carrier: column.shown('Carrier', '承运商'),
      shipped_on: column.shown('Shipped date', '发货日期'),
      pieces: column.shown('Pieces', '件数'),
      site: column.shown('Site', '质检仓'),
    },
  })
}

export const arrivedBoxes = boxesBy('arrivedBoxes', 'sscc')

/** The same for a carrier's list, which knows no SSCC. */
export const arrivedParcels = boxesBy('arrivedParcels', 'tracking_id')
