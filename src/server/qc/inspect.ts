import type { Contract } from '../../shared/contract/index.ts'
import { type Handlers, said } from '../http/call.ts'
import { afterCommand } from './after-command.ts'
import { assertFreshBox } from './guard.ts'
import { judgeBox } from './judge-box.ts'
import { lockQcBox } from './qc-box-rows.ts'
import { qcLineFacts } from './qc-lines.ts'
import { inChina } from './qc-sites.ts'

/** Judges pieces of a box, all of them or a part. */
export const verifyQcInspection: Handlers<Contract['chinaQc']>['verifyQcInspection'] = async (input, work) =>
  work.command(async (tx) => {
    const box = await lockQcBox(tx, inChina(work.caller), input.box_id)
    await assertFreshBox(tx, box, input.version)
    await judgeBox(tx, work, box, await qcLineFacts(tx, [box]), input)
    return said(await afterCommand(tx, work, box), 'Inspection saved.')
  })
