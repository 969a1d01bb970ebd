import type { z } from 'zod'
import type { leftOut } from '../../shared/contract/qc-shapes.ts'
import { paperProblems } from '../../shared/domain/invoices.ts'
import type { Db } from '../http/call.ts'
import { moveNotAllowed, type Refusal } from '../http/errors.ts'
import { findBoxIds, lockQcBoxes, type QcBoxFacts, qcBoxesById } from './qc-box-rows.ts'
import type { AtQc } from './qc-sites.ts'

export type LeftOut = z.output<typeof leftOut>

/** A box and why it is not taken along. */
export function leftOutBox(box: QcBoxFacts, message: string, values: LeftOut['values'] = {}): LeftOut {
  const { box_id, sscc, box_no, shipment_id } = box
  return { box_id, sscc, box_no, shipment_id, message, values: { box: box_no, ...values } }
}

/** A box that nobody knows, or that was not taken in. */
function unknown(ref: string): LeftOut {
  return {
    box_id: null,
    sscc: null,
    box_no: ref,
    shipment_id: null,
    message: paperProblems.notAtQc,
    values: { box: ref },
  }
}

export interface SortedBoxes {
  taken: QcBoxFacts[]
  left: LeftOut[]
}

/** Chosen boxes as they stand at these sites, each once: those that a paper can take, and the others with the reason. `lock` for a command. */
export async function sortBoxes(
  db: Db,
  at: AtQc,
  refs: readonly string[],
  lock: boolean,
  problemOf: (box: QcBoxFacts) => string | null,
): Promise<SortedBoxes> {
  const ids = await findBoxIds(db, at.caller, refs)
  const known = [...new Set(ids.filter((id) => id !== null))]
  const boxes = await (lock ? lockQcBoxes : qcBoxesById)(db, at, known)
  const found = new Set(boxes.map((box) => box.box_id))
  const sorted: SortedBoxes = { taken: [], left: [] }
  for (const [place, ref] of refs.entries()) {
    const id = ids[place] ?? null
    if (id === null || !found.has(id)) sorted.left.push(unknown(ref))
  }
  for (const box of boxes) {
    const problem = problemOf(box)
    if (problem === null) sorted.taken.push(box)
    else sorted.left.push(leftOutBox(box, problem))
  }
  return sorted
}

/** Refuses a command on boxes, naming each of them with its reason. */
export function boxesRefused(left: readonly LeftOut[], message: string): Refusal {
  const reasons = new Set(left.map((one) => one.message))
  const [only] = reasons.size === 1 ? reasons : []
  return moveNotAllowed(only ?? message, [], {
    values: { ...left[0]?.values, boxes: left.length },
    fields: left
      .slice(0, 200)
      .map(({ sscc, box_no, message, values }) => ({ field: sscc ?? box_no ?? '', message, values })),
  })
}
