import type { Contract } from '../../../shared/areas.ts'
import { type Handlers, reply } from '../../http/call.ts'
import { modalAt } from '../qc-boxes/modal.ts'
import { inIndia } from '../qc-boxes/sites.ts'
import { chinaResults } from './china-results.ts'
import { inspectionProposal } from './proposal.ts'

/** A box in India with everything that judging it needs, beside what China found of it. */
export const getQcInspection: Handlers<Contract['indiaInspection']>['getQcInspection'] = async (input, context) => {
  const { modal, box, lines } = await modalAt(inIndia(context.caller), input, context)
  const china = await chinaResults(context.db, box.box_id, lines)
  return reply({ ...modal, china, proposal: await inspectionProposal(context.db, box, lines) })
}
