import { passWords } from '../../../shared/areas/gate-passes/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Handlers } from '../../http/call.ts'
import { notFound } from '../../http/errors.ts'
import { keptPhoto } from '../photos/photo-files.ts'

/** A photograph of goods of a pass, or one that the caller just sent; those of inspections are not given here. */
export const gatePassPhoto: Handlers<Contract['gatePasses']>['gatePassPhoto'] = async (asked, context) => {
  const body = await keptPhoto('gate_pass_photo', asked, context)
  if (!body) throw notFound(passWords.noPhoto)
  return { body, isImmutable: true }
}
