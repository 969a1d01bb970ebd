import type { SheetTemplate, TextColumn } from '../../kernel/sheet.ts'
import { sheetMessages, shown } from '../../kernel/sheet.ts'
import type { DoorSays } from './rules.ts'

/** What is wrong with a row of boxes that came in: the translation key as well. */
export const doorFaults = {
  unknown: 'Nobody knows this box.',
  misread: 'The check digit of this SSCC does not fit.',
  other_site: 'This box is for another site.',
  not_shipped: 'The shipment of this box was not marked as shipped.',
  cancelled: 'The shipment of this box was cancelled.',
  removed: 'This box was taken off its packing list.',
  duplicate: 'This box was taken in already.',
  awaiting: 'This box is on its way.',
  repeated: sheetMessages.multipleEntries,
  otherTracking: sheetMessages.invalidBoxTracking,
} as const satisfies Record<DoorSays['word'] | 'repeated' | 'otherTracking', string>

const sscc: TextColumn = {
  key: 'sscc',
  header: { en: 'SSCC', zh: 'SSCC箱码' },
  aliases: ['SSCC code', 'Box SSCC', '箱码', 'SSCC码'],
  kind: 'text',
  required: true,
  mayBeEmpty: true,
  invalid: sheetMessages.invalidBox,
  maxLength: 80,
}

const trackingId: TextColumn = {
  key: 'tracking_id',
  header: { en: 'Tracking ID', zh: '运单号' },
  aliases: ['Tracking No', 'Tracking Number', '快递单号'],
  kind: 'text',
  required: false,
  mayBeEmpty: true,
  invalid: sheetMessages.invalidTrackingId,
  maxLength: 80,
}

/** Boxes that came in, by what stands on them. Everything else is for the eyes of who fills the sheet. */
export const arrivedBoxes: SheetTemplate = {
  name: 'arrivedBoxes',
  noRows: 'No boxes were found in the sheet.',
  columns: [
    sscc,
    trackingId,
    shown('box_no', 'Box No', '箱号'),
    shown('shipment_id', 'Shipment ID', '发货单号'),
    shown('supplier', 'Supplier', '供应商'),
    shown('carrier', 'Carrier', '承运商'),
    shown('shipped_on', 'Shipped date', '发货日期'),
    shown('pieces', 'Pieces', '件数'),
    shown('site', 'Site', '仓库'),
  ],
}

/** The same for a carrier's list, which knows no SSCC. */
export const arrivedParcels: SheetTemplate = {
  ...arrivedBoxes,
  name: 'arrivedParcels',
  columns: arrivedBoxes.columns.map((column) =>
    column.key === 'sscc' || column.key === 'tracking_id'
      ? { ...column, required: column.key === 'tracking_id' }
      : column,
  ),
}
