import { z } from 'zod'
import { post } from '../../kernel/call.ts'
import { qcBoxesCalls } from '../qc-boxes/calls.ts'
import { allowed } from './rights.ts'
import { indiaQcTabs } from './status.ts'

export const indiaQcCalls = {
  qcChoices: post('selvedge/qc/india/choices', {
    summary:
      'Styles of the boxes that India received, by tab, or sites of QC in India, to filter its list by: the first of those whose code or name has what was typed.',
    callers: allowed.indiaReceive,
    takes: qcBoxesCalls.qcChoices.takes.extend({ tab: z.enum(indiaQcTabs).default('all') }),
    gives: qcBoxesCalls.qcChoices.gives,
  }),
}
