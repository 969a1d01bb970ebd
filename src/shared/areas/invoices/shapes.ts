import { z } from 'zod'
import { day, instant, pieces, price, version } from '../../kernel/shapes.ts'
import { qcBox } from '../inspection/shapes.ts'

export const party = z.object({
  code: z.string().trim().min(1).max(20),
  kind: z.enum(['exporter', 'consignee']),
  name: z.string().trim().min(1).max(200),
  address: z.string().trim().min(1).max(500),
  country: z.string().regex(/^[A-Z]{2}$/),
  tax_id: z.string().trim().max(60).nullish(),
  contact: z.string().trim().max(200).nullish(),
  /** Of an exporter, for the face of its invoices: when and how it is paid, and where; lines as they are printed. */
  payment_terms: z.string().trim().max(300).nullish(),
  bank: z.string().trim().max(500).nullish(),
})

/** Why a box or a paper is not taken along, in words with `values` in their blanks. */
export const leftOut = z.object({
  box_id: z.string().nullable(),
  sscc: z.string().nullable(),
  box_no: z.string().nullable(),
  shipment_id: z.string().nullable(),
  message: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})

export const invoiceNumber = z.string().trim().min(1).max(40)
export const invoiceStates = ['LIVE', 'VOID'] as const

export const invoiceRow = z.object({
  invoice_number: z.string(),
  state: z.enum(invoiceStates),
  issued_on: day,
  site: z.string(),
  site_name: z.string(),
  site_name_zh: z.string(),
  consignee: z.string(),
  consignee_name: z.string(),
  suppliers: z.array(z.string()),
  /** The same, in the same order. */
  suppliers_zh: z.array(z.string()),
  boxes: z.int(),
  pieces,
  total: price,
  remark: z.string().nullable(),
  void_reason: z.string().nullable(),
  created_by: z.string(),
  created_at: instant,
  export_order: z
    .object({
      export_order_number: z.string(),
      state: z.enum(['OPEN', 'SHIPPED', 'CANCELLED']),
      incoterm: z.string(),
      port_of_loading: z.string(),
      port_of_discharge: z.string(),
      transport: z.enum(['air', 'sea', 'road']),
      carrier: z.string().nullable(),
      transport_document: z.string().nullable(),
      arrives_on: day.nullable(),
      gross_weight_grams: z.int().nullable(),
      shipped_at: instant.nullable(),
    })
    .nullable(),
  /** What an export order still wants: empty when nothing is missing. */
  missing: z.array(z.object({ field: z.string(), message: z.string(), values: z.record(z.string(), z.string()) })),
  allowed_actions: z.array(z.enum(['void', 'export', 'cancel_export', 'ship', 'undo_ship', 'document'])),
  version,
})

export type InvoiceRow = z.output<typeof invoiceRow>

/** A box that is ready for an invoice, with what its pieces are worth. */
export const readyBox = qcBox.extend({ value: price, currencies: z.array(z.string()), order_ids: z.array(z.string()) })

export type ReadyBox = z.output<typeof readyBox>
