import { area } from '../../kernel/area.ts'
import { chosen, listFile, notPaged } from '../../kernel/list.ts'
import { noticeStatus, toastTimes } from '../../kernel/notices.ts'
import { indiaQcRights } from '../india-qc/rights.ts'
import { boxRef } from '../inspection/shapes.ts'
import { purchaseOrderNumber, purchaseOrdersCalls } from './calls.ts'
import { boxesToPurchase, purchaseOrders } from './lists.ts'
import { purchaseMessages, purchaseOrderActions, purchaseOrderStates } from './rules.ts'

const screen = '/supplier/qc-platform-india?part=purchase_orders&tab=posted'

export const purchaseOrdersArea = area({
  calls: purchaseOrdersCalls,
  lists: { 'purchase-orders': indiaQcRights.indiaQc, 'boxes-to-purchase': indiaQcRights.indiaQc },
  exports: {
    exportPurchaseOrders: listFile('purchase-orders', purchaseOrders, {
      summary: 'Purchase orders of India QC as seen.',
      callers: indiaQcRights.indiaQc.roles,
      takes: { ...notPaged(purchaseOrdersCalls.purchaseOrders), purchase_orders: chosen(purchaseOrderNumber) },
    }),
    exportBoxesToPurchase: listFile('boxes-to-purchase', boxesToPurchase, {
      summary: 'Boxes with accepted pieces that are on no purchase order, as seen.',
      callers: indiaQcRights.indiaQc.roles,
      takes: { ...notPaged(purchaseOrdersCalls.boxesToPurchase), box_ids: chosen(boxRef) },
    }),
  },
  notices: {
    purchase_order_posted: {
      label: 'Purchase orders of India QC',
      audience: 'house',
      roles: ['ops', 'india_qc_manager'],
      words: {
        one: 'Purchase order {{purchase_order}}: {{pieces}} pcs of {{supplier}} are in stock.',
        many: '{{count}} purchase orders were posted to stock.',
      },
      path: { one: `${screen}&po={{purchase_order}}`, many: screen },
      action: 'Open purchase orders',
      status: noticeStatus.done,
      timeout: toastTimes.passing,
    },
    purchase_order_reversed: {
      label: 'Purchase orders that were reversed',
      audience: 'house',
      roles: ['ops', 'india_qc_manager'],
      words: {
        one: 'Purchase order {{purchase_order}} was reversed: its {{pieces}} pcs are in stock no longer.',
        many: '{{count}} purchase orders were reversed.',
      },
      path: { one: `${screen}&po={{purchase_order}}`, many: screen },
      action: 'Open purchase orders',
      status: noticeStatus.attention,
      timeout: toastTimes.toRead,
    },
  },
  traces: { purchase_order: { place: 9, one: 'Purchase order', many: 'Purchase orders' } },
  facts: { purchase_order: 'Purchase order', reversed_by: 'Reversed by' },
  entities: ['purchase_order'],
  feed: { purchase_order: indiaQcRights.indiaQc },
  events: {
    'box.purchased': { word: 'Bought and put in stock', boxes: '{{n}} boxes bought and put in stock' },
    'box.declined': {
      word: 'To go back: nobody ordered it',
      boxes: 'Pieces of {{n}} boxes to go back: nobody ordered them',
    },
    'box.purchase_reversed': { word: 'Purchase reversed', boxes: 'Purchase of {{n}} boxes reversed', namesPrice: true },
    'purchase_order.posted': { word: 'Purchase order posted', namesPrice: true },
    'purchase_order.reversed': { word: 'Purchase order reversed', namesPrice: true },
  },
  statuses: { Posted: 'good', Reversed: 'neutral' },
  words: [
    ...Object.values(purchaseMessages),
    ...Object.values(purchaseOrderStates),
    ...Object.values(purchaseOrderActions),
  ],
})
