import { z } from 'zod'
import { get, json, pdf, post, xlsx } from './grammar.ts'

/** Calls of our own that the specification does not list but its stories need. */
export const house = {
  endSession: post('selvedge/session/end', {
    summary: 'Sign out: the token is worthless afterwards.',
    callers: 'signed-in',
    takes: z.object({}),
    gives: json(z.object({})),
  }),
  getCorrectedWorkbook: get('selvedge/corrected-workbook/{upload_id}', {
    summary:
      'The refused workbook back, with an Errors column and coloured cells. Kept for a day, for its uploader only.',
    callers: 'signed-in',
    takes: z.object({ upload_id: z.uuid() }),
    gives: xlsx('corrected.xlsx'),
  }),
  getLabelFile: get('selvedge/labels/{label_id}', {
    summary: 'The PDF behind a label_url. Kept for a day, for its caller only.',
    callers: 'signed-in',
    takes: z.object({ label_id: z.uuid() }),
    gives: pdf('barcode_labels.pdf'),
  }),
}
