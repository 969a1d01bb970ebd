import { z } from 'zod'
import { area } from '../../kernel/area.ts'
import { get, json, labels, post } from '../../kernel/call.ts'
import { rights, rolesOf } from '../../kernel/rights.ts'
import { oneLine, printAs, remark } from '../../kernel/shapes.ts'
import { labelKinds, mostBarcodes, needsRemark, reprintReasonNames, reprintReasons } from './rules.ts'

export const labelsRights = rights({
  labelPrinting: {
    group: 'Supplier',
    label: 'Print SKU and box labels',
    roles: ['vendor', 'internal_team', 'ops', 'ops_team', 'china_warehouse_team', 'warehouse', 'admin', 'super_admin'],
  },
})

const allowed = rolesOf(labelsRights)

/** From a ring label to a carton's side. */
const sideMm = z.number().min(5).max(1_000)

const line = z.string().trim().min(1).max(200).regex(oneLine)

export const labelsCalls = {
  testPage: post('selvedge/print/test-page', {
    summary: 'A label of exactly this size with rulers and sample codes, to see whether a printer keeps to true size.',
    callers: 'signed-in',
    takes: z.object({ width_mm: sideMm, height_mm: sideMm, printer: line, print_as: printAs }),
    gives: labels('test_page'),
  }),
  recordReprint: post('selvedge/print/reprints', {
    summary: 'Writes down that labels which came out were printed once more, by whom and why.',
    callers: 'signed-in',
    changes: true,
    takes: z
      .object({
        /** The job printed once more, as the workstation's ledger calls it. */
        job_id: z.string().regex(/^[\w-]{1,80}$/),
        kind: z.enum([...labelKinds, 'test']),
        title: line,
        printer: line,
        copies: z.int().min(1).max(999),
        reason: z.enum(reprintReasons),
        remark: remark.regex(oneLine).default(''),
      })
      .refine((input) => input.remark !== '' || !needsRemark(input.reason), {
        path: ['remark'],
        error: 'Please say why the labels are printed once more.',
      }),
    gives: json(z.object({})),
  }),
  getLabelFile: get('selvedge/labels/{label_id}', {
    summary: 'The labels behind a label_url, a PDF unless ZPL is asked for. Kept for a day, for its caller only.',
    callers: 'signed-in',
    takes: z.object({ label_id: z.uuid(), print_as: printAs }),
    gives: labels('barcode_labels'),
  }),
  barcodeLabels: post('barcode-labels', {
    summary:
      'Barcode labels for SKUs or boxes; the reply names the address of the PDF, which only the caller can open.',
    callers: allowed.labelPrinting,
    changes: true,
    takes: z.object({
      kind: z.enum(['sku', 'box']).default('sku'),
      items: z
        .array(z.object({ code: z.string().trim().min(1).max(40), copies: z.int().min(1).max(1_000).default(1) }))
        .min(1)
        .max(mostBarcodes),
    }),
    gives: json(z.object({ label_url: z.string() })),
  }),
}

export const labelsArea = area({
  calls: labelsCalls,
  rights: labelsRights,
  entities: ['labels'],
  events: {
    'labels.shipping': 'Shipping labels made',
    'labels.sku': 'SKU labels made',
    'labels.barcode': 'Barcode labels made',
    'labels.reprinted': 'Labels printed once more',
  },
  words: Object.values(reprintReasonNames),
})
