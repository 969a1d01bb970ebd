import { z } from 'zod'
import { allowed } from '../domain/rights.ts'
import { json, post } from './grammar.ts'
import { instant } from './shapes.ts'

export const other = {
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
        .max(2_000),
    }),
    gives: json(z.object({ label_url: z.string() })),
  }),
  trackUserActions: post('track-user-actions', {
    summary: "A batch of the client's request log.",
    callers: 'signed-in',
    takes: z.object({
      actions: z
        .array(
          z.object({
            at: instant,
            kind: z.string().max(40),
            path: z.string().max(200).optional(),
            request_id: z.string().max(80).nullish(),
            trace_id: z.string().max(80).nullish(),
            details: z
              .record(z.string().max(40), z.union([z.string().max(300), z.number(), z.boolean(), z.null()]))
              .refine((details) => Object.keys(details).length <= 20, { error: 'There are too many entries.' })
              .optional(),
          }),
        )
        .min(1)
        .max(500),
    }),
    gives: json(z.object({ taken: z.int() })),
  }),
}
