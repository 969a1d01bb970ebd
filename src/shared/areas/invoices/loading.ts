import { z } from 'zod'
import { document, json, post } from '../../kernel/call.ts'
import { instant, oneLine, pieces } from '../../kernel/shapes.ts'
import { scanned } from '../inspection/shapes.ts'
import { allowed } from '../qc-boxes/rights.ts'
import { invoiceNumber } from './shapes.ts'

/** What a scan at the truck comes to. */
export const loadOutcomes = [
  'loaded',
  'already',
  'taken_off',
  'other_order',
  'not_ordered',
  'held',
  'rejected',
  'unknown',
  'not_loaded',
  'shared_waybill',
] as const
export type LoadOutcome = (typeof loadOutcomes)[number]

/** What is said of a scan, with {{blanks}}. English, and the keys of their translations. */
export const loadWords = {
  loaded: 'Box {{box_no}} of {{shipment_id}} is loaded.',
  loadedBesideFailed: 'Box {{box_no}} of {{shipment_id}} is loaded. Its failed pieces do not go along: {{failed}}.',
  already: 'Box {{box_no}} of {{shipment_id}} was loaded by {{by}} already.',
  taken_off: 'Box {{box_no}} of {{shipment_id}} is taken off again.',
  not_loaded: 'Box {{box_no}} of {{shipment_id}} is not loaded.',
  loadedAgain: 'Box {{box_no}} of {{shipment_id}} was loaded again by {{by}} since: it stays.',
  other_order: 'Box {{box_no}} of {{shipment_id}} belongs to another order: {{other}}.',
  not_ordered: 'Box {{box_no}} of {{shipment_id}} is on no invoice.',
  held: 'Box {{box_no}} of {{shipment_id}} is on hold at QC.',
  rejected: 'Box {{box_no}} of {{shipment_id}} failed QC.',
  not_here: 'Box {{box_no}} of {{shipment_id}} is not at QC here.',
  unknown: 'Nobody knows the code {{code}}.',
  misread: 'The code {{code}} was misread, please scan it again.',
  shared_waybill: 'Waybill {{waybill}} is on several boxes of {{shipment_id}}: scan the SSCC of the box.',
} as const

/** Why an export order is not loaded, or does not go. */
export const loadingMessages = {
  notLoaded: 'Not loaded by scan yet: {{boxes}}.',
  changed: 'Something changed since: {{missing}} boxes are not loaded now. Please look again.',
} as const

/** Boxes named as missing; the sums count all. */
export const mostNamed = 200
export const loadsAtOnce = 100

export const vehicleNumber = z.string().trim().max(40).regex(oneLine)

export const loadedBox = z.object({
  box_id: z.string(),
  sscc: z.string(),
  box_no: z.string(),
  shipment_id: z.string(),
  pieces,
})

/** How far the loading of an export order is. */
export const loading = z.object({
  invoice_number: z.string(),
  export_order_number: z.string(),
  /** Whose boxes they are; its times are the loading's. */
  site: z.string(),
  is_open: z.boolean(),
  boxes: z.int(),
  loaded: z.int(),
  /** The first of those that are not loaded, in the order of the invoice. */
  missing: z.array(loadedBox),
  vehicles: z.array(z.string()),
  finished_at: instant.nullable(),
  finished_by: z.string().nullable(),
})
export type Loading = z.output<typeof loading>

const ofInvoice = { invoice_number: invoiceNumber }

export const loadingCalls = {
  loading: post('selvedge/qc/loading', {
    summary: 'How far the loading of an export order is, and which of its boxes are missing.',
    callers: allowed.chinaQc,
    takes: z.object(ofInvoice),
    gives: json(z.object({ loading })),
  }),
  loadBoxes: post('selvedge/qc/load-boxes', {
    summary:
      'Boxes scanned into the truck or container of an export order, or taken off again. Each code has its own outcome.',
    callers: allowed.chinaQc,
    changes: true,
    takes: z.object({
      ...ofInvoice,
      action: z.enum(['load', 'off']).default('load'),
      /** Into which truck or container. */
      vehicle: vehicleNumber.optional(),
      boxes: z.array(scanned).min(1).max(loadsAtOnce),
    }),
    gives: json(
      z.object({
        results: z.array(
          z.object({
            code: z.string(),
            scan_id: z.string().nullable(),
            outcome: z.enum(loadOutcomes),
            message: z.string(),
            values: z.record(z.string(), z.union([z.string(), z.number()])),
          }),
        ),
        loading,
      }),
    ),
  }),
  finishLoading: post('selvedge/qc/finish-loading', {
    summary: 'The loading of an export order is done: with so many boxes missing as were shown, else nothing happens.',
    callers: allowed.chinaQc,
    changes: true,
    takes: z.object({ ...ofInvoice, missing: z.int().min(0).max(100_000) }),
    gives: json(z.object({ loading })),
  }),
  customsPackingList: post('selvedge/qc/customs-packing-list', {
    summary:
      'The packing list of an export order for customs, box by box and without prices, as pages or as a workbook.',
    callers: allowed.chinaQc,
    takes: z.object({ ...ofInvoice, format: z.enum(['xlsx', 'pdf']).default('pdf') }),
    gives: document(({ invoice_number }: { invoice_number: string; format: 'xlsx' | 'pdf' }) =>
      invoice_number === '' ? 'packing_list' : `packing_list_${invoice_number}`,
    ),
  }),
}
