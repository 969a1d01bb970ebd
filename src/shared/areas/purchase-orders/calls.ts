import { z } from 'zod'
import { document, json, post } from '../../kernel/call.ts'
import {
  counts,
  day,
  instant,
  page,
  part,
  picture,
  pieces,
  price,
  remark,
  searchText,
  seenWhere,
  supplierId,
  timelineEvent,
  unseen,
  version,
} from '../../kernel/shapes.ts'
import { allowed } from '../india-qc/rights.ts'
import { boxRef, boxRefs, siteCode } from '../inspection/shapes.ts'
import {
  mostBought,
  type PurchaseOrderAction,
  type PurchaseOrderState,
  purchaseOrderActions,
  purchaseOrderStates,
} from './rules.ts'

const keysOf = <K extends string>(table: Readonly<Record<K, string>>) => Object.keys(table) as [K, ...K[]]

export const purchaseOrderNumber = z.string().trim().toUpperCase().min(1).max(40)

const ofPlace = { site: z.string(), site_name: z.string(), site_name_zh: z.string() }
const ofVendor = { supplier_id: z.string(), supplier_name: z.string(), supplier_name_zh: z.string() }

/** A goods receipt of accepted pieces. */
export const purchaseOrderRow = z.object({
  purchase_order: z.string(),
  state: z.enum(keysOf<PurchaseOrderState>(purchaseOrderStates)),
  issued_on: day,
  ...ofPlace,
  ...ofVendor,
  boxes: z.int(),
  lines: z.int(),
  pieces,
  total: price,
  remark: z.string().nullable(),
  /** Of the counter document. */
  reversal: z.string().nullable(),
  reverse_reason: z.string().nullable(),
  reversed_at: instant.nullable(),
  reversed_by: z.string().nullable(),
  created_at: instant,
  created_by: z.string(),
  allowed_actions: z.array(z.enum(keysOf<PurchaseOrderAction>(purchaseOrderActions))),
  version,
})
export type PurchaseOrderRow = z.output<typeof purchaseOrderRow>

const sku = {
  nm_sku: z.string(),
  style_id: z.string(),
  style_name: z.string(),
  style_name_zh: z.string(),
  color: z.string(),
  color_zh: z.string(),
  size: z.string(),
}

export const purchaseOrderLine = z.object({
  position: z.int(),
  ...sku,
  picture,
  order_id: z.string(),
  quantity: pieces,
  unit_price: price,
  value: price,
})

export const purchaseOrderBox = z.object({
  box_id: z.string(),
  sscc: z.string(),
  box_no: z.string(),
  shipment_id: z.string(),
  skus: z.int(),
  pieces,
  /** By number, of those that accepted the pieces. */
  inspections: z.array(z.int()),
})

export const purchaseOrderMove = z.object({
  ...sku,
  kind: z.string(),
  quantity: pieces,
  place: z.string(),
  condition: z.string(),
  at: instant,
})

/** A box with accepted pieces that are on no purchase order yet. */
export const boxToBuy = z.object({
  box_id: z.string(),
  sscc: z.string(),
  box_no: z.string(),
  shipment_id: z.string(),
  ...ofPlace,
  ...ofVendor,
  styles: z.array(z.string()),
  skus: z.int(),
  /** Accepted, and on no purchase order. */
  pieces,
  /** Rejected ones of which nothing is decided, and those that nobody judged for good. */
  rejected: pieces,
  open: pieces,
  /** At the prices of the orders; null, too, where they are in several currencies or nobody ordered them. */
  value: price,
  inwarded_at: instant,
})
export type BoxToBuy = z.output<typeof boxToBuy>

export const purchaseOrdersCalls = {
  createPurchaseOrder: post('v1/erp/qc/india/create-purchase-order', {
    summary:
      'Buy accepted pieces of one vendor, each inspection once, and post them to stock; or reverse that with a reason while they are where it put them.',
    callers: allowed.indiaQc,
    changes: true,
    takes: z
      .object({
        action: z.enum(['create', 'reverse']).default('create'),
        /** All accepted pieces of these boxes that are on no purchase order. */
        box_ids: boxRefs(mostBought).optional(),
        /** Those that single inspections accepted. */
        inspections: z
          .array(z.object({ box_id: boxRef, number: z.int().min(1).max(10_000) }))
          .max(mostBought)
          .optional(),
        /** Accepted pieces that nobody ordered are rejected to go back to their vendor; left out, their boxes are refused. */
        unordered: z.enum(['send_back']).optional(),
        /** One purchase order of each vendor at each site, all or none; left out, boxes of several vendors are refused. */
        by_vendor: z.boolean().default(false),
        remark: remark.optional(),
        purchase_order: purchaseOrderNumber.optional(),
        version: version.optional(),
        reason: z.string().trim().max(200).optional(),
      })
      .refine(seenWhere('reverse'), unseen),
    /** All that were made; `purchase_order` is the first of them. */
    gives: json(z.object({ purchase_order: purchaseOrderRow, purchase_orders: z.array(purchaseOrderRow) })),
  }),
  boxesToPurchase: post('selvedge/india-qc/boxes-to-purchase', {
    summary: 'Boxes with accepted pieces that are on no purchase order yet, what came first first.',
    callers: allowed.indiaQc,
    takes: z.object({
      ...page,
      part,
      supplier_id: supplierId.optional(),
      site: siteCode.optional(),
      search: searchText.optional(),
      box_ids: boxRefs(5_000).optional(),
    }),
    gives: json(z.object({ rows: z.array(boxToBuy), next_cursor: z.string().nullable(), counts: counts.optional() })),
  }),
  purchaseOrders: post('selvedge/india-qc/purchase-orders', {
    summary: 'Purchase orders of India QC, newest first.',
    callers: allowed.indiaQc,
    takes: z.object({
      ...page,
      part,
      tab: z.enum(['posted', 'reversed', 'all']).default('all'),
      supplier_id: supplierId.optional(),
      site: siteCode.optional(),
      search: searchText.optional(),
      issued_from: day.optional(),
      issued_to: day.optional(),
      purchase_orders: z.array(purchaseOrderNumber).max(500).optional(),
    }),
    gives: json(
      z.object({ rows: z.array(purchaseOrderRow), next_cursor: z.string().nullable(), counts: counts.optional() }),
    ),
  }),
  purchaseOrderDetails: post('selvedge/india-qc/purchase-order', {
    summary: 'What a purchase order holds: its lines, the boxes they came out of, its stock moves and its history.',
    callers: allowed.indiaQc,
    takes: z.object({ purchase_order: purchaseOrderNumber }),
    gives: json(
      z.object({
        lines: z.array(purchaseOrderLine),
        boxes: z.array(purchaseOrderBox),
        stock_moves: z.array(purchaseOrderMove),
        history: z.array(timelineEvent),
      }),
    ),
  }),
  purchaseOrderFile: post('selvedge/india-qc/purchase-order-file', {
    summary: 'A purchase order as a workbook or as pages; without prices for who may not see them.',
    callers: allowed.indiaQc,
    takes: z.object({ purchase_order: purchaseOrderNumber, format: z.enum(['xlsx', 'pdf']).default('xlsx') }),
    gives: document(({ purchase_order }: { purchase_order: string; format: 'xlsx' | 'pdf' }) =>
      purchase_order === '' ? 'purchase_order' : `purchase_order_${purchase_order}`,
    ),
  }),
}
