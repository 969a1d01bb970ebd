import { fields, supplierName } from '../../kernel/field.ts'
import { list } from '../../kernel/list.ts'
import { key } from '../../kernel/words.ts'
import type { BoxToBuy, PurchaseOrderRow } from './calls.ts'
import { purchaseOrderStates } from './rules.ts'

const f = fields<PurchaseOrderRow>()
const hidden = true

export const purchaseOrders = list({
  name: 'purchase-orders',
  rowId: (row: PurchaseOrderRow) => row.purchase_order,
  file: 'purchase_orders',
  fields: [
    f.code('purchase_order', key('Purchase order'), (row) => row.purchase_order, { width: 148, pinned: true }),
    f.word('state', key('Status'), (row) => row.state, { width: 96, words: purchaseOrderStates }),
    f.day('issued_on', key('Posted on'), (row) => row.issued_on, { width: 104 }),
    f.text('supplier', key('Supplier'), supplierName, { width: 180, grows: true }),
    f.pieces('boxes', key('Boxes'), (row) => row.boxes, { width: 64 }),
    f.pieces('lines', key('Lines'), (row) => row.lines, { width: 64 }),
    f.pieces('pieces', key('Pieces'), (row) => row.pieces, { width: 72 }),
    f.money('total', key('Total'), (row) => row.total, { width: 116 }),
    f.text('site', key('Site'), (row, { name }) => name(row.site_name, row.site_name_zh), {
      width: 150,
      shownFrom: 1400,
    }),
    f.code('reversal', key('Reversed by'), (row) => row.reversal, { width: 150 }),
    f.text('reverse_reason', key('Reason'), (row) => row.reverse_reason, { width: 150, hidden }),
    f.text('remark', key('Remark'), (row) => row.remark, { width: 150, hidden }),
    f.text('created_by', key('Created by'), (row) => row.created_by, { width: 140, shownFrom: 1600 }),
    f.instant('created_at', key('Created'), (row) => row.created_at, { width: 148, hidden }),
  ],
})

const b = fields<BoxToBuy>()

export const boxesToPurchase = list({
  name: 'boxes-to-purchase',
  rowId: (row: BoxToBuy) => row.box_id,
  file: 'boxes_to_purchase',
  fields: [
    b.code('box', key('Box'), (row) => `${row.shipment_id} / ${row.box_no}`, { width: 128, pinned: true }),
    b.code('sscc', key('SSCC'), (row) => row.sscc, { width: 172, traces: true }),
    b.text('supplier', key('Supplier'), supplierName, { width: 140, grows: true }),
    b.text('styles', key('Style IDs'), (row) => row.styles.join(' '), { width: 120 }),
    b.count('skus', key('SKUs'), (row) => row.skus, { width: 60 }),
    b.pieces('pieces', key('Left to buy'), (row) => row.pieces, {
      width: 92,
      tone: 'good',
      means: key('accepted pieces that are on no purchase order yet'),
    }),
    b.pieces('rejected', key('Rejected, undecided'), (row) => row.rejected, {
      width: 136,
      tone: 'bad',
      means: key('rejected pieces of which nobody has decided yet where they go'),
    }),
    b.pieces('open', key('Not judged yet'), (row) => row.open, {
      width: 112,
      tone: 'warn',
      means: key('pieces to inspect and pieces on hold'),
    }),
    b.money('value', key('Amount'), (row) => row.value, { width: 110 }),
    b.instant('inwarded_at', key('Received on'), (row) => row.inwarded_at, { width: 148, shownFrom: 1400 }),
  ],
})
