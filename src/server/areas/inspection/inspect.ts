import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { type CallContext, reply } from '../../http/call.ts'
import { lockQcBox, qcLineFacts } from '../qc-boxes/box-rows.ts'
import { afterCommand, assertFreshBox } from '../qc-boxes/ledger.ts'
import { inChina, type QcDoor, type QcSites } from '../qc-boxes/sites.ts'
import { judgeBox } from './judge-box.ts'

type Input = Taken<Contract['inspection']['verifyQcInspection']>

/** Judges pieces of a box at these sites, all of them or a part. */
export function verifyInspectionAt<S extends QcSites>(door: QcDoor<S>) {
  return (input: Input, context: CallContext) =>
    context.command(async (tx) => {
      const at = door(context.caller)
      const box = await lockQcBox(tx, at, input.box_id)
      await assertFreshBox(tx, box, input.version)
      await judgeBox(tx, context, box, await qcLineFacts(tx, [box]), input)
      return reply(await afterCommand(tx, at, box), 'Inspection saved.')
    })
}

export const verifyQcInspection = verifyInspectionAt(inChina)
