import { z } from 'zod'
import { allowed } from '../domain/rights.ts'
import { json, labels, post } from './grammar.ts'
import { boxNo, nmSku, orderId, pieces, printAs, shipmentId } from './shapes.ts'

const callers = allowed.vendorDesk

/** Labels looked at on screen before they are printed: no print, so it leaves no event and is always a PDF. */
const preview = z.boolean().default(false)

const skuLabelTakes = z.object({
  preview,
  print_as: printAs,
  shipment_id: shipmentId.optional(),
  order_id: orderId.optional(),
  /** Labels per SKU; left out: one per piece. */
  items: z
    .array(z.object({ nm_sku: nmSku, copies: z.int().min(1).max(5_000) }))
    .max(5_000)
    .optional(),
})

/** Labels of boxes and pieces. */
export const vendorLabels = {
  getShippingLabel: post('v1/erp/vendor/get-shipping-label', {
    summary: 'Shipping labels of a shipment, one per box.',
    callers,
    takes: z.object({
      shipment_id: shipmentId,
      box_nos: z.array(boxNo).min(1).max(5_000).optional(),
      preview,
      print_as: printAs,
    }),
    gives: labels('shipping_labels'),
  }),
  getSkusLabel: post('v1/erp/vendor/get-skus-label', {
    summary: 'SKU labels for everything in a shipment or an order.',
    callers,
    takes: skuLabelTakes,
    gives: labels('sku_labels'),
  }),
  getViewSkuLabels: post('v1/erp/vendor/get-view-sku-labels', {
    summary: 'Which SKU labels would be printed, and how many.',
    callers,
    takes: skuLabelTakes,
    gives: json(
      z.object({
        labels: z.array(
          z.object({
            nm_sku: z.string(),
            style_id: z.string(),
            style_name: z.string(),
            style_name_zh: z.string(),
            color: z.string(),
            color_zh: z.string(),
            size: z.string(),
            copies: pieces,
          }),
        ),
        total: z.int(),
      }),
    ),
  }),
  getSkuLabels: post('v1/erp/vendor/get-sku-labels', {
    summary: 'SKU labels for the SKUs named, as many copies as wished.',
    callers,
    takes: skuLabelTakes,
    gives: labels('sku_labels'),
  }),
}
