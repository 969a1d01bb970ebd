import { column, nmSku, sheet, sheetMessages, shownOfSku } from '../../kernel/sheet.ts'
import { longestSideCm } from './box-size.ts'

const orderId = column.code('orderId', 'Order ID', '订单号', {
  required: true,
  also: ['Order No', 'Order Number', '订单编号'],
})

/** A side of a carton. */
const side = (en: string, zh: string, also: readonly string[]) =>
  column.decimal(en, zh, { decimals: 1, least: 0.1, most: longestSideCm, also })

/** Which SKU of which order lies in which box; a box may take several rows. */
export const packingList = sheet({
  name: 'packingList',
  noRows: sheetMessages.noSkus,
  columns: {
    box_no: column.code('boxNo', 'Box No', '箱号', { required: true, also: ['Box Number', 'Box', 'Carton No'] }),
    order_id: orderId,
    nm_sku: nmSku,
    quantity: column.quantity('Quantity in box', '箱内数量', {
      required: true,
      also: ['Quantity', 'Qty', 'Qty in box', '数量'],
      zero: sheetMessages.zeroInBox,
      negative: sheetMessages.negativeInBox,
    }),
    tracking_id: column.code('trackingId', 'Tracking ID', '运单号', {
      also: ['Tracking No', 'Tracking Number', '快递单号'],
    }),
    // Of the box: any of its rows may say it.
    length_cm: side('Length (cm)', '长 (cm)', ['Length', 'L (cm)', '长', '长(cm)', '长（cm）']),
    width_cm: side('Width (cm)', '宽 (cm)', ['Width', 'W (cm)', '宽', '宽(cm)', '宽（cm）']),
    height_cm: side('Height (cm)', '高 (cm)', ['Height', 'H (cm)', '高', '高(cm)', '高（cm）']),
  },
})

/**
 * What is ready to ship today and what is out of stock, per order and SKU. Both quantities may be left empty or be
 * zero in a cell: that a row says nothing at all is for the caller to judge, since the sample lists every open line.
 */
export const shippingPlatform = sheet({
  name: 'shippingPlatform',
  noRows: sheetMessages.noPackingDetails,
  columns: {
    order_id: orderId,
    nm_sku: nmSku,
    ...shownOfSku,
    awaiting_quantity: column.shown('Awaiting shipment quantity', '待发货数量'),
    ready_quantity: column.quantity('Quantity ready to ship today', '今日可发数量', {
      required: true,
      mayBeEmpty: true,
      also: ['Ready quantity', 'Quantity ready'],
      negative: sheetMessages.notPositive,
    }),
    oos_quantity: column.quantity('Out-of-stock quantity', '缺货数量', {
      also: ['OOS quantity', 'Out of stock'],
      negative: sheetMessages.negativeOos,
    }),
  },
})

/** What is wrong with a row of labels: the translation key as well. */
export const labelFaults = {
  nothing: 'Please name a shipment or an SSCC.',
  unknownBox: 'This box is not yours, or not known.',
  unknownShipment: 'This shipment is not yours, or not known.',
  notInShipment: 'This box is not in the shipment.',
  notPacked: 'Nothing is packed in this shipment yet.',
  cancelled: 'This shipment was cancelled.',
  tooMany: 'More labels than one file takes.',
} as const

/** Boxes whose shipping labels are wanted: a box by its SSCC, or by its shipment and number; a shipment alone means all of its boxes. */
export const bulkLabels = sheet({
  name: 'bulkLabels',
  noRows: 'No shipments or boxes were found in the sheet.',
  columns: {
    shipment_id: column.text('Shipment ID', '发货单号', {
      required: true,
      mayBeEmpty: true,
      also: ['Shipment', 'Shipment No', 'Shipment Number', '发货单'],
      maxLength: 40,
    }),
    box_no: column.code('boxNo', 'Box No', '箱号', { also: ['Box Number', 'Box', 'Carton No'] }),
    sscc: column.text('SSCC', 'SSCC 箱码', {
      ssccDigits: 14,
      also: ['SSCC code', 'Box SSCC', '箱码', 'SSCC码'],
      invalid: sheetMessages.invalidBox,
      maxLength: 80,
    }),
  },
})

/** Rows that a sheet of labels has at most, and labels that one file has. */
export const mostLabelRows = 5_000
export const mostLabels = 5_000
