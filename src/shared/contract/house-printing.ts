import { z } from 'zod'
import { labelKinds } from '../domain/labels.ts'
import { needsRemark, reprintReasons } from '../domain/printing.ts'
import { json, labels, post } from './grammar.ts'
import { oneLine, printAs, remark } from './shapes.ts'

/** From a ring label to a carton's side. */
const sideMm = z.number().min(5).max(1_000)
const line = z.string().trim().min(1).max(200).regex(oneLine)

/** Our own calls: what the printing centre asks of the server beside the labels themselves. */
export const housePrinting = {
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
}
