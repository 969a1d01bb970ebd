import { type SqlBool, sql } from 'kysely'
import { passWords } from '../../../shared/areas/gate-passes/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Handlers } from '../../http/call.ts'
import { notFound } from '../../http/errors.ts'
import { keptPhoto } from '../photos/photo-files.ts'
import { passesOf } from './pass-rows.ts'

/** A photograph of goods of a pass that the caller sees, or one that the caller just sent; those of inspections are not given here. */
export const gatePassPhoto: Handlers<Contract['gatePasses']>['gatePassPhoto'] = async (asked, context) => {
  const ofOwn = sql<SqlBool>`EXISTS (SELECT FROM gate_pass_receipt r JOIN gate_pass_item m ON m.id = r.item_id
    JOIN gate_pass p ON p.id = m.pass_id JOIN site fs ON fs.id = p.from_site_id LEFT JOIN site ts ON ts.id = p.to_site_id
    WHERE r.id = f.receipt_id AND ${passesOf(context.caller)})`
  const body = await keptPhoto('gate_pass_photo', asked, context, ofOwn)
  if (!body) throw notFound(passWords.noPhoto)
  return { body, isImmutable: true }
}
