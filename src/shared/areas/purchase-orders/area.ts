import { area } from '../../kernel/area.ts'
import { chosen, listFile, notPaged } from '../../kernel/list.ts'
import { notice, toHouse } from '../../kernel/notices.ts'
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
    purchase_order_posted: notice('done', {
      to: toHouse(indiaQcRights.indiaQc, ['ops', 'india_qc_manager'], 'Open purchase orders'),
      label: 'Purchase orders of India QC',
      one: [
        'Purchase order {{purchase_order}}: {{pieces}} pcs of {{supplier}} are in stock.',
        `${screen}&po={{purchase_order}}`,
      ],
      many: ['{{count}} purchase orders were posted to stock.', screen],
    }),
    purchase_order_reversed: notice('attention', {
      to: toHouse(indiaQcRights.indiaQc, ['ops', 'india_qc_manager'], 'Open purchase orders'),
      label: 'Purchase orders that were reversed',
      one: [
        'Purchase order {{purchase_order}} was reversed: its {{pieces}} pcs are in stock no longer.',
        `${screen}&po={{purchase_order}}`,
      ],
      many: ['{{count}} purchase orders were reversed.', screen],
    }),
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
