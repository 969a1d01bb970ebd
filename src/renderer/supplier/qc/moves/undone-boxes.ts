import { paperProblems } from '../../../../shared/domain/invoices.ts'
import { doorWords } from '../../../../shared/domain/qc-door.ts'
import { moveProblems } from '../../../../shared/domain/qc-reverts.ts'
import type { CallData } from '../../../actions/calls.ts'
import type { PartReply } from './in-parts.ts'

type DoorResult = Pick<CallData<'chinaQc.inwardBoxes'>['results'][number], 'code' | 'outcome' | 'message'> & {
  box: { sscc: string; box_no: string; shipment_id: string } | null
}

/** The door's answers to an undo of boxes by their ids, as an answer to a bulk move: reasons without names, under which several boxes stand. */
export function undoneBoxes(results: readonly DoorResult[]): PartReply {
  const [done, left] = [results.filter(isUndone), results.filter((result) => !isUndone(result))]
  return {
    data: {
      boxes: done.map(({ code }) => ({ box_id: code })),
      left_out: left.map(({ code, message, box }) => ({
        box_id: code,
        sscc: box?.sscc ?? null,
        box_no: box?.box_no ?? null,
        shipment_id: box?.shipment_id ?? null,
        message: message === doorWords.under_way ? moveProblems.underWay : paperProblems.notAtQc,
        values: {},
      })),
    },
  }
}

const isUndone = ({ outcome }: DoorResult) => outcome === 'undone'
