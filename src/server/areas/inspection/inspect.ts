import type { Contract } from '../../../shared/areas.ts'
import { type Handlers, reply } from '../../http/call.ts'
import { lockQcBox, qcLineFacts } from '../qc-boxes/box-rows.ts'
import { afterCommand, assertFreshBox } from '../qc-boxes/ledger.ts'
import { inChina } from '../qc-boxes/sites.ts'
import { judgeBox } from './judge-box.ts'

/** Judges pieces of a box, all of them or a part. */
export const verifyQcInspection: Handlers<Contract['inspection']>['verifyQcInspection'] = async (input, context) =>
  context.command(async (tx) => {
    const box = await lockQcBox(tx, inChina(context.caller), input.box_id)
    await assertFreshBox(tx, box, input.version)
    await judgeBox(tx, context, box, await qcLineFacts(tx, [box]), input)
    return reply(await afterCommand(tx, context, box), 'Inspection saved.')
  })
