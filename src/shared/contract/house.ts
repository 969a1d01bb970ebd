import { z } from 'zod'
import { get, pdf, xlsx } from './grammar.ts'
import { houseLanguages } from './house-languages.ts'
import { houseLists } from './house-lists.ts'
import { houseNotices } from './house-notices.ts'
import { housePeople } from './house-people.ts'
import { houseTrace } from './house-trace.ts'

/** Calls of our own that the specification does not list but its stories need. */
export const house = {
  ...housePeople,
  ...houseLists,
  ...houseNotices,
  ...houseTrace,
  ...houseLanguages,
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
