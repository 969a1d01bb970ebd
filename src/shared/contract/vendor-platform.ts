import { z } from 'zod'
import { allowed } from '../domain/rights.ts'
import { csv, json, post, upload } from './grammar.ts'
import { nmSku, orderId, page, part, piecesIn, shippingItem, supplierId, takeMode, uploadOutcome } from './shapes.ts'

const callers = allowed.vendorDesk

const platformFilter = {
  search: z.string().trim().max(80).optional(),
  supplier_id: supplierId.optional(),
  order_ids: z.array(orderId).max(500).optional(),
  /** `awaiting`: pieces can still be added; `on_platform`: pieces are ready for a shipment. */
  tab: z.enum(['awaiting', 'on_platform', 'all']).default('all'),
}

/** The shipping platform: what is ready today. */
export const vendorPlatform = {
  getShippingItems: post('v1/erp/vendor/get-shipping-items', {
    summary: 'The shipping platform: confirmed lines with pieces to send.',
    callers,
    takes: z.object({ ...platformFilter, ...page, part }),
    gives: json(
      z.object({
        rows: z.array(shippingItem),
        next_cursor: z.string().nullable(),
        counts: z.record(z.string(), z.int()).optional(),
      }),
    ),
  }),
  downloadShipmentPlatformItems: post('v1/erp/vendor/download-shipment-platform-items', {
    summary: 'The shipping platform as a CSV to fill in.',
    callers,
    takes: z.object(platformFilter),
    gives: csv('shipping_platform.csv'),
  }),
  uploadShipmentPlatformItems: upload('v1/erp/vendor/upload-shipment-platform-items', {
    summary: 'The filled platform sheet: quantities ready today and out of stock.',
    callers,
    accept: ['.xlsx', '.csv'],
    takes: z.object({ mode: takeMode }),
    gives: json(uploadOutcome),
  }),
  saveScheduleQuantity: post('v1/erp/vendor/save-schedule-quantity', {
    summary:
      'Set how many pieces of a line are ready today and how many are out of stock. Both are totals, not additions.',
    callers,
    changes: true,
    takes: z.object({
      items: z
        .array(
          z.object({
            order_id: orderId,
            nm_sku: nmSku,
            ready_quantity: piecesIn.nullish(),
            oos_quantity: piecesIn.nullish(),
          }),
        )
        .min(1)
        .max(5_000),
    }),
    gives: json(z.object({ items: z.array(shippingItem) })),
  }),
}
