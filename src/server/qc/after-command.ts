import type { QcBoxRow } from '../../shared/contract/qc-shapes.ts'
import type { Tx, Work } from '../http/call.ts'
import { type QcBoxFacts, qcBoxesById, qcBoxWire, unknownBox } from './qc-box-rows.ts'
import { type QcCaseWire, qcCases } from './qc-cases.ts'
import { type QcLineWire, qcLines } from './qc-lines.ts'

/** What a command on one box answers: the box as it stands now. */
export interface AfterCommand {
  box: QcBoxRow
  lines: QcLineWire[]
  cases: QcCaseWire[]
}

/** Reads a box again at the end of the command that changed it, in its transaction. */
export async function afterCommand(tx: Tx, { caller }: Pick<Work, 'caller'>, was: QcBoxFacts): Promise<AfterCommand> {
  const [box] = await qcBoxesById(tx, { caller, sites: was.site_kind }, [was.box_id])
  if (box === undefined) throw unknownBox(was.sscc)
  return { box: qcBoxWire(box, caller), lines: await qcLines(tx, box), cases: await qcCases(tx, box) }
}
