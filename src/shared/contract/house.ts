import { z } from 'zod'
import { get, labels, xlsx } from './grammar.ts'
import { houseJobs } from './house-jobs.ts'
import { houseLanguages } from './house-languages.ts'
import { houseLists } from './house-lists.ts'
import { houseNotices } from './house-notices.ts'
import { housePeople } from './house-people.ts'
import { housePrinting } from './house-printing.ts'
import { houseQc } from './house-qc.ts'
import { houseQcSettings } from './house-qc-settings.ts'
import { houseTrace } from './house-trace.ts'
import { printAs } from './shapes.ts'

/** Calls of our own that the specification does not list but its stories need. */
export const house = {
  ...housePeople,
  ...houseLists,
  ...houseNotices,
  ...houseJobs,
  ...houseTrace,
  ...houseLanguages,
  ...housePrinting,
  ...houseQc,
  ...houseQcSettings,
  getCorrectedWorkbook: get('selvedge/corrected-workbook/{upload_id}', {
    summary:
      'The refused workbook back, with an Errors column and coloured cells. Kept for a day, for its uploader only.',
    callers: 'signed-in',
    takes: z.object({ upload_id: z.uuid() }),
    gives: xlsx('corrected.xlsx'),
  }),
  getLabelFile: get('selvedge/labels/{label_id}', {
    summary: 'The labels behind a label_url, a PDF unless ZPL is asked for. Kept for a day, for its caller only.',
    callers: 'signed-in',
    takes: z.object({ label_id: z.uuid(), print_as: printAs }),
    gives: labels('barcode_labels'),
  }),
}
