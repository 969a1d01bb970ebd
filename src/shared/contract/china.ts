import { z } from 'zod'
import { allowed } from '../domain/rights.ts'
import { csv, post } from './grammar.ts'
import { awaitingFilter } from './qc-shapes.ts'

/** The calls under v1/erp/china/ that are built. */
export const china = {
  downloadAwaitingInwardBoxesFile: post('v1/erp/china/download-awaiting-inward-boxes-file', {
    summary: 'Boxes on their way to China QC as CSV.',
    callers: allowed.chinaQc,
    takes: z.object(awaitingFilter),
    gives: csv('awaiting_inward_boxes.csv'),
  }),
}
