import type { CodeColumn, SheetTemplate } from '../../kernel/sheet.ts'
import { nmSku, pieces, sheetMessages, shown, shownOfSku } from '../../kernel/sheet.ts'

const orderId: CodeColumn = {
  key: 'order_id',
  header: { en: 'Order ID', zh: '订单号' },
  aliases: ['Order No', 'Order Number', '订单编号'],
  kind: 'code',
  form: 'orderId',
  required: true,
  invalid: sheetMessages.invalidOrderId,
  maxLength: 40,
}

/** Which SKU of which order lies in which box; a box may take several rows. */
export const packingList: SheetTemplate = {
  name: 'packingList',
  noRows: sheetMessages.noSkus,
  columns: [
    {
      key: 'box_no',
      header: { en: 'Box No', zh: '箱号' },
      aliases: ['Box Number', 'Box', 'Carton No'],
      kind: 'code',
      form: 'boxNo',
      required: true,
      invalid: sheetMessages.invalidBox,
      maxLength: 30,
    },
    orderId,
    nmSku,
    pieces({
      key: 'quantity',
      header: { en: 'Quantity in box', zh: '箱内数量' },
      aliases: ['Quantity', 'Qty', 'Qty in box', '数量'],
      required: true,
      zero: sheetMessages.zeroInBox,
    }),
    {
      key: 'tracking_id',
      header: { en: 'Tracking ID', zh: '运单号' },
      aliases: ['Tracking No', 'Tracking Number', '快递单号'],
      kind: 'code',
      form: 'trackingId',
      required: false,
      invalid: sheetMessages.invalidTrackingId,
      maxLength: 40,
    },
  ],
}

/**
 * What is ready to ship today and what is out of stock, per order and SKU. Both quantities may be left empty or be
 * zero in a cell: that a row says nothing at all is for the caller to judge, since the sample lists every open line.
 */
export const shippingPlatform: SheetTemplate = {
  name: 'shippingPlatform',
  noRows: sheetMessages.noPackingDetails,
  columns: [
    orderId,
    nmSku,
    ...shownOfSku,
    shown('awaiting_quantity', 'Awaiting shipment quantity', '待发货数量'),
    pieces({
      key: 'ready_quantity',
      header: { en: 'Quantity ready to ship today', zh: '今日可发数量' },
      aliases: ['Ready quantity', 'Quantity ready'],
      required: true,
      mayBeEmpty: true,
      negative: sheetMessages.notPositive,
    }),
    pieces({
      key: 'oos_quantity',
      header: { en: 'Out-of-stock quantity', zh: '缺货数量' },
      aliases: ['OOS quantity', 'Out of stock'],
      required: false,
      negative: sheetMessages.negativeOos,
    }),
  ],
}
