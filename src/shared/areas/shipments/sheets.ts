import { column, nmSku, sheet, sheetMessages, shownOfSku } from '../../kernel/sheet.ts'

const orderId = column.code('orderId', 'Order ID', '订单号', {
  required: true,
  also: ['Order No', 'Order Number', '订单编号'],
})

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
    }),
    tracking_id: column.code('trackingId', 'Tracking ID', '运单号', {
      also: ['Tracking No', 'Tracking Number', '快递单号'],
    }),
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
